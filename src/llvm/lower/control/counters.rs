//! The counters of loops, what people are told for their names (`iteration of i`), and the variables that loops of the source count
//! with: `i` is `8 * x + 2` in iteration `x` of `for (int i = 2; i < n; i += 8)`.

use crate::kernel::LoopVariable;
use crate::llvm::bind::ir::{BlockRef, Op, Ty, Val};
use crate::llvm::device::markers::Marker;
use crate::llvm::device::waits::concerns_others;
use crate::llvm::flow::cfg::{BlockId, LoopId};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::Value;
use crate::term::{Owner, Substitution, Var, VarInfo, VarKind};

/// A loop has fewer than 2^31 iterations.
const MOST_ITERATIONS: i64 = (1 << 31) - 2;
/// How clang names the block of what a `for` does between its iterations.
const FOR_GOES_ON: &[u8] = b"for.inc";
/// How many operations deep the variable of a loop stands in its condition.
const CONDITION: u32 = 3;

impl Lowerer<'_, '_> {
    /// A new counter. Its name is that of the first integer phi, else that of the loop's line; people are told of the phi that decides
    /// whether the loop goes on.
    pub(super) fn counter(&mut self, id: LoopId) -> Var {
        let phis = self.numbers(id);
        let (first, deciding) = (phis.first().copied(), self.deciding(id, &phis));
        let (name, shown) = (self.named(id, first), self.named(id, deciding.or(first)));
        let bounds = Some((0, MOST_ITERATIONS));
        let var =
            self.terms.declare_var(VarInfo { name, width: 32, kind: VarKind::Counter, bounds, owner: Owner::All });
        self.terms.write_as(var, variable(&shown).to_owned());
        var
    }

    /// The integer phis of a loop's header.
    fn numbers(&self, id: LoopId) -> Vec<Val> {
        let header = self.cfg.block(self.cfg.loop_data(id).header);
        let is_number = |v: &Val| matches!(v.op(self.layout), Op::Phi(_)) && matches!(v.ty(), Ty::Int(_));
        header.get_instructions().map(|i| Val::of(&i)).filter(is_number).collect()
    }

    /// The one that decides whether the loop goes on.
    fn deciding(&self, id: LoopId, phis: &[Val]) -> Option<Val> {
        let end = self.cfg.block(self.cfg.loop_data(id).header).get_terminator()?;
        let Op::Branch(Some(condition)) = Val::of(&end).op(self.layout) else { return None };
        phis.iter().copied().find(|phi| self.is_computed_from(condition, *phi, CONDITION))
    }

    /// The variable that the source counts with, if its value is what all accesses of an iteration see. `by`: the closed forms.
    pub(super) fn variable(&mut self, id: LoopId, by: &mut Substitution) -> Option<LoopVariable> {
        let phis = self.numbers(id);
        let phi = self.deciding(id, &phis).or(phis.first().copied())?;
        let name = source_variable(&phi.name())?.to_owned();
        let Value::Term(value) = self.value(phi) else { return None };
        if !self.changes_last(id, phi) {
            return None;
        }
        Some(LoopVariable { name, value: self.terms.substitute(value, by) })
    }

    /// Where the value of no variable says it, people are told which loop the iteration is of. What has no places has names alone.
    pub(super) fn name_counter(&mut self, id: LoopId, counter: Var, has_variable: bool) {
        if !has_variable && self.loop_span(id).line > 0 {
            self.terms.write_as(counter, self.named(id, None));
        }
    }

    /// Whether a phi's next value is computed at the end of an iteration, behind all its accesses; or where a `for` goes on, be it that
    /// the body computes the same.
    fn changes_last(&self, id: LoopId, phi: Val) -> bool {
        let Op::Phi(sources) = phi.op(self.layout) else { return false };
        let is_step = |(next, _): &(Val, BlockRef)| matches!(next.op(self.layout), Op::Binary { a, b, .. } if a == phi || b == phi);
        let goes_on = |latch: &BlockId| self.cfg.block(*latch).get_name().to_bytes().starts_with(FOR_GOES_ON);
        if self.cfg.loop_data(id).latches.iter().all(goes_on) && sources.iter().any(is_step) {
            return true;
        }
        let inside = |value: &Val| {
            let instruction = value.as_instruction()?;
            let block = self.cfg.block_of(instruction)?;
            self.cfg.loop_data(id).latches.contains(&block).then_some((instruction, block))
        };
        let Some((next, latch)) = sources.iter().find_map(|(value, _)| inside(value)) else { return false };
        let mut behind = self.cfg.block(latch).get_instructions().skip_while(|i| *i != next);
        behind.all(|i| Marker::of(i).is_none() && !concerns_others(i, self.layout))
    }

    fn named(&self, id: LoopId, phi: Option<Val>) -> String {
        match phi.map(Val::name).filter(|n| !n.is_empty()) {
            Some(name) => format!("iteration of {}", name.split('.').next().unwrap_or(&name)),
            None => format!("iteration of the loop at {}", self.loop_place(id)),
        }
    }

    /// Whether a value is computed from `phi`, so many operations deep.
    fn is_computed_from(&self, value: Val, phi: Val, depth: u32) -> bool {
        if value == phi {
            return true;
        }
        let op = value.op(self.layout);
        let parts = if let Op::Compare { a, b, .. } | Op::Binary { a, b, .. } = op {
            vec![a, b]
        } else if let Op::Cast(_, a) | Op::Same(a) = op {
            vec![a]
        } else {
            vec![]
        };
        depth > 0 && parts.into_iter().any(|part| self.is_computed_from(part, phi, depth - 1))
    }
}

/// The variable of the source whose value a phi is, or a part of it: `i` for `i.0`, `i.4.0` and, of what was inlined, `i.0.i7`; `n`
/// for `n.addr.0`, `state` for `state.sroa.21.0`. Names
/// that begin with two underscores are the compiler's own.
fn source_variable(phi: &str) -> Option<&str> {
    let (name, rest) = phi.split_once('.')?;
    let is_word = name.chars().all(|c| c.is_alphanumeric() || c == '_') && !name.is_empty() && !name.starts_with("__");
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    let numbers = ["addr.", "sroa."].iter().find_map(|made| rest.strip_prefix(made)).unwrap_or(rest);
    let mut parts = numbers.split('.');
    let is_made =
        parts.next().is_some_and(is_number) && parts.all(|part| is_number(part.strip_prefix('i').unwrap_or(part)));
    (is_word && is_made).then_some(name)
}

/// A variable without the number of two digits or more by which LLVM tells it from others of its name. A line keeps its number.
fn variable(name: &str) -> &str {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = base.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    if is_word && name.len() - base.len() >= 2 { base } else { name }
}

#[cfg(test)]
mod tests {
    use super::{source_variable, variable};

    #[test]
    fn variables_are_those_of_the_source() {
        for (phi, name) in [
            ("i.0", "i"),
            ("i.4.0", "i"),
            ("i.0.i7", "i"),
            ("n.addr.0", "n"),
            ("own.sroa.21.0", "own"),
            ("k2.1.i.i3", "k2"),
        ] {
            assert_eq!(source_variable(phi), Some(name));
        }
        for phi in ["i", "indvars.iv", "ref.tmp.0", "__begin1.0", "cond"] {
            assert_eq!(source_variable(phi), None, "{phi}");
        }
    }

    #[test]
    fn numbers_of_llvm_are_left_out() {
        assert_eq!(variable("iteration of k30"), "iteration of k");
        assert_eq!(variable("iteration of k3"), "iteration of k3");
        assert_eq!(variable("iteration of the loop at line 30"), "iteration of the loop at line 30");
    }
}
