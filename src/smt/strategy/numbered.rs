//! The numbers of threads, each as one number.
//!
//! The places of two threads mostly rest on `i = blockIdx.x * blockDim.x + threadIdx.x`, or on what a loop by the whole grid makes of it, and
//! all that is needed to tell them apart is that their numbers differ. That is a small question of its own: how `i` comes about is in the
//! way of what the program does with it, as where it takes `i` apart by four divisors, or by its bits.
//!
//! Direction: that the first facts are refuted makes the second ones weaker than those given. What excludes both excludes the given ones.

use super::core::Outcomes;
use crate::smt::facts::{certain, read_as_signed};
use crate::term::{
    BinaryOp, BitOp, CastOp, FuncKind, Interval, Intervals, Node, Owner, PureOp, Substitution, Term, Terms, Var,
    VarInfo, VarKind,
};
use rustc_hash::FxHashSet;

/// The most numbers of one thread: along the axes.
const MOST: usize = 3;
/// Larger queries are not looked at.
const LARGEST: usize = 2000;
/// So many divisions by what is not known are hard.
const DIVISIONS: usize = 6;

pub(super) struct Numbered {
    /// That all numbers of the two threads are the same.
    pub(super) same: Vec<Term>,
    /// The facts about numbers of which some differ.
    pub(super) apart: Vec<Term>,
    /// Some of what is done with them is about bits.
    pub(super) of_bits: bool,
}

/// The two parts; nothing if little would be won.
pub(super) fn numbered(terms: &mut Terms, facts: &[Term], standing: &mut Outcomes) -> Option<Numbered> {
    let reached = terms.reachable(facts);
    if reached.len() > LARGEST {
        return None;
    }
    let of_bits = reached.iter().any(|t| moves_bits(terms, *t));
    if !of_bits && reached.iter().filter(|t| divides(terms, **t)).count() < DIVISIONS {
        return None;
    }
    let numbers = numbers(terms, &reached);
    let [left, right] = [Owner::Left, Owner::Right].map(|owner| of_side(terms, &numbers, owner));
    if left.is_empty() || left.len() != right.len() || left.len() > MOST || left.len() + right.len() != numbers.len() {
        return None;
    }
    let match_of = |l: Term| right.iter().copied().find(|r| is_like(terms, l, *r));
    let pairs: Option<Vec<(Term, Term)>> = left.iter().map(|l| Some((*l, match_of(*l)?))).collect();
    let pairs = pairs?;
    let signed = read_as_signed(terms, &certain(terms, facts));
    let mut same: Vec<Term> = facts.iter().copied().filter(|fact| is_of_launch(terms, *fact)).collect();
    let (mut differ, mut bounds, mut by) = (vec![], vec![], Substitution::new());
    for (l, r) in pairs {
        same.push(terms.eq(l, r));
        let [x, y] = [(l, Owner::Left), (r, Owner::Right)].map(|(t, owner)| {
            let x = stands_for(terms, t, owner, standing);
            by.term(t, x);
            if is_natural(terms, t, &signed) {
                let zero = terms.constant(terms.width(t), 0);
                bounds.push(terms.sle(zero, x));
            }
            x
        });
        differ.push(terms.ne(x, y));
    }
    let mut apart: Vec<Term> = facts.iter().map(|fact| terms.substitute(*fact, &mut by)).collect();
    apart.extend(bounds);
    apart.push(terms.any(differ));
    Some(Numbered { same, apart, of_bits })
}

