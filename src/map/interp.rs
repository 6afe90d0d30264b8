//! The executable semantics: runs a protocol for concrete parameters with all threads of a unit, and says by definition
//! whether the history is racy. The oracle for `analysis::phases`.
//!
//! Source: Faial, Fig. 2 (big-step semantics) and *Provable GPU Data-Races*, Definition 1. An unsynchronised part is run by
//! each thread by itself and gives one phase, the union; a barrier ends a phase and begins the next; in a sequence the last
//! phase of the first part and the first phase of the second are one. Deviations: conditionals are executed; bounds and
//! conditions of synchronised parts may mention `threadIdx` as long as all threads agree, else that is barrier divergence;
//! synchronised loops may be empty.

use super::ast::{Access, Expr, For, Place, Protocol, Range, Step, Stmt};
use super::concrete::{self, Cell};
use crate::kernel::{AtomicScope, MemorySpace, SyncScope};
use crate::verdict::Level;
use std::collections::{BTreeMap, BTreeSet};

/// A thread of the launch.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Thread {
    pub block: [u32; 3],
    pub thread: [u32; 3],
}

/// Everything that a protocol leaves open.
pub struct Setting<'a> {
    pub block_dim: [u32; 3],
    pub grid_dim: [u32; 3],
    pub params: BTreeMap<String, i64>,
    /// The values of locals (no arguments) and unknown functions. Must agree with the declared sharing.
    pub choose: &'a dyn Fn(Thread, &str, &[i64]) -> i64,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum EventMode {
    Read,
    Write,
    Atomic(AtomicScope),
}

/// One access by one thread.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Event {
    pub thread: Thread,
    pub mode: EventMode,
    /// Index into [`Protocol::arrays`].
    pub array: usize,
    pub cell: Cell,
}

/// What happens between two barriers.
pub type Phase = BTreeSet<Event>;
/// Phases in the order of time; never empty.
pub type History = Vec<Phase>;

/// Why a protocol has no history.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Stuck {
    /// Threads of a unit disagree on a condition or a bound that a barrier depends on.
    #[error("barrier divergence: threads disagree on `{0}`")]
    Divergence(String),
    /// A value is undefined or leaves 64 bits.
    #[error("no value: {0}")]
    Undefined(String),
    /// An index leaves the range that the language assumes.
    #[error("an index of `{0}` leaves its extent")]
    OutOfRange(String),
    /// More than [`LONGEST`] iterations.
    #[error("the loop over `{0}` does not end in time")]
    TooLong(String),
}

/// The most iterations of one loop that are executed.
pub const LONGEST: usize = 1 << 16;

/// A thread with the values of its names, innermost last.
#[derive(Clone)]
pub(super) struct Local<'a> {
    pub(super) thread: Thread,
    pub(super) names: Vec<(&'a str, i64)>,
}

type Ran<T> = Result<T, Stuck>;

/// Runs `protocol` with `threads`, which share a unit of `level`; only barriers whose scope covers the level count.
///
/// # Errors
/// If some thread's execution is undefined or the threads do not meet at the same barriers.
pub fn run(protocol: &Protocol, setting: &Setting<'_>, threads: &[Thread], level: Level) -> Result<History, Stuck> {
    let machine = Machine { protocol, setting, level };
    let locals = threads.iter().map(|&thread| machine.start(thread)).collect::<Vec<_>>();
    machine.block(&protocol.body, locals)
}

/// All threads of one block.
#[must_use]
pub fn threads_of_block(setting: &Setting<'_>, block: [u32; 3]) -> Vec<Thread> {
    coordinates(setting.block_dim).into_iter().map(|thread| Thread { block, thread }).collect()
}

/// All threads of the launch.
#[must_use]
pub fn threads_of_grid(setting: &Setting<'_>) -> Vec<Thread> {
    coordinates(setting.grid_dim).into_iter().flat_map(|block| threads_of_block(setting, block)).collect()
}

fn coordinates(extent: [u32; 3]) -> Vec<[u32; 3]> {
    let [x, y, z] = extent;
    (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z]))).collect()
}

/// The pairs of conflicting accesses of the history, each with its phase.
#[must_use]
pub fn races<'h>(protocol: &Protocol, history: &'h History) -> Vec<(usize, &'h Event, &'h Event)> {
    let mut found = vec![];
    for (number, phase) in history.iter().enumerate() {
        for (i, a) in phase.iter().enumerate() {
            found.extend(phase.iter().skip(i + 1).filter(|b| conflict(protocol, a, b)).map(|b| (number, a, b)));
        }
    }
    found
}

