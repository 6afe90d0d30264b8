//! The order of the program as SVG: a line down for each of the two threads, barriers across both, loops at the side.

use super::escaped::escaped;
use super::grid::framed;
use crate::diagnostics::render::snippet;
use crate::span::Span;
use crate::verdict::{AccessMode, Finding, FindingKind, Meeting, Moment, Party};

/// Sizes in pixels.
const STEP: usize = 34;
const TOP: usize = 30;
const LOOP: usize = 26;
const APART: usize = 250;
const LETTER: usize = 8;

/// The picture; `id` is no other's.
pub(super) fn svg(id: &str, finding: &Finding, moments: &[Moment]) -> String {
    let first = deepest(moments) * LOOP + 30;
    let lines = [first, first + APART];
    let rows = rows(moments, finding);
    let height = TOP + rows.last().map_or(0, |row| row + 1) * STEP + 10;
    let mut inside = lives(lines, height, finding);
    let mut open: Vec<usize> = vec![];
    let mut widest = lines[1] + APART;
    for (moment, row) in moments.iter().zip(rows) {
        let y = TOP + row * STEP + STEP / 2;
        let said = said(moment, finding);
        widest = widest.max(lines[1] + 24 + said.chars().count() * LETTER);
        let aside = format!("<text class=\"axis\" x=\"{}\" y=\"{}\">{said}</text>\n", lines[0] + 12, y + 4);
        inside += &match moment {
            Moment::Barrier { is_conditional, .. } => barrier(lines, y, *is_conditional, &said),
            Moment::Party { party } if is_at_barrier(*party, finding) => coming(lines, y, *party, &said),
            Moment::Party { party } => access(lines.get(*party).copied().unwrap_or(first), y, *party, &said),
            Moment::LeftOut { .. } => aside,
            Moment::LoopBegins { .. } => {
                open.push(y);
                aside
            }
            Moment::LoopEnds { is_round, .. } => {
                let begin = open.pop().unwrap_or(y);
                around(8 + open.len() * LOOP, first - 10, (begin, y), *is_round) + &aside
            }
        };
    }
    framed(id, ("Order of the program", &in_words(moments, finding)), (widest, height), &inside)
}

/// The row of each moment: the two threads of one barrier are in one.
fn rows(moments: &[Moment], finding: &Finding) -> Vec<usize> {
    let is_coming = |moment: &Moment| match moment {
        Moment::Party { party } => is_at_barrier(*party, finding),
        Moment::Barrier { .. } | Moment::LoopBegins { .. } | Moment::LoopEnds { .. } | Moment::LeftOut { .. } => false,
    };
    let mut rows: Vec<usize> = vec![];
    for (at, moment) in moments.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| moments.get(before));
        let is_same = is_coming(moment) && before.is_some_and(is_coming);
        rows.push(rows.last().map_or(0, |row| row + usize::from(!is_same)));
    }
    rows
}

fn is_at_barrier(party: usize, finding: &Finding) -> bool {
    finding.parties.get(party).is_some_and(|one| one.mode == AccessMode::Barrier)
}

/// The lines of the threads, with their names.
fn lives(lines: [usize; 2], height: usize, finding: &Finding) -> String {
    let line = |(number, (x, party)): (usize, (usize, &Party))| {
        let thread = format!("thread {} of block {}", triple(party.thread), triple(party.block));
        let at = x.saturating_sub(12);
        format!(
            "<text class=\"axis\" x=\"{at}\" y=\"16\">({number}) {thread}</text>\n\
            <line class=\"life\" x1=\"{x}\" y1=\"22\" x2=\"{x}\" y2=\"{height}\"/>\n"
        )
    };
    (1..).zip(lines.into_iter().zip(&finding.parties)).map(line).collect()
}

/// A thread at a barrier: the first one comes, the other one does not.
fn coming([a, b]: [usize; 2], y: usize, party: usize, said: &str) -> String {
    if party == 0 {
        let (from, top, width) = (a - 10, y - 4, (b - a) / 8 + 10);
        let bar =
            format!("<rect class=\"barrier\" x=\"{from}\" y=\"{top}\" width=\"{width}\" height=\"8\" rx=\"3\"/>\n");
        let (x, base) = (a + (b - a) / 8 + 8, y + 4);
        return format!("{bar}<text class=\"said\" x=\"{x}\" y=\"{base}\">{said}</text>\n");
    }
    let (x, base) = (b + 14, y + 4);
    format!(
        "<path class=\"cross\" d=\"M {} {} l 14 14 m 0 -14 l -14 14\"/>\n<text class=\"said\" x=\"{x}\" y=\"{base}\">{said}</text>\n",
        b - 7,
        y - 7,
    )
}

