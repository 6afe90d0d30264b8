//! Unrolled accesses as loops again: what a program writes (or the compiler makes of a loop) as many accesses at one place of the
//! source is one access in loops that go through them.
//!
//! ```cuda
//! c[at] = …; c[at + ld] = …; c[at + 2 * ld] = …; …           // for (d = 0; d < 64; d++) c[at + d * ld] = …;
//! ```
//!
//! Pairs of accesses are asked about one by one; of `n` accesses there are as many as `n * n`. Those of a family differ in constants of
//! their offsets only, and these go up by steps, in rows, rows of rows, and so on: *digits*. A family becomes one access, over
//! counters for its digits.
//!
//! **Invariant:** with each choice of digits the access is one of the family, term by term, and the other way round: nothing is
//! approximated. Only accesses between which nothing but plain accesses stands are put together, whose order is of no matter.

use crate::kernel::{Access, Array, Loop, MemorySpace, Mode, Step};
use crate::span::Span;
use crate::term::{BinaryOp, CastOp, Node, Owner, Term, Terms, Var, VarInfo, VarKind, Width};
use rustc_hash::FxHashMap;

/// Fewer accesses are as well asked about one by one.
const FEWEST: usize = 16;
/// The most parts of a term that is gone along.
const MOST_PARTS: usize = 2000;
/// Bits of a counter.
const COUNTER: Width = 32;

/// The steps with families of accesses as loops.
pub(crate) fn rolled(terms: &mut Terms, arrays: &[Array], body: Vec<Step>) -> Vec<Step> {
    let mut out = vec![];
    let mut run = vec![];
    for step in body {
        match step {
            Step::Access(access) if is_plain(&access) => run.push(access),
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) => {
                out.extend(of_run(terms, arrays, std::mem::take(&mut run)));
                out.push(step);
            }
            Step::Loop(mut l) => {
                out.extend(of_run(terms, arrays, std::mem::take(&mut run)));
                l.body = rolled(terms, arrays, l.body);
                out.push(Step::Loop(l));
            }
        }
    }
    out.extend(of_run(terms, arrays, run));
    out
}

/// Whether nothing is to be said of an access but where it is.
fn is_plain(a: &Access) -> bool {
    let by_itself = match a.mode {
        Mode::Read | Mode::Write(_) => !a.volatile && !a.non_coherent && !a.seeds && a.rank.is_none(),
        Mode::Atomic(_) => false,
    };
    let tied = a.update.is_some() || a.copy.is_some() || a.unfenced.is_some() || a.signal.is_some();
    let told = !a.pending.is_empty() || a.tile.is_some() || a.life.is_some() || !a.exchanges.is_empty();
    by_itself && !tied && !told && a.members.is_empty()
}

/// Accesses between which nothing else stands.
fn of_run(terms: &mut Terms, arrays: &[Array], run: Vec<Access>) -> Vec<Step> {
    let mut families: Vec<Vec<Access>> = vec![];
    let mut last: FxHashMap<(usize, bool, Term), Vec<usize>> = FxHashMap::default();
    for access in run {
        let is_global = arrays.get(access.array.0).is_some_and(|a| a.space == MemorySpace::Global && !a.unknown_object);
        let key = (access.array.0, access.mode == Mode::Read, access.guard);
        let known = last.entry(key).or_default();
        let of = known.iter().copied().find(|f| is_global && are_kin(&families[*f][0], &access));
        match of {
            Some(family) => families[family].push(access),
            None => {
                known.push(families.len());
                families.push(vec![access]);
            }
        }
    }
    families.into_iter().flat_map(|family| of_family(terms, family)).collect()
}

fn are_kin(a: &Access, b: &Access) -> bool {
    // Each step of a template that calls itself has calls of its own around it.
    let place = |a: &Access| (a.span.file.clone(), a.span.line, a.span.column);
    place(a) == place(b) && a.bytes == b.bytes && a.alignment == b.alignment
}

fn of_family(terms: &mut Terms, family: Vec<Access>) -> Vec<Step> {
    let whole = if family.len() < FEWEST { None } else { as_loops(terms, &family) };
    match whole {
        Some(step) => vec![step],
        None => family.into_iter().map(Step::Access).collect(),
    }
}

/// A family as one access in loops.
fn as_loops(terms: &mut Terms, family: &[Access]) -> Option<Step> {
    // What is folded away in some is there in the one with the most parts.
    let size = |a: &&Access| terms.reachable(&[a.offset]).len();
    let form = family.iter().max_by_key(size)?.offset;
    let values: Option<Vec<Vec<i64>>> = family.iter().map(|a| constants(terms, form, a.offset)).collect();
    let values = values?;
    let digits = digits(&values)?;
    let counters: Vec<Var> = digits.iter().map(|(turns, _)| counter(terms, *turns)).collect();
    let places = Places { first: values.first()?, digits: &digits, counters: &counters };
    let offset = places.put_into(terms, form, &mut 0)?;
    let agree = family.iter().enumerate().all(|(number, a)| {
        let (mut rest, mut at) = (number, offset);
        for ((turns, _), counter) in digits.iter().zip(&counters) {
            let digit = terms.constant(COUNTER, (rest % turns) as u64);
            at = terms.replace(at, *counter, digit);
            rest /= turns;
        }
        at == a.offset
    });
    agree.then(|| in_loops(terms, family, offset, digits.iter().map(|(turns, _)| *turns).zip(counters).collect()))
}

