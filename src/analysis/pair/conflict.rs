//! When two accesses conflict: which memory, which modes, and that their byte ranges overlap.
//!
//! Direction: exact, bit for bit, but for the sums of an offset and a length, which are taken not to wrap, and for addresses
//! that are not aligned as their accesses need it, which are undefined (PTX ISA, "Addresses as Operands") and left out.

use super::bytes::{ByteRange, ranges};
use super::scene::Scene;
use super::threads::Who;
use super::views;
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, AtomicScope, MemorySpace, Mode};
use crate::term::{BinaryOp, CastOp, FuncKind, Node, Term, Terms};
use crate::verdict::Level;
use rustc_hash::FxHashMap;

/// Whether an atomic of `scope` is atomic for two threads of `level`.
#[must_use]
pub fn covers(scope: AtomicScope, level: Level) -> bool {
    match scope {
        AtomicScope::Block => match level {
            Level::Warp | Level::Block => true,
            Level::Cluster | Level::Grid => false,
        },
        AtomicScope::Cluster => match level {
            Level::Warp | Level::Block | Level::Cluster => true,
            Level::Grid => false,
        },
        AtomicScope::Device | AtomicScope::System => true,
    }
}

/// Whether memory of `space` is shared by two threads of different units below `level`.
#[must_use]
pub fn concerns(space: MemorySpace, level: Level) -> bool {
    match (space, level) {
        (MemorySpace::Global | MemorySpace::Tabled, _) | (MemorySpace::Shared, Level::Warp | Level::Block) => true,
        (MemorySpace::Cluster, Level::Warp | Level::Block | Level::Cluster) => true,
        (MemorySpace::Shared, Level::Cluster | Level::Grid) | (MemorySpace::Cluster, Level::Grid) => false,
    }
}

/// Whether neither access changes anything.
#[must_use]
pub fn both_reads(a: &Access, b: &Access) -> bool {
    !a.writes() && !b.writes()
}

/// That the two threads are at one place: what every query of this pair of accesses says, whatever the conditions under
/// which they are made. `None` if the accesses never conflict.
///
/// It is the same for all pairs with these offsets, so one refutation does for many.
pub fn meeting(world: &mut Prepared, scene: &mut Scene, accesses: [&Access; 2]) -> Option<Vec<Term>> {
    let ranges = ranges(&mut world.terms, scene, accesses);
    let mut overlap = conflict(&mut world.terms, scene.pairing.level, accesses, ranges)?;
    overlap.extend(one_copy(&mut world.terms, scene, accesses));
    overlap.extend(views::facts(world, accesses, ranges));
    let facts: Vec<Term> = scene.base.iter().copied().chain(overlap).collect();
    Some(literals::conjuncts(&world.terms, &facts))
}

/// Both are to the copy of one block, if each block of the cluster has one.
pub(crate) fn one_copy(terms: &mut Terms, scene: &mut Scene, accesses: [&Access; 2]) -> Option<Term> {
    let [left, right] = accesses.map(|a| a.rank);
    let (a, b) = (scene.pairing.own(terms, Who::Left, left?), scene.pairing.own(terms, Who::Right, right?));
    Some(terms.eq(a, b))
}

/// The accesses overlap in a way that is a race; `None` if they cannot.
pub fn conflict(
    terms: &mut Terms,
    level: Level,
    accesses: [&Access; 2],
    [(o1, b1), (o2, b2)]: [ByteRange; 2],
) -> Option<Vec<Term>> {
    let (from1, from2) = without_common(terms, o1, o2);
    let mut facts = overlap(terms, alignment(accesses), (from1, b1), (from2, b2));
    if let (Mode::Atomic(s1), Mode::Atomic(s2)) = (&accesses[0].mode, &accesses[1].mode)
        && covers(*s1, level)
        && covers(*s2, level)
    {
        let (same_place, same_width) = (terms.eq(from1, from2), terms.eq(b1, b2));
        let same = terms.and(same_place, same_width);
        facts.push(terms.not(same));
    }
    (!facts.iter().any(|f| terms.is_false(*f))).then_some(facts)
}

