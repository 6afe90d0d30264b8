//! The passes in their order: one kernel in, one report out.

use super::options::Options;
use crate::analysis::asking::decide::{Asked, Decide, Session};
use crate::analysis::barriers::found::Barriers;
use crate::analysis::barriers::{divergence, named, of_warp};
use crate::analysis::contracts::contradiction;
use crate::analysis::facts::knowledge::Ticket;
use crate::analysis::facts::prepare::{self, prepare};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::orders::{handover, last_block, tickets};
use crate::analysis::pair::conflict;
use crate::analysis::phases::{joint_barriers, products};
use crate::analysis::races::record::Races;
use crate::analysis::races::{fences, non_coherent, search as races};
use crate::analysis::reports::ordered::ordered;
use crate::analysis::warp::ranks;
use crate::kernel::{Access, Kernel, Matching, MemorySpace, walk};
use crate::term::bounded;
use crate::verdict::{Certainty, Divergence, Finding, FindingKind, KernelReport, Level, Severity, Verdict};
use std::collections::BTreeSet;
use std::time::Instant;

/// Steps with terms, for telling what was found before there were none left.
const REPORTING: u64 = 1 << 20;

/// Checks one kernel.
pub fn check(kernel: &Kernel, options: &Options, solver: &mut dyn Decide) -> KernelReport {
    let mut world = ready(kernel, options);
    let mut session = Session::new(solver, options.deadline.map(|d| Instant::now() + d));
    run(kernel, options, &mut world, &mut session)
}

/// Checks one kernel and keeps every query that was put on the way, in their order, with the terms that they are made of.
pub fn trace(kernel: &Kernel, options: &Options, solver: &mut dyn Decide) -> (Prepared, Vec<Asked>) {
    let mut world = ready(kernel, options);
    let mut session = Session::new(solver, options.deadline.map(|d| Instant::now() + d));
    session.asked = Some(vec![]);
    run(kernel, options, &mut world, &mut session);
    let asked = session.asked.unwrap_or_default();
    (world, asked)
}

fn ready(kernel: &Kernel, options: &Options) -> Prepared {
    let mut world = prepare(kernel, &options.launch);
    world.terms.end_by(options.deadline.map(|deadline| Instant::now() + deadline));
    let body = std::mem::take(&mut world.kernel.body);
    world.kernel.body = joint_barriers::meet(&mut world.terms, body, options.barrier_match);
    world.ranked = ranks::ranked(&mut world);
    world
}

/// A kernel as its races are looked for, with the levels that are looked at.
pub fn settled(kernel: &Kernel, options: &Options, solver: &mut dyn Decide) -> (Prepared, Vec<Level>) {
    let mut world = ready(kernel, options);
    let mut session = Session::new(solver, options.deadline.map(|d| Instant::now() + d));
    let (_, split) = settle(&mut session, &mut world);
    (world, levels(options, split))
}

/// The barriers that some threads miss; the others are those that count. And whether the pairs of one warp are a level.
fn settle(session: &mut Session<'_>, world: &mut Prepared) -> (Barriers, bool) {
    let mut missed = named::settle(session, world);
    missed.extend(divergence::divergence(session, world));
    let split = of_warp::settle(session, world, &missed);
    (missed, split)
}

/// Where barriers of a warp count, the pairs of one warp are a level of their own.
fn levels(options: &Options, split: bool) -> Vec<Level> {
    let below = |level| (split && level == Level::Block).then_some(Level::Warp);
    options.levels.iter().flat_map(|level| below(*level).into_iter().chain([*level])).collect()
}

