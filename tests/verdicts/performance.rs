//! What accesses cost, against numbers that were computed by hand (`tests/filetests/performance/`).
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The line of a note, and its numbers: the degree, or the sectors and the least.
type Noted = (u64, Vec<u64>);

fn kernels(name: &str) -> (String, Vec<Value>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/performance").join(name);
    let (_, kernels) = crate::checked(&file, &["--performance"]);
    (std::fs::read_to_string(file).unwrap(), kernels)
}

fn noted(kernel: &Value) -> Vec<Noted> {
    let findings = kernel["findings"].as_array().unwrap().iter();
    let notes = findings.filter(|finding| finding["kind"] == "performance");
    let numbers =
        |together: &Value| ["degree", "sectors", "least"].iter().filter_map(|key| together[*key].as_u64()).collect();
    notes.map(|note| (note["line"].as_u64().unwrap(), numbers(&note["together"]))).collect()
}

/// The lines with a mark, and its numbers.
fn marked(text: &str, word: &str) -> BTreeSet<Noted> {
    let mark = format!("//~ {word} ");
    let of = |line: &str| Some(line.split_once(&mark)?.1.split(' ').map(|n| n.parse().unwrap()).collect());
    (1..).zip(text.lines()).filter_map(|(number, line)| Some((number, of(line)?))).collect()
}

#[test]
fn words_conflict_by_the_power_of_two_in_their_stride() {
    let (text, kernels) = kernels("strides.cu");
    let line = (1..).zip(text.lines()).find(|(_, line)| line.ends_with("// stride")).unwrap().0;
    for stride in 1..=33_u64 {
        let named = |kernel: &&Value| kernel["name"].as_str().unwrap().contains(&format!("words<{stride}>"));
        let kernel = kernels.iter().find(named).unwrap();
        let degree = 1 << stride.trailing_zeros().min(5);
        let expected = if degree == 1 { vec![] } else { vec![(line, vec![degree])] };
        assert_eq!(noted(kernel), expected, "stride {stride}");
    }
}

#[test]
fn banks_are_those_that_were_counted() {
    let (text, kernels) = kernels("banks.cu");
    let found: BTreeSet<Noted> = kernels.iter().flat_map(noted).filter(|(_, numbers)| numbers.len() == 1).collect();
    assert_eq!(found, marked(&text, "BANKS"));
}

#[test]
fn sectors_are_those_that_were_counted() {
    let (text, kernels) = kernels("sectors.cu");
    let found: BTreeSet<Noted> = kernels.iter().flat_map(noted).filter(|(_, numbers)| numbers.len() == 2).collect();
    assert_eq!(found, marked(&text, "SECTORS"));
}

#[test]
fn the_lanes_of_a_note_bear_it_out() {
    for note in kernels("banks.cu").1.iter().flat_map(|kernel| kernel["findings"].as_array().unwrap()) {
        let together = &note["together"];
        let Some(degree) = together["degree"].as_u64() else { continue };
        let lanes = together["lanes"].as_array().unwrap().iter().filter(|lane| lane["collides"] == true);
        let bytes: Vec<i64> = lanes.map(|lane| lane["byte"].as_i64().unwrap()).collect();
        let words: BTreeSet<i64> = bytes.iter().map(|byte| byte / 4).collect();
        assert_eq!(words.len() as u64, degree, "{note:#}");
    }
}

#[test]
fn nothing_is_noted_unless_it_is_asked_for() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/performance/banks.cu");
    let (_, kernels) = crate::checked(&file, &["--kernel", "transpose32"]);
    assert_eq!(kernels.iter().flat_map(noted).count(), 0);
}
