//! Kernel to protocols, one per array: the accesses to that array with the barriers and what both depend on.
//!
//! For reading, and for trying variations by hand. Guards become conditionals again, and a loop gets back its bounds where
//! its condition compares a linear or shifted value, else it counts its iterations. Written values and `volatile` are left
//! out, and so is that the lanes of a warp share the elements of a tile, and that asynchronous copies are under way beside
//! their own thread or after it; parameters are taken to have 32 bits, and what is
//! known of unknown functions (axioms, loop exits) is dropped: so a protocol may have more races than its kernel, and fewer
//! only with asynchronous copies and where a parameter needs more than 32 bits.

use super::bounds::bounds;
use super::cells;
use super::phrase::{Phrases, product, sum};
use crate::kernel::{self, ArrayId, Kernel, Loop, Step};
use crate::map::ast::{
    Access, ArrayDecl, At, BinaryOp, Expr, For, Mode, Name, Place, Protocol, Range, Step as By, Stmt,
};
use crate::term::{self, Node, Term, Terms, Var, VarKind};

/// The protocols of the arrays that the kernel accesses, in the order of [`Kernel::arrays`]; none if it has to do with the other
/// blocks of its cluster, which protocols know nothing of.
#[must_use]
pub fn infer(kernel: &Kernel) -> Vec<Protocol> {
    if kernel.cluster.is_some() {
        return vec![];
    }
    (0..kernel.arrays.len()).map(ArrayId).filter_map(|array| one(kernel, array)).collect()
}

fn one(kernel: &Kernel, array: ArrayId) -> Option<Protocol> {
    let declared = kernel.arrays.get(array.0)?;
    let known = if declared.dims.contains(&0) { vec![] } else { declared.dims.clone() };
    let flat = if known.is_empty() { vec![] } else { vec![known.iter().product()] };
    let inference = Inference::of(kernel, array, known)?;
    // Where an access is not seen to stay in its row, elements are numbered through.
    let inference = if inference.split { inference } else { Inference::of(kernel, array, flat)? };
    let Inference { mut phrases, decl, body, .. } = inference;
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
    /// Conditions that hold where the current step is.
    given: Vec<Term>,
    /// Every access is to one element, by its indices.
    split: bool,
    body: Vec<Stmt>,
}

/// A statement with the conjuncts of its guard.
type Guarded = (Vec<Term>, Stmt);

