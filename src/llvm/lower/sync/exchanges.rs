//! Exchanges of values between the lanes of a warp: shuffles, votes, matches and reductions, as intrinsics and in inline
//! assembly.
//!
//! Source: the PTX manual on `shfl.sync`, `vote.sync`, `match.sync`, `redux.sync`, `elect.sync` and `activemask`. They wait
//! for the lanes of their mask and order no memory. All lanes of a mask are given the same value by a vote, a reduction, a
//! match of all, and a shuffle that reads the first lane of a segment that the mask names wholly; two lanes at one place in
//! one iteration whose masks are equal are lanes of one mask. What a ballot or a match gives is also a set of lanes
//! ([`Gathered`]); what a shuffle of the whole warp gives is what another lane has ([`Shuffle`]).
//!
//! Direction of imprecision: every other result is a value of the lane's own. A mask in inline assembly that is not
//! understood is an arbitrary value.

use super::meeting::Meeting;
use super::waits::result_of;
use crate::kernel::target::{ALL_LANES, LANES, LAST_LANE, MASK, REGISTER};
use crate::kernel::{Butterfly, Gathered, Matching, Members, Shuffle, SyncScope};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Ty, Val};
use crate::llvm::device::exchanges::Gives;
use crate::llvm::device::ptx::lanes::{self, OfElection};
use crate::llvm::device::ptx::memory;
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::device::waits::Number;
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::intrinsics::short;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::Value;
use crate::term::{
    Axis, BinaryOp, CastOp, Func, FuncInfo, FuncKind, Node, Owner, PureOp, Sharing, Substitution, Term, Var, VarKind,
    Width,
};
use inkwell::values::InstructionValue;

/// The last operand of a shuffle of the whole warp, whose lanes are clamped to the last one.
const WHOLE_WARP: u64 = LAST_LANE as u64;
/// Where that operand says which bits of the lane's number name the segment: PTX's language.
const SEGMENT: u32 = 8;

/// Which lanes of a warp are left where one of them is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Left {
    All,
    /// All of them where a warp is of one row of the block.
    Rows,
    Some,
}

impl Lowerer<'_, '_> {
    /// Lowers an exchange that waits and gives what is known of its result.
    pub(super) fn exchange(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        (mask, gives): (Option<Number>, Gives),
        name: Option<&str>,
    ) -> Value {
        let mask = match mask {
            Some(mask) => self.number_of(mask, MASK),
            None => self.opaque("a mask in inline assembly", MASK, Sharing::Thread),
        };
        self.wait_for(block, instruction, mask);
        let what = result_of(name.map(short));
        let ty = Val::of(&instruction).ty();
        let width = scalar_width(&ty);
        match gives {
            Gives::Voters(vote) => {
                let vote = self.term(vote, 1);
                Value::Term(self.gather(block, &what, Some(mask), Members::Voters(vote)))
            }
            Gives::Equal(value) if width == MASK => {
                let value = self.term(value, scalar_width(&value.ty()));
                Value::Term(self.gather(block, &what, Some(mask), Members::Equal(value)))
            }
            Gives::One(operand) if width > 0 => {
                let of_warp = self.one_value(&what, width, mask, vec![]);
                Value::Term(self.of_block(block, mask, operand, of_warp, &what))
            }
            Gives::OfLane(given, lane, control) if width > 0 => {
                let value = match self.segment(block, mask, lane, control) {
                    Some(first) => Value::Term(self.one_value(&what, width, mask, vec![first])),
                    None => self.or_opaque(Value::Opaque, &ty, &what),
                };
                self.note_shuffle(block, mask, &value, (given, lane, control));
                value
            }
            Gives::Butterfly(given, by, control) if width > 0 => {
                let value = self.or_opaque(Value::Opaque, &ty, &what);
                self.note_butterfly(block, mask, &value, (given, by, control));
                value
            }
            Gives::One(_) | Gives::Equal(_) | Gives::OfLane(..) | Gives::Butterfly(..) | Gives::Own => Value::Opaque,
        }
    }

