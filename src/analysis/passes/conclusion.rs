//! From what the passes found to the report on a kernel: its verdict, and all that this rests on.
//!
//! **Invariant:** [`Verdict::RaceFree`] is given only if nothing was left open and nothing was unsupported.

use crate::analysis::asking::decide::Session;
use crate::analysis::barriers::found::Barriers;
use crate::analysis::facts::prepare;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::options::Options;
use crate::analysis::pair::{cells, conflict};
use crate::analysis::races::record::Races;
use crate::analysis::races::{fences, non_coherent};
use crate::analysis::reports::ordered::ordered;
use crate::kernel::{Access, Change, Kernel, Matching, MemorySpace, walk};
use crate::term::Excess;
use crate::verdict::rules;
use crate::verdict::{
    Approximation, Assumption, Certainty, Divergence, Finding, FindingKind, KernelReport, Level, MbarrierGap, Open,
    Reason, Severity, Unused, Verdict,
};
use std::collections::BTreeSet;

/// What was found by the passes, as far as they came.
#[derive(Default)]
pub(super) struct Outcome {
    /// None if not all barriers were looked at.
    pub(super) barriers: Option<Barriers>,
    pub(super) races: Races,
    /// What ended the passes early.
    pub(super) cut: Option<Excess>,
}

/// Nothing is known yet.
fn open(kernel: &Kernel, session: &Session<'_>) -> KernelReport {
    KernelReport {
        name: kernel.name.clone(),
        symbol: kernel.symbol.clone(),
        span: kernel.span.clone(),
        of_library: false,
        verdict: Verdict::Unknown,
        divergence: Divergence::Unknown,
        open: vec![],
        findings: vec![],
        suppressed: vec![],
        assumptions: vec![],
        stats: session.stats.clone(),
    }
}

/// What is assumed of the kernel's launch cannot hold.
pub(super) fn contradicted(kernel: &Kernel, finding: Finding, session: &Session<'_>) -> KernelReport {
    let why = Reason::Contradiction { what: finding.message() };
    KernelReport { open: vec![Open::kernel(why)], findings: vec![finding], ..open(kernel, session) }
}

pub(super) fn report(
    kernel: &Kernel,
    options: &Options,
    world: &mut Prepared,
    session: &Session<'_>,
    Outcome { barriers, mut races, cut }: Outcome,
) -> KernelReport {
    let after_barriers = barriers.is_some();
    let mut barriers = barriers.unwrap_or_default();
    if let Some(excess) = cut {
        let open = if after_barriers { &mut races.unknown } else { &mut barriers.unknown };
        open.insert(Open::kernel(excess));
    }
    let seen = barriers.verdict();
    let mut unsupported = std::mem::take(&mut world.kernel.unsupported);
    unsupported.extend(waiting(&world.kernel.ignored));
    let mut open_questions: Vec<Open> =
        unsupported.iter().map(|what| Open::kernel(Reason::Unsupported { what: what.clone() })).collect();
    if races.found.len() >= options.max_findings {
        open_questions.push(Open::kernel(Reason::ManyRaces { races: options.max_findings }));
    }
    open_questions.extend(in_order(&barriers.unknown));
    open_questions.extend(in_order(&races.unknown));
    match seen {
        Divergence::Free | Divergence::Exited | Divergence::Unknown => {}
        Divergence::Divergent | Divergence::Conditional | Divergence::Possible => {
            open_questions.push(Open::kernel(Reason::NoPhases));
        }
    }
    let assumptions = assumptions(world, session, &races, options);
    let mut findings = ordered(barriers.found.into_values().chain(races.found.into_values()));
    weaken(&mut findings, kernel, &world.kernel.ignored, &unsupported);
    let divergence = certain_divergence(seen, !kernel.ignored.is_empty(), !unsupported.is_empty());
    let verdict =
        if unsupported.is_empty() { verdict_of(&findings, !open_questions.is_empty()) } else { Verdict::Unknown };
    // Also beside a race: what is listed may then not be all.
    KernelReport { verdict, divergence, open: open_questions, findings, assumptions, ..open(kernel, session) }
}

/// Why threads may wait at a named barrier for others that never come.
fn waiting(ignored: &[Approximation]) -> Vec<String> {
    let why = |a: &Approximation| {
        let Approximation::Mbarrier { object, why: why @ (MbarrierGap::Threads | MbarrierGap::PartOfWarp) } = a else {
            return None;
        };
        Some(format!("threads may wait at the {object} for ever: {why}"))
    };
    ignored.iter().filter_map(why).collect()
}

