//! What an instruction waits for, or lets others wait for: one enum, which a call or a statement of inline PTX is decoded to once.
//!
//! `__syncwarp(mask)` is a [`Wait::Warp`]; `asm volatile("bar.arrive 1, 64;" ::: "memory")` is a [`Wait::Arrival`], at which the
//! thread itself goes on. Each pass that has to know matches all kinds, without a `_` arm: a new kind does not compile until each of
//! them has decided what it is there. Loads and stores of matrices, for which a warp's lanes have to come too, have markers.
//!
//! Source: LLVM's `IntrinsicsNVVM.td`; PTX ISA, `bar` and `barrier`. Number 0 for all threads is `__syncthreads`.
//!
//! Direction of imprecision: what is not seen to wait is left to the caller, which reports it. A barrier in inline assembly counts
//! only if the assembly says that memory changes: else the compiler may move accesses across. For one of the cluster it suffices that
//! the assembly is volatile, with an assumption that it stays where it is.

use super::copies::{self, Order};
use super::exchanges::{Gives, exchange};
use super::matrix;
use super::ptx::text::Operand;
use super::ptx::{barriers, clusters, lanes, memory};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Layout, Op, Val};
use inkwell::values::InstructionValue;

/// What is waited for.
pub(crate) enum Wait {
    /// All threads of the block: `__syncthreads` and its kin, some of which give one value to all.
    Block {
        /// The threads of a warp have to be at this one instruction.
        aligned: bool,
    },
    /// All threads of the grid.
    Grid,
    /// All threads of the cluster; one half of it.
    Cluster(clusters::Barrier),
    /// The lanes of the warp that a mask names: `__syncwarp`.
    Warp(Val),
    /// The threads that come to the barrier with a number.
    Numbered(Numbered),
    /// Nobody: others wait for the thread at the barrier with a number.
    Arrival(Numbered),
    /// The lanes of a mask, for values of theirs; orders no memory.
    Exchange {
        /// `None` if it is not understood.
        mask: Option<Number>,
        gives: Gives,
    },
    /// All lanes of the warp, which multiply matrices in their registers; orders no memory.
    Product,
    /// All lanes of the warp, whose warp group multiplies matrices in shared memory, or commits such products or waits for them;
    /// orders no memory but what these read.
    WarpGroup(Option<Order>),
    /// The thread's own asynchronous copies, or it says which a later wait is for.
    Copies(Order),
}

/// A number of 32 bits.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Literal(u64),
    Value(Val),
}

/// The number of a barrier, and how many threads it is for, if not all of the block.
#[derive(Clone, Copy)]
pub(crate) struct Numbered {
    pub(crate) id: Number,
    pub(crate) count: Option<Number>,
}

impl Numbered {
    pub(crate) fn is_whole_block(&self) -> bool {
        let zero = match self.id {
            Number::Literal(n) => n == 0,
            Number::Value(v) => v.constant() == Some(0),
        };
        zero && self.count.is_none()
    }
}

impl Wait {
    /// Whether the thread may wait for others there, or they for it.
    pub(crate) fn concerns_others(&self) -> bool {
        match self {
            Wait::Block { .. }
            | Wait::Grid
            | Wait::Cluster(_)
            | Wait::Warp(_)
            | Wait::Numbered(_)
            | Wait::Arrival(_)
            | Wait::Exchange { .. }
            | Wait::Product
            | Wait::WarpGroup(_) => true,
            Wait::Copies(_) => false,
        }
    }
}

/// What an instruction waits for, in order; inline assembly may have several.
pub(crate) fn waits(instruction: InstructionValue<'_>, layout: Layout) -> Vec<Wait> {
    if let Op::Call { callee, args } = Val::of(&instruction).op(layout) {
        return called(&callee, &args).into_iter().collect();
    }
    match callee(instruction) {
        Some(Callee::Assembly(text)) => in_assembly(instruction, &text),
        Some(Callee::Declared(_) | Callee::Defined(_) | Callee::Indirect) | None => vec![],
    }
}

