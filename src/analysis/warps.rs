//! Barriers of a warp: which of them count, and the split of a block's pairs into those of one warp and the others.
//!
//! A barrier of a warp orders the lanes of a warp only if all of them reach it together (DESIGN section 5). One that is
//! not proved to be reached so is taken out: sound for proofs, and named with every alarm.

use super::decide::Session;
use super::divergence::{Parting, barriers, parting};
use super::prepare::Prepared;
use crate::kernel::{Step, SyncScope};
use crate::span::Span;
use crate::verdict::Level;
use std::collections::BTreeSet;

/// Takes out the barriers of a warp that do not count. Returns whether one is left.
pub(super) fn settle(session: &mut Session<'_>, world: &mut Prepared) -> bool {
    let body = world.kernel.body.clone();
    let (mut some, mut bad) = (false, BTreeSet::new());
    for (sync, loops) in barriers(&body).iter().filter(|(s, _)| s.scope == SyncScope::Warp) {
        match parting(session, world, sync, loops, Level::Warp) {
            Parting::Never => some = true,
            Parting::Possible => _ = bad.insert(sync.span.clone()),
        }
    }
    remove(&mut world.kernel.body, &bad);
    for span in &bad {
        let text =
            format!("the `__syncwarp` at line {}, which a part of a warp may reach alone, is not counted", span.line);
        world.kernel.ignored.push(text);
    }
    some
}

fn remove(steps: &mut Vec<Step>, bad: &BTreeSet<Span>) {
    steps.retain_mut(|step| match step {
        Step::Access(_) => true,
        Step::Sync(s) => s.scope != SyncScope::Warp || !bad.contains(&s.span),
        Step::Loop(l) => {
            remove(&mut l.body, bad);
            true
        }
    });
}
