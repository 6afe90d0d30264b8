//! What people are told of values and places: as the source has them.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use super::checked;
use serde_json::{Value, json};
use std::path::Path;

/// The first finding of a kernel.
fn finding(kernels: &[Value], name: &str) -> Value {
    let is_it = |kernel: &&Value| kernel["name"].as_str().unwrap().starts_with(name);
    kernels.iter().find(is_it).unwrap_or_else(|| panic!("{name}"))["findings"][0].clone()
}

#[test]
fn values_and_places_are_those_of_the_source() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/told/names.cu");
    let (_, kernels) = checked(&file, &["--block-dim", "64"]);
    for (kernel, variables) in [
        ("second", json!({"i": 10})),
        ("halved", json!({"half": 8})),
        ("ahead", json!({"k": 4})),
        ("changed", json!({})),
    ] {
        let found = finding(&kernels, kernel);
        for access in found["accesses"].as_array().unwrap() {
            assert_eq!(access["variables"], variables, "{kernel}: {found:#}");
        }
    }
    for (kernel, cell) in
        [("moved", "points[1].y"), ("joined", "points[0].neighbours[2]"), ("counted", "size"), ("left", "out[0]")]
    {
        assert_eq!(finding(&kernels, kernel)["cell"], cell);
    }
    let left = finding(&kernels, "left");
    let known = left["approximations"][0].as_str().unwrap();
    assert!(known.starts_with("`todo[0]` == 42949672"), "{left:#}");
    let (_, kernels) = checked(&file, &["--kernel", "doubled"]);
    let doubled = finding(&kernels, "doubled");
    assert_eq!(doubled["conditions"], json!(["table.pitch >= table.columns"]), "{doubled:#}");
}
