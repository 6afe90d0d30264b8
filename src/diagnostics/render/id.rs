//! Names of findings: `RP0001@sum.cu:12:5-3fa9c2` is the code, where it stands, and six digits for what else there is.
//!
//! **Invariant:** the same in each run, as long as the source stays as it is.

use crate::verdict::{Finding, KernelReport};

/// What separates the place from the code before it.
const AT: char = '@';
/// Digits of the hash.
const DIGITS: usize = 6;

/// The name of a finding.
#[must_use]
pub fn id(kernel: &KernelReport, finding: &Finding) -> String {
    let mut hasher = blake3::Hasher::new();
    let mut add = |text: &str| _ = hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
    add(&kernel.symbol);
    add(&finding.array);
    for party in &finding.parties {
        add(&format!("{:?}", party.mode));
        std::iter::once(&party.span).chain(&party.span.inlined_at).for_each(|span| add(&span.to_string()));
    }
    let place = finding.parties.first().map_or(&kernel.span, |party| &party.span);
    format!("{}{AT}{place}-{}", finding.code, &hasher.finalize().to_hex()[..DIGITS])
}

/// The file that a name says, or `FILE:LINE` and `FILE` do.
#[must_use]
pub fn file_of(name: &str) -> &str {
    let place = name.split_once(AT).map_or(name, |(_, place)| place);
    fn shorter(file: &str) -> Option<&str> {
        let (rest, last) = file.rsplit_once(':')?;
        last.starts_with(|c: char| c.is_ascii_digit()).then_some(rest)
    }
    std::iter::successors(Some(place), |file| shorter(file)).last().unwrap_or(place)
}
