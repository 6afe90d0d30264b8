//! SARIF, held against the parts of the 2.1.0 schema that we use.

use super::reports::{checked, finding, kernel, race, sources, span};
use raceproof::diagnostics::codes;
use raceproof::diagnostics::render::{Format, Style, render};
use raceproof::span::Span;
use raceproof::verdict::*;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A property, and what its value must be.
type Property = (&'static str, &'static str);
type Object = (&'static str, &'static [&'static str], &'static [Property]);

/// An object of the schema: its name, the properties it must have, and all that we write, each with what its value (or the
/// elements of its array) must be: another object, `text`, `number` from 0, `place` (a number from 1), `truth`, `level`,
/// `bag` (anything).
const SCHEMA: &[Object] = &[
    ("log", &["version", "runs"], &[("$schema", "text"), ("version", "text"), ("runs", "[run]")]),
    (
        "run",
        &["tool"],
        &[("tool", "tool"), ("invocations", "[invocation]"), ("columnKind", "text"), ("results", "[result]")],
    ),
    ("tool", &["driver"], &[("driver", "component")]),
    (
        "component",
        &["name"],
        &[("name", "text"), ("semanticVersion", "text"), ("rules", "[rule]"), ("notifications", "[rule]")],
    ),
    (
        "rule",
        &["id", "help", "fullDescription", "shortDescription"],
        &[
            ("id", "text"),
            ("name", "text"),
            ("shortDescription", "message"),
            ("fullDescription", "message"),
            ("help", "message"),
            ("defaultConfiguration", "configuration"),
        ],
    ),
    ("message", &["text"], &[("text", "text"), ("markdown", "text")]),
    ("configuration", &[], &[("level", "level")]),
    (
        "invocation",
        &["executionSuccessful"],
        &[("executionSuccessful", "truth"), ("toolExecutionNotifications", "[notification]")],
    ),
    (
        "notification",
        &["message"],
        &[("descriptor", "reference"), ("level", "level"), ("message", "message"), ("locations", "[location]")],
    ),
    ("reference", &["id"], &[("id", "text")]),
    (
        "result",
        &["message", "ruleId", "ruleIndex", "locations", "partialFingerprints"],
        &[
            ("ruleId", "text"),
            ("ruleIndex", "number"),
            ("level", "level"),
            ("message", "message"),
            ("locations", "[location]"),
            ("relatedLocations", "[location]"),
            ("codeFlows", "[flow]"),
            ("partialFingerprints", "fingerprints"),
            ("baselineState", "state"),
            ("suppressions", "[suppression]"),
            ("properties", "bag"),
        ],
    ),
    ("fingerprints", &["raceproof/v2"], &[("raceproof/v2", "text")]),
    ("flow", &["threadFlows"], &[("threadFlows", "[thread]")]),
    ("thread", &["locations"], &[("id", "text"), ("message", "message"), ("locations", "[step]")]),
    ("step", &[], &[("location", "location")]),
    ("suppression", &["kind"], &[("kind", "suppression kind"), ("justification", "text"), ("location", "location")]),
    (
        "location",
        &["physicalLocation"],
        &[
            ("id", "number"),
            ("physicalLocation", "physical"),
            ("logicalLocations", "[logical]"),
            ("message", "message"),
        ],
    ),
    ("physical", &["artifactLocation"], &[("artifactLocation", "artifact"), ("region", "region")]),
    ("artifact", &["uri"], &[("uri", "text"), ("uriBaseId", "text")]),
    ("region", &["startLine"], &[("startLine", "place"), ("startColumn", "place")]),
    ("logical", &[], &[("fullyQualifiedName", "text"), ("decoratedName", "text"), ("kind", "text")]),
];

fn conforms(value: &Value, kind: &str, at: &str) {
    if let Some(kind) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
        let elements = value.as_array().unwrap_or_else(|| panic!("{at}: no array"));
        return elements.iter().enumerate().for_each(|(n, element)| conforms(element, kind, &format!("{at}[{n}]")));
    }
    let right = match kind {
        "text" => value.is_string(),
        "number" => value.is_u64(),
        "place" => value.as_u64().is_some_and(|number| number > 0),
        "truth" => value.is_boolean(),
        "level" => value.as_str().is_some_and(|level| ["none", "note", "warning", "error"].contains(&level)),
        "bag" => value.is_object(),
        "state" => value.as_str().is_some_and(|state| ["new", "unchanged", "updated", "absent"].contains(&state)),
        "suppression kind" => value.as_str().is_some_and(|kind| ["inSource", "external"].contains(&kind)),
        _ => {
            let (_, required, allowed) = SCHEMA.iter().find(|row| row.0 == kind).expect(kind);
            let object = value.as_object().unwrap_or_else(|| panic!("{at}: no object"));
            for key in *required {
                assert!(object.contains_key(*key), "{at}: no {key}");
            }
            for (key, value) in object {
                let (_, kind) = allowed.iter().find(|row| row.0 == key).unwrap_or_else(|| panic!("{at}: {key}"));
                conforms(value, kind, &format!("{at}.{key}"));
            }
            true
        }
    };
    assert!(right, "{at}: {value} is no {kind}");
}

