//! The solver on index patterns of real kernels, and against brute force.

mod brute;
mod kit;
mod patterns;

use kit::K;
use raceproof::smt::{Answer, Budget, Solver};
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

/// Checks the answer, and the model if there is one. `Unknown` is never right.
fn expect(is: Is, build: impl FnOnce() -> K) {
    let mut k = build();
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
