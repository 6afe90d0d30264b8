//! Where a loop is left: the values and the conditions for the code after it.
//!
//! What is used after a loop is the value in its last iteration. That is the bound of a loop that counts from 0 to it, and for others
//! a symbol over the enclosing counters whose axiom says that the loop goes on before it and not after it (see [`Exit`]): an
//! over-approximation where the conditions of going on are not monotone, which witnesses replay.

use crate::kernel::Exit;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::flow::cfg::{BlockId, Edge, LoopId};
use crate::llvm::flow::{earlier_iterations, iteration};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::Value;
use crate::term::{Axiom, CastOp, CompareOp, Node, Substitution, Term, Var};
use crate::verdict::Assumption;
use rustc_hash::FxHashSet;

impl Lowerer<'_, '_> {
    /// Values and conditions for the code after the loop.
    #[expect(clippy::too_many_arguments, reason = "everything that the loop's end needs, each once")]
    pub(crate) fn leave(
        &mut self,
        id: LoopId,
        exits: &[(Edge, Term)],
        defined: &[Val],
        by: &mut Substitution,
        counter: Var,
        continues: Term,
        entered: Term,
        outer: &[Var],
    ) {
        let mut conditions: Vec<(Edge, Term)> =
            exits.iter().map(|(e, c)| (*e, self.terms.substitute(*c, by))).collect();
        if let [(_, only)] = conditions.as_mut_slice() {
            *only = self.terms.truth();
        }
        let used = self.used_after(id);
        let values: Vec<(Val, Value)> = defined
            .iter()
            .filter(|v| used.contains(v))
            .filter_map(|v| Some((*v, self.walk.values.get(v)?.clone())))
            .collect();
        let values: Vec<(Val, Value)> =
            values.into_iter().map(|(v, x)| (v, x.substitute(&mut self.terms, by))).collect();
        for v in defined {
            self.walk.values.remove(v);
        }
        let leaves = conditions.iter().any(|(_, c)| self.terms.vars_of(&[*c]).contains(&counter));
        let varying: Vec<Val> =
            values.iter().filter(|(_, x)| x.mentions(&self.terms, counter)).map(|(v, _)| *v).collect();
        // For numbers in floating point alone, which are no places, the symbol does: less of their sums is unrolled.
        let closed = varying.iter().any(|v| !matches!(v.ty(), Ty::Float(_)));
        let mut last = Substitution::new();
        if leaves || !varying.is_empty() {
            let turns = if closed { self.turns(continues, counter) } else { None };
            let e = turns.unwrap_or_else(|| self.last_iteration(id, counter, continues, entered, outer));
            last.var(counter, e);
        }
        for (edge, condition) in conditions {
            let c = self.terms.substitute(condition, &mut last);
            self.walk.exit_conditions.insert(edge, c);
        }
        for (val, value) in values {
            let value = value.substitute(&mut self.terms, &mut last);
            self.define(val, value);
        }
    }

    /// The values of the loop that phis outside take.
    fn used_after(&self, id: LoopId) -> FxHashSet<Val> {
        let mut used = FxHashSet::default();
        let targets: FxHashSet<BlockId> = self.cfg.loop_data(id).exits.iter().map(|e| e.to).collect();
        let blocks: Vec<BlockId> = self.cfg.blocks().filter(|b| targets.contains(b)).collect();
        for block in blocks {
            for instruction in self.cfg.block(block).get_instructions() {
                let Op::Phi(sources) = Val::of(&instruction).op(self.layout) else { break };
                used.extend(sources.into_iter().map(|(v, _)| v));
            }
        }
        used
    }

    /// The number of the iteration in which a loop is left that counts from 0 to a bound which it does not change.
    fn turns(&mut self, continues: Term, counter: Var) -> Option<Term> {
        let Node::Compare(op, a, bound) = *self.terms.node(continues) else { return None };
        let x = self.terms.var(counter);
        let is_counter = a == x || matches!(*self.terms.node(a), Node::Cast(CastOp::Zext, _, inner) if inner == x);
        if !is_counter || self.terms.vars_of(&[bound]).contains(&counter) {
            return None;
        }
        let zero = self.terms.constant(self.terms.width(bound), 0);
        let turns = match op {
            CompareOp::Slt => {
                let some = self.terms.slt(zero, bound);
                self.terms.ite(some, bound, zero)
            }
            CompareOp::Ult => bound,
            CompareOp::Eq | CompareOp::Sle | CompareOp::Ule => return None,
        };
        if op == CompareOp::Ult || a != x {
            self.out.assumptions.push(Assumption::FewIterations);
        }
        let width = self.terms.width(x);
        Some(self.terms.cast(CastOp::Trunc, width, turns))
    }

    /// The symbol for the number of the iteration in which the loop is left.
    fn last_iteration(&mut self, id: LoopId, counter: Var, continues: Term, entered: Term, outer: &[Var]) -> Term {
        let what = format!("the number of iterations of the loop at {}", self.loop_place(id));
        let (func, e) = self.symbol("last", what, 32, outer);
        let zero = self.terms.constant(32, 0);
        let not_negative = self.terms.sle(zero, e);
        let goes_on = self.terms.replace(continues, counter, e);
        let ends = self.terms.not(goes_on);
        let before = iteration::previous(&mut self.terms, continues, counter);
        let before = self.terms.replace(before, counter, e);
        let first = self.terms.eq(e, zero);
        let reached = self.terms.or(first, before);
        let since = earlier_iterations::since(&mut self.terms, continues, counter);
        let since = self.terms.replace(since, counter, e);
        let left = self.terms.all([not_negative, ends, reached, since]);
        let body = self.terms.implies(entered, left);
        self.terms.set_axiom(func, Axiom { params: outer.to_vec(), body });
        self.out.exits.push(Exit { func, counter, continues, params: outer.to_vec() });
        e
    }
}
