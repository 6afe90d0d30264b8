//! What of a file a build compiles and this does not: code behind macros that clang and nvcc define differently, or for
//! architectures that it cannot be compiled for, and kernels that the preprocessor leaves out.
//!
//! **Invariant:** what is said here weakens no verdict and hides none; it says for how much of the file they are.

use super::check::Check;
use super::devices::Devices;
use super::front::Front;
use crate::front::clang::{self, Difference, Headers, Job, OWN_HEADERS, Side};
use crate::front::nvcc::{Compiler, Family};
use crate::verdict::FileStatus;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Where headers lie that are none of the user's.
const SYSTEM: [&str; 3] = [OWN_HEADERS, "/usr", "/opt"];
/// Where headers lie that are none of the user's, whatever else there may be.
const HEADERS: [&str; 4] = [OWN_HEADERS, "/usr/include", "/usr/local/include", "/usr/lib"];
/// The folder of clang's own headers.
const CLANG: &str = "/lib/clang/";
/// What a kernel has in the source, and what the preprocessor makes of it.
const KERNEL: &str = "__global__";
const ATTRIBUTE: &str = "((global))";

impl Check<'_> {
    /// In words, each with the file.
    pub(super) fn unchecked(&self, path: &Path, front: &Front, status: &FileStatus) -> Vec<String> {
        let Front::Unit { devices, .. } = front else { return vec![] };
        let shown = path.display();
        let mut all: Vec<String> = devices.failed.iter().map(|text| format!("{shown}: {text}")).collect();
        if devices.made.iter().any(|made| made.unit.without_nvcc) {
            all.push(format!(
                "{shown}: checked without `__NVCC__`: clang does not understand what the file or its headers have behind it"
            ));
        }
        let left_out: BTreeSet<&String> = devices.made.iter().flat_map(|made| &made.unit.left_out).collect();
        all.extend(left_out.into_iter().map(|error| {
            format!("{shown}: a function is left out that clang cannot compile, and what uses it is unknown: {error}")
        }));
        if self.invocation.family == Some(Family::Native) {
            let checked: Vec<&str> =
                devices.made.iter().flat_map(|made| &made.architectures).map(String::as_str).collect();
            all.push(format!(
                "{shown}: checked as compiled for {}: which GPU `-arch=native` finds is not known",
                checked.join(", ")
            ));
        }
        let sources = self.own_sources(devices);
        let has_kernels = matches!(status, FileStatus::Checked(kernels) if !kernels.is_empty());
        all.extend(self.differing(devices, &sources));
        if !has_kernels {
            all.extend(self.left_out(path, &sources));
        }
        all
    }

    /// The folders, absolute, of headers of toolkits and systems.
    pub(super) fn system(&self, front: &Front) -> Vec<String> {
        let Front::Unit { devices, .. } = front else { return vec![] };
        let folders = HEADERS.iter().map(PathBuf::from).chain(self.libraries(devices));
        let absolute = |folder: PathBuf| self.environment.directory.join(folder).display().to_string();
        folders.map(absolute).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The folders of the toolkit, and those that the command names as a system's.
    fn libraries(&self, devices: &Devices) -> Vec<PathBuf> {
        let toolkits = devices.made.iter().filter_map(|made| match &made.unit.headers {
            Headers::None | Headers::Embedded => None,
            Headers::Toolkit(toolkit) => Some(toolkit.root.clone()),
        });
        toolkits.chain(self.invocation.system_include_paths.iter().cloned()).collect()
    }

    /// The files of a unit that come from no library, with what they hold.
    fn own_sources(&self, devices: &Devices) -> Vec<(PathBuf, String)> {
        let others: Vec<PathBuf> = SYSTEM.iter().map(PathBuf::from).chain(self.libraries(devices)).collect();
        let files: BTreeSet<&PathBuf> = devices.made.iter().flat_map(|made| &made.unit.files).collect();
        let is_own = |file: &&PathBuf| {
            !file.to_string_lossy().contains(CLANG) && others.iter().all(|folder| !file.starts_with(folder))
        };
        let read = |file: &PathBuf| {
            let bytes = std::fs::read(self.environment.directory.join(file)).ok()?;
            Some((file.clone(), String::from_utf8_lossy(&bytes).into_owned()))
        };
        files.into_iter().filter(is_own).filter_map(read).collect()
    }

    /// One line for each macro that sources test and clang and nvcc define differently.
    fn differing(&self, devices: &Devices, sources: &[(PathBuf, String)]) -> Vec<String> {
        if self.invocation.compiler == Compiler::Clang {
            return vec![];
        }
        let with_toolkit = devices.made.iter().any(|made| made.unit.headers.version().is_some());
        let mut said: BTreeSet<String> = BTreeSet::new();
        let mut all = vec![];
        for (file, text) in sources {
            for tested in clang::tested(text, with_toolkit) {
                let what = match tested.difference {
                    Difference::OnlyClang => "which nvcc does not define",
                    Difference::OnlyNvcc => "which nvcc may define and clang does not",
                    Difference::Value => "whose value is another one for nvcc",
                };
                if said.insert(tested.name.clone()) {
                    let (file, line, name) = (file.display(), tested.line, tested.name);
                    all.push(format!("{file}:{line} tests `{name}`, {what}: the other branch is not checked"));
                }
            }
        }
        all
    }

    /// Where a kernel stands in a source none of which is seen.
    fn left_out(&self, path: &Path, sources: &[(PathBuf, String)]) -> Option<String> {
        let place = |(file, text): &(PathBuf, String)| Some((file.clone(), *clang::lines_with(text, KERNEL).first()?));
        let (file, line) = sources.iter().find_map(place)?;
        let job = Job { file: path, side: Side::Device, architecture: None, invocation: self.invocation };
        let text = clang::preprocessed(&job, self.environment).ok()?;
        // A template of which no kernel is made is not left out.
        let is_seen = in_files(&String::from_utf8_lossy(&text), sources);
        let said = || format!("{}:{line} has `{KERNEL}`, but the preprocessor leaves it out", file.display());
        (!is_seen).then(said)
    }
}

/// Whether a kernel is in what the preprocessor made of these files.
fn in_files(text: &str, sources: &[(PathBuf, String)]) -> bool {
    let mut is_own = false;
    for line in text.lines() {
        match line.strip_prefix("# ") {
            Some(marker) => {
                let name = marker.split('"').nth(1).map(Path::new);
                is_own = name.is_some_and(|name| sources.iter().any(|(file, _)| is_named(name, file)));
            }
            None if is_own && line.contains(ATTRIBUTE) => return true,
            None => {}
        }
    }
    false
}

/// Markers write names as they were included, lists without `.` in them.
fn is_named(name: &Path, file: &Path) -> bool {
    name.components().eq(file.components()) || name.file_name() == file.file_name()
}
