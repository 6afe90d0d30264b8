//! Positions as SARIF locations.
//!
//! URIs are relative to the working directory for what lies below it. Columns, bytes in a [`Span`], become characters
//! where the source is at hand.

use crate::diagnostics::sources::{self, Sources};
use crate::span::Span;
use serde::Serialize;
use std::fmt::Write;
use std::path::{Component, Path};

#[derive(Serialize)]
pub(super) struct Text {
    pub(super) text: String,
}

/// What a location is made with.
pub(super) struct Places<'a> {
    /// Empty: paths stay as they are.
    pub(super) directory: &'a Path,
    pub(super) sources: &'a dyn Sources,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Location {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    physical_location: PhysicalLocation,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    logical_locations: Vec<LogicalLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<Region>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct ArtifactLocation {
    uri: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    uri_base_id: Option<&'static str>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<usize>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LogicalLocation {
    fully_qualified_name: String,
    decorated_name: String,
    kind: &'static str,
}

impl LogicalLocation {
    pub(super) fn function(name: &str, symbol: &str) -> Self {
        let (fully_qualified_name, decorated_name) = (name.to_owned(), symbol.to_owned());
        LogicalLocation { fully_qualified_name, decorated_name, kind: "function" }
    }
}

impl Location {
    /// As one of the locations that a message refers to by number.
    pub(super) fn said(self, id: usize, text: String) -> Self {
        Location { id: Some(id), message: Some(Text { text }), ..self }
    }

    pub(super) fn with_message(self, text: String) -> Self {
        Location { message: Some(Text { text }), ..self }
    }

    pub(super) fn inside(self, function: LogicalLocation) -> Self {
        Location { logical_locations: vec![function], ..self }
    }
}

impl Places<'_> {
    /// `None` if the file is not known.
    pub(super) fn location(&self, span: &Span) -> Option<Location> {
        if span.file.is_empty() {
            return None;
        }
        let mut location = self.file(&span.file);
        let start_column = (span.line > 0 && span.column > 0).then(|| self.column(span));
        let region = Region { start_line: span.line, start_column };
        location.physical_location.region = (span.line > 0).then_some(region);
        Some(location)
    }

    pub(super) fn file(&self, path: &str) -> Location {
        let artifact_location = self.artifact(Path::new(path));
        let physical_location = PhysicalLocation { artifact_location, region: None };
        Location { id: None, physical_location, logical_locations: vec![], message: None }
    }

    pub(super) fn artifact(&self, path: &Path) -> ArtifactLocation {
        let below = if self.directory.as_os_str().is_empty() { None } else { path.strip_prefix(self.directory).ok() };
        let path = below.unwrap_or(path);
        // `./a.cu` and `a.cu` are one artifact; `..` may lead through a link and stays.
        let plain: std::path::PathBuf = path.components().filter(|part| *part != Component::CurDir).collect();
        let uri = percent_encoded(&plain);
        match plain.is_absolute() {
            true => ArtifactLocation { uri: format!("file://{uri}"), uri_base_id: None },
            false => ArtifactLocation { uri, uri_base_id: Some("%SRCROOT%") },
        }
    }

    /// In characters, from 1.
    fn column(&self, span: &Span) -> usize {
        let bytes = span.column as usize;
        let text = self.sources.text(&span.file);
        let before = text.as_deref().and_then(|text| sources::line(text, span.line)?.get(..bytes - 1));
        before.map_or(bytes, |before| before.chars().count() + 1)
    }
}

/// All but the unreserved characters of RFC 3986 and `/`.
fn percent_encoded(path: &Path) -> String {
    let mut uri = String::new();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => uri.push(char::from(*byte)),
            byte => {
                // Writing to a string does not fail.
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}
