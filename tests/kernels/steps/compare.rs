//! The verdicts on a kernel against runs of its steps.

use super::contents;
use super::history::{Conflict, Meeting, conflicts, meeting};
use super::lanes::clocks;
use super::machine::{Stuck, Trace, allowed, run};
use super::replay::replay;
use super::world::{Launch, World};
use raceproof::analysis::{Options, check};
use raceproof::kernel::{Change, Kernel, LaunchFacts, Step, Update};
use raceproof::smt::{Budget, Solver};
use raceproof::span::Span;
use raceproof::term::{FuncKind, Term, bounded};
use raceproof::verdict::{Assumption, Divergence, Finding, FindingKind, KernelReport, Level, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// The solver's work for a kernel, and the time behind that for one query.
const EFFORT: Duration = Duration::from_secs(2);
const QUERY: Duration = Duration::from_secs(120);

/// Iterations of all threads of a run.
const ITERATIONS: u32 = 40_000;

/// How the two disagree. The first four are unsound.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Sort {
    MissedRace,
    /// Other races were reported, and that these are all.
    MissedPair,
    MissedDivergence,
    /// Something happens in an iteration that counts as not executed.
    Excluded,
    FalseRace,
    FalseDivergence,
}

#[derive(Clone, Debug)]
pub(crate) struct Mismatch {
    pub(crate) sort: Sort,
    pub(crate) kernel: String,
    pub(crate) what: String,
}

/// What many comparisons gave.
#[derive(Default, Debug)]
pub(crate) struct Tally {
    pub(crate) mismatches: Vec<Mismatch>,
    /// Kernels by what was said of them and seen in runs.
    pub(crate) verdicts: BTreeMap<String, usize>,
    /// Runs by what they were good for.
    pub(crate) runs: BTreeMap<&'static str, usize>,
    /// Witnesses by what became of them.
    pub(crate) witnesses: BTreeMap<&'static str, usize>,
}

impl Tally {
    pub(crate) fn merge(mut self, other: Tally) -> Tally {
        self.mismatches.extend(other.mismatches);
        other.verdicts.into_iter().for_each(|(k, n)| *self.verdicts.entry(k).or_default() += n);
        other.runs.into_iter().for_each(|(k, n)| *self.runs.entry(k).or_default() += n);
        other.witnesses.into_iter().for_each(|(k, n)| *self.witnesses.entry(k).or_default() += n);
        self
    }
}

/// What is tried of a kernel.
pub(crate) struct Plan {
    /// Launches to choose from.
    pub(crate) launches: Vec<Launch>,
    /// How many launches with which the kernel can run at all are wanted.
    pub(crate) most: usize,
    /// Parameters that are fixed.
    pub(crate) params: Vec<(String, i64)>,
    /// What raceproof is told of the block when it is not told the launch.
    pub(crate) block: [Option<u32>; 3],
    /// Contents and parameters of each launch; fewer where a block is large.
    pub(crate) seeds: u64,
}

/// All threads of a launch with one filling.
struct Run<'k> {
    world: World<'k>,
    traces: Vec<Trace<'k>>,
    met: Meeting,
}

/// A run of all threads, or why there is none.
fn ran<'k>(world: World<'k>) -> Result<Run<'k>, &'static str> {
    let threads: Vec<_> = world.launch.threads().into_iter().filter(|t| allowed(&world, *t)).collect();
    if threads.is_empty() {
        return Err("the kernel's facts do not hold");
    }
    if !contents::hold(&world, &threads) {
        return Err("the kernel's contracts on contents do not hold");
    }
    let traces = threads.into_iter().map(|who| run(&world, who)).collect::<Result<Vec<_>, _>>();
    let traces = traces.map_err(|stuck| match stuck {
        Stuck::Undefined => "undefined",
        Stuck::TooLong => "too long",
    })?;
    let met = meeting(&world, &traces);
    Ok(Run { world, traces, met })
}

/// Runs with the first launches that the kernel allows.
fn runs<'k>(kernel: &'k Kernel, plan: &Plan, tally: &mut Tally) -> Vec<(Launch, Vec<Run<'k>>)> {
    let given = plan.params.iter().cloned().collect();
    let mut found = vec![];
    for launch in &plan.launches {
        let threads = u64::from(launch.block.iter().chain(&launch.grid).product::<u32>());
        let seeds = 0..plan.seeds.min(512 / threads).max(3);
        let fuel = (ITERATIONS / threads as u32).clamp(100, 3_000);
        let world = |seed| World::new(kernel, *launch, &given, seed).with_fuel(fuel);
        let outcomes: Vec<_> = seeds.map(|seed| ran(world(seed))).collect();
        if outcomes.iter().all(Result::is_err) && !std::ptr::eq(launch, &plan.launches[plan.launches.len() - 1]) {
            continue;
        }
        let mut good = vec![];
        for outcome in outcomes {
            *tally.runs.entry(outcome.as_ref().map_or_else(|why| *why, |_| "run")).or_default() += 1;
            good.extend(outcome.ok());
        }
        found.push((*launch, good));
        if found.len() == plan.most {
            break;
        }
    }
    found
}

