//! A kernel file that is compiled and checked once, in this process: its kernels, and its report in every format.

use super::source::Source;
use libtest_mimic::Failed;
use raceproof::command::cli::{self, Command};
use raceproof::command::{self, Printed};
use raceproof::diagnostics::render::Format;
use raceproof::driver::Check;
use raceproof::front::config::{Config, Environment};
use raceproof::front::nvcc::Invocation;
use raceproof::kernel::Kernel;
use raceproof::verdict::{FileReport, FileStatus, Finding, Reason};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// As the process would be started at the repository's root.
pub(crate) fn environment() -> Environment {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    Environment { directory, ..Environment::from_vars(std::env::vars_os()) }
}

/// What the options of a file's first line say.
pub(crate) fn configured<'o>(options: impl IntoIterator<Item = &'o str>, file: &Path) -> (Config, Invocation) {
    let arguments = ["check"].into_iter().chain(options).map(OsString::from);
    match cli::parse(arguments.chain([file.as_os_str().to_owned()]), &environment()) {
        Ok(Command::Check { config, invocation, .. }) => (config, invocation),
        other => panic!("{}: no check: {other:?}", file.display()),
    }
}

/// What was made of a file.
pub(crate) struct Checked {
    pub(crate) config: Config,
    pub(crate) kernels: Vec<Kernel>,
    report: FileReport,
}

impl Checked {
    pub(crate) fn of(source: &Source) -> Checked {
        let file = Path::new(&source.path);
        let (config, invocation) = configured(source.options.iter().map(String::as_str), file);
        let environment = environment();
        let check = Check { config: &config, invocation: &invocation, environment: &environment };
        let (report, kernels) = check.file_and_kernels(file);
        Checked { config, kernels, report }
    }

    /// What `raceproof check --format` prints.
    pub(crate) fn printed(&self, format: Format) -> Result<Printed, Failed> {
        let config = Config { format, ..self.config.clone() };
        let mut report = self.report.clone();
        if let FileStatus::Checked(kernels) = &mut report.status {
            kernels.iter_mut().flat_map(|kernel| &mut kernel.findings).for_each(|finding| finding.replay = None);
        }
        Ok(command::told(&config, vec![report], &environment(), Some(2))?)
    }

    /// The findings of all kernels.
    pub(crate) fn findings(&self) -> impl Iterator<Item = &Finding> {
        let kernels = match &self.report.status {
            FileStatus::Checked(kernels) => kernels.as_slice(),
            FileStatus::NotAnalysed { .. } => &[],
        };
        kernels.iter().flat_map(|kernel| &kernel.findings)
    }

    /// The kernels that a clock ended, or on which raceproof failed.
    pub(crate) fn cut_short(&self) -> Vec<&str> {
        let FileStatus::Checked(kernels) = &self.report.status else { return vec![] };
        let is_refused = |reason: &Reason| *reason == Reason::OtherLaunch;
        let cut = kernels.iter().filter(|k| k.stats.cut_short && !k.open.iter().any(|open| is_refused(&open.why)));
        cut.map(|k| k.name.as_str()).collect()
    }
}
