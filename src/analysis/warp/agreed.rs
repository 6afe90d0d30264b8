//! Values that all lanes of a warp have in common after a reduction by butterfly exchanges.
//!
//! ```text
//! s(i) = i == 0 ? in[t] : s(i-1) + x(i-1)     x(i): what the lane whose number differs in the bit 16 >> i has for s(i)
//! ```
//!
//! Say that a value is *invariant* under `m` if the lanes `l` and `l ^ m` have the same one. What a lane computes by an
//! operation that commutes from its own value `v` and that of the lane `l ^ o` is invariant under `o`, since both lanes
//! compute it from the same two values; and under all under which `v` is. So after `o = 16, 8, 4, 2, 1` it is invariant under
//! all, and the lanes of a warp have one value. Where such a value is stored, one symbol for each warp stands for it.
//!
//! The exchanges are of whole warps of which no lane has returned. Where rows of threads return, `if (row >= rows) return;` with
//! `threadIdx.y` in `row`, that is so where `blockDim.x` is a multiple of 32, and the symbol stands for the value there. That all
//! lanes are there follows from the size of the block where that is known; else it is assumed, as of any mask.
//!
//! Direction: sound, but for the payloads of NaNs, which are taken to be equal.

use crate::analysis::facts::prepared::Prepared;
use crate::kernel::target::LANES;
use crate::kernel::{Access, Butterfly, Mode, Step, walk};
use crate::term::{
    Axis, BinaryOp, CastOp, CompareOp, Environment, Func, FuncInfo, FuncKind, Node, Owner, Sharing, Substitution, Term,
    Terms, Var, VarKind,
};
use rustc_hash::FxHashMap;

/// The lanes by which a value may be moved without a change, one bit each. A set that holds 0 and the difference of any two.
type Invariance = u32;
const NONE: Invariance = 1;
const ALL: Invariance = Invariance::MAX;
/// The most steps of a reduction in a loop.
const MOST_STEPS: u64 = 64;

/// Puts symbols of the warp for values that its lanes have in common, where they are stored.
pub(crate) fn settle(world: &mut Prepared) {
    let threads = world.block_dim.iter().try_fold(1u64, |n, d| Some(n.saturating_mul(world.terms.as_const(*d)?)));
    if world.kernel.butterflies.is_empty() || threads.is_some_and(|n| n % u64::from(LANES) != 0) {
        return;
    }
    let mut stored = vec![];
    for access in walk::accesses(&world.kernel.body) {
        if let Mode::Write(Some(value)) = access.mode {
            stored.push(value);
        }
    }
    let mut search = Search { world, known: FxHashMap::default() };
    stored.retain(|value| !search.is_shared(*value) && search.invariance(*value) == ALL);
    let agreed: FxHashMap<Term, Term> = stored.into_iter().map(|value| (value, agreed_on(world, value))).collect();
    if threads.is_none() {
        let symbols = world.terms.apps_of(&agreed.values().copied().collect::<Vec<_>>());
        world.knowledge.reduced = symbols.into_iter().map(|(_, f)| f).collect();
    }
    walk::visit_mut(&mut world.kernel.body, &mut |step| {
        if let Step::Access(Access { mode: Mode::Write(Some(value)), .. }) = step {
            *value = agreed.get(value).copied().unwrap_or(*value);
        }
    });
}

/// The warp's symbol for a value, where all of its lanes are left.
fn agreed_on(world: &mut Prepared, value: Term) -> Term {
    let agreed = symbol(world, value);
    if !world.kernel.butterflies.iter().any(|butterfly| butterfly.in_rows) {
        return agreed;
    }
    let (terms, length) = (&mut world.terms, world.block_dim[Axis::X as usize]);
    let (lanes, zero) = (terms.constant(terms.width(length), LANES.into()), terms.constant(terms.width(length), 0));
    let rest = terms.binary(BinaryOp::URem, length, lanes);
    let is_of_rows = terms.eq(rest, zero);
    terms.ite(is_of_rows, agreed, value)
}

/// A symbol of the warp in the iterations that the value is of.
fn symbol(world: &mut Prepared, value: Term) -> Term {
    let terms = &mut world.terms;
    let mut counters = terms.vars_of(&[value]);
    counters.retain(|v| terms.var_info(*v).kind == VarKind::Counter);
    let (name, width) = (format!("v{}", terms.len()), terms.width(value));
    let kind = FuncKind::Opaque { what: "what a warp has reduced".to_owned() };
    let (sharing, owner) = (Sharing::Warp, Owner::All);
    let func = terms.declare_func(FuncInfo { name, width, kind, sharing, axiom: None, owner });
    world.funcs.push(func);
    let args = counters.into_iter().map(|c| terms.var(c)).collect();
    terms.apply(func, args)
}

