//! One thread's way through a kernel's steps.
//!
//! An access happens where its guard holds in an iteration that the thread gets to: the loop is entered, and every earlier
//! iteration goes on. [`Loop::executed`] is not asked, but held against that. A loop's last iteration and loop-carried
//! values are computed by running the loop.

use super::world::{RANK, Thread, World, defined};
use raceproof::analysis::pair::views;
use raceproof::kernel::{Access, Exit, Loop, Mode, Shuffle, Step, Sync};
use raceproof::term::{Axiom, BinaryOp, Environment, Func, FuncKind, Node, PureOp, Sharing, Term, Var, signed};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;

/// How deep values may be computed from values; some of before the first iteration would go on for ever.
const DEEPEST: u32 = 10_000;

/// The most iterations of a loop whose last one is asked for: it need not be entered at all.
const LONGEST: u64 = 600;

/// Why a thread's way is not known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Stuck {
    /// A division by 0, a value that only such a thing defines, or an index beyond its part of an object.
    Undefined,
    TooLong,
}

/// What a thread does at some place.
#[derive(Clone, Debug)]
pub(crate) enum Event<'k> {
    Access {
        access: &'k Access,
        /// The bytes from the array's start, the last one excluded.
        range: (i64, i64),
        /// What is written, where that is known.
        value: Option<u64>,
        /// In a tensor with strides of its own, by stride the index, and what is added to it: what is 0 is left out.
        index: Option<BTreeMap<Option<Var>, u64>>,
    },
    /// With the iterations of the loops around it, and the lanes that it waits for.
    Sync { sync: &'k Sync, at: Vec<u64>, mask: Option<u64> },
}

/// A thread with what it did.
pub(crate) struct Trace<'k> {
    pub(crate) who: Thread,
    pub(crate) events: Vec<Event<'k>>,
    /// Signed arithmetic left its width.
    pub(crate) wrapped: bool,
    /// Places where something happens in an iteration that counts as not executed.
    pub(crate) excluded: Vec<String>,
}

type Values = FxHashMap<(Func, Vec<u64>), Option<u64>>;

struct Machine<'w, 'k> {
    world: &'w World<'k>,
    who: Thread,
    exits: FxHashMap<Func, &'k Exit>,
    /// Loop-carried values and last iterations, by the symbols that stand for them.
    known: RefCell<Values>,
    fuel: Cell<u32>,
    depth: Cell<u32>,
    wrapped: Cell<bool>,
    excluded: RefCell<Vec<String>>,
}

/// Evaluation in some iterations.
struct Frame<'m, 'w, 'k> {
    machine: &'m Machine<'w, 'k>,
    bound: Vec<(Var, u64)>,
    values: RefCell<FxHashMap<Term, Option<u64>>>,
}

/// Whether the facts that the kernel rests on hold for a thread.
pub(crate) fn allowed(world: &World<'_>, who: Thread) -> bool {
    let machine = Machine::new(world, who);
    let frame = machine.frame(vec![]);
    world.kernel.facts.iter().all(|f| frame.eval(*f) == Some(1))
}

/// The values of what the kernel's contracts on contents are about, for a thread.
pub(crate) fn stated(world: &World<'_>, who: Thread) -> Vec<Option<Vec<u64>>> {
    let machine = Machine::new(world, who);
    let frame = machine.frame(vec![]);
    world.kernel.contents.iter().map(|contract| contract.terms().map(|t| frame.eval(t)).collect()).collect()
}

/// The values of terms for a thread, outside of loops.
pub(crate) fn values(world: &World<'_>, who: Thread, terms: &[Term]) -> Vec<Option<u64>> {
    let machine = Machine::new(world, who);
    let frame = machine.frame(vec![]);
    terms.iter().map(|t| frame.eval(*t)).collect()
}

