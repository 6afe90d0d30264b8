//! What of a report is about the user's own sources, and what about headers of toolkits and systems.
//!
//! A finding stands at the innermost place of its call chain that is in a source of the user's: `a.cu:7`, and not
//! `cub/block/block_scan.cuh:512`, where that inlined it. A kernel that a library defines is no kernel of the user's: its findings are
//! set aside, and a line says how many there are; but where such a kernel calls a functor of the user's, what is found in that is shown. Direction: what cannot be told is the user's own, and so is the file that is
//! checked, wherever it lies.

use super::fingerprint::lexically;
use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport, Suppressed, Suppression};
use std::path::Path;

/// The folder of clang's own headers.
const CLANG: &str = "/lib/clang/";

/// Whether a file is a header of a toolkit or a system.
pub fn is_foreign(report: &FileReport, file: &str, directory: &Path) -> bool {
    if file == report.path || file.is_empty() {
        return false;
    }
    let path = lexically(&directory.join(file));
    file.contains(CLANG) || report.system.iter().any(|folder| path.starts_with(folder))
}

/// The innermost place of the user's own, or the place itself if there is none.
pub fn primary<'s>(report: &FileReport, span: &'s Span, directory: &Path) -> &'s Span {
    let own = |span: &&Span| !is_foreign(report, &span.file, directory) && !span.file.is_empty();
    std::iter::once(span).chain(&span.inlined_at).find(own).unwrap_or(span)
}

/// Where a finding stands: at its first access, or if that is a library's at the first one that has a place of the user's own.
pub fn place<'s>(
    report: &FileReport,
    (finding, kernel): (&'s Finding, &'s KernelReport),
    directory: &Path,
) -> &'s Span {
    let places = || finding.parties.iter().map(|party| primary(report, &party.span, directory));
    let is_library = |span: &Span| is_foreign(report, &span.file, directory);
    let Some(first) = places().next() else { return primary(report, &kernel.span, directory) };
    let own = places().find(|span| !is_library(span) && !span.file.is_empty());
    own.filter(|_| is_library(first)).unwrap_or(first)
}

/// Whether an access of a finding is in code of the user's own, as in a functor that a library's kernel calls.
fn concerns_own(report: &FileReport, finding: &Finding, directory: &Path) -> bool {
    finding.parties.iter().any(|party| {
        let span = primary(report, &party.span, directory);
        !is_foreign(report, &span.file, directory) && !span.file.is_empty()
    })
}

/// Sets the findings of kernels aside that libraries define, but for those in code of the user's that these call: a kernel with such
/// is shown.
pub fn set_aside(reports: &mut [FileReport], directory: &Path) {
    for report in reports {
        let FileReport { path, system, .. } = &*report;
        let about = FileReport { path: path.clone(), system: system.clone(), ..FileReport::default() };
        let kernels = match &mut report.status {
            FileStatus::Checked(kernels) => kernels.as_mut_slice(),
            FileStatus::NotAnalysed { .. } => &mut [],
        };
        for kernel in kernels.iter_mut().filter(|kernel| is_foreign(&about, &kernel.span.file, directory)) {
            let findings = std::mem::take(&mut kernel.findings).into_iter();
            let (own, findings): (Vec<_>, Vec<_>) =
                findings.partition(|finding| concerns_own(&about, finding, directory));
            kernel.of_library = own.is_empty();
            kernel.findings = own;
            let findings = findings.into_iter();
            kernel.suppressed.extend(findings.map(|finding| Suppressed { finding, why: Suppression::Library }));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_foreign, primary};
    use crate::span::Span;
    use crate::verdict::FileReport;
    use std::path::Path;

    #[test]
    fn the_innermost_place_of_the_user_s_own_comes_first() {
        let system = vec!["/cuda".into(), "/p/vendor".into()];
        let report = FileReport { path: "/cuda/samples/a.cu".into(), system, ..FileReport::default() };
        let foreign = |file: &str| is_foreign(&report, file, Path::new("/p/src"));
        assert!(foreign("/cuda/include/cub/scan.cuh") && foreign("../vendor/x.h") && foreign("/usr/lib/clang/19/x.h"));
        assert!(!foreign("a.cu") && !foreign("/cuda2/x.h") && !foreign("/cuda/samples/a.cu") && !foreign(""));
        let span = |file: &str, line| Span { file: file.into(), line, ..Span::default() };
        let calls = vec![span("/cuda/include/y.h", 2), span("own.cuh", 3), span("a.cu", 4)];
        let deep = Span { inlined_at: calls, ..span("/cuda/include/x.h", 1) };
        assert_eq!(primary(&report, &deep, Path::new("/p/src")).line, 3);
        let lost = span("/cuda/include/x.h", 1);
        assert_eq!(primary(&report, &lost, Path::new("/p/src")).line, 1);
    }
}
