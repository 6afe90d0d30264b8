//! Whether the launches that are seen in the host code satisfy a condition, in words.
//!
//! ```text
//! `stride >= n` holds at the launch at a.cu:12, and cannot be seen to hold at a.cu:20
//! ```
//!
//! Where all launches are known, what is known of them is part of the question that has the witness, so that a condition which
//! excludes it cannot follow from that. Where there may be others, each is asked. A condition that one of them breaks is none
//! ([`condition`](super::condition)).

use super::quantity::Condition;
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::shapes::{site, told};
use crate::smt::Answer;

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
    world.seen_calls.clone().iter().take(MOST).all(|call| {
        let facts = [&call.facts[..], &[condition.fact]].concat();
        match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
            Answer::Unsat { .. } => false,
            Answer::Sat(_) | Answer::Unknown { .. } => true,
        }
    })
}
