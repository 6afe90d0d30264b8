//! Protocols of the scaling families as CUDA kernels: the same accesses, barriers, conditions and loops, in the same order.
//!
//! Direction: only what the families use has a form here; the rest of the language is refused.

use super::families::THREADS;
use crate::kernel::SyncScope;
use crate::map::ast::{Access, Expr, Mode, Place, Protocol, Range, Step, Stmt};
use std::fmt::Write;

/// The kernel as CUDA; `None` if `protocol` uses what no family does.
#[must_use]
pub fn cuda(protocol: &Protocol) -> Option<String> {
    let params: Vec<String> = protocol.params.iter().map(|p| format!("int {}", p.text)).collect();
    let mut out = String::new();
    let (name, params) = (&protocol.name.text, params.join(", "));
    let _ = writeln!(out, "__global__ void __launch_bounds__({THREADS}) {name}({params}) {{");
    for array in &protocol.arrays {
        let _ = match array.dims.as_slice() {
            [] => writeln!(out, "  extern __shared__ int {}[];", array.name.text),
            [size] => writeln!(out, "  __shared__ int {}[{size}];", array.name.text),
            [_, _, ..] => return None,
        };
    }
    // What is written rests on what was read, so that no read is idle.
    out.push_str("  int value = N;\n");
    block(&mut out, &protocol.body, 1)?;
    out.push_str("}\n");
    Some(out)
}

fn block(out: &mut String, body: &[Stmt], depth: usize) -> Option<()> {
    for statement in body {
        let indent = "  ".repeat(depth);
        match statement {
            Stmt::Skip => {}
            Stmt::Access(access) => _ = writeln!(out, "{indent}{}", element(access)?),
            Stmt::Sync(SyncScope::Block, _) => _ = writeln!(out, "{indent}__syncthreads();"),
            Stmt::If { cond, then, otherwise, .. } if otherwise.is_empty() => {
                let _ = writeln!(out, "{indent}if ({cond}) {{");
                block(out, then, depth + 1)?;
                let _ = writeln!(out, "{indent}}}");
            }
            Stmt::For(f) => {
                let Range::Steps { from, to, step: Step::Up(Expr::Int(1)) } = &f.range else { return None };
                let x = &f.var.text;
                let _ = writeln!(out, "{indent}for (int {x} = {from}; {x} < {to}; ++{x}) {{");
                block(out, &f.body, depth + 1)?;
                let _ = writeln!(out, "{indent}}}");
            }
            Stmt::If { .. } | Stmt::Sync(SyncScope::Warp | SyncScope::Cluster | SyncScope::Grid, _) | Stmt::Let(..) => {
                return None;
            }
        }
    }
    Some(())
}

fn element(access: &Access) -> Option<String> {
    let Place::Cell(indices) = &access.place else { return None };
    let [index] = indices.as_slice() else { return None };
    let array = &access.array.text;
    match &access.mode {
        Mode::Read => Some(format!("value += {array}[{index}];")),
        Mode::Write(None) => Some(format!("{array}[{index}] = value;")),
        Mode::Write(Some(_)) | Mode::Atomic(_) => None,
    }
}
