//! How nvcc takes strings apart: options files, the two variables with flags, lists of values, and what it hands to the
//! host compiler through a shell. The four differ; each was observed with the dry runs of nvcc 13.5, and
//! `tests/toolkit/` holds these functions against them.

use std::iter::Peekable;
use std::str::Chars;

/// The words of an options file. They end at white space; double quotes and backslashes keep it, and are taken away
/// twice: once with the words and once more in each word.
pub(super) fn options_file(text: &str) -> Vec<String> {
    shell_words(text).iter().map(|word| unquote(word)).collect()
}

/// The words of `NVCC_PREPEND_FLAGS` or `NVCC_APPEND_FLAGS`. They end at white space that is not between double quotes;
/// the quotes stay.
pub(super) fn variable(text: &str) -> Vec<String> {
    let mut quoted = false;
    let words = text.split(|c: char| {
        quoted ^= c == '"';
        c.is_whitespace() && !quoted
    });
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words that a shell makes of text in which only double quotes and backslashes are special.
pub(crate) fn shell_words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    let (mut word, mut quoted) = (None::<String>, false);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c.is_whitespace() && !quoted {
            words.extend(word.take());
            continue;
        }
        let word = word.get_or_insert_default();
        match c {
            '"' => quoted = !quoted,
            c => word.extend(escaped(c, &mut chars)),
        }
    }
    words.extend(word);
    words
}

/// The values of a list, split at commas that are not between double quotes. With `escapes` a backslash keeps the next
/// character from meaning anything and the quotes stay, as for macros; without, backslashes stay and the quotes go, as
/// for paths. Empty values are left out.
pub(super) fn list(value: &str, escapes: bool) -> Vec<String> {
    let (mut items, mut item, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ',' if !quoted => items.push(std::mem::take(&mut item)),
            '"' => {
                quoted = !quoted;
                item.extend(escapes.then_some(c));
            }
            c if escapes => item.extend(escaped(c, &mut chars)),
            c => item.push(c),
        }
    }
    items.push(item);
    items.retain(|item| !item.is_empty());
    items
}

/// A word without its quotes and backslashes.
fn unquote(word: &str) -> String {
    let mut chars = word.chars().peekable();
    let mut plain = String::new();
    while let Some(c) = chars.next() {
        match c {
            '"' => {}
            c => plain.extend(escaped(c, &mut chars)),
        }
    }
    plain
}

/// `c`, or what follows it if it is a backslash; a backslash at the end is nothing.
fn escaped(c: char, rest: &mut Peekable<Chars<'_>>) -> Option<char> {
    if c == '\\' { rest.next() } else { Some(c) }
}
