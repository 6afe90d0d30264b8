//! Replacement of variables and of whole terms by terms, and of function symbols by others, rebuilding with the smart constructors.

use super::arithmetic::Arithmetic;
use super::node::{CastOp, Func, Node, Term, Var};
use super::terms::Terms;
use rustc_hash::FxHashMap;

/// A simultaneous replacement. Keeps what it has rebuilt, so applying it to many terms of one kernel is cheap.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    vars: FxHashMap<Var, Term>,
    funcs: FxHashMap<Func, Func>,
    whole: FxHashMap<Term, Term>,
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Replaces `var` by `by`, a term of the same width.
    pub fn var(&mut self, var: Var, by: Term) -> &mut Self {
        self.vars.insert(var, by);
        self.done.clear();
        self
    }

    /// Whether a variable is replaced.
    #[must_use]
    pub fn has(&self, var: Var) -> bool {
        self.vars.contains_key(&var)
    }

    /// Replaces the symbol `func` by `by`.
    pub fn func(&mut self, func: Func, by: Func) -> &mut Self {
        self.funcs.insert(func, by);
        self.done.clear();
        self
    }

    /// Replaces the term `t` wherever it stands by `by`, of the same width.
    pub fn term(&mut self, t: Term, by: Term) -> &mut Self {
        self.whole.insert(t, by);
        self.done.clear();
        self
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.vars.is_empty() && self.funcs.is_empty() && self.whole.is_empty()
    }
}

impl Terms {
    /// `t` with `by` applied.
    pub fn substitute(&mut self, t: Term, by: &mut Substitution) -> Term {
        if by.is_empty() {
            return t;
        }
        if by.done.is_empty() {
            by.done.clone_from(&by.whole);
        }
        if let Some(done) = by.done.get(&t) {
            return *done;
        }
        for sub in self.reachable_until(&[t], |sub| by.done.contains_key(&sub)) {
            let node = self.node(sub).clone();
            let get = |t: &Term| by.done.get(t).copied().unwrap_or(*t);
            let new = match node {
                Node::Const { .. } => sub,
                Node::Var(v) => by.vars.get(&v).copied().unwrap_or(sub),
                Node::Not(a) => self.not(get(&a)),
                Node::Binary(op, a, b) => self.binary_as(self.arithmetic(sub), op, get(&a), get(&b)),
                Node::Compare(op, a, b) => self.compare(op, get(&a), get(&b)),
                Node::Ite(c, a, b) => self.ite(get(&c), get(&a), get(&b)),
                Node::Cast(CastOp::Trunc, w, a) if self.arithmetic(sub) == Arithmetic::Modular => self.cut(w, get(&a)),
                Node::Cast(op, w, a) => self.cast(op, w, get(&a)),
                Node::Apply(f, args) => {
                    let args = args.iter().map(get).collect::<Vec<_>>();
                    let f = by.funcs.get(&f).copied().unwrap_or(f);
                    self.apply(f, args)
                }
            };
            by.done.insert(sub, new);
        }
        by.done.get(&t).copied().unwrap_or(t)
    }

    /// A body over `params`, at these arguments.
    pub fn applied(&mut self, (params, body): (&[Var], Term), args: &[Term]) -> Term {
        let mut by = Substitution::new();
        for (p, a) in params.iter().zip(args) {
            by.var(*p, *a);
        }
        self.substitute(body, &mut by)
    }

    /// `t` with one variable replaced.
    pub fn replace(&mut self, t: Term, var: Var, by: Term) -> Term {
        let mut s = Substitution::new();
        s.var(var, by);
        self.substitute(t, &mut s)
    }
}
