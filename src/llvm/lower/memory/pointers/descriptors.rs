//! Where the matrix lies that a descriptor names: its address and its form, read out of a number of 64 bits.
//!
//! A descriptor has the address divided by 16 in its 14 lowest bits and distances above: `(address & 0x3ffff) >> 4 | 64ull << 32`.
//! Source: PTX ISA, "Matrix Descriptor Format". As 16 times a sum is the sum of 16 times its parts, whatever is carried out of the field,
//! the address is put together part by part: `16 * (x >> 4)` is `x` where addresses are multiples of 16, as they have to be.
//! Standing assumptions: an address in shared memory has 18 bits; what is added to a descriptor moves its address, inside of its object.
//!
//! Direction: a form that is not constant is `None`, and then any byte of the object may be read.

use super::known_bits::bits;
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
                self.parts_of(&start, &footprint, None)
            }
            None => {
                match matrix.zip(form).and_then(|(matrix, form)| matrix.footprint(form, 0).zip(Some(pattern(form)))) {
                    Some((Footprint { groups, rows: Some(rows), bytes }, pattern)) => {
                        self.any_part_of(targets, &Footprint { groups, rows: Some(rows), bytes }, pattern)
                    }
                    Some(_) | None => self.anything(Some(targets)),
                }
            }
        }
    }

    /// A part of rows of which it is not one number that the matrix starts in: it starts in row 0, or else nothing is defined.
    fn any_part_of(&mut self, targets: Vec<Target>, footprint: &Footprint, pattern: u64) -> MatrixRead {
        let mut read = vec![];
        let mut bytes = self.terms.constant(DESCRIPTOR, footprint.bytes);
        for target in targets {
            self.starts_at_multiple(&target, pattern);
            let within = self.without_multiples(target.offset, pattern);
            let last = self.terms.constant(DESCRIPTOR, pattern - 1);
            let over = self.terms.and(within, last);
            let size = self.terms.constant(DESCRIPTOR, PART);
            let part = self.terms.binary(BinaryOp::UDiv, over, size);
            let start = Target { offset: self.terms.sub(target.offset, over), ..target };
            let found = self.parts_of(&Value::Pointer(vec![start]), footprint, Some(part));
            bytes = found.bytes;
            read.extend(found.targets);
        }
        if !self.out.assumptions.contains(&Assumption::Aligned) {
            self.out.assumptions.push(Assumption::Aligned);
        }
        MatrixRead { targets: read, bytes, exact: true }
    }

    /// A sum without what is a multiple of a power of two.
    fn without_multiples(&mut self, t: Term, of: u64) -> Term {
        if self.rest(t, of) == Some(0) {
            return self.terms.constant(DESCRIPTOR, 0);
        }
        match *self.terms.node(t) {
            Node::Binary(BinaryOp::Add, a, b) => {
                let (a, b) = (self.without_multiples(a, of), self.without_multiples(b, of));
                self.terms.add(a, b)
            }
            Node::Binary(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => t,
        }
    }

    /// The place of a part, from 0 on, exclusive or a number below the number of parts of a row.
    fn exchanged(&mut self, part: Term, by: u64, parts: u64) -> Term {
        let mut place = part;
        for bit in (0..parts.trailing_zeros()).map(|bit| 1 << bit).filter(|bit| by & bit != 0) {
            // `p ^ bit` is `p + bit`, or `p - bit` where the bit is set.
            let (one, two) = (self.terms.constant(DESCRIPTOR, bit), self.terms.constant(DESCRIPTOR, 2 * bit));
            let rest = self.terms.binary(BinaryOp::URem, place, two);
            let unset = self.terms.slt(rest, one);
            let (more, less) = (self.terms.add(place, one), self.terms.sub(place, one));
            place = self.terms.ite(unset, more, less);
        }
        let size = self.terms.constant(DESCRIPTOR, PART);
        self.terms.mul(place, size)
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

    /// What is read from the start of a block on; of rows the part of this number, or the footprint's own.
    fn parts_of(&mut self, start: &Value, footprint: &Footprint, part: Option<Term>) -> MatrixRead {
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
            // In rows whose numbers agree but for the last bits the parts are exchanged alike.
            let parts = rows.width / PART;
            let first = part.unwrap_or_else(|| self.terms.constant(DESCRIPTOR, rows.part));
            let mut part = self.exchanged(first, parts - 1, parts);
            for by in (0..parts - 1).rev() {
                let end = self.terms.constant(DESCRIPTOR, (by + 1) << rows.shift);
                let (before, here) = (self.terms.slt(row, end), self.exchanged(first, by, parts));
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
            Node::Binary(BinaryOp::And, x, mask) if self.terms.as_const(mask).is_some_and(is_low) => {
                self.shared_address(x)
            }
            Node::Binary(op @ (BinaryOp::Or | BinaryOp::Xor | BinaryOp::Add | BinaryOp::Sub), a, b) => {
                self.address_of_sum(op, a, b).unwrap_or_else(|| self.times_unit(t))
            }
            Node::Cast(CastOp::Zext | CastOp::Sext, _, x) if u32::from(self.terms.width(x)) >= ADDRESS => {
                self.shared_address(x)
            }
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
        let (wide, unit) = (self.terms.cast(CastOp::Sext, DESCRIPTOR, t), self.terms.constant(DESCRIPTOR, 1 << UNIT));
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
                if is_rest(&self.terms, b, (a, low)) {
                    Some(0)
                } else {
                    Some(self.rest(a, of)?.wrapping_sub(self.rest(b, of)?) & low)
                }
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
            Node::Binary(..) | Node::Cast(..) | Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Apply(..) => {
                None
            }
        }
    }

    /// What a descriptor says beside the address, if that is one number: from bit 16 on, the others are 0.
    fn form(&self, t: Term) -> Option<u64> {
        let above = !((1u64 << FORM) - 1) & (u64::MAX >> (64 - self.terms.width(t)));
        let (known, value) = bits(&self.terms, t);
        if known & above == above {
            return Some(value & above);
        }
        match *self.terms.node(t) {
            Node::Binary(BinaryOp::Or, a, b) => Some(self.form(a)? | self.form(b)?),
            // What is added moves the address.
            Node::Binary(BinaryOp::Add, a, b) => match (self.form(a), self.form(b)) {
                (Some(of), Some(_)) if self.terms.as_int(b).is_some_and(|by| (-(1 << ADDRESS)..0).contains(&by)) => {
                    Some(of)
                }
                (Some(a), Some(b)) => Some(a.wrapping_add(b)),
                (Some(of), None) => (!self.is_above(b)).then_some(of),
                (None, Some(of)) => (!self.is_above(a)).then_some(of),
                (None, None) => None,
            },
            Node::Binary(BinaryOp::Sub, a, b) => self.form(a).filter(|_| !self.is_above(b)),
            Node::Binary(BinaryOp::And, a, mask) => Some(self.form(a)? & self.terms.as_const(mask)?),
            Node::Ite(_, a, b) => self.form(a).filter(|of| self.form(b) == Some(*of)),
            // The half with the address, to which something is added.
            Node::Cast(CastOp::Zext, _, x) if u32::from(self.terms.width(x)) > FORM => self.form(x),
            Node::Cast(CastOp::Trunc, to, x) if u32::from(to) > FORM => Some(self.form(x)? & ((1 << to) - 1)),
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

/// Whether a number is `of & mask`, or so with more bits of `of`.
fn is_rest(terms: &Terms, t: Term, (of, mask): (Term, u64)) -> bool {
    match *terms.node(t) {
        Node::Binary(BinaryOp::And, x, keeps) => x == of && terms.as_const(keeps).is_some_and(|m| m & mask == mask),
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => false,
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
