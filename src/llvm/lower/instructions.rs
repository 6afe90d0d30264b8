//! One instruction at a time: what its value is.

use super::lowerer::Lowerer;
use crate::kernel::target::REGISTER;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::device::markers::Marker;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::values::operands::{elementwise, inserted, part, scalar_width};
use crate::llvm::lower::values::value::{Base, Target, Value, advance, choose};
use crate::llvm::prepare::dynamic::SHARED;
use crate::term::{CastOp, CompareOp, Sharing, Term, Width};

impl Lowerer<'_, '_> {
    /// Lowers the instructions of a block, phis excepted.
    pub(crate) fn block(&mut self, block: BlockId) {
        for instruction in self.cfg.block(block).get_instructions() {
            let val = Val::of(&instruction);
            if let Some(marker) = Marker::of(instruction) {
                self.access(block, &marker);
                continue;
            }
            let op = val.op(self.layout);
            self.end_at_trap(block, instruction);
            let value = match &op {
                Op::Phi(_) | Op::Store { .. } | Op::Return | Op::Unreachable | Op::Fence => continue,
                Op::Branch(_) | Op::Switch { .. } => {
                    self.assume_no_dead_end(block);
                    continue;
                }
                Op::Call { callee, args } => self.call(block, instruction, val, callee, args),
                Op::OpaqueCall => self.opaque_call(block, instruction),
                Op::Load { pointer, volatile, atomic } => self.load(instruction, val, *pointer, *volatile || *atomic),
                Op::ReadModifyWrite(modification, by) => self.read_modify_write(val, *modification, *by),
                Op::CompareExchange { expected, new, strong } => self.compare_exchange(val, (*expected, *new), *strong),
                Op::Constant(..)
                | Op::Null
                | Op::Undef
                | Op::Zero
                | Op::Argument(_)
                | Op::Global
                | Op::Aggregate(_)
                | Op::Binary { .. }
                | Op::Pure(..)
                | Op::Compare { .. }
                | Op::Cast(..)
                | Op::Same(_)
                | Op::PtrToInt(_)
                | Op::IntToPtr(_)
                | Op::Gep { .. }
                | Op::Select(..)
                | Op::Extract(..)
                | Op::Insert(..)
                | Op::ExtractElement(..)
                | Op::InsertElement(..)
                | Op::Shuffle(..)
                | Op::Alloca
                | Op::NotModelled(_)
                | Op::Other(_) => self.evaluate(val, &op),
            };
            self.define(val, value);
        }
    }

    pub(crate) fn define(&mut self, val: Val, value: Value) {
        let value = self.in_its_spaces(val, value);
        self.walk.values.insert(val, value);
        self.walk.defined.push(val);
    }

    /// The value of an operand.
    pub(crate) fn value(&mut self, val: Val) -> Value {
        if let Some(v) = self.walk.values.get(&val) {
            return v.clone();
        }
        let value = match val.op(self.layout) {
            Op::Argument(i) => self.argument(val, i),
            Op::Global => self.global(val),
            op @ (Op::Constant(..)
            | Op::Null
            | Op::Zero
            | Op::Undef
            | Op::Aggregate(_)
            | Op::Pure(..)
            | Op::Gep { .. }
            | Op::Same(_)
            | Op::PtrToInt(_)
            | Op::IntToPtr(_)
            | Op::Binary { .. }
            | Op::Cast(..)
            | Op::Compare { .. }) => self.evaluate(val, &op),
            _ => self.or_opaque(Value::Opaque, &val.ty(), "a value that is not followed"),
        };
        self.in_its_spaces(val, value)
    }

    /// The value of an operand as a term of `width` bits.
    pub(crate) fn term(&mut self, val: Val, width: Width) -> Term {
        let value = self.value(val);
        self.as_term(&value, width)
    }

