//! Tickets: results of atomic additions that no two threads share.
//!
//! A counter that only grows hands each thread values of its own: of two additions `r = c; c += k` with `k >= 1` to one
//! cell, one comes first, so the ranges `[r, r + k)` are disjoint (as in `out[atomicAdd(&n, 1)] = x`). That holds for
//! additions between which nothing else writes the cell:
//! * if nothing but such additions ever writes the array, for any two of them;
//! * else for two of one site, in the same iteration of every synchronised loop around it, if no other write to the array
//!   can be concurrent with it. Such additions lie in one phase, and a reset lies in another.
//!
//! Shared memory has a counter for each block, so its tickets say nothing about threads of different blocks.
//!
//! Direction: sound under the assumption, which a proof that used it lists, that a counter does not wrap all the way round.
//! What is not seen to be a ticket stays an arbitrary value.

use super::decide::Session;
use super::phases::{Occurrence, phases, project, synchronised};
use super::prepare::Prepared;
use super::query;
use super::scene::Scene;
use super::threads::{Copies, Pairing, Who};
use crate::kernel::{Access, ArrayId, Loop, MemorySpace, Mode, Step};
use crate::term::{CompareOp, Func, Intervals, Substitution, Term, Terms, Var};
use crate::verdict::Level;

/// The most pairs of tickets of which a query is told. A missing one only weakens the facts.
const MOST_PAIRS: usize = 16;

/// A site whose results are tickets.
#[derive(Clone, Debug)]
pub struct Ticket {
    result: Func,
    /// The counters of the loops around the site, the symbol's parameters.
    params: Vec<Var>,
    array: ArrayId,
    /// Of the counter, in bytes from the array's start.
    offset: Term,
    added: Term,
    /// Where the array is written otherwise too: distinct only among results of this site that agree on these counters.
    epoch: Option<Vec<Var>>,
}

/// The tickets of two threads that share a unit of `level` and no smaller one.
#[must_use]
pub fn tickets(session: &mut Session<'_>, world: &mut Prepared, level: Level) -> Vec<Ticket> {
    let body = world.kernel.body.clone();
    let mut sites = vec![];
    collect(&body, level, &mut vec![], &mut sites);
    let mut arrays: Vec<ArrayId> = sites.iter().map(|s| s.access.array).collect();
    arrays.dedup();
    let mut kept: Vec<(ArrayId, bool)> = vec![];
    for array in arrays {
        if !kept.iter().any(|(a, _)| *a == array)
            && let Some(reset) = reliable(session, world, array, level)
        {
            kept.push((array, reset));
        }
    }
    let found = sites.iter().filter_map(|site| {
        let (_, reset) = kept.iter().find(|(a, _)| *a == site.access.array)?;
        let add = site.access.fetch_add.as_ref()?;
        Some(Ticket {
            result: add.result,
            params: site.loops.iter().map(|(counter, _)| *counter).collect(),
            array: site.access.array,
            offset: site.access.offset,
            added: add.added,
            epoch: reset.then(|| site.loops.iter().filter(|(_, sync)| *sync).map(|(counter, _)| *counter).collect()),
        })
    });
    found.collect()
}

/// An atomic addition with the counters around it, and whether their loops synchronise.
struct Site<'k> {
    access: &'k Access,
    loops: Vec<(Var, bool)>,
}

fn collect<'k>(steps: &'k [Step], level: Level, loops: &mut Vec<(Var, bool)>, found: &mut Vec<Site<'k>>) {
    for step in steps {
        match step {
            Step::Access(access) if access.fetch_add.is_some() => found.push(Site { access, loops: loops.clone() }),
            Step::Access(_) | Step::Sync(_) => {}
            Step::Loop(Loop { counter, body, .. }) => {
                loops.push((*counter, synchronised(body, level.max(Level::Block))));
                collect(body, level, loops, found);
                loops.pop();
            }
        }
    }
}

