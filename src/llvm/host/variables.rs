//! The variables of a function of the host: who writes them, and when.
//!
//! Source: LLVM's language reference. Direction: a call that was passed a variable's address is taken not to keep it for later
//! ones.

use crate::llvm::bind::calls::{self, Callee};
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::llvm::flow::cfg::{BlockId, Cfg};
use inkwell::values::{FunctionValue, InstructionValue};
use std::collections::BTreeSet;

/// The bytes of a pointer.
pub(crate) const POINTER: i64 = 8;

/// Functions of the runtime that write one pointer, where their first argument leads.
const GIVING: [&str; 5] =
    ["cudaMalloc", "cudaMallocAsync", "cudaMallocHost", "cudaMallocManaged", super::names::SYMBOL_ADDRESS];

/// A write into a variable of the host.
pub(crate) struct Write<'ctx> {
    pub(crate) by: InstructionValue<'ctx>,
    /// The bytes that it may change; `None`: any.
    pub(crate) bytes: Option<(i64, i64)>,
}

/// So many bytes from one variable of the host to another.
pub(crate) struct Copied {
    pub(crate) to: (Val, i64),
    pub(crate) from: (Val, i64),
    pub(crate) bytes: i64,
}

/// A use of an address in a variable.
struct Use {
    user: Val,
    address: Val,
    /// Where in the variable the address leads, in bytes, if that is known.
    at: Option<i64>,
}

impl Use {
    /// So many bytes from the address on, as a part of the variable.
    fn reaching(&self, bytes: Option<i64>) -> Option<(i64, i64)> {
        self.at.zip(bytes).map(|(at, bytes)| (at, at + bytes))
    }
}

pub(crate) struct Variables<'ctx> {
    layout: Layout,
    pub(crate) cfg: Cfg<'ctx>,
}

impl<'ctx> Variables<'ctx> {
    /// `None` if the function is not understood.
    pub(crate) fn new(layout: Layout, function: FunctionValue<'ctx>) -> Option<Self> {
        let cfg = Cfg::of(function).filter(|cfg| !cfg.irreducible)?;
        Some(Variables { layout, cfg })
    }

    /// The variable of a call that an address leads into, and where.
    pub(crate) fn variable(&self, address: Val) -> Option<(Val, i64)> {
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
    pub(crate) fn copy(&self, call: Val) -> Option<Copied> {
        let Op::Call { callee, args } = call.op(self.layout) else { return None };
        let copies = ["llvm.memcpy.", "llvm.memmove."].iter().any(|name| callee.starts_with(name));
        let [to, from, bytes, ..] = args.as_slice() else { return None };
        let bytes = i64::try_from(bytes.constant()?).ok()?;
        Some(Copied { to: self.variable(*to).filter(|_| copies)?, from: self.variable(*from)?, bytes })
    }

    /// The write into these bytes of a variable that is the last one whenever an instruction is executed. Those that come later do not count.
    pub(crate) fn last_write(
        &self,
        variable: Val,
        (from, to): (i64, i64),
        when: InstructionValue<'ctx>,
    ) -> Option<Write<'ctx>> {
        let overlaps =
            |w: &Write<'ctx>| w.bytes.is_none_or(|(first, end)| first < to && from < end) && !self.is_later(w.by, when);
        let writes: Vec<Write<'ctx>> = self.writes(variable)?.into_iter().filter(overlaps).collect();
        if !writes.iter().all(|w| self.comes_before(w.by, when)) {
            return None;
        }
        let is_last = |w: &Write<'ctx>| writes.iter().all(|o| o.by == w.by || self.comes_before(o.by, w.by));
        let at = writes.iter().position(is_last)?;
        writes.into_iter().nth(at)
    }

    /// Where values that are wanted are stored in a variable, by themselves or with a variable that is copied to it.
    pub(crate) fn stored(&self, variable: Val, wanted: &dyn Fn(&Ty) -> bool) -> BTreeSet<(i64, i64)> {
        let mut found = BTreeSet::new();
        for write in self.writes(variable).unwrap_or_default() {
            match self.value(&write) {
                Some(value) => found.extend(write.bytes.filter(|_| wanted(&value.ty()))),
                None => found.extend(self.copied(Val::of(&write.by), wanted)),
            }
        }
        found
    }

