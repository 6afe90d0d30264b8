//! Pointers made of numbers, and pointers to objects that are not known.
//!
//! `cp.async` and its kin take addresses in shared memory as 32-bit numbers, to which programs add offsets, and addresses
//! are rounded to multiples of 16: `(char*)(((size_t)raw + 15) & ~15)` points into `raw`. Invariant: a number counts as an
//! address in an object only if it is the object's address plus something that no other object's address went into,
//! rounded or not, or a choice of such, or else if it is that of a parameter ([`numbers`](super::pointers::numbers)). Standing assumption: the address stays inside the object that it starts from.
//!
//! A pointer to an object that is not known may point to global memory, and to shared memory too unless its type, or that
//! no address in shared memory goes where it is lost ([`escapes`](super::escapes)), says that it does not. One of both is a
//! choice of two targets. Direction: a pointer may point to more than it does.

use crate::kernel::{Array, ArrayId, MemorySpace};
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Target, Value, advance, choose};
use crate::llvm::prepare::dynamic::SHARED;
use crate::term::{BinaryOp, CastOp, Func, FuncInfo, FuncKind, Node, Owner, PureOp, Sharing, Term, Terms};
use rustc_hash::FxHashSet;

/// The name of the object behind pointers that come out of memory.
const UNKNOWN_OBJECT: &str = "*";

const GENERIC: u32 = 0;

/// The most operations on an address that are looked through.
const LOOKED_THROUGH: usize = 256;

/// What is done to addresses to round them: `-16` rounds down to multiples of 16.
fn rounds_down(mask: i64) -> bool {
    mask < 0 && mask.unsigned_abs().is_power_of_two()
}

/// Whether a function clears bits of a pointer.
pub(crate) fn is_rounding(callee: &str) -> bool {
    callee.starts_with("llvm.ptrmask.")
}

impl Lowerer<'_, '_> {
    /// What a function of a pointer gives, if it is one that is followed.
    pub(crate) fn pointer_function(&mut self, val: Val, name: &str, args: &[Val]) -> Option<Value> {
        match args {
            [pointer, mask] if is_rounding(name) && val.ty() == Ty::Pointer => Some(self.masked(*pointer, *mask)),
            [pointer, rank] if name.starts_with("llvm.nvvm.mapa") => Some(self.in_block(*pointer, *rank)),
            [pointer] if name.starts_with("llvm.nvvm.getctarank") => self.rank_of(*pointer),
            [pointer] => match name.strip_prefix("llvm.nvvm.isspacep.")? {
                "shared" => self.is_shared(*pointer).map(Value::Term),
                "local" => self.is_local(*pointer).map(Value::Term),
                _ => None,
            },
            _ => None,
        }
    }

    /// The pointer that is left of one when bits of its address are cleared.
    fn masked(&mut self, pointer: Val, mask: Val) -> Value {
        let width = scalar_width(&mask.ty());
        let (address, mask) = (self.term(pointer, 64), self.term(mask, width));
        let mask = self.terms.cast(CastOp::Sext, 64, mask);
        let address = self.terms.and(address, mask);
        self.pointer_to(address)
    }

    /// The pointer whose address a number is.
    pub(crate) fn pointer_at(&mut self, address: Val) -> Value {
        let width = scalar_width(&address.ty());
        let (true, Value::Term(t)) = (width > 0, self.value(address)) else {
            let address = self.opaque("the address of an unknown pointer", 64, Sharing::Thread);
            return self.unknown_pointer(address);
        };
        self.pointer_to(t)
    }

    pub(crate) fn pointer_to(&mut self, address: Term) -> Value {
        self.place(address).or_else(|| self.passed_as_number(address)).unwrap_or_else(|| {
            let address = self.terms.cast(CastOp::Zext, 64, address);
            self.unknown_pointer(address)
        })
    }

    /// The address of an array, a symbol of its own.
    pub(crate) fn start(&mut self, array: ArrayId) -> Term {
        let known = self.objects.starts.iter().find(|(a, _)| *a == array).map(|(_, func)| *func);
        let func = known.unwrap_or_else(|| {
            let Array { name, space, .. } = &self.objects.arrays[array.0];
            let name = if *space == MemorySpace::Shared { format!("&shared {name}") } else { format!("&{name}") };
            let (kind, sharing) = (FuncKind::Pure(PureOp::Other), Sharing::Grid);
            let func =
                self.terms.declare_func(FuncInfo { name, width: 64, kind, sharing, axiom: None, owner: Owner::All });
            self.objects.starts.push((array, func));
            func
        });
        self.terms.apply(func, vec![])
    }

