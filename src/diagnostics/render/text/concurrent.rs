//! Why two accesses are concurrent: where the barrier is missing that would order them.
//!
//! Between two lines, or in the round of a loop: `(2) of one iteration meets (1) of an earlier one`.

use crate::diagnostics::codes;
use crate::diagnostics::render::snippet;
use crate::span::Span;
use crate::verdict::{Counting, Finding, FindingKind, Idle, Level, Party, Round, Waiting};

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
            "no barrier of the cluster stands between the access and the start or the end of the other block"
                .to_owned(),
        );
    }
    let who = match finding.level {
        Level::Warp | Level::Block => return Some(of_block(finding)),
        Level::Cluster => "in different blocks of one cluster",
        Level::Grid => "in different blocks",
    };
    Some(format!("the threads are {who}, and nothing orders the two accesses{}", idle(finding)))
}

/// What is written beside the loop in a later iteration of which one of the accesses is.
pub(super) fn label(round: &Round) -> String {
    format!("({}) is in a later iteration of this loop", round.later)
}

/// Of two threads of one block.
fn of_block(finding: &Finding) -> String {
    let (who, barrier) = match finding.level {
        Level::Warp => ("lanes of one warp", "no barrier (`__syncwarp()`)"),
        Level::Block | Level::Cluster | Level::Grid => ("in one block", "no barrier"),
    };
    let [one, other] = finding.parties.as_slice() else {
        return format!("the threads are {who}, and no barrier orders the two accesses");
    };
    if finding.gaps.is_empty() {
        return unordered(finding, (who, barrier), one.thread == other.thread) + &idle(finding);
    }
    let Some(round) = &finding.round else {
        return format!("the threads are {who}, and {barrier} {}{}", missing(one, other), idle(finding));
    };
    let (earlier, later) = if round.later == 1 { (other, one) } else { (one, other) };
    let number = 3 - round.later;
    let ([from, to], _) = Span::common(&earlier.span, &later.span);
    let [from, to, looped] = [from, to, &round.span].map(|span| place(span, &round.span));
    format!(
        "the threads are {who}, and {barrier} orders the two accesses on the way from ({number}) {from} round the loop {looped} to ({}) {to} in a \
         later iteration{}",
        round.later,
        idle(finding)
    )
}

/// Where no barrier at any place between the two would do, or none is known.
fn unordered(finding: &Finding, (who, barrier): (&str, &str), is_one_thread: bool) -> String {
    match (finding.code == codes::ASYNCHRONOUS_RACE.id, is_one_thread) {
        (true, true) => {
            "one thread makes both accesses, and has not waited for the asynchronous one between".to_owned()
        }
        (true, false) => format!(
            "the threads are {who}, and the asynchronous access is over for others only behind a wait of its own thread and then a \
             barrier (or an mbarrier) of both"
        ),
        (false, true) => "one thread makes both accesses, and nothing orders them".to_owned(),
        (false, false) if finding.level == Level::Warp => {
            format!("the threads are {who}, and nothing orders the two accesses")
        }
        (false, false) => format!("the threads are {who}, and {barrier} orders the two accesses"),
    }
}

/// What stands between the two and does not order them, or what is missing of an order that is half there.
fn idle(finding: &Finding) -> String {
    let lines = |party: &Party| (party.span.file.clone(), party.span.line);
    let around = match finding.parties.as_slice() {
        [one, other] => [lines(one).min(lines(other)), lines(one).max(lines(other))],
        _ => return String::new(),
    };
    let said: Vec<String> = finding.idle.iter().filter_map(|idle| phrase(idle, &around)).collect();
    if said.is_empty() { String::new() } else { format!(": {}", said.join(", and ")) }
}

fn phrase(idle: &Idle, [from, to]: &[(std::sync::Arc<str>, u32); 2]) -> Option<String> {
    let at = |span: &Span| {
        // Of a barrier in a header, where it is called beside the access.
        let span = std::iter::once(span).chain(&span.inlined_at).find(|span| span.file == from.0).unwrap_or(span);
        if span.file == from.0 && span.line > 0 { format!("line {}", span.line) } else { snippet::position(span) }
    };
    Some(match idle {
        // A line alone may be one of a header.
        Idle::Fence { line } if from.0 == to.0 && (from.1..=to.1).contains(line) => {
            format!("the fence in line {line} makes no thread wait")
        }
        Idle::Fence { .. } => return None,
        Idle::Barrier { of, span } => {
            format!("the {} ({}) does not make these two wait for each other", barrier(*of), at(span))
        }
        Idle::Exchange { span } => format!("what the lanes exchange ({}) orders no memory", at(span)),
        Idle::NoWait { of, arrival, waits, earlier } => format!(
            "({waits}) has to wait for the {} that {} arrives at{}",
            counting(*of),
            at(arrival),
            iteration(3 - waits, *earlier)
        ),
        Idle::NoArrival { of, wait, arrives, earlier } => format!(
            "the thread of ({arrives}) has to arrive behind it at the {} that {} waits for{}",
            counting(*of),
            at(wait),
            iteration(*arrives, *earlier)
        ),
        Idle::Elected { of, arrival, behind } => format!(
            "not every thread arrives at the {} in {}, and those that do wait for no other thread behind ({behind})",
            counting(*of),
            at(arrival)
        ),
        Idle::Narrow { within } => {
            let whom = unit(*within);
            format!("an atomic access with the scope of its {whom} is atomic for the threads of that {whom} only")
        }
        Idle::Overlap => "they are atomic, but of bytes that overlap and are not the same".to_owned(),
        Idle::Mbarrier { of, arrival, wait } => format!(
            "the {} (arrival: {}, wait: {}) does not make them wait for each other; look at {}",
            counting(*of),
            at(arrival),
            at(wait),
            suspect(*of)
        ),
    })
}

fn barrier(of: Waiting) -> &'static str {
    match of {
        Waiting::Warp => "barrier of the warp",
        Waiting::Some => "named barrier",
        Waiting::Block => "barrier",
        Waiting::Cluster => "barrier of the cluster",
        Waiting::Grid => "barrier of the grid",
    }
}

fn unit(of: Waiting) -> &'static str {
    match of {
        Waiting::Warp => "warp",
        Waiting::Some | Waiting::Block => "block",
        Waiting::Cluster => "cluster",
        Waiting::Grid => "grid",
    }
}

/// What may be wrong with something that counts arrivals.
fn suspect(of: Counting) -> &'static str {
    match of {
        Counting::Mbarrier => "its count and at the phase that is waited for",
        Counting::Named => "how many threads it is for, and whether one comes again before it opens",
    }
}

fn counting(of: Counting) -> &'static str {
    match of {
        Counting::Mbarrier => "mbarrier",
        Counting::Named => "named barrier",
    }
}

/// What stands earlier in the program is of a later iteration.
fn iteration(number: usize, is_earlier: bool) -> String {
    if is_earlier { format!(", as ({number}) may be of an earlier iteration") } else { String::new() }
}

/// Where none stands.
fn missing(one: &Party, other: &Party) -> String {
    let ([a, b], _) = Span::common(&one.span, &other.span);
    if (&a.file, a.line) == (&b.file, b.line) {
        return format!("between the two accesses {} orders them", place(a, a));
    }
    let (first, last) = if a.file == b.file && a.line > b.line { (b, a) } else { (a, b) };
    format!("between {} and {} orders the two accesses", line(first, first), line(last, first))
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
