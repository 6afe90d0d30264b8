//! Calls: barriers, builtin variables, assumptions, and everything that only computes a value.

use super::intrinsics::short;
use super::lowerer::Lowerer;
use crate::kernel::target::REGISTER;
use crate::llvm::bind::calls::{Callee, callee, is_pure};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Ty, Val};
use crate::llvm::device::markers::Marker;
use crate::llvm::device::ptx::bulk::{self, BulkStep};
use crate::llvm::device::ptx::copies::{self, CopyStep};
use crate::llvm::device::ptx::{lanes, loads, memory, template};
use crate::llvm::device::waits::{Wait, waits};
use crate::llvm::device::{constructs, intrinsics, library};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Value};
use crate::llvm::prepare::prepared::REPLACEABLE;
use crate::llvm::reading::Externals;
use crate::verdict::{Assumption, Lacks};
use inkwell::attributes::AttributeLoc;
use inkwell::values::InstructionValue;

/// Whether inline assembly with this is nothing else, so that no other statement in it has to be understood.
fn is_whole_template(wait: &Wait) -> bool {
    match wait {
        Wait::Numbered(_) | Wait::Arrival(_) | Wait::Cluster(_) => true,
        // Those that are understood are told by their markers.
        Wait::Copies(_) => false,
        // Of these, assembly has the last three only, among statements that compute.
        Wait::Block { .. }
        | Wait::Grid
        | Wait::Warp(_)
        | Wait::Exchange { .. }
        | Wait::Product
        | Wait::WarpGroup(_) => false,
    }
}

impl Lowerer<'_, '_> {
    /// Lowers a call of a named function and gives its result.
    pub(crate) fn call(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        val: Val,
        name: &str,
        args: &[Val],
    ) -> Value {
        let waits = waits(instruction, self.layout);
        if !waits.is_empty() {
            let given = self.wait_in_turn(block, instruction, &waits, Some(name));
            return self.or_opaque(given, &val.ty(), &format!("the result of `{}`", short(name)));
        }
        if let Some(role) = intrinsics::role(name) {
            return self.intrinsic(block, instruction, val, (role, name), args);
        }
        if let Some(result) = self.integer_function(val, name, args) {
            return Value::Term(result);
        }
        match name {
            "__raceproof_assume" => {
                self.contract(block, args);
                Value::Opaque
            }
            "__raceproof_contents" | "__raceproof_contents_of_two" => {
                self.contents_contract(block, instruction, args);
                Value::Opaque
            }
            "__raceproof_assert" => {
                self.assertion(block, args);
                Value::Opaque
            }
            "__raceproof_left_out" => {
                self.is_unsupported("it uses a function that clang cannot compile".to_owned());
                Value::Opaque
            }
            "__raceproof_launches" => {
                self.is_unsupported("it launches kernels, whose accesses are not followed".to_owned());
                Value::Opaque
            }
            "vprintf" | "printf" => {
                self.output(block, &self.span(instruction), args, name == "vprintf");
                self.or_opaque(Value::Opaque, &val.ty(), "a result of the runtime library")
            }
            _ => self.unknown_function(instruction, val, name, args),
        }
    }