fn deepest(moments: &[Moment]) -> usize {
    let (mut depth, mut most) = (0usize, 0);
    for moment in moments {
        match moment {
            Moment::LoopBegins { .. } => depth += 1,
            Moment::LoopEnds { .. } => depth = depth.saturating_sub(1),
            Moment::Barrier { .. } | Moment::Party { .. } | Moment::LeftOut { .. } => {}
        }
        most = most.max(depth);
    }
    most
}

fn barrier([a, b]: [usize; 2], y: usize, is_conditional: bool, said: &str) -> String {
    let class = if is_conditional { "barrier conditional" } else { "barrier" };
    format!(
        "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"8\" rx=\"3\"/>\n<text class=\"axis\" x=\"{}\" y=\"{}\">{said}</text>\n",
        a - 10,
        y - 4,
        b - a + 20,
        b + 18,
        y + 4,
    )
}

fn access(x: usize, y: usize, party: usize, said: &str) -> String {
    let class = if party == 0 { "first" } else { "second" };
    format!(
        "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"7\"/>\n<text class=\"said\" x=\"{}\" y=\"{}\">{said}</text>\n",
        x + 14,
        y + 4,
    )
}

/// A loop: its back edge leads up from its end.
fn around(x: usize, right: usize, (begin, end): (usize, usize), is_round: bool) -> String {
    let class = if is_round { "loop round" } else { "loop" };
    format!(
        "<path class=\"{class}\" d=\"M {right} {end} H {x} V {begin} H {right}\"/>\n\
        <path class=\"{class} head\" d=\"M {right} {begin} l -7 -4 v 8 z\"/>\n"
    )
}

fn place(span: &Span, finding: &Finding) -> String {
    let beside = finding.parties.first().is_some_and(|party| party.span.file == span.file);
    if beside { format!("line {}", span.line) } else { escaped(&snippet::position(span)) }
}

/// What stands beside a moment, escaped.
fn said(moment: &Moment, finding: &Finding) -> String {
    match moment {
        Moment::Barrier { span, scope, is_conditional } => {
            let of = match scope {
                Meeting::Warp => "warp",
                Meeting::Block => "block",
                Meeting::Cluster => "cluster",
                Meeting::Grid => "grid",
            };
            let by = if *is_conditional { " (by a condition)" } else { "" };
            format!("barrier of the {of}, {}{by}", place(span, finding))
        }
        Moment::Party { party } => finding.parties.get(*party).map_or(String::new(), |one| {
            format!("{}, {}", does(finding.kind, *party, one.mode), place(&one.span, finding))
        }),
        Moment::LoopBegins { span, .. } => format!("loop begins, {}", place(span, finding)),
        Moment::LoopEnds { is_round: true, .. } => {
            let later = finding.round.as_ref().map_or(1, |round| round.later);
            format!("loop goes on: ({later}) is in a later iteration")
        }
        Moment::LoopEnds { is_round: false, .. } => "loop ends".to_owned(),
        Moment::LeftOut { number } => format!("… {number} more barriers and loops"),
    }
}

fn triple([x, y, z]: [u32; 3]) -> String {
    format!("({x},{y},{z})")
}

/// What a party does. Of a barrier the first party is the one that comes.
fn does(kind: FindingKind, party: usize, mode: AccessMode) -> &'static str {
    match (mode, kind, party) {
        (AccessMode::Read, _, _) => "read",
        (AccessMode::Write, _, _) => "write",
        (AccessMode::Atomic, _, _) => "atomic access",
        (AccessMode::Launch, _, _) => "launch",
        (AccessMode::Barrier, FindingKind::ExitedThread, 1) => "has returned before the barrier",
        (AccessMode::Barrier, FindingKind::BarrierDivergence, 1) => "does not come to the barrier",
        (AccessMode::Barrier, _, _) => "comes to the barrier",
    }
}

/// The same for who does not see it.
fn in_words(moments: &[Moment], finding: &Finding) -> String {
    let of = |moment: &Moment| match moment {
        Moment::Party { party } => format!("({}) {}", party + 1, said(moment, finding)),
        Moment::Barrier { .. } | Moment::LoopBegins { .. } | Moment::LoopEnds { .. } | Moment::LeftOut { .. } => {
            said(moment, finding)
        }
    };
    moments.iter().map(of).collect::<Vec<_>>().join("; ")
}
