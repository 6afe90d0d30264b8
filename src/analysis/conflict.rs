//! When two accesses conflict: which memory, which modes, and that their byte ranges overlap.
//!
//! Direction: exact, bit for bit, but for the sums of an offset and a length, which are taken not to wrap.

use super::literals;
use super::prepare::Prepared;
use super::scene::Scene;
use super::threads::Who;
use super::tiles;
use crate::kernel::{Access, AtomicScope, MemorySpace, Mode};
use crate::term::{BinaryOp, CastOp, Node, Term, Terms};
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
        AtomicScope::Device | AtomicScope::System => true,
    }
}

/// Whether memory of `space` is shared by two threads of different units below `level`.
#[must_use]
pub fn concerns(space: MemorySpace, level: Level) -> bool {
    match (space, level) {
        (MemorySpace::Global, _) | (MemorySpace::Shared, Level::Warp | Level::Block) => true,
        (MemorySpace::Shared, Level::Cluster | Level::Grid) => false,
    }
}

/// Whether neither access changes anything.
#[must_use]
pub fn both_reads(a: &Access, b: &Access) -> bool {
    !a.writes() && !b.writes()
}

/// Where an access starts, from the array's start in bytes, and its length.
pub type ByteRange = (Term, Term);

/// That the two threads are at one place: what every query of this pair of accesses says, whatever the conditions under
/// which they are made. `None` if the accesses never conflict.
///
/// It is the same for all pairs with these offsets, so one refutation does for many.
pub fn meeting(world: &mut Prepared, scene: &mut Scene, accesses: [&Access; 2]) -> Option<Vec<Term>> {
    let ranges = ranges(&mut world.terms, scene, accesses);
    let overlap = conflict(&mut world.terms, scene.pairing.level, accesses, ranges)?;
    let facts: Vec<Term> = scene.base.iter().copied().chain(overlap).collect();
    Some(literals::conjuncts(&world.terms, &facts))
}

/// The bytes of two accesses, over the query's variables.
pub fn ranges(terms: &mut Terms, scene: &mut Scene, [left, right]: [&Access; 2]) -> [ByteRange; 2] {
    [tiles::range(terms, scene, Who::Left, left), tiles::range(terms, scene, Who::Right, right)]
}

/// The accesses overlap in a way that is a race; `None` if they cannot.
pub fn conflict(
    terms: &mut Terms,
    level: Level,
    accesses: [&Access; 2],
    [(o1, b1), (o2, b2)]: [ByteRange; 2],
) -> Option<Vec<Term>> {
    let mut facts = overlap(terms, (o1, b1), (o2, b2));
    if let (Mode::Atomic(s1), Mode::Atomic(s2)) = (&accesses[0].mode, &accesses[1].mode)
        && covers(*s1, level)
        && covers(*s2, level)
    {
        let (same_place, same_width) = (terms.eq(o1, o2), terms.eq(b1, b2));
        let same = terms.and(same_place, same_width);
        facts.push(terms.not(same));
    }
    (!facts.iter().any(|f| terms.is_false(*f))).then_some(facts)
}

/// `[o1, o1+b1)` and `[o2, o2+b2)` have a byte in common.
pub(super) fn overlap(terms: &mut Terms, (o1, b1): ByteRange, (o2, b2): ByteRange) -> Vec<Term> {
    if b1 == b2
        && let Some(width) = terms.as_const(b1)
        && width > 0
        && multiple(terms, o1, width)
        && multiple(terms, o2, width)
    {
        return vec![terms.eq(o1, o2)];
    }
    let (e1, e2) = (terms.add(o1, b1), terms.add(o2, b2));
    let zero = terms.constant(terms.width(b1), 0);
    vec![terms.slt(zero, b1), terms.slt(zero, b2), terms.slt(o1, e2), terms.slt(o2, e1)]
}

/// Whether `t` is a multiple of `n` by its form, bit for bit: so only for powers of two, which survive wrapping.
fn multiple(terms: &Terms, t: Term, n: u64) -> bool {
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
