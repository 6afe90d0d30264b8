//! Queries that are over time, in a process that starts others.

use raceproof::front::child::{KILL, dies_with_parent};
use raceproof::smt::{Answer, Budget, Solver};
use raceproof::term::{Owner, Term, Terms, VarInfo, VarKind};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// x·y = z·w + 7919 for large x, y, z, w: in exact products Z3 looks at its clock now and then only.
fn products() -> (Terms, Vec<Term>) {
    let mut t = Terms::new();
    let [x, y, z, w] = ["x", "y", "z", "w"].map(|name| {
        let bounds = Some((1_000_003, 1 << 30));
        let v =
            t.declare_var(VarInfo { name: name.into(), width: 64, kind: VarKind::Param, bounds, owner: Owner::All });
        t.var(v)
    });
    let (left, right, more) = (t.mul(x, y), t.mul(z, w), t.int(64, 7919));
    let right = t.add(right, more);
    let facts = vec![t.eq(left, right)];
    (t, facts)
}

/// Processes are started by a fork. The timers of Z3 4.8.12 do not bear that: it frees them all, also the one that a check
/// which is over time has still to unlock.
#[test]
fn time_runs_out_while_processes_start() {
    let ended = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while !ended.load(Ordering::Relaxed) {
                    let (mut terms, facts) = products();
                    let mut solver = Solver::new(Budget { time: Duration::from_millis(30) });
                    let found = solver.check(&mut terms, &facts, &mut |_, _| true);
                    assert!(!matches!(found, Answer::Unsat { .. }), "{found:?}");
                }
            });
        }
        for _ in 0..500 {
            let mut command = Command::new("true");
            dies_with_parent(&mut command, KILL);
            assert!(command.status().expect("there is a program of this name").success());
        }
        ended.store(true, Ordering::Relaxed);
    });
}
