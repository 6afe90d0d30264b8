//! Kernels → reports, in parallel, as long as there is time.
//!
//! **Invariant:** a kernel that is not finished in time is `unknown`, and so is one that raceproof fails on. The solver
//! cannot be interrupted everywhere: threads that are still at work when the time is over end with the process.

use crate::analysis::asking::decide::Decide;
use crate::analysis::concrete::performance;
use crate::analysis::contracts::breaches::{self, Breach, denied};
use crate::analysis::contracts::related::{complete, obeying, possible};
use crate::analysis::reports::of_launches::{called_here, is_contradiction, joined, left_out, merged};
use crate::analysis::{self, Options};
use crate::driver::cache::kernels::Kernels;
use crate::driver::launches;
use crate::front::busy::Busy;
use crate::front::config::Stop;
use crate::kernel::overlay::Laid;
use crate::kernel::shapes::{Shape, is_distance_known, parts};
use crate::kernel::{Kernel, LaunchFacts};
use crate::smt::{Answer, Budget, Model, Solver};
use crate::term::{Excess, Term, Terms};
use crate::verdict::{Approximation, Divergence, KernelReport, Open, Reason, Stats, Verdict};
use rayon::prelude::*;
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// Wall time for one query: the backstop behind the solver's own limits.
const QUERY_TIME: Duration = Duration::from_secs(120);
/// Quarters of a kernel's work that are done for a shape: at first without its relations, then with them, and again without.
const QUARTERS: [u32; 3] = [1, 3, 4];
/// How often a stop is looked for.
const TICK: Duration = Duration::from_millis(20);

/// What is said beside findings for launches that pass several pointers into one object.
const COMMON: &str = "the launch passes pointers into one object, as far apart as this says in bytes: ";

/// Who is told of the work, and what is kept of it.
#[derive(Clone, Copy)]
pub(in crate::driver) struct Around<'a> {
    pub(in crate::driver) busy: &'a Busy,
    pub(in crate::driver) known: Option<&'a Kernels>,
}

/// The reports of kernels by their numbers.
pub(super) fn numbered(
    work: Vec<(usize, (Kernel, Options))>,
    stop: Option<&Stop>,
    around: Around<'_>,
) -> BTreeMap<usize, KernelReport> {
    let (numbers, work): (Vec<usize>, Vec<_>) = work.into_iter().unzip();
    let reports = match stop {
        None => work.par_iter().map(|(kernel, options)| known_or_checked(kernel, options, around)).collect(),
        Some(stop) => until(stop, work, around),
    };
    numbers.into_iter().zip(reports).collect()
}

/// What can be checked until `stop` is set. The threads are not rayon's, since they may never come to an end.
fn until(stop: &Stop, work: Vec<(Kernel, Options)>, around: Around<'_>) -> Vec<KernelReport> {
    let mut reports: Vec<KernelReport> = work.iter().map(|(kernel, _)| not_finished(kernel)).collect();
    let (sender, receiver) = mpsc::channel();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(work.len());
    let work = Arc::new((work, AtomicUsize::new(0)));
    for _ in 0..threads {
        let (work, sender) = (Arc::clone(&work), sender.clone());
        let (busy, known) = (around.busy.clone(), around.known.cloned());
        thread::spawn(move || {
            let (work, next) = &*work;
            let around = Around { busy: &busy, known: known.as_ref() };
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some((kernel, options)) = work.get(at) else { break };
                if sender.send((at, known_or_checked(kernel, options, around))).is_err() {
                    break;
                }
            }
        });
    }
    drop(sender);
    loop {
        match receiver.recv_timeout(TICK) {
            Ok((at, report)) => reports[at] = report,
            Err(mpsc::RecvTimeoutError::Timeout) if !stop.is_set() => {}
            Err(mpsc::RecvTimeoutError::Timeout | mpsc::RecvTimeoutError::Disconnected) => return reports,
        }
    }
}

/// The report that was kept of a kernel, or a new one.
fn known_or_checked(kernel: &Kernel, options: &Options, around: Around<'_>) -> KernelReport {
    let Some(known) = around.known else { return one(kernel, options, around.busy) };
    let form = known.form(&format!("{kernel:?} {options:?}"));
    known.get(&form).unwrap_or_else(|| {
        let report = one(kernel, options, around.busy);
        known.put(&form, &report);
        report
    })
}

/// Checks one kernel, unless it is launched otherwise than was given.
fn one(kernel: &Kernel, options: &Options, busy: &Busy) -> KernelReport {
    let _at_work = busy.begin(kernel.name.clone());
    let denied: Vec<Breach> = parts(kernel).flat_map(|part| denied(part, &options.launch)).collect();
    if denied.is_empty() {
        return with_notes(kernel, options, for_its_parts(kernel, options));
    }
    let mut report = unknown(kernel, Reason::OtherLaunch);
    report.findings.extend(denied.into_iter().map(|breach| breach.finding));
    report
}

