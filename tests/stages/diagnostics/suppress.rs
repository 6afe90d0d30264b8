//! Comments in the source that allow a finding.

use super::reports::{checked, race, sources, span};
use raceproof::diagnostics::suppress;
use raceproof::verdict::*;
use std::collections::BTreeMap;
use std::sync::Arc;

#[test]
fn a_comment_in_the_source_leaves_a_finding_out_and_is_named() {
    let allowed_at = |file: &str, line: u32| -> (bool, Vec<String>) {
        let mut report = race();
        report.findings[0].parties[1].span = span(file, line, 5);
        let mut reports = checked(vec![report]);
        suppress::apply(&mut reports, &sources(), true);
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

/// What is left of a race at line 2 of a file with this text, what is assumed, and what is remarked on.
fn allowed(text: &str, is_whole: bool) -> (bool, Vec<String>, Vec<String>) {
    let mut report = race();
    report.findings[0].parties.iter_mut().for_each(|party| party.span = span("a.cu", 3, 3));
    report.span = span("a.cu", 2, 1);
    let mut reports = checked(vec![report]);
    let sources = BTreeMap::from([("a.cu".to_owned(), Arc::from(text))]);
    suppress::apply(&mut reports, &sources, is_whole);
    let FileReport { status: FileStatus::Checked(kernels), remarks, .. } = reports.remove(0) else { panic!("checked") };
    let is_kept = kernels[0].findings.len() + kernels[0].suppressed.len() == 1;
    assert!(is_kept, "allowed findings are kept");
    (kernels[0].findings.is_empty(), kernels[0].assumptions.iter().map(ToString::to_string).collect(), remarks)
}

#[test]
fn a_reason_is_said_and_a_kernel_can_be_allowed() {
    let none: Vec<String> = vec![];
    let line = "\nk() {\n  x = 1; // raceproof: allow(RP0001) one warp, see docs\n}\n";
    let said = |line, why| vec![format!("RP0001 (data race) is harmless, as a.cu:{line} says{why}")];
    assert_eq!(allowed(line, true), (true, said(3, ": one warp, see docs"), none.clone()));
    let kernel = "// raceproof: allow-kernel(data-race): tested elsewhere\nk() {\n  x = 1;\n}\n";
    assert_eq!(allowed(kernel, true), (true, said(2, ": tested elsewhere"), none.clone()));
    let at_line = "\nk() {\n  x = 1; // raceproof: allow-kernel(RP0001)\n}\n";
    assert!(!allowed(at_line, true).0, "it is not at the kernel");
}

#[test]
fn comments_that_allow_nothing_or_no_code_are_remarked_on() {
    let unused = "\nk() {\n  x = 1; // raceproof: allow(RP0001, RP0004)\n}\n";
    let said = |text: &str| vec![format!("a.cu:3: the comment {text}")];
    let (is_allowed, _, remarks) = allowed(unused, true);
    assert_eq!((is_allowed, remarks), (true, said("allows `RP0004`, which is not found here")));
    assert_eq!(allowed(unused, false).2, Vec::<String>::new(), "not all was checked");
    let unknown = "\nk() {\n  x = 1; // raceproof: allow(RP9999)\n}\n";
    let (is_allowed, _, remarks) = allowed(unknown, false);
    assert!(
        !is_allowed && remarks.len() == 1 && remarks[0].contains("`RP9999`, which is no code: known are data-race")
    );
}
