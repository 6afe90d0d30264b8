//! Any text is read or refused at a position; what is read is printed, and reading that gives the same protocol.
#![no_main]

use libfuzzer_sys::fuzz_target;
use raceproof::map::ast::Protocol;
use raceproof::map::{MapError, parse, parse_proto, validate};

fuzz_target!(|text: &str| {
    match parse("fuzz.map", text) {
        Ok(protocols) => protocols.iter().for_each(round_trip),
        Err(error) => placed(&error),
    }
    match parse_proto("fuzz.proto", text) {
        Ok(protocol) => round_trip(&protocol),
        Err(error) => placed(&error),
    }
});

fn round_trip(protocol: &Protocol) {
    let printed = protocol.to_string();
    let again = parse("printed.map", &printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(again, std::slice::from_ref(protocol), "{printed}");
    assert_eq!(again[0].to_string(), printed);
    if let Err(errors) = validate(protocol) {
        assert!(!errors.is_empty());
        errors.iter().for_each(placed);
    }
}

fn placed(error: &MapError) {
    assert!(error.line > 0 && error.column > 0 && !error.message.is_empty(), "{error}");
}
