//! Stage by stage: a text file goes in, and what the stage makes of it is held against a snapshot.

use std::path::Path;

use inkwell::context::Context;
use raceproof::llvm::cfg::Cfg;
use raceproof::llvm::listing::listing;
use raceproof::llvm::module::load;
use raceproof::llvm::prepare::prepare;

fn prepared(path: &Path) -> String {
    let context = Context::create();
    let module = load(&context, path).unwrap_or_else(|error| panic!("{error}"));
    let prepared = prepare(&module).unwrap_or_else(|error| panic!("{error}"));
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
    settings.set_snapshot_path("filetests/prepare");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("filetests/prepare/*.ll", |path| insta::assert_snapshot!("listing", prepared(path)));
    });
}
