//! Reports that were made before, by a hash of everything that they depend on ([`key`]).
//!
//! An entry is one file: a heading with a checksum, then the report, or the list of a unit's files, as JSON. Entries appear by renaming, so that many
//! processes can share a cache and any of them can be killed; one that is damaged is as good as none. Whatever goes wrong
//! here costs time and nothing else: no error leaves this module but those of `raceproof cache`.
//!
//! **Invariant:** a report is stored as the answer only if another run would come to the same one ([`is_repeatable`]).
//! What a call came to whose time was over is an *attempt*; only calls with the same limit look at those.
//!
//! The entries lie in folders by the first digit of their keys, and each of these is kept within its share of the limit:
//! what was used least recently goes first.

pub mod kernels;
pub mod key;
pub mod sources;
pub mod units;

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::diagnostics::codes;
use crate::front::config::Environment;
use crate::verdict::{FileReport, FileStatus, Finding};
use key::Key;
use sources::Sources;

const HEADING: &str = "raceproof 1\n";
/// Below the user's folder for caches of raceproof.
const FOLDER: &str = "verdicts";
/// Beside it: a byte for each time that a report was found, and for each time that none was.
const HITS: &str = "hits";
const MISSES: &str = "misses";
/// Bytes, if the user sets no other limit.
const LIMIT: u64 = 256 << 20;
/// Hexadecimal digits.
const SHARDS: u64 = 16;

/// A cache, which need not exist yet.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
    /// In bytes.
    limit: u64,
}

/// What `raceproof cache stats` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Statistics {
    pub folder: PathBuf,
    pub entries: usize,
    pub bytes: u64,
    pub limit: u64,
    /// How often a report was found, and how often there was none.
    pub hits: u64,
    pub misses: u64,
}

#[derive(Serialize, Deserialize)]
struct Entry<R> {
    report: R,
    /// Those of the findings, in their order: as references to the table they cannot be read back.
    codes: Vec<String>,
}

/// Whether another run would come to the same report of the same IR: neither wall time nor a failure of a program decided
/// anything.
pub fn is_repeatable(report: &FileReport) -> bool {
    match &report.status {
        FileStatus::Checked(kernels) => kernels.iter().all(|kernel| !kernel.stats.cut_short),
        FileStatus::NotAnalysed { .. } => false,
    }
}

impl Store {
    /// The user's cache; `None` if there is no folder for it, or no byte.
    pub fn of(environment: &Environment) -> Option<Store> {
        let folder = environment.cache.as_ref()?.join(FOLDER);
        let limit = environment.cache_limit.unwrap_or(LIMIT);
        (limit > 0).then_some(Store { folder, limit })
    }

    /// The report that was stored under this key.
    pub fn get(&self, key: &Key) -> Option<FileReport> {
        self.read(key, decode)
    }

    /// The files that a unit was made of, as they were stored under this key.
    pub fn sources(&self, key: &Key) -> Option<Sources> {
        self.read(key, |payload| serde_json::from_slice(payload).ok())
    }

    pub fn put_sources(&self, key: &Key, sources: &Sources) {
        self.write(key, serde_json::to_vec(sources).ok());
    }

    /// Stores a report that is repeatable.
    pub fn put(&self, key: &Key, report: &FileReport) {
        if is_repeatable(report) {
            self.write(key, encode(report));
        }
    }

    /// What an earlier call with the same `limit` came to before its time was over.
    pub fn attempt(&self, key: &Key, limit: &str) -> Option<FileReport> {
        self.get(&key.of_attempt(limit))
    }

    /// Stores a report that a call with this `limit` came to before its time was over.
    pub fn put_attempt(&self, key: &Key, limit: &str, report: &FileReport) {
        self.write(&key.of_attempt(limit), encode(report));
    }

    /// Notes whether a report was found. Processes that do so at the same time append to one file.
    pub fn count(&self, found: bool) {
        let file = self.folder.with_file_name(if found { HITS } else { MISSES });
        let _ = file.parent().map(fs::create_dir_all);
        let _ = File::options().create(true).append(true).open(file).and_then(|mut file| file.write_all(b"."));
    }

    fn counted(&self, name: &str) -> u64 {
        fs::metadata(self.folder.with_file_name(name)).map_or(0, |file| file.len())
    }

    fn read<T>(&self, key: &Key, decode: impl FnOnce(&[u8]) -> Option<T>) -> Option<T> {
        let path = self.path(key);
        let bytes = fs::read(&path).ok()?;
        let Some(known) = unsealed(&bytes).and_then(decode) else {
            // Another process may have put a sound one there by now; that costs a little time.
            let _ = fs::remove_file(&path);
            return None;
        };
        // A cache that cannot be written is in order, too.
        let _ = File::open(&path).and_then(|file| file.set_modified(SystemTime::now()));
        Some(known)
    }

