//! The pages of `raceproof explain` are true: the kernel under "Wrong" is reported with the page's code, the one under
//! "Right" is not reported at all.
#![allow(clippy::unwrap_used, reason = "a test ends at the first thing that goes wrong")]

use raceproof::diagnostics::codes::{self, CODES, Code};

/// The first CUDA listing under a heading of a page.
fn listing<'a>(code: &'a Code, heading: &str) -> &'a str {
    let section = code.page.split("\n## ").find_map(|section| section.strip_prefix(heading)?.strip_prefix('\n'));
    let section = section.unwrap_or_else(|| panic!("{}: no section {heading}", code.id));
    let listing = section.split_once("```cuda\n").and_then(|(_, rest)| rest.split_once("```"));
    listing.unwrap_or_else(|| panic!("{}: no CUDA listing under {heading}", code.id)).0
}

/// What is to be asked for with a code.
fn options(code: &Code) -> Vec<&'static str> {
    let redundant = *code == codes::REDUNDANT_BARRIER;
    let performance = [codes::BANK_CONFLICT, codes::UNCOALESCED].contains(code);
    let own = redundant.then_some("--redundant").into_iter().chain(performance.then_some("--performance"));
    ["-arch=sm_90"].into_iter().chain(own).collect()
}

/// The codes that raceproof reports for a kernel, and its verdict.
fn check(code: &Code, kernel: &str) -> (Vec<String>, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("page.cu");
    std::fs::write(&file, kernel).unwrap();
    let kernel = &crate::checked(&file, &options(code)).1[0];
    let findings = kernel["findings"].as_array().unwrap();
    let codes = findings.iter().map(|finding| finding["code"].as_str().unwrap().to_owned());
    (codes.collect(), format!("{} / {}", kernel["verdict"], kernel["divergence"]))
}

#[test]
fn a_wrong_kernel_shows_its_code() {
    for code in CODES {
        let (codes, verdict) = check(code, listing(code, "Wrong"));
        assert!(codes.iter().any(|found| found == code.id), "{}: found {codes:?}, {verdict}", code.id);
    }
}

#[test]
fn a_right_kernel_is_proved() {
    for code in CODES {
        let (codes, verdict) = check(code, listing(code, "Right"));
        assert!(codes.is_empty(), "{}: found {codes:?}, {verdict}", code.id);
        assert_eq!(verdict, "\"race-free\" / \"free\"", "{}", code.id);
    }
}
