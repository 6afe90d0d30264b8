//! Errors about races and missed barriers are confirmed by the execution of their witnesses, or it is listed here why they cannot be executed.

use super::checked::Checked;
use raceproof::verdict::{Certainty, Finding, FindingKind, Obstacle, Replay, Severity};

/// What is not executed, as its name begins: accesses of a warp together, inline assembly with predicates, and copies of tensors, of which a
/// map on the host says what they copy.
const CONSTRUCTS: [&str; 3] =
    ["an access of a whole warp", "inline assembly `{ .reg .pred", "inline assembly `cp.async.bulk.tensor"];

/// Proxies, which an execution does not tell apart.
const NOT_SEEN: &str = "RP0016";

/// The errors about races and barriers of a file that no execution confirms, though it could, and those that one refuted.
pub(crate) fn complaints(checked: &Checked) -> Vec<String> {
    let is_meant = |f: &&Finding| matches!(f.kind, FindingKind::DataRace | FindingKind::BarrierDivergence);
    let is_meant = |f: &&Finding| is_meant(f) && f.code != NOT_SEEN;
    let is_error = |f: &&Finding| f.severity == Severity::Error && f.certainty == Certainty::Race;
    let is_refuted = |finding: &&Finding| matches!(finding.replay, Some(Replay::Refuted(_)));
    let found = checked.findings().filter(is_meant).filter(|finding| is_error(finding) || is_refuted(finding));
    found.filter_map(complaint).collect()
}

fn complaint(finding: &Finding) -> Option<String> {
    let why = match &finding.replay {
        Some(Replay::Confirmed) => return None,
        Some(Replay::NotExecutable(Obstacle::Construct { what }))
            if CONSTRUCTS.iter().any(|known| what.starts_with(known)) =>
        {
            return None;
        }
        Some(Replay::NotExecutable(why)) => format!("not executed: {why}"),
        Some(Replay::Refuted(what)) => format!("refuted: {what}"),
        None => "never executed".to_owned(),
    };
    let line = finding.parties.first().map_or(0, |party| party.span.line);
    Some(format!("{} at line {line} is {why}", finding.code))
}
