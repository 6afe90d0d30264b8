//! Terms as text in which what is shared is said once: `%1 = …`, then `%1`.
//!
//! A term is a graph; written as a tree it can be exponentially longer. Here every subterm that is used more than once and
//! is not small gets a number, and so does one that lies too deep to be read.
//!
//! **Invariant:** the text of all definitions and roots together is linear in the number of distinct subterms.

use super::display::{DEPTH, Shown};
use crate::term::node::Term;
use crate::term::terms::Terms;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;

/// The least number of nodes of a shared subterm that gets a number.
const LARGE: usize = 6;

/// The numbers of one listing.
#[derive(Clone, Debug)]
pub struct Lets<'t> {
    terms: &'t Terms,
    /// The subterms that get a number once they are written.
    wanted: FxHashSet<Term>,
    numbers: FxHashMap<Term, usize>,
}

impl Terms {
    /// For a listing of `roots`, each as often as it is written there.
    #[must_use]
    pub fn lets(&self, roots: &[Term]) -> Lets<'_> {
        let all = self.reachable(roots);
        let mut uses: FxHashMap<Term, usize> = FxHashMap::default();
        for t in all.iter().flat_map(|t| self.children(*t)).chain(roots.iter().copied()) {
            *uses.entry(t).or_default() += 1;
        }
        let mut wanted = FxHashSet::default();
        // Nodes and height as written, by term.
        let mut written: FxHashMap<Term, (usize, u32)> = FxHashMap::default();
        for t in all {
            let (mut size, mut height) = (1, 0);
            for child in self.children(t) {
                let (nodes, levels) = written.get(&child).copied().unwrap_or((1, 0));
                size += nodes;
                height = height.max(levels + 1);
            }
            let shared = uses.get(&t).is_some_and(|n| *n > 1) && size >= LARGE;
            if shared || height + 2 >= DEPTH {
                wanted.insert(t);
                (size, height) = (1, 0);
            }
            written.insert(t, (size, height));
        }
        Lets { terms: self, wanted, numbers: FxHashMap::default() }
    }
}

impl Lets<'_> {
    /// Gives numbers to the subterms of `roots` that need one and have none yet: their definitions, in the order in which
    /// they build on each other.
    pub fn define(&mut self, roots: &[Term]) -> Vec<String> {
        let (mut found, mut seen, mut stack) = (vec![], FxHashSet::default(), roots.to_vec());
        while let Some(t) = stack.pop() {
            if !self.numbers.contains_key(&t) && seen.insert(t) {
                found.extend(self.wanted.contains(&t).then_some(t));
                stack.extend(self.terms.children(t));
            }
        }
        found.sort_unstable();
        let mut lines = vec![];
        for t in found {
            let (number, text) = (self.numbers.len() + 1, self.show(t));
            lines.push(format!("%{number} = {text}"));
            self.numbers.insert(t, number);
        }
        lines
    }

    /// `t` as text, with numbers for what is defined.
    #[must_use]
    pub fn show(&self, t: Term) -> String {
        Shown { terms: self.terms, term: t, depth: DEPTH, left: &Cell::new(usize::MAX), numbers: Some(&self.numbers) }
            .to_string()
    }
}
