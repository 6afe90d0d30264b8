//! Families of atomic operations that keep something true of a cell, whatever their order:
//! additions, which never let it become less; operations that never store one value, so that the value, once replaced, is gone;
//! operations that set bits, which are never cleared.
//!
//! Direction: sound. Every write to the array by any thread, of other blocks too if they share it, is of the family, or is
//! proved never to be concurrent with one that is. What the operations store is asked of the solver.

use crate::analysis::asking::build;
use crate::analysis::asking::decide::Session;
use crate::analysis::asking::places::Asking;
use crate::analysis::asking::query::Question;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::conflict;
use crate::analysis::pair::scene::Scene;
use crate::analysis::pair::threads::Who;
use crate::analysis::phases::products::{Link, Occurrence, Product, phases, project};
use crate::kernel::{Access, ArrayId, Change, MemorySpace, Mode, walk};
use crate::term::{Interval, Intervals, Term, Terms, Var};
use crate::verdict::Level;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Family {
    /// Additions of at least 0.
    Growing,
    /// Nobody stores this constant.
    Replacing(Term),
    /// Bits are set.
    Marking,
}

/// The families that an operation suggests.
pub(crate) fn of(terms: &mut Terms, access: &Access) -> Vec<Family> {
    let Some(update) = access.update.as_ref().filter(|u| u.result.is_some()) else { return vec![] };
    match update.change {
        Change::Nothing | Change::Count(_) | Change::Mbarrier(_) | Change::Unknown => vec![],
        Change::Add(_) | Change::AddFloat(_) => vec![Family::Growing],
        Change::SetBits(_) => vec![Family::Marking],
        Change::Replace { expected, .. } => {
            terms.as_const(expected).map(|_| Family::Replacing(expected)).into_iter().collect()
        }
        // What counts as free is seen only where the result is used.
        Change::Set(new) => {
            let width = terms.width(new);
            [0, -1].map(|free| Family::Replacing(terms.int(width, free))).to_vec()
        }
    }
}

/// The operations of the family on `array`, by id, if they keep its promise for two threads of `level`; and whether what
/// they are on may also be written otherwise.
pub(crate) fn reliable(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (array, family): (ArrayId, Family),
    level: Level,
) -> Option<(BTreeSet<usize>, bool)> {
    let arrays = &world.kernel.arrays;
    let declared = arrays.get(array.0)?;
    // Other warps write too, whose threads the block's barriers order only; and other blocks, if they can.
    let levels: &[Level] = match declared.space {
        _ if declared.unknown_object => return None,
        MemorySpace::Cluster | MemorySpace::Tabled => return None,
        MemorySpace::Shared if level > Level::Block => return None,
        MemorySpace::Shared => &[Level::Block],
        MemorySpace::Global => &[Level::Block, Level::Grid],
    };
    let anywhere = |a: ArrayId| arrays.get(a.0).is_some_and(|o| o.unknown_object && o.space.meets(declared.space));
    let mine = project(&world.kernel.body, &|a| a == array || anywhere(a));
    let mut everywhere: Option<BTreeSet<usize>> = None;
    let (mut writes, mut width) = (BTreeSet::new(), None);
    for &level in levels {
        let mut members = Members { family, level, known: BTreeMap::new() };
        for product in &phases(&mut world.terms, &mine, level) {
            writes.extend(members.alone(session, world, product, &mut width)?);
        }
        let here: BTreeSet<usize> = members.known.into_iter().filter_map(|(id, is)| is.then_some(id)).collect();
        everywhere = Some(match everywhere {
            Some(known) => &known & &here,
            None => here,
        });
    }
    let members = everywhere.unwrap_or_default();
    let of = |ids: &BTreeSet<usize>| walk::accesses(&mine).filter(|a| ids.contains(&a.id)).cloned().collect::<Vec<_>>();
    let (others, own) = (of(&writes), of(&members));
    let reset = others.iter().any(|w| own.iter().any(|m| !are_apart(&world.terms, w, m)));
    // Where a place is computed, that takes it not to wrap.
    let is_fixed = |a: &Access| [a.offset, a.bytes].into_iter().all(|t| world.terms.as_const(t).is_some());
    session.arithmetic |= !reset && !others.is_empty() && !others.iter().chain(&own).all(is_fixed);
    Some((members, reset))
}

/// Whether accesses of one array are seen not to meet whoever makes them, as `n[0]` and `n[1]`.
fn are_apart(terms: &Terms, a: &Access, b: &Access) -> bool {
    let mut intervals = Intervals::new();
    let [a, b] = [a, b].map(|access| [access.offset, access.bytes].map(|t| intervals.of(terms, t)));
    let ends_before = |[at, bytes]: [Interval; 2], [other, _]: [Interval; 2]| {
        at.hi.checked_add(bytes.hi).is_some_and(|end| bytes.lo >= 0 && end <= other.lo)
    };
    ends_before(a, b) || ends_before(b, a)
}

