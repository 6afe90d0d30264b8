//! Fingerprints: which findings of two runs are one, though lines were added elsewhere and instances have other names.
//!
//! A fingerprint is a hash of the code, the file of the kernel, the kernel's name without template arguments and parameters, the
//! array, and for each access its mode, its file and the text of its line, spaces aside. Findings with the same hash are
//! numbered by their places: `9f…:2` is the second place. So `k<int>` and `k<float>` of the same lines have one fingerprint, and
//! two equal lines have two.
//!
//! Direction: a finding whose line was changed is another one, and is told again.

use crate::diagnostics::sources::{self, Sources};
use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// Hexadecimal digits.
const DIGITS: usize = 32;

/// Part of a demangled name; its bracket is none of parameters.
const ANONYMOUS: &str = "(anonymous namespace)";

/// Where a finding stands: by its accesses.
type Place = Vec<(PathBuf, u32, u32)>;

/// The fingerprints of all findings of some reports.
pub struct Fingerprints<'a> {
    /// The working directory, to which paths of reports are relative.
    directory: &'a Path,
    /// The folder to which paths in fingerprints are relative.
    base: &'a Path,
    sources: &'a dyn Sources,
    places: BTreeMap<String, BTreeSet<Place>>,
}

impl<'a> Fingerprints<'a> {
    /// Of the findings that are told, those that they stand for, and those that are not told.
    pub fn of(reports: &[FileReport], directory: &'a Path, base: &'a Path, sources: &'a dyn Sources) -> Self {
        let mut all = Fingerprints { directory, base, sources, places: BTreeMap::new() };
        for kernel in reports.iter().flat_map(kernels) {
            let suppressed = kernel.suppressed.iter().map(|suppressed| &suppressed.finding);
            for finding in kernel.findings.iter().flat_map(with_others).chain(suppressed) {
                let (hash, place) = (all.hash(finding, kernel), all.place(finding, kernel));
                all.places.entry(hash).or_default().insert(place);
            }
        }
        all
    }

    /// The fingerprint of one of them.
    pub fn of_finding(&self, finding: &Finding, kernel: &KernelReport) -> String {
        let (hash, place) = (self.hash(finding, kernel), self.place(finding, kernel));
        let number = self.places.get(&hash).and_then(|all| all.iter().position(|other| *other == place));
        format!("{hash}:{}", number.unwrap_or_default() + 1)
    }

    /// The fingerprint of what is not decided about a kernel.
    pub fn of_kernel(&self, rule: &str, kernel: &KernelReport) -> String {
        hashed(&[rule.to_owned(), self.file(&kernel.span.file), plain(&kernel.name)])
    }

    /// The fingerprint of something about a whole file.
    pub fn of_file(&self, rule: &str, path: &str) -> String {
        hashed(&[rule.to_owned(), self.file(path)])
    }

    /// A path as fingerprints have it: relative to the base where it lies below.
    pub fn file(&self, path: &str) -> String {
        let path = lexically(&self.directory.join(path));
        path.strip_prefix(self.base).unwrap_or(&path).display().to_string()
    }

    fn hash(&self, finding: &Finding, kernel: &KernelReport) -> String {
        let mut parts = vec![finding.code.to_owned(), self.file(&kernel.span.file), plain(&kernel.name)];
        parts.push(finding.array.clone());
        for party in &finding.parties {
            parts.extend([format!("{:?}", party.mode), self.file(&party.span.file), self.line(&party.span)]);
        }
        hashed(&parts)
    }

    /// The text of a line, its words with one space between.
    fn line(&self, span: &Span) -> String {
        let text = self.sources.text(&span.file).unwrap_or_default();
        let line = sources::line(&text, span.line).unwrap_or_default();
        line.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn place(&self, finding: &Finding, kernel: &KernelReport) -> Place {
        let spans: Vec<&Span> = match finding.parties.as_slice() {
            [] => vec![&kernel.span],
            parties => parties.iter().flat_map(|p| std::iter::once(&p.span).chain(&p.span.inlined_at)).collect(),
        };
        spans.into_iter().map(|s| (lexically(&self.directory.join(&*s.file)), s.line, s.column)).collect()
    }
}

/// A finding and those that it stands for.
pub(super) fn with_others(finding: &Finding) -> impl Iterator<Item = &Finding> {
    std::iter::once(finding).chain(&finding.also)
}

pub(super) fn kernels(report: &FileReport) -> &[KernelReport] {
    match &report.status {
        FileStatus::Checked(kernels) => kernels,
        FileStatus::NotAnalysed { .. } => &[],
    }
}

/// A kernel's name without the arguments of templates and without parameters: `ns::k` of `void ns::k<int>(int*)`.
pub(super) fn plain(name: &str) -> String {
    let (mut depth, mut plain) = (0_usize, String::new());
    for c in name.replace(ANONYMOUS, "{anonymous}").chars() {
        match c {
            '<' => depth += 1,
            '>' => depth = depth.saturating_sub(1),
            '(' if depth == 0 && !plain.trim().is_empty() => break,
            c if depth == 0 => plain.push(c),
            _ => {}
        }
    }
    let name = plain.trim();
    name.rsplit(' ').next().unwrap_or(name).to_owned()
}

/// Without `.` and `..`.
pub fn lexically(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if plain.file_name().is_some() => _ = plain.pop(),
            Component::ParentDir | Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}

fn hashed(parts: &[String]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().to_hex()[..DIGITS].to_owned()
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn names_of_instances_are_one() {
        for (name, wanted) in [
            ("void ns::k<int, (anonymous namespace)::S>(int*)", "ns::k"),
            ("k(float*, int)", "k"),
            ("k", "k"),
            ("void (anonymous namespace)::k<2>(int)", "{anonymous}::k"),
        ] {
            assert_eq!(plain(name), wanted);
        }
    }
}