fn written_from(reports: &[FileReport], style: &Style, sources: &BTreeMap<String, Arc<str>>) -> Value {
    let text = render(style, reports, sources).expect("SARIF is built");
    let log: Value = serde_json::from_str(&text).expect("one valid document");
    conforms(&log, "log", "log");
    assert_eq!(log["version"], "2.1.0");
    log["runs"][0].clone()
}

fn written(reports: &[FileReport]) -> Value {
    written_from(reports, &Style::new(Format::Sarif), &sources())
}

#[test]
fn a_finding_has_both_accesses_and_the_calls_that_lead_to_them() {
    let mut report = race();
    report.findings[0].parties[0].span.inlined_at = vec![span("a.cu", 9, 3)];
    let run = written(&checked(vec![report]));
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("RP0001"), &json!("error")));
    let location = &result["locations"][0];
    let physical = json!({
        "artifactLocation": { "uri": "a.cu", "uriBaseId": "%SRCROOT%" },
        "region": { "startLine": 4, "startColumn": 23 },
    });
    assert_eq!(location["physicalLocation"], physical);
    assert_eq!(location["logicalLocations"][0]["decoratedName"], "_Z32");
    let related = result["relatedLocations"].as_array().expect("there are related locations");
    let lines: Vec<_> = related.iter().map(|l| l["physicalLocation"]["region"]["startLine"].clone()).collect();
    assert_eq!(lines, [4, 7, 9]);
    assert_eq!(related.iter().map(|l| l["id"].clone()).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(related[1]["message"]["text"], "(2) read by thread (14,0,0) of block (0,0,0)");
    let message = result["message"]["text"].as_str().expect("a text");
    let wanted = "data race on `tile`: [(1) write by thread (15,0,0) of block (0,0,0)](1), [(2) read by thread \
                  (14,0,0) of block (0,0,0)](2)\nin kernel `shift(float*, float const*, int)`\n";
    assert!(message.starts_with(wanted), "{message}");
    assert_eq!(result["properties"]["witness"]["blockDim.x"], 16);
    let flows = result["codeFlows"][0]["threadFlows"].as_array().expect("two threads");
    let lines: Vec<Vec<Value>> = flows
        .iter()
        .map(|flow| flow["locations"].as_array().expect("a list").iter())
        .map(|steps| steps.map(|s| s["location"]["physicalLocation"]["region"]["startLine"].clone()).collect())
        .collect();
    assert_eq!(lines, [vec![json!(9), json!(4)], vec![json!(7)]], "the call, and then the access");
}

