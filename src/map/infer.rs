//! Kernel to protocols, one per array: the accesses to that array with the barriers and what both depend on.
//!
//! For reading, and for trying variations by hand. Guards become conditionals again, and a loop gets back its bounds where
//! its condition is a comparison with a linear value, else it counts its iterations. Written values and `volatile` are left
//! out, parameters are taken to have 32 bits, and what is known of unknown functions (axioms, loop exits) is dropped: so a
//! protocol may have more races than its kernel, and fewer only where a parameter needs more than 32 bits.

use super::ast::{Access, ArrayDecl, At, BinaryOp, Expr, For, Mode, Name, Place, Protocol, Range, Step as By, Stmt};
use super::phrase::{Phrases, product, sum};
use crate::kernel::{self, ArrayId, Kernel, Loop, Step};
use crate::term::{self, CastOp, CompareOp, Node, Term, Terms, Var, VarKind};

/// The protocols of the arrays that the kernel accesses, in the order of [`Kernel::arrays`].
#[must_use]
pub fn infer(kernel: &Kernel) -> Vec<Protocol> {
    (0..kernel.arrays.len()).map(ArrayId).filter_map(|array| one(kernel, array)).collect()
}

fn one(kernel: &Kernel, array: ArrayId) -> Option<Protocol> {
    let declared = kernel.arrays.get(array.0)?;
    let mut phrases = Phrases::new(&kernel.terms);
    let name = Name::new(phrases.fresh(&declared.name));
    let decl = ArrayDecl { name, space: declared.space, dims: declared.dims.clone(), element: declared.element.max(1) };
    let mut inference = Inference { phrases, decl, array };
    let body = inference.block(&kernel.body);
    if !accesses(&body) {
        return None;
    }
    let Inference { mut phrases, decl, .. } = inference;
    let facts = kernel.facts.iter().map(|f| phrases.expr(*f)).collect();
    let named = |phrases: &mut Phrases<'_>, wanted: VarKind| {
        let used = phrases.used.clone();
        let kind = |v: &Var| phrases.terms.var_info(*v).kind;
        let vars = used.into_iter().filter(|v| kind(v) == wanted).collect::<Vec<_>>();
        vars.into_iter().map(|v| Name::new(phrases.var(v))).collect()
    };
    let params = named(&mut phrases, VarKind::Param);
    let locals = named(&mut phrases, VarKind::Local);
    let name = Name { text: kernel.name.clone(), at: At(kernel.span.clone()) };
    Some(Protocol { name, arrays: vec![decl], params, locals, unknowns: phrases.unknowns, facts, body })
}

fn accesses(body: &[Stmt]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Access(_) => true,
        Stmt::If { then, otherwise, .. } => accesses(then) || accesses(otherwise),
        Stmt::For(f) => accesses(&f.body),
        Stmt::Skip | Stmt::Sync(..) | Stmt::Let(..) => false,
    })
}

struct Inference<'k> {
    phrases: Phrases<'k>,
    decl: ArrayDecl,
    array: ArrayId,
}

/// A statement with the conjuncts of its guard.
type Guarded = (Vec<Term>, Stmt);

