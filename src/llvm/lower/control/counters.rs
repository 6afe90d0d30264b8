//! The counters of loops, and what people are told for their names: `iteration of i`.

use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::flow::cfg::LoopId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Owner, Var, VarInfo, VarKind};

/// A loop has fewer than 2^31 iterations.
const MOST_ITERATIONS: i64 = (1 << 31) - 2;
/// How many operations deep the variable of a loop stands in its condition.
const CONDITION: u32 = 3;

impl Lowerer<'_, '_> {
    /// A new counter. Its name is that of the first integer phi, else that of the loop's line; people are told of the phi that decides
    /// whether the loop goes on.
    pub(super) fn counter(&mut self, id: LoopId) -> Var {
        let header = self.cfg.block(self.cfg.loop_data(id).header);
        let is_number = |v: &Val| matches!(v.op(self.layout), Op::Phi(_)) && matches!(v.ty(), Ty::Int(_));
        let phis: Vec<Val> = header.get_instructions().map(|i| Val::of(&i)).filter(is_number).collect();
        let deciding = header.get_terminator().and_then(|end| {
            let Op::Branch(Some(condition)) = Val::of(&end).op(self.layout) else { return None };
            phis.iter().find(|phi| self.is_computed_from(condition, **phi, CONDITION))
        });
        let first = phis.first().copied();
        let (name, shown) = (self.named(id, first), self.named(id, deciding.copied().or(first)));
        let bounds = Some((0, MOST_ITERATIONS));
        let var =
            self.terms.declare_var(VarInfo { name, width: 32, kind: VarKind::Counter, bounds, owner: Owner::All });
        self.terms.write_as(var, variable(&shown).to_owned());
        var
    }

    fn named(&self, id: LoopId, phi: Option<Val>) -> String {
        match phi.map(Val::name).filter(|n| !n.is_empty()) {
            Some(name) => format!("iteration of {}", name.split('.').next().unwrap_or(&name)),
            None => format!("iteration of the loop at line {}", self.loop_span(id).line),
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

/// A variable without the number of two digits or more by which LLVM tells it from others of its name. A line keeps its number.
fn variable(name: &str) -> &str {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = base.ends_with(|c: char| c.is_alphanumeric() || c == '_');
    if is_word && name.len() - base.len() >= 2 { base } else { name }
}

#[cfg(test)]
mod tests {
    use super::variable;

    #[test]
    fn numbers_of_llvm_are_left_out() {
        assert_eq!(variable("iteration of k30"), "iteration of k");
        assert_eq!(variable("iteration of k3"), "iteration of k3");
        assert_eq!(variable("iteration of the loop at line 30"), "iteration of the loop at line 30");
    }
}
