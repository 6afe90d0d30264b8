//! One instruction after the other, of one thread.

use super::machine::{Machine, State};
use super::memory::{self, Place};
use super::values::arithmetic::modified;
use super::values::compute::compute;
use super::values::value::Value;
use super::waits::{Reduce, Wait, What};
use super::watch::races::Made;
use crate::kernel::program::{CopyStep, Instruction, Meeting, Operand, Operation, Terminator, Timing, Type};
use crate::verdict::Obstacle;

impl<'p> Machine<'p> {
    /// Runs a thread until it waits or has ended, for a number of instructions at most.
    pub(super) fn run_thread(&mut self, thread: usize, quantum: u64) -> Result<(), Obstacle> {
        for _ in 0..quantum {
            if self.threads[thread].state != State::Ready || self.watch.is_done() {
                return Ok(());
            }
            self.fuel = self.fuel.checked_sub(1).ok_or(Obstacle::Instructions)?;
            let (at, next) = (self.threads[thread].at, self.threads[thread].next);
            let program: &'p _ = self.program;
            let block = program.blocks.get(at).ok_or(Obstacle::NoCode)?;
            let done = match block.instructions.get(next) {
                Some(instruction) => {
                    self.threads[thread].next += 1;
                    self.execute(thread, instruction)
                }
                None => self.leave(thread, &block.terminator),
            };
            match done {
                Err(Obstacle::Construct { what }) => self.stay(thread, what),
                done => done?,
            }
        }
        Ok(())
    }

    /// A thread stays where what it would do is not executed; what others do meanwhile may happen, too.
    fn stay(&mut self, thread: usize, what: String) {
        if !self.is_at_wanted(thread) {
            self.not_executed.get_or_insert(what);
        }
        self.wait(thread, What::Ever, None, false);
    }

    /// Counts work besides instructions.
    fn work(&mut self, amount: u64) -> Result<(), Obstacle> {
        self.fuel = self.fuel.checked_sub(amount).ok_or(Obstacle::Instructions)?;
        Ok(())
    }

    fn leave(&mut self, thread: usize, terminator: &Terminator) -> Result<(), Obstacle> {
        let to = match terminator {
            Terminator::Jump(to) => *to,
            Terminator::Branch(condition, yes, no) => {
                if self.bits(thread, *condition) & 1 == 1 {
                    *yes
                } else {
                    *no
                }
            }
            Terminator::Switch(value, cases, other) => {
                let value = self.bits(thread, *value);
                cases.iter().find(|(case, _)| *case == value).map_or(*other, |(_, to)| *to)
            }
            Terminator::Return | Terminator::Unreachable => {
                self.threads[thread].is_cut = *terminator == Terminator::Unreachable;
                self.threads[thread].state = State::Done;
                return Ok(());
            }
            Terminator::Unknown(what) => return Err(Obstacle::Construct { what: what.clone() }),
        };
        self.enter(thread, to)
    }

    fn enter(&mut self, thread: usize, to: usize) -> Result<(), Obstacle> {
        let from = self.threads[thread].at;
        let block = self.program.blocks.get(to).ok_or(Obstacle::NoCode)?;
        let taken = |(register, ways): &(u32, Vec<(usize, Operand)>)| {
            let (_, operand) = ways.iter().find(|(way, _)| *way == from)?;
            Some((*register, self.get(thread, *operand)))
        };
        let values: Vec<_> = block.phis.iter().filter_map(taken).collect();
        let thread = &mut self.threads[thread];
        if let Some(l) = block.loops.last().filter(|_| block.is_header) {
            let is_inside = self.program.blocks.get(from).is_some_and(|from| from.loops.contains(l));
            thread.iterations[*l] = if is_inside { thread.iterations[*l].saturating_add(1) } else { 0 };
        }
        for (register, value) in values {
            thread.registers[register as usize] = value;
        }
        (thread.from, thread.at, thread.next) = (from, to, 0);
        Ok(())
    }

