//! Work that cannot be interrupted, and no more patience with it than there is time.
//!
//! LLVM cannot be stopped while it reads a module or runs a pass. It works in a thread of its own here, which is given up when
//! the time is over and ends with the process. Direction: what is given up has no result.

use super::check::Check;
use super::devices::Devices;
use crate::front::config::Stop;
use crate::verdict::Reason;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

/// How often the end of the time is looked for.
const TICK: Duration = Duration::from_millis(20);
/// A file may take as long as so many kernels, and in any case so long.
const KERNELS: u32 = 10;
const LEAST: Duration = Duration::from_secs(10);
/// Bytes of the thread's stack: as much as the main thread has.
const STACK: usize = 8 << 20;

const LATE: &str = "it was not read in time (see --timeout)";

impl Check<'_> {
    /// Whether a file's device code may have instances of templates for kernels.
    pub(super) fn has_instances(&self, path: &Path, devices: &Devices) -> Result<bool, (String, String)> {
        for device in &devices.made {
            let (path, bitcode) = (path.to_owned(), device.unit.bitcode.clone());
            if self.in_time(move |_| crate::llvm::has_instances(&path, &bitcode))?.unwrap_or(false) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// What `work` comes to. It must not wait for rayon's threads, of which this may be one.
    ///
    /// # Errors
    /// Why nothing comes of it, if it does not end in the time that was asked for.
    pub(super) fn in_time<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Check<'_>) -> T + Send + 'static,
    ) -> Result<T, (String, String)> {
        let (stop, limit) = (self.environment.stop.as_ref(), self.config.timeout.map(|t| (KERNELS * t).max(LEAST)));
        if stop.is_none() && limit.is_none() {
            return Ok(work(self));
        }
        let (config, invocation, environment) =
            (self.config.clone(), self.invocation.clone(), self.environment.clone());
        let (sender, receiver) = mpsc::channel();
        let start = Instant::now();
        let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
            let check = Check { config: &config, invocation: &invocation, environment: &environment };
            _ = sender.send(work(&check));
        });
        let thread = thread.map_err(|error| (format!("no thread for it: {error}"), String::new()))?;
        loop {
            match receiver.recv_timeout(TICK) {
                Ok(result) => return Ok(result),
                Err(RecvTimeoutError::Disconnected) => match thread.join() {
                    Err(panic) => resume_unwind(panic),
                    Ok(()) => return Err(("its thread ended early".to_owned(), String::new())),
                },
                Err(RecvTimeoutError::Timeout) if stop.is_some_and(Stop::is_set) => {
                    return Err((Reason::NotFinished.to_string(), String::new()));
                }
                Err(RecvTimeoutError::Timeout) if limit.is_some_and(|limit| start.elapsed() >= limit) => {
                    return Err((LATE.to_owned(), String::new()));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}
