//! Which accesses are typable: whether they happen, and where, depends on nothing that the analysis does not follow.
//!
//! Source: *Provable GPU Data-Races*, Fig. 6. There a program has a type if indices (T-WRITE, T-READ), conditions (T-IF) and
//! the bounds of loops (T-FOR) mention allowed variables only; reading an array allows none (T-READ). Here the allowed
//! variables are all of a kernel's (thread, launch, parameters, loop counters), and what is not allowed is a function
//! symbol: contents of memory, an unknown function, a loop-carried value without a closed form. By Theorem 1 an alarm
//! between two typable accesses is a true one if its witness replays; [`exact`](crate::analysis::asking::exact) judges that.
//!
//! Deviations: single accesses are judged, not whole programs; the barriers that decide an access's phase count as its
//! conditions; the value written is no matter, as in T-WRITE, and neither is what the kernel requires of its launch.
//!
//! Direction: dependence by form, so an access may be typable after all. [`exact`](crate::analysis::asking::exact) is finer: a witness can hold
//! for all contents of memory though an access depends on them.

use crate::analysis::phases::products::{Link, Occurrence};
use crate::kernel::{Array, Loop, Sync};
use crate::term::{FuncKind, Term, Terms};
use crate::verdict::spelled;

/// What an access of `array` depends on that is not followed, in words; empty if it is typable.
#[must_use]
pub fn access(terms: &Terms, array: &Array, o: &Occurrence<'_>, link: Option<&Link>) -> Vec<String> {
    let mut found = Dependences { terms, on: vec![] };
    found.add("the guard", &[o.access.guard]);
    found.add("a loop around it", &loops(&o.loops));
    let place: Vec<Term> = [o.access.offset, o.access.bytes].into_iter().chain(o.access.rank).collect();
    found.add("the index", &place);
    // Which mention the guard and the loops too.
    let conditions: Vec<Term> = [o.condition, o.after].into_iter().chain(link.map(|l| l.none)).collect();
    let known = found.on.clone();
    found.add("a barrier before or after it", &conditions);
    found.on.iter_mut().zip(known).for_each(|(on, known)| *on = known);
    found
        .in_words()
        .into_iter()
        .chain(array.unknown_object.then(|| "its pointer is loaded from memory".into()))
        .collect()
}

/// The same for reaching a barrier; `alive`: and for having returned before.
#[must_use]
pub fn barrier(terms: &Terms, sync: &Sync, around: &[&Loop], alive: bool) -> Vec<String> {
    let guard: Vec<Term> = [sync.guard].into_iter().chain(alive.then_some(sync.alive)).collect();
    let mut found = Dependences { terms, on: vec![] };
    found.add("the guard", &guard);
    found.add("a loop around it", &loops(around));
    found.in_words()
}

fn loops(loops: &[&Loop]) -> Vec<Term> {
    loops.iter().flat_map(|l| [l.executed, l.since, l.entered, l.continues]).collect()
}

/// Opaque values in words, each with the parts of an access that depend on it.
struct Dependences<'t> {
    terms: &'t Terms,
    on: Vec<(String, Vec<&'static str>)>,
}

impl Dependences<'_> {
    /// Adds the opaque values in `roots`. An operation on opaque values is not named besides them.
    fn add(&mut self, part: &'static str, roots: &[Term]) {
        for (app, func) in self.terms.apps_of(roots) {
            let info = self.terms.func_info(func);
            let value = match &info.kind {
                FuncKind::Memory { .. } => format!("the contents of `{}`", info.name),
                FuncKind::Opaque { what } | FuncKind::Loop { what } => spelled(what),
                FuncKind::Pure(_) if !self.terms.apps_of(&self.terms.children(app)).is_empty() => continue,
                FuncKind::Pure(_) => spelled(&format!("the result of `{}`", info.name)),
            };
            match self.on.iter_mut().find(|(known, _)| *known == value) {
                Some((_, parts)) if parts.contains(&part) => {}
                Some((_, parts)) => parts.push(part),
                None => self.on.push((value, vec![part])),
            }
        }
    }

    /// `the guard and the index depend on the contents of …`, values on which the same parts depend together.
    fn in_words(self) -> Vec<String> {
        let mut groups: Vec<(Vec<&str>, Vec<String>)> = vec![];
        for (value, parts) in self.on {
            match groups.iter_mut().find(|(known, _)| *known == parts) {
                Some((_, values)) => values.push(value),
                None => groups.push((parts, vec![value])),
            }
        }
        let verb = |parts: &[&str]| if parts.len() == 1 { "depends" } else { "depend" };
        let words = |(parts, values): (Vec<&str>, Vec<String>)| {
            format!("{} {} on {}", list(&parts), verb(&parts), list(&values))
        };
        groups.into_iter().map(words).collect()
    }
}

/// `a, b and c`
fn list<T: AsRef<str>>(items: &[T]) -> String {
    let items: Vec<&str> = items.iter().map(AsRef::as_ref).collect();
    match items.as_slice() {
        [init @ .., before, last] => [init, &[format!("{before} and {last}").as_str()]].concat().join(", "),
        few => few.concat(),
    }
}
