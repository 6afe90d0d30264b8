//! What is checked for a document, and how: as its compilation database compiles it, else with the options of the command line, and with
//! the texts of the editor in place of those on the disk.
//!
//! A header is checked in the first few units that include it; without a database it is not checked. Direction: other units may have
//! other findings.

use crate::command::mend::{Mended, mended};
use crate::command::telling::{compared, settle};
use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::severity::Policy;
use crate::diagnostics::sources::{Disk, Kept, Sources};
use crate::driver::Check;
use crate::front::config::{Config, Environment};
use crate::front::database;
use crate::front::inputs::{is_header, meant};
use crate::front::nvcc::Invocation;
use crate::front::project::Project;
use crate::verdict::{FileReport, FileStatus};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most units that a header is checked in.
const MOST_UNITS: usize = 4;
/// Where databases lie, below a folder above the source.
const PLACES: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

/// What is to be checked, as it stood when that was asked for.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) path: PathBuf,
    pub(super) config: Config,
    pub(super) invocation: Invocation,
    /// With the texts of the editor, and the stop for this check.
    pub(super) environment: Environment,
}

/// One unit that was checked.
#[derive(Clone)]
pub(super) struct Checked {
    /// Its severities are settled.
    pub(super) report: FileReport,
    /// To which its paths are relative.
    pub(super) directory: PathBuf,
}

/// One compilation.
struct Target {
    config: Config,
    invocation: Invocation,
    environment: Environment,
    file: PathBuf,
}

/// Checks a document. `tell` gets the findings, and then, if some may be mended by barriers, the same with their fixes.
pub(super) fn run(task: &Task, tell: &mut dyn FnMut(Result<Vec<Checked>, String>)) {
    let targets = match targets(task) {
        Ok(targets) => targets,
        Err(why) => return tell(Err(why)),
    };
    let first: Vec<FileReport> =
        targets.iter().map(|target| caught(&target.file, || target.check().file(&target.file))).collect();
    tell(targets.iter().zip(first.clone()).map(|(target, report)| settled(target, report)).collect());
    let mut any = false;
    let with_fixes = targets.iter().zip(first).map(|(target, report)| {
        let config = Config { suggest: true, ..target.config.clone() };
        let check = Check { config: &config, ..target.check() };
        let tried = catch_unwind(AssertUnwindSafe(|| mended(&check, &target.file, report.clone())));
        let Ok(Ok(Mended { report: found, .. })) = tried else { return settled(target, report) };
        any |= found != report;
        settled(target, found)
    });
    let with_fixes: Result<Vec<Checked>, String> = with_fixes.collect();
    if any {
        tell(with_fixes);
    }
}

/// A check whose failure is that of its file.
fn caught(file: &Path, check: impl FnOnce() -> FileReport) -> FileReport {
    catch_unwind(AssertUnwindSafe(check)).unwrap_or_else(|_| {
        let status = FileStatus::NotAnalysed { reason: "raceproof failed on it".to_owned(), details: String::new() };
        FileReport { path: file.display().to_string(), status, ..FileReport::default() }
    })
}

/// As `check` tells it: what is allowed and known set aside, the findings of one defect gathered.
fn settled(target: &Target, report: FileReport) -> Result<Checked, String> {
    let Target { config, environment, .. } = target;
    let sources = Kept::new(|path: &str| text(environment, path));
    let mut reports = [report];
    let policies: [&Policy; 1] = [&config.policy];
    settle(config, (&mut reports, &policies), environment, &sources);
    compared(config, &mut reports, environment, &sources)?;
    let [report] = reports;
    Ok(Checked { report, directory: environment.directory.clone() })
}

/// A file's text as it was checked.
fn text(environment: &Environment, path: &str) -> Option<Arc<str>> {
    let path = lexically(&environment.directory.join(path));
    match environment.instead.get(&path) {
        Some(text) => Some(String::from_utf8_lossy(text).into()),
        None => Disk.text(path.to_str()?),
    }
}

impl Target {
    fn check(&self) -> Check<'_> {
        Check { config: &self.config, invocation: &self.invocation, environment: &self.environment }
    }
}

fn targets(task: &Task) -> Result<Vec<Target>, String> {
    let Task { path, config, invocation, environment, .. } = task;
    let target = |file: &Path, directory: &Path, invocation: &Invocation| -> Result<Option<Target>, String> {
        let project = Project::of(file, directory).map_err(|e| e.to_string())?;
        if project.as_ref().is_some_and(|project| project.excludes(file, directory)) {
            return Ok(None);
        }
        let config = project.map_or_else(|| config.clone(), |project| project.complete(config));
        let environment = Environment { directory: directory.to_owned(), ..environment.clone() };
        Ok(Some(Target { config, invocation: invocation.clone(), environment, file: file.to_owned() }))
    };
    if let Some(place) = database_above(path) {
        let units = database::read(&place, environment).map_err(|e| e.to_string())?;
        let meant = meant(units, std::slice::from_ref(path), &environment.directory, &place);
        if let Ok(meant) = meant {
            let most = if meant.headers.is_empty() { usize::MAX } else { MOST_UNITS };
            let units = meant.units.iter().take(most);
            let targets = units.map(|unit| target(&unit.file, &unit.directory, &unit.invocation));
            return targets.filter_map(Result::transpose).collect();
        }
    }
    if is_header(path) && invocation.language.is_none() {
        return Ok(vec![]);
    }
    Ok(target(path, &environment.directory, invocation)?.into_iter().collect())
}

/// The nearest compilation database above a file.
fn database_above(path: &Path) -> Option<PathBuf> {
    let folders = path.ancestors().skip(1);
    folders.flat_map(|folder| PLACES.map(|place| folder.join(place))).find(|place| place.is_file())
}
