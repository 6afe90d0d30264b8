//! Whether the launches that are seen in the host code satisfy a condition, in words.
//!
//! ```text
//! `stride >= n` holds at the launch at a.cu:12, and cannot be seen to hold at a.cu:20
//! ```
//!
//! Where all launches are known, what they have in common is part of the question that has the witness, so that a condition which
//! excludes it cannot follow from that; by its dimensions one of them may break it. Where there may be others, each is asked. A
//! condition that one of them breaks is none ([`condition`](super::condition)).

use super::quantity::{Condition, Quantity, bound};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::launch::Launch;
use crate::kernel::shapes::{site, told};
use crate::smt::Answer;
use crate::term::{Term, VarKind};

/// The most launches that are asked about.
const MOST: usize = 8;

/// At which launches that are seen a condition holds; nothing if none is seen.
pub(crate) fn held(session: &mut Session<'_>, world: &mut Prepared, condition: &Condition) -> Option<String> {
    let mut calls = world.seen_calls.clone();
    calls.sort_by(|a, b| a.span.cmp(&b.span));
    if calls.is_empty() || calls.len() > MOST {
        return None;
    }
    let (mut holds, mut open) = (vec![], vec![]);
    let fails = world.terms.not(condition.fact);
    session.be_brief(true);
    for call in &calls {
        let facts = [&call.facts[..], &[fails]].concat();
        let is_held = match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
            Answer::Unsat { .. } => true,
            Answer::Sat(_) | Answer::Unknown { .. } => false,
        };
        let places = if is_held { &mut holds } else { &mut open };
        let place = site(&call.span);
        places.extend((!places.contains(&place)).then_some(place));
    }
    session.be_brief(false);
    Some(told(&condition.text, &holds, &open))
}

/// Whether no launch that is seen breaks a condition.
pub(crate) fn is_allowed(session: &mut Session<'_>, world: &mut Prepared, condition: &Condition) -> bool {
    let seen = world.seen_calls.iter().map(|call| call.facts.clone()).collect::<Vec<_>>();
    seen.into_iter().chain(dimensions(world)).take(MOST).all(|facts| {
        let facts = [&facts[..], &[condition.fact]].concat();
        match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
            Answer::Unsat { .. } => false,
            Answer::Sat(_) | Answer::Unknown { .. } => true,
        }
    })
}

/// Whether a condition is one that positive parameters satisfy, as extents are.
pub(super) fn is_of_extents(session: &mut Session<'_>, world: &mut Prepared, condition: &Condition) -> bool {
    let terms = &mut world.terms;
    let mut facts = vec![condition.fact];
    for v in terms.vars_of(&[condition.fact]) {
        if terms.var_info(v).kind == VarKind::Param {
            let quantity = Quantity::parameter(terms, v);
            facts.extend(bound(terms, &quantity, 1, true).map(|c| c.fact));
        }
    }
    matches!(session.solve(terms, &facts, &mut |_, _| true), Answer::Sat(_))
}

/// What is constant of the dimensions of the launches that are known, those that differ from what is asked about left out.
fn dimensions(world: &mut Prepared) -> Vec<Vec<Term>> {
    let launches = world.kernel.launches.clone();
    let mut found: Vec<Vec<Term>> = launches.iter().map(|launch| constants(world, launch)).collect();
    found.retain(|facts| !facts.is_empty() && !facts.iter().any(|fact| world.terms.is_false(*fact)));
    found.sort_unstable();
    found.dedup();
    found
}

fn constants(world: &mut Prepared, launch: &Launch) -> Vec<Term> {
    let dims = world.block_dim.into_iter().chain(world.grid_dim);
    let known = dims.zip(launch.block_dim.into_iter().chain(launch.grid_dim));
    let mut facts = vec![];
    for (dim, extent) in known.collect::<Vec<_>>() {
        let Some(extent) = extent else { continue };
        let terms = &mut world.terms;
        let extent = terms.constant(terms.width(dim), u64::from(extent));
        let is = terms.eq(dim, extent);
        facts.extend((!terms.is_true(is)).then_some(is));
    }
    facts
}
