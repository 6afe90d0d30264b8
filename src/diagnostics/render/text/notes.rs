//! The wording below and beside an excerpt: who the two threads are, with which values they meet, what that rests on.

use super::super::snippet;
use super::names::shortened;
use crate::diagnostics::codes;
use crate::span::Span;
use crate::verdict::{
    AccessMode, Assumption, Certainty, Divergence, Finding, FindingKind, KernelReport, Party, Replay, Verdict,
};
use std::collections::BTreeSet;

pub(in crate::diagnostics::render) fn title(finding: &Finding) -> String {
    match (finding.what.is_empty(), codes::find(finding.code)) {
        (true, Some(code)) => code.title.to_owned(),
        (true, None) | (false, _) => finding.message(),
    }
}

/// What of a report is said in full.
#[derive(Clone, Copy)]
pub(in crate::diagnostics::render) struct Detail<'a> {
    /// Names of kernels, whatever their length.
    pub(in crate::diagnostics::render) names: bool,
    /// Calls from this place.
    pub(in crate::diagnostics::render) calls: &'a dyn Fn(&Span) -> bool,
}

impl Detail<'_> {
    /// Everything.
    pub(in crate::diagnostics::render) const FULL: Detail<'static> = Detail { names: true, calls: &|_| true };

    pub(in crate::diagnostics::render) fn name(self, name: &str) -> String {
        if self.names { name.to_owned() } else { shortened(name) }
    }
}

/// All notes of a finding: where, the witness, what it rests on, then the finding's own notes.
pub(in crate::diagnostics::render) fn of(finding: &Finding, report: &KernelReport, detail: Detail<'_>) -> Vec<String> {
    let mut notes = vec![format!("in kernel `{}`", detail.name(&report.name))];
    notes.extend(calls(&finding.parties, detail.calls));
    notes.extend(between(finding).map(str::to_owned));
    notes.extend(witness(finding));
    notes.extend(certainty(finding).map(str::to_owned));
    if !finding.conditions.is_empty() {
        let all: Vec<String> = finding.conditions.iter().map(|c| format!("`{c}`")).collect();
        notes.push(format!("this does not happen if {}", all.join(" and ")));
    }
    notes.extend(finding.approximations.iter().map(|text| format!("this rests on an approximation: {text}")));
    notes.extend(typability(finding));
    notes.extend(finding.notes.iter().cloned());
    notes.extend(finding.replay.as_ref().and_then(executed));
    notes
}

/// What the execution of the witness showed. A refutation is one of the approximations.
fn executed(replay: &Replay) -> Option<String> {
    match replay {
        Replay::Confirmed => Some("confirmed by executing the witness".to_owned()),
        Replay::Refuted(_) => None,
        Replay::NotExecutable(why) => Some(format!("the witness was not executed: {why}")),
    }
}

/// What to write in the kernel if the finding cannot happen, then the finding's own help.
pub(in crate::diagnostics::render) fn help(finding: &Finding) -> Vec<String> {
    let (stated, plain): (Vec<&String>, Vec<&String>) = finding.conditions.iter().partition(|c| is_contract(c));
    let plain = match plain.as_slice() {
        [] => None,
        [one] => Some(format!("__requires({one});")),
        all => Some(format!("__requires({});", all.iter().map(|c| format!("({c})")).collect::<Vec<_>>().join(" && "))),
    };
    let contracts: Vec<String> = plain.into_iter().chain(stated.into_iter().map(|c| format!("{c};"))).collect();
    let contract = (!contracts.is_empty()).then(|| {
        let contracts = contracts.join(" ");
        let fields: Vec<String> = fields(&contracts).into_iter().collect();
        let named =
            if fields.is_empty() { String::new() } else { format!(", with the names of {}", fields.join(" and ")) };
        format!("where that is so, state it: `#include <raceproof.h>` and `{contracts}`{named}")
    });
    contract.into_iter().chain(finding.help.iter().cloned()).collect()
}

/// Whether a condition stands in the source as it is: a contract on contents, which is no expression.
fn is_contract(condition: &str) -> bool {
    condition.starts_with("__requires_")
}

