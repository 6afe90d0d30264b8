//! The examples of `docs/map.md` mean what is written below them.

use raceproof::analysis::{Options, check};
use raceproof::map::ast::Protocol;
use raceproof::map::{lower, parse, parse_proto};
use raceproof::smt::{Budget, Solver};
use raceproof::verdict::{Divergence, KernelReport, Verdict};
use std::time::Duration;

/// A fenced example: its language, its text, and the line below that begins with `Verdict:`.
struct Example {
    language: String,
    text: String,
    verdict: String,
}

fn examples() -> Vec<Example> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/map.md");
    let manual = std::fs::read_to_string(path).expect("the manual");
    let mut parts = manual.split("\n```");
    let mut found = vec![];
    parts.next();
    while let (Some(block), Some(below)) = (parts.next(), parts.next()) {
        let (language, text) = block.split_once('\n').expect("a language, and text below it");
        if ["map", "proto"].contains(&language) {
            let verdict = below.trim_start().lines().next().unwrap_or_default().to_owned();
            found.push(Example { language: language.to_owned(), text: text.to_owned(), verdict });
        }
    }
    assert!(found.len() > 15, "{} examples", found.len());
    found
}

fn read(example: &Example) -> Protocol {
    let parsed = match example.language.as_str() {
        "proto" => parse_proto("example.proto", &example.text).map(|p| vec![p]),
        _ => parse("example.map", &example.text),
    };
    let mut protocols = parsed.unwrap_or_else(|e| panic!("{e}\n{}", example.text));
    assert_eq!(protocols.len(), 1, "{}", example.text);
    protocols.remove(0)
}

/// The verdict as the manual writes it, and the report.
pub(crate) fn verdict(protocol: &Protocol) -> (String, KernelReport) {
    let kernel = lower(protocol).unwrap_or_else(|e| panic!("{e:?}\n{protocol}"));
    let report = check(&kernel, &Options::default(), &mut Solver::new(Budget { time: Duration::from_secs(10) }));
    let races = match report.verdict {
        Verdict::RaceFree => "race-free",
        Verdict::Race => "race",
        Verdict::ConditionalRace => "conditional-race",
        Verdict::PossibleRace => "possible-race",
        Verdict::Unknown => "unknown",
    };
    let barriers = match report.divergence {
        Divergence::Free => "free",
        Divergence::Exited => "exited",
        Divergence::Divergent => "divergent",
        Divergence::Conditional => "conditional",
        Divergence::Possible => "possible",
        Divergence::Unknown => "unknown",
    };
    (format!("Verdict: `{races}`, barriers `{barriers}`."), report)
}

#[test]
fn the_manuals_examples_are_read_and_printed() {
    for example in examples() {
        let protocol = read(&example);
        let printed = protocol.to_string();
        assert_eq!(parse("printed.map", &printed).map_err(|e| e.to_string()), Ok(vec![protocol]), "{printed}");
    }
}

#[test]
fn the_manuals_examples_have_the_verdicts_that_it_names() {
    let wrong = examples().into_iter().filter_map(|example| {
        let (found, report) = verdict(&read(&example));
        let assumed = example.verdict.split_once("Assumed: `").and_then(|(_, rest)| rest.split_once('`'));
        let right = example.verdict.starts_with(&found)
            && assumed.is_none_or(|(text, _)| report.assumptions.iter().any(|a| a.to_string() == *text));
        let (wanted, text) = (&example.verdict, &example.text);
        (!right).then(|| format!("{text}\nwanted {wanted}\nfound {found} {:?}", report.assumptions))
    });
    let wrong = wrong.collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn the_manual_names_files_that_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = std::fs::read_to_string(root.join("docs/map.md")).expect("the manual");
    let paths = manual.split('`').filter(|text| text.starts_with("src/")).collect::<Vec<_>>();
    assert!(paths.len() > 5, "{paths:?}");
    paths.iter().for_each(|path| assert!(root.join(path).exists(), "{path}"));
}