/// What a thread does.
pub(crate) fn run<'k>(world: &World<'k>, who: Thread) -> Result<Trace<'k>, Stuck> {
    let machine = Machine::new(world, who);
    let mut events = vec![];
    let walked = machine.frame(vec![]).walk(&world.kernel.body, &[], true, &mut events);
    if machine.fuel.get() == 0 {
        return Err(Stuck::TooLong);
    }
    walked?;
    Ok(Trace { who, events, wrapped: machine.wrapped.get(), excluded: machine.excluded.into_inner() })
}

/// Whether a thread has not returned before a barrier, in these iterations of the loops around it.
pub(crate) fn alive(world: &World<'_>, who: Thread, sync: &Sync, at: &[u64]) -> Option<bool> {
    let loops = around(&world.kernel.body, sync)?;
    let machine = Machine::new(world, who);
    let mut frame = machine.frame(vec![]);
    for (l, now) in loops.into_iter().zip(at) {
        for i in (0..*now).map(|i| frame.at(l.counter, i)) {
            if i.eval(l.continues)? == 0 {
                return if sync.waits_for_returned() { Some(true) } else { i.eval(l.returns).map(|v| v == 0) };
            }
        }
        frame = frame.at(l.counter, *now);
    }
    frame.eval(sync.alive).map(|v| v == 1)
}

/// The loops around a barrier.
fn around<'k>(steps: &'k [Step], sync: &Sync) -> Option<Vec<&'k Loop>> {
    steps.iter().find_map(|step| match step {
        Step::Access(_) | Step::Fence(_) => None,
        Step::Sync(s) => std::ptr::eq(s, sync).then(Vec::new),
        Step::Loop(l) => around(&l.body, sync).map(|inner| std::iter::once(l).chain(inner).collect()),
    })
}

impl<'w, 'k> Machine<'w, 'k> {
    fn new(world: &'w World<'k>, who: Thread) -> Self {
        let exits = world.kernel.exits.iter().map(|e| (e.func, e)).collect();
        let (fuel, depth, wrapped) = (Cell::new(world.fuel), Cell::new(0), Cell::new(false));
        let (known, excluded) = Default::default();
        Machine { world, who, exits, known, fuel, depth, wrapped, excluded }
    }

    fn frame(&self, bound: Vec<(Var, u64)>) -> Frame<'_, 'w, 'k> {
        Frame { machine: self, bound, values: RefCell::default() }
    }

    /// Whether another iteration may run.
    fn tick(&self) -> bool {
        let left = self.fuel.get().saturating_sub(1);
        self.fuel.set(left);
        left > 0
    }

    /// The first iteration that is not followed by another. It is counted once: loops that rest on each other's last
    /// iterations would otherwise be run as often as there are ways from one to the other.
    fn last_iteration(&self, exit: &Exit, args: &[u64]) -> Option<u64> {
        let key = (exit.func, args.to_vec());
        if let Some(last) = self.known.borrow().get(&key) {
            return *last;
        }
        let last = self.count(exit, args);
        self.known.borrow_mut().insert(key, last);
        last
    }

    fn count(&self, exit: &Exit, args: &[u64]) -> Option<u64> {
        let outer = self.frame(exit.params.iter().copied().zip(args.iter().copied()).collect());
        let mut i = 0;
        while outer.at(exit.counter, i).eval(exit.continues)? == 1 {
            i += 1;
            if i > LONGEST || !self.tick() {
                return None;
            }
        }
        Some(i)
    }

    /// A loop-carried value, from the loop's first iteration on, where its axiom says what it is.
    fn carried(&self, func: Func, axiom: &Axiom, args: &[u64]) -> Option<u64> {
        let (last, outer) = args.split_last()?;
        if *last > u64::from(self.world.fuel) {
            return None; // the iteration before the first
        }
        for i in 0..=*last {
            let key = (func, outer.iter().copied().chain([i]).collect::<Vec<_>>());
            if !self.known.borrow().contains_key(&key) {
                if !self.tick() {
                    return None;
                }
                let frame = self.frame(axiom.params.iter().copied().zip(key.1.iter().copied()).collect());
                let value = defined(&self.world.kernel.terms, func, axiom).and_then(|v| frame.eval(v));
                self.known.borrow_mut().insert(key, value);
            }
        }
        self.known.borrow().get(&(func, args.to_vec())).copied().flatten()
    }
}

