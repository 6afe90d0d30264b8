//! The solver on index patterns of real kernels, and against brute force.

/// One test per pattern.
macro_rules! patterns {
    ($($(#[$doc:meta])* $name:ident: $is:ident, $k:ident = $start:expr, $body:block)*) => { $(
        $(#[$doc])*
        #[test]
        fn $name() {
            expect($is, || {
                #[allow(unused_mut, reason = "some patterns add nothing")]
                let mut $k = $start;
                $body
                $k
            });
        }
    )* };
}

mod brute;
mod kit;
mod patterns;
mod powers;
mod script;
mod time;

use kit::K;
use raceproof::smt::{Answer, Budget, Solver, refute};
use raceproof::term::Term;
use std::time::{Duration, Instant};

/// What is expected of a query.
#[derive(PartialEq, Eq, Debug, Clone, Copy)]
enum Is {
    Free,
    Racy,
}

fn solver() -> Solver {
    Solver::new(Budget { time: Duration::from_secs(30) })
}

/// Checks the answer, and the model if there is one. `Unknown` is never right, and nothing racy is refuted on the way.
fn expect(is: Is, build: impl FnOnce() -> K) {
    let mut k = build();
    let refuted = refute(&mut k.t, &k.facts.clone());
    assert!(refuted.is_none() || is == Is::Free, "refuted without the solver");
    let mut solver = solver();
    let start = Instant::now();
    let found = solver.check(&mut k.t, &k.facts.clone(), &mut |_, _| true);
    let time = start.elapsed();
    match (&found, is) {
        (Answer::Unsat { .. }, Is::Free) => {}
        (Answer::Sat(model), Is::Racy) => {
            for f in &k.facts {
                assert_eq!(model.holds(&k.t, *f), Some(true), "{} under {model:?}", k.t.show(*f));
            }
        }
        (Answer::Unsat { .. } | Answer::Sat(_) | Answer::Unknown { .. }, _) => {
            let facts = k.facts.iter().map(|f| k.t.show(*f)).collect::<Vec<_>>().join("\n");
            panic!("expected {is:?}, got {found:?} after {time:?} for\n{facts}");
        }
    }
    if std::env::var_os("RACEPROOF_TEST_TIMES").is_some() {
        let name = std::thread::current().name().unwrap_or("?").to_owned();
        std::io::Write::write_all(&mut std::io::stderr(), format!("{time:>12.1?} {is:?} {name}\n").as_bytes()).ok();
    }
}

/// tid + n == tid' for two threads: many models.
fn many_models() -> K {
    let mut k = K::block();
    k.flat(1);
    let n = k.param("n");
    k.meet(
        |k, w| k.tid(w, 0),
        |k, w| {
            let t = k.tid(w, 0);
            k.add(t, n)
        },
    );
    k
}

#[test]
fn models_turned_down_do_not_come_again() {
    let mut k = many_models();
    let mut shown = vec![];
    let found = solver().check(&mut k.t, &k.facts.clone(), &mut |_, model| {
        assert!(!shown.contains(model), "again {model:?}");
        shown.push(model.clone());
        shown.len() == 4
    });
    assert_eq!(found, Answer::Sat(shown[3].clone()));
}

#[test]
fn no_model_accepted_is_unknown() {
    let mut k = many_models();
    let found = solver().check(&mut k.t, &k.facts.clone(), &mut |_, _| false);
    assert!(matches!(found, Answer::Unknown { backstop: false, .. }), "{found:?}");
}

#[test]
fn no_time_is_unknown() {
    let mut k = many_models();
    let mut solver = Solver::new(Budget { time: Duration::ZERO });
    let found = solver.check(&mut k.t, &k.facts.clone(), &mut |_, _| true);
    assert!(matches!(found, Answer::Unknown { backstop: true, .. }), "{found:?}");
}

/// The same solver, whatever it was asked before, is asked again.
#[test]
fn one_solver_for_many_queries() {
    let mut solver = solver();
    for round in 0..3 {
        let mut k = many_models();
        if round == 1 {
            let (a, b) = (k.tid(kit::One, 0), k.tid(kit::Two, 0));
            k.eq(a, b);
        }
        let found = solver.check(&mut k.t, &k.facts.clone(), &mut |_, _| true);
        assert_eq!(matches!(found, Answer::Unsat { .. }), round == 1, "{found:?}");
    }
}

/// Cells of one's own need no solver: of a row, of two axes, of rows as long as the block, whatever its length.
#[test]
fn own_cells_need_no_solver() {
    let own: [fn(&mut K, kit::Who, i64) -> Term; 3] = [
        |k, w, row| {
            let t = k.tid(w, 0);
            k.addn(t, 2048 * row)
        },
        |k, w, row| {
            let (x, y) = (k.tid(w, 0), k.tid(w, 1));
            let width = k.n(1024);
            let cell = k.mad(y, width, x);
            k.addn(cell, 1024 * 1024 * row)
        },
        |k, w, row| {
            let (t, n) = (k.tid(w, 0), k.bdim(0));
            let start = k.muln(n, row);
            k.add(start, t)
        },
    ];
    for (axes, cell) in [1, 2, 1].into_iter().zip(own) {
        for rows in [[0, 0], [1, 3], [3, 1], [2, 1]] {
            let mut k = K::block();
            k.flat(axes);
            k.meet(|k, w| cell(k, w, rows[0]), |k, w| cell(k, w, rows[1]));
            let found = refute(&mut k.t, &k.facts.clone());
            assert_eq!(found, Some(Answer::Unsat { arithmetic: false }), "{axes} {rows:?}");
        }
    }
}

/// A proof says whether it needed that nothing wraps.
#[test]
fn arithmetic_is_reported() {
    for grid in [false, true] {
        let mut k = if grid { K::grid() } else { K::block() };
        k.flat(1);
        k.collide(|k, w| if grid { k.global(w, 0) } else { k.tid(w, 0) });
        let found = solver().check(&mut k.t, &k.facts.clone(), &mut |_, _| true);
        assert_eq!(found, Answer::Unsat { arithmetic: grid });
    }
}
