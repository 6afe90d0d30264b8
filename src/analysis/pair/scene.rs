//! Who the two threads of a query may be: what is the same for all pairs of a product.
//!
//! The threads share a unit of the level and no smaller one (docs/design.md section 5); or they are one thread, beside its own
//! asynchronous copies. The limit on the threads of a block is left out of the facts where it is a product of variables.
//!
//! Direction: fewer facts than hold is sound.

use super::lanes::different_warps;
use super::pairs::Pairs;
use super::threads::{self, Copies, LoopSymbols, Pairing, Who};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::phases::products::{Link, Weakened};
use crate::kernel::Sync;
use crate::kernel::target::{BLOCK_LIMIT, LANES, REGISTER};
use crate::term::{Term, Terms, Var};
use crate::verdict::Level;

/// What is the same for all pairs of a product.
pub struct Scene {
    pub pairing: Pairing,
    /// Who the two threads may be, and what the kernel requires.
    pub base: Vec<Term>,
    /// At most [`BLOCK_LIMIT`] threads in a block, where that is a product of variables.
    pub limit: Option<Term>,
    pub symbols: LoopSymbols,
    /// See [`Product::shared`](crate::analysis::phases::products::Product::shared).
    pub shared: Vec<Var>,
    /// The counter of the loop in a later iteration of which the right side is.
    pub follows: Option<Var>,
    /// What holds of a right side in a later iteration, and where that is exact.
    pub link: (Vec<Term>, Vec<Weakened>),
    /// Both sides are one thread: what tells two threads apart does not hold.
    pub alone: bool,
}

impl Scene {
    /// Two threads that agree on the counters `shared`.
    pub fn new(copies: &mut Copies, world: &mut Prepared, pairs: Pairs, shared: &[Var], link: Option<&Link>) -> Scene {
        let mut pairing = Pairing::new(copies, world, pairs, shared, link);
        let mut base = vec![distinct(world, &mut pairing)];
        base.extend(warps(world, &mut pairing));
        base.extend(clusters(world, &mut pairing));
        Scene::of(copies, world, shared, link, pairing, base)
    }

    /// That neither thread has ended the launch before it comes to a barrier: where one has, nobody waits there.
    pub fn survive(&mut self, terms: &mut Terms, sync: &Sync) -> [Term; 2] {
        Who::BOTH.map(|who| self.pairing.own(terms, who, sync.survived))
    }

    /// One thread as both sides, which agree on the counters `shared`. Its values that are not followed may differ
    /// between the sides.
    pub fn alone(copies: &mut Copies, world: &mut Prepared, shared: &[Var]) -> Scene {
        let mut pairing = Pairing::new(copies, world, Level::Block.into(), shared, None);
        let threads = distinct(world, &mut pairing);
        let same = world.terms.not(threads);
        Scene { alone: true, ..Scene::of(copies, world, shared, None, pairing, vec![same]) }
    }

    fn of(
        copies: &mut Copies,
        world: &mut Prepared,
        shared: &[Var],
        link: Option<&Link>,
        mut pairing: Pairing,
        who: Vec<Term>,
    ) -> Scene {
        let symbols = threads::loop_symbols(copies, world, &mut pairing);
        let (mut base, limit) = block_limit(world);
        base.extend(who);
        let kernel_facts = world.kernel.facts.clone();
        for who in Who::BOTH {
            base.extend(positions(world, &mut pairing, who));
            base.extend(kernel_facts.iter().map(|f| pairing.own(&mut world.terms, who, *f)));
        }
        let follows = link.map(|l| l.counter);
        let link = link.map(|l| linked(&mut world.terms, &mut pairing, l)).unwrap_or_default();
        Scene { pairing, base, limit, symbols, shared: shared.to_vec(), follows, link, alone: false }
    }
}

/// The facts for a right side in a later iteration than the left: `x' = x+1`, or no barrier in any iteration between.
fn linked(terms: &mut Terms, pairing: &mut Pairing, link: &Link) -> (Vec<Term>, Vec<Weakened>) {
    if terms.is_false(link.none) {
        return (vec![], vec![]); // the renaming says it
    }
    let counter = terms.var(link.counter);
    let (x, y) = (pairing.own(terms, Who::Left, counter), pairing.own(terms, Who::Right, counter));
    let width = terms.width(counter);
    let one = terms.constant(width, 1);
    let next = terms.add(x, one);
    let is_next = terms.eq(y, next);
    // The right thread judges, as everywhere.
    let mut at = |terms: &mut Terms, who: Who, by: i64| {
        let by = terms.int(width, by);
        let moved = terms.add(counter, by);
        let none = terms.replace(link.none, link.counter, moved);
        match who {
            Who::Left => pairing.later(terms, none),
            Who::Right => pairing.own(terms, Who::Right, none),
        }
    };
    let (after, before) = (at(terms, Who::Left, 1), at(terms, Who::Right, -1));
    let skipped = terms.and(after, before);
    let facts = vec![terms.slt(x, y), terms.or(is_next, skipped)];
    let Some(within) = link.exact_within else { return (facts, vec![]) };
    let within = terms.int(width, within);
    let near = terms.add(x, within);
    (facts, vec![Weakened { exact_if: terms.sle(y, near), span: link.span.clone() }])
}

