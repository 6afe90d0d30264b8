//! The manual names the words that the parser knows.

use super::grammar::{BUILTINS, LAUNCH, RESERVED, is_name, is_reserved};
use super::text::lex::SYMBOLS;
use std::collections::BTreeSet;

/// What the manual's grammar of `.map` files has in quotes.
fn quoted() -> BTreeSet<&'static str> {
    let manual = include_str!("../../docs/map.md");
    let grammar = manual.split("```ebnf\n").nth(1).and_then(|rest| rest.split("```").next());
    grammar.unwrap_or_default().split('"').skip(1).step_by(2).collect()
}

#[test]
fn the_manual_has_all_words_and_symbols() {
    let (words, symbols): (BTreeSet<_>, BTreeSet<_>) = quoted().into_iter().partition(|text| is_name(text));
    assert_eq!(symbols, SYMBOLS.into_iter().collect());
    let builtins: BTreeSet<_> = BUILTINS.iter().map(|(name, ..)| *name).collect();
    assert_eq!(words.intersection(&builtins).count(), builtins.len(), "of {builtins:?}");
    let (reserved, free): (BTreeSet<_>, BTreeSet<_>) =
        words.difference(&builtins).copied().partition(|word| is_reserved(word));
    let known = RESERVED.into_iter().chain(LAUNCH).chain(["true", "false"]);
    assert_eq!(reserved, known.collect());
    // Looked for only where no name can stand.
    assert_eq!(free, ["block", "bytes", "grid", "in", "of", "per", "step", "thread", "warp"].into());
}