    /// A function without a body here. What it computes is opaque; what it does to memory is limited by its arguments.
    fn unknown_function(&mut self, instruction: InstructionValue<'_>, val: Val, name: &str, args: &[Val]) -> Value {
        let shown = ffi::demangle(name);
        if library::is_fetch(&shown) {
            self.out.assumptions.push(Assumption::TexturesAreUnwritten);
        }
        if let Some(Callee::Defined(_)) = callee(instruction) {
            self.is_unsupported(format!("the call of `{shown}` was not inlined"));
        }
        if self.survey.own_heap.contains(&val) {
            return self.private();
        }
        let reaches_memory = args.iter().any(|a| match self.value(*a) {
            Value::Pointer(targets) => targets.iter().any(|t| matches!(t.base, Base::Array(_) | Base::Remote(..))),
            Value::Aggregate(_) => true,
            Value::Opaque => a.ty() == Ty::Pointer,
            Value::Term(_) => false,
        });
        let lacks = match callee(instruction) {
            Some(Callee::Declared(f)) if f.get_string_attribute(AttributeLoc::Function, REPLACEABLE).is_some() => {
                Lacks::Finality
            }
            Some(Callee::Declared(_) | Callee::Defined(_) | Callee::Assembly(_) | Callee::Indirect) | None => {
                Lacks::Body
            }
        };
        if reaches_memory {
            let comma = if lacks == Lacks::Finality { "," } else { "" };
            self.is_unsupported(format!("`{shown}` {lacks}{comma} and is passed a pointer"));
        }
        let harmless = name.starts_with("__nv_") || is_pure(instruction);
        if harmless && !reaches_memory {
            // Not to be taken for an operation of this name.
            let value = self.pure_call(val, &format!("{name}()"), args);
            return self.or_opaque(value, &val.ty(), &format!("the result of `{shown}`"));
        }
        let is_known = library::only_computes(&shown) || library::frees(name);
        if !is_known && !reaches_memory {
            if self.is_taken_to_compute(&shown, val) {
                self.out.assumptions.push(Assumption::OnlyComputes { function: shown.clone(), lacks });
            } else {
                let at = self.at(instruction);
                self.is_unsupported(format!("`{shown}`, which is called{at}, {lacks}: it may synchronise or access memory; `--external pure` takes it to do neither"));
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
        if let Some(steps) = bulk::bulk_steps(instruction) {
            let copies = steps.iter().any(|s| matches!(s, BulkStep::Copy(_)));
            return !copies || instruction.get_previous_instruction().and_then(Marker::of).is_some();
        }
        let Some(steps) = copies::copy_steps(instruction) else { return false };
        let copies = steps.iter().any(|s| matches!(s, CopyStep::Copy { .. }));
        let marker = instruction.get_previous_instruction().and_then(Marker::of);
        !copies || marker.is_some_and(|m| self.copy_of(&m).is_some())
    }

    /// Says so in the words that people have for what the instruction `name` belongs to.
    pub(crate) fn is_not_modelled(&mut self, instruction: InstructionValue<'_>, name: &str, otherwise: String) {
        let place = self.at(instruction);
        let words = constructs::construct(name);
        self.is_unsupported(match words {
            Some(words) => format!("the {words}{place} is not modelled: `{name}`"),
            None => otherwise,
        });
    }

    /// Inline assembly: accesses have their markers, arithmetic gives an opaque value, anything else makes the kernel
    /// unsupported.
    pub(crate) fn opaque_call(&mut self, block: BlockId, instruction: InstructionValue<'_>) -> Value {
        let ty = Val::of(&instruction).ty();
        let what = "the result of inline assembly";
        let waits = waits(instruction, self.layout);
        let given = self.wait_in_turn(block, instruction, &waits, None);
        match callee(instruction) {
            Some(Callee::Assembly(_)) if waits.iter().any(is_whole_template) => given,
            Some(Callee::Assembly(text)) if !self.is_marked_copy(instruction) => {
                if let Some(bad) = template::unmodelled(&text) {
                    let otherwise = format!("inline assembly `{bad}` is not modelled");
                    self.is_not_modelled(instruction, constructs::opcode(&bad), otherwise);
                }
                if memory::accesses(instruction).is_none() {
                    self.is_unsupported("inline assembly with an address that is no pointer is not modelled");
                }
                if template::fetches(&text) {
                    self.out.assumptions.push(Assumption::TexturesAreUnwritten);
                }
                let asked = self.asked_of_cluster(instruction, &text);
                let elected = self.elected(instruction, &text);
                let value = match lanes::place_register(&text).filter(|_| scalar_width(&ty) == REGISTER) {
                    _ if asked.is_some() => asked.unwrap_or(Value::Opaque),
                    _ if elected.is_some() => elected.unwrap_or(Value::Opaque),
                    Some(register) => self.special_register(Val::of(&instruction), &register),
                    None if lanes::gives_active_lanes(&text) => self.active_lanes(block),
                    None => match loads::only_load(instruction) {
                        Some((load, address)) if load.bytes * 8 == u64::from(scalar_width(&ty)) => {
                            self.unwritten(Val::of(&instruction).operand(address), load.offset, &ty)
                        }
                        _ => given,
                    },
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
