//! Text that a terminal shows and does not obey.
//!
//! Names of files and kernels, sources and a compiler's words may hold anything. Control characters are shown as their
//! pictures, or as U+FFFD where there is none; line feeds and tabs stay. So are characters that turn the direction of a line,
//! by which code is made to look as other code. Direction: what has none of these stays as it is.

/// Characters that change the direction of what follows them.
const TURNING: [char; 12] = [
    '\u{061C}', '\u{200E}', '\u{200F}', '\u{202A}', '\u{202B}', '\u{202C}', '\u{202D}', '\u{202E}', '\u{2066}',
    '\u{2067}', '\u{2068}', '\u{2069}',
];

/// Whether a terminal would do something else with it than to show it in its place.
fn is_active(c: char) -> bool {
    (c.is_control() && c != '\n' && c != '\t') || TURNING.contains(&c)
}

/// `text` as it is shown.
#[must_use]
pub fn plain(text: &str) -> String {
    text.chars().map(|c| if is_active(c) { picture(c) } else { c }).collect()
}

/// As [`plain`] for what is underlined by its bytes: characters of two bytes are shown as others of two. The renderer
/// replaces the rest.
pub(super) fn plain_in_place(source: &str) -> String {
    source.chars().map(|c| if c.is_control() && c.len_utf8() == 2 { '\u{B7}' } else { c }).collect()
}

/// JSON with such characters as escapes. They stand in strings only, where JSON lets them stand as they are.
pub(super) fn escaped_json(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    for c in document.chars() {
        if is_active(c) {
            out += &format!("\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}

fn picture(c: char) -> char {
    match u32::from(c) {
        0x7F => '\u{2421}',
        code @ 0..0x20 => char::from_u32(0x2400 + code).unwrap_or('\u{FFFD}'),
        _ => '\u{FFFD}',
    }
}

#[cfg(test)]
mod tests {
    use super::{escaped_json, plain, plain_in_place};

    #[test]
    fn what_a_terminal_would_obey_is_shown() {
        assert_eq!(
            plain("a\x1b[31m\r\n\tb\x7f\u{9b}2J\u{202e}\u{e9}"),
            "a\u{241b}[31m\u{240d}\n\tb\u{2421}\u{fffd}2J\u{fffd}\u{e9}"
        );
        assert_eq!(plain_in_place("a\u{9b}b\u{e9}").len(), "a\u{9b}b\u{e9}".len());
        assert!(!plain_in_place("\u{9b}").contains('\u{9b}'));
    }

    #[test]
    fn json_stays_what_it_says() {
        let said = "a\u{9b}\u{7f}\u{202e}\x1b";
        let json = escaped_json(&serde_json::to_string(said).unwrap_or_default());
        assert!(json.is_ascii(), "{json}");
        assert_eq!(serde_json::from_str::<String>(&json).ok().as_deref(), Some(said));
    }
}
