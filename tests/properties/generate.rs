//! Random small protocols over the thread index, two parameters and nested loops, synchronised where that is uniform (and
//! seldom where it is not).
//!
//! Strategies are boxed: unboxed ones take more stack than a test thread has.

use proptest::prelude::*;
use raceproof::kernel::{AtomicScope, MemorySpace, SyncScope};
use raceproof::map::ast::*;
use raceproof::map::parse;

/// The parameters lie in `0..=MOST_PARAM`.
pub(crate) const MOST_PARAM: i64 = 2;
/// No loop of a generated protocol has more iterations.
pub(crate) const MOST_TRIPS: i64 = 4;

/// A statement before its names are chosen: numbers pick among the names in scope.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Access(u8, Spot, Index),
    /// Left out where threads may disagree, unless it is reckless and of a block.
    Sync {
        scope: SyncScope,
        reckless: bool,
    },
    If(Condition, Vec<Part>, Vec<Part>),
    For(Bounds, Vec<Part>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    Line,
    Row,
    Square,
    Bytes,
}

/// `thread·tid + block·bid + factor·variable + param·n + constant`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index {
    thread: i64,
    block: i64,
    variable: u8,
    factor: i64,
    param: i64,
    constant: i64,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Const(i64),
    Param(u8),
    Variable(u8),
    Thread,
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Condition {
    Compare(BinaryOp, Value, Value),
    /// The value is odd.
    Odd(Value),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Bounds {
    Up(Value, Value, i64),
    Down(Value, Value, i64),
    Times(Value, Value),
    Over(Value, Value),
    While(Value),
}

fn value() -> BoxedStrategy<Value> {
    prop_oneof![
        4 => (-1i64..=3).prop_map(Value::Const),
        3 => (0u8..2).prop_map(Value::Param),
        3 => any::<u8>().prop_map(Value::Variable),
        1 => Just(Value::Thread),
    ]
    .boxed()
}

fn condition() -> BoxedStrategy<Condition> {
    use BinaryOp::{Eq, Ge, Gt, Le, Lt, Ne};
    prop_oneof![
        3 => (prop::sample::select(vec![Lt, Le, Gt, Ge, Eq, Ne]), value(), value())
            .prop_map(|(op, a, b)| Condition::Compare(op, a, b)),
        1 => value().prop_map(Condition::Odd),
    ]
    .boxed()
}

fn bounds() -> BoxedStrategy<Bounds> {
    let step = || prop_oneof![3 => Just(1i64), 1 => Just(2i64)];
    prop_oneof![
        6 => (0i64..2, value(), step()).prop_map(|(a, b, s)| Bounds::Up(Value::Const(a), b, s)),
        2 => (value(), value(), step()).prop_map(|(a, b, s)| Bounds::Up(a, b, s)),
        2 => (value(), value(), step()).prop_map(|(a, b, s)| Bounds::Down(a, b, s)),
        1 => (value(), value()).prop_map(|(a, b)| Bounds::Times(a, b)),
        1 => (value(), value()).prop_map(|(a, b)| Bounds::Over(a, b)),
        1 => value().prop_map(Bounds::While),
    ]
    .boxed()
}

fn index() -> BoxedStrategy<Index> {
    let thread = prop_oneof![1 => Just(0i64), 9 => Just(1), 1 => Just(2), 1 => Just(-1)];
    let block = prop_oneof![Just(0i64), Just(3)];
    let factor = prop_oneof![3 => Just(0i64), 1 => Just(1), 2 => Just(3), 1 => Just(-1)];
    let param = prop_oneof![4 => Just(0i64), 1 => Just(1)];
    let constant = prop_oneof![4 => Just(0i64), 1 => Just(1), 1 => Just(2)];
    (thread, block, any::<u8>(), factor, param, constant)
        .prop_map(|(thread, block, variable, factor, param, constant)| Index {
            thread,
            block,
            variable,
            factor,
            param,
            constant,
        })
        .boxed()
}

fn part() -> BoxedStrategy<Part> {
    let scope = prop_oneof![
        6 => Just(SyncScope::Block),
        1 => Just(SyncScope::Warp),
        1 => Just(SyncScope::Grid),
    ];
    let place =
        prop_oneof![3 => Just(Spot::Line), 2 => Just(Spot::Row), 1 => Just(Spot::Square), 1 => Just(Spot::Bytes)];
    let reckless = prop::bool::weighted(0.03);
    let leaf = prop_oneof![
        3 => (0u8..10, place, index()).prop_map(|(mode, place, index)| Part::Access(mode, place, index)),
        2 => (scope, reckless).prop_map(|(scope, reckless)| Part::Sync { scope, reckless }),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        let block = |sizes: std::ops::Range<usize>| prop::collection::vec(inner.clone(), sizes);
        prop_oneof![
            1 => (condition(), block(1..4), block(0..2)).prop_map(|(c, a, b)| Part::If(c, a, b)),
            2 => (bounds(), block(1..5)).prop_map(|(b, body)| Part::For(b, body)),
        ]
    })
    .boxed()
}

