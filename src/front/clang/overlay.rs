//! Header files that clang sees in a folder that does not exist.
//!
//! Each lies in memory, in a file without a name, which is gone when this process ends in whatever way; clang reads it
//! through `/proc`. An overlay (clang's `-ivfsoverlay`) gives the files their names.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;
use std::path::PathBuf;
use std::sync::OnceLock;

use rustix::fs::{MemfdFlags, memfd_create};

use super::headers;
use super::toolkit::Headers;

/// The folder that clang sees.
pub const OWN_HEADERS: &str = "/raceproof-headers";

static NONE: OnceLock<Overlay> = OnceLock::new();
static EMBEDDED: OnceLock<Overlay> = OnceLock::new();
static TOOLKIT: OnceLock<Overlay> = OnceLock::new();

/// The files live as long as this does.
pub(super) struct Overlay {
    files: Vec<File>,
}

impl Overlay {
    /// Of the headers alone: the same one each time, as headers are precompiled with one.
    ///
    /// # Errors
    /// As [`Overlay::of_sources`].
    pub(super) fn of_headers(declarations: &Headers) -> io::Result<&'static Overlay> {
        let made = match declarations {
            Headers::None => &NONE,
            Headers::Embedded => &EMBEDDED,
            Headers::Toolkit(_) => &TOOLKIT,
        };
        match made.get() {
            Some(overlay) => Ok(overlay),
            None => Overlay::of_declarations(declarations).map(|overlay| made.get_or_init(|| overlay)),
        }
    }

    /// Files, by their absolute paths, that clang is to read otherwise than they are. It comes on top of that of the headers.
    ///
    /// # Errors
    /// If the system gives no more files.
    pub(super) fn of_sources(sources: &BTreeMap<PathBuf, Vec<u8>>) -> io::Result<Overlay> {
        let mut overlay = Overlay { files: Vec::new() };
        let mut roots = vec![];
        for (path, text) in sources {
            let Some(path) = path.to_str().filter(|path| path.chars().all(is_plain)) else { continue };
            let contents = overlay.add(text)?;
            roots.push(format!(r#"{{"type":"file","name":"{path}","external-contents":"{contents}"}}"#));
        }
        overlay.close(&roots)
    }

    /// The headers that a compilation with these declarations needs.
    fn of_declarations(declarations: &Headers) -> io::Result<Overlay> {
        let mut overlay = Overlay { files: Vec::new() };
        let mut folders: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for (path, text) in headers::files(declarations) {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", &path));
            let contents = overlay.add(text.as_bytes())?;
            let entry = format!(r#"{{"type":"file","name":"{name}","external-contents":"{contents}"}}"#);
            folders.entry(folder.to_owned()).or_default().push(entry);
        }
        let roots = folders.iter().map(|(folder, entries)| {
            let name = format!("{OWN_HEADERS}/{folder}");
            let name = name.trim_end_matches('/');
            format!(r#"{{"type":"directory","name":"{name}","contents":[{}]}}"#, entries.join(","))
        });
        let roots: Vec<String> = roots.collect();
        overlay.close(&roots)
    }

    /// With the file that says where the others are.
    fn close(mut self, roots: &[String]) -> io::Result<Overlay> {
        self.add(format!(r#"{{"version":0,"use-external-names":false,"roots":[{}]}}"#, roots.join(",")).as_bytes())?;
        Ok(self)
    }

    pub(super) fn arguments(&self) -> Vec<OsString> {
        let last = self.files.last().map(|file| ["-ivfsoverlay".into(), name(file).into()]);
        last.into_iter().flatten().collect()
    }

    /// What clang says, without the name that the overlay had in this run.
    pub(super) fn forget(&self, log: &[u8]) -> Vec<u8> {
        let name = self.files.last().map(name).unwrap_or_default();
        String::from_utf8_lossy(log).replace(&name, "").into_bytes()
    }

    /// Writes one file; where clang finds it.
    fn add(&mut self, text: &[u8]) -> io::Result<String> {
        let file = holding(text)?;
        let name = name(&file);
        self.files.push(file);
        Ok(name)
    }
}

/// Whether a character stands for itself in the overlay's language.
fn is_plain(c: char) -> bool {
    !c.is_control() && c != '"' && c != '\\'
}

/// A file without a name, in memory: a disk's file system takes longer to make one than to write it.
pub(super) fn unnamed() -> io::Result<File> {
    Ok(File::from(memfd_create(c"raceproof", MemfdFlags::CLOEXEC)?))
}

/// Such a file with this in it.
pub(super) fn holding(bytes: &[u8]) -> io::Result<File> {
    let mut file = unnamed()?;
    file.write_all(bytes)?;
    Ok(file)
}

/// How other processes find a file without a name, as long as this one has it.
pub(super) fn name(file: &File) -> String {
    format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd())
}