/// Whether additions to `array` give tickets at `level`, and if so, whether it is also written otherwise.
fn reliable(session: &mut Session<'_>, world: &mut Prepared, array: ArrayId, level: Level) -> Option<bool> {
    let arrays = &world.kernel.arrays;
    let declared = arrays.get(array.0)?;
    if declared.unknown_object || (declared.space == MemorySpace::Shared && level > Level::Block) {
        return None;
    }
    let anywhere = |a: ArrayId| arrays.get(a.0).is_some_and(|o| o.unknown_object && o.space == declared.space);
    let mine = project(&world.kernel.body, &|a| a == array || anywhere(a));
    // Other warps write too: their threads are ordered by the block's barriers only.
    let level = level.max(Level::Block);
    let (mut reset, mut width) = (false, None);
    for product in &phases(&mut world.terms, &mine, level) {
        let all: Vec<&Access> = product.left.iter().chain(&product.right).map(|o| o.access).collect();
        let adds = |a: &Access| grows(&world.terms, a);
        if all.iter().any(|a| adds(a) && *width.get_or_insert(a.bytes) != a.bytes) {
            return None;
        }
        let other = |a: &Access| a.mode != Mode::Read && !adds(a);
        reset |= all.iter().any(|a| other(a));
        let mixed = |l: &Access, r: &Access| (adds(l) && other(r)) || (other(l) && adds(r));
        let pairs = product.left.iter().flat_map(|l| product.right.iter().map(move |r| [l, r]));
        let pairs: Vec<_> = pairs.filter(|[l, r]| mixed(l.access, r.access)).collect();
        if pairs.is_empty() {
            continue;
        }
        let mut scene = Scene::new(&mut session.copies, world, level, &product.shared, product.link.as_ref());
        for [left, right] in pairs {
            // Atomic accesses are no race, but they meet: ask as if they were plain.
            let [l, r] = [left, right].map(|o| Access { mode: Mode::Write(None), ..o.access.clone() });
            let plain = [&Occurrence { access: &l, ..left.clone() }, &Occurrence { access: &r, ..right.clone() }];
            let query = query::pair(&session.copies, world, &mut scene, plain, None);
            if !session.refutes(&mut world.terms, &query) {
                return None;
            }
        }
    }
    Some(reset)
}

/// Whether the access only makes a counter larger.
fn grows(terms: &Terms, access: &Access) -> bool {
    let added = access.fetch_add.as_ref().map(|f| Intervals::new().of(terms, f.added));
    matches!(access.mode, Mode::Atomic(_)) && added.is_some_and(|i| i.lo >= 1)
}

/// What the tickets in `facts` say, over the two threads of `pairing`; and the counters by name.
pub fn distinct(
    copies: &Copies,
    world: &mut Prepared,
    pairing: &mut Pairing,
    facts: &[Term],
) -> (Vec<Term>, Vec<String>) {
    let Prepared { tickets, terms, kernel, .. } = world;
    let Some(tickets) = tickets.get(&pairing.level).filter(|t| !t.is_empty()) else { return (vec![], vec![]) };
    let mut drawn: [Vec<(&Ticket, Term)>; 2] = [vec![], vec![]];
    for (app, func) in terms.apps_of(facts) {
        let (origin, who) = copies.origin(func);
        if let (Some(ticket), 1..=2) = (tickets.iter().find(|t| t.result == origin), who) {
            drawn[usize::from(who) - 1].push((ticket, app));
        }
    }
    let (mut found, mut names) = (vec![], vec![]);
    let [left, right] = &drawn;
    let pairs = left.iter().flat_map(|l| right.iter().map(move |r| (*l, *r))).filter(|(l, r)| related(l.0, r.0));
    for ((lt, l), (rt, r)) in pairs.take(MOST_PAIRS) {
        let [(lo, la), (ro, ra)] = [(lt, l, Who::Left), (rt, r, Who::Right)].map(|(t, app, who)| {
            let args = terms.children(app);
            let mut at = |term: Term| {
                let bare = pairing.bare(terms, who, term);
                let mut subst = Substitution::new();
                for (p, a) in t.params.iter().zip(&args) {
                    subst.var(*p, *a);
                }
                terms.substitute(bare, &mut subst)
            };
            (at(t.offset), at(t.added))
        });
        let mut given = vec![terms.eq(lo, ro)];
        for counter in lt.epoch.iter().flatten() {
            let place = lt.params.iter().position(|p| p == counter);
            let [a, b] = [l, r].map(|app| place.and_then(|i| terms.children(app).get(i).copied()));
            if let (Some(a), Some(b)) = (a, b) {
                given.push(terms.eq(a, b));
            }
        }
        let given = terms.all(given);
        let apart = disjoint(terms, (l, la), (r, ra));
        let not_given = terms.not(given);
        found.push(terms.or(not_given, apart));
        names.extend(kernel.arrays.get(lt.array.0).map(|a| a.name.clone()));
    }
    names.dedup();
    (found, names)
}

fn related(a: &Ticket, b: &Ticket) -> bool {
    a.array == b.array && (a.epoch.is_none() || a.result == b.result)
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
