//! Where threads come to mbarriers: arrivals, and waits that are over.
//!
//! A wait is an operation that waits, a test whose result is not 0, or a loop that goes on until one is.
//! Two visits are to one *family* if they may be to one object.

use super::objects::Object;
use crate::analysis::facts::knowledge::{Came, Place, Visit};
use crate::analysis::facts::literals;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::orders::order::{implied, looked_at};
use crate::kernel::target::REGISTER;
use crate::kernel::{Access, Change, Loop, MbarrierUse, Step, walk};
use crate::term::{BinaryOp, CastOp, CompareOp, Func, Node, Sharing, Term, Terms, Var, VarKind, Width};

/// All accesses that have to do with mbarriers, in the order of the program.
#[derive(Default)]
pub(super) struct Found {
    pub(super) visits: Vec<Visit>,
    /// Where objects are set up, with the count, or end.
    pub(super) setups: Vec<(Place, Access, Option<Term>)>,
}

pub(super) fn found(world: &mut Prepared) -> Found {
    let body = world.kernel.body.clone();
    let mut found = Found::default();
    let mut walk = Walk { terms: &mut world.terms, found: &mut found, path: vec![], loops: vec![] };
    walk.steps(&body);
    found
}

struct Walk<'a> {
    terms: &'a mut Terms,
    found: &'a mut Found,
    path: Vec<usize>,
    loops: Vec<Loop>,
}

impl Walk<'_> {
    fn steps(&mut self, steps: &[Step]) {
        for (at, step) in steps.iter().enumerate() {
            self.path.push(at);
            match step {
                Step::Access(access) => self.access(access),
                Step::Loop(l) => {
                    self.spin(l);
                    self.loops.push(Loop { body: vec![], ..l.clone() });
                    self.steps(&l.body);
                    self.loops.pop();
                }
                Step::Sync(_) | Step::Fence(_) => {}
            }
            self.path.pop();
        }
    }

    fn place(&self) -> Place {
        Place { path: self.path.clone(), loops: self.loops.clone() }
    }

    fn access(&mut self, access: &Access) {
        let Some(done) = use_of(access) else { return };
        let place = self.place();
        let came = match done {
            MbarrierUse::Init(count) => return self.found.setups.push((place, access.clone(), Some(count))),
            MbarrierUse::Invalidate => return self.found.setups.push((place, access.clone(), None)),
            MbarrierUse::Expect(_) => Came::Expects,
            MbarrierUse::Complete(_) => Came::Copies,
            MbarrierUse::Arrive(count) | MbarrierUse::Drop(count) => {
                let state = access.update.as_ref().and_then(|u| u.result);
                Came::Arrives { count, state, drops: matches!(done, MbarrierUse::Drop(_)) }
            }
            MbarrierUse::ArriveExpecting(_) => {
                let (count, state) = (self.terms.constant(REGISTER, 1), access.update.as_ref().and_then(|u| u.result));
                Came::Arrives { count, state, drops: false }
            }
            MbarrierUse::Wait(phase) => Came::Waits(phase),
            MbarrierUse::Test(phase) => {
                // In a loop whose last test is over; elsewhere where it says so.
                let Some(result) = access.update.as_ref().and_then(|u| u.result) else { return };
                let args = self.loops.iter().map(|l| self.terms.var(l.counter)).collect();
                let result = self.terms.apply(result, args);
                let zero = self.terms.constant(self.terms.width(result), 0);
                let over = self.terms.ne(result, zero);
                return self.visit(access, Came::Waits(phase), place, &[access.guard, over]);
            }
        };
        self.visit(access, came, place, &[access.guard]);
    }

    /// A loop that goes on until a phase is over.
    fn spin(&mut self, l: &Loop) {
        for step in &l.body {
            let Step::Access(access) = step else { continue };
            let Some(MbarrierUse::Test(phase)) = use_of(access) else { continue };
            let all: Vec<Term> = Object::of(access).terms().chain([access.bytes, phase.term()]).collect();
            let moves = self.terms.vars_of(&all).contains(&l.counter);
            if !moves && self.ends_with(l, access) {
                let place = self.place();
                self.visit(access, Came::Waits(phase), place, &[l.entered]);
            }
        }
    }

    /// Whether a loop that is entered is left only behind a test that says that the phase is over: the one of the last iteration
    /// (`do test while (!over)`), or of the one before (`while (!over) test`).
    fn ends_with(&mut self, l: &Loop, access: &Access) -> bool {
        let Some(result) = access.update.as_ref().and_then(|u| u.result) else { return false };
        let terms = &mut *self.terms;
        let args = self.loops.iter().chain([l]).map(|l| terms.var(l.counter)).collect();
        let result = terms.apply(result, args);
        let zero = terms.constant(terms.width(result), 0);
        let over = terms.ne(result, zero);
        let ends = denied(terms, l.continues);
        let in_each = looked_at(terms, l, &|a| a.id == access.id).is_some();
        if in_each && ends.contains(&over) {
            return true;
        }
        let (x, width) = (terms.var(l.counter), terms.var_info(l.counter).width);
        let [none, minus_one] = [0, -1].map(|n| terms.int(width, n));
        let before = terms.add(x, minus_one);
        let (over, later) = (terms.replace(over, l.counter, before), terms.ne(x, none));
        let goes_on = literals::conjuncts(terms, &[l.continues]);
        ends.contains(&over) && ends.contains(&later) && implied(terms, &goes_on, access.guard)
    }

    fn visit(&mut self, access: &Access, came: Came, place: Place, conditions: &[Term]) {
        let zero = self.terms.constant(self.terms.width(access.bytes), 0);
        let some = self.terms.ne(access.bytes, zero);
        let around = place.loops.iter().flat_map(|l| [l.executed, l.since]);
        let all: Vec<Term> = around.chain(conditions.iter().copied()).chain([some]).collect();
        let condition = self.terms.all(all);
        self.found.visits.push(Visit { access: access.clone(), came, place, condition, family: 0, claim: None });
    }
}

