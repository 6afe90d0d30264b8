//! The end of a check by time: one thread interrupts the checks that have used too much CPU time, which does not depend on
//! what else the machine does, or that go on after a deadline.
//!
//! Z3's own timers are not used. Those of 4.8.12 are all freed when the process forks, also ones that are at work: a
//! process that starts others, as this one starts clang, is left with a damaged heap.
//!
//! **Invariant:** a check is interrupted only while it runs. A part of Z3 may take one interruption for its own, so they are
//! repeated until the check ends.

use super::cpu::Clock;
use std::sync::{Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use z3_sys::{Z3_context, Z3_interrupt};

/// Wall time between two interruptions of one check.
const AGAIN: Duration = Duration::from_millis(10);

/// Wall time between two looks at one check.
const SOONEST: Duration = Duration::from_millis(1);

struct Running {
    context: Z3_context,
    clock: Clock,
    end: End,
    /// When it is to be looked at, or interrupted again.
    due: Instant,
}

/// When a check has to end.
#[derive(Clone, Copy)]
struct End {
    /// By the clock of its thread.
    cpu: Duration,
    wall: Option<Instant>,
}

impl Running {
    /// How long it may go on at least; `None` if it is over time.
    fn left(&self, now: Instant) -> Option<Duration> {
        let cpu = self.end.cpu.checked_sub(self.clock.used()?).filter(|left| !left.is_zero())?;
        let wall = self.end.wall.map_or(cpu, |end| end.saturating_duration_since(now));
        Some(cpu.min(wall)).filter(|left| !left.is_zero())
    }
}

// SAFETY: of a context in here only `Z3_interrupt` is called by other threads, which is there to be.
unsafe impl Send for Running {}

#[derive(Default)]
struct State {
    running: Vec<Running>,
    /// When the thread looks again; `None`: when it is woken.
    wakes: Option<Instant>,
}

#[derive(Default)]
struct Watch {
    state: Mutex<State>,
    /// A check began that is due before the thread looks again.
    sooner: Condvar,
}

impl Watch {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Interrupts what is over time, for as long as the process lives.
    fn run(&self) {
        let mut state = self.state();
        loop {
            let now = Instant::now();
            for check in state.running.iter_mut().filter(|check| check.due <= now) {
                let left = check.left(now);
                if left.is_none() {
                    // SAFETY: the context is live, since its check has not ended: it would have to take the lock that is held.
                    unsafe { Z3_interrupt(check.context) };
                }
                check.due = now + left.unwrap_or(AGAIN).max(SOONEST);
            }
            state.wakes = state.running.iter().map(|check| check.due).min();
            let wait = state.wakes.map_or(Duration::MAX, |due| due - now);
            state = self.sooner.wait_timeout(state, wait).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

/// The one watch, with its thread; `None` if that could not be started.
fn watch() -> Option<&'static Watch> {
    static WATCH: OnceLock<Option<&Watch>> = OnceLock::new();
    *WATCH.get_or_init(|| {
        let watch: &'static Watch = Box::leak(Box::default());
        thread::Builder::new().name("watch".to_owned()).spawn(|| watch.run()).ok().map(|_| watch)
    })
}

/// The result of `check` by this thread, which is interrupted after so much CPU time, or at that time; and whether it was over
/// time. `None` if nothing could interrupt it.
pub(super) fn within<T>(
    context: Z3_context,
    (cpu, wall): (Duration, Option<Instant>),
    check: impl FnOnce() -> T,
) -> Option<(T, bool)> {
    let (watch, clock, now) = (watch()?, Clock::own()?, Instant::now());
    let end = End { cpu: clock.used()? + cpu, wall };
    let due = wall.map_or(now + cpu, |wall| wall.min(now + cpu));
    let mut state = watch.state();
    state.running.push(Running { context, clock, end, due });
    if state.wakes.is_none_or(|wakes| due < wakes) {
        watch.sooner.notify_one();
    }
    drop(state);
    let result = check();
    watch.state().running.retain(|check| check.context != context);
    let is_over = clock.used()? >= end.cpu || end.wall.is_some_and(|end| Instant::now() >= end);
    Some((result, is_over))
}