/// Whether a thread may wait for others at an instruction, or they for it.
pub(crate) fn concerns_others(instruction: InstructionValue<'_>, layout: Layout) -> bool {
    waits(instruction, layout).iter().any(Wait::concerns_others)
}

/// What the names of barriers of the cluster begin with.
const CLUSTER: &str = "barrier.cluster.";

fn called(callee: &str, args: &[Val]) -> Option<Wait> {
    if callee == "__raceproof_grid_sync" {
        return Some(Wait::Grid);
    }
    let numbered = |id: &Val, count| Some(Wait::Numbered(Numbered { id: Number::Value(*id), count }));
    match (callee.strip_prefix("llvm.nvvm.")?, args) {
        ("barrier0" | "barrier0.popc" | "barrier0.and" | "barrier0.or", _) => Some(Wait::Block { aligned: true }),
        ("barrier.n" | "bar.sync", [id]) if id.constant() == Some(0) => Some(Wait::Block { aligned: true }),
        ("barrier.sync", [id]) if id.constant() == Some(0) => Some(Wait::Block { aligned: false }),
        ("barrier.n" | "bar.sync" | "barrier.sync", [id]) => numbered(id, None),
        ("barrier" | "barrier.sync.cnt", [id, count]) => numbered(id, Some(Number::Value(*count))),
        ("bar.warp.sync", [mask]) => Some(Wait::Warp(*mask)),
        (name, []) if name.starts_with(CLUSTER) => {
            clusters::barrier_named(name.strip_prefix(CLUSTER)?).map(Wait::Cluster)
        }
        _ if matrix::is_product(callee) => Some(Wait::Product),
        _ => {
            let exchange = exchange(callee, args);
            let exchange = exchange.map(|(mask, gives)| Wait::Exchange { mask: Some(Number::Value(mask)), gives });
            exchange.or_else(|| copies::order(callee, args).map(Wait::Copies))
        }
    }
}

fn in_assembly(instruction: InstructionValue<'_>, template: &str) -> Vec<Wait> {
    if let Some(barrier) = barrier(instruction, template) {
        return vec![barrier];
    }
    let of_cluster = clusters::barriers(template);
    if !of_cluster.is_empty() && !memory::may_move_assembly(instruction) {
        return of_cluster.into_iter().map(Wait::Cluster).collect();
    }
    let products = copies::products(instruction, template);
    if !products.is_empty() {
        return products.into_iter().map(Wait::WarpGroup).collect();
    }
    let orders = copies::orders(instruction);
    if !orders.is_empty() {
        return orders.into_iter().map(Wait::Copies).collect();
    }
    let product = matrix::multiplies(template).then_some(Wait::Product);
    let exchanges = lanes::exchanges(template).into_iter().map(|e| Wait::Exchange {
        mask: e.mask.and_then(|mask| number(instruction, mask)),
        gives: if e.one_value && e.is_result { Gives::One(None) } else { Gives::Own },
    });
    product.into_iter().chain(exchanges).collect()
}

/// The barrier that a template consists of.
fn barrier(instruction: InstructionValue<'_>, template: &str) -> Option<Wait> {
    let barriers::Barrier { id, count, waits } = barriers::barrier(template)?;
    let count = match count {
        None => None,
        Some(count) => Some(number(instruction, count)?),
    };
    let numbered = Numbered { id: number(instruction, id)?, count };
    let changes_memory = ffi::assembly_constraints(instruction)?.split(',').any(|c| c == "~{memory}");
    changes_memory.then_some(if waits { Wait::Numbered(numbered) } else { Wait::Arrival(numbered) })
}

fn number(instruction: InstructionValue<'_>, operand: Operand) -> Option<Number> {
    match operand {
        Operand::Number(n) => Some(Number::Literal(n)),
        Operand::Register(i) => {
            let argument = memory::argument(&ffi::assembly_constraints(instruction)?, i)?;
            Some(Number::Value(Val::of(&instruction).operand(argument)))
        }
    }
}