/// What holds where a condition does not, each alternative by itself.
fn denied(terms: &mut Terms, condition: Term) -> Vec<Term> {
    match *terms.node(condition) {
        Node::Binary(BinaryOp::Or, a, b) if terms.width(condition) == 1 => {
            [a, b].into_iter().flat_map(|t| denied(terms, t)).collect()
        }
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => {
            let not = terms.not(condition);
            literals::conjuncts(terms, &[not])
        }
    }
}

/// How many bytes a visit expects, or a copy brings, if that is known.
pub(super) fn bytes_of(visit: &Visit) -> Option<Term> {
    match use_of(&visit.access)? {
        MbarrierUse::ArriveExpecting(bytes) | MbarrierUse::Expect(bytes) | MbarrierUse::Complete(bytes) => bytes,
        MbarrierUse::Init(_)
        | MbarrierUse::Invalidate
        | MbarrierUse::Arrive(_)
        | MbarrierUse::Drop(_)
        | MbarrierUse::Test(_)
        | MbarrierUse::Wait(_) => None,
    }
}

/// What an access does to an mbarrier.
pub(super) fn use_of(access: &Access) -> Option<MbarrierUse> {
    match access.update.as_ref()?.change {
        Change::Mbarrier(done) => Some(done),
        Change::Nothing
        | Change::Add(_)
        | Change::AddFloat(_)
        | Change::Set(_)
        | Change::Replace { .. }
        | Change::Count(_)
        | Change::SetBits(_)
        | Change::Unknown => None,
    }
}

/// Where an access stands, if that is at one place.
pub(super) fn place_of(body: &[Step], id: usize) -> Option<Place> {
    if walk::accesses(body).filter(|a| a.id == id).count() != 1 {
        return None;
    }
    fn search(body: &[Step], id: usize, path: &mut Vec<usize>, loops: &mut Vec<Loop>) -> bool {
        for (at, step) in body.iter().enumerate() {
            path.push(at);
            match step {
                Step::Access(a) if a.id == id => return true,
                Step::Loop(l) => {
                    loops.push(Loop { body: vec![], ..l.clone() });
                    if search(&l.body, id, path, loops) {
                        return true;
                    }
                    loops.pop();
                }
                Step::Access(_) | Step::Sync(_) | Step::Fence(_) => {}
            }
            path.pop();
        }
        false
    }
    let (mut path, mut loops) = (vec![], vec![]);
    search(body, id, &mut path, &mut loops).then_some(Place { path, loops })
}

/// On which side of another place something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Before,
    Behind,
}

/// A visit in certain iterations, over the counters of the loops around another place.
#[derive(Clone, Debug)]
pub(super) struct Instance {
    pub(super) condition: Term,
    pub(super) object: Object,
    pub(super) claim: Term,
}

impl Instance {
    pub(super) fn map(self, mut f: impl FnMut(Term) -> Term) -> Instance {
        Instance { condition: f(self.condition), object: self.object.map(&mut f), claim: f(self.claim) }
    }
}

/// How many loops two places have in common.
pub(super) fn common(a: &Place, b: &Place) -> usize {
    a.loops.iter().zip(&b.loops).take_while(|(x, y)| x.counter == y.counter).count()
}

/// Whether the first place comes first in one iteration of the loops around both.
pub(super) fn comes_first(a: &Place, b: &Place) -> bool {
    let is_inside = a.path.starts_with(&b.path) || b.path.starts_with(&a.path);
    !is_inside && a.path < b.path
}

