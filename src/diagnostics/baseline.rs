//! Baselines: the findings that are known, so that only new ones are told and fail a build.
//!
//! A baseline is a JSON file with an entry for each finding that was told when it was written, with the fingerprints
//! ([`super::fingerprint`]) of all that it stands for, each with its severity. A finding whose fingerprint is there is known, unless
//! it has become more severe; known ones are kept beside the others ([`KernelReport::suppressed`]).
//!
//! An entry is fixed if none of its fingerprints is found, though all the units that it was found in were checked, and
//! nothing about its kernel is open. Where something is open it may only not have been found again: it is then not counted as
//! fixed but as open.

use super::codes;
use super::fingerprint::{Fingerprints, kernels, plain, with_others};
use super::severity::is_unknown;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport, Severity, Suppressed, Suppression};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;

/// Of the format.
const VERSION: u32 = 1;

/// The findings that are known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Baseline {
    version: u32,
    findings: Vec<Entry>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
struct Entry {
    /// For people who read a change of the file; nothing depends on it.
    message: String,
    code: String,
    kernel: String,
    /// The files whose check found it.
    units: BTreeSet<String>,
    fingerprints: BTreeMap<String, Severity>,
}

/// What a run found, held against a baseline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    pub new: usize,
    /// Entries that are not found any more.
    pub fixed: usize,
    pub known: usize,
    /// Entries that were not found, in kernels about which something is open.
    pub open: usize,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BaselineError {
    #[error("no baseline: {0}")]
    Malformed(String),
    #[error("a baseline of version {0}, and this program knows {VERSION}: write it anew")]
    Version(u32),
}

impl Baseline {
    /// # Errors
    /// If the text is none.
    pub fn read(text: &str) -> Result<Baseline, BaselineError> {
        let read: Baseline = serde_json::from_str(text).map_err(|e| BaselineError::Malformed(e.to_string()))?;
        if read.version == VERSION { Ok(read) } else { Err(BaselineError::Version(read.version)) }
    }

    /// The findings of reports that have been through [`super::defects::gather`].
    pub fn of(reports: &[FileReport], fingerprints: &Fingerprints<'_>) -> Baseline {
        let mut entries: Vec<Entry> = vec![];
        for report in reports {
            let unit = fingerprints.file(&report.path);
            for kernel in kernels(report) {
                for finding in &kernel.findings {
                    let entry = entry(finding, kernel, &unit, fingerprints);
                    // Of kernels of the same lines, each is one.
                    let shares = |e: &&mut Entry| entry.fingerprints.keys().any(|p| e.fingerprints.contains_key(p));
                    match entries.iter_mut().find(shares) {
                        Some(known) => {
                            known.units.extend(entry.units);
                            known.fingerprints.extend(entry.fingerprints);
                        }
                        None => entries.push(entry),
                    }
                }
            }
        }
        entries.sort();
        Baseline { version: VERSION, findings: entries }
    }

    /// Ends in a line feed.
    ///
    /// # Errors
    /// What the writer of JSON says.
    pub fn text(&self) -> Result<String, BaselineError> {
        let text = serde_json::to_string_pretty(self).map_err(|e| BaselineError::Malformed(e.to_string()))?;
        Ok(text + "\n")
    }

    /// Sets the findings aside that are known, before those of one defect are gathered. Severities are settled.
    pub fn apply(&self, reports: &mut [FileReport], fingerprints: &Fingerprints<'_>) {
        let known: BTreeMap<&str, Severity> =
            self.findings.iter().flat_map(|e| e.fingerprints.iter().map(|(print, s)| (print.as_str(), *s))).collect();
        for report in reports {
            let kernels = match &mut report.status {
                FileStatus::Checked(kernels) => kernels.as_mut_slice(),
                FileStatus::NotAnalysed { .. } => &mut [],
            };
            for kernel in kernels {
                for finding in std::mem::take(&mut kernel.findings) {
                    let print = fingerprints.of_finding(&finding, kernel);
                    let is_known = known.get(print.as_str()).is_some_and(|severity| finding.severity <= *severity);
                    match is_known {
                        true => kernel.suppressed.push(Suppressed { finding, why: Suppression::Baseline }),
                        false => kernel.findings.push(finding),
                    }
                }
            }
        }
    }

