//! Which findings are told where only a part of the sources is asked about: lines that have changed since a commit (`--diff`), or
//! headers that units were checked for.
//!
//! ```text
//! 4 __global__ void k(int *s) {
//! 5   s[t] = 1;
//! -   __syncthreads();          // was removed
//! 6   x[t] = s[u];              // neither access was changed, but their function was
//! ```
//!
//! A finding concerns a change if its kernel, or a function on the way to one of its accesses, has a line that was changed or lost
//! one, or a launch that it was found for. Direction: functions are found by the text, so in doubt a finding is told; but macros,
//! constants and types that change elsewhere are not followed.

use crate::command::mend::text::{Code, Kind};
use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::sources::Sources;
use crate::front::config::{Config, Environment};
use crate::front::inputs::changed::{Changed, Lines};
use crate::span::Span;
use crate::verdict::{FileReport, FileStatus, Finding, KernelReport, Suppressed, Suppression};
use std::path::{Path, PathBuf};

/// How many lines before its first brace a function may begin.
const HEAD: u32 = 8;

/// What findings are to be about.
struct Focus<'a> {
    changed: Option<Changed>,
    /// Without links.
    about: Vec<PathBuf>,
    directory: &'a Path,
    sources: &'a dyn Sources,
}

/// Sets the findings aside that are about something else. A line that counts them, where something was asked for.
///
/// # Errors
/// That git does not know what has changed.
pub(super) fn apply(
    config: &Config,
    reports: &mut [FileReport],
    environment: &Environment,
    sources: &dyn Sources,
) -> Result<String, String> {
    if config.diff.is_none() && config.about.is_empty() {
        return Ok(String::new());
    }
    let directory = &environment.directory;
    let changed = config.diff.as_ref().map(|base| Changed::since(base, environment)).transpose()?;
    let about = config.about.iter().filter_map(|file| directory.join(file).canonicalize().ok()).collect();
    let focus = Focus { changed, about, directory, sources };
    let mut hidden = 0;
    for report in reports {
        let kernels = match &mut report.status {
            FileStatus::Checked(kernels) => kernels.as_mut_slice(),
            FileStatus::NotAnalysed { .. } => &mut [],
        };
        for kernel in kernels {
            for finding in std::mem::take(&mut kernel.findings) {
                if focus.concerns(&finding, kernel) {
                    kernel.findings.push(finding);
                } else {
                    hidden += 1;
                    kernel.suppressed.push(Suppressed { finding, why: Suppression::Elsewhere });
                }
            }
        }
    }
    let base = config.diff.iter().map(|base| format!("lines changed since {base}"));
    let headers = config.about.iter().map(|file| file.display().to_string());
    let wanted: Vec<String> = base.chain(headers).collect();
    let (noun, verb) = if hidden == 1 { ("finding", "is") } else { ("findings", "are") };
    Ok(format!("raceproof: {hidden} {noun} that {verb} not about {} not shown\n", wanted.join(" or ")))
}

impl Focus<'_> {
    fn concerns(&self, finding: &Finding, kernel: &KernelReport) -> bool {
        let parties = finding.parties.iter().map(|party| &party.span);
        let ways = parties.flat_map(|span| std::iter::once(span).chain(&span.inlined_at));
        let bodies: Vec<&Span> = ways.chain([&kernel.span]).collect();
        let sites: Vec<&Span> = finding.launches.iter().flat_map(|launches| &launches.sites).collect();
        let is_asked = |span: &&Span| {
            let path = lexically(&self.directory.join(&*span.file)).canonicalize();
            path.is_ok_and(|path| self.about.contains(&path))
        };
        let is_about = self.about.is_empty() || bodies.iter().any(is_asked);
        is_about
            && self.changed.as_ref().is_none_or(|changed| {
                let is_changed = |span: &Span, lines: Lines| {
                    let path = self.directory.join(&*span.file);
                    let real = path.canonicalize();
                    changed.touches(&lexically(&path), lines) || real.is_ok_and(|path| changed.touches(&path, lines))
                };
                let alone = sites.iter().any(|span| is_changed(span, (span.line, span.line)));
                alone || bodies.iter().any(|span| is_changed(span, self.function(span)))
            })
    }

    /// The lines of the function that a place is in, or the place's alone if none is seen.
    fn function(&self, span: &Span) -> Lines {
        let Some(text) = self.sources.text(&span.file) else { return (span.line, span.line) };
        let code = Code::new(&text);
        // The place of a kernel is its name, in front of its braces.
        let places = span.line..=span.line.saturating_add(HEAD);
        let holds = |line: u32| code.around(line, line).into_iter().rfind(|block| block.kind != Kind::Other);
        let Some(block) = places.filter_map(holds).next() else { return (span.line, span.line) };
        let lines: Vec<&str> = text.lines().collect();
        let is_end = |line: u32| {
            let before = lines.get(line as usize - 1).map_or("", |line| line.trim());
            before.is_empty() || before.ends_with(['}', ';']) || before.starts_with('#')
        };
        let head = (block.open.saturating_sub(HEAD).max(1)..block.open).rev().take_while(|line| !is_end(*line)).last();
        (head.unwrap_or(block.open).min(span.line), block.close.max(span.line))
    }
}
