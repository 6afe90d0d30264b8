//! Which accesses can be concurrent: the none/head/tail/pairs algebra over [`Step`]s (docs/design.md section 5).
//!
//! For a part `p` of the kernel: `none(p)` says that it passes no barrier, `head(p)` are the accesses before its first
//! barrier, `tail(p)` those after its last, and the products are the pairs of lists that no barrier separates. This is
//! barrier aligning and splitting (Theorems 1 and 3 of *Checking Data-Race Freedom of GPU Kernels, Compositionally*)
//! without copying code, so the number of products is linear in the number of steps.
//!
//! **Who judges a barrier.** In a product the right thread is the one that is further on, so it has gone past every
//! barrier in between and has not returned before: whether such a barrier was passed is asked of the right thread only,
//! at the left side's iteration. A left thread that has returned counts as arrived (a standing assumption).
//!
//! **Copies that outlast their thread** stand where it returns. In that thread's phase, and in those before, they stand
//! elsewhere too, so that these products leave them out. With an access of another thread that comes later in the program
//! they are concurrent whatever lies between ([`outlasting`]): that thread has passed every barrier that the one that
//! returned has passed, so it is not in an earlier phase; and nothing waits for the copy any more. An access that comes
//! before in the program is in no later phase.
//!
//! **Invariant:** a counter that is not in [`Product::shared`] is renamed apart in a query, so a condition may mention the
//! counters of all loops around its access, and nothing else tells iterations apart.
//!
//! Direction: never misses a concurrent pair if barriers are uniform. Where a loop's barriers are passed in some
//! iterations only, the products hold too much; [`Weakened`] says when an occurrence is exact all the same.

use crate::analysis::facts::literals;
use crate::kernel::{Access, ArrayId, Loop, Step, walk};
use crate::span::Span;
use crate::term::{Term, Terms, Var};
use crate::verdict::Level;

/// An access with the complete condition under which one thread performs it in its phase.
#[derive(Clone, Debug)]
pub struct Occurrence<'k> {
    pub access: &'k Access,
    /// The loops around it, outermost first.
    pub loops: Vec<&'k Loop>,
    /// Over this side's thread and counters.
    pub condition: Term,
    /// No barrier follows: over the *right* thread and this side's counters.
    pub after: Term,
    pub weakened: Vec<Weakened>,
}

/// A loop whose barriers are not passed in every iteration, so that a condition had to be weakened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Weakened {
    /// The weakened condition is exact where this holds: over the right thread and this side's counters.
    pub exact_if: Term,
    /// The loop.
    pub span: Span,
}

/// The right side is in a later iteration of a synchronised loop than the left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub counter: Var,
    /// Iteration `counter` passes no barrier.
    pub none: Term,
    /// Exact for right sides at most this many iterations later; `None` if always.
    pub exact_within: Option<i64>,
    pub span: Span,
}

/// Any access of `left` may be concurrent with any of `right`, by two threads.
#[derive(Clone, Debug)]
pub struct Product<'k> {
    /// The counters on which the two sides agree.
    pub shared: Vec<Var>,
    pub left: Vec<Occurrence<'k>>,
    pub right: Vec<Occurrence<'k>>,
    pub link: Option<Link>,
    /// Both sides are the same list, and neither is further on.
    pub symmetric: bool,
}

/// `body` without the accesses of other arrays; barriers and the loops around them stay.
#[must_use]
pub fn project(body: &[Step], wanted: &dyn Fn(ArrayId) -> bool) -> Vec<Step> {
    let mut kept = vec![];
    for step in body {
        match step {
            Step::Access(a) => kept.extend(wanted(a.array).then(|| step.clone())),
            Step::Sync(_) => kept.push(step.clone()),
            Step::Fence(_) => {}
            Step::Loop(l) => {
                let inner = project(&l.body, wanted);
                if !inner.is_empty() {
                    kept.push(Step::Loop(Loop { body: inner, ..l.clone() }));
                }
            }
        }
    }
    kept
}

/// The products of `body` for two threads that share a unit of `level` and no smaller one.
pub fn phases<'k>(terms: &mut Terms, body: &'k [Step], level: Level) -> Vec<Product<'k>> {
    let executed = terms.truth();
    let mut builder = Builder { terms, level, outlasting: false, products: vec![] };
    builder.sequence(body, &Context { loops: vec![], shared: vec![], executed });
    builder.products
}

/// The products of the copies that outlast their threads, which are left, with all that comes later in the program.
pub fn outlasting<'k>(terms: &mut Terms, body: &'k [Step], level: Level) -> Vec<Product<'k>> {
    if !walk::accesses(body).any(Access::outlasts) {
        return vec![];
    }
    let executed = terms.truth();
    let mut builder = Builder { terms, level, outlasting: true, products: vec![] };
    builder.sequence(body, &Context { loops: vec![], shared: vec![], executed });
    let mut products = builder.products;
    products.retain(|p| !p.symmetric);
    products.iter_mut().for_each(|p| p.left.retain(|o| o.access.outlasts()));
    products.retain(|p| !p.left.is_empty());
    products
}

