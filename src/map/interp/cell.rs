//! The places that an access touches, as concrete bytes.

use crate::map::ast::ArrayDecl;

/// Bytes of an array, seen as an index per dimension where its extents are not known.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cell {
    /// All indices but the last; empty where the extents are known or there is one index.
    pub rows: Vec<i64>,
    /// The first byte, in its row.
    pub start: i64,
    /// In bytes.
    pub length: i64,
}

impl Cell {
    pub(super) fn bytes(start: i64, length: i64) -> Option<Self> {
        start.checked_add(length).map(|_| Cell { rows: vec![], start, length })
    }

    /// `None` if an index behind the first leaves the range that the language assumes.
    pub(super) fn element(array: &ArrayDecl, indices: &[i64]) -> Option<Self> {
        let size = i64::try_from(array.element).ok()?;
        let (last, rows) = indices.split_last()?;
        if array.dims.is_empty() {
            let most = 1i64 << (48 / indices.len().max(1));
            if indices.iter().skip(1).any(|i| !(0..most).contains(i)) {
                return None;
            }
            return Some(Cell { rows: rows.to_vec(), start: last.checked_mul(size)?, length: size });
        }
        let mut number = 0i64;
        for (position, (index, extent)) in indices.iter().zip(&array.dims).enumerate() {
            let extent = i64::try_from(*extent).ok()?;
            if position > 0 && !(0..extent).contains(index) {
                return None;
            }
            number = number.checked_mul(extent)?.checked_add(*index)?;
        }
        Cell::bytes(number.checked_mul(size)?, size)
    }

    /// Whether they have a byte in common. A length that is not positive has none.
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        if self.length <= 0 || other.length <= 0 {
            return false;
        }
        let before = |a: &Self, b: &Self| a.start.saturating_add(a.length) <= b.start;
        self.rows == other.rows && !before(self, other) && !before(other, self)
    }
}