    pub(crate) fn as_term(&mut self, value: &Value, width: Width) -> Term {
        match value {
            Value::Term(t) if self.terms.width(*t) == width => *t,
            Value::Pointer(targets) if width == 64 => self.address(targets),
            Value::Term(_) | Value::Pointer(_) | Value::Aggregate(_) | Value::Opaque => {
                self.opaque("a value that is not followed", width, Sharing::Thread)
            }
        }
    }

    /// The number behind a pointer: the object's address, a symbol, plus the offset.
    pub(crate) fn address(&mut self, targets: &[Target]) -> Term {
        let mut result: Option<Term> = None;
        for t in targets.iter().rev() {
            let start = match t.base {
                Base::Null => self.terms.constant(64, 0),
                Base::Private => self.opaque("the address of a thread's own memory", 64, Sharing::Thread),
                Base::ByValue(i) => self.pure(&format!("&parameter {i}"), 64, vec![]),
                Base::Array(a) if self.objects.arrays[a.0].unknown_object => self.terms.constant(64, 0),
                Base::Array(a) => self.start(a),
                Base::Remote(a, rank) => self.remote_start(a, rank),
            };
            let address = self.terms.add(start, t.offset);
            result = Some(match result {
                None => address,
                Some(rest) => self.terms.ite(t.when, address, rest),
            });
        }
        match result {
            Some(t) => t,
            None => self.opaque("the address of an unknown pointer", 64, Sharing::Thread),
        }
    }

    /// `value`, or, if it is not followed, fresh opaque values of the type.
    pub(crate) fn or_opaque(&mut self, value: Value, ty: &Ty, what: &str) -> Value {
        if value != Value::Opaque {
            return value;
        }
        match ty {
            Ty::Int(w) | Ty::Float(w) if *w <= 64 => Value::Term(self.opaque(what, *w as Width, Sharing::Thread)),
            Ty::Pointer => {
                let address = self.opaque(what, 64, Sharing::Thread);
                self.unknown_pointer(address)
            }
            Ty::Aggregate(parts) => {
                Value::Aggregate(parts.iter().map(|p| self.or_opaque(Value::Opaque, p, what)).collect())
            }
            Ty::Void | Ty::Other | Ty::Int(_) | Ty::Float(_) => Value::Opaque,
        }
    }

    /// Everything without effects: constants, arithmetic, pointers, aggregates.
    pub(crate) fn evaluate(&mut self, val: Val, op: &Op) -> Value {
        let ty = val.ty();
        let value = match op {
            Op::Constant(w, v) => Value::Term(self.terms.constant(*w, *v)),
            Op::Null => self.null_in(val.address_space()),
            Op::Zero => self.zero(&ty),
            Op::Aggregate(parts) => Value::Aggregate(parts.iter().map(|p| self.value(*p)).collect()),
            Op::Binary { op, a, b, no_signed_wrap } => self.arithmetic(val, *op, (*a, *b), *no_signed_wrap),
            Op::Pure(name, args) => self.pure_op(&ty, name, args),
            Op::Compare { op, a, b, negated } => self.comparison(*op, *a, *b, *negated),
            Op::Cast(op, a) => self.conversion(val, &ty, *op, *a),
            Op::Same(a) => self.reinterpret(*a, &ty),
            Op::PtrToInt(a) => self.pointer_as_number(*a, &ty),
            Op::IntToPtr(a) => self.pointer_at(*a),
            Op::Gep { base, constant, indices } => self.gep(*base, *constant, indices),
            Op::Select(c, a, b) => self.select(*c, *a, *b),
            Op::Extract(a, path) => path.iter().fold(self.value(*a), |v, i| part(&v, *i as usize)),
            Op::Insert(a, v, path) => self.with_part(*a, *v, path),
            Op::ExtractElement(a, i) => match (self.value(*a), i.constant()) {
                (v, Some(i)) => part(&v, i as usize),
                (_, None) => Value::Opaque,
            },
            Op::InsertElement(a, v, i) => match i.constant() {
                Some(i) => self.with_part(*a, *v, &[i as u32]),
                None => Value::Opaque,
            },
            Op::Shuffle(a, b, mask) => self.shuffle(*a, *b, mask),
            Op::Alloca => self.private(),
            Op::Undef => self.not_yet_written(&ty),
            Op::ReadModifyWrite(..)
            | Op::CompareExchange { .. }
            | Op::Load { .. }
            | Op::Phi(_)
            | Op::Argument(_)
            | Op::Global => Value::Opaque,
            Op::Store { .. }
            | Op::Call { .. }
            | Op::OpaqueCall
            | Op::Branch(_)
            | Op::Switch { .. }
            | Op::Return
            | Op::Unreachable
            | Op::Fence => Value::Opaque,
            Op::NotModelled(what) => return self.or_opaque(Value::Opaque, &ty, &format!("the result of a {what}")),
            Op::Other(what) => return self.or_opaque(Value::Opaque, &ty, &format!("the result of `{what}`")),
        };
        self.or_opaque(value, &ty, "a value that is not followed")
    }

