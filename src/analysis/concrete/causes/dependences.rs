//! The lines that the accesses of a race depend on.

use crate::kernel::Kernel;
use crate::span::Span;
use crate::verdict::Finding;

/// Of all its accesses, but for the lines in which they are.
pub(super) fn dependences(kernel: &Kernel, finding: &Finding) -> Vec<Span> {
    let is_own = |line: &Span| finding.parties.iter().any(|p| (&p.span.file, p.span.line) == (&line.file, line.line));
    let mut found: Vec<Span> = vec![];
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
