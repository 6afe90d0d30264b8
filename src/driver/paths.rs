//! Paths of reports as the user writes them: relative to a folder above.

use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, KernelReport};
use std::path::Path;
use std::sync::Arc;

/// Makes the paths of a report relative to a folder above them.
pub fn shorten(report: &mut FileReport, directory: &Path) {
    if let Ok(rest) = Path::new(&report.path).strip_prefix(directory) {
        report.path = rest.display().to_string();
    }
    match &mut report.status {
        FileStatus::Checked(kernels) => kernels.iter_mut().for_each(|kernel| shorten_paths(kernel, directory)),
        FileStatus::NotAnalysed { .. } => {}
    }
}

/// Paths below the working directory are shown relative to it where the user named the file so.
pub(super) fn shorten_paths(report: &mut KernelReport, directory: &Path) {
    if directory.as_os_str().is_empty() {
        return;
    }
    let shorten = |span: &mut Span| {
        if let Ok(rest) = Path::new(&*span.file).strip_prefix(directory) {
            span.file = Arc::from(rest.to_string_lossy().as_ref());
        }
    };
    let spans = report.findings.iter_mut().flat_map(|f| {
        let sites = f.launches.iter_mut().flat_map(|launches| launches.sites.iter_mut());
        f.parties.iter_mut().map(|p| &mut p.span).chain(sites)
    });
    for span in spans.chain(std::iter::once(&mut report.span)) {
        shorten(span);
        span.inlined_at.iter_mut().for_each(shorten);
    }
}