/// The two places without what is added to both and rests on nothing but where an object lies in memory, which is not
/// known: whether they meet does not depend on it.
fn without_common(terms: &Terms, o1: Term, o2: Term) -> (Term, Term) {
    let (Node::Binary(BinaryOp::Add, a, b), Node::Binary(BinaryOp::Add, c, d)) = (terms.node(o1), terms.node(o2))
    else {
        return (o1, o2);
    };
    let is_address = |f| {
        let info = terms.func_info(f);
        matches!(info.kind, FuncKind::Pure(_)) && info.width == 64
    };
    let is_common = |x: &Term, y: &Term| {
        let apps = terms.apps_of(&[*x]);
        x == y && !apps.is_empty() && apps.iter().all(|(t, f)| terms.children(*t).is_empty() && is_address(*f))
    };
    let found = [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)].into_iter();
    found.filter(|(x, _, y, _)| is_common(x, y)).map(|(_, x, _, y)| (*x, *y)).next().unwrap_or((o1, o2))
}

/// What the distance of the two places is a multiple of, in bytes.
pub(crate) fn alignment(accesses: [&Access; 2]) -> u64 {
    let [a, b] = accesses;
    if a.array == b.array { a.alignment.min(b.alignment) } else { 1 }
}

/// Whether it is not seen in its offset that an access is aligned.
pub(crate) fn trusts_alignment(terms: &Terms, access: &Access) -> bool {
    !multiple(terms, access.offset, access.alignment)
}

/// `[o1, o1+b1)` and `[o2, o2+b2)`, whose starts are a multiple of `alignment` apart, have a byte in common.
pub(crate) fn overlap(terms: &mut Terms, alignment: u64, (o1, b1): ByteRange, (o2, b2): ByteRange) -> Vec<Term> {
    let apart = |terms: &Terms, n| multiple(terms, o1, n) && multiple(terms, o2, n);
    if b1 == b2
        && let Some(width) = terms.as_const(b1)
        && width > 0
        && (width <= alignment || apart(terms, width))
    {
        return vec![terms.eq(o1, o2)];
    }
    let (e1, e2) = (terms.add(o1, b1), terms.add(o2, b2));
    let zero = terms.constant(terms.width(b1), 0);
    let mut facts = vec![terms.slt(zero, b1), terms.slt(zero, b2), terms.slt(o1, e2), terms.slt(o2, e1)];
    if !apart(terms, alignment) {
        let (between, width) = (terms.sub(o1, o2), terms.width(o1));
        let (rest, none) = (terms.constant(width, alignment - 1), terms.constant(width, 0));
        let rest = terms.binary(BinaryOp::And, between, rest);
        facts.push(terms.eq(rest, none));
    }
    facts
}

/// Whether `t` is a multiple of `n` by its form, bit for bit: so only for powers of two, which survive wrapping.
pub(super) fn multiple(terms: &Terms, t: Term, n: u64) -> bool {
    let mut known: FxHashMap<Term, bool> = FxHashMap::default();
    for sub in terms.reachable(&[t]) {
        let get = |t: &Term| known.get(t).copied().unwrap_or(false);
        let value = match terms.node(sub) {
            Node::Const { value, .. } => value % n == 0,
            Node::Binary(BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor, a, b) => get(a) && get(b),
            Node::Binary(BinaryOp::Mul | BinaryOp::And, a, b) => get(a) || get(b),
            Node::Ite(_, a, b) => get(a) && get(b),
            Node::Cast(CastOp::Zext | CastOp::Sext | CastOp::Trunc, _, a) => get(a),
            Node::Binary(..) | Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Apply(..) => false,
        };
        known.insert(sub, value);
    }
    n == 1 || (n.is_power_of_two() && known.get(&t).copied().unwrap_or(false))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aligned_ranges_overlap_as_their_bytes_do() {
        let mut terms = Terms::new();
        let bytes = [1_u64, 2, 4, 8, 12, 16];
        for (alignment, b1, b2) in
            [1_u64, 2, 4, 8, 16].into_iter().flat_map(|a| pairs(bytes).map(move |(b, c)| (a, b, c)))
        {
            for (o1, o2) in pairs(std::array::from_fn::<u64, 40, _>(|n| n as u64)) {
                let [o, b, p, c] = [o1, b1, o2, b2].map(|n| terms.constant(64, n));
                let facts = overlap(&mut terms, alignment, (o, b), (p, c));
                let holds = facts.iter().all(|fact| terms.is_true(*fact));
                let meet = o1 < o2 + b2 && o2 < o1 + b1;
                let aligned = o1.abs_diff(o2) % alignment == 0;
                assert!(!aligned || holds == meet, "{o1}+{b1}, {o2}+{b2} at {alignment}");
            }
        }
    }

    fn pairs<const N: usize>(of: [u64; N]) -> impl Iterator<Item = (u64, u64)> {
        of.into_iter().flat_map(move |a| of.into_iter().map(move |b| (a, b)))
    }
}
