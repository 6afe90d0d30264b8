//! What the kernel itself puts into an array before a barrier, as facts of a query.
//!
//! ```text
//! idx[t] = t; __syncthreads(); out[idx[n - 1 - t]] = x;      idx[n - 1 - t] is n - 1 - t
//! ```
//!
//! Of an array with one write `[g(t)] v(t) to o(t)` in the program, outside of loops and before all that reads the array, a read at `p`
//! gives `v(e)` where `e` is a thread with `o(e) == p` and `g(e)`. Such an `e` is computed from `p` where `o` can be turned round:
//! casts, sums, products with a constant.
//!
//! A read has a symbol that all threads of the block share only if its own thread has passed a block-wide barrier since it wrote
//! ([loads](crate::llvm)). If thread `e` has not written by then, the two accesses are of one phase or the read is in an earlier one; as the
//! write comes first in the program and is in no loop, it is the former, and that race is reported (docs/design.md section 3,
//! "Loads": sound by minimality). If another thread has written there too, these two race. So the facts hold of every first race.
//!
//! Direction: fewer facts than hold is sound.

use super::threads::{Copies, Pairing, Who};
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, ArrayId, MemorySpace, Mode, Step, walk};
use crate::term::{
    Arithmetic, BinaryOp, CastOp, FuncKind, Node, Owner, Sharing, Term, Terms, Var, VarInfo, VarKind, signed,
};

/// The most facts for one query.
const MOST_FACTS: usize = 64;

/// The one write of an array, over the thread that stands for any.
#[derive(Clone, Copy)]
struct Written {
    guard: Term,
    offset: Term,
    value: Term,
    hole: Var,
}

/// What `facts` read of arrays that the kernel has filled before.
pub(crate) fn facts(copies: &Copies, world: &mut Prepared, pairing: &mut Pairing, facts: &[Term]) -> Vec<Term> {
    let mut reads = vec![];
    for (app, func) in world.terms.apps_of(facts) {
        let FuncKind::Memory { array: Some(array) } = world.terms.func_info(func).kind else { continue };
        let Node::Apply(_, arguments) = world.terms.node(app) else { continue };
        let (_, owner) = copies.origin(func);
        reads.extend(arguments.last().map(|place| (ArrayId(array), owner, *place, app)));
    }
    let mut arrays: Vec<ArrayId> = reads.iter().map(|(array, ..)| *array).collect();
    arrays.sort_unstable();
    arrays.dedup();
    let mut found = vec![];
    for array in arrays {
        let Some(written) = written(world, array) else { continue };
        for who in Who::BOTH {
            let [guard, offset, value] =
                [written.guard, written.offset, written.value].map(|t| pairing.own(&mut world.terms, who, t));
            let own = Written { guard, offset, value, ..written };
            let of_side = |owner: Owner| owner == Owner::All || owner == who.owner();
            for (_, _, place, app) in reads.iter().filter(|(a, owner, ..)| *a == array && of_side(*owner)) {
                let fact = given(world, &own, *place, *app);
                found.extend(fact.filter(|fact| !found.contains(fact)));
            }
        }
    }
    found.truncate(MOST_FACTS);
    found
}

/// The one write of an array, if it is one that all threads make alike before all reads.
fn written(world: &mut Prepared, array: ArrayId) -> Option<Written> {
    let kernel = &world.kernel;
    let declared = kernel.arrays.get(array.0)?;
    // The place of a read does not say whose copy it is in.
    if matches!(declared.space, MemorySpace::Cluster | MemorySpace::Tabled)
        || declared.unknown_object
        || !kernel.overtaken.is_empty()
    {
        return None;
    }
    let may_be = |a: &Access| a.array == array || kernel.arrays.get(a.array.0).is_none_or(|other| other.unknown_object);
    let all: Vec<&Access> = walk::accesses(&kernel.body).filter(|a| may_be(a)).collect();
    let mut writes = all.iter().filter(|a| a.writes());
    let (write, None) = (writes.next()?, writes.next()) else { return None };
    let Mode::Write(Some(value)) = write.mode else { return None };
    let is_outside = kernel.body.iter().any(|step| matches!(step, Step::Access(a) if a.id == write.id));
    let is_plain = write.copy.is_none() && write.tile.is_none() && write.array == array;
    let comes_first = all.iter().all(|a| a.id == write.id || write.id < a.id);
    let bytes = u64::from(world.terms.width(value) / 8);
    if !(is_outside && is_plain && comes_first && bytes > 0 && world.terms.as_const(write.bytes) == Some(bytes)) {
        return None;
    }
    let parts = [write.guard, write.offset, value];
    let [x, y, z] = kernel.launch.thread;
    is_of_index(world, &parts, x).then_some(())?;
    let one_row = [1, 2].iter().all(|axis| world.terms.as_const(world.block_dim[*axis]) == Some(1));
    let mentions = world.terms.vars_of(&parts);
    if !one_row || mentions.contains(&y) || mentions.contains(&z) {
        return None;
    }
    let info = VarInfo { owner: Owner::Third, name: String::new(), ..world.terms.var_info(x).clone() };
    let hole = world.terms.declare_var(info);
    let by = world.terms.var(hole);
    let [guard, offset, value] = parts.map(|t| world.terms.replace(t, x, by));
    Some(Written { guard, offset, value, hole })
}