/// Whether the verdict speaks about this launch.
fn covers(report: &KernelReport, launch: Launch) -> bool {
    let names = |base: &str, extent: [u32; 3]| {
        ["x", "y", "z"]
            .into_iter()
            .zip(extent)
            .filter(|(_, n)| *n > 1)
            .map(|(a, _)| format!("{base}.{a}"))
            .collect::<Vec<_>>()
    };
    let wide = [names("blockDim", launch.block), names("gridDim", launch.grid)].concat();
    let is_one =
        |name| report.assumptions.iter().any(|a| matches!(a, Assumption::UnreadAxes { dims } if dims.contains(name)));
    !wide.iter().any(is_one)
}

/// Whether a run is outside of what a proof is about: arithmetic wraps, or a mask names lanes that do not come.
fn excused(report: &KernelReport, world: &World<'_>, traces: &[Trace<'_>]) -> bool {
    let assumed = &report.assumptions;
    (assumed.contains(&Assumption::IndicesDoNotWrap) && traces.iter().any(|t| t.wrapped))
        || (assumed.iter().any(|a| matches!(a, Assumption::UnsignedExtent { .. })) && world.has_huge())
        || (assumed.contains(&Assumption::LanesArrive) && clocks(world, traces).is_none())
}

/// Whether something is not run as it is: named barriers, tiles, of which a warp's lanes share the parts, fences with what
/// they order, and operations that replace a value or set bits.
fn is_not_run(steps: &[Step]) -> bool {
    steps.iter().any(|step| match step {
        Step::Access(a) => a.tile.is_some() || a.update.as_ref().is_some_and(is_no_count),
        Step::Sync(s) => s.named.is_some(),
        Step::Fence(_) => true,
        Step::Loop(l) => is_not_run(&l.body),
    })
}

/// Shuffles give the results of atomic operations, which are drawn here for each lane.
fn gives_results(kernel: &Kernel) -> bool {
    let opaque = |t: Term| {
        let mut apps = kernel.terms.apps_of(&[t]).into_iter();
        apps.any(|(_, f)| matches!(kernel.terms.func_info(f).kind, FuncKind::Opaque { .. }))
    };
    kernel.shuffles.iter().any(|s| opaque(s.value))
}

fn is_no_count(update: &Update) -> bool {
    update.acquires
        || update.releases
        || match update.change {
            Change::Nothing | Change::Add(_) | Change::AddFloat(_) | Change::Unknown => false,
            Change::Set(_) | Change::Replace { .. } | Change::Count(_) | Change::SetBits(_) => update.result.is_some(),
            Change::Mbarrier(_) => true,
        }
}

/// Holds what is said of each launch, and of all launches, against the runs.
pub(crate) fn compare(kernel: &Kernel, plan: &Plan) -> Tally {
    let mut tally = Tally::default();
    // Sets of lanes that are found out at run time are not found out here.
    let left_out = !kernel.gathered.is_empty() || gives_results(kernel);
    if !kernel.unsupported.is_empty() || left_out || is_not_run(&kernel.body) {
        *tally.runs.entry("kernels not run").or_default() += 1;
        return tally;
    }
    let runs = runs(kernel, plan, &mut tally);
    for (launch, runs) in &runs {
        let facts = LaunchFacts {
            block_dim: launch.block.map(Some),
            grid_dim: launch.grid.map(Some),
            params: plan.params.clone(),
            ..LaunchFacts::default()
        };
        verdict(kernel, facts, &runs.iter().collect::<Vec<_>>(), &mut tally);
    }
    let facts = LaunchFacts { block_dim: plan.block, params: plan.params.clone(), ..LaunchFacts::default() };
    verdict(kernel, facts, &runs.iter().flat_map(|(_, runs)| runs).collect::<Vec<_>>(), &mut tally);
    tally
}

