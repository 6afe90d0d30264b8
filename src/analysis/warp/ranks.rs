//! Ranks: what counts of bits say of the lanes of a set, in the two threads of a query.
//!
//! A lane `l` of the set `m`, which is not empty, is one of `popc(m) >= 1` lanes, of which the first is `ffs(m) - 1 <= l`. Its rank, the number
//! of the set's lanes before it, is 0 for the first one and below `popc(m)` for all, and distinct lanes of equal sets have
//! distinct ranks.
//!
//! **Invariant:** all of this is arithmetic. Who is a lane of a set is told by [`lane_sets`](super::lane_sets).
//!
//! Direction: sound. A count of another form stays an arbitrary value, and so does one of a thread that is not seen to be
//! in the set.

use super::lane_sets;
use crate::analysis::facts::knowledge::Ranked;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes;
use crate::analysis::pair::threads::{Pairing, Who};
use crate::kernel::target::{LANES, MASK, REGISTER};
use crate::kernel::{Shuffle, walk};
use crate::term::{BinaryOp, BitOp, FuncKind, Node, PureOp, Term, Terms};
use crate::verdict::Level;
use rustc_hash::FxHashSet;

/// The sets of lanes that the kernel counts.
pub(crate) fn ranked(world: &mut Prepared) -> Vec<Ranked> {
    let mut roots = walk::terms(&world.kernel.body);
    roots.extend(world.kernel.shuffles.iter().flat_map(Shuffle::terms));
    let mut found: Vec<Ranked> = vec![];
    for app in world.terms.reachable(&roots) {
        let Some((kind, mask)) = count(&world.terms, app) else { continue };
        let place = found.iter().position(|r| r.mask == mask).unwrap_or(found.len());
        if place == found.len() {
            let Some(member) = lane_sets::is_member(world, mask) else { continue };
            found.push(Ranked { mask, member, size: None, first: None, ranks: vec![] });
        }
        let Some(ranked) = found.get_mut(place) else { continue };
        match kind {
            Count::Size => ranked.size = Some(app),
            Count::First => ranked.first = Some(app),
            Count::Rank(place) => ranked.ranks.push((app, place)),
        }
    }
    found
}

enum Count {
    Size,
    First,
    /// Below this place.
    Rank(Term),
}

/// What `t` counts, and of which set.
fn count(terms: &Terms, t: Term) -> Option<(Count, Term)> {
    let Node::Apply(func, args) = terms.node(t) else { return None };
    let info = terms.func_info(*func);
    let FuncKind::Pure(PureOp::Bits { op, of: MASK }) = info.kind else { return None };
    let (mask, place) = (*args.first()?, args.get(1));
    let what = match op {
        BitOp::Ones => Count::Size,
        BitOp::FirstOne => Count::First,
        BitOp::OnesBelow => Count::Rank(*place?),
        BitOp::LeadingZeros | BitOp::TrailingZeros | BitOp::ReversedBits | BitOp::ReversedBytes => return None,
    };
    (info.width == REGISTER).then_some((what, mask))
}

/// The set of which `lane` is the first one, of the form `ffs(set) - 1`.
pub(crate) fn first_of(terms: &Terms, lane: Term) -> Option<Term> {
    let Node::Binary(op, first, one) = *terms.node(lane) else { return None };
    let by = terms.as_int(one);
    let one_less = (op == BinaryOp::Add && by == Some(-1)) || (op == BinaryOp::Sub && by == Some(1));
    match count(terms, first)? {
        (Count::First, set) => one_less.then_some(set),
        (Count::Size | Count::Rank(_), _) => None,
    }
}