/// The fields of structures in a contract, each once: device code has only their places.
fn fields(contract: &str) -> BTreeSet<String> {
    let words = contract.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '+');
    let placed = words.filter_map(|word| {
        let (of, byte) = word.split_once('+')?;
        let is_place = !of.is_empty() && !byte.is_empty() && byte.chars().all(|c| c.is_ascii_digit());
        is_place.then_some((word, (of, byte)))
    });
    placed.map(|(word, (of, byte))| format!("`{word}` (the field at byte {byte} of `{of}`)")).collect()
}

/// How many findings come after the ones that are shown.
pub(in crate::diagnostics::render) fn left_out(
    report: &KernelReport,
    shown: usize,
    detail: Detail<'_>,
) -> Option<String> {
    let told = report.findings.iter().filter(|finding| finding.same_as.is_none());
    let (all, name) = (told.count(), detail.name(&report.name));
    let more = all.checked_sub(shown).filter(|n| *n > 0)?;
    let (are, s) = if more == 1 { ("is", "") } else { ("are", "s") };
    Some(format!("there {are} {more} more finding{s} in `{name}`: `--max-findings {all}` shows all {all}"))
}

pub(in crate::diagnostics::render) fn assumptions(report: &KernelReport) -> impl Iterator<Item = String> {
    let own = report.assumptions.iter().filter(|one| **one != Assumption::Standing);
    own.map(|text| format!("assuming: {text}"))
}

/// What stands beside the underlined code. Of a diverging barrier the first party is the one that reaches it.
pub(in crate::diagnostics::render) fn label(kind: FindingKind, index: usize, party: &Party) -> String {
    let number = index + 1;
    let thread = format!("thread {} of block {}", triple(party.thread), triple(party.block));
    let does = match (party.mode, kind, index) {
        (AccessMode::Read, _, _) => "read by",
        (AccessMode::Write, _, _) => "write by",
        (AccessMode::Atomic, _, _) => "atomic access by",
        (AccessMode::Barrier, FindingKind::BarrierDivergence | FindingKind::ExitedThread, 0) => "reached by",
        (AccessMode::Barrier, FindingKind::BarrierDivergence, _) => "not reached by",
        (AccessMode::Barrier, FindingKind::ExitedThread, _) => return format!("({number}) {thread} has returned"),
        (
            AccessMode::Barrier,
            FindingKind::DataRace
            | FindingKind::BenignRace
            | FindingKind::ContradictoryAssumptions
            | FindingKind::Performance
            | FindingKind::WrongLaunch,
            _,
        ) => "barrier of",
        (AccessMode::Launch, _, _) => return format!("({number}) launched here"),
    };
    format!("({number}) {does} {thread}")
}

/// Why a kernel is unknown.
pub(in crate::diagnostics::render) fn why_open(report: &KernelReport) -> String {
    let reason = report.reason();
    if reason.is_empty() { "no reason was given".to_owned() } else { reason }
}

/// What of an unknown kernel is not known.
pub(in crate::diagnostics::render) fn open_question(report: &KernelReport) -> &'static str {
    let races = match report.verdict {
        Verdict::Unknown => true,
        Verdict::RaceFree | Verdict::Race | Verdict::ConditionalRace | Verdict::PossibleRace => false,
    };
    let barriers = match report.divergence {
        Divergence::Unknown => true,
        Divergence::Free
        | Divergence::Exited
        | Divergence::Divergent
        | Divergence::Conditional
        | Divergence::Possible => false,
    };
    match (races, barriers) {
        (true, true) => "it may have data races, and its barriers may diverge",
        (true, false) => "it may have data races",
        (false, _) => "its barriers may diverge",
    }
}

pub(in crate::diagnostics::render) fn verdict(report: &KernelReport) -> String {
    let race = match report.verdict {
        Verdict::RaceFree if report.assumptions.is_empty() => "proved race-free",
        Verdict::RaceFree => "proved race-free under the assumptions below",
        Verdict::Race => "it has a data race",
        Verdict::ConditionalRace => "it has a data race for some parameters",
        Verdict::PossibleRace => "it may have a data race",
        Verdict::Unknown => "not known whether it has data races",
    };
    let divergence = match report.divergence {
        Divergence::Free => "all threads reach its barriers",
        Divergence::Exited => "all threads that have not returned reach its barriers",
        Divergence::Divergent => "not all threads reach its barriers",
        Divergence::Conditional => "for some parameters not all threads reach its barriers",
        Divergence::Possible => "perhaps not all threads reach its barriers",
        Divergence::Unknown => "not known whether all threads reach its barriers",
    };
    format!("{race}; {divergence}")
}