/// Whether it combines or moves bits by what is not known.
fn moves_bits(terms: &Terms, t: Term) -> bool {
    if let Node::Apply(f, _) = terms.node(t) {
        return matches!(terms.func_info(*f).kind, FuncKind::Pure(PureOp::Bits { op: BitOp::ReversedBits, .. }));
    }
    let Node::Binary(op, a, b) = *terms.node(t) else { return false };
    let is_open = |t: Term| terms.as_const(t).is_none();
    match op {
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => terms.width(t) > 1 && is_open(a) && is_open(b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => is_open(b),
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem => false,
    }
}

fn divides(terms: &Terms, t: Term) -> bool {
    let Node::Binary(BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, _, by) = *terms.node(t) else {
        return false;
    };
    terms.as_const(by).is_none()
}

/// Sums of what tells where a thread is in the launch, the largest of them.
fn numbers(terms: &Terms, reached: &[Term]) -> Vec<Term> {
    let is_number = |t: &Term| {
        let counts = |t: Term| {
            let vars = terms.vars_of(&[t]);
            let kinds: Vec<VarKind> = vars.into_iter().map(|v| terms.var_info(v).kind).collect();
            kinds.iter().any(|k| matches!(k, VarKind::ThreadIdx(_)))
                && kinds.iter().any(|k| matches!(k, VarKind::BlockIdx(_) | VarKind::Counter))
        };
        matches!(terms.node(*t), Node::Binary(BinaryOp::Add, ..))
            && terms.width(*t) >= 32
            && is_place(terms, *t)
            && counts(*t)
    };
    let all: Vec<Term> = reached.iter().copied().filter(is_number).collect();
    let mut inside = FxHashSet::default();
    for t in &all {
        inside.extend(terms.reachable(&[*t]).into_iter().filter(|part| part != t));
    }
    all.into_iter().filter(|t| !inside.contains(t)).collect()
}

/// Whether a variable is an index, a dimension of the launch or an iteration.
fn tells_place(terms: &Terms, v: Var) -> bool {
    match terms.var_info(v).kind {
        VarKind::ThreadIdx(_)
        | VarKind::BlockIdx(_)
        | VarKind::BlockDim(_)
        | VarKind::GridDim(_)
        | VarKind::Counter => true,
        VarKind::ClusterRank | VarKind::ClusterDim(_) | VarKind::Param | VarKind::Local => false,
    }
}

/// Whether a number is made of indices, dimensions and iterations by sums and products alone.
fn is_place(terms: &Terms, t: Term) -> bool {
    match *terms.node(t) {
        Node::Const { .. } => true,
        Node::Var(v) => tells_place(terms, v),
        Node::Binary(BinaryOp::Add | BinaryOp::Mul, a, b) => is_place(terms, a) && is_place(terms, b),
        Node::Cast(CastOp::Zext | CastOp::Sext, _, a) => terms.width(a) > 1 && is_place(terms, a),
        Node::Binary(..) | Node::Cast(..) | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => false,
    }
}

/// Whether a fact is about the launch, and where threads and iterations are in it.
fn is_of_launch(terms: &Terms, fact: Term) -> bool {
    terms.apps_of(&[fact]).is_empty() && terms.vars_of(&[fact]).into_iter().all(|v| tells_place(terms, v))
}

/// The numbers of one thread.
fn of_side(terms: &Terms, numbers: &[Term], side: Owner) -> Vec<Term> {
    let is_of = |t: &Term| {
        let owners: Vec<Owner> = terms.vars_of(&[*t]).into_iter().map(|v| terms.var_info(v).owner).collect();
        owners.contains(&side) && owners.iter().all(|owner| [side, Owner::All].contains(owner))
    };
    numbers.iter().copied().filter(is_of).collect()
}

/// Whether a sum is no less than 0, as a signed number that it is taken to fit or is known to.
fn is_natural(terms: &Terms, t: Term, signed: &FxHashSet<Term>) -> bool {
    let mut intervals = Intervals::new();
    let all = intervals.of(terms, t);
    let fits = all.within(Interval::full(terms.width(t))) || signed.contains(&t) && !intervals.leaves_signed(terms, t);
    all.lo >= 0 && fits && !intervals.may_wrap(terms, t)
}

/// Whether two terms are the same but for whose variables they have.
fn is_like(terms: &Terms, a: Term, b: Term) -> bool {
    let is_like = |a: Term, b: Term| is_like(terms, a, b);
    if let (Node::Var(v), Node::Var(w)) = (terms.node(a), terms.node(b)) {
        let [v, w] = [*v, *w].map(|v| terms.var_info(v));
        return a == b || (&v.name, v.kind) == (&w.name, w.kind) && [v.owner, w.owner] == [Owner::Left, Owner::Right];
    }
    if let (Node::Cast(op, width, a), Node::Cast(other, of, b)) = (terms.node(a), terms.node(b)) {
        return (op, width) == (other, of) && is_like(*a, *b);
    }
    if let (Node::Binary(op, a, b), Node::Binary(other, c, d)) = (terms.node(a), terms.node(b)) {
        return op == other && (is_like(*a, *c) && is_like(*b, *d) || is_like(*a, *d) && is_like(*b, *c));
    }
    a == b
}

/// The number that stands for a sum.
fn stands_for(terms: &mut Terms, t: Term, owner: Owner, standing: &mut Outcomes) -> Term {
    *standing.entry(t).or_insert_with(|| {
        let (name, width) = ("the number of a thread".to_owned(), terms.width(t));
        let v = terms.declare_var(VarInfo { name, width, kind: VarKind::Local, bounds: None, owner });
        terms.var(v)
    })
}

#[cfg(test)]
mod tests {
    use super::{Numbered, numbered};
    use crate::smt::strategy::core::Outcomes;
    use crate::term::{Arithmetic, Axis, BinaryOp, Owner, Term, Terms, VarInfo, VarKind};

    fn var(terms: &mut Terms, kind: VarKind, owner: Owner) -> Term {
        let v = terms.declare_var(VarInfo { name: String::new(), width: 32, kind, bounds: None, owner });
        terms.var(v)
    }

    /// The numbers of two threads, in facts that say that the threads differ and that bits of their numbers do not.
    fn facts(terms: &mut Terms) -> ([Term; 2], [Term; 2]) {
        let (block, dim) = (VarKind::BlockIdx(Axis::X), VarKind::BlockDim(Axis::X));
        let [block, dim] = [block, dim].map(|kind| var(terms, kind, Owner::All));
        let threads = [Owner::Left, Owner::Right].map(|owner| var(terms, VarKind::ThreadIdx(Axis::X), owner));
        let first = terms.binary_as(Arithmetic::Unsigned, BinaryOp::Mul, block, dim);
        let numbers = threads.map(|thread| terms.binary_as(Arithmetic::Unsigned, BinaryOp::Add, first, thread));
        let mask = var(terms, VarKind::Param, Owner::All);
        let [left, right] = numbers.map(|number| terms.binary(BinaryOp::And, number, mask));
        let differ = terms.ne(threads[0], threads[1]);
        ([differ, terms.eq(left, right)], numbers)
    }

    #[test]
    fn that_numbers_differ_is_asked_by_the_launch_alone() {
        let mut terms = Terms::default();
        let ([differ, bits], numbers) = facts(&mut terms);
        let parts = numbered(&mut terms, &[differ, bits], &mut Outcomes::default());
        let Numbered { same, apart, of_bits } = parts.expect("bits are combined");
        let equal = terms.eq(numbers[0], numbers[1]);
        assert_eq!(same, [differ, equal], "the fact about bits is no matter of it");
        assert!(of_bits && apart.contains(&differ) && !apart.contains(&bits));
        assert!(!terms.reachable(&apart).iter().any(|t| numbers.contains(t)), "numbers are unknowns");
    }

    #[test]
    fn numbers_of_which_there_are_others_stay() {
        let mut terms = Terms::default();
        let ([differ, bits], _) = facts(&mut terms);
        let [thread, counter] =
            [VarKind::ThreadIdx(Axis::Y), VarKind::Counter].map(|k| var(&mut terms, k, Owner::Left));
        let alone = terms.binary_as(Arithmetic::Unsigned, BinaryOp::Add, thread, counter);
        let zero = terms.constant(32, 0);
        let more = terms.eq(alone, zero);
        assert!(numbered(&mut terms, &[differ, bits, more], &mut Outcomes::default()).is_none());
    }
}
