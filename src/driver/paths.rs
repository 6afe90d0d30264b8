//! Paths of reports as the user writes them: relative to a folder above.

use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, Idle, KernelReport, Moment};
use std::path::{Component, Path, PathBuf};
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

/// Makes the paths of a report, which are relative to one folder, relative to another where they lie below that.
pub fn moved(report: &mut FileReport, from: &Path, to: &Path) {
    let absolute = |path: &str| lexically(&from.join(path)).display().to_string();
    report.path = absolute(&report.path);
    match &mut report.status {
        FileStatus::Checked(kernels) => {
            let place = |span: &mut Span| {
                if !span.file.is_empty() {
                    span.file = absolute(&span.file).into();
                }
            };
            kernels.iter_mut().for_each(|kernel| each_span(kernel, place));
        }
        FileStatus::NotAnalysed { .. } => {}
    }
    shorten(report, to);
}

/// Paths below the working directory are shown relative to it where the user named the file so.
pub(super) fn shorten_paths(report: &mut KernelReport, directory: &Path) {
    if directory.as_os_str().is_empty() {
        return;
    }
    for fix in report.findings.iter_mut().flat_map(|finding| &mut finding.fixes) {
        if let Ok(rest) = Path::new(&fix.file).strip_prefix(directory) {
            fix.file = rest.to_string_lossy().into_owned();
        }
    }
    each_span(report, |span| {
        if let Ok(rest) = Path::new(&*span.file).strip_prefix(directory) {
            span.file = Arc::from(rest.to_string_lossy().as_ref());
        }
    });
}

/// Does something with each position of a report.
fn each_span(report: &mut KernelReport, change: impl Fn(&mut Span)) {
    let suppressed = report.suppressed.iter_mut().map(|one| &mut one.finding);
    let spans = report.findings.iter_mut().chain(suppressed).flat_map(|f| {
        let sites = f.launches.iter_mut().flat_map(|launches| launches.sites.iter_mut());
        let round = f.round.iter_mut().map(|round| &mut round.span);
        let parting = f.parting.iter_mut().map(|parting| &mut parting.span);
        let idle = f.idle.iter_mut().flat_map(Idle::spans_mut).chain(parting).chain(&mut f.dependences);
        let drawn = f.picture.iter_mut().flat_map(|picture| &mut picture.timeline).filter_map(Moment::span_mut);
        f.parties.iter_mut().map(|p| &mut p.span).chain(sites).chain(round).chain(idle).chain(drawn)
    });
    for span in spans.chain(std::iter::once(&mut report.span)) {
        change(span);
        span.inlined_at.iter_mut().for_each(&change);
    }
}

/// Without `.` and `..`.
fn lexically(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => _ = plain.pop(),
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => plain.push(part),
        }
    }
    plain
}
