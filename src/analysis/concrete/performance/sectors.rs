//! What one access to global memory by the lanes of a warp moves.
//!
//! Memory is moved in sectors of 32 bytes, four to a line of 128. `a[lane]` of 4 bytes needs 128 bytes: 4 sectors. `a[2 * lane]` needs
//! as many bytes and moves 8 sectors, `a[lane + 1]` moves 5, `a[32 * lane]` 32, and `a[0]` one, which is the least for 4 bytes.
//!
//! Source: CUDA C++ Best Practices Guide, "Coalesced Access to Global Memory".
//!
//! Direction: exact for an array that begins at a line; caches, which may make it cheaper, are not looked at.

use super::banks::Lane;
use std::collections::BTreeSet;

/// Bytes of a sector.
const SECTOR: i64 = 32;

/// The sectors that an access moves, and those that would hold its bytes, each byte counted once; `None` if no lane makes it.
pub(crate) fn sectors(lanes: &[Lane], bytes: u64) -> Option<(u32, u32)> {
    let length = i64::try_from(bytes).ok().filter(|bytes| (1..=4096).contains(bytes))?;
    let ends = |at: i64| (at, at.saturating_add(length));
    let mut ranges: Vec<(i64, i64)> = lanes.iter().map(|(_, at)| ends(*at)).collect();
    ranges.sort_unstable();
    let (mut moved, mut needed, mut behind) = (BTreeSet::new(), 0, i64::MIN);
    for (from, to) in ranges {
        moved.extend(from.div_euclid(SECTOR)..=(to - 1).div_euclid(SECTOR));
        needed += (to - from.max(behind)).max(0);
        behind = behind.max(to);
    }
    let least = needed.div_euclid(SECTOR) + i64::from(needed.rem_euclid(SECTOR) > 0);
    (!lanes.is_empty()).then_some((moved.len() as u32, least as u32))
}

#[cfg(test)]
mod tests {
    use super::sectors;

    fn moved(bytes: u64, at: impl Fn(i64) -> i64) -> (u32, u32) {
        let lanes: Vec<_> = (0..32).map(|lane| (lane as u32, at(lane))).collect();
        sectors(&lanes, bytes).unwrap_or_default()
    }

    #[test]
    fn words_by_stride() {
        assert_eq!(moved(4, |lane| 4 * lane), (4, 4));
        assert_eq!(moved(4, |lane| 8 * lane), (8, 4));
        assert_eq!(moved(4, |lane| 12 * lane), (12, 4));
        assert_eq!(moved(4, |lane| 128 * lane), (32, 4));
        assert_eq!(moved(4, |lane| 4 * (31 - lane)), (4, 4));
    }

    #[test]
    fn a_shift_moves_one_more() {
        assert_eq!(moved(4, |lane| 4 * lane + 4), (5, 4));
        assert_eq!(moved(4, |lane| 4 * lane + 32), (4, 4));
        assert_eq!(moved(16, |lane| 16 * lane + 16), (17, 16));
    }

    #[test]
    fn bytes_count_once() {
        assert_eq!(moved(4, |_| 0), (1, 1));
        assert_eq!(moved(4, |lane| 4 * (lane / 4)), (1, 1));
        assert_eq!(moved(1, |lane| lane), (1, 1));
        assert_eq!(sectors(&[], 4), None);
    }
}