/// What holds of the counts in `facts`, of the two threads of `pairing`.
pub(crate) fn facts(world: &mut Prepared, pairing: &mut Pairing, facts: &[Term]) -> Vec<Term> {
    let mut found = vec![];
    if world.knowledge.ranked.is_empty() {
        return found;
    }
    let lane = lanes::lane(world);
    let lanes = Who::BOTH.map(|who| pairing.own(&mut world.terms, who, lane));
    let known: FxHashSet<Term> = facts.iter().copied().collect();
    let used: FxHashSet<Term> = world.terms.apps_of(facts).into_iter().map(|(app, _)| app).collect();
    for ranked in world.knowledge.ranked.clone() {
        let terms = &mut world.terms;
        let sides = Who::BOTH.map(|who| {
            let mut own = |t: Term| pairing.own(terms, who, t);
            let ranks: Vec<_> = ranked.ranks.iter().map(|(rank, place)| (own(*rank), own(*place))).collect();
            let (size, first) = (ranked.size.map(&mut own), ranked.first.map(&mut own));
            let (mask, member) = (own(ranked.mask), own(ranked.member));
            let mut parts = crate::analysis::facts::literals::conjuncts(terms, &[member]);
            parts.retain(|part| !known.contains(part));
            let used = |t: &Term| used.contains(t);
            let member = terms.all(parts);
            let ranks = ranks.into_iter().filter(|(rank, _)| used(rank)).collect();
            Ranked { mask, member, size: size.filter(used), first: first.filter(used), ranks }
        });
        for (side, lane) in sides.iter().zip(lanes) {
            found.extend(of_one(terms, side, lane));
            if used.contains(&side.mask) {
                let (none, outside) = (terms.constant(MASK, 0), terms.not(side.member));
                let some = terms.ne(side.mask, none);
                found.push(terms.or(outside, some));
            }
        }
        found.extend(of_both(terms, &sides, lanes));
    }
    if !found.is_empty() && pairing.level == Level::Warp {
        found.push(world.terms.ne(lanes[0], lanes[1]));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What holds of one thread, the lane `lane` of its warp.
fn of_one(terms: &mut Terms, set: &Ranked, lane: Term) -> Vec<Term> {
    let [zero, one, most] = [0, 1, u64::from(LANES)].map(|n| terms.constant(REGISTER, n));
    let outside = terms.not(set.member);
    let mut found = vec![];
    for count in set.size.iter().chain(&set.first).chain(set.ranks.iter().map(|(rank, _)| rank)) {
        found.extend([terms.sle(zero, *count), terms.sle(*count, most)]);
    }
    for count in set.size.iter().chain(&set.first) {
        let some = terms.sle(one, *count);
        found.push(terms.or(outside, some));
    }
    if let Some(first) = set.first {
        let next = terms.add(lane, one);
        let not_after = terms.sle(first, next);
        found.push(terms.or(outside, not_after));
    }
    if let (Some(size), Some(first)) = (set.size, set.first) {
        let (none, nowhere) = (terms.eq(size, zero), terms.eq(first, zero));
        found.push(terms.eq(none, nowhere));
    }
    for (rank, place) in &set.ranks {
        let elsewhere = terms.ne(*place, lane);
        if let Some(size) = set.size {
            let below = terms.slt(*rank, size);
            found.push(terms.any([outside, elsewhere, below]));
        }
        if let Some(first) = set.first {
            let (behind, none) = (terms.sle(first, *place), terms.eq(*rank, zero));
            found.push(terms.or(behind, none));
        }
    }
    found
}

/// Distinct lanes of equal sets have distinct ranks.
fn of_both(terms: &mut Terms, sets: &[Ranked; 2], lanes: [Term; 2]) -> Vec<Term> {
    let [left, right] = sets;
    let mut found = vec![];
    for (l, at_left) in &left.ranks {
        for (r, at_right) in &right.ranks {
            let unless = [
                terms.not(left.member),
                terms.not(right.member),
                terms.ne(left.mask, right.mask),
                terms.ne(*at_left, lanes[0]),
                terms.ne(*at_right, lanes[1]),
                terms.eq(lanes[0], lanes[1]),
                terms.ne(*l, *r),
            ];
            found.push(terms.any(unless));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Ranked, of_both, of_one};
    use crate::kernel::target::{LANES, MASK, REGISTER};
    use crate::term::{BitOp, FuncInfo, FuncKind, Owner, PureOp, Sharing, Term, Terms};

    fn count(terms: &mut Terms, op: BitOp, args: Vec<Term>) -> Term {
        let (name, kind, sharing) = (op.symbol(MASK), FuncKind::Pure(PureOp::Bits { op, of: MASK }), Sharing::Grid);
        let func =
            terms.declare_func(FuncInfo { name, width: REGISTER, kind, sharing, axiom: None, owner: Owner::All });
        terms.apply(func, args)
    }

    /// The counts of a known mask, with the ranks at two places.
    fn set(terms: &mut Terms, mask: u32, lane: u32, other: u32) -> (Ranked, Term) {
        let member = terms.bool(mask >> lane & 1 == 1);
        let mask = terms.constant(MASK, mask.into());
        let [lane, other] = [lane, other].map(|n| terms.constant(REGISTER, n.into()));
        let (size, first) = (count(terms, BitOp::Ones, vec![mask]), count(terms, BitOp::FirstOne, vec![mask]));
        let ranks = [lane, other].map(|place| (count(terms, BitOp::OnesBelow, vec![mask, place]), place)).to_vec();
        (Ranked { mask, member, size: Some(size), first: Some(first), ranks }, lane)
    }

    #[test]
    fn what_is_said_holds_of_all_masks() {
        let mut terms = Terms::new();
        for mask in [0, 1, 2, 0x8000_0000, 0x8000_0001, 0xffff_ffff, 0x0f0f_0f0f, 0x1234_5678, 0x7fff_fffe, 0xaaaa_aaaa]
        {
            for (lane, other) in (0..LANES).flat_map(|l| [0, 1, 13, 30, 31].map(|o| (l, o))) {
                let (left, l) = set(&mut terms, mask, lane, other);
                let (right, r) = set(&mut terms, mask, other, lane);
                let mut facts = of_one(&mut terms, &left, l);
                facts.extend(of_both(&mut terms, &[left, right], [l, r]));
                assert!(facts.iter().all(|f| terms.is_true(*f)), "lanes {lane} and {other} of {mask:#x}");
            }
        }
    }
}
