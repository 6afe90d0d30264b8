//! Lanes and masks as terms: the lane of a thread, whether a mask names a lane, whether two masks are one.
//!
//! A mask is taken apart by its form (constants, shifts, unions, choices), so that no integer stands for its bits: the
//! highest of them would be a sign.
//!
//! Direction: exact for shifts by less than a mask's width, which others leave undefined; a form that is not known gives nothing.

use super::threads::{Pairing, Who};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::target::{ALL_LANES, BLOCK_LIMIT, LANES, MASK, REGISTER};
use crate::term::{BinaryOp, CastOp, CompareOp, Environment, Func, Node, Term, Terms, Var, mask as low_bits};

/// The number of the kernel's own thread in its block.
pub(crate) fn linear(world: &mut Prepared) -> Term {
    let (dims, launch) = (world.block_dim, world.kernel.launch);
    let terms = &mut world.terms;
    let zero = terms.constant(REGISTER, 0);
    [2, 1, 0].into_iter().fold(zero, |linear, axis| {
        let scaled = terms.mul(linear, dims[axis]);
        let index = if terms.as_const(dims[axis]) == Some(1) { zero } else { terms.var(launch.thread[axis]) };
        terms.add(scaled, index)
    })
}

/// The lane of the kernel's own thread, from 0 on.
pub(crate) fn lane(world: &mut Prepared) -> Term {
    let linear = linear(world);
    let lanes = world.terms.constant(REGISTER, u64::from(LANES));
    world.terms.binary(BinaryOp::URem, linear, lanes)
}

/// The two threads are of different warps of `lanes` threads.
pub(crate) fn different_warps(world: &mut Prepared, pairing: &mut Pairing, lanes: u32) -> Term {
    let linear = linear(world);
    let lanes = world.terms.constant(REGISTER, u64::from(lanes.max(1)));
    let mut warps = Who::BOTH.map(|who| {
        let linear = pairing.own(&mut world.terms, who, linear);
        world.terms.binary(BinaryOp::UDiv, linear, lanes)
    });
    warps.sort_unstable();
    let equal = world.terms.compare(CompareOp::Eq, warps[0], warps[1]);
    world.terms.not(equal)
}

/// The mask of lane `lane`, where it is the same in every warp of a block along one axis.
pub(crate) fn in_every_warp(world: &Prepared, mask: Term, lane: u32) -> Option<u64> {
    let most = world.terms.as_const(world.block_dim[0]).unwrap_or(BLOCK_LIMIT);
    let threads = (u64::from(lane)..most).step_by(LANES as usize);
    let mut masks = threads.map(|index| world.terms.eval(mask, &Thread { world, index }));
    let first = masks.next().flatten();
    first.filter(|_| masks.all(|other| other == first))
}

/// A thread of a block along one axis.
struct Thread<'w> {
    world: &'w Prepared,
    index: u64,
}

impl Environment for Thread<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        let [x, ..] = self.world.kernel.launch.thread;
        let [_, rest @ ..] = self.world.block_dim;
        (var == x && rest.iter().all(|d| self.world.terms.as_const(*d) == Some(1))).then_some(self.index)
    }

    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

/// Whether a set of lanes that a symbol stands for names the lane that is asked for, where that is known.
pub(crate) type Member<'a> = &'a mut dyn FnMut(&mut Terms, Term) -> Option<Term>;

