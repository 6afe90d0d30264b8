//! Where the matrix lies that a descriptor names: its address and its form, read out of a number of 64 bits.
//!
//! A descriptor has the address divided by 16 in its 14 lowest bits and distances above: `(address & 0x3ffff) >> 4 | 64ull << 32`.
//! Source: PTX ISA, "Matrix Descriptor Format". As 16 times a sum is the sum of 16 times its parts, whatever is carried out of the field,
//! the address is put together part by part: `16 * (x >> 4)` is `x` where addresses are multiples of 16, as they have to be.
//! Standing assumptions: an address in shared memory has 18 bits; what is added to a descriptor moves its address, inside of its object.
//!
//! Direction: a form that is not constant is `None`, and then any byte of the object may be read.

use crate::kernel::MemorySpace;
use crate::kernel::program::matrices::{PART, ROWS, pattern};
use crate::kernel::program::{Footprint, Matrix};
use crate::kernel::target::REGISTER;
use crate::llvm::bind::ir::Val;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::{Base, Target, Value, advance};
use crate::term::{BinaryOp, CastOp, Node, Owner, Term, Terms, VarInfo, VarKind, Width};
use crate::verdict::Assumption;
use inkwell::values::GlobalValue;

/// Bits of a descriptor, and of its address.
const DESCRIPTOR: Width = 64;
const ADDRESS: u32 = 14;
/// Bytes, as a power of two, by which an address is divided.
const UNIT: u32 = 4;
/// Where what is not the address begins.
const FORM: u32 = 16;
/// Nothing in shared memory lies behind this.
const WINDOW: u64 = 1 << (ADDRESS + UNIT);

/// What a product reads of one matrix.
pub(crate) struct MatrixRead {
    pub(crate) targets: Vec<Target>,
    /// Of the part that is meant.
    pub(crate) bytes: Term,
    /// These bytes are read, and not only may be.
    pub(crate) exact: bool,
}

impl Lowerer<'_, '_> {
    /// What is read by a descriptor.
    pub(crate) fn matrix_read(&mut self, descriptor: Val, matrix: Option<Matrix>) -> MatrixRead {
        let word = self.term(descriptor, DESCRIPTOR);
        let (address, form) = (self.shared_address(word), self.form(word));
        let targets = match self.place(address) {
            Some(Value::Pointer(targets)) if targets.iter().all(|t| self.is_own_shared(t)) => targets,
            Some(_) | None => return self.anything(None),
        };
        let found = matrix.zip(form).and_then(|(matrix, form)| {
            let within = self.rest(address, pattern(form))?;
            Some((matrix.footprint(form, within)?, within, pattern(form)))
        });
        match found {
            Some((footprint, within, pattern)) => {
                targets.iter().for_each(|t| self.starts_at_multiple(t, pattern));
                let back = self.terms.int(DESCRIPTOR, -i64::try_from(within).unwrap_or(0));
                let start = advance(&mut self.terms, &Value::Pointer(targets), back);
                self.parts_of(&start, &footprint)
            }
            None => self.anything(Some(targets)),
        }
    }

    fn is_own_shared(&self, t: &Target) -> bool {
        matches!(t.base, Base::Array(a) if self.objects.arrays[a.0].space == MemorySpace::Shared)
    }

    /// Any byte of these objects, or of any in shared memory.
    fn anything(&mut self, of: Option<Vec<Target>>) -> MatrixRead {
        let of = of.unwrap_or_else(|| {
            let (when, offset) = (self.terms.truth(), self.terms.constant(DESCRIPTOR, 0));
            vec![Target { when, base: Base::Array(self.unknown_object(MemorySpace::Shared)), offset }]
        });
        let offset = self.number_below(WINDOW);
        let bytes = self.terms.constant(DESCRIPTOR, 1);
        MatrixRead { targets: of.into_iter().map(|t| Target { offset, ..t }).collect(), bytes, exact: false }
    }

    /// A number of any part.
    fn number_below(&mut self, end: u64) -> Term {
        let last = i64::try_from(end).unwrap_or(i64::MAX) - 1;
        let (name, bounds) = (format!("part {}", self.terms.len()), Some((0, last)));
        let var = VarInfo { name, width: REGISTER, kind: VarKind::Local, bounds, owner: Owner::All };
        let var = self.terms.declare_var(var);
        let var = self.terms.var(var);
        self.terms.cast(CastOp::Zext, DESCRIPTOR, var)
    }