    fn copied(&self, copy: Val, wanted: &dyn Fn(&Ty) -> bool) -> Vec<(i64, i64)> {
        let Some(Copied { to, from, bytes }) = self.copy(copy) else { return vec![] };
        let stores = |w: &Write<'ctx>| self.value(w).is_some_and(|value| wanted(&value.ty()));
        let writes = self.writes(from.0).unwrap_or_default().into_iter().filter(stores);
        let within = writes.filter_map(|w| w.bytes).filter(|(at, _)| from.1 <= *at && *at < from.1 + bytes);
        within.map(|(at, end)| (at - from.1 + to.1, end - from.1 + to.1)).collect()
    }

    /// The number that is stored in these bytes of a variable when an instruction is executed, if that is one store's.
    pub(crate) fn number(
        &self,
        variable: Val,
        bytes: (i64, i64),
        when: InstructionValue<'ctx>,
        depth: u32,
    ) -> Option<Val> {
        let deeper = depth.checked_sub(1)?;
        let last = self.last_write(variable, bytes, when)?;
        if let Some(value) = self.value(&last) {
            return (last.bytes == Some(bytes)).then_some(value);
        }
        let Copied { to, from, bytes: size } = self.copy(Val::of(&last.by))?;
        let (first, end) = (bytes.0 - to.1, bytes.1 - to.1);
        let inside = first >= 0 && end <= size;
        inside.then(|| self.number(from.0, (first + from.1, end + from.1), last.by, deeper))?
    }

    /// What a write stores, if it is a store.
    fn value(&self, write: &Write<'ctx>) -> Option<Val> {
        let by = Val::of(&write.by);
        matches!(by.op(self.layout), Op::Store { .. }).then(|| by.operand(0))
    }

