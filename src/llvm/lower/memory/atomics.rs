//! What atomic operations do to their cells, and their results.
//!
//! Source: LLVM's `atomicrmw` and `cmpxchg`; `llvm.nvvm.atomic.*`; PTX ISA for inline assembly. An operation's marker
//! stands right before it, so that its access is the latest one.
//!
//! Direction: an operation that is not followed may store anything; results are arbitrary values, one per thread and
//! iteration. What a plain store stores is known from its marker.

use crate::kernel::target::REGISTER;
use crate::kernel::{Change, Mode, Step, Update};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Modification, Ty, Val};
use crate::llvm::device::access;
use crate::llvm::device::ptx::memory::{self, Operation};
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::Value;
use crate::term::{Axiom, CompareOp, Func, Node, Sharing, Term};
use crate::verdict::Assumption;
use inkwell::values::InstructionValue;

/// A `float` counts by one up to here.
const MOST_COUNTED: u64 = 1 << f32::MANTISSA_DIGITS;
const RESULT: &str = "the result of an atomic operation";

impl Lowerer<'_, '_> {
    /// What is known of an access before the operation itself is seen; `None` if it is not atomic.
    pub(crate) fn unfollowed(&mut self, mode: access::Mode, stored: Option<Val>) -> Option<Update> {
        let access::Mode::Atomic { op, .. } = mode else { return None };
        let change = match stored.and_then(|v| self.number(v)) {
            _ if op == access::AtomicOp::Load => Change::Nothing,
            Some(new) if op == access::AtomicOp::Store => Change::Set(new),
            Some(_) | None => Change::Unknown,
        };
        Some(Update { change, result: None, acquires: false, releases: false, scope: None })
    }

    /// The update of the latest access, if that is atomic and the only one of its marker.
    fn latest_update(&mut self) -> Option<&mut Update> {
        match self.out.steps.get_mut(self.walk.latest?)? {
            Step::Access(a) if matches!(a.mode, Mode::Atomic(_)) => a.update.as_mut(),
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
        }
    }

    fn note(&mut self, change: Change, result: Option<Func>) {
        if let Some(update) = self.latest_update() {
            (update.change, update.result) = (change, result);
        }
    }

    /// The symbol that a value is an application of.
    pub(crate) fn symbol_of(&self, value: &Value) -> Option<Func> {
        match value {
            Value::Term(t) => match self.terms.node(*t) {
                Node::Apply(f, _) => Some(*f),
                Node::Const { .. }
                | Node::Var(_)
                | Node::Not(_)
                | Node::Binary(..)
                | Node::Compare(..)
                | Node::Ite(..)
                | Node::Cast(..) => None,
            },
            Value::Pointer(_) | Value::Aggregate(_) | Value::Opaque => None,
        }
    }

    /// A whole number.
    pub(crate) fn number(&mut self, val: Val) -> Option<Term> {
        let width = scalar_width(&val.ty());
        (matches!(val.ty(), Ty::Int(_)) && width > 0).then(|| self.term(val, width))
    }

    pub(crate) fn read_modify_write(&mut self, val: Val, modification: Modification, by: Val) -> Value {
        let result = self.or_opaque(Value::Opaque, &val.ty(), RESULT);
        if modification == Modification::AddFloat {
            self.add_float(&result, by);
            return result;
        }
        let change = match (self.number(by), modification) {
            (Some(by), Modification::Add) => Change::Add(by),
            (Some(by), Modification::Exchange) => Change::Set(by),
            (Some(by), Modification::Or) => Change::SetBits(by),
            (Some(by), Modification::Count) => Change::Count(by),
            (_, Modification::AddFloat | Modification::Other) | (None, _) => Change::Unknown,
        };
        let symbol = self.symbol_of(&result);
        self.note(change, symbol);
        result
    }

    /// `int at = atomicAdd(out, 1)` of a `float *out`: where a constant whole number is added, the value before is one, too.
    fn add_float(&mut self, result: &Value, by: Val) {
        let by = match (by.ty(), self.value(by)) {
            (Ty::Float(32), Value::Term(by)) => self.terms.as_const(by).map(|bits| f32::from_bits(bits as u32)),
            _ => None,
        };
        let by = by.filter(|by| by.fract() == 0.0 && (1.0..MOST_COUNTED as f32).contains(by));
        let (Some(by), Value::Term(result), Some(counter)) = (by, result, self.latest_array()) else {
            let symbol = self.symbol_of(result);
            return self.note(Change::Unknown, symbol);
        };
        let count = self.opaque(RESULT, REGISTER, Sharing::Thread);
        let Some(symbol) = self.symbol_of(&Value::Term(count)) else { return };
        let most = self.terms.constant(REGISTER, MOST_COUNTED);
        let body = self.terms.compare(CompareOp::Ult, count, most);
        let params = self.walk.loops.iter().map(|l| l.counter).collect();
        self.terms.set_axiom(symbol, Axiom { params, body });
        self.walk.counts.insert(*result, (count, counter));
        let by = self.terms.constant(REGISTER, by as u64);
        self.note(Change::AddFloat(by), Some(symbol));
    }

