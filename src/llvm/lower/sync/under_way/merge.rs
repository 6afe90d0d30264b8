//! Copies under way that stand for many iterations at once.

use super::in_flight::{ANY, Flight, Instance};
use crate::llvm::flow::cfg::BlockId;
use std::collections::{BTreeMap, BTreeSet};

/// Flights that differ in one number only and have all its values become one with [`ANY`].
pub(crate) fn merged(flights: Vec<Flight>, many: usize) -> Vec<Flight> {
    let mut all = flights;
    let numbers = all.iter().map(|f| f.instance.lags.len() + f.instance.entered.len()).max().unwrap_or(0);
    for at in 0..numbers {
        let mut groups: BTreeMap<(Instance, BTreeSet<BlockId>, bool), BTreeSet<usize>> = BTreeMap::new();
        let mut rest = vec![];
        for mut f in all {
            // A lag counts where the loop was left; there 0 does not occur, since its header comes last.
            let left = f.instance.inside..f.instance.lags.len();
            let n = match at.checked_sub(f.instance.lags.len()) {
                Some(i) => f.instance.entered.get_mut(i),
                None => left.contains(&at).then(|| &mut f.instance.lags[at]),
            };
            match n {
                Some(n) => {
                    let n = std::mem::replace(n, ANY);
                    groups.entry((f.instance, f.unless, f.certain)).or_default().insert(n);
                }
                None => rest.push(f),
            }
        }
        for ((instance, unless, certain), values) in groups {
            let first = usize::from(at < instance.lags.len());
            let complete = values.contains(&ANY) || (first..=many).all(|n| values.contains(&n));
            let values = if complete { BTreeSet::from([ANY]) } else { values };
            for n in values {
                let mut instance = instance.clone();
                match at.checked_sub(instance.lags.len()) {
                    Some(i) => instance.entered[i] = n,
                    None => instance.lags[at] = n,
                }
                rest.push(Flight { instance, unless: unless.clone(), certain });
            }
        }
        all = rest;
    }
    all
}
