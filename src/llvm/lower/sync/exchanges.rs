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
use crate::kernel::{Gathered, Matching, Members, Shuffle, SyncScope};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::Val;
use crate::llvm::device::exchanges::{self, Gives};
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::device::ptx::{lanes, memory};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::Value;
use crate::term::{BinaryOp, FuncInfo, FuncKind, Node, Owner, Sharing, Substitution, Term, Var, Width};
use inkwell::values::InstructionValue;

impl Lowerer<'_, '_> {
    /// Lowers an exchange that waits and gives its result; `None` if it is none.
    pub(crate) fn exchange(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        val: Val,
        name: &str,
        args: &[Val],
    ) -> Option<Value> {
        let (mask, gives) = exchanges::exchange(name, args)?;
        let mask = self.term(mask, 32);
        self.wait_for(block, instruction, mask);
        let what = format!("the result of `{}`", name.trim_start_matches("llvm.nvvm."));
        let width = scalar_width(&val.ty());
        let value = match gives {
            Gives::Voters(vote) => {
                let vote = self.term(vote, 1);
                Value::Term(self.gather(block, &what, Some(mask), Members::Voters(vote)))
            }
            Gives::Equal(value) if width == 32 => {
                let value = self.term(value, scalar_width(&value.ty()));
                Value::Term(self.gather(block, &what, Some(mask), Members::Equal(value)))
            }
            Gives::One if width > 0 => Value::Term(self.one_value(&what, width, mask, vec![])),
            Gives::OfLane(given, lane, control) if width > 0 => {
                let value = match self.segment(block, mask, lane, control) {
                    Some(first) => Value::Term(self.one_value(&what, width, mask, vec![first])),
                    None => self.or_opaque(Value::Opaque, &val.ty(), &what),
                };
                self.note_shuffle(block, mask, &value, (given, lane, control));
                value
            }
            Gives::One | Gives::Equal(_) | Gives::OfLane(..) | Gives::Own => Value::Opaque,
        };
        Some(self.or_opaque(value, &val.ty(), &what))
    }

    /// The lanes that happen to be together.
    pub(crate) fn active_lanes(&mut self, block: BlockId) -> Value {
        Value::Term(self.gather(block, "the result of `activemask`", None, Members::All))
    }

    /// The exchanges in inline assembly, and the result of one that is given as it is.
    pub(crate) fn exchanges_in(&mut self, block: BlockId, instruction: InstructionValue<'_>, text: &str) -> Value {
        let all = lanes::exchanges(text);
        let mut value = Value::Opaque;
        for exchange in &all {
            let mask = self.assembly_mask(instruction, exchange.mask);
            self.wait_for(block, instruction, mask);
            let width = scalar_width(&Val::of(&instruction).ty());
            if exchange.one_value && exchange.is_result && width > 0 {
                value = Value::Term(self.one_value("the result of inline assembly", width, mask, vec![]));
            }
        }
        if all.is_empty() && lanes::gives_active_lanes(text) { self.active_lanes(block) } else { value }
    }

    fn assembly_mask(&mut self, instruction: InstructionValue<'_>, mask: Option<Operand>) -> Term {
        let argument = |i: u32| {
            let constraints = ffi::assembly_constraints(instruction)?;
            Some(Val::of(&instruction).operand(memory::argument(&constraints, i)?))
        };
        let understood = match mask {
            Some(Operand::Number(n)) => Some(self.terms.constant(32, n)),
            Some(Operand::Register(i)) => argument(i).map(|mask| self.term(mask, 32)),
            None => None,
        };
        understood.unwrap_or_else(|| self.opaque("a mask in inline assembly", 32, Sharing::Thread))
    }

    fn wait_for(&mut self, block: BlockId, instruction: InstructionValue<'_>, mask: Term) {
        let (scope, matching) = (SyncScope::Warp, Matching::Site);
        self.sync(block, instruction, Meeting { scope, matching, mask: Some(mask), named: None, orders: false });
    }

    /// A set of lanes.
    fn gather(&mut self, block: BlockId, what: &str, mask: Option<Term>, members: Members) -> Term {
        let set = match (mask, members) {
            (Some(mask), Members::All | Members::Voters(_)) => self.one_value(what, 32, mask, vec![]),
            (None, _) | (_, Members::Equal(_)) => self.opaque(what, 32, Sharing::Thread),
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
        for shuffle in self.out.shuffles.iter_mut().filter(|shuffle| shuffle.params.contains(&counter)) {
            shuffle.map(&mut |t| self.terms.substitute(t, by));
        }
    }

    /// Notes a shuffle of the whole warp, of numbers.
    fn note_shuffle(&mut self, block: BlockId, mask: Term, result: &Value, (given, lane, control): (Val, Val, Val)) {
        const WHOLE: u64 = 0x1f;
        if control.constant() != Some(WHOLE) {
            return;
        }
        if let (Some(func), Some(value)) = (self.symbol_of(result), self.number(given)) {
            let truth = self.terms.truth();
            let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
            let (params, lane) = (self.walk.loops.iter().map(|l| l.counter).collect(), self.term(lane, 32));
            self.out.shuffles.push(Shuffle { func, params, guard, mask, lane, value });
        }
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
        let returned = self.returned_before(block);
        let stays = self.terms.is_false(returned) && (self.walk.loops.is_empty() || !self.returns_early());
        if lane.constant()? != 0 || !stays {
            return None;
        }
        let control = control.constant().filter(|c| c & 0x1f == 0x1f)?;
        let size = 32 - (control >> 8 & 0x1f);
        if !size.is_power_of_two() {
            return None;
        }
        let linear = self.launch.linear(&mut self.terms);
        let (warp, size_term) = (self.terms.constant(32, 32), self.terms.constant(32, size));
        let own = self.terms.binary(BinaryOp::URem, linear, warp);
        let place = self.terms.binary(BinaryOp::URem, own, size_term);
        let first = self.terms.sub(own, place);
        let whole = self.terms.constant(32, (1 << size) - 1);
        let tile = self.terms.binary(BinaryOp::Shl, whole, first);
        let all = self.terms.constant(32, 0xffff_ffff);
        (mask == all || mask == tile).then_some(first)
    }
}
