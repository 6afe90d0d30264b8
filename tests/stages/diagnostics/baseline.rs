//! Baselines: what is known, new, fixed and open after a change of the source.

use super::reports::{checked, kernel, race, sources};
use raceproof::diagnostics::baseline::{Baseline, Counts};
use raceproof::diagnostics::defects;
use raceproof::diagnostics::fingerprint::Fingerprints;
use raceproof::verdict::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

type Texts = BTreeMap<String, Arc<str>>;

/// The baseline of reports, as it is written and read again.
fn written(mut reports: Vec<FileReport>, sources: &Texts) -> Baseline {
    let prints = Fingerprints::of(&reports, Path::new("/p"), Path::new("/p"), sources);
    defects::gather(&mut reports, Path::new(""));
    let text = Baseline::of(&reports, &prints).text().expect("it is written");
    Baseline::read(&text).expect("it is read")
}

fn compared(baseline: &Baseline, mut reports: Vec<FileReport>, sources: &Texts) -> (Counts, Vec<FileReport>) {
    let prints = Fingerprints::of(&reports, Path::new("/p"), Path::new("/p"), sources);
    baseline.apply(&mut reports, &prints);
    defects::gather(&mut reports, Path::new(""));
    (baseline.counts(&reports, &prints, true), reports)
}

fn counts(new: usize, fixed: usize, known: usize, open: usize) -> Counts {
    Counts { new, fixed, known, open }
}

#[test]
fn lines_that_move_and_instances_with_other_names_are_known() {
    let baseline = written(checked(vec![race()]), &sources());
    let mut moved = race();
    moved.name = "void shift<int>(int*)".into();
    moved.symbol = "other".into();
    for party in &mut moved.findings[0].parties {
        party.span.line += 3;
        party.thread = [7, 0, 0];
    }
    moved.span.line += 3;
    let mut later = sources();
    later.insert("a.cu".into(), format!("\n\n\n{}", sources()["a.cu"].replace("    ", "\t")).into());
    let (found, reports) = compared(&baseline, checked(vec![moved]), &later);
    assert_eq!(found, counts(0, 0, 1, 0));
    assert_eq!(found.sentence(), "0 new, 0 fixed, 1 known");
    let FileStatus::Checked(kernels) = &reports[0].status else { panic!("it was checked") };
    assert!(kernels[0].findings.is_empty() && kernels[0].suppressed[0].why == Suppression::Baseline);
    assert_eq!(kernels[0].verdict, Verdict::Race, "a baseline changes no verdict");
}

#[test]
fn what_is_gone_is_fixed_unless_something_is_open_or_was_not_checked() {
    let baseline = written(checked(vec![race()]), &sources());
    let named = |verdict| kernel("shift(float*, float const*, int)", verdict);
    let of = |reports| compared(&baseline, reports, &sources()).0;
    assert_eq!(of(checked(vec![named(Verdict::RaceFree)])), counts(0, 1, 0, 0));
    assert_eq!(of(checked(vec![])), counts(0, 1, 0, 0), "the kernel is gone");
    assert_eq!(of(checked(vec![named(Verdict::Unknown)])), counts(0, 0, 0, 1));
    assert_eq!(of(vec![]), counts(0, 0, 0, 0), "it was not checked");
    let status = FileStatus::NotAnalysed { reason: String::new(), details: String::new() };
    assert_eq!(of(vec![FileReport { path: "a.cu".into(), status, ..FileReport::default() }]), counts(0, 0, 0, 0));
}

#[test]
fn what_is_new_or_has_become_worse_is_told() {
    let mut mild = race();
    mild.findings[0].severity = Severity::Warning;
    let baseline = written(checked(vec![mild.clone()]), &sources());
    assert_eq!(compared(&baseline, checked(vec![race()]), &sources()).0, counts(1, 0, 0, 0));
    assert_eq!(compared(&baseline, checked(vec![mild.clone()]), &sources()).0, counts(0, 0, 1, 0));
    let mut other = mild.clone();
    other.findings[0].array = "other".into();
    mild.findings.extend(other.findings);
    assert_eq!(compared(&baseline, checked(vec![mild]), &sources()).0, counts(1, 0, 1, 0));
}

#[test]
fn what_is_no_baseline_is_refused() {
    for text in ["", "{}", "[]", "{\"version\": 1}", "{\"version\": 2, \"findings\": []}"] {
        assert!(Baseline::read(text).is_err(), "{text}");
    }
}
