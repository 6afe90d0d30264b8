//! Errors about races are confirmed by the execution of their witnesses, or it is listed here why they cannot be executed.

use super::checked::Checked;
use raceproof::replay::is_certain_error;
use raceproof::verdict::{Finding, FindingKind, Obstacle, Replay};

/// What is not executed, as its name begins.
const CONSTRUCTS: [&str; 2] = ["an access of a whole warp", "inline assembly `st.global.v2"];

/// The errors about races of a file that no execution confirms, though it could.
pub(crate) fn complaints(checked: &Checked) -> Vec<String> {
    let races = checked.findings().filter(|finding| finding.kind == FindingKind::DataRace && is_certain_error(finding));
    races.filter_map(complaint).collect()
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