    /// A number that was counted in floating point, where it is made a whole number.
    pub(crate) fn counted(&mut self, conversion: &str, args: &[Term]) -> Option<Term> {
        if !matches!(conversion, "fptosi" | "fptoui") {
            return None;
        }
        let (count, counter) = self.walk.counts.get(args.first()?)?.clone();
        self.out.assumptions.push(Assumption::CountsInFloat { counter });
        Some(count)
    }

    /// The name of the array that the latest access is one of.
    fn latest_array(&self) -> Option<String> {
        match self.out.steps.get(self.walk.latest?)? {
            Step::Access(a) => Some(self.objects.arrays.get(a.array.0)?.name.clone()),
            Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
        }
    }

    pub(crate) fn compare_exchange(&mut self, val: Val, (expected, new): (Val, Val), strong: bool) -> Value {
        let mut result = self.or_opaque(Value::Opaque, &val.ty(), RESULT);
        let (Some(expected), Some(new)) = (self.number(expected), self.number(new)) else { return result };
        if let Value::Aggregate(parts) = &mut result
            && let [Value::Term(before), replaced] = parts.as_mut_slice()
        {
            if strong {
                *replaced = Value::Term(self.terms.eq(*before, expected));
            }
            let symbol = self.symbol_of(&Value::Term(*before));
            self.note(Change::Replace { expected, new }, symbol);
        }
        result
    }

    /// `llvm.nvvm.atomic.<operation>.gen.<type>.<scope>`
    pub(crate) fn named_atomic(&mut self, val: Val, operation: &str, args: &[Val]) -> Value {
        let result = self.or_opaque(Value::Opaque, &val.ty(), &format!("a value read by `atomic.{operation}`"));
        let numbers: Option<Vec<Term>> = args.iter().skip(1).map(|a| self.number(*a)).collect();
        let word = operation.trim_start_matches("load.").split('.').next();
        let change = match (word, numbers.as_deref()) {
            (Some("add"), Some(&[by])) => Change::Add(by),
            (Some("exch"), Some(&[new])) => Change::Set(new),
            (Some("or"), Some(&[bits])) => Change::SetBits(bits),
            (Some("inc"), Some(&[limit])) => Change::Count(limit),
            (Some("cas"), Some(&[expected, new])) => Change::Replace { expected, new },
            _ => Change::Unknown,
        };
        let symbol = self.symbol_of(&result);
        self.note(change, symbol);
        result
    }

    /// The one access of inline assembly.
    pub(crate) fn assembly_update(&mut self, call: InstructionValue<'_>, operation: &Operation, result: &Value) {
        let constraints = ffi::assembly_constraints(call).unwrap_or_default();
        let width = operation.bytes.saturating_mul(8);
        let inputs: Option<Vec<Term>> = operation
            .inputs
            .iter()
            .map(|input| match (*input)? {
                Operand::Number(n) => match width {
                    8 | 16 | 32 | 64 => Some(self.terms.constant(width as u8, n)),
                    _ => None,
                },
                Operand::Register(i) => {
                    let val = Val::of(&call).operand(memory::argument(&constraints, i)?);
                    self.number(val).filter(|t| u64::from(self.terms.width(*t)) == width)
                }
            })
            .collect();
        let op = match operation.mode {
            access::Mode::Atomic { op, .. } if operation.whole => Some(op),
            access::Mode::Atomic { .. } | access::Mode::Read | access::Mode::Write => None,
        };
        if let Some(instruction) = operation.mbarrier {
            return self.mbarrier(call, operation, instruction, result);
        }
        let symbol = self.symbol_of(result).filter(|f| u64::from(self.terms.func_info(*f).width) == width);
        let Some(update) = self.latest_update() else { return };
        (update.acquires, update.releases) = (operation.acquires, operation.releases);
        update.result = symbol;
        update.change = match (op, inputs.as_deref()) {
            (Some(access::AtomicOp::Load), _) => Change::Nothing,
            (Some(access::AtomicOp::Add), Some(&[by])) => Change::Add(by),
            (Some(access::AtomicOp::Store | access::AtomicOp::Exchange), Some(&[new])) => Change::Set(new),
            (Some(access::AtomicOp::Or), Some(&[bits])) => Change::SetBits(bits),
            (Some(access::AtomicOp::CompareExchange), Some(&[expected, new])) => Change::Replace { expected, new },
            _ => return,
        };
    }
}
