//! One report out of several: for the architectures that a file is compiled for, for launches, and with odd findings told once.

use crate::diagnostics::reports::{kernel, race};
use raceproof::analysis::reports::odd_ones::once;
use raceproof::analysis::reports::of_architectures::of_all;
use raceproof::verdict::{About, Approximation, Divergence, Finding, KernelReport, Oddity, Open, Reason, Verdict};

fn named(architecture: &str) -> Vec<String> {
    vec![architecture.to_owned()]
}

#[test]
fn what_architectures_do_not_share_is_named() {
    let open = Open::about(About::Barrier { line: 6 }, Reason::TimeUsedUp);
    let older = KernelReport { open: vec![open.clone()], ..race() };
    let mut newer = race();
    newer.findings.push(Finding { array: "out".into(), ..newer.findings[0].clone() });
    let all =
        of_all(vec![(older, named("sm_70")), (newer, named("sm_90"))]).unwrap_or_else(|| kernel("", Verdict::RaceFree));
    assert_eq!(all.verdict, Verdict::Race);
    assert_eq!(all.open, [Open { architectures: named("sm_70"), ..open }]);
    let told = all.findings.iter().map(|f| (f.array.as_str(), f.notes.clone())).collect::<Vec<_>>();
    let only = vec!["this is found in the code for sm_90 only".to_owned()];
    assert_eq!(told, [("out", only), ("tile", vec![])]);
    assert_eq!(of_all(vec![]), None);
}

/// In both orders.
#[test]
fn the_worst_verdict_is_that_of_all() {
    let both = |one: &KernelReport, other: &KernelReport| {
        let all = of_all(vec![(one.clone(), named("sm_70")), (other.clone(), named("sm_90"))]);
        all.map(|report| (report.verdict, report.divergence))
    };
    let verdicts =
        [Verdict::RaceFree, Verdict::Unknown, Verdict::PossibleRace, Verdict::ConditionalRace, Verdict::Race];
    let hazards = [
        Divergence::Free,
        Divergence::Exited,
        Divergence::Unknown,
        Divergence::Possible,
        Divergence::Conditional,
        Divergence::Divergent,
    ];
    for (i, verdict) in verdicts.into_iter().enumerate() {
        for (j, divergence) in hazards.into_iter().enumerate() {
            // The one is worse in its verdict where the other is in its barriers.
            let one = KernelReport { divergence: hazards[0], ..kernel("k()", verdict) };
            let other = KernelReport { divergence, ..kernel("k()", verdicts[i / 2]) };
            assert_eq!(both(&one, &other), Some((verdict, divergence)), "{i} {j}");
            assert_eq!(both(&other, &one), Some((verdict, divergence)), "{i} {j}");
        }
    }
}

/// As many findings that rest on nothing but an odd value.
fn odd(count: usize) -> KernelReport {
    let certain = race();
    let what = vec![Oddity::Negative { parameter: "nreps".into() }];
    let odd = Finding { approximations: vec![Approximation::Odd { what }], ..certain.findings[0].clone() };
    let places = (0..count).map(|i| Finding { array: format!("a{i}"), ..odd.clone() });
    KernelReport { findings: places.chain(certain.findings.clone()).collect(), ..certain }
}

#[test]
fn odd_findings_are_told_once() {
    for (count, note) in [(1, None), (2, Some("one other place")), (4, Some("3 other places"))] {
        let report = once(odd(count));
        let arrays: Vec<_> = report.findings.iter().map(|f| f.array.as_str()).collect();
        assert_eq!(arrays, ["a0", "tile"]);
        let note: Vec<String> = note.into_iter().map(|places| format!("so at {places} in this kernel")).collect();
        assert_eq!((&report.findings[0].notes, &report.findings[1].notes), (&note, &vec![]));
        assert_eq!(report.verdict, Verdict::Race);
    }
}
