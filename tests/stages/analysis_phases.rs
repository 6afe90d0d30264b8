//! Phases against an interpreter: on random small kernels every concurrent pair of accesses is in a product, and every
//! pair of a product is concurrent, unless the product says that it was weakened.
//!
//! The interpreter runs each thread by itself and counts the barriers that it passes; two accesses are concurrent iff
//! their threads had passed equally many.

use proptest::prelude::*;
use raceproof::analysis::phases::products::{Occurrence, Product, phases};
use raceproof::kernel::{Access, ArrayId, Loop, Matching, Mode, Step, Sync, SyncScope};
use raceproof::span::Span;
use raceproof::term::{Axis, BinaryOp, Environment, Func, Owner, Term, Terms, Var, VarInfo, VarKind};
use raceproof::verdict::Level;
use std::collections::{BTreeMap, BTreeSet};

const THREADS: u64 = 3;

/// A random kernel, before it is terms.
#[derive(Clone, Debug)]
enum Part {
    Access(Guard),
    Sync(Guard),
    WarpSync,
    /// Iterations, and how the loop is written.
    Loop(u64, Shape, Vec<Part>),
    /// Thread `k` returns.
    Return(u64),
}

#[derive(Clone, Copy, Debug)]
enum Guard {
    Always,
    /// A condition that only one thread meets: for accesses only.
    Thread(u64),
    /// The parameter has this value.
    Param(u64),
    /// The innermost counter has this value.
    Counter(u64),
    /// The innermost counter is odd.
    Odd,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// `executed` is exact.
    Counted,
    /// Tested in the header, which is entered once more than the body.
    Header,
    /// Left at the end of iteration `k` already, which `executed` does not know.
    Break(u64),
    /// As many iterations as the thread's number: only where there is no barrier inside.
    PerThread,
}

fn guard() -> impl Strategy<Value = Guard> {
    prop_oneof![
        3 => Just(Guard::Always),
        1 => (0..2u64).prop_map(Guard::Param),
        1 => (0..3u64).prop_map(Guard::Counter),
        1 => Just(Guard::Odd),
    ]
}

fn part() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        4 => guard().prop_map(Part::Access),
        1 => (0..THREADS).prop_map(|t| Part::Access(Guard::Thread(t))),
        3 => guard().prop_map(Part::Sync),
        1 => Just(Part::WarpSync),
    ];
    let shape = prop_oneof![
        3 => Just(Shape::Counted),
        2 => Just(Shape::Header),
        1 => (0..3u64).prop_map(Shape::Break),
        1 => Just(Shape::PerThread),
    ];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        (0..5u64, shape.clone(), prop::collection::vec(inner, 1..4)).prop_map(|(n, s, b)| Part::Loop(n, s, b))
    })
}

fn kernel() -> impl Strategy<Value = Vec<Part>> {
    let top = prop_oneof![8 => part(), 1 => (0..THREADS).prop_map(Part::Return)];
    prop::collection::vec(top, 1..6)
}

struct Build {
    terms: Terms,
    thread: Var,
    param: Var,
    accesses: usize,
    steps: usize,
    alive: Term,
}

fn declare(terms: &mut Terms, name: &str, kind: VarKind) -> Var {
    terms.declare_var(VarInfo { name: name.into(), width: 32, kind, bounds: Some((0, 1023)), owner: Owner::All })
}

fn sync(guard: Term, [alive, survived]: [Term; 2], scope: SyncScope, span: Span) -> Step {
    let (matching, mask, named, orders, agreed) = (Matching::Site, None, None, true, vec![]);
    Step::Sync(Sync { guard, alive, survived, scope, matching, mask, named, orders, agreed, exchange: None, span })
}

impl Build {
    fn new() -> Self {
        let mut terms = Terms::new();
        let thread = declare(&mut terms, "tid", VarKind::ThreadIdx(Axis::X));
        let param = declare(&mut terms, "p", VarKind::Param);
        let alive = terms.truth();
        Build { terms, thread, param, accesses: 0, steps: 0, alive }
    }

    fn guard(&mut self, g: Guard, counter: Option<Var>, inside: Term) -> Term {
        let t = &mut self.terms;
        let equals = |t: &mut Terms, v: Var, n: u64| {
            let (v, n) = (t.var(v), t.constant(32, n));
            t.eq(v, n)
        };
        let g = match (g, counter) {
            (Guard::Always, _) | (Guard::Counter(_) | Guard::Odd, None) => t.truth(),
            (Guard::Thread(k), _) => equals(t, self.thread, k),
            (Guard::Param(k), _) => equals(t, self.param, k),
            (Guard::Counter(k), Some(x)) => equals(t, x, k),
            (Guard::Odd, Some(x)) => {
                let (x, one) = (t.var(x), t.constant(32, 1));
                let low = t.binary(BinaryOp::And, x, one);
                t.eq(low, one)
            }
        };
        self.terms.and(g, inside)
    }

