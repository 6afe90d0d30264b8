//! A kernel of which is known what its memory held in an execution: for another witness in place of one that an execution did
//! not confirm.
//!
//! Example: `s[t] = t; __syncthreads(); if (s[5] == n) out[0] = t;` and a witness with `s[5] == 7`. The execution reads 5 there; with
//! that as a fact the next witness has `n == 5`.
//!
//! Direction: nothing is proved with such facts, which hold in one execution only. What is found is executed again.

use crate::kernel::Kernel;
use crate::term::{FuncKind, Node, Term, Width};
use crate::verdict::Cell;

/// The kernel with these contents of memory as facts, wherever it reads them; nothing if it is not seen to read any.
#[must_use]
pub fn read_back(kernel: &Kernel, read: &[Cell]) -> Option<Kernel> {
    let mut known = kernel.clone();
    let roots = known.all_terms();
    let mut facts: Vec<Term> = vec![];
    for (app, func) in known.terms.apps_of(&roots) {
        let info = known.terms.func_info(func).clone();
        let Node::Apply(_, args) = known.terms.node(app) else { continue };
        let Some(place) = args.last().copied().filter(|_| matches!(info.kind, FuncKind::Memory { .. })) else {
            continue;
        };
        let is_meant = |cell: &&Cell| cell.object == info.name && cell.bits == u32::from(info.width);
        for cell in read.iter().filter(is_meant) {
            facts.push(held(&mut known, (app, info.width), place, cell));
        }
    }
    known.facts.extend(facts.iter().copied());
    (!facts.is_empty()).then_some(known)
}

/// What is read at a place is what the cell holds, if it is the cell's place.
fn held(kernel: &mut Kernel, (app, width): (Term, Width), place: Term, cell: &Cell) -> Term {
    let terms = &mut kernel.terms;
    let at = terms.int(terms.width(place), cell.at);
    let there = terms.eq(place, at);
    let value = terms.constant(width, cell.value);
    let held = terms.eq(app, value);
    terms.implies(there, held)
}