/// Holds one verdict against runs, and its witnesses against runs of their own.
fn verdict(kernel: &Kernel, launch: LaunchFacts, runs: &[&Run<'_>], tally: &mut Tally) {
    let options = Options { launch, effort: Some(EFFORT), max_findings: usize::MAX, ..Options::default() };
    let mut solver = Solver::new(Budget { time: QUERY }).with_effort(EFFORT);
    let Ok(report) = bounded(|| check(kernel, &options, &mut solver)) else {
        *tally.verdicts.entry("given up".to_owned()).or_default() += 1;
        return;
    };
    // What a lane is given by another one is drawn here for each lane.
    if !kernel.butterflies.is_empty() && report.findings.iter().any(|f| f.kind == FindingKind::BenignRace) {
        *tally.verdicts.entry("reduced by the warp".to_owned()).or_default() += 1;
        return;
    }
    let covered = runs.iter().filter(|r| covers(&report, r.world.launch));
    let seen = covered.map(|run| one_run(&report, run, &mut tally.mismatches)).max().unwrap_or(Seen::Nothing);
    let given: BTreeMap<String, i64> = options.launch.params.into_iter().collect();
    for finding in &report.findings {
        if let Some((outcome, mismatch)) = replay(kernel, &report, finding, &given) {
            *tally.witnesses.entry(outcome).or_default() += 1;
            tally.mismatches.extend(mismatch);
        }
    }
    let said = format!("{:?}, barriers {:?}; seen: {seen:?}", report.verdict, report.divergence);
    *tally.verdicts.entry(said).or_default() += 1;
}

/// What a run shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Seen {
    Nothing,
    /// Accesses conflict, and do no harm.
    Harmless,
    /// They do in a run that the verdict is not about.
    Excused,
    Conflict,
    Apart,
}

/// The levels at which threads may meet.
fn levels(world: &World<'_>) -> Vec<Level> {
    let of_cluster = world.cluster.map(|_| Level::Cluster);
    [Level::Warp, Level::Block].into_iter().chain(of_cluster).chain([Level::Grid]).collect()
}

/// Holds one run against the report.
fn one_run(report: &KernelReport, Run { world, traces, met }: &Run<'_>, mismatches: &mut Vec<Mismatch>) -> Seen {
    let mut add = |sort, what: String| {
        if !excused(report, world, traces) {
            let what = format!("{what}, in {}", world.describe());
            mismatches.push(Mismatch { sort, kernel: report.name.clone(), what });
        }
    };
    if let Some(place) = traces.iter().find_map(|t| t.excluded.first()) {
        add(Sort::Excluded, format!("at {place}"));
    }
    match report.divergence {
        Divergence::Free if *met != Meeting::Together => add(Sort::MissedDivergence, format!("{met:?}")),
        Divergence::Exited if *met == Meeting::Apart => add(Sort::MissedDivergence, format!("{met:?}")),
        Divergence::Free
        | Divergence::Exited
        | Divergence::Divergent
        | Divergence::Conditional
        | Divergence::Possible
        | Divergence::Unknown => {}
    }
    if *met == Meeting::Apart {
        return Seen::Apart;
    }
    let conflicts = conflicts(world, traces, &levels(world));
    let harmful = conflicts.iter().find(|c| !c.harmless);
    match (report.verdict, harmful) {
        (Verdict::RaceFree, Some(c)) => add(Sort::MissedRace, world.shown(c)),
        _ if report.open.is_empty() => {
            let known = reported(world.kernel, &report.findings);
            if let Some(c) = conflicts
                .iter()
                .find(|c| !known.iter().any(|(array, spans)| *array == c.array.0 && are_around(spans, &c.spans)))
            {
                add(Sort::MissedPair, world.shown(c));
            }
        }
        _ => {}
    }
    match (conflicts.is_empty(), harmful) {
        (true, _) => Seen::Nothing,
        (false, None) => Seen::Harmless,
        (false, Some(_)) if excused(report, world, traces) => Seen::Excused,
        (false, Some(_)) => Seen::Conflict,
    }
}

/// Whether two places that a finding names are those of two accesses, in the same calls or in others inside of these.
pub(super) fn are_around(named: &[Span; 2], seen: &[Span; 2]) -> bool {
    let [one, other] = named;
    let [a, b] = seen;
    one.is_around(a) && other.is_around(b) || one.is_around(b) && other.is_around(a)
}

/// The pairs that findings about races name.
fn reported(kernel: &Kernel, findings: &[Finding]) -> BTreeSet<(usize, [Span; 2])> {
    // Of a block that may not run only the access is told.
    let is_race =
        |f: &&Finding| matches!(f.kind, FindingKind::DataRace | FindingKind::BenignRace) && f.parties.len() == 2;
    let mut pairs = BTreeSet::new();
    for f in findings.iter().filter(is_race) {
        let arrays = kernel.arrays.iter().enumerate().filter(|(_, a)| a.name == f.array);
        pairs.extend(arrays.map(|(i, _)| (i, places(f))));
    }
    pairs
}

/// The places of a finding, in order.
pub(crate) fn places(f: &Finding) -> [Span; 2] {
    let mut spans = [0, 1].map(|i| f.parties[i].span.clone());
    spans.sort();
    spans
}

impl World<'_> {
    pub(crate) fn shown(&self, c: &Conflict) -> String {
        let [a, b] = &c.spans;
        format!("{}: {}:{} and {}:{}", self.kernel.arrays[c.array.0].name, a.line, a.column, b.line, b.column)
    }
}
