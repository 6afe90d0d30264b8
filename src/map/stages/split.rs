//! Splitting: the symbolic phases of an aligned protocol, each of which can be checked by itself.
//!
//! Source: Faial, Fig. 4 (`split`) and Theorem 3: the history is safe iff every phase is, for all values of the variables
//! around it and any two threads. The papers' traces name two threads and copy the fragment for each; here that is left to
//! who reads the phase. Deviation: a conditional around a phase is a condition on it.
//!
//! Direction: exact.

use super::align::{Aligned, Piece};
use super::fragment::{Fragment, block, conditional, statements};
use crate::kernel::SyncScope;
use crate::map::ast::{At, Expr, For, Name, Protocol, Range, Stmt};
use std::fmt::{self, Display, Formatter};

/// All the phases of one form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolicPhase {
    /// What surrounds it, outermost first; the same for both threads.
    pub under: Vec<Under>,
    /// What each thread does.
    pub fragment: Fragment,
    /// The barrier at its end; the last phase has none.
    pub barrier: Option<(SyncScope, At)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Under {
    /// For each value of the variable there is a phase.
    For(Name, Box<Range>),
    If(Expr),
    IfNot(Expr),
}

/// The phases, in the order of the text.
#[must_use]
pub fn split(protocol: &Aligned) -> Vec<SymbolicPhase> {
    let mut found = vec![];
    pieces(&protocol.body, &mut vec![], &mut found);
    found.push(SymbolicPhase { under: vec![], fragment: protocol.rest.clone(), barrier: None });
    found.retain(|phase| !phase.fragment.is_empty());
    found
}

fn pieces(of: &[Piece], under: &mut Vec<Under>, found: &mut Vec<SymbolicPhase>) {
    for piece in of {
        match piece {
            Piece::Phase { fragment, scope, at } => {
                let barrier = Some((*scope, at.clone()));
                found.push(SymbolicPhase { under: under.clone(), fragment: fragment.clone(), barrier });
            }
            Piece::If { cond, then, otherwise } => {
                inside(Under::If(cond.clone()), then, under, found);
                inside(Under::IfNot(cond.clone()), otherwise, under, found);
            }
            Piece::For(l) => inside(Under::For(l.var.clone(), Box::new(l.range.clone())), &l.body, under, found),
        }
    }
}

fn inside(what: Under, body: &[Piece], under: &mut Vec<Under>, found: &mut Vec<SymbolicPhase>) {
    under.push(what);
    pieces(body, under, found);
    under.pop();
}

impl SymbolicPhase {
    /// As a protocol whose history is these phases.
    #[must_use]
    pub fn protocol(&self, head: &Protocol) -> Protocol {
        let mut body = statements(&self.fragment);
        body.extend(self.barrier.iter().map(|(scope, at)| Stmt::Sync(*scope, at.clone())));
        for under in self.under.iter().rev() {
            body = vec![match under {
                Under::For(var, range) => Stmt::For(For { var: var.clone(), range: (**range).clone(), body }),
                Under::If(cond) => conditional(cond.clone(), body, vec![]),
                Under::IfNot(cond) => conditional(cond.clone(), vec![], body),
            }];
        }
        Protocol { body, ..head.clone() }
    }
}

impl Display for SymbolicPhase {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for under in &self.under {
            match under {
                Under::For(var, range) => write!(f, "for {} {range}, ", var.text)?,
                Under::If(cond) => write!(f, "if {cond}, ")?,
                Under::IfNot(cond) => write!(f, "if not {cond}, ")?,
            }
        }
        writeln!(f, "any two threads:")?;
        block(f, &statements(&self.fragment), 1)
    }
}
