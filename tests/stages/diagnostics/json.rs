//! The JSON, field by field against the contract.

use super::reports::{barrier, checked, finding, kernel, race, sources, span};
use super::schema::faults;
use raceproof::diagnostics::codes;
use raceproof::diagnostics::render::{Format, Style, render};
use raceproof::span::Span;
use raceproof::verdict::*;
use serde_json::{Value, json};
use std::time::Duration;

fn written(reports: &[FileReport]) -> Value {
    let text = render(&Style::new(Format::Json), reports, &sources()).expect("JSON is built");
    assert!(text.ends_with("}\n"));
    let document = serde_json::from_str(&text).expect("one valid document");
    assert_eq!(faults(&document), Vec::<String>::new());
    document
}

fn race_with_everything() -> KernelReport {
    let mut report = race();
    report.assumptions = vec![Assumption::ParametersDoNotAlias];
    report.stats.lower = Duration::from_micros(4100);
    let entry = &mut report.findings[0];
    entry.parties[0].span.inlined_at = vec![span("a.cu", 9, 3)];
    entry.parties[1].opaque = vec!["the index depends on the contents of `idx`".into()];
    let block_dim = [Some(16), None, Some(1)];
    let sites = vec![Span { inlined_at: vec![span("a.cu", 20, 1)], ..span("a.cu", 12, 5) }];
    entry.launches = vec![LaunchSites { sites, block_dim, grid_dim: [None; 3], params: vec![("nreps".into(), 2)] }];
    entry.approximations = vec![Approximation::Unsupported { reason: "the value of `idx[i]` is arbitrary".into() }];
    let distance = "(char*)in - (char*)out".to_owned();
    entry.given = Some(Given {
        block_dim: [16, 1, 1],
        grid_dim: [1, 1, 1],
        cluster_dim: [1, 1, 1],
        parameters: vec![("nreps".into(), 2), ("at+8".into(), u64::MAX), (distance, 64)],
        cells: vec![Cell { object: "idx".into(), at: -4, bits: 32, value: 7, block: Some([0, 0, 0]) }],
        weighed: false,
        computed: false,
        seen: Some(Seen {
            threads: [[1, 0, 0], [0; 3]],
            blocks: [[0; 3], [0, 1, 0]],
            object: "out".into(),
            bytes: [4, 8],
        }),
        missed: Some(Missed { how: Missing::Place, any_place: false, iterations: vec![2, 0] }),
        bytes: Some([60, 64]),
    });
    report
}

