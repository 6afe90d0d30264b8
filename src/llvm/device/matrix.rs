//! What the lanes of a warp do together on matrices: which tiles they access, and that they all have to come.
//!
//! Source: PTX ISA, "Warp-level Matrix Instructions"; LLVM's `IntrinsicsNVVM.td`. A tile of `m × n`, `m × k` or `k × n`
//! elements lies in memory row by row or column by column, `stride` elements apart; or each lane has the address of one of
//! its rows. The lanes that access an element are not specified.
//!
//! Invariant: all bytes of a part (a row, or a column if the tile lies by columns) are accessed. A name that is not
//! understood is `None`, and the caller reports it.

use super::access::{Mode, Rows, Tile};
use super::ptx::{memory, text};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use inkwell::values::InstructionValue;

/// A load or store of a tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TileAccess {
    pub(crate) tile: Tile,
    pub(crate) mode: Mode,
    /// The distance of the parts is the last argument, in elements; else they follow on each other.
    pub(crate) strided: bool,
}

/// `llvm.nvvm.wmma.<shape>.{load|store}.<fragment>.{row|col}[.stride].<type>…`
pub(crate) fn tile_access(name: &str) -> Option<TileAccess> {
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

/// What a statement of inline assembly does with matrices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Statement {
    /// Only in registers.
    Multiply,
    /// A load or store, and the operand that is the address.
    Access(Rows, Mode, u32),
}

/// One statement, without its semicolon.
pub(crate) fn statement(text: &str) -> Option<Statement> {
    let (opcode, operands) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let mut words = opcode.split('.');
    let (name, sync) = (words.next()?, words.next()?);
    match (name, sync) {
        ("mma", "sync" | "sp" | "sp::ordered_metadata") | ("wmma", "mma") => return Some(Statement::Multiply),
        ("ldmatrix" | "stmatrix", "sync") => {}
        _ => return None,
    }
    let place = operands.split('[').nth(1)?.split(']').next()?;
    let operand = place.trim().strip_prefix('$')?.parse().ok()?;
    let (mode, first) = if name == "ldmatrix" { (Mode::Read, '{') } else { (Mode::Write, '[') };
    let rows = rows(name, words)?;
    operands.trim_start().starts_with(first).then_some(Statement::Access(rows, mode, operand))
}

/// Of a matrix `m8n8`, each with a lane that has its address: PTX's language.
const ROWS: u32 = 8;

/// `aligned.m8n8.x4[.trans][.shared].b16`; the assembler takes what lies between in any order.
fn rows<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Option<Rows> {
    let words: Vec<&str> = words.collect();
    let ["aligned", between @ .., "b16"] = words.as_slice() else { return None };
    let (mut number, mut shape, mut layout, mut space) = (None, None, None, None);
    for word in between {
        let place = match *word {
            "x1" | "x2" | "x4" => &mut number,
            "m8n8" => &mut shape,
            "trans" => &mut layout,
            "shared" | "shared::cta" => &mut space,
            _ => return None,
        };
        if place.replace(*word).is_some() {
            return None;
        }
    }
    shape?;
    let lanes = match number? {
        "x1" => ROWS,
        "x2" => 2 * ROWS,
        "x4" => 4 * ROWS,
        _ => return None,
    };
    let layout = layout.map_or("", |_| " transposed");
    Some(Rows { spread: format!("{name} {}{layout}", number?), lanes })
}

/// `llvm.nvvm.ldmatrix.sync.aligned.m8n8.<number>[.trans].b16…`
pub(crate) fn rows_loaded(name: &str) -> Option<Rows> {
    let words: Vec<&str> = name.strip_prefix("llvm.nvvm.ldmatrix.sync.")?.split('.').collect();
    let (_space, words) = words.split_last()?;
    rows("ldmatrix", words.iter().copied())
}

