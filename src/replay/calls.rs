//! Calls of functions without a body.

use super::functions::{Changes, Function, LaneMask, Meets, Register, Space};
use super::machine::Machine;
use super::memory::{self, PASSED, Place, VARIABLES};
use super::values::arithmetic::modified;
use super::values::value::{Value, mask};
use super::waits::{Reduce, What};
use crate::kernel::program::{OfElection, Operand, Type};
use crate::kernel::target::LANES;
use crate::verdict::Obstacle;

/// The most bytes that one copy or fill may have.
const BYTES: u64 = 1 << 24;

type Arguments<'a> = &'a [(Operand, Type)];

impl Machine<'_> {
    pub(super) fn call(
        &mut self,
        thread: usize,
        callee: u32,
        args: Arguments<'_>,
        result: Option<u32>,
        ty: &Type,
    ) -> Result<(), Obstacle> {
        let name = &self.program.callees[callee as usize];
        let Some(function) = self.functions[callee as usize] else {
            return Err(Obstacle::Construct { what: format!("`{name}`") });
        };
        let bits = |machine: &Self, i: usize| args.get(i).map_or(0, |(operand, _)| machine.bits(thread, *operand));
        let value = match function {
            Function::Nothing | Function::States => Value::zero(ty),
            Function::First => args.first().map_or(Value::Bits(0), |(operand, _)| self.get(thread, *operand)),
            Function::Register(register) => Value::Bits(mask(ty.bits(), self.register(thread, register))),
            Function::Mathematics(f) => {
                let values: Vec<(Value, &Type)> =
                    args.iter().map(|(operand, ty)| (self.get(thread, *operand), ty)).collect();
                f.value(name, ty, &values)
            }
            Function::Load => self.load(thread, bits(self, 0), ty)?,
            Function::Atomic(op) => {
                let (address, by) = (bits(self, 0), bits(self, 1));
                Value::Bits(self.modify(thread, address, ty, &|old| modified(op, ty, old, by))?)
            }
            Function::InBlock => Value::Bits(mask(ty.bits(), self.in_block(bits(self, 0), bits(self, 1))?)),
            Function::RankOf => Value::Bits(self.rank_at(thread, bits(self, 0))?),
            Function::IsSpace(space) => Value::truth(is_in(bits(self, 0), space)),
            Function::Allocate => {
                let start = memory::next(self.heap, memory::ROOM);
                self.heap = start.saturating_add(bits(self, 0));
                Value::Bits(start)
            }
            Function::Meets(meets) => return self.meeting(thread, meets, args, result, ty),
            Function::Changes(changes) => return self.change(thread, changes, args),
        };
        self.set(thread, result, value);
        Ok(())
    }

    /// What waits for other threads.
    fn meeting(
        &mut self,
        thread: usize,
        meets: Meets,
        args: Arguments<'_>,
        result: Option<u32>,
        ty: &Type,
    ) -> Result<(), Obstacle> {
        let bits = |machine: &Self, i: usize| args.get(i).map_or(0, |(operand, _)| machine.bits(thread, *operand));
        let what = match meets {
            Meets::Barrier(reduce) => What::Block { id: 0, count: None, reduce, condition: bits(self, 0) },
            Meets::Numbered => {
                let (id, count) = (bits(self, 0) as u32, args.get(1).map(|_| bits(self, 1) as u32));
                What::Block { id, count, reduce: Reduce::Nothing, condition: 0 }
            }
            Meets::Lanes(exchange, at) => {
                let own = 1 << (self.threads[thread].number % LANES);
                let arguments = (0..args.len()).filter(|i| *i != at).map(|i| bits(self, i)).collect();
                What::Lanes { mask: bits(self, at) as u32 | own, exchange, arguments }
            }
            Meets::Active => What::Active,
            Meets::Cluster => return self.wait_for_cluster(thread),
            Meets::Grid if self.grid_dim.iter().map(|n| u64::from(*n)).product::<u64>() > self.groups.len() as u64 => {
                return Err(Obstacle::Grid);
            }
            Meets::Grid => What::Grid,
        };
        self.wait(thread, what, result, matches!(ty, Type::Whole(_)));
        Ok(())
    }

    /// What an election gives a thread: the lowest lane of the mask is elected.
    pub(super) fn elected(&self, thread: usize, mask: Operand, parts: &[OfElection], whole: bool) -> Value {
        let own = self.threads[thread].number % LANES;
        let lane = (self.bits(thread, mask) as u32).trailing_zeros() % LANES;
        let part = |part: &OfElection| match part {
            OfElection::Lane => Value::Bits(lane.into()),
            OfElection::Chosen => Value::truth(own == lane),
            OfElection::Set(_) if own == lane => Value::Bits(1),
            OfElection::Set(before) => Value::Bits(self.bits(thread, *before)),
        };
        let parts: Vec<Value> = parts.iter().map(part).collect();
        match parts.first() {
            Some(only) if !whole => only.clone(),
            Some(_) | None => Value::Parts(parts.into()),
        }
    }

    /// What changes memory or its order.
    fn change(&mut self, thread: usize, changes: Changes, args: Arguments<'_>) -> Result<(), Obstacle> {
        let bits = |machine: &Self, i: usize| args.get(i).map_or(0, |(operand, _)| machine.bits(thread, *operand));
        match changes {
            Changes::Copy | Changes::Fill => {
                let bytes = bits(self, 2);
                if bytes > BYTES {
                    return Err(Obstacle::Instructions);
                }
                self.fuel = self.fuel.saturating_sub(bytes / 8);
                let mut data = vec![bits(self, 1) as u8; bytes as usize];
                if matches!(changes, Changes::Copy) && bytes > 0 {
                    self.read(thread, bits(self, 1), &mut data)?;
                }
                if bytes > 0 {
                    self.write(thread, bits(self, 0), &data)?;
                }
            }
            Changes::AsyncCopy(bytes) => {
                let read = args.get(2).map_or(bytes, |(operand, _)| self.bits(thread, *operand));
                self.copy_later(thread, bits(self, 0), bits(self, 1), bytes, read)?;
            }
            Changes::Commit => self.commit(thread),
            Changes::WaitGroups => self.wait_for_copies(thread, bits(self, 0) as usize, false),
            Changes::WaitAll => self.wait_for_copies(thread, 0, true),
            Changes::Arrive(releases) => self.arrive_at_cluster(thread, releases)?,
            Changes::Fence => self.order(thread, true, true),
        }
        Ok(())
    }

    fn register(&self, thread: usize, register: Register) -> u64 {
        let thread = &self.threads[thread];
        let lane = thread.number % LANES;
        let threads: u32 = self.block_dim.iter().product();
        u64::from(match register {
            Register::Thread(axis) => thread.index[axis],
            Register::BlockDim(axis) => self.block_dim[axis],
            Register::Block(axis) => self.groups[thread.block].index[axis],
            Register::GridDim(axis) => self.grid_dim[axis],
            Register::InCluster(axis) => self.groups[thread.block].index[axis] % self.clusters.dim[axis],
            Register::Cluster(axis) => self.groups[thread.block].index[axis] / self.clusters.dim[axis],
            Register::ClusterDim(axis) => self.clusters.dim[axis],
            Register::Clusters(axis) => self.grid_dim[axis] / self.clusters.dim[axis],
            Register::Rank => self.clusters.rank(self.groups[thread.block].index),
            Register::ClusterSize => self.clusters.size(),
            Register::Lane => lane,
            Register::Warp => thread.number / LANES,
            Register::Warps => threads.div_ceil(LANES),
            Register::WarpSize => LANES,
            Register::Mask(LaneMask::Equal) => 1 << lane,
            Register::Mask(LaneMask::Below) => (1 << lane) - 1,
            Register::Mask(LaneMask::BelowOrEqual) => u32::MAX >> (31 - lane),
            Register::Mask(LaneMask::Above) => !(u32::MAX >> (31 - lane)),
            Register::Mask(LaneMask::AboveOrEqual) => u32::MAX << lane,
            Register::Clock => return self.budget - self.fuel,
            Register::Zero => 0,
        })
    }
}

fn is_in(address: u64, space: Space) -> bool {
    match space {
        Space::Shared => Place::of(address) == Place::Shared,
        Space::Distributed => matches!(Place::of(address), Place::Shared | Place::Remote),
        Space::Local => Place::of(address) == Place::Local,
        Space::Global => address >= VARIABLES,
        Space::Constant => (PASSED..VARIABLES).contains(&address),
    }
}
