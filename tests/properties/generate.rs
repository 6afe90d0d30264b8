//! Random small protocols over the threads of one or two blocks and of one or two warps, two parameters and nested loops,
//! synchronised where that is uniform (and seldom where it is not).

use super::parts::{Bounds, Condition, Index, Part, Spot, Value, distant, part, rounds, wild_part};
use proptest::prelude::*;
use raceproof::kernel::{MemorySpace, SyncScope};
use raceproof::map::ast::*;
use raceproof::map::parse;
use raceproof::term::Sharing;

/// The parameters lie in `0..=MOST_PARAM`.
pub(crate) const MOST_PARAM: i64 = 2;
/// No loop of a generated protocol has more iterations.
pub(crate) const MOST_TRIPS: i64 = 5;
/// The threads of a warp.
pub(crate) const LANES: u32 = 32;

/// A protocol with the launch to run it with. Shown as text.
#[derive(Clone)]
pub(crate) struct Sample {
    pub(crate) protocol: Protocol,
    pub(crate) blocks: u32,
    /// By block: the threads that the facts of the protocol leave.
    pub(crate) threads: std::ops::Range<u32>,
}

impl std::fmt::Debug for Sample {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} blocks of {} threads\n{}", self.blocks, self.threads.end, self.protocol)
    }
}

fn parts() -> BoxedStrategy<Vec<Part>> {
    prop_oneof![5 => prop::collection::vec(part(), 1..5), 4 => rounds(), 1 => distant()].boxed()
}

pub(crate) fn sample() -> impl Strategy<Value = Sample> {
    (parts(), any::<bool>(), prop::bool::weighted(0.3)).prop_map(|(parts, grid, warps)| made(&parts, grid, warps))
}

/// With barriers that not all threads may reach.
pub(crate) fn wild_sample() -> impl Strategy<Value = Sample> {
    let parts = prop::collection::vec(wild_part(), 1..5);
    (parts, any::<bool>(), any::<bool>()).prop_map(|(parts, grid, warps)| made(&parts, grid, warps))
}

/// Two for the same launch, nearly always.
pub(crate) fn two_samples() -> impl Strategy<Value = (Sample, Sample)> {
    let two = (parts(), parts(), any::<bool>(), prop::bool::weighted(0.3));
    two.prop_map(|(a, b, grid, warps)| (made(&a, grid, warps), made(&b, grid, warps)))
}

fn made(parts: &[Part], grid: bool, warps: bool) -> Sample {
    let (protocol, threads) = resolve(parts, grid, warps);
    // Read again, so that every statement has its position.
    let text = protocol.to_string();
    let protocol = parse("random.map", &text).unwrap_or_else(|e| panic!("{e}\n{text}")).remove(0);
    Sample { protocol, blocks: 1 + u32::from(grid), threads }
}

/// The protocol of some parts, for one block or two, and of one warp or two.
fn resolve(parts: &[Part], grid: bool, warps: bool) -> (Protocol, std::ops::Range<u32>) {
    let mut scope = Scope { grid, warps, params: [false; 2], ..Scope::default() };
    let mut body = scope.block(parts);
    // What is unknown of each thread takes many runs to try.
    let threads = if grid && scope.local { 2 } else { 3 };
    let first = if warps { LANES + 1 - threads } else { 0 };
    let mut facts = vec![];
    let compare = |op, name: &str, limit| Expr::binary(op, Expr::name(name), Expr::Int(limit));
    if warps {
        facts.push(compare(BinaryOp::Ge, "threadIdx.x", i64::from(first)));
        let own = Expr::binary(BinaryOp::Sub, Expr::name("threadIdx.x"), Expr::Int(i64::from(first)));
        body.insert(0, Stmt::Let(Name::new("t"), own));
    }
    let used = PARAMS.iter().zip(scope.params).filter(|(_, used)| *used);
    let params: Vec<Name> = used.map(|(name, _)| Name::new(*name)).collect();
    for p in &params {
        let (lo, hi) = (compare(BinaryOp::Ge, &p.text, 0), compare(BinaryOp::Le, &p.text, MOST_PARAM));
        facts.push(Expr::binary(BinaryOp::Both, lo, hi));
    }
    let space = |shared: bool| if grid && !shared { MemorySpace::Global } else { MemorySpace::Shared };
    let array = |name: &str, shared: bool, dims: &[u64], element| {
        let (name, space, dims) = (Name::new(name), space(shared), dims.to_vec());
        ArrayDecl { name, space, dims, element }
    };
    let unknown = UnknownDecl { name: Name::new("f"), arity: 1, sharing: scope.sharing() };
    let protocol = Protocol {
        name: Name::new("random"),
        arrays: vec![array("line", false, &[], 1), array("row", true, &[], 2), array("square", false, &[8, 4], 1)],
        params,
        locals: if scope.local { vec![Name::new("k")] } else { vec![] },
        unknowns: if scope.unknown { vec![unknown] } else { vec![] },
        facts,
        body,
    };
    (protocol, first..first + threads)
}