    fn steps(&mut self, parts: &[Part], counter: Option<Var>, inside: Term) -> Vec<Step> {
        let mut steps = vec![];
        for part in parts {
            let inside = if counter.is_none() { self.alive } else { inside };
            self.steps += 1;
            let (alive, truth, span) = (self.alive, self.terms.truth(), Span::default());
            match part {
                Part::Access(g) => {
                    let guard = self.guard(*g, counter, inside);
                    let (offset, bytes) = (self.terms.constant(64, 0), self.terms.constant(64, 4));
                    let id = self.accesses;
                    self.accesses += 1;
                    let (array, mode) = (ArrayId(0), Mode::Read);
                    steps.push(Step::Access(Access { id, ..Access::plain(guard, array, offset, bytes, mode) }));
                }
                Part::Sync(g) => {
                    let guard = self.guard(*g, counter, inside);
                    steps.push(sync(guard, [alive, truth], SyncScope::Block, span));
                }
                Part::WarpSync => steps.push(sync(inside, [alive, truth], SyncScope::Warp, span)),
                Part::Loop(n, shape, body) => steps.push(self.a_loop(*n, *shape, body, inside)),
                Part::Return(k) => {
                    let (v, k) = (self.terms.var(self.thread), self.terms.constant(32, *k));
                    let stays = self.terms.ne(v, k);
                    self.alive = self.terms.and(self.alive, stays);
                }
            }
        }
        steps
    }

    fn a_loop(&mut self, n: u64, shape: Shape, body: &[Part], inside: Term) -> Step {
        let name = format!("x{}", self.terms.vars().count());
        let counter = declare(&mut self.terms, &name, VarKind::Counter);
        let t = &mut self.terms;
        let (x, one, zero) = (t.var(counter), t.constant(32, 1), t.constant(32, 0));
        let next = t.add(x, one);
        let trips = match shape {
            Shape::PerThread if !has_sync(body) => t.var(self.thread),
            Shape::PerThread | Shape::Counted | Shape::Header | Shape::Break(_) => t.constant(32, n),
        };
        let (below, entered, mut continues) = match shape {
            Shape::Header => (t.sle(x, trips), t.truth(), t.slt(x, trips)),
            Shape::Counted | Shape::Break(_) | Shape::PerThread => {
                (t.slt(x, trips), t.slt(zero, trips), t.slt(next, trips))
            }
        };
        let mut in_body = t.truth();
        match shape {
            Shape::Header => in_body = t.slt(x, trips),
            Shape::Break(k) => {
                let k = t.constant(32, k);
                let stays = t.ne(x, k);
                continues = t.and(continues, stays);
            }
            Shape::Counted | Shape::PerThread => {}
        }
        let (since, executed) = (t.truth(), t.and(inside, below));
        let entered = t.and(inside, entered);
        let returns = t.falsity();
        let body = self.steps(body, Some(counter), in_body);
        Step::Loop(Loop {
            counter,
            executed,
            since,
            entered,
            continues,
            returns,
            may_be_last: false,
            variable: None,
            body,
            span: Span::default(),
        })
    }
}

fn has_sync(parts: &[Part]) -> bool {
    parts.iter().any(|p| match p {
        Part::Sync(_) => true,
        Part::Loop(_, _, body) => has_sync(body),
        Part::Access(_) | Part::WarpSync | Part::Return(_) => false,
    })
}

type Counters = BTreeMap<Var, u64>;

/// The kernel with its parameter; terms are evaluated for one thread at a time.
struct World {
    terms: Terms,
    thread: Var,
    param: (Var, u64),
}

struct Env<'a> {
    world: &'a World,
    thread: u64,
    counters: &'a Counters,
}

impl Environment for Env<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        if var == self.world.thread {
            Some(self.thread)
        } else if var == self.world.param.0 {
            Some(self.world.param.1)
        } else {
            self.counters.get(&var).copied()
        }
    }
    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

impl World {
    fn holds(&self, t: Term, thread: u64, counters: &Counters) -> bool {
        self.terms.eval(t, &Env { world: self, thread, counters }) == Some(1)
    }
}

/// What one thread does: for each access, the barriers passed before.
#[derive(Default)]
struct Run {
    thread: u64,
    passed: u64,
    done: BTreeMap<(usize, Counters), u64>,
}

