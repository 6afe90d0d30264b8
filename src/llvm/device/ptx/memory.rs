//! Memory operations and fences in inline PTX: `ld`, `st`, `atom`, `red`, `fence`, `membar`.
//!
//! For example `setp.ne.b32 p, $2, 0; @p ld.global.f32 $0, [$1+16];` reads four bytes behind argument 1 where argument 2 is not
//! zero.
//!
//! Source: PTX ISA, memory consistency model and the instructions of these names. An operation with `.relaxed`, `.acquire`,
//! `.release` or `.acq_rel` is atomic in its scope; `atom` and `red` are atomic on the device if they name no scope; a plain
//! `ld` or `st` is weak (but see `architecture`). A vector is one access to all of its bytes: its elements are accessed in no order
//! that is told. What an operation orders is told apart from the operation itself.
//!
//! Direction of imprecision: what is not understood in full (other predicates, other state spaces than global and shared) is
//! `None`, and the caller reports it.

use super::mbarriers::{self, Instruction};
use super::opcode::Parts;
use super::predicates::{Predicates, When};
use super::text::{Operand, listed, operand, split};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::device::access::{AtomicOp, AtomicScope, Mode};
use crate::llvm::device::found::pointer;
use inkwell::llvm_sys::core::{LLVMGetCalledValue, LLVMGetInlineAsmHasSideEffects, LLVMIsAInlineAsm};
use inkwell::values::{AsValueRef, InstructionValue};

/// What a statement does to memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    Access(Operation),
    Fence(AtomicScope),
}

impl Statement {
    /// Whether other threads may rely on when it happens.
    pub(crate) fn orders(&self) -> bool {
        match self {
            Statement::Fence(_) => true,
            Statement::Access(operation) => {
                matches!(operation.mode, Mode::Atomic { .. }) || operation.mbarrier.is_some()
            }
        }
    }

    fn is_mbarrier(&self) -> bool {
        match self {
            Statement::Fence(_) => false,
            Statement::Access(operation) => operation.mbarrier.is_some(),
        }
    }
}

/// One access.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Operation {
    pub(crate) mode: Mode,
    pub(crate) volatile: bool,
    pub(crate) bytes: u64,
    /// The number of the operand that is the address.
    address: u32,
    /// Bytes behind it.
    pub(crate) offset: i64,
    /// A number is an address in shared memory.
    pub(crate) shared: bool,
    /// `None`: always.
    pub(crate) when: Option<When>,
    /// What comes after the address, where that is understood.
    pub(crate) inputs: Vec<Option<Operand>>,
    /// On whole numbers, or bits.
    pub(crate) whole: bool,
    /// By the path that no order makes see a write.
    pub(crate) non_coherent: bool,
    /// Past the caches of one multiprocessor.
    pub(super) shared_cache: bool,
    /// Later accesses of the thread come after it.
    pub(crate) acquires: bool,
    /// Earlier accesses of the thread come before it.
    pub(crate) releases: bool,
    /// What it does to an mbarrier, if it is one.
    pub(crate) mbarrier: Option<Instruction>,
    /// For whom that orders, if it says so.
    pub(crate) within: Option<AtomicScope>,
}

/// The statements of a template, each with what it does to memory where it does that and is understood.
pub(crate) fn parsed(template: &str) -> Vec<(String, Option<Statement>)> {
    let mut predicates = Predicates::default();
    let with_mbarrier = mbarriers::form(template).is_some();
    let parse = |text: String| {
        let statement = match text.strip_prefix('@') {
            Some(rest) => predicated(rest, &predicates),
            None => statement(&text),
        };
        let statement = statement.filter(|s| with_mbarrier || !s.is_mbarrier());
        predicates.pass(&text);
        (text, statement)
    };
    split(template).into_iter().map(parse).collect()
}

