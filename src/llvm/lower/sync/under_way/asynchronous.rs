//! Asynchronous copies as accesses: the thread's own, at any time from its issue to the wait that covers it.
//!
//! A phase begins at a barrier, so for other threads such an access happens in the phase of its issue and in those that begin at a barrier
//! at which the copy may be under way ([`in_flight`](super::in_flight)). During the walk a place is held behind
//! each such barrier; when all loops are closed it is filled with the access as it was in the iteration of its issue.
//! For the thread itself it is the same before each of its accesses: these are [`Overtaken`]. Where a thread returns,
//! the copies stand that it leaves under way ([`AsyncCopy::outlasts`]): the others' barriers do not wait for them.
//!
//! Invariant: behind a barrier stands every access of a copy that may be under way there, and before an access every one
//! that may conflict with it. Direction of imprecision: a
//! loop that was left and whose last iterations are not known stands for all its iterations; where a copy is not under
//! way for certain, the guard holds an opaque condition.

use super::ends::copied;
use super::in_flight::{ANY, Flight, Instance, Place, in_flight};
use super::merge::merged;
use crate::kernel::{Access, ArrayId, AsyncCopy, Loop, Mode, Overtaken, Step, Unfenced, walk};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::markers::Marker;
use crate::llvm::flow::cfg::{BlockId, LoopId};
use crate::llvm::flow::monotone::is_monotone;
use crate::llvm::lower::lowerer::Lowerer;
use crate::span::Span;
use crate::term::{FuncInfo, FuncKind, Owner, Sharing, Substitution, Term, Var};
use inkwell::values::InstructionValue;
use std::collections::{BTreeMap, BTreeSet};

/// Where a copy is issued: the loops around it, without their bodies, and the access.
struct Issue {
    loops: Vec<Loop>,
    access: Access,
}

/// The iterations in which a copy was issued, seen from a later point.
struct Issued {
    /// What replaces the counters of the loops around the issue.
    by: Substitution,
    /// The loops over the iterations that are not fixed by the point's.
    loops: Vec<Loop>,
    /// These are no others than those that are meant.
    exact: bool,
    /// The point is late enough for an iteration so long before it.
    later: Term,
}

