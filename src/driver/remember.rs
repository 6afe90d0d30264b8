//! What was found out about a file before ([`crate::driver::cache`]), and what is kept of it.
//!
//! A build waits for a unit that is not finished in time once, and not at every call: what it came to then is its answer until
//! the source changes, or a call without a limit finishes it. Where a build fails for what is unknown (`--strict`), every
//! call goes on.

use super::check::{Check, is_cuda};
use super::front::Front;
use super::launches;
use crate::driver::cache::key::{Key, KeyBuilder};
use crate::driver::cache::sources::Sources;
use crate::driver::cache::{Store, is_repeatable};
use crate::front::clang::{self, Job, Side};
use crate::front::config::Environment;
use crate::verdict::{FileReport, FileStatus, KernelReport, Reason};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, SystemTime};

/// How often the end of the time is looked for.
const TICK: Duration = Duration::from_millis(20);
/// From the end of the time to when nothing more is expected: half of what the command has to say what it knows.
const LAST_MOMENT: Duration = Duration::from_secs(1);

/// Where reports of one file are kept.
pub(super) struct Memory {
    store: Store,
    /// Without the file's contents.
    key: KeyBuilder,
    /// The limit of the call's time, if what was come to within it will do.
    limit: Option<String>,
}

/// How a file's report is found before the file is compiled.
pub(super) struct Index {
    /// All but what the files hold.
    key: KeyBuilder,
    /// Where headers are looked for.
    searched: Vec<PathBuf>,
    /// With what the files hold of which the unit was made when it was compiled last.
    listed: Option<Key>,
    /// With what is seen of a file that may have no list: enough to know again what came to nothing, and no more.
    visible: Key,
}

impl Check<'_> {
    /// Keeps a report that was made of these files since `start`.
    pub(super) fn keep(
        &self,
        memory: &Memory,
        index: &Index,
        sources: &Sources,
        start: SystemTime,
        report: &FileReport,
    ) {
        let directory = &self.environment.directory;
        let seen = sources.look(index.key.clone(), &index.searched, directory);
        if let Some(seen) = seen.filter(|seen| seen.is_older_than(start, directory)) {
            memory.store.put_sources(&list_key(&index.key), sources);
            memory.keep(&seen.key, report);
        }
    }

    pub(super) fn memory(&self, path: &Path) -> Option<Memory> {
        let store = Store::of(self.environment).filter(|_| !self.config.no_cache)?;
        let tools = [env!("CARGO_PKG_VERSION").to_owned(), crate::llvm::version(), crate::smt::version()];
        let mut key = KeyBuilder::new(self.config, self.environment, path, &tools)?;
        key.add(format!("{:?}", clang::targets(self.invocation, self.environment)).as_bytes());
        key.add(format!("{:?}", self.reading(path)).as_bytes());
        let is_limited = self.environment.stop.is_some() && !self.config.strict;
        let limit = is_limited.then(|| format!("{:?}", self.config.budget));
        Some(Memory { store, key, limit })
    }

    /// `None` if the report may depend on files that no list names.
    pub(super) fn index(&self, path: &Path, memory: &Memory) -> Option<Index> {
        // What is read otherwise than it is, the files do not tell.
        if !self.environment.instead.is_empty() {
            return None;
        }
        let key = memory.key.clone();
        let (key, searched) = if is_cuda(path) { self.planned(path, key)? } else { (key, vec![]) };
        let sources = memory.store.sources(&list_key(&key));
        let seen = sources.and_then(|sources| sources.look(key.clone(), &searched, &self.environment.directory));
        let listed = seen.map(|seen| seen.key);
        let mut visible = key.clone();
        visible.add(b"visible");
        visible.add(format!("{listed:?}").as_bytes());
        for contents in launches::visible(path, &self.invocation.include_paths, self.environment) {
            visible.add(&contents);
        }
        Some(Index { key, searched, listed, visible: visible.finish() })
    }

    /// The key with how clang would compile the two sides of a file, and where it would look for headers. `None` if not
    /// all that counts is seen there.
    fn planned(&self, path: &Path, mut key: KeyBuilder) -> Option<(KeyBuilder, Vec<PathBuf>)> {
        let plan = |side| {
            let job = Job { file: path, side, architecture: None, invocation: self.invocation };
            clang::plan(&job, self.environment)
        };
        // The host side may be compiled though the source shows no launch.
        let (device, host) = rayon::join(|| plan(Side::Device), || plan(Side::Host));
        let (device, host) = (device.ok()?, host.ok()?);
        key.add(&[u8::from(self.wants_host(path))]);
        key.add(&device.log);
        key.add(&host.log);
        Some((key, [device.searched?, host.searched?].concat()))
    }
}

