//! Options, severities and exit codes.

use super::reports::{checked, finding, kernel, race};
use raceproof::diagnostics::codes::{self, CODES, Code};
use raceproof::diagnostics::pattern::Pattern;
use raceproof::diagnostics::severity::{Action, Policy, Ruling, Scope, Topic, exit_code};
use raceproof::verdict::*;
use std::path::Path;

fn policy(flags: &[&str]) -> Policy {
    let mut policy = Policy::new(flags.contains(&"--strict"));
    for flag in flags.iter().filter(|flag| **flag != "--strict") {
        policy.flag(flag).expect("a known option");
    }
    policy
}

fn severity(flags: &[&str], code: &Code, certainty: Certainty) -> Option<Severity> {
    policy(flags).severity_of(&Finding { certainty, ..finding(code, vec![]) }, "a.cu", Path::new(""))
}

/// The exit code for one kernel.
fn exit(flags: &[&str], report: KernelReport) -> u8 {
    let mut reports = checked(vec![report]);
    let policy = policy(flags);
    reports.iter_mut().for_each(|report| policy.apply(report, Path::new("")));
    exit_code(&reports)
}

fn unknown() -> KernelReport {
    kernel("k()", Verdict::Unknown)
}

#[test]
fn only_a_certain_finding_is_an_error_by_itself() {
    for code in CODES {
        assert_eq!(severity(&[], code, Certainty::Race), Some(code.rule.severity));
        let at_most_a_warning = Some(code.rule.severity.min(Severity::Warning));
        assert_eq!(severity(&[], code, Certainty::Conditional), at_most_a_warning);
        assert_eq!(severity(&[], code, Certainty::Possible), at_most_a_warning);
    }
    assert_eq!(codes::DATA_RACE.rule.severity, Severity::Error);
    assert_eq!(codes::BARRIER_DIVERGENCE.rule.severity, Severity::Error);
    assert_eq!(codes::EXITED_THREAD.rule.severity, Severity::Warning);
    assert_eq!(codes::BENIGN_RACE.rule.severity, Severity::Warning);
}

#[test]
fn options_name_findings_by_name_or_code_and_the_last_one_decides() {
    use Severity::{Error, Warning};
    let of = |flags: &[&str]| severity(flags, &codes::BENIGN_RACE, Certainty::Race);
    assert_eq!(of(&["-Werror=benign-race"]), Some(Error));
    assert_eq!(of(&["-Werror=RP0004"]), Some(Error));
    assert_eq!(of(&["-Wno-benign-race"]), None);
    assert_eq!(of(&["-Wno-benign-race", "-Wbenign-race"]), Some(Warning));
    assert_eq!(of(&["-Wno-benign-race", "-Werror=benign-race"]), Some(Error));
    assert_eq!(of(&["-Werror=benign-race", "-Wno-RP0004"]), None);
    assert_eq!(of(&["-Werror"]), Some(Error));
    assert_eq!(of(&["-Werror", "-Wno-error"]), Some(Warning));
    assert_eq!(of(&["-Wno-error=benign-race", "-Werror"]), Some(Warning));
    assert_eq!(of(&["-Wno-benign-race", "--strict"]), None);
    assert_eq!(of(&["-Wno-data-race"]), Some(Warning));
    assert_eq!(severity(&["-Wno-error=data-race"], &codes::DATA_RACE, Certainty::Race), Some(Warning));
    assert_eq!(severity(&["-Wno-possible"], &codes::DATA_RACE, Certainty::Possible), None);
    assert_eq!(severity(&["-Wno-possible"], &codes::DATA_RACE, Certainty::Race), Some(Error));
    assert_eq!(severity(&["-Werror=conditional"], &codes::DATA_RACE, Certainty::Conditional), Some(Error));
}