fn run(kernel: &Kernel, options: &Options, world: &mut Prepared, session: &mut Session<'_>) -> KernelReport {
    let mut report = KernelReport {
        name: kernel.name.clone(),
        symbol: kernel.symbol.clone(),
        span: kernel.span.clone(),
        verdict: Verdict::Unknown,
        divergence: Divergence::Unknown,
        reason: String::new(),
        findings: vec![],
        assumptions: vec![],
        stats: crate::verdict::Stats::default(),
    };
    if let Some(finding) = contradiction::contradiction(session, world, kernel, &options.launch) {
        report.reason.clone_from(&finding.message);
        report.findings.push(finding);
        report.stats = session.stats.clone();
        return report;
    }
    let (mut barriers, mut races) = (None, Races::default());
    let cut = bounded(|| search(session, world, options, &mut barriers, &mut races)).err();
    let after_barriers = barriers.is_some();
    let mut barriers: Barriers = barriers.unwrap_or_default();
    if let Some(excess) = cut {
        let open = if after_barriers { &mut races.unknown } else { &mut barriers.unknown };
        open.insert(excess.to_string());
        // What was found is told all the same.
        world.terms.end_by(None);
        world.terms.limit_work(REPORTING);
    }
    report.divergence = barriers.verdict();

    let unsupported = std::mem::take(&mut world.kernel.unsupported);
    let mut reasons = unsupported.clone();
    if races.found.len() >= options.max_findings {
        reasons.push(format!("stopped after {} races", options.max_findings));
    }
    reasons.extend(barriers.unknown.iter().cloned());
    reasons.extend(races.unknown.iter().cloned());
    match report.divergence {
        Divergence::Free | Divergence::Exited | Divergence::Unknown => {}
        Divergence::Divergent | Divergence::Conditional | Divergence::Possible => {
            reasons.push("phases are only defined without barrier divergence".to_owned());
        }
    }
    report.assumptions = assumptions(world, session, &races, options);
    report.findings = ordered(barriers.found.into_values().chain(races.found.into_values()));
    weaken(&mut report.findings, kernel, &world.kernel.ignored, &unsupported);
    report.divergence = certain_divergence(report.divergence, !kernel.ignored.is_empty(), !unsupported.is_empty());
    report.verdict =
        if unsupported.is_empty() { verdict_of(&report.findings, !reasons.is_empty()) } else { Verdict::Unknown };
    // Also beside a race: what is listed may then not be all.
    report.reason = reasons.join("; ");
    report.stats = session.stats.clone();
    report
}

/// The barriers that some threads miss, then the races. What is found by then stays, where this ends early.
fn search(
    session: &mut Session<'_>,
    world: &mut Prepared,
    options: &Options,
    barriers: &mut Option<Barriers>,
    races: &mut Races,
) {
    let (missed, split) = settle(session, world);
    *barriers = Some(missed);
    for level in [Level::Warp, Level::Block, Level::Grid] {
        let found = tickets::tickets(session, world, level);
        world.tickets.insert(level, found);
    }
    // Lanes of one warp may have one ticket.
    let split = split || world.tickets.values().flatten().any(Ticket::is_of_group);
    world.last_blocks = last_block::last_blocks(session, world);
    world.handovers = handover::handovers(world);
    for level in levels(options, split) {
        match level {
            Level::Warp | Level::Block | Level::Grid => {
                world.split_warps = split && level == Level::Block;
                races::races(session, world, level, options, races);
                non_coherent::conflicts(session, world, level, options, races);
                world.split_warps = false;
            }
            Level::Cluster => _ = races.unknown.insert("races at level cluster are not checked yet".to_owned()),
        }
    }
    session.stats.phases = options.levels.iter().map(|l| count_phases(world, *l)).max().unwrap_or(0);
}

/// What can be said about barriers where something is left out, and where something may be one that is not known.
fn certain_divergence(seen: Divergence, left_out: bool, unsupported: bool) -> Divergence {
    match seen {
        Divergence::Divergent if left_out || unsupported => Divergence::Possible,
        Divergence::Free | Divergence::Exited if unsupported => Divergence::Unknown,
        Divergence::Divergent
        | Divergence::Conditional
        | Divergence::Possible
        | Divergence::Free
        | Divergence::Exited
        | Divergence::Unknown => seen,
    }
}

