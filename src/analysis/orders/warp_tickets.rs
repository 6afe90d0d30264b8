//! Tickets of groups: one lane of a group draws for all its lanes, and a shuffle hands its ticket on to them.
//!
//! In terms of steps: an addition of `k` that is a ticket ([`tickets`](super::tickets)), and a shuffle in the same loops,
//! where
//! 1. the lane that gives is the first of a set `B`, or lane 0, which every warp has, and is asked to come to the shuffle;
//! 2. all lanes of `B` come to the shuffle, in the iteration in which they were found to be in `B`;
//! 3. the lane that gives has drawn in that iteration, if what the lanes have in common of the draw's condition holds, and gives the
//!    result;
//! 4. `k`, the counter's place and the lane that gives are the same for all lanes that come with the same mask; so is what a
//!    match that is the mask compares.
//!
//! Then what a lane is given is a ticket of its group, the lanes with the same mask in one execution of the shuffle. Two
//! lanes have tickets of different draws, or have been given the same one by a shuffle with the same mask, in the same
//! iterations unless the mask is of lanes that happen to be together.
//!
//! Source: the PTX manual on `shfl.sync`: the lanes of its mask come with the same mask, which [`masks`](crate::analysis::barriers::masks)
//! checks, and are given the value of the lane that they name.
//!
//! Direction: sound, given that. 1 and 4 are by form; 2 and 3 are asked of the solver, for one lane in an iteration that it
//! executes. Lane 0 comes to a shuffle in a loop if no thread of the kernel returns early.

use super::families;
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::knowledge::Group;
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes;
use crate::analysis::pair::reach::reach;
use crate::analysis::warp::{lane_sets, ranks};
use crate::kernel::target::{ALL_LANES, LANES, REGISTER};
use crate::kernel::{Loop, Members, Shuffle};
use crate::term::{FuncKind, Node, Sharing, Term, Terms, Var, VarKind};

/// A draw: its condition, its result in an iteration, and what has to be the same for all lanes of a group.
pub(crate) struct Draw<'k> {
    pub guard: Term,
    pub result: Term,
    pub loops: &'k [&'k Loop],
    pub same: &'k [Term],
}

/// The group whose lanes are given the result of `draw` by `shuffle`.
pub(crate) fn handed_on(
    session: &mut Session<'_>,
    world: &mut Prepared,
    draw: &Draw<'_>,
    shuffle: &Shuffle,
) -> Option<Group> {
    let counters: Vec<Var> = draw.loops.iter().map(|l| l.counter).collect();
    let of_draw = world.terms.reachable(&[shuffle.value]).contains(&draw.result);
    if counters != shuffle.params || !of_draw {
        return None;
    }
    let set = ranks::first_of(&world.terms, shuffle.lane);
    let same = draw.same.iter().copied().chain([shuffle.lane]);
    if !is_asked(world, shuffle, set) || !same.into_iter().all(|t| is_shared(world, t, shuffle)) {
        return None;
    }
    let lane = lanes::lane(world);
    let gives = world.terms.eq(lane, shuffle.lane);
    let member = match set {
        Some(set) => lane_sets::is_member(world, set)?,
        None => gives,
    };
    // The lanes that a shuffle asks for come in its iteration, unless they have returned.
    let none_returns = set.is_none() && world.terms.func_info(shuffle.func).sharing == Sharing::Warp;
    let stays_away = world.terms.not(shuffle.guard);
    if !none_returns
        && (set.is_none() && !shuffle.params.is_empty()
            || !families::never(session, world, (&[], None), vec![member, stays_away]))
    {
        return None;
    }
    let drew = world.terms.eq(shuffle.value, draw.result);
    let drew = world.terms.and(draw.guard, drew);
    let otherwise = world.terms.not(drew);
    // What the lanes have in common of the draw's condition, as that some lane voted, they know as well.
    let common = literals::conjuncts(&world.terms, &[draw.guard]);
    let common: Vec<Term> = common.into_iter().filter(|c| is_shared(world, *c, shuffle)).collect();
    let comes = reach(&mut world.terms, shuffle.guard, draw.loops);
    let comes = world.terms.all([comes].into_iter().chain(common));
    if !families::never(session, world, (&[], None), vec![member, gives, comes, otherwise]) {
        return None;
    }
    let terms = &mut world.terms;
    let (zero, all) = (terms.constant(REGISTER, 0), terms.constant(REGISTER, u64::from(LANES)));
    let within = [comes, terms.sle(zero, shuffle.lane), terms.slt(shuffle.lane, all)];
    let given = terms.all(within);
    // Lanes that happen to be together may be in different iterations.
    Some(Group { mask: shuffle.mask, given, in_step: !lane_sets::is_active(world, shuffle.mask) })
}

/// Whether the lane that gives, if there is one, is among those that are asked: the first of `set`, or lane 0.
fn is_asked(world: &Prepared, shuffle: &Shuffle, set: Option<Term>) -> bool {
    let asked = world.terms.as_const(shuffle.mask);
    match set {
        Some(set) => lane_sets::set(world, set).is_some_and(|found| {
            let within = set == shuffle.mask || found.mask == Some(shuffle.mask) || asked == Some(ALL_LANES);
            within && found.params == shuffle.params
        }),
        None => world.terms.as_const(shuffle.lane) == Some(0) && asked.is_some_and(|asked| asked & 1 == 1),
    }
}

/// Whether `t` is the same for all lanes that come to the shuffle together: by its mask, and what warps have in common.
fn is_shared(world: &Prepared, t: Term, shuffle: &Shuffle) -> bool {
    // The lanes of a match have one value.
    let matched = lane_sets::set(world, shuffle.mask).is_some_and(|set| set.members == Members::Equal(t));
    if t == shuffle.mask || matched {
        return true;
    }
    let terms = &world.terms;
    let all = |world: &Prepared| world.terms.children(t).into_iter().all(|c| is_shared(world, c, shuffle));
    match terms.node(t) {
        Node::Const { .. } => true,
        Node::Var(v) => match terms.var_info(*v).kind {
            VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_)
            | VarKind::Param => true,
            VarKind::Counter => shuffle.params.contains(v) && !lane_sets::is_active(world, shuffle.mask),
            VarKind::ThreadIdx(_) | VarKind::Local => false,
        },
        Node::Apply(..) if is_pure(terms, t) => all(world),
        Node::Apply(..) => lane_sets::set(world, t).is_some_and(|set| is_vote(terms, t, set.members)) && all(world),
        Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) => all(world),
    }
}

fn is_pure(terms: &Terms, t: Term) -> bool {
    matches!(terms.node(t), Node::Apply(f, _) if matches!(terms.func_info(*f).kind, FuncKind::Pure(_)))
}

/// One set for all lanes that are asked together.
fn is_vote(terms: &Terms, t: Term, members: Members) -> bool {
    let shared = matches!(terms.node(t), Node::Apply(f, _) if terms.func_info(*f).sharing == Sharing::Warp);
    shared && matches!(members, Members::Voters(_))
}