/// A report with what accesses cost, if that is asked for.
fn with_notes(kernel: &Kernel, options: &Options, mut report: KernelReport) -> KernelReport {
    if options.performance && !is_contradiction(&report) {
        let launches = launches::of_parts(kernel, options);
        let notes = catch_unwind(AssertUnwindSafe(|| performance::notes(&launches)));
        report.findings.extend(notes.unwrap_or_default());
    }
    report
}

/// Checks one kernel for each shape of its launches that it allows, or if there are none for all launches. Variants of it share its time
/// and work.
fn for_its_parts(kernel: &Kernel, options: &Options) -> KernelReport {
    let share = launches::shared(options, parts(kernel).count());
    let reports: Vec<KernelReport> = parts(kernel).map(|part| for_its_launches(part, &share)).collect();
    reports.into_iter().reduce(joined).unwrap_or_else(|| launched(kernel, options))
}

fn for_its_launches(kernel: &Kernel, options: &Options) -> KernelReport {
    let cases = launches::cases(kernel, options).into_iter();
    let checked = cases.map(|(mut shape, options)| {
        let report = shaped(kernel, &mut shape, options);
        let report = overlaid(kernel, &shape.facts, report);
        (shape, report)
    });
    let (excluded, allowed): (Vec<_>, Vec<_>) = checked.partition(|(_, report)| is_contradiction(report));
    let any = || {
        let report = overlaid(kernel, &options.launch, launched(kernel, options));
        match launches::of_variant(kernel, &options.launch) {
            Some(shape) => merged(vec![(shape, report.clone())]).unwrap_or(report),
            None => report,
        }
    };
    let mut report = merged(allowed).map_or_else(any, |report| called_here(kernel, report));
    let found = if is_contradiction(&report) { Ok(vec![]) } else { breaches(kernel, options) };
    let found = match found {
        Ok(found) => found,
        Err(cause) => return given_up(kernel, cause.as_ref()),
    };
    if found.is_empty() {
        report.assumptions.extend(excluded.iter().map(|(shape, _)| left_out(shape)));
    }
    found.into_iter().fold(report, with_breach)
}

fn breaches(kernel: &Kernel, options: &Options) -> std::thread::Result<Vec<Breach>> {
    catch_unwind(AssertUnwindSafe(|| breaches::breaches(kernel, options, &mut solver(options))))
}

/// A kernel that runs where it must not is not proved.
fn with_breach(mut report: KernelReport, Breach { finding, runs }: Breach) -> KernelReport {
    if runs && report.verdict == Verdict::RaceFree {
        report.verdict = Verdict::Unknown;
        report.open.push(Open::kernel(Reason::BrokenContract));
    }
    report.findings.push(finding);
    report
}

/// A report for launches that pass several pointers into one object. Where it is not known how far apart they lead, a race
/// may be one of distances that no launch has.
fn overlaid(kernel: &Kernel, facts: &LaunchFacts, report: KernelReport) -> KernelReport {
    let distances = |of: &dyn Fn(&Laid) -> bool| -> Vec<String> {
        kernel.overlays.iter().filter(|laid| of(laid)).map(|laid| laid.shown.clone()).collect()
    };
    let open = distances(&|laid| !is_distance_known(facts, laid));
    let mut report =
        if open.is_empty() { report } else { possible(report, &Approximation::OpenDistance { distances: open }) };
    let unclear = distances(&|laid| laid.overlay.is_unclear);
    if !unclear.is_empty() {
        report = possible(report, &Approximation::ChosenPointers { distances: unclear });
    }
    for finding in &mut report.findings {
        finding.notes.extend(kernel.overlays.iter().map(|laid| format!("{COMMON}{}", laid.shown)));
    }
    report
}

/// Checks one kernel for launches of a shape. What relates dimensions and arguments makes queries harder and is mostly not
/// needed: it is left out of the shape where the kernel is proved without in a part of its work, or where nothing is decided with it.
fn shaped(kernel: &Kernel, shape: &mut Shape, options: Options) -> KernelReport {
    if options.launch.relations.is_empty() {
        return launched(kernel, &options);
    }
    let launch = LaunchFacts { relations: vec![], ..options.launch.clone() };
    let unrelated = Options { launch, ..options.clone() };
    let work = |quarters: u32| options.effort.map(|effort| effort * quarters / 4);
    let [brief, related, rest] = QUARTERS.map(work);
    let brief = Options { effort: brief, ..unrelated.clone() };
    let mut without = match alone(kernel, &options.launch, launched(kernel, &brief)) {
        ControlFlow::Break(enough) => {
            shape.facts.relations.clear();
            return enough;
        }
        ControlFlow::Continue(without) => without,
    };
    let mut with = launched(kernel, &Options { effort: related, ..options.clone() });
    with.stats.add(&without.stats);
    if !is_decided(&with) && without.ran_out() {
        without = launched(kernel, &Options { effort: rest, ..unrelated });
        with.stats.add(&without.stats);
    }
    // That no launch has the relations may be true only where arithmetic of the host does not wrap.
    if !is_decided(&with) && without.verdict != Verdict::Unknown || is_contradiction(&with) {
        shape.facts.relations.clear();
        without.stats = with.stats;
        return obeying(kernel, &options.launch, without);
    }
    complete(&mut with, obeying(kernel, &options.launch, without));
    with
}