fn conflict(protocol: &Protocol, a: &Event, b: &Event) -> bool {
    if a.thread == b.thread || a.array != b.array || !a.cell.overlaps(&b.cell) {
        return false;
    }
    let same_block = a.thread.block == b.thread.block;
    let shared = protocol.arrays.get(a.array).is_some_and(|array| array.space == MemorySpace::Shared);
    if shared && !same_block {
        return false; // each block has its own copy
    }
    let covers = |scope| match scope {
        AtomicScope::Block => same_block,
        AtomicScope::Device | AtomicScope::System => true,
    };
    match (a.mode, b.mode) {
        (EventMode::Read, EventMode::Read) => false,
        (EventMode::Atomic(p), EventMode::Atomic(q)) => !(covers(p) && covers(q) && a.cell == b.cell),
        (EventMode::Read, EventMode::Write | EventMode::Atomic(_))
        | (EventMode::Write, EventMode::Read | EventMode::Write | EventMode::Atomic(_))
        | (EventMode::Atomic(_), EventMode::Read | EventMode::Write) => true,
    }
}

/// Whether a barrier of `scope` orders two threads that meet at `level`.
pub(super) fn counts(scope: SyncScope, level: Level) -> bool {
    let reach = match scope {
        SyncScope::Warp => Level::Warp,
        SyncScope::Block => Level::Block,
        SyncScope::Cluster => Level::Cluster,
        SyncScope::Grid => Level::Grid,
    };
    level <= reach
}

/// The two histories one after the other: the phases where they meet are one.
fn append(first: &mut History, second: History) {
    let mut second = second.into_iter();
    if let (Some(last), Some(head)) = (first.last_mut(), second.next()) {
        last.extend(head);
    }
    first.extend(second);
}

struct Machine<'a> {
    protocol: &'a Protocol,
    setting: &'a Setting<'a>,
    level: Level,
}

