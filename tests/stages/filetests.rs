//! Stage by stage: a text file goes in, and what the stage makes of it is held against a snapshot.
//!
//! A file in `tests/filetests/STAGE` is printed by `raceproof check --emit=STAGE`; adding a test is adding a file.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use inkwell::context::Context;
use raceproof::command::{self, Printed, cli};
use raceproof::front::config::Environment;
use raceproof::llvm::cfg::Cfg;
use raceproof::llvm::listing::listing;
use raceproof::llvm::module::load;
use raceproof::llvm::prepare::prepare;
use serde_json::Value;

fn prepared(path: &Path) -> String {
    let context = Context::create();
    let module = load(&context, path).unwrap_or_else(|error| panic!("{error}"));
    let prepared = prepare(&module, true).unwrap_or_else(|error| panic!("{error}"));
    module.verify().unwrap_or_else(|error| panic!("{}: {}", path.display(), error.to_string_lossy()));
    for kernel in prepared.kernels.iter().filter(|kernel| kernel.problem.is_none()) {
        let cfg = Cfg::of(kernel.function).unwrap_or_else(|| panic!("{} has no body", kernel.name));
        check_graph(&cfg);
    }
    listing(&prepared)
}

/// What `Cfg` promises of every reducible function.
fn check_graph(cfg: &Cfg<'_>) {
    for block in cfg.blocks() {
        assert!(cfg.dominates(cfg.entry(), block) && cfg.reachable(cfg.entry(), block));
        for &edge in cfg.successors(block) {
            assert!(cfg.is_back_edge(edge) || edge.to > edge.from);
            assert!(cfg.predecessors(edge.to).contains(&edge));
        }
    }
    for id in cfg.loop_ids() {
        let data = cfg.loop_data(id);
        assert_eq!(data.blocks.first(), Some(&data.header));
        assert!(data.blocks.windows(2).all(|pair| pair[0].0 + 1 == pair[1].0));
        assert!(data.parent.is_none_or(|parent| parent < id && cfg.contains(parent, data.header)));
        // loop-simplify: one way back, and exits that only the loop leads to.
        assert_eq!(data.latches.len(), 1);
        assert!(data.exits.iter().all(|exit| cfg.dominates(data.header, exit.to) && !cfg.contains(id, exit.to)));
        assert!(cfg.reachable(data.header, data.latches[0]) && cfg.reachable(data.latches[0], data.header));
    }
}

/// IR to marked and normalised kernels: which accesses and barriers there are afterwards.
#[test]
fn prepare_keeps_accesses_and_barriers() {
    let mut settings = insta::Settings::clone_current();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/prepare");
    settings.set_snapshot_path(&folder);
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!(&folder, "*.ll", |path| insta::assert_snapshot!("listing", prepared(path)));
    });
}

/// What the command prints with these options of a file, by its path from the repository's root, so that no other path is in
/// the text. It runs in this process.
fn printed<'o>(options: impl IntoIterator<Item = &'o str>, path: &Path) -> Result<Printed, String> {
    let directory = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let path = path.strip_prefix(&directory).unwrap_or(path).to_owned();
    let environment = Environment { directory, ..Environment::from_vars(std::env::vars_os()) };
    let arguments = ["check"].into_iter().chain(options).map(OsString::from);
    let command = cli::parse(arguments.chain([path.into_os_string()]), &environment).map_err(|e| e.to_string())?;
    command::run(&command, &environment)
}

fn emitted(stage: &str, path: &Path) -> String {
    let printed = printed([format!("--emit={stage}").as_str()], path);
    let Printed { out, err, code } = printed.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!((err.as_str(), code), ("", 0), "{}", path.display());
    out
}

/// Each stage as the command prints it.
#[test]
fn stages_are_printed() {
    for stage in ["ir", "kernel", "wf", "aligned", "phases", "query", "smt"] {
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests").join(stage);
        settings.set_snapshot_path(&folder);
        let files = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{stage}: {error}"));
        let mut files: Vec<_> = files.flatten().map(|file| file.path()).collect();
        files.retain(|file| file.extension().is_some_and(|suffix| suffix != "snap"));
        files.sort();
        assert!(!files.is_empty(), "no file for {stage}");
        for file in files {
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            settings.bind(|| insta::assert_snapshot!(name.as_ref(), emitted(stage, &file)));
        }
    }
}

#[test]
fn a_protocol_has_no_ir() {
    let mut command = Command::cargo_bin("raceproof").unwrap_or_else(|error| panic!("{error}"));
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/filetests/map/forms.map");
    let output = command.args(["check", "--emit=ir", file]).assert().code(2);
    let message = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
    assert!(message.trim_end().ends_with("a protocol has no LLVM IR"), "{message}");
}

/// The orders that no barrier of the block makes, each by itself: without clang, so that it takes milliseconds to see which of
/// them has changed. Of each file the kernel `right` is proved, and `wrong`, which differs in one point, is not.
#[test]
fn orders_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = std::fs::read_dir(root.join("tests/filetests/orders")).unwrap_or_else(|error| panic!("{error}"));
    let mut names: Vec<_> = files.flatten().map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["flag.ll", "last_block.ll", "lock.ll", "named_barrier.ll", "relay.ll", "ticket.ll"]);
    for name in names {
        let verdicts = verdicts(&root.join("tests/filetests/orders").join(&name));
        let [(right, proved, _), (wrong, found, codes)] = verdicts.as_slice() else { panic!("{name}: {verdicts:?}") };
        assert_eq!((right.as_str(), wrong.as_str()), ("right", "wrong"), "{name}");
        assert_eq!(proved, "race-free", "{name}");
        assert!(["race", "possible-race"].contains(&found.as_str()), "{name}: {found}");
        assert!(codes.iter().any(|code| code == "RP0001"), "{name}: {codes:?}");
    }
}

/// The kernels of a file, with their verdicts and the codes of their findings.
fn verdicts(path: &Path) -> Vec<(String, String, Vec<String>)> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{error}"));
    let options = text.lines().next().and_then(|line| line.strip_prefix("; raceproof:")).unwrap_or_default();
    let said = printed(["--format=json"].into_iter().chain(options.split_whitespace()), path);
    let said = said.unwrap_or_else(|error| panic!("{error}"));
    let report: Value = serde_json::from_str(&said.out).unwrap_or_else(|error| panic!("{error}: {said:?}"));
    let list = |of: &Value, name: &str| of[name].as_array().cloned().unwrap_or_default();
    let word = |of: &Value, name: &str| of[name].as_str().unwrap_or_default().to_owned();
    let kernels = list(&report, "files").iter().flat_map(|file| list(file, "kernels")).collect::<Vec<_>>();
    let codes = |kernel: &Value| list(kernel, "findings").iter().map(|f| word(f, "code")).collect();
    kernels.iter().map(|k| (word(k, "name"), word(k, "verdict"), codes(k))).collect()
}
