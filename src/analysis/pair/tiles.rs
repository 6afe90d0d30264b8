//! Tiles that a warp accesses together: whose address a part has, and which accesses one lane makes.
//!
//! An access to a tile is made by a lane that is not specified, so a query takes any thread of the warp for it
//! ([`Tile`]). The address of a row may be what yet another lane of the warp has ([`Part::OfLane`]). Source: PTX ISA,
//! "Warp-level Matrix Instructions".
//!
//! Direction: too many lanes may access an element, none is left out. What one lane accesses in the order of its program
//! is left out: equal elements of tiles that are spread alike; between different instructions this is assumed, and said so.

use super::bytes::ByteRange;
use super::lanes::{self, different_warps};
use super::scene::{Scene, below_extents};
use super::threads::Who;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::facts::tile_lanes::lanes_of;
use crate::kernel::target::{LANES, REGISTER};
use crate::kernel::{Access, Part, Tile};
use crate::term::{BinaryOp, Term};
use crate::verdict::{Assumption, Level};

/// What a race with such an access is told with.
pub const ANY_LANE: &str =
    "a warp accesses a tile together: which of its lanes accesses which element is not specified";

/// What holds of two accesses to tiles besides what holds of any two.
pub fn facts(world: &mut Prepared, scene: &mut Scene, accesses: [&Access; 2], ranges: [ByteRange; 2]) -> Vec<Term> {
    let mut facts = vec![];
    for (who, access) in Who::BOTH.into_iter().zip(accesses) {
        if let Some(lanes) = lanes_of(access) {
            facts.extend(has_address(world, scene, who, lanes));
        }
    }
    facts.extend(by_other_lanes(world, scene, accesses, ranges));
    facts
}

/// The lane that has the address is one of the first so many of the warp, for which the condition holds.
fn has_address(world: &mut Prepared, scene: &mut Scene, who: Who, (lanes, when): (u32, Term)) -> Vec<Term> {
    let (linear, lane) = (lanes::linear(world), lanes::lane(world));
    let p = &mut scene.pairing;
    let mut facts = below_extents(world, &mut |terms, t| p.lane(terms, who, t));
    let terms = &mut world.terms;
    let size = terms.constant(REGISTER, LANES.into());
    let warp = terms.binary(BinaryOp::UDiv, linear, size);
    let (own, other) = (p.own(terms, who, warp), p.lane(terms, who, warp));
    facts.extend([terms.eq(own, other), p.lane(terms, who, when)]);
    if lanes < LANES {
        let (lane, lanes) = (p.lane(terms, who, lane), terms.constant(REGISTER, lanes.into()));
        facts.push(terms.slt(lane, lanes));
    }
    facts
}

/// The accesses are not to equal elements of tiles that are spread alike, by one warp.
fn by_other_lanes(
    world: &mut Prepared,
    scene: &mut Scene,
    [left, right]: [&Access; 2],
    [(o1, _), (o2, _)]: [ByteRange; 2],
) -> Option<Term> {
    let (a, b) = (left.tile.as_ref()?, right.tile.as_ref()?);
    let one_warp = match scene.pairing.level {
        Level::Warp => true,
        Level::Block => !scene.pairing.of_other_warps,
        Level::Cluster | Level::Grid => false,
    };
    if !one_warp || scene.alone || a.spread != b.spread {
        return None;
    }
    if left.id != right.id {
        world.assumptions.push(Assumption::SameLane);
    }
    let apart = different_warps(world, &mut scene.pairing, LANES);
    let (m, n) = (number(world, scene, Who::Left, a), number(world, scene, Who::Right, b));
    let terms = &mut world.terms;
    let differ = [terms.ne(m, n), terms.ne(o1, o2), apart];
    Some(terms.any(differ))
}

/// The number of a part in its tile.
fn number(world: &mut Prepared, scene: &mut Scene, who: Who, tile: &Tile) -> Term {
    match tile.part {
        Part::Numbered(part) => scene.pairing.own(&mut world.terms, who, part),
        Part::OfLane(..) => {
            let lane = lanes::lane(world);
            scene.pairing.lane(&mut world.terms, who, lane)
        }
    }
}
