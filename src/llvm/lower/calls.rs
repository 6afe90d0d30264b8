//! Calls: barriers, builtin variables, assumptions, and everything that only computes a value.

use super::super::Externals;
use super::super::asm::{self, CopyStep};
use super::super::calls::{Callee, callee};
use super::super::cfg::BlockId;
use super::super::constructs;
use super::super::ffi;
use super::super::ir::{Op, Ty, Val};
use super::super::library;
use super::super::markers::Marker;
use super::super::matrix;
use super::super::ptx;
use super::Lowerer;
use super::asynchronous::Place;
use super::operands::scalar_width;
use super::value::{Base, Value};
use crate::kernel::{Matching, Named, Step, Sync, SyncScope};
use crate::term::{BinaryOp, Sharing, Term};
use inkwell::attributes::AttributeLoc;
use inkwell::values::InstructionValue;

/// What an instruction synchronises; `None` if it is no barrier that the model knows.
pub(super) fn sync_scope(op: &Op) -> Option<SyncScope> {
    let Op::Call { callee, args } = op else { return None };
    let first_is_zero = args.first().is_some_and(|a| a.constant() == Some(0));
    match callee.as_str() {
        "llvm.nvvm.barrier0" | "llvm.nvvm.barrier0.popc" | "llvm.nvvm.barrier0.and" | "llvm.nvvm.barrier0.or" => {
            Some(SyncScope::Block)
        }
        "llvm.nvvm.barrier.sync" | "llvm.nvvm.barrier.n" | "llvm.nvvm.bar.sync" if first_is_zero => {
            Some(SyncScope::Block)
        }
        "llvm.nvvm.bar.warp.sync" => Some(SyncScope::Warp),
        "__raceproof_grid_sync" => Some(SyncScope::Grid),
        _ => None,
    }
}

/// The mask that names all lanes.
const WHOLE_WARP: u64 = 0xffff_ffff;

/// The first architecture whose threads are scheduled one by one (Volta).
const INDEPENDENT_THREADS: u32 = 70;

/// Operations of a warp from before they had masks, which order no memory and give each lane a value of its own.
fn is_lane_exchange(name: &str) -> bool {
    ["shfl.", "vote.", "match.", "redux.", "elect."].iter().any(|p| name.starts_with(p))
}

/// Convergent or memory operations of NVVM that are not modelled.
fn is_unmodelled(name: &str) -> bool {
    const PARTS: [&str; 13] = [
        "barrier", "bar.", "cp.async", "mbarrier", "wmma.", "ldmatrix", "stmatrix", "sust", "cluster", "tcgen",
        "wgmma", "exit", "mapa",
    ];
    PARTS.iter().any(|p| name.starts_with(p))
}

/// Asynchronous copies, commits and waits of the plain kind.
fn is_copy(name: &str) -> bool {
    let copies = ["cp.async.ca.shared.global.", "cp.async.cg.shared.global."];
    let orders = ["cp.async.commit.group", "cp.async.wait.group", "cp.async.wait.all"];
    copies.iter().any(|c| name.starts_with(c)) || orders.contains(&name)
}

const SPECIAL_REGISTERS: &str = "read.ptx.sreg.";

/// What threads meet for; see [`Sync`].
pub(super) struct Meeting {
    pub(super) scope: SyncScope,
    pub(super) matching: Matching,
    pub(super) mask: Option<Term>,
    pub(super) named: Option<Named>,
    pub(super) orders: bool,
}

