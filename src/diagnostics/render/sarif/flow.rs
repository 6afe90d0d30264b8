//! The two threads of a finding as the flows of one code flow: the calls from the kernel inwards, then the access.

use super::place::{Location, Places, Text};
use crate::diagnostics::render::text::notes;
use crate::verdict::{Finding, Party};
use serde::Serialize;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CodeFlow {
    thread_flows: Vec<ThreadFlow>,
}

#[derive(Serialize)]
struct ThreadFlow {
    id: String,
    message: Text,
    locations: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    location: Location,
}

/// `None` if there are no two threads, or the place of one is not known.
pub(super) fn of(finding: &Finding, places: &Places<'_>) -> Option<CodeFlow> {
    let [first, second] = finding.parties.as_slice() else { return None };
    let flow = |index: usize, party: &Party| {
        let label = notes::label(finding.kind, index, party);
        let calls = party.span.inlined_at.iter().rev();
        let calls = calls.filter_map(|call| Some(places.location(call)?.with_message("a call".to_owned())));
        let access = places.location(&party.span)?.with_message(label.clone());
        let locations = calls.chain([access]).map(|location| Step { location }).collect();
        Some(ThreadFlow { id: (index + 1).to_string(), message: Text { text: label }, locations })
    };
    Some(CodeFlow { thread_flows: vec![flow(0, first)?, flow(1, second)?] })
}
