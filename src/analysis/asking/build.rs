//! Two-thread queries: the facts under which two accesses of a product are a data race (docs/design.md section 5).
//!
//! Facts over the two threads' copies of everything: both conditions hold, the threads differ at the level, the byte
//! ranges overlap, and the accesses conflict. The limit on the threads of a block is left out where it is a product of
//! variables, because it slows the solver; a witness has to respect it all the same.
//!
//! Direction: fewer facts than hold is sound.

use super::distinct_tickets;
use super::query::{Query, Question, Replay, Side};
use super::warp_steps::Warp;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::facts::{divisors, literals};
use crate::analysis::pair::bytes::ranges;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::{self, Copies, Pairing, Who};
use crate::analysis::pair::{conflict, contents, established, tiles, views};
use crate::analysis::phases::products::Occurrence;
use crate::analysis::warp::{counts, lock_step, one_value, ranks, relays};
use crate::kernel::target::REGISTER;
use crate::kernel::{Access, Loop, Mode, PartIndex};
use crate::span::Span;
use crate::term::{Term, Terms, Var};
use crate::verdict::{AccessMode, Approximation, Level};

impl Query {
    /// Takes the facts apart, adds axioms, and refutes a query that is contradictory on its face.
    pub fn finish(&mut self, copies: &Copies, world: &mut Prepared, scene: &mut Scene) {
        self.facts = literals::conjuncts(&world.terms, &self.facts);
        self.refuted |= literals::contradictory(&world.terms, &self.facts);
        if !self.refuted {
            self.axioms = threads::axioms(copies, &mut world.terms, &mut scene.pairing, &self.facts);
            if !scene.alone {
                let (apart, counters) = distinct_tickets::distinct(copies, world, &mut scene.pairing, &self.facts);
                let (below, of_blocks) = distinct_tickets::below_totals(copies, world, &mut scene.pairing, &self.facts);
                self.axioms.extend(apart.into_iter().chain(below));
                self.counters = counters;
                self.counters.extend(of_blocks);
            }
            let of_warps = one_value::facts(copies, world, &mut scene.pairing, &self.asserted());
            self.axioms.extend(of_warps);
            let counted = ranks::facts(world, &mut scene.pairing, &self.asserted());
            self.axioms.extend(counted);
            let filled = established::facts(copies, world, &mut scene.pairing, &self.asserted());
            self.axioms.extend(filled);
            let (said, by) = contents::stated(world, &mut scene.pairing, &self.asserted());
            self.axioms.extend(said);
            self.contents = by;
            let bounded = counts::facts(copies, world, &self.asserted());
            self.axioms.extend(bounded);
        }
    }
}

/// The side of a thread in these loops.
pub fn side(world: &mut Prepared, scene: &mut Scene, who: Who, loops: &[&Loop]) -> Side {
    let (terms, pairing) = (&mut world.terms, &mut scene.pairing);
    let launch = world.kernel.launch;
    let mut index = |terms: &mut Terms, v: [Var; 3], dims: [Term; 3]| {
        [0, 1, 2].map(|axis| {
            if terms.as_const(dims[axis]) == Some(1) {
                return terms.constant(REGISTER, 0);
            }
            let t = terms.var(v[axis]);
            pairing.own(terms, who, t)
        })
    };
    let (thread, block) = (index(terms, launch.thread, world.block_dim), index(terms, launch.block, world.grid_dim));
    let mut replays = vec![];
    let mut values = vec![];
    for l in loops {
        let counter = terms.var(l.counter);
        let iteration = pairing.own(terms, who, counter);
        if !scene.shared.contains(&l.counter) {
            values.push((terms.written(l.counter).to_owned(), iteration));
        }
        replays.push(Replay {
            counter: l.counter,
            iteration,
            entered: pairing.bare(terms, who, l.entered),
            continues: pairing.bare(terms, who, l.continues),
            variable: l.variable.clone(),
            span: l.span.clone(),
        });
    }
    let span = Span::default();
    let (mode, opaque) = (AccessMode::Barrier, vec![]);
    Side { who, mode, span, thread, block, range: None, members: vec![], value: None, loops: replays, values, opaque }
}

