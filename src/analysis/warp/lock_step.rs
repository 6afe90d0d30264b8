//! Lanes in lock step (`--warp-sync`): which accesses of two lanes of a warp may conflict all the same.
//!
//! Before Volta the lanes of a warp shared a program counter: they did each access together, went through the sides of a
//! branch one after the other, and met again behind it and at the end of each iteration. So two accesses are ordered if
//! they are in different iterations of a loop around both, or if both lanes come to the place of one of them, in these
//! loops, on one path. What is left are the same access in the same iterations, and opposite sides of a branch
//! (docs/design.md section 9).
//!
//! Direction: orders too little. Accesses by copies that are under way, or by lanes that are not specified,
//! are never ordered. A path is told by the truth values that the place's guard is made of.

use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes::different_warps;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::Access;
use crate::term::{BinaryOp, Node, Term, Terms};

/// What holds of two accesses by lanes of warps of so many that are in lock step, unless they are ordered.
pub(crate) fn unordered(
    world: &mut Prepared,
    scene: &mut Scene,
    both: [&Occurrence<'_>; 2],
    lanes: u32,
) -> Option<Term> {
    let [left, right] = both;
    let alone = |a: &Access| a.copy.is_some() || a.tile.is_some();
    if alone(left.access) || alone(right.access) {
        return None;
    }
    let common = left.loops.iter().zip(&right.loops).take_while(|(l, r)| l.counter == r.counter).count();
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    let mut all = vec![];
    for l in left.loops.iter().take(common) {
        let x = terms.var(l.counter);
        let (x, y) = (p.own(terms, Who::Left, x), p.own(terms, Who::Right, x));
        all.push(terms.eq(x, y));
    }
    if left.access.id != right.access.id {
        for (o, other) in [(left, Who::Right), (right, Who::Left)] {
            if o.loops.len() == common {
                let mut path = vec![p.own(terms, other, o.access.guard)];
                for part in parts(terms, o.access.guard) {
                    let (a, b) = (p.own(terms, Who::Left, part), p.own(terms, Who::Right, part));
                    path.push(terms.eq(a, b));
                }
                let together = terms.all(path);
                all.push(terms.not(together));
            }
        }
    }
    let meet = world.terms.all(all);
    let apart = different_warps(world, &mut scene.pairing, lanes);
    Some(world.terms.or(apart, meet))
}

/// The truth values that a condition is made of, if they are more than a conjunction.
fn parts(terms: &Terms, condition: Term) -> Vec<Term> {
    let (mut found, mut joined, mut stack) = (vec![], false, vec![(condition, true)]);
    while let Some((t, positive)) = stack.pop() {
        match *terms.node(t) {
            Node::Not(a) => stack.push((a, !positive)),
            Node::Binary(op @ (BinaryOp::And | BinaryOp::Or), a, b) => {
                joined |= (op == BinaryOp::And) != positive;
                stack.extend([(a, positive), (b, positive)]);
            }
            Node::Ite(c, a, b) => {
                joined = true;
                stack.extend([(c, true), (a, positive), (b, positive)]);
            }
            Node::Const { .. }
            | Node::Var(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Cast(..)
            | Node::Apply(..) => found.push(t),
        }
    }
    if joined { found } else { vec![] }
}