impl<'ctx> Lowerer<'_, 'ctx> {
    /// Finds out, before the walk, how long the copies last.
    pub(crate) fn find_copies(&mut self) {
        match in_flight(self.cfg, self.input.prepared, self.layout, &self.returns()) {
            Ok(found) => self.survey.copies = found,
            Err(why) => self.is_unsupported(why),
        }
    }

    /// Holds places, behind a barrier or before an access, for the copies that may be under way.
    pub(crate) fn copies_at(&mut self, point: InstructionValue<'_>, guard: Term, place: fn(Flight) -> Place) {
        let mut flights = self.survey.copies.at.get(&Val::of(&point)).cloned().unwrap_or_default();
        // What the thread itself has written, nothing but its bulk copies need not see.
        let is_access = matches!(Marker::of(point), Some(marker) if !self.is_bulk_read(&marker));
        flights.retain(|f| !is_access || !self.survey.copies.unfenced.contains(&f.instance.copy));
        self.hold(flights, guard, place);
    }

    /// Holds places behind an arrival at an mbarrier for the products that may be under way there: who waits for it may go on.
    pub(crate) fn products_behind_arrival(&mut self, block: BlockId, arrival: InstructionValue<'_>) {
        let marker = arrival.get_previous_instruction().filter(|i| Marker::of(*i).is_some());
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        match marker {
            Some(marker) => {
                let at = self.survey.copies.at.get(&Val::of(&marker)).into_iter().flatten();
                let products = at.filter(|f| self.survey.copies.products.contains(&f.instance.copy));
                self.hold(products.cloned().collect(), guard, Place::Phase);
            }
            None if self.survey.copies.products.is_empty() => {}
            None => {
                self.is_unsupported(
                    "an arrival at an mbarrier beside products of matrices, in a form that is not followed",
                );
            }
        }
    }

    /// Holds places behind a block for the copies that a thread leaves under way which returns from there.
    pub(crate) fn copies_left(&mut self, region: Option<LoopId>, block: BlockId) {
        for edge in self.cfg.successors(block).to_vec() {
            if let Some(flights) = self.survey.copies.left.get(&edge).filter(|f| !f.is_empty()).cloned() {
                let guard = self.guard_of_edge(region, edge);
                self.hold(flights, guard, Place::Return);
            }
        }
    }

    fn hold(&mut self, flights: Vec<Flight>, guard: Term, place: fn(Flight) -> Place) {
        for flight in merged(flights, self.survey.copies.many) {
            let waited: Option<Vec<Term>> = flight.unless.iter().map(|b| self.walk.guards.get(b).copied()).collect();
            let certain = flight.certain && waited.is_some();
            let waited = self.terms.any(waited.unwrap_or_default());
            let open = self.terms.not(waited);
            let guard = self.terms.and(guard, open);
            let flight = Flight { certain, ..flight };
            let nothing = self.terms.constant(64, 0);
            let end = self.survey.copies.copies.len() + self.walk.flights.len();
            self.out.steps.push(Step::Access(Access {
                copy: Some(AsyncCopy { end, outlasts: false, again: false, bulk: None, product: false }),
                ..Access::plain(guard, ArrayId(0), nothing, nothing, Mode::Read)
            }));
            self.walk.flights.push(place(flight));
        }
    }

    /// Fills the places. Gives the accesses beside the thread's own copies.
    pub(crate) fn place_copies(&mut self) -> Vec<Overtaken> {
        if self.survey.copies.copies.is_empty() {
            return vec![];
        }
        let steps = std::mem::take(&mut self.out.steps);
        let issues = issues(&steps, self.survey.copies.copies.len());
        let mut overtaken = vec![];
        let copied = copied(&steps, &self.objects.arrays);
        self.out.steps = self.filled(steps, &mut vec![], (&issues, &copied), &mut overtaken);
        overtaken
    }

    fn filled(
        &mut self,
        steps: Vec<Step>,
        around: &mut Vec<Loop>,
        (issues, copied): (&BTreeMap<usize, Vec<Issue>>, &BTreeSet<ArrayId>),
        overtaken: &mut Vec<Overtaken>,
    ) -> Vec<Step> {
        let (mut filled, mut before) = (vec![], vec![]);
        for step in steps {
            match step {
                Step::Access(access) => match self.held(&access) {
                    Some(Place::Phase(flight)) => {
                        for issue in issues.get(&flight.instance.copy).into_iter().flatten() {
                            if issue.access.unfenced.is_some() && !copied.contains(&issue.access.array) {
                                continue;
                            }
                            let found = self.under_way(&flight, issue, access.guard, around);
                            filled.extend(found.map(wrapped));
                        }
                    }
                    Some(Place::Access(flight)) => before.push((flight, access.guard)),
                    Some(Place::Return(flight)) => {
                        for issue in issues.get(&flight.instance.copy).into_iter().flatten() {
                            let found = self.under_way(&flight, issue, access.guard, around);
                            filled.extend(found.map(|(loops, a)| wrapped((loops, left(a)))));
                        }
                    }
                    None => {
                        for (flight, guard) in std::mem::take(&mut before) {
                            overtaken.extend(self.beside((&flight, guard), &access, around, issues));
                        }
                        filled.push(Step::Access(access));
                    }
                },
                Step::Sync(_) | Step::Fence(_) => filled.push(step),
                Step::Loop(mut l) => {
                    let body = std::mem::take(&mut l.body);
                    around.push(l.clone());
                    l.body = self.filled(body, around, (issues, copied), overtaken);
                    around.pop();
                    filled.push(Step::Loop(l));
                }
            }
        }
        filled
    }

    /// An access that a place stands for, if it is one.
    fn held(&self, access: &Access) -> Option<Place> {
        self.walk.flights.get(access.copy?.end.checked_sub(self.survey.copies.copies.len())?).cloned()
    }

    /// An access with the copies that may be under way and may conflict with it.
    fn beside(
        &mut self,
        (flight, guard): (&Flight, Term),
        access: &Access,
        around: &[Loop],
        issues: &BTreeMap<usize, Vec<Issue>>,
    ) -> Vec<Overtaken> {
        let meets = |a: ArrayId, b: ArrayId| {
            let (x, y) = (&self.objects.arrays[a.0], &self.objects.arrays[b.0]);
            a == b || (x.space.meets(y.space) && (x.unknown_object || y.unknown_object))
        };
        let conflict = |i: &&Issue| {
            let reads = i.access.unfenced.is_none() || access.copy.is_some_and(|c| c.bulk.is_some());
            reads && meets(i.access.array, access.array) && !(i.access.mode == Mode::Read && access.mode == Mode::Read)
        };
        let issues: Vec<&Issue> = issues.get(&flight.instance.copy).into_iter().flatten().filter(conflict).collect();
        let issues = issues.into_iter();
        let found = issues.filter_map(|issue| self.under_way(flight, issue, guard, around));
        found
            .map(|(issued, copy)| Overtaken { around: around.to_vec(), issued, copy, access: access.clone() })
            .collect()
    }

    /// The access of a copy at a point inside the loops `around`, and the loops around it there.
    fn under_way(
        &mut self,
        flight: &Flight,
        issue: &Issue,
        guard: Term,
        around: &[Loop],
    ) -> Option<(Vec<Loop>, Access)> {
        let i = &flight.instance;
        let around: Vec<Var> = around.iter().map(|l| l.counter).collect();
        let same_loops = issue.loops.iter().zip(&around).take(i.inside).all(|(l, c)| l.counter == *c);
        if !same_loops || issue.loops.len() != i.lags.len() || around.len() != i.inside + i.entered.len() {
            self.is_unsupported("an asynchronous copy in a loop that is not followed");
            return None;
        }
        let mut guard = guard;
        for (counter, n) in around.iter().skip(i.inside).zip(&i.entered) {
            let here = self.in_iteration(*counter, *n);
            guard = self.terms.and(guard, here);
        }
        let issued = self.issued(i, issue, &around);
        let Issued { mut by, mut loops, exact, later } = issued;
        guard = self.terms.and(guard, later);
        let mut a = issue.access.clone();
        for t in [&mut a.guard, &mut a.offset, &mut a.bytes].into_iter().chain(&mut a.rank) {
            *t = self.terms.substitute(*t, &mut by);
        }
        a.copy = a.copy.map(|c| AsyncCopy { again: !c.product, ..c });
        a.unfenced = a.unfenced.map(|u| Unfenced { again: true, ..u });
        if let Some(signal) = &mut a.signal {
            let counters = issue.loops.iter().map(|l| self.terms.var(l.counter)).collect::<Vec<_>>();
            signal.since = Some(counters.into_iter().map(|c| self.terms.substitute(c, &mut by)).collect());
        }
        if !(exact && flight.certain) {
            let counters: Vec<Var> = around.iter().copied().chain(loops.iter().map(|l| l.counter)).collect();
            let open = self.perhaps(&a.span, &counters);
            a.guard = self.terms.and(a.guard, open);
        }
        match loops.first_mut() {
            Some(l) => {
                l.executed = self.terms.and(guard, l.executed);
                l.entered = self.terms.and(guard, l.entered);
            }
            None => a.guard = self.terms.and(guard, a.guard),
        }
        Some((loops, a))
    }

    /// The iterations of the issue, seen from a point inside the loops `around`.
    fn issued(&mut self, i: &Instance, issue: &Issue, around: &[Var]) -> Issued {
        let (mut by, mut loops, mut later) = (Substitution::new(), vec![], self.terms.truth());
        if let Some(last) = i.inside.checked_sub(1)
            && i.lags[last] > 0
        {
            let (counter, lag) = (around[last], i.lags[last]);
            later = self.at_least(counter, lag);
            let mut before = self.shifted(counter, -(lag as i64));
            if lag >= self.survey.copies.many {
                let l = self.all_up_to(counter, before, later);
                before = self.terms.var(l.counter);
                loops.push(l);
            }
            by.var(counter, before);
        }
        let left: Vec<(&Loop, usize)> = issue.loops.iter().zip(i.lags.iter().copied()).skip(i.inside).collect();
        let fresh: Vec<Var> = left.iter().map(|(l, _)| self.fresh(l.counter)).collect();
        for ((l, _), fresh) in left.iter().zip(&fresh) {
            let t = self.terms.var(*fresh);
            by.var(l.counter, t);
        }
        let mut exact = true;
        for ((l, lag), counter) in left.into_iter().zip(fresh) {
            let ended = self.ended(l, lag);
            exact &= lag == ANY || ended.is_some();
            let executed = ended.map_or(l.executed, |e| self.terms.and(l.executed, e));
            let [executed, since, entered, continues] =
                [executed, l.since, l.entered, l.continues].map(|t| self.terms.substitute(t, &mut by));
            let returns = self.terms.falsity();
            loops.push(Loop {
                counter,
                executed,
                since,
                entered,
                continues,
                returns,
                may_be_last: false,
                variable: None,
                body: vec![],
                span: l.span.clone(),
            });
        }
        Issued { by, loops, exact, later }
    }

    /// The iteration of `counter` is the `n`-th; from `many` on, or a later one.
    fn in_iteration(&mut self, counter: Var, n: usize) -> Term {
        if n == ANY {
            return self.terms.truth();
        }
        if n >= self.survey.copies.many {
            return self.at_least(counter, n);
        }
        let x = self.terms.var(counter);
        let n = self.terms.int(self.terms.width(x), n as i64);
        self.terms.eq(x, n)
    }

    fn at_least(&mut self, counter: Var, n: usize) -> Term {
        let x = self.terms.var(counter);
        let n = self.terms.int(self.terms.width(x), n as i64);
        self.terms.sle(n, x)
    }

    fn shifted(&mut self, counter: Var, by: i64) -> Term {
        let x = self.terms.var(counter);
        let by = self.terms.int(self.terms.width(x), by);
        self.terms.add(x, by)
    }

    fn fresh(&mut self, counter: Var) -> Var {
        let info = self.terms.var_info(counter).clone();
        self.terms.declare_var(info)
    }

    /// A loop over the iterations of `counter` up to `last`, if there are any.
    fn all_up_to(&mut self, counter: Var, last: Term, any: Term) -> Loop {
        let fresh = self.fresh(counter);
        let x = self.terms.var(fresh);
        let executed = self.terms.sle(x, last);
        let continues = self.terms.slt(x, last);
        let (since, returns, span) = (self.terms.truth(), self.terms.falsity(), Span::default());
        Loop {
            counter: fresh,
            executed,
            since,
            entered: any,
            continues,
            returns,
            may_be_last: false,
            variable: None,
            body: vec![],
            span,
        }
    }

    /// That the test of a loop that was left failed `lag` iterations later, as far as that can be said exactly.
    fn ended(&mut self, l: &Loop, lag: usize) -> Option<Term> {
        if lag == ANY {
            return None;
        }
        let tested = self.terms.and(l.entered, l.continues);
        if lag == 0
            || lag >= self.survey.copies.many
            || tested != l.executed
            || !is_monotone(&self.terms, l.continues, l.counter)
        {
            return None;
        }
        let (end, last) = (self.shifted(l.counter, lag as i64), self.shifted(l.counter, lag as i64 - 1));
        let goes_on = self.terms.replace(l.continues, l.counter, end);
        let stops = self.terms.not(goes_on);
        let before = self.terms.replace(l.continues, l.counter, last);
        Some(self.terms.and(before, stops))
    }

    /// One opaque condition per copy and iteration.
    fn perhaps(&mut self, span: &Span, counters: &[Var]) -> Term {
        let what = format!("how far the asynchronous copy at line {} has come", span.line);
        let name = format!("v{}", self.terms.len());
        let (kind, sharing) = (FuncKind::Opaque { what }, Sharing::Thread);
        let func = self.terms.declare_func(FuncInfo { name, width: 1, kind, sharing, axiom: None, owner: Owner::All });
        let args = counters.iter().map(|c| self.terms.var(*c)).collect();
        self.terms.apply(func, args)
    }
}

/// The access of a copy that its thread leaves under way.
fn left(access: Access) -> Access {
    Access { copy: access.copy.map(|c| AsyncCopy { outlasts: true, ..c }), ..access }
}

fn wrapped((loops, access): (Vec<Loop>, Access)) -> Step {
    loops.into_iter().rev().fold(Step::Access(access), |inner, l| Step::Loop(Loop { body: vec![inner], ..l }))
}

/// The accesses of copies where they are issued, by copy.
fn issues(steps: &[Step], copies: usize) -> BTreeMap<usize, Vec<Issue>> {
    let mut issues: BTreeMap<usize, Vec<Issue>> = BTreeMap::new();
    for (step, around) in walk::with_loops(steps) {
        if let Step::Access(access) = step
            && let Some(copy) = access.copy.map(|c| c.end).or(access.unfenced.map(|u| u.end)).filter(|c| *c < copies)
        {
            let loops = around.into_iter().map(|l| Loop { body: vec![], ..l.clone() }).collect();
            issues.entry(copy).or_default().push(Issue { loops, access: access.clone() });
        }
    }
    issues
}