#[test]
fn a_report_has_the_fields_of_the_contract_and_no_others() {
    let launches = json!({
        "sites": [{ "file": "a.cu", "line": 12, "column": 5,
                    "inlined_at": [{ "file": "a.cu", "line": 20, "column": 1 }] }],
        "block_dim": [16, null, 1], "grid_dim": [null, null, null], "params": { "nreps": 2 },
    });
    let given = json!({
        "block_dim": [16, 1, 1], "grid_dim": [1, 1, 1],
        "parameters": [
            { "name": "nreps", "kind": "value", "value": 2 },
            { "name": "at+8", "kind": "field", "value": u64::MAX },
            { "name": "(char*)in - (char*)out", "kind": "distance", "value": 64 },
        ],
        "cells": [{ "object": "idx", "at": -4, "bits": 32, "value": 7, "block": [0, 0, 0] }],
        "bytes": [60, 64],
        "barrier": { "missed": "place", "iterations": [2, 0], "any_place": false },
        "seen": { "threads": [{ "thread": [1, 0, 0], "block": [0, 0, 0] }, { "thread": [0, 0, 0], "block": [0, 1, 0] }],
                  "object": "out", "bytes": [4, 8] },
    });
    let document = written(&checked(vec![race_with_everything()]));
    let fingerprint = document["files"][0]["kernels"][0]["findings"][0]["fingerprint"].clone();
    assert!(fingerprint.as_str().is_some_and(|text| text.len() == 34 && text.ends_with(":1")), "{fingerprint}");
    let found = json!({
        "id": "RP0001@a.cu:4:23-565f77", "fingerprint": fingerprint,
        "code": "RP0001", "verdict": "race", "kind": "data-race", "severity": "error", "level": "block",
        "array": "tile", "cell": "tile[15]", "file": "a.cu", "line": 4, "column": 23,
        "message": "data race on `tile`",
        "accesses": [
            { "mode": "write", "file": "a.cu", "line": 4, "column": 23,
              "inlined_at": [{ "file": "a.cu", "line": 9, "column": 3 }],
              "thread": [15, 0, 0], "block": [0, 0, 0], "values": { "i": 3 }, "variables": {}, "typable": true },
            { "mode": "read", "file": "a.cu", "line": 7, "column": 24, "inlined_at": [],
              "thread": [14, 0, 0], "block": [0, 0, 0], "values": {}, "variables": {}, "typable": false },
        ],
        "witness": { "blockDim.x": 16, "r": 1, "nreps": 2, "i@1": 3 },
        "approximations": ["the value of `idx[i]` is arbitrary"],
        "approximation_ids": ["RB0018"], "conditions": [],
        "given": given, "launches": [launches], "also": [], "same_as": null,
    });
    let stats = json!({ "phases": 3, "queries": 12, "lower_ms": 4.1, "solve_ms": 0.0 });
    let wanted = json!({
        "version": 1,
        "files": [{
            "path": "a.cu", "status": "checked", "reason": "",
            "kernels": [{
                "name": "shift(float*, float const*, int)", "symbol": "_Z32", "verdict": "race", "divergence": "free",
                "reason": "", "reason_ids": [],
                "findings": [found], "suppressed": [],
                "assumptions": ["distinct pointer parameters do not alias"], "assumption_ids": ["RA0006"],
                "stats": stats,
            }],
        }],
    });
    assert_eq!(document, wanted);
}

#[test]
fn what_is_not_told_is_there_with_why() {
    let mut report = race();
    let finding = report.findings.remove(0);
    let why = Suppression::Comment { file: "a.cu".into(), line: 4, reason: "one warp only".into() };
    report.suppressed =
        vec![Suppressed { finding: finding.clone(), why }, Suppressed { finding, why: Suppression::Baseline }];
    let mut reports = checked(vec![report]);
    reports[0].remarks = vec!["a.cu:1: the comment allows `RP9`".into()];
    let document = written(&reports);
    let file = &document["files"][0];
    let suppressed = &file["kernels"][0]["suppressed"];
    assert_eq!((&suppressed[0]["by"], &suppressed[0]["reason"]), (&json!("comment"), &json!("one warp only")));
    assert_eq!((&suppressed[1]["by"], &suppressed[1]["finding"]["code"]), (&json!("baseline"), &json!("RP0001")));
    assert_eq!(file["remarks"][0], "a.cu:1: the comment allows `RP9`");
}

#[test]
fn no_files_and_files_that_were_not_analysed_are_documents_too() {
    assert_eq!(written(&[]), json!({ "version": 1, "files": [] }));
    let status = FileStatus::NotAnalysed { reason: "clang could not compile it".into(), details: "a\nb".into() };
    let file =
        json!({ "path": "b.cu", "status": "not-analysed", "reason": "clang could not compile it", "kernels": [] });
    let reports = [FileReport { path: "b.cu".into(), status, ..FileReport::default() }];
    assert_eq!(written(&reports), json!({ "version": 1, "files": [file] }));
}

