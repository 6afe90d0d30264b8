//! How a file is compiled and checked that a client names: as the compilation database above it compiles it, else with the options of the
//! command line, and as `raceproof.toml` says.
//!
//! A header is checked in the first few units that include it; without a database it is not checked. Direction: other units may have
//! other findings.

use crate::command::telling::{compared, settle, text};
use crate::diagnostics::severity::Policy;
use crate::diagnostics::sources::Kept;
use crate::driver::Check;
use crate::front::config::{Config, Environment};
use crate::front::database;
use crate::front::inputs::{is_header, meant};
use crate::front::nvcc::Invocation;
use crate::front::project::Project;
use crate::verdict::{FileReport, FileStatus};
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most units that a header is checked in.
const MOST_UNITS: usize = 4;
/// Where databases lie, below a folder above the source.
const PLACES: [&str; 2] = ["compile_commands.json", "build/compile_commands.json"];

/// One compilation.
pub(super) struct Target {
    pub(super) config: Config,
    pub(super) invocation: Invocation,
    pub(super) environment: Environment,
    pub(super) file: PathBuf,
}

/// One that was checked.
#[derive(Clone)]
pub(super) struct Checked {
    /// Its severities are settled.
    pub(super) report: FileReport,
    /// To which its paths are relative.
    pub(super) directory: PathBuf,
    /// Files that were read otherwise than they are.
    instead: Arc<BTreeMap<PathBuf, Vec<u8>>>,
}

impl Checked {
    /// The text of a file that was read otherwise than it is.
    pub(super) fn text(&self, path: &Path) -> Option<Arc<str>> {
        self.instead.get(path).map(|text| String::from_utf8_lossy(text).into())
    }
}

impl Target {
    pub(super) fn check(&self) -> Check<'_> {
        Check { config: &self.config, invocation: &self.invocation, environment: &self.environment }
    }

    /// Checks it; where that fails, the file is not analysed.
    pub(super) fn report(&self) -> FileReport {
        catch_unwind(AssertUnwindSafe(|| self.check().file(&self.file))).unwrap_or_else(|_| {
            let status =
                FileStatus::NotAnalysed { reason: "raceproof failed on it".to_owned(), details: String::new() };
            FileReport { path: self.file.display().to_string(), status, ..FileReport::default() }
        })
    }

    /// As `check` tells it: what is allowed and known set aside, the findings of one defect gathered.
    ///
    /// # Errors
    /// That a baseline cannot be read.
    pub(super) fn settled(&self, report: FileReport) -> Result<Checked, String> {
        let Target { config, environment, .. } = self;
        let sources = Kept::new(|path: &str| text(environment, path));
        let mut reports = [report];
        let policies: [&Policy; 1] = [&config.policy];
        settle(config, (&mut reports, &policies), environment, &sources);
        compared(config, &mut reports, environment, &sources)?;
        let [report] = reports;
        Ok(Checked { report, directory: environment.directory.clone(), instead: Arc::clone(&environment.instead) })
    }
}

/// The compilations of a file; none if it is excluded.
///
/// # Errors
/// That a database or a project's file cannot be read.
pub(super) fn targets(
    path: &Path,
    config: &Config,
    invocation: &Invocation,
    environment: &Environment,
) -> Result<Vec<Target>, String> {
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
        if let Ok(meant) = meant(units, &[path.to_owned()], &environment.directory, &place) {
            let most = if meant.headers.is_empty() { usize::MAX } else { MOST_UNITS };
            let units = meant.units.iter().take(most);
            let targets = units.map(|unit| target(&unit.file, &unit.directory, &unit.invocation));
            return targets.filter_map(Result::transpose).collect();
        }
    }
    if is_header(path) && invocation.language.is_none() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        return Err(format!("{name} is not checked: no unit of a compile_commands.json above it includes it"));
    }
    Ok(target(path, &environment.directory, invocation)?.into_iter().collect())
}

/// The nearest compilation database above a file.
fn database_above(path: &Path) -> Option<PathBuf> {
    let folders = path.ancestors().skip(1);
    folders.flat_map(|folder| PLACES.map(|place| folder.join(place))).find(|place| place.is_file())
}
