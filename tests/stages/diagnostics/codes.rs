//! The table of codes and its pages.

use raceproof::diagnostics::codes::{self, CODES};
use raceproof::diagnostics::explain;

#[test]
fn every_code_has_a_page_with_a_wrong_and_a_right_kernel() {
    for (index, code) in CODES.iter().enumerate() {
        assert_eq!(code.id, format!("RP{:04}", index + 1));
        assert_eq!(explain(code.id), Some(code.page));
        assert_eq!(explain(code.name), Some(code.page));
        assert_eq!(code.page.lines().next(), Some(format!("# {}: {}", code.id, code.title).as_str()));
        let headings: Vec<_> = code.page.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        let wanted = ["Wrong", "Right", "What the witness means", "How to fix it", "How to suppress it"];
        assert_eq!(headings, wanted, "{}", code.id);
        assert_eq!(code.page.matches("```cuda\n").count(), 2, "{}", code.id);
        assert!(
            code.page.contains(&format!("-Wno-error={}", code.name))
                || code.page.contains(&format!("-Wno-{}", code.name))
        );
    }
    assert_eq!(explain("rp0002"), Some(codes::BARRIER_DIVERGENCE.page));
    assert!(explain("ra0003").is_some_and(|page| page.starts_with("# RA0003")));
    assert!(explain("unknown").is_some_and(|page| page.starts_with("# unknown: ") && page.contains("--timeout 60")));
    assert_eq!(explain("RP9999"), None);
}