impl Lowerer<'_, '_> {
    /// Lowers a call of a named function and gives its result.
    pub(super) fn call(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        val: Val,
        name: &str,
        args: &[Val],
    ) -> Value {
        let op = Op::Call { callee: name.to_owned(), args: args.to_vec() };
        if let Some(scope) = sync_scope(&op) {
            let partial = args.first().filter(|a| scope == SyncScope::Warp && a.constant() != Some(WHOLE_WARP));
            let mask = partial.map(|a| self.term(*a, 32));
            let matching = self.matching(name);
            self.sync(block, instruction, Meeting { scope, matching, mask, named: None, orders: true });
            return self.block_wide_result(name, args, &val.ty());
        }
        if self.named_barrier(block, instruction) {
            return Value::Opaque;
        }
        if let Some(value) = self.exchange(block, instruction, val, name, args) {
            return value;
        }
        if name == "llvm.nvvm.activemask" {
            return self.active_lanes(block);
        }
        if matrix::is_product(name) {
            self.together(block, instruction, vec![]);
        }
        if matrix::is_product(name) || matrix::tile_access(name).is_some() || matrix::rows_loaded(name).is_some() {
            // Its markers are the accesses. What a lane gets depends on all lanes.
            return self.or_opaque(Value::Opaque, &val.ty(), &format!("the result of `{name}`"));
        }
        if let Some(result) = self.integer_function(val, name, args) {
            return Value::Term(result);
        }
        if let Some(rest) = name.strip_prefix("llvm.nvvm.") {
            return self.nvvm(block, instruction, val, rest, args);
        }
        if let Some(rest) = name.strip_prefix("llvm.") {
            return self.intrinsic(block, val, rest, args);
        }
        match name {
            "__raceproof_assume" => {
                if let Some(c) = args.first() {
                    let c = self.truth_of(*c);
                    self.assume(block, c);
                    self.assumptions.push("the contracts in the source hold".into());
                }
                Value::Opaque
            }
            // Output and clocks touch no memory of the program.
            "vprintf" | "printf" | "fence" => {
                self.or_opaque(Value::Opaque, &val.ty(), "a result of the runtime library")
            }
            _ => self.unknown_function(instruction, val, name, args),
        }
    }

    fn truth_of(&mut self, val: Val) -> Term {
        let width = scalar_width(&val.ty());
        if width <= 1 {
            return self.term(val, 1);
        }
        let v = self.term(val, width);
        let zero = self.terms.constant(width, 0);
        self.terms.ne(v, zero)
    }

    /// Before sm_70 the hardware's barriers count warps, and so they need their threads at one place.
    fn matching(&self, name: &str) -> Matching {
        let function = self.input.kernel.function;
        let cpu = function.get_string_attribute(AttributeLoc::Function, "target-cpu");
        let cpu = cpu.map(|a| a.get_string_value().to_string_lossy().into_owned()).unwrap_or_default();
        let number = cpu.trim_start_matches("sm_").trim_end_matches(|c: char| !c.is_ascii_digit());
        let independent = number.parse().is_ok_and(|sm: u32| sm >= INDEPENDENT_THREADS);
        let meets = ["llvm.nvvm.barrier.sync", "llvm.nvvm.bar.warp.sync"].contains(&name);
        if meets && independent { Matching::Any } else { Matching::Site }
    }

    pub(super) fn sync(&mut self, block: BlockId, instruction: InstructionValue<'_>, meeting: Meeting) {
        let Meeting { scope, matching, mask, named, orders } = meeting;
        let truth = self.terms.truth();
        let guard = self.guards.get(&block).copied().unwrap_or(truth);
        let returned = self.returned_before(block);
        let alive = self.terms.not(returned);
        let span = self.span(instruction);
        self.steps.push(Step::Sync(Sync { guard, alive, scope, matching, mask, named, orders, agreed: vec![], span }));
        self.copies_at(instruction, guard, Place::Phase);
    }

    /// What `__syncthreads_and` and its kin give: one value for the block.
    fn block_wide_result(&mut self, name: &str, _args: &[Val], ty: &Ty) -> Value {
        let width = scalar_width(ty);
        if width == 0 {
            Value::Opaque
        } else {
            Value::Term(self.opaque(&format!("the result of `{name}`"), width, Sharing::Block))
        }
    }

