//! Hash-consed, typed terms: the only representation of values and conditions behind `llvm/`.
//!
//! A [`Term`] is an index into its [`Terms`] arena. It denotes a bit-vector of 1 to 64 bits (width 1 is a truth value);
//! arithmetic wraps, as in LLVM. Equal terms have equal ids, so equality is a comparison of two integers. Terms are built
//! by the smart constructors of `build.rs`, each of which preserves [`eval`](Terms::eval) (property tests check that).
//!
//! **Invariant:** children have smaller ids than their parents, so a pass may walk the arena in order of ids.

mod arithmetic;
mod build;
mod display;
mod eval;
mod fold;
mod integers;
mod interval;
mod lets;
mod modest;
mod owner;
mod subst;
mod work;

pub use arithmetic::{Arithmetic, Wrapping};
pub use eval::{Environment, mask, signed};
pub use integers::{COUNTS, RANK, count};
pub use interval::{Interval, Intervals};
pub use lets::Lets;
pub use owner::Owner;
pub use subst::Substitution;
pub use work::{Excess, bounded};

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::time::Instant;

/// A term: an index into the arena that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(u32);

/// A free variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(u32);

/// A function symbol: memory contents, an opaque value, or a named pure operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Func(u32);

/// Number of bits, 1 to 64.
pub type Width = u8;

/// What a term is made of.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Node {
    Const {
        width: Width,
        value: u64,
    },
    Var(Var),
    /// Negation of a truth value.
    Not(Term),
    Binary(BinaryOp, Term, Term),
    /// Operands of equal width; the result is a truth value.
    Compare(CompareOp, Term, Term),
    /// Condition, value if true, value if false.
    Ite(Term, Term, Term),
    Cast(CastOp, Width, Term),
    Apply(Func, Box<[Term]>),
}

/// Operators on two operands of equal width. On truth values only `And`, `Or` and `Xor` occur.
///
/// Integer reasoning may assume of `Add`, `Mul` and `Shl` what their [`Arithmetic`] says; `Sub` is always exact (a subtraction
/// that must not wrap is built as an `Add`). Shifts by an amount of `width` or more and divisions by 0 are undefined.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CompareOp {
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum CastOp {
    Zext,
    Sext,
    Trunc,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    /// `x`, `y` or `z`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Axis::X => 'x',
            Axis::Y => 'y',
            Axis::Z => 'z',
        }
    }
}

/// What a variable stands for; decides which threads share its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VarKind {
    /// `threadIdx`: differs between the threads of a block.
    ThreadIdx(Axis),
    /// `blockIdx`: shared by the threads of a block.
    BlockIdx(Axis),
    BlockDim(Axis),
    GridDim(Axis),
    /// A kernel parameter (or a field of one): the same for all threads.
    Param,
    /// Counts a loop's iterations from 0; shared where the loop is synchronised, else per thread.
    Counter,
    /// Per thread, without further meaning (`local` of a `.map` file).
    Local,
}

/// Whose copies of an uninterpreted symbol agree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sharing {
    /// One symbol for the whole launch.
    Grid,
    /// One symbol for each block.
    Block,
    /// One symbol for each warp.
    Warp,
    /// One symbol for each thread.
    Thread,
}

/// A variable's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarInfo {
    pub name: String,
    pub width: Width,
    pub kind: VarKind,
    /// Inclusive bounds of the value read as a signed number; always respected by witnesses.
    pub bounds: Option<(i64, i64)>,
    pub owner: Owner,
}

/// Why a function symbol exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FuncKind {
    /// Contents of memory as read at one place; the last argument is the byte address inside the object. The object is the
    /// kernel's array of this number, or else a constant or a parameter, which the symbol itself tells from others.
    Memory { array: Option<usize> },
    /// A value that the analysis does not follow; the text says what it is and where it comes from.
    Opaque { what: String },
    /// A loop-carried value without a closed form, or the number of the iteration in which a loop was left.
    Loop { what: String },
    /// A deterministic operation, equal for equal operands (`fadd`, `ctpop`, …).
    Pure,
}

/// A function symbol's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuncInfo {
    pub name: String,
    pub width: Width,
    pub kind: FuncKind,
    pub sharing: Sharing,
    /// A fact that holds for every application: `body` with `params` replaced by the arguments.
    pub axiom: Option<Axiom>,
    pub owner: Owner,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axiom {
    pub params: Vec<Var>,
    pub body: Term,
}

/// The arena: terms, variables and function symbols of one kernel.
#[derive(Clone, Default, Debug)]
pub struct Terms {
    nodes: IndexSet<Node, FxBuildHasher>,
    widths: Vec<Width>,
    vars: Vec<VarInfo>,
    funcs: Vec<FuncInfo>,
    wrapping: Wrapping,
    work: work::Work,
    /// By sum, product or shift to the left: how its value is meant; [`Arithmetic::Signed`] where nothing is said.
    arithmetic: FxHashMap<Term, Arithmetic>,
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
    fn intern(&mut self, node: Node) -> Term {
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
        let mut seen = rustc_hash::FxHashSet::default();
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
