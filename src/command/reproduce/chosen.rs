//! Checks the file once more, finds the finding that is meant, and writes the program for it.

use super::paused;
use super::text::{Case, files};
use crate::diagnostics::render::{file_of, id};
use crate::diagnostics::{defects, plain};
use crate::driver::Check;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport};
use std::fs;
use std::path::{Path, PathBuf};

/// A finding in its report.
struct Place<'a> {
    path: &'a Path,
    kernels: &'a [KernelReport],
    kernel: &'a KernelReport,
    finding: &'a Finding,
    /// The finding that tells it.
    told: &'a Finding,
    id: String,
}

/// Writes the program for the finding that is called `wanted` into a folder, and says so.
///
/// # Errors
/// That there is no such finding, or more than one, and which; why there is no program for it; that a file cannot be written.
pub(in crate::command) fn reproduce(
    check: &Check<'_>,
    sources: &[PathBuf],
    wanted: &str,
    options: &[String],
    output: &Path,
) -> Result<String, String> {
    let mut reports: Vec<FileReport> = sources.iter().map(|source| check.file(source)).collect();
    defects::gather(&mut reports, &check.environment.directory);
    if let Some((path, reason)) = reports.iter().find_map(not_analysed) {
        return Err(format!("{path} was not analysed: {reason}"));
    }
    let place = chosen(sources, &reports, wanted)?;
    let symbols = [place.kernel.symbol.clone()];
    let programs = check.programs(place.path, &symbols).map_err(|(reason, _)| reason)?;
    let program = programs.first().ok_or_else(|| format!("the code of `{}` cannot be read", place.kernel.name))?;
    let here = &check.environment.directory;
    let pauses = paused::of(check, place.path, &place.kernel.symbol, place.finding);
    let case = Case {
        id: &place.id,
        finding: place.finding,
        kernel: place.kernel,
        kernels: place.kernels,
        program,
        source: &here.join(place.path),
        directory: here,
        options,
        pauses: &pauses,
    };
    let folder = here.join(output);
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", output.display()))?;
    for (name, text) in files(&case)? {
        let file = folder.join(name);
        fs::write(&file, text).map_err(|e| format!("{}: {e}", file.display()))?;
    }
    let shown = output.display();
    Ok(plain(&format!("{}\n{shown}/reproduce.cu, {shown}/Makefile: make -C {shown} run\n", place.id)))
}

fn not_analysed(report: &FileReport) -> Option<(&str, &str)> {
    match &report.status {
        FileStatus::NotAnalysed { reason, .. } => Some((&report.path, reason)),
        FileStatus::Checked(_) => None,
    }
}

/// The finding that is meant: by its name, by a line of one of its accesses, or because there is no other.
fn chosen<'a>(sources: &'a [PathBuf], reports: &'a [FileReport], wanted: &str) -> Result<Place<'a>, String> {
    let mut meant: Vec<Place<'a>> =
        places(sources, reports).into_iter().filter(|place| is_meant(place, wanted)).collect();
    let first = meant.first().ok_or_else(|| format!("there is no finding {wanted} with a witness"))?;
    if meant.iter().any(|place| !std::ptr::eq(place.told, first.told)) {
        let list: Vec<String> =
            meant.iter().map(|place| format!("  {}: {}", place.id, place.finding.message())).collect();
        return Err(format!("{wanted} is not one finding: name one of\n{}", list.join("\n")));
    }
    Ok(meant.swap_remove(0))
}

/// All findings with a witness, those first that are told; those that are told of another kernel are left out.
fn places<'a>(sources: &'a [PathBuf], reports: &'a [FileReport]) -> Vec<Place<'a>> {
    let mut all = vec![];
    for (path, report) in sources.iter().zip(reports) {
        let FileStatus::Checked(kernels) = &report.status else { continue };
        for kernel in kernels {
            for told in kernel.findings.iter().filter(|finding| finding.same_as.is_none()) {
                let each = std::iter::once(told).chain(&told.also).filter(|finding| finding.given.is_some());
                all.extend(each.map(|finding| {
                    let id = id(kernel, finding);
                    Place { path, kernels, kernel, finding, told, id }
                }));
            }
        }
    }
    all
}

fn is_meant(place: &Place<'_>, wanted: &str) -> bool {
    if wanted.contains('@') {
        return place.id == wanted;
    }
    let file = file_of(wanted);
    let mut numbers = wanted[file.len()..].split(':').skip(1).map(str::parse::<u32>);
    let line = numbers.next().and_then(Result::ok);
    let is_there = |named: &str| Path::new(named).ends_with(file.trim_start_matches("./"));
    match line {
        None => is_there(&place.path.display().to_string()),
        Some(line) => place.finding.parties.iter().any(|party| party.span.line == line && is_there(&party.span.file)),
    }
}