/// Where synchronisation was left out, no alarm is sure to be a true one.
fn weaken(findings: &mut [Finding], kernel: &Kernel, ignored: &[String], unsupported: &[String]) {
    for f in findings {
        let left_out = match f.kind {
            FindingKind::DataRace => [ignored, unsupported, &fences::not_counted(kernel, f.level)].concat(),
            FindingKind::BarrierDivergence => [&kernel.ignored[..], unsupported].concat(),
            FindingKind::BenignRace
            | FindingKind::ExitedThread
            | FindingKind::ContradictoryAssumptions
            | FindingKind::Performance
            | FindingKind::WrongLaunch => vec![],
        };
        if !left_out.is_empty() {
            f.certainty = Certainty::Possible;
            f.severity = Severity::Warning;
            f.message = possible(&f.message);
            f.approximations.extend(left_out);
        }
    }
}

fn possible(message: &str) -> String {
    if message.starts_with("possible ") { message.to_owned() } else { format!("possible {message}") }
}

/// The strongest verdict that the findings and open questions allow.
fn verdict_of(findings: &[Finding], open: bool) -> Verdict {
    let race = |certainty| findings.iter().any(|f| f.kind == FindingKind::DataRace && f.certainty == certainty);
    if race(Certainty::Race) {
        Verdict::Race
    } else if race(Certainty::Conditional) {
        Verdict::ConditionalRace
    } else if race(Certainty::Possible) {
        Verdict::PossibleRace
    } else if open {
        Verdict::Unknown
    } else {
        Verdict::RaceFree
    }
}

fn count_phases(world: &mut Prepared, level: Level) -> usize {
    let body = world.kernel.body.clone();
    products::phases(&mut world.terms, &body, level).len()
}

/// What the verdict rests on (docs/design.md section 2).
fn assumptions(world: &Prepared, session: &Session<'_>, races: &Races, options: &Options) -> Vec<String> {
    let kernel = &world.kernel;
    let mut all = kernel.assumptions.clone();
    all.extend(world.assumptions.iter().cloned());
    let found: Vec<&Access> = walk::accesses(&kernel.body).collect();
    if found.is_empty() {
        all.push("no access to shared or global memory".to_owned());
    } else {
        all.push("accesses stay inside the object that they start from".to_owned());
        all.push(crate::verdict::STANDING.to_owned());
    }
    if found.iter().any(|access| conflict::trusts_alignment(&world.terms, access)) {
        all.push("addresses are aligned as their accesses need it".to_owned());
    }
    if session.arithmetic {
        all.push("index arithmetic does not wrap".to_owned());
    }
    let is_global = |a: &&&Access| {
        kernel.arrays.get(a.array.0).is_some_and(|array| array.space == MemorySpace::Global && !array.unknown_object)
    };
    let global: BTreeSet<_> = found.iter().filter(is_global).map(|a| a.array).collect();
    let written = found.iter().filter(is_global).any(|a| a.writes());
    if global.len() >= 2 && written {
        all.push("distinct pointer parameters do not alias".to_owned());
    }
    if non_coherent::may_be_written(&kernel.body, &kernel.arrays) {
        all.push(non_coherent::BEFORE.to_owned());
    }
    if walk::syncs(&kernel.body).any(|sync| sync.orders && !world.terms.is_true(sync.alive)) {
        all.push("what a thread accesses before it returns is over when a barrier opens without it".to_owned());
    }
    // Also loops that access nothing, after which something is known of how often they ran.
    if prepare::has_loop(&kernel.body) || !kernel.exits.is_empty() {
        all.push("each loop runs fewer than 2^31 iterations".to_owned());
    }
    if session.divides {
        all.push("nothing is divided by 0".to_owned());
    }
    if races.found.values().any(|f| f.kind == FindingKind::BenignRace) {
        all.push("same-value writes are harmless".to_owned());
    }
    all.extend(session.counters.iter().map(|c| format!("the additions to `{c}` do not wrap all the way round")));
    if options.barrier_match == Some(Matching::Any) {
        all.push("threads may meet at different places with a barrier of the block".to_owned());
    }
    if let Some(lanes) = options.warp_sync {
        all.push(format!("warps of {lanes} threads run in lock step"));
    }
    for (level, text) in [(Level::Block, "block"), (Level::Grid, "grid")] {
        if !options.levels.contains(&level) {
            all.push(format!("no data race at level {text}, which was not checked"));
        }
    }
    let mut seen = BTreeSet::new();
    all.retain(|a| seen.insert(a.clone()));
    all
}
