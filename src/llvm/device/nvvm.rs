//! The intrinsics that access memory: which bytes, and how.
//!
//! Source: LLVM's `IntrinsicsNVVM.td` and language reference. Invariant: an intrinsic that is not listed gives no
//! access here; the caller decides what that means.

use super::access::{AccessKind, AtomicOp, AtomicScope, Mode, ROW_BYTES, Site, Tile};
use super::found::{Bytes, Found, natural, operand, pointer};
use super::matrix::{self, TileAccess};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::types::BasicTypeEnum;
use inkwell::values::{BasicValueEnum, CallSiteValue, InstructionValue};

/// The accesses of a call of the intrinsic `name`, in order; empty if it is not known to access memory.
pub(crate) fn accesses<'ctx>(
    call: InstructionValue<'ctx>,
    name: &str,
    size: impl Fn(BasicTypeEnum<'ctx>) -> Bytes<'ctx>,
) -> Vec<Found<'ctx>> {
    if let Some(TileAccess { tile, mode, strided }) = matrix::tile_access(name) {
        return tile_parts(call, tile, mode, strided).into_iter().collect();
    }
    if let Some(rows) = matrix::rows_loaded(name) {
        let site = Site { mode: Mode::Read, kind: AccessKind::Rows(rows), volatile: false, alignment: 1 };
        return vec![Found { pointer: pointer(call, 0), bytes: Bytes::Fixed(ROW_BYTES), value: None, site }];
    }
    let Some(name) = name.strip_prefix("llvm.") else { return Vec::new() };
    if name.starts_with("memcpy.") || name.starts_with("memmove.") {
        return copy(call);
    }
    if name.starts_with("memset.") {
        return fill(call).into_iter().collect();
    }
    let Some(name) = name.strip_prefix("nvvm.") else { return Vec::new() };
    if let Some(rest) = name.strip_prefix("cp.async.") {
        return async_copy(call, rest);
    }
    let (mode, kind) = if reads_by_read_only_cache(name) {
        (Mode::Read, AccessKind::ReadOnlyCache)
    } else if let Some(mode) = name.strip_prefix("atomic.").and_then(atomic) {
        (mode, AccessKind::ReadModifyWrite)
    } else {
        return Vec::new();
    };
    // The pointer comes first, and the result is what is read.
    let Ok(ty) = BasicTypeEnum::try_from(call.get_type()) else { return Vec::new() };
    let site = Site { mode, kind, volatile: false, alignment: 1 };
    vec![Found { pointer: pointer(call, 0), bytes: size(ty), value: None, site }]
}

/// Whether an intrinsic of the target, its name without `llvm.nvvm.`, reads through the read-only cache.
pub(crate) fn reads_by_read_only_cache(name: &str) -> bool {
    name.starts_with("ldg.global.") || name.starts_with("ldu.global.")
}