    fn parts_of(&mut self, start: &Value, footprint: &Footprint) -> MatrixRead {
        let mut offset = self.terms.constant(DESCRIPTOR, 0);
        for (count, stride) in &footprint.groups {
            let (number, stride) = (self.number_below(*count), self.terms.constant(DESCRIPTOR, *stride));
            let by = self.terms.mul(number, stride);
            offset = self.terms.add(offset, by);
        }
        if let Some(rows) = footprint.rows {
            let row = self.number_below(ROWS);
            let width = self.terms.constant(DESCRIPTOR, rows.width);
            let mut place = self.terms.mul(row, width);
            // Rows whose parts lie side by side.
            let parts = rows.width / PART;
            let mut part = self.terms.constant(DESCRIPTOR, PART * (rows.part ^ (parts - 1)));
            for of in (0..parts - 1).rev() {
                let behind = self.terms.constant(DESCRIPTOR, (of + 1) << rows.shift);
                let (before, here) =
                    (self.terms.slt(row, behind), self.terms.constant(DESCRIPTOR, PART * (rows.part ^ of)));
                part = self.terms.ite(before, here, part);
            }
            place = self.terms.add(place, part);
            offset = self.terms.add(offset, place);
        }
        let bytes = self.terms.constant(DESCRIPTOR, footprint.bytes);
        let targets = match advance(&mut self.terms, start, offset) {
            Value::Pointer(targets) => targets,
            Value::Term(_) | Value::Aggregate(_) | Value::Opaque => vec![],
        };
        MatrixRead { targets, bytes, exact: true }
    }

    /// Says that an array starts at a multiple of so many bytes, if its declaration does not.
    fn starts_at_multiple(&mut self, target: &Target, bytes: u64) {
        let Base::Array(array) = target.base else { return };
        let leads_here = |v: &Value| matches!(v, Value::Pointer(t) if t.iter().all(|t| t.base == Base::Array(array)));
        let of = self.objects.array_of.iter().find(|(_, value)| leads_here(value)).map(|(val, _)| val.name());
        let global: Option<GlobalValue<'_>> = of.and_then(|name| self.input.module.get_global(&name));
        let declared = global.map_or(1, |g| u64::from(g.get_alignment()).max(1));
        let said = Assumption::StartsAtMultiple { array: self.objects.arrays[array.0].name.clone(), bytes };
        if !declared.is_multiple_of(bytes) && !self.out.assumptions.contains(&said) {
            self.out.assumptions.push(said);
        }
    }
}

impl Lowerer<'_, '_> {
    /// 16 times a number, 64 bits, as far as the 18 lowest bits of that go.
    fn shared_address(&mut self, t: Term) -> Term {
        let width = self.terms.width(t);
        let is_low = |mask: u64| mask.trailing_ones() >= ADDRESS.min(width.into());
        match *self.terms.node(t) {
            Node::Binary(BinaryOp::LShr, x, by) if self.terms.as_const(by) == Some(u64::from(UNIT)) => {
                shortened(&mut self.terms, x)
            }
            Node::Binary(BinaryOp::UDiv, x, by) if self.terms.as_const(by) == Some(1 << UNIT) => {
                shortened(&mut self.terms, x)
            }
            Node::Binary(BinaryOp::And, x, mask) if self.terms.as_const(mask).is_some_and(is_low) => self.shared_address(x),
            Node::Binary(op @ (BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub), a, b) => {
                self.address_of_sum(op, a, b).unwrap_or_else(|| self.times_unit(t))
            }
            Node::Cast(CastOp::Zext | CastOp::Sext, _, x) if u32::from(self.terms.width(x)) >= ADDRESS => self.shared_address(x),
            Node::Cast(CastOp::Trunc, to, x) if u32::from(to) >= ADDRESS => self.shared_address(x),
            Node::Ite(c, a, b) => {
                let (a, b) = (self.shared_address(a), self.shared_address(b));
                self.terms.ite(c, a, b)
            }
            Node::Const { value, .. } => match crate::term::signed(width, value) {
                back @ ..0 => self.terms.int(DESCRIPTOR, back << UNIT),
                _ => self.terms.constant(DESCRIPTOR, (value & ((1 << ADDRESS) - 1)) << UNIT),
            },
            Node::Cast(..) | Node::Binary(..) | Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Apply(..) => {
                self.times_unit(t)
            }
        }
    }

