//! One file from its text to its report, unless the same was done before.

use super::check::{Check, is_protocol};
use super::devices::{Variant, joined};
use super::front::Front;
use super::lowering::Beside;
use super::paths::shorten_paths;
use super::remember::{Memory, Watch};
use crate::analysis::concrete::{causes, picture};
use crate::analysis::findings::read_back::read_back;
use crate::driver::cache::sources::Sources;
use crate::front::clang;
use crate::front::config::Stop;
use crate::kernel::Kernel;
use crate::kernel::program::Program;
use crate::replay::{Misread, executed, is_wanted, replaced};
use crate::verdict::{FileReport, FileStatus, KernelReport};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often a kernel is checked once more for witnesses that executions did not show.
const ROUNDS: usize = 2;

/// What is made of one file.
struct Analysed {
    report: FileReport,
    /// The files that the unit was made of.
    sources: Option<Sources>,
    /// None if the report was remembered.
    kernels: Vec<Kernel>,
}

/// Puts into the findings what is made of their witnesses, by one of `picture`'s functions. A failure costs that, and nothing else.
fn beside(variants: &[Variant], reports: &mut [KernelReport], put: fn(&[&Kernel], &mut KernelReport)) {
    for report in reports {
        let own = variants.iter().map(|variant| &variant.kernel).filter(|kernel| kernel.symbol == report.symbol);
        let own: Vec<&Kernel> = own.collect();
        let mut drawn = report.clone();
        if catch_unwind(AssertUnwindSafe(|| put(&own, &mut drawn))).is_ok() {
            *report = drawn;
        }
    }
}

