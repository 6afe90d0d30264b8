//! The analysis against the definition: on random small protocols, executing all threads finds a race iff phases and
//! queries, decided by enumeration, find one; and threads meet different barriers iff divergence is reported.

use super::brute::Brute;
use super::generate::{MOST_PARAM, MOST_TRIPS, Sample, sample};
use proptest::prelude::*;
use raceproof::analysis::{Options, check};
use raceproof::kernel::LaunchFacts;
use raceproof::map::interp::{Setting, Stuck, Thread, races, run, threads_of_block, threads_of_grid};
use raceproof::map::lower;
use raceproof::verdict::{Divergence, KernelReport, Level, Verdict};
use std::collections::BTreeMap;

const THREADS: u32 = 3;

/// What executing the protocol says, over all parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Truth {
    Free,
    Racy,
    Divergent,
}

fn executed(Sample { protocol, blocks }: &Sample) -> Result<Truth, Stuck> {
    let blocks = *blocks;
    let mut truth = Truth::Free;
    for (n, m) in (0..=MOST_PARAM).flat_map(|n| (0..=MOST_PARAM).map(move |m| (n, m))) {
        let params = BTreeMap::from([("n".to_owned(), n), ("m".to_owned(), m)]);
        let choose = |_: Thread, _: &str, _: &[i64]| 0;
        let setting = Setting { block_dim: [THREADS, 1, 1], grid_dim: [blocks, 1, 1], params, choose: &choose };
        let mut units = (0..blocks).map(|b| (threads_of_block(&setting, [b, 0, 0]), Level::Block)).collect::<Vec<_>>();
        if blocks > 1 {
            units.push((threads_of_grid(&setting), Level::Grid));
        }
        for (threads, level) in units {
            match run(protocol, &setting, &threads, level) {
                Err(Stuck::Divergence(_)) => return Ok(Truth::Divergent),
                Err(other) => return Err(other),
                Ok(history) => {
                    // At the level of the grid, only threads of different blocks.
                    let found = races(protocol, &history);
                    let apart = |a: Thread, b: Thread| level == Level::Block || a.block != b.block;
                    if found.iter().any(|(_, a, b)| apart(a.thread, b.thread)) {
                        truth = Truth::Racy;
                    }
                }
            }
        }
    }
    Ok(truth)
}

fn analysed(Sample { protocol, blocks }: &Sample) -> KernelReport {
    let blocks = *blocks;
    let kernel = lower(protocol).unwrap_or_else(|e| panic!("{e:?}\n{protocol}"));
    let launch = LaunchFacts {
        block_dim: [Some(THREADS), Some(1), Some(1)],
        grid_dim: [Some(blocks), Some(1), Some(1)],
        params: vec![],
    };
    let levels = if blocks > 1 { vec![Level::Block, Level::Grid] } else { vec![Level::Block] };
    let options = Options { launch, levels, ..Options::default() };
    check(&kernel, &options, &mut Brute { most_param: MOST_PARAM, most_counter: MOST_TRIPS, tried: 0 })
}

/// Whether the report says the truth. A possible race that is none has to name what it rests on.
fn agrees(truth: Truth, report: &KernelReport) -> bool {
    let divergent = report.divergence != Divergence::Free;
    match truth {
        Truth::Divergent => divergent,
        Truth::Racy => {
            !divergent
                && match report.verdict {
                    Verdict::Race | Verdict::ConditionalRace | Verdict::PossibleRace => true,
                    Verdict::RaceFree | Verdict::Unknown => false,
                }
        }
        Truth::Free => {
            !divergent
                && match report.verdict {
                    Verdict::RaceFree => true,
                    Verdict::PossibleRace => report.findings.iter().all(|f| !f.approximations.is_empty()),
                    Verdict::Race | Verdict::ConditionalRace | Verdict::Unknown => false,
                }
        }
    }
}

proptest! {
    #![proptest_config(super::config(2000))]

    #[test]
    fn the_analysis_finds_what_execution_finds(sample in sample()) {
        let truth = executed(&sample).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let report = analysed(&sample);
        prop_assert!(agrees(truth, &report), "execution says {truth:?}, the analysis {report:#?}");
    }
}
