//! A read that is over before the other lane's write: an exchange of the warp needs what is read, and the write what is exchanged.
//!
//! ```text
//! x = s[t - 1];                     the read, by lane t
//! s[t] += __shfl_sync(m, x, 1);     the write, by lane t - 1: behind the exchange, to which lane t comes with x
//! ```
//!
//! `shfl.sync` orders no memory (PTX ISA; CUDA programming guide, "Warp Shuffle Functions"), so that the two are a data race by the
//! memory model. But the exchange gives nothing before all lanes of its mask have come to it, each with its operand; lane `t` has
//! that only once its read is over, and lane `t - 1` computes what it writes from what the exchange gives. So no machine can show it.
//! Which accesses exchanges are tied to is found in lowering ([`Access::exchanges`]).
//!
//! That holds for two lanes of one warp that come to the exchange in one iteration, where the writer's mask names the reader. A
//! write that comes before the exchange and a read behind it are not ordered; nor is a write that does not need what the exchange
//! gives.
//!
//! Direction: what is not proved to be so is a race like others.

use crate::analysis::asking::decide::{Outcome, Session, Witness};
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::target::LANES;
use crate::kernel::{Access, Loop, Mode, Step, Sync, walk};
use crate::term::Term;
use crate::verdict::{Level, Reason};

/// The most exchanges of a pair that are looked at.
const MOST: usize = 8;

/// How an exchange orders the read and the write of a race that has a witness.
pub(crate) enum Exchanged {
    /// Not that it is known.
    No,
    /// Wherever they meet.
    Always,
    /// Not in this witness of this query.
    Otherwise(Box<(Query, Witness)>),
    /// It is not decided whether they meet otherwise.
    Unknown(Reason),
}

/// Whether an exchange orders the two of `query`, which has a witness.
pub(crate) fn exchanged(
    session: &mut Session<'_>,
    world: &mut Prepared,
    scene: &mut Scene,
    query: &Query,
    pair: [&Occurrence<'_>; 2],
) -> Exchanged {
    let of_warp = match scene.pairing.level {
        Level::Warp => true,
        Level::Block => !scene.pairing.of_other_warps,
        Level::Cluster | Level::Grid => false,
    };
    let [left, right] = pair;
    let (reader, [read, write]) = match (&left.access.mode, &right.access.mode) {
        (Mode::Read, Mode::Write(_)) => (Who::Left, [left, right]),
        (Mode::Write(_), Mode::Read) => (Who::Right, [right, left]),
        (Mode::Read | Mode::Write(_) | Mode::Atomic(_), _) => return Exchanged::No,
    };
    let ties: Vec<usize> =
        read.access.exchanges.iter().copied().filter(|e| write.access.exchanges.contains(e)).take(MOST).collect();
    if !of_warp || scene.alone || ties.is_empty() || ![read, write].iter().all(|o| is_plain(o.access)) {
        return Exchanged::No;
    }
    let body = std::mem::take(&mut world.unsettled);
    let around: Vec<&Loop> = read.loops.clone();
    let mut orders = vec![];
    for (step, loops) in walk::with_loops(&body) {
        if let Step::Sync(sync) = step
            && sync.exchange.is_some_and(|e| ties.contains(&e))
            && [&around, &write.loops].iter().all(|others| are_same(&loops, others))
        {
            orders.extend(order(world, scene, (sync, &loops), reader));
        }
    }
    world.unsettled = body;
    let ordered = world.terms.any(orders);
    let unless = world.terms.not(ordered);
    if world.terms.is_true(unless) {
        return Exchanged::No;
    }
    let mut otherwise = Query { facts: [&query.facts[..], &[unless]].concat(), ..query.clone() };
    otherwise.finish(&session.copies, world, scene);
    match session.ask(&mut world.terms, &otherwise, &scene.symbols) {
        Outcome::Impossible => Exchanged::Always,
        Outcome::Found(witness) => Exchanged::Otherwise(Box::new((otherwise, witness))),
        Outcome::Unknown(why) => Exchanged::Unknown(why),
    }
}

/// Whether nothing else performs the access than its thread's own load or store.
fn is_plain(access: &Access) -> bool {
    access.copy.is_none() && access.tile.is_none() && !access.non_coherent
}

fn are_same(a: &[&Loop], b: &[&Loop]) -> bool {
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.counter == b.counter)
}

/// That both come to the exchange in one iteration, as lanes of one warp, and the writer waits for the reader; nothing if it is not
/// known for whom it waits.
fn order(world: &mut Prepared, scene: &mut Scene, (sync, loops): (&Sync, &[&Loop]), reader: Who) -> Option<Term> {
    let writer = match reader {
        Who::Left => Who::Right,
        Who::Right => Who::Left,
    };
    let lane = lanes::lane(world);
    let apart = lanes::different_warps(world, &mut scene.pairing, LANES);
    let (terms, pairing) = (&mut world.terms, &mut scene.pairing);
    let lane = pairing.own(terms, reader, lane);
    let mut all = vec![terms.not(apart)];
    if let Some(mask) = sync.mask {
        let mask = pairing.own(terms, writer, mask);
        all.push(lanes::names(terms, mask, lane, &mut |_, _| None)?);
    }
    for l in loops {
        let counter = terms.var(l.counter);
        let [one, other] = Who::BOTH.map(|who| pairing.own(terms, who, counter));
        all.push(terms.eq(one, other));
    }
    all.extend(Who::BOTH.map(|who| pairing.own(terms, who, sync.guard)));
    Some(terms.all(all))
}
