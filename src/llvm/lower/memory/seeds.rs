//! Plain reads that only give a loop of compare-and-swaps its first guess.
//!
//! ```text
//! old = *p;                                     the read
//! do { seen = old; old = atomicCAS(p, seen, f(seen)); } while (old != seen);
//! ```
//!
//! or, with a first try before the loop,
//!
//! ```text
//! seen = *p; old = atomicCAS(p, seen, f(seen));
//! while (old != seen) { seen = old; old = atomicCAS(p, seen, f(seen)); }
//! ```
//!
//! The value that is read goes into what the swap expects and into what it stores, and nowhere else up to the loop's end, and the loop
//! is left only where the swap has found what it expected. So whatever the read gives, stale or torn, a swap that succeeds
//! stores `f` of what was in the cell; and behind the loop the guess equals what the last swap has found.
//!
//! Direction: by form. A read that is not seen to be one is a read like others.

use crate::llvm::bind::calls::is_pure;
use crate::llvm::bind::ir::{Op, Val};
use crate::llvm::device::access::{AccessKind, Site};
use crate::llvm::device::markers::Marker;
use crate::llvm::flow::cfg::Loop;
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::CompareOp;
use std::collections::BTreeSet;

/// A swap.
#[derive(Clone, Copy)]
struct Swap {
    at: Val,
    pointer: Val,
    expected: Val,
    new: Val,
}

