//! Signals that end a build: nvcc gets those that the wrapper gets, and the wrapper ends as nvcc does.
//!
//! nvcc's own ways are kept: of an interrupt from the terminal it cleans up and ends with a status, of one that is sent to
//! it alone it takes no notice, a termination ends it at once. Names and numbers are Linux's.
//!
//! **Invariant:** the handler makes one system call and writes two atomic numbers.

use std::ffi::c_int;
use std::sync::atomic::{AtomicI32, Ordering};

pub(crate) const TERMINATE: c_int = 15;
const HANG_UP: c_int = 1;
const INTERRUPT: c_int = 2;
const QUIT: c_int = 3;

type Handler = usize;
const DEFAULT: Handler = 0;
const IGNORE: Handler = 1;

const PR_SET_DUMPABLE: c_int = 4;

unsafe extern "C" {
    fn signal(signal: c_int, handler: Handler) -> Handler;
    fn kill(process: c_int, signal: c_int) -> c_int;
    fn raise(signal: c_int) -> c_int;
    fn prctl(option: c_int, ...) -> c_int;
}

/// The process that gets the signals; 0: none.
static RECEIVER: AtomicI32 = AtomicI32::new(0);
/// The last signal that came; 0: none.
static CAME: AtomicI32 = AtomicI32::new(0);

extern "C" fn forward(number: c_int) {
    CAME.store(number, Ordering::SeqCst);
    let receiver = RECEIVER.load(Ordering::SeqCst);
    if receiver > 0 {
        // SAFETY: a system call that is allowed in handlers.
        unsafe { kill(receiver, number) };
    }
}

/// From now on signals do not end this process. Those that it was started to ignore stay ignored.
pub(crate) fn catch() {
    for number in [HANG_UP, INTERRUPT, QUIT, TERMINATE] {
        // SAFETY: `forward` has the type of a handler and does only what handlers may.
        unsafe {
            if signal(number, forward as extern "C" fn(c_int) as Handler) == IGNORE {
                signal(number, IGNORE);
            }
        }
    }
}

/// Signals go to the process of this number, those included that came before.
pub(crate) fn send_to(process: u32) {
    RECEIVER.store(c_int::try_from(process).unwrap_or_default(), Ordering::SeqCst);
    let early = CAME.load(Ordering::SeqCst);
    if early != 0 {
        forward(early);
    }
}

/// Signals go nowhere: the process that got them has ended.
pub(crate) fn keep() {
    RECEIVER.store(0, Ordering::SeqCst);
}

/// The last signal that came.
pub(crate) fn came() -> Option<c_int> {
    Some(CAME.load(Ordering::SeqCst)).filter(|number| *number != 0)
}

/// Ends this process as the signal would have without [`catch`], but writes no core file: that of nvcc is enough.
pub(crate) fn end_by(number: c_int) {
    // SAFETY: system calls on this process.
    unsafe {
        prctl(PR_SET_DUMPABLE, 0);
        signal(number, DEFAULT);
        raise(number);
    }
}
