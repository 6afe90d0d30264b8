//! Comments in the source that allow a finding.

use super::reports::{checked, race, sources, span};
use raceproof::diagnostics::suppress;
use raceproof::verdict::*;

#[test]
fn a_comment_in_the_source_leaves_a_finding_out_and_is_named() {
    let allowed_at = |file: &str, line: u32| -> (bool, Vec<String>) {
        let mut report = race();
        report.findings[0].parties[1].span = span(file, line, 5);
        let mut reports = checked(vec![report]);
        suppress::apply(&mut reports, &sources());
        let FileStatus::Checked(mut kernels) = reports.remove(0).status else { panic!("it was checked") };
        let kernel = kernels.remove(0);
        assert_eq!(kernel.verdict, Verdict::Race, "a comment changes no verdict");
        (kernel.findings.is_empty(), kernel.assumptions.iter().map(ToString::to_string).collect())
    };
    let says = |line: u32| vec![format!("RP0001 (data race) is harmless, as allow.cu:{line} says")];
    assert_eq!(allowed_at("allow.cu", 2), (true, says(2)), "in the comment above");
    assert_eq!(allowed_at("allow.cu", 3), (true, says(3)), "on the line");
    assert_eq!(allowed_at("allow.cu", 5), (false, vec![]), "another code only");
    assert_eq!(allowed_at("allow.cu", 6), (false, vec![]), "code in between");
    assert_eq!(allowed_at("allow.cu", 7), (false, vec![]), "not in a comment");
}
