//! Stage by stage: a text file goes in, and what the stage makes of it is held against a snapshot.
//!
//! A file in `tests/filetests/STAGE` is printed by `raceproof check --emit=STAGE`; adding a test is adding a file.

use std::path::Path;

use assert_cmd::Command;
use inkwell::context::Context;
use raceproof::llvm::cfg::Cfg;
use raceproof::llvm::listing::listing;
use raceproof::llvm::module::load;
use raceproof::llvm::prepare::prepare;

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

/// What the command prints for a file, by its path from the repository's root, so that no other path is in the text.
fn emitted(stage: &str, path: &Path) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = path.strip_prefix(root).unwrap_or(path);
    let mut command = Command::cargo_bin("raceproof").unwrap_or_else(|error| panic!("{error}"));
    let output = command.current_dir(root).args(["check", &format!("--emit={stage}")]).arg(path).assert().success();
    String::from_utf8_lossy(&output.get_output().stdout).into_owned()
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
