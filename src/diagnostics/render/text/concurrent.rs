//! Why two accesses are concurrent: where the barrier is missing that would order them.
//!
//! Between two lines, or in the round of a loop: `(2) of one iteration meets (1) of an earlier one`.

use crate::diagnostics::codes;
use crate::diagnostics::render::snippet;
use crate::span::Span;
use crate::verdict::{Finding, FindingKind, Level, Party, Round};

const ORDERS_NOTHING: &str = "the threads are in one block, and no barrier orders the two accesses";

/// Who the two threads of a race are, and what does not order them.
pub(super) fn said(finding: &Finding) -> Option<String> {
    match finding.kind {
        FindingKind::DataRace | FindingKind::BenignRace => {}
        FindingKind::BarrierDivergence
        | FindingKind::ExitedThread
        | FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch
        | FindingKind::RedundantBarrier => return None,
    }
    if finding.code == codes::NON_COHERENT.id {
        return Some("nothing makes a non-coherent read see a write of the same kernel".to_owned());
    }
    if finding.code == codes::PROXY_FENCE.id {
        return Some("no `fence.proxy.async` orders the write before the copy or product that reads it".to_owned());
    }
    if finding.code == codes::ABSENT_BLOCK.id {
        return Some(
            "no barrier of the cluster stands between the access and the begin or the end of the other block"
                .to_owned(),
        );
    }
    Some(match finding.level {
        Level::Warp => "the threads are lanes of one warp, and nothing orders the two accesses".to_owned(),
        Level::Block => of_block(finding),
        Level::Cluster => {
            "the threads are in different blocks of one cluster, and nothing orders the two accesses".to_owned()
        }
        Level::Grid => "the threads are in different blocks, and nothing orders the two accesses".to_owned(),
    })
}

/// What is written beside the loop in a later iteration of which one of the accesses is.
pub(super) fn label(round: &Round) -> String {
    format!("({}) is in a later iteration of this loop", round.later)
}

fn of_block(finding: &Finding) -> String {
    let [one, other] = finding.parties.as_slice() else { return ORDERS_NOTHING.to_owned() };
    let none = match (finding.code == codes::ASYNCHRONOUS_RACE.id, one.thread == other.thread) {
        (true, true) => "one thread makes both accesses, and has not waited for the asynchronous one between",
        (true, false) => {
            "the threads are in one block, and the asynchronous access is over for others only behind a wait of its own thread and \
             then a barrier (or an mbarrier) of both"
        }
        (false, true) => "one thread makes both accesses, and nothing orders them",
        (false, false) => ORDERS_NOTHING,
    };
    match (&finding.round, finding.gaps.is_empty()) {
        (_, true) => none.to_owned(),
        (None, false) => format!("the threads are in one block, and {}", missing(one, other)),
        (Some(round), false) => {
            let (earlier, later) = if round.later == 1 { (other, one) } else { (one, other) };
            let number = 3 - round.later;
            let ([from, to], _) = Span::common(&earlier.span, &later.span);
            let [from, to, looped] = [from, to, &round.span].map(|span| place(span, &round.span));
            format!(
                "the threads are in one block, and no barrier orders them on the way from ({number}) {from} round the loop {looped} \
                 to ({}) {to} in a later iteration",
                round.later
            )
        }
    }
}

/// Where no barrier stands.
fn missing(one: &Party, other: &Party) -> String {
    let ([a, b], _) = Span::common(&one.span, &other.span);
    if (&a.file, a.line) == (&b.file, b.line) {
        return format!("no barrier between the two accesses {} orders them", place(a, a));
    }
    let (first, last) = if a.file == b.file && a.line > b.line { (b, a) } else { (a, b) };
    format!("no barrier between {} and {} orders them", line(first, first), line(last, first))
}

/// `in line 8`, with the file where it is another one.
fn place(span: &Span, beside: &Span) -> String {
    if span.file == beside.file && span.line > 0 {
        format!("in line {}", span.line)
    } else {
        format!("at {}", snippet::position(span))
    }
}

fn line(span: &Span, beside: &Span) -> String {
    if span.file == beside.file && span.line > 0 { format!("line {}", span.line) } else { snippet::position(span) }
}