impl Run {
    fn run(&mut self, world: &World, steps: &[Step], counters: &Counters) {
        for step in steps {
            match step {
                Step::Access(a) => {
                    if world.holds(a.guard, self.thread, counters) {
                        self.done.insert((a.id, counters.clone()), self.passed);
                    }
                }
                Step::Fence(_) => {}
                Step::Sync(s) => {
                    if s.scope != SyncScope::Warp && world.holds(s.guard, self.thread, counters) {
                        self.passed += 1;
                    }
                }
                Step::Loop(l) => {
                    let mut inner = counters.clone();
                    inner.insert(l.counter, 0);
                    if !world.holds(l.entered, self.thread, &inner) {
                        continue;
                    }
                    for i in 0.. {
                        inner.insert(l.counter, i);
                        self.run(world, &l.body, &inner);
                        if !world.holds(l.continues, self.thread, &inner) {
                            break;
                        }
                    }
                }
            }
        }
    }
}

/// One thread doing one access.
type Event = (u64, usize, Counters);

fn ordered(a: Event, b: Event) -> (Event, Event) {
    if a <= b { (a, b) } else { (b, a) }
}

fn concurrent(runs: &[Run]) -> BTreeSet<(Event, Event)> {
    let mut pairs = BTreeSet::new();
    for r in runs {
        for s in runs.iter().filter(|s| s.thread > r.thread) {
            for ((a, c), p) in &r.done {
                for ((b, d), _) in s.done.iter().filter(|(_, q)| *q == p) {
                    pairs.insert(ordered((r.thread, *a, c.clone()), (s.thread, *b, d.clone())));
                }
            }
        }
    }
    pairs
}

/// The pairs that the products allow, and whether each is exact in some product.
fn predicted(world: &World, products: &[Product<'_>], runs: &[Run]) -> BTreeMap<(Event, Event), bool> {
    let mut found = BTreeMap::new();
    for p in products {
        for (l, r) in p.left.iter().flat_map(|l| p.right.iter().map(move |r| (l, r))) {
            for (t, u) in runs.iter().flat_map(|t| runs.iter().map(move |u| (t, u))) {
                for (c, d) in instances(t, l).flat_map(|c| instances(u, r).map(move |d| (c, d))) {
                    if t.thread != u.thread
                        && let Some(exact) = allowed(world, p, (l, t.thread, c), (r, u.thread, d))
                    {
                        let pair = ordered((t.thread, l.access.id, c.clone()), (u.thread, r.access.id, d.clone()));
                        *found.entry(pair).or_insert(false) |= exact;
                    }
                }
            }
        }
    }
    found
}

fn instances<'a>(run: &'a Run, o: &Occurrence<'_>) -> impl Iterator<Item = &'a Counters> + use<'a> {
    let id = o.access.id;
    run.done.keys().filter(move |(a, _)| *a == id).map(|(_, c)| c)
}

type At<'a, 'k> = (&'a Occurrence<'k>, u64, &'a Counters);

fn allowed(world: &World, p: &Product<'_>, (l, t, c): At<'_, '_>, (r, u, d): At<'_, '_>) -> Option<bool> {
    if !p.shared.iter().all(|x| c.get(x) == d.get(x))
        || !world.holds(l.condition, t, c)
        || !world.holds(l.after, u, c)
        || !world.holds(r.condition, u, d)
    {
        return None;
    }
    let mut exact = l.weakened.iter().all(|w| world.holds(w.exact_if, u, c))
        && r.weakened.iter().all(|w| world.holds(w.exact_if, u, d));
    if let Some(link) = &p.link {
        let (x, y) = (c[&link.counter], d[&link.counter]);
        let none_at = |value: u64, counters: &Counters| {
            let mut moved = counters.clone();
            moved.insert(link.counter, value);
            world.holds(link.none, u, &moved)
        };
        if x >= y || (y != x + 1 && !(none_at(x + 1, c) && none_at(y - 1, d))) {
            return None;
        }
        exact &= link.exact_within.is_none_or(|n| y <= x + n as u64);
    }
    Some(exact)
}

proptest! {
    #[test]
    fn products_are_the_concurrent_pairs(parts in kernel(), param in 0..2u64) {
        let mut b = Build::new();
        let truth = b.terms.truth();
        let body = b.steps(&parts, None, truth);
        let products = phases(&mut b.terms, &body, Level::Block);
        let world = World { terms: b.terms, thread: b.thread, param: (b.param, param) };
        let runs: Vec<Run> = (0..THREADS)
            .map(|thread| {
                let mut run = Run { thread, ..Run::default() };
                run.run(&world, &body, &Counters::new());
                run
            })
            .collect();
        let real = concurrent(&runs);
        let claimed = predicted(&world, &products, &runs);
        for pair in &real {
            prop_assert!(claimed.contains_key(pair), "missed {pair:?}\n{parts:#?}");
        }
        for (pair, exact) in &claimed {
            prop_assert!(!exact || real.contains(pair), "{pair:?} is not concurrent\n{parts:#?}");
        }
        prop_assert!(products.len() <= 3 * b.steps);
    }
}
