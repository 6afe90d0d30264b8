//! The sample files are read, printed, lowered.

use raceproof::kernel::Step;
use raceproof::map::ast::Protocol;
use raceproof::map::{lower, parse, parse_proto};
use std::path::PathBuf;

fn samples(extension: &str) -> Vec<(PathBuf, String)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/map");
    let files = std::fs::read_dir(folder).expect("the folder of samples").map(|f| f.expect("a file").path());
    let mut found = files.filter(|f| f.extension().is_some_and(|e| e == extension)).collect::<Vec<_>>();
    found.sort();
    assert!(!found.is_empty(), "no .{extension} sample");
    found.into_iter().map(|f| (f.clone(), std::fs::read_to_string(f).expect("readable"))).collect()
}

fn check(protocol: &Protocol) {
    let printed = protocol.to_string();
    let again = parse("printed.map", &printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(again, std::slice::from_ref(protocol), "{printed}");
    let kernel = lower(protocol).unwrap_or_else(|e| panic!("{e:?}"));
    assert!(!kernel.body.is_empty());
}

#[test]
fn samples_are_read_printed_and_lowered() {
    for (path, text) in samples("map") {
        let protocols = parse(&path.to_string_lossy(), &text).unwrap_or_else(|e| panic!("{e}"));
        protocols.iter().for_each(check);
    }
    for (path, text) in samples("proto") {
        check(&parse_proto(&path.to_string_lossy(), &text).unwrap_or_else(|e| panic!("{e}")));
    }
}

#[test]
fn the_papers_distinct_variable_is_the_thread_index() {
    let text = "shared A; const local me, local k where k < 3 && distinct [me]; rw A[me + k]; sync;";
    let protocol = parse_proto("x/one-dim.proto", text).unwrap_or_else(|e| panic!("{e}"));
    let expected = "protocol \"one-dim\" {\n    shared A;\n    local k;\n    where k < 3;\n    where k >= 0;\n    \
                    wr A[threadIdx.x + k];\n    sync;\n}\n";
    assert_eq!(protocol.to_string(), expected);
}

/// The values of the loop variable as the kernel's terms compute them.
#[test]
fn loops_count_from_zero() {
    let text = "protocol p { shared a; const n; for i in n / 2..0 step /2 { rd a[i]; } }";
    let protocol = parse("t.map", text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    let kernel = lower(&protocol).unwrap_or_else(|e| panic!("{e:?}"));
    let [Step::Loop(found)] = kernel.body.as_slice() else { panic!("one loop expected") };
    assert_eq!(kernel.terms.show(found.entered).matches("i.count").count(), 0);
    assert!(kernel.terms.show(found.executed).contains("i.count"));
}