/// Whether `mask` names `lane`, a number in a register that is a lane's; nothing if the mask's form is not known. Of a wider number
/// the low bits count.
pub(crate) fn names(terms: &mut Terms, mask: Term, lane: Term, member: Member<'_>) -> Option<Term> {
    match *terms.node(mask) {
        Node::Const { value, .. } => Some(constant(terms, value & ALL_LANES, lane)),
        Node::Ite(c, a, b) => {
            let (a, b) = (names(terms, a, lane, member)?, names(terms, b, lane, member)?);
            Some(terms.ite(c, a, b))
        }
        Node::Binary(BinaryOp::And, a, b) => {
            let (a, b) = (names(terms, a, lane, member)?, names(terms, b, lane, member)?);
            Some(terms.and(a, b))
        }
        Node::Binary(BinaryOp::Or, a, b) => {
            let (a, b) = (names(terms, a, lane, member)?, names(terms, b, lane, member)?);
            Some(terms.or(a, b))
        }
        Node::Binary(BinaryOp::Xor, a, b) if terms.as_const(b) == Some(ALL_LANES) => {
            let a = names(terms, a, lane, member)?;
            Some(terms.not(a))
        }
        // The lower lanes: (1 << n) - 1.
        Node::Binary(BinaryOp::Add, a, b) if terms.as_const(b) == Some(low_bits(terms.width(b), u64::MAX)) => {
            let bits = shift_of_one(terms, a)?;
            let bits = terms.cast(CastOp::Trunc, REGISTER, bits);
            Some(terms.slt(lane, bits))
        }
        Node::Binary(BinaryOp::Shl, a, by) => {
            let by = terms.cast(CastOp::Trunc, REGISTER, by);
            let reaches = terms.sle(by, lane);
            let below = terms.sub(lane, by);
            let named = names(terms, a, below, &mut |_, _| None)?; // of another lane
            Some(terms.and(reaches, named))
        }
        Node::Cast(CastOp::Trunc, MASK, wide) => names(terms, wide, lane, member),
        Node::Apply(..) => member(terms, mask),
        Node::Var(_) | Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Cast(..) => None,
    }
}

/// `n`, if the term is `1 << n`.
fn shift_of_one(terms: &Terms, t: Term) -> Option<Term> {
    let Node::Binary(BinaryOp::Shl, one, by) = *terms.node(t) else { return None };
    (terms.as_const(one) == Some(1)).then_some(by)
}

/// Runs of ones, of the shortest pattern that the mask repeats.
fn constant(terms: &mut Terms, mask: u64, lane: Term) -> Term {
    let rotated = |by: u32| (mask >> by | mask << (LANES - by)) & ALL_LANES;
    let period = (0..LANES.ilog2()).map(|bits| 1 << bits).find(|p| rotated(*p) == mask).unwrap_or(LANES);
    let length = terms.constant(REGISTER, u64::from(period));
    let place = if period == LANES { lane } else { terms.binary(BinaryOp::URem, lane, length) };
    let set = |bit: u32| bit < period && mask >> bit & 1 == 1;
    let mut found = vec![];
    for first in (0..period).filter(|b| set(*b) && (*b == 0 || !set(*b - 1))) {
        let after = (first..=period).find(|b| !set(*b)).unwrap_or(period);
        let (lo, hi) = (terms.constant(REGISTER, u64::from(first)), terms.constant(REGISTER, u64::from(after)));
        // A place is never negative, and below the period.
        let from = if first == 0 { terms.truth() } else { terms.sle(lo, place) };
        let to = if after == LANES { terms.truth() } else { terms.slt(place, hi) };
        let to = if after == period { terms.truth() } else { to };
        found.push(terms.and(from, to));
    }
    terms.any(found)
}

/// Whether two masks name the same lanes; nothing if a form is not known.
pub(crate) fn same(terms: &mut Terms, a: Term, b: Term) -> Option<Term> {
    if a == b {
        return Some(terms.truth());
    }
    if let (Node::Binary(BinaryOp::Shl, c, x), Node::Binary(BinaryOp::Shl, d, y)) = (terms.node(a), terms.node(b))
        && let (true, Some(1), x, y) = (c == d, terms.as_const(*c).map(|c| c & 1), *x, *y)
    {
        return Some(terms.eq(x, y)); // by the lowest lane
    }
    let mut all = vec![];
    for k in 0..u64::from(LANES) {
        let k = terms.constant(REGISTER, k);
        let (one, other) = (names(terms, a, k, &mut |_, _| None)?, names(terms, b, k, &mut |_, _| None)?);
        all.push(terms.eq(one, other));
    }
    Some(terms.all(all))
}

#[cfg(test)]
mod tests {
    use super::{names, same};
    use crate::kernel::target::{ALL_LANES, LANES, LAST_LANE, MASK, REGISTER};
    use crate::term::{BinaryOp, CastOp, Environment, Func, Owner, Term, Terms, Var, VarInfo, VarKind};

    /// The one variable, a lane.
    struct Lane(u64);

