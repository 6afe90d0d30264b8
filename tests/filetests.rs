//! Stage by stage: a text file goes in, and what the stage makes of it is held against a snapshot.

use std::path::Path;

use inkwell::context::Context;
use raceproof::llvm::listing::listing;
use raceproof::llvm::module::load;
use raceproof::llvm::prepare::prepare;

fn prepared(path: &Path) -> String {
    let context = Context::create();
    let module = match load(&context, path) {
        Ok(module) => module,
        Err(error) => panic!("{error}"),
    };
    match prepare(&module) {
        Ok(prepared) => listing(&prepared),
        Err(error) => panic!("{error}"),
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
