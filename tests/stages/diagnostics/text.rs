//! The text, against snapshots.

use super::reports::{self, barrier, checked, finding, kernel, party, race, sources};
use raceproof::diagnostics::codes;
use raceproof::diagnostics::own;
use raceproof::diagnostics::render::{Format, Style, render};
use raceproof::span::Span;
use raceproof::verdict::*;
use std::path::Path;
use std::sync::Arc;

fn text(reports: &[FileReport]) -> String {
    render(&Style::new(Format::Text), reports, &sources()).expect("text is built")
}

#[test]
fn a_race_shows_both_accesses_and_its_witness() {
    insta::assert_snapshot!(text(&checked(vec![race()])));
}

#[test]
fn text_fits_the_terminal() {
    let style = Style { width: Some(60), ..Style::new(Format::Text) };
    let shown = render(&style, &checked(vec![race()]), &sources()).expect("text is built");
    let (finding, _) = shown.split_once("\n\n").expect("a finding, then what holds of all");
    let notes: Vec<&str> = finding.lines().skip_while(|line| !line.contains("= note:")).collect();
    assert!(notes.iter().all(|line| line.chars().count() <= 60), "{shown}");
    assert!(
        notes.len() > text(&checked(vec![race()])).lines().filter(|line| line.contains("= note:")).count(),
        "{shown}"
    );
}

#[test]
fn a_proof_takes_one_line() {
    insta::assert_snapshot!(text(&checked(vec![kernel("copy(float*)", Verdict::RaceFree)])));
    assert_eq!(text(&[]), "raceproof: 0 kernels proved race-free, 0 with races, 0 unknown\n");
}

#[test]
fn verbose_text_gives_every_verdict_with_its_assumptions() {
    let mut assumed = kernel("copy(float*)", Verdict::RaceFree);
    assumed.assumptions.push(Assumption::ParametersDoNotAlias);
    let terse = text(&checked(vec![assumed.clone()]));
    assert!(terse.contains("1 kernel proved race-free (1 under assumptions, see -v)"), "{terse}");
    let style = Style { verbose: true, ..Style::new(Format::Text) };
    let reports = checked(vec![assumed, race()]);
    insta::assert_snapshot!(render(&style, &reports, &sources()).expect("text is built"));
}

#[test]
fn a_file_that_is_not_there_gives_positions() {
    let mut report = race();
    report.findings[0].parties[0].span.file = "gone.cu".into();
    insta::assert_snapshot!("primary_source_missing", text(&checked(vec![report.clone()])));
    report.findings[0].parties[1].span.file = "".into();
    insta::assert_snapshot!("no_source_at_all", text(&checked(vec![report])));
}

#[test]
fn two_threads_at_one_access_in_inlined_code() {
    let mut report = race();
    let entry = &mut report.findings[0];
    entry.parties[0].span = reports::span("util.cuh", 2, 5);
    entry.parties[0].span.inlined_at = vec![reports::span("a.cu", 5, 3), reports::span("a.cu", 9, 0)];
    entry.parties[1] = Party { thread: [14, 0, 0], ..entry.parties[0].clone() };
    entry.parties[1].values = vec![("i".into(), 4)];
    insta::assert_snapshot!(text(&checked(vec![report])));
}

#[test]
fn what_a_possible_race_rests_on_is_listed() {
    let mut report = race();
    report.verdict = Verdict::PossibleRace;
    report.assumptions.push(Assumption::ParametersDoNotAlias);
    let entry = &mut report.findings[0];
    entry.certainty = Certainty::Possible;
    entry.severity = Severity::Warning;
    entry.approximations = vec![Approximation::Unsupported { reason: "the value of `idx[i]` is arbitrary".into() }];
    entry.parties[1].opaque = vec!["the index depends on the contents of `idx`".into()];
    entry.notes = vec!["in the phase from line 4 to line 6".into()];
    entry.help = vec!["a `__syncthreads()` after line 5 removes this race".into()];
    insta::assert_snapshot!(text(&checked(vec![report])));
}

#[test]
fn a_barrier_names_the_thread_that_misses_it() {
    let mut divergent = kernel("k()", Verdict::Unknown);
    divergent.divergence = Divergence::Divergent;
    divergent.open = vec![Open::kernel(Reason::NoPhases)];
    divergent.findings = vec![finding(&codes::BARRIER_DIVERGENCE, vec![barrier([0, 0, 0]), barrier([1, 0, 0])])];
    let mut exited = kernel("l()", Verdict::RaceFree);
    exited.divergence = Divergence::Exited;
    exited.findings = vec![finding(&codes::EXITED_THREAD, vec![barrier([0, 0, 0]), barrier([1, 0, 0])])];
    insta::assert_snapshot!(text(&checked(vec![divergent, exited])));
}

