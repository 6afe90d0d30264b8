//! A module whose kernels can be lowered, as plain data: what the passes of preparation give, and what lowering reads.

use crate::llvm::bind::module::{KernelInfo, LaunchBounds};
use crate::llvm::device::access::Site;
use crate::llvm::device::markers::SiteId;
use crate::verdict::Assumption;
use inkwell::values::FunctionValue;

/// Marks functions whose body here another unit may replace.
pub(crate) const REPLACEABLE: &str = "raceproof-replaceable";

/// A module whose kernels can be lowered.
#[derive(Debug)]
pub struct Prepared<'ctx> {
    /// All kernels that the module defines, in its order.
    pub kernels: Vec<PreparedKernel<'ctx>>,
    pub(super) sites: Vec<Site>,
}

impl Prepared<'_> {
    /// What a marker's site does; `None` if the marker was not made by [`prepare`](super::passes::prepare).
    pub fn site(&self, id: SiteId) -> Option<&Site> {
        self.sites.get(id.0 as usize)
    }
}

/// A kernel after preparation.
#[derive(Debug, Clone)]
pub struct PreparedKernel<'ctx> {
    /// Its function.
    pub function: FunctionValue<'ctx>,
    /// Its name as the source writes it.
    pub name: String,
    /// Its mangled name.
    pub symbol: String,
    /// Its launch bounds.
    pub bounds: LaunchBounds,
    /// Why it must not be judged, if so. Its code is then of no use.
    pub problem: Option<String>,
    /// What was assumed to bring it into this form.
    pub assumptions: Vec<Assumption>,
    /// The dynamic shared memory that it names, if it does.
    pub(crate) dynamic: Option<Dynamic>,
}

impl<'ctx> From<KernelInfo<'ctx>> for PreparedKernel<'ctx> {
    fn from(info: KernelInfo<'ctx>) -> Self {
        let KernelInfo { function, name, symbol, bounds } = info;
        PreparedKernel { function, name, symbol, bounds, problem: None, assumptions: vec![], dynamic: None }
    }
}

/// Dynamic shared memory as one kernel declares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Dynamic {
    pub(crate) name: String,
    /// Bytes of one element.
    pub(crate) element: u64,
}
