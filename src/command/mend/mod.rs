//! `--suggest`, `--fix` and `--redundant`: barriers that are missing, and barriers that are too many, each proved by a check of the
//! source that is changed so.

mod judge;
mod places;
mod redundant;
mod search;
pub(super) mod text;

use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::sources::{Disk, Kept, Sources};
use crate::diagnostics::suppress;
use crate::driver::Check;
use crate::front::config::Environment;
use crate::verdict::{FileReport, FileStatus, Finding, Fix, KernelReport};
use judge::{Key, kernels, key};
use search::{Found, Target, is_wanted};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most changes that are made to a file.
const MOST_CHANGES: usize = 16;

/// What was done with a file.
pub(super) struct Mended {
    pub(super) report: FileReport,
    /// Lines for people.
    pub(super) said: String,
}

/// What the options ask for besides the report on a file.
///
/// # Errors
/// That a file cannot be written.
pub(super) fn mended(check: &Check<'_>, path: &Path, report: FileReport) -> Result<Mended, String> {
    if !is_source(path) {
        return Ok(Mended { report, said: String::new() });
    }
    let mut mended =
        if check.config.fix { fixed(check, path, report)? } else { Mended { report, said: String::new() } };
    if check.config.suggest {
        suggest(check, path, &mut mended.report);
    }
    if check.config.redundant {
        redundant::add(check, path, &mut mended.report);
    }
    Ok(mended)
}

/// Whether it is compiled from text: protocols and LLVM's files are not changed.
fn is_source(path: &Path) -> bool {
    let suffix = path.extension().and_then(|suffix| suffix.to_str()).unwrap_or_default();
    !["ll", "bc", "map", "proto"].contains(&suffix)
}

/// The races that a barrier may order, but for those that the source allows.
fn wanted(report: &FileReport, environment: &Environment) -> Vec<(KernelReport, Finding)> {
    let mut shown = [report.clone()];
    let text = |file: &str| match environment.instead.get(&lexically(&environment.directory.join(file))) {
        Some(text) => Some(String::from_utf8_lossy(text).into()),
        None => Disk.text(file),
    };
    suppress::apply(&mut shown, &Kept::new(text), false);
    let of = |kernel: &KernelReport| -> Vec<(KernelReport, Finding)> {
        let all = kernel.findings.iter().filter(|finding| is_wanted(finding));
        all.map(|finding| (kernel.clone(), finding.clone())).collect()
    };
    kernels(&shown[0]).iter().flat_map(of).collect()
}

/// Adds a change to each finding for which one is found.
fn suggest(check: &Check<'_>, path: &Path, report: &mut FileReport) {
    let before = report.clone();
    let target = Target { check, path, report: &before };
    let mut mended: BTreeSet<Key> = BTreeSet::new();
    for (kernel, finding) in wanted(&before, check.environment) {
        if mended.contains(&key(&kernel, &finding, &|_, line| line)) {
            continue;
        }
        if let Some(Found { fix, gone, .. }) = target.fix(&kernel, &finding) {
            add(report, &gone, &fix);
            mended.extend(gone);
        }
    }
}

fn add(report: &mut FileReport, gone: &BTreeSet<Key>, fix: &Fix) {
    let all = match &mut report.status {
        FileStatus::Checked(kernels) => kernels.as_mut_slice(),
        FileStatus::NotAnalysed { .. } => return,
    };
    for kernel in all {
        let of = |finding: &Finding, kernel: &KernelReport| gone.contains(&key(kernel, finding, &|_, line| line));
        let mended: Vec<bool> = kernel.findings.iter().map(|finding| of(finding, kernel)).collect();
        for (finding, _) in kernel.findings.iter_mut().zip(mended).filter(|(_, is)| *is) {
            finding.fixes.push(fix.clone());
        }
    }
}

/// Changes the file as long as that mends something, and writes it.
fn fixed(check: &Check<'_>, path: &Path, report: FileReport) -> Result<Mended, String> {
    let Repaired { report, fixes, changed } = repaired(check, path, report);
    for (file, text) in &changed {
        fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    Ok(Mended { report, said: fixes.iter().map(described).collect() })
}

/// What is made of a file, in memory.
pub(super) struct Repaired {
    /// On the files as they are then.
    pub(super) report: FileReport,
    /// In the order in which they were made; each counts lines with those before it.
    pub(super) fixes: Vec<Fix>,
    /// By absolute paths.
    pub(super) changed: BTreeMap<PathBuf, Vec<u8>>,
}

/// Changes the file as long as that mends something.
pub(super) fn repaired(check: &Check<'_>, path: &Path, report: FileReport) -> Repaired {
    let mut environment = check.environment.clone();
    let (mut now, mut fixes, mut changed) = (report, vec![], BTreeSet::<PathBuf>::new());
    for _ in 0..MOST_CHANGES {
        let inner = Check { environment: &environment, ..*check };
        let target = Target { check: &inner, path, report: &now };
        let found = wanted(&now, &environment).into_iter().find_map(|(kernel, finding)| target.fix(&kernel, &finding));
        let Some(Found { fix, path: file, text, .. }) = found else { break };
        fixes.push(fix);
        changed.insert(file.clone());
        environment = with(&environment, file, text);
        now = Check { environment: &environment, ..*check }.file_and_kernels(path).0;
    }
    let text = |file: PathBuf| environment.instead.get(&file).cloned().map(|text| (file, text));
    Repaired { report: now, fixes, changed: changed.into_iter().filter_map(text).collect() }
}

/// With another text for a file.
fn with(environment: &Environment, file: PathBuf, text: Vec<u8>) -> Environment {
    let mut instead = (*environment.instead).clone();
    instead.insert(file, text);
    Environment { instead: Arc::new(instead), ..environment.clone() }
}

fn described(fix: &Fix) -> String {
    let lines =
        fix.insertions.iter().map(|i| format!("raceproof: {}: `{}` behind line {}\n", fix.file, i.text, i.after));
    lines.collect()
}