/// In the order of what is said of them.
fn in_order(open: &BTreeSet<Open>) -> Vec<Open> {
    let mut open: Vec<Open> = open.iter().cloned().collect();
    open.sort_by_cached_key(Open::to_string);
    open
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

/// Whether what is left out may order threads of a level: mbarriers are those of a block, or of a cluster if its blocks come to one.
fn concerns(left_out: &Approximation, level: Level, reached: bool) -> bool {
    let within = match level {
        Level::Warp | Level::Block => true,
        Level::Cluster => reached,
        Level::Grid => false,
    };
    within || !left_out.is_of_mbarriers()
}

/// Where synchronisation was left out, no alarm is sure to be a true one.
fn weaken(findings: &mut [Finding], kernel: &Kernel, ignored: &[Approximation], unsupported: &[String]) {
    let unsupported: Vec<_> =
        unsupported.iter().map(|reason| Approximation::Unsupported { reason: reason.clone() }).collect();
    let is_reached = |a: &Access| {
        let is_mbarrier = a.update.as_ref().is_some_and(|u| matches!(u.change, Change::Mbarrier(_)));
        is_mbarrier && kernel.arrays.get(a.array.0).is_none_or(|array| array.space == MemorySpace::Cluster)
    };
    let reached = walk::accesses(&kernel.body).any(is_reached);
    for f in findings {
        let left_out = match f.kind {
            FindingKind::DataRace => {
                let counts = |a: &&Approximation| concerns(a, f.level, reached);
                let ignored: Vec<_> = ignored.iter().filter(counts).cloned().collect();
                [&ignored[..], &unsupported, &fences::not_counted(kernel, f.level)].concat()
            }
            FindingKind::BarrierDivergence => [&kernel.ignored[..], &unsupported].concat(),
            FindingKind::BenignRace
            | FindingKind::ExitedThread
            | FindingKind::ContradictoryAssumptions
            | FindingKind::Performance
            | FindingKind::WrongLaunch
            | FindingKind::RedundantBarrier => vec![],
        };
        if !left_out.is_empty() {
            // It was weighed as it is, and an execution counts what mbarriers order.
            if f.certainty == Certainty::Race && left_out.iter().all(Approximation::is_of_mbarriers) {
                f.given.iter_mut().for_each(|given| given.weighed = true);
            }
            f.certainty = Certainty::Possible;
            f.severity = Severity::Warning;
            f.approximations.extend(left_out);
        }
    }
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

/// What the verdict rests on (docs/design.md section 2).
fn assumptions(world: &Prepared, session: &Session<'_>, races: &Races, options: &Options) -> Vec<Assumption> {
    let kernel = &world.kernel;
    let found: Vec<&Access> = walk::accesses(&kernel.body).collect();
    let is_global = |a: &&&Access| {
        kernel.arrays.get(a.array.0).is_some_and(|array| array.space.is_global() && !array.unknown_object)
    };
    let global: BTreeSet<_> = found.iter().filter(is_global).map(|a| a.array).collect();
    let may_alias = global.len() >= 2 && found.iter().filter(is_global).any(|a| a.writes());
    let trusts_alignment = found.iter().any(|access| conflict::trusts_alignment(&world.terms, access));
    let returns_early = walk::syncs(&kernel.body).any(|sync| sync.orders && !world.terms.is_true(sync.alive));
    // Also loops that access nothing, after which something is known of how often they ran.
    let has_loop = prepare::has_loop(&kernel.body) || !kernel.exits.is_empty();
    let before = [
        (found.is_empty() && kernel.unsupported.is_empty(), Assumption::NoAccess),
        (!found.is_empty(), Assumption::InsideObjects),
        (!found.is_empty(), Assumption::Standing),
        (trusts_alignment, Assumption::Aligned),
        (session.arithmetic, Assumption::IndicesDoNotWrap),
        (may_alias, Assumption::ParametersDoNotAlias),
        (non_coherent::may_be_written(&kernel.body, &kernel.arrays), Assumption::NonCoherentReadIsOver),
        (returns_early, Assumption::OverBeforeReturn),
        (has_loop, Assumption::FewIterations),
        (session.divides, Assumption::NoDivisionByZero),
        (races.found.values().any(|f| f.code == rules::BENIGN_RACE.id), Assumption::SameValueIsHarmless),
        (races.found.values().any(|f| f.code == rules::SEED_READ.id), Assumption::SeedIsHarmless),
        (races.found.values().any(|f| f.code == rules::EXCHANGED_READ.id), Assumption::ExchangeComesLater),
    ];
    let counters = session.counters.iter().map(|c| Assumption::CounterDoesNotWrap { counter: c.clone() });
    let after = [
        (options.barrier_match == Some(Matching::Any), Assumption::BarriersMatchAnywhere),
        (options.warp_sync.is_some(), Assumption::LockStep { lanes: options.warp_sync.unwrap_or_default() }),
        (!options.levels.contains(&Level::Block), Assumption::BlockLevelNotChecked),
        (!options.levels.contains(&Level::Grid), Assumption::GridLevelNotChecked),
    ];
    let made = |(is_made, what): (bool, Assumption)| is_made.then_some(what);
    let mut all = [kernel.assumptions.clone(), world.assumptions.clone()].concat();
    all.extend(
        before
            .into_iter()
            .filter_map(made)
            .chain(counters)
            .chain(session.contents.iter().cloned())
            .chain(unused(kernel))
            .chain(after.into_iter().filter_map(made)),
    );
    let mut seen = BTreeSet::new();
    all.retain(|a| seen.insert(a.clone()));
    all
}

/// Contracts on contents that the kernel changes.
fn unused(kernel: &Kernel) -> impl Iterator<Item = Assumption> {
    kernel.contents.iter().filter_map(|stated| {
        let changed = stated.arrays().find(|array| !cells::is_unwritten(kernel, *array))?;
        let array = kernel.arrays.get(changed.0).map(|a| a.name.clone()).unwrap_or_default();
        Some(Assumption::ContractUnused { line: stated.line, why: Unused::Written { array } })
    })
}
