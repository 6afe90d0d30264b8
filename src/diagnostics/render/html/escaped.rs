//! Text as HTML shows it.

use crate::diagnostics::render::plain::plain;

pub(super) fn escaped(text: &str) -> String {
    let text = plain(text);
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}
