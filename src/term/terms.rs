//! The arena of one kernel's terms, and what may be assumed of them.
//!
//! **Invariant:** equal terms have equal ids, and children have smaller ids than their parents.

use super::arithmetic::{Arithmetic, Wrapping};
use super::node::{BinaryOp, Func, Node, Term, Var, Width};
use super::symbols::{Axiom, FuncInfo, Sharing, VarInfo};
use super::work::Work;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::time::Instant;

/// The arena: terms, variables and function symbols of one kernel.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    nodes: IndexSet<Node, FxBuildHasher>,
    widths: Vec<Width>,
    vars: Vec<VarInfo>,
    funcs: Vec<FuncInfo>,
    wrapping: Wrapping,
    work: Work,
    /// By sum, product or shift to the left: how its value is meant; [`Arithmetic::Signed`] where nothing is said.
    arithmetic: FxHashMap<Term, Arithmetic>,
    /// See [`Terms::write_as`].
    written: FxHashMap<Var, String>,
}

impl Terms {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same terms, for which wrapping is treated so.
    #[must_use]
    pub fn with_wrapping(self, wrapping: Wrapping) -> Self {
        Terms { wrapping, ..self }
    }

    #[must_use]
    pub fn wrapping(&self) -> Wrapping {
        self.wrapping
    }

    /// What is done with these terms ends by then, if anything does.
    pub fn end_by(&mut self, deadline: Option<Instant>) {
        self.work.end_by(deadline);
    }

    /// No more than so many steps are done with these terms.
    pub fn limit_work(&mut self, steps: u64) {
        self.work.limit(steps);
    }