const PARAMS: [&str; 2] = ["n", "m"];

/// Which threads have the same value, or come to a place alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Agree {
    No,
    Block,
    #[default]
    Grid,
}

#[derive(Default)]
struct Scope {
    /// Loop variables and definitions with who agrees on them.
    variables: Vec<(String, Agree)>,
    /// Who comes here alike.
    uniform: Agree,
    names: usize,
    grid: bool,
    /// The threads do not count from 0.
    warps: bool,
    // What was mentioned.
    params: [bool; 2],
    local: bool,
    unknown: bool,
}

impl Scope {
    /// Of the unknown function. Depends on something random that is known from the start.
    fn sharing(&self) -> Sharing {
        if self.grid && self.warps { Sharing::Block } else { Sharing::Grid }
    }

    fn block(&mut self, parts: &[Part]) -> Vec<Stmt> {
        let depth = self.variables.len();
        let statements = parts.iter().map(|part| self.statement(part)).collect();
        self.variables.truncate(depth);
        statements
    }

    fn statement(&mut self, part: &Part) -> Stmt {
        match part {
            Part::Access(mode, spot, index) => Stmt::Access(self.access(mode, *spot, index)),
            Part::Sync { scope, reckless } => {
                let enough = match scope {
                    SyncScope::Warp | SyncScope::Block => Agree::Block,
                    SyncScope::Cluster | SyncScope::Grid => Agree::Grid,
                };
                let placed = self.uniform >= enough || *reckless;
                if placed { Stmt::Sync(*scope, At::default()) } else { Stmt::Skip }
            }
            Part::If(condition, then, otherwise) => {
                let (cond, agree) = self.condition(condition);
                let before = self.uniform;
                self.uniform = before.min(agree);
                let (then, otherwise) = (self.block(then), self.block(otherwise));
                self.uniform = before;
                Stmt::If { cond, then, otherwise, at: At::default() }
            }
            Part::For(bounds, body) => self.for_loop(bounds, body),
            Part::Let(condition, a, b) => {
                let ((cond, x), (a, y), (b, z)) = (self.condition(condition), self.value(*a), self.value(*b));
                let name = self.fresh("y");
                self.variables.push((name.clone(), x.min(y).min(z)));
                Stmt::Let(Name::new(name), Expr::Choice(Box::new(cond), Box::new(a), Box::new(b)))
            }
        }
    }