/// Whether nothing but the thread's index tells one thread of a block from another in these terms.
fn is_of_index(world: &Prepared, parts: &[Term], index: Var) -> bool {
    let terms = &world.terms;
    let is_known = |v: Var| match terms.var_info(v).kind {
        VarKind::ThreadIdx(_) => v == index,
        VarKind::Local | VarKind::Counter => false,
        VarKind::BlockIdx(_)
        | VarKind::ClusterRank
        | VarKind::BlockDim(_)
        | VarKind::GridDim(_)
        | VarKind::ClusterDim(_)
        | VarKind::Param => true,
    };
    let is_shared = |f| match terms.func_info(f).sharing {
        Sharing::Grid | Sharing::Block => true,
        Sharing::Warp | Sharing::Thread => false,
    };
    terms.vars_of(parts).into_iter().all(is_known) && terms.apps_of(parts).into_iter().all(|(_, f)| is_shared(f))
}

/// What a read at `place` gives, if some thread writes there.
fn given(world: &mut Prepared, written: &Written, place: Term, read: Term) -> Option<Term> {
    if world.terms.width(read) != world.terms.width(written.value) || world.terms.width(place) != 64 {
        return None;
    }
    let mut when = vec![];
    let thread = solved(&mut world.terms, (written.offset, written.hole), place, &mut when)?;
    let (terms, extent) = (&mut world.terms, world.block_dim[0]);
    let zero = terms.constant(terms.width(thread), 0);
    when.extend([terms.sle(zero, thread), terms.slt(thread, extent)]);
    let [guard, value] = [written.guard, written.value].map(|t| terms.replace(t, written.hole, thread));
    when.push(guard);
    let (when, what) = (terms.all(when), terms.eq(read, value));
    Some(terms.implies(when, what))
}

/// A value of the hole for which the term is `target`, where all of `when` hold; nothing if the term's form is not known.
fn solved(terms: &mut Terms, (t, hole): (Term, Var), target: Term, when: &mut Vec<Term>) -> Option<Term> {
    let has = |terms: &Terms, t: Term| terms.vars_of(&[t]).contains(&hole);
    match terms.node(t).clone() {
        Node::Var(v) => (v == hole).then_some(target),
        Node::Binary(op, a, b) => {
            let (inner, other) = match (has(terms, a), has(terms, b)) {
                (true, false) => (a, b),
                (false, true) => (b, a),
                (true, true) | (false, false) => return None,
            };
            let target = match op {
                BinaryOp::Add => wrapped(terms, BinaryOp::Sub, target, other),
                BinaryOp::Sub if inner == a => wrapped(terms, BinaryOp::Add, target, other),
                BinaryOp::Sub => wrapped(terms, BinaryOp::Sub, other, target),
                BinaryOp::Xor => terms.binary(BinaryOp::Xor, target, other),
                BinaryOp::Mul => divided(terms, target, other)?,
                BinaryOp::UDiv
                | BinaryOp::URem
                | BinaryOp::SDiv
                | BinaryOp::SRem
                | BinaryOp::Shl
                | BinaryOp::LShr
                | BinaryOp::AShr
                | BinaryOp::And
                | BinaryOp::Or => return None,
            };
            solved(terms, (inner, hole), target, when)
        }
        Node::Cast(op @ (CastOp::Zext | CastOp::Sext), width, inner) => {
            let narrow = terms.width(inner);
            let target = narrowed(terms, (op, width, narrow), target, when)?;
            solved(terms, (inner, hole), target, when)
        }
        Node::Cast(CastOp::Trunc, ..)
        | Node::Const { .. }
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => None,
    }
}

