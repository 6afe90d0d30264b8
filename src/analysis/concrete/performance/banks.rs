//! Bank conflicts of one access to shared memory by the lanes of a warp.
//!
//! Shared memory has 32 banks of 4 bytes: word `w` lies in bank `w % 32`, and a bank gives one word at a time, to all lanes that ask
//! for it. So the degree of an access is the most different words that lie in one bank: `s[2 * lane]` has degree 2, `s[32 * lane]` 32,
//! `s[0]` 1. Lanes that access 8 bytes are served by half warps, and 16 bytes by quarter warps, each by itself: the degree is that of the
//! worst of them. What is no power of two, or larger than what it is aligned to, is made of several accesses, as compilers do it.
//!
//! Source: CUDA C++ Programming Guide, "Shared Memory" of each compute capability; *Bank conflicts* in Faial's second paper and in PUG.
//!
//! Direction: exact for an array that begins at a word.

use crate::kernel::target::LANES;
use std::collections::{BTreeMap, BTreeSet};

/// The banks of shared memory.
pub(crate) const BANKS: i64 = 32;
/// Bytes of a word, which one bank gives at a time.
const WORD: i64 = 4;
/// The most bytes that a lane accesses by one instruction.
const WIDEST: u64 = 16;

/// A lane, by its number, with the byte at which it accesses the array.
pub(crate) type Lane = (u32, i64);

/// The worst bank of an access.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Conflict {
    /// How many different words of the bank are asked for.
    pub(crate) degree: u32,
    pub(crate) bank: u32,
    /// How many lanes are served at once.
    pub(crate) together: u32,
    /// The lanes that ask for words of it, at the same time.
    pub(crate) lanes: BTreeSet<u32>,
}

/// The worst conflict of an access of so many bytes, whose addresses are multiples of `alignment`; `None` if no lane makes it.
pub(crate) fn conflict(lanes: &[Lane], bytes: u64, alignment: u64) -> Option<Conflict> {
    let mut worst: Option<Conflict> = None;
    for (start, width) in pieces(bytes, alignment) {
        let together = LANES / ((width as u32) / WORD as u32).clamp(1, 4);
        for first in (0..LANES).step_by(together as usize) {
            let group = lanes.iter().filter(|(lane, _)| (first..first + together).contains(lane));
            let found = of_group(group.map(|(lane, at)| (*lane, at.saturating_add(start))), width, together);
            let is_worse = |other: &Conflict| worst.as_ref().is_none_or(|known| other.degree > known.degree);
            worst = found.filter(is_worse).or(worst);
        }
    }
    worst
}

/// The instructions that an access is made of: where each begins, and its bytes.
fn pieces(bytes: u64, alignment: u64) -> Vec<(i64, i64)> {
    let (mut at, mut pieces) = (0, vec![]);
    while at < bytes {
        let fits = (bytes - at).checked_ilog2().map_or(1, |log| 1 << log);
        // What is left over is aligned as its place is.
        let aligned = if at == 0 { alignment } else { alignment.min(1 << at.trailing_zeros()) };
        let width = aligned.max(1).min(fits).min(WIDEST);
        pieces.push((at as i64, width as i64));
        at += width;
    }
    pieces
}

fn of_group(lanes: impl Iterator<Item = Lane>, width: i64, together: u32) -> Option<Conflict> {
    let mut banks: BTreeMap<i64, (BTreeSet<i64>, BTreeSet<u32>)> = BTreeMap::new();
    for (lane, at) in lanes {
        for word in at.div_euclid(WORD)..=(at + width - 1).div_euclid(WORD) {
            let (words, lanes) = banks.entry(word.rem_euclid(BANKS)).or_default();
            words.insert(word);
            lanes.insert(lane);
        }
    }
    let most = banks.values().map(|(words, _)| words.len()).max()?;
    let (bank, (words, lanes)) = banks.into_iter().find(|(_, (words, _))| words.len() == most)?;
    Some(Conflict { degree: words.len() as u32, bank: bank as u32, together, lanes })
}

#[cfg(test)]
mod tests {
    use super::{conflict, pieces};

    /// The degree where all lanes access so many bytes, each where `at` says.
    fn degree(bytes: u64, alignment: u64, at: impl Fn(i64) -> i64) -> u32 {
        let lanes: Vec<_> = (0..32).map(|lane| (lane as u32, at(lane))).collect();
        conflict(&lanes, bytes, alignment).map_or(0, |conflict| conflict.degree)
    }

    #[test]
    fn words_by_stride() {
        let greatest = |stride: i64| 1 << stride.trailing_zeros().min(5);
        for stride in 1..=33 {
            assert_eq!(degree(4, 4, |lane| 4 * stride * lane), greatest(stride), "stride {stride}");
        }
    }

    #[test]
    fn one_word_is_given_to_all() {
        assert_eq!(degree(4, 4, |_| 64), 1);
        assert_eq!(degree(1, 1, |lane| lane), 1);
        assert_eq!(degree(2, 2, |lane| 2 * lane), 1);
        assert_eq!(degree(1, 1, |lane| 128 * (lane / 4) + lane % 4), 8);
    }

    #[test]
    fn wide_accesses_are_made_by_parts_of_the_warp() {
        assert_eq!(degree(8, 8, |lane| 8 * lane), 1);
        assert_eq!(degree(16, 16, |lane| 16 * lane), 1);
        assert_eq!(degree(8, 8, |lane| 16 * lane), 2);
        assert_eq!(degree(16, 16, |lane| 32 * lane), 2);
        assert_eq!(degree(16, 16, |lane| 128 * lane), 8);
        assert_eq!(degree(8, 8, |lane| 8 * 32 * lane), 16);
    }

    #[test]
    fn structures_are_copied_in_pieces() {
        assert_eq!(pieces(12, 4), [(0, 4), (4, 4), (8, 4)]);
        assert_eq!(pieces(24, 8), [(0, 8), (8, 8), (16, 8)]);
        assert_eq!(pieces(24, 16), [(0, 16), (16, 8)]);
        assert_eq!(pieces(16, 4), [(0, 4), (4, 4), (8, 4), (12, 4)]);
        assert_eq!(pieces(16, 16), [(0, 16)]);
        assert_eq!(degree(16, 4, |lane| 16 * lane), 4);
        assert_eq!(degree(12, 4, |lane| 12 * lane), 1);
        assert_eq!(degree(20, 4, |lane| 20 * lane), 1);
    }

    #[test]
    fn lanes_that_do_not_come_do_not_count() {
        let lanes: Vec<_> = (0..4).map(|lane| (lane, 128 * i64::from(lane))).collect();
        let found = conflict(&lanes, 4, 4).map(|conflict| (conflict.degree, conflict.bank, conflict.lanes.len()));
        assert_eq!(found, Some((4, 0, 4)));
        assert_eq!(conflict(&[], 4, 4), None);
    }
}
