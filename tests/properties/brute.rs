//! Decides facts by trying all values of their variables in small ranges: a solver that needs no solver.

use raceproof::analysis::decide::Decide;
use raceproof::smt::{Answer, Model};
use raceproof::term::{Term, Terms, Var, VarKind};

/// Tries parameters in `-1..=most.0` and counters in `0..=most.1`.
pub(crate) struct Brute {
    pub(crate) most_param: i64,
    pub(crate) most_counter: i64,
    /// Assignments tried.
    pub(crate) tried: u64,
}

impl Decide for Brute {
    fn decide(&mut self, terms: &mut Terms, facts: &[Term], accept: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer {
        let vars = self.ordered(terms, facts);
        let mut due = vec![vec![]; vars.len() + 1];
        for fact in facts {
            assert!(terms.apps_of(&[*fact]).is_empty(), "random protocols have no unknown functions");
            let mentioned = terms.vars_of(&[*fact]);
            let last = mentioned.iter().filter_map(|v| vars.iter().position(|w| w == v)).max();
            due[last.map_or(0, |l| l + 1)].push(*fact);
        }
        let mut search = Search { brute: self, terms, vars, due, accept, refused: false, found: None };
        let mut model = Model::default();
        if search.holds(0, &model) {
            search.assign(0, &mut model);
        }
        match (search.found, search.refused) {
            (Some(model), _) => Answer::Sat(model),
            (None, true) => Answer::Unknown { reason: "no model was accepted".to_owned(), backstop: false },
            (None, false) => Answer::Unsat { arithmetic: false },
        }
    }
}

impl Brute {
    /// Threads first, then parameters, then counters.
    fn ordered(&self, terms: &Terms, facts: &[Term]) -> Vec<Var> {
        let mut vars = terms.vars_of(facts);
        vars.sort_by_key(|v| {
            let rank = match terms.var_info(*v).kind {
                VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::BlockDim(_) | VarKind::GridDim(_) => 0,
                VarKind::Param | VarKind::Local => 1,
                VarKind::Counter => 2,
            };
            (rank, *v)
        });
        vars.dedup();
        vars
    }

    fn range(&self, terms: &Terms, var: Var) -> std::ops::RangeInclusive<i64> {
        let info = terms.var_info(var);
        let (lo, hi) = info.bounds.unwrap_or((i64::MIN, i64::MAX));
        match info.kind {
            VarKind::Counter => lo..=hi.min(self.most_counter),
            VarKind::Param | VarKind::Local => lo.max(-1)..=hi.min(self.most_param + 1),
            VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::BlockDim(_) | VarKind::GridDim(_) => {
                assert!(hi < 64, "{} has no small range", info.name);
                lo..=hi
            }
        }
    }
}

struct Search<'s> {
    brute: &'s mut Brute,
    terms: &'s Terms,
    vars: Vec<Var>,
    /// The facts that can be judged once so many variables have values.
    due: Vec<Vec<Term>>,
    accept: &'s mut dyn FnMut(&Terms, &Model) -> bool,
    refused: bool,
    found: Option<Model>,
}

impl Search<'_> {
    fn holds(&self, assigned: usize, model: &Model) -> bool {
        self.due[assigned].iter().all(|fact| model.holds(self.terms, *fact) != Some(false))
    }

    /// Whether the search is over.
    fn assign(&mut self, place: usize, model: &mut Model) -> bool {
        let Some(var) = self.vars.get(place).copied() else {
            if (self.accept)(self.terms, model) {
                self.found = Some(model.clone());
                return true;
            }
            self.refused = true;
            return false;
        };
        for value in self.brute.range(self.terms, var) {
            self.brute.tried += 1;
            model.vars.insert(var, value as u64);
            if self.holds(place + 1, model) && self.assign(place + 1, model) {
                return true;
            }
        }
        model.vars.remove(&var);
        false
    }
}
