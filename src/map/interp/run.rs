//! The executable semantics: runs a protocol for concrete parameters with all threads of a unit, and says by definition
//! whether the history is racy. The oracle for `analysis::phases`.
//!
//! Source: Faial, Fig. 2 (big-step semantics) and *Provable GPU Data-Races*, Definition 1. Each thread runs by itself, and
//! its barriers cut what it does into phases; if all threads meet the same barriers in the same iterations, the history is
//! the union of their phases one by one, else it is barrier divergence. Deviations: conditionals are executed, synchronised
//! loops may be empty, and divergence is judged by the barriers that are met, not by the form of conditions and bounds.

use super::cell::Cell;
use super::concrete;
use super::setting::{Event, EventMode, History, LONGEST, Local, Phase, Setting, Stuck, Thread};
use crate::kernel::{AtomicScope, MemorySpace, SyncScope};
use crate::map::ast::{Access, Expr, For, Mode, Place, Protocol, Range, Step, Stmt};
use crate::verdict::Level;

type Ran<T> = Result<T, Stuck>;

/// Runs `protocol` with `threads`, which share a unit of `level`; only barriers whose scope covers the level count.
///
/// # Errors
/// If some thread's execution is undefined or the threads do not meet at the same barriers.
pub fn run(protocol: &Protocol, setting: &Setting<'_>, threads: &[Thread], level: Level) -> Result<History, Stuck> {
    let machine = Machine { protocol, setting, level };
    let mut history = vec![Phase::new()];
    let mut barriers = None;
    for &thread in threads {
        let trace = machine.trace(thread)?;
        if *barriers.get_or_insert_with(|| trace.barriers.clone()) != trace.barriers {
            return Err(Stuck::Divergence(thread));
        }
        history.resize_with(trace.phases.len(), Phase::new);
        history.iter_mut().zip(trace.phases).for_each(|(phase, own)| phase.extend(own));
    }
    Ok(history)
}

/// All threads of one block.
#[must_use]
pub fn threads_of_block(setting: &Setting<'_>, block: [u32; 3]) -> Vec<Thread> {
    coordinates(setting.block_dim).into_iter().map(|thread| Thread { block, thread }).collect()
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
        // How blocks form clusters is not said.
        AtomicScope::Block | AtomicScope::Cluster => same_block,
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

/// What one thread does: its phases, and the barriers between them.
#[derive(Default)]
struct Trace {
    /// One more than there are barriers.
    phases: Vec<Phase>,
    /// Which barrier (by the address of its statement), in which iterations of the loops around it, counted from 0.
    barriers: Vec<(*const Stmt, Vec<usize>)>,
    /// Of all loops together.
    iterations: usize,
}

struct Machine<'a> {
    protocol: &'a Protocol,
    setting: &'a Setting<'a>,
    level: Level,
}

impl<'a> Machine<'a> {
    fn trace(&self, thread: Thread) -> Ran<Trace> {
        let params = self.protocol.params.iter();
        let params = params.filter_map(|p| Some((p.text.as_str(), *self.setting.params.get(&p.text)?)));
        let locals = self.protocol.locals.iter();
        let locals = locals.map(|l| (l.text.as_str(), (self.setting.choose)(thread, &l.text, &[])));
        let mut local = Local { thread, names: params.chain(locals).collect() };
        let mut trace = Trace { phases: vec![Phase::new()], barriers: vec![], iterations: 0 };
        self.block(&self.protocol.body, &mut local, &mut vec![], &mut trace)?;
        Ok(trace)
    }

    /// A block, in the given iterations of the loops around it.
    fn block(&self, body: &'a [Stmt], local: &mut Local<'a>, loops: &mut Vec<usize>, to: &mut Trace) -> Ran<()> {
        let depth = local.names.len();
        for statement in body {
            match statement {
                Stmt::Skip => {}
                Stmt::Sync(scope, _) => {
                    if counts(*scope, self.level) {
                        to.barriers.push((std::ptr::from_ref(statement), loops.clone()));
                        to.phases.push(Phase::new());
                    }
                }
                Stmt::Access(access) => {
                    let event = self.event(access, local)?;
                    to.phases.last_mut().map(|phase| phase.insert(event));
                }
                Stmt::If { cond, then, otherwise, .. } => {
                    let taken = self.value(cond, local)? != 0;
                    self.block(if taken { then } else { otherwise }, local, loops, to)?;
                }
                Stmt::For(f) => {
                    for (number, value) in self.iterations(f, local, &mut to.iterations)?.into_iter().enumerate() {
                        local.names.push((f.var.text.as_str(), value));
                        loops.push(number);
                        self.block(&f.body, local, loops, to)?;
                        loops.pop();
                        local.names.pop();
                    }
                }
                Stmt::Let(name, value) => {
                    let value = self.value(value, local)?;
                    local.names.push((name.text.as_str(), value));
                }
            }
        }
        local.names.truncate(depth);
        Ok(())
    }

    /// The values of the loop variable, in order; they are added to the iterations `so_far`.
    fn iterations(&self, f: &'a For, local: &Local<'a>, so_far: &mut usize) -> Ran<Vec<i64>> {
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
            if *so_far >= LONGEST {
                return Err(Stuck::TooLong(f.var.text.clone()));
            }
            *so_far += 1;
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
            Mode::Read => EventMode::Read,
            Mode::Write(_) => EventMode::Write,
            Mode::Atomic(scope) => EventMode::Atomic(*scope),
        };
        let span = access.array.at.0.clone();
        Ok(Event { thread: local.thread, mode, array, cell, span })
    }

    fn value(&self, expr: &Expr, local: &Local<'_>) -> Ran<i64> {
        let value = concrete::value(expr, local, self.setting);
        value.ok_or_else(|| Stuck::Undefined(expr.to_string()))
    }
}
