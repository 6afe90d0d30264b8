//! The scaling families: race-free protocols that grow with `n` in one construct of the language each.
//!
//! Source: Faial, Fig. 7 (the first five), with `T = blockDim.x`; the others are ours: what the papers reject or what grows
//! in Faial. In Fig. 7 every thread keeps to cells of its own; in ours it writes its own cell and reads, behind a barrier,
//! the one that mirrors it, so that each barrier matters.
//!
//! **Invariant:** every protocol is valid, has `n` of what gives the family its name, and is free of data races and of
//! barrier divergence for all blocks of one axis and all values of its parameters.

use crate::kernel::{MemorySpace, SyncScope};
use crate::map::ast::{Access, ArrayDecl, At, BinaryOp, Expr, For, Mode, Name, Place, Protocol, Range, Step, Stmt};

/// The most threads of a block in these protocols: the shared arrays of the largest then fit a multiprocessor.
pub(super) const THREADS: u64 = 128;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    Accesses,
    Barriers,
    Conditionals,
    UnsynchronisedLoops,
    SynchronisedLoops,
    SynchronisedConditionals,
    ConditionalsInLoop,
    AlternatingNests,
    ManyArrays,
}

impl Family {
    pub const ALL: [Family; 9] = [
        Family::Accesses,
        Family::Barriers,
        Family::Conditionals,
        Family::UnsynchronisedLoops,
        Family::SynchronisedLoops,
        Family::SynchronisedConditionals,
        Family::ConditionalsInLoop,
        Family::AlternatingNests,
        Family::ManyArrays,
    ];

    /// As on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Family::Accesses => "accesses",
            Family::Barriers => "barriers",
            Family::Conditionals => "conditionals",
            Family::UnsynchronisedLoops => "unsynchronised-loops",
            Family::SynchronisedLoops => "synchronised-loops",
            Family::SynchronisedConditionals => "synchronised-conditionals",
            Family::ConditionalsInLoop => "conditionals-in-loop",
            Family::AlternatingNests => "alternating-nests",
            Family::ManyArrays => "many-arrays",
        }
    }

    /// Whether the pairs of accesses that can be concurrent grow with the square of `n`.
    #[must_use]
    pub fn quadratic(self) -> bool {
        match self {
            Family::Accesses
            | Family::Conditionals
            | Family::UnsynchronisedLoops
            | Family::SynchronisedConditionals
            | Family::ConditionalsInLoop => true,
            Family::Barriers | Family::SynchronisedLoops | Family::AlternatingNests | Family::ManyArrays => false,
        }
    }

    /// The family's protocol of size `n`.
    #[must_use]
    pub fn protocol(self, n: usize) -> Protocol {
        let steps = 1..=n as i64;
        let body = match self {
            Family::Accesses => steps.flat_map(|i| rows(i, n as i64)).collect(),
            Family::Barriers => steps.flat_map(|_| [write("a", thread()), sync()]).collect(),
            Family::Conditionals => {
                let own = |i| when(binary(BinaryOp::Eq, thread(), Expr::Int(i - 1)), vec![write("a", thread())]);
                steps.map(own).collect()
            }
            Family::UnsynchronisedLoops => nest(n, &|_| vec![write("a", thread())]),
            Family::SynchronisedLoops => nest(n, &|_| vec![write("a", thread()), sync()]),
            Family::SynchronisedConditionals => steps.map(exchange_if).collect(),
            Family::ConditionalsInLoop => vec![repeat("r".to_owned(), steps.map(exchange_if).collect())],
            Family::AlternatingNests => nest(n, &|i| {
                let writes = repeat(format!("y{i}"), vec![write("a", thread())]);
                [vec![writes, sync()], mirror_read("a")].concat()
            }),
            Family::ManyArrays => steps.flat_map(|i| exchange(&format!("a{i}"))).collect(),
        };
        let arrays = match self {
            Family::ManyArrays => (1..=n).map(|i| shared(&format!("a{i}"), vec![THREADS])).collect(),
            // Rows of blockDim.x cells each.
            Family::Accesses => vec![shared("a", vec![])],
            Family::Barriers
            | Family::Conditionals
            | Family::UnsynchronisedLoops
            | Family::SynchronisedLoops
            | Family::SynchronisedConditionals
            | Family::ConditionalsInLoop
            | Family::AlternatingNests => vec![shared("a", vec![THREADS])],
        };
        Protocol {
            name: Name::new(self.name().replace('-', "_")),
            arrays,
            params: vec![Name::new("N"), Name::new("m")],
            locals: vec![],
            unknowns: vec![],
            facts: vec![binary(BinaryOp::Le, threads(), Expr::Int(THREADS as i64))],
            body,
        }
    }
}

fn shared(name: &str, dims: Vec<u64>) -> ArrayDecl {
    ArrayDecl { name: Name::new(name), space: MemorySpace::Shared, dims, element: 4 }
}

fn thread() -> Expr {
    Expr::name("threadIdx.x")
}

fn threads() -> Expr {
    Expr::name("blockDim.x")
}

fn binary(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    Expr::binary(op, a, b)
}

fn access(mode: Mode, array: &str, index: Expr) -> Stmt {
    Stmt::Access(Access { mode, array: Name::new(array), place: Place::Cell(vec![index]) })
}

fn write(array: &str, index: Expr) -> Stmt {
    access(Mode::Write(None), array, index)
}

fn sync() -> Stmt {
    Stmt::Sync(SyncScope::Block, At::default())
}

fn when(cond: Expr, then: Vec<Stmt>) -> Stmt {
    Stmt::If { cond, then, otherwise: vec![], at: At::default() }
}

/// `for x in 0..N { … }`
fn repeat(x: String, body: Vec<Stmt>) -> Stmt {
    let range = Range::Steps { from: Expr::Int(0), to: Expr::name("N"), step: Step::Up(Expr::Int(1)) };
    Stmt::For(For { var: Name::new(x), range, body })
}

/// `for x1 { level(1); for x2 { level(2); … } }`, of depth `n`.
fn nest(n: usize, level: &dyn Fn(usize) -> Vec<Stmt>) -> Vec<Stmt> {
    (1..=n).rev().fold(vec![], |inner, i| vec![repeat(format!("x{i}"), [level(i), inner].concat())])
}

/// `rd a[tid + (n+1-i)·T]; wr a[tid + i·T]`
fn rows(i: i64, n: i64) -> [Stmt; 2] {
    let cell = |row| binary(BinaryOp::Add, thread(), binary(BinaryOp::Mul, Expr::Int(row), threads()));
    [access(Mode::Read, "a", cell(n + 1 - i)), write("a", cell(i))]
}

/// `rd a[T - 1 - tid]; sync`
fn mirror_read(array: &str) -> Vec<Stmt> {
    let last = binary(BinaryOp::Sub, threads(), Expr::Int(1));
    vec![access(Mode::Read, array, binary(BinaryOp::Sub, last, thread())), sync()]
}

/// `wr a[tid]; sync; rd a[T - 1 - tid]; sync`
fn exchange(array: &str) -> Vec<Stmt> {
    [vec![write(array, thread()), sync()], mirror_read(array)].concat()
}

/// `if m > i { … }` around an exchange.
fn exchange_if(i: i64) -> Stmt {
    when(binary(BinaryOp::Gt, Expr::name("m"), Expr::Int(i)), exchange("a"))
}
