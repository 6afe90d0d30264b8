//! What lowering one kernel knows and collects: the state of the walk over its control-flow graph.

use super::memory::pointers::places::{HeldPointers, TableInValue};
use crate::kernel::overlay::{Laid, Overlay};
use crate::kernel::{
    Array, ArrayId, Branch, Butterfly, ClusterVars, Exit, Factor, Gathered, LaunchVars, Shuffle, Stated, Step,
};
use crate::llvm::bind::ir::{Layout, Val};
use crate::llvm::device::library;
use crate::llvm::flow::cfg::{BlockId, Cfg, Edge, LoopId};
use crate::llvm::flow::rounds::Ring;
use crate::llvm::lower::sync::arrival::Arrival;
use crate::llvm::lower::sync::under_way::in_flight::{InFlight, Place};
use crate::llvm::lower::values::value::{Contents, Value};
use crate::llvm::prepare::prepared::{Prepared, PreparedKernel};
use crate::llvm::reading::Externals;
use crate::span::Span;
use crate::term::{BitOp, Func, FuncInfo, FuncKind, Intervals, Owner, PureOp, Sharing, Term, Terms, Var, Width};
use crate::verdict::{Approximation, Assumption};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// What lowering needs to know about one kernel.
pub(super) struct Input<'a, 'ctx> {
    pub(super) module: &'a inkwell::module::Module<'ctx>,
    pub(super) prepared: &'a Prepared<'ctx>,
    pub(super) kernel: &'a PreparedKernel<'ctx>,
    pub(super) externals: Externals,
    /// Which of its pointers lead into objects that it reaches by other ways, too.
    pub(super) overlays: &'a [Overlay],
}

/// A branch at the end of a block, and the loop that it is in.
pub(super) struct Forked {
    pub(super) region: Option<LoopId>,
    pub(super) branch: Branch,
}

/// An access, and the lines of the definitions next to it that its address is computed from.
pub(super) struct Placed {
    pub(super) block: BlockId,
    pub(super) span: Span,
    pub(super) definitions: Vec<Span>,
}

/// An enclosing loop.
pub(super) struct Enclosing {
    /// Counts its iterations.
    pub(super) counter: Var,
    /// It has barriers in it.
    pub(super) synchronised: bool,
}

/// The state of the walk.
pub(super) struct Lowerer<'a, 'ctx> {
    pub(super) input: &'a Input<'a, 'ctx>,
    pub(super) cfg: &'a Cfg<'ctx>,
    pub(super) layout: Layout,
    pub(super) terms: Terms,
    pub(super) launch: LaunchVars,
    pub(super) survey: Survey,
    pub(super) objects: Objects,
    pub(super) walk: Walk,
    pub(super) out: Lowered,
}

/// What is found out of the kernel before the walk.
#[derive(Default)]
pub(super) struct Survey {
    /// The blocks that do nothing which others can see.
    pub(super) silent: FxHashSet<BlockId>,
    /// The edges that are `return` statements, each with the blocks to the end.
    pub(super) ways_out: Vec<(Edge, Vec<BlockId>)>,
    /// The loops with barriers in them.
    pub(super) synchronised: FxHashSet<LoopId>,
    /// The objects that the kernel stores to.
    pub(super) written: FxHashSet<Val>,
    /// Where it does so, by the call that keeps the access.
    pub(super) stores: Vec<Store>,
    /// By-value parameters that the kernel may change.
    pub(super) changed_parameters: FxHashSet<Val>,
    /// Pointers in memory that is not written.
    pub(super) held: HeldPointers,
    /// Tables of many pointers in parameters that are passed by value.
    pub(super) tables: Vec<TableInValue>,
    /// A store through a pointer whose object is not known.
    pub(super) writes_anything: bool,
    /// The kernel asks for an address in the shared memory of another block.
    pub(super) maps: bool,
    /// A pointer whose object is not known may be to shared memory.
    pub(super) shared_escapes: bool,
    /// Calls that allocate memory on the device's heap of which no other thread gets the address.
    pub(super) own_heap: FxHashSet<Val>,
    /// Asynchronous copies, and where they are under way.
    pub(super) copies: InFlight,
    /// Exchanges, and the accesses that are tied to them.
    pub(super) handed: Handed,
}

/// An instruction that stores.
pub(super) struct Store {
    pub(super) block: BlockId,
    pub(super) marker: Val,
    /// The objects that it may be to.
    pub(super) roots: FxHashSet<Val>,
    /// These are all.
    pub(super) known: bool,
}

/// The exchanges that accesses are tied to.
#[derive(Default)]
pub(super) struct Handed {
    /// The numbers of the loads and exchanges.
    pub(super) number: FxHashMap<Val, usize>,
    /// By marker: the exchanges that need what is read, or that a write needs.
    pub(super) tied: FxHashMap<Val, Vec<usize>>,
}

/// The objects that the kernel reaches, and the symbols for what is in them.
#[derive(Default)]
pub(super) struct Objects {
    pub(super) arrays: Vec<Array>,
    /// The pointers to the starts of global variables.
    pub(super) array_of: FxHashMap<Val, Value>,
    /// The values of the parameters that were read, by number.
    pub(super) params: Vec<Option<Value>>,
    /// The overlays as they were put in.
    pub(super) laid: Vec<Laid>,
    /// The symbols for the addresses of arrays.
    pub(super) starts: Vec<(ArrayId, Func)>,
    /// The parameters that are addresses passed as numbers.
    pub(super) numbers: Vec<(Var, ArrayId)>,
    /// Of their copies in other blocks, by rank.
    pub(super) remote_starts: Vec<(ArrayId, Func)>,
    /// The fields of by-value parameters: parameter, offset in bytes, width.
    pub(super) fields: FxHashMap<(u32, u64, Width), Value>,
    /// The symbols for contents that are not followed.
    pub(super) contents: FxHashMap<(Contents, Width), Func>,
}

