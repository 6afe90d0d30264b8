//! `shfl.sync` in LLVM IR: the intrinsic, and whether the lane that is read from is in the segment.
//!
//! `shfl.sync.up.b32 r|p, x, 1, 0, -1;` gives lane 5 what lane 4 has as `x`, and `p` is false in lane 0, which keeps its own.
//!
//! Source: PTX ISA, "Data Movement and Conversion Instructions: shfl.sync", the semantics in pseudo-code.

use inkwell::IntPredicate;
use inkwell::builder::{Builder, BuilderError};
use inkwell::intrinsics::Intrinsic;
use inkwell::module::Module;
use inkwell::values::{BasicMetadataValueEnum, BasicValueEnum, IntValue};

/// The number of a lane, and the bits of `bounds` that hold one; those above hold the segment's mask.
const LANE: u64 = 31;
const SEGMENT: u64 = 8;

/// Whose value a lane gets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lane {
    Up,
    Down,
    Butterfly,
    Index,
}

impl Lane {
    pub(super) fn of(word: &str) -> Option<Self> {
        Some(match word {
            "up" => Lane::Up,
            "down" => Lane::Down,
            "bfly" => Lane::Butterfly,
            "idx" => Lane::Index,
            _ => return None,
        })
    }
}

/// What a lane gets, and whether the lane that it asks is in its segment.
pub(super) fn shuffle<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    from: Lane,
    [value, by, bounds, mask]: [IntValue<'ctx>; 4],
) -> Result<Option<(IntValue<'ctx>, IntValue<'ctx>)>, BuilderError> {
    let name = match from {
        Lane::Up => "up",
        Lane::Down => "down",
        Lane::Butterfly => "bfly",
        Lane::Index => "idx",
    };
    let name = format!("llvm.nvvm.shfl.sync.{name}.i32");
    let Some(got) = called(module, builder, &name, &[mask, value, by, bounds])? else { return Ok(None) };
    let Some(lane) = called(module, builder, "llvm.nvvm.read.ptx.sreg.laneid", &[])? else { return Ok(None) };
    let b = builder;
    let number = |n: u64| by.get_type().const_int(n, false);
    let by = b.build_and(by, number(LANE), "")?;
    let segment = b.build_right_shift(bounds, number(SEGMENT), false, "")?;
    let segment = b.build_and(segment, number(LANE), "")?;
    let within = b.build_and(b.build_not(segment, "")?, number(LANE), "")?;
    let first = b.build_and(lane, segment, "")?;
    let bound = b.build_or(first, b.build_and(bounds, within, "")?, "")?;
    let (asked, is_in) = match from {
        Lane::Up => (b.build_int_sub(lane, by, "")?, IntPredicate::SGE),
        Lane::Down => (b.build_int_add(lane, by, "")?, IntPredicate::SLE),
        Lane::Butterfly => (b.build_xor(lane, by, "")?, IntPredicate::SLE),
        Lane::Index => (b.build_or(first, b.build_and(by, within, "")?, "")?, IntPredicate::SLE),
    };
    Ok(Some((got, b.build_int_compare(is_in, asked, bound, "")?)))
}

fn called<'ctx>(
    module: &Module<'ctx>,
    builder: &Builder<'ctx>,
    name: &str,
    arguments: &[IntValue<'ctx>],
) -> Result<Option<IntValue<'ctx>>, BuilderError> {
    let declared = Intrinsic::find(name).and_then(|intrinsic| intrinsic.get_declaration(module, &[]));
    let Some(function) = declared else { return Ok(None) };
    let arguments: Vec<BasicMetadataValueEnum<'ctx>> = arguments.iter().map(|x| (*x).into()).collect();
    let value = builder.build_call(function, &arguments, "")?.try_as_basic_value().basic();
    Ok(value.map(BasicValueEnum::into_int_value))
}