/// The calls that lead to the accesses, once if they are the same for all.
fn calls(parties: &[Party], is_shown: &dyn Fn(&Span) -> bool) -> Vec<String> {
    let chain = |party: &Party| {
        let shown = party.span.inlined_at.iter().filter(|call| is_shown(call));
        shown.map(snippet::position).collect()
    };
    let chains: Vec<Vec<_>> = parties.iter().map(chain).collect();
    match chains.split_first() {
        Some((first, rest)) if !rest.is_empty() && !first.is_empty() && rest.iter().all(|chain| chain == first) => {
            vec![format!("both are called from {}", first.join(", called from "))]
        }
        Some(_) | None => chains
            .iter()
            .enumerate()
            .filter(|(_, chain)| !chain.is_empty())
            .map(|(index, chain)| format!("({}) is called from {}", index + 1, chain.join(", called from ")))
            .collect(),
    }
}

/// Who the two threads of a race are.
fn between(finding: &Finding) -> Option<&'static str> {
    use crate::verdict::Level;
    match finding.kind {
        FindingKind::DataRace | FindingKind::BenignRace => {}
        FindingKind::BarrierDivergence
        | FindingKind::ExitedThread
        | FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch => return None,
    }
    if finding.code == codes::NON_COHERENT.id {
        return Some("nothing makes a non-coherent read see a write of the same kernel");
    }
    if finding.code == codes::ABSENT_BLOCK.id {
        return Some("no barrier of the cluster stands between the access and the begin or the end of the other block");
    }
    Some(match finding.level {
        Level::Warp => "the threads are lanes of one warp, and nothing orders the two accesses",
        Level::Block => "the threads are in one block, and no barrier orders the two accesses",
        Level::Cluster => "the threads are in different blocks of one cluster, and nothing orders the two accesses",
        Level::Grid => "the threads are in different blocks, and nothing orders the two accesses",
    })
}

/// The cell, the shared values, and a line for each thread that has values of its own.
fn witness(finding: &Finding) -> Option<String> {
    let shared = values(&finding.witness);
    let cell = format!("both threads access `{}`", finding.cell);
    let first = match (finding.cell.is_empty(), shared.is_empty()) {
        (true, true) => None,
        (true, false) => Some(format!("this happens with {shared}")),
        (false, true) => Some(cell),
        (false, false) => Some(format!("{cell} with {shared}")),
    };
    let own = finding.parties.iter().enumerate().filter(|(_, party)| !party.values.is_empty());
    let own = own.map(|(index, party)| format!("in thread ({}): {}", index + 1, values(&party.values)));
    let lines: Vec<_> = first.into_iter().chain(own).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}

fn certainty(finding: &Finding) -> Option<&'static str> {
    match finding.certainty {
        Certainty::Race => None,
        Certainty::Conditional if !finding.conditions.is_empty() => None,
        Certainty::Conditional => Some("this holds for some parameters only; other launches are not affected"),
        Certainty::Possible => Some("this may be a false alarm"),
    }
}

/// Of a possible finding: which side is not typable and why, once if it is the same for both.
fn typability(finding: &Finding) -> Vec<String> {
    let why: Vec<String> = match finding.certainty {
        Certainty::Race | Certainty::Conditional => vec![],
        Certainty::Possible => finding.parties.iter().map(|party| party.opaque.join(", and ")).collect(),
    };
    match why.as_slice() {
        [first, second] if first == second && !first.is_empty() => {
            vec![format!("(1) and (2) are not typable: {first}")]
        }
        all => {
            let untypable = all.iter().enumerate().filter(|(_, why)| !why.is_empty());
            untypable.map(|(index, why)| format!("({}) is not typable: {why}", index + 1)).collect()
        }
    }
}

fn values(pairs: &[(String, i64)]) -> String {
    pairs.iter().map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
}

fn triple([x, y, z]: [u32; 3]) -> String {
    format!("({x},{y},{z})")
}
