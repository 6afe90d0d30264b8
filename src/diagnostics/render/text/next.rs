//! What to try where a kernel is not decided: by what stands in the way.

use crate::verdict::{Assumption, KernelReport, Reason};

const MORE_TIME: &str = "give it more time: `--timeout 60`, or more";
const LAUNCH: &str = "say how it is launched, if that is known: `--block-dim 256`, `--param n=1024`, or `__requires(n > 0);` in the \
                      source (`#include <raceproof.h>`)";

/// Each step once, in the order of the open questions, then where more is said.
pub(super) fn steps(report: &KernelReport) -> Vec<String> {
    let mut steps: Vec<String> = vec![];
    let is_launch_known = report.assumptions.iter().any(|a| matches!(a, Assumption::Launched { .. }));
    for reason in report.open.iter().map(|open| &open.why) {
        for step in of(reason) {
            let is_said = steps.contains(&step) || is_launch_known && step == LAUNCH;
            if !is_said {
                steps.push(step);
            }
        }
    }
    let mut ids: Vec<&str> = report.open.iter().map(|open| open.why.id()).collect();
    ids.dedup();
    let first = ids.first().map_or("`raceproof explain unknown` says more".to_owned(), |id| {
        format!("`raceproof explain {id}` and `raceproof explain unknown` say more")
    });
    steps.push(first);
    steps
}

fn of(reason: &Reason) -> Vec<String> {
    let all: &[&str] = match reason {
        Reason::WorkUsedUp | Reason::TimeUsedUp | Reason::Solver { .. } | Reason::Unconfirmed => &[MORE_TIME, LAUNCH],
        Reason::NotFinished => &["give the command more time: a larger `--budget`, or none"],
        Reason::NoPhases => &["mend the barrier first, then check again"],
        Reason::ManyRaces { .. } => &["mend what is shown first, then check again"],
        Reason::LoadedPointer { .. } => {
            &["pass the pointer as a parameter of its own, or in a structure that is passed by value"]
        }
        Reason::NonCoherentRead { .. } => &["read with a plain load, or pass the pointer as a parameter of its own"],
        Reason::DifferentTiles { .. } => &["have all lanes of a warp name the same tile"],
        Reason::Contradiction { .. } => &["look at the assumptions and contracts that contradict each other"],
        Reason::BrokenContract => &["mend the launch, or the contract that it breaks"],
        Reason::OtherLaunch => &["give no launch, or the one that the host code has"],
        // What is not modelled has its own words.
        Reason::Unsupported { .. } | Reason::ClusterLevel | Reason::Failed => &[],
    };
    all.iter().map(|step| (*step).to_owned()).collect()
}