#[test]
fn what_is_not_told_is_there_as_suppressed() {
    let mut report = race();
    let finding = report.findings.remove(0);
    let why = Suppression::Comment { file: "a.cu".into(), line: 4, reason: "one warp only".into() };
    report.suppressed.push(Suppressed { finding: finding.clone(), why });
    report.suppressed.push(Suppressed { finding, why: Suppression::Baseline });
    let run = written(&checked(vec![report]));
    let results = run["results"].as_array().expect("a list");
    let comment = &results[0]["suppressions"][0];
    assert_eq!((&comment["kind"], &comment["justification"]), (&json!("inSource"), &json!("one warp only")));
    assert_eq!(comment["location"]["physicalLocation"]["region"]["startLine"], 4);
    assert_eq!(
        (&results[1]["suppressions"][0]["kind"], &results[1]["baselineState"]),
        (&json!("external"), &json!("unchanged"))
    );
}

#[test]
fn every_code_is_a_rule_with_its_page() {
    let run = written(&[]);
    let rules = run["tool"]["driver"]["rules"].as_array().expect("there are rules");
    assert_eq!(rules.len(), codes::CODES.len() + 1);
    for (index, code) in codes::CODES.into_iter().enumerate() {
        assert_eq!(
            (rules[index]["id"].as_str(), rules[index]["help"]["markdown"].as_str()),
            (Some(code.id), Some(code.page))
        );
        let description = rules[index]["fullDescription"]["text"].as_str().expect("a text");
        assert!(description.len() > 40 && !description.contains(['\n', '#']), "{description}");
        let entry = finding(code, vec![]);
        let result = &written(&checked(vec![KernelReport { findings: vec![entry], ..kernel("k()", Verdict::Race) }]))["results"]
            [0];
        assert_eq!((result["ruleIndex"].as_u64(), &result["ruleId"]), (Some(index as u64), &json!(code.id)));
    }
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
}

#[test]
fn what_is_not_known_is_a_note_and_what_was_not_read_a_notification() {
    let open = vec![Open::kernel(Reason::Solver { why: "too hard".into() })];
    let undecided = KernelReport { open, ..kernel("k()", Verdict::Unknown) };
    let status = FileStatus::NotAnalysed { reason: "clang cannot compile it".into(), details: "a\nb\n".into() };
    let mut reports = checked(vec![undecided]);
    reports[0].notes = vec!["how kernels are launched is not known".into()];
    reports.push(FileReport { path: "b.cu".into(), status, ..FileReport::default() });
    let run = written(&reports);
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&json!("unknown"), &json!("note")));
    let rule = result["ruleIndex"].as_u64().expect("a number") as usize;
    assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], "unknown");
    let invocation = &run["invocations"][0];
    assert_eq!(invocation["executionSuccessful"], false);
    let note = &invocation["toolExecutionNotifications"][0];
    assert_eq!((&note["level"], &note["descriptor"]), (&json!("note"), &Value::Null));
    assert_eq!(note["message"]["text"], "how kernels are launched is not known");
    let notification = &invocation["toolExecutionNotifications"][1];
    assert_eq!(notification["descriptor"]["id"], "not-analysed");
    assert_eq!(notification["message"]["text"], "clang cannot compile it\na\nb");
    assert_eq!(notification["locations"][0]["physicalLocation"]["artifactLocation"]["uri"], "b.cu");

    reports[0].severities.unknown = Some(Severity::Error);
    assert_eq!(written(&reports)["results"][0]["level"], "error");
    reports[0].severities.unknown = None;
    let silent = written(&reports);
    assert_eq!(silent["results"], json!([]));
    assert_eq!(silent["invocations"][0]["executionSuccessful"], false);
}

#[test]
fn uris_are_relative_below_the_working_directory_and_columns_count_characters() {
    let uri = |path: &str| {
        let mut report = race();
        report.findings[0].parties[0].span = span(path, 1, 7);
        let texts = BTreeMap::from([(path.to_owned(), Arc::from("/*äö*/x = 1;\n"))]);
        let style = Style { directory: "/src/top".into(), ..Style::new(Format::Sarif) };
        let run = written_from(&checked(vec![report]), &style, &texts);
        let place = &run["results"][0]["locations"][0]["physicalLocation"];
        assert_eq!(place["region"]["startColumn"], 5, "the sixth byte ends the second letter");
        let artifact = &place["artifactLocation"];
        (artifact["uri"].as_str().map(str::to_owned), artifact["uriBaseId"].is_string())
    };
    assert_eq!(uri("/src/top/deep/a b.cu"), (Some("deep/a%20b.cu".to_owned()), true));
    assert_eq!(uri("./a#1.cu"), (Some("a%231.cu".to_owned()), true));
    assert_eq!(uri("../b.cu"), (Some("../b.cu".to_owned()), true));
    assert_eq!(uri("/src/other.cu"), (Some("file:///src/other.cu".to_owned()), false));
}