/// What stands in the places of a form's constants.
struct Places<'a> {
    /// In the first of the family.
    first: &'a [i64],
    digits: &'a [(usize, Vec<i64>)],
    counters: &'a [Var],
}

impl Places<'_> {
    /// The form over the counters. The places are numbered in the order in which they are come to.
    fn put_into(&self, terms: &mut Terms, form: Term, next: &mut usize) -> Option<Term> {
        match *terms.node(form) {
            Node::Const { width, .. } => {
                let place = *next;
                *next += 1;
                self.at(terms, width, place)
            }
            Node::Binary(op, a, b) => {
                let (x, y) = (self.put_into(terms, a, next)?, self.put_into(terms, b, next)?);
                let meant = terms.arithmetic(form);
                Some(terms.binary_as(meant, op, x, y))
            }
            Node::Cast(op, width, a) => {
                let x = self.put_into(terms, a, next)?;
                Some(terms.cast(op, width, x))
            }
            Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => Some(form),
        }
    }

    fn at(&self, terms: &mut Terms, width: Width, place: usize) -> Option<Term> {
        let mut sum = terms.int(width, *self.first.get(place)?);
        for ((_, steps), counter) in self.digits.iter().zip(self.counters) {
            let (step, x) = (terms.int(width, *steps.get(place)?), terms.var(*counter));
            let op = if width >= COUNTER { CastOp::Zext } else { CastOp::Trunc };
            let x = terms.cast(op, width, x);
            let part = terms.mul(x, step);
            sum = terms.add(sum, part);
        }
        Some(sum)
    }
}

fn counter(terms: &mut Terms, turns: usize) -> Var {
    let (kind, bounds) = (VarKind::Counter, Some((0, turns as i64 - 1)));
    let name = "number in its row".to_owned();
    terms.declare_var(VarInfo { name, width: COUNTER, kind, bounds, owner: Owner::All })
}

/// Their place, in the calls around all of them.
fn common(family: &[Access]) -> Span {
    let mut span = family[0].span.clone();
    for access in family {
        let calls = span.inlined_at.iter().rev().zip(access.span.inlined_at.iter().rev());
        let same = calls.take_while(|(a, b)| a == b).count();
        span.inlined_at.drain(..span.inlined_at.len() - same);
    }
    span
}

/// The access, in a loop for each digit.
fn in_loops(terms: &mut Terms, family: &[Access], offset: Term, digits: Vec<(usize, Var)>) -> Step {
    let first = Access { span: common(family), ..family[0].clone() };
    let mode = match first.mode {
        Mode::Write(value) if family.iter().any(|a| a.mode != Mode::Write(value)) => Mode::Write(None),
        Mode::Write(_) | Mode::Read | Mode::Atomic(_) => first.mode.clone(),
    };
    let (truth, falsity) = (terms.truth(), terms.falsity());
    let guard = first.guard;
    let mut step = Step::Access(Access { guard: truth, offset, mode, ..first.clone() });
    for (i, (turns, counter)) in digits.iter().enumerate() {
        let x = terms.var(*counter);
        let [turns, last] = [*turns, *turns - 1].map(|n| terms.constant(COUNTER, n as u64));
        let (inside, continues) = (terms.slt(x, turns), terms.slt(x, last));
        let entered = if i + 1 == digits.len() { guard } else { truth };
        let executed = terms.and(entered, inside);
        step = Step::Loop(Loop {
            counter: *counter,
            executed,
            since: truth,
            entered,
            continues,
            returns: falsity,
            may_be_last: false,
            variable: None,
            body: vec![step],
            span: first.span.clone(),
        });
    }
    step
}

/// What stands in a term in the places of the constants of another one of the same form, but for what constants fold away.
fn constants(terms: &Terms, form: Term, t: Term) -> Option<Vec<i64>> {
    let mut walk = Walk { found: vec![], left: MOST_PARTS };
    matched(terms, form, t, &mut walk)?;
    Some(walk.found)
}

/// A way along a term.
struct Walk {
    /// The constants so far.
    found: Vec<i64>,
    /// How many parts may still be come to.
    left: usize,
}