    pub(crate) fn array_at(&self, start: Func) -> Option<ArrayId> {
        self.objects.starts.iter().find(|(_, func)| *func == start).map(|(array, _)| *array)
    }

    /// The pointer into arrays whose addresses occur once in each alternative of a sum, rounded or not.
    pub(crate) fn place(&mut self, address: Term) -> Option<Value> {
        match *self.terms.node(address) {
            Node::Apply(func, ref args) if args.is_empty() => {
                let array = self.array_at(func)?;
                let (when, offset) = (self.terms.truth(), self.terms.constant(64, 0));
                Some(Value::Pointer(vec![Target { when, base: Base::Array(array), offset }]))
            }
            Node::Apply(func, ref args) if self.remote_at(func).is_some() => {
                let (array, rank) = (self.remote_at(func)?, *args.first()?);
                let (when, offset) = (self.terms.truth(), self.terms.constant(64, 0));
                Some(Value::Pointer(vec![Target { when, base: Base::Remote(array, rank), offset }]))
            }
            Node::Binary(op, a, b) => self.place_of_operation(op, a, b),
            Node::Cast(CastOp::Trunc | CastOp::Zext, _, inner) => {
                let value = self.place(inner)?;
                // A half of an address in global memory is none.
                targets(&value).iter().all(|t| self.is_in_shared(t)).then_some(value)
            }
            Node::Ite(c, a, b) => {
                let (a, b) = (self.place(a)?, self.place(b)?);
                Some(choose(&mut self.terms, c, &a, &b))
            }
            Node::Cast(CastOp::Sext, ..)
            | Node::Apply(..)
            | Node::Var(_)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Compare(..) => None,
        }
    }