#[test]
fn fingerprints_survive_edits_elsewhere_and_tell_equal_results_apart() {
    let prints = |reports: &[FileReport], sources: &BTreeMap<String, Arc<str>>| -> Vec<String> {
        let run = written_from(reports, &Style::new(Format::Sarif), sources);
        let results = run["results"].as_array().expect("there are results").iter();
        results.map(|r| r["partialFingerprints"]["raceproof/v2"].as_str().expect("a text").to_owned()).collect()
    };
    let before = prints(&checked(vec![race()]), &sources());
    let mut moved = race();
    moved.findings[0].parties.iter_mut().for_each(|party| party.span.line += 1);
    let mut later = sources();
    later.insert("a.cu".into(), format!("\n{}", sources()["a.cu"]).into());
    assert_eq!(prints(&checked(vec![moved.clone()]), &later), before);
    assert_ne!(prints(&checked(vec![moved]), &sources()), before, "other lines");
    let mut equal = sources();
    let doubled: String = sources()["a.cu"].lines().map(|line| format!("{line}\n{line}\n")).collect();
    equal.insert("a.cu".into(), doubled.into());
    let mut first = race();
    first.findings[0].parties.iter_mut().for_each(|party| party.span.line = 2 * party.span.line - 1);
    let mut second = first.clone();
    second.findings[0].parties.iter_mut().for_each(|party| party.span.line += 1);
    let twice = prints(&checked(vec![second, first]), &equal);
    assert_eq!(twice[1], before[0]);
    assert_ne!(twice[0], twice[1], "equal lines");
    let instance = |name: &str| KernelReport { name: name.into(), symbol: name.into(), ..race() };
    let of = |name: &str| prints(&checked(vec![instance(name)]), &sources());
    assert_eq!(of("void shift<int>(int*)"), of("void shift<float>(float*)"));
    assert_ne!(of("void shift<int>(int*)"), of("void shift2<float>(float*)"));
}

#[test]
fn a_place_that_is_not_known_leaves_the_file() {
    let mut report = race();
    report.findings[0].parties[0].span = Span::default();
    let run = written(&checked(vec![report]));
    let result = &run["results"][0];
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!((&place["artifactLocation"]["uri"], &place["region"]), (&json!("a.cu"), &Value::Null));
    let ids: Vec<_> = result["relatedLocations"].as_array().expect("one is known").iter().map(|l| &l["id"]).collect();
    assert_eq!(ids, [2], "the link of the message to the read still leads there");
}

#[test]
fn launches_are_related_places_and_a_property() {
    let mut report = race();
    let sites = vec![span("a.cu", 12, 5), span("", 0, 0)];
    let [block_dim, grid_dim] = [[Some(16), None, None]; 2];
    report.findings[0].launches = vec![LaunchSites { sites, block_dim, grid_dim, params: vec![] }];
    let text = render(&Style::new(Format::Sarif), &checked(vec![report]), &sources()).expect("SARIF is built");
    let log: Value = serde_json::from_str(&text).expect("one valid document");
    let result = &log["runs"][0]["results"][0];
    let related = result["relatedLocations"].as_array().expect("a list");
    let last = related.last().expect("the launch");
    assert_eq!((&last["id"], &last["message"]["text"]), (&json!(related.len()), &json!("launched from here")));
    assert_eq!(last["physicalLocation"]["region"]["startLine"], 12);
    assert_eq!(result["properties"]["launches"][0]["block_dim"], json!([16, null, null]));
}
