//! Whether the witness of a finding happens: the protocol is executed by the two threads that the finding names, with its
//! parameters, and its accesses (or its barrier) are made only in the iterations that it names.

use super::generate::Sample;
use super::worlds::{World, worlds};
use raceproof::map::ast::*;
use raceproof::map::interp::{Event, Stuck, Thread, races, run};
use raceproof::span::Span;
use raceproof::verdict::{Approximation, Certainty, Finding, FindingKind, KernelReport, Party};

/// Replays every finding of `report` whose certainty promises that it happens.
pub(crate) fn replayed(sample: &Sample, report: &KernelReport) -> Result<(), String> {
    let worlds = worlds(sample);
    for finding in &report.findings {
        let unknown = |a: &Approximation| a.to_string().starts_with("the unknown function `f` == ");
        // Holds whatever the unknown function is, or for some of them.
        let whatever = holds_whatever(finding);
        if !whatever && !finding.approximations.iter().all(unknown) {
            continue;
        }
        let protocol = &only(sample, finding);
        let happens = |w: &World, at: Cell| happens(sample, protocol, finding, w, at);
        let fitting = || {
            worlds.iter().filter(|w| w.params.iter().all(|(n, v)| named(&finding.witness, n).is_none_or(|x| x == *v)))
        };
        // What is unknown of threads is not part of a witness: some value of it has to do.
        let done = fitting().any(|w| {
            let same = |v: &&World| v.params == w.params && v.locals == w.locals;
            let mut all = worlds.iter().filter(same);
            // The cell may hang on the unknown function: then it is the one for some of its values.
            match whatever {
                true => all.clone().all(|w| happens(w, Cell::Any)) && all.any(|w| happens(w, Cell::Named)),
                false => happens(w, Cell::Named),
            }
        });
        if !done {
            return Err(format!("the witness does not happen: {}\nin {protocol}", shown(finding)));
        }
    }
    Ok(())
}

/// Whether the witness is a true one whatever the unknown functions are: the finding is less than a race, if it is, only since its
/// values are odd or a condition excludes it.
pub(crate) fn holds_whatever(finding: &Finding) -> bool {
    let odd = |a: &Approximation| matches!(a, Approximation::Odd { .. });
    match finding.certainty {
        Certainty::Race => true,
        Certainty::Conditional => finding.approximations.iter().all(odd),
        Certainty::Possible => !finding.approximations.is_empty() && finding.approximations.iter().all(odd),
    }
}

/// A finding in a line.
pub(crate) fn shown(f: &Finding) -> String {
    let parties = f.parties.iter().map(|p| format!("{}:{} {:?}", p.span.line, p.span.column, p.values));
    let parties = parties.collect::<Vec<_>>().join(", ");
    format!("{}: {} at level {:?}, {parties}, {:?}, {:?}", f.message(), f.cell, f.level, f.witness, f.approximations)
}

fn named(values: &[(String, i64)], name: &str) -> Option<i64> {
    values.iter().find(|(n, _)| n == name).map(|(_, v)| *v)
}

fn thread(party: &Party) -> Thread {
    Thread { block: party.block, thread: party.thread }
}

/// Which cell of the array two threads meet at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Any,
    /// The one that the finding names.
    Named,
}

/// Whether the two threads race, or part, where the finding says, at its array's cell.
fn happens(sample: &Sample, protocol: &Protocol, finding: &Finding, world: &World, at: Cell) -> bool {
    let threads = [thread(&finding.parties[0]), thread(&finding.parties[1])];
    let ran = world.enter(sample, |setting| run(protocol, setting, &threads, finding.level));
    match (finding.kind, ran) {
        (FindingKind::DataRace, Ok(history)) => {
            let is = |e: &Event, i: usize| e.thread == threads[i] && e.span == finding.parties[i].span;
            // A cell that hangs on nothing but the unknown function has no name.
            let nameless = finding.cell.is_empty() && !protocol.unknowns.is_empty();
            let byte = byte(finding, protocol);
            let here =
                |e: &Event| at == Cell::Any || nameless || (e.cell.start..e.cell.start + e.cell.length).contains(&byte);
            races(protocol, &history)
                .iter()
                .any(|(_, a, b)| (is(a, 0) && is(b, 1) || is(a, 1) && is(b, 0)) && here(a) && here(b))
        }
        // What a race is is not defined where threads part.
        (FindingKind::DataRace, Err(Stuck::Divergence(_))) => true,
        (FindingKind::BarrierDivergence, Err(Stuck::Divergence(_))) => true,
        (FindingKind::BarrierDivergence, _) | (FindingKind::DataRace, Err(_)) => false,
        (
            FindingKind::BenignRace
            | FindingKind::ExitedThread
            | FindingKind::ContradictoryAssumptions
            | FindingKind::Performance
            | FindingKind::WrongLaunch
            | FindingKind::RedundantBarrier,
            _,
        ) => panic!("protocols have no such finding: {finding:#?}"),
    }
}

