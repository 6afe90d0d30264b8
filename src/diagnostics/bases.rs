//! What verdicts and findings rest on, and why some are open, explained: one paragraph for each id of
//! [`Assumption`](crate::verdict::Assumption), [`Approximation`](crate::verdict::Approximation) and
//! [`Reason`](crate::verdict::Reason).

/// Headings are `# RA0001: title`, in the order of the ids.
const PAGES: &str = include_str!("assumptions.md");

/// The paragraph of an id, in any case, with its heading.
pub(super) fn explain(id: &str) -> Option<&'static str> {
    pages().find(|(of, _)| of.eq_ignore_ascii_case(id)).map(|(_, page)| page)
}

/// All ids that have a paragraph, in order.
pub(super) fn ids() -> impl Iterator<Item = &'static str> {
    pages().map(|(id, _)| id)
}

/// All ids that have a paragraph, in order, with it.
fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    let starts = PAGES.match_indices("# R").map(|(at, _)| at).filter(|at| *at == 0 || PAGES[..*at].ends_with('\n'));
    let starts: Vec<usize> = starts.collect();
    let ends: Vec<usize> = starts.iter().skip(1).map(|next| next - 1).chain([PAGES.len()]).collect();
    let pages = starts.into_iter().zip(ends).map(|(start, end)| &PAGES[start..end]);
    pages.filter_map(|page| Some((page.strip_prefix("# ")?.split_once(':')?.0, page)))
}

#[cfg(test)]
mod tests {
    use super::{explain, pages};
    use crate::verdict::{Approximation, Assumption, Reason};
    use std::collections::BTreeSet;

    #[test]
    fn each_id_is_one_of_a_kind_and_has_its_paragraph() {
        let ids: Vec<&str> = [Assumption::IDS, Approximation::IDS, Reason::IDS].concat();
        let explained: Vec<&str> = pages().map(|(id, _)| id).collect();
        assert_eq!(explained, ids, "in assumptions.md, and in the tables");
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len(), "an id is given twice");
        for (ids, letters) in [(Assumption::IDS, "RA"), (Approximation::IDS, "RB"), (Reason::IDS, "RU")] {
            let numbers = (1..=ids.len()).map(|number| format!("{letters}{number:04}"));
            assert!(numbers.eq(ids.iter().copied()), "{ids:?}");
        }
    }

    #[test]
    fn a_paragraph_says_more_than_its_heading() {
        for (id, page) in pages() {
            let said: Vec<&str> = page.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
            assert!(said.concat().len() > 60 && page.ends_with(".\n") && !page.ends_with("\n\n"), "{id}: {page}");
        }
        assert_eq!(explain("ra0003"), explain("RA0003"));
        assert!(explain("RA0003").is_some_and(|page| page.starts_with("# RA0003: ")));
        assert_eq!(explain("RA9999"), None);
    }
}