/// The visit in iterations in which it is on a side of a place, for a thread that comes there: in the same iteration of all
/// loops around both, or so many iterations earlier or later of one of them.
pub(super) fn instances(
    terms: &mut Terms,
    visit: &Visit,
    place: &Place,
    side: Side,
    distances: &[Term],
) -> Vec<Instance> {
    let Some(claim) = visit.claim else { return vec![] };
    let shared = common(&visit.place, place);
    let own: Vec<Var> = visit.place.loops[shared..].iter().map(|l| l.counter).collect();
    let mut found = vec![];
    let same = match side {
        Side::Before => comes_first(&visit.place, place),
        Side::Behind => comes_first(place, &visit.place),
    };
    if same {
        found.push(at(terms, visit, claim, &own, None));
    }
    for level in (0..shared).rev() {
        let counter = visit.place.loops[level].counter;
        let inner: Vec<Var> = visit.place.loops[level + 1..].iter().map(|l| l.counter).collect();
        for distance in distances {
            let (x, width) = (terms.var(counter), terms.var_info(counter).width);
            let by = in_width(terms, width, *distance);
            let zero = terms.constant(width, 0);
            let (some, there) = (terms.slt(zero, by), terms.sle(by, x));
            let (moved, happens) = match side {
                Side::Before => (terms.sub(x, by), terms.and(some, there)),
                Side::Behind => (terms.add(x, by), some),
            };
            let mut instance = at(terms, visit, claim, &inner, Some((counter, moved)));
            instance.condition = terms.and(instance.condition, happens);
            found.push(instance);
        }
    }
    found.retain(|i| !terms.is_false(i.condition));
    found
}

/// Whether a loop goes on as long as its counter is below a bound, and ends in no other way.
pub(super) fn ends_by_test(terms: &mut Terms, l: &Loop) -> bool {
    let (executed, continues) = (literals::conjuncts(terms, &[l.executed]), literals::conjuncts(terms, &[l.continues]));
    let is_bound = |t: &Term| match *terms.node(*t) {
        Node::Compare(CompareOp::Ult | CompareOp::Slt, x, limit) => {
            *terms.node(x) == Node::Var(l.counter) && !terms.vars_of(&[limit]).contains(&l.counter)
        }
        Node::Compare(CompareOp::Eq | CompareOp::Ule | CompareOp::Sle, ..)
        | Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => false,
    };
    let monotone = executed.iter().all(|t| !terms.vars_of(&[*t]).contains(&l.counter) || is_bound(t));
    monotone && terms.is_false(l.returns) && continues.iter().all(|t| executed.contains(t))
}

/// A number without a sign in more bits or fewer.
fn in_width(terms: &mut Terms, width: Width, t: Term) -> Term {
    let op = if terms.width(t) <= width { CastOp::Zext } else { CastOp::Trunc };
    terms.cast(op, width, t)
}

/// A visit in the first iterations of some loops, and another one of one loop.
fn at(terms: &mut Terms, visit: &Visit, claim: Term, first: &[Var], moved: Option<(Var, Term)>) -> Instance {
    let mut instance = Instance { condition: visit.condition, object: Object::of(&visit.access), claim };
    for counter in first {
        let zero = terms.constant(terms.var_info(*counter).width, 0);
        instance = instance.map(|t| terms.replace(t, *counter, zero));
    }
    if let Some((counter, by)) = moved {
        instance = instance.map(|t| terms.replace(t, counter, by));
    }
    instance
}

/// Whether terms are the same for all threads of a unit but for their indices.
pub(super) fn is_by_index(terms: &Terms, all: &[Term], unit: Sharing) -> bool {
    let own = terms.vars_of(all).iter().any(|v| terms.var_info(*v).kind == VarKind::Local);
    let shared = |sharing: Sharing| match sharing {
        Sharing::Thread => false,
        Sharing::Warp => unit == Sharing::Warp,
        Sharing::Block | Sharing::Grid => true,
    };
    !own && terms.apps_of(all).iter().all(|(_, f)| shared(terms.func_info(*f).sharing))
}

/// How an arrival's phase is named where it is waited for.
pub(super) fn state_of(terms: &Terms, state: Term) -> Option<(Func, Vec<Term>)> {
    match terms.node(state) {
        Node::Apply(f, args) => Some((*f, args.to_vec())),
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..) => None,
    }
}

/// Numbers that the first index of a thread may have that comes to a place: 0, and those it is compared with.
pub(super) fn indices(world: &mut Prepared, condition: Term) -> Vec<u64> {
    let terms = &world.terms;
    let mut found = vec![0];
    for part in terms.reachable(&[condition]) {
        if let Node::Compare(CompareOp::Eq, a, b) = *terms.node(part) {
            found.extend([a, b].iter().filter_map(|t| terms.as_const(*t)).filter(|n| *n > 0 && *n < 1024));
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}