/// What real kernels do: accesses in a loop between barriers, some of which are passed in some rounds only.
fn rounds() -> BoxedStrategy<Vec<Part>> {
    use BinaryOp::{Eq, Ge, Lt, Ne};
    let sync = || Part::Sync { scope: SyncScope::Block, reckless: false };
    let limit = prop_oneof![(0i64..3).prop_map(Value::Const), (0u8..2).prop_map(Value::Param)];
    let round = (prop::sample::select(vec![Eq, Ne, Lt, Ge]), limit)
        .prop_map(|(op, limit)| Condition::Compare(op, Value::Variable(0), limit));
    let sometimes = prop_oneof![3 => round, 1 => condition()].prop_map(move |c| Part::If(c, vec![sync()], vec![]));
    let barrier = prop_oneof![3 => sometimes, 1 => Just(sync())].boxed();
    let plain = prop_oneof![2 => Just(0i64), 1 => Just(1), 1 => Just(3)].prop_map(|factor| Index {
        thread: 1,
        block: 0,
        variable: 0,
        factor,
        param: 0,
        constant: 0,
    });
    let index = prop_oneof![3 => plain, 1 => index()];
    let access = (3u8..6, index).prop_map(|(mode, index)| Part::Access(mode, Spot::Line, index)).boxed();
    let most = (2i64..=3).prop_map(|to| Bounds::Up(Value::Const(0), Value::Const(to), 1));
    let bounds = prop_oneof![most, bounds()];
    let maybe = |p: BoxedStrategy<Part>| prop::option::weighted(0.6, p).boxed();
    let body = (maybe(barrier.clone()), access.clone(), maybe(barrier.clone()), maybe(access.clone()), maybe(barrier));
    let body = body.prop_map(|(a, b, c, d, e)| [a, Some(b), c, d, e].into_iter().flatten().collect::<Vec<_>>());
    (maybe(access.clone()), bounds, body, maybe(access))
        .prop_map(|(before, bounds, body, after)| {
            [before, Some(Part::For(bounds, body)), after].into_iter().flatten().collect()
        })
        .boxed()
}

/// A protocol with the number of blocks to run it with. Shown as text.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) protocol: Protocol,
    pub(crate) blocks: u32,
}

impl std::fmt::Debug for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} blocks\n{}", self.blocks, self.protocol)
    }
}

pub(crate) fn sample() -> impl Strategy<Value = Sample> {
    let parts = prop_oneof![prop::collection::vec(part(), 1..5), rounds()];
    (parts, any::<bool>()).prop_map(|(parts, grid)| {
        // Read again, so that every statement has its position.
        let text = resolve(&parts, grid).to_string();
        let protocol = parse("random.map", &text).unwrap_or_else(|e| panic!("{e}\n{text}")).remove(0);
        Sample { protocol, blocks: 1 + u32::from(grid) }
    })
}

fn resolve(parts: &[Part], grid: bool) -> Protocol {
    let space = if grid { MemorySpace::Global } else { MemorySpace::Shared };
    let array = |name: &str, dims: &[u64]| ArrayDecl { name: Name::new(name), space, dims: dims.to_vec(), element: 1 };
    let mut scope = Scope { variables: vec![], uniform: true, loops: 0, grid };
    let body = scope.block(parts);
    let limit = |n: &str| {
        let at_least = Expr::binary(BinaryOp::Ge, Expr::name(n), Expr::Int(0));
        let at_most = Expr::binary(BinaryOp::Le, Expr::name(n), Expr::Int(MOST_PARAM));
        Expr::binary(BinaryOp::Both, at_least, at_most)
    };
    Protocol {
        name: Name::new("random"),
        arrays: vec![array("line", &[]), array("row", &[]), array("square", &[8, 4])],
        params: vec![Name::new("n"), Name::new("m")],
        locals: vec![],
        unknowns: vec![],
        // Reads the launch dimensions, so that none of them is left open.
        facts: vec![limit("n"), limit("m")],
        body,
    }
}

struct Scope {
    /// Loop variables with whether all threads agree on them.
    variables: Vec<(String, bool)>,
    /// All threads come here alike.
    uniform: bool,
    loops: usize,
    grid: bool,
}

impl Scope {
    fn block(&mut self, parts: &[Part]) -> Vec<Stmt> {
        parts.iter().map(|part| self.statement(part)).collect()
    }

