//! What all sources of one command line start with, compiled once for many of them.
//!
//! Reading our own declarations takes clang longer than most kernels. So from the second source on that starts like another
//! one, clang is given a precompiled header. It lies in memory and is this process's own: nobody else can have written it, and
//! nothing is left behind. It is made by the whole command line but the source, so that it means what it would without.
//!
//! Direction: clang looks whether a file has changed that it was made of, and rejects it then. Where it does, or anything else
//! goes wrong, the source is compiled without.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use super::overlay;

/// How many are made: one of our declarations has a megabyte, one of a toolkit's seven.
const MOST: usize = 32;

/// `None`: it could not be made.
type Header = OnceLock<Option<File>>;

/// By command line.
static HEADERS: Mutex<BTreeMap<Vec<OsString>, Arc<Header>>> = Mutex::new(BTreeMap::new());
static FIRST: OnceLock<SystemTime> = OnceLock::new();

/// The source of a header: what goes into it is named by options.
pub(super) const SOURCE: &str = "/dev/null";
/// Options that have clang make one.
pub(super) const MAKE: [&str; 5] = ["-Xclang", "-emit-pch", "-o", "-", SOURCE];

/// Options that have clang start with the header for this command line, which `make` makes. `None` if there is none.
pub(super) fn options(command: Vec<OsString>, make: impl FnOnce() -> Option<File>) -> Option<[String; 4]> {
    let header = known(command)?;
    let made = header.get_or_init(|| {
        FIRST.get_or_init(SystemTime::now);
        make()
    });
    let name = made.as_ref().map(overlay::name)?;
    // Most of its files are the system's, at which clang does not look again by itself.
    Some(["-include-pch".to_owned(), name, "-Xclang".to_owned(), "-fmodules-validate-system-headers".to_owned()])
}

/// The header for a command line that was seen before, if it is made or there is room to make it.
fn known(command: Vec<OsString>) -> Option<Arc<Header>> {
    let mut headers = HEADERS.lock().unwrap_or_else(PoisonError::into_inner);
    let made = headers.values().filter(|header| header.get().is_some()).count();
    match headers.get(&command) {
        Some(header) => (made < MOST || header.get().is_some()).then(|| Arc::clone(header)),
        None => {
            headers.insert(command, Arc::default());
            None
        }
    }
}

/// Since when files have been read that go into what is compiled from now on.
pub fn read_since() -> SystemTime {
    FIRST.get().copied().unwrap_or_else(SystemTime::now)
}
