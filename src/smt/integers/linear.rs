//! The linearised encoding of a query in a session of the solver: scopes, and what models teach about products.
//!
//! **Invariant:** what is asserted outside every scope holds for all values that satisfy the facts, so a contradiction
//! there is a proof; what is asserted to steer the search (bounds, definedness, models turned down) is so in a scope.

use super::encode::{Encoder, Value};
use super::lemmas;
use super::normalise::{Monomial, Poly};
use crate::smt::formula::{Expr, Query, Shape, Sym};
use crate::smt::z3::{Session, Z3};
use crate::term::{Owner, Var, VarKind};
use std::collections::BTreeSet;

/// How many wrong products are put right at a time.
const REPAIRS: usize = 8;

pub(in crate::smt) fn all_symbols(query: &Query) -> Vec<Sym> {
    (0..query.symbols.len() as u32).map(Sym).collect()
}

/// The linearised encoding and the session in which it is asserted.
pub(in crate::smt) struct Linear<'s, 'e> {
    pub(in crate::smt) session: Session<'s>,
    pub(in crate::smt) encoder: &'s mut Encoder<'e>,
    /// How many of the query's assertions were made, in all and when each open scope was entered.
    top: usize,
    entered: Vec<usize>,
    /// See [`block`](Self::block).
    blocked: Vec<Expr>,
}

impl<'s, 'e> Linear<'s, 'e> {
    /// A session in which everything that `encoder` asserts is asserted.
    pub(in crate::smt) fn new(z3: &'s mut Z3, encoder: &'s mut Encoder<'e>) -> Self {
        let mut linear = Linear { session: z3.session(), encoder, top: 0, entered: vec![], blocked: vec![] };
        linear.flush();
        linear
    }

    /// Asserts what is new.
    pub(in crate::smt) fn flush(&mut self) {
        for e in &self.encoder.query.asserts[self.top..] {
            self.session.assert(&self.encoder.query, *e);
        }
        self.top = self.encoder.query.asserts.len();
    }

    pub(in crate::smt) fn push(&mut self) {
        self.flush();
        self.entered.push(self.top);
        self.session.push();
    }

    /// Leaves the scope; what was learnt in it is asserted again.
    pub(in crate::smt) fn pop(&mut self) {
        self.session.pop();
        self.top = self.entered.pop().unwrap_or(0);
        self.flush();
    }

    /// Within the scope only: every variable lies between -bound and bound, as far as its range allows.
    pub(in crate::smt) fn bound_variables(&mut self, (all, counters): (i128, i128)) {
        let vars: Vec<_> = self.encoder.vars.iter().map(|(v, value)| (*v, value.clone())).collect();
        for (v, value) in vars {
            let Value::Int(p) = value else { continue };
            let is_counter = self.encoder.terms.var_info(v).kind == VarKind::Counter;
            let bound = if is_counter { counters } else { all };
            let range = self.encoder.range(&p);
            let (lo, hi) = (range.lo.unwrap_or(-bound), range.hi.unwrap_or(bound));
            let (low, high) = (Poly::constant((-bound).min(hi).max(lo)), Poly::constant(bound.max(lo)));
            for e in [self.encoder.le(&low, &p), self.encoder.le(&p, &high)] {
                self.session.assert(&self.encoder.query, e);
            }
        }
    }

    /// Within the scope only: nothing undefined is done, and no model that was turned down comes again.
    pub(in crate::smt) fn only_wanted(&mut self) {
        for e in self.encoder.defined.iter().chain(&self.blocked) {
            self.session.assert(&self.encoder.query, *e);
        }
    }

    /// Turns down every model with these values of everything but the threads' coordinates (of these, too, if there is
    /// nothing else).
    pub(in crate::smt) fn block(&mut self, values: &[i128]) {
        let coordinate = |v: &Var| {
            let kind = self.encoder.terms.var_info(*v).kind;
            matches!(kind, VarKind::ThreadIdx(_) | VarKind::BlockIdx(_))
        };
        let (own, other): (Vec<Var>, Vec<Var>) = self.encoder.vars.keys().partition(|v| coordinate(v));
        let mut different = vec![];
        for v in if other.is_empty() { own } else { other } {
            let Some(Value::Int(p)) = self.encoder.vars.get(&v).cloned() else { continue };
            let Some(value) = p.value(&|s| values.get(s.0 as usize).copied()) else { continue };
            let same = self.encoder.eq(&p, &Poly::constant(value));
            different.push(self.encoder.query.not(same));
        }
        let different = self.encoder.query.or(&different);
        self.blocked.push(different);
        self.session.assert(&self.encoder.query, different);
    }

