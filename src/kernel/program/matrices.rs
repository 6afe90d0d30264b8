//! Which bytes of shared memory a product of matrices by a warp group reads, by its descriptor.
//!
//! A matrix lies in shared memory in blocks of 8 rows (or columns). Without a swizzle a block has 8 rows of 16 bytes that follow on each
//! other, and two distances lead to the other blocks. With one its rows have 32, 64 or 128 bytes, and in row `r` the parts of 16 bytes
//! are exchanged by an exclusive or with bits of `r`. A product reads 32 bytes of each row of a matrix that lies by its depth: of a
//! wider row a part, which is the one that the start of the matrix lies in, exchanged like all others.
//!
//! Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Shared Memory Layout" and "Matrix Descriptor Format"; the canonical layouts
//! as CUTLASS states them. Direction: exact; `None` where a descriptor is of another form.

/// Along what elements lie side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Major {
    /// Along what is summed over: not transposed.
    Depth,
    /// Along the rows of the first matrix, or the columns of the second.
    Extent,
}

/// A matrix that a product reads from shared memory; its depth is 32 bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Matrix {
    /// Rows of the first one, columns of the second one.
    pub extent: u32,
    /// Of an element.
    pub bits: u32,
    pub major: Major,
}

/// Bytes that are read: `bytes` at each sum of a multiple of each group's stride, and of a row's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Footprint {
    /// How many, and how many bytes they are apart.
    pub groups: Vec<(u64, u64)>,
    pub rows: Option<Rows>,
    pub bytes: u64,
}

/// Eight rows, of which in each a part of 32 bytes is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rows {
    /// Bytes of a row.
    pub width: u64,
    /// The number of the part in row 0; in row `r` it is that one exclusive or `r` without its last `shift` bits.
    pub part: u64,
    pub shift: u32,
}

/// How many rows a block has.
pub const ROWS: u64 = 8;
/// Bytes of a part of a row that is read.
pub const PART: u64 = 32;

impl Rows {
    /// Where the part of a row is, in bytes from the start of the block.
    #[must_use]
    pub fn place(&self, row: u64) -> u64 {
        row * self.width + PART * (self.part ^ (row >> self.shift))
    }
}

/// Bytes of a row by the swizzle that a descriptor names; 16 without.
fn width(descriptor: u64) -> u64 {
    match descriptor >> 62 {
        0 => 16,
        1 => 128,
        2 => 64,
        _ => 32,
    }
}

/// What the start of a block is a multiple of, in bytes: after so many a swizzle begins again.
#[must_use]
pub fn pattern(descriptor: u64) -> u64 {
    match width(descriptor) {
        16 => 16,
        width => ROWS * width,
    }
}

impl Matrix {
    /// What is read, from the start of the block on that the matrix starts in, by a descriptor, of which the address does not
    /// count. `within`: bytes from there to the start of the matrix.
    #[must_use]
    pub fn footprint(self, descriptor: u64, within: u64) -> Option<Footprint> {
        let field = |low: u32| (descriptor >> low & 0x3fff) * 16;
        let (leading, stride, width) = (field(16), field(32), width(descriptor));
        if descriptor >> 49 & 7 != 0 {
            return None;
        }
        let blocks = u64::from(self.extent) / ROWS;
        let in_part = within.is_multiple_of(PART) && within < width;
        let (groups, rows, bytes) = match (self.major, width) {
            (Major::Depth | Major::Extent, 16) => (vec![(blocks, stride), (2, leading)], None, ROWS * 16),
            (Major::Depth, 32) => (vec![(blocks, stride)], None, ROWS * 32),
            (Major::Depth, width) => {
                let rows = Rows { width, part: within / PART, shift: if width == 128 { 1 } else { 2 } };
                (vec![(blocks, stride)], in_part.then_some(rows), PART)
            }
            (Major::Extent, width) => {
                let in_row = width * 8 / u64::from(self.bits);
                let whole = u64::from(self.extent).is_multiple_of(in_row);
                let groups = vec![(u64::from(self.extent) / in_row, leading), (2, stride)];
                (whole.then_some(groups)?, None, ROWS * width)
            }
        };
        let parts = self.major == Major::Depth && width > 32;
        let known = if parts { rows.is_some() } else { within == 0 };
        known.then(|| Footprint { groups, rows, bytes }.joined())
    }
}

impl Footprint {
    /// With groups that follow on each other as one.
    fn joined(mut self) -> Footprint {
        self.groups.retain(|(count, _)| *count > 1);
        self.groups.sort_by_key(|(_, stride)| *stride);
        while self.rows.is_none()
            && let Some((count, stride)) = self.groups.first().copied()
            && stride == self.bytes
        {
            self.bytes *= count;
            self.groups.remove(0);
        }
        self
    }

    /// Where parts of as many bytes begin.
    #[must_use]
    pub fn places(&self) -> Vec<u64> {
        let mut places = match self.rows {
            None => vec![0],
            Some(rows) => (0..ROWS).map(|row| rows.place(row)).collect(),
        };
        for (count, stride) in &self.groups {
            places = (0..*count).flat_map(|n| places.iter().map(move |p| p + n * stride)).collect();
        }
        places
    }
}

#[cfg(test)]
mod tests {
    use super::{Footprint, Major, Matrix, pattern};

    fn descriptor(swizzle: u64, leading: u64, stride: u64) -> u64 {
        swizzle << 62 | (stride / 16) << 32 | (leading / 16) << 16
    }

    const A: Matrix = Matrix { extent: 64, bits: 16, major: Major::Depth };

    #[test]
    fn blocks_that_follow_on_each_other_are_one_range() {
        let whole = |found: Option<Footprint>| found.filter(|f| f.groups.is_empty()).map(|f| f.bytes);
        assert_eq!(whole(A.footprint(descriptor(0, 128, 256), 0)), Some(2048));
        assert_eq!(whole(A.footprint(descriptor(3, 0, 256), 0)), Some(2048));
        let turned = Matrix { major: Major::Extent, ..A };
        assert_eq!(whole(turned.footprint(descriptor(1, 0, 1024), 0)), Some(2048));
        assert_eq!(
            A.footprint(descriptor(0, 2048, 128), 0).map(|f| (f.bytes, f.groups)),
            Some((1024, vec![(2, 2048)]))
        );
    }

    #[test]
    fn the_parts_of_a_block_are_read_by_four_products() {
        let word = descriptor(1, 16, 1024);
        assert_eq!(pattern(word), 1024);
        let mut all: Vec<u64> =
            (0..4).flat_map(|k| A.footprint(word, 32 * k).map(|f| f.places()).unwrap_or_default()).collect();
        all.sort_unstable();
        assert_eq!(all, (0..256).map(|n| 32 * n).collect::<Vec<_>>());
        let second = A.footprint(word, 32).expect("the second part");
        assert_eq!(second.places()[..4], [32, 128 + 32, 256, 384]);
    }

    #[test]
    fn other_forms_are_not_known() {
        assert_eq!(A.footprint(descriptor(1, 16, 1024), 16), None);
        assert_eq!(A.footprint(descriptor(1, 16, 1024), 128), None);
        assert_eq!(A.footprint(descriptor(1, 16, 1024) | 1 << 49, 0), None);
        let narrow = Matrix { extent: 8, major: Major::Extent, ..A };
        assert_eq!(narrow.footprint(descriptor(1, 16, 1024), 0), None);
    }
}
