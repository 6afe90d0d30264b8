//! Named barriers of which it is not known who waits for whom: each says why, and none of them orders anything.

use raceproof::analysis::asking::decide::Decide;
use raceproof::analysis::{Options, check};
use raceproof::kernel::{Kernel, LaunchFacts, Named, Step};
use raceproof::map::{lower, parse};
use raceproof::smt::{Answer, Budget, Model, Obstacle, Solver};
use raceproof::term::{Term, Terms};
use raceproof::verdict::{Divergence, KernelReport, Verdict};
use std::time::Duration;

const HEAD: &str = "shared a; const n; local k; unknown f(1) per grid; unknown g(1) per thread; where n > 0;";
/// Each cell is written by one thread, and read by another one behind the barrier.
const ALL: &str = "wr a[threadIdx.x];\nsync;\nrd a[127 - threadIdx.x];";

/// The barrier of `body` is for `count` threads and has the number `id`.
fn kernel(id: &str, count: Option<&str>, body: &str) -> Kernel {
    let text = format!("protocol p {{ {HEAD} rd a[{id}]; rd a[{}]; {body} }}", count.unwrap_or("0"));
    let protocol = parse("t", &text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    let mut kernel = lower(&protocol).unwrap_or_else(|e| panic!("{e:?}"));
    // An index is the text's way to a term.
    let terms: Vec<Term> =
        kernel.body.drain(..2).filter_map(|s| if let Step::Access(a) = s { Some(a.offset) } else { None }).collect();
    for step in &mut kernel.body {
        if let Step::Sync(sync) = step {
            sync.named = Some(Named { id: terms[0], count: count.map(|_| terms[1]) });
        }
    }
    kernel
}

fn report(kernel: &Kernel, solver: &mut dyn Decide) -> KernelReport {
    let launch = LaunchFacts { block_dim: [Some(128), Some(1), Some(1)], ..LaunchFacts::default() };
    check(kernel, &Options { launch, ..Options::default() }, solver)
}

fn solver() -> Solver {
    Solver::new(Budget { time: Duration::from_secs(10) })
}

#[test]
fn a_barrier_for_all_threads_orders_them() {
    for (id, count) in [("3", None), ("3", Some("128")), ("threadIdx.x / 128", Some("64 + 64"))] {
        let report = report(&kernel(id, count, ALL), &mut solver());
        assert_eq!(
            (report.verdict, report.divergence),
            (Verdict::RaceFree, Divergence::Free),
            "{id}: {}",
            report.reason()
        );
    }
}

#[test]
fn a_barrier_that_is_not_followed_says_why() {
    let half = "wr a[threadIdx.x];\nif threadIdx.x < 64 { sync; }\nrd a[127 - threadIdx.x];";
    for (id, count, body, why) in [
        ("16", "128", ALL, "its number may not be one from 0 to 15"),
        ("f(0)", "128", ALL, "its number may not be one from 0 to 15"),
        ("threadIdx.x / 64 + n", "128", ALL, "its number is not known"),
        ("g(0)", "128", ALL, "its number is not known"),
        ("k", "128", ALL, "its number is not known"),
        ("1", "n", ALL, "for how many threads it is, is not known"),
        ("1", "48", half, "it is for 48 threads, which are no whole warps"),
        ("1", "32 * (1 + threadIdx.x / 64)", ALL, "its threads wait for different numbers of threads"),
    ] {
        let report = report(&kernel(id, Some(count), body), &mut solver());
        assert_eq!(report.verdict, Verdict::Unknown, "{id} {count}");
        let told = format!(
            "the named barrier at line 2 is not followed: {}",
            if count.contains('/') { "at barrier 1 " } else { "" }
        );
        assert!(report.reason().contains(&format!("{told}{why}")), "{id} {count}: {}", report.reason());
    }
}

/// Gives up.
struct GivesUp;

impl Decide for GivesUp {
    fn decide(&mut self, _: &mut Terms, _: &[Term], _: &mut dyn FnMut(&Terms, &Model) -> bool) -> Answer {
        Answer::Unknown { why: Obstacle::from("too hard"), backstop: false }
    }
}

#[test]
fn a_barrier_for_fewer_threads_than_come_is_missed() {
    let few = kernel("1", Some("64"), ALL);
    let told = report(&few, &mut solver());
    assert_eq!((told.verdict, told.divergence), (Verdict::PossibleRace, Divergence::Divergent), "{}", told.reason());
    let open = report(&few, &mut GivesUp);
    assert_eq!((open.verdict, open.divergence), (Verdict::Unknown, Divergence::Unknown));
    assert!(open.reason().contains("barrier at line 2: too hard"), "{}", open.reason());
}
