//! Values that the lanes of a warp have in common, as the result of a vote, in two threads of a block that may be of one warp.
//!
//! Each of the two has such a value of its own warp. If they are of one warp, and the arguments are equal, as the iterations of the loops
//! around, so are the values.
//!
//! Direction: exact; what is left out beyond [`MOST`] is a fact less.

use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::lanes::different_warps;
use crate::analysis::pair::threads::{Copies, Pairing};
use crate::kernel::target::LANES;
use crate::term::{Func, Owner, Sharing, Term, Terms};
use crate::verdict::Level;

/// The most pairs of values of which it is said.
const MOST: usize = 16;

/// What holds of the values of warps in `facts`.
pub(crate) fn facts(copies: &Copies, world: &mut Prepared, pairing: &mut Pairing, facts: &[Term]) -> Vec<Term> {
    if pairing.level != Level::Block || pairing.of_other_warps {
        return vec![];
    }
    let apps = world.terms.apps_of(facts);
    let of = |terms: &Terms, owner: Owner| -> Vec<(Term, Func)> {
        let origins = apps.iter().map(|(app, f)| (*app, copies.origin(*f)));
        let of_owner =
            origins.filter(|(_, (origin, of))| *of == owner && terms.func_info(*origin).sharing == Sharing::Warp);
        of_owner.map(|(app, (origin, _))| (app, origin)).collect()
    };
    let [left, right] = [Owner::Left, Owner::Right].map(|owner| of(&world.terms, owner));
    let both = left.iter().flat_map(|l| right.iter().filter(|r| r.1 == l.1).map(|r| (l.0, r.0)));
    let both: Vec<(Term, Term)> = both.take(MOST).collect();
    if both.is_empty() {
        return vec![];
    }
    let apart = different_warps(world, pairing, LANES);
    let terms = &mut world.terms;
    let mut found = vec![];
    for (l, r) in both {
        let args = terms.children(l).into_iter().zip(terms.children(r)).collect::<Vec<_>>();
        let differ: Vec<Term> = args.into_iter().map(|(a, b)| terms.ne(a, b)).collect();
        let same = terms.eq(l, r);
        found.push(terms.any([apart, same].into_iter().chain(differ)));
    }
    found
}
