//! The lines that the accesses of a race depend on.

use crate::kernel::{Array, Kernel};
use crate::span::Span;
use crate::verdict::Finding;

/// Where the array is declared that it is about, whose extents its indices have to fit; and what all its accesses depend on; but for the
/// lines in which they are.
pub(super) fn dependences(kernel: &Kernel, finding: &Finding) -> Vec<Span> {
    let is_own = |line: &Span| finding.parties.iter().any(|p| (&p.span.file, p.span.line) == (&line.file, line.line));
    let is_meant = |array: &&Array| array.shown() == finding.array && !array.dims.is_empty();
    let declared = kernel.arrays.iter().find(is_meant).and_then(|array| array.declared.clone());
    let mut found: Vec<Span> = declared.into_iter().filter(|line| line.line > 0 && !is_own(line)).collect();
    for party in &finding.parties {
        let lines = kernel.dependences.get(&party.span).into_iter().flatten().filter(|line| !is_own(line));
        for line in lines {
            if found.iter().all(|known| (&known.file, known.line) != (&line.file, line.line)) {
                found.push(line.clone());
            }
        }
    }
    found
}
