//! What a model of an encoding is worth: decoded, completed to a model of the terms, and evaluated.
//!
//! **Invariant:** a candidate is accepted only if every given fact evaluates to true under it, and nothing wraps that proofs
//! take not to.

use super::core::Outcomes;
use crate::smt::answer::Model;
use crate::smt::facts::{Prepared, certain, read_as_signed, unsigned_only};
use crate::smt::formula::Logic;
use crate::smt::integers::encode::{Encoder, Value};
use crate::term::{BinaryOp, CompareOp, Func, FuncKind, Node, PureOp, Term, Terms, Var, mask, signed};
use std::collections::BTreeMap;

/// What became of a model of the encoding.
pub(super) enum Candidate {
    Accepted(Model),
    /// Why it is no witness.
    Rejected(&'static str),
    /// Some given fact does not hold under it.
    Spurious,
}

/// What models of one query are held against.
pub(super) struct Judge<'a> {
    pub(super) terms: &'a Terms,
    pub(super) given: &'a [Term],
    pub(super) prepared: &'a Prepared,
    pub(super) accept: &'a mut dyn FnMut(&Terms, &Model) -> bool,
    /// What may not wrap in a model.
    pub(super) ideal: Vec<(Term, bool)>,
    /// What stands for comparisons and contents in the encoding, if it is one of a part of the facts.
    pub(super) outcomes: Option<&'a Outcomes>,
}

impl Judge<'_> {
    /// A model of the linearised integers.
    pub(super) fn integers(&mut self, encoder: &Encoder<'_>, values: &[i128]) -> Candidate {
        let of = |value: &Value| match value {
            Value::Int(p) => p.value(&|s| values.get(s.0 as usize).copied()).map(|v| v as u64),
            Value::Bool(e) => match encoder.query.logic(*e) {
                Logic::Symbol(s) => values.get(s.0 as usize).map(|v| *v as u64),
                Logic::Constant(_) | Logic::Not(_) | Logic::And(_) | Logic::Or(_) | Logic::Other => None,
            },
        };
        let vars = encoder.vars.iter().filter_map(|(v, value)| Some((*v, of(value)?))).collect();
        let apps = encoder.apps.iter().filter_map(|(t, _, value)| Some((*t, of(value)?))).collect();
        self.model(vars, apps)
    }

    /// Completes a model and evaluates the given facts under it.
    pub(super) fn model(&mut self, vars: Vec<(Var, u64)>, mut apps: Vec<(Term, u64)>) -> Candidate {
        let terms = self.terms;
        let mut model = Model::default();
        for (v, value) in vars {
            model.vars.insert(v, mask(terms.var_info(v).width, value));
        }
        // Variables that the prepared facts no longer mention take any value within their bounds.
        let fixed = |v: &Var| self.prepared.fixed.iter().any(|(f, _)| f == v);
        let by = self.prepared.fixed.iter().map(|(_, by)| *by);
        let mentioned = terms.vars_of(&self.given.iter().copied().chain(by).collect::<Vec<_>>());
        for v in mentioned.into_iter().filter(|v| !fixed(v)) {
            let (lo, hi) = terms.var_info(v).bounds.unwrap_or((0, 0));
            let value = 0i64.clamp(lo, hi.max(lo)) as u64;
            model.vars.entry(v).or_insert(mask(terms.var_info(v).width, value));
        }
        for (v, by) in self.prepared.fixed.iter().rev() {
            let Some(value) = terms.eval(*by, &model) else { return Candidate::Spurious };
            model.vars.insert(*v, value);
        }
        if let Some(outcomes) = self.outcomes {
            complete(terms, self.given, outcomes, &mut apps, &mut model);
        }
        apps.sort_unstable();
        let given = terms.apps_of(self.given).into_iter().map(|(t, _)| (t, 0));
        for (t, value) in apps.into_iter().chain(given) {
            if let Some(point) = application(terms, t, &model) {
                model.apps.entry(point).or_insert(mask(terms.width(t), value));
            }
        }
        let in_bounds = |(v, value): (&Var, &u64)| {
            let info = terms.var_info(*v);
            let value = signed(info.width, *value);
            info.width == 1 || info.bounds.is_none_or(|(lo, hi)| lo <= value && value <= hi)
        };
        if !model.vars.iter().all(in_bounds) {
            return Candidate::Spurious;
        }
        if !self.given.iter().all(|f| model.holds(terms, *f) == Some(true)) {
            return Candidate::Spurious;
        }
        // What rests on no wrapping is no witness either.
        if self.wraps(&model) {
            return Candidate::Rejected("in every model found index arithmetic wraps");
        }
        if (self.accept)(terms, &model) {
            return Candidate::Accepted(model);
        }
        Candidate::Rejected("no model found can happen")
    }

    fn wraps(&self, model: &Model) -> bool {
        let mut intervals = self.prepared.intervals.clone();
        let wraps = |(t, unsigned): &(Term, bool)| intervals.wraps(self.terms, *t, *unsigned, model) == Some(true);
        self.ideal.iter().any(wraps)
    }
}