    /// The outputs of inline assembly that elects one lane of a mask: which lane that is, is a function of the mask (PTX ISA: "the
    /// same leader thread is elected for the same membermask every time").
    pub(crate) fn elected(&mut self, instruction: InstructionValue<'_>, template: &str) -> Option<Value> {
        let election = lanes::election(template)?;
        let constraints = ffi::assembly_constraints(instruction)?;
        let mask = match election.mask {
            Operand::Number(n) => self.terms.constant(MASK, n),
            Operand::Register(i) => self.term(Val::of(&instruction).operand(memory::argument(&constraints, i)?), MASK),
        };
        let last = self.terms.constant(REGISTER, LAST_LANE.into());
        let elected = self.operation(PureOp::Elected, "elect".to_owned(), REGISTER, vec![mask]);
        let lane = self.terms.and(elected, last);
        let own = self.lane();
        let chosen = self.terms.eq(own, lane);
        let (one, zero) = (self.terms.constant(REGISTER, 1), self.terms.constant(REGISTER, 0));
        let value = |this: &mut Self, number: u32| {
            let (_, of) = election.outputs.iter().find(|(n, _)| *n == number)?;
            Some(Value::Term(match of {
                OfElection::Lane => lane,
                OfElection::Chosen => this.terms.ite(chosen, one, zero),
                OfElection::Set => {
                    let argument = lanes::tied(&constraints, number)?;
                    let before = this.term(Val::of(&instruction).operand(argument), REGISTER);
                    this.terms.ite(chosen, one, before)
                }
            }))
        };
        match Val::of(&instruction).ty() {
            Ty::Int(32) => value(self, 0),
            Ty::Aggregate(parts) if parts.iter().all(|p| *p == Ty::Int(32)) => {
                let parts = (0..parts.len() as u32).map(|i| value(self, i));
                parts.collect::<Option<Vec<_>>>().map(Value::Aggregate)
            }
            Ty::Aggregate(_) | Ty::Int(_) | Ty::Float(_) | Ty::Pointer | Ty::Void | Ty::Other => None,
        }
    }

    /// The lanes that happen to be together.
    pub(crate) fn active_lanes(&mut self, block: BlockId) -> Value {
        Value::Term(self.gather(block, "the result of `activemask`", None, Members::All))
    }

    fn wait_for(&mut self, block: BlockId, instruction: InstructionValue<'_>, mask: Term) {
        let (scope, matching) = (SyncScope::Warp, Matching::Site);
        self.sync(block, instruction, Meeting { scope, matching, mask: Some(mask), named: None, orders: false });
    }

    /// A set of lanes.
    fn gather(&mut self, block: BlockId, what: &str, mask: Option<Term>, members: Members) -> Term {
        let set = match (mask, members) {
            (Some(mask), Members::All | Members::Voters(_)) => self.one_value(what, MASK, mask, vec![]),
            (None, _) | (_, Members::Equal(_)) => self.opaque(what, MASK, Sharing::Thread),
        };
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        if let Node::Apply(func, _) = *self.terms.node(set) {
            let params = self.walk.loops.iter().map(|l| l.counter).collect();
            self.out.gathered.push(Gathered { func, params, guard, mask, members });
        }
        set
    }

    /// Replaces the placeholders of a loop with this counter in the exchanges inside.
    pub(crate) fn settle_exchanges(&mut self, by: &mut Substitution, counter: Var) {
        for set in self.out.gathered.iter_mut().filter(|set| set.params.contains(&counter)) {
            set.map(&mut |t| self.terms.substitute(t, by));
        }
        for butterfly in self.out.butterflies.iter_mut().filter(|butterfly| butterfly.params.contains(&counter)) {
            butterfly.map(&mut |t| self.terms.substitute(t, by));
        }
        for shuffle in self.out.shuffles.iter_mut().filter(|shuffle| shuffle.params.contains(&counter)) {
            shuffle.map(&mut |t| self.terms.substitute(t, by));
        }
    }

    /// Notes a shuffle of the whole warp, of numbers.
    fn note_shuffle(&mut self, block: BlockId, mask: Term, result: &Value, (given, lane, control): (Val, Val, Val)) {
        if control.constant() != Some(WHOLE_WARP) {
            return;
        }
        if let (Some(func), Some(value)) = (self.symbol_of(result), self.number(given)) {
            let truth = self.terms.truth();
            let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
            let (params, lane) = (self.walk.loops.iter().map(|l| l.counter).collect(), self.term(lane, REGISTER));
            self.out.shuffles.push(Shuffle { func, params, guard, mask, lane, value });
        }
    }