#[test]
fn the_closed_lists_have_the_names_of_the_contract() {
    let verdicts = [
        (Verdict::RaceFree, "race-free"),
        (Verdict::Race, "race"),
        (Verdict::ConditionalRace, "conditional-race"),
        (Verdict::PossibleRace, "possible-race"),
        (Verdict::Unknown, "unknown"),
    ];
    for (verdict, name) in verdicts {
        assert_eq!(written(&checked(vec![kernel("k()", verdict)]))["files"][0]["kernels"][0]["verdict"], name);
    }
    let divergences = [
        (Divergence::Free, "free"),
        (Divergence::Exited, "exited"),
        (Divergence::Divergent, "divergent"),
        (Divergence::Conditional, "conditional"),
        (Divergence::Possible, "possible"),
        (Divergence::Unknown, "unknown"),
    ];
    for (divergence, name) in divergences {
        let report = KernelReport { divergence, ..kernel("k()", Verdict::Unknown) };
        assert_eq!(written(&checked(vec![report]))["files"][0]["kernels"][0]["divergence"], name);
    }
    let kinds = codes::CODES.map(|code| written_finding(finding(code, vec![]))["kind"].clone());
    let data_race = "data-race";
    let benign_race = "benign-race";
    let others = ["barrier-divergence", "exited-thread", benign_race, "contradictory-assumptions"];
    let copies = [data_race, data_race, "barrier-divergence"];
    let later = [data_race, "performance", "wrong-launch", data_race, benign_race, benign_race, data_race, data_race];
    let last = ["redundant-barrier", "performance", "performance"];
    assert_eq!(kinds.to_vec(), [&[data_race], &others[..], &copies, &later, &last].concat());
}

#[test]
fn the_lists_of_a_finding_have_the_names_of_the_contract() {
    let base = || finding(&codes::BARRIER_DIVERGENCE, vec![barrier([0, 0, 0]), barrier([1, 0, 0])]);
    let certainties =
        [(Certainty::Race, "race"), (Certainty::Conditional, "conditional"), (Certainty::Possible, "possible")];
    for (certainty, name) in certainties {
        assert_eq!(written_finding(Finding { certainty, ..base() })["verdict"], name);
    }
    for (severity, name) in [(Severity::Note, "note"), (Severity::Warning, "warning"), (Severity::Error, "error")] {
        assert_eq!(written_finding(Finding { severity, ..base() })["severity"], name);
    }
    let levels = [(Level::Warp, "warp"), (Level::Block, "block"), (Level::Cluster, "cluster"), (Level::Grid, "grid")];
    for (level, name) in levels {
        assert_eq!(written_finding(Finding { level, ..base() })["level"], name);
    }
    let modes = [
        (AccessMode::Read, "read"),
        (AccessMode::Write, "write"),
        (AccessMode::Atomic, "atomic"),
        (AccessMode::Barrier, "barrier"),
        (AccessMode::Launch, "launch"),
    ];
    for (mode, name) in modes {
        let mut entry = base();
        entry.parties[1].mode = mode;
        assert_eq!(written_finding(entry)["accesses"][1]["mode"], name);
    }
}

fn written_finding(entry: Finding) -> Value {
    let report = KernelReport { findings: vec![entry], ..kernel("k()", Verdict::Unknown) };
    written(&checked(vec![report]))["files"][0]["kernels"][0]["findings"][0].clone()
}

#[test]
fn a_finding_without_threads_stands_at_its_kernel() {
    let entry = written_finding(finding(&codes::CONTRADICTORY_ASSUMPTIONS, vec![]));
    assert_eq!((&entry["file"], &entry["line"], &entry["column"]), (&json!("a.cu"), &json!(1), &json!(17)));
}

#[test]
fn a_name_that_occurs_twice_keeps_both_values() {
    let mut entry = race().findings.remove(0);
    entry.witness = vec![("i".into(), 1), ("i".into(), 2), ("i#2".into(), 3)];
    assert_eq!(written_finding(entry)["witness"], json!({ "i": 1, "i#2": 2, "i#2#2": 3, "i@1": 3 }));
}

#[test]
fn equal_reports_give_equal_bytes_in_the_order_given() {
    let reports = || checked(vec![race_with_everything(), kernel("k()", Verdict::RaceFree)]);
    for format in [Format::Text, Format::Json, Format::Sarif] {
        let once = || render(&Style::new(format), &reports(), &sources()).expect("it is built");
        assert_eq!(once(), once());
    }
    let text = render(&Style::new(Format::Json), &reports(), &sources()).expect("JSON is built");
    let at = |key: &str| text.find(key).unwrap_or_else(|| panic!("{key} is written"));
    assert!(at("\"blockDim.x\"") < at("\"r\"") && at("\"r\"") < at("\"nreps\""), "the witness keeps its order");
}