    fn address_of_sum(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        if op != BinaryOp::Sub && self.is_above(a) {
            return Some(self.shared_address(b));
        }
        if self.is_above(b) {
            return Some(self.shared_address(a));
        }
        if !matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            return None;
        }
        let (a, b) = (self.shared_address(a), self.shared_address(b));
        Some(self.terms.binary(op, a, b))
    }

    fn times_unit(&mut self, t: Term) -> Term {
        let (wide, unit) =
            (self.terms.cast(CastOp::Sext, DESCRIPTOR, t), self.terms.constant(DESCRIPTOR, 1 << UNIT));
        self.terms.mul(wide, unit)
    }

    /// Whether what is added does not move the address.
    fn is_above(&self, t: Term) -> bool {
        self.rest(t, 1 << ADDRESS) == Some(0)
    }

    /// What is left of a number over a power of two, if that is one number. Arrays start at multiples of it.
    fn rest(&self, t: Term, of: u64) -> Option<u64> {
        let low = of - 1;
        let bits = of.trailing_zeros();
        match *self.terms.node(t) {
            Node::Const { value, .. } => Some(value & low),
            Node::Apply(func, ref args) if args.is_empty() && self.array_at(func).is_some() => Some(0),
            Node::Binary(BinaryOp::Add, a, b) => Some(self.rest(a, of)?.wrapping_add(self.rest(b, of)?) & low),
            Node::Binary(BinaryOp::Sub, a, b) => {
                // `x - x % n`
                let is_rounded = match *self.terms.node(b) {
                    Node::Binary(BinaryOp::And, x, mask) => {
                        let keeps = self.terms.as_const(mask).is_some_and(|m| m & low == low);
                        keeps && x == a
                    }
                    Node::Binary(..)
                    | Node::Const { .. }
                    | Node::Var(_)
                    | Node::Not(_)
                    | Node::Compare(..)
                    | Node::Ite(..)
                    | Node::Cast(..)
                    | Node::Apply(..) => false,
                };
                if is_rounded { Some(0) } else { Some(self.rest(a, of)?.wrapping_sub(self.rest(b, of)?) & low) }
            }
            Node::Binary(BinaryOp::Mul, a, b) => {
                let by = self.terms.as_const(b)?;
                let zeros = by.trailing_zeros().min(bits);
                if zeros == bits { Some(0) } else { Some(self.rest(a, of >> zeros)?.wrapping_mul(by) & low) }
            }
            Node::Binary(BinaryOp::Shl, a, by) => {
                let by = u32::try_from(self.terms.as_const(by)?).ok()?;
                if by >= bits { Some(0) } else { Some(self.rest(a, of >> by)? << by & low) }
            }
            Node::Binary(BinaryOp::And, a, mask) => {
                let mask = self.terms.as_const(mask)?;
                if mask & low == 0 { Some(0) } else { Some(self.rest(a, of)? & mask) }
            }
            Node::Binary(BinaryOp::Or, a, b) => Some(self.rest(a, of)? | self.rest(b, of)?),
            Node::Binary(BinaryOp::Xor, a, b) => Some(self.rest(a, of)? ^ self.rest(b, of)?),
            Node::Cast(CastOp::Trunc, to, x) if u32::from(to) >= bits => self.rest(x, of),
            Node::Cast(CastOp::Zext, _, x) if u32::from(self.terms.width(x)) >= bits => self.rest(x, of),
            Node::Cast(CastOp::Sext, _, x) if u32::from(self.terms.width(x)) >= bits => self.rest(x, of),
            Node::Ite(_, a, b) => self.rest(a, of).filter(|r| self.rest(b, of) == Some(*r)),
            Node::Binary(..)
            | Node::Cast(..)
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Apply(..) => None,
        }
    }

    /// What a descriptor says beside the address, if that is one number: from bit 16 on, the others are 0.
    fn form(&self, t: Term) -> Option<u64> {
        let above = !((1u64 << FORM) - 1);
        let (known, value) = bits(&self.terms, t);
        if known & above == above {
            return Some(value & above);
        }
        match *self.terms.node(t) {
            Node::Binary(BinaryOp::Or, a, b) => Some(self.form(a)? | self.form(b)?),
            // What is added moves the address.
            Node::Binary(BinaryOp::Add, a, b) => match (self.form(a), self.form(b)) {
                (Some(of), Some(_)) if self.terms.as_int(b).is_some_and(|by| (-(1 << ADDRESS)..0).contains(&by)) => Some(of),
                (Some(a), Some(b)) => Some(a.wrapping_add(b)),
                (Some(of), None) => (!self.is_above(b)).then_some(of),
                (None, Some(of)) => (!self.is_above(a)).then_some(of),
                (None, None) => None,
            },
            Node::Binary(BinaryOp::Sub, a, b) => self.form(a).filter(|_| !self.is_above(b)),
            Node::Binary(BinaryOp::And, a, mask) => Some(self.form(a)? & self.terms.as_const(mask)?),
            Node::Ite(_, a, b) => self.form(a).filter(|of| self.form(b) == Some(*of)),
            Node::Binary(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Cast(..)
            | Node::Apply(..) => None,
        }
    }
}