impl<'m, 'w, 'k> Frame<'m, 'w, 'k> {
    fn at(&self, counter: Var, iteration: u64) -> Frame<'m, 'w, 'k> {
        let mut bound = self.bound.clone();
        bound.push((counter, iteration));
        Frame { machine: self.machine, bound, values: RefCell::default() }
    }

    fn eval(&self, t: Term) -> Option<u64> {
        if let Some(known) = self.values.borrow().get(&t) {
            return *known;
        }
        let terms = &self.machine.world.kernel.terms;
        let value = terms.eval_node(t, self, &|child| self.eval(child));
        if let Node::Binary(op @ (BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl), a, b) = *terms.node(t)
            && terms.width(t) >= 32
            && let (Some(x), Some(y), Some(v)) = (self.eval(a), self.eval(b), value)
        {
            let w = terms.width(t);
            let (x, y, v) = (i128::from(signed(w, x)), i128::from(signed(w, y)), i128::from(signed(w, v)));
            let ideal = match op {
                BinaryOp::Add => x + y,
                BinaryOp::Mul => x * y,
                _ => x << y.clamp(0, 63),
            };
            self.machine.wrapped.set(self.machine.wrapped.get() || ideal != v);
        }
        self.values.borrow_mut().insert(t, value);
        value
    }

    fn holds(&self, t: Term) -> Result<bool, Stuck> {
        self.eval(t).map(|v| v == 1).ok_or(Stuck::Undefined)
    }

    fn walk(&self, steps: &'k [Step], at: &[u64], executed: bool, to: &mut Vec<Event<'k>>) -> Result<(), Stuck> {
        let happens = |guard: Term, place: &raceproof::span::Span| {
            let happens = self.holds(guard)?;
            if happens && !executed {
                self.machine.excluded.borrow_mut().push(place.to_string());
            }
            Ok(happens)
        };
        for step in steps {
            match step {
                // Copies behind a barrier stand in loops that pick out iterations.
                Step::Access(a) if a.copy.is_some() && !executed => {}
                Step::Access(a) if happens(a.guard, &a.span)? => to.extend(self.access(a)?),
                Step::Sync(s) if happens(s.guard, &s.span)? => {
                    let mask = s.mask.map(|m| self.eval(m).ok_or(Stuck::Undefined)).transpose()?;
                    to.push(Event::Sync { sync: s, at: at.to_vec(), mask });
                }
                Step::Loop(l) => self.repeat(l, at, executed, to)?,
                Step::Access(_) | Step::Sync(_) | Step::Fence(_) => {}
            }
        }
        Ok(())
    }

    fn access(&self, access: &'k Access) -> Result<Option<Event<'k>>, Stuck> {
        let number = |t| self.eval(t).ok_or(Stuck::Undefined);
        let (start, bytes) = (number(access.offset)? as i64, number(access.bytes)? as i64);
        // Arrays start where everything is aligned.
        if start.rem_euclid(access.alignment as i64) != 0 {
            return Err(Stuck::Undefined);
        }
        // What is not followed is taken to stay in its part of an object.
        let kernel = self.machine.world.kernel;
        let open = access.members.iter().filter(|part| part.is_of_data(&kernel.terms, &kernel.arrays));
        for part in open {
            if number(part.index)? >= part.extent {
                return Err(Stuck::Undefined);
            }
        }
        let copy = access.rank.map_or(Ok(0), number)?;
        let start = start.wrapping_add(copy.wrapping_shl(RANK) as i64);
        let range = (start, start.saturating_add(bytes));
        let value = match access.mode {
            Mode::Write(value) => value.and_then(|v| self.eval(v)),
            Mode::Read | Mode::Atomic(_) => None,
        };
        let parts = views::index(&kernel.terms, &kernel.arrays[access.array.0], access);
        let index = parts.map(|parts| {
            let mut index: BTreeMap<Option<Var>, u64> = BTreeMap::new();
            for (stride, (part, times)) in parts {
                let part = part.map_or(Ok(1), |t| Ok(signed(kernel.terms.width(t), number(t)?).cast_unsigned()))?;
                let sum = index.entry(stride).or_default();
                *sum = sum.wrapping_add(part.wrapping_mul(times));
            }
            index.retain(|_, number| *number != 0);
            Ok(index)
        });
        let index = index.transpose()?;
        Ok((bytes > 0).then_some(Event::Access { access, range, value, index }))
    }

    fn repeat(&self, l: &'k Loop, at: &[u64], executed: bool, to: &mut Vec<Event<'k>>) -> Result<(), Stuck> {
        let mut goes_on = self.holds(l.entered)?;
        let mut i = 0;
        while goes_on {
            if !self.machine.tick() {
                return Err(Stuck::TooLong);
            }
            let inside = self.at(l.counter, i);
            let at: Vec<u64> = at.iter().copied().chain([i]).collect();
            let counts = executed && inside.eval(l.executed) != Some(0);
            inside.walk(&l.body, &at, counts, to)?;
            goes_on = inside.holds(l.continues)?;
            i += 1;
        }
        Ok(())
    }
}