    /// Notes a butterfly exchange of the whole warp.
    fn note_butterfly(&mut self, block: BlockId, mask: Term, result: &Value, (given, by, control): (Val, Val, Val)) {
        let (left, all) = (self.left_at(block), self.terms.constant(MASK, ALL_LANES));
        let is_whole = left != Left::Some && mask == all;
        if let (Some(func), Some(lanes), true) = (self.symbol_of(result), size_of(control), is_whole) {
            let (value, by) = (self.term(given, scalar_width(&given.ty())), self.term(by, REGISTER));
            let params = self.walk.loops.iter().map(|l| l.counter).collect();
            self.out.butterflies.push(Butterfly { func, params, by, lanes, value, in_rows: left == Left::Rows });
        }
    }

    pub(super) fn none_has_returned(&mut self, block: BlockId) -> bool {
        self.left_at(block) == Left::All
    }

    /// Which lanes of a warp have not returned where one of them comes to a block: by form, of what their returns depend on.
    fn left_at(&mut self, block: BlockId) -> Left {
        let returned = self.returned_before(block);
        let around = self.cfg.loops_around(self.cfg.innermost(block));
        let mut returns = self.survey.ways_out.iter();
        if returns.any(|(edge, _)| around.iter().any(|l| self.cfg.contains(*l, edge.from))) {
            return Left::Some; // in an earlier iteration
        }
        let terms = &self.terms;
        let is_common = |f: Func| match terms.func_info(f).kind {
            FuncKind::Memory { .. } => false, // it may change between two reads
            FuncKind::Loop { .. } => false,   // who shares it is settled later
            FuncKind::Opaque { .. } | FuncKind::Pure(_) => terms.func_info(f).sharing != Sharing::Thread,
        };
        let vars = terms.vars_of(&[returned]).into_iter().map(|v| terms.var_info(v).kind).collect::<Vec<_>>();
        let own = |kind: &VarKind| {
            matches!(kind, VarKind::ThreadIdx(Axis::X) | VarKind::Local | VarKind::Counter | VarKind::ClusterRank)
        };
        if vars.iter().any(own) || !terms.apps_of(&[returned]).into_iter().all(|(_, f)| is_common(f)) {
            return Left::Some;
        }
        let of_row = |kind: &VarKind| matches!(kind, VarKind::ThreadIdx(_));
        if vars.iter().any(of_row) { Left::Rows } else { Left::All }
    }

    /// A value that is the same for all lanes with this mask, and the same `more`.
    fn one_value(&mut self, what: &str, width: Width, mask: Term, more: Vec<Term>) -> Term {
        let mut args = self.counters();
        args.extend(self.terms.as_const(mask).is_none().then_some(mask));
        args.extend(more);
        let (name, kind) = (format!("v{}", self.terms.len()), FuncKind::Opaque { what: what.to_owned() });
        let sharing = Sharing::Warp;
        let func = self.terms.declare_func(FuncInfo { name, width, kind, sharing, axiom: None, owner: Owner::All });
        self.terms.apply(func, args)
    }

    /// The first lane of the segment of a shuffle that reads this lane, which is in the mask and has not returned.
    fn segment(&mut self, block: BlockId, mask: Term, lane: Val, control: Val) -> Option<Term> {
        if lane.constant()? != 0 || self.left_at(block) != Left::All {
            return None;
        }
        let size = size_of(control)?;
        let (own, size_term) = (self.lane(), self.terms.constant(REGISTER, size));
        let place = self.terms.binary(BinaryOp::URem, own, size_term);
        let first = self.terms.sub(own, place);
        let whole = self.terms.constant(MASK, u64::MAX >> (u64::from(u64::BITS) - size));
        let by = self.terms.cast(CastOp::Zext, MASK, first);
        let tile = self.terms.binary(BinaryOp::Shl, whole, by);
        let all = self.terms.constant(MASK, ALL_LANES);
        (mask == all || mask == tile).then_some(first)
    }
}

/// The lanes of a segment, by the last operand of a shuffle whose lanes are clamped to the segment's last one.
fn size_of(control: Val) -> Option<u64> {
    let control = control.constant().filter(|c| c & WHOLE_WARP == WHOLE_WARP)?;
    let size = u64::from(LANES) - (control >> SEGMENT & u64::from(LAST_LANE));
    size.is_power_of_two().then_some(size)
}