#[test]
fn a_finding_without_threads_stands_at_its_kernel() {
    let mut report = kernel("k()", Verdict::Unknown);
    let what = "the assumptions contradict each other".into();
    report.open = vec![Open::kernel(Reason::Contradiction { what })];
    report.findings = vec![finding(&codes::CONTRADICTORY_ASSUMPTIONS, vec![])];
    report.findings[0].notes = vec!["blockDim.x == 256".into(), "__launch_bounds__(128)".into()];
    insta::assert_snapshot!(text(&checked(vec![report])));
}

#[test]
fn what_is_not_known_is_a_warning_with_its_reason() {
    let mut unknown = kernel("k()", Verdict::Unknown);
    let why = "the solver gave up after 10 s".into();
    unknown.open = vec![Open::kernel(Reason::Solver { why })];
    let details = "a.cu:1:1: error: \u{1b}[31mno\u{1b}[0m\nsecond line\n";
    let status = FileStatus::NotAnalysed { reason: "clang could not compile it".into(), details: details.into() };
    let mut reports = checked(vec![unknown]);
    reports.push(FileReport { path: "b.cu".into(), status, ..FileReport::default() });
    let shown = text(&reports);
    assert!(!shown.contains('\u{1b}'));
    insta::assert_snapshot!(shown);
    for report in &mut reports {
        report.severities = Severities { unknown: None, not_analysed: None };
    }
    let style = Style::new(Format::Text);
    let silent = render(&style, &reports, &sources()).expect("text is built");
    assert_eq!(silent, "raceproof: 0 kernels proved race-free, 0 with races, 1 unknown, 1 file not analysed\n");
}

#[test]
fn a_kernel_whose_barriers_are_not_decided_never_counts_as_proved() {
    let what = [
        (Divergence::Unknown, "barriers not decided"),
        (Divergence::Possible, "conditional or possible barrier divergence"),
        (Divergence::Conditional, "conditional or possible barrier divergence"),
        (Divergence::Divergent, "barrier divergence"),
    ];
    for (divergence, what) in what {
        let mut report = kernel("k()", Verdict::RaceFree);
        report.divergence = divergence;
        let told = text(&checked(vec![report]));
        let expected = format!("0 kernels proved race-free, 0 with races, 0 unknown, 1 with {what}\n");
        assert!(told.contains(&expected), "{told}");
    }
}

#[test]
fn findings_that_are_not_shown_are_counted() {
    let mut report = race();
    let first = report.findings[0].clone();
    report.findings.extend([first.clone(), first]);
    let shown = |max_findings| {
        let style = Style { max_findings, ..Style::new(Format::Text) };
        render(&style, &checked(vec![report.clone()]), &sources()).expect("text is built")
    };
    let errors = |text: &str| text.matches("error[RP0001]").count();
    let one = shown(Some(1));
    assert_eq!(errors(&one), 1, "{one}");
    assert!(one.contains("there are 2 more findings in") && one.contains("`--max-findings 3` shows all 3"), "{one}");
    for all in [shown(None), shown(Some(3))] {
        assert_eq!((errors(&all), all.contains("more finding")), (3, false), "{all}");
    }
}

#[test]
fn colours_come_only_when_asked_for() {
    let reports = checked(vec![race()]);
    assert!(!text(&reports).contains('\u{1b}'));
    let style = Style { colour: true, ..Style::new(Format::Text) };
    assert!(render(&style, &reports, &sources()).expect("text is built").contains("\u{1b}["));
}

#[test]
fn colours_are_the_only_escapes() {
    let mut report = race();
    report.name = "k\u{1b}[2J\u{9b}".into();
    report.findings[0].what += "\u{1b}]0;x\u{7}";
    let sources = |_: &str| Some(Arc::from("\u{1b}[8m \u{9b}2J \u{202e}\n".repeat(40)));
    for (colour, escapes) in [(false, 0), (true, 1)] {
        let style = Style { colour, verbose: true, ..Style::new(Format::Text) };
        let text = render(&style, &checked(vec![report.clone()]), &sources).expect("text is built");
        let pieces: Vec<&str> = text.split("\u{1b}[").collect();
        assert!(pieces.len() > escapes && (colour || pieces.len() == 1), "{text:?}");
        for piece in pieces.iter().skip(1) {
            let (numbers, _) = piece.split_once('m').expect("a colour");
            assert!(numbers.chars().all(|c| c.is_ascii_digit() || c == ';'), "{text:?}");
        }
        assert!(!text.contains(['\u{9b}', '\u{7}', '\u{202e}']) && !text.contains("\u{1b}[8m"), "{text:?}");
    }
}

