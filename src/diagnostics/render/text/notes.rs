//! The wording below and beside an excerpt: who the two threads are, with which values they meet, what that rests on.

use super::super::snippet;
use super::advice::advice;
use super::concurrent;
use super::masks;
use super::names::shortened;
use super::witness::{self, triple};
use crate::diagnostics::codes;
use crate::span::Span;
use crate::verdict::{
    AccessMode, Approximation, Certainty, Divergence, Finding, FindingKind, KernelReport, Party, Replay, Verdict,
};
use std::collections::BTreeSet;

/// What is written beside the branch at which the threads of a missed barrier part.
const PARTS: &str = "(2) takes another branch than (1) here";

/// Longer conditions than these stand below the title.
const TITLED: usize = 100;

pub(in crate::diagnostics::render) fn title(finding: &Finding) -> String {
    let title = match (finding.what.is_empty(), codes::find(finding.code)) {
        (true, Some(code)) => code.title.to_owned(),
        (true, None) | (false, _) => finding.message(),
    };
    let unless = conditions(finding).filter(|all| is_titled(all)).map(|all| format!(", unless {all}"));
    title + &unless.unwrap_or_default()
}

/// What is marked in the source besides the accesses: the loop in a later iteration of which one is, the branch at which threads part.
pub(in crate::diagnostics::render) fn besides(finding: &Finding) -> Vec<(&Span, String)> {
    let round = finding.round.as_ref().map(|round| (&round.span, concurrent::label(round)));
    let parting = finding.parting.as_ref().map(|parting| (&parting.span, PARTS.to_owned()));
    round.into_iter().chain(parting).collect()
}

/// The contracts that together exclude a finding.
fn conditions(finding: &Finding) -> Option<String> {
    let all: Vec<String> = finding.conditions.iter().map(|c| format!("`{c}`")).collect();
    (!all.is_empty()).then(|| all.join(" and "))
}

fn is_titled(conditions: &str) -> bool {
    conditions.len() <= TITLED
}

/// What of a report is said in full.
#[derive(Clone, Copy)]
pub(in crate::diagnostics::render) struct Detail<'a> {
    /// Names of kernels, whatever their length, and what reasons are made of.
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

/// All notes of a finding: a long contract, where, the witness, what it rests on, then the finding's own notes.
pub(in crate::diagnostics::render) fn of(finding: &Finding, report: &KernelReport, detail: Detail<'_>) -> Vec<String> {
    let below = conditions(finding).filter(|all| !is_titled(all));
    let mut notes: Vec<String> = below.map(|all| format!("this does not happen if {all}")).into_iter().collect();
    notes.push(format!("in kernel `{}`", detail.name(&report.name)));
    notes.extend(calls(&finding.parties, detail.calls));
    notes.extend(concurrent::said(finding));
    notes.extend(idle_barrier(finding, report));
    notes.extend(witness::said(finding));
    notes.extend(certainty(finding));
    if detail.names {
        notes.extend(typability(finding));
    }
    notes.extend(finding.notes.iter().cloned());
    notes.extend(finding.replay.as_ref().and_then(executed));
    notes
}

/// A barrier between the two accesses of which another finding says that it orders nothing.
fn idle_barrier(finding: &Finding, report: &KernelReport) -> Option<String> {
    let lines = |finding: &Finding| finding.parties.iter().map(|party| party.span.line).collect::<BTreeSet<u32>>();
    let own = lines(finding);
    let is_between = |line: &u32| own.first() < Some(line) && Some(line) < own.last();
    let others = report.findings.iter().filter(|other| other.code == codes::ACTIVE_MASK.id);
    let line = others.flat_map(lines).find(is_between).filter(|_| !finding.gaps.is_empty())?;
    Some(format!("why the barrier in line {line} does not order them says {} there", codes::ACTIVE_MASK.id))
}

/// What the execution of the witness showed. A refutation is one of the approximations.
fn executed(replay: &Replay) -> Option<String> {
    match replay {
        Replay::Confirmed => Some("confirmed: raceproof has executed this case, without a GPU".to_owned()),
        Replay::Refuted(_) => None,
        Replay::NotExecutable(why) => Some(format!("not confirmed: {why}")),
    }
}

/// The contract that excludes a finding, if one is known.
pub(super) fn contract(finding: &Finding) -> Option<String> {
    let (stated, plain): (Vec<&String>, Vec<&String>) = finding.conditions.iter().partition(|c| is_contract(c));
    let plain = match plain.as_slice() {
        [] => None,
        [one] => Some(format!("__requires({one});")),
        all => Some(format!("__requires({});", all.iter().map(|c| format!("({c})")).collect::<Vec<_>>().join(" && "))),
    };
    let contracts: Vec<String> = plain.into_iter().chain(stated.into_iter().map(|c| format!("{c};"))).collect();
    (!contracts.is_empty()).then(|| contracts.join(" "))
}

