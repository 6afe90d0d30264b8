//! From reports to what is printed, in the order of `src/diagnostics/mod.rs`: what the sources allow is set aside, everything gets
//! its severity, what a baseline knows is set aside, and the rest is written.

mod focus;

use crate::command::printed::Printed;
use crate::diagnostics::baseline::Baseline;
use crate::diagnostics::defects;
use crate::diagnostics::fingerprint::{Fingerprints, lexically};
use crate::diagnostics::own;
use crate::diagnostics::render::{Format, Style, render};
use crate::diagnostics::severity::{Policy, exit_code};
use crate::diagnostics::sources::{Disk, Kept, Sources};
use crate::diagnostics::suppress;
use crate::driver::cache::units;
use crate::front::config::{Config, Environment, LevelLimit};
use crate::verdict::{FileReport, FileStatus, Severity};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Applies what sources and options say about severities, and writes the report. A file that cannot be analysed gives the exit
/// code `failure`, if one is named; without, it is a build.
///
/// # Errors
/// Why nothing could be analysed, in a build; that a file cannot be read or written.
pub fn told(
    config: &Config,
    reports: Vec<FileReport>,
    environment: &Environment,
    failure: Option<u8>,
) -> Result<Printed, String> {
    let policies = vec![&config.policy; reports.len()];
    told_each(config, (reports, &policies), environment, failure)
}

/// As [`told`], where each report has severities of its own.
pub(super) fn told_each(
    config: &Config,
    (mut reports, policies): (Vec<FileReport>, &[&Policy]),
    environment: &Environment,
    failure: Option<u8>,
) -> Result<Printed, String> {
    let sources = Kept::new(|path: &str| text(environment, path));
    settle(config, (&mut reports, policies), environment, &sources);
    let is_build = failure.is_none();
    if let Some(folder) = environment.report_folder.as_ref().filter(|_| is_build) {
        let command: Vec<String> = environment.arguments.iter().map(|a| a.to_string_lossy().into_owned()).collect();
        let left = units::leave(folder, &environment.directory, &command, &reports);
        left.map_err(|error| format!("RACEPROOF_REPORT_DIR: {}: {error}", folder.display()))?;
    }
    let hidden = focus::apply(config, &mut reports, environment, &sources)?;
    if let Some(printed) = nothing_to_say(config, &reports).filter(|_| is_build) {
        return printed;
    }
    Ok(finished(config, reports, environment, failure, &sources)?.below(hidden))
}

/// Sets aside what the sources allow and what libraries define, and gives everything its severity.
pub(super) fn settle(
    config: &Config,
    (reports, policies): (&mut [FileReport], &[&Policy]),
    environment: &Environment,
    sources: &dyn Sources,
) {
    suppress::apply(reports, sources, is_whole(config));
    for (report, policy) in reports.iter_mut().zip(policies) {
        policy.apply(report, &environment.directory);
    }
    if !config.system_headers {
        own::set_aside(reports, &environment.directory);
    }
}

/// A file's text as it was checked.
pub(super) fn text(environment: &Environment, path: &str) -> Option<Arc<str>> {
    match environment.instead.get(&lexically(&environment.directory.join(path))) {
        Some(text) => Some(String::from_utf8_lossy(text).into()),
        None => Disk.text(path),
    }
}

/// What a build says where there is nothing to say of kernels, or nothing could be analysed.
fn nothing_to_say(config: &Config, reports: &[FileReport]) -> Option<Result<Printed, String>> {
    if let Some((severity, why)) = nothing_analysed(reports) {
        match severity {
            Some(Severity::Error) => {}
            Some(Severity::Warning | Severity::Note) => return Some(Err(why)),
            None => return Some(Ok(Printed::default())),
        }
    }
    let no_kernels = |report: &FileReport| {
        report.unchecked.is_empty() && matches!(&report.status, FileStatus::Checked(kernels) if kernels.is_empty())
    };
    let is_silent = config.format.is_for_people() && reports.iter().all(no_kernels);
    is_silent.then(|| Ok(Printed::default()))
}

/// Why, if no file could be analysed, and how bad that is; the wrapper makes one line of it.
fn nothing_analysed(reports: &[FileReport]) -> Option<(Option<Severity>, String)> {
    let why = |report: &FileReport| match &report.status {
        FileStatus::NotAnalysed { reason, .. } => {
            Some((report.severities.not_analysed, format!("{}: {reason}", report.path)))
        }
        FileStatus::Checked(_) => None,
    };
    let all: Option<Vec<(Option<Severity>, String)>> = reports.iter().map(why).collect();
    all?.into_iter().next()
}

/// From reports whose severities are settled to what is printed.
///
/// # Errors
/// That a file cannot be read or written.
pub(super) fn finished(
    config: &Config,
    mut reports: Vec<FileReport>,
    environment: &Environment,
    failure: Option<u8>,
    sources: &dyn Sources,
) -> Result<Printed, String> {
    let known = compared(config, &mut reports, environment, sources)?;
    let mut style = Style::new(config.format);
    style.width = environment.width.filter(|_| config.output.is_none());
    style.verbose = config.verbose;
    style.max_findings = config.max_findings;
    style.directory.clone_from(&environment.directory);
    let wants_colour = config.colour.unwrap_or(environment.colour && config.output.is_none());
    style.colour = wants_colour && config.format == Format::Text;
    let text = render(&style, &reports, sources).map_err(|e| e.to_string())?;
    let unread = reports.iter().any(|r| matches!(r.status, FileStatus::NotAnalysed { .. }));
    let code = match failure {
        Some(code) if unread => code,
        Some(_) | None => exit_code(&reports),
    };
    if let Some(output) = &config.output {
        let path = environment.directory.join(output);
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
        return Ok(Printed { out: String::new(), err: known, code });
    }
    Ok(Printed { out: text, err: known, code })
}

/// Gathers the findings that no baseline knows. A line about those that one does.
pub(super) fn compared(
    config: &Config,
    reports: &mut [FileReport],
    environment: &Environment,
    sources: &dyn Sources,
) -> Result<String, String> {
    let Some(path) = config.write_baseline.as_ref().or(config.baseline.as_ref()) else {
        defects::gather(reports, &environment.directory);
        return Ok(String::new());
    };
    let directory = &environment.directory;
    let path = directory.join(path);
    let shown = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let base = folder_of(&path);
    let prints = Fingerprints::of(reports, directory, &base, sources);
    let baseline = if config.write_baseline.is_some() {
        let mut gathered = reports.to_vec();
        defects::gather(&mut gathered, directory);
        let baseline = Baseline::of(&gathered, &prints);
        let text = baseline.text().map_err(|e| shown(&e))?;
        fs::write(&path, text).map_err(|e| shown(&e))?;
        baseline
    } else {
        let text = fs::read_to_string(&path).map_err(|e| shown(&e))?;
        Baseline::read(&text).map_err(|e| shown(&e))?
    };
    baseline.apply(reports, &prints);
    defects::gather(reports, directory);
    // What is not told may still be there.
    let is_whole = is_whole(config) && config.diff.is_none() && config.about.is_empty();
    let counts = baseline.counts(reports, &prints, is_whole);
    Ok(format!("raceproof: baseline: {}\n", counts.sentence()))
}

/// The folder of a file, without links in its path, as far as it exists.
fn folder_of(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.parent().map_or_else(PathBuf::new, Path::to_owned)
}

/// Whether all kernels are asked for, at all levels.
fn is_whole(config: &Config) -> bool {
    config.kernels.is_empty() && config.level.is_none_or(|level| level == LevelLimit::All)
}