impl<'k> Inference<'k> {
    fn terms(&self) -> &'k Terms {
        self.phrases.terms
    }

    fn block(&mut self, steps: &[Step]) -> Vec<Stmt> {
        let guarded = steps.iter().filter_map(|step| self.step(step)).collect::<Vec<_>>();
        self.nest(guarded)
    }

    fn step(&mut self, step: &Step) -> Option<Guarded> {
        match step {
            Step::Access(access) if access.array == self.array => {
                Some((conjuncts(self.terms(), access.guard), Stmt::Access(self.access(access))))
            }
            Step::Access(_) => None,
            Step::Sync(sync) => {
                Some((conjuncts(self.terms(), sync.guard), Stmt::Sync(sync.scope, At(sync.span.clone()))))
            }
            Step::Loop(l) => self.for_loop(l),
        }
    }

    /// Puts neighbours that share a conjunct under one `if`, and those that have its negation under the `else`.
    fn nest(&mut self, mut steps: Vec<Guarded>) -> Vec<Stmt> {
        let mut found = vec![];
        while !steps.is_empty() {
            let Some(first) = steps[0].0.first().copied() else {
                found.push(steps.remove(0).1);
                continue;
            };
            let holds = |step: &Guarded| step.0.contains(&first);
            let fails = |step: &Guarded| step.0.iter().any(|t| opposite(self.terms(), *t, first));
            let yes = steps.iter().take_while(|s| holds(s)).count();
            let no = steps[yes..].iter().take_while(|s| fails(s)).count();
            let terms = self.terms();
            let without = |mut s: Guarded| {
                s.0.retain(|t| *t != first && !opposite(terms, *t, first));
                s
            };
            let mut part = steps.drain(..yes + no).map(without).collect::<Vec<_>>();
            let otherwise = part.split_off(yes);
            let cond = self.phrases.expr(first);
            let (then, otherwise) = (self.nest(part), self.nest(otherwise));
            found.push(Stmt::If { cond, then, otherwise, at: At::default() });
        }
        found
    }

    // ---- loops ----

    fn for_loop(&mut self, l: &Loop) -> Option<Guarded> {
        let all = conjuncts(self.terms(), l.executed);
        let mentions = |t: &Term| self.terms().vars_of(&[*t]).contains(&l.counter);
        let (inside, guard): (Vec<_>, Vec<_>) = all.into_iter().partition(mentions);
        let (range, value) = match inside.as_slice() {
            [only] => match self.steps(l.counter, *only) {
                Some((range, value)) => (range, Some(value)),
                None => (Range::While(self.phrases.expr(*only)), None),
            },
            several => {
                let several = several.iter().map(|t| self.phrases.expr(*t)).collect::<Vec<_>>();
                let all = several.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Both, a, b));
                (Range::While(all.unwrap_or(Expr::Bool(true))), None)
            }
        };
        let counter = self.phrases.var(l.counter);
        let depth = self.phrases.known.len();
        let count = match (&range, value) {
            (Range::Steps { from, step, .. }, Some(value)) if *from != Expr::Int(0) || *step != unit() => {
                let name = self.phrases.fresh(&counter);
                self.phrases.known.push((value, Expr::name(name.clone())));
                let count = count(from, step, &name);
                Some((name, Stmt::Let(Name::new(counter.clone()), count)))
            }
            (Range::Steps { .. } | Range::While(_), Some(_) | None) => None,
        };
        self.phrases.used.remove(&l.counter);
        let mut body = self.block(&l.body);
        self.phrases.known.truncate(depth);
        if body.is_empty() {
            return None;
        }
        let (var, at) = match count {
            None => (counter, l.span.clone()),
            Some((name, definition)) => {
                if self.phrases.used.contains(&l.counter) {
                    body.insert(0, definition);
                }
                (name, l.span.clone())
            }
        };
        Some((guard, Stmt::For(For { var: Name { text: var, at: At(at) }, range, body })))
    }

    /// The bounds if `runs` compares a linear function of the counter with something else; and that function.
    fn steps(&mut self, counter: Var, runs: Term) -> Option<(Range, Term)> {
        let terms = self.terms();
        let (positive, runs) = match *terms.node(runs) {
            Node::Not(inner) => (false, inner),
            Node::Compare(..)
            | Node::Const { .. }
            | Node::Var(_)
            | Node::Binary(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => (true, runs),
        };
        let Node::Compare(op, a, b) = *terms.node(runs) else { return None };
        let strict = match op {
            CompareOp::Slt => true,
            CompareOp::Sle => false,
            CompareOp::Ult | CompareOp::Ule | CompareOp::Eq => return None,
        };
        // `¬(a < b)` is `b <= a`.
        let (a, b, strict) = if positive { (a, b, strict) } else { (b, a, !strict) };
        let left = terms.vars_of(&[a]).contains(&counter);
        if left == terms.vars_of(&[b]).contains(&counter) {
            return None;
        }
        let (value, bound) = if left { (a, b) } else { (b, a) };
        let (from, step) = self.linear(counter, value)?;
        let step = match step {
            Expr::Int(by) if by > 0 && left => By::Up(Expr::Int(by)),
            Expr::Int(by) if by < 0 && by > i64::MIN && !left => By::Down(Expr::Int(-by)),
            Expr::Int(_) => return None,
            other if left && self.positive(counter, value) => By::Up(other),
            _ => return None,
        };
        let to = self.phrases.expr(bound);
        let beyond = if strict { 0 } else { i64::from(left) - i64::from(!left) };
        Some((Range::Steps { from, to: sum(to, Expr::Int(beyond)), step }, value))
    }

    /// Whether the factor of the counter in `t` is at least 1.
    fn positive(&mut self, counter: Var, t: Term) -> bool {
        let terms = self.terms();
        let has = |t: Term| terms.vars_of(&[t]).contains(&counter);
        match *terms.node(t) {
            Node::Var(v) => v == counter,
            Node::Cast(_, _, a) => self.positive(counter, a),
            Node::Binary(term::BinaryOp::Add, a, b) => self.positive(counter, if has(a) { a } else { b }),
            Node::Binary(term::BinaryOp::Mul, a, b) => {
                let (inner, factor) = if has(a) { (a, b) } else { (b, a) };
                self.phrases.interval(factor).lo >= 1 && self.positive(counter, inner)
            }
            Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Apply(..) => false,
        }
    }

    /// `t` as `init + step · counter`.
    fn linear(&mut self, counter: Var, t: Term) -> Option<(Expr, Expr)> {
        let terms = self.terms();
        let has = |t: Term| terms.vars_of(&[t]).contains(&counter);
        match *terms.node(t) {
            Node::Var(v) if v == counter => Some((Expr::Int(0), Expr::Int(1))),
            Node::Cast(CastOp::Sext, _, a) => self.linear(counter, a),
            Node::Cast(CastOp::Zext, _, a) if self.phrases.interval(a).lo >= 0 => self.linear(counter, a),
            Node::Binary(term::BinaryOp::Add, a, b) if has(a) != has(b) => {
                let (inner, other) = if has(a) { (a, b) } else { (b, a) };
                let (init, step) = self.linear(counter, inner)?;
                Some((sum(self.phrases.expr(other), init), step))
            }
            Node::Binary(term::BinaryOp::Mul, a, b) if has(a) != has(b) => {
                let (inner, other) = if has(a) { (a, b) } else { (b, a) };
                let (init, step) = self.linear(counter, inner)?;
                let factor = self.phrases.expr(other);
                Some((product(init, factor.clone()), product(step, factor)))
            }
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..)
            | Node::Apply(..) => None,
        }
    }

    // ---- accesses ----

    fn access(&mut self, access: &kernel::Access) -> Access {
        let mode = match &access.mode {
            kernel::Mode::Read => Mode::Read,
            kernel::Mode::Write(_) => Mode::Write(None),
            kernel::Mode::Atomic(scope) => Mode::Atomic(*scope),
        };
        let array = Name { text: self.decl.name.text.clone(), at: At(access.span.clone()) };
        let whole = self.terms().as_const(access.bytes) == Some(self.decl.element);
        let cell = if whole { self.cell(access.offset) } else { None };
        let place = match cell {
            Some(indices) => Place::Cell(indices),
            None => {
                let offset = self.phrases.expr(access.offset);
                Place::Bytes { offset, length: self.phrases.expr(access.bytes) }
            }
        };
        Access { mode, array, place }
    }

    /// The indices of the element at this byte offset, if that is always a whole element and the indices behind the first
    /// are inside their extents.
    fn cell(&mut self, offset: Term) -> Option<Vec<Expr>> {
        let mut addends = vec![];
        addends_of(self.terms(), offset, 1, &mut addends)?;
        let mut stride = i64::try_from(self.decl.element).ok()?;
        let mut strides = vec![stride];
        for dim in self.decl.dims.iter().skip(1).rev() {
            stride = stride.checked_mul(i64::try_from(*dim).ok()?)?;
            strides.push(stride);
        }
        strides.reverse();
        let mut indices = vec![];
        for (position, stride) in strides.iter().enumerate() {
            let (mine, rest): (Vec<_>, Vec<_>) =
                addends.into_iter().partition(|(factor, term)| term.is_some() && factor % stride == 0);
            addends = rest;
            let mut index = Expr::Int(0);
            let (mut lo, mut hi) = (0i128, 0i128);
            for (factor, term) in mine {
                let Some(term) = term else { continue };
                let (factor, known) = (factor / stride, self.phrases.interval(term));
                let ends = [known.lo * i128::from(factor), known.hi * i128::from(factor)];
                (lo, hi) = (lo + ends[0].min(ends[1]), hi + ends[0].max(ends[1]));
                index = sum(index, product(self.phrases.expr(term), Expr::Int(factor)));
            }
            // What is constant is split as division does it.
            let constant: i64 = addends.iter().filter(|(_, t)| t.is_none()).map(|(c, _)| c).sum();
            addends.retain(|(_, term)| term.is_some());
            addends.push((constant.rem_euclid(*stride), None));
            let whole = constant.div_euclid(*stride);
            let (lo, hi) = (lo + i128::from(whole), hi + i128::from(whole));
            index = sum(index, Expr::Int(whole));
            let extent = self.decl.dims.get(position).map_or(i128::MAX, |d| i128::from(*d));
            if position > 0 && (lo < 0 || hi >= extent) {
                return None;
            }
            indices.push(index);
        }
        addends.iter().all(|(factor, term)| term.is_none() && *factor == 0).then_some(indices)
    }
}

