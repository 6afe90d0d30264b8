//! How many bytes copies of tensors access in shared memory: the box of a map that the host has made is not seen.
//!
//! ```cuda
//! arrive_expecting(full[k % S], BYTES);
//! copy_tensor(a[k % S], &map, …, full[k % S]);      // BYTES, if it is the only copy for this phase
//! ```
//!
//! Assumed, and said: the only box of a phase has as many bytes as the phase expects (RA0050); one of several boxes has no more, and stays
//! within its stage, the distance between places in a ring to which it is copied (RA0051); a box that is stored stays within its array,
//! and its stage likewise. The tensor itself is accessed in no other way (RA0052).

use crate::kernel::{Access, ArrayId, Change, MbarrierUse, Step, Update, walk};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{BinaryOp, CastOp, Node, Term, Terms, Var};
use crate::verdict::Assumption;

/// What is done to an mbarrier: where, in which loops.
struct Told {
    array: ArrayId,
    offset: Term,
    loops: Vec<Var>,
    done: MbarrierUse,
    copy: Option<usize>,
}

impl Lowerer<'_, '_> {
    /// Gives copies of tensors their bytes.
    pub(crate) fn size_boxes(&mut self) {
        let boxes = |a: &Access| a.copy.and_then(|c| c.bulk).is_some_and(|b| b.tensor);
        if !walk::accesses(&self.out.steps).any(boxes) {
            return;
        }
        self.out.assumptions.push(Assumption::TensorsApart);
        let told = told(&self.out.steps);
        let mut sizes = vec![];
        for access in walk::accesses(&self.out.steps).filter(|a| boxes(a)).cloned().collect::<Vec<_>>() {
            let size = match &access.signal {
                Some(signal) => self.size_of_load(&access, &told, signal.copy),
                None => self.size_of_store(&access),
            };
            sizes.push((access.id, size));
        }
        let mut unknown = false;
        walk::visit_mut(&mut self.out.steps, &mut |step| {
            if let Step::Access(access) = step
                && let Some((_, size)) = sizes.iter().find(|(id, _)| *id == access.id)
            {
                unknown |= size.is_none();
                access.bytes = size.unwrap_or(access.bytes);
            }
        });
        if unknown {
            self.is_unsupported("a bulk copy of a tensor (TMA) of which the bytes are not known is not modelled");
        }
    }

    /// The bytes that its phase expects, if it is the only copy for it, or else no more than these and its stage.
    fn size_of_load(&mut self, access: &Access, told: &[Told], copy: usize) -> Option<Term> {
        let own = told.iter().find(|t| t.copy == Some(copy))?;
        let line = access.span.line;
        let expects = |t: &&Told| t.array == own.array && bytes_of(t).is_some();
        let near = |t: &&Told| t.offset == own.offset && own.loops.starts_with(&t.loops);
        let expected = told.iter().filter(expects).rfind(near);
        let expected = expected.or_else(|| told.iter().rfind(expects))?;
        let bytes = self.terms.cast(CastOp::Zext, 64, bytes_of(expected)?);
        let others = told.iter().filter(|t| t.copy.is_some() && (t.array, t.offset) == (own.array, own.offset));
        if others.count() == 1 && expected.offset == own.offset && expected.loops == own.loops {
            self.out.assumptions.push(Assumption::BoxAsExpected { line });
            return Some(bytes);
        }
        let stage = stage(&self.terms, access.offset);
        let stage = stage.filter(|n| self.terms.as_const(bytes).is_none_or(|all| *n < all));
        self.out.assumptions.push(Assumption::BoxWithin { line, bytes: stage.or(self.terms.as_const(bytes)) });
        let Some(n) = stage else { return Some(bytes) };
        let (whole, before) = (self.terms.constant(64, n), before(&mut self.terms, access.offset, n));
        let (none, rest) = (self.terms.constant(64, 0), self.terms.sub(whole, before));
        let (from, to) = (self.terms.sle(none, before), self.terms.slt(before, whole));
        let inside = self.terms.and(from, to);
        Some(self.terms.ite(inside, rest, whole))
    }