impl<'k> Inference<'k> {
    /// `None` if the array is not accessed.
    fn of(kernel: &'k Kernel, array: ArrayId, dims: Vec<u64>) -> Option<Self> {
        let declared = kernel.arrays.get(array.0)?;
        let mut phrases = Phrases::new(&kernel.terms);
        let name = Name::new(phrases.fresh(&declared.name));
        let decl = ArrayDecl { name, space: declared.space, dims, element: declared.element.max(1) };
        let mut inference = Inference { phrases, decl, array, given: vec![], split: true, body: vec![] };
        inference.body = inference.block(&kernel.body);
        accesses(&inference.body).then_some(inference)
    }

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
                Some((self.open(access.guard), Stmt::Access(self.access(access))))
            }
            // A protocol has no fences.
            Step::Access(_) | Step::Fence(_) => None,
            // A protocol's barriers are for all threads; less synchronisation is more races.
            Step::Sync(sync) if sync.mask.is_some() || sync.named.is_some() || !sync.orders => None,
            Step::Sync(sync) => Some((self.open(sync.guard), Stmt::Sync(sync.scope, At(sync.span.clone())))),
            Step::Loop(l) => self.for_loop(l),
        }
    }

    /// The conjuncts that do not hold already.
    fn open(&self, guard: Term) -> Vec<Term> {
        let mut all = conjuncts(self.terms(), guard);
        all.retain(|t| !self.given.contains(t));
        all
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
            found.push(joined(cond, then, otherwise));
        }
        found
    }

    // ---- loops ----

    fn for_loop(&mut self, l: &Loop) -> Option<Guarded> {
        let all = self.open(l.executed);
        let mentions = |t: &Term| self.terms().vars_of(&[*t]).contains(&l.counter);
        let (inside, guard): (Vec<_>, Vec<_>) = all.into_iter().partition(mentions);
        let found = match inside.as_slice() {
            [only] => bounds(&mut self.phrases, l.counter, *only),
            [] | [_, _, ..] => None,
        };
        let depth = self.given.len();
        self.given.extend(&inside);
        let stepped = found.and_then(|(range, value)| self.stepped(l, range, value));
        let statement = stepped.unwrap_or_else(|| self.counted(l, &inside));
        self.given.truncate(depth);
        (!statement.body.is_empty()).then_some((guard, Stmt::For(statement)))
    }

    /// A loop whose variable is `value`; `None` if its body needs the counter and cannot have it.
    fn stepped(&mut self, l: &Loop, range: Range, value: Term) -> Option<For> {
        let info = &self.terms().var_info(l.counter).name;
        let wish = info.trim_start_matches("iteration of ").trim_end_matches(".count").to_owned();
        let name = self.phrases.fresh(&wish);
        let count = count(&range, &name);
        let depth = self.phrases.known.len();
        self.phrases.known.push((value, Expr::name(name.clone())));
        self.phrases.used.remove(&l.counter); // no other loop has this counter
        let mut body = self.block(&l.body);
        self.phrases.known.truncate(depth);
        if self.phrases.used.contains(&l.counter) {
            let counter = self.phrases.var(l.counter);
            body.insert(0, Stmt::Let(Name::new(counter), count?));
        }
        Some(For { var: Name { text: name, at: At(l.span.clone()) }, range, body })
    }

    /// A loop that counts its iterations.
    fn counted(&mut self, l: &Loop, runs: &[Term]) -> For {
        let runs = runs.iter().map(|t| self.phrases.expr(*t)).collect::<Vec<_>>();
        let all = runs.into_iter().reduce(|a, b| Expr::binary(BinaryOp::Both, a, b));
        let range = Range::While(all.unwrap_or(Expr::Bool(true)));
        let var = Name { text: self.phrases.var(l.counter), at: At(l.span.clone()) };
        For { var, range, body: self.block(&l.body) }
    }

    // ---- accesses ----

    fn access(&mut self, access: &kernel::Access) -> Access {
        let mode = match &access.mode {
            kernel::Mode::Read => Mode::Read,
            kernel::Mode::Write(_) => Mode::Write(None),
            kernel::Mode::Atomic(scope) => Mode::Atomic(*scope),
        };
        let array = Name { text: self.decl.name.text.clone(), at: At(access.span.clone()) };
        // An address that another lane has may be any.
        let elsewhere = access.tile.as_ref().is_some_and(|t| matches!(t.part, kernel::Part::OfLane(..)));
        let whole = !elsewhere && self.terms().as_const(access.bytes) == Some(self.decl.element);
        let cell = if whole { cells::indices(&mut self.phrases, &self.decl, access.offset) } else { None };
        self.split &= cell.is_some();
        let place = match cell {
            Some(indices) => Place::Cell(indices),
            None => {
                let offset = access.offset;
                let offset = if elsewhere { self.phrases.elide(offset) } else { self.phrases.expr(offset) };
                Place::Bytes { offset, length: self.phrases.expr(access.bytes) }
            }
        };
        Access { mode, array, place }
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

/// The conditional; one that holds nothing but another is joined with it.
fn joined(cond: Expr, mut then: Vec<Stmt>, otherwise: Vec<Stmt>) -> Stmt {
    if otherwise.is_empty()
        && let [Stmt::If { cond: inner, then: body, otherwise: none, .. }] = then.as_mut_slice()
        && none.is_empty()
    {
        let cond = Expr::binary(BinaryOp::Both, cond, inner.clone());
        let then = std::mem::take(body);
        return Stmt::If { cond, then, otherwise, at: At::default() };
    }
    Stmt::If { cond, then, otherwise, at: At::default() }
}

/// The number of the iteration in which the loop variable has its value; `None` for shifted values.
fn count(range: &Range, variable: &str) -> Option<Expr> {
    let here = Expr::name(variable);
    let (distance, by) = match range {
        Range::While(_) => return Some(here),
        Range::Steps { from, step: By::Up(by), .. } => (sum(here, minus(from)), by),
        Range::Steps { from, step: By::Down(by), .. } => (Expr::binary(BinaryOp::Sub, from.clone(), here), by),
        Range::Steps { step: By::Times(_) | By::Over(_), .. } => return None,
    };
    Some(if *by == Expr::Int(1) { distance } else { Expr::binary(BinaryOp::Div, distance, by.clone()) })
}

fn minus(e: &Expr) -> Expr {
    product(e.clone(), Expr::Int(-1))
}
