//! `--emit=smt`: what Z3's own reader makes of the scripts is what the analyser answered.

use assert_cmd::Command;
use std::ffi::{CStr, CString};
use std::path::{Path, PathBuf};

/// What Z3 prints when it runs `script`.
fn run(script: &str) -> String {
    let script = CString::new(script).expect("text without zeros");
    // SAFETY: the context lives until it is deleted; the answer is copied before that.
    unsafe {
        let config = z3_sys::Z3_mk_config().expect("a configuration");
        let context = z3_sys::Z3_mk_context(config).expect("a context");
        z3_sys::Z3_del_config(config);
        let printed = CStr::from_ptr(z3_sys::Z3_eval_smtlib2_string(context, script.as_ptr()));
        let printed = printed.to_string_lossy().into_owned();
        z3_sys::Z3_del_context(context);
        printed
    }
}

/// The script for a file, and the answers in it of those queries that are put to the solver.
fn script(file: &Path) -> (String, Vec<&'static str>) {
    let mut command = Command::cargo_bin("raceproof").expect("the program is built");
    let output = command.args(["check", "--emit=smt"]).arg(file).assert().success();
    let text = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
    let put = text.split("\n; query ").filter(|query| query.contains("(push 1)"));
    let answers = put.map(|query| {
        if query.contains("\n; answer: no") {
            "unsat"
        } else if query.contains("\n; answer: yes") {
            "sat"
        } else {
            "unknown"
        }
    });
    let answers = answers.collect();
    (text, answers)
}

#[test]
fn scripts_give_the_answers_of_the_analyser() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/smt");
    let files = std::fs::read_dir(folder).expect("the folder of scripts").map(|f| f.expect("a file").path());
    let mut all = vec![];
    for file in files.filter(|f| f.extension().is_some_and(|e| e == "map")) {
        let (script, answers) = script(&file);
        assert_eq!(run(&script).lines().collect::<Vec<_>>(), answers, "{}\n{script}", file.display());
        all.extend(answers);
    }
    assert!(all.contains(&"sat") && all.contains(&"unsat"), "{all:?}");
}