    /// What came of it, once the new findings are gathered. `is_whole`: all kernels were asked for, at all levels.
    pub fn counts(&self, reports: &[FileReport], fingerprints: &Fingerprints<'_>, is_whole: bool) -> Counts {
        let seen = Seen::of(reports, fingerprints);
        let mut counts = Counts { new: seen.new, ..Counts::default() };
        for entry in &self.findings {
            if entry.fingerprints.keys().any(|print| seen.known.contains(print)) {
                counts.known += 1;
            } else if entry.fingerprints.keys().any(|print| seen.found.contains(print)) {
                // It is more severe now, and told as a new one.
            } else if is_whole && entry.units.iter().all(|unit| seen.units.contains(unit)) {
                let is_open = seen.open.contains(&entry.kernel);
                *(if is_open { &mut counts.open } else { &mut counts.fixed }) += 1;
            }
        }
        counts
    }
}

/// What the reports have.
struct Seen {
    /// The findings that are told, each once.
    new: usize,
    /// Fingerprints of findings that are told.
    found: BTreeSet<String>,
    /// Fingerprints of findings that the baseline has.
    known: BTreeSet<String>,
    /// The files that could be checked.
    units: BTreeSet<String>,
    /// The kernels about which something is open.
    open: BTreeSet<String>,
}

impl Seen {
    fn of(reports: &[FileReport], fingerprints: &Fingerprints<'_>) -> Seen {
        let [found, known, units, open] = [(); 4].map(|()| BTreeSet::new());
        let mut seen = Seen { new: 0, found, known, units, open };
        for report in reports.iter().filter(|report| matches!(report.status, FileStatus::Checked(_))) {
            seen.units.insert(fingerprints.file(&report.path));
            for kernel in kernels(report) {
                seen.new += kernel.findings.iter().filter(|finding| finding.same_as.is_none()).count();
                let told = kernel.findings.iter().flat_map(with_others);
                seen.found.extend(told.map(|finding| fingerprints.of_finding(finding, kernel)));
                let suppressed = kernel.suppressed.iter();
                let known = suppressed.filter(|s| s.why == Suppression::Baseline).map(|s| &s.finding);
                seen.known.extend(known.map(|finding| fingerprints.of_finding(finding, kernel)));
                if is_unknown(kernel) || !kernel.open.is_empty() {
                    seen.open.insert(plain(&kernel.name));
                }
            }
        }
        seen
    }
}

fn entry(finding: &Finding, kernel: &KernelReport, unit: &str, fingerprints: &Fingerprints<'_>) -> Entry {
    let print = |one: &Finding| (fingerprints.of_finding(one, kernel), one.severity);
    Entry {
        message: message(finding),
        code: finding.code.to_owned(),
        kernel: plain(&kernel.name),
        units: [unit.to_owned()].into(),
        fingerprints: with_others(finding).map(print).collect(),
    }
}

/// Without the threads of the witness, which another run may not have.
fn message(finding: &Finding) -> String {
    let title = codes::find(finding.code).map_or(finding.code, |code| code.title);
    if finding.array.is_empty() { title.to_owned() } else { format!("{title} on `{}`", finding.array) }
}

impl Counts {
    /// `0 new, 3 fixed, 412 known`
    #[must_use]
    pub fn sentence(&self) -> String {
        let open = if self.open > 0 { format!(", {} not found again but open", self.open) } else { String::new() };
        format!("{} new, {} fixed, {} known{open}", self.new, self.fixed, self.known)
    }
}
