//! Decides facts by trying all values of their symbols in small ranges: a solver that needs no solver.
//!
//! The facts are written out once as a tape on which every term stands after its parts and after the last variable that
//! it mentions, so that no term is evaluated again before one of its variables changes.

use raceproof::analysis::asking::decide::Decide;
use raceproof::smt::{Answer, Model};
use raceproof::term::{Environment, Func, Node, Term, Terms, Var, VarKind};
use rustc_hash::FxHashMap;

/// Tries parameters in `-1..=most_param + 1`, counters in `0..=most_counter`, and truth values for unknown functions.
pub(crate) struct Brute {
    pub(crate) most_param: i64,
    pub(crate) most_counter: i64,
}

impl Decide for Brute {
    fn decide(&mut self, terms: &mut Terms, facts: &[Term], accept: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer {
        let tape = self.tape(terms, facts);
        let nodes = tape.iter().filter(|i| matches!(i, Instruction::Value(..))).count();
        let mut search =
            Search { terms, tape, values: vec![None; nodes], model: Model::default(), accept, refused: false };
        if search.run(0, 0) {
            return Answer::Sat(search.model);
        }
        if search.refused {
            return Answer::Unknown { why: "no model was accepted".into(), backstop: false };
        }
        Answer::Unsat { arithmetic: false }
    }
}

impl Brute {
    /// Threads first, then parameters, then counters.
    fn ordered(terms: &Terms, facts: &[Term]) -> Vec<Var> {
        let mut vars = terms.vars_of(facts);
        vars.sort_by_key(|v| {
            let rank = match terms.var_info(*v).kind {
                VarKind::ThreadIdx(_)
                | VarKind::BlockIdx(_)
                | VarKind::ClusterRank
                | VarKind::BlockDim(_)
                | VarKind::GridDim(_)
                | VarKind::ClusterDim(_) => 0,
                VarKind::Param | VarKind::Local => 1,
                VarKind::Counter => 2,
            };
            (rank, *v)
        });
        vars
    }

    fn range(&self, terms: &Terms, var: Var) -> (i64, i64) {
        let info = terms.var_info(var);
        let (lo, hi) = info.bounds.unwrap_or((i64::MIN, i64::MAX));
        match info.kind {
            VarKind::Counter => (lo, hi.min(self.most_counter)),
            VarKind::Param => (lo.max(-1), hi.min(self.most_param + 1)),
            VarKind::Local => (0, 1),
            VarKind::ThreadIdx(_)
            | VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::ClusterDim(_) => {
                assert!(hi < 64, "{} has no small range", info.name);
                (lo, hi)
            }
        }
    }

    fn tape(&self, terms: &Terms, facts: &[Term]) -> Vec<Instruction> {
        let vars = Self::ordered(terms, facts);
        // How many variables have to be known for a term.
        let mut due: FxHashMap<Term, usize> = FxHashMap::default();
        let mut by_due = vec![vec![]; vars.len() + 1];
        for t in terms.reachable(facts) {
            let own = match terms.node(t) {
                Node::Var(v) => vars.iter().position(|w| w == v).map_or(0, |p| p + 1),
                Node::Const { .. }
                | Node::Not(_)
                | Node::Binary(..)
                | Node::Compare(..)
                | Node::Ite(..)
                | Node::Cast(..)
                | Node::Apply(..) => terms.children(t).iter().map(|c| due[c]).max().unwrap_or(0),
            };
            due.insert(t, own);
            by_due[own].push(t);
        }
        let mut tape = vec![];
        let mut places = FxHashMap::default();
        for (known, due) in by_due.into_iter().enumerate() {
            if let Some(place) = known.checked_sub(1) {
                let (lo, hi) = self.range(terms, vars[place]);
                tape.push(Instruction::Try(vars[place], lo, hi));
            }
            for t in due {
                let parts = terms.children(t).into_iter().map(|c| (c, places[&c])).collect();
                places.insert(t, places.len());
                tape.push(Instruction::Value(t, parts, facts.contains(&t)));
            }
        }
        tape
    }
}

enum Instruction {
    /// All values from the first to the second.
    Try(Var, i64, i64),
    /// The next term's value, from those of its parts (with their places). Whether it has to be true.
    Value(Term, Vec<(Term, usize)>, bool),
}

struct Search<'s> {
    terms: &'s Terms,
    tape: Vec<Instruction>,
    /// By place.
    values: Vec<Option<u64>>,
    model: Model,
    accept: &'s mut dyn FnMut(&Terms, &Model) -> bool,
    refused: bool,
}

impl Search<'_> {
    /// Whether an accepted model is found, from this place of the tape on; `next` is the place of its first value.
    fn run(&mut self, mut place: usize, mut next: usize) -> bool {
        loop {
            match self.tape.get(place) {
                None => {
                    let accepted = (self.accept)(self.terms, &self.model);
                    self.refused |= !accepted;
                    return accepted;
                }
                Some(Instruction::Try(var, lo, hi)) => {
                    let (var, lo, hi) = (*var, *lo, *hi);
                    return (lo..=hi).any(|value| {
                        self.model.vars.insert(var, value as u64);
                        self.run(place + 1, next)
                    });
                }
                Some(Instruction::Value(t, parts, fact)) => {
                    let part = |t: Term| parts.iter().find(|(p, _)| *p == t).and_then(|(_, place)| self.values[*place]);
                    if let Some(point) = self.open(*t, &part) {
                        return (0..=1).any(|value| {
                            self.model.apps.insert(point.clone(), value);
                            let found = self.run(place, next);
                            if !found {
                                self.model.apps.remove(&point);
                            }
                            found
                        });
                    }
                    let value = self.terms.eval_node(*t, &self.model, &part);
                    if *fact && value == Some(0) {
                        return false;
                    }
                    self.values[next] = value;
                    next += 1;
                }
            }
            place += 1;
        }
    }

    /// The point at which `t` asks a function, if it has no value there.
    fn open(&self, t: Term, part: &impl Fn(Term) -> Option<u64>) -> Option<(Func, Vec<u64>)> {
        let Node::Apply(func, args) = self.terms.node(t) else { return None };
        let args = args.iter().map(|a| part(*a)).collect::<Option<Vec<u64>>>()?;
        self.model.apply(*func, &args).is_none().then_some((*func, args))
    }
}