/// Which accesses are of the family, for threads of a level.
struct Members {
    family: Family,
    level: Level,
    /// By id of the access.
    known: BTreeMap<usize, bool>,
}

impl Members {
    /// The other writes than the family's in the product, by id; `None` if they meet, or the widths differ.
    fn alone(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        product: &Product<'_>,
        width: &mut Option<Term>,
    ) -> Option<BTreeSet<usize>> {
        let mut others = BTreeSet::new();
        for o in product.left.iter().chain(&product.right) {
            if self.has(session, world, product, o) {
                if *width.get_or_insert(o.access.bytes) != o.access.bytes {
                    return None;
                }
            } else if o.access.writes() {
                others.insert(o.access.id);
            }
        }
        let has = |o: &Occurrence<'_>| self.known.get(&o.access.id) == Some(&true);
        let mixed = |l: &Occurrence<'_>, r: &Occurrence<'_>| {
            has(l) != has(r) && (has(l) || l.access.writes()) && (has(r) || r.access.writes())
        };
        let pairs = product.left.iter().flat_map(|l| product.right.iter().map(move |r| [l, r]));
        let pairs: Vec<_> = pairs.filter(|[l, r]| mixed(l, r)).collect();
        if pairs.is_empty() {
            return Some(others);
        }
        let mut scene =
            Scene::new(&mut session.copies, world, self.level.into(), &product.shared, product.link.as_ref());
        for [left, right] in pairs {
            // Atomic accesses are no race, but they meet: ask as if they were plain.
            let [l, r] = [left, right].map(|o| Access { mode: Mode::Write(None), ..o.access.clone() });
            let plain = [&Occurrence { access: &l, ..left.clone() }, &Occurrence { access: &r, ..right.clone() }];
            let query = build::pair(&session.copies, world, &mut scene, plain, None);
            if !session.refutes(&mut world.terms, &query) {
                return None;
            }
        }
        Some(others)
    }

    fn has(
        &mut self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        product: &Product<'_>,
        o: &Occurrence<'_>,
    ) -> bool {
        if let Some(known) = self.known.get(&o.access.id) {
            return *known;
        }
        let found = self.is_member(session, world, product, o);
        self.known.insert(o.access.id, found);
        found
    }

    fn is_member(
        &self,
        session: &mut Session<'_>,
        world: &mut Prepared,
        product: &Product<'_>,
        o: &Occurrence<'_>,
    ) -> bool {
        let (Mode::Atomic(scope), Some(update)) = (&o.access.mode, &o.access.update) else { return false };
        if !conflict::covers(*scope, self.level) {
            return false;
        }
        match (self.family, &update.change) {
            (_, Change::Nothing) => true,
            // What a counter holds that starts at 0 and only grows.
            (Family::Growing, Change::Add(by)) if world.knowledge.totals.iter().any(|t| t.total == *by) => true,
            (Family::Growing, Change::Add(by) | Change::AddFloat(by))
                if Intervals::new().of(&world.terms, *by).lo >= 0 =>
            {
                true
            }
            (Family::Growing, Change::Add(by)) => {
                let zero = world.terms.constant(world.terms.width(*by), 0);
                let less = world.terms.slt(*by, zero);
                never(session, world, (&product.shared, product.link.as_ref()), vec![o.condition, less])
            }
            (Family::Replacing(free), Change::Set(new) | Change::Replace { new, .. }) => {
                let comparable = world.terms.width(*new) == world.terms.width(free);
                comparable && {
                    let same = world.terms.eq(*new, free);
                    never(session, world, (&product.shared, product.link.as_ref()), vec![o.condition, same])
                }
            }
            (Family::Marking, Change::SetBits(_)) => true,
            (Family::Growing | Family::Replacing(_) | Family::Marking, _) => false,
        }
    }
}

/// Whether it is proved that no thread meets all of the conditions, over the left side of such a product.
pub(crate) fn never(
    session: &mut Session<'_>,
    world: &mut Prepared,
    (shared, link): (&[Var], Option<&Link>),
    conditions: Vec<Term>,
) -> bool {
    let mut scene = Scene::new(&mut session.copies, world, Level::Grid.into(), shared, link);
    let mut facts: Vec<Term> = crate::analysis::pair::scene::block_limit(world).0;
    facts.extend(crate::analysis::pair::scene::positions(world, &mut scene.pairing, Who::Left));
    facts.extend(conditions.into_iter().map(|t| scene.pairing.own(&mut world.terms, Who::Left, t)));
    Asking::of_any(Question::Parting).facts(facts).refuted(session, world, &mut scene)
}