    impl Environment for Lane {
        fn var(&self, _: Var) -> Option<u64> {
            Some(self.0)
        }
        fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
            None
        }
    }

    fn lane(terms: &mut Terms) -> Term {
        let (name, bounds) = ("lane".to_owned(), Some((0, LAST_LANE.into())));
        let var = terms.declare_var(VarInfo { name, width: REGISTER, kind: VarKind::Local, bounds, owner: Owner::All });
        terms.var(var)
    }

    /// Every lane is named iff its bit is set.
    fn holds(terms: &mut Terms, mask: Term, lane: Term) {
        let named = names(terms, mask, lane, &mut |_, _| None).expect("a known form");
        for l in 0..u64::from(LANES) {
            let bits = terms.eval(mask, &Lane(l)).expect("defined");
            assert_eq!(terms.eval(named, &Lane(l)), Some(bits >> l & 1), "lane {l} of {bits:#x}");
        }
    }

    #[test]
    fn constants_are_runs_of_patterns() {
        let mut terms = Terms::new();
        let lane = lane(&mut terms);
        for mask in
            [0, 1, 0xffff, 0xffff_0000, 0x5555_5555, 0x8000_0001, 0x0f0f_0f0f, 0x1234_5678, ALL_LANES, 0x7fff_ffff]
        {
            let mask = terms.constant(MASK, mask);
            holds(&mut terms, mask, lane);
        }
    }

    #[test]
    fn the_low_bits_of_wider_masks_count() {
        let mut terms = Terms::new();
        let lane = lane(&mut terms);
        let (one, all) = (terms.constant(64, 1), terms.constant(64, u64::MAX));
        for n in [0, 1, 7, 31, 32, 40] {
            let n = terms.constant(64, n);
            let power = terms.binary(BinaryOp::Shl, one, n);
            let lower = terms.add(power, all);
            let lower = terms.cast(CastOp::Trunc, MASK, lower);
            holds(&mut terms, lower, lane);
        }
        let wide = terms.cast(CastOp::Zext, 64, lane);
        let power = terms.binary(BinaryOp::Shl, one, wide);
        let lower = terms.add(power, all);
        let lower = terms.cast(CastOp::Trunc, MASK, lower);
        holds(&mut terms, lower, lane);
    }

    #[test]
    fn masks_are_taken_apart() {
        let mut terms = Terms::new();
        let lane = lane(&mut terms);
        let (all, eight, minus_one) =
            (terms.constant(MASK, ALL_LANES), terms.constant(REGISTER, 8), terms.int(MASK, -1));
        let rest = terms.binary(BinaryOp::URem, lane, eight);
        let first = terms.sub(lane, rest);
        let (tile, one) = (terms.constant(MASK, 0xff), terms.constant(MASK, 1));
        let tile = terms.binary(BinaryOp::Shl, tile, first);
        let own = terms.binary(BinaryOp::Shl, one, lane);
        let lower = terms.add(own, minus_one);
        let others = terms.binary(BinaryOp::Xor, tile, all);
        let union = terms.or(lower, tile);
        let common = terms.and(others, union);
        let is_first = terms.eq(lane, rest);
        let choice = terms.ite(is_first, tile, others);
        let lowest = terms.cast(CastOp::Zext, MASK, is_first);
        for mask in [tile, own, lower, others, union, common, choice, lowest] {
            holds(&mut terms, mask, lane);
        }
    }

    #[test]
    fn a_form_that_is_not_known_gives_nothing() {
        let mut terms = Terms::new();
        let lane = lane(&mut terms);
        let product = terms.mul(lane, lane);
        assert_eq!(names(&mut terms, product, lane, &mut |_, _| None), None);
        let all = terms.constant(MASK, ALL_LANES);
        assert_eq!(same(&mut terms, all, product), None);
        let truth = terms.truth();
        assert_eq!(same(&mut terms, product, product), Some(truth));
    }

    #[test]
    fn masks_are_compared_by_their_lanes() {
        let mut terms = Terms::new();
        let lane = lane(&mut terms);
        let one = terms.constant(MASK, 1);
        let (own, eighth) = (terms.binary(BinaryOp::Shl, one, lane), terms.constant(MASK, 1 << 8));
        for (a, b) in [(own, eighth), (eighth, own)] {
            let equal = same(&mut terms, a, b).expect("known forms");
            for l in 0..u64::from(LANES) {
                assert_eq!(terms.eval(equal, &Lane(l)), Some(u64::from(l == 8)));
            }
        }
    }
}