impl<'a> Machine<'a> {
    fn start(&self, thread: Thread) -> Local<'a> {
        let params = self.protocol.params.iter();
        let params = params.filter_map(|p| Some((p.text.as_str(), *self.setting.params.get(&p.text)?)));
        let locals = self.protocol.locals.iter();
        let locals = locals.map(|l| (l.text.as_str(), (self.setting.choose)(thread, &l.text, &[])));
        Local { thread, names: params.chain(locals).collect() }
    }

    fn synchronised(&self, body: &[Stmt]) -> bool {
        body.iter().any(|statement| match statement {
            Stmt::Sync(scope, _) => counts(*scope, self.level),
            Stmt::If { then, otherwise, .. } => self.synchronised(then) || self.synchronised(otherwise),
            Stmt::For(f) => self.synchronised(&f.body),
            Stmt::Skip | Stmt::Access(_) | Stmt::Let(..) => false,
        })
    }

    /// A block, by all threads together.
    fn block(&self, body: &'a [Stmt], mut threads: Vec<Local<'a>>) -> Ran<History> {
        let mut history = vec![Phase::new()];
        for statement in body {
            if let Stmt::Let(name, value) = statement {
                for local in &mut threads {
                    let value = self.value(value, local)?;
                    local.names.push((name.text.as_str(), value));
                }
            } else if self.synchronised(std::slice::from_ref(statement)) {
                append(&mut history, self.together(statement, &threads)?);
            } else {
                let mut phase = Phase::new();
                for local in &threads {
                    self.alone(statement, &mut local.clone(), &mut phase)?;
                }
                append(&mut history, vec![phase]);
            }
        }
        Ok(history)
    }

    /// A statement with a barrier in it.
    fn together(&self, statement: &'a Stmt, threads: &[Local<'a>]) -> Ran<History> {
        match statement {
            Stmt::Sync(..) => Ok(vec![Phase::new(), Phase::new()]),
            Stmt::If { cond, then, otherwise, .. } => {
                let taken = self.agreed(&cond.to_string(), threads, |local| self.value(cond, local))? != 0;
                self.block(if taken { then } else { otherwise }, threads.to_vec())
            }
            Stmt::For(f) => {
                let text = format!("{} {}", f.var.text, f.range);
                let values = self.agreed(&text, threads, |local| self.iterations(f, local))?;
                let mut history = vec![Phase::new()];
                for value in values {
                    let mut inside = threads.to_vec();
                    inside.iter_mut().for_each(|local| local.names.push((f.var.text.as_str(), value)));
                    append(&mut history, self.block(&f.body, inside)?);
                }
                Ok(history)
            }
            Stmt::Skip | Stmt::Access(_) | Stmt::Let(..) => Ok(vec![Phase::new()]),
        }
    }

    fn agreed<T: PartialEq + Default>(
        &self,
        text: &str,
        threads: &[Local<'a>],
        value: impl Fn(&Local<'a>) -> Ran<T>,
    ) -> Ran<T> {
        let mut values = threads.iter().map(value);
        let first = values.next().transpose()?.unwrap_or_default();
        for other in values {
            if other? != first {
                return Err(Stuck::Divergence(text.to_owned()));
            }
        }
        Ok(first)
    }

    /// A statement without a barrier, by one thread.
    fn alone(&self, statement: &'a Stmt, local: &mut Local<'a>, phase: &mut Phase) -> Ran<()> {
        match statement {
            Stmt::Skip | Stmt::Sync(..) => Ok(()),
            Stmt::Access(access) => {
                phase.insert(self.event(access, local)?);
                Ok(())
            }
            Stmt::If { cond, then, otherwise, .. } => {
                let taken = self.value(cond, local)? != 0;
                self.alone_in(if taken { then } else { otherwise }, local, phase)
            }
            Stmt::For(f) => {
                for value in self.iterations(f, local)? {
                    local.names.push((f.var.text.as_str(), value));
                    self.alone_in(&f.body, local, phase)?;
                    local.names.pop();
                }
                Ok(())
            }
            Stmt::Let(name, value) => {
                let value = self.value(value, local)?;
                local.names.push((name.text.as_str(), value));
                Ok(())
            }
        }
    }

    fn alone_in(&self, body: &'a [Stmt], local: &mut Local<'a>, phase: &mut Phase) -> Ran<()> {
        let depth = local.names.len();
        body.iter().try_for_each(|statement| self.alone(statement, local, phase))?;
        local.names.truncate(depth);
        Ok(())
    }

    /// The values of the loop variable, in order.
    fn iterations(&self, f: &'a For, local: &Local<'a>) -> Ran<Vec<i64>> {
        let mut values = vec![];
        let mut inside = local.clone();
        let bounds = match &f.range {
            Range::While(_) => None,
            Range::Steps { from, to, step } => {
                let by = match step {
                    Step::Up(by) | Step::Down(by) => self.value(by, local)?,
                    Step::Times(by) | Step::Over(by) => i64::try_from(*by).unwrap_or(i64::MAX),
                };
                Some((self.value(from, local)?, self.value(to, local)?, by, step))
            }
        };
        let mut next = bounds.map_or(0, |(from, ..)| from);
        loop {
            let runs = match (&f.range, bounds) {
                (Range::While(cond), _) => {
                    inside.names.push((f.var.text.as_str(), next));
                    let runs = self.value(cond, &inside)? != 0;
                    inside.names.pop();
                    runs
                }
                (Range::Steps { .. }, Some((_, to, by, Step::Up(_)))) => by > 0 && next < to,
                (Range::Steps { .. }, Some((_, to, by, Step::Down(_)))) => by > 0 && next > to,
                (Range::Steps { .. }, Some((_, to, _, Step::Times(_)))) => next > 0 && next < to,
                (Range::Steps { .. }, Some((_, to, _, Step::Over(_)))) => next > 0 && next > to,
                (Range::Steps { .. }, None) => false,
            };
            if !runs {
                return Ok(values);
            }
            if values.len() >= LONGEST {
                return Err(Stuck::TooLong(f.var.text.clone()));
            }
            values.push(next);
            let after = match bounds {
                None => next.checked_add(1),
                Some((_, _, by, Step::Up(_))) => next.checked_add(by),
                Some((_, _, by, Step::Down(_))) => next.checked_sub(by),
                Some((_, _, by, Step::Times(_))) => next.checked_mul(by),
                Some((_, _, by, Step::Over(_))) => next.checked_div(by),
            };
            next = after.ok_or_else(|| Stuck::Undefined(f.range.to_string()))?;
        }
    }

    fn event(&self, access: &Access, local: &Local<'_>) -> Ran<Event> {
        let name = &access.array.text;
        let position = self.protocol.arrays.iter().position(|a| a.name.text == *name);
        let array = position.ok_or_else(|| Stuck::Undefined(name.clone()))?;
        let declared = &self.protocol.arrays[array];
        let cell = match &access.place {
            Place::Bytes { offset, length } => Cell::bytes(self.value(offset, local)?, self.value(length, local)?),
            Place::Cell(indices) => {
                let indices = indices.iter().map(|i| self.value(i, local)).collect::<Ran<Vec<_>>>()?;
                Cell::element(declared, &indices)
            }
        };
        let cell = cell.ok_or_else(|| Stuck::OutOfRange(name.clone()))?;
        let mode = match &access.mode {
            super::ast::Mode::Read => EventMode::Read,
            super::ast::Mode::Write(_) => EventMode::Write,
            super::ast::Mode::Atomic(scope) => EventMode::Atomic(*scope),
        };
        Ok(Event { thread: local.thread, mode, array, cell })
    }

    fn value(&self, expr: &Expr, local: &Local<'_>) -> Ran<i64> {
        let value = concrete::value(expr, local, self.setting);
        value.ok_or_else(|| Stuck::Undefined(expr.to_string()))
    }
}
