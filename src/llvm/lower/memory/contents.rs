//! What a symbol for contents is the contents of: loads of one thing give one value.

use crate::kernel::ArrayId;
use crate::llvm::bind::ir::Val;

/// What a symbol for contents is the contents of. Objects of one name are several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Contents {
    /// A global variable that no kernel writes.
    Constant(Val),
    /// A parameter passed by value, by its index.
    Parameter(u32),
    /// An array that the kernel never writes.
    Array(ArrayId),
    /// An array, as one load of it finds it.
    Load(ArrayId, Val),
}

impl Contents {
    pub(crate) fn array(self) -> Option<usize> {
        match self {
            Contents::Constant(_) | Contents::Parameter(_) => None,
            Contents::Array(array) | Contents::Load(array, _) => Some(array.0),
        }
    }
}
