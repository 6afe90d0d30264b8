//! Barriers of the cluster, which have two halves: a thread arrives, and it waits.
//!
//! What a thread does before it arrives comes before what the others do behind their waits. What it does in between is ordered with
//! neither side: it is before the barrier for nobody and behind it for nobody. So the barrier stands where the thread waits, and
//! the steps between stand on both sides of it:
//!
//! ```text
//! A; arrive; B; wait; C      A; B; barrier; B; C
//! ```
//!
//! `B` may be concurrent with all that others do before this barrier, and with all that they do between it and the next one, which
//! waits for this thread's next arrival, behind `B`. That is exact. A relaxed arrival orders only what is before the fence in
//! front of it, and nothing if there is none. Source: PTX ISA, `barrier.cluster`.
//!
//! Direction: exact where a wait follows its arrival in one iteration of the loops around both and under the same condition;
//! anything else makes the kernel unsupported, by name.

use super::arrival::Arrival;
use super::meeting::Meeting;
use crate::kernel::target::REGISTER;
use crate::kernel::{AtomicScope, ClusterVars, Fence, Step, SyncScope, walk};
use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::ptx::clusters::{Barrier, Half};
use crate::llvm::device::ptx::memory;
use crate::llvm::device::waits::{Wait, waits};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::Value;
use crate::term::{BinaryOp, Term};
use crate::verdict::Assumption;
use inkwell::values::InstructionValue;

/// Whether a barrier waits for threads of other blocks.
fn is_wide(scope: SyncScope) -> bool {
    match scope {
        SyncScope::Warp | SyncScope::Block => false,
        SyncScope::Cluster | SyncScope::Grid => true,
    }
}

impl Lowerer<'_, '_> {
    /// The variables of the cluster, which the kernel has something to do with.
    pub(crate) fn cluster(&mut self) -> ClusterVars {
        let known = self.input.kernel.bounds.cluster;
        if let Some(vars) = self.out.cluster {
            return vars;
        }
        let vars = ClusterVars::declare(&mut self.terms, known);
        for (axis, n) in known.into_iter().enumerate() {
            if let Some(n) = n.filter(|n| *n > 1) {
                let (grid, extent) =
                    (self.terms.var(self.launch.grid_dim[axis]), self.terms.constant(REGISTER, n.into()));
                let (rest, none) = (self.terms.binary(BinaryOp::URem, grid, extent), self.terms.constant(REGISTER, 0));
                self.out.facts.push(self.terms.eq(rest, none));
            }
        }
        // A grid has as many blocks as its clusters, so that it has more than one along these axes.
        let wide = (0..3).filter(|axis| known[*axis].is_some_and(|n| n > 1)).map(|axis| self.launch.grid_dim[axis]);
        self.out.reads.extend(wide);
        self.out.cluster = Some(vars);
        vars
    }

    /// One half of a barrier.
    pub(super) fn barrier_of_cluster(&mut self, block: BlockId, instruction: InstructionValue<'_>, barrier: Barrier) {
        self.cluster();
        if matches!(callee(instruction), Some(Callee::Assembly(_))) && !memory::clobbers_memory(instruction) {
            self.out.assumptions.push(Assumption::VolatileStays);
        }
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let region = self.cfg.innermost(block);
        match barrier.half {
            Half::Arrive { releases } => {
                self.leave_no_arrival();
                let fence = if releases { Some(self.out.steps.len()) } else { self.latest_fence(guard) };
                let (before, orders) = (fence.unwrap_or(self.out.steps.len()), fence.is_some());
                self.walk.arrival = Some(Arrival { before, region, guard, orders, aligned: barrier.aligned });
            }
            Half::Wait => match self.walk.arrival.take() {
                Some(arrival) if arrival.region == region && arrival.guard == guard => {
                    self.wait_for_cluster(block, instruction, &arrival, barrier.aligned);
                }
                Some(_) | None => self.is_unsupported(format!(
                    "the barrier of the cluster{} waits in another iteration, or under another condition, than its threads arrive",
                    self.at(instruction)
                )),
            },
        }
    }