/// What a lane is given by another one.
struct Exchange {
    /// What that lane has for it, by the giver's own numbers.
    value: Term,
    /// By which bits their numbers differ.
    by: Term,
    /// The exchange, for a value in two halves the one of the lower half.
    butterfly: Butterfly,
    /// Its iterations.
    args: Vec<Term>,
}

struct Search<'w> {
    world: &'w mut Prepared,
    known: FxHashMap<Term, Invariance>,
}

impl Search<'_> {
    /// Whether it is one value for each warp by its form.
    fn is_shared(&self, value: Term) -> bool {
        let terms = &self.world.terms;
        let own = |v: &Var| matches!(terms.var_info(*v).kind, VarKind::ThreadIdx(_) | VarKind::Local);
        let apps = terms.apps_of(&[value]);
        !terms.vars_of(&[value]).iter().any(own)
            && apps.iter().all(|(_, f)| terms.func_info(*f).sharing != Sharing::Thread)
    }

    fn invariance(&mut self, t: Term) -> Invariance {
        if let Some(known) = self.known.get(&t) {
            return *known;
        }
        let found = match self.step(t) {
            Some((own, by)) => grown(self.invariance(own), by),
            None => self.by_form(t),
        };
        self.known.insert(t, found);
        found
    }

    fn by_form(&mut self, t: Term) -> Invariance {
        let node = self.world.terms.node(t).clone();
        let terms = &self.world.terms;
        let first = match node {
            Node::Var(v) => match terms.var_info(v).kind {
                VarKind::ThreadIdx(_) | VarKind::Local => NONE,
                VarKind::BlockIdx(_)
                | VarKind::ClusterRank
                | VarKind::BlockDim(_)
                | VarKind::GridDim(_)
                | VarKind::ClusterDim(_)
                | VarKind::Param
                | VarKind::Counter => ALL,
            },
            Node::Apply(f, ref args) => match terms.func_info(f).sharing {
                Sharing::Grid | Sharing::Block | Sharing::Warp => ALL,
                Sharing::Thread => return self.reduced(f, args).unwrap_or(NONE),
            },
            Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..) => ALL,
        };
        let parts = self.world.terms.children(t);
        parts.into_iter().fold(first, |all, part| all & self.invariance(part))
    }

    /// The lane's own value, and by how much the lane's number differs whose value it is combined with, of an operation that
    /// commutes.
    fn step(&mut self, t: Term) -> Option<(Term, u64)> {
        let (a, b) = commuting(&self.world.terms, t)?;
        [(a, b), (b, a)].into_iter().find_map(|(own, other)| {
            let Exchange { value, by, butterfly, .. } = self.exchanged(other)?;
            let by = self.world.terms.as_const(by).filter(|by| *by < butterfly.lanes)?;
            (value == own).then_some((own, by))
        })
    }

    /// What another lane has given, at once or in two halves.
    fn exchanged(&mut self, t: Term) -> Option<Exchange> {
        if let Some(exchange) = self.at_once(t) {
            return Some(exchange);
        }
        let (low, high) = halves(&self.world.terms, t)?;
        let (low, high) = (self.at_once(low)?, self.at_once(high)?);
        let terms = &mut self.world.terms;
        let Node::Cast(CastOp::Trunc, _, whole) = *terms.node(low.value) else { return None };
        let half = terms.constant(terms.width(whole), u64::from(terms.width(low.value)));
        let upper = terms.binary(BinaryOp::LShr, whole, half);
        let is_whole = terms.cast(CastOp::Trunc, terms.width(low.value), upper) == high.value;
        let is_same = (low.by, &low.args, low.butterfly.lanes) == (high.by, &high.args, high.butterfly.lanes);
        (is_whole && is_same).then_some(Exchange { value: whole, ..low })
    }

    fn at_once(&mut self, t: Term) -> Option<Exchange> {
        let Node::Apply(f, args) = self.world.terms.node(t) else { return None };
        let args = args.to_vec();
        let butterfly = self.world.kernel.butterflies.iter().find(|b| b.func == *f && b.params.len() == args.len())?;
        let butterfly = butterfly.clone();
        let mut subst = Substitution::new();
        for (param, arg) in butterfly.params.iter().zip(&args) {
            subst.var(*param, *arg);
        }
        let [value, by] = [butterfly.value, butterfly.by].map(|t| self.world.terms.substitute(t, &mut subst));
        Some(Exchange { value, by, butterfly, args })
    }

    /// Of a reduction in a loop, behind its last iteration.
    fn reduced(&mut self, symbol: Func, args: &[Term]) -> Option<Invariance> {
        let (params, value) = self.world.terms.definition(symbol)?;
        let (counter, last) = (*params.last()?, *args.last()?);
        let Node::Ite(first, init, step) = *self.world.terms.node(value) else { return None };
        let terms = &mut self.world.terms;
        let (at, width) = (terms.var(counter), terms.var_info(counter).width);
        let (zero, minus_one) = (terms.constant(width, 0), terms.int(width, -1));
        // The exchange was in the iteration before.
        let (start, before) = (terms.eq(at, zero), terms.add(at, minus_one));
        let (a, b) = commuting(terms, step).filter(|_| first == start)?;
        let (butterfly, by) = [(a, b), (b, a)].into_iter().find_map(|(own, other)| {
            let Exchange { value, butterfly, args, .. } = self.exchanged(other)?;
            let is_own = matches!(self.world.terms.node(own), Node::Apply(f, _) if *f == symbol);
            let last = *butterfly.params.last()?;
            (is_own && value == own && args.last() == Some(&before) && last == counter)
                .then(|| (butterfly.clone(), butterfly.by))
        })?;
        let steps = self.iterations(last)?;
        let mut found = self.invariance(init);
        for i in 0..steps {
            let by = self.world.terms.eval(by, &At(counter, i)).filter(|by| *by < butterfly.lanes)?;
            found = grown(found, by);
        }
        Some(found)
    }

    /// The number of the last iteration, if it is the same whatever the thread and the launch.
    fn iterations(&self, last: Term) -> Option<u64> {
        let (kernel, terms) = (&self.world.kernel, &self.world.terms);
        if let Some(n) = terms.as_const(last) {
            return (n <= MOST_STEPS).then_some(n);
        }
        let Node::Apply(f, _) = terms.node(last) else { return None };
        let exit = kernel.exits.iter().find(|e| e.func == *f)?;
        for i in 0..=MOST_STEPS {
            if terms.eval(exit.continues, &At(exit.counter, i))? == 0 {
                return Some(i);
            }
        }
        None
    }
}