#[test]
fn an_option_that_names_nothing_is_refused() {
    for flag in ["-Wall", "-Wno-data-rase", "-Werror=", "-W", "-Wrace", "data-race", ""] {
        let error = Policy::default().flag(flag).expect_err("it names nothing");
        assert_eq!(error.flag, flag);
        assert!(
            error.to_string().ends_with(
                "non-coherent-read, seed-read, exchanged-read, absent-block, proxy-fence, redundant-barrier, bank-conflict, uncoalesced, conditional, possible, unknown, not-analysed"
            ),
            "{error}"
        );
    }
}

#[test]
fn the_exit_code_is_one_for_errors_only() {
    assert_eq!(exit(&[], race()), 1);
    assert_eq!(exit(&["-Wno-error=data-race"], race()), 0);
    assert_eq!(exit(&["-Wno-data-race"], race()), 0);
    assert_eq!(exit(&[], kernel("k()", Verdict::RaceFree)), 0);
    assert_eq!(exit(&["--strict"], kernel("k()", Verdict::RaceFree)), 0);
    let benign =
        || KernelReport { findings: vec![finding(&codes::BENIGN_RACE, vec![])], ..kernel("k()", Verdict::RaceFree) };
    assert_eq!(exit(&[], benign()), 0);
    assert_eq!(exit(&["--strict"], benign()), 1);
}

#[test]
fn strict_fails_on_whatever_is_unknown() {
    let barriers = || KernelReport { divergence: Divergence::Unknown, ..kernel("k()", Verdict::RaceFree) };
    for flags in [&["--strict"][..], &["-Werror"], &["-Werror=unknown"]] {
        assert_eq!(exit(flags, unknown()), 1);
        assert_eq!(exit(flags, barriers()), 1);
    }
    assert_eq!(exit(&[], unknown()), 0);
    assert_eq!(exit(&["--strict", "-Wno-error=unknown"], unknown()), 0);
    let of = |flags: &[&str]| policy(flags).severities("a.cu", Path::new(""));
    assert_eq!(of(&["-Wno-unknown"]), Severities { unknown: None, not_analysed: None });
    let one = Severities { unknown: Some(Severity::Warning), not_analysed: Some(Severity::Error) };
    assert_eq!(of(&["-Werror=not-analysed"]), one);
    let status = || FileStatus::NotAnalysed { reason: "no clang".into(), details: String::new() };
    let files = || vec![FileReport { path: "a.cu".into(), status: status(), ..FileReport::default() }];
    let code = |flags: &[&str]| {
        let mut files = files();
        policy(flags).apply(&mut files[0], Path::new(""));
        exit_code(&files)
    };
    assert_eq!(
        [&[][..], &["--strict"], &["-Werror=not-analysed"], &["--strict", "-Wno-not-analysed"]].map(code),
        [0, 1, 1, 0]
    );
}

#[test]
fn a_finding_that_is_switched_off_is_named_and_the_verdict_stays() {
    let mut reports = checked(vec![race()]);
    policy(&["-Wno-data-race"]).apply(&mut reports[0], Path::new(""));
    let FileStatus::Checked(kernels) = &reports[0].status else { panic!("it was checked") };
    assert_eq!(kernels[0].verdict, Verdict::Race);
    assert!(kernels[0].findings.is_empty());
    let [assumption] = &kernels[0].assumptions[..] else { panic!("{:?}", kernels[0].assumptions) };
    assert_eq!(assumption.to_string(), "RP0001 (data race) is harmless, as the command line says");
}

#[test]
fn rules_about_some_files_decide_by_the_place_of_the_finding() {
    let scope = Some(Scope { folder: "/p".into(), pattern: Pattern::new("old/**") });
    let rule = Ruling { topic: Topic::Code(&codes::DATA_RACE), action: Action::Warn, scope };
    let policy = Policy::default().preceded_by([rule]);
    let of = |file: &str| policy.severity_of(&finding(&codes::DATA_RACE, vec![]), file, Path::new("/p/src"));
    for (file, wanted) in [
        ("a.cu", Severity::Error),
        ("../old/a.cu", Severity::Warning),
        ("/p/old/deep/a.cu", Severity::Warning),
        ("/old/a.cu", Severity::Error),
    ] {
        assert_eq!(of(file), Some(wanted), "{file}");
    }
}
