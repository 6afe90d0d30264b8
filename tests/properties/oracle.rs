//! The analysis against the definition: on random small protocols, executing all threads finds a race iff phases and
//! queries, decided by enumeration, find one; and threads meet different barriers iff divergence is reported.

use super::brute::Brute;
use super::generate::{MOST_PARAM, MOST_TRIPS, Sample, sample};
use proptest::prelude::*;
use raceproof::analysis::{Options, check};
use raceproof::kernel::LaunchFacts;
use raceproof::map::interp::{Setting, Stuck, Thread, races, run, threads_of_block, threads_of_grid};
use raceproof::map::{infer, lower, parse, validate};
use raceproof::span::Span;
use raceproof::verdict::{Certainty, Divergence, FindingKind, KernelReport, Level, Verdict};
use std::collections::{BTreeMap, BTreeSet};

const THREADS: u32 = 3;

/// What executing the protocol says, over all parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Truth {
    /// The pairs of accesses that race: the array, and line and column of both, in order.
    Races(BTreeSet<Pair>),
    Divergent,
}

type Pair = (String, [(u32, u32); 2]);

fn pair(array: &str, a: &Span, b: &Span) -> Pair {
    let mut places = [(a.line, a.column), (b.line, b.column)];
    places.sort_unstable();
    (array.to_owned(), places)
}

fn executed(Sample { protocol, blocks }: &Sample) -> Result<Truth, Stuck> {
    let blocks = *blocks;
    let mut racy = BTreeSet::new();
    for (n, m) in (0..=MOST_PARAM).flat_map(|n| (0..=MOST_PARAM).map(move |m| (n, m))) {
        let params = BTreeMap::from([("n".to_owned(), n), ("m".to_owned(), m)]);
        let choose = |_: Thread, _: &str, _: &[i64]| 0;
        let setting = Setting { block_dim: [THREADS, 1, 1], grid_dim: [blocks, 1, 1], params, choose: &choose };
        // Barriers of a block are judged by all its threads; its threads are one warp.
        let levels = [Level::Block, Level::Warp].into_iter();
        let unit = |level| (0..blocks).map(move |b| (b, level));
        let units = levels.flat_map(unit).map(|(b, level)| (threads_of_block(&setting, [b, 0, 0]), level));
        let mut units = units.collect::<Vec<_>>();
        if blocks > 1 {
            units.push((threads_of_grid(&setting), Level::Grid));
        }
        for (threads, level) in units {
            match run(protocol, &setting, &threads, level) {
                Err(Stuck::Divergence(_)) => return Ok(Truth::Divergent),
                Err(other) => return Err(other),
                Ok(history) => {
                    // At a level, only threads that share no smaller unit.
                    let apart = |a: Thread, b: Thread| match level {
                        Level::Warp => true,
                        Level::Block | Level::Cluster => false,
                        Level::Grid => a.block != b.block,
                    };
                    let found = races(protocol, &history).into_iter().filter(|(_, a, b)| apart(a.thread, b.thread));
                    racy.extend(found.map(|(_, a, b)| pair(&protocol.arrays[a.array].name.text, &a.span, &b.span)));
                }
            }
        }
    }
    Ok(Truth::Races(racy))
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
    let options = Options { launch, levels, max_findings: usize::MAX, ..Options::default() };
    check(&kernel, &options, &mut Brute { most_param: MOST_PARAM, most_counter: MOST_TRIPS, tried: 0 })
}

/// Whether the report says the truth, pair by pair. A possible race that is none has to name what it rests on.
fn agrees(truth: &Truth, report: &KernelReport) -> bool {
    let divergent = report.divergence != Divergence::Free;
    let Truth::Races(racy) = truth else { return divergent };
    let pairs = |sure: bool| {
        let races = report.findings.iter().filter(|f| f.kind == FindingKind::DataRace);
        let wanted = races.filter(move |f| !sure || f.certainty != Certainty::Possible || f.approximations.is_empty());
        wanted.map(|f| pair(&f.array, &f.parties[0].span, &f.parties[1].span)).collect::<BTreeSet<_>>()
    };
    let verdict = match report.verdict {
        Verdict::RaceFree => pairs(false).is_empty(),
        Verdict::Race | Verdict::ConditionalRace | Verdict::PossibleRace => !pairs(false).is_empty(),
        Verdict::Unknown => false,
    };
    !divergent && verdict && pairs(true).is_subset(racy) && racy.is_subset(&pairs(false))
}

/// Whether `array` has races; `None` if threads diverge.
fn racy(truth: &Truth, array: &str) -> Option<bool> {
    match truth {
        Truth::Races(racy) => Some(racy.iter().any(|(a, _)| a == array)),
        Truth::Divergent => None,
    }
}

proptest! {
    #![proptest_config(super::config(500))]

    /// A kernel's protocols are read again, and do to their arrays what the kernel does.
    #[test]
    fn inferred_protocols_behave_like_their_kernel(sample in sample()) {
        let truth = executed(&sample).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let kernel = lower(&sample.protocol).map_err(|e| TestCaseError::fail(format!("{e:?}")))?;
        for inferred in infer(&kernel) {
            let text = inferred.to_string();
            let fail = |e: String| TestCaseError::fail(format!("{e}\n{text}"));
            let mut protocol = parse("inferred.map", &text).map_err(|e| fail(e.to_string()))?;
            prop_assert_eq!(&protocol, &[inferred]);
            let protocol = protocol.remove(0);
            validate(&protocol).map_err(|e| fail(format!("{e:?}")))?;
            let array = protocol.arrays[0].name.text.clone();
            let again = executed(&Sample { protocol, blocks: sample.blocks }).map_err(|e| fail(e.to_string()))?;
            prop_assert_eq!(racy(&again, &array), racy(&truth, &array), "{}", text);
        }
    }
}

proptest! {
    #![proptest_config(super::config(2000))]

    #[test]
    fn the_analysis_finds_what_execution_finds(sample in sample()) {
        let truth = executed(&sample).map_err(|e| TestCaseError::fail(e.to_string()))?;
        let report = analysed(&sample);
        prop_assert!(agrees(&truth, &report), "execution says {truth:?}, the analysis {report:#?}");
    }
}
