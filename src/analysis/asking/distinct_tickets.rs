//! What tickets say of each other in the two threads of a query. Which they are, [`tickets`](crate::analysis::orders::tickets)
//! finds out.

use crate::analysis::facts::knowledge::{Group, Knowledge, Promise, Ticket};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::pair::threads::{Copies, Pairing, Who};
use crate::term::{BinaryOp, CompareOp, Owner, Term, Terms};
use crate::verdict::Level;

/// The most pairs of tickets of which a query is told. A missing one only weakens the facts.
const MOST_PAIRS: usize = 16;

/// What the tickets in `facts` say, over the two threads of `pairing`; and the counters by name.
pub fn distinct(
    copies: &Copies,
    world: &mut Prepared,
    pairing: &mut Pairing,
    facts: &[Term],
) -> (Vec<Term>, Vec<String>) {
    let level = pairing.level;
    let other_warps = level > Level::Block || pairing.of_other_warps;
    let Prepared { knowledge: Knowledge { tickets, .. }, terms, kernel, .. } = world;
    let Some(tickets) = tickets.get(&level).filter(|t| !t.is_empty()) else { return (vec![], vec![]) };
    let [left, right] = named_in(copies, terms, tickets, facts);
    let (mut found, mut names) = (vec![], vec![]);
    let pairs = left.iter().flat_map(|l| right.iter().map(move |r| (*l, *r)));
    let pairs = pairs.filter(|(l, r)| related(l.0, r.0, level, other_warps));
    for (l, r) in pairs.take(MOST_PAIRS) {
        let drawn =
            [(l, Who::Left), (r, Who::Right)].map(|((ticket, app), who)| drawn_by(terms, pairing, who, ticket, app));
        let Some(fact) = of_both(terms, &drawn, other_warps) else { continue };
        found.push(fact);
        if matches!(l.0.promise, Promise::Added(_)) {
            names.extend(kernel.arrays.get(l.0.array.0).map(|a| a.shown().to_owned()));
        }
    }
    names.dedup();
    (found, names)
}

/// What the results in `facts` say of what their blocks have drawn in all: who has drawn `r` and added `k` finds at least `r + k`.
pub fn below_totals(
    copies: &Copies,
    world: &mut Prepared,
    pairing: &mut Pairing,
    facts: &[Term],
) -> (Vec<Term>, Vec<String>) {
    let Prepared { knowledge: Knowledge { totals, .. }, terms, kernel, .. } = world;
    let (mut found, mut names) = (vec![], vec![]);
    for (result, func) in terms.apps_of(facts) {
        let (origin, owner) = copies.origin(func);
        for total in totals.iter().filter(|total| total.result == origin) {
            for who in Who::BOTH.into_iter().filter(|who| owner == who.owner()) {
                let args = terms.children(result);
                let [guard, by, all] = [total.guard, total.by, total.total].map(|term| {
                    let bare = pairing.bare(terms, who, term);
                    terms.applied((&total.params, bare), &args)
                });
                let rest = terms.sub(all, result);
                let (below, fits) =
                    (terms.compare(CompareOp::Ule, result, all), terms.compare(CompareOp::Ule, by, rest));
                let holds = match terms.as_const(by) {
                    Some(1) => terms.compare(CompareOp::Ult, result, all),
                    _ => terms.and(below, fits),
                };
                found.push(terms.implies(guard, holds));
                names.extend(kernel.arrays.get(total.array.0).map(|a| a.shown().to_owned()));
            }
        }
    }
    found.truncate(MOST_PAIRS);
    names.dedup();
    (found, names)
}

/// The tickets whose results occur in `facts`, of the left thread and of the right one, each with the result.
fn named_in<'t>(copies: &Copies, terms: &Terms, tickets: &'t [Ticket], facts: &[Term]) -> [Vec<(&'t Ticket, Term)>; 2] {
    let mut named: [Vec<(&Ticket, Term)>; 2] = [vec![], vec![]];
    for (app, func) in terms.apps_of(facts) {
        let (origin, who) = copies.origin(func);
        let last = terms.children(app).last().copied();
        for side in Who::BOTH.into_iter().filter(|w| who == w.owner() || who == Owner::All) {
            // What a warp shares is of both sides, if it is of a group.
            let of_side = tickets.iter().filter(|t| t.result == origin && (who != Owner::All || t.is_of_group()));
            let of_side = of_side.filter(|t| t.cell.is_none() || t.cell == last);
            named[side as usize].extend(of_side.map(|t| (t, app)));
        }
    }
    named
}

/// A ticket in a thread's iteration, over the query's variables.
struct Drawn<'t> {
    ticket: &'t Ticket,
    result: Term,
    offset: Term,
    promise: Promise,
    group: Option<Group>,
}

