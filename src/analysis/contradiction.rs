//! Whether what is assumed about a kernel's launch can hold at all; if not, the smallest contradicting set.
//!
//! Direction: a contradiction is reported only where it is proved.

use super::decide::Session;
use super::prepare::Prepared;
use super::scene;
use super::threads::{Pairing, Who};
use crate::kernel::{Kernel, LaunchFacts};
use crate::smt::Answer;
use crate::term::{Term, Terms};
use crate::verdict::{Certainty, Finding, FindingKind, Level, Severity};

/// The finding, if the facts of `kernel` and `launch` exclude each other.
pub(super) fn contradiction(
    session: &mut Session<'_>,
    world: &mut Prepared,
    kernel: &Kernel,
    launch: &LaunchFacts,
) -> Option<Finding> {
    if !world.impossible.is_empty() {
        return Some(finding(kernel, &world.impossible));
    }
    if kernel.facts.is_empty() && *launch == LaunchFacts::default() {
        return None;
    }
    let mut pairing = Pairing::new(&mut session.copies, world, Level::Grid, &[], None);
    let (mut limits, product) = scene::block_limit(world);
    limits.extend(product);
    limits.extend(scene::positions(world, &mut pairing, Who::Left));
    let facts = world.kernel.facts.clone();
    let facts: Vec<Term> = facts.iter().map(|f| pairing.own(&mut world.terms, Who::Left, *f)).collect();
    if !excluded(session, &mut world.terms, &limits, &facts) {
        return None;
    }
    let mut core: Vec<usize> = (0..facts.len()).collect();
    for i in 0..facts.len() {
        let fewer: Vec<usize> = core.iter().copied().filter(|j| *j != i).collect();
        let kept: Vec<Term> = fewer.iter().filter_map(|j| facts.get(*j).copied()).collect();
        if excluded(session, &mut world.terms, &limits, &kept) {
            core = fewer;
        }
    }
    let asked: Vec<Term> = core.iter().filter_map(|i| kernel.facts.get(*i).copied()).collect();
    let mut texts: Vec<String> = asked.iter().map(|t| kernel.terms.show(*t)).collect();
    let named: Vec<String> = kernel.terms.vars_of(&asked).iter().map(|v| kernel.terms.var_name(*v)).collect();
    let plays = |name: &String| asked.is_empty() || named.contains(name);
    texts.extend(world.fixed.iter().filter(|(n, _)| plays(n)).map(|(n, v)| format!("{n} == {v}")));
    Some(finding(kernel, &texts))
}

fn excluded(session: &mut Session<'_>, terms: &mut Terms, limits: &[Term], facts: &[Term]) -> bool {
    let all: Vec<Term> = limits.iter().chain(facts).copied().collect();
    match session.solve(terms, &all, &mut |_, _| true) {
        Answer::Unsat { .. } => true,
        Answer::Sat(_) | Answer::Unknown { .. } => false,
    }
}

fn finding(kernel: &Kernel, texts: &[String]) -> Finding {
    Finding {
        code: "RP0005",
        certainty: Certainty::Race,
        kind: FindingKind::ContradictoryAssumptions,
        severity: Severity::Error,
        level: Level::Grid,
        array: String::new(),
        cell: String::new(),
        message: format!("the assumptions contradict each other: {}", texts.join(", ")),
        parties: vec![],
        witness: vec![],
        approximations: vec![],
        conditions: vec![],
        launches: vec![],
        notes: vec![format!("no launch of `{}` satisfies all of them", kernel.name)],
        help: vec![],
    }
}
