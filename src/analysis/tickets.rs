//! Tickets: what the results of atomic operations on one cell say about each other, in any two threads.
//!
//! * Of two additions `r = c; c += k` with `k >= 1` to a counter that only grows, one comes first, so the ranges
//!   `[r, r + k)` are disjoint (as in `out[atomicAdd(&n, 1)] = x`).
//! * Of two operations that replace a value which nobody stores, one at most finds it
//!   (`atomicCAS(&owner, FREE, me) == FREE`, `atomicExch(&taken, 1) == 0`).
//! * Of two operations that set bits which nobody clears, one finds the bits of the other (`atomicOr(&seen, bit) & bit`).
//!
//! Which operations these are, [`families`](super::families) says. They hold for operations between which nothing else
//! writes the cell:
//! * if nothing but such operations ever writes the array, for any two of them;
//! * else for two of one site, in the same iteration of every synchronised loop around it, if no other write to the array
//!   can be concurrent with it. Such operations lie in one phase, and a reset lies in another.
//!
//! A lane may draw for its group ([`groups`](super::groups)): of two lanes of a warp, the tickets are disjoint, or one of one
//! group. Or a thread draws for its block ([`told`]), which has one ticket then.
//!
//! Shared memory has a cell for each block, so its tickets say nothing about threads of different blocks.
//!
//! Direction: sound, for additions under the assumption, which a proof that used it lists, that a counter does not wrap all
//! the way round; unless one addition by each thread of the launch shows that it does. What is not seen to be a ticket stays an arbitrary value.

use super::decide::Session;
use super::families::{self, Family};
use super::groups::{self, Draw, Group};
use super::phases::synchronised;
use super::prepare::Prepared;
use super::threads::{Copies, Pairing, Who};
use super::told;
use crate::kernel::{Access, ArrayId, Change, Loop, MemorySpace, Step};
use crate::term::{BinaryOp, CompareOp, Func, Owner, Substitution, Term, Terms, Var};
use crate::verdict::Level;

/// The most pairs of tickets of which a query is told. A missing one only weakens the facts.
const MOST_PAIRS: usize = 16;

/// What a site's results say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Promise {
    /// Results are so far apart.
    Added(Term),
    /// One at most is this.
    Found(Term),
    /// They have the bits that came before.
    Bits(Term),
}

/// A site whose results are tickets.
#[derive(Clone, Debug)]
pub struct Ticket {
    result: Func,
    /// The counters of the loops around the site, the symbol's parameters.
    params: Vec<Var>,
    array: ArrayId,
    /// Of the cell, in bytes from the array's start.
    offset: Term,
    promise: Promise,
    /// Where the array is written otherwise too: said only of results of this site that agree on these counters.
    epoch: Option<Vec<Var>>,
    /// The id of the access.
    site: usize,
    /// The result was handed on to this group.
    group: Option<Group>,
    /// It is the contents of this cell, the symbol's last argument.
    cell: Option<Term>,
}

impl Ticket {
    #[must_use]
    pub fn is_of_group(&self) -> bool {
        self.group.is_some()
    }
}

/// The tickets of two threads that share a unit of `level` and no smaller one.
#[must_use]
pub fn tickets(session: &mut Session<'_>, world: &mut Prepared, level: Level) -> Vec<Ticket> {
    let body = world.kernel.body.clone();
    let mut sites = vec![];
    collect(&body, level, &mut vec![], &mut sites);
    let mut candidates: Vec<(ArrayId, Family)> = vec![];
    for site in &sites {
        for family in families::of(&mut world.terms, site.access) {
            if !candidates.contains(&(site.access.array, family)) {
                candidates.push((site.access.array, family));
            }
        }
    }
    let mut found = vec![];
    for (array, family) in candidates {
        let Some((members, reset)) = families::reliable(session, world, (array, family), level) else { continue };
        for site in sites.iter().filter(|s| members.contains(&s.access.id)) {
            let promise = promise(&world.terms, site.access, family);
            let Some(promise) = promise.filter(|p| !wraps_round(world, array, *p)) else { continue };
            let Some(result) = site.access.update.as_ref().and_then(|u| u.result) else { continue };
            let ticket = Ticket {
                result,
                params: site.loops.iter().map(|(l, _)| l.counter).collect(),
                array,
                offset: site.access.offset,
                promise,
                epoch: reset.then(|| site.loops.iter().filter(|(_, sync)| *sync).map(|(l, _)| l.counter).collect()),
                site: site.access.id,
                group: None,
                cell: None,
            };
            found.extend(handed_on(session, world, site, &ticket, level));
            found.push(ticket);
        }
    }
    found
}

