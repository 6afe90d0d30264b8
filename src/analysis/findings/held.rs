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
use crate::kernel::shapes::site;
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

/// Says where a condition holds, and where that cannot be seen.
pub(crate) fn told(condition: &str, holds: &[String], open: &[String]) -> String {
    let all = |places: &[String]| match places.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let (at, not_at) = (all(holds), all(open));
    match (holds.len(), open.len()) {
        (1, 0) => format!("`{condition}` holds at the launch at {at}"),
        (2, 0) => format!("`{condition}` holds at both launches, at {at}"),
        (n, 0) => format!("`{condition}` holds at all {n} launches, at {at}"),
        (0, 1) => format!("`{condition}` cannot be seen to hold at the launch at {not_at}"),
        (0, _) => format!("`{condition}` cannot be seen to hold at the launches at {not_at}"),
        (1, _) => format!("`{condition}` holds at the launch at {at}, and cannot be seen to hold at {not_at}"),
        (_, _) => format!("`{condition}` holds at the launches at {at}, and cannot be seen to hold at {not_at}"),
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn places_are_told_once() {
        let at = |places: &[&str]| places.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>();
        let told = |holds: &[&str], open: &[&str]| told("n > 0", &at(holds), &at(open));
        assert_eq!(told(&["a.cu:1"], &[]), "`n > 0` holds at the launch at a.cu:1");
        assert_eq!(told(&["a.cu:1", "a.cu:2"], &[]), "`n > 0` holds at both launches, at a.cu:1 and a.cu:2");
        assert_eq!(told(&[], &["a.cu:1"]), "`n > 0` cannot be seen to hold at the launch at a.cu:1");
        assert_eq!(
            told(&["a.cu:1"], &["a.cu:2", "a.cu:3"]),
            "`n > 0` holds at the launch at a.cu:1, and cannot be seen to hold at a.cu:2 and a.cu:3"
        );
    }
}
