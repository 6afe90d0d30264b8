//! One defect, one finding: of the findings that one defect explains the worst one is told, and holds the others.
//!
//! Of one kernel, findings of the same code are of one defect if
//! * they are about the same places (of several architectures or launches);
//! * they are conditional, and the same contract excludes them;
//! * the stretches of the program in which a barrier would order them overlap ([`Finding::gaps`]), so that one barrier would order
//!   both: `t[i] = x; u[i] = y; z = t[j] + u[j];` lacks one barrier and has two races;
//! * no barrier would help, they are about one array, and share an access: `out[0] = x` by all blocks and its reads;
//! * all their accesses are to one array, in one line: `count[b]++`;
//!
//! and if others lead from one to the other so: a stretch of accesses among which barriers are missing is one defect.
//!
//! Of kernels that are made of the same lines (instances of a template, a header in several units) the same finding is told once.
//!
//! **Invariants:** a finding never stands for one that is worse, and a conditional one only for those with its conditions. All
//! are in the report. Verdicts, and whether there is an error, stay.

use super::own;
use super::render::id;
use crate::span::Span;
use crate::verdict::{
    AccessMode, Approximation, Certainty, Cost, FileReport, FileStatus, Finding, FindingKind, KernelReport, Replay,
};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The most names and lines that are listed.
const LISTED: usize = 8;
/// Lanes of a warp.
const WARP: u64 = 32;

/// Gathers the findings of each kernel, and names those that are told of another kernel. Severities are settled.
pub fn gather(reports: &mut [FileReport], directory: &Path) {
    for report in reports.iter_mut() {
        let (path, system) = (report.path.clone(), report.system.clone());
        let about = FileReport { path, system, ..FileReport::default() };
        let line = |span: &Span| own::primary(&about, span, directory).line;
        let gather =
            |kernel: &mut KernelReport| kernel.findings = gathered(std::mem::take(&mut kernel.findings), &line);
        kernels_mut(report).iter_mut().for_each(gather);
    }
    repeated(reports);
}

/// The findings of one kernel, by defects, each in the place of the one that is told.
fn gathered(findings: Vec<Finding>, line: &dyn Fn(&Span) -> u32) -> Vec<Finding> {
    let mut open: Vec<(usize, Finding)> = findings.into_iter().enumerate().collect();
    open.sort_by_key(|(at, finding)| (weight(finding), *at));
    let mut told = vec![];
    while !open.is_empty() {
        let (at, mut first) = open.remove(0);
        let members = members(&first, &open);
        let (mut own, rest): (Vec<_>, Vec<_>) = open.into_iter().enumerate().partition(|(i, _)| members.contains(i));
        open = rest.into_iter().map(|(_, entry)| entry).collect();
        own.sort_by_key(|(_, (at, _))| *at);
        first.also = own.into_iter().map(|(_, (_, finding))| finding).collect();
        first.notes.extend(others(&first, line));
        told.push((at, first));
    }
    told.sort_by_key(|(at, _)| *at);
    told.into_iter().map(|(_, finding)| finding).collect()
}

/// What makes one finding worse, or more convincing, than another: the least is told.
fn weight(f: &Finding) -> impl Ord + use<> {
    let certainty = match f.certainty {
        Certainty::Race => 0,
        Certainty::Conditional => 1,
        Certainty::Possible => 2,
    };
    let is_odd = f.approximations.iter().any(|a| matches!(a, Approximation::Odd { .. }));
    let is_confirmed = f.replay == Some(Replay::Confirmed);
    let price = f.together.as_ref().map_or(0, |together| match together.cost {
        Cost::Banks { degree, .. } => degree,
        Cost::Sectors { moved, .. } => moved,
    });
    (Reverse(f.severity), certainty, !is_confirmed, is_odd, is_within_a_warp(f), f.approximations.len(), Reverse(price))
}