/// Whether something was found out. Where threads miss a barrier, that is it, and races are not looked for.
fn is_decided(report: &KernelReport) -> bool {
    report.verdict != Verdict::Unknown || report.divergence == Divergence::Divergent
}

/// A report for launches without their relations where these are not needed, as all is proved, or no time is left to ask with them; else
/// it comes back.
fn alone(kernel: &Kernel, launch: &LaunchFacts, without: KernelReport) -> ControlFlow<KernelReport, KernelReport> {
    let is_proved = without.verdict == Verdict::RaceFree && without.divergence == Divergence::Free;
    if is_proved && without.findings.is_empty() {
        ControlFlow::Break(without)
    } else if without.verdict == Verdict::Unknown && without.stats.cut_short {
        ControlFlow::Break(obeying(kernel, launch, without))
    } else {
        ControlFlow::Continue(without)
    }
}

/// Checks one kernel with a solver of its own: what a solver answers depends on what it was asked before.
fn launched(kernel: &Kernel, options: &Options) -> KernelReport {
    let start = Instant::now();
    let mut solver = solver(options);
    let outcome = catch_unwind(AssertUnwindSafe(|| analysis::check(kernel, options, &mut solver)));
    let late = options.deadline.is_some_and(|deadline| start.elapsed() >= deadline);
    match outcome {
        Ok(mut report) => {
            report.stats.cut_short = late || solver.met_backstop();
            report
        }
        Err(cause) => given_up(kernel, cause.as_ref()),
    }
}

/// A kernel that took too much, or on which raceproof fails.
fn given_up(kernel: &Kernel, cause: &(dyn Any + Send)) -> KernelReport {
    match cause.downcast_ref::<Excess>() {
        Some(excess) => {
            let mut report = unknown(kernel, (*excess).into());
            report.stats.cut_short = *excess == Excess::Time;
            report
        }
        None => unknown(kernel, Reason::Failed),
    }
}

fn not_finished(kernel: &Kernel) -> KernelReport {
    let mut report = unknown(kernel, Reason::NotFinished);
    report.stats.unfinished = true;
    report
}

fn unknown(kernel: &Kernel, why: Reason) -> KernelReport {
    KernelReport {
        name: kernel.name.clone(),
        symbol: kernel.symbol.clone(),
        span: kernel.span.clone(),
        of_library: false,
        verdict: Verdict::Unknown,
        divergence: Divergence::Unknown,
        open: vec![Open::kernel(why)],
        findings: vec![],
        suppressed: vec![],
        assumptions: vec![],
        stats: Stats { cut_short: true, ..Stats::default() },
    }
}

/// A query may take as long as its kernel, but no longer than [`QUERY_TIME`]; all together may do the kernel's work.
pub(in crate::driver) fn solver(options: &Options) -> Solver {
    let time = options.deadline.map_or(QUERY_TIME, |kernel| kernel.min(QUERY_TIME));
    let solver = Solver::new(Budget { time });
    match options.effort {
        Some(effort) => solver.with_effort(effort),
        None => solver,
    }
}

impl Decide for Solver {
    fn decide(&mut self, terms: &mut Terms, facts: &[Term], accept: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer {
        self.check(terms, facts, accept)
    }

    fn be_brief(&mut self, brief: bool) {
        Solver::be_brief(self, brief);
    }

    fn be_patient(&mut self) {
        Solver::be_patient(self);
    }

    fn is_exhausted(&self) -> bool {
        Solver::is_exhausted(self)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test fails by panicking")]
    use super::*;
    use crate::kernel::relation::{HostValue, Quantity};
    use crate::map::{lower, parse};
    use crate::term::{Axis, CompareOp};
    use crate::verdict::Certainty;

    #[test]
    fn what_there_was_no_time_to_relate_is_held_against_the_launch() {
        let protocol = parse("one.map", "protocol one { shared cell; wr cell[threadIdx.x / 2]; sync; }").unwrap();
        let kernel = lower(&protocol[0]).unwrap();
        let certainty = |threads: u64| {
            let dim = HostValue::Quantity(Quantity::BlockDim(Axis::X), 32);
            let relation = HostValue::Compare(CompareOp::Eq, dim.into(), HostValue::Constant(32, threads).into());
            let launch = LaunchFacts { relations: vec![relation], ..LaunchFacts::default() };
            let mut found = launched(&kernel, &Options::default());
            let witness = found.findings[0].given.as_ref().unwrap().block_dim[0];
            (found.verdict, found.stats.cut_short) = (Verdict::Unknown, true);
            (alone(&kernel, &launch, found).break_value().unwrap().findings[0].certainty, witness)
        };
        let (of_one, witness) = certainty(1);
        assert_eq!(of_one, Certainty::Possible, "no launch with one thread has the witness");
        assert_eq!(certainty(witness.into()).0, Certainty::Race);
    }
}
