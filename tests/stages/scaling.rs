//! The scaling families: each is verified and free of races when executed, its mutants are racy, and the work grows as it
//! should. Counts, not times: they are the same on every machine.

use raceproof::analysis::phases::products::phases;
use raceproof::analysis::{Options, check};
use raceproof::command::bench::{Family, cuda, exponent};
use raceproof::map::ast::{Access, BinaryOp, Expr, Mode, Place, Protocol, Stmt};
use raceproof::map::interp::{Setting, Stuck, Thread, races, run, threads_of_block};
use raceproof::map::{lower, parse};
use raceproof::smt::{Budget, Solver};
use raceproof::verdict::{Divergence, KernelReport, Level, Verdict};
use std::collections::BTreeMap;
use std::time::Duration;

/// Printed and read again, so that every access has its own place.
fn reread(protocol: &Protocol) -> Protocol {
    let text = protocol.to_string();
    let mut read = parse("family.map", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    assert_eq!(read, std::slice::from_ref(protocol), "what is printed says the same");
    read.remove(0)
}

fn analysed(protocol: &Protocol) -> KernelReport {
    let kernel = lower(protocol).unwrap_or_else(|e| panic!("{e:?}\n{protocol}"));
    let mut solver = Solver::new(Budget { time: Duration::from_secs(10) });
    check(&kernel, &Options::default(), &mut solver)
}

/// Whether executing the protocol with some small parameters is racy.
fn racy(protocol: &Protocol) -> bool {
    let choose = |_: Thread, _: &str, _: &[i64]| 0;
    let mut found = false;
    for (trips, m, threads) in [(0, 3, 3), (1, 9, 2), (2, 9, 3), (1, 2, 8)] {
        let params = BTreeMap::from([("N".to_owned(), trips), ("m".to_owned(), m)]);
        let setting = Setting { block_dim: [threads, 1, 1], grid_dim: [1; 3], params, choose: &choose };
        let block = threads_of_block(&setting, [0; 3]);
        let history: Result<_, Stuck> = run(protocol, &setting, &block, Level::Block);
        let history = history.unwrap_or_else(|e| panic!("{e}\n{protocol}"));
        found |= !races(protocol, &history).is_empty();
    }
    found
}

#[test]
fn families_are_verified_and_run_without_a_race() {
    for family in Family::ALL {
        for n in [1, 2, 7] {
            let protocol = reread(&family.protocol(n));
            assert!(!racy(&protocol), "{protocol}");
            let report = analysed(&protocol);
            let verdict = (report.verdict, report.divergence);
            assert_eq!(verdict, (Verdict::RaceFree, Divergence::Free), "{} {n}: {}", family.name(), report.reason());
        }
    }
}

/// Changes the statement at an index; false if it is of another kind.
type Change = dyn Fn(&mut Vec<Stmt>, usize) -> bool;

/// Changes the last statement of a kind, innermost first; false if there is none.
fn change_last(body: &mut Vec<Stmt>, change: &Change) -> bool {
    (0..body.len()).rev().any(|i| {
        let inside = match &mut body[i] {
            Stmt::For(f) => change_last(&mut f.body, change),
            Stmt::If { then, .. } => change_last(then, change),
            Stmt::Skip | Stmt::Access(_) | Stmt::Sync(..) | Stmt::Let(..) => false,
        };
        inside || change(body, i)
    })
}

/// The first barrier behind a write goes, counted from the end.
fn without_a_barrier(body: &mut Vec<Stmt>, at: usize) -> bool {
    let is_write = |s: &Stmt| matches!(s, Stmt::Access(Access { mode: Mode::Write(_), .. }) | Stmt::For(_));
    let found = at > 0 && matches!(body[at], Stmt::Sync(..)) && is_write(&body[at - 1]);
    if found {
        body.remove(at);
    }
    found
}

#[allow(clippy::ptr_arg, reason = "as every change")]
/// The index `i` becomes `i + (tid / 2 - tid)`: two threads share a cell.
fn with_a_shared_cell(body: &mut Vec<Stmt>, at: usize) -> bool {
    let Stmt::Access(Access { mode: Mode::Write(_), place: Place::Cell(indices), .. }) = &mut body[at] else {
        return false;
    };
    let half = Expr::binary(BinaryOp::Div, Expr::name("threadIdx.x"), Expr::Int(2));
    let shift = Expr::binary(BinaryOp::Sub, half, Expr::name("threadIdx.x"));
    indices[0] = Expr::binary(BinaryOp::Add, indices[0].clone(), shift);
    true
}

#[test]
fn mutants_are_racy() {
    for family in Family::ALL {
        for n in [1, 2, 7] {
            let mut shared = family.protocol(n);
            assert!(change_last(&mut shared.body, &with_a_shared_cell));
            // The thread that a single conditional lets in has nobody to share its cell with.
            let alone = family == Family::Conditionals && n == 1;
            if !alone {
                found(&reread(&shared));
            }
            let mut fewer = family.protocol(n);
            let dropped = change_last(&mut fewer.body, &without_a_barrier);
            let mirrored = match family {
                Family::SynchronisedConditionals
                | Family::ConditionalsInLoop
                | Family::AlternatingNests
                | Family::ManyArrays => true,
                Family::Accesses
                | Family::Barriers
                | Family::Conditionals
                | Family::UnsynchronisedLoops
                | Family::SynchronisedLoops => false,
            };
            if mirrored {
                assert!(dropped);
                found(&reread(&fewer));
            }
        }
    }
}

/// Execution and analysis find the race.
fn found(mutant: &Protocol) {
    assert!(racy(mutant), "{mutant}");
    let report = analysed(mutant);
    assert_eq!(report.verdict, Verdict::Race, "{}\n{mutant}", report.reason());
}

#[test]
fn products_grow_linearly() {
    // By family: products at n = 10, and how many more for each further step.
    let expected = [(1, 0), (10, 1), (1, 0), (1, 0), (10, 1), (39, 4), (40, 4), (20, 2), (20, 2)];
    for (family, (ten, each)) in Family::ALL.into_iter().zip(expected) {
        for n in [10, 20, 40] {
            let mut kernel = lower(&family.protocol(n)).unwrap_or_else(|e| panic!("{e:?}"));
            let body = kernel.body.clone();
            let products = phases(&mut kernel.terms, &body, Level::Block).len();
            assert_eq!(products, ten + (n - 10) * each, "{} {n}", family.name());
        }
    }
}

/// What is the same for many pairs is asked once: the solver sees no more queries however large the protocol.
#[test]
fn queries_do_not_grow() {
    for family in Family::ALL {
        let [small, large] = [3, 12].map(|n| analysed(&reread(&family.protocol(n))).stats);
        assert_eq!(small.queries, large.queries, "{}", family.name());
        let growth = large.pairs as f64 / small.pairs as f64;
        assert!(if family.quadratic() { growth > 8.0 } else { growth <= 4.0 }, "{}: {growth}", family.name());
    }
}

#[test]
fn each_family_has_a_cuda_form() {
    for family in Family::ALL {
        let text = cuda(&family.protocol(2)).unwrap_or_else(|| panic!("{}", family.name()));
        let barriers = text.matches("__syncthreads()").count();
        assert_eq!(barriers, family.protocol(2).to_string().matches("sync;").count(), "{text}");
    }
}

#[test]
fn the_exponent_of_a_power_is_its_exponent() {
    let points: Vec<(f64, f64)> = (1..6).map(|x| f64::from(x * 10)).map(|x| (x, 3.0 * x * x)).collect();
    let fitted = exponent(&points).expect("five points");
    assert!((fitted - 2.0).abs() < 1e-9, "{fitted}");
    assert_eq!(exponent(&points[..1]), None);
}
