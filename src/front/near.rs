//! The known name that a misspelt one is meant to be: `--stict` → `--strict`.
//!
//! Two names are near if few letters have to be added, taken out, changed or swapped (Damerau and Levenshtein) to make one of the
//! other: one of three at most. Direction: it only serves messages, so that a far-fetched answer is worse than none.

/// Letters of a name, of which one may be wrong.
const LETTERS: usize = 3;

/// The known name that is nearest to `name`, the first of several; `None` if none is near.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let most = (name.chars().count() / LETTERS).max(1);
    let rated = known.into_iter().map(|other| (strsim::damerau_levenshtein(name, other), other));
    let is_near = |distance: usize| distance <= most && distance < name.chars().count();
    rated.filter(|(distance, _)| is_near(*distance)).min_by_key(|(distance, _)| *distance).map(|(_, other)| other)
}

/// What follows a complaint about a name: `; did you mean …?`, or nothing.
pub fn hint<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    meant(nearest(name, known))
}

/// As [`hint`], where the name is known that is meant.
pub fn meant(name: Option<&str>) -> String {
    name.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{hint, nearest};

    #[test]
    fn a_slip_is_near_and_another_word_is_not() {
        let known = ["strict", "kernel", "data-race", "level"];
        for (slip, meant) in [("stict", "strict"), ("kenrel", "kernel"), ("data-rce", "data-race"), ("levels", "level")]
        {
            assert_eq!(nearest(slip, known), Some(meant));
        }
        for other in ["", "race", "optimise", "k", "lvl"] {
            assert_eq!(nearest(other, known), None, "{other}");
        }
        assert_eq!(hint("stict", known), "; did you mean `strict`?");
        assert_eq!(hint("speed", known), "");
    }
}