/// Goes along both; what it finds is a guess, which is tried.
fn matched(terms: &Terms, form: Term, t: Term, walk: &mut Walk) -> Option<()> {
    walk.left = walk.left.checked_sub(1)?;
    let (value, parts) = (terms.as_int(t), [form, t].map(|t| terms.node(t).clone()));
    match parts {
        [Node::Const { .. }, _] => {
            walk.found.push(value?);
            Some(())
        }
        _ if form == t => own(terms, form, walk),
        _ if value.is_some() => becomes(terms, form, value?, walk),
        [Node::Binary(BinaryOp::Add, a, b), Node::Binary(BinaryOp::Add, c, d)] => {
            // Or one of both parts is 0.
            let ways = [[Ok(c), Ok(d)], [Ok(d), Ok(c)], [Ok(t), Err(0)], [Err(0), Ok(t)]];
            either(terms, (a, b), &ways, walk)
        }
        [Node::Binary(BinaryOp::Add, a, b), _] => either(terms, (a, b), &[[Ok(t), Err(0)], [Err(0), Ok(t)]], walk),
        [Node::Binary(op, a, b), Node::Binary(other, c, d)] if op == other && is_alike(terms, b, d) => {
            matched(terms, a, c, walk)?;
            matched(terms, b, d, walk)
        }
        [Node::Binary(BinaryOp::Mul, a, b), _] if terms.as_const(b).is_some() && value.is_none() => {
            matched(terms, a, t, walk)?;
            walk.found.push(1);
            Some(())
        }
        [Node::Cast(op, _, a), Node::Cast(other, _, c)] if op == other && terms.width(a) == terms.width(c) => {
            matched(terms, a, c, walk)
        }
        [Node::Cast(..) | Node::Binary(..) | Node::Var(_) | Node::Not(_), _]
        | [Node::Compare(..) | Node::Ite(..) | Node::Apply(..), _] => None,
    }
}

/// Whether both are constants, or none.
fn is_alike(terms: &Terms, a: Term, b: Term) -> bool {
    terms.as_const(a).is_some() == terms.as_const(b).is_some()
}

/// The form's own constants.
fn own(terms: &Terms, form: Term, walk: &mut Walk) -> Option<()> {
    walk.left = walk.left.checked_sub(1)?;
    match *terms.node(form) {
        Node::Const { .. } => walk.found.push(terms.as_int(form)?),
        Node::Binary(_, a, b) => {
            own(terms, a, walk)?;
            own(terms, b, walk)?;
        }
        Node::Cast(_, _, a) => own(terms, a, walk)?,
        Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {}
    }
    Some(())
}

/// The first way in which both parts of a sum are as they are to be: of the form of a term, or a number.
fn either(terms: &Terms, parts: (Term, Term), ways: &[[Result<Term, i64>; 2]], walk: &mut Walk) -> Option<()> {
    let before = walk.found.len();
    ways.iter().find_map(|way| {
        walk.found.truncate(before);
        for (part, wanted) in [parts.0, parts.1].into_iter().zip(way) {
            match wanted {
                Ok(t) => matched(terms, part, *t, walk)?,
                Err(number) => becomes(terms, part, *number, walk)?,
            }
        }
        Some(())
    })
}

/// With which constants a form is a number.
fn becomes(terms: &Terms, form: Term, value: i64, walk: &mut Walk) -> Option<()> {
    walk.left = walk.left.checked_sub(1)?;
    match *terms.node(form) {
        Node::Const { .. } => walk.found.push(value),
        Node::Binary(BinaryOp::Mul, a, b) => {
            let (before, factor) = (walk.found.len(), terms.as_int(b));
            if let Some(factor) = factor.filter(|n| *n != 0 && value % n == 0)
                && becomes(terms, a, value / factor, walk).is_some()
            {
                walk.found.push(factor);
                return Some(());
            }
            walk.found.truncate(before);
            if value != 0 {
                return None;
            }
            if factor.is_some() {
                own(terms, a, walk)?;
                walk.found.push(0);
                return Some(());
            }
            if becomes(terms, a, 0, walk).is_some() {
                return own(terms, b, walk);
            }
            walk.found.truncate(before);
            own(terms, a, walk)?;
            becomes(terms, b, 0, walk)?;
        }
        Node::Binary(BinaryOp::Add, a, b) => {
            either(terms, (a, b), &[[Err(0), Err(value)], [Err(value), Err(0)]], walk)?;
        }
        Node::Cast(_, _, a) => becomes(terms, a, value, walk)?,
        Node::Binary(..) | Node::Var(_) | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => {
            return None;
        }
    }
    Some(())
}

/// How a list goes up, the fastest first: how many there are in a row, and by what from one to the next.
fn digits(list: &[Vec<i64>]) -> Option<Vec<(usize, Vec<i64>)>> {
    let [first, second, ..] = list else { return Some(vec![]) };
    let step = distance(first, second)?;
    if step.iter().all(|n| *n == 0) {
        return None;
    }
    let in_row = 1 + list.windows(2).take_while(|w| distance(&w[0], &w[1]).as_ref() == Some(&step)).count();
    let rows: Vec<&[Vec<i64>]> = list.chunks(in_row).collect();
    let same = |row: &&[Vec<i64>]| {
        row.len() == in_row && row.windows(2).all(|w| distance(&w[0], &w[1]).as_ref() == Some(&step))
    };
    if !rows.iter().all(same) {
        return None;
    }
    let starts: Vec<Vec<i64>> = rows.iter().filter_map(|row| row.first().cloned()).collect();
    let mut all = vec![(in_row, step)];
    all.extend(digits(&starts)?);
    Some(all)
}

fn distance(a: &[i64], b: &[i64]) -> Option<Vec<i64>> {
    a.iter().zip(b).map(|(x, y)| y.checked_sub(*x)).collect()
}