    fn fresh(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names - 1)
    }

    fn for_loop(&mut self, bounds: &Bounds, body: &[Part]) -> Stmt {
        let var = self.fresh("x");
        let (range, agree) = match *bounds {
            Bounds::Up(a, b, by) => {
                let (by, agree) = self.stride(by);
                self.steps(a, b, Step::Up(by), agree)
            }
            Bounds::Down(a, b, by) => {
                let (by, agree) = self.stride(by);
                self.steps(a, b, Step::Down(by), agree)
            }
            Bounds::Times(a, b) => self.steps(a, b, Step::Times(2), Agree::Grid),
            Bounds::Over(a, b) => self.steps(a, b, Step::Over(2), Agree::Grid),
            Bounds::While(b) => {
                let (to, agree) = self.value(b);
                (Range::While(Expr::binary(BinaryOp::Lt, Expr::name(var.as_str()), to)), agree)
            }
        };
        let before = self.uniform;
        self.variables.push((var.clone(), agree.min(before)));
        self.uniform = before.min(agree);
        let body = self.block(body);
        self.uniform = before;
        self.variables.pop();
        Stmt::For(For { var: Name::new(var), range, body })
    }

    /// The language refuses constants that are not positive.
    fn stride(&mut self, by: Value) -> (Expr, Agree) {
        match self.value(by) {
            (Expr::Int(by), agree) => (Expr::Int(by.max(1)), agree),
            other => other,
        }
    }

    fn steps(&mut self, from: Value, to: Value, step: Step, agree: Agree) -> (Range, Agree) {
        let ((from, a), (to, b)) = (self.value(from), self.value(to));
        (Range::Steps { from, to, step }, a.min(b).min(agree))
    }

    /// An expression with who agrees on it.
    fn value(&mut self, value: Value) -> (Expr, Agree) {
        match value {
            Value::Const(c) => (Expr::Int(c), Agree::Grid),
            Value::Param(p) => (self.param(p), Agree::Grid),
            Value::Thread => (self.thread(), Agree::No),
            Value::Block if self.grid => (Expr::name("blockIdx.x"), Agree::Block),
            Value::Block => (Expr::Int(0), Agree::Grid),
            Value::Local => {
                self.local = true;
                (odd(Expr::name("k")), Agree::No)
            }
            Value::Unknown(param) => {
                self.unknown = true;
                let innermost = self.variables.last().map(|(name, agree)| (Expr::name(name.as_str()), *agree));
                let (of, agree) = match (param, innermost) {
                    (None, Some(variable)) => variable,
                    (None, None) => (Expr::Int(0), Agree::Grid),
                    (Some(p), _) => (self.param(p), Agree::Grid),
                };
                let own = if self.sharing() == Sharing::Block { Agree::Block } else { Agree::Grid };
                (odd(Expr::Call(Name::new("f"), vec![odd(of)])), agree.min(own))
            }
            Value::Variable(pick) => self.variable(pick).unwrap_or((Expr::Int(1), Agree::Grid)),
        }
    }

    fn param(&mut self, number: u8) -> Expr {
        let place = usize::from(number != 0);
        self.params[place] = true;
        Expr::name(PARAMS[place])
    }

    /// Counts the threads from 0.
    fn thread(&self) -> Expr {
        Expr::name(if self.warps { "t" } else { "threadIdx.x" })
    }

    fn variable(&self, pick: u8) -> Option<(Expr, Agree)> {
        let place = usize::from(pick).checked_rem(self.variables.len())?;
        let (name, agree) = &self.variables[place];
        Some((Expr::name(name.as_str()), *agree))
    }

    fn condition(&mut self, condition: &Condition) -> (Expr, Agree) {
        match *condition {
            Condition::Compare(op, a, b) => {
                let ((a, x), (b, y)) = (self.value(a), self.value(b));
                (Expr::binary(op, a, b), x.min(y))
            }
            Condition::Odd(a) => {
                let (a, agree) = self.value(a);
                (Expr::binary(BinaryOp::Eq, odd(a), Expr::Int(1)), agree)
            }
        }
    }

    fn access(&mut self, mode: &Mode, spot: Spot, index: &Index) -> Access {
        let times = |factor, e| Expr::binary(BinaryOp::Mul, e, Expr::Int(factor));
        let mut sum = Expr::Int(index.constant);
        let mut add = |factor: i64, e: Expr| {
            if factor != 0 {
                let e = if factor == 1 { e } else { times(factor, e) };
                sum = Expr::binary(BinaryOp::Add, sum.clone(), e);
            }
        };
        add(index.thread, self.thread());
        add(if self.grid { index.block } else { 0 }, Expr::name("blockIdx.x"));
        if index.param != 0 {
            add(index.param, self.param(0));
        }
        if let Some((variable, _)) = self.variable(index.variable) {
            add(index.factor, variable);
        }
        let bytes = |offset, (length, _): (Expr, Agree)| Place::Bytes { offset, length };
        let (array, place) = match spot {
            Spot::Line => ("line", Place::Cell(vec![sum])),
            Spot::Row => ("row", Place::Cell(vec![sum])),
            Spot::Bytes(length) => ("line", bytes(sum, self.value(length))),
            Spot::RowBytes(length) => ("row", bytes(sum, self.value(length))),
            Spot::Square => {
                let column = Expr::binary(BinaryOp::And, sum.clone(), Expr::Int(3));
                ("square", Place::Cell(vec![Expr::binary(BinaryOp::Shr, sum, Expr::Int(2)), column]))
            }
        };
        Access { mode: mode.clone(), array: Name::new(array), place }
    }
}

/// The lowest bit.
fn odd(value: Expr) -> Expr {
    Expr::binary(BinaryOp::And, value, Expr::Int(1))
}
