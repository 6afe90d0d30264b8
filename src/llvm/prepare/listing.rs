//! Prints what preparation left of a kernel between threads: its markers, the loads that still
//! give values, barriers and calls, block by block.
//!
//! The text is the language of the file tests. Invariants: blocks are numbered in reverse post-order; a line per
//! marker and per call, in the order of the code; spans without their folder, so that the text is the same everywhere.

use super::prepared::{Prepared, PreparedKernel};
use crate::llvm::bind::calls::{Callee, callee, symbol};
use crate::llvm::bind::debug_info::span;
use crate::llvm::bind::module::LaunchBounds;
use crate::llvm::device::access::{Mode, Site};
use crate::llvm::device::markers::Marker;
use crate::llvm::flow::cfg::{BlockId, Cfg};
use crate::span::Span;
use inkwell::values::{FunctionValue, InstructionOpcode, InstructionValue};
use std::fmt::Write;
use std::path::Path;

/// The text for all kernels of a module.
pub fn listing(prepared: &Prepared<'_>) -> String {
    let mut out = String::new();
    for kernel in &prepared.kernels {
        // Writing to a string cannot fail.
        let _ = write_kernel(&mut out, prepared, kernel);
    }
    out
}

fn write_kernel(out: &mut String, prepared: &Prepared<'_>, kernel: &PreparedKernel<'_>) -> std::fmt::Result {
    writeln!(out, "kernel {}", kernel.name)?;
    if kernel.bounds != LaunchBounds::default() {
        let LaunchBounds { max_threads, required, cluster, min_blocks } = kernel.bounds;
        writeln!(out, "  bounds: max {max_threads:?}, required {required:?}, blocks {min_blocks:?}")?;
        if let [Some(x), Some(y), Some(z)] = cluster {
            writeln!(out, "  cluster: {x} x {y} x {z} blocks")?;
        }
    }
    if let Some(problem) = &kernel.problem {
        return writeln!(out, "  problem: {problem}");
    }
    let Some(cfg) = Cfg::of(kernel.function) else { return Ok(()) };
    for id in cfg.loop_ids() {
        let data = cfg.loop_data(id);
        let blocks: Vec<_> = data.blocks.iter().map(|block| block.0).collect();
        writeln!(out, "  loop {}: header {}, depth {}, blocks {blocks:?}", id.0, data.header.0, data.depth)?;
    }
    for block in cfg.blocks() {
        write_block(out, prepared, &cfg, block)?;
    }
    Ok(())
}

fn write_block(out: &mut String, prepared: &Prepared<'_>, cfg: &Cfg<'_>, block: BlockId) -> std::fmt::Result {
    let targets: Vec<_> = cfg.successors(block).iter().map(|edge| edge.to.0.to_string()).collect();
    let arrow = if targets.is_empty() { String::new() } else { format!(" -> {}", targets.join(", ")) };
    writeln!(out, "  {}{arrow}", block.0)?;
    for instruction in cfg.block(block).get_instructions() {
        if let Some(line) = line(prepared, instruction) {
            writeln!(out, "    {line}{}", place(instruction))?;
        }
    }
    Ok(())
}

/// The line of a marker, a call or a surviving load; `None` for everything that only computes.
fn line(prepared: &Prepared<'_>, instruction: InstructionValue<'_>) -> Option<String> {
    if instruction.get_opcode() == InstructionOpcode::Load {
        return Some("value".to_owned());
    }
    if let Some(marker) = Marker::of(instruction) {
        return Some(
            prepared.site(marker.site).map_or_else(|| "unknown marker".to_owned(), |site| access(site, &marker)),
        );
    }
    Some(match callee(instruction)? {
        Callee::Defined(function) | Callee::Declared(function) => return call(function),
        Callee::Assembly(text) => format!("asm `{text}`"),
        Callee::Indirect => "call through a pointer".to_owned(),
    })
}

fn access(site: &Site, marker: &Marker<'_>) -> String {
    let mode = match site.mode {
        Mode::Read => "read".to_owned(),
        Mode::Write => "write".to_owned(),
        Mode::Atomic { op, scope } => format!("atomic {op:?} {scope:?}"),
    };
    let volatile = if site.volatile { " volatile" } else { "" };
    let bytes = marker.bytes.get_zero_extended_constant().map_or_else(|| "?".to_owned(), |bytes| bytes.to_string());
    format!("{mode}{volatile} {:?}, {bytes} bytes", site.kind)
}

/// A call, unless it reads a special register or says something about variables.
fn call(function: FunctionValue<'_>) -> Option<String> {
    let name = symbol(function);
    let silent = ["llvm.nvvm.read.ptx.sreg.", "llvm.dbg."].iter().any(|prefix| name.starts_with(prefix));
    (!silent).then(|| format!("call {name}"))
}

/// ` at file:line:column, called at …`, files without their folder.
fn place(instruction: InstructionValue<'_>) -> String {
    let Some(span) = span(instruction) else { return String::new() };
    let short = |place: &Span| {
        let file = Path::new(place.file.as_ref()).file_name().unwrap_or_default().to_string_lossy();
        format!("{file}:{}:{}", place.line, place.column)
    };
    let calls: String = span.inlined_at.iter().map(|place| format!(", called at {}", short(place))).collect();
    format!(" at {}{calls}", short(&span))
}