/// The ticket of a site as others get it: from shuffles, and in shared memory.
fn handed_on(
    session: &mut Session<'_>,
    world: &mut Prepared,
    site: &Site<'_>,
    ticket: &Ticket,
    level: Level,
) -> Vec<Ticket> {
    let Promise::Added(by) = ticket.promise else { return vec![] };
    let loops: Vec<&Loop> = site.loops.iter().map(|(l, _)| *l).collect();
    let counters = ticket.params.iter().map(|v| world.terms.var(*v)).collect();
    let result = world.terms.apply(ticket.result, counters);
    let same = [by, ticket.offset];
    let draw = Draw { guard: site.access.guard, result, loops: &loops, same: &same };
    let mut found = vec![];
    for shuffle in world.kernel.shuffles.clone() {
        if let Some(group) = groups::handed_on(session, world, &draw, &shuffle) {
            found.push(Ticket { result: shuffle.func, group: Some(group), ..ticket.clone() });
        }
    }
    // The threads of a block have one ticket.
    if level > Level::Block
        && let Some(told) = told::told(session, world, site.place, (result, &ticket.params), &same)
    {
        let cell = Some(told.offset);
        found.extend(told.contents.into_iter().map(|result| Ticket { result, cell, ..ticket.clone() }));
    }
    found
}

/// What the results of an access of a family say, if anything.
fn promise(terms: &Terms, access: &Access, family: Family) -> Option<Promise> {
    match (family, &access.update.as_ref()?.change) {
        (Family::Growing, Change::Add(by)) => Some(Promise::Added(*by)),
        (Family::Replacing(free), Change::Set(_)) => Some(Promise::Found(free)),
        (Family::Replacing(free), Change::Replace { expected, .. }) => {
            (terms.as_const(*expected) == terms.as_const(free)).then_some(Promise::Found(free))
        }
        (Family::Marking, Change::SetBits(bits)) => Some(Promise::Bits(*bits)),
        (Family::Growing | Family::Replacing(_) | Family::Marking, _) => None,
    }
}

/// Whether additions of a constant wrap all the way round in every launch: one by each thread of a block that is known, and
/// of a grid that is.
fn wraps_round(world: &Prepared, array: ArrayId, promise: Promise) -> bool {
    let Promise::Added(by) = promise else { return false };
    let terms = &world.terms;
    let count = |dims: &[Term; 3]| {
        dims.iter().map(|d| terms.as_const(*d)).try_fold(1u128, |n, d| Some(n.saturating_mul(d?.into())))
    };
    let Some(threads) = count(&world.block_dim) else { return false };
    let is_shared = world.kernel.arrays.get(array.0).is_some_and(|a| a.space == MemorySpace::Shared);
    let blocks = count(&world.grid_dim).filter(|_| !is_shared).unwrap_or(1);
    let threads = threads.saturating_mul(blocks);
    let all = terms.as_const(by).map(|by| threads.saturating_mul(by.into()));
    all.is_some_and(|all| all > 1 << terms.width(by))
}