/// `memcpy` and `memmove`: destination, source, length, volatile.
fn copy(call: InstructionValue<'_>) -> Vec<Found<'_>> {
    let volatile = is_volatile(call);
    let end = |index, mode, kind| {
        let length = operand(call, 2)?;
        let site = Site { mode, kind, volatile, alignment: alignment(call, index) };
        Some(Found { pointer: pointer(call, index), bytes: Bytes::Value(length), value: None, site })
    };
    let source = end(1, Mode::Read, AccessKind::CopySource);
    source.into_iter().chain(end(0, Mode::Write, AccessKind::CopyDestination)).collect()
}

/// What an argument's address is a multiple of, in bytes; 1 if the call does not say.
fn alignment(call: InstructionValue<'_>, argument: u32) -> u64 {
    let kind = Attribute::get_named_enum_kind_id("align");
    let call = CallSiteValue::try_from(call).ok();
    let attribute = call.and_then(|call| call.get_enum_attribute(AttributeLoc::Param(argument), kind));
    attribute.map_or(1, |attribute| attribute.get_enum_value().max(1))
}

/// `memset`: destination, byte, length, volatile.
fn fill(call: InstructionValue<'_>) -> Option<Found<'_>> {
    let (value, length) = (operand(call, 1)?, operand(call, 2)?);
    let (volatile, alignment) = (is_volatile(call), alignment(call, 0));
    let site = Site { mode: Mode::Write, kind: AccessKind::Fill, volatile, alignment };
    Some(Found { pointer: pointer(call, 0), bytes: Bytes::Value(length), value: Some(value), site })
}

/// `cp.async.{ca,cg}.shared.global.N`: destination, source, and with `.s` the number of bytes that are read (the rest
/// is filled with zeros).
fn async_copy<'ctx>(call: InstructionValue<'ctx>, name: &str) -> Vec<Found<'ctx>> {
    let rest = name.strip_prefix("ca.").or_else(|| name.strip_prefix("cg."));
    let Some(rest) = rest.and_then(|rest| rest.strip_prefix("shared.global.")) else { return Vec::new() };
    let Some(bytes) = rest.split('.').next().and_then(|text| text.parse().ok()) else { return Vec::new() };
    let alignment = natural(bytes);
    let read = if rest.ends_with(".s") { operand(call, 2).map(Bytes::Value) } else { Some(Bytes::Fixed(bytes)) };
    let end = |index, bytes, mode, kind| {
        let site = Site { mode, kind, volatile: false, alignment };
        Some(Found { pointer: pointer(call, index), bytes, value: None, site })
    };
    let source = read.and_then(|bytes| end(1, bytes, Mode::Read, AccessKind::AsyncCopySource));
    let destination = end(0, Bytes::Fixed(bytes), Mode::Write, AccessKind::AsyncCopyDestination);
    source.into_iter().chain(destination).collect()
}

/// The parts of a tile: the pointer comes first, their distance last.
fn tile_parts<'ctx>(call: InstructionValue<'ctx>, tile: Tile, mode: Mode, strided: bool) -> Option<Found<'ctx>> {
    let arguments = CallSiteValue::try_from(call).ok()?.count_arguments();
    let value = if strided { Some(operand(call, arguments.checked_sub(1)?)?) } else { None };
    let bytes = Bytes::Fixed(tile.bytes());
    let site = Site { mode, kind: AccessKind::Tile(tile), volatile: false, alignment: 1 };
    Some(Found { pointer: Some(pointer(call, 0)?), bytes, value, site })
}

/// `load.inc.32` (device scope) and `<op>.gen.<type>.<cta|sys>`.
pub(crate) fn atomic(name: &str) -> Option<Mode> {
    let words: Vec<&str> = name.split('.').collect();
    let (word, scope) = match words.as_slice() {
        ["load", op, ..] => (*op, AtomicScope::Device),
        [op, "gen", rest @ ..] if rest.contains(&"cta") => (*op, AtomicScope::Block),
        [op, "gen", rest @ ..] if rest.contains(&"sys") => (*op, AtomicScope::System),
        _ => return None,
    };
    let op = match word {
        "add" => AtomicOp::Add,
        "exch" => AtomicOp::Exchange,
        "max" => AtomicOp::Max,
        "min" => AtomicOp::Min,
        "inc" => AtomicOp::Inc,
        "dec" => AtomicOp::Dec,
        "and" => AtomicOp::And,
        "or" => AtomicOp::Or,
        "xor" => AtomicOp::Xor,
        "cas" => AtomicOp::CompareExchange,
        _ => return None,
    };
    Some(Mode::Atomic { op, scope })
}

/// The last argument of LLVM's memory intrinsics.
fn is_volatile(call: InstructionValue<'_>) -> bool {
    match operand(call, 3) {
        Some(BasicValueEnum::IntValue(flag)) => flag.get_zero_extended_constant() != Some(0),
        _ => true,
    }
}