/// What it takes for both accesses to happen in one phase, wherever they go.
pub(crate) fn together(world: &mut Prepared, scene: &mut Scene, [left, right]: [&Occurrence<'_>; 2]) -> Vec<Term> {
    let mut facts = scene.base.clone();
    let (terms, p) = (&mut world.terms, &mut scene.pairing);
    facts.push(p.own(terms, Who::Left, left.condition));
    facts.push(p.later(terms, left.after));
    facts.push(p.own(terms, Who::Right, right.condition));
    facts.extend(&scene.link.0);
    facts
}

/// The query of one pair of accesses.
pub fn pair(
    copies: &Copies,
    world: &mut Prepared,
    scene: &mut Scene,
    [left, right]: [&Occurrence<'_>; 2],
    lock_step: Option<u32>,
) -> Query {
    let mut facts = together(world, scene, [left, right]);
    facts.extend(relays::unordered(world, scene, [left, right]));
    facts.extend(lock_step.and_then(|lanes| lock_step::unordered(world, scene, [left, right], lanes)));
    let weakened = weakened(&mut world.terms, scene, [left, right]);
    let mut sides = [side(world, scene, Who::Left, &left.loops), side(world, scene, Who::Right, &right.loops)];
    let accesses = [left.access, right.access];
    let ranges = ranges(&mut world.terms, scene, accesses);
    for ((side, range), (who, o)) in sides.iter_mut().zip(ranges).zip([(Who::Left, left), (Who::Right, right)]) {
        side.range = Some(range);
        let own = |part: &PartIndex| PartIndex { index: scene.pairing.own(&mut world.terms, who, part.index), ..*part };
        side.members = o.access.members.iter().map(own).collect();
        describe(&mut world.terms, &mut scene.pairing, who, o.access, side);
    }
    let mut query = Query::new(Question::Race(left.access.array), scene, facts, sides);
    query.weakened = weakened;
    query.uncounted.clone_from(&world.uncounted);
    if query.level == Level::Warp && !scene.alone && !(query.weakened.is_empty() && query.uncounted.is_empty()) {
        query.warp = Warp::new(world, [left, right]);
    }
    query.approximations = may_alias(world, left.access, right.access);
    if left.access.array == right.access.array {
        match conflict::conflict(&mut world.terms, query.level, accesses, ranges) {
            Some(conflict) => query.facts.extend(conflict),
            None => query.refuted = true,
        }
        query.facts.extend(conflict::one_copy(&mut world.terms, scene, accesses));
        query.facts.extend(tiles::facts(world, scene, accesses, ranges));
        let equal = views::facts(world, accesses, ranges);
        query.equal_indices = !equal.is_empty();
        query.facts.extend(equal);
    }
    let mut computed: Vec<Term> = ranges.iter().flat_map(|(offset, bytes)| [*offset, *bytes]).collect();
    for (who, o) in [(Who::Left, left), (Who::Right, right)] {
        computed.push(scene.pairing.own(&mut world.terms, who, o.condition));
    }
    let nonzero = divisors::nonzero(&mut world.terms, computed);
    query.divides = !nonzero.is_empty();
    query.facts.extend(nonzero);
    query.values = shared_values(world, scene);
    query.finish(copies, world, scene);
    query
}

/// Where the conditions of a pair are exact, with the loops for which they were weakened.
fn weakened(terms: &mut Terms, scene: &mut Scene, [left, right]: [&Occurrence<'_>; 2]) -> Vec<(Term, Span)> {
    let p = &mut scene.pairing;
    let mut weakened: Vec<_> = left.weakened.iter().map(|w| (p.later(terms, w.exact_if), w.span.clone())).collect();
    weakened.extend(right.weakened.iter().map(|w| (p.own(terms, Who::Right, w.exact_if), w.span.clone())));
    let (_, weak) = &scene.link;
    weakened.extend(weak.iter().map(|w| (w.exact_if, w.span.clone())));
    weakened
}

fn describe(terms: &mut Terms, pairing: &mut Pairing, who: Who, access: &Access, side: &mut Side) {
    side.span = access.span.clone();
    (side.mode, side.value) = match access.mode {
        Mode::Read => (AccessMode::Read, None),
        Mode::Write(v) => (AccessMode::Write, v.map(|v| pairing.own(terms, who, v))),
        Mode::Atomic(_) => (AccessMode::Atomic, None),
    };
}

/// Values that both threads share, for the witness: dimensions that are read, parameters, shared counters.
pub fn shared_values(world: &mut Prepared, scene: &Scene) -> Vec<(String, Term)> {
    let terms = &mut world.terms;
    let launch = world.kernel.launch;
    let mut values = vec![];
    let cluster = world.kernel.cluster.map(|vars| vars.dim);
    for v in launch.block_dim.iter().chain(&launch.grid_dim).chain(cluster.iter().flatten()).chain(&scene.shared) {
        values.push((terms.var_info(*v).name.clone(), terms.var(*v)));
    }
    for v in &world.vars {
        if terms.var_info(*v).kind == crate::term::VarKind::Param {
            values.push((terms.var_info(*v).name.clone(), terms.var(*v)));
        }
    }
    values.retain(|(name, _)| !name.is_empty());
    values
}

fn may_alias(world: &Prepared, a: &Access, b: &Access) -> Vec<Approximation> {
    let mut found = vec![];
    for access in [a, b] {
        if let Some(array) = world.kernel.arrays.get(access.array.0)
            && array.unknown_object
        {
            found.push(Approximation::LoadedPointer { pointer: array.shown().to_owned() });
        }
    }
    found.dedup();
    found
}