/// What to write in the kernel if the finding cannot happen, what to do if it can, then the finding's own help.
pub(in crate::diagnostics::render) fn help(finding: &Finding) -> Vec<String> {
    let contract = contract(finding).map(|contracts| {
        let fields: Vec<String> = fields(&contracts).into_iter().collect();
        let named =
            if fields.is_empty() { String::new() } else { format!(", with the names of {}", fields.join(" and ")) };
        format!(
            "if this holds at every launch, state it in the kernel: `#include <raceproof.h>` and `{contracts}`{named}"
        )
    });
    let otherwise = if contract.is_some() { "otherwise, " } else { "" };
    let advice = advice(finding).map(|advice| format!("{otherwise}{advice}"));
    contract.into_iter().chain(advice).chain(finding.help.iter().cloned()).collect()
}

/// Whether a condition stands in the source as it is: a contract on contents, which is no expression.
fn is_contract(condition: &str) -> bool {
    condition.starts_with("__requires_")
}

/// The fields of structures in a contract, each once: device code has only their places.
pub(super) fn fields(contract: &str) -> BTreeSet<String> {
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

/// What stands beside the underlined code. Of a diverging barrier the first party is the one that reaches it.
pub(in crate::diagnostics::render) fn label(kind: FindingKind, index: usize, party: &Party) -> String {
    let thread = format!("thread {} of block {}", triple(party.thread), triple(party.block));
    label_of(kind, index, party.mode, &thread)
}

/// The same where both threads are of the first block: that is not said.
pub(super) fn short_label(finding: &Finding, index: usize, party: &Party) -> String {
    if finding.parties.iter().any(|party| party.block != [0; 3]) {
        return label(finding.kind, index, party);
    }
    label_of(finding.kind, index, party.mode, &format!("thread {}", triple(party.thread)))
}

fn label_of(kind: FindingKind, index: usize, mode: AccessMode, thread: &str) -> String {
    let number = index + 1;
    let does = match (mode, kind, index) {
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
        (AccessMode::Barrier, FindingKind::RedundantBarrier, _) => return "not needed".to_owned(),
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
        Verdict::RaceFree => "proved race-free",
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

/// How sure it is, with what it rests on, each once: first what is left out or taken to be so, then values that are not followed.
fn certainty(finding: &Finding) -> Option<String> {
    let (values, others): (Vec<_>, Vec<_>) =
        finding.approximations.iter().partition(|one| matches!(one, Approximation::Value { .. }));
    let id = values.first().map_or("", |one| one.id());
    let values = masks::told(finding, &values).into_iter().map(|line| format!("\n  {line}")).collect::<String>();
    let others = lines(others.iter().map(|one| format!("{one} ({})", one.id())).collect());
    let doubt = match finding.certainty {
        Certainty::Race => "",
        Certainty::Conditional if !finding.conditions.is_empty() => "",
        Certainty::Conditional => "this holds for some parameters only; other launches are not affected",
        Certainty::Possible => "this may be a false alarm",
    };
    let said = match (doubt, values.is_empty(), others.is_empty()) {
        ("", true, true) => return None,
        (doubt, true, true) => doubt.to_owned(),
        ("", true, false) => format!("this rests on{others}"),
        ("", false, true) => format!("it happens with ({id}){values}"),
        ("", false, false) => format!("this rests on{others}\nand happens with ({id}){values}"),
        (doubt, true, false) => format!("{doubt}, since it rests on{others}"),
        (doubt, false, true) => format!("{doubt}: whether these values occur is not known ({id}){values}"),
        (doubt, false, false) => {
            format!("{doubt}, since it rests on{others}\nand whether these values occur is not known ({id}){values}")
        }
    };
    Some(said)
}

/// Each once, in lines of their own.
fn lines(all: Vec<String>) -> String {
    let all: BTreeSet<String> = all.into_iter().collect();
    all.into_iter().map(|line| format!("\n  {line}")).collect()
}

/// Of a possible finding: by what its accesses come out of what is not followed, once if it is the same for both. In the words of
/// *Provable GPU Data-Races* they are not typable.
fn typability(finding: &Finding) -> Vec<String> {
    let why: Vec<String> = match finding.certainty {
        Certainty::Race | Certainty::Conditional => vec![],
        Certainty::Possible => finding.parties.iter().map(|party| party.opaque.join(", and ")).collect(),
    };
    match why.as_slice() {
        [first, second] if first == second && !first.is_empty() => {
            vec![format!("of (1) and (2), {first}")]
        }
        all => {
            let untypable = all.iter().enumerate().filter(|(_, why)| !why.is_empty());
            untypable.map(|(index, why)| format!("of ({}), {why}", index + 1)).collect()
        }
    }
}