/// Where the list of a unit's files is kept.
fn list_key(key: &KeyBuilder) -> Key {
    let mut key = key.clone();
    key.add(b"files");
    key.finish()
}

/// How much of a unit an entry has.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    /// The kernels that were finished in time.
    Finished,
}

/// Notes that a file came to nothing in time, as where clang or LLVM do not hear that it is over.
pub(super) struct Watch {
    done: Arc<AtomicBool>,
}

impl Watch {
    /// `None` if the call has no limit.
    pub(super) fn start(memory: &Memory, index: &Index, path: &Path, environment: &Environment) -> Option<Watch> {
        let (store, limit, stop) = (memory.store.clone(), memory.limit.clone()?, environment.stop.clone()?);
        let done = Arc::new(AtomicBool::new(false));
        let watch = Watch { done: Arc::clone(&done) };
        let status = FileStatus::NotAnalysed { reason: Reason::NotFinished.to_string(), details: String::new() };
        let report = FileReport { path: path.display().to_string(), status, ..FileReport::default() };
        let key = index.visible;
        thread::spawn(move || {
            while !stop.is_set() {
                thread::sleep(TICK);
                if done.load(Ordering::Relaxed) {
                    return;
                }
            }
            if stop.has_kernels() {
                thread::sleep(LAST_MOMENT);
            }
            if !done.load(Ordering::Relaxed) {
                store.put_attempt(&key, &limit, &report);
            }
        });
        Some(watch)
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Relaxed);
    }
}

impl Memory {
    /// The key of everything that the kernels are lowered from; `None` if that is the file itself.
    fn unit_key(&self, front: &Front, part: Part) -> Option<Key> {
        let mut key = self.key.clone();
        key.add(match part {
            Part::Whole => b"whole",
            Part::Finished => b"finished",
        });
        match front {
            Front::File => return None,
            Front::Unit { devices, host } => {
                for device in &devices.made {
                    key.add(device.architectures.join(" ").as_bytes());
                    key.add(&device.unit.bitcode);
                }
                key.add(b"host");
                match host {
                    Ok(host) => key.add(host.as_ref().map_or(&[], |unit| &unit.bitcode)),
                    Err(reason) => key.add(reason.as_bytes()),
                }
            }
        }
        Some(key.finish())
    }

    pub(super) fn get(&self, front: &Front) -> Option<FileReport> {
        self.known(&self.unit_key(front, Part::Whole)?)
    }

    /// Notes whether there was a report.
    pub(super) fn count(&self, found: bool) {
        self.store.count(found);
    }

    /// What is known of a file without compiling it.
    pub(super) fn look(&self, index: &Index) -> Option<FileReport> {
        let attempt = || self.store.attempt(&index.visible, self.limit.as_ref()?);
        index.listed.as_ref().and_then(|listed| self.known(listed)).or_else(attempt)
    }

    fn known(&self, key: &Key) -> Option<FileReport> {
        let attempt = || self.store.attempt(key, self.limit.as_ref()?);
        self.store.get(key).or_else(attempt)
    }

    fn keep(&self, key: &Key, report: &FileReport) {
        self.store.put(key, report);
        let unfinished = match &report.status {
            FileStatus::Checked(kernels) => kernels.iter().any(|kernel| kernel.stats.unfinished),
            FileStatus::NotAnalysed { .. } => false,
        };
        if let Some(limit) = self.limit.as_ref().filter(|_| unfinished) {
            self.store.put_attempt(key, limit, report);
        }
    }

    /// The reports of those kernels of a unit that were finished when others were not.
    pub(super) fn finished(&self, front: &Front) -> Vec<KernelReport> {
        let known = self.unit_key(front, Part::Finished).and_then(|key| self.store.get(&key));
        match known.map(|report| report.status) {
            Some(FileStatus::Checked(kernels)) => kernels,
            Some(FileStatus::NotAnalysed { .. }) | None => vec![],
        }
    }

    pub(super) fn put(&self, front: &Front, report: &FileReport) {
        if let Some(key) = self.unit_key(front, Part::Whole) {
            self.keep(&key, report);
        }
        let mut finished = report.clone();
        let worthwhile = match &mut finished.status {
            FileStatus::Checked(kernels) if !is_repeatable(report) => {
                kernels.retain(|kernel| !kernel.stats.cut_short);
                !kernels.is_empty()
            }
            FileStatus::Checked(_) | FileStatus::NotAnalysed { .. } => false,
        };
        if let Some(key) = self.unit_key(front, Part::Finished).filter(|_| worthwhile) {
            self.store.put(&key, &finished);
        }
    }
}
