//! Barriers that a proof can do without: with each of them taken out the kernel is still proved, for all launches.
//!
//! One after the other is taken out, and stays out if the proof holds, so that all that are named can be taken out together. Direction:
//! what is not proved is not named.

use super::judge::{is_proved, kernels};
use super::search::Target;
use super::text::Code;
use crate::diagnostics::codes;
use crate::diagnostics::own;
use crate::driver::{Check, shorten};
use crate::front::config::{Config, LaunchSites};
use crate::kernel::{Kernel, Step, walk};
use crate::span::Span;
use crate::verdict::{AccessMode, Assumption, FileReport, FileStatus, Finding, KernelReport, Level, Party};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// What begins a call of a barrier.
const CALLS: [&str; 2] = ["__syncthreads", "__syncwarp"];

/// Adds a note to a file's report for each barrier that is redundant.
pub(super) fn add(check: &Check<'_>, path: &Path, report: &mut FileReport) {
    // What is proved of some launches says nothing of others.
    let config = Config { launches: LaunchSites::Any, performance: false, ..check.config.clone() };
    let check = Check { config: &config, ..*check };
    let is_relative = path.is_relative();
    let (before, made) = check.file_and_kernels(path);
    let target = Target { check: &check, path, report: &before };
    let mut texts: BTreeMap<String, String> = BTreeMap::new();
    for (span, symbols) in barriers(&made) {
        let proved = |kernel: &KernelReport| symbols.contains(kernel.symbol.as_str()) && is_proved(kernel);
        let is_foreign = own::is_foreign(&before, &span.file, &check.environment.directory);
        if is_foreign || kernels(&before).iter().filter(|kernel| proved(kernel)).count() < symbols.len() {
            continue;
        }
        let file = span.file.to_string();
        let Some((path, original)) = target.text_of(&file) else { continue };
        let code = Code::new(texts.get(&file).unwrap_or(&original));
        let Some(columns) = call(&code, &span) else { continue };
        let Some(text) = code.without(span.line, columns) else { continue };
        let after = target.changed(&path, &text, &symbols);
        if symbols.iter().all(|symbol| is_still_proved(&before, &after, symbol)) {
            texts.insert(file, String::from_utf8_lossy(&text).into_owned());
            note(report, &span, &symbols);
        }
    }
    if is_relative {
        shorten(report, &check.environment.directory);
    }
}

/// The barriers of kernels, each with the kernels that have it.
fn barriers(made: &[Kernel]) -> BTreeMap<Span, BTreeSet<&str>> {
    let mut all: BTreeMap<Span, BTreeSet<&str>> = BTreeMap::new();
    for kernel in made {
        for step in walk::steps(&kernel.body) {
            match step {
                Step::Sync(sync) if sync.orders && sync.span.line > 0 && sync.span.column > 0 => {
                    let place = Span { inlined_at: vec![], ..sync.span.clone() };
                    all.entry(place).or_default().insert(&kernel.symbol);
                }
                Step::Sync(_) | Step::Access(_) | Step::Fence(_) | Step::Loop(_) => {}
            }
        }
    }
    all
}

/// Where in its line the call of a barrier stands, without what ends the statement.
fn call(code: &Code, span: &Span) -> Option<Range<usize>> {
    let line = code.code_of(span.line);
    let start = usize::try_from(span.column).ok()?.checked_sub(1)?;
    let rest = line.get(start..)?;
    let name = CALLS.iter().find(|name| rest.starts_with(**name))?;
    let behind = rest.get(name.len()..)?;
    let end = behind.find(')')?;
    let is_call = behind.trim_start().starts_with('(') && !behind.get(1..end)?.contains('(');
    let is_statement = behind.get(end + 1..)?.trim_start().starts_with(';');
    (is_call && is_statement).then_some(start..start + name.len() + end + 1)
}

/// Whether a kernel is proved with no more than it was proved with before.
fn is_still_proved(before: &FileReport, after: &FileReport, symbol: &str) -> bool {
    let of = |report| kernels(report).iter().find(|kernel| kernel.symbol == symbol);
    let assumed = |kernel: &KernelReport| kernel.assumptions.iter().cloned().collect::<BTreeSet<Assumption>>();
    match (of(before), of(after)) {
        (Some(old), Some(new)) => is_proved(new) && assumed(new).is_subset(&assumed(old)),
        (Some(_) | None, None) | (None, Some(_)) => false,
    }
}

fn note(report: &mut FileReport, span: &Span, symbols: &BTreeSet<&str>) {
    let kernels = match &mut report.status {
        FileStatus::Checked(kernels) => kernels.iter_mut(),
        FileStatus::NotAnalysed { .. } => return,
    };
    for kernel in kernels.filter(|kernel| symbols.contains(kernel.symbol.as_str())) {
        kernel.findings.push(finding(span));
    }
}

fn finding(span: &Span) -> Finding {
    let rule = codes::REDUNDANT_BARRIER.rule;
    let (mode, variables) = (AccessMode::Barrier, vec![]);
    let (thread, block, values, opaque) = ([0; 3], [0; 3], vec![], vec![]);
    Finding {
        parties: vec![Party { mode, span: span.clone(), thread, block, values, variables, opaque }],
        ..rule.finding(
            Level::Block,
            "redundant barrier: without it the kernel is proved as well, for all launches".to_owned(),
        )
    }
}
