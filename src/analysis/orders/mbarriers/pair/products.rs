//! Arrivals that release what a product of matrices has read: those of any thread of the warp group.
//!
//! A product is one operation of a warp group, and it is over for all of its threads once one of them has waited for it. So a thread `e`
//! that arrives behind its wait does so for the whole group, without a barrier. What `e` has not waited for stands once more
//! behind its arrival, as a read of its own: this read is then not before the arrival, and the pair stays.
//!
//! For a read by thread `t` of the group, and a generation that `t`'s object has by one of its arrivals: (1) some thread of the group is
//! of a unit that is counted, so that it has arrived once the generation is over, since no more units are counted than have to
//! come; (2) every thread of the group that arrives for the generation does so behind the read in the order of the program. Which
//! threads make a product together is assumed (RA0054).

use super::super::asking::{Asker, GENERATION, Two};
use super::super::counting::own_of;
use super::super::objects::Object;
use super::super::visits::{Instance, comes_first, common};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::knowledge::{Mbarriers, Place, Unit, Visit};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes::different_warps;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::Occurrence;
use crate::kernel::target::{LANES, REGISTER, WARP_GROUP as GROUP};
use crate::term::{BinaryOp, Term};

/// The generations of which an arrival of the warp group comes behind a read of a product.
pub(super) fn released(
    session: &mut Session<'_>,
    world: &mut Prepared,
    known: &Mbarriers,
    (visit, kin): (&Visit, &[&Visit]),
    (access, place): (&Occurrence<'_>, &Place),
) -> Vec<Instance> {
    let is_product = access.access.copy.is_some_and(|copy| copy.product);
    let Some(claim) = visit.claim.filter(|_| is_product && common(&visit.place, place) == visit.place.loops.len())
    else {
        return vec![];
    };
    // Which group an object belongs to is not known here, nor which block's groups arrive at one of another block.
    if visit.access.rank.is_some() || known.apart.get(visit.family).copied().unwrap_or(true) {
        return vec![];
    }
    let unit = known.units.get(visit.family).copied().unwrap_or(Unit::Thread);
    if !is_counted(session, world, (visit, unit), access) {
        return vec![];
    }
    let mut instances = vec![(Object::of(&visit.access), claim)];
    if let Some(l) = visit.place.loops.last().filter(|_| !known.distances.is_empty()) {
        let (x, one) = (world.terms.var(l.counter), world.terms.constant(world.terms.var_info(l.counter).width, 1));
        let next = world.terms.add(x, one);
        instances.push((
            Object::of(&visit.access).map(|t| world.terms.replace(t, l.counter, next)),
            world.terms.replace(claim, l.counter, next),
        ));
    }
    let mut found = vec![];
    for (object, claim) in instances {
        let zero = world.terms.constant(GENERATION, 0);
        let condition = world.terms.sle(zero, claim);
        let instance = Instance { condition, object, claim };
        if kin.iter().all(|arrival| comes_behind(session, world, (arrival, unit), (access, place), &instance)) {
            found.push(instance);
        }
    }
    found
}

/// Whether the unit of a thread of the group is counted among those that arrive.
fn is_counted(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (visit, unit): (&Visit, Unit),
    access: &Occurrence<'_>,
) -> bool {
    if unit == Unit::Block {
        return true;
    }
    let [_, rest @ ..] = world.block_dim;
    if !rest.iter().all(|d| world.terms.as_const(*d) == Some(1)) {
        return false;
    }
    let [x, ..] = world.kernel.launch.thread;
    let own = own_of(&world.terms, visit.condition);
    let own = world.terms.all(own);
    let index = world.terms.var(x);
    [1, LANES, GROUP].into_iter().any(|size| {
        let size = world.terms.constant(REGISTER, size.into());
        let within = world.terms.binary(BinaryOp::URem, index, size);
        let first = world.terms.sub(index, within);
        let counted = world.terms.replace(own, x, first);
        let mut asker = Asker::of(session, world, Two::Same);
        asker.holds(Who::Left, [access.condition]);
        let counted = asker.own(Who::Left, counted);
        let not = asker.terms().not(counted);
        asker.excludes([not])
    })
}

/// Whether each thread of the reader's warp group that arrives somewhere for a generation does so behind the read; if the block arrives as
/// one, whoever arrives is of this group.
fn comes_behind(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (arrival, unit): (&Visit, Unit),
    (access, place): (&Occurrence<'_>, &Place),
    instance: &Instance,
) -> bool {
    let Some(claim) = arrival.claim else { return false };
    let shared = common(&arrival.place, place);
    [Two::Threads, Two::Same].into_iter().all(|two| {
        let mut asker = Asker::of(session, world, two);
        asker.holds(Who::Left, [access.condition, instance.condition]);
        asker.holds(Who::Right, [arrival.condition]);
        let object = asker.is_one(instance.object, Object::of(&arrival.access));
        let generation = asker.agree(instance.claim, claim);
        let mut behind = asker.terms().bool(comes_first(place, &arrival.place));
        for l in arrival.place.loops[..shared].iter().rev() {
            let counter = asker.terms().var(l.counter);
            let [read, arrives] = Who::BOTH.map(|who| asker.own(who, counter));
            let terms = asker.terms();
            let (later, same) = (terms.slt(read, arrives), terms.eq(read, arrives));
            let here = terms.and(same, behind);
            behind = terms.or(later, here);
        }
        let group = if two == Two::Same { asker.terms().truth() } else { one_group(&mut asker) };
        let (given, shown) = match unit {
            Unit::Thread | Unit::Warp => (group, behind),
            Unit::Block => (asker.terms().truth(), asker.terms().and(group, behind)),
        };
        let not = asker.terms().not(shown);
        asker.excludes([object, generation, given, not])
    })
}

/// That the sides are of one warp group.
fn one_group(asker: &mut Asker<'_, '_>) -> Term {
    let apart = different_warps(asker.world, &mut asker.scene.pairing, GROUP);
    asker.terms().not(apart)
}