/// `t · factor` as a sum of terms with factors; a constant has no term.
fn addends_of(terms: &Terms, t: Term, factor: i64, found: &mut Vec<(i64, Option<Term>)>) -> Option<()> {
    if let Some(value) = terms.as_int(t) {
        found.push((value.checked_mul(factor)?, None));
        return Some(());
    }
    match *terms.node(t) {
        Node::Binary(term::BinaryOp::Add, a, b) => {
            addends_of(terms, a, factor, found)?;
            addends_of(terms, b, factor, found)
        }
        Node::Binary(term::BinaryOp::Mul, a, b) if terms.as_int(b).is_some() => {
            addends_of(terms, a, factor.checked_mul(terms.as_int(b)?)?, found)
        }
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => {
            found.push((factor, Some(t)));
            Some(())
        }
    }
}

fn conjuncts(terms: &Terms, t: Term) -> Vec<Term> {
    match *terms.node(t) {
        Node::Binary(term::BinaryOp::And, a, b) if terms.width(t) == 1 => {
            let mut all = conjuncts(terms, a);
            all.extend(conjuncts(terms, b));
            all
        }
        Node::Const { .. } if terms.is_true(t) => vec![],
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => vec![t],
    }
}

fn opposite(terms: &Terms, a: Term, b: Term) -> bool {
    *terms.node(a) == Node::Not(b) || *terms.node(b) == Node::Not(a)
}

fn unit() -> By {
    By::Up(Expr::Int(1))
}

/// The number of the iteration in which the loop variable has its value.
fn count(from: &Expr, step: &By, variable: &str) -> Expr {
    let here = Expr::name(variable);
    let (distance, by) = match step {
        By::Up(by) => (Expr::binary(BinaryOp::Sub, here, from.clone()), by.clone()),
        By::Down(by) => (Expr::binary(BinaryOp::Sub, from.clone(), here), by.clone()),
        By::Times(_) | By::Over(_) => (here, Expr::Int(1)), // never inferred
    };
    if by == Expr::Int(1) { distance } else { Expr::binary(BinaryOp::Div, distance, by) }
}