/// The first byte of the cell of a finding.
fn byte(finding: &Finding, protocol: &Protocol) -> i64 {
    let array = protocol.arrays.iter().find(|a| a.name.text == finding.array).expect("the array of the finding");
    let numbers = |text: &str| {
        text.split(|c: char| c != '-' && !c.is_ascii_digit()).filter_map(|n| n.parse::<i64>().ok()).collect::<Vec<_>>()
    };
    let (indices, bytes) = finding.cell.split_once(" bytes ").unwrap_or((&finding.cell, "0"));
    let mut cell = 0;
    for (i, index) in numbers(indices).into_iter().enumerate() {
        cell = cell * array.dims.get(i).map_or(1, |d| *d as i64) + index;
    }
    cell * array.element as i64 + numbers(bytes).first().copied().unwrap_or(0)
}

/// The protocol with what the finding names as it names it, and no other accesses (or barriers).
fn only(sample: &Sample, finding: &Finding) -> Protocol {
    let mut protocol = sample.protocol.clone();
    let body = std::mem::take(&mut protocol.body);
    protocol.body = body.into_iter().map(|s| statement(s, finding, &mut vec![])).collect();
    protocol
}

fn statement(s: Stmt, finding: &Finding, loops: &mut Vec<For>) -> Stmt {
    let skip = Stmt::Skip;
    match s {
        Stmt::Skip | Stmt::Let(..) => s,
        Stmt::Access(_) if finding.kind == FindingKind::BarrierDivergence => skip,
        Stmt::Access(ref access) => {
            let span = access.array.at.0.clone();
            guarded(s, &span, finding, loops)
        }
        Stmt::Sync(..) if finding.kind == FindingKind::DataRace => s,
        Stmt::Sync(_, ref at) => {
            let span = at.0.clone();
            guarded(s, &span, finding, loops)
        }
        Stmt::If { cond, then, otherwise, at } => {
            let mut block = |body: Vec<Stmt>| body.into_iter().map(|s| statement(s, finding, loops)).collect();
            let (then, otherwise) = (block(then), block(otherwise));
            Stmt::If { cond, then, otherwise, at }
        }
        Stmt::For(mut f) => {
            let body = std::mem::take(&mut f.body);
            loops.push(f.clone());
            f.body = body.into_iter().map(|s| statement(s, finding, loops)).collect();
            loops.pop();
            Stmt::For(f)
        }
    }
}

/// The statement at `span`, done by the threads and in the iterations that the finding names.
fn guarded(s: Stmt, span: &Span, finding: &Finding, loops: &[For]) -> Stmt {
    let mine = finding.parties.iter().filter(|p| p.span == *span);
    let conditions = mine.map(|party| {
        let same = |name: &str, value: i64| Expr::binary(BinaryOp::Eq, Expr::name(name), Expr::Int(value));
        let mut all = vec![];
        // A barrier is named with the iterations that both threads come to.
        if finding.kind == FindingKind::DataRace {
            all.push(same("threadIdx.x", i64::from(party.thread[0])));
            all.push(same("blockIdx.x", i64::from(party.block[0])));
        }
        for f in loops {
            let value = |name: &str| named(&party.values, name).or_else(|| named(&finding.witness, name));
            let counted = value(&format!("{}.count", f.var.text)).or_else(|| value(&f.var.text));
            all.extend(counted.map(|count| Expr::binary(BinaryOp::Eq, Expr::Name(f.var.clone()), nth(f, count))));
        }
        all.into_iter().fold(Expr::Bool(true), |a, b| Expr::binary(BinaryOp::Both, a, b))
    });
    let cond = conditions.fold(Expr::Bool(false), |a, b| Expr::binary(BinaryOp::Either, a, b));
    Stmt::If { cond, then: vec![s], otherwise: vec![], at: At::default() }
}

/// The value of the loop's variable in its iteration `count`.
fn nth(f: &For, count: i64) -> Expr {
    let with = |op, from: &Expr, by: Expr| Expr::binary(op, from.clone(), by);
    match &f.range {
        Range::While(_) => Expr::Int(count),
        Range::Steps { from, step, .. } => match step {
            Step::Up(by) => with(BinaryOp::Add, from, with(BinaryOp::Mul, by, Expr::Int(count))),
            Step::Down(by) => with(BinaryOp::Sub, from, with(BinaryOp::Mul, by, Expr::Int(count))),
            Step::Times(by) => with(BinaryOp::Shl, from, Expr::Int(i64::from(by.trailing_zeros()) * count)),
            Step::Over(by) => with(BinaryOp::Shr, from, Expr::Int(i64::from(by.trailing_zeros()) * count)),
        },
    }
}
