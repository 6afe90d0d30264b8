//! Markers: calls that stand for memory accesses and survive every pass.
//!
//! A marker is a call of a declared function that touches inaccessible memory only:
//!
//! ```text
//! call void @rp.access(ptr, i64 bytes, i32 site)
//! call void @rp.access.<type>(ptr, i64 bytes, i32 site, <type> value)      for a store: what is stored
//! ```
//!
//! It stands immediately before its access, carries its debug location, and its pointer is cast to the generic space.
//! `site` is an index into the table of [`Site`](super::access::Site)s. Inlining copies markers, so one site may have many markers.
//! Invariants: accesses are read from markers only; the loads and stores that survive give values and nothing else.
//! An access whose pointer is based on stack variables, by-value arguments or constants of the module only has none, but for
//! those of a warp, to which all lanes have to come.

use crate::llvm::bind::calls::{Callee, callee};
use inkwell::values::{BasicValueEnum, CallSiteValue, InstructionValue, IntValue, PointerValue};

/// The name of the marker without a value, and with a dot behind it the prefix of the others.
pub(crate) const MARKER: &str = "rp.access";

/// An access in the source of the module, before inlining.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SiteId(pub u32);

/// One marker call.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Marker<'ctx> {
    /// The call; its debug location is the access's.
    pub call: InstructionValue<'ctx>,
    /// Its site.
    pub site: SiteId,
    /// The first byte accessed, a generic pointer.
    pub pointer: PointerValue<'ctx>,
    /// The number of bytes, 64 bits wide; constant except for copies and fills.
    pub bytes: IntValue<'ctx>,
    /// What is stored, for [`AccessKind::Store`](super::access::AccessKind) and [`AccessKind::Fill`](super::access::AccessKind); the distance for [`AccessKind::Tile`](super::access::AccessKind).
    pub value: Option<BasicValueEnum<'ctx>>,
}

impl<'ctx> Marker<'ctx> {
    /// Reads a marker; `None` if the instruction is none.
    pub(crate) fn of(instruction: InstructionValue<'ctx>) -> Option<Self> {
        let Callee::Declared(function) = callee(instruction)? else { return None };
        let rest = function.get_name().to_bytes().strip_prefix(MARKER.as_bytes())?;
        if !rest.is_empty() && rest[0] != b'.' {
            return None;
        }
        let arguments = CallSiteValue::try_from(instruction).ok()?.count_arguments();
        let argument = |index: u32| instruction.get_operand(index).and_then(|operand| operand.value());
        let (BasicValueEnum::PointerValue(pointer), BasicValueEnum::IntValue(bytes), BasicValueEnum::IntValue(site)) =
            (argument(0)?, argument(1)?, argument(2)?)
        else {
            return None;
        };
        let site = SiteId(u32::try_from(site.get_zero_extended_constant()?).ok()?);
        let value = if arguments > 3 { argument(3) } else { None };
        Some(Marker { call: instruction, site, pointer, bytes, value })
    }
}