/// The block's own limits, and the one that is a product of variables.
pub fn block_limit(world: &mut Prepared) -> (Vec<Term>, Option<Term>) {
    let terms = &mut world.terms;
    let (mut known, mut symbolic) = (1u64, vec![]);
    for dim in world.block_dim {
        match terms.as_const(dim) {
            Some(n) => known = known.saturating_mul(n),
            None => symbolic.push(dim),
        }
    }
    let bound = terms.constant(REGISTER, BLOCK_LIMIT / known.max(1));
    match symbolic.as_slice() {
        [] => (vec![terms.bool(known <= BLOCK_LIMIT)], None),
        [one] => (vec![terms.sle(*one, bound)], None),
        [first, rest @ ..] => {
            let product = rest.iter().fold(*first, |acc, d| terms.mul(acc, *d));
            (vec![], Some(terms.sle(product, bound)))
        }
    }
}

/// The indices of a side are below the extents.
pub fn positions(world: &mut Prepared, pairing: &mut Pairing, who: Who) -> Vec<Term> {
    below_extents(world, &mut |terms, t| pairing.own(terms, who, t))
}

/// The indices are below the extents, of a thread whose values `of` gives.
pub fn below_extents(world: &mut Prepared, of: &mut dyn FnMut(&mut Terms, Term) -> Term) -> Vec<Term> {
    let terms = &mut world.terms;
    let launch = world.kernel.launch;
    let mut facts = vec![];
    for (index, dims) in [(launch.thread, world.block_dim), (launch.block, world.grid_dim)] {
        for (index, dim) in index.into_iter().zip(dims) {
            if terms.as_const(dim).is_none() {
                let index = terms.var(index);
                let index = of(terms, index);
                facts.push(terms.slt(index, dim));
            }
        }
    }
    facts
}

/// At level warp the two threads are of one warp; at level block of different ones, if there is a level below.
fn warps(world: &mut Prepared, pairing: &mut Pairing) -> Option<Term> {
    match pairing.level {
        Level::Warp => {
            let apart = different_warps(world, pairing, LANES);
            Some(world.terms.not(apart))
        }
        Level::Block => pairing.of_other_warps.then(|| different_warps(world, pairing, LANES)),
        Level::Cluster | Level::Grid => None,
    }
}

/// At level cluster the two threads are of one cluster; at level grid of different ones, if these are asked about by themselves.
fn clusters(world: &mut Prepared, pairing: &mut Pairing) -> Option<Term> {
    let of_one = match pairing.level {
        Level::Warp | Level::Block => return None,
        Level::Cluster => true,
        Level::Grid => false,
    };
    let cluster = world.cluster.filter(|_| of_one || pairing.of_other_clusters)?;
    let numbers = cluster.numbers(&mut world.terms, world.kernel.launch, world.grid_dim);
    let terms = &mut world.terms;
    let same: Vec<Term> = numbers
        .into_iter()
        .map(|number| {
            let [a, b] = Who::BOTH.map(|who| pairing.own(terms, who, number));
            terms.eq(a, b)
        })
        .collect();
    let same = terms.all(same);
    if !of_one {
        return Some(terms.not(same));
    }
    // That the blocks differ says so, too; but not at a glance.
    let [a, b] = Who::BOTH.map(|who| pairing.own(terms, who, cluster.rank));
    let apart = terms.ne(a, b);
    Some(terms.and(same, apart))
}

/// The two threads share the level's unit and no smaller one: for blocks, any two threads.
fn distinct(world: &mut Prepared, pairing: &mut Pairing) -> Term {
    let launch = world.kernel.launch;
    let (index, dims) = match pairing.level {
        Level::Warp | Level::Block => (launch.thread, world.block_dim),
        Level::Cluster | Level::Grid => (launch.block, world.grid_dim),
    };
    let terms = &mut world.terms;
    let mut differ = vec![];
    for (index, dim) in index.into_iter().zip(dims) {
        if terms.as_const(dim) != Some(1) {
            let index = terms.var(index);
            let (a, b) = (pairing.own(terms, Who::Left, index), pairing.own(terms, Who::Right, index));
            differ.push(terms.ne(a, b));
        }
    }
    terms.any(differ)
}
