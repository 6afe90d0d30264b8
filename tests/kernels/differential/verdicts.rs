//! What `raceproof check` says about a batch of kernels.

use super::emulate::Launch;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// A finding that claims to be certain.
#[derive(Clone, Debug)]
pub(crate) struct Alarm {
    pub(crate) array: String,
    pub(crate) line: u64,
    pub(crate) witness: BTreeMap<String, i64>,
    /// An execution has confirmed it, with memory that holds nothing but zeros.
    pub(crate) executed: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Verdict {
    pub(crate) verdict: String,
    pub(crate) divergence: String,
    /// Why something was left undecided; empty if nothing was.
    pub(crate) reason: String,
    /// The arrays that findings about races name.
    pub(crate) arrays: BTreeSet<String>,
    pub(crate) alarms: Vec<Alarm>,
    pub(crate) assumptions: Vec<String>,
}

impl Verdict {
    pub(crate) fn assumes(&self, words: &str) -> bool {
        self.assumptions.iter().any(|a| a.contains(words))
    }
}

pub(crate) fn binary() -> PathBuf {
    std::env::var_os("RACEPROOF_BINARY").map_or_else(|| env!("CARGO_BIN_EXE_raceproof").into(), PathBuf::from)
}

/// The verdicts for `count` kernels named `k0`, `k1`, …; `launch`: everything fixed to it; `overflow`: `assume` or `check`.
pub(crate) fn check(file: &Path, count: usize, launch: Option<Launch>, overflow: &str) -> Vec<Verdict> {
    let mut command = Command::new(binary());
    command.args(["check", "--format", "json", "-std=c++17", "-w", "--timeout", "4", "--overflow", overflow]).arg(file);
    if let Some(l) = launch {
        command.args(["--block-dim", &format!("{},{}", l.block.0, l.block.1)]);
        command.args(["--grid-dim", &format!("{},{}", l.grid.0, l.grid.1)]);
        for (name, value) in [("n", i64::from(l.n)), ("m", i64::from(l.m)), ("u", i64::from(l.u))] {
            command.args(["--param", &format!("{name}={value}")]);
        }
    }
    let out = command.output().unwrap();
    let json: Value = serde_json::from_slice(&out.stdout).unwrap_or(Value::Null);
    let kernels = json["files"][0]["kernels"].as_array().cloned().unwrap_or_default();
    let mut all = vec![Verdict::default(); count];
    for kernel in &kernels {
        let name = kernel["name"].as_str().unwrap_or_default();
        let number = name.split('(').next().and_then(|n| n.strip_prefix('k')).and_then(|n| n.parse::<usize>().ok());
        if let Some(slot) = number.and_then(|n| all.get_mut(n)) {
            *slot = verdict(kernel);
        }
    }
    let said = String::from_utf8_lossy(&out.stderr);
    assert!(all.iter().all(|v| !v.verdict.is_empty()), "no verdict ({}): {said}\n{json}", out.status);
    all
}

fn verdict(kernel: &Value) -> Verdict {
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let mut found = Verdict {
        verdict: text(&kernel["verdict"]),
        divergence: text(&kernel["divergence"]),
        reason: text(&kernel["reason"]),
        assumptions: kernel["assumptions"].as_array().into_iter().flatten().map(text).collect(),
        ..Verdict::default()
    };
    let told = kernel["findings"].as_array().into_iter().flatten();
    for finding in told.flat_map(|told| std::iter::once(told).chain(told["also"].as_array().into_iter().flatten())) {
        if finding["kind"] != "data-race" && finding["kind"] != "benign-race" {
            continue;
        }
        found.arrays.insert(text(&finding["array"]));
        // The emulator's memory holds something else than a witness of contents has there.
        let rests_on_contents = finding["given"]["cells"].as_array().is_some_and(|cells| !cells.is_empty());
        // A contract excludes what is conditional, be it certain without it or not.
        let rests_on_nothing = finding["approximations"].as_array().is_none_or(Vec::is_empty);
        let is_certain = finding["verdict"] == "race" || finding["verdict"] == "conditional" && rests_on_nothing;
        if finding["kind"] == "data-race" && is_certain && !rests_on_contents {
            let witness = finding["witness"].as_object().into_iter().flatten();
            found.alarms.push(Alarm {
                array: text(&finding["array"]),
                line: finding["line"].as_u64().unwrap_or(0),
                executed: !finding["given"]["seen"].is_null(),
                witness: witness.filter_map(|(k, v)| Some((k.clone(), v.as_i64()?))).collect(),
            });
        }
    }
    found
}