impl Environment for Frame<'_, '_, '_> {
    fn var(&self, var: Var) -> Option<u64> {
        let counter = self.bound.iter().rev().find(|(v, _)| *v == var).map(|(_, value)| *value);
        counter.or_else(|| self.machine.world.var(var, self.machine.who))
    }

    fn apply(&self, func: Func, args: &[u64]) -> Option<u64> {
        let depth = &self.machine.depth;
        if depth.get() > DEEPEST {
            self.machine.fuel.set(0);
            return None;
        }
        depth.set(depth.get() + 1);
        let known = match self.machine.world.kernel.terms.func_info(func).kind {
            FuncKind::Pure(PureOp::Bits { op, of }) => op.at(of, args),
            FuncKind::Pure(PureOp::Commuting | PureOp::Elected | PureOp::Other)
            | FuncKind::Memory { .. }
            | FuncKind::Opaque { .. }
            | FuncKind::Loop { .. } => None,
        };
        let value = known.or_else(|| self.symbol(func, args));
        depth.set(depth.get() - 1);
        value
    }
}

impl Frame<'_, '_, '_> {
    fn symbol(&self, func: Func, args: &[u64]) -> Option<u64> {
        let Machine { world, who, .. } = self.machine;
        if self.machine.fuel.get() == 0 {
            return None;
        }
        if let Some(exit) = self.machine.exits.get(&func) {
            return self.machine.last_iteration(exit, args);
        }
        if let Some(axiom) = &world.kernel.terms.func_info(func).axiom {
            return self.machine.carried(func, axiom, args);
        }
        if let Some(shuffle) = world.kernel.shuffles.iter().find(|s| s.func == func && is_of_first_lane(world, s)) {
            let first = Thread { thread: world.launch.first_of_warp(who.thread), ..*who };
            let bound = shuffle.params.iter().copied().zip(args.iter().copied()).collect();
            return Machine::new(world, first).frame(bound).eval(shuffle.value);
        }
        let at = |params: &[Var], t: Term| {
            self.machine.frame(params.iter().copied().zip(args.iter().copied()).collect()).eval(t)
        };
        world.draw(func, args, *who, &at).unwrap_or_else(|| Some(world.symbol(func, args, *who)))
    }
}

/// Whether a shuffle gives all lanes of a warp what the first one has.
fn is_of_first_lane(world: &World<'_>, shuffle: &Shuffle) -> bool {
    let terms = &world.kernel.terms;
    terms.func_info(shuffle.func).sharing == Sharing::Warp && terms.as_const(shuffle.lane) == Some(0)
}
