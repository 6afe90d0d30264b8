//! What the host makes true of a launch ([`HostValue`]) as facts about the kernel's dimensions and parameters.
//!
//! What the kernel does not read is a value of the host like others. Host values are put in where they are defined; those
//! that say nothing about what the kernel reads are left out.
//!
//! Direction: fewer facts allow more launches.

use crate::kernel::relation::{HostValue, Quantity};
use crate::term::{BinaryOp, CompareOp, Node, Owner, Substitution, Term, Terms, Var, VarInfo, VarKind};
use std::collections::BTreeMap;

/// What relations come to.
#[derive(Default)]
pub(crate) struct Related {
    pub(crate) facts: Vec<Term>,
    /// That numbers fit what they are passed as, of those that the facts mention.
    pub(crate) fits: Vec<Term>,
}

/// The facts; `read` gives the kernel's variable for a quantity that it reads.
pub(crate) fn facts(
    terms: &mut Terms,
    relations: &[HostValue],
    read: &dyn Fn(&Terms, &Quantity) -> Option<Var>,
) -> Related {
    let mut hidden: BTreeMap<(Quantity, u8), Var> = BTreeMap::new();
    let mut facts: Vec<Term> = vec![];
    let is_unsigned = |argument: &Quantity| read(terms, argument).is_some_and(|v| terms.is_unsigned(v));
    let fits: Vec<HostValue> = relations.iter().flat_map(|relation| relation.fits(&is_unsigned)).collect();
    for relation in relations.iter().chain(&fits) {
        facts.push(relation.term(terms, &mut |terms, quantity, width| {
            let known = read(terms, quantity).filter(|v| terms.var_info(*v).width == width);
            let var = known.unwrap_or_else(|| {
                *hidden.entry((quantity.clone(), width)).or_insert_with(|| {
                    let (name, kind) = (String::new(), VarKind::Param);
                    terms.declare_var(VarInfo { name, width, kind, bounds: None, owner: Owner::All })
                })
            });
            terms.var(var)
        }));
    }
    let hidden: Vec<Var> = hidden.into_values().collect();
    let mut fits = facts.split_off(relations.len());
    defined(terms, (&mut facts, &mut fits), &hidden);
    loop {
        let before = facts.len();
        facts = telling(terms, facts, &hidden);
        if facts.len() == before {
            break;
        }
    }
    let mentioned = terms.vars_of(&facts);
    fits.retain(|fact| terms.vars_of(&[*fact]).iter().all(|v| !hidden.contains(v) || mentioned.contains(v)));
    Related { facts, fits }
}

/// Puts definitions in place of the hidden variables that have one.
fn defined(terms: &mut Terms, (facts, fits): (&mut Vec<Term>, &mut Vec<Term>), hidden: &[Var]) {
    while let Some((at, var, by)) = (0..facts.len()).find_map(|at| {
        let (var, by) = definition(terms, facts[at], hidden)?;
        Some((at, var, by))
    }) {
        facts.swap_remove(at);
        let mut subst = Substitution::new();
        subst.var(var, by);
        for fact in facts.iter_mut().chain(fits.iter_mut()) {
            *fact = terms.substitute(*fact, &mut subst);
        }
    }
    for all in [facts, fits] {
        all.retain(|fact| !terms.is_true(*fact));
    }
}

/// A hidden variable and what it is equal to.
fn definition(terms: &Terms, fact: Term, hidden: &[Var]) -> Option<(Var, Term)> {
    let Node::Compare(CompareOp::Eq, a, b) = *terms.node(fact) else { return None };
    [(a, b), (b, a)].into_iter().find_map(|(var, by)| match *terms.node(var) {
        Node::Var(v) if hidden.contains(&v) && !terms.vars_of(&[by]).contains(&v) => Some((v, by)),
        _ => None,
    })
}

/// Leaves out the facts about hidden variables alone, and those that hold for some value of one that is in no other.
fn telling(terms: &Terms, facts: Vec<Term>, hidden: &[Var]) -> Vec<Term> {
    let vars: Vec<Vec<Var>> = facts.iter().map(|fact| terms.vars_of(&[*fact])).collect();
    let is_read = |v: &Var| !hidden.contains(v);
    let private = |v: Var| vars.iter().filter(|vars| vars.contains(&v)).count() == 1;
    let reaches = |at: usize| {
        let (mut open, mut seen) = (vec![at], vec![at]);
        while let Some(at) = open.pop() {
            if vars[at].iter().any(is_read) {
                return true;
            }
            let near = (0..facts.len()).filter(|other| vars[at].iter().any(|v| vars[*other].contains(v)));
            let new: Vec<usize> = near.filter(|other| !seen.contains(other)).collect();
            seen.extend(&new);
            open.extend(new);
        }
        false
    };
    let is_onto = |fact: Term| match *terms.node(fact) {
        Node::Compare(CompareOp::Eq, a, b) => [a, b].into_iter().any(|t| takes_all(terms, t, hidden, &private)),
        _ => false,
    };
    let tells = |at: &usize| reaches(*at) && !is_onto(facts[*at]);
    (0..facts.len()).filter(tells).map(|at| facts[at]).collect()
}

/// Whether a term can be nearly any number by the choice of a hidden variable that occurs nowhere else.
fn takes_all(terms: &Terms, t: Term, hidden: &[Var], private: &dyn Fn(Var) -> bool) -> bool {
    match *terms.node(t) {
        Node::Var(v) => hidden.contains(&v) && private(v),
        Node::Cast(_, _, a) => takes_all(terms, a, hidden, private),
        Node::Binary(op, a, b) => {
            let by_constant = terms.as_const(b).is_some() && takes_all(terms, a, hidden, private);
            match op {
                BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::LShr | BinaryOp::AShr => by_constant,
                BinaryOp::Add => by_constant || terms.as_const(a).is_some() && takes_all(terms, b, hidden, private),
                BinaryOp::Sub
                | BinaryOp::Mul
                | BinaryOp::URem
                | BinaryOp::SRem
                | BinaryOp::Shl
                | BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor => false,
            }
        }
        Node::Const { .. } | Node::Not(_) | Node::Compare(..) | Node::Ite(..) | Node::Apply(..) => false,
    }
}