    fn wait_for_cluster(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        arrival: &Arrival,
        aligned: bool,
    ) {
        let mut between = self.out.steps.get(arrival.before..).unwrap_or_default().to_vec();
        let is_tied = walk::accesses(&between).any(|access| !access.exchanges.is_empty());
        if is_tied || walk::syncs(&between).any(|sync| is_wide(sync.scope)) {
            let place = self.at(instruction);
            self.is_unsupported(format!(
                "what stands between the halves of the barrier of the cluster{place} is not followed"
            ));
        }
        walk::visit_mut(&mut between, &mut |step| match step {
            // Accesses elsewhere are tied to the one that is not copied.
            Step::Sync(sync) => sync.exchange = None,
            Step::Access(_) | Step::Fence(_) | Step::Loop(_) => {}
        });
        let (scope, matching) = (SyncScope::Cluster, self.matching(arrival.aligned || aligned));
        self.sync(block, instruction, Meeting { scope, matching, mask: None, named: None, orders: arrival.orders });
        if arrival.orders {
            self.out.steps.extend(between);
            self.walk.latest = None;
        }
    }

    /// Where the latest fence for the cluster stands in this region behind its last barrier, if every thread that arrives has passed it.
    fn latest_fence(&self, guard: Term) -> Option<usize> {
        let orders = |fence: &Fence| match fence.scope {
            AtomicScope::Block => false,
            AtomicScope::Cluster | AtomicScope::Device | AtomicScope::System => {
                fence.guard == guard || self.terms.is_true(fence.guard)
            }
        };
        let ends = |step: &Step| walk::syncs(std::slice::from_ref(step)).any(|sync| is_wide(sync.scope));
        let behind = self.out.steps.iter().rposition(ends).map_or(0, |last| last + 1);
        let fence = self.out.steps.iter().skip(behind).rposition(|step| match step {
            Step::Fence(fence) => orders(fence),
            Step::Access(_) | Step::Sync(_) | Step::Loop(_) => false,
        });
        fence.map(|at| behind + at)
    }

    /// Says so where a thread arrives and does not wait.
    pub(crate) fn leave_no_arrival(&mut self) {
        if self.walk.arrival.take().is_some() {
            self.is_unsupported("threads arrive at a barrier of the cluster and do not wait there");
        }
    }

    /// Whether an instruction is the second half of a barrier of the cluster whose first half stands right before it, and is not
    /// relaxed: what others wrote before is seen behind it.
    pub(crate) fn ends_whole_cluster_barrier(&self, instruction: InstructionValue<'_>) -> bool {
        let halves = |i| -> Vec<Half> {
            let all = waits(i, self.layout);
            let half = |wait: &Wait| if let Wait::Cluster(barrier) = wait { Some(barrier.half) } else { None };
            all.iter().filter_map(half).collect()
        };
        let releases = Half::Arrive { releases: true };
        match halves(instruction).as_slice() {
            [.., first, Half::Wait] => *first == releases,
            [Half::Wait] => instruction.get_previous_instruction().is_some_and(|i| halves(i).last() == Some(&releases)),
            _ => false,
        }
    }

    /// A register that tells of the cluster, named as LLVM or as PTX does.
    pub(crate) fn cluster_register(&mut self, val: Val, register: &str) -> Option<Value> {
        let name = register.replace('_', ".");
        let axis = |prefix: &str| match name.strip_prefix(prefix)? {
            "x" => Some(0),
            "y" => Some(1),
            "z" => Some(2),
            _ => None,
        };
        if !["cluster.", "clusterid.", "nclusterid."].iter().any(|start| name.starts_with(start)) {
            return None;
        }
        let vars = self.cluster();
        if name == "cluster.ctarank" {
            self.note_read(self.launch.block[0], val);
            return Some(Value::Term(self.terms.var(vars.rank)));
        }
        if name == "cluster.nctarank" {
            return Some(Value::Term(vars.size(&mut self.terms)));
        }
        if let Some(axis) = axis("cluster.nctaid.") {
            self.note_read(self.launch.grid_dim[axis], val);
            return Some(Value::Term(self.terms.var(vars.dim[axis])));
        }
        let [block, grid] = [self.launch.block, self.launch.grid_dim];
        let (op, of, axis) = if let Some(axis) = axis("cluster.ctaid.") {
            (BinaryOp::URem, block, axis)
        } else if let Some(axis) = axis("clusterid.") {
            (BinaryOp::UDiv, block, axis)
        } else {
            (BinaryOp::UDiv, grid, axis("nclusterid.")?)
        };
        self.note_read(of[axis], val);
        let (number, extent) = (self.terms.var(of[axis]), self.terms.var(vars.dim[axis]));
        Some(Value::Term(self.terms.binary(op, number, extent)))
    }
}
