//! What accesses cost, against numbers that were computed by hand (`tests/filetests/performance/`).
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// The line of a note, and its numbers: the degree, or the sectors and the least.
type Noted = (u64, Vec<u64>);

fn kernels(name: &str) -> (String, Vec<Value>) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/performance").join(name);
    let (_, kernels) = crate::checked(&file, &["--performance", "-arch=sm_80"]);
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

/// Numbers that look random, the same each time.
fn random(state: &mut u64, below: u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % below
}

/// `s[(a * x + b * y + c ^ d * y) % m]`, read by threads with `x % e == 0`, in elements of some bytes.
struct Index {
    by: [u64; 4],
    modulus: u64,
    every: u64,
    bytes: u64,
}

impl Index {
    fn random(state: &mut u64) -> Index {
        let by = [random(state, 40), random(state, 70), random(state, 9), random(state, 3)];
        let modulus = [512, 500, 333, 64][random(state, 4) as usize];
        Index { by, modulus, every: 1 + random(state, 3), bytes: [1, 4, 8, 16][random(state, 4) as usize] }
    }

    fn kernel(&self, number: usize) -> String {
        let Index { by: [a, b, c, d], modulus, every, bytes } = self;
        let (element, part) = match bytes {
            1 => ("unsigned char", ""),
            4 => ("float", ""),
            8 => ("double", ""),
            _ => ("float4", ".x + element.w + element.y"),
        };
        format!(
            "__global__ void k{number}(float *out) {{\n\
            __shared__ {element} s[512]; unsigned x = threadIdx.x, y = threadIdx.y;\n\
            if (x % {every} == 0) {{ {element} element = s[((({a} * x) + ({b} * y) + {c}) ^ ({d} * y)) % {modulus}]; \
            out[blockIdx.x * 128 + y * 16 + x] = element{part}; }} }}\n"
        )
    }

    /// The degree in blocks of (16,8) threads, counted word by word.
    fn degree(&self) -> u64 {
        let Index { by: [a, b, c, d], modulus, every, bytes } = self;
        let group = (128 / (*bytes).max(4)) as usize;
        let places: Vec<Option<u64>> = (0..128)
            .map(|thread| (thread % 16, thread / 16))
            .map(|(x, y)| (x % every == 0).then_some((((a * x) + (b * y) + c) ^ (d * y)) % modulus * bytes))
            .collect();
        let of_group = |lanes: &[Option<u64>]| {
            let words: BTreeSet<u64> = lanes.iter().flatten().flat_map(|at| at / 4..(at + bytes).div_ceil(4)).collect();
            (0..32).map(|bank| words.iter().filter(|word| *word % 32 == bank).count()).max().unwrap_or(0)
        };
        places.chunks(group).map(of_group).max().unwrap_or(0) as u64
    }
}

#[test]
fn random_indices_conflict_as_they_are_counted() {
    let mut state = 25;
    let all: Vec<Index> = (0..60).map(|_| Index::random(&mut state)).collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("random.cu");
    std::fs::write(&file, (0..).zip(&all).map(|(i, index)| index.kernel(i)).collect::<String>()).unwrap();
    let (_, kernels) = crate::checked(&file, &["--performance", "--block-dim", "16,8", "-Wno-uncoalesced"]);
    assert_eq!(kernels.len(), all.len());
    assert!(all.iter().filter(|index| index.degree() > 1).count() > 20);
    for (kernel, index) in kernels.iter().zip(&all) {
        let found: BTreeSet<u64> = noted(kernel).into_iter().flat_map(|(_, numbers)| numbers).collect();
        let expected: BTreeSet<u64> = Some(index.degree()).filter(|degree| *degree > 1).into_iter().collect();
        assert_eq!(found, expected, "{}", index.kernel(0));
    }
}