    fn nvvm(&mut self, block: BlockId, instruction: InstructionValue<'_>, val: Val, name: &str, args: &[Val]) -> Value {
        if let Some(register) = name.strip_prefix(SPECIAL_REGISTERS) {
            return self.special_register(val, register);
        }
        if (name.starts_with("membar") || name.starts_with("fence")) && !constructs::is_special_fence(name) {
            self.fence(block, instruction, name);
            return Value::Opaque;
        }
        if is_lane_exchange(name) {
            return self.or_opaque(Value::Opaque, &val.ty(), &format!("the result of `{name}`"));
        }
        if is_copy(name) {
            return Value::Opaque; // its markers are the accesses, `in_flight` says how long they last
        }
        if is_unmodelled(name) || constructs::is_special_fence(name) {
            self.is_not_modelled(instruction, name, format!("`llvm.nvvm.{name}` is not modelled"));
            return self.or_opaque(Value::Opaque, &val.ty(), &format!("the result of `{name}`"));
        }
        if let Some(operation) = name.strip_prefix("atomic.") {
            return self.named_atomic(val, operation, args);
        }
        let reads = ["ldg.", "ldu.", "tex.", "suld.", "tld4."].iter().any(|p| name.starts_with(p));
        if reads {
            return self.or_opaque(Value::Opaque, &val.ty(), &format!("a value read by `{name}`"));
        }
        let value = self.pure_call(val, name, args);
        self.or_opaque(value, &val.ty(), &format!("the result of `{name}`"))
    }

    fn pure_call(&mut self, val: Val, name: &str, args: &[Val]) -> Value {
        let parts: Vec<Value> = args.iter().map(|a| self.value(*a)).collect();
        self.pure_scalar(&val.ty(), name, &parts)
    }

    fn special_register(&mut self, val: Val, register: &str) -> Value {
        let axis = |r: &str| match r {
            "x" => Some(0),
            "y" => Some(1),
            "z" => Some(2),
            _ => None,
        };
        let launch = self.launch;
        for (prefix, vars) in [
            ("tid.", launch.thread),
            ("ctaid.", launch.block),
            ("ntid.", launch.block_dim),
            ("nctaid.", launch.grid_dim),
        ] {
            if let Some(a) = register.strip_prefix(prefix).and_then(axis) {
                self.note_read(vars[a], val);
                return Value::Term(self.terms.var(vars[a]));
            }
        }
        if ["laneid", "lanemask", "warpid"].iter().any(|own| register.starts_with(own)) {
            self.note_read(launch.thread[0], val);
        }
        match register {
            "warpsize" => Value::Term(self.terms.constant(32, 32)),
            "laneid" => Value::Term(self.lane()),
            "lanemask.lt" | "lanemask_lt" => {
                let (lane, one, minus_one) = (self.lane(), self.terms.constant(32, 1), self.terms.int(32, -1));
                let own = self.terms.binary(BinaryOp::Shl, one, lane);
                Value::Term(self.terms.add(own, minus_one))
            }
            _ => self.or_opaque(Value::Opaque, &val.ty(), &format!("the special register `{register}`")),
        }
    }

    fn lane(&mut self) -> Term {
        let id = self.launch.linear(&mut self.terms);
        let warp = self.terms.constant(32, 32);
        self.terms.binary(BinaryOp::URem, id, warp)
    }

    fn intrinsic(&mut self, block: BlockId, val: Val, name: &str, args: &[Val]) -> Value {
        let head = name.split('.').next().unwrap_or(name);
        match head {
            "assume" => {
                if let Some(c) = args.first() {
                    let c = self.term(*c, 1);
                    self.assume(block, c);
                }
                Value::Opaque
            }
            "expect" | "ssa_copy" => args.first().map_or(Value::Opaque, |a| self.value(*a)),
            "dbg" | "lifetime" | "memcpy" | "memmove" | "memset" | "trap" | "debugtrap" | "donothing"
            | "experimental" | "invariant" => Value::Opaque,
            _ => {
                let value = self.pure_call(val, name, args);
                self.or_opaque(value, &val.ty(), &format!("the result of `llvm.{name}`"))
            }
        }
    }

