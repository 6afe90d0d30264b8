//! What random protocols are made of, before names are chosen.
//!
//! Strategies are boxed: unboxed ones take more stack than a test thread has.

use proptest::prelude::*;
use raceproof::kernel::{AtomicScope, SyncScope};
use raceproof::map::ast::{BinaryOp, Mode};

/// A statement before its names are chosen: numbers pick among the names in scope.
#[derive(Clone, Debug)]
pub(crate) enum Part {
    Access(Mode, Spot, Index),
    /// Left out where threads may disagree, unless it is reckless.
    Sync {
        scope: SyncScope,
        reckless: bool,
    },
    If(Condition, Vec<Part>, Vec<Part>),
    For(Bounds, Vec<Part>),
    /// Names one of two values.
    Let(Condition, Value, Value),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Spot {
    Line,
    Row,
    Square,
    /// So many bytes of the line, or of the row, whose elements have two.
    Bytes(Value),
    RowBytes(Value),
}

/// `thread·tid + block·bid + factor·variable + param·n + constant`
#[derive(Clone, Copy, Debug)]
pub(crate) struct Index {
    pub(crate) thread: i64,
    pub(crate) block: i64,
    pub(crate) variable: u8,
    pub(crate) factor: i64,
    pub(crate) param: i64,
    pub(crate) constant: i64,
}

/// All values lie in `-1..=4`.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value {
    Const(i64),
    Param(u8),
    Variable(u8),
    Thread,
    Block,
    /// What is unknown of each thread.
    Local,
    /// What an unknown function makes of a parameter (by its number), or of the innermost variable.
    Unknown(Option<u8>),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Condition {
    Compare(BinaryOp, Value, Value),
    /// The value is odd.
    Odd(Value),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Bounds {
    Up(Value, Value, Value),
    Down(Value, Value, Value),
    Times(Value, Value),
    Over(Value, Value),
    While(Value),
}

fn value() -> BoxedStrategy<Value> {
    prop_oneof![
        12 => (-1i64..=3).prop_map(Value::Const),
        9 => (0u8..2).prop_map(Value::Param),
        9 => any::<u8>().prop_map(Value::Variable),
        3 => Just(Value::Thread),
        1 => Just(Value::Block),
        1 => Just(Value::Local),
        1 => prop::option::of(0u8..2).prop_map(Value::Unknown),
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
    let by = || prop_oneof![6 => Just(Value::Const(1)), 2 => Just(Value::Const(2)), 1 => value()];
    prop_oneof![
        6 => (0i64..2, value(), by()).prop_map(|(a, b, s)| Bounds::Up(Value::Const(a), b, s)),
        2 => (value(), value(), by()).prop_map(|(a, b, s)| Bounds::Up(a, b, s)),
        2 => (value(), value(), by()).prop_map(|(a, b, s)| Bounds::Down(a, b, s)),
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

fn mode() -> BoxedStrategy<Mode> {
    let atomic = |scope| Just(Mode::Atomic(scope));
    prop_oneof![
        8 => Just(Mode::Read),
        8 => Just(Mode::Write(None)),
        2 => atomic(AtomicScope::Block),
        1 => atomic(AtomicScope::Device),
        1 => atomic(AtomicScope::System),
    ]
    .boxed()
}

fn scope() -> BoxedStrategy<SyncScope> {
    prop_oneof![6 => Just(SyncScope::Block), 2 => Just(SyncScope::Warp), 1 => Just(SyncScope::Grid)].boxed()
}

/// Any statement.
pub(crate) fn part() -> BoxedStrategy<Part> {
    // Only a block's barriers are asked for by the analysis.
    let sync = (scope(), prop::bool::weighted(0.03))
        .prop_map(|(scope, reckless)| Part::Sync { scope, reckless: reckless && scope == SyncScope::Block });
    part_of(sync.boxed())
}

/// Any statement, with barriers that not all threads may reach.
pub(crate) fn wild_part() -> BoxedStrategy<Part> {
    part_of((scope(), any::<bool>()).prop_map(|(scope, reckless)| Part::Sync { scope, reckless }).boxed())
}

fn part_of(sync: BoxedStrategy<Part>) -> BoxedStrategy<Part> {
    let spot = prop_oneof![
        6 => Just(Spot::Line),
        4 => Just(Spot::Row),
        2 => Just(Spot::Square),
        1 => Just(Spot::Bytes(Value::Const(2))),
        1 => value().prop_map(Spot::Bytes),
        1 => value().prop_map(Spot::RowBytes),
    ];
    let leaf = prop_oneof![
        6 => (mode(), spot, index()).prop_map(|(mode, spot, index)| Part::Access(mode, spot, index)),
        4 => sync,
        1 => (condition(), value(), value()).prop_map(|(c, a, b)| Part::Let(c, a, b)),
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

/// What real kernels do: accesses in a loop between barriers, some of both in some rounds only.
pub(crate) fn rounds() -> BoxedStrategy<Vec<Part>> {
    let plain = prop_oneof![2 => Just(0i64), 1 => Just(1), 1 => Just(3)].prop_map(|factor| own(factor, 0));
    let index = prop_oneof![3 => plain, 1 => index()];
    let access = (read_or_write(), index).prop_map(|(mode, index)| Part::Access(mode, Spot::Line, index)).boxed();
    let barrier = prop_oneof![3 => sometimes(round(), barrier()), 1 => barrier()].boxed();
    let guarded = prop_oneof![1 => sometimes(round(), access.clone()), 2 => access.clone()].boxed();
    let most = (2i64..=4).prop_map(times);
    let bounds = prop_oneof![most, bounds()];
    let body = (maybe(barrier.clone()), guarded.clone(), maybe(barrier.clone()), maybe(guarded), maybe(barrier));
    let body = body.prop_map(|(a, b, c, d, e)| [a, Some(b), c, d, e].into_iter().flatten().collect::<Vec<_>>());
    (maybe(access.clone()), bounds, body, maybe(access))
        .prop_map(|(before, bounds, body, after)| {
            [before, Some(Part::For(bounds, body)), after].into_iter().flatten().collect()
        })
        .boxed()
}

/// Accesses, each in one round or outside, that only barriers of the rounds between can keep apart.
pub(crate) fn distant() -> BoxedStrategy<Vec<Part>> {
    let only = (0..=4i64).prop_map(|n| Condition::Compare(BinaryOp::Eq, Value::Variable(0), Value::Const(n))).boxed();
    let access = |constant| read_or_write().prop_map(move |mode| Part::Access(mode, Spot::Line, own(0, constant)));
    let [one, other] = [0, 1].map(|constant| sometimes(only.clone(), access(constant).boxed()));
    let single = sometimes(round(), barrier());
    let inner = (1i64..=3, sometimes(inner_round(), barrier())).prop_map(|(to, sync)| Part::For(times(to), vec![sync]));
    let barrier = maybe(prop_oneof![3 => single, 1 => inner].boxed());
    let body = (barrier.clone(), one, barrier.clone(), maybe(other), barrier);
    let outside = prop::option::weighted(0.4, access(2)).boxed();
    (outside.clone(), body, 2i64..=5, outside)
        .prop_map(|(before, (a, b, c, d, e), to, after)| {
            let body = [a, Some(b), c, d, e].into_iter().flatten().collect();
            [before, Some(Part::For(times(to), body)), after].into_iter().flatten().collect()
        })
        .boxed()
}

/// A condition on the round of the second loop.
fn inner_round() -> BoxedStrategy<Condition> {
    let op = prop::sample::select(vec![BinaryOp::Eq, BinaryOp::Ne]);
    (op, 0i64..3).prop_map(|(op, n)| Condition::Compare(op, Value::Variable(1), Value::Const(n))).boxed()
}

/// A condition on the outermost loop's round.
fn round() -> BoxedStrategy<Condition> {
    use BinaryOp::{Eq, Ge, Lt, Ne};
    let limit = prop_oneof![(0i64..4).prop_map(Value::Const), (0u8..2).prop_map(Value::Param)];
    let round = (prop::sample::select(vec![Eq, Ne, Lt, Ge]), limit)
        .prop_map(|(op, limit)| Condition::Compare(op, Value::Variable(0), limit));
    prop_oneof![3 => round, 1 => condition()].boxed()
}

fn sometimes(condition: BoxedStrategy<Condition>, part: BoxedStrategy<Part>) -> BoxedStrategy<Part> {
    (condition, part).prop_map(|(c, part)| Part::If(c, vec![part], vec![])).boxed()
}

fn maybe(part: BoxedStrategy<Part>) -> BoxedStrategy<Option<Part>> {
    prop::option::weighted(0.6, part).boxed()
}

fn barrier() -> BoxedStrategy<Part> {
    scope().prop_map(|scope| Part::Sync { scope, reckless: false }).boxed()
}

fn read_or_write() -> BoxedStrategy<Mode> {
    prop_oneof![Just(Mode::Read), Just(Mode::Write(None)), Just(Mode::Write(None))].boxed()
}

/// `tid + factor·variable + constant`
fn own(factor: i64, constant: i64) -> Index {
    Index { thread: 1, block: 0, variable: 0, factor, param: 0, constant }
}

/// So many rounds.
fn times(to: i64) -> Bounds {
    Bounds::Up(Value::Const(0), Value::Const(to), Value::Const(1))
}
