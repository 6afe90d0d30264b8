//! Contracts on contents as `raceproof.toml` has them: `sorted(row, n + 1)`, with the names of `raceproof.h`.

use crate::front::config::{Amount, ContentsFact, ContentsPattern};

const KNOWN: &str = "known are distinct(a, n), sorted, increasing, equal, permutation, range(a, n, lo, hi), offsets(a, n, c), \
                     sums and intervals";

/// The facts that a contract is.
///
/// # Errors
/// What is wrong with it.
pub(super) fn facts(text: &str) -> Result<Vec<ContentsFact>, String> {
    let wrong = |what: &str| format!("`{text}` is no contract on contents: {what}");
    let (name, rest) = text.trim().split_once('(').ok_or_else(|| wrong("`distinct(a, n)` is one"))?;
    let arguments = rest.strip_suffix(')').ok_or_else(|| wrong("it has no `)` at its end"))?;
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).collect();
    let [array, count, bounds @ ..] = arguments.as_slice() else {
        return Err(wrong("an array and a number are wanted"));
    };
    if !is_name(array) {
        return Err(wrong("its array is no name"));
    }
    let amount =
        |text: &str| amount(text).ok_or_else(|| wrong("its numbers are sums of products of parameters and numbers"));
    let fact = |pattern| Ok::<_, String>(ContentsFact { pattern, array: (*array).to_owned(), count: amount(count)? });
    let within = |low, high| Ok::<_, String>(ContentsPattern::Range(amount(low)?, amount(high)?));
    let second =
        |other: &str| is_name(other).then(|| other.to_owned()).ok_or_else(|| wrong("its second array is no name"));
    match (name.trim(), bounds) {
        ("distinct", []) => Ok(vec![fact(ContentsPattern::Distinct)?]),
        ("sorted", []) => Ok(vec![fact(ContentsPattern::Sorted)?]),
        ("increasing", []) => Ok(vec![fact(ContentsPattern::Increasing)?]),
        ("equal", []) => Ok(vec![fact(ContentsPattern::Equal)?]),
        ("permutation", []) => Ok(vec![fact(ContentsPattern::Distinct)?, fact(within("0", count)?)?]),
        ("range", [low, high]) => Ok(vec![fact(within(low, high)?)?]),
        ("offsets", [other]) => Ok(vec![fact(ContentsPattern::Offsets(second(other)?))?]),
        ("sums", [other]) => Ok(vec![fact(ContentsPattern::Sums(second(other)?))?]),
        ("intervals", [other]) => Ok(vec![fact(ContentsPattern::Intervals(second(other)?))?]),
        _ => Err(wrong(KNOWN)),
    }
}

fn is_name(text: &str) -> bool {
    let starts = text.starts_with(|c: char| c.is_alphabetic() || c == '_');
    starts && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}

/// A sum of products: `n + 1`, `2 * width * height - 1`.
fn amount(text: &str) -> Option<Amount> {
    let spaced = text.replace('-', "+-");
    let mut parts = spaced.split('+').map(str::trim).peekable();
    // A sign may come first.
    parts.next_if(|part| part.is_empty());
    parts.map(product).collect::<Option<Vec<_>>>().filter(|sum| !sum.is_empty()).map(Amount)
}

fn product(text: &str) -> Option<(i64, Vec<String>)> {
    let (sign, text) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
    let (mut by, mut names) = (sign, vec![]);
    for factor in text.split('*').map(str::trim) {
        if is_name(factor) {
            names.push(factor.to_owned());
        } else {
            by = factor.parse::<u32>().ok().and_then(|n| i64::from(n).checked_mul(by))?;
        }
    }
    Some((by, names))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sum(text: &str) -> Option<Vec<(i64, String)>> {
        amount(text).map(|sum| sum.0.into_iter().map(|(by, names)| (by, names.join(" "))).collect())
    }

    #[test]
    fn numbers_are_sums_of_products() {
        let owned =
            |all: &[(i64, &str)]| Some(all.iter().map(|(by, names)| (*by, (*names).to_owned())).collect::<Vec<_>>());
        assert_eq!(sum("n + 1"), owned(&[(1, "n"), (1, "")]));
        assert_eq!(sum("2 * w * 3*h - 1"), owned(&[(6, "w h"), (-1, "")]));
        assert_eq!(sum("-n"), owned(&[(-1, "n")]));
        assert_eq!(sum("gridDim.x * blockDim.x"), owned(&[(1, "gridDim.x blockDim.x")]));
        for wrong in ["", "n n", "n +", "n / 2", "(n)", "1.5", "99999999999999999999"] {
            assert_eq!(sum(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn contracts_are_read_or_refused() {
        assert_eq!(facts("permutation(idx, n)").map(|facts| facts.len()), Ok(2));
        assert_eq!(facts(" range( a , n , 0 , m - 1 ) ").map(|facts| facts.len()), Ok(1));
        for wrong in [
            "",
            "distinct",
            "distinct(a)",
            "distinct(a, n",
            "range(a, n)",
            "distinct(a, n, 0)",
            "most(a, n)",
            "sorted(1, n)",
        ] {
            assert!(facts(wrong).is_err(), "{wrong}");
        }
    }
}