    /// All writes into a variable; `None` if its address goes where it is not followed.
    pub(crate) fn writes(&self, variable: Val) -> Option<Vec<Write<'ctx>>> {
        let mut found = vec![];
        for using in self.uses(variable) {
            if let Some(by) = using.user.as_instruction() {
                found.extend(self.writes_in(by, &using)?);
            }
        }
        Some(found)
    }

    /// The writes that one use of a variable's address makes; `None` if the address goes where it is not followed.
    fn writes_in(&self, by: InstructionValue<'ctx>, using: &Use) -> Option<Vec<Write<'ctx>>> {
        let Use { user, address, .. } = *using;
        match user.op(self.layout) {
            Op::Gep { .. } | Op::Same(_) | Op::Load { .. } | Op::Compare { .. } => Some(vec![]),
            Op::Store { pointer } if pointer == address => {
                Some(vec![Write { by, bytes: using.reaching(size(user.operand(0))) }])
            }
            Op::Store { pointer } => {
                let (holder, _) = self.variable(pointer)?;
                self.writes_by_holder(holder)
            }
            Op::Call { callee, args } if self.may_write(by, &callee, &args, address) => {
                Some(vec![Write { by, bytes: using.reaching(self.written_by_call(user, &callee, &args, address)) }])
            }
            Op::Call { .. } => Some(vec![]),
            Op::OpaqueCall | Op::ReadModifyWrite(..) | Op::CompareExchange { .. } => {
                Some(vec![Write { by, bytes: None }])
            }
            Op::Constant(..)
            | Op::Null
            | Op::Undef
            | Op::Zero
            | Op::Argument(_)
            | Op::Global
            | Op::Aggregate(_)
            | Op::Binary { .. }
            | Op::Pure(..)
            | Op::Cast(..)
            | Op::PtrToInt(_)
            | Op::IntToPtr(_)
            | Op::Select(..)
            | Op::Phi(_)
            | Op::Extract(..)
            | Op::Insert(..)
            | Op::ExtractElement(..)
            | Op::InsertElement(..)
            | Op::Shuffle(..)
            | Op::Alloca
            | Op::Branch(_)
            | Op::Switch { .. }
            | Op::Return
            | Op::Unreachable
            | Op::Fence
            | Op::NotModelled(_)
            | Op::Other(_) => None,
        }
    }

    /// How many bytes a call writes from an address on that it is passed, if that is known.
    fn written_by_call(&self, call: Val, callee: &str, args: &[Val], address: Val) -> Option<i64> {
        match self.copy(call) {
            Some(copied) => Some(copied.bytes),
            None => (args.first() == Some(&address) && gives_pointer(callee)).then_some(POINTER),
        }
    }

    /// The writes into a variable whose address another one holds; `None` if that is read, or copied.
    fn writes_by_holder(&self, holder: Val) -> Option<Vec<Write<'ctx>>> {
        let mut found = vec![];
        for Use { user, address, .. } in self.uses(holder) {
            let Some(by) = user.as_instruction() else { continue };
            let is_way = matches!(user.op(self.layout), Op::Gep { .. } | Op::Same(_));
            let is_filled = matches!(user.op(self.layout), Op::Store { pointer } if pointer == address);
            let Op::Call { callee, args } = user.op(self.layout) else {
                if is_way || is_filled { continue } else { return None }
            };
            if callee.starts_with("llvm.mem") && args.first() != Some(&address) {
                return None;
            }
            if self.may_write(by, &callee, &args, address) {
                found.push(Write { by, bytes: None });
            }
        }
        Some(found)
    }

    /// The uses of a variable's address, and of addresses in the variable that are computed from it.
    fn uses(&self, variable: Val) -> Vec<Use> {
        let (mut found, mut open) = (vec![], vec![(variable, Some(0))]);
        while let Some((address, at)) = open.pop() {
            for user in address.users() {
                found.push(Use { user, address, at });
                if let Op::Gep { constant, indices, .. } = user.op(self.layout) {
                    let further = at.map(|at: i64| at.wrapping_add(constant));
                    open.push((user, further.filter(|_| indices.is_empty())));
                } else if let Op::Same(_) = user.op(self.layout) {
                    open.push((user, at));
                }
            }
        }
        found
    }

    /// The instructions that a variable's address, or one in it, goes into.
    pub(crate) fn users(&self, variable: Val) -> Vec<Val> {
        let users = self.uses(variable).into_iter().map(|using| using.user);
        users.filter(|user| user.as_instruction().is_some()).collect()
    }

    /// Whether a call may write where an address leads that it is passed.
    fn may_write(&self, call: InstructionValue<'ctx>, callee: &str, args: &[Val], address: Val) -> bool {
        let source_only = callee.starts_with("llvm.mem") && args.first() != Some(&address);
        let marks = ["llvm.lifetime.", "llvm.dbg.", super::names::STUB].iter().any(|name| callee.contains(name));
        let launches = matches!(calls::callee(call), Some(Callee::Declared(_)))
            && calls::base_name(callee).starts_with("cudaLaunch");
        !(source_only || marks || launches) && args.contains(&address)
    }

    /// Whether an instruction is executed before another whenever that is.
    pub(crate) fn comes_before(&self, first: InstructionValue<'ctx>, then: InstructionValue<'ctx>) -> bool {
        let (Some(a), Some(b)) = (self.block(first), self.block(then)) else { return false };
        if a != b {
            return self.cfg.dominates(a, b);
        }
        let mut before = std::iter::successors(then.get_previous_instruction(), |i| i.get_previous_instruction());
        before.any(|i| i == first)
    }

    /// Whether an instruction is never executed before another.
    pub(crate) fn is_later(&self, then: InstructionValue<'ctx>, first: InstructionValue<'ctx>) -> bool {
        let is_once = self.block(first).is_some_and(|block| self.cfg.innermost(block).is_none());
        is_once && self.comes_before(first, then)
    }

    pub(crate) fn block(&self, instruction: InstructionValue<'ctx>) -> Option<BlockId> {
        self.cfg.block_of(instruction)
    }
}

/// Whether a function writes a pointer where its first argument leads, and nothing else there.
fn gives_pointer(callee: &str) -> bool {
    GIVING.contains(&calls::base_name(callee).as_str())
}

/// The bytes of a value that is stored.
fn size(value: Val) -> Option<i64> {
    match value.ty() {
        Ty::Pointer => Some(POINTER),
        Ty::Int(bits) | Ty::Float(bits) => Some(i64::from(bits.div_ceil(8))),
        Ty::Void | Ty::Aggregate(_) | Ty::Other => None,
    }
}
