//! The bytes of an access, over the two threads of a query.

use super::scene::Scene;
use super::threads::Who;
use crate::analysis::facts::tile_lanes::lanes_of;
use crate::kernel::Access;
use crate::term::{Term, Terms};

/// Where an access starts, from the array's start in bytes, and its length.
pub type ByteRange = (Term, Term);

/// The bytes of an access, over the query's variables.
pub fn range(terms: &mut Terms, scene: &mut Scene, who: Who, access: &Access) -> ByteRange {
    let p = &mut scene.pairing;
    let offset = match lanes_of(access) {
        None => p.own(terms, who, access.offset),
        Some(_) => p.lane(terms, who, access.offset),
    };
    (offset, p.own(terms, who, access.bytes))
}

/// The bytes of two accesses, over the query's variables.
pub fn ranges(terms: &mut Terms, scene: &mut Scene, [left, right]: [&Access; 2]) -> [ByteRange; 2] {
    [range(terms, scene, Who::Left, left), range(terms, scene, Who::Right, right)]
}