/// What is known where the walk is.
#[derive(Default)]
pub(super) struct Walk {
    /// Of instructions.
    pub(super) values: FxHashMap<Val, Value>,
    /// Values defined since the walk entered the innermost loop, for the loop's end.
    pub(super) defined: Vec<Val>,
    /// When a block is executed, in an iteration of the loops around it.
    pub(super) guards: FxHashMap<BlockId, Term>,
    /// Conditions of edges out of finished loops, relative to the loop's entry.
    pub(super) exit_conditions: FxHashMap<Edge, Term>,
    /// The enclosing loops, outermost first.
    pub(super) loops: Vec<Enclosing>,
    /// The step of the latest marker, if it gave one step.
    pub(super) latest: Option<usize>,
    /// Of values that were counted in floating point: the same as whole numbers, and the counter.
    pub(super) counts: FxHashMap<Term, (Term, String)>,
    /// The steps of the markers of a bulk copy so far, and how many bulk copies there were that mbarriers are told of.
    pub(super) bulk: Vec<usize>,
    pub(super) told: usize,
    /// Conditions assumed at the end of a block: they hold in the blocks that it dominates.
    pub(super) assumed: Vec<(BlockId, Term)>,
    pub(super) intervals: Intervals,
    /// The symbols for operations, by name and widths.
    pub(super) pure: FxHashMap<(PureOp, String, Vec<Width>, Width), Func>,
    /// What the copies behind barriers are, by number of the access, from the number of copies on.
    pub(super) flights: Vec<Place>,
    /// The phis that variables stand for in the loops around.
    pub(super) placeholders: FxHashMap<Var, Val>,
    /// What loops may take round a ring in the loops inside, as a guess, and the places of which it is known that they do not.
    pub(super) rings: Vec<Ring>,
    pub(super) no_rings: FxHashSet<Val>,
    /// The thread has come to a barrier of the cluster, and does not wait yet.
    pub(super) arrival: Option<Arrival>,
    /// For people: the barriers, and the branches at the ends of blocks.
    pub(super) met: Vec<(BlockId, Span)>,
    pub(super) forked: BTreeMap<BlockId, Forked>,
    /// For people: the accesses.
    pub(super) placed: Vec<Placed>,
}

/// What comes out: the parts of the [`Kernel`](crate::kernel::Kernel), and what is said with it.
#[derive(Default)]
pub(super) struct Lowered {
    pub(super) steps: Vec<Step>,
    pub(super) facts: Vec<Term>,
    pub(super) contents: Vec<Stated>,
    pub(super) factors: Vec<Factor>,
    /// Conditions under which threads go on behind traps, and the number of the steps before.
    pub(super) survived: Vec<(usize, Term)>,
    /// The numbers of the facts that are such conditions.
    pub(super) surviving: Vec<usize>,
    pub(super) exits: Vec<Exit>,
    pub(super) gathered: Vec<Gathered>,
    pub(super) shuffles: Vec<Shuffle>,
    pub(super) butterflies: Vec<Butterfly>,
    /// Variables of the launch on which something depends, followed or not.
    pub(super) reads: Vec<Var>,
    pub(super) cluster: Option<ClusterVars>,
    pub(super) assumptions: Vec<Assumption>,
    pub(super) unsupported: Vec<String>,
    pub(super) ignored: Vec<Approximation>,
    /// Values of variables that are not written before.
    pub(super) undefined: Vec<Func>,
}

impl Lowerer<'_, '_> {
    /// The counters of the enclosing loops as terms, outermost first.
    pub(super) fn counters(&mut self) -> Vec<Term> {
        let counters: Vec<Var> = self.walk.loops.iter().map(|l| l.counter).collect();
        counters.into_iter().map(|c| self.terms.var(c)).collect()
    }

    /// A value that is not followed: the same in all threads that `sharing` names and in the same iterations.
    pub(super) fn opaque(&mut self, what: &str, width: Width, sharing: Sharing) -> Term {
        let args = self.counters();
        let name = format!("v{}", self.terms.len());
        let kind = FuncKind::Opaque { what: what.to_owned() };
        let func = self.terms.declare_func(FuncInfo { name, width, kind, sharing, axiom: None, owner: Owner::All });
        self.terms.apply(func, args)
    }

    /// The result of an operation that depends on its operands only.
    pub(super) fn pure(&mut self, name: &str, width: Width, args: Vec<Term>) -> Term {
        let op = if library::commutes(name) { PureOp::Commuting } else { PureOp::Other };
        self.operation(op, name.to_owned(), width, args)
    }

    /// What is told of the bits of the first operand, which has so many.
    pub(super) fn bits(&mut self, op: BitOp, of: Width, width: Width, args: Vec<Term>) -> Term {
        self.operation(PureOp::Bits { op, of }, op.symbol(of), width, args)
    }

    pub(super) fn operation(&mut self, op: PureOp, name: String, width: Width, args: Vec<Term>) -> Term {
        let widths = args.iter().map(|a| self.terms.width(*a)).collect::<Vec<_>>();
        let terms = &mut self.terms;
        let func = *self.walk.pure.entry((op, name.clone(), widths, width)).or_insert_with(|| {
            let (kind, sharing) = (FuncKind::Pure(op), Sharing::Grid);
            terms.declare_func(FuncInfo { name, width, kind, sharing, axiom: None, owner: Owner::All })
        });
        self.terms.apply(func, args)
    }

    pub(super) fn is_unsupported(&mut self, why: impl Into<String>) {
        self.out.unsupported.push(why.into());
    }
}