/// A plain access under a predicate, or an operation on an mbarrier, without its `@`.
fn predicated(text: &str, predicates: &Predicates) -> Option<Statement> {
    let (predicate, rest) = text.trim_start().split_once(char::is_whitespace)?;
    let when = predicates.when(predicate)?;
    match statement(rest)? {
        Statement::Access(access) if matches!(access.mode, Mode::Read | Mode::Write) || access.mbarrier.is_some() => {
            Some(Statement::Access(Operation { when: Some(when), ..access }))
        }
        Statement::Access(_) | Statement::Fence(_) => None,
    }
}

/// The memory operations and fences of a template that are understood, in order.
pub(crate) fn statements(template: &str) -> Vec<Statement> {
    parsed(template).into_iter().filter_map(|(_, statement)| statement).collect()
}

/// What inline assembly accesses, with the arguments of the call that are its address and its predicate; `None` if an address
/// is not passed as a pointer, or as a number that is one in shared memory.
pub(crate) fn accesses(call: InstructionValue<'_>) -> Option<Vec<(Operation, u32)>> {
    let Some(Callee::Assembly(template)) = callee(call) else { return Some(vec![]) };
    let mut found = vec![];
    for statement in statements(&template) {
        if let Statement::Access(operation) = statement {
            let mut operation = operation.on(call);
            let constraints = ffi::assembly_constraints(call)?;
            let address = argument(&constraints, operation.address)?;
            if pointer(call, address).is_none() && !operation.shared {
                return None;
            }
            if let Some(when) = &mut operation.when {
                when.operand = argument(&constraints, when.operand)?;
            }
            found.push((operation, address));
        }
    }
    Some(found)
}

/// The argument of the call behind an operand: outputs are numbered first, and are no arguments.
pub(crate) fn argument(constraints: &str, operand: u32) -> Option<u32> {
    let outputs = constraints.split(',').filter(|c| c.starts_with('=')).count();
    if constraints.contains('*') {
        return None; // outputs through memory are arguments
    }
    operand.checked_sub(u32::try_from(outputs).ok()?)
}

/// Whether a compiler may move the inline assembly of a call, or leave it out: it has no effect that the source tells of.
pub(crate) fn may_move_assembly(call: InstructionValue<'_>) -> bool {
    // SAFETY: a live call instruction.
    let kept = unsafe {
        let callee = LLVMGetCalledValue(call.as_value_ref());
        LLVMIsAInlineAsm(callee).is_null() || LLVMGetInlineAsmHasSideEffects(callee) != 0
    };
    !kept && !clobbers_memory(call)
}

/// Whether inline assembly says that it reads and writes any memory.
pub(crate) fn clobbers_memory(call: InstructionValue<'_>) -> bool {
    ffi::assembly_constraints(call).is_some_and(|constraints| constraints.contains("~{memory}"))
}

/// One statement, without its semicolon.
pub(crate) fn statement(text: &str) -> Option<Statement> {
    if let Some(said) = mbarriers::statement(text) {
        return on_mbarrier(said);
    }
    let (opcode, operands) = text.trim().split_once(char::is_whitespace).unwrap_or((text.trim(), ""));
    let mut words = opcode.split('.');
    let name = words.next()?;
    let mut parts = Parts::default();
    for word in words {
        parts.take(name, word)?;
    }
    if name == "fence" || name == "membar" {
        let one_sided = matches!(parts.order, Some("acquire" | "release"));
        return parts.scope.filter(|_| !one_sided).map(Statement::Fence);
    }
    let mode = parts.mode(name)?;
    let operands = listed(operands);
    let expected = usize::from(name == "ld" || name == "atom");
    if operands.iter().position(|o| o.starts_with('[')) != Some(expected) {
        return None;
    }
    let (address, offset) = place(operands.get(expected)?)?;
    let inputs = operands.iter().skip(expected + 1).map(|o| operand(o)).collect();
    let (bytes, whole) = (parts.bytes? * parts.elements.unwrap_or(1), parts.whole);
    let acquires = matches!(parts.order, Some("acquire" | "acq_rel"));
    let releases = matches!(parts.order, Some("release" | "acq_rel"));
    let volatile = parts.order == Some("volatile");
    let (non_coherent, shared_cache) = (parts.non_coherent.is_some(), parts.shared_cache.is_some());
    Some(Statement::Access(Operation {
        mode,
        volatile,
        bytes,
        address,
        offset,
        shared: parts.shared.is_some(),
        when: None,
        inputs,
        whole,
        non_coherent,
        shared_cache,
        acquires,
        releases,
        mbarrier: None,
        within: None,
    }))
}

