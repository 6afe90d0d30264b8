//! CPU time of threads: a loaded machine does not stretch it.

use std::time::Duration;

/// The clock of a thread, good for as long as that lives.
#[derive(Clone, Copy)]
pub(super) struct Clock(libc::clockid_t);

impl Clock {
    /// That of the thread that calls; `None` if the system has none.
    pub(super) fn own() -> Option<Clock> {
        let mut clock = libc::CLOCK_THREAD_CPUTIME_ID;
        // SAFETY: the thread is alive, and the place is one for a clock.
        let failed = unsafe { libc::pthread_getcpuclockid(libc::pthread_self(), &raw mut clock) };
        (failed == 0).then_some(Clock(clock))
    }

    /// The CPU time that the thread has used.
    pub(super) fn used(self) -> Option<Duration> {
        let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the place is one for a time; a clock that is gone is an error.
        let failed = unsafe { libc::clock_gettime(self.0, &raw mut time) };
        let (seconds, nanos) = (u64::try_from(time.tv_sec).ok()?, u32::try_from(time.tv_nsec).ok()?);
        (failed == 0).then(|| Duration::new(seconds, nanos))
    }
}

/// The CPU time that this thread has used.
pub(in crate::smt) fn used() -> Duration {
    Clock::own().and_then(Clock::used).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{Clock, used};
    use std::time::Duration;

    #[test]
    fn waiting_takes_no_time() {
        let (clock, before) = (Clock::own().expect("Linux has it"), used());
        std::thread::sleep(Duration::from_millis(300));
        assert!(used() - before < Duration::from_millis(200));
        let other = std::thread::spawn(move || clock.used()).join().expect("it does not panic");
        assert!(other.expect("the thread lives") >= before);
    }
}
