//! The arena of one kernel's terms, and what may be assumed of them.
//!
//! **Invariant:** equal terms have equal ids, and children have smaller ids than their parents.

use super::arithmetic::{Arithmetic, Wrapping};
use super::node::{BinaryOp, CastOp, CompareOp, Func, Node, Term, Var, Width};
use super::owner::Owner;
use super::symbols::{Axiom, FuncInfo, FuncKind, Sharing, VarInfo, VarKind};
use super::work::Work;
use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::BTreeSet;
use std::time::Instant;

/// The arena: terms, variables and function symbols of one kernel.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    nodes: IndexSet<Node, FxBuildHasher>,
    widths: Vec<Width>,
    vars: Vec<VarInfo>,
    funcs: Vec<FuncInfo>,
    /// What a symbol is a copy of.
    originals: FxHashMap<Func, Func>,
    wrapping: Wrapping,
    work: Work,
    /// By the counter of a loop: see [`Terms::goes_on`].
    goes_on: FxHashMap<Var, Term>,
    /// By sum, product or shift to the left: how its value is meant; [`Arithmetic::Signed`] where nothing is said.
    arithmetic: FxHashMap<Term, Arithmetic>,
    /// See [`Terms::write_as`].
    written: FxHashMap<Var, String>,
    /// See [`Terms::is_unsigned`].
    unsigned: FxHashSet<Var>,
    /// See [`Terms::is_hidden`].
    hidden: FxHashSet<Var>,
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

    /// How many steps may still be done with these terms.
    #[must_use]
    pub fn work_left(&self) -> u64 {
        self.work.left()
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

    /// Declares a copy of `f` that stands for another's values; its definition is that of `f`.
    pub fn copy_func(&mut self, f: Func, owner: Owner) -> Func {
        let copy = self.declare_func(FuncInfo { owner, axiom: None, ..self.func_info(f).clone() });
        self.originals.insert(copy, self.original(f));
        copy
    }

    /// The symbol that `f` is a copy of, or itself.
    #[must_use]
    pub fn original(&self, f: Func) -> Func {
        self.originals.get(&f).copied().unwrap_or(f)
    }

    /// The parameters and the value of a loop-carried value, or of its original, whose axiom is `f(params) == value`.
    #[must_use]
    pub fn definition(&self, f: Func) -> Option<(Vec<Var>, Term)> {
        let f = self.original(f);
        let info = self.func_info(f);
        let (FuncKind::Loop { .. }, Some(Axiom { params, body })) = (&info.kind, &info.axiom) else { return None };
        let Node::Compare(CompareOp::Eq, a, b) = *self.node(*body) else { return None };
        let own = |(arg, p): (&Term, &Var)| matches!(self.node(*arg), Node::Var(v) if v == p);
        let is_app = |t: Term| match self.node(t) {
            Node::Apply(g, args) => *g == f && args.len() == params.len() && args.iter().zip(params).all(own),
            Node::Const { .. }
            | Node::Var(_)
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..) => false,
        };
        let value = if is_app(a) { Some(b) } else { Some(a).filter(|_| is_app(b)) };
        value.map(|value| (params.clone(), value))
    }

    /// When iteration `counter` of a loop has another one behind it.
    #[must_use]
    pub fn goes_on(&self, counter: Var) -> Option<Term> {
        self.goes_on.get(&counter).copied()
    }

    pub fn set_goes_on(&mut self, counter: Var, condition: Term) {
        self.goes_on.insert(counter, condition);
    }

    /// Whether `t` counts iterations: the counter of a loop, or the number of the iteration in which it was left.
    #[must_use]
    pub fn is_count(&self, t: Term) -> bool {
        match self.node(t) {
            Node::Var(v) => self.var_info(*v).kind == VarKind::Counter,
            Node::Apply(f, _) => {
                matches!(self.func_info(*f).kind, FuncKind::Loop { .. }) && self.definition(*f).is_none()
            }
            Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..) => false,
        }
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

    pub fn hide(&mut self, v: Var) {
        self.hidden.insert(v);
    }

    /// Whether the source's name for a variable is private or protected, so that a contract in a kernel may not use it.
    #[must_use]
    pub fn is_hidden(&self, v: Var) -> bool {
        self.hidden.contains(&v)
    }

    pub fn set_unsigned(&mut self, v: Var) {
        self.unsigned.insert(v);
    }

    /// Whether people read a variable's value as an unsigned number: its type in the source is one. Terms do not depend on it.
    #[must_use]
    pub fn is_unsigned(&self, v: Var) -> bool {
        self.unsigned.contains(&v)
    }

    /// Whether all threads of the launch have the same number there, whatever memory holds.
    #[must_use]
    pub fn is_shared(&self, t: Term) -> bool {
        let is_shared = |v: Var| !self.var_info(v).kind.varies();
        self.apps_of(&[t]).is_empty() && self.vars_of(&[t]).into_iter().all(is_shared)
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

    /// The function symbols in `roots` and in what these are defined by, and so on.
    #[must_use]
    pub fn funcs_behind(&self, roots: &[Term]) -> BTreeSet<Func> {
        let (mut open, mut seen) = (roots.to_vec(), BTreeSet::new());
        while !open.is_empty() {
            let new: Vec<Func> = self.apps_of(&open).into_iter().map(|(_, f)| f).filter(|f| seen.insert(*f)).collect();
            open = new.iter().filter_map(|f| self.func_info(*f).axiom.as_ref().map(|a| a.body)).collect();
        }
        seen
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
    pub(in crate::term) fn weaken(&mut self, t: Term, to: Arithmetic) {
        let (Node::Binary(BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl, ..) | Node::Cast(CastOp::Trunc, ..)) =
            self.node(t)
        else {
            return;
        };
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
