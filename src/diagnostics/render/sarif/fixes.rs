//! Changes that are proved, as SARIF's `fixes`: a line is put in where another one begins.

use super::place::{ArtifactLocation, Places, Text};
use crate::diagnostics::render::text::diff;
use crate::verdict::Fix;
use serde::Serialize;
use std::path::Path;

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Change {
    description: Text,
    artifact_changes: [ArtifactChange; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement {
    deleted_region: Nothing,
    inserted_content: Text,
}

/// A region without characters.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Nothing {
    start_line: u32,
    start_column: u32,
    end_line: u32,
    end_column: u32,
}

pub(super) fn of(fix: &Fix, places: &Places<'_>) -> Change {
    let replacement = |line: u32, text: String| Replacement {
        deleted_region: Nothing { start_line: line, start_column: 1, end_line: line, end_column: 1 },
        inserted_content: Text { text: text + "\n" },
    };
    let replacements = fix.insertions.iter().map(|i| replacement(i.after + 1, i.line())).collect();
    let artifact_location = places.artifact(Path::new(&fix.file));
    let description = Text { text: diff::sentence(fix) };
    Change { description, artifact_changes: [ArtifactChange { artifact_location, replacements }] }
}