/// Whether a barrier that counts at `level` is inside.
#[must_use]
pub fn synchronised(body: &[Step], level: Level) -> bool {
    walk::syncs(body).any(|sync| sync.scope.covers(level))
}

/// Where in the kernel the builder is.
#[derive(Clone)]
struct Context<'k> {
    loops: Vec<&'k Loop>,
    shared: Vec<Var>,
    /// The current iterations of all loops around are executed.
    executed: Term,
}

struct Summary<'k> {
    none: Term,
    /// Where `none` is weaker than it should be.
    weakened: Vec<Weakened>,
    head: Vec<Occurrence<'k>>,
    tail: Vec<Occurrence<'k>>,
}

struct Builder<'t, 'k> {
    terms: &'t mut Terms,
    level: Level,
    /// Of threads that have returned: barriers order nothing, and the copies that they have left count.
    outlasting: bool,
    products: Vec<Product<'k>>,
}

impl<'k> Builder<'_, 'k> {
    fn sequence(&mut self, steps: &'k [Step], context: &Context<'k>) -> Summary<'k> {
        let none = self.terms.truth();
        let mut sum = Summary { none, weakened: vec![], head: vec![], tail: vec![] };
        let mut rest = steps;
        while let Some((first, more)) = rest.split_first() {
            let unsynchronised = rest.iter().take_while(|s| !synchronised(std::slice::from_ref(s), self.level)).count();
            let next = if unsynchronised > 0 {
                let (run, more) = rest.split_at(unsynchronised);
                rest = more;
                self.unsynchronised(run, context)
            } else {
                rest = more;
                match first {
                    Step::Sync(s) => {
                        let none = if self.outlasting { self.terms.truth() } else { self.terms.not(s.guard) };
                        Summary { none, weakened: vec![], head: vec![], tail: vec![] }
                    }
                    Step::Loop(l) => self.synchronised_loop(l, context),
                    Step::Access(_) | Step::Fence(_) => continue, // never synchronised
                }
            };
            sum = self.then(sum, next, context);
        }
        sum
    }

    /// `none = true`, `head = tail = u`, and every access is concurrent with every other.
    fn unsynchronised(&mut self, run: &'k [Step], context: &Context<'k>) -> Summary<'k> {
        let mut all = vec![];
        self.collect(run, context, &mut all);
        if !all.is_empty() {
            let (left, right) = (all.clone(), all.clone());
            self.products.push(Product { shared: context.shared.clone(), left, right, link: None, symmetric: true });
        }
        Summary { none: self.terms.truth(), weakened: vec![], head: all.clone(), tail: all }
    }

    fn collect(&mut self, run: &'k [Step], context: &Context<'k>, all: &mut Vec<Occurrence<'k>>) {
        for step in run {
            match step {
                Step::Access(access) if access.outlasts() && !self.outlasting => {}
                Step::Access(access) => {
                    let condition = self.terms.and(context.executed, access.guard);
                    let after = self.terms.truth();
                    if !self.terms.is_false(condition) {
                        let loops = context.loops.clone();
                        all.push(Occurrence { access, loops, condition, after, weakened: vec![] });
                    }
                }
                Step::Sync(_) | Step::Fence(_) => {}
                Step::Loop(l) => {
                    let inside = self.inside(l, context);
                    self.collect(&l.body, &inside, all);
                }
            }
        }
    }

    fn inside(&mut self, l: &'k Loop, context: &Context<'k>) -> Context<'k> {
        let mut inside = context.clone();
        inside.loops.push(l);
        inside.executed = self.terms.all([context.executed, l.executed, l.since]);
        inside
    }

    /// `p; q`
    fn then(&mut self, p: Summary<'k>, q: Summary<'k>, context: &Context<'k>) -> Summary<'k> {
        self.product(&p.tail, &q.head, context.shared.clone(), None);
        let mut head = p.head;
        head.extend(q.head.into_iter().filter_map(|o| self.with_condition(o, p.none, &p.weakened)));
        let mut tail: Vec<_> = p.tail.into_iter().filter_map(|o| self.with_after(o, q.none, &q.weakened)).collect();
        tail.extend(q.tail);
        let none = self.terms.and(p.none, q.none);
        let weakened = if self.terms.is_false(none) { vec![] } else { [p.weakened, q.weakened].concat() };
        Summary { none, weakened, head, tail }
    }

    fn product(&mut self, left: &[Occurrence<'k>], right: &[Occurrence<'k>], shared: Vec<Var>, link: Option<Link>) {
        if !left.is_empty() && !right.is_empty() {
            let (left, right) = (left.to_vec(), right.to_vec());
            self.products.push(Product { shared, left, right, link, symmetric: false });
        }
    }

    fn with_condition(&mut self, mut o: Occurrence<'k>, c: Term, weakened: &[Weakened]) -> Option<Occurrence<'k>> {
        o.condition = self.terms.and(o.condition, c);
        o.weakened.extend_from_slice(weakened);
        (!literals::contradictory(self.terms, &[o.condition])).then_some(o)
    }

    fn with_after(&mut self, mut o: Occurrence<'k>, c: Term, weakened: &[Weakened]) -> Option<Occurrence<'k>> {
        o.after = self.terms.and(o.after, c);
        o.weakened.extend_from_slice(weakened);
        (!literals::contradictory(self.terms, &[o.after])).then_some(o)
    }

    fn synchronised_loop(&mut self, l: &'k Loop, context: &Context<'k>) -> Summary<'k> {
        let mut inside = self.inside(l, context);
        inside.shared.push(l.counter);
        let body = self.sequence(&l.body, &inside);
        let none = body.none;
        // Only where it depends on the iteration is the short form of "no barrier in any iteration between" too weak,
        // and where it is weak itself.
        let weak_none = !body.weakened.is_empty();
        let varies = weak_none || self.terms.vars_of(&[none]).contains(&l.counter);
        let exact_within = varies.then_some(if weak_none { 1 } else { 3 });

        let link = Link { counter: l.counter, none, exact_within, span: l.span.clone() };
        self.product(&body.tail, &body.head, context.shared.clone(), Some(link));

        let never = if weak_none { self.terms.falsity() } else { self.in_no_iteration(l, none) };
        let noted = |exact_if: Term| if varies { vec![Weakened { exact_if, span: l.span.clone() }] } else { vec![] };
        let (first, near) = self.no_barrier_before(l, none, weak_none);
        let weak = noted(self.terms.or(near, never));
        let head = body.head.into_iter().filter_map(|o| self.with_condition(o, first, &weak)).collect();
        let (last, near) = self.no_barrier_after(l, none, weak_none);
        let weak = noted(self.terms.or(near, never));
        let tail = body.tail.into_iter().filter_map(|o| self.with_after(o, last, &weak)).collect();

        let zero = self.constant(l.counter, 0);
        let starts = self.terms.replace(l.executed, l.counter, zero);
        let idle = self.terms.not(starts);
        let none_first = self.terms.replace(none, l.counter, zero);
        // Exact where no iteration runs or passes a barrier, and where no other follows the first.
        let mut weakened = vec![];
        if varies {
            let is_last = self.is_last(l);
            let stops = self.terms.replace(is_last, l.counter, zero);
            let exact_if = self.terms.any([idle, stops, never]);
            weakened.push(Weakened { exact_if, span: l.span.clone() });
        }
        for w in body.weakened {
            let exact_if = self.terms.replace(w.exact_if, l.counter, zero);
            weakened.push(Weakened { exact_if: self.terms.or(idle, exact_if), span: w.span });
        }
        Summary { none: self.terms.or(idle, none_first), weakened, head, tail }
    }

    /// What shows by itself, whichever the iteration, that it passes no barrier.
    fn in_no_iteration(&mut self, l: &Loop, none: Term) -> Term {
        let passes = self.terms.not(none);
        let conditions = literals::conjuncts(self.terms, &[passes]);
        let fixed: Vec<Term> =
            conditions.into_iter().filter(|c| !self.terms.vars_of(&[*c]).contains(&l.counter)).collect();
        let all = self.terms.all(fixed);
        self.terms.not(all)
    }

    /// No barrier in the iterations before this one, and where that is exact: `x = 0 ∨ (N(0) ∧ N(x-1))`.
    fn no_barrier_before(&mut self, l: &Loop, none: Term, weak_none: bool) -> (Term, Term) {
        let x = self.terms.var(l.counter);
        let zero = self.constant(l.counter, 0);
        let previous = self.shifted(l.counter, -1);
        let is_first = self.terms.eq(x, zero);
        let n0 = self.terms.replace(none, l.counter, zero);
        let n1 = self.terms.replace(none, l.counter, previous);
        let skipped = self.terms.and(n0, n1);
        let three = self.constant(l.counter, 3);
        let near = if weak_none { is_first } else { self.terms.slt(x, three) };
        (self.terms.or(is_first, skipped), near)
    }

    /// No barrier in the iterations after this one, and where that is exact: the next iteration does not happen, or
    /// passes no barrier (exact if it is the last).
    fn no_barrier_after(&mut self, l: &Loop, none: Term, weak_none: bool) -> (Term, Term) {
        let next = self.shifted(l.counter, 1);
        let is_last = self.is_last(l);
        let skipped = self.terms.replace(none, l.counter, next);
        let next_is_last = self.terms.replace(is_last, l.counter, next);
        let near = if weak_none { is_last } else { self.terms.or(is_last, next_is_last) };
        (self.terms.or(is_last, skipped), near)
    }

    /// No iteration follows this one: it stops, or the next does not get past its test.
    fn is_last(&mut self, l: &Loop) -> Term {
        let next = self.shifted(l.counter, 1);
        let follows = self.terms.replace(l.executed, l.counter, next);
        let goes_on = self.terms.and(l.continues, follows);
        self.terms.not(goes_on)
    }

    fn constant(&mut self, counter: Var, value: i64) -> Term {
        let width = self.terms.var_info(counter).width;
        self.terms.int(width, value)
    }

    fn shifted(&mut self, counter: Var, by: i64) -> Term {
        let x = self.terms.var(counter);
        let by = self.constant(counter, by);
        self.terms.add(x, by)
    }
}