/// What inline assembly does with matrices; `None` for an access whose address is no argument.
pub(crate) fn accesses(call: InstructionValue<'_>) -> Option<Vec<(Rows, Mode, u32)>> {
    let Some(Callee::Assembly(template)) = callee(call) else { return Some(vec![]) };
    let mut found = vec![];
    for statement in text::split(&template).iter().filter_map(|s| statement(s)) {
        if let Statement::Access(rows, mode, operand) = statement {
            found.push((rows, mode, memory::argument(&ffi::assembly_constraints(call)?, operand)?));
        }
    }
    Some(found)
}

/// Whether a template multiplies matrices in the registers of the warp's lanes.
pub(crate) fn multiplies(template: &str) -> bool {
    text::split(template).iter().any(|s| statement(s) == Some(Statement::Multiply))
}

/// Whether an intrinsic multiplies matrices.
pub(crate) fn is_product(name: &str) -> bool {
    let Some(name) = name.strip_prefix("llvm.nvvm.") else { return false };
    name.starts_with("mma.") || (name.starts_with("wmma.") && name.split('.').nth(2) == Some("mma"))
}

#[cfg(test)]
mod tests {
    use super::Mode;

    use super::Statement;
    use super::TileAccess;
    use super::is_product;
    use super::rows_loaded;
    use super::statement;
    use super::tile_access;
    use crate::llvm::device::access::{Rows, Tile};

    fn tile(name: &str) -> Option<(u32, u32, u64, bool)> {
        tile_access(name).map(|a| (a.tile.parts, a.tile.elements, a.tile.bytes(), a.strided))
    }

    #[test]
    fn what_lies_between_the_first_and_the_last_word_comes_in_any_order() {
        let read = |text| match statement(text) {
            Some(Statement::Access(rows, Mode::Read, 2)) => Some((rows.spread, rows.lanes)),
            Some(Statement::Access(..) | Statement::Multiply) | None => None,
        };
        let usual = read("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {$0, $1}, [$2]");
        assert_eq!(usual, Some(("ldmatrix x2 transposed".to_owned(), 16)));
        assert_eq!(read("ldmatrix.sync.aligned.x2.trans.m8n8.shared.b16 {$0, $1}, [$2]"), usual);
        assert_eq!(read("ldmatrix.sync.aligned.x2.x2.m8n8.shared.b16 {$0, $1}, [$2]"), None);
        assert_eq!(read("ldmatrix.sync.aligned.x2.shared.b16 {$0, $1}, [$2]"), None);
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
        assert!(is_product("llvm.nvvm.wmma.m16n16k16.mma.row.col.f32.f32"));
        assert!(is_product("llvm.nvvm.mma.m16n8k16.row.col.f32.f32"));
        assert!(!is_product("llvm.nvvm.wmma.m16n16k16.load.c.row.f32.p0"));
    }

    #[test]
    fn lanes_have_addresses_of_rows() {
        let of = |lanes, spread: &str| Rows { spread: spread.to_owned(), lanes };
        let load = statement("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {$0, $1, $2, $3}, [$4]");
        assert_eq!(load, Some(Statement::Access(of(32, "ldmatrix x4 transposed"), Mode::Read, 4)));
        let store = statement("stmatrix.sync.aligned.m8n8.x1.shared::cta.b16 [$0], {$1}");
        assert_eq!(store, Some(Statement::Access(of(8, "stmatrix x1"), Mode::Write, 0)));
        assert_eq!(rows_loaded("llvm.nvvm.ldmatrix.sync.aligned.m8n8.x2.b16.p3"), Some(of(16, "ldmatrix x2")));
    }

    #[test]
    fn other_statements_are_not_understood() {
        for text in [
            "ldmatrix.sync.aligned.m8n8.x4.shared.b16 {$0, $1, $2, $3}, [$4 + 16]",
            "ldmatrix.sync.aligned.m8n16.x1.shared.b8x16.b6x16_p32 {$0}, [$1]",
            "ldmatrix.sync.aligned.m8n8.x3.shared.b16 {$0}, [$1]",
            "ldmatrix.sync.aligned.m8n8.x1.shared.b16",
            "@p mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {$0}, {$1}, {$2}, {$3}",
            "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0}, $1, $2, 1, 1, 1, 0, 0",
            "mma",
            "",
        ] {
            assert_eq!(statement(text), None, "{text}");
        }
    }
}
