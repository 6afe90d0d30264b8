//! The search for barriers that repair a file: each is put into a copy of the source, which is compiled and checked again.
//!
//! **Invariant:** what is proposed was checked as it would be written: with it the finding is gone, no finding is new or worse, and
//! nothing is open that was not ([`judge`](super::judge)). The first place in the order of [`places`](super::places) that is
//! so is taken. Direction: what is not found within the limits may exist.

use super::judge::{self, Key, kernels};
use super::places::{candidates, common};
use super::text::Code;
use crate::diagnostics::codes;
use crate::diagnostics::defects::is_within_a_warp;
use crate::diagnostics::fingerprint::lexically;
use crate::diagnostics::own;
use crate::driver::Check;
use crate::front::config::{Config, Environment};
use crate::verdict::{Certainty, FileReport, Finding, FindingKind, Fix, Insertion, KernelReport, Level};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The most changed sources that are checked for one finding.
const MOST_TRIED: usize = 16;
const OF_BLOCK: &str = "__syncthreads();";
const OF_WARP: &str = "__syncwarp();";

/// A file with what is known of it.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) check: &'a Check<'a>,
    pub(super) path: &'a Path,
    pub(super) report: &'a FileReport,
}

/// A change with what it removes, and the file with it.
pub(super) struct Found {
    pub(super) fix: Fix,
    pub(super) gone: BTreeSet<Key>,
    pub(super) path: PathBuf,
    pub(super) text: Vec<u8>,
}

/// A race that a barrier of the block would order.
pub(super) fn is_wanted(finding: &Finding) -> bool {
    let is_race = match finding.kind {
        FindingKind::DataRace => true,
        FindingKind::BenignRace
        | FindingKind::BarrierDivergence
        | FindingKind::ExitedThread
        | FindingKind::ContradictoryAssumptions
        | FindingKind::Performance
        | FindingKind::WrongLaunch
        | FindingKind::RedundantBarrier => false,
    };
    let is_of_block = matches!(finding.level, Level::Warp | Level::Block);
    // Where a copy under way ends is no matter of the order of the program.
    let is_of_copy = finding.code == codes::ASYNCHRONOUS_RACE.id;
    let has_gap = !finding.gaps.is_empty() || is_of_copy;
    is_race && is_of_block && finding.certainty == Certainty::Race && has_gap
}

impl Target<'_> {
    /// A file's text as it is checked.
    pub(super) fn text_of(&self, file: &str) -> Option<(PathBuf, String)> {
        let environment = self.check.environment;
        let path = lexically(&environment.directory.join(file));
        let text = match environment.instead.get(&path) {
            Some(text) => String::from_utf8(text.clone()).ok()?,
            None => std::fs::read_to_string(&path).ok()?,
        };
        Some((path, text))
    }

    /// The report on these kernels where a file holds another text.
    pub(super) fn changed(&self, path: &Path, text: &[u8], symbols: &BTreeSet<&str>) -> FileReport {
        let mut instead = (*self.check.environment.instead).clone();
        instead.insert(path.to_owned(), text.to_vec());
        let environment = Environment { instead: Arc::new(instead), ..self.check.environment.clone() };
        let kernels = symbols.iter().map(|symbol| (*symbol).to_owned()).collect();
        let config = Config { kernels, ..self.check.config.clone() };
        let check = Check { config: &config, invocation: self.check.invocation, environment: &environment };
        check.file_and_kernels(self.path).0
    }

    /// A change that removes a finding.
    pub(super) fn fix(&self, kernel: &KernelReport, finding: &Finding) -> Option<Found> {
        let ([a, b], is_in_kernel) = common(finding)?;
        if own::is_foreign(self.report, &a.file, &self.check.environment.directory) {
            return None;
        }
        let (path, text) = self.text_of(&a.file)?;
        let code = Code::new(&text);
        // What is made of other lines does not change.
        let all = kernels(self.report).iter().filter(|other| !is_in_kernel || other.span == kernel.span);
        let symbols: BTreeSet<&str> = all.map(|kernel| kernel.symbol.as_str()).collect();
        let wanted = judge::key(kernel, finding, &|_, line| line);
        let places = candidates(&code, [a.line, b.line], finding.round.is_some());
        let barriers: &[&str] = if is_within_a_warp(finding) { &[OF_WARP, OF_BLOCK] } else { &[OF_BLOCK] };
        let tries = barriers.iter().flat_map(|barrier| places.iter().map(move |lines| (*barrier, lines)));
        tries.take(MOST_TRIED).find_map(|(barrier, lines)| {
            let made: Vec<Insertion> = lines.iter().map(|line| insertion(&code, *line, barrier)).collect();
            let texts: Vec<(u32, String)> = made.iter().map(|i| (i.after, i.indentation.clone() + &i.text)).collect();
            let text = code.with(&texts);
            let after = self.changed(&path, &text, &symbols);
            let back = |file: &str, line: u32| {
                let is_changed = lexically(&self.check.environment.directory.join(file)) == path;
                if is_changed { unchanged(line, lines) } else { line }
            };
            let gone = judge::gone(self.report, &after, &symbols, &back).filter(|gone| gone.contains(&wanted))?;
            let proves = kernels(&after).iter().find(|new| new.symbol == kernel.symbol).is_some_and(judge::is_proved);
            let fix = Fix { file: a.file.to_string(), insertions: made, proves };
            Some(Found { fix, gone, path: path.clone(), text })
        })
    }
}

fn insertion(code: &Code, after: u32, barrier: &str) -> Insertion {
    Insertion { after, text: barrier.to_owned(), indentation: code.indentation_behind(after) }
}

/// The line that a line was before lines were put behind these.
fn unchanged(line: u32, inserted: &[u32]) -> u32 {
    let before = (0..).zip(inserted).filter(|(earlier, after)| *after + earlier < line).count();
    line - u32::try_from(before).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::unchanged;

    #[test]
    fn lines_move_behind_what_is_put_in() {
        let lines: Vec<u32> = (1..=7).map(|line| unchanged(line, &[2, 4])).collect();
        assert_eq!(lines, [1, 2, 2, 3, 4, 4, 5]);
    }
}
