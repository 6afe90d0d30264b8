//! Values that a possible finding happens with, but for masks that no lanes have: `__match_any_sync` gives lanes with the same value the
//! same mask, in which they are, and so `0xfffffffe` in lane 0, or `0xfffffffe` in one lane and `0xffffffff` in another of its warp, are none.
//!
//! The analysis takes each result for any number, so that its witness may have such ones; what it says of the kernel stays what it is.
//! Direction: masks of two calls may overlap, and are left out, too.

use crate::verdict::{Approximation, Finding, Party, Unfollowed, Whose, WitnessValue, spelled};
use std::collections::BTreeSet;

const MATCH: &str = "`__match_any_sync`";
/// Lanes of a warp.
const LANES: u32 = 32;

/// The values in words, each once.
pub(super) fn told(finding: &Finding, values: &[&Approximation]) -> BTreeSet<String> {
    let is_odd = are_odd(finding, values);
    let kept = values.iter().filter(|value| !is_odd || mask(value).is_none());
    let mut all: BTreeSet<String> = kept.map(|value| value.to_string()).collect();
    all.extend(is_odd.then(|| format!("the results of {MATCH} at (1) and (2), which are not followed")));
    all
}

/// Whether there are masks that no lanes have.
fn are_odd(finding: &Finding, values: &[&Approximation]) -> bool {
    let lanes: Vec<Option<(u32, u32)>> = finding.parties.iter().map(|party| lane(finding, party)).collect();
    let masks: Vec<(usize, u32)> = values.iter().filter_map(|value| mask(value)).collect();
    let lane_of = |number: usize| lanes.get(number.wrapping_sub(1)).copied().flatten();
    let is_outside = |(number, mask): &(usize, u32)| lane_of(*number).is_some_and(|(_, lane)| mask >> lane & 1 == 0);
    let overlap = |(one, a): (usize, u32), (other, b): (usize, u32)| {
        let warps = lane_of(one).zip(lane_of(other)).map(|((one, _), (other, _))| one == other);
        one != other && a != b && a & b != 0 && warps == Some(true)
    };
    masks.iter().any(is_outside) || masks.iter().any(|one| masks.iter().any(|other| overlap(*one, *other)))
}

/// The warp and the lane of a party; none where blocks differ, or are not known.
fn lane(finding: &Finding, party: &Party) -> Option<(u32, u32)> {
    let [x, y, _] = finding.given.as_ref()?.block_dim;
    let is_one_block = finding.parties.iter().all(|other| other.block == party.block);
    let number = party.thread[0] + x * (party.thread[1] + y * party.thread[2]);
    is_one_block.then_some((number / LANES, number % LANES))
}

/// The number of a party, and the mask that the function gives it.
fn mask(value: &Approximation) -> Option<(usize, u32)> {
    match value {
        Approximation::Value {
            value: Unfollowed::Opaque { what, value: WitnessValue::Number(mask) },
            whose: Whose::Party(number),
        } if spelled(what).ends_with(MATCH) => Some((*number, *mask as u32)),
        _ => None,
    }
}
