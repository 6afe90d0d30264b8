//! What a finding says under which it does not happen is true: with it as a contract the kernel is proved.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use crate::checked;
use rayon::prelude::*;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui").join(folder);
    let mut all: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    all.retain(|path| path.extension().is_some_and(|e| e == "cu"));
    all.sort();
    assert!(!all.is_empty());
    all
}

/// The conditions of a kernel's findings, each once.
fn conditions(kernel: &Value) -> BTreeSet<String> {
    let findings = kernel["findings"].as_array().unwrap().iter();
    findings.flat_map(|f| f["conditions"].as_array().unwrap()).map(|c| c.as_str().unwrap().to_owned()).collect()
}

/// The text of a file with all conditions put into its kernels, each behind the brace that opens the kernel.
fn with_contracts(text: &str, kernels: &[Value]) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for kernel in kernels {
        // A contract on contents is a statement.
        let is_statement = |c: &&String| c.starts_with("__requires_");
        let all: String = conditions(kernel)
            .iter()
            .map(|c| if is_statement(&c) { format!(" {c};") } else { format!(" __requires({c});") })
            .collect();
        let name = kernel["name"].as_str().unwrap().split(['(', '<']).next().unwrap();
        let of_kernel = lines.iter_mut().skip_while(|line| !line.contains(&format!(" {name}(")));
        let line = of_kernel.into_iter().find(|line| line.contains('{')).unwrap();
        *line = line.replacen('{', &format!("{{{all}"), 1);
    }
    lines.join("\n")
}

/// Whether a condition speaks of a part of a parameter by its place: `table+8`.
fn has_place(condition: &str) -> bool {
    let is_place = |w: &[u8]| w[0].is_ascii_alphanumeric() && w[1] == b'+' && w[2].is_ascii_digit();
    condition.as_bytes().windows(3).any(is_place)
}

/// Checks a file, and then with its conditions as contracts; how many kernels have conditions.
fn stated(source: &Path) -> usize {
    let text = std::fs::read_to_string(source).unwrap();
    let options = text.lines().next().and_then(|line| line.strip_prefix("// raceproof:")).unwrap_or_default();
    let options: Vec<&str> = options.split_whitespace().collect();
    let (_, kernels) = checked(source, &options);
    if kernels.iter().flat_map(conditions).any(|condition| has_place(&condition)) {
        return 0; // which no source can name
    }
    let folder = tempfile::tempdir().unwrap();
    let changed = folder.path().join("kernel.cu");
    // A kernel may not name what is private.
    let text = text.replace("\nclass ", "\nstruct ");
    std::fs::write(&changed, with_contracts(&text, &kernels)).unwrap();
    let (_, after) = checked(&changed, &options);
    assert_eq!(after.len(), kernels.len(), "{}", source.display());
    let conditional = kernels.iter().zip(&after).filter(|(before, _)| !conditions(before).is_empty());
    for (before, after) in conditional.clone() {
        let verdict = [&after["verdict"], &after["divergence"]];
        assert_eq!(verdict, ["race-free", "free"], "{}: {:?}", source.display(), conditions(before));
    }
    conditional.count()
}

#[test]
fn under_the_conditions_there_is_no_finding() {
    let sources = ["conditional-race", "conditional-divergence", "exited"].map(sources).concat();
    let stated: usize = sources.par_iter().map(|source| stated(source)).sum();
    assert!(stated >= 12, "only {stated} kernels have conditions");
}

#[test]
fn a_thread_that_has_returned_fails_the_build_if_that_is_asked_for() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui/exited/early_return_barrier.cu");
    for (option, code) in [("-Werror=exited-thread", 1), ("-Werror=RP0003", 1), ("-Wno-exited-thread", 0), ("-v", 0)] {
        assert_eq!(checked(&source, &[option]).0, code, "{option}");
    }
}