    #[must_use]
    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.0 as usize]
    }

    #[must_use]
    pub fn width(&self, t: Term) -> Width {
        self.widths[t.0 as usize]
    }

    #[must_use]
    pub fn var_info(&self, v: Var) -> &VarInfo {
        &self.vars[v.0 as usize]
    }

    #[must_use]
    pub fn func_info(&self, f: Func) -> &FuncInfo {
        &self.funcs[f.0 as usize]
    }

    pub fn set_axiom(&mut self, f: Func, axiom: Axiom) {
        self.funcs[f.0 as usize].axiom = Some(axiom);
    }

    /// Restricts or sets the bounds of a variable (inclusive, signed).
    pub fn set_bounds(&mut self, v: Var, bounds: (i64, i64)) {
        self.vars[v.0 as usize].bounds = Some(bounds);
    }

    pub fn declare_var(&mut self, info: VarInfo) -> Var {
        self.vars.push(info);
        Var((self.vars.len() - 1) as u32)
    }

    pub fn declare_func(&mut self, info: FuncInfo) -> Func {
        self.funcs.push(info);
        Func((self.funcs.len() - 1) as u32)
    }

    pub fn set_sharing(&mut self, f: Func, sharing: Sharing) {
        self.funcs[f.0 as usize].sharing = sharing;
    }

    /// What the source writes for a variable, where that is not its name: `view.pitch` for `view+8`.
    pub fn write_as(&mut self, v: Var, text: String) {
        self.written.insert(v, text);
    }

    /// What the source writes for a variable.
    #[must_use]
    pub fn written(&self, v: Var) -> &str {
        self.written.get(&v).map_or(&self.var_info(v).name, |text| text)
    }

    /// Gives a variable another name.
    pub fn rename_var(&mut self, v: Var, name: String) {
        self.vars[v.0 as usize].name = name;
    }

    /// All function symbols in order of declaration.
    pub fn funcs(&self) -> impl Iterator<Item = Func> + use<> {
        (0..self.funcs.len() as u32).map(Func)
    }

    /// All variables in order of declaration.
    pub fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        (0..self.vars.len() as u32).map(Var)
    }

    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Adds a node as it is, without folding.
    pub(super) fn intern(&mut self, node: Node) -> Term {
        self.work.spend(1);
        let width = match &node {
            Node::Const { width, .. } | Node::Cast(_, width, _) => *width,
            Node::Var(v) => self.var_info(*v).width,
            Node::Not(_) | Node::Compare(..) => 1,
            Node::Binary(_, a, _) | Node::Ite(_, a, _) => self.width(*a),
            Node::Apply(f, _) => self.func_info(*f).width,
        };
        let (index, new) = self.nodes.insert_full(node);
        if new {
            self.widths.push(width);
        }
        Term(index as u32)
    }

    /// Direct children of a term.
    #[must_use]
    pub fn children(&self, t: Term) -> Vec<Term> {
        match self.node(t) {
            Node::Const { .. } | Node::Var(_) => vec![],
            Node::Not(a) | Node::Cast(_, _, a) => vec![*a],
            Node::Binary(_, a, b) | Node::Compare(_, a, b) => vec![*a, *b],
            Node::Ite(c, a, b) => vec![*c, *a, *b],
            Node::Apply(_, args) => args.to_vec(),
        }
    }

    /// All terms below `roots`, the roots included, children before parents, each once.
    #[must_use]
    pub fn reachable(&self, roots: &[Term]) -> Vec<Term> {
        self.reachable_until(roots, |_| false)
    }

    /// The same, without the terms where `stop` holds and what is only below them.
    pub fn reachable_until(&self, roots: &[Term], stop: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut stack = roots.to_vec();
        let mut found = vec![];
        while let Some(t) = stack.pop() {
            if !stop(t) && seen.insert(t) {
                found.push(t);
                stack.extend(self.children(t));
            }
        }
        self.work.spend(found.len());
        found.sort_unstable();
        found
    }

    /// The variables in `roots`, ordered, each once.
    #[must_use]
    pub fn vars_of(&self, roots: &[Term]) -> Vec<Var> {
        self.reachable(roots)
            .into_iter()
            .filter_map(|t| match self.node(t) {
                Node::Var(v) => Some(*v),
                Node::Const { .. }
                | Node::Not(_)
                | Node::Binary(..)
                | Node::Compare(..)
                | Node::Ite(..)
                | Node::Cast(..)
                | Node::Apply(..) => None,
            })
            .collect()
    }

    /// The applications of function symbols in `roots`, ordered, each once.
    #[must_use]
    pub fn apps_of(&self, roots: &[Term]) -> Vec<(Term, Func)> {
        self.reachable(roots)
            .into_iter()
            .filter_map(|t| match self.node(t) {
                Node::Apply(f, _) => Some((t, *f)),
                Node::Const { .. }
                | Node::Var(_)
                | Node::Not(_)
                | Node::Binary(..)
                | Node::Compare(..)
                | Node::Ite(..)
                | Node::Cast(..) => None,
            })
            .collect()
    }
}

impl Terms {
    /// What is assumed of `t`.
    #[must_use]
    pub fn arithmetic(&self, t: Term) -> Arithmetic {
        self.arithmetic.get(&t).copied().unwrap_or_default()
    }

    /// Whether `t` is a constant of unsigned numbers that is shifted to the left. Of it nothing is assumed: it is represented by
    /// the unsigned number with its bits, so that `(2u << n) - 1` is a mask for every n.
    #[must_use]
    pub fn shifts_constant(&self, t: Term) -> bool {
        matches!(*self.node(t), Node::Binary(BinaryOp::Shl, a, _) if self.as_const(a).is_some())
            && self.arithmetic(t) == Arithmetic::Unsigned
    }

    /// `a op b` of which so much may be assumed.
    pub fn binary_as(&mut self, arithmetic: Arithmetic, op: BinaryOp, a: Term, b: Term) -> Term {
        let t = self.binary(op, a, b);
        if t != a && t != b {
            self.weaken(t, arithmetic);
        }
        t
    }

    /// Takes it that no more may be assumed of `t` than `to` allows.
    pub(super) fn weaken(&mut self, t: Term, to: Arithmetic) {
        let Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, ..) = self.node(t) else { return };
        let old = self.arithmetic(t);
        if to > old {
            self.arithmetic.insert(t, to);
        }
        // One term that wraps for the program and does not for a closed form: nothing is assumed any more.
        if (old == Arithmetic::Wide) != (to == Arithmetic::Wide) && old.max(to) == Arithmetic::Modular {
            self.wrapping = Wrapping::Followed;
        }
    }
}