impl Check<'_> {
    /// Checks one file.
    #[must_use]
    pub fn file(&self, path: &Path) -> FileReport {
        let _at_work = self.environment.busy.begin(path.display().to_string());
        let Some(memory) = self.memory(path) else { return self.analyse(path, None).report };
        let index = self.index(path, &memory);
        if let Some(known) = index.as_ref().and_then(|index| memory.look(index)) {
            memory.count(true);
            return known;
        }
        let watch = index.as_ref().and_then(|index| Watch::start(&memory, index, path, self.environment));
        let start = clang::read_since();
        let Analysed { report, sources, .. } = self.analyse(path, Some(&memory));
        drop(watch);
        // What the front end could not do it may do the next time; the source does not tell.
        if let Some((index, sources)) = index.zip(sources).filter(|_| report.notes.is_empty()) {
            self.keep(&memory, &index, &sources, start, &report);
        }
        report
    }

    /// Checks one file without looking at what is remembered, and hands out its kernels too: a test runs them.
    #[must_use]
    pub fn file_and_kernels(&self, path: &Path) -> (FileReport, Vec<Kernel>) {
        let Analysed { report, kernels, .. } = self.analyse(path, None);
        (report, kernels)
    }

    /// Checks one file, with what is remembered of its unit.
    fn analyse(&self, path: &Path, memory: Option<&Memory>) -> Analysed {
        let start = Instant::now();
        let front = self.front(path).map(Arc::new);
        let sources = front.as_ref().ok().and_then(|front| front.sources(path));
        let unchecked =
            |status: &FileStatus| front.as_ref().map_or(vec![], |front| self.unchecked(path, front, status));
        if let (Some(memory), Ok(front)) = (memory, &front)
            && let Some(known) = memory.get(front)
        {
            memory.count(true);
            let report = FileReport { unchecked: unchecked(&known.status), ..known };
            return Analysed { report, sources, kernels: vec![] };
        }
        memory.filter(|_| front.is_ok()).into_iter().for_each(|memory| memory.count(false));
        let lowered = front.as_ref().map_err(Clone::clone).and_then(|front| self.lower(path, Arc::clone(front)));
        let (kernels, Beside { notes, unmatched }) =
            lowered.map_or_else(|why| (Err(why), Beside::default()), |(kernels, beside)| (Ok(kernels), beside));
        self.environment.stop.iter().for_each(Stop::say_kernels);
        let status = match &kernels {
            Ok(kernels) => {
                let lower = start.elapsed() / kernels.len().max(1) as u32;
                let finished = memory.zip(front.as_ref().ok()).map(|(memory, front)| memory.finished(front));
                let mut reports = self.reports(kernels, finished.unwrap_or_default(), lower);
                if let Ok(front) = &front {
                    self.execute(path, front, kernels, &mut reports);
                }
                beside(kernels, &mut reports, causes::give);
                if self.config.pictures {
                    beside(kernels, &mut reports, picture::draw);
                }
                if path.is_relative() {
                    reports.iter_mut().for_each(|report| shorten_paths(report, &self.environment.directory));
                }
                FileStatus::Checked(reports)
            }
            Err((reason, details)) => FileStatus::NotAnalysed { reason: reason.clone(), details: details.clone() },
        };
        let kernels = kernels.unwrap_or_default().into_iter().map(|variant| variant.kernel).collect();
        let unchecked = unchecked(&status);
        let path = path.display().to_string();
        let system = front.as_ref().map_or(vec![], |front| self.system(front));
        let report = FileReport { path, status, notes, unchecked, unmatched, system, ..FileReport::default() };
        if let (Some(memory), Ok(front)) = (memory, &front) {
            memory.put(front, &report);
        }
        Analysed { report, sources, kernels }
    }

    /// The reports of a file's kernels, in their order, one for each; those of kernels that were finished earlier are taken over.
    fn reports(&self, variants: &[Variant], finished: Vec<KernelReport>, lower: Duration) -> Vec<KernelReport> {
        let mut order: Vec<String> = vec![];
        for Variant { kernel, .. } in variants {
            if !order.contains(&kernel.symbol) {
                order.push(kernel.symbol.clone());
            }
        }
        let is_open = |v: &&Variant| finished.iter().all(|report| report.symbol != v.kernel.symbol);
        let (open, of): (Vec<&Kernel>, Vec<Vec<String>>) =
            variants.iter().filter(is_open).map(|v| (&v.kernel, v.architectures.clone())).unzip();
        let mut reports = joined(self.verify(open).into_iter().zip(of).collect());
        for r in &mut reports {
            r.stats.lower = lower;
        }
        let known = |symbol: &String| reports.iter().chain(&finished).find(|report| report.symbol == *symbol).cloned();
        order.iter().filter_map(known).collect()
    }

    /// Executes the witnesses of what is an error, or would be one if an execution showed it; what they are follows. Where there is
    /// no time for it, the reports stay what they are, and are not kept.
    fn execute(&self, path: &Path, front: &Arc<Front>, variants: &[Variant], reports: &mut Vec<KernelReport>) {
        let is_asked = |report: &KernelReport| report.findings.iter().any(is_wanted);
        if self.config.no_replay || is_protocol(path) || !reports.iter().any(is_asked) {
            return;
        }
        let asked: Vec<&str> = reports.iter().filter(|report| is_asked(report)).map(|r| r.symbol.as_str()).collect();
        let kernels = variants.iter().map(|variant| &variant.kernel);
        let kernels: Vec<Kernel> = kernels.filter(|kernel| asked.contains(&kernel.symbol.as_str())).cloned().collect();
        let (path, front, before) = (path.to_owned(), Arc::clone(front), reports.clone());
        let after = self
            .in_time(move |check| catch_unwind(AssertUnwindSafe(|| check.executed((&path, &front), &kernels, before))));
        match after {
            Ok(Ok(after)) => *reports = after,
            Ok(Err(_)) => {}
            Err(_) => reports.iter_mut().filter(|r| is_asked(r)).for_each(|report| report.stats.cut_short = true),
        }
    }

    fn executed(
        &self,
        (path, front): (&Path, &Front),
        kernels: &[Kernel],
        mut reports: Vec<KernelReport>,
    ) -> Vec<KernelReport> {
        let is_asked = |report: &&mut KernelReport| report.findings.iter().any(is_wanted);
        let mut asked: Vec<&mut KernelReport> = reports.iter_mut().filter(is_asked).collect();
        let symbols: Vec<String> = asked.iter().map(|report| report.symbol.clone()).collect();
        let programs = self.programs_of(path, front, &symbols).unwrap_or_default();
        for report in &mut asked {
            let mut own: Vec<&Program> = programs.iter().filter(|program| program.symbol == report.symbol).collect();
            own.dedup();
            let misread = executed(report, &own);
            let kernel = kernels.iter().find(|kernel| kernel.symbol == report.symbol);
            kernel.into_iter().for_each(|kernel| self.asked_again(kernel, report, &own, &misread));
        }
        reports
    }

    /// Looks for other witnesses, with what executions read instead of what the first ones say.
    fn asked_again(&self, kernel: &Kernel, report: &mut KernelReport, programs: &[&Program], misread: &[Misread]) {
        let mut rounds = ROUNDS;
        for Misread { finding, read } in misread {
            let mut all = Misread { finding: *finding, read: read.clone() };
            while rounds > 0 {
                rounds -= 1;
                let Some(known) = read_back(kernel, &all.read) else { break };
                let Some(other) = self.verify([&known]).pop() else { break };
                let more = replaced(report, &all, other, programs);
                if more.iter().all(|cell| all.read.contains(cell)) {
                    break;
                }
                all.read.extend(more);
            }
        }
    }
}