    /// What there is of the array, or of its stage.
    fn size_of_store(&mut self, access: &Access) -> Option<Term> {
        let line = access.span.line;
        if let Some(n) = stage(&self.terms, access.offset) {
            self.out.assumptions.push(Assumption::BoxWithin { line, bytes: Some(n) });
            return Some(self.terms.constant(64, n));
        }
        let array = self.objects.arrays.get(access.array.0).filter(|a| !a.dims.is_empty() && !a.dims.contains(&0))?;
        let whole = array.dims.iter().try_fold(array.element, |n, d| n.checked_mul(*d)).filter(|n| *n > 0)?;
        self.out.assumptions.push(Assumption::BoxWithin { line, bytes: None });
        let end = self.terms.constant(64, whole);
        Some(self.terms.sub(end, access.offset))
    }
}

fn told(steps: &[Step]) -> Vec<Told> {
    let mut found = vec![];
    for (step, loops) in walk::with_loops(steps) {
        if let Step::Access(Access {
            array,
            offset,
            update: Some(Update { change: Change::Mbarrier(done), .. }),
            signal,
            ..
        }) = step
        {
            let loops = loops.iter().map(|l| l.counter).collect();
            let copy = signal.as_ref().map(|s| s.copy);
            found.push(Told { array: *array, offset: *offset, loops, done: *done, copy });
        }
    }
    found
}

/// Those that are expected.
fn bytes_of(told: &Told) -> Option<Term> {
    match told.done {
        MbarrierUse::ArriveExpecting(bytes) | MbarrierUse::Expect(bytes) => bytes,
        MbarrierUse::Init(_)
        | MbarrierUse::Invalidate
        | MbarrierUse::Arrive(_)
        | MbarrierUse::Drop(_)
        | MbarrierUse::Complete(_)
        | MbarrierUse::Test(_)
        | MbarrierUse::Wait(_) => None,
    }
}

/// The largest constant by which something in a sum is multiplied.
fn stage(terms: &Terms, offset: Term) -> Option<u64> {
    let is_followed =
        |t: Term| !matches!(terms.node(t), Node::Const { .. } | Node::Binary(BinaryOp::Mul | BinaryOp::Shl, ..));
    let moving = parts(terms, offset).into_iter().filter(|(t, by)| is_followed(*t) && *by > 1);
    moving.map(|(_, by)| by).max()
}

/// How far behind the start of its stage of so many bytes a place lies.
fn before(terms: &mut Terms, offset: Term, stage: u64) -> Term {
    let mut sum = terms.constant(64, 0);
    for (t, by) in parts(terms, offset) {
        let part = match terms.as_int(t) {
            Some(n) => {
                let rest = n.wrapping_mul(by as i64).rem_euclid(stage as i64);
                terms.int(64, rest)
            }
            None if by.is_multiple_of(stage) => continue,
            None => {
                let (wide, by) = (terms.cast(CastOp::Sext, 64, t), terms.constant(64, by));
                terms.mul(wide, by)
            }
        };
        sum = terms.add(sum, part);
    }
    sum
}

/// The parts of a sum, each with the constant by which it is multiplied.
fn parts(terms: &Terms, offset: Term) -> Vec<(Term, u64)> {
    let (mut open, mut found) = (vec![(offset, 1_u64)], vec![]);
    while let Some((t, by)) = open.pop() {
        match *terms.node(t) {
            Node::Binary(BinaryOp::Add, a, b) => open.extend([(a, by), (b, by)]),
            Node::Cast(_, _, a) => open.push((a, by)),
            Node::Binary(BinaryOp::Mul, a, b) => match (terms.as_const(a), terms.as_const(b)) {
                (_, Some(n)) => open.push((a, by.saturating_mul(n))),
                (Some(n), None) => open.push((b, by.saturating_mul(n))),
                (None, None) => found.push((t, by)),
            },
            Node::Binary(BinaryOp::Shl, a, n) => {
                let factor = terms.as_const(n).and_then(|n| 1_u64.checked_shl(u32::try_from(n).ok()?));
                match factor {
                    Some(n) => open.push((a, by.saturating_mul(n))),
                    None => found.push((t, by)),
                }
            }
            Node::Const { .. }
            | Node::Binary(..)
            | Node::Var(_)
            | Node::Not(_)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => found.push((t, by)),
        }
    }
    found
}