/// Whether the two threads are lanes of one warp.
pub fn is_within_a_warp(f: &Finding) -> bool {
    let (Some(given), [a, b]) = (&f.given, f.parties.as_slice()) else { return false };
    let [x, y, _] = given.block_dim.map(u64::from);
    let warp = |[i, j, k]: [u32; 3]| (u64::from(i) + x * (u64::from(j) + y * u64::from(k))) / WARP;
    a.block == b.block && warp(a.thread) == warp(b.thread)
}

/// Which of the others are of the same defect: those that one of its findings leads to.
fn members(first: &Finding, others: &[(usize, Finding)]) -> BTreeSet<usize> {
    let fits: Vec<(usize, &Finding)> =
        others.iter().map(|(_, f)| f).enumerate().filter(|(_, f)| may_stand_for(first, f)).collect();
    let (mut reached, mut members) = (vec![first], BTreeSet::new());
    while let Some(one) = reached.pop() {
        let new: Vec<_> = fits.iter().filter(|(i, f)| !members.contains(i) && is_same_defect(one, f)).collect();
        for (i, f) in new {
            members.insert(*i);
            reached.push(f);
        }
    }
    members
}

/// Whether one defect explains both, by itself.
fn is_same_defect(a: &Finding, b: &Finding) -> bool {
    let is_near = a.array == b.array && a.level == b.level;
    match (a.gaps.as_slice(), b.gaps.as_slice()) {
        _ if is_excluded(a) || is_near && (place(a) == place(b) || is_same_line(a, b)) => true,
        ([], []) => is_near && a.parties.iter().any(|p| b.parties.iter().any(|q| p.span == q.span)),
        (one, other) => one.iter().any(|(from, to)| other.iter().any(|(f, t)| from <= t && f <= to)),
    }
}

/// Whether a contract excludes it.
fn is_excluded(f: &Finding) -> bool {
    f.certainty == Certainty::Conditional && !f.conditions.is_empty()
}

/// Whether a finding may be told for another one.
fn may_stand_for(first: &Finding, other: &Finding) -> bool {
    let is_no_worse = match (first.certainty, other.certainty) {
        (Certainty::Race, Certainty::Race | Certainty::Conditional | Certainty::Possible)
        | (Certainty::Possible, Certainty::Possible) => true,
        (Certainty::Conditional, Certainty::Conditional) => first.conditions == other.conditions,
        (Certainty::Conditional, Certainty::Race | Certainty::Possible)
        | (Certainty::Possible, Certainty::Race | Certainty::Conditional) => false,
    };
    let kinds = [FindingKind::DataRace, FindingKind::BenignRace];
    is_no_worse && kinds.contains(&first.kind) && first.code == other.code && first.severity >= other.severity
}

type Place<'a> = Vec<(AccessMode, &'a Span)>;

fn place(f: &Finding) -> Place<'_> {
    f.parties.iter().map(|p| (p.mode, &p.span)).collect()
}

/// Whether all accesses are in one line.
fn is_same_line(a: &Finding, b: &Finding) -> bool {
    let line = |span: &Span| (span.file.clone(), span.line);
    let of = |f: &Finding| f.parties.iter().map(|p| line(&p.span)).collect::<BTreeSet<_>>();
    of(a).len() == 1 && of(a) == of(b)
}

/// What is said of the others that a finding stands for.
fn others(first: &Finding, line: &dyn Fn(&Span) -> u32) -> Option<String> {
    let own = place(first);
    let pairs: BTreeSet<Place<'_>> = first.also.iter().map(place).filter(|one| *one != own).collect();
    let (more, meet) = match pairs.len() {
        0 => return None,
        1 => ("one more pair of accesses".to_owned(), "meets"),
        n => (format!("{n} more pairs of accesses"), "meet"),
    };
    let why = if is_excluded(first) {
        format!("that excludes {more} too")
    } else if first.gaps.is_empty() {
        format!("{more} {meet} like this")
    } else {
        format!("no barrier orders {more} here either")
    };
    let mut lines: BTreeMap<&str, BTreeSet<u32>> = BTreeMap::new();
    for f in &first.also {
        lines.entry(&f.array).or_default().extend(f.parties.iter().map(|p| line(&p.span)));
    }
    let of_array = |(array, lines): (&str, BTreeSet<u32>)| {
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let array = if array.is_empty() { String::new() } else { format!("`{array}` in ") };
        format!("{array}{word} {}", listed(lines.iter().map(u32::to_string).collect()))
    };
    let places: Vec<String> = lines.into_iter().map(of_array).collect();
    Some(format!("{why}: {}", places.join("; ")))
}