#[test]
fn a_finding_in_a_library_stands_where_the_user_s_own_source_calls_it() {
    let mut report = race();
    let calls = vec![reports::span("/cuda/include/cub/scan.cuh", 7, 1), reports::span("a.cu", 7, 5)];
    report.findings[0].parties[0].span =
        Span { inlined_at: calls, ..reports::span("/cuda/include/cub/store.cuh", 9, 2) };
    let mut reports = checked(vec![report.clone()]);
    reports[0].system = vec!["/cuda".into()];
    let shown = text(&reports);
    assert!(shown.contains("--> a.cu:7:5\n"), "{shown}");
    assert!(!shown.contains("store.cuh"), "{shown}");
    let style = Style { verbose: true, ..Style::new(Format::Text) };
    let all = render(&style, &reports, &sources()).expect("text is built");
    assert!(all.contains("note: (1) itself is at /cuda/include/cub/store.cuh:9:2\n"), "{all}");
}

#[test]
fn of_a_library_s_kernel_what_is_found_in_the_user_s_functor_is_shown() {
    let mut report = race();
    report.span = reports::span("/cuda/include/cub/kernel.cuh", 3, 1);
    let foreign = |line| reports::span("/cuda/include/cub/store.cuh", line, 2);
    report.findings[0].parties[0].span = foreign(9);
    let mut reports = checked(vec![]);
    reports[0].system = vec!["/cuda".into()];
    reports[0].status = FileStatus::Checked(vec![report.clone()]);
    own::set_aside(&mut reports, Path::new(""));
    let shown = text(&reports);
    assert!(shown.contains("--> a.cu:") && shown.contains("store.cuh") && shown.contains("1 with races"), "{shown}");
    report.findings[0].parties[1].span = foreign(10);
    reports[0].status = FileStatus::Checked(vec![report, kernel("k()", Verdict::RaceFree)]);
    own::set_aside(&mut reports, Path::new(""));
    let wanted = "raceproof: 1 kernel of cub not shown, with 1 finding, 0 of them not decided (--system-headers shows them)\n\
        raceproof: 1 kernel proved race-free, 0 with races, 0 unknown\n";
    assert_eq!(text(&reports), wanted);
    let FileStatus::Checked(kernels) = &reports[0].status else { panic!("it was checked") };
    assert_eq!((kernels[0].verdict, kernels[0].suppressed.len()), (Verdict::Race, 1));
}

#[test]
fn parties_in_two_files_are_both_shown() {
    let mut report = race();
    report.findings[0].parties[1] = party(AccessMode::Read, reports::span("util.cuh", 2, 5), [14, 0, 0]);
    insta::assert_snapshot!(text(&checked(vec![report])));
}

#[test]
fn a_race_that_is_allowed_is_counted_and_said_to_be_left_out() {
    let hidden = KernelReport { findings: vec![], ..race() };
    let wanted =
        "raceproof: 0 kernels proved race-free, 2 with races, 0 unknown, 1 with races that are allowed and not shown\n";
    assert!(text(&checked(vec![hidden, race()])).ends_with(wanted));
}

#[test]
fn different_calls_are_named_one_by_one() {
    let mut report = race();
    report.findings[0].parties[1].span.inlined_at = vec![reports::span("a.cu", 9, 3)];
    let shown = text(&checked(vec![report.clone()]));
    assert!(shown.contains("(2) by this call\n") && !shown.contains("is called from"), "{shown}");
    let calls = [8, 10, 12].map(|line| reports::span("a.cu", line, 3));
    report.findings[0].parties[0].span.inlined_at = calls.to_vec();
    let shown = text(&checked(vec![report]));
    assert!(shown.contains("= note: (2) is called from a.cu:9:3\n") && !shown.contains("by this call"), "{shown}");
    assert!(shown.contains("= note: (1) is called from a.cu:8:3, called from a.cu:10:3, "), "{shown}");
}