    fn write(&self, key: &Key, payload: Option<Vec<u8>>) {
        let path = self.path(key);
        let Some((bytes, shard)) = payload.map(sealed).zip(path.parent()) else { return };
        if bytes.len() as u64 <= self.share() && write(shard, &path, &bytes).is_ok() {
            let _ = prune(shard, self.share());
        }
    }

    /// # Errors
    /// The cache exists and cannot be read.
    pub fn statistics(&self) -> io::Result<Statistics> {
        let (mut entries, mut bytes) = (0, 0);
        for shard in folder_entries(&self.folder)? {
            for (_, size, _) in files(&shard)? {
                entries += 1;
                bytes += size;
            }
        }
        let (hits, misses) = (self.counted(HITS), self.counted(MISSES));
        Ok(Statistics { folder: self.folder.clone(), entries, bytes, limit: self.limit, hits, misses })
    }

    /// Forgets everything.
    ///
    /// # Errors
    /// Something is left.
    pub fn clear(&self) -> io::Result<()> {
        for counted in [HITS, MISSES] {
            let _ = fs::remove_file(self.folder.with_file_name(counted));
        }
        match fs::remove_dir_all(&self.folder) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    fn share(&self) -> u64 {
        self.limit / SHARDS
    }

    fn path(&self, key: &Key) -> PathBuf {
        let name = key.to_string();
        self.folder.join(&name[..1]).join(name)
    }
}

/// With what tells a damaged entry.
fn sealed(payload: Vec<u8>) -> Vec<u8> {
    [format!("{HEADING}{}\n", blake3::hash(&payload)).as_bytes(), &payload].concat()
}

/// `None` if the entry is damaged.
fn unsealed(bytes: &[u8]) -> Option<&[u8]> {
    let rest = bytes.strip_prefix(HEADING.as_bytes())?;
    let (checksum, payload) = rest.split_at_checked(2 * blake3::OUT_LEN)?;
    let payload = payload.strip_prefix(b"\n")?;
    (checksum == blake3::hash(payload).to_hex().as_bytes()).then_some(payload)
}

pub(crate) fn encode(report: &FileReport) -> Option<Vec<u8>> {
    serde_json::to_vec(&Entry { report, codes: codes_of(report) }).ok()
}

/// `None` if it names a code that does not exist.
pub(crate) fn decode(payload: &[u8]) -> Option<FileReport> {
    whole(serde_json::from_slice::<Entry<FileReport>>(payload).ok()?)
}

fn codes_of(report: &FileReport) -> Vec<String> {
    findings(report).map(|finding| finding.code.to_owned()).collect()
}

/// With the codes in their places.
fn whole(Entry { mut report, codes }: Entry<FileReport>) -> Option<FileReport> {
    let mut codes = codes.iter();
    for finding in findings_mut(&mut report) {
        finding.code = codes::find(codes.next()?)?.id;
    }
    codes.next().is_none().then_some(report)
}

fn findings(report: &FileReport) -> impl Iterator<Item = &Finding> {
    let kernels = match &report.status {
        FileStatus::Checked(kernels) => kernels.as_slice(),
        FileStatus::NotAnalysed { .. } => &[],
    };
    kernels.iter().flat_map(|kernel| kernel.findings.iter().chain(kernel.suppressed.iter().map(|one| &one.finding)))
}

fn findings_mut(report: &mut FileReport) -> impl Iterator<Item = &mut Finding> {
    let kernels = match &mut report.status {
        FileStatus::Checked(kernels) => kernels.as_mut_slice(),
        FileStatus::NotAnalysed { .. } => &mut [],
    };
    kernels
        .iter_mut()
        .flat_map(|kernel| kernel.findings.iter_mut().chain(kernel.suppressed.iter_mut().map(|one| &mut one.finding)))
}

/// Makes the entry appear as a whole.
fn write(shard: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(shard)?;
    let mut file = tempfile::NamedTempFile::new_in(shard)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Deletes the files that were used least recently, down to three quarters of `share`, if they take more than that. What a
/// killed process left behind is among them.
fn prune(shard: &Path, share: u64) -> io::Result<()> {
    let mut files = files(shard)?;
    let mut bytes: u64 = files.iter().map(|(_, size, _)| size).sum();
    if bytes <= share {
        return Ok(());
    }
    files.sort_by(|(one, _, used), (other, _, also)| used.cmp(also).then_with(|| one.cmp(other)));
    for (path, size, _) in files {
        if bytes <= share / 4 * 3 {
            break;
        }
        if fs::remove_file(path).is_ok() {
            bytes -= size;
        }
    }
    Ok(())
}

/// Path, size in bytes, and when it was last used. Files that vanish meanwhile are left out.
fn files(shard: &Path) -> io::Result<Vec<(PathBuf, u64, SystemTime)>> {
    let sized = folder_entries(shard)?.into_iter().filter_map(|path| {
        let metadata = fs::metadata(&path).ok()?;
        Some((path, metadata.len(), metadata.modified().ok()?))
    });
    Ok(sized.collect())
}

/// Nothing, if there is no such folder.
fn folder_entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(vec![]),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests;
