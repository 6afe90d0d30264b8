//! What the source's variables of loops are in a witness: `k = 10` in iteration 1 of `for (k = 2; k < n; k += 8)`.
//!
//! A value is told if it follows from what the witness says: from threads, parameters, dimensions, iterations, and contents of memory
//! that the model names. Where it does not, people are told the number of the iteration.
//!
//! Direction: for people; nothing is decided here.

use super::decide::Witness;
use super::exact::{Exact, FUEL};
use super::query::Query;
use crate::analysis::pair::threads::LoopSymbols;
use crate::kernel::{LaunchVars, LoopVariable};
use crate::smt::Model;
use crate::term::{Term, Terms, Var, signed};
use crate::verdict::{Finding, LoopValue};
use std::cell::{Cell, RefCell};

/// Adds the values to the parties of a finding, which are the query's sides.
pub(crate) fn tell(
    (terms, launch): (&Terms, LaunchVars),
    (query, witness): (&Query, &Witness),
    symbols: &LoopSymbols,
    finding: &mut Finding,
) {
    let value = |t: Term| Exact::value(terms, &witness.model, t).unwrap_or(0);
    for (side, party) in query.sides.iter().zip(&mut finding.parties) {
        let axes = |vars: [Var; 3], places: [Term; 3]| vars.into_iter().zip(places.map(value));
        let mut bound: Vec<(Var, u64)> =
            axes(launch.thread, side.thread).chain(axes(launch.block, side.block)).collect();
        for at in &side.loops {
            bound.push((at.counter, value(at.iteration)));
            let told = at.variable.as_ref().and_then(|variable| {
                let counter = terms.written(at.counter).to_owned();
                let value = evaluated(terms, &witness.model, symbols, (variable, &bound))?;
                Some(LoopValue { counter, name: variable.name.clone(), value })
            });
            party.variables.extend(told);
        }
    }
}

/// The value of a variable of the source for these values of the kernel's own variables, and those that threads share.
fn evaluated(
    terms: &Terms,
    model: &Model,
    symbols: &LoopSymbols,
    (LoopVariable { name: _, value }, bound): (&LoopVariable, &[(Var, u64)]),
) -> Option<i64> {
    let (mut roots, mut known): (Vec<Term>, Vec<Var>) = (vec![*value], bound.iter().map(|(var, _)| *var).collect());
    for (params, body) in terms.funcs_behind(&[*value]).into_iter().filter_map(|f| terms.definition(f)) {
        known.extend(params);
        roots.push(body);
    }
    let is_shared = |v: Var| !terms.var_info(v).kind.varies() && model.vars.contains_key(&v);
    if !terms.vars_of(&roots).into_iter().all(|v| known.contains(&v) || is_shared(v)) {
        return None;
    }
    let (carried, fuel) = (RefCell::default(), Cell::new(FUEL));
    let of = |contents: bool| {
        let bound = bound.to_vec();
        terms.eval(*value, &Exact { terms, model, symbols, known: &carried, bound, contents, depth: 0, fuel: &fuel })
    };
    Some(signed(terms.width(*value), of(false).or_else(|| of(true))?))
}