/// An address of which only the 18 lowest bits count, 64 bits.
fn shortened(terms: &mut Terms, t: Term) -> Term {
    match *terms.node(t) {
        Node::Binary(BinaryOp::And, x, mask) if is_window(terms, mask) => shortened(terms, x),
        Node::Cast(CastOp::Zext | CastOp::Sext, _, x) => shortened(terms, x),
        Node::Cast(CastOp::Trunc, to, x) if u32::from(to) >= ADDRESS + UNIT => shortened(terms, x),
        Node::Cast(..)
        | Node::Binary(..)
        | Node::Const { .. }
        | Node::Ite(..)
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Apply(..) => terms.cast(CastOp::Zext, DESCRIPTOR, t),
    }
}

/// Whether a mask keeps the bits of an address that is a multiple of 16.
fn is_window(terms: &Terms, mask: Term) -> bool {
    let all = WINDOW - (1 << UNIT);
    terms.as_const(mask).is_some_and(|mask| mask & all == all)
}

/// Which bits of a number are known, and what they are.
fn bits(terms: &Terms, t: Term) -> (u64, u64) {
    let width = u32::from(terms.width(t));
    let own = u64::MAX >> (u64::BITS - width.clamp(1, u64::BITS));
    let shifted = |(known, value): (u64, u64), by: u64| match u32::try_from(by) {
        Ok(by) if by < u64::BITS => ((known << by | ((1 << by) - 1)) | !own, value << by & own),
        Ok(_) | Err(_) => (0, 0),
    };
    match *terms.node(t) {
        Node::Const { value, .. } => (u64::MAX, value),
        Node::Cast(CastOp::Zext, _, x) => {
            let inner = u64::MAX >> (u64::BITS - u32::from(terms.width(x)).clamp(1, u64::BITS));
            let (known, value) = bits(terms, x);
            (known | !inner, value & inner)
        }
        Node::Cast(CastOp::Trunc, _, x) => {
            let (known, value) = bits(terms, x);
            (known & own | !own, value & own)
        }
        Node::Binary(BinaryOp::And, a, b) => {
            let ((k, x), (l, y)) = (bits(terms, a), bits(terms, b));
            (k & l | k & !x | l & !y, x & y)
        }
        Node::Binary(BinaryOp::Or, a, b) => {
            let ((k, x), (l, y)) = (bits(terms, a), bits(terms, b));
            (k & l | k & x | l & y, k & x | l & y)
        }
        // No bit of the one meets a bit of the other.
        Node::Binary(BinaryOp::Add, a, b) => {
            let ((k, x), (l, y)) = (bits(terms, a), bits(terms, b));
            let (some, other) = (!k | x, !l | y);
            if some & other == 0 { (k & l, k & x | l & y) } else { (!own, 0) }
        }
        Node::Binary(BinaryOp::Shl, a, by) => terms.as_const(by).map_or((!own, 0), |by| shifted(bits(terms, a), by)),
        Node::Binary(BinaryOp::Mul, a, by) => {
            let power = terms.as_const(by).filter(|by| by.is_power_of_two());
            power.map_or((!own, 0), |by| shifted(bits(terms, a), by.trailing_zeros().into()))
        }
        Node::Binary(BinaryOp::LShr, a, by) => match terms.as_const(by) {
            Some(by) if by < u64::from(width) => {
                let (known, value) = bits(terms, a);
                (known >> by | !(u64::MAX >> by), value >> by)
            }
            Some(_) | None => (!own, 0),
        },
        Node::Binary(..)
        | Node::Cast(CastOp::Sext, ..)
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => (!own, 0),
    }
}
