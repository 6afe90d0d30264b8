//! The values of a witness as people are told them: variables of loops as the source has them, where they are known, and else the
//! number of the iteration, with the word that numbers begin at 0.
//!
//! ```text
//! for (int k = 2; k < n; k += 8)     `iteration of k` = 1   is told as   k = 10
//! while (old != seen)                                                   iteration (from 0) of the loop at line 5 = 1
//! ```

use crate::verdict::{Finding, Party};

/// How the names of numbers of iterations begin.
const ITERATION: &str = "iteration of ";

/// The values that both threads have, those of loops last.
#[must_use]
pub fn shared(finding: &Finding) -> Vec<(String, i64)> {
    finding.witness.iter().filter_map(|(name, value)| of_both(finding, name, *value)).collect()
}

/// The values of one thread.
#[must_use]
pub fn own(finding: &Finding, party: &Party) -> Vec<(String, i64)> {
    let mut told: Vec<(String, i64)> = vec![];
    for variable in &party.variables {
        let is_own = party.values.iter().any(|(name, _)| *name == variable.counter);
        if is_own || is_told_apart(finding, &variable.counter) {
            told.push((variable.name.clone(), variable.value));
        }
    }
    let is_open = |name: &String| party.variables.iter().all(|variable| variable.counter != *name);
    let open = party.values.iter().filter(|(name, _)| is_open(name));
    told.extend(open.map(|(name, value)| (labelled(name), *value)));
    told
}

/// What stands for a value of both threads; nothing where each has one of its own for it.
fn of_both(finding: &Finding, name: &str, value: i64) -> Option<(String, i64)> {
    if is_told_apart(finding, name) {
        return None;
    }
    let variable = finding.parties.iter().flat_map(|party| &party.variables).find(|one| one.counter == name);
    Some(variable.map_or_else(|| (labelled(name), value), |one| (one.name.clone(), one.value)))
}

/// Whether the two threads are in one iteration of a loop, but have different values of its variable.
fn is_told_apart(finding: &Finding, counter: &str) -> bool {
    if !finding.witness.iter().any(|(name, _)| name == counter) {
        return false;
    }
    let of = |party: &Party| party.variables.iter().find(|one| one.counter == counter).map(|one| one.value);
    let mut values = finding.parties.iter().map(of);
    values.next().is_some_and(|first| values.any(|other| other != first))
}

fn labelled(name: &str) -> String {
    name.strip_prefix(ITERATION).map_or(name.to_owned(), |of| format!("iteration (from 0) of {of}"))
}
