//! Where the text of source files comes from: the disk for the command, memory for tests.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Gives the text of a source file.
pub trait Sources {
    /// `None` if there is no such file or it cannot be read. `path` is as the compiler wrote it.
    fn text(&self, path: &str) -> Option<Arc<str>>;
}

impl<F: Fn(&str) -> Option<Arc<str>>> Sources for F {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self(path)
    }
}

/// Texts by path.
impl Sources for BTreeMap<String, Arc<str>> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        self.get(path).cloned()
    }
}

/// More than any source that people read. A path may come from a file that nobody vouches for.
const LARGEST: u64 = 64 << 20;

/// Files relative to the working directory. Bytes that are not UTF-8 are shown as U+FFFD. Devices and pipes, which may have no
/// end, are not read.
#[derive(Clone, Copy, Debug)]
pub struct Disk;

impl Sources for Disk {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        std::fs::metadata(path).ok().filter(|file| file.is_file() && file.len() <= LARGEST)?;
        let bytes = std::fs::read(path).ok()?;
        Some(String::from_utf8_lossy(&bytes).into())
    }
}

/// Each text is asked for once.
#[derive(Debug)]
pub struct Kept<S> {
    sources: S,
    texts: RefCell<BTreeMap<String, Option<Arc<str>>>>,
}

impl<S: Sources> Kept<S> {
    pub fn new(sources: S) -> Kept<S> {
        Kept { sources, texts: RefCell::default() }
    }
}

impl<S: Sources> Sources for Kept<S> {
    fn text(&self, path: &str) -> Option<Arc<str>> {
        if let Some(known) = self.texts.borrow().get(path) {
            return known.clone();
        }
        let text = self.sources.text(path);
        self.texts.borrow_mut().insert(path.to_owned(), text.clone());
        text
    }
}

/// One line, without its end. `line` counts from 1.
pub(crate) fn line(text: &str, line: u32) -> Option<&str> {
    text.lines().nth((line as usize).checked_sub(1)?)
}
