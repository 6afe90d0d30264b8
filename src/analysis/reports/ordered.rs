//! The order in which findings are told.

use crate::verdict::Finding;

/// Findings by place, then level and code.
pub(crate) fn ordered(findings: impl Iterator<Item = Finding>) -> Vec<Finding> {
    let mut all: Vec<Finding> = findings.collect();
    all.sort_by_cached_key(|f| {
        let spans: Vec<_> = f.parties.iter().map(|p| p.span.clone()).collect();
        (f.severity < crate::verdict::Severity::Error, spans, f.array.clone(), f.level, f.code)
    });
    all
}
