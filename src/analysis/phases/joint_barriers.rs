//! Barriers that lie at several places of the program and are one: what `barrier.sync` allows since sm_70.
//!
//! In `if (c) { A; bar; B } else { C; bar; D }` each thread waits once, at one place or the other. Where threads of
//! different places may meet ([`Matching::Any`]), the barriers of one region that wait for the same threads (those of the
//! block, or the lanes of one mask, the same term) are taken by *branches*, places with the same guard, and the n-th places
//! of all branches are one barrier under the disjunction of their guards: `A; C; bar [c ∨ ¬c]; B; D`. Whether all these
//! threads reach that one is asked afterwards, as of any barrier.
//!
//! That is done where the guards of the branches exclude each other, and each step between the places belongs to one
//! branch, that is, excludes all others. So each thread that waits keeps the order of its steps; one that does not wait,
//! in a block where no thread does, may do two accesses of one phase the other way round, which no phase can tell; and so
//! may a lane that the mask does not name, which the barrier does not order.
//!
//! Direction: exact. Where a guard is not seen to exclude another, or another barrier lies between, the places stay apart,
//! and the threads that miss one of them count as divergent.

use crate::analysis::facts::literals;
use crate::kernel::{Loop, Matching, Step, Sync, SyncScope, walk};
use crate::term::{Term, Terms};

/// `steps` with the barriers joined that are one; `forced` says how all barriers of the block match, whatever
/// their instruction.
#[must_use]
pub fn meet(terms: &mut Terms, steps: Vec<Step>, forced: Option<Matching>) -> Vec<Step> {
    let mut rest = vec![];
    for step in steps {
        rest.push(match step {
            Step::Loop(l) => Step::Loop(Loop { body: meet(terms, l.body, forced), ..l }),
            Step::Sync(sync) => Step::Sync(matched(sync, forced)),
            Step::Access(_) | Step::Fence(_) => step,
        });
    }
    let mut done = vec![];
    while !rest.is_empty() {
        if let Some((joined, used)) = joint(terms, &rest) {
            done.extend(joined);
            rest.drain(..used);
        } else {
            done.push(rest.remove(0));
        }
    }
    done
}

/// The places with one guard.
struct Branch {
    guard: Term,
    places: Vec<usize>,
}

/// The longest run of steps from the first on that starts and ends with places of joint barriers: as joined, and its
/// length.
fn joint(terms: &mut Terms, steps: &[Step]) -> Option<(Vec<Step>, usize)> {
    let first = place(steps.first()?)?;
    let mut branches = vec![Branch { guard: first.guard, places: vec![0] }];
    let mut longest = None;
    for (at, step) in steps.iter().enumerate().skip(1) {
        if let Some(Sync { guard, .. }) = place(step).filter(|s| (s.scope, s.mask) == (first.scope, first.mask)) {
            if let Some(branch) = branches.iter_mut().find(|b| b.guard == *guard) {
                branch.places.push(at);
            } else if branches.iter().all(|b| excludes(terms, b.guard, *guard)) {
                branches.push(Branch { guard: *guard, places: vec![at] });
            } else {
                break;
            }
            if branches.len() > 1 {
                longest = Some(at + 1);
            }
        } else if passes_barrier(step) || branches_of(terms, &branches, step).len() > 1 {
            break;
        }
    }
    let used = longest?;
    branches.iter_mut().for_each(|b| b.places.retain(|p| *p < used));
    branches.retain(|b| !b.places.is_empty());
    arranged(terms, steps.get(..used)?, &branches).map(|steps| (steps, used))
}

/// A barrier with the places that count for it.
fn matched(sync: Sync, forced: Option<Matching>) -> Sync {
    let matching = match sync.scope {
        SyncScope::Warp | SyncScope::Cluster => sync.matching,
        SyncScope::Block => forced.unwrap_or(sync.matching),
        SyncScope::Grid => Matching::Site,
    };
    Sync { matching, ..sync }
}

fn place(step: &Step) -> Option<&Sync> {
    match step {
        Step::Sync(s) => (s.orders && s.named.is_none() && s.matching == Matching::Any).then_some(s),
        Step::Access(_) | Step::Fence(_) | Step::Loop(_) => None,
    }
}

/// The branches whose threads may do this step.
fn branches_of<'b>(terms: &Terms, branches: &'b [Branch], step: &Step) -> Vec<&'b Branch> {
    let condition = match step {
        Step::Access(a) => a.guard,
        Step::Loop(l) => l.entered,
        Step::Sync(s) => s.guard,
        Step::Fence(f) => f.guard,
    };
    branches.iter().filter(|b| !excludes(terms, b.guard, condition)).collect()
}

/// What each branch does before its n-th place, for all branches, then the n-th barrier, and so on; `None` if a step
/// belongs to several branches.
fn arranged(terms: &mut Terms, steps: &[Step], branches: &[Branch]) -> Option<Vec<Step>> {
    let rounds = branches.iter().map(|b| b.places.len()).max()?;
    let mut parts: Vec<Vec<Step>> = vec![vec![]; rounds + 1];
    for (at, step) in steps.iter().enumerate() {
        if branches.iter().any(|b| b.places.contains(&at)) {
            continue;
        }
        let round = match branches_of(terms, branches, step).as_slice() {
            [] => 0,
            [branch] => branch.places.iter().filter(|p| **p < at).count(),
            [_, _, ..] => return None,
        };
        parts.get_mut(round)?.push(step.clone());
    }
    let mut all = vec![];
    for (round, part) in parts.into_iter().enumerate() {
        all.extend(part);
        let mut places: Vec<usize> = branches.iter().filter_map(|b| b.places.get(round).copied()).collect();
        places.sort_unstable();
        all.extend(joined(terms, steps, &places));
    }
    Some(all)
}

/// One barrier for these places. Who waits at none of them has not returned before the last.
fn joined(terms: &mut Terms, steps: &[Step], places: &[usize]) -> Option<Step> {
    let syncs = places.iter().filter_map(|p| match steps.get(*p) {
        Some(Step::Sync(s)) => Some(s),
        Some(Step::Access(_) | Step::Fence(_) | Step::Loop(_)) | None => None,
    });
    let syncs: Vec<&Sync> = syncs.collect();
    let [first, .., last] = syncs.as_slice() else { return syncs.first().map(|s| Step::Sync((*s).clone())) };
    let guard = terms.any(syncs.iter().map(|s| s.guard));
    Some(Step::Sync(Sync { guard, alive: last.alive, survived: last.survived, ..(*first).clone() }))
}

/// No thread is in both.
fn excludes(terms: &Terms, a: Term, b: Term) -> bool {
    literals::contradictory(terms, &[a, b])
}

/// Whether a barrier of any scope is in the step.
fn passes_barrier(step: &Step) -> bool {
    walk::syncs(std::slice::from_ref(step)).any(|sync| sync.orders)
}
