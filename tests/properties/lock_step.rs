//! Lanes in lock step: two accesses are ordered where both lanes come to them on one path, and only there.

use raceproof::analysis::{Options, check};
use raceproof::kernel::{Kernel, LaunchFacts};
use raceproof::map::{lower, parse};
use raceproof::smt::{Budget, Solver};
use raceproof::verdict::Verdict;
use std::time::Duration;

fn kernel(guard: &str) -> Kernel {
    let text = format!(
        "protocol p {{ shared a; const n; unknown f(1) per grid; unknown g(1) per thread;
         if {guard} {{ wr a[threadIdx.x]; }} if {guard} {{ rd a[31 - threadIdx.x]; }} }}"
    );
    let protocol = parse("t", &text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    lower(&protocol).unwrap_or_else(|e| panic!("{e:?}"))
}

/// For one warp.
fn verdict(guard: &str, warp_sync: Option<u32>) -> Verdict {
    let launch = LaunchFacts { block_dim: [Some(32), Some(1), Some(1)], ..LaunchFacts::default() };
    let options = Options { launch, warp_sync, ..Options::default() };
    check(&kernel(guard), &options, &mut Solver::new(Budget { time: Duration::from_secs(10) })).verdict
}

#[test]
fn lanes_on_one_path_are_ordered() {
    for guard in ["true", "n > 3", "n > 3 || f(1) == 2", "n > 3 ? f(1) == 2 : f(3) == 4", "!(n > 3 && f(1) == 2)"] {
        assert_ne!(verdict(guard, None), Verdict::RaceFree, "{guard}");
        assert_eq!(verdict(guard, Some(32)), Verdict::RaceFree, "{guard}");
    }
}

/// The sides of a branch are gone through one after the other, in an order that is not known.
#[test]
fn lanes_on_different_paths_are_not_ordered() {
    for guard in [
        "threadIdx.x < 16 || n > 3",
        "threadIdx.x < 16 ? n > 3 : n > 5",
        "n > 3 ? g(1) == 2 || g(2) == 3 : f(3) == 4",
        "!(threadIdx.x < 16 && g(1) == 2)",
    ] {
        assert_ne!(verdict(guard, Some(32)), Verdict::RaceFree, "{guard}");
    }
    // Nor are warps.
    assert_ne!(verdict("true", Some(8)), Verdict::RaceFree);
}