    fn statement(&mut self, part: &Part) -> Stmt {
        match part {
            Part::Access(mode, place, index) => Stmt::Access(self.access(*mode, *place, index)),
            Part::Sync { scope, reckless } if self.uniform || (*reckless && *scope == SyncScope::Block) => {
                Stmt::Sync(*scope, At::default())
            }
            Part::Sync { .. } => Stmt::Skip,
            Part::If(condition, then, otherwise) => {
                let (cond, agreed) = self.condition(condition);
                let before = self.uniform;
                self.uniform &= agreed;
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                self.uniform = before;
                Stmt::If { cond, then, otherwise, at: At::default() }
            }
            Part::For(bounds, body) => self.for_loop(bounds, body),
        }
    }

    fn for_loop(&mut self, bounds: &Bounds, body: &[Part]) -> Stmt {
        let var = format!("x{}", self.loops);
        self.loops += 1;
        let (range, agreed) = match *bounds {
            Bounds::Up(a, b, by) => self.steps(a, b, Step::Up(Expr::Int(by))),
            Bounds::Down(a, b, by) => self.steps(a, b, Step::Down(Expr::Int(by))),
            Bounds::Times(a, b) => self.steps(a, b, Step::Times(2)),
            Bounds::Over(a, b) => self.steps(a, b, Step::Over(2)),
            Bounds::While(b) => {
                let (to, agreed) = self.value(b);
                (Range::While(Expr::binary(BinaryOp::Lt, Expr::name(var.as_str()), to)), agreed)
            }
        };
        let before = self.uniform;
        self.variables.push((var.clone(), agreed && self.uniform));
        self.uniform &= agreed;
        let body = self.block(body);
        self.uniform = before;
        self.variables.pop();
        Stmt::For(For { var: Name::new(var), range, body })
    }

    fn steps(&self, from: Value, to: Value, step: Step) -> (Range, bool) {
        let ((from, a), (to, b)) = (self.value(from), self.value(to));
        (Range::Steps { from, to, step }, a && b)
    }

    /// An expression with whether all threads agree on it.
    fn value(&self, value: Value) -> (Expr, bool) {
        match value {
            Value::Const(c) => (Expr::Int(c), true),
            Value::Param(p) => (Expr::name(if p == 0 { "n" } else { "m" }), true),
            Value::Thread => (Expr::name("threadIdx.x"), false),
            Value::Variable(pick) => self.variable(pick).unwrap_or((Expr::Int(1), true)),
        }
    }

    fn variable(&self, pick: u8) -> Option<(Expr, bool)> {
        let place = usize::from(pick).checked_rem(self.variables.len())?;
        let (name, agreed) = &self.variables[place];
        Some((Expr::name(name.as_str()), *agreed))
    }

    fn condition(&self, condition: &Condition) -> (Expr, bool) {
        match *condition {
            Condition::Compare(op, a, b) => {
                let ((a, x), (b, y)) = (self.value(a), self.value(b));
                (Expr::binary(op, a, b), x && y)
            }
            Condition::Odd(a) => {
                let (a, agreed) = self.value(a);
                (Expr::binary(BinaryOp::Eq, Expr::binary(BinaryOp::And, a, Expr::Int(1)), Expr::Int(1)), agreed)
            }
        }
    }

    fn access(&self, mode: u8, place: Spot, index: &Index) -> Access {
        let times = |factor, e| Expr::binary(BinaryOp::Mul, e, Expr::Int(factor));
        let mut sum = Expr::Int(index.constant);
        let mut add = |factor: i64, e: Expr| {
            if factor != 0 {
                let e = if factor == 1 { e } else { times(factor, e) };
                sum = Expr::binary(BinaryOp::Add, sum.clone(), e);
            }
        };
        add(index.thread, Expr::name("threadIdx.x"));
        add(if self.grid { index.block } else { 0 }, Expr::name("blockIdx.x"));
        add(index.param, Expr::name("n"));
        if let Some((variable, _)) = self.variable(index.variable) {
            add(index.factor, variable);
        }
        let mode = match mode {
            0..=3 => Mode::Read,
            4..=7 => Mode::Write(None),
            8 => Mode::Atomic(AtomicScope::Device),
            _ => Mode::Atomic(AtomicScope::Block),
        };
        let (array, place) = match place {
            Spot::Line => ("line", Place::Cell(vec![sum])),
            Spot::Row => ("row", Place::Cell(vec![sum])),
            Spot::Bytes => ("line", Place::Bytes { offset: sum, length: Expr::Int(2) }),
            Spot::Square => {
                let column = Expr::binary(BinaryOp::And, sum.clone(), Expr::Int(3));
                ("square", Place::Cell(vec![Expr::binary(BinaryOp::Shr, sum, Expr::Int(2)), column]))
            }
        };
        Access { mode, array: Name::new(array), place }
    }
}