    fn place_of_operation(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Value> {
        if let Some(whole) = halves(&self.terms, op, a, b) {
            return self.place(whole);
        }
        if let Some((from, bits)) = rounded(&self.terms, op, a, b) {
            let value = self.place(from)?;
            let targets = targets(&value).iter().map(|t| self.rounded_down(t, bits)).collect::<Option<_>>()?;
            return Some(Value::Pointer(targets));
        }
        let (value, added) = match (op, self.place(a), self.place(b)) {
            (BinaryOp::Add | BinaryOp::Sub, Some(value), None) => (value, b),
            (BinaryOp::Add, None, Some(value)) => (value, a),
            _ => return None,
        };
        if !self.starts_only(added, targets(&value)) {
            return None;
        }
        let mut added = self.terms.cast(CastOp::Sext, 64, added);
        if op == BinaryOp::Sub {
            let zero = self.terms.constant(64, 0);
            added = self.terms.sub(zero, added);
        }
        Some(advance(&mut self.terms, &value, added))
    }

    /// The greatest address up to the target's whose last `bits` bits are 0.
    fn rounded_down(&mut self, t: &Target, bits: u32) -> Option<Target> {
        let start = match t.base {
            Base::Array(array) => self.start(array),
            Base::Remote(array, rank) => self.remote_start(array, rank),
            Base::ByValue(_) | Base::Private | Base::Null => return None,
        };
        let (address, rest) = (self.terms.add(start, t.offset), self.terms.constant(64, (1 << bits) - 1));
        let over = self.terms.binary(BinaryOp::And, address, rest);
        Some(Target { offset: self.terms.sub(t.offset, over), ..t.clone() })
    }

    fn is_in_shared(&self, t: &Target) -> bool {
        matches!(t.base, Base::Array(a) | Base::Remote(a, _) if self.objects.arrays[a.0].space == MemorySpace::Shared)
    }

    /// Whether no object's address went into a number, but for that of the only object that is pointed to.
    fn starts_only(&self, number: Term, targets: &[Target]) -> bool {
        let own = match targets {
            [Target { base: Base::Array(array) | Base::Remote(array, _), .. }] => Some(*array),
            _ => None,
        };
        let mut apps = self.terms.apps_of(&[number]).into_iter().map(|(_, func)| func);
        let array_of = |func| self.array_at(func).or_else(|| self.remote_at(func));
        apps.all(|func| array_of(func).is_none_or(|array| Some(array) == own))
    }

    /// The pointer in a number that is its address plus something, rounded or not.
    pub(crate) fn pointer_in(&self, address: Val) -> Option<Val> {
        match address.op(self.layout) {
            Op::PtrToInt(pointer) => Some(pointer),
            Op::Cast(CastOp::Trunc | CastOp::Zext, a) => {
                let pointer = self.pointer_in(a)?;
                let (roots, known) = self.roots(pointer);
                (known && roots.iter().all(|r| self.is_shared_variable(*r))).then_some(pointer)
            }
            Op::Same(a) => self.pointer_in(a),
            Op::Binary { op: BinaryOp::Add, a, b, .. } => match (self.pointer_in(a), self.pointer_in(b)) {
                (Some(pointer), None) => self.is_no_address(b).then_some(pointer),
                (None, Some(pointer)) => self.is_no_address(a).then_some(pointer),
                (Some(_), Some(_)) | (None, None) => None,
            },
            Op::Binary { op: BinaryOp::Sub, a, b, .. } => self.pointer_in(a).filter(|_| self.is_no_address(b)),
            Op::Binary { op: BinaryOp::And, a, b, .. } => self.pointer_in(a).filter(|_| self.rounds(b)),
            _ => None,
        }
    }

    /// Whether a mask rounds addresses down.
    pub(crate) fn rounds(&self, mask: Val) -> bool {
        let width = scalar_width(&mask.ty());
        mask.constant().is_some_and(|c| width > 0 && rounds_down(crate::term::signed(width, c)))
    }

    /// Whether no pointer was made a number on the way to this one.
    fn is_no_address(&self, number: Val) -> bool {
        let (mut open, mut seen) = (vec![number], FxHashSet::default());
        while let Some(v) = open.pop() {
            if !seen.insert(v) {
                continue;
            }
            match v.op(self.layout) {
                Op::PtrToInt(_) => return false,
                Op::Load { .. } | Op::Call { .. } | Op::OpaqueCall | Op::Argument(_) | Op::Constant(..) => {}
                _ => open.extend(v.as_instruction().is_some().then(|| v.operands()).into_iter().flatten()),
            }
            if seen.len() > LOOKED_THROUGH {
                return false;
            }
        }
        true
    }

    pub(crate) fn is_shared_variable(&self, object: Val) -> bool {
        matches!(object.op(self.layout), Op::Global) && object.address_space() == SHARED
    }

    /// A pointer with this address into an object that is not known, in global memory as far as the address tells.
    pub(crate) fn unknown_pointer(&mut self, address: Term) -> Value {
        let base = Base::Array(self.unknown_object(MemorySpace::Global));
        Value::Pointer(vec![Target { when: self.terms.truth(), base, offset: address }])
    }

    pub(crate) fn unknown_object(&mut self, space: MemorySpace) -> ArrayId {
        let known = self.objects.arrays.iter().position(|a| a.unknown_object && a.space == space);
        ArrayId(known.unwrap_or_else(|| {
            let name = UNKNOWN_OBJECT.to_owned();
            self.objects.arrays.push(Array {
                name,
                written: None,
                space,
                element: 1,
                dims: vec![],
                single: false,
                unsigned: false,
                fields: None,
                unknown_object: true,
                beside: vec![],
                opens_for: None,
                declared: None,
            });
            self.objects.arrays.len() - 1
        }))
    }

    fn is_astray(&self, t: &Target, space: MemorySpace) -> bool {
        matches!(t.base, Base::Array(a) if self.objects.arrays[a.0].unknown_object && self.objects.arrays[a.0].space == space)
    }

    /// The value of `val`, in every space in which the object of a pointer may lie that is not known.
    pub(crate) fn in_its_spaces(&mut self, val: Val, value: Value) -> Value {
        let Value::Pointer(targets) = &value else { return value };
        let (mut in_global, mut in_shared) = (false, false);
        for t in targets {
            in_global |= self.is_astray(t, MemorySpace::Global);
            in_shared |= self.is_astray(t, MemorySpace::Shared);
        }
        let space = val.address_space();
        if !in_global || space != SHARED && (in_shared || space != GENERIC || !self.may_be_shared(val)) {
            return value;
        }
        let shared = Base::Array(self.unknown_object(MemorySpace::Shared));
        let mut all = vec![];
        for t in targets {
            if !self.is_astray(t, MemorySpace::Global) {
                all.push(t.clone());
            } else if space == SHARED {
                all.push(Target { base: shared, ..t.clone() });
            } else {
                let here = self.pure("isspacep.shared", 1, vec![t.offset]);
                let elsewhere = self.terms.not(here);
                all.push(Target { when: self.terms.and(t.when, here), base: shared, offset: t.offset });
                all.push(Target { when: self.terms.and(t.when, elsewhere), ..t.clone() });
            }
        }
        Value::Pointer(all)
    }

    /// Whether a pointer is one into shared memory.
    fn is_shared(&mut self, pointer: Val) -> Option<Term> {
        let Value::Pointer(targets) = self.value(pointer) else { return None };
        let here: Vec<Term> = targets.iter().filter(|t| self.is_in_shared(t)).map(|t| t.when).collect();
        Some(self.terms.any(here))
    }

    /// False for a pointer to arrays that are known: none of these is memory of the thread's own.
    fn is_local(&mut self, pointer: Val) -> Option<Term> {
        let Value::Pointer(targets) = self.value(pointer) else { return None };
        let known = |t: &Target| matches!(t.base, Base::Array(a) | Base::Remote(a, _) if !self.objects.arrays[a.0].unknown_object);
        targets.iter().all(known).then(|| self.terms.falsity())
    }

    /// Whether a pointer may be one into shared memory, if lowering does not know its object.
    fn may_be_shared(&self, val: Val) -> bool {
        self.survey.shared_escapes || self.roots(val).0.into_iter().any(|root| self.is_shared_variable(root))
    }
}

fn targets(value: &Value) -> &[Target] {
    match value {
        Value::Pointer(targets) => targets,
        Value::Term(_) | Value::Aggregate(_) | Value::Opaque => &[],
    }
}

/// What is rounded down to a multiple of a power of two, and which: `x & -16`, `x / 16 * 16`, `x >> 4 << 4` (a shift to the
/// left is a product).
fn rounded(terms: &Terms, op: BinaryOp, a: Term, b: Term) -> Option<(Term, u32)> {
    let power = |t: Term| terms.as_const(t).filter(|c| c.is_power_of_two()).map(u64::trailing_zeros);
    let (from, bits) = match op {
        BinaryOp::And => {
            let mask = terms.as_int(b).filter(|m| rounds_down(*m))?;
            (a, mask.trailing_zeros())
        }
        BinaryOp::Mul => {
            let Node::Binary(quotient, from, by) = *terms.node(a) else { return None };
            let same = match quotient {
                BinaryOp::UDiv => by == b,
                BinaryOp::LShr => terms.as_const(by) == power(b).map(u64::from),
                BinaryOp::Add
                | BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::SDiv
                | BinaryOp::URem
                | BinaryOp::SRem
                | BinaryOp::Shl
                | BinaryOp::AShr
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => false,
            };
            (from, power(b).filter(|_| same)?)
        }
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr
        | BinaryOp::Or
        | BinaryOp::Xor => return None,
    };
    (bits < 32).then_some((from, bits))
}

/// The number that is put together again from its halves of 32 bits.
fn halves(terms: &Terms, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
    if !matches!(op, BinaryOp::Add | BinaryOp::Or) {
        return None;
    }
    let inner = |t: Term, casts: &[CastOp]| match *terms.node(t) {
        Node::Cast(op, _, inner) if casts.contains(&op) => inner,
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => t,
    };
    [(a, b), (b, a)].into_iter().find_map(|(high, low)| {
        let Node::Binary(BinaryOp::Mul, high, by) = *terms.node(high) else { return None };
        let high = inner(inner(high, &[CastOp::Zext, CastOp::Sext]), &[CastOp::Trunc]);
        let Node::Binary(BinaryOp::LShr | BinaryOp::AShr, whole, down) = *terms.node(high) else { return None };
        let Node::Cast(CastOp::Zext, 64, half) = *terms.node(low) else { return None };
        let is_whole = terms.width(half) == 32 && inner(half, &[CastOp::Trunc]) == whole && terms.width(whole) == 64;
        let by_half = terms.as_const(by) == Some(1 << 32) && terms.as_const(down) == Some(32);
        (is_whole && by_half).then_some(whole)
    })
}