/// Moved by `by`, too.
fn grown(set: Invariance, by: u64) -> Invariance {
    (0..LANES).filter(|m| set >> m & 1 == 1).fold(set, |grown, m| match u32::try_from(by) {
        Ok(by) if by < LANES => grown | 1 << (m ^ by),
        Ok(_) | Err(_) => grown,
    })
}

/// One value of a counter.
struct At(Var, u64);

impl Environment for At {
    fn var(&self, var: Var) -> Option<u64> {
        (var == self.0).then_some(self.1)
    }

    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

/// The lower and the upper half that a value is put together of: `zext(low) | zext(high) << 32`.
fn halves(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    let Node::Binary(BinaryOp::Or, a, b) = *terms.node(t) else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(low, high)| {
        let Node::Cast(CastOp::Zext, _, low) = *terms.node(low) else { return None };
        let half = terms.width(low);
        let Node::Binary(op, high, by) = *terms.node(high) else { return None };
        let Node::Cast(CastOp::Zext, _, high) = *terms.node(high) else { return None };
        let by = terms.as_const(by)?;
        let by = if op == BinaryOp::Shl { 1u64.checked_shl(by.try_into().ok()?)? } else { by };
        if !matches!(op, BinaryOp::Shl | BinaryOp::Mul) {
            return None;
        }
        let is_whole = (terms.width(high), terms.width(t), Some(by)) == (half, 2 * half, 1u64.checked_shl(half.into()));
        is_whole.then_some((low, high))
    })
}

/// The operands of an operation that gives the same for both orders.
fn commuting(terms: &Terms, t: Term) -> Option<(Term, Term)> {
    match terms.node(t) {
        Node::Binary(op, a, b) => match op {
            BinaryOp::Add | BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Some((*a, *b)),
            BinaryOp::Sub
            | BinaryOp::UDiv
            | BinaryOp::URem
            | BinaryOp::SDiv
            | BinaryOp::SRem
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr => None,
        },
        // The lesser or the greater of both.
        Node::Ite(c, a, b) => match terms.node(*c) {
            Node::Compare(op, x, y) if *op != CompareOp::Eq => {
                ((x, y) == (a, b) || (y, x) == (a, b)).then_some((*a, *b))
            }
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => None,
        },
        Node::Apply(f, args) => match (&terms.func_info(*f).kind, args.as_ref()) {
            (FuncKind::Pure(op), [a, b]) if op.commutes() => Some((*a, *b)),
            _ => None,
        },
        Node::Const { .. } | Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Cast(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ALL, NONE, grown};

    #[test]
    fn five_steps_make_one_value() {
        let after = |steps: &[u64]| steps.iter().fold(NONE, |set, by| grown(set, *by));
        assert_eq!(after(&[16, 8, 4, 2, 1]), ALL);
        assert_eq!(after(&[1, 2, 4, 8, 16]), ALL);
        assert_eq!(after(&[31, 1, 2, 4, 8]), ALL);
        assert_eq!(after(&[8, 4, 2, 1]), 0xffff, "of half a warp");
        assert_ne!(after(&[16, 8, 4, 2]), ALL);
        assert_ne!(after(&[16, 8, 4, 2, 2]), ALL);
    }
}
