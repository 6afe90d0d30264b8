//! Patterns of paths and of kernels' names: `*` and `?` within a part between slashes, `**` across them.
//!
//! `third_party` stands for the folder and everything below it, as does `legacy/**`; `**/generated_*.cu` for such files anywhere.
//! Other characters stand for themselves.

use std::path::Path;

/// A pattern that was read.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pattern(String);

/// What stands for any number of characters, slashes too.
const ACROSS: &str = "**";

impl Pattern {
    #[must_use]
    pub fn new(text: &str) -> Pattern {
        Pattern(text.strip_prefix("./").unwrap_or(text).trim_end_matches('/').to_owned())
    }

    /// Whether a path, or a folder above it, matches.
    #[must_use]
    pub fn matches_path(&self, path: &Path) -> bool {
        let folders = path.ancestors().filter(|above| !above.as_os_str().is_empty());
        folders.filter_map(Path::to_str).any(|above| matches(&self.0, above))
    }

    /// Whether a path itself matches.
    #[must_use]
    pub fn matches_whole_path(&self, path: &Path) -> bool {
        path.to_str().is_some_and(|path| matches(&self.0, path.strip_prefix("./").unwrap_or(path)))
    }

    /// Whether a name matches as a whole. Names have no parts: `*` stands for all of their characters.
    #[must_use]
    pub fn matches_name(&self, name: &str) -> bool {
        matches(&self.0.replace(ACROSS, "*").replace('*', ACROSS), name)
    }
}

/// Whether it is a pattern for several names.
#[must_use]
pub fn is_pattern(name: &str) -> bool {
    name.contains(['*', '?'])
}

/// The text as a whole. Backtracking: patterns are short.
fn matches(pattern: &str, text: &str) -> bool {
    if let Some(rest) = pattern.strip_prefix(ACROSS) {
        // `**/` stands for no folder, too.
        let without = rest.strip_prefix('/').is_some_and(|rest| matches(rest, text));
        return without || tails(text, |_| true).any(|tail| matches(rest, tail));
    }
    if let Some(rest) = pattern.strip_prefix('*') {
        return tails(text, |c| c != '/').any(|tail| matches(rest, tail));
    }
    let (mut wanted, mut found) = (pattern.chars(), text.chars());
    match (wanted.next(), found.next()) {
        (None, None) => true,
        (Some('?'), Some(c)) if c != '/' => matches(wanted.as_str(), found.as_str()),
        (Some(one), Some(other)) if one == other => matches(wanted.as_str(), found.as_str()),
        (Some(_) | None, Some(_) | None) => false,
    }
}

/// The ends of a text, from all of it to nothing, as long as what is left out may be.
fn tails(text: &str, may: fn(char) -> bool) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(text), move |text| {
        let mut rest = text.chars();
        rest.next().filter(|c| may(*c)).map(|_| rest.as_str())
    })
}

#[cfg(test)]
mod tests {
    use super::Pattern;
    use std::path::Path;

    #[test]
    fn paths_match_by_their_parts_and_by_folders_above() {
        for (pattern, path, wanted) in [
            ("third_party", "third_party/a/b.cu", true),
            ("third_party/", "third_party/b.cu", true),
            ("third_party", "third_party_too/b.cu", false),
            ("legacy/**", "legacy/a/b.cu", true),
            ("legacy/**", "other/legacy/b.cu", false),
            ("**/legacy", "other/legacy/b.cu", true),
            ("**/gen_*.cu", "gen_1.cu", true),
            ("**/gen_*.cu", "a/b/gen_1.cu", true),
            ("*.cu", "a/b.cu", false),
            ("src/*.cu", "src/b.cu", true),
            ("src/*", "src/deep/b.cu", true),
            ("s?c/b.cu", "src/b.cu", true),
            ("src?b.cu", "src/b.cu", false),
            ("./src", "src/b.cu", true),
        ] {
            assert_eq!(Pattern::new(pattern).matches_path(Path::new(path)), wanted, "{pattern} {path}");
        }
    }

    #[test]
    fn names_match_as_a_whole() {
        let matches = |pattern: &str, name: &str| Pattern::new(pattern).matches_name(name);
        assert!(matches("gemm_*", "gemm_device") && matches("*::gemm*", "ns::gemm") && matches("k?", "k1"));
        assert!(!matches("gemm_*", "my_gemm_device") && !matches("k", "k1") && matches("a*", "a/b"));
    }
}