    /// The null pointer of an address space.
    fn null_in(&mut self, space: u32) -> Value {
        if space != SHARED {
            return self.null();
        }
        // In shared memory something lies at address 0.
        let nothing = self.terms.constant(64, 0);
        self.unknown_pointer(nothing)
    }

    /// A pointer as a whole number of this type.
    fn pointer_as_number(&mut self, pointer: Val, ty: &Ty) -> Value {
        match (self.value(pointer), ty) {
            (Value::Pointer(targets), Ty::Int(64)) => Value::Term(self.address(&targets)),
            (Value::Pointer(targets), Ty::Int(32)) => {
                let address = self.address(&targets);
                Value::Term(self.terms.cast(CastOp::Trunc, 32, address))
            }
            (Value::Term(t), Ty::Int(64)) => Value::Term(t),
            _ => Value::Opaque,
        }
    }

    /// An aggregate or vector with another value at `path`.
    fn with_part(&mut self, aggregate: Val, new: Val, path: &[u32]) -> Value {
        let (base, new) = (self.whole(aggregate), self.value(new));
        inserted(base, &new, path)
    }

    fn pure_op(&mut self, ty: &Ty, name: &str, args: &[Val]) -> Value {
        let parts: Vec<Value> = args.iter().map(|a| self.value(*a)).collect();
        match ty {
            Ty::Aggregate(elements) => elementwise(elements.len(), |i| {
                let slice: Vec<Value> = parts.iter().map(|p| part(p, i)).collect();
                self.pure_scalar(&elements[i], name, &slice)
            }),
            Ty::Void | Ty::Int(_) | Ty::Float(_) | Ty::Pointer | Ty::Other => self.pure_scalar(ty, name, &parts),
        }
    }

    pub(crate) fn pure_scalar(&mut self, ty: &Ty, name: &str, args: &[Value]) -> Value {
        let width = scalar_width(ty);
        let mut terms = vec![];
        for a in args {
            match a {
                Value::Term(t) => terms.push(*t),
                Value::Pointer(targets) => terms.push(self.address(targets)),
                Value::Aggregate(_) | Value::Opaque => return Value::Opaque,
            }
        }
        let count = if width == REGISTER { self.counted(name, &terms) } else { None };
        match count {
            Some(count) => Value::Term(count),
            None if width == 0 => Value::Opaque,
            None => Value::Term(self.pure(name, width, terms)),
        }
    }

    fn comparison(&mut self, op: CompareOp, a: Val, b: Val, negated: bool) -> Value {
        if let Some((x, y)) = self.offsets_in_one_object(a, b) {
            // Pointers into one object compare as their offsets do: an object does not wrap around memory.
            let op = match op {
                CompareOp::Ult | CompareOp::Slt => CompareOp::Slt,
                CompareOp::Ule | CompareOp::Sle => CompareOp::Sle,
                CompareOp::Eq => CompareOp::Eq,
            };
            let c = self.terms.compare(op, x, y);
            return Value::Term(if negated { self.terms.not(c) } else { c });
        }
        let width = match a.ty() {
            Ty::Int(w) if w <= 64 => w as Width,
            Ty::Pointer => 64,
            Ty::Void | Ty::Int(_) | Ty::Float(_) | Ty::Aggregate(_) | Ty::Other => return Value::Opaque,
        };
        let (x, y) = (self.term(a, width), self.term(b, width));
        let c = self.terms.compare(op, x, y);
        Value::Term(if negated { self.terms.not(c) } else { c })
    }

