//! What orders by way of memory have in common: fences, and accesses that release and acquire.

use crate::analysis::asking::decide::Outcome;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::literals;
use crate::analysis::pair::conflict;
use crate::kernel::{Access, Change, Loop, Mode, Step, Sync, walk};
use crate::term::{Func, Term, Terms};
use crate::verdict::{Assumption, Level};

/// How two accesses are ordered.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// Under these assumptions.
    Ordered(Vec<Assumption>),
    /// But for this.
    Lacks(String),
    /// But for this: a question with its answer.
    Unless(Box<(Query, Outcome)>),
    None,
}

/// Whether every conjunct of `weak` is among `given`.
pub(crate) fn implied(terms: &Terms, given: &[Term], weak: Term) -> bool {
    literals::conjuncts(terms, &[weak]).iter().all(|c| given.contains(c))
}

/// Whether a fence for threads of `level` that a thread executes under `given` stands among these steps.
pub(crate) fn fenced(terms: &Terms, steps: &[Step], given: &[Term], level: Level) -> bool {
    steps.iter().any(|s| match s {
        Step::Fence(f) => conflict::covers(f.scope, level) && implied(terms, given, f.guard),
        Step::Access(_) | Step::Sync(_) | Step::Loop(_) => false,
    })
}

/// Whether the access is atomic for threads of `level`.
pub(crate) fn is_atomic(access: &Access, level: Level) -> bool {
    matches!(access.mode, Mode::Atomic(scope) if conflict::covers(scope, level))
}

/// Whether it stores what it finds, if it stores at all.
pub(crate) fn keeps(terms: &Terms, access: &Access) -> bool {
    match access.update.as_ref().map(|u| &u.change) {
        Some(Change::Nothing) => true,
        Some(Change::Add(t) | Change::SetBits(t)) => terms.as_const(*t) == Some(0),
        Some(Change::Replace { expected, new }) => expected == new,
        Some(Change::AddFloat(_) | Change::Set(_) | Change::Count(_) | Change::Mbarrier(_) | Change::Unknown) => false,
        None => !access.writes(),
    }
}

/// The access that every iteration of a loop makes, the last one too, and its result, if there is one of the kind wanted.
pub(crate) fn looked_at<'k>(
    terms: &mut Terms,
    l: &'k Loop,
    wanted: &dyn Fn(&Access) -> bool,
) -> Option<(&'k Access, Func)> {
    let zero = terms.constant(terms.var_info(l.counter).width, 0);
    let first = terms.replace(l.executed, l.counter, zero);
    let entered = literals::conjuncts(terms, &[l.entered]);
    let mut inside = l.body.iter().filter_map(|s| match s {
        Step::Access(a) => (terms.is_true(a.guard) && wanted(a)).then_some(a),
        Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => None,
    });
    let access = inside.next().filter(|_| implied(terms, &entered, first))?;
    Some((access, access.update.as_ref()?.result?))
}

/// Whether the first access comes before the second in all threads of a unit of `level`: a barrier of that unit stands between
/// them in the outermost list, which every thread passes.
pub(crate) fn before_barrier(terms: &Terms, body: &[Step], [early, late]: [&Access; 2], level: Level) -> bool {
    let place =
        |a: &Access| body.iter().position(|s| walk::accesses(std::slice::from_ref(s)).any(|inside| inside.id == a.id));
    let (Some(from), Some(to)) = (place(early), place(late)) else { return false };
    let whole = |s: &Sync| s.orders && s.mask.is_none() && s.named.is_none() && s.scope.covers(level);
    from < to
        && body[from..to].iter().any(|s| match s {
            Step::Sync(s) => whole(s) && terms.is_true(s.guard),
            Step::Access(_) | Step::Fence(_) | Step::Loop(_) => false,
        })
}
