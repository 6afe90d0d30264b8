//! What the lanes of a warp do together on matrices: which tiles they access, and that they all have to come.
//!
//! Source: PTX ISA, "Warp-level Matrix Instructions"; LLVM's `IntrinsicsNVVM.td`. A tile of `m × n`, `m × k` or `k × n`
//! elements lies in memory row by row or column by column, `stride` elements apart. The lanes that access an element are
//! not specified.
//!
//! Invariant: all bytes of a part (a row, or a column if the tile lies by columns) are accessed. A name that is not
//! understood is `None`, and the caller reports it.

use super::markers::Mode;

/// A tile in memory: parts of elements that lie side by side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tile {
    /// How the elements are spread over the lanes, as a name: tiles of one spread have equal elements at equal lanes.
    pub spread: String,
    /// How many rows, or columns if it lies by columns.
    pub parts: u32,
    /// Elements of a part.
    pub elements: u32,
    /// Of an element.
    pub bits: u32,
}

impl Tile {
    /// Of a part.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        u64::from(self.elements * self.bits) / 8
    }
}

/// A load or store of a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TileAccess {
    pub(super) tile: Tile,
    pub(super) mode: Mode,
    /// The distance of the parts is the last argument, in elements; else they follow on each other.
    pub(super) strided: bool,
}

/// `llvm.nvvm.wmma.<shape>.{load|store}.<fragment>.{row|col}[.stride].<type>…`
pub(super) fn tile_access(name: &str) -> Option<TileAccess> {
    let mut words = name.strip_prefix("llvm.nvvm.wmma.")?.split('.');
    let [m, n, k] = shape(words.next()?)?;
    let mode = match words.next()? {
        "load" => Mode::Read,
        "store" => Mode::Write,
        _ => return None,
    };
    let fragment = words.next()?;
    // `c` is what is added and `d` the sum: of one type they are one fragment.
    let (rows, columns, whose) = match fragment {
        "a" => (m, k, "a"),
        "b" => (k, n, "b"),
        "c" | "d" => (m, n, "accumulator"),
        _ => return None,
    };
    let layout = words.next()?;
    let (parts, elements) = match layout {
        "row" => (rows, columns),
        "col" => (columns, rows),
        _ => return None,
    };
    let mut element = words.next()?;
    let strided = element == "stride";
    if strided {
        element = words.next()?;
    }
    let spread = format!("{m}x{n}x{k} {whose} {layout} {element}");
    Some(TileAccess { tile: Tile { spread, parts, elements, bits: bits(element)? }, mode, strided })
}

/// `m16n8k8`
fn shape(word: &str) -> Option<[u32; 3]> {
    let (m, rest) = word.strip_prefix('m')?.split_once('n')?;
    let (n, k) = rest.split_once('k')?;
    Some([m.parse().ok()?, n.parse().ok()?, k.parse().ok()?])
}

/// Of an element in memory.
fn bits(element: &str) -> Option<u32> {
    Some(match element {
        "b1" => 1,
        "s4" | "u4" => 4,
        "s8" | "u8" => 8,
        "f16" | "bf16" => 16,
        "f32" | "tf32" | "s32" => 32,
        "f64" => 64,
        _ => return None,
    })
}

/// Whether an intrinsic multiplies matrices in the registers of the warp's lanes.
pub(super) fn multiplies(name: &str) -> bool {
    let Some(name) = name.strip_prefix("llvm.nvvm.") else { return false };
    name.starts_with("mma.") || (name.starts_with("wmma.") && name.split('.').nth(2) == Some("mma"))
}

#[cfg(test)]
mod tests {
    use super::{Mode, Tile, TileAccess, multiplies, tile_access};

    fn tile(name: &str) -> Option<(u32, u32, u64, bool)> {
        tile_access(name).map(|a| (a.tile.parts, a.tile.elements, a.tile.bytes(), a.strided))
    }

    #[test]
    fn parts_are_rows_or_columns() {
        assert_eq!(tile("llvm.nvvm.wmma.m32n8k16.load.a.row.stride.f16.p0"), Some((32, 16, 32, true)));
        assert_eq!(tile("llvm.nvvm.wmma.m32n8k16.load.a.col.stride.f16.p0"), Some((16, 32, 64, true)));
        assert_eq!(tile("llvm.nvvm.wmma.m32n8k16.load.b.row.stride.bf16.p3"), Some((16, 8, 16, true)));
        assert_eq!(tile("llvm.nvvm.wmma.m16n16k8.load.b.col.tf32.p0"), Some((16, 8, 32, false)));
        assert_eq!(tile("llvm.nvvm.wmma.m8n32k16.store.d.col.stride.s32.p0"), Some((32, 8, 32, true)));
        assert_eq!(tile("llvm.nvvm.wmma.m8n8k4.load.c.row.stride.f64.p0"), Some((8, 8, 64, true)));
    }

    #[test]
    fn elements_may_be_smaller_than_bytes() {
        assert_eq!(tile("llvm.nvvm.wmma.m8n8k128.load.a.row.stride.b1.p0"), Some((8, 128, 16, true)));
        assert_eq!(tile("llvm.nvvm.wmma.m8n8k32.load.b.col.stride.u4.p0"), Some((8, 32, 16, true)));
    }

    #[test]
    fn what_is_added_and_the_sum_are_spread_alike() {
        let of = |name| tile_access(name).map(|TileAccess { tile: Tile { spread, .. }, mode, .. }| (spread, mode));
        let load = of("llvm.nvvm.wmma.m16n16k16.load.c.row.stride.f32.p0").expect("a tile");
        let store = of("llvm.nvvm.wmma.m16n16k16.store.d.row.stride.f32.p0").expect("a tile");
        assert_eq!((load.1, store.1), (Mode::Read, Mode::Write));
        assert_eq!(load.0, store.0);
        let other = of("llvm.nvvm.wmma.m16n16k16.store.d.col.stride.f32.p0").expect("a tile");
        assert_ne!(load.0, other.0);
    }

    #[test]
    fn other_intrinsics_access_no_tile() {
        for name in [
            "llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32",
            "llvm.nvvm.wmma.m16n16k16.load.e.row.f32.p0",
            "llvm.nvvm.wmma.m16n16k16.load.a.row.f12.p0",
            "llvm.nvvm.wmma.m16n16.load.a.row.f16.p0",
            "llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3",
        ] {
            assert_eq!(tile_access(name), None, "{name}");
        }
        assert!(multiplies("llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32"));
        assert!(multiplies("llvm.nvvm.mma.m16n8k16.row.col.f32.f32"));
        assert!(!multiplies("llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0"));
    }
}