/// An atomic operation with the counters around it, and whether their loops synchronise.
struct Site<'k> {
    access: &'k Access,
    /// The steps that it is one of, and which.
    place: (&'k [Step], usize),
    loops: Vec<(&'k Loop, bool)>,
}

fn collect<'k>(steps: &'k [Step], level: Level, loops: &mut Vec<(&'k Loop, bool)>, found: &mut Vec<Site<'k>>) {
    for (at, step) in steps.iter().enumerate() {
        match step {
            Step::Access(access) if access.update.is_some() => {
                found.push(Site { access, place: (steps, at), loops: loops.clone() });
            }
            Step::Access(_) | Step::Sync(_) | Step::Fence(_) => {}
            Step::Loop(l) => {
                loops.push((l, synchronised(&l.body, level.max(Level::Block))));
                collect(&l.body, level, loops, found);
                loops.pop();
            }
        }
    }
}

/// What the tickets in `facts` say, over the two threads of `pairing`; and the counters by name.
pub fn distinct(
    copies: &Copies,
    world: &mut Prepared,
    pairing: &mut Pairing,
    facts: &[Term],
) -> (Vec<Term>, Vec<String>) {
    let level = pairing.level;
    let other_warps = level > Level::Block || level == Level::Block && world.split_warps;
    let Prepared { tickets, terms, kernel, .. } = world;
    let Some(tickets) = tickets.get(&level).filter(|t| !t.is_empty()) else { return (vec![], vec![]) };
    let mut drawn: [Vec<(&Ticket, Term)>; 2] = [vec![], vec![]];
    for (app, func) in terms.apps_of(facts) {
        let (origin, who) = copies.origin(func);
        let last = terms.children(app).last().copied();
        for side in Who::BOTH.into_iter().filter(|w| who == w.owner() || who == Owner::All) {
            // What a warp shares is of both sides, if it is of a group.
            let of_side = tickets.iter().filter(|t| t.result == origin && (who != Owner::All || t.is_of_group()));
            let of_side = of_side.filter(|t| t.cell.is_none() || t.cell == last);
            drawn[side as usize].extend(of_side.map(|t| (t, app)));
        }
    }
    let (mut found, mut names) = (vec![], vec![]);
    let [left, right] = &drawn;
    let pairs = left.iter().flat_map(|l| right.iter().map(move |r| (*l, *r)));
    let pairs = pairs.filter(|(l, r)| related(l.0, r.0, level, other_warps));
    for (l, r) in pairs.take(MOST_PAIRS) {
        let drawn =
            [(l, Who::Left), (r, Who::Right)].map(|((ticket, app), who)| drawn_by(terms, pairing, who, ticket, app));
        let [lt, rt] = [l.0, r.0];
        let [dl, dr] = &drawn;
        let mut given = vec![terms.eq(dl.offset, dr.offset)];
        given.extend(drawn.iter().flat_map(|d| d.group.map(|g| g.given)));
        for counter in lt.epoch.iter().flatten() {
            let place = lt.params.iter().position(|p| p == counter);
            let [a, b] = [l.1, r.1].map(|app| place.and_then(|i| terms.children(app).get(i).copied()));
            if let (Some(a), Some(b)) = (a, b) {
                given.push(terms.eq(a, b));
            }
        }
        let given = terms.all(given);
        let Some(mut said) = said(terms, (l.1, dl.promise), (r.1, dr.promise)) else { continue };
        if let (false, true, [Some(a), Some(b)]) = (other_warps, lt.site == rt.site, [dl.group, dr.group]) {
            let mut one = vec![terms.eq(l.1, r.1), terms.eq(a.mask, b.mask)];
            if a.in_step {
                let iterations = |terms: &Terms, app: Term| terms.children(app).into_iter().take(lt.params.len());
                let both: Vec<_> = iterations(terms, l.1).zip(iterations(terms, r.1)).collect();
                one.extend(both.into_iter().map(|(x, y)| terms.eq(x, y)));
            }
            let one = terms.all(one);
            said = terms.or(said, one);
        }
        let not_given = terms.not(given);
        found.push(terms.or(not_given, said));
        if matches!(lt.promise, Promise::Added(_)) {
            names.extend(kernel.arrays.get(lt.array.0).map(|a| a.name.clone()));
        }
    }
    names.dedup();
    (found, names)
}

/// A ticket in a thread's iteration, over the query's variables.
struct Drawn {
    offset: Term,
    promise: Promise,
    group: Option<Group>,
}

/// The ticket of a thread whose result is `app`.
fn drawn_by(terms: &mut Terms, pairing: &mut Pairing, who: Who, ticket: &Ticket, app: Term) -> Drawn {
    let args = terms.children(app);
    let mut at = |term: Term| {
        let bare = pairing.bare(terms, who, term);
        let mut subst = Substitution::new();
        for (p, a) in ticket.params.iter().zip(&args) {
            subst.var(*p, *a);
        }
        terms.substitute(bare, &mut subst)
    };
    let promise = match ticket.promise {
        Promise::Added(by) => Promise::Added(at(by)),
        Promise::Found(free) => Promise::Found(free),
        Promise::Bits(bits) => Promise::Bits(at(bits)),
    };
    let group = ticket.group.map(|g| Group { mask: at(g.mask), given: at(g.given), ..g });
    Drawn { offset: at(ticket.offset), promise, group }
}

/// Whether something is known of two tickets, of different warps or not. A lane of the same warp may have drawn both for its
/// group, in different iterations or handed on in different ways.
fn related(a: &Ticket, b: &Ticket, level: Level, other_warps: bool) -> bool {
    let of_one = a.array == b.array && (a.epoch.is_none() || a.result == b.result);
    let direct = !a.is_of_group() && !b.is_of_group();
    let resets = a.epoch.as_ref().is_some_and(|epoch| *epoch != a.params);
    let within_warp = level == Level::Warp && !resets && (a.site != b.site || a.result == b.result);
    of_one && (direct || other_warps || within_warp)
}

/// What holds of two results for one cell.
fn said(terms: &mut Terms, (l, of_left): (Term, Promise), (r, of_right): (Term, Promise)) -> Option<Term> {
    match (of_left, of_right) {
        (Promise::Added(k), Promise::Added(m)) => Some(disjoint(terms, (l, k), (r, m))),
        (Promise::Found(a), Promise::Found(b)) => (a == b).then(|| {
            let others = [terms.ne(l, a), terms.ne(r, b)];
            terms.any(others)
        }),
        (Promise::Bits(a), Promise::Bits(b)) => {
            let (seen, shown) = (terms.binary(BinaryOp::And, l, b), terms.binary(BinaryOp::And, r, a));
            let later = [terms.eq(seen, b), terms.eq(shown, a)];
            let later = terms.any(later);
            // What that comes to for the same bits, for solvers that do not look into them.
            let none = terms.constant(terms.width(a), 0);
            let (found, shown) = (terms.binary(BinaryOp::And, l, a), terms.binary(BinaryOp::And, r, b));
            let same = [terms.ne(a, b), terms.eq(a, none), terms.ne(found, none), terms.ne(shown, none)];
            let same = terms.any(same);
            Some(terms.and(later, same))
        }
        (Promise::Added(_) | Promise::Found(_) | Promise::Bits(_), _) => None,
    }
}

/// `[l, l + k)` and `[r, r + m)` are disjoint, modulo the width.
fn disjoint(terms: &mut Terms, (l, k): (Term, Term), (r, m): (Term, Term)) -> Term {
    if terms.as_const(k) == Some(1) && terms.as_const(m) == Some(1) {
        return terms.ne(l, r);
    }
    let (up, down) = (terms.sub(r, l), terms.sub(l, r));
    let (above, below) = (terms.compare(CompareOp::Ule, k, up), terms.compare(CompareOp::Ule, m, down));
    terms.and(above, below)
}