fn listed(mut all: Vec<String>) -> String {
    let more = all.len().saturating_sub(LISTED);
    all.truncate(LISTED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    all.join(", ") + &more
}

/// Where a finding stands: the report, the kernel in it, the finding in that.
type At = (usize, usize, usize);

/// Names the findings that another kernel of the same lines has too, of which the worst one is told.
fn repeated(reports: &mut [FileReport]) {
    let mut order: Vec<(At, &KernelReport, &Finding)> = vec![];
    for (r, report) in reports.iter().enumerate() {
        for (k, kernel) in kernels(report).iter().enumerate().filter(|(_, kernel)| kernel.span != Span::default()) {
            order.extend(kernel.findings.iter().enumerate().map(|(f, finding)| ((r, k, f), kernel, finding)));
        }
    }
    order.sort_by_key(|(at, _, finding)| (weight(finding), *at));
    let mut told: Vec<(At, &KernelReport, &Finding, Vec<At>)> = vec![];
    for (at, kernel, finding) in order {
        let known = told.iter_mut().find(|(first, of, one, _)| {
            (first.0, first.1) != (at.0, at.1) && of.span == kernel.span && is_repeated(one, finding)
        });
        match known {
            Some((.., others)) => others.push(at),
            None => told.push((at, kernel, finding, vec![])),
        }
    }
    let said = |(at, kernel, finding, others): (At, &KernelReport, &Finding, Vec<At>)| {
        (!others.is_empty()).then(|| (at, id(kernel, finding), also_in(reports, at, &others), others))
    };
    let said: Vec<_> = told.into_iter().filter_map(said).collect();
    for (at, id, note, others) in said {
        finding_mut(reports, at).into_iter().for_each(|finding| finding.notes.push(note.clone()));
        for other in others {
            finding_mut(reports, other).into_iter().for_each(|finding| finding.same_as = Some(id.clone()));
        }
    }
}

/// Whether a finding of another kernel of the same lines is this one.
fn is_repeated(first: &Finding, other: &Finding) -> bool {
    let is_equal = first.certainty == other.certainty && first.conditions == other.conditions;
    let is_equal = is_equal && first.code == other.code && first.severity >= other.severity;
    is_equal
        && std::iter::once(first).chain(&first.also).any(|one| one.array == other.array && place(one) == place(other))
}

/// The other kernels that a finding is of: by their names, or where these are the same, by their files.
fn also_in(reports: &[FileReport], at: At, others: &[At]) -> String {
    let name = |at: At| reports.get(at.0).and_then(|r| kernels(r).get(at.1)).map_or("", |kernel| kernel.name.as_str());
    let mut names: Vec<String> = vec![];
    for other in others {
        let path = reports.get(other.0).map_or("", |report| report.path.as_str());
        let one = if name(*other) == name(at) { path.to_owned() } else { format!("`{}`", name(*other)) };
        if !names.contains(&one) {
            names.push(one);
        }
    }
    format!("the same in {}", listed(names))
}

fn kernels(report: &FileReport) -> &[KernelReport] {
    match &report.status {
        FileStatus::Checked(kernels) => kernels,
        FileStatus::NotAnalysed { .. } => &[],
    }
}

fn kernels_mut(report: &mut FileReport) -> &mut [KernelReport] {
    match &mut report.status {
        FileStatus::Checked(kernels) => kernels,
        FileStatus::NotAnalysed { .. } => &mut [],
    }
}

fn finding_mut(reports: &mut [FileReport], (report, kernel, finding): At) -> Option<&mut Finding> {
    kernels_mut(reports.get_mut(report)?).get_mut(kernel)?.findings.get_mut(finding)
}