/// The ticket of a thread whose result is `app`.
fn drawn_by<'t>(terms: &mut Terms, pairing: &mut Pairing, who: Who, ticket: &'t Ticket, app: Term) -> Drawn<'t> {
    let args = terms.children(app);
    let mut at = |term: Term| {
        let bare = pairing.bare(terms, who, term);
        terms.applied((&ticket.params, bare), &args)
    };
    let promise = match ticket.promise {
        Promise::Added(by) => Promise::Added(at(by)),
        Promise::Found(free) => Promise::Found(free),
        Promise::Bits(bits) => Promise::Bits(at(bits)),
    };
    let group = ticket.group.map(|g| Group { mask: at(g.mask), given: at(g.given), ..g });
    Drawn { ticket, result: app, offset: at(ticket.offset), promise, group }
}

/// What two tickets say of each other: their promise, where both are of one cell.
fn of_both(terms: &mut Terms, drawn: &[Drawn<'_>; 2], other_warps: bool) -> Option<Term> {
    let [l, r] = drawn;
    let of_one_cell = of_one_cell(terms, drawn);
    let mut said = said(terms, (l.result, l.promise), (r.result, r.promise))?;
    let of_one_site = l.ticket.site == r.ticket.site;
    if let (false, true, [Some(a), Some(b)]) = (other_warps, of_one_site, [l.group, r.group]) {
        let one = same_ticket(terms, drawn, [a, b]);
        said = terms.or(said, one);
    }
    let not_of_one_cell = terms.not(of_one_cell);
    Some(terms.or(not_of_one_cell, said))
}

/// Both are drawn from one cell in one epoch, and groups that they are of were given them.
fn of_one_cell(terms: &mut Terms, drawn: &[Drawn<'_>; 2]) -> Term {
    let [l, r] = drawn;
    let mut all = vec![terms.eq(l.offset, r.offset)];
    all.extend(drawn.iter().flat_map(|d| d.group.map(|g| g.given)));
    for counter in l.ticket.epoch.iter().flatten() {
        let place = l.ticket.params.iter().position(|p| p == counter);
        let [a, b] = [l.result, r.result].map(|app| place.and_then(|i| terms.children(app).get(i).copied()));
        if let (Some(a), Some(b)) = (a, b) {
            all.push(terms.eq(a, b));
        }
    }
    terms.all(all)
}

/// Both are the one ticket that a lane drew for its group.
fn same_ticket(terms: &mut Terms, [l, r]: &[Drawn<'_>; 2], [a, b]: [Group; 2]) -> Term {
    let mut all = vec![terms.eq(l.result, r.result), terms.eq(a.mask, b.mask)];
    if a.in_step {
        let counters = l.ticket.params.len();
        let iterations = |terms: &Terms, app: Term| terms.children(app).into_iter().take(counters);
        let both: Vec<_> = iterations(terms, l.result).zip(iterations(terms, r.result)).collect();
        all.extend(both.into_iter().map(|(x, y)| terms.eq(x, y)));
    }
    terms.all(all)
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

/// `[l, l + k)` and `[r, r + m)` are disjoint, modulo the width; of an empty one nothing is said.
fn disjoint(terms: &mut Terms, (l, k): (Term, Term), (r, m): (Term, Term)) -> Term {
    if terms.as_const(k) == Some(1) && terms.as_const(m) == Some(1) {
        return terms.ne(l, r);
    }
    let (up, down) = (terms.sub(r, l), terms.sub(l, r));
    let (above, below) = (terms.compare(CompareOp::Ule, k, up), terms.compare(CompareOp::Ule, m, down));
    let mut said = vec![terms.and(above, below)];
    for length in [k, m] {
        let none = terms.constant(terms.width(length), 0);
        said.push(terms.eq(length, none));
    }
    terms.any(said)
}
