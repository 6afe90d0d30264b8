//! A fact that programs mean by their values.

use crate::analysis::asking::decide::Session;
use crate::analysis::asking::exact::Exact;
use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::quantity::Condition;
use crate::smt::{Answer, Model};
use crate::term::{Owner, Term, Terms, Var, VarKind};
use crate::verdict::Oddity;

/// The most facts that are needed together.
const MOST_NEEDED: usize = 8;

/// Narrower parameters are no extents.
const NARROWEST: u8 = 32;

/// A fact that programs mean.
pub(crate) struct Meant {
    /// In forms of which each implies those before it.
    pub(crate) forms: Vec<Condition>,
    /// It can be stated: it is about parameters and launch.
    pub(crate) stated: bool,
    /// What it is called where it does not hold.
    pub(crate) odd: Oddity,
}

impl Meant {
    pub(super) fn stated(condition: Condition, odd: Oddity) -> Meant {
        Meant { forms: vec![condition], stated: true, odd }
    }

    pub(super) fn unstated(fact: Term, odd: Oddity) -> Meant {
        Meant { forms: vec![Condition { text: String::new(), fact }], stated: false, odd }
    }

    /// That the digits of an index do not overlap.
    pub(crate) fn digits(condition: Condition) -> Meant {
        let odd = Oddity::Overlap { unless: condition.text.clone() };
        Meant::stated(condition, odd)
    }

    /// Whether it is so, or may be, in launches of which something is known: what the host has otherwise is not odd.
    pub(crate) fn is_open(&self, session: &mut Session<'_>, world: &mut Prepared) -> bool {
        let Some(fact) = self.fact().filter(|_| !world.kernel.facts.is_empty()) else { return true };
        let facts: Vec<Term> = world.kernel.facts.iter().copied().chain([fact]).collect();
        session.be_brief(true);
        let answer = session.solve(&mut world.terms, &facts, &mut |_, _| true);
        session.be_brief(false);
        match answer {
            Answer::Unsat { .. } => false,
            Answer::Sat(_) | Answer::Unknown { .. } => true,
        }
    }

    /// Whether it does not hold in a model, or that is not known.
    pub(crate) fn fails(&self, world: &Prepared, model: &Model) -> bool {
        self.fact().is_some_and(|fact| Exact::value(&world.terms, model, fact) != Some(1))
    }

    /// The strongest form.
    pub(crate) fn fact(&self) -> Option<Term> {
        self.forms.last().map(|c| c.fact)
    }
}

/// A parameter that the source has a name for, or that is the field of one; distances of pointers are none.
pub(super) fn is_number(terms: &Terms, v: Var) -> bool {
    let info = terms.var_info(v);
    let named = !info.name.is_empty() && info.name.chars().all(|c| c.is_alphanumeric() || "_.+[]".contains(c));
    info.kind == VarKind::Param && info.owner == Owner::All && info.width >= NARROWEST && named
}

/// A few of the facts that exclude the query, those first that come first: none of them if `known` do. Where it is not decided
/// whether those that were taken do, another one may help.
pub(crate) fn needed<'m>(
    session: &mut Session<'_>,
    world: &mut Prepared,
    query: &Query,
    (known, meant): (&[Term], &[&'m Meant]),
) -> Option<Vec<&'m Meant>> {
    let mut facts: Vec<Term> = query.asserted().into_iter().chain(query.limit).chain(known.iter().copied()).collect();
    let (mut needed, mut rest) = (vec![], meant.to_vec());
    while needed.len() <= MOST_NEEDED {
        let next = match session.solve(&mut world.terms, &facts, &mut |_, _| true) {
            Answer::Unsat { .. } => return Some(needed),
            Answer::Unknown { .. } => 0,
            Answer::Sat(model) => rest.iter().position(|m| m.fails(world, &model))?,
        };
        if next >= rest.len() {
            return None;
        }
        let next = rest.remove(next);
        facts.extend(next.fact());
        needed.push(next);
    }
    None
}
