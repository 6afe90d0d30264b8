//! The passes in their order: one kernel in, one report out.

use super::conclusion::{self, Outcome};
use crate::analysis::asking::decide::{Asked, Decide, Session};
use crate::analysis::asking::induction::search as induction;
use crate::analysis::barriers::found::Barriers;
use crate::analysis::barriers::{divergence, named, of_warp};
use crate::analysis::contracts::contradiction;
use crate::analysis::facts::knowledge::Ticket;
use crate::analysis::facts::prepare::prepare;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::options::Options;
use crate::analysis::orders::{block_totals, handover, last_block, tickets};
use crate::analysis::pair::pairs::Pairs;
use crate::analysis::phases::{joint_barriers, products, rolled};
use crate::analysis::races::{non_coherent, search as races};
use crate::analysis::warp::{agreed, first_lane, ranks};
use crate::kernel::Kernel;
use crate::term::bounded;
use crate::verdict::{KernelReport, Level, Open, Reason};
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
    first_lane::settle(&mut world);
    let body = std::mem::take(&mut world.kernel.body);
    let body = rolled::rolled(&mut world.terms, &world.kernel.arrays, body);
    world.kernel.body = joint_barriers::meet(&mut world.terms, body, options.barrier_match);
    agreed::settle(&mut world);
    world.knowledge.ranked = ranks::ranked(&mut world);
    world
}

/// A kernel as its races are looked for, with the levels that are looked at.
pub fn settled(kernel: &Kernel, options: &Options, solver: &mut dyn Decide) -> (Prepared, Vec<Level>) {
    let mut world = ready(kernel, options);
    let mut session = Session::new(solver, options.deadline.map(|d| Instant::now() + d));
    let Settled { split, .. } = settle(&mut session, &mut world);
    let levels = levels(options, split, world.cluster.is_some());
    (world, levels)
}

/// A kernel whose barriers are known: those that count are left in it.
struct Settled {
    /// What was found of those that some threads miss.
    barriers: Barriers,
    /// The pairs of one warp are a level of their own.
    split: bool,
}

fn settle(session: &mut Session<'_>, world: &mut Prepared) -> Settled {
    induction::settle(session, world);
    let mut barriers = named::settle(session, world);
    barriers.extend(divergence::divergence(session, world));
    let split = of_warp::settle(session, world, &barriers);
    Settled { barriers, split }
}

/// Where barriers of a warp count, the pairs of one warp are a level of their own; so are those of one cluster, of a kernel that
/// does something with its other blocks.
fn levels(options: &Options, split: bool, of_cluster: bool) -> Vec<Level> {
    let below = |level| (split && level == Level::Block).then_some(Level::Warp);
    let aside = |level| (of_cluster && level == Level::Grid).then_some(Level::Cluster);
    let wanted = options.levels.iter().filter(|level| !of_cluster || **level != Level::Cluster);
    wanted.flat_map(|level| below(*level).into_iter().chain(aside(*level)).chain([*level])).collect()
}

fn run(kernel: &Kernel, options: &Options, world: &mut Prepared, session: &mut Session<'_>) -> KernelReport {
    if let Some(finding) = contradiction::contradiction(session, world, kernel, &options.launch) {
        return conclusion::contradicted(kernel, finding, session);
    }
    let mut outcome = Outcome::default();
    let end = bounded(|| search(session, world, options, &mut outcome));
    outcome.cut = end.err();
    if outcome.cut.is_some() {
        // What was found is told all the same.
        world.terms.end_by(None);
        world.terms.limit_work(REPORTING);
    }
    conclusion::report(kernel, options, world, session, outcome)
}

/// Finds out what [`Knowledge`](super::facts::knowledge::Knowledge) holds, and whether the lanes of one warp may have one ticket.
fn learn(session: &mut Session<'_>, world: &mut Prepared) -> bool {
    let of_cluster = world.cluster.is_some();
    let levels = [Level::Warp, Level::Block, Level::Cluster, Level::Grid];
    for level in levels.into_iter().filter(|level| of_cluster || *level != Level::Cluster) {
        let found = tickets::tickets(session, world, level);
        world.knowledge.tickets.insert(level, found);
        if level == Level::Block {
            world.knowledge.totals = block_totals::totals(world);
        }
    }
    world.knowledge.last_blocks = last_block::last_blocks(session, world);
    world.knowledge.handovers = handover::handovers(session, world);
    world.knowledge.tickets.values().flatten().any(Ticket::is_of_group)
}

/// The barriers that some threads miss, then the races. What is found by then stays, where this ends early.
fn search(session: &mut Session<'_>, world: &mut Prepared, options: &Options, outcome: &mut Outcome) {
    let Settled { barriers, split } = settle(session, world);
    outcome.barriers = Some(barriers);
    let split = learn(session, world) || split;
    let races = &mut outcome.races;
    let of_cluster = world.cluster.is_some();
    for level in levels(options, split, of_cluster) {
        match level {
            Level::Cluster if !of_cluster => _ = races.unknown.insert(Open::kernel(Reason::ClusterLevel)),
            Level::Warp | Level::Block | Level::Cluster | Level::Grid => {
                let of_other_warps = split && level == Level::Block;
                let pairs = Pairs { level, of_other_warps, of_other_clusters: of_cluster && level == Level::Grid };
                races::races(session, world, pairs, options, races);
                non_coherent::conflicts(session, world, pairs, options, races);
            }
        }
    }
    outcome.races.tell_of_launches(session, world);
    outcome.races.show_plausible(session, world);
    session.stats.phases = options.levels.iter().map(|l| count_phases(world, *l)).max().unwrap_or(0);
}

fn count_phases(world: &mut Prepared, level: Level) -> usize {
    let body = world.kernel.body.clone();
    products::phases(&mut world.terms, &body, level).len()
}
