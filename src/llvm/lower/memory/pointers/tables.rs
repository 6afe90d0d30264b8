//! Tables of pointers in a thread's own memory, or constant: `int* parts[2] = {low, high}; … parts[i & 1][t]`.
//!
//! An entry that is read at a place that varies is a choice of what the entries are. Invariants: each entry is stored once,
//! at a fixed place, by itself or by a copy of another table, and nothing else is done with the table's address than to
//! read entries or to copy them; every way to the read leads through all these stores, in the same iterations of the loops
//! around them. Standing assumption: what is read is one of the entries.

use crate::llvm::bind::constants::{self, POINTERS};
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::{Base, Target, Value, choose};
use inkwell::values::InstructionValue;
use rustc_hash::FxHashSet;

/// How often a table may be a copy of another one.
const COPIES: usize = 4;

/// Bytes of an entry.
const POINTER: i64 = 8;

/// An entry: its place in bytes from the table's start, what it is, and what stores it; nothing if it is constant.
#[derive(Clone, Copy)]
struct Entry<'ctx> {
    at: i64,
    is: Val,
    by: Option<InstructionValue<'ctx>>,
}

impl<'ctx> Lowerer<'_, 'ctx> {
    /// The pointer that a load reads from a table; none if it reads no table that is followed.
    pub(crate) fn entry(&mut self, load: InstructionValue<'ctx>, pointer: Val, target: &Target) -> Option<Value> {
        if target.base != Base::Private {
            return None;
        }
        let (roots, known) = self.roots(pointer);
        let table = roots.iter().copied().next().filter(|_| known && roots.len() == 1)?;
        let entries = self.entries(table, load, COPIES)?;
        let mut found: Option<Value> = None;
        for entry in entries.iter().rev() {
            let value = self.value(entry.is);
            found = Some(match found {
                None => value,
                Some(rest) => {
                    let at = self.terms.int(64, entry.at);
                    let is_here = self.terms.eq(target.offset, at);
                    choose(&mut self.terms, is_here, &value, &rest)
                }
            });
        }
        found.filter(|value| *value != Value::Opaque)
    }

    /// The entries of a table as `reader` finds them; none if anything else is done with it than to store pointers once and
    /// to read.
    fn entries(&self, table: Val, reader: InstructionValue<'ctx>, copies: usize) -> Option<Vec<Entry<'ctx>>> {
        let mut entries = match table.op(self.layout) {
            Op::Global => {
                let pointers = constants::pointers(table, self.layout)?;
                pointers.into_iter().map(|(at, is)| Entry { at, is, by: None }).collect()
            }
            Op::Alloca => self.stored(table, copies)?,
            _ => return None,
        };
        entries.sort_by_key(|e| e.at);
        let apart = entries.windows(2).all(|pair| pair[0].at + POINTER <= pair[1].at);
        let before = entries.iter().all(|e| e.by.is_none_or(|by| self.comes_before(by, reader)));
        (apart && before && (1..=POINTERS).contains(&entries.len())).then_some(entries)
    }

    /// What is stored in a variable.
    fn stored(&self, table: Val, copies: usize) -> Option<Vec<Entry<'ctx>>> {
        let (mut entries, mut seen) = (vec![], FxHashSet::default());
        let mut open: Vec<(Val, Option<i64>)> = vec![(table, Some(0))];
        while let Some((place, at)) = open.pop() {
            for user in place.users() {
                let by: InstructionValue<'ctx> = user.as_instruction()?;
                match user.op(self.layout) {
                    Op::Gep { base, constant, indices } if base == place => {
                        let at = at.filter(|_| indices.is_empty()).map(|at| at + constant);
                        open.extend(seen.insert(user).then_some((user, at)));
                    }
                    Op::Same(_) => open.extend(seen.insert(user).then_some((user, at))),
                    Op::Load { volatile: false, atomic: false, .. } => {}
                    Op::Store { pointer } => {
                        let is = user.operand(0);
                        if pointer != place || is == place || is.ty() != Ty::Pointer {
                            return None;
                        }
                        entries.push(Entry { at: at?, is, by: Some(by) });
                    }
                    Op::Call { callee, args } if callee.starts_with("llvm.memcpy.") => {
                        let [to, from, bytes, ..] = args.as_slice() else { return None };
                        if *to == place {
                            let bytes = i64::try_from(bytes.constant()?).ok()?;
                            entries.extend(self.copied(*from, by, bytes, (at?, copies))?);
                        } else if *from != place {
                            return None;
                        }
                    }
                    _ => return None,
                }
            }
            if entries.len() > POINTERS {
                return None;
            }
        }
        Some(entries)
    }

    /// The entries that a copy of so many bytes makes at a place.
    fn copied(
        &self,
        from: Val,
        by: InstructionValue<'ctx>,
        bytes: i64,
        (to, copies): (i64, usize),
    ) -> Option<Vec<Entry<'ctx>>> {
        let (mut from, mut start) = (from, 0);
        loop {
            match from.op(self.layout) {
                Op::Same(of) => from = of,
                Op::Gep { base, constant, indices } if indices.is_empty() => (from, start) = (base, start + constant),
                _ => break,
            }
        }
        let mut entries = self.entries(from, by, copies.checked_sub(1)?)?;
        entries.retain(|e| e.at + POINTER > start && e.at < start + bytes);
        let whole = entries.iter().all(|e| e.at >= start && e.at + POINTER <= start + bytes);
        whole.then(|| entries.into_iter().map(|e| Entry { at: e.at - start + to, by: Some(by), ..e }).collect())
    }

    /// Whether every way to `late` leads through `early`, in the same iteration of every loop around `early`.
    fn comes_before(&self, early: InstructionValue<'ctx>, late: InstructionValue<'ctx>) -> bool {
        let (Some(from), Some(to)) = (self.cfg.block_of(early), self.cfg.block_of(late)) else { return false };
        if from == to {
            let next = |i: &InstructionValue<'ctx>| i.get_next_instruction();
            return std::iter::successors(early.get_next_instruction(), next).any(|i| i == late);
        }
        let loops = self.cfg.loops_around(self.cfg.innermost(from));
        self.cfg.dominates(from, to) && loops.into_iter().all(|l| self.cfg.contains(l, to))
    }
}
