//! What the execution of its witness makes of a finding.
//!
//! * An error that is *refuted* is none: it is possible, and what the execution did instead is named.
//! * A possible race is an error if an execution shows it that starts with contents of memory that any input may have
//!   ([`data`](super::data), [`marks`](super::marks)), and nothing else is approximated. The analysis has weighed its launch and its
//!   parameters as those of a definite witness, and no address of its accesses comes out of memory that the launch fills
//!   ([`Given::weighed`](crate::verdict::Given)).
//!   Where an address comes out of memory of the block's own, or out of a search in data ([`Given::computed`](crate::verdict::Given)), the
//!   kernel may be right by what its user knows of the data: that they are sorted, or distinct. So only ascending data count there.
//!
//! **Invariant:** a failure to execute changes no verdict.

use super::data::data;
use super::marks::marks;
use super::witness::of_finding;
use crate::kernel::program::{Operation, Program, Space, Type};
use crate::replay::input::{Contents, Input, Numbers, Schedule, Unset};
use crate::replay::run::{execute, replayed};
use crate::verdict::rules;
use crate::verdict::{
    Approximation, Cell, Certainty, Finding, FindingKind, KernelReport, Obstacle, Replay, Seen, Severity, Unfollowed,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How many possible races of one kernel are tried, and with how many instructions each time.
const TRIED: usize = 8;
const FUEL: u64 = 500_000;
/// How many errors of one kernel are executed in vain.
const IN_VAIN: usize = 8;

/// Whether the witness of a finding is worth an execution.
#[must_use]
pub fn is_wanted(finding: &Finding) -> bool {
    is_error(finding) || may_be_error(finding) || may_be_unordered(finding)
}

fn is_error(finding: &Finding) -> bool {
    let is_error = finding.severity == Severity::Error && finding.certainty == Certainty::Race;
    // An execution does not tell proxies apart.
    let is_of_proxies = finding.code == rules::PROXY_FENCE.id;
    is_error && !is_of_proxies && matches!(finding.kind, FindingKind::DataRace | FindingKind::BarrierDivergence)
}

/// Whether it rests on nothing but what memory holds, and when loops end by that, and was weighed.
fn may_be_error(finding: &Finding) -> bool {
    let is_value = |rest: &Approximation| {
        matches!(rest, Approximation::Value { .. } | Approximation::EarlierIteration { .. }) || rest.is_of_mbarriers()
    };
    let is_weighed = finding.given.as_ref().is_some_and(|given| given.weighed);
    let is_possible = finding.certainty == Certainty::Possible && finding.kind == FindingKind::DataRace;
    is_possible && is_weighed && finding.approximations.iter().all(is_value)
}

/// Whether it rests on nothing but that mbarriers, which an execution counts, might order it in a way that is not seen.
fn may_be_unordered(finding: &Finding) -> bool {
    let is_weighed = finding.given.as_ref().is_some_and(|given| given.weighed);
    let is_possible = finding.certainty == Certainty::Possible && finding.kind == FindingKind::DataRace;
    is_possible && is_weighed && finding.approximations.iter().all(Approximation::is_of_mbarriers)
}

/// A finding of a report that its execution did not show, with what was read instead of what the witness says.
pub struct Misread {
    /// The finding's place in the report.
    pub finding: usize,
    pub read: Vec<Cell>,
}

/// Executes the witnesses of a kernel's findings; what they are, and the verdict, follows. `programs`: the kernel's, for each
/// architecture. Gives the findings that another witness may show.
pub fn executed(report: &mut KernelReport, programs: &[&Program]) -> Vec<Misread> {
    let (mut tried, mut in_vain, mut misread) = (0, 0, vec![]);
    for (at, finding) in report.findings.iter_mut().enumerate() {
        let mut read = vec![];
        if is_error(finding) && in_vain >= IN_VAIN {
            finding.replay = Some(Replay::NotExecutable(Obstacle::Instructions));
        } else if is_error(finding) {
            read = of_error(finding, programs);
            in_vain += usize::from(finding.replay != Some(Replay::Confirmed));
        } else if may_be_unordered(finding) && tried < TRIED {
            tried += 1;
            of_unordered(finding, programs);
        } else if may_be_error(finding) && tried < TRIED {
            tried += 1;
            read = of_possible(finding, programs);
        }
        misread.extend((!read.is_empty()).then_some(Misread { finding: at, read }));
    }
    report.settle();
    misread
}

/// Puts another witness in the place of a finding's, from a report of the same kernel in which what an execution read is a fact, if
/// its execution shows it. Gives what was read if it does not.
pub fn replaced(report: &mut KernelReport, misread: &Misread, other: KernelReport, programs: &[&Program]) -> Vec<Cell> {
    let Some(old) = report.findings.get_mut(misread.finding) else { return vec![] };
    let is_same = |new: &Finding| {
        let places =
            |finding: &Finding| -> Vec<_> { finding.parties.iter().map(|p| (p.span.clone(), p.mode)).collect() };
        new.code == old.code && new.array == old.array && is_wanted(new) && places(new) == places(old)
    };
    let Some(mut new) = other.findings.into_iter().find(is_same) else { return vec![] };
    let read = if is_error(&new) { of_error(&mut new, programs) } else { of_possible(&mut new, programs) };
    if new.replay == Some(Replay::Confirmed) {
        *old = new;
        report.settle();
    }
    read
}

fn of_error(finding: &mut Finding, programs: &[&Program]) -> Vec<Cell> {
    let (input, wanted) = match of_finding(finding) {
        Ok(made) => made,
        Err(why) => {
            finding.replay = Some(Replay::NotExecutable(why));
            return vec![];
        }
    };
    // It may be one of a single architecture.
    let outcome = |program: &&Program| or_failed(|| replayed(program, &input, &wanted));
    let or_not = |outcome: Result<_, _>| outcome.unwrap_or_else(|why| (Replay::NotExecutable(why), None));
    let mut outcomes: Vec<(Replay, Option<Seen>)> = programs.iter().map(outcome).map(or_not).collect();
    let best = outcomes.iter().position(|(outcome, _)| *outcome == Replay::Confirmed);
    let best = best.or_else(|| outcomes.iter().position(|(outcome, _)| matches!(outcome, Replay::NotExecutable(_))));
    let none = (Replay::NotExecutable(Obstacle::NoCode), None);
    let (shown, seen) = if outcomes.is_empty() { none } else { outcomes.swap_remove(best.unwrap_or(0)) };
    finding.given.iter_mut().for_each(|given| given.seen.clone_from(&seen));
    let mut read = vec![];
    if let Replay::Refuted(what) = &shown {
        let once = |program: &&Program| {
            let execution = or_failed(|| execute(program, &input, &wanted)).and_then(|result| result).ok()?;
            Some(execution.misread())
        };
        read = programs.iter().find_map(once).unwrap_or_default();
        (finding.certainty, finding.severity) = (Certainty::Possible, Severity::Warning);
        finding.approximations.push(Approximation::NotExecuted { what: what.clone() });
    }
    finding.replay = Some(shown);
    read
}

/// A race that an execution shows, which counts what mbarriers order, is one.
fn of_unordered(finding: &mut Finding, programs: &[&Program]) {
    let Ok((input, wanted)) = of_finding(finding) else { return };
    let shown = |program: &&Program| match or_failed(|| replayed(program, &input, &wanted)) {
        Ok((Replay::Confirmed, seen)) => Some(seen),
        Ok((Replay::Refuted(_) | Replay::NotExecutable(_), _)) | Err(_) => None,
    };
    if let Some(seen) = programs.iter().find_map(shown) {
        finding.approximations.clear();
        (finding.certainty, finding.severity) = (Certainty::Race, Severity::Error);
        finding.replay = Some(Replay::Confirmed);
        finding.given.iter_mut().for_each(|given| given.seen.clone_from(&seen));
    }
}

/// What an execution may start with besides what the witness says: contents that any input may have, and counters at 0; in each
/// of the orders of threads. Where addresses are `computed` from data, these are such as any program may have: neither equal nor in
/// disorder.
fn with_any_data(program: &Program, input: &Input, computed: bool) -> Vec<Input> {
    let (data, marks) = (data(program), marks(program));
    let counters: Vec<&String> = marks.counters.difference(&data.any).collect();
    let reals = reads_reals(program);
    let is_open = |c: &Contents| {
        computed || data.blank.contains(&c.object) || counters.contains(&&c.object) || reals && is_no_number(&c.bytes)
    };
    let contents: Vec<Contents> = input.contents.iter().filter(|c| !is_open(c)).cloned().collect();
    let any = [Numbers::Zeros, Numbers::Small, Numbers::Large, Numbers::Ascending, Numbers::Descending];
    let mut inputs = vec![];
    for numbers in if computed { &[Numbers::Ascending][..] } else { &any[..] } {
        let free = data.any.union(&marks.marks).map(|name| (name.clone(), *numbers));
        let blank = counters.iter().copied().chain(&data.blank);
        let counted = blank.map(|name| (name.clone(), Numbers::Zeros));
        let unset = Unset::In(free.chain(counted).collect());
        for schedule in [Schedule::InTurns, Schedule::SideBySide] {
            let (unset, contents) = (unset.clone(), contents.clone());
            inputs.push(Input { unset, contents, fuel: FUEL, schedule, ..input.clone() });
        }
    }
    inputs
}

/// Whether a program reads floating-point numbers.
fn reads_reals(program: &Program) -> bool {
    let mut all = program.blocks.iter().flat_map(|block| &block.instructions);
    all.any(|i| matches!((&i.operation, &i.ty), (Operation::Load { .. }, Type::Float(_))))
}

/// Whether bytes are, as a floating-point number, infinite or none, which programs are not given: the least of such has no place.
fn is_no_number(bytes: &[u8]) -> bool {
    match *bytes {
        [a, b, c, d] => !f32::from_le_bytes([a, b, c, d]).is_finite(),
        [a, b, c, d, e, f, g, h] => !f64::from_le_bytes([a, b, c, d, e, f, g, h]).is_finite(),
        _ => false,
    }
}

fn of_possible(finding: &mut Finding, programs: &[&Program]) -> Vec<Cell> {
    let Ok((input, wanted)) = of_finding(finding) else { return vec![] };
    // Where two pointers lead into one object is a matter of addresses, not of data.
    if input.parameters.iter().any(|(name, _)| name.starts_with("(char*)")) {
        return vec![];
    }
    let computed = finding.given.as_ref().is_some_and(|given| given.computed);
    let mut misread = vec![];
    let mut shows = |program: &&Program| {
        for input in with_any_data(program, &input, computed) {
            match or_failed(|| execute(program, &input, &wanted)).and_then(|result| result) {
                Ok(execution) if execution.races().next().is_some() => {
                    let read = execution.held_at_first();
                    return (!execution.read_else()).then(|| (execution.seen(), read));
                }
                Err(Obstacle::Construct { .. } | Obstacle::Failed) => return None,
                Ok(execution) if misread.is_empty() => misread = execution.misread(),
                Ok(_) | Err(_) => {}
            }
        }
        None
    };
    if let Some((seen, read)) = programs.iter().find_map(&mut shows) {
        // What memory held the execution has begun with; other values it has computed itself.
        let is_held = |rest: &Approximation| match rest {
            Approximation::Value { value: Unfollowed::Contents { array, .. }, .. } => !is_shared(programs, array),
            _ => false,
        };
        let such: Vec<String> = finding.approximations.drain(..).filter(is_held).map(|rest| rest.to_string()).collect();
        let such = if such.is_empty() { String::new() } else { format!(", such as: {}", such.join(", ")) };
        if !such.is_empty() || read.as_ref().is_none_or(|cells| !cells.is_empty()) {
            finding.notes.push(format!("this happens for some data in memory{such}"));
        }
        (finding.certainty, finding.severity) = (Certainty::Race, Severity::Error);
        finding.replay = Some(Replay::Confirmed);
        if let Some(given) = &mut finding.given {
            given.seen = seen;
            // What the witness says counts more.
            given.cells.splice(0..0, read.unwrap_or_default());
        }
        return vec![];
    }
    misread
}

/// Whether a variable is one of the block's memory.
fn is_shared(programs: &[&Program], name: &str) -> bool {
    let mut variables = programs.iter().flat_map(|program| &program.globals);
    variables.any(|variable| variable.space == Space::Shared && variable.name == name)
}

/// What a defect of ours ends is not executed.
fn or_failed<T>(work: impl FnOnce() -> T) -> Result<T, Obstacle> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|_| Obstacle::Failed)
}
