//! Whether the witness of a certain finding happens: its two threads are run with its launch and its parameters.

use super::compare::{Mismatch, Sort, are_around, places};
use super::flights::MARKS;
use super::history::conflicts;
use super::machine::{Event, Stuck, Trace, alive, allowed, run};
use super::world::{Launch, Thread, World};
use raceproof::kernel::{Kernel, Matching, Step, walk};
use raceproof::verdict::{Certainty, Divergence, Finding, FindingKind, KernelReport, Level, Party};
use std::collections::BTreeMap;

/// Contents of memory, and values of what the witness does not name.
const SEEDS: u64 = 6;
/// Reads of what the kernel writes that no barrier orders.
const NON_COHERENT: &str = "RP0012";

/// What became of the witness of a finding that claims to be certain; `None` for others.
pub(crate) fn replay(
    kernel: &Kernel,
    report: &KernelReport,
    finding: &Finding,
    given: &BTreeMap<String, i64>,
) -> Option<(&'static str, Option<Mismatch>)> {
    let aligned = matches!(report.divergence, Divergence::Free | Divergence::Exited);
    let sort = match (finding.certainty, finding.kind) {
        // The machine here has no caches that barriers leave alone.
        _ if finding.code == NON_COHERENT => return None,
        // Steps do not say when a block begins and ends.
        _ if finding.parties.len() != 2 => return None,
        (Certainty::Possible, _) => return None,
        // It takes contents that an execution of the code chose.
        _ if finding.given.as_ref().is_some_and(|given| given.weighed) => return None,
        // What it takes of memory has to be there.
        (Certainty::Conditional, _) if !finding.approximations.is_empty() => return None,
        (Certainty::Race | Certainty::Conditional, FindingKind::DataRace) if aligned => Sort::FalseRace,
        (Certainty::Race | Certainty::Conditional, FindingKind::BarrierDivergence)
            if finding.level <= Level::Cluster =>
        {
            Sort::FalseDivergence
        }
        (Certainty::Race | Certainty::Conditional, _) => return None,
    };
    // Without marks it is not known how long the thread's own copy is under way.
    let marked = kernel.arrays.iter().any(|a| a.name == MARKS);
    let alone =
        finding.parties[0].block == finding.parties[1].block && finding.parties[0].thread == finding.parties[1].thread;
    if sort == Sort::FalseRace && alone && !marked {
        return Some(("not run", None));
    }
    let mut values = given.clone();
    values.extend(finding.witness.iter().cloned());
    values.extend(fields(kernel, &finding.witness));
    let parties = [&finding.parties[0], &finding.parties[1]];
    let launch = launch(&values, parties);
    let mut ran = false;
    for seed in 0..SEEDS {
        let world = World::new(kernel, launch, &values, seed);
        let who = parties.map(|p| Thread { block: p.block, thread: p.thread });
        if !who.iter().all(|t| allowed(&world, *t)) {
            continue;
        }
        let (Ok(first), Ok(second)) = (run(&world, who[0]), run(&world, who[1])) else { continue };
        let Ok(others) = others(&world, who) else { continue };
        ran = true;
        let traces: Vec<Trace<'_>> = [first, second].into_iter().chain(others).collect();
        let happens = match sort {
            Sort::FalseDivergence => parts(&world, finding, &traces),
            _ => conflicts(&world, &traces, &levels(finding.level))
                .iter()
                .any(|c| are_around(&places(finding), &c.spans) && kernel.arrays[c.array.0].name == finding.array),
        };
        if !happens {
            let what = format!("{} in {}", finding.message(), world.describe());
            return Some(("refuted", Some(Mismatch { sort, kernel: report.name.clone(), what })));
        }
    }
    Some((if ran { "confirmed" } else { "not run" }, None))
}

/// The values of fields, which a witness names as the source does, by their own names.
fn fields(kernel: &Kernel, witness: &[(String, i64)]) -> Vec<(String, i64)> {
    let own = |v| (kernel.terms.written(v).to_owned(), kernel.terms.var_info(v).name.clone());
    let names: BTreeMap<String, String> = kernel.terms.vars().map(own).collect();
    witness.iter().filter_map(|(name, value)| Some((names.get(name)?.clone(), *value))).collect()
}

/// Where lanes wait for some others, which may then order the two threads: the rest of their warps.
fn others<'k>(world: &World<'k>, who: [Thread; 2]) -> Result<Vec<Trace<'k>>, Stuck> {
    let warp = |t: &Thread| (t.block, world.launch.warp(t.thread));
    let warps = who.map(|t| warp(&t));
    let mut blocks = if has_masks(&world.kernel.body) { who.map(|t| t.block).to_vec() } else { vec![] };
    blocks.dedup();
    let all: Vec<Thread> = blocks.into_iter().flat_map(|block| world.launch.threads_of(block)).collect();
    let rest = all.into_iter().filter(|t| warps.contains(&warp(t)) && !who.contains(t) && allowed(world, *t));
    rest.map(|t| run(world, t)).collect()
}

fn has_masks(steps: &[Step]) -> bool {
    walk::syncs(steps).any(|sync| sync.mask.is_some())
}

/// The levels at which two threads of a finding may meet: those of a block may be of one warp.
fn levels(level: Level) -> Vec<Level> {
    match level {
        Level::Warp | Level::Block => vec![Level::Warp, Level::Block],
        Level::Cluster => vec![Level::Cluster],
        Level::Grid => vec![Level::Grid],
    }
}

/// The launch of a witness; an extent that it does not name is as large as its threads need.
fn launch(values: &BTreeMap<String, i64>, parties: [&Party; 2]) -> Launch {
    let extent = |base: &str, axis: usize, index: [u32; 2]| {
        let named = values.get(&format!("{base}.{}", ["x", "y", "z"][axis]));
        named.map_or(index[0].max(index[1]) + 1, |n| *n as u32)
    };
    let [a, b] = parties;
    Launch {
        block: [0, 1, 2].map(|axis| extent("blockDim", axis, [a.thread[axis], b.thread[axis]])),
        grid: [0, 1, 2].map(|axis| extent("gridDim", axis, [a.block[axis], b.block[axis]])),
    }
}

/// Whether the first thread gets to the finding's barrier in iterations in which the second, not having returned, does not.
fn parts(world: &World<'_>, finding: &Finding, traces: &[Trace<'_>]) -> bool {
    let [first, second, ..] = traces else { return false };
    let place = &finding.parties[0].span;
    first.events.iter().any(|e| match e {
        Event::Sync { sync, .. } if sync.matching == Matching::Any => true, // joined with others, it has no place
        Event::Sync { sync, at, mask } if sync.span == *place => {
            let named = |t: &Trace<'_>| mask.is_none_or(|m| m >> world.launch.lane(t.who.thread) & 1 == 1);
            let same = |e: &Event<'_>| {
                matches!(e, Event::Sync { sync: s, at: a, mask: m } if std::ptr::eq(*s, *sync) && a == at && m == mask)
            };
            !named(first) || named(second) && !second.events.iter().any(same) && alive(world, second.who, sync, at) != Some(false)
        }
        Event::Sync { .. } | Event::Access { .. } => false,
    })
}
