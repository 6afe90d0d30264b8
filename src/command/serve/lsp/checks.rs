//! The check of a document, with the texts of the editor in place of those on the disk: first the findings, then what mends them.

use crate::command::mend::{Mended, mended};
use crate::command::serve::targets::{Checked, targets};
use crate::driver::Check;
use crate::front::config::{Config, Environment};
use crate::front::nvcc::Invocation;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

/// What is to be checked, as it stood when that was asked for.
#[derive(Clone)]
pub(super) struct Task {
    pub(super) path: PathBuf,
    pub(super) config: Config,
    pub(super) invocation: Invocation,
    /// With the texts of the editor, and the stop for this check.
    pub(super) environment: Environment,
}

/// Checks a document. `tell` gets the findings, and then, if some may be mended by barriers, the same with their fixes.
pub(super) fn run(task: &Task, tell: &mut dyn FnMut(Result<Vec<Checked>, String>)) {
    let Task { path, config, invocation, environment } = task;
    let targets = match targets(path, config, invocation, environment) {
        Ok(targets) => targets,
        Err(why) => return tell(Err(why)),
    };
    let reports: Vec<_> = targets.iter().map(|target| target.report()).collect();
    tell(targets.iter().zip(reports.clone()).map(|(target, report)| target.settled(report)).collect());
    let mut any = false;
    let with_fixes = targets.iter().zip(reports).map(|(target, report)| {
        let config = Config { suggest: true, ..target.config.clone() };
        let check = Check { config: &config, ..target.check() };
        let tried = catch_unwind(AssertUnwindSafe(|| mended(&check, &target.file, report.clone())));
        let Ok(Ok(Mended { report: found, .. })) = tried else { return target.settled(report) };
        any |= found != report;
        target.settled(found)
    });
    let with_fixes: Result<Vec<Checked>, String> = with_fixes.collect();
    if any {
        tell(with_fixes);
    }
}