    pub(super) fn set(&mut self, thread: usize, result: Option<u32>, value: Value) {
        if let Some(register) = result {
            self.threads[thread].registers[register as usize] = value;
        }
    }

    fn execute(&mut self, thread: usize, instruction: &Instruction) -> Result<(), Obstacle> {
        let Instruction { result, ty, operation } = instruction;
        if let Some(value) = compute(operation, ty, &|operand| self.get(thread, operand)) {
            self.set(thread, *result, value);
            return Ok(());
        }
        match operation {
            Operation::Allocate(bytes) => {
                let start = memory::next(self.threads[thread].top, 256);
                self.threads[thread].top = start.saturating_add(*bytes);
                self.set(thread, *result, Value::Bits(start));
            }
            Operation::Load { .. }
            | Operation::Store { .. }
            | Operation::Modify { .. }
            | Operation::CompareExchange { .. } => self.access(thread, instruction)?,
            Operation::Order { acquires, releases } => self.order(thread, *acquires, *releases),
            Operation::Access { site, pointer, bytes } => self.marked(thread, *site, *pointer, *bytes)?,
            Operation::Barrier(Meeting { id, count, waits }) => {
                let id = self.bits(thread, *id) as u32;
                let count = count.map(|count| self.bits(thread, count) as u32);
                self.come(thread, id, count, *waits);
            }
            Operation::Copy(step) => self.copy_step(thread, *step)?,
            Operation::Elect(mask, parts) => {
                let value = self.elected(thread, *mask, parts, matches!(ty, Type::Whole(_)));
                self.set(thread, *result, value);
            }
            Operation::Product(step) => self.product(thread, *step, (*result, ty))?,
            Operation::Mbarrier(at, step) => self.mbarrier(thread, *at, *step, *result)?,
            Operation::Call(callee, args) => self.call(thread, *callee, args, *result, ty)?,
            Operation::Comes(place, called) => self.comes(thread, *place, *called),
            Operation::Trap | Operation::Exit => {
                self.threads[thread].is_cut = true;
                self.threads[thread].state = State::Done;
            }
            Operation::Unknown(what) => return Err(Obstacle::Construct { what: what.clone() }),
            other => return Err(Obstacle::Construct { what: format!("{other:?}") }),
        }
        Ok(())
    }

    /// Reads or writes memory.
    fn access(&mut self, thread: usize, instruction: &Instruction) -> Result<(), Obstacle> {
        let Instruction { result, ty, operation } = instruction;
        let unusual = || Err(Obstacle::Construct { what: "a value of an unusual type".into() });
        match operation {
            Operation::Load { .. } if *ty == Type::Other => return unusual(),
            Operation::Load { pointer, orders } => {
                let address = self.bits(thread, *pointer);
                if *ty == Type::Pointer {
                    self.place_pointer(address);
                }
                let value = self.load(thread, address, ty)?;
                if *orders {
                    self.takes_over(thread, address);
                }
                self.set(thread, *result, value);
            }
            Operation::Store { ty: Type::Other, .. } => return unusual(),
            Operation::Store { pointer, value, ty, orders } => {
                let (address, value) = (self.bits(thread, *pointer), self.get(thread, *value));
                self.store(thread, address, &value, ty)?;
                if *orders {
                    self.hands_on(thread, address);
                }
            }
            Operation::Modify { op, pointer, value } => {
                let (address, by) = (self.bits(thread, *pointer), self.bits(thread, *value));
                let old = self.modify(thread, address, ty, &|old| modified(*op, ty, old, by))?;
                self.set(thread, *result, Value::Bits(old));
            }
            Operation::CompareExchange { pointer, expected, new } => {
                self.compare_exchange(thread, instruction, [*pointer, *expected, *new])?;
            }
            other => return Err(Obstacle::Construct { what: format!("{other:?}") }),
        }
        Ok(())
    }