    pub(in crate::smt) fn fix_shared(&mut self, values: &[i128]) {
        let vars = self.encoder.vars.clone();
        for (v, value) in vars {
            let Value::Int(p) = value else { continue };
            if self.encoder.terms.var_info(v).owner != Owner::All {
                continue;
            }
            for s in p.terms.keys().flatten() {
                let Some(value) = values.get(s.0 as usize) else { continue };
                let is = self.encoder.eq(&Poly::sym(*s), &Poly::constant(*value));
                self.session.assert(&self.encoder.query, is);
                let products = self.encoder.products.keys().filter(|m| m.contains(s)).cloned().collect::<Vec<_>>();
                for m in products {
                    let index = m.iter().position(|x| x == s).unwrap_or(0);
                    let lemma = lemmas::at_value(self.encoder, &m, index, *value);
                    self.session.assert(&self.encoder.query, lemma);
                }
            }
        }
    }

    /// Within the scope: products are products.
    pub(in crate::smt) fn define_products(&mut self) {
        for (m, s) in self.encoder.products.clone() {
            let e = self.encoder.query.intern(Shape::Product(s, m));
            self.session.assert(&self.encoder.query, e);
        }
    }

    /// Within the scope: a product with a variable between `-most` and `most` is what it is for each of its values.
    pub(in crate::smt) fn tabulate(&mut self, most: i128) {
        let vars = self.encoder.vars.values().filter_map(|v| if let Value::Int(p) = v { p.as_scaled() } else { None });
        let vars: BTreeSet<Sym> = vars.map(|(s, _)| s).collect();
        let mut done = BTreeSet::new();
        loop {
            let open: Vec<Monomial> = self.encoder.products.keys().filter(|m| !done.contains(*m)).cloned().collect();
            if open.is_empty() {
                return;
            }
            for m in open {
                let at = m.iter().position(|s| vars.contains(s));
                for (at, value) in at.into_iter().flat_map(|at| (-most..=most).map(move |value| (at, value))) {
                    let lemma = lemmas::at_value(self.encoder, &m, at, value);
                    self.session.assert(&self.encoder.query, lemma);
                }
                done.insert(m);
            }
        }
    }

    pub(in crate::smt) fn values(&mut self) -> Option<Vec<i128>> {
        let symbols = all_symbols(&self.encoder.query);
        self.session.values(&self.encoder.query, &symbols)
    }

    /// Adds lemmas that exclude the products that are wrong under `values`; returns whether there were any.
    pub(in crate::smt) fn learn(&mut self, values: &[i128]) -> bool {
        let of = |s: Sym| values.get(s.0 as usize).copied();
        let wrong =
            |(m, s): &(&Vec<Sym>, &Sym)| of(**s).is_some_and(|v| Poly::monomial((*m).clone(), 1).value(&of) != Some(v));
        let wrong =
            self.encoder.products.iter().filter(wrong).map(|(m, _)| m.clone()).take(REPAIRS).collect::<Vec<_>>();
        for m in &wrong {
            for (i, s) in m.iter().enumerate() {
                let Some(v) = of(*s) else { continue };
                let lemma = lemmas::at_value(self.encoder, m, i, v);
                self.encoder.query.assert(lemma);
            }
            let (first, rest) = (Poly::sym(m[0]), Poly::monomial(m[1..].to_vec(), 1));
            if let (Some(a), Some(b)) = (first.value(&of), rest.value(&of))
                && let Some(lemma) = lemmas::tangents(self.encoder, (&first, a), (&rest, b))
            {
                self.encoder.query.assert(lemma);
            }
        }
        self.flush();
        !wrong.is_empty()
    }
}