/// `a op b`, of which nothing is assumed unless the program has it.
fn wrapped(terms: &mut Terms, op: BinaryOp, a: Term, b: Term) -> Term {
    let before = terms.len();
    let t = terms.binary(op, a, b);
    if terms.len() > before { terms.binary_as(Arithmetic::Modular, op, a, b) } else { t }
}

/// A number that gives `target` if it is multiplied by a constant.
fn divided(terms: &mut Terms, target: Term, by: Term) -> Option<Term> {
    let (width, by) = (terms.width(target), terms.as_int(by).filter(|by| *by != 0)?);
    if by == -1 {
        let zero = terms.constant(width, 0);
        return Some(wrapped(terms, BinaryOp::Sub, zero, target));
    }
    if let Some(value) = terms.as_int(target) {
        return (value % by == 0).then(|| terms.int(width, value / by));
    }
    match *terms.node(target) {
        Node::Binary(BinaryOp::Mul, a, b) if terms.as_int(b) == Some(by) => Some(a),
        _ => None,
    }
}

/// A number of the narrow width that gives `target` if it is widened.
fn narrowed(
    terms: &mut Terms,
    (op, width, narrow): (CastOp, u8, u8),
    target: Term,
    when: &mut Vec<Term>,
) -> Option<Term> {
    if let Some(value) = terms.as_const(target) {
        let value = signed(width, value);
        let fits = value >= 0 && narrow < 64 && value < 1 << (narrow - 1);
        return fits.then(|| terms.int(narrow, value));
    }
    match *terms.node(target) {
        Node::Cast(other @ (CastOp::Zext | CastOp::Sext), _, inner) if terms.width(inner) == narrow => {
            if other != op {
                let zero = terms.constant(narrow, 0);
                when.push(terms.sle(zero, inner));
            }
            Some(inner)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::{Environment, Func};

    struct Values(Vec<(Var, u64)>);

    impl Environment for Values {
        fn var(&self, var: Var) -> Option<u64> {
            self.0.iter().find(|(v, _)| *v == var).map(|(_, value)| *value)
        }

        fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
            None
        }
    }

    fn variable(terms: &mut Terms, name: &str) -> Var {
        let (name, kind) = (name.to_owned(), VarKind::Local);
        terms.declare_var(VarInfo { name, width: 32, kind, bounds: None, owner: Owner::All })
    }

    /// Places of 4 bytes, by an index: its negative, with another number added, in other bits.
    fn places(terms: &mut Terms, index: Term, other: Term) -> Vec<Term> {
        let minus = terms.int(32, -1);
        let negative = terms.mul(index, minus);
        let below = terms.add(other, negative);
        let taken = terms.sub(other, index);
        let above = terms.add(other, index);
        let flipped = terms.binary(BinaryOp::Xor, index, other);
        let four = terms.constant(64, 4);
        let mut all = vec![];
        for i in [index, below, taken, above, flipped] {
            for op in [CastOp::Zext, CastOp::Sext] {
                let wide = terms.cast(op, 64, i);
                all.push(terms.mul(wide, four));
            }
        }
        all
    }

    #[test]
    fn the_thread_that_is_found_writes_to_the_place() {
        let mut terms = Terms::new();
        let [hole, x, n] = ["hole", "x", "n"].map(|name| variable(&mut terms, name));
        let [index, other, n_term] = [hole, x, n].map(|v| terms.var(v));
        let patterns = places(&mut terms, index, n_term);
        let targets = places(&mut terms, other, n_term);
        let mut found = 0;
        for pattern in &patterns {
            for target in &targets {
                let mut when = vec![];
                let Some(thread) = solved(&mut terms, (*pattern, hole), *target, &mut when) else { continue };
                let when = terms.all(when);
                let place = terms.replace(*pattern, hole, thread);
                found += 1;
                for (a, b) in [(0, 64), (3, 64), (63, 64), (65, 64), (7, 1 << 31), ((1 << 32) - 1, 5), (1 << 31, 0)] {
                    let values = Values(vec![(x, a), (n, b)]);
                    if terms.eval(when, &values) == Some(1) {
                        assert_eq!(terms.eval(place, &values), terms.eval(*target, &values), "at {a} of {b}");
                    }
                }
            }
        }
        assert_eq!(found, patterns.len() * targets.len());
    }
}
