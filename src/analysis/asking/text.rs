//! The queries of a kernel as text, for `--emit=query` and as comments of `--emit=smt`.
//!
//! **Invariant:** no values of a model, which may differ between versions of the solver.

use super::decide::{Asked, Outcome, Settled};
use super::query::{Query, Question, Side};
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::phases::text::{define, level_name};
use crate::kernel::ArrayId;
use crate::term::Term;
use crate::verdict::AccessMode;
use std::fmt;

/// A query with its answer.
#[derive(Clone, Copy, Debug)]
pub struct QueryText<'a> {
    pub world: &'a Prepared,
    pub asked: &'a Asked,
    /// In the order of asking, from 1.
    pub number: usize,
}

impl QueryText<'_> {
    /// What is asked about which accesses, and what the answer is: a line each.
    #[must_use]
    pub fn heading(&self) -> Vec<String> {
        let Asked { query, settled, outcome } = self.asked;
        let [first, second] = query.sides.each_ref().map(place);
        let by = match settled {
            Settled::OnItsFace => "on its face, without the solver",
            Settled::Before => "the same facts were asked about before",
            Settled::Rewritten => "by rewriting, without the solver",
            Settled::BySolver => "by the solver",
        };
        let answer = match outcome {
            Outcome::Impossible => "no",
            Outcome::Found(w) if w.approximations.is_empty() => "yes",
            Outcome::Found(_) => "yes, as far as the approximations go",
            Outcome::Unknown(why) => &format!("unknown ({why})"),
        };
        vec![
            format!("query {} at level {}: {}", self.number, level_name(query.level), self.question()),
            format!("(1) {first}"),
            format!("(2) {second}"),
            format!("answer: {answer}, {by}"),
        ]
    }

    fn question(&self) -> String {
        let array = |id: ArrayId| self.world.kernel.arrays.get(id.0).map_or("?", |a| a.name.as_str());
        match self.asked.query.question {
            Question::Race(id) => format!("do two threads race on `{}`?", array(id)),
            Question::Differ(id) => format!("can two writes to `{}` that overlap differ?", array(id)),
            Question::Divergence => "does (1) reach the barrier and (2), not returned, miss it?".to_owned(),
            Question::Parting => "does (1) reach the barrier and (2) miss it?".to_owned(),
            Question::Disagreement => "do (1) and (2) come with values that have to agree and differ?".to_owned(),
        }
    }
}

/// What a side does and where.
fn place(side: &Side) -> String {
    let mode = match side.mode {
        AccessMode::Read => "read",
        AccessMode::Write => "write",
        AccessMode::Atomic => "atomic access",
        AccessMode::Barrier => "barrier",
        AccessMode::Launch => "launch",
    };
    format!("{mode} at {}:{}", side.span.line, side.span.column)
}

impl fmt::Display for QueryText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.heading() {
            writeln!(out, "{line}")?;
        }
        let query = &self.asked.query;
        let (terms, roots) = (&self.world.terms, roots(query));
        for var in terms.vars_of(&roots) {
            if let Some((lo, hi)) = terms.var_info(var).bounds {
                writeln!(out, "  {} in {lo}..={hi}", terms.var_name(var))?;
            }
        }
        let mut lets = terms.lets(&roots);
        for (i, side) in query.sides.iter().enumerate() {
            if let Some((offset, bytes)) = side.range {
                define(out, &mut lets, "  ", &[offset, bytes])?;
                writeln!(out, "  ({}) is of {} bytes at {}", i + 1, lets.show(bytes), lets.show(offset))?;
            }
        }
        for (word, facts) in [("fact", &query.facts), ("axiom", &query.axioms)] {
            for fact in facts {
                define(out, &mut lets, "  ", &[*fact])?;
                writeln!(out, "  {word} {}", lets.show(*fact))?;
            }
        }
        for (exact_if, _) in &query.weakened {
            define(out, &mut lets, "  ", &[*exact_if])?;
            writeln!(out, "  exact if {}", lets.show(*exact_if))?;
        }
        Ok(())
    }
}

fn roots(query: &Query) -> Vec<Term> {
    let ranges = query.sides.iter().filter_map(|s| s.range).flat_map(|(offset, bytes)| [offset, bytes]);
    ranges.chain(query.asserted()).chain(query.weakened.iter().map(|(t, _)| *t)).collect()
}