    /// Changes a cell, and gives what it held.
    pub(super) fn modify(
        &mut self,
        thread: usize,
        address: u64,
        ty: &Type,
        change: &dyn Fn(u64) -> u64,
    ) -> Result<u64, Obstacle> {
        if ty.bits() == 0 {
            return Err(Obstacle::Construct { what: "an atomic operation on several numbers".into() });
        }
        let old = self.load(thread, address, ty)?.bits();
        self.store(thread, address, &Value::Bits(change(old)), ty)?;
        self.takes_over(thread, address);
        self.hands_on(thread, address);
        Ok(old)
    }

    fn compare_exchange(
        &mut self,
        thread: usize,
        instruction: &Instruction,
        [pointer, expected, new]: [Operand; 3],
    ) -> Result<(), Obstacle> {
        // `{ old, whether it was replaced }`
        let ty = match &instruction.ty {
            Type::Whole(whole) => whole.parts.first().map_or(Type::Other, |(_, ty)| ty.clone()),
            ty => ty.clone(),
        };
        let (address, expected, new) =
            (self.bits(thread, pointer), self.bits(thread, expected), self.bits(thread, new));
        let old = self.modify(thread, address, &ty, &|old| if old == expected { new } else { old })?;
        let value = if let Type::Whole(_) = instruction.ty {
            Value::Parts([Value::Bits(old), Value::truth(old == expected)].into())
        } else {
            Value::Bits(old)
        };
        self.set(thread, instruction.result, value);
        Ok(())
    }

    /// What the thread read of atomics comes before what it does later, and what it did before its later writes of atomics.
    pub(super) fn order(&mut self, thread: usize, acquires: bool, releases: bool) {
        if let Some(read) = self.threads[thread].read.take_if(|_| acquires) {
            self.clocks.acquire(thread, &read);
            self.took_over = true;
        }
        if releases {
            self.threads[thread].fenced = Some(self.clocks.released(thread));
        }
    }

    /// A write that orders hands on what its thread knew at its latest fence.
    fn hands_on(&mut self, thread: usize, address: u64) {
        let cell = self.cell(thread, address);
        if let Some(known) = self.threads[thread].fenced.clone() {
            let earlier = self.handed.remove(&cell);
            // A chain of read-modify-writes hands on what came before, too. That is some work.
            self.fuel = self.fuel.saturating_sub(self.threads.len() as u64 / 16);
            let joined = match earlier {
                Some(earlier) => known.joined(&earlier),
                None => known,
            };
            self.handed.insert(cell, joined);
        }
    }

    fn takes_over(&mut self, thread: usize, address: u64) {
        if let Some(known) = self.handed.get(&self.cell(thread, address)) {
            let known = match self.threads[thread].read.take() {
                Some(before) => before.joined(known),
                None => known.clone(),
            };
            self.threads[thread].read = Some(known);
        }
    }

    fn marked(&mut self, thread: usize, site: u32, pointer: Operand, bytes: Operand) -> Result<(), Obstacle> {
        if self.program.sites[site as usize].timing == Timing::Together {
            return Err(Obstacle::Construct { what: "an access of a whole warp".into() });
        }
        if !self.watch.watches(site) {
            return Ok(());
        }
        let (address, bytes) = (self.bits(thread, pointer), self.bits(thread, bytes));
        self.accessed(thread, (site, None), address, bytes)
    }

    /// An access at a site that is watched; by a product it has a stamp of its own.
    pub(super) fn accessed(
        &mut self,
        thread: usize,
        (site, product): (u32, Option<(usize, u32)>),
        address: u64,
        bytes: u64,
    ) -> Result<(), Obstacle> {
        if Place::of(address) == Place::Nowhere && bytes > 0 {
            return Err(Obstacle::Address);
        }
        let (home, address) =
            if bytes > 0 { self.home(thread, address)? } else { (self.threads[thread].block, address) };
        let block = self.threads[thread].block;
        if home != block {
            let threads = self.groups[home].threads.clone();
            self.watch.absent.access(thread, (home, threads), &self.clocks);
        }
        let made = Made { site, thread, block, home, address, bytes, product };
        self.work(bytes)?;
        let compared = self.watch.access(&self.program.sites, made, &self.clocks);
        self.work(compared / 8)
    }