/// What an operation on an mbarrier accesses: setting one up is a plain write, all else is atomic for the cluster.
fn on_mbarrier(said: mbarriers::Said<'_>) -> Option<Statement> {
    let (address, offset) = place(said.address)?;
    let atomic = |op| Mode::Atomic { op, scope: AtomicScope::Cluster };
    let (mode, acquires, releases) = match said.instruction {
        Instruction::Init | Instruction::Invalidate => (Mode::Write, false, false),
        Instruction::Arrive | Instruction::Drop | Instruction::ArriveExpecting => (atomic(AtomicOp::Sub), false, true),
        Instruction::Expect => (atomic(AtomicOp::Add), false, false),
        Instruction::Complete => (atomic(AtomicOp::Sub), false, false),
        Instruction::Test(_) => (atomic(AtomicOp::Load), true, false),
    };
    Some(Statement::Access(Operation {
        mode,
        volatile: false,
        bytes: mbarriers::BYTES,
        address,
        offset,
        shared: said.shared,
        when: None,
        inputs: said.inputs.iter().map(|o| operand(o)).collect(),
        whole: true,
        non_coherent: false,
        shared_cache: false,
        acquires,
        releases,
        mbarrier: Some(said.instruction),
        within: said.scope,
    }))
}

/// `[$1]` or `[$1+16]`: the operand, and bytes behind it.
fn place(text: &str) -> Option<(u32, i64)> {
    let inside = text.strip_prefix("[$")?.strip_suffix(']')?;
    let end = inside.find(|c: char| !c.is_ascii_digit()).unwrap_or(inside.len());
    let rest: String = inside[end..].split_whitespace().collect();
    let offset = if rest.is_empty() { 0 } else { rest.strip_prefix('+').unwrap_or(&rest).parse().ok()? };
    (rest.is_empty() || rest.starts_with(['+', '-'])).then_some((inside[..end].parse().ok()?, offset))
}

#[cfg(test)]
mod tests {
    use super::{AtomicOp, AtomicScope, Mode, Operation, Statement, argument, statement};

    fn access(text: &str) -> Option<(Mode, u64, u32, bool)> {
        match statement(text) {
            Some(Statement::Access(o)) if !o.volatile => Some((o.mode, o.bytes, o.address, o.acquires || o.releases)),
            Some(Statement::Access(_) | Statement::Fence(_)) | None => None,
        }
    }

    #[test]
    fn atomic_operations_have_an_operation_a_scope_and_a_width() {
        let atomic = |op, scope| Mode::Atomic { op, scope };
        let add = atomic(AtomicOp::Add, AtomicScope::Block);
        assert_eq!(access("atom.add.relaxed.cta.s32 $0, [$1], 1"), Some((add, 4, 1, false)));
        let add = atomic(AtomicOp::Add, AtomicScope::Device);
        assert_eq!(access("atom.acq_rel.gpu.global.add.u64 $0, [$1], $2"), Some((add, 8, 1, true)));
        assert_eq!(access("red.global.add.f32 [$0], $1"), Some((add, 4, 0, false)));
        let cas = atomic(AtomicOp::CompareExchange, AtomicScope::System);
        assert_eq!(access("atom.cas.release.sys.b32 $0,[$1],$2,$3"), Some((cas, 4, 1, true)));
        let load = atomic(AtomicOp::Load, AtomicScope::Device);
        assert_eq!(access("ld.acquire.gpu.b32 $0,[$1]"), Some((load, 4, 1, true)));
        let store = atomic(AtomicOp::Store, AtomicScope::Cluster);
        assert_eq!(access("st.relaxed.cluster.b16 [$0], $1"), Some((store, 2, 0, false)));
    }

