//! What stands for the values that a loop carries from one iteration to the next: their closed forms, forms over a symbol for what is
//! not known of them (`flow/kept.rs`), or such a symbol.

use crate::llvm::flow::held::held;
use crate::llvm::flow::iteration::{self, Recurrence};
use crate::llvm::flow::kept::{Kept, kept};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Axiom, Func, FuncInfo, FuncKind, Owner, Sharing, Substitution, Term, Var};

/// A carried value.
pub(super) struct Open {
    pub(super) recurrence: Recurrence,
    /// Its closed form, if it has one.
    pub(super) solution: Option<Term>,
    pub(super) name: String,
}

/// A symbol of a loop, with its value in the first iteration and in the next one.
struct Defined {
    func: Func,
    applied: Term,
    first: Term,
    next: Term,
    /// What it says of a value that is kept or changed.
    kept: Option<Kept>,
}

impl Lowerer<'_, '_> {
    /// What replaces the placeholders, over the counters `params`, the last of which is the loop's.
    pub(super) fn carried(&mut self, open: &[Open], params: &[Var], counter: Var, place: &str) -> Substitution {
        let mut known = Substitution::new();
        for Open { recurrence, solution, .. } in open {
            if let Some(solution) = solution {
                known.var(recurrence.placeholder, *solution);
            }
        }
        let placeholders: Vec<Var> = open.iter().map(|of| of.recurrence.placeholder).collect();
        let (mut by, mut defined) = (known.clone(), vec![]);
        let without: Vec<&Open> = open.iter().filter(|of| of.solution.is_none()).collect();
        let mut recurrences = vec![];
        for Open { recurrence, .. } in &without {
            let next = self.terms.substitute(recurrence.next, &mut known);
            recurrences.push(Recurrence { next, ..*recurrence });
        }
        let held = held(&mut self.terms, &recurrences, counter);
        for (number, (Open { name, .. }, recurrence)) in without.into_iter().zip(recurrences).enumerate() {
            let next = recurrence.next;
            let value = match kept(&mut self.terms, recurrence, counter, &placeholders) {
                Some(kept) => self.of_kept((kept, recurrence, name), (params, counter, place), &mut defined),
                None => {
                    let what = format!("`{name}` in the loop at {place}");
                    let width = self.terms.var_info(recurrence.placeholder).width;
                    let (func, applied) = self.symbol(name, what, width, params);
                    defined.push(Defined { func, applied, first: recurrence.init, next, kept: None });
                    applied
                }
            };
            let value = match held.as_ref().map(|held| (held.when, held.values.get(number))) {
                Some((when, Some(Some(closed)))) => self.terms.ite(when, *closed, value),
                Some((_, Some(None) | None)) | None => value,
            };
            by.var(recurrence.placeholder, value);
        }
        for Defined { func, applied, first, next, kept: _ } in defined {
            let next = self.terms.substitute(next, &mut by);
            let before = iteration::previous(&mut self.terms, next, counter);
            let is_first = iteration::is_first(&mut self.terms, counter);
            let value = self.terms.ite(is_first, first, before);
            let body = self.terms.eq(applied, value);
            self.terms.set_axiom(func, Axiom { params: params.to_vec(), body });
        }
        by
    }

    /// The value of what is kept or changed, over a symbol for when it changed.
    fn of_kept(
        &mut self,
        (kept, recurrence, name): (Kept, Recurrence, &str),
        (params, counter, place): (&[Var], Var, &str),
        defined: &mut Vec<Defined>,
    ) -> Term {
        let with = defined.iter().find(|other| other.kept.is_some_and(|other| kept.changes_with(other)));
        if let Some(applied) = with.map(|other| other.applied) {
            return kept.value(&mut self.terms, recurrence, applied, counter);
        }
        let what = if kept.is_counted() {
            format!("how often `{name}` has changed in the loop at {place}")
        } else {
            format!("the iteration in which `{name}` last changed in the loop at {place}")
        };
        let (func, applied) = self.symbol(name, what, self.terms.var_info(counter).width, params);
        let first = kept.start(&mut self.terms, counter);
        let next = kept.next(&mut self.terms, applied, counter);
        defined.push(Defined { func, applied, first, next, kept: Some(kept) });
        kept.value(&mut self.terms, recurrence, applied, counter)
    }

    /// A loop symbol applied to `params`.
    pub(crate) fn symbol(&mut self, name: &str, what: String, width: u8, params: &[Var]) -> (Func, Term) {
        let kind = FuncKind::Loop { what };
        let func = self.terms.declare_func(FuncInfo {
            name: name.to_owned(),
            width,
            kind,
            sharing: Sharing::Grid,
            axiom: None,
            owner: Owner::All,
        });
        let args = params.iter().map(|p| self.terms.var(*p)).collect();
        (func, self.terms.apply(func, args))
    }
}