    fn offsets_in_one_object(&mut self, a: Val, b: Val) -> Option<(Term, Term)> {
        if a.ty() != Ty::Pointer {
            return None;
        }
        match (self.value(a), self.value(b)) {
            (Value::Pointer(x), Value::Pointer(y)) => match (x.as_slice(), y.as_slice()) {
                ([x], [y]) if x.base == y.base && matches!(x.base, Base::Array(_) | Base::Remote(..)) => {
                    Some((x.offset, y.offset))
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn conversion(&mut self, val: Val, ty: &Ty, op: CastOp, a: Val) -> Value {
        match (self.value(a), ty) {
            (Value::Term(t), Ty::Int(w)) if *w <= 64 && op == CastOp::Trunc => {
                Value::Term(self.narrowed(val, a, t, *w as Width))
            }
            (Value::Term(t), Ty::Int(w)) if *w <= 64 => Value::Term(self.terms.cast(op, *w as Width, t)),
            (Value::Aggregate(parts), Ty::Aggregate(to)) if parts.len() == to.len() => {
                elementwise(to.len(), |i| match (&parts[i], &to[i]) {
                    (Value::Term(t), Ty::Int(w)) if *w <= 64 => Value::Term(self.terms.cast(op, *w as Width, *t)),
                    _ => Value::Opaque,
                })
            }
            _ => Value::Opaque,
        }
    }

    /// The same bits as another type; followed between scalars of one width and between pointers.
    fn reinterpret(&mut self, a: Val, ty: &Ty) -> Value {
        match (self.value(a), ty) {
            (Value::Term(t), Ty::Int(w) | Ty::Float(w)) if u32::from(self.terms.width(t)) == *w => Value::Term(t),
            (v @ Value::Pointer(_), Ty::Pointer) => v,
            (Value::Aggregate(p), Ty::Aggregate(to)) if p.len() == to.len() => Value::Aggregate(p),
            _ => Value::Opaque,
        }
    }

    fn gep(&mut self, base: Val, constant: i64, indices: &[(Val, i64)]) -> Value {
        let mut bytes = self.terms.int(64, constant);
        for (index, scale) in indices {
            let width = scalar_width(&index.ty());
            if width == 0 {
                return Value::Opaque;
            }
            let i = self.term(*index, width);
            let i = self.terms.cast(CastOp::Sext, 64, i);
            let scale = self.terms.int(64, *scale);
            let distance = self.terms.mul(i, scale);
            bytes = self.terms.add(bytes, distance);
        }
        if !indices.is_empty() && matches!(base.op(self.layout), Op::Null) {
            return self.pointer_to(bytes); // from nowhere, the distance is an address
        }
        let base = self.value(base);
        advance(&mut self.terms, &base, bytes)
    }

    fn select(&mut self, c: Val, a: Val, b: Val) -> Value {
        let (x, y) = (self.value(a), self.value(b));
        match self.value(c) {
            Value::Term(c) if self.terms.width(c) == 1 => choose(&mut self.terms, c, &x, &y),
            Value::Aggregate(cs) => elementwise(cs.len(), |i| match &cs[i] {
                Value::Term(c) => choose(&mut self.terms, *c, &part(&x, i), &part(&y, i)),
                Value::Pointer(_) | Value::Aggregate(_) | Value::Opaque => Value::Opaque,
            }),
            Value::Term(_) | Value::Pointer(_) | Value::Opaque => Value::Opaque,
        }
    }
}