    /// Comes to a barrier of the block with a number.
    pub(super) fn come(&mut self, thread: usize, id: u32, count: Option<u32>, waits: bool) {
        if waits {
            return self.wait(thread, What::Block { id, count, reduce: Reduce::Nothing, condition: 0 }, None, false);
        }
        let known = self.clocks.released(thread);
        self.groups[self.threads[thread].block].arrived.entry(id).or_default().push((known, count));
    }

    pub(super) fn wait(&mut self, thread: usize, what: What, result: Option<u32>, pair: bool) {
        let thread = &mut self.threads[thread];
        let site = (thread.at, thread.next);
        thread.state = State::Waiting(Wait { what, site, result, pair });
    }

    fn copy_step(&mut self, thread: usize, step: CopyStep) -> Result<(), Obstacle> {
        match step {
            CopyStep::Copy { to, from, bytes, read } => {
                let read = read.map_or(bytes, |read| self.bits(thread, read));
                let (to, from) = (self.bits(thread, to), self.bits(thread, from));
                self.copy_later(thread, to, from, bytes, read)
            }
            CopyStep::Commit => {
                self.commit(thread);
                Ok(())
            }
            CopyStep::Wait(groups) => {
                let groups = self.bits(thread, groups);
                self.wait_for_copies(thread, groups as usize, false);
                Ok(())
            }
            CopyStep::WaitAll => {
                self.wait_for_copies(thread, 0, true);
                Ok(())
            }
            CopyStep::Bulk { to, from, bytes, signal } => {
                let [to, from, bytes] = [to, from, bytes].map(|operand| self.bits(thread, operand));
                let cell = signal.map(|at| self.cell(thread, self.bits(thread, at)));
                self.bulk_copy(thread, [to, from, bytes & 0xffff_ffff], cell)
            }
            CopyStep::BulkCommit => {
                self.commit_bulk(thread);
                Ok(())
            }
            CopyStep::BulkWait { groups, read } => {
                let groups = self.bits(thread, groups) as usize;
                self.wait_for_bulk(thread, groups, read);
                Ok(())
            }
        }
    }

    /// An asynchronous copy. What it writes is there at once, which is one of the times that it may take.
    pub(super) fn copy_later(
        &mut self,
        thread: usize,
        to: u64,
        from: u64,
        bytes: u64,
        read: u64,
    ) -> Result<(), Obstacle> {
        let mut data = vec![0; bytes as usize];
        let read = read.min(bytes) as usize;
        self.read(thread, from, &mut data[..read])?;
        self.write(thread, to, &data)?;
        let agent = self.clocks.copies_of(thread);
        self.threads[thread].copies.open = Some(self.clocks.now(agent));
        self.clocks.tick(agent);
        Ok(())
    }

    pub(super) fn commit(&mut self, thread: usize) {
        let copies = &mut self.threads[thread].copies;
        let open = copies.open.take();
        copies.committed.push(open);
    }

    /// Waits for all but the latest so many groups.
    pub(super) fn wait_for_copies(&mut self, thread: usize, but: usize, open_ones: bool) {
        let copies = &mut self.threads[thread].copies;
        let count = copies.committed.len().saturating_sub(but);
        let mut done: Vec<u32> = copies.committed.drain(..count).flatten().collect();
        if open_ones {
            done.extend(copies.open.take());
        }
        if let Some(stamp) = done.into_iter().max() {
            let agent = self.clocks.copies_of(thread);
            self.clocks.learn(thread, agent, stamp);
        }
    }
}