    #[test]
    fn weak_operations_are_plain() {
        assert_eq!(access("ld.global.nc.f32 $0, [$1]"), Some((Mode::Read, 4, 1, false)));
        assert_eq!(access("st.weak.b64 [$0], $1"), Some((Mode::Write, 8, 0, false)));
        assert_eq!(access("ld.global.nc.L1::no_allocate.v2.u64 {$0, $1}, [$2]"), Some((Mode::Read, 16, 2, false)));
        assert_eq!(access("st.global.v4.f32 [$0], {$1, $2, $3, $4}"), Some((Mode::Write, 16, 0, false)));
        let volatile = |s| matches!(s, Some(Statement::Access(Operation { volatile: true, mode: Mode::Read, .. })));
        assert!(volatile(statement("ld.volatile.global.u32 $0, [$1]")));
    }

    #[test]
    fn addresses_have_offsets_and_spaces() {
        let parts = |text| match statement(text) {
            Some(Statement::Access(o)) => Some((o.address, o.offset, o.shared)),
            Some(Statement::Fence(_)) | None => None,
        };
        assert_eq!(parts("ld.global.v4.u32 {$0,$1,$2,$3}, [$4+16]"), Some((4, 16, false)));
        assert_eq!(parts("st.shared.f32 [$0 + -8], $1"), Some((0, -8, true)));
        assert_eq!(parts("ld.shared::cta.b32 $0, [$1]"), Some((1, 0, true)));
    }

    #[test]
    fn plain_accesses_may_have_a_predicate() {
        let whens = |tail: &str| -> Vec<Option<(u32, bool)>> {
            let template = format!("{{ .reg .pred p; setp.ne.b32 p, $2, 0; {tail}}}");
            let when = |s: Statement| match s {
                Statement::Access(o) => o.when.map(|when| (when.operand, when.is_zero)),
                Statement::Fence(_) => None,
            };
            super::statements(&template).into_iter().map(when).collect()
        };
        assert_eq!(whens("@p ld.global.f32 $0, [$1];"), [Some((2, false))]);
        assert_eq!(whens("@!p st.global.f32 [$1], $0;"), [Some((2, true))]);
        assert_eq!(whens("@q ld.global.f32 $0, [$1]; @p atom.add.u32 $0, [$1], 1;"), []);
    }

    #[test]
    fn fences() {
        assert_eq!(statement("fence.acq_rel.gpu"), Some(Statement::Fence(AtomicScope::Device)));
        assert_eq!(statement("fence.sc.cta"), Some(Statement::Fence(AtomicScope::Block)));
        assert_eq!(statement("membar.gl"), Some(Statement::Fence(AtomicScope::Device)));
    }

    #[test]
    fn what_is_not_understood_is_left_to_the_caller() {
        for text in [
            "@p atom.add.u32 $0, [$1], 1",
            "atom.u32 $0, [$1], 1",
            "atom.add.u32 $0, [$1+x], 1",
            "atom.add $0, [$1], 1",
            "ld.global.v2.f32",
            "ld.global.v2.f32 {$0, $1}, [$2*8]",
            "ld.global.v2.v2.f32 {$0, $1}, [$2]",
            "red.global.v2.f32.add [$0], {$1, $2}",
            "ld.relaxed.u32 $0, [$1]",
            "ld.gpu.u32 $0, [$1]",
            "st.global.u32 [r], $0",
            "fence.proxy.async",
            "fence.mbarrier_init.release.cluster",
            "add.u32 $0, $1, $2",
            "",
        ] {
            assert_eq!(statement(text), None, "{text}");
        }
    }

    #[test]
    fn arguments_come_after_the_outputs() {
        assert_eq!(argument("=r,l,~{memory}", 1), Some(0));
        assert_eq!(argument("=r,=r,l,r", 3), Some(1));
        assert_eq!(argument("l,r", 0), Some(0));
        assert_eq!(argument("=r,l", 0), None);
        assert_eq!(argument("=*m,l", 1), None);
    }
}