/// Gives values to the applications that a part of the facts left out: comparisons and contents what stood for them, what is defined the value of its
/// definition, and floating-point numbers some values, each its own, so that any outcome is possible.
fn complete(terms: &Terms, given: &[Term], outcomes: &Outcomes, apps: &mut Vec<(Term, u64)>, model: &mut Model) {
    let mut known: BTreeMap<Term, u64> = apps.drain(..).collect();
    for (comparison, outcome) in outcomes {
        known.extend(terms.eval(*outcome, model).map(|value| (*comparison, value)));
        for v in terms.vars_of(&[*outcome]) {
            model.vars.remove(&v);
        }
    }
    let defined: BTreeMap<Term, Term> = given.iter().flat_map(|fact| definitions(terms, *fact)).collect();
    let mut all: Vec<(Term, Func)> = terms.apps_of(given);
    all.sort_unstable();
    let mut open: Vec<(u64, (Term, Func))> = (1..).zip(all).collect();
    loop {
        let before = open.len();
        open.retain(|(number, (t, f))| {
            let value = match (known.get(t), defined.get(t)) {
                (Some(value), _) => Some(*value),
                (None, Some(by)) => terms.eval(*by, model),
                (None, None) if is_free(terms, *f) => Some(*number),
                (None, None) => Some(0),
            };
            let point = application(terms, *t, model).zip(value);
            let is_open = point.is_none();
            if let Some((point, value)) = point {
                model.apps.entry(point).or_insert(mask(terms.width(*t), value));
            }
            is_open
        });
        if open.len() == before {
            return;
        }
    }
}

/// `f(x)` and `t`, of a fact `f(x) = t`.
fn definitions(terms: &Terms, fact: Term) -> Vec<(Term, Term)> {
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(fact) else { return vec![] };
    let mut found = vec![(a, b), (b, a)];
    found.retain(|(f, _)| matches!(terms.node(*f), Node::Apply(..)));
    found
}

/// Whether it is a deterministic operation that is not followed.
fn is_free(terms: &Terms, f: Func) -> bool {
    matches!(terms.func_info(f).kind, FuncKind::Pure(PureOp::Commuting | PureOp::Other))
}

/// The sums, products and shifts of the facts that are taken not to wrap, of those that matter in any case; each with whether
/// it may still leave the signed range, since only its value as an unsigned number matters.
pub(super) fn ideal(terms: &Terms, prepared: &Prepared) -> Vec<(Term, bool)> {
    let mut intervals = prepared.intervals.clone();
    let all = certain(terms, &prepared.facts);
    let signed = read_as_signed(terms, &all);
    let is_ideal = |t: &Term| match *terms.node(*t) {
        Node::Binary(BinaryOp::Add | BinaryOp::Mul, ..) => terms.width(*t) >= 32 && intervals.may_leave(terms, *t),
        Node::Binary(BinaryOp::Shl, ..) => terms.width(*t) >= 32 && !intervals.may_wrap(terms, *t),
        Node::Cast(..) => terms.is_kept(*t) && intervals.may_leave(terms, *t),
        Node::Binary(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Apply(..) => false,
    };
    let mut found: Vec<Term> = all.iter().copied().filter(is_ideal).collect();
    found.sort_unstable();
    found.into_iter().map(|t| (t, unsigned_only(terms, &mut intervals, &signed, t))).collect()
}

/// The function symbol and the values of the arguments of an application.
fn application(terms: &Terms, t: Term, model: &Model) -> Option<(crate::term::Func, Vec<u64>)> {
    let func = terms.apps_of(&[t]).into_iter().find(|(app, _)| *app == t)?.1;
    let args = terms.children(t).into_iter().map(|a| terms.eval(a, model)).collect::<Option<Vec<_>>>()?;
    Some((func, args))
}
