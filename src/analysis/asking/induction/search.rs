//! The search for what holds in every iteration.
//!
//! **Theorem.** Let `I(k)` speak of the values in iteration `k`. If `I(k)`, together with what is known of an iteration that goes on,
//! implies `I(k + 1)`, then `I(0)` implies `I(k)` in every iteration that is executed, and in the last one. *Proof* by induction over
//! `k`: iteration `k + 1` is executed only if iteration `k` goes on. What holds in every iteration besides may be used for the step, if
//! what it rests on is a condition, too.
//!
//! Direction: what is found follows from what the kernel does. What is not found weakens facts, which is sound.

use super::candidates::{Course, Defined, candidates, carried};
use crate::analysis::asking::decide::Session;
use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Exit, Loop, Step, walk};
use crate::smt::Answer;
use crate::term::{Axiom, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Over so many steps definitions are followed in one question.
const DEPTH: usize = 2;

/// Finds what holds of the values that places in memory are computed from, and adds it to what is known of each loop.
pub(crate) fn settle(session: &mut Session<'_>, world: &mut Prepared) {
    let places = decisive(world);
    if places.is_empty() {
        return;
    }
    session.be_brief(true);
    let mut body = std::mem::take(&mut world.kernel.body);
    of_steps(session, world, &mut body, &places);
    world.kernel.body = body;
    session.be_brief(false);
}

/// The symbols of loops that places in memory are computed from.
fn decisive(world: &Prepared) -> Vec<Defined> {
    let terms = &world.terms;
    let places: Vec<Term> = walk::accesses(&world.kernel.body).map(|a| a.offset).collect();
    let defined = |func| terms.definition(func).map(|(params, value)| Defined { func, params, value });
    terms.funcs_behind(&places).into_iter().filter_map(defined).collect()
}

/// Inner loops first: outer ones carry what they leave.
fn of_steps(session: &mut Session<'_>, world: &mut Prepared, steps: &mut [Step], places: &[Defined]) {
    for step in steps {
        if let Step::Loop(l) = step {
            of_steps(session, world, &mut l.body, places);
            of_loop(session, world, l, places);
        }
    }
}

fn of_loop(session: &mut Session<'_>, world: &mut Prepared, l: &mut Loop, places: &[Defined]) {
    let carried = carried(&mut world.terms, places, l.counter);
    if carried.is_empty() {
        return;
    }
    let course = Course { of: l, carried };
    let facts = &world.kernel.facts;
    let mut excluded = |terms: &mut Terms, step: &[Term]| excludes(session, terms, &[step, facts].concat());
    let Proved { holds, assumed } = proved(&mut world.terms, &course, &mut excluded);
    session.arithmetic |= assumed;
    let since = world.terms.all([vec![l.since], holds.clone()].concat());
    l.since = since;
    let exits: Vec<Exit> = world.kernel.exits.iter().filter(|e| e.counter == l.counter).cloned().collect();
    for exit in exits {
        at_exit(&mut world.terms, &exit, &holds);
    }
}

/// What every iteration keeps, and what that rests on: what has to hold of the first one.
struct Kept {
    what: Term,
    given: Term,
}

/// Whether a solver shows that facts exclude each other, and then, whether arithmetic is taken not to wrap.
fn excludes(session: &mut Session<'_>, terms: &mut Terms, facts: &[Term]) -> Option<bool> {
    match session.solve(terms, facts, &mut |_, _| true) {
        Answer::Unsat { arithmetic } => Some(arithmetic),
        Answer::Sat(_) | Answer::Unknown { .. } => None,
    }
}

/// What is proved of a loop.
#[derive(Default)]
pub(super) struct Proved {
    /// Each holds in every iteration.
    pub(super) holds: Vec<Term>,
    /// Arithmetic is taken not to wrap.
    pub(super) assumed: bool,
}

/// What is proved to hold in every iteration, each as far as what it rests on does. `excluded` says whether facts exclude each other,
/// and what that takes; what it takes an assumption for comes last.
pub(super) fn proved(
    terms: &mut Terms,
    course: &Course<'_>,
    excluded: &mut dyn FnMut(&mut Terms, &[Term]) -> Option<bool>,
) -> Proved {
    let mut open = candidates(terms, course);
    let (mut kept, mut proved): (Vec<Kept>, Proved) = (vec![], Proved::default());
    let mut known_answers: FxHashMap<Vec<Term>, Option<bool>> = FxHashMap::default();
    for (with, assuming) in
        [(With::Nothing, false), (With::Certain, false), (With::All, false), (With::Certain, true), (With::All, true)]
    {
        let mut left = vec![];
        for what in std::mem::take(&mut open) {
            let first = course.at_first(terms, what);
            if terms.is_false(first) {
                continue;
            }
            let known: Vec<&Kept> = kept.iter().filter(|k| with.uses(terms, k)).collect();
            let given = terms.all(known.iter().map(|k| k.given).chain([first]));
            let known: Vec<Term> = known.into_iter().map(|k| k.what).collect();
            let step = broken(terms, course, what, &known);
            let answer = *known_answers.entry(step).or_insert_with_key(|step| excluded(terms, step));
            match answer {
                Some(assumed) if !assumed || assuming => {
                    kept.push(Kept { what, given });
                    proved.assumed |= assumed;
                }
                Some(_) | None => left.push(what),
            }
        }
        open = left;
    }
    proved.holds = kept.into_iter().map(|k| terms.implies(k.given, k.what)).collect();
    proved
}

/// What else a step may use.
#[derive(Clone, Copy, PartialEq, Eq)]
enum With {
    Nothing,
    /// What holds whatever the first values are.
    Certain,
    All,
}

impl With {
    fn uses(self, terms: &Terms, kept: &Kept) -> bool {
        match self {
            With::Nothing => false,
            With::Certain => terms.is_true(kept.given),
            With::All => true,
        }
    }
}

/// That an iteration which goes on does not keep `t`.
fn broken(terms: &mut Terms, course: &Course<'_>, t: Term, known: &[Term]) -> Vec<Term> {
    let next = course.at_next(terms, t);
    let l = course.of;
    let mut facts = vec![l.entered, l.since, l.continues, t, terms.not(next)];
    facts.extend(known);
    let own: Vec<Term> = course.carried.iter().map(|c| c.now).collect();
    facts.extend(definitions(terms, &facts, own));
    facts
}

/// What defines the symbols that `facts` mention, but for these values.
fn definitions(terms: &mut Terms, facts: &[Term], but: Vec<Term>) -> Vec<Term> {
    let mut done: FxHashSet<Term> = but.into_iter().collect();
    let (mut roots, mut found) = (facts.to_vec(), vec![]);
    for _ in 0..DEPTH {
        let mut new = vec![];
        for (app, f) in terms.apps_of(&roots) {
            let Some(Axiom { params, body }) = terms.func_info(f).axiom.clone() else { continue };
            if done.insert(app) {
                let args = terms.children(app);
                new.push(terms.applied((&params, body), &args));
            }
        }
        found.extend(&new);
        roots = new;
    }
    found
}

/// The header of the last iteration is reached, too.
fn at_exit(terms: &mut Terms, exit: &Exit, holds: &[Term]) {
    if terms.definition(exit.func).is_some() {
        return; // it is a constant
    }
    let Some(Axiom { params, body }) = terms.func_info(exit.func).axiom.clone() else { return };
    let args = exit.params.iter().map(|p| terms.var(*p)).collect();
    let last = terms.apply(exit.func, args);
    let mut parts = vec![body];
    for t in holds {
        parts.push(terms.replace(*t, exit.counter, last));
    }
    let body = terms.all(parts);
    terms.set_axiom(exit.func, Axiom { params, body });
}
