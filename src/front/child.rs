//! What the standard library cannot say about processes, for the analyser and, compiled in, for the wrapper.
//!
//! Linux and the C library's names; the numbers are the same on every machine that CUDA runs on.
//!
//! **Invariant:** a child that was told to dies with its parent, however that ends.

use std::ffi::{c_int, c_ulong};
use std::io;
use std::os::unix::process::{CommandExt, parent_id};

/// Ends a process that cannot refuse.
pub const KILL: c_int = 9;

const PR_SET_PDEATHSIG: c_int = 1;
const NO_SUCH_PROCESS: i32 = 3;

unsafe extern "C" {
    fn prctl(option: c_int, ...) -> c_int;
    fn nice(increment: c_int) -> c_int;
    fn _exit(status: c_int) -> !;
}

/// Ends this process as it is: no destructor of a library runs.
pub fn leave(status: u8) -> ! {
    // SAFETY: a system call that takes a number.
    unsafe { _exit(status.into()) }
}

/// How much nicer a child that gives way is: where both want a core, it gets a tenth of it.
const NICER: c_int = 10;

/// The child, with its own children, gives way to the other processes where there are not enough cores.
pub fn gives_way(command: &mut impl CommandExt) {
    let before_exec = || {
        // SAFETY: a system call that takes a number and changes nothing but this process's own priority.
        unsafe { nice(NICER) };
        Ok(())
    };
    // SAFETY: between fork and exec the closure only makes a system call, and allocates nothing.
    unsafe { command.pre_exec(before_exec) };
}

/// The child gets `signal` when the thread ends that starts it. Its own children do not.
pub fn dies_with_parent(command: &mut impl CommandExt, signal: c_int) {
    let parent = std::process::id();
    let before_exec = move || {
        // SAFETY: a system call that takes a number and changes nothing but this process's own setting.
        unsafe { prctl(PR_SET_PDEATHSIG, signal as c_ulong) };
        // The parent may have ended before that.
        if parent_id() == parent { Ok(()) } else { Err(io::Error::from_raw_os_error(NO_SUCH_PROCESS)) }
    };
    // SAFETY: between fork and exec the closure only makes system calls, and allocates nothing.
    unsafe { command.pre_exec(before_exec) };
}
