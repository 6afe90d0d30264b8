//! The sample files are read, printed, lowered; texts with a mistake are refused at the mistake.

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

/// Lines of the text, then the error's position and what its message must contain.
const REFUSED: [(&str, &str, &str); 16] = [
    ("protocol p { shared a; wr a[0] }", "", ""),
    ("protocol p {\n  wr a[1;\n}", "2:9", "expected `]`, `,` or an operator, found `;`"),
    ("protocol p {\n  for i in 0 { skip }\n}", "2:14", "expected `..` or an operator, found `{`"),
    ("protocol p { rd }", "1:17", "expected an array's name, found `}`"),
    ("protocol p { foo }", "1:14", "expected `rd`, `wr`, `at`, `sync`, `if`, `for`, `let`, `skip` or `}`, found `foo`"),
    ("protocol p { shared a; rd a[1 < 2 < 3]; }", "1:35", "expected `]`, `,` or an operator, found `<`"),
    ("protocol p { shared sync; }", "1:21", "which has a meaning of its own"),
    ("protocol p { skip", "1:18", "expected `;`, `}` or an operator, found the end of the file"),
    ("protocol p { /* }", "1:14", "this comment has no end"),
    ("protocol p { skip $ }", "1:19", "unexpected character `$`"),
    ("protocol p { rd a[0]; }", "1:17", "no array is called `a`"),
    ("protocol p { shared a[2][3]; rd a[0]; }", "1:33", "`a` takes 2 indices, found 1"),
    ("protocol p { shared a; rd a[n]; }", "1:29", "no value is called `n`"),
    ("protocol p { shared a, a; }", "1:24", "`a` is declared twice"),
    ("protocol p { shared a; rd a[min(1)]; }", "1:29", "`min` takes 2 arguments, found 1"),
    ("protocol p { for i in 1..9 step *3 { } }", "1:18", "must be a power of two"),
];

#[test]
fn mistakes_are_named_where_they_are() {
    for (text, at, message) in REFUSED {
        let found = parse("t.map", text).map_err(|e| vec![e]).and_then(|p| lower(&p[0]));
        let Err(errors) = found else {
            assert_eq!((at, message), ("", ""), "{text} was accepted");
            continue;
        };
        let first = errors[0].to_string();
        assert!(!at.is_empty() && first.starts_with(&format!("t.map:{at}: ")), "{text}\n{first}");
        assert!(first.contains(message), "{text}\n{first}");
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
