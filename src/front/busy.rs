//! What is being worked at, for people who wait: files and kernels by their names. It decides nothing.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The most names that are said.
const NAMED: usize = 3;

/// Shared by all who work.
#[derive(Clone, Debug, Default)]
pub struct Busy(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// In the order in which they were begun.
    at_work: Vec<String>,
    done: usize,
}

/// Something that is being worked at, until this is gone.
#[derive(Debug)]
pub struct At<'a> {
    busy: &'a Busy,
    what: String,
}

impl Busy {
    pub fn begin(&self, what: String) -> At<'_> {
        self.state().at_work.push(what.clone());
        At { busy: self, what }
    }

    /// `3 files and kernels done, at work on a.cu, k(int*)`; nothing if nobody works.
    #[must_use]
    pub fn sentence(&self) -> Option<String> {
        let state = self.state();
        let last: Vec<&str> = state.at_work.iter().rev().take(NAMED).map(String::as_str).collect();
        let done =
            if state.done == 1 { "1 file or kernel".to_owned() } else { format!("{} files and kernels", state.done) };
        (!last.is_empty()).then(|| format!("{done} done, at work on {}", last.join(", ")))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for At<'_> {
    fn drop(&mut self) {
        let mut state = self.busy.state();
        state.done += 1;
        if let Some(at) = state.at_work.iter().position(|what| *what == self.what) {
            state.at_work.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Busy;

    #[test]
    fn what_was_begun_last_is_named_first() {
        let busy = Busy::default();
        assert_eq!(busy.sentence(), None);
        let file = busy.begin("a.cu".into());
        drop(busy.begin("j".into()));
        let kernel = busy.begin("k".into());
        assert_eq!(busy.sentence().as_deref(), Some("1 file or kernel done, at work on k, a.cu"));
        drop((kernel, file));
        assert_eq!(busy.sentence(), None);
    }
}
