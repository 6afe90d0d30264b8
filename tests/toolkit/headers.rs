//! The front end with the toolkit's headers (12.4 or later).

use raceproof::front::clang::{Headers, Job, Side, compile};
use raceproof::front::config::Environment;
use raceproof::front::nvcc::{Architecture, Invocation};
use std::fs;
use std::path::Path;

/// Kernels that later toolkits have no declarations for.
const OLD: &str = "texture_references.cu";

pub(crate) fn our_test_kernels_compile(toolkit: &Path) {
    let environment = Environment::from_vars(std::env::vars_os());
    let invocation = Invocation { cuda_path: Some(toolkit.to_owned()), ..Invocation::default() };
    // Some declarations are for 8.0 and later only.
    let architecture = Architecture::read("sm_80");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/front");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    for file in files.filter(|file| !file.ends_with(OLD)) {
        for side in [Side::Device, Side::Host] {
            let job = Job { file: &file, side, architecture: architecture.as_ref(), invocation: &invocation };
            let unit = compile(&job, &environment)
                .unwrap_or_else(|error| panic!("{} {side:?}: {error}\n{}", file.display(), error.details()));
            let Headers::Toolkit(used) = unit.headers else { panic!("{:?}", unit.headers) };
            assert_eq!(used.root, toolkit);
            assert!(used.version.is_some_and(|version| version >= 12040));
        }
    }
}
