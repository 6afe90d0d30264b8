//! Formats with a line, an object or an element for each finding.

use super::reports::{checked, kernel, race, sources};
use raceproof::diagnostics::render::{Format, Style, render};
use raceproof::verdict::*;
use serde_json::Value;
use std::path::PathBuf;

/// A race, a kernel that is not decided, a proof, and a file that was not analysed.
fn reports() -> Vec<FileReport> {
    let open = vec![Open::kernel(Reason::Solver { why: "too <hard> & 100 %".into() })];
    let undecided = KernelReport { open, ..kernel("k<int>()", Verdict::Unknown) };
    let mut reports = checked(vec![race(), undecided, kernel("good()", Verdict::RaceFree)]);
    let status = FileStatus::NotAnalysed { reason: "clang cannot compile it".into(), details: "a\nb".into() };
    reports.push(FileReport { path: "/top/sub/b,1.cu".into(), status, ..FileReport::default() });
    reports
}

fn written(format: Format) -> String {
    let style = Style { directory: PathBuf::from("/top"), ..Style::new(format) };
    render(&style, &reports(), &sources()).expect("it is built")
}

#[test]
fn a_line_for_each_as_compilers_write_them() {
    let wanted = "a.cu:4:23: error[RP0001]: data race on `tile` [in shift(float*, float const*, int)]\n\
        a.cu:1:17: warning[unknown]: `k<int>()` is not proved: it may have data races [in k<int>()]\n\
        sub/b,1.cu: warning[not-analysed]: /top/sub/b,1.cu was not analysed: clang cannot compile it\n\
        raceproof: 1 kernel proved race-free, 1 with races, 1 unknown, 1 file not analysed\n";
    assert_eq!(written(Format::Concise), wanted);
}

#[test]
fn a_command_of_github_for_each_takes_one_line_and_the_worst_come_first() {
    let text = written(Format::Github);
    let lines: Vec<&str> = text.lines().collect();
    let first =
        "::error file=a.cu,line=4,col=23,title=RP0001 (data-race)::data race on `tile`%0A(1) write by thread (15,0,0)";
    assert!(lines[0].starts_with(first), "{text}");
    assert!(
        lines[1].ends_with("%0Athe solver could not decide: too <hard> & 100 %25") || lines[1].contains("100 %25"),
        "{text}"
    );
    assert!(lines[2].starts_with("::warning file=sub/b%2C1.cu,title=not-analysed"), "{text}");
    assert_eq!(lines.len(), 3);
}

#[test]
fn gitlab_gets_an_object_with_what_it_wants_for_each() {
    let issues: Value = serde_json::from_str(&written(Format::Gitlab)).expect("JSON");
    let issues = issues.as_array().expect("a list");
    assert_eq!(issues.len(), 3);
    for issue in issues {
        let keys: Vec<&str> = issue.as_object().expect("an object").keys().map(String::as_str).collect();
        for key in ["description", "check_name", "fingerprint", "severity", "location"] {
            assert!(keys.contains(&key) && keys.len() == 5, "{issue}");
        }
        let severity = issue["severity"].as_str().expect("a text");
        assert!(["info", "minor", "major", "critical", "blocker"].contains(&severity));
        assert!(issue["location"]["path"].is_string() && issue["location"]["lines"]["begin"].as_u64() >= Some(1));
    }
    let mut prints: Vec<&str> = issues.iter().map(|issue| issue["fingerprint"].as_str().expect("a text")).collect();
    prints.dedup();
    assert_eq!(prints.len(), 3);
}

/// The elements of a document, opened and closed; panics where they do not nest.
pub(super) fn elements(text: &str) -> Vec<String> {
    let (mut open, mut seen) = (vec![], vec![]);
    for piece in text.split('<').skip(1) {
        let (tag, content) = piece.split_once('>').expect("a tag ends");
        assert!(!content.contains('"') || !content.contains('<'), "{piece}");
        let name = tag.trim_start_matches('/').split([' ', '/', '?']).next().unwrap_or_default().to_owned();
        let is_empty = tag.starts_with('?') || tag.ends_with('/') || ["br", "input"].contains(&name.as_str());
        if is_empty {
            seen.push(tag.to_owned());
        } else if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            open.push(name);
            seen.push(tag.to_owned());
        }
    }
    assert!(open.is_empty(), "{open:?}");
    seen
}

#[test]
fn junit_has_a_suite_for_each_file_and_a_case_for_each_kernel() {
    let text = written(Format::Junit);
    let all = elements(&text);
    let suites: Vec<&String> = all.iter().filter(|tag| tag.starts_with("testsuite ")).collect();
    assert_eq!(
        suites,
        [
            "testsuite name=\"a.cu\" tests=\"3\" failures=\"1\" errors=\"0\" skipped=\"1\"",
            "testsuite name=\"/top/sub/b,1.cu\" tests=\"1\" failures=\"0\" errors=\"0\" skipped=\"1\"",
        ]
    );
    let cases = all.iter().filter(|tag| tag.starts_with("testcase ")).count();
    let failures = all.iter().filter(|tag| tag.starts_with("failure ")).count();
    assert_eq!((cases, failures), (4, 1));
    assert!(text.contains("name=\"k&lt;int&gt;()\"") && text.contains("&lt;hard&gt; &amp; 100 %"), "{text}");
}

#[test]
fn the_page_has_everything_in_it_and_nothing_of_elsewhere() {
    let text = written(Format::Html);
    for said in [
        "k&lt;int&gt;()",
        "too &lt;hard&gt; &amp; 100 %",
        "<a href=\"#f1\">RP0001 (1)</a>",
        "<article id=\"f1\"",
        "clang cannot",
    ] {
        assert!(text.contains(said), "{said}: {text}");
    }
    let marked =
        "<span class=\"first\"><span class=\"l\">    4 </span>    tile[threadIdx.x] = in[threadIdx.x];</span>\n";
    assert!(text.contains(marked), "{text}");
    assert!(text.contains("<span class=\"second\"><span class=\"l\">    7 </span>"), "{text}");
    assert!(text.contains("<th scope=\"row\"><code>nreps</code></th><td colspan=\"2\">2</td>"), "{text}");
    for loaded in ["http:", "https:", " src=", "<link", "@import", "url("] {
        assert!(!text.contains(loaded), "{loaded}");
    }
    // Between the style and the script all elements nest.
    let (_, body) = text.split_once("<body>").expect("a body");
    let (body, _) = body.split_once("<script>").expect("a script");
    assert!(elements(body).len() > 40);
}

#[test]
fn all_formats_are_the_same_bytes_each_time() {
    for format in Format::ALL {
        assert_eq!(written(format), written(format));
        assert_eq!(Format::from_name(format.name()), Some(format));
    }
}
