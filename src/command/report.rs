//! `raceproof report DIR`: what builds have left there, as one report.
//!
//! A file that several commands compile (for two targets, or two architectures each) is one file with the kernels of all: of a
//! kernel that several have the worse answer counts in everything, and their findings are joined by their places.
//! Direction: what is left of a unit whose source is gone is not told.

use super::printed::Printed;
use super::telling::finished;
use crate::diagnostics::sources::{Disk, Kept};
use crate::driver;
use crate::driver::cache::units;
use crate::front::config::{Config, Environment};
use crate::verdict::{FileReport, FileStatus, KernelReport};
use std::path::Path;

/// # Errors
/// If the folder has no reports, or something else.
pub(super) fn report(config: &Config, folder: &Path, environment: &Environment) -> Result<Printed, String> {
    let units = units::collect(&environment.directory.join(folder)).map_err(|e| e.to_string())?;
    if units.is_empty() {
        return Err(format!("{}: no build has left a report there (RACEPROOF_REPORT_DIR)", folder.display()));
    }
    let mut merged: Vec<FileReport> = vec![];
    for (directory, reports) in units {
        for mut report in reports {
            driver::moved(&mut report, &directory, &environment.directory);
            if environment.directory.join(&report.path).exists() {
                add(&mut merged, report);
            }
        }
    }
    merged.sort_by(|one, other| one.path.cmp(&other.path));
    finished(config, merged, environment, Some(2), &Kept::new(Disk))
}

/// Adds a report of a file to those of others.
fn add(merged: &mut Vec<FileReport>, report: FileReport) {
    let Some(known) = merged.iter_mut().find(|known| known.path == report.path) else {
        merged.push(report);
        return;
    };
    let FileReport { path: _, status, notes, unchecked, unmatched: _, remarks, severities, system } = report;
    let add = |to: &mut Vec<String>, more: Vec<String>| {
        for one in more {
            if !to.contains(&one) {
                to.push(one);
            }
        }
    };
    add(&mut known.notes, notes);
    add(&mut known.unchecked, unchecked);
    add(&mut known.remarks, remarks);
    add(&mut known.system, system);
    known.severities.unknown = known.severities.unknown.max(severities.unknown);
    known.severities.not_analysed = known.severities.not_analysed.max(severities.not_analysed);
    match (&mut known.status, status) {
        (FileStatus::Checked(known), FileStatus::Checked(kernels)) => {
            kernels.into_iter().for_each(|kernel| add_kernel(known, kernel));
        }
        // That one command could not be analysed is not to be lost.
        (known @ FileStatus::Checked(_), other @ FileStatus::NotAnalysed { .. }) => *known = other,
        (FileStatus::NotAnalysed { .. }, FileStatus::Checked(_) | FileStatus::NotAnalysed { .. }) => {}
    }
}

fn add_kernel(known: &mut Vec<KernelReport>, kernel: KernelReport) {
    match known.iter().position(|other| other.symbol == kernel.symbol) {
        Some(at) => {
            let other = known.remove(at);
            known.insert(at, driver::joined(other, kernel));
        }
        None => known.push(kernel),
    }
}