impl<'ctx> Lowerer<'_, 'ctx> {
    /// Whether the access of the marker is such a read.
    pub(crate) fn only_seeds(&self, site: &Site, marker: &Marker<'ctx>) -> bool {
        site.kind == AccessKind::Load && self.seeded(marker).is_some()
    }

    fn seeded(&self, marker: &Marker<'ctx>) -> Option<()> {
        let load = marker.call.get_next_instruction()?;
        let Op::Load { pointer, .. } = Val::of(&load).op(self.layout) else { return None };
        let read = Val::of(&load);
        let (guess, found) = read.users().into_iter().find_map(|user| self.guess(read, user))?;
        let header = self.cfg.block_of(guess.as_instruction()?)?;
        let l = self.cfg.loop_data(self.cfg.innermost(header)?);
        let swaps = |swap: Swap, expected: Val| swap.pointer == pointer && self.stripped(swap.expected) == expected;
        let goes_only =
            |value: Val, swap: Option<Swap>| self.goes_only(&|user| self.is_within(l, user), l, value, (guess, swap));
        let stays = if let Op::Phi(incoming) = found.op(self.layout) {
            // What the last try has found, the first of which is before the loop.
            let inside = |v: &Val| self.is_within(l, *v);
            let (later, first): (Vec<Val>, Vec<Val>) =
                incoming.iter().map(|(v, _)| self.stripped(*v)).partition(inside);
            let ([first], [later]) = (first.as_slice(), later.as_slice()) else { return None };
            let (first, later) = (self.swap(*first)?, self.swap(*later)?);
            let before = self.goes_only(&|_| true, l, read, (guess, Some(first)));
            let same = swaps(first, read) && swaps(later, found) && self.is_within(l, later.at);
            same && before && goes_only(guess, None) && goes_only(found, Some(later))
        } else {
            let swap = self.swap(found)?;
            let only = self.goes_only(&|_| true, l, read, (guess, None));
            only && swaps(swap, guess) && self.is_within(l, swap.at) && goes_only(guess, Some(swap))
        };
        let ends = l.exits.iter().all(|e| {
            let end = self.cfg.block(e.from).get_terminator().map(|t| Val::of(&t).op(self.layout));
            matches!(end, Some(Op::Branch(Some(when))) if self.taken_on_success(when, guess, found) == Some(e.successor))
        });
        (l.header == header && !self.is_within(l, read) && stays && ends).then_some(())
    }

    /// Where a user of what is read holds the guess in the loop: it, and the other value that it may have.
    fn guess(&self, read: Val, user: Val) -> Option<(Val, Val)> {
        match user.op(self.layout) {
            Op::Same(_) => user.users().into_iter().find_map(|next| self.guess(user, next)),
            Op::Phi(incoming) => {
                let others: Vec<Val> = incoming.iter().map(|(v, _)| *v).filter(|v| *v != read).collect();
                let found = self.stripped(*others.first()?);
                others.iter().all(|v| self.stripped(*v) == found).then_some((user, found))
            }
            _ => None,
        }
    }

    /// The swap of which a value is what was there before.
    fn swap(&self, result: Val) -> Option<Swap> {
        match result.op(self.layout) {
            Op::Extract(at, path) if path == [0] => match at.op(self.layout) {
                Op::CompareExchange { expected, new, strong: true } => {
                    Some(Swap { at, pointer: at.operand(0), expected, new })
                }
                _ => None,
            },
            Op::Call { callee, args } if callee.starts_with("llvm.nvvm.atomic.cas.") => match args.as_slice() {
                [pointer, expected, new] => {
                    Some(Swap { at: result, pointer: *pointer, expected: *expected, new: *new })
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Which successor of a branch on this condition is taken where the swap has found the guess.
    fn taken_on_success(&self, when: Val, guess: Val, result: Val) -> Option<u32> {
        match when.op(self.layout) {
            Op::Compare { op: CompareOp::Eq, a, b, negated } => {
                let sides = [a, b].map(|v| self.stripped(v));
                (sides == [guess, result] || sides == [result, guess]).then_some(u32::from(negated))
            }
            Op::Extract(at, path) if path == [1] => (self.swap(result)?.at == at).then_some(0),
            _ => None,
        }
    }

    /// Whether within a region what is made of `value` goes into the guess, into the swap, and into the branches out of the loop only.
    fn goes_only(
        &self,
        region: &dyn Fn(Val) -> bool,
        l: &Loop,
        value: Val,
        (guess, swap): (Val, Option<Swap>),
    ) -> bool {
        let start = value;
        let (mut open, mut seen) = (vec![value], vec![]);
        while let Some(value) = open.pop() {
            for user in value.users() {
                let Some(instruction) = user.as_instruction() else { return false };
                if !region(user) || seen.contains(&user) || user == guess && self.stripped(value) == start {
                    continue;
                }
                if let Some(swap) = swap.filter(|swap| swap.at == user) {
                    let expected = self.stripped(swap.expected) == start;
                    if swap.pointer == value || !(expected || swap.new == value) {
                        return false;
                    }
                    continue;
                }
                match user.op(self.layout) {
                    Op::Binary { .. }
                    | Op::Pure(..)
                    | Op::Compare { .. }
                    | Op::Cast(..)
                    | Op::Same(_)
                    | Op::Select(..)
                    | Op::Extract(..)
                    | Op::Insert(..)
                    | Op::ExtractElement(..)
                    | Op::InsertElement(..)
                    | Op::Shuffle(..) => {}
                    Op::Call { .. } if is_pure(instruction) => {}
                    // Out of the loop, on success only.
                    Op::Branch(Some(_)) if self.leaves(l, user) => continue,
                    _ => return false,
                }
                seen.push(user);
                open.push(user);
            }
        }
        true
    }

    fn leaves(&self, l: &Loop, branch: Val) -> bool {
        let from: BTreeSet<_> = l.exits.iter().map(|e| e.from).collect();
        branch.as_instruction().and_then(|i| self.cfg.block_of(i)).is_some_and(|b| from.contains(&b))
    }

    fn is_within(&self, l: &Loop, val: Val) -> bool {
        val.as_instruction().and_then(|i| self.cfg.block_of(i)).is_some_and(|b| l.blocks.contains(&b))
    }

    /// Without casts that leave the bits.
    fn stripped(&self, val: Val) -> Val {
        match val.op(self.layout) {
            Op::Same(inner) => self.stripped(inner),
            _ => val,
        }
    }
}
