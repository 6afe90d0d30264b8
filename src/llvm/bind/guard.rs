//! Runs what calls LLVM so that an error on which LLVM ends the process ends the work only.
//!
//! Source: LLVM's `install_fatal_error_handler`, from which the failing code must not be gone on with. Invariant: work that
//! meets such an error does not go on: its thread sleeps until the process ends, with all that it holds. Direction: the
//! error is told to whoever waits for the work, and nothing else is known. A crash is no such error.

use std::cell::RefCell;
use std::ffi::{CStr, c_char};
use std::panic::resume_unwind;
use std::sync::{Once, mpsc};
use std::thread;

/// Bytes of the thread's stack, of which the system provides what is used. LLVM recurses into what it reads.
const STACK: usize = 64 << 20;

type Report = Box<dyn Fn(String)>;

static INSTALLED: Once = Once::new();

thread_local! {
    /// Who is told of an error in this thread.
    static REPORT: RefCell<Option<Report>> = const { RefCell::new(None) };
}

/// The result of `work`, which runs in a thread of its own; a panic goes on in this one.
///
/// # Errors
/// LLVM's message, if LLVM cannot go on.
pub(crate) fn guarded<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, String> {
    // SAFETY: LLVM's own lock orders this after and before errors; the handler is a function that stays.
    INSTALLED.call_once(|| unsafe { inkwell::support::error_handling::install_fatal_error_handler(tell_and_sleep) });
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || {
        let failed = sender.clone();
        let report = move |message| _ = failed.send(Err(message));
        REPORT.with_borrow_mut(|to| *to = Some(Box::new(report)));
        let result = work();
        // Lets the other end see the end of a work that panics.
        REPORT.with_borrow_mut(Option::take);
        _ = sender.send(Ok(result));
    });
    let thread = thread.map_err(|error| format!("no thread for LLVM: {error}"))?;
    match receiver.recv() {
        Ok(outcome) => outcome,
        Err(mpsc::RecvError) => match thread.join() {
            Err(panic) => resume_unwind(panic),
            Ok(()) => Err("LLVM's thread ended early".to_owned()),
        },
    }
}

/// LLVM calls this and ends the process when it comes back.
extern "C" fn tell_and_sleep(message: *const c_char) {
    // SAFETY: LLVM passes a text that ends with a zero byte.
    let message = unsafe { CStr::from_ptr(message) }.to_string_lossy().trim().to_owned();
    if let Some(report) = REPORT.with_borrow_mut(Option::take) {
        report(message);
        loop {
            thread::park();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::guarded;

    use inkwell::targets::TargetData;

    #[test]
    fn a_fatal_error_is_told_and_others_work_on() {
        for _ in 0..2 {
            let error = guarded(|| drop(TargetData::create("nonsense"))).err().unwrap_or_default();
            assert!(error.contains("not a number"), "{error}");
            assert_eq!(guarded(|| TargetData::create("e").get_byte_ordering() as u8), Ok(1));
        }
    }

    #[test]
    #[should_panic = "of the work itself"]
    fn a_panic_goes_on() {
        let _ = guarded(|| panic!("of the work itself"));
    }
}
