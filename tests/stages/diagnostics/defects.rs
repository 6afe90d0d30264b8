//! One defect, one finding: what is gathered, what is told of it, and that nothing is lost or made harmless.

use super::reports::{checked, finding, kernel, party, span};
use raceproof::diagnostics::codes::{BENIGN_RACE, DATA_RACE};
use raceproof::diagnostics::defects::gather;
use raceproof::diagnostics::severity::exit_code;
use raceproof::verdict::*;
use std::path::Path;

/// A race on `tile` between a write and a read in these lines, which barriers at these places would order.
fn race(lines: [u32; 2], gaps: &[(usize, usize)]) -> Finding {
    let write = party(AccessMode::Write, span("a.cu", lines[0], 5), [0, 0, 0]);
    let read = party(AccessMode::Read, span("a.cu", lines[1], 9), [1, 0, 0]);
    Finding { array: "tile".into(), gaps: gaps.to_vec(), ..finding(&DATA_RACE, vec![write, read]) }
}

fn possible(finding: Finding) -> Finding {
    Finding { certainty: Certainty::Possible, severity: Severity::Warning, ..finding }
}

fn conditional(finding: Finding, condition: &str) -> Finding {
    let conditions = vec![condition.to_owned()];
    Finding { certainty: Certainty::Conditional, severity: Severity::Warning, conditions, ..finding }
}

fn with(findings: Vec<Finding>) -> KernelReport {
    KernelReport { findings, ..kernel("k()", Verdict::Race) }
}

/// How many findings each one that is told stands for, itself included.
fn told(findings: Vec<Finding>) -> Vec<usize> {
    let mut reports = checked(vec![with(findings)]);
    gather(&mut reports, Path::new(""));
    kernels(&reports)[0].findings.iter().map(|finding| 1 + finding.also.len()).collect()
}

fn kernels(reports: &[FileReport]) -> Vec<&KernelReport> {
    fn of(status: &FileStatus) -> &[KernelReport] {
        match status {
            FileStatus::Checked(kernels) => kernels,
            FileStatus::NotAnalysed { .. } => &[],
        }
    }
    reports.iter().flat_map(|report| of(&report.status)).collect()
}

#[test]
fn a_missing_barrier_is_one_finding() {
    assert_eq!(told(vec![race([1, 4], &[(1, 3)]), race([2, 4], &[(2, 3)])]), [2]);
    // Of different arrays too.
    let other = Finding { array: "sums".into(), ..race([2, 5], &[(2, 4)]) };
    assert_eq!(told(vec![race([1, 4], &[(1, 3)]), other]), [2]);
    // By way of a third one.
    let chain = vec![race([1, 2], &[(1, 1)]), race([3, 4], &[(3, 3)]), race([1, 4], &[(1, 3)])];
    assert_eq!(told(chain), [3]);
}

#[test]
fn two_missing_barriers_are_two() {
    assert_eq!(told(vec![race([1, 2], &[(1, 1)]), race([3, 4], &[(3, 3)])]), [1, 1]);
    // One that no barrier would order is another defect.
    assert_eq!(told(vec![race([1, 2], &[(1, 1)]), race([1, 3], &[])]), [1, 1]);
}

#[test]
fn what_no_barrier_orders_is_gathered_by_its_accesses() {
    assert_eq!(told(vec![race([1, 2], &[]), race([1, 3], &[]), race([4, 3], &[])]), [3]);
    assert_eq!(told(vec![race([1, 2], &[]), race([4, 3], &[])]), [1, 1]);
    assert_eq!(told(vec![race([1, 2], &[]), Finding { level: Level::Grid, ..race([1, 3], &[]) }]), [1, 1]);
    assert_eq!(told(vec![race([7, 7], &[(1, 1)]), race([7, 7], &[])]), [2]);
}

#[test]
fn the_worst_one_is_told() {
    let all = vec![possible(race([1, 4], &[(1, 3)])), race([2, 4], &[(2, 3)])];
    let mut reports = checked(vec![with(all.clone())]);
    let exit = exit_code(&reports);
    gather(&mut reports, Path::new(""));
    let [first] = kernels(&reports)[0].findings.as_slice() else { panic!("one finding") };
    assert_eq!((first.certainty, &first.also), (Certainty::Race, &vec![all[0].clone()]));
    assert_eq!(exit_code(&reports), exit);
    assert_eq!(first.notes, ["no barrier orders one more pair of accesses here either: `tile` in lines 1, 4"]);
}

#[test]
fn a_finding_stands_for_none_that_is_worse() {
    let (a, b) = (race([1, 4], &[(1, 3)]), race([2, 4], &[(2, 3)]));
    assert_eq!(told(vec![conditional(a.clone(), "n > 1"), possible(b.clone())]), [1, 1]);
    assert_eq!(told(vec![conditional(a.clone(), "n > 1"), conditional(b.clone(), "n > 2")]), [1, 1]);
    assert_eq!(told(vec![conditional(a.clone(), "n > 1"), conditional(race([8, 9], &[]), "n > 1")]), [2]);
    let benign = Finding { code: BENIGN_RACE.id, kind: FindingKind::BenignRace, ..b };
    assert_eq!(told(vec![a, benign]), [1, 1]);
}

#[test]
fn kernels_of_the_same_lines_are_told_once() {
    let named = |name: &str, finding| KernelReport { name: name.into(), ..with(vec![finding]) };
    let pair = || race([1, 4], &[(1, 3)]);
    let weak = possible(pair());
    let mut reports = checked(vec![named("k<weak>", weak), named("k<int>", pair()), named("k<float>", pair())]);
    let mut other = checked(vec![named("k<int>", pair())]);
    other[0].path = "b.cu".into();
    reports.extend(other);
    gather(&mut reports, Path::new(""));
    let found: Vec<&Finding> = kernels(&reports).iter().map(|kernel| &kernel.findings[0]).collect();
    let told: Vec<bool> = found.iter().map(|finding| finding.same_as.is_none()).collect();
    assert_eq!(told, [true, true, false, false]);
    assert_eq!(found[1].notes, ["the same in `k<float>`, b.cu"]);
    assert_eq!(found[2].same_as, found[3].same_as);
}
