//! Votes and reductions that give all warps of a block one value:
//!
//! ```text
//! if (t % 32 == 0) found[t / 32] = own;   __syncthreads();
//! if (__any_sync(~0u, found[t % 32])) break;               // every warp asks the same 32 cells
//! ```
//!
//! What a warp computes of the values that its lanes have follows from these values. Where they follow from the lane's number and
//! what the block shares, every warp of 32 lanes computes the same. Whole warps of rows of the block have lanes by
//! `threadIdx.x % 32` where `blockDim.x` is a multiple of 32, and by `threadIdx.x` where it is 32.
//!
//! Direction: by form; what is not seen to be so stays one value for each warp.

use crate::kernel::target::{ALL_LANES, LANES, LAST_LANE, MASK};
use crate::llvm::bind::ir::Val;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::term::{Axis, BinaryOp, FuncKind, Node, Sharing, Term, VarKind};
use rustc_hash::FxHashMap;

/// How a number depends on which thread of a block has it, by how much more is needed for warps to have the same.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Lanes {
    /// By its lane, if rows are of whole warps.
    Lane,
    /// By its place in the row, which is its lane if rows are one warp.
    Row,
    /// By something else.
    Own,
}

impl Lowerer<'_, '_> {
    /// The value of a warp, or that of the block in blocks whose warps compute it of the same values.
    pub(super) fn of_block(
        &mut self,
        block: BlockId,
        mask: Term,
        operand: Option<Val>,
        of_warp: Term,
        what: &str,
    ) -> Term {
        let all = self.terms.constant(MASK, ALL_LANES);
        let Some(operand) = operand.filter(|_| mask == all && self.none_has_returned(block)) else { return of_warp };
        let operand = self.term(operand, scalar_width(&operand.ty()));
        let row = self.terms.var(self.launch.block_dim[Axis::X as usize]);
        let constant = |this: &mut Self, n: u64| this.terms.constant(this.terms.width(row), n);
        let lanes = constant(self, LANES.into());
        let is_of_whole_warps = match self.lanes(operand, &mut FxHashMap::default()) {
            Lanes::Lane => {
                let (rest, zero) = (self.terms.binary(BinaryOp::URem, row, lanes), constant(self, 0));
                self.terms.eq(rest, zero)
            }
            Lanes::Row => self.terms.eq(row, lanes),
            Lanes::Own => return of_warp,
        };
        let one = self.opaque(what, self.terms.width(of_warp), Sharing::Block);
        self.terms.ite(is_of_whole_warps, one, of_warp)
    }

    fn lanes(&mut self, t: Term, known: &mut FxHashMap<Term, Lanes>) -> Lanes {
        if let Some(known) = known.get(&t) {
            return *known;
        }
        let is_lane = self.is_lane(t);
        let most = if is_lane { Lanes::Lane } else { self.by_form(t) };
        let parts = if is_lane || most == Lanes::Own { vec![] } else { self.terms.children(t) };
        let most = parts.into_iter().fold(most, |most, part| most.max(self.lanes(part, known)));
        known.insert(t, most);
        most
    }

    /// The same, whatever its operands are.
    fn by_form(&self, t: Term) -> Lanes {
        match *self.terms.node(t) {
            Node::Var(v) => match self.terms.var_info(v).kind {
                VarKind::ThreadIdx(Axis::X) => Lanes::Row,
                VarKind::ThreadIdx(_) | VarKind::Local => Lanes::Own,
                // A number that a loop carries is not known yet.
                VarKind::Counter if self.walk.placeholders.contains_key(&v) => Lanes::Own,
                VarKind::Counter
                | VarKind::BlockIdx(_)
                | VarKind::ClusterRank
                | VarKind::BlockDim(_)
                | VarKind::GridDim(_)
                | VarKind::ClusterDim(_)
                | VarKind::Param => Lanes::Lane,
            },
            Node::Apply(f, _) => {
                let info = self.terms.func_info(f);
                let is_shared = matches!(info.sharing, Sharing::Grid | Sharing::Block);
                match info.kind {
                    FuncKind::Pure(_) => Lanes::Lane,
                    FuncKind::Memory { .. } | FuncKind::Opaque { .. } if is_shared => Lanes::Lane,
                    FuncKind::Memory { .. } | FuncKind::Opaque { .. } | FuncKind::Loop { .. } => Lanes::Own,
                }
            }
            Node::Const { .. }
            | Node::Not(_)
            | Node::Binary(..)
            | Node::Compare(..)
            | Node::Ite(..)
            | Node::Cast(..) => Lanes::Lane,
        }
    }

    /// `threadIdx.x % 32`, or the lane's own number.
    fn is_lane(&mut self, t: Term) -> bool {
        let own = self.lane();
        let Node::Binary(op, of, by) = *self.terms.node(t) else { return false };
        let by = self.terms.as_const(by);
        let is_of_lanes = match op {
            BinaryOp::URem | BinaryOp::SRem => by == Some(LANES.into()),
            BinaryOp::And => by == Some(LAST_LANE.into()),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::Mul
            | BinaryOp::UDiv
            | BinaryOp::SDiv
            | BinaryOp::Shl
            | BinaryOp::LShr
            | BinaryOp::AShr
            | BinaryOp::Or
            | BinaryOp::Xor => false,
        };
        let thread = self.launch.thread[Axis::X as usize];
        t == own || is_of_lanes && matches!(*self.terms.node(of), Node::Var(v) if v == thread)
    }
}
