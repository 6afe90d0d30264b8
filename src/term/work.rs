//! How much may be done with the terms of one kernel: steps, counted, and where someone asks for it wall time.
//!
//! What builds terms and what walks over them spends here, so that no lowering, encoding or replay goes on for ever, whatever
//! the kernel. Counting comes to the same on every machine. Who runs out leaves by unwinding to [`bounded`], as from a
//! failure: nothing in between can go on with half a term.
//!
//! **Invariant:** what is cut short has no result.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Steps for one kernel: a thousand times what the largest of the tests' kernels takes, some ten seconds.
const MOST: u64 = 1 << 26;
/// After so many steps the clock is looked at.
const TICK: u64 = 1 << 12;

/// What is left.
pub(super) struct Work {
    /// Shared only where a kernel is, which nobody works on then.
    left: AtomicU64,
    deadline: Option<Instant>,
}

/// Without the deadline: equal kernels show the same.
impl fmt::Debug for Work {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Work").field("left", &self.left).finish_non_exhaustive()
    }
}

impl Default for Work {
    fn default() -> Self {
        Work { left: AtomicU64::new(MOST), deadline: None }
    }
}

/// The copy has as much left, of its own.
impl Clone for Work {
    fn clone(&self) -> Self {
        Work { left: AtomicU64::new(self.left()), deadline: self.deadline }
    }
}

impl Work {
    pub(super) fn end_by(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    pub(super) fn limit(&mut self, steps: u64) {
        *self.left.get_mut() = steps;
    }

    pub(super) fn left(&self) -> u64 {
        self.left.load(Ordering::Relaxed)
    }

    pub(super) fn spend(&self, steps: usize) {
        let before = self.left();
        let Some(left) = before.checked_sub(steps as u64) else { resume_unwind(Box::new(Excess::Work)) };
        self.left.store(left, Ordering::Relaxed);
        if before / TICK != left / TICK && self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            resume_unwind(Box::new(Excess::Time));
        }
    }
}

/// What ran out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Excess {
    Work,
    Time,
}

/// The result of `work` with terms, unless that runs out. A panic goes on.
///
/// # Errors
/// What ran out.
pub fn bounded<T>(work: impl FnOnce() -> T) -> Result<T, Excess> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|cause| match cause.downcast::<Excess>() {
        Ok(excess) => *excess,
        Err(panic) => resume_unwind(panic),
    })
}

#[cfg(test)]
mod tests {
    use super::{Excess, bounded};
    use crate::term::Terms;
    use std::time::Instant;

    /// Sums without end.
    fn sums(terms: &mut Terms) {
        for i in 0.. {
            terms.int(32, i);
        }
    }

    #[test]
    fn what_would_never_end_ends() {
        let mut terms = Terms::new();
        terms.limit_work(1000);
        assert_eq!(bounded(|| sums(&mut terms)), Err(Excess::Work));
        let mut terms = Terms::new();
        terms.end_by(Some(Instant::now()));
        assert_eq!(bounded(|| sums(&mut terms)), Err(Excess::Time));
        assert_eq!(bounded(|| 1), Ok(1));
    }

    #[test]
    #[should_panic = "of the work itself"]
    fn a_panic_goes_on() {
        let _ = bounded(|| panic!("of the work itself"));
    }
}
