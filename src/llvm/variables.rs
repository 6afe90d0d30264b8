//! The variables of a function of the host: who writes them, and when.
//!
//! Source: LLVM's language reference. Direction: variables are taken to change only by stores and by calls that are passed their
//! addresses, not by way of copies of these addresses.

use inkwell::values::{FunctionValue, InstructionValue};

use super::calls::{self, Callee};
use super::cfg::{BlockId, Cfg};
use super::ir::{Layout, Op, Ty, Val};

/// The bytes of a pointer.
pub(super) const POINTER: i64 = 8;

/// A write into a variable of the host.
pub(super) struct Write<'ctx> {
    pub(super) by: InstructionValue<'ctx>,
    /// The bytes that it may change; `None`: any.
    pub(super) bytes: Option<(i64, i64)>,
}

/// So many bytes from one variable of the host to another.
pub(super) struct Copied {
    pub(super) to: (Val, i64),
    pub(super) from: (Val, i64),
    pub(super) bytes: i64,
}

pub(super) struct Variables<'ctx> {
    layout: Layout,
    cfg: Cfg<'ctx>,
}

impl<'ctx> Variables<'ctx> {
    /// `None` if the function is not understood.
    pub(super) fn new(layout: Layout, function: FunctionValue<'ctx>) -> Option<Self> {
        let cfg = Cfg::of(function).filter(|cfg| !cfg.irreducible)?;
        Some(Variables { layout, cfg })
    }

    /// The variable of a call that an address leads into, and where.
    pub(super) fn variable(&self, address: Val) -> Option<(Val, i64)> {
        let (mut address, mut at) = (address, 0_i64);
        loop {
            match address.op(self.layout) {
                Op::Gep { base, constant, indices } if indices.is_empty() => {
                    (address, at) = (base, at.wrapping_add(constant));
                }
                Op::Same(inner) => address = inner,
                Op::Alloca => return Some((address, at)),
                _ => return None,
            }
        }
    }

    /// What a call copies between variables.
    pub(super) fn copy(&self, call: Val) -> Option<Copied> {
        let Op::Call { callee, args } = call.op(self.layout) else { return None };
        let copies = ["llvm.memcpy.", "llvm.memmove."].iter().any(|name| callee.starts_with(name));
        let [to, from, bytes, ..] = args.as_slice() else { return None };
        let bytes = i64::try_from(bytes.constant()?).ok()?;
        Some(Copied { to: self.variable(*to).filter(|_| copies)?, from: self.variable(*from)?, bytes })
    }

    /// All writes into a variable.
    pub(super) fn writes(&self, variable: Val) -> Vec<Write<'ctx>> {
        let (mut found, mut open) = (vec![], vec![(variable, Some(0))]);
        while let Some((address, at)) = open.pop() {
            for user in address.users() {
                let Some(by) = user.as_instruction() else { continue };
                match user.op(self.layout) {
                    Op::Gep { constant, indices, .. } => {
                        let further = at.map(|at: i64| at.wrapping_add(constant));
                        open.push((user, further.filter(|_| indices.is_empty())));
                    }
                    Op::Same(_) => open.push((user, at)),
                    Op::Store { pointer } if pointer == address => {
                        let bytes = at.zip(size(user.operand(0))).map(|(at, bytes)| (at, at + bytes));
                        found.push(Write { by, bytes });
                    }
                    Op::Call { callee, args } if self.may_write(by, &callee, &args, address) => {
                        let copied = self.copy(user).and_then(|copied| Some((at?, at? + copied.bytes)));
                        found.push(Write { by, bytes: copied });
                    }
                    Op::OpaqueCall | Op::ReadModifyWrite(..) | Op::CompareExchange { .. } => {
                        found.push(Write { by, bytes: None });
                    }
                    _ => {}
                }
            }
        }
        found
    }

    /// Whether a call may write where an address leads that it is passed.
    fn may_write(&self, call: InstructionValue<'ctx>, callee: &str, args: &[Val], address: Val) -> bool {
        let source_only = callee.starts_with("llvm.mem") && args.first() != Some(&address);
        let marks = ["llvm.lifetime.", "llvm.dbg.", super::host::STUB].iter().any(|name| callee.contains(name));
        let launches = matches!(calls::callee(call), Some(Callee::Declared(_)))
            && calls::base_name(callee).starts_with("cudaLaunch");
        !(source_only || marks || launches) && args.contains(&address)
    }

    /// Whether an instruction is executed before another whenever that is.
    pub(super) fn comes_before(&self, first: InstructionValue<'ctx>, then: InstructionValue<'ctx>) -> bool {
        let (Some(a), Some(b)) = (self.block(first), self.block(then)) else { return false };
        if a != b {
            return self.cfg.dominates(a, b);
        }
        let mut before = std::iter::successors(then.get_previous_instruction(), |i| i.get_previous_instruction());
        before.any(|i| i == first)
    }

    pub(super) fn block(&self, instruction: InstructionValue<'ctx>) -> Option<BlockId> {
        self.cfg.block_of(instruction)
    }
}

/// The bytes of a value that is stored.
fn size(value: Val) -> Option<i64> {
    match value.ty() {
        Ty::Pointer => Some(POINTER),
        Ty::Int(bits) | Ty::Float(bits) => Some(i64::from(bits.div_ceil(8))),
        Ty::Void | Ty::Aggregate(_) | Ty::Other => None,
    }
}