    /// A function without a body here. What it computes is opaque; what it does to memory is limited by its arguments.
    fn unknown_function(&mut self, instruction: InstructionValue<'_>, val: Val, name: &str, args: &[Val]) -> Value {
        let shown = ffi::demangle(name);
        if let Some(Callee::Defined(_)) = callee(instruction) {
            self.is_unsupported(format!("the call of `{shown}` was not inlined"));
        }
        let reaches_memory = args.iter().any(|a| match self.value(*a) {
            Value::Pointer(targets) => targets.iter().any(|t| matches!(t.base, Base::Array(_))),
            Value::Aggregate(_) => true,
            Value::Opaque => a.ty() == Ty::Pointer,
            Value::Term(_) => false,
        });
        if reaches_memory {
            self.is_unsupported(format!("`{shown}` has no body here and is passed a pointer"));
        }
        let harmless = name.starts_with("__nv_") || super::super::calls::is_pure(instruction);
        if harmless && !reaches_memory {
            let value = self.pure_call(val, name, args);
            return self.or_opaque(value, &val.ty(), &format!("the result of `{shown}`"));
        }
        if !library::only_computes(&shown) && !reaches_memory {
            if self.is_taken_to_compute(&shown, val) {
                self.assumptions.push(format!("`{shown}`, which has no body here, only computes"));
            } else {
                self.is_unsupported(format!("`{shown}` has no body here: it may synchronise or access memory"));
            }
        }
        self.or_opaque(Value::Opaque, &val.ty(), &format!("the result of `{shown}`"))
    }

    /// Whether a function without a body is taken to do nothing but compute: `name` as the source has it.
    fn is_taken_to_compute(&self, name: &str, call: Val) -> bool {
        match self.input.externals {
            Externals::Unknown => false,
            Externals::StandIns => !library::is_reserved(name) && call.ty() != Ty::Void,
            Externals::Pure => true,
        }
    }

    /// Whether inline assembly consists of asynchronous copies, commits and waits, and each copy has its markers.
    fn is_marked_copy(&self, instruction: InstructionValue<'_>) -> bool {
        let Some(steps) = asm::copy_steps(instruction) else { return false };
        let copies = steps.iter().any(|s| matches!(s, CopyStep::Copy { .. }));
        let marker = instruction.get_previous_instruction().and_then(Marker::of);
        !copies || marker.is_some_and(|m| self.copy_of(&m).is_some())
    }

    /// Says so in the words that people have for what the instruction `name` belongs to.
    fn is_not_modelled(&mut self, instruction: InstructionValue<'_>, name: &str, otherwise: String) {
        let line = self.span(instruction).line;
        let words = constructs::construct(name);
        self.is_unsupported(match words {
            Some(words) => format!("the {words} at line {line} is not modelled: `{name}`"),
            None => otherwise,
        });
    }

    /// Inline assembly: accesses have their markers, arithmetic gives an opaque value, anything else makes the kernel
    /// unsupported.
    pub(super) fn opaque_call(&mut self, block: BlockId, instruction: InstructionValue<'_>) -> Value {
        if matrix::multiplies(instruction) {
            self.together(block, instruction, vec![]);
        }
        let ty = Val::of(&instruction).ty();
        let what = "the result of inline assembly";
        match callee(instruction) {
            Some(Callee::Assembly(_)) if self.named_barrier(block, instruction) => Value::Opaque,
            Some(Callee::Assembly(text)) if !self.is_marked_copy(instruction) => {
                if let Some(bad) = asm::unmodelled(&text) {
                    let otherwise = format!("inline assembly `{bad}` is not modelled");
                    self.is_not_modelled(instruction, constructs::opcode(&bad), otherwise);
                }
                if ptx::accesses(instruction).is_none() {
                    self.is_unsupported("inline assembly with an address that is no pointer is not modelled");
                }
                let value = match ptx::place_register(&text).filter(|_| scalar_width(&ty) == 32) {
                    Some(register) => self.special_register(Val::of(&instruction), &register),
                    None => self.exchanges_in(block, instruction, &text),
                };
                let value = self.or_opaque(value, &ty, what);
                self.orders_in(block, instruction, &text, &value);
                value
            }
            Some(Callee::Assembly(_)) => self.or_opaque(Value::Opaque, &ty, what),
            Some(Callee::Indirect | Callee::Defined(_) | Callee::Declared(_)) | None => {
                self.is_unsupported("a call through a pointer");
                self.or_opaque(Value::Opaque, &ty, what)
            }
        }
    }
}
