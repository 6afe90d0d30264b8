//! All that a sample leaves open, tried: parameters, what is unknown of threads, and the unknown function.

use super::generate::{MOST_PARAM, Sample};
use raceproof::map::interp::{Setting, Thread};
use raceproof::term::Sharing;
use std::collections::BTreeMap;

/// Values for everything that a sample leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct World {
    pub(crate) params: BTreeMap<String, i64>,
    /// One for each thread of the launch.
    pub(crate) locals: u32,
    /// The values of the unknown function at 0 and 1, for the launch or block by block.
    pub(crate) unknown: u32,
}

pub(crate) fn worlds(sample: &Sample) -> Vec<World> {
    let Sample { protocol, blocks, threads } = sample;
    let mut params = vec![BTreeMap::new()];
    for p in &protocol.params {
        let with = |value| {
            params.iter().cloned().map(move |mut known: BTreeMap<_, _>| {
                known.insert(p.text.clone(), value);
                known
            })
        };
        params = (0..=MOST_PARAM).flat_map(with).collect();
    }
    let all = |bits: u32, used: bool| 0..if used { 1u32 << bits } else { 1 };
    let keys = if shared(sample) { 1 } else { *blocks };
    let (locals, unknown) = (!protocol.locals.is_empty(), !protocol.unknowns.is_empty());
    let mut found = vec![];
    for params in params {
        for locals in all(blocks * threads.len() as u32, locals) {
            let world = |unknown| World { params: params.clone(), locals, unknown };
            found.extend(all(2 * keys, unknown).map(world));
        }
    }
    found
}

/// Whether all blocks have the same unknown function.
fn shared(Sample { protocol, .. }: &Sample) -> bool {
    protocol.unknowns.iter().all(|u| match u.sharing {
        Sharing::Grid => true,
        Sharing::Block => false,
        Sharing::Warp | Sharing::Thread => panic!("not generated"),
    })
}

impl World {
    /// Gives `with` the setting for `sample`.
    pub(crate) fn enter<R>(&self, sample: &Sample, with: impl FnOnce(&Setting<'_>) -> R) -> R {
        let shared = shared(sample);
        let choose = |thread: Thread, _: &str, args: &[i64]| {
            let block = thread.block[0];
            let bits = match args.first() {
                None => self.locals >> (block * sample.threads.len() as u32 + thread.thread[0] - sample.threads.start),
                Some(arg) => self.unknown >> (2 * if shared { 0 } else { block } + u32::from(*arg != 0)),
            };
            i64::from(bits & 1)
        };
        let (block_dim, grid_dim) = ([sample.threads.end, 1, 1], [sample.blocks, 1, 1]);
        with(&Setting { block_dim, grid_dim, params: self.params.clone(), choose: &choose })
    }
}
