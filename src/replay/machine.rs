//! The state of an execution: blocks, threads, memory.

use super::functions::Function;
use super::input::{Input, Numbers, Schedule, Unset};
use super::memory::{self, Held, Place, Store};
use super::values::compute::compute;
use super::values::value::Value;
use super::waits::{Clusters, Products, Wait};
use super::watch::arrivals::{Arrivals, Instance};
use super::watch::order::{Clocks, Known};
use super::watch::phases::Mbarrier;
use super::watch::races::{Wanted, Watch};
use super::watch::reads::{FirstRead, Misread};
use crate::kernel::program::{Operand, Operation, Program, Space, Timing, Type};
use crate::kernel::target::BLOCK_LIMIT;
use crate::verdict::Obstacle;
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};

/// Whether a thread can go on.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum State {
    Ready,
    Waiting(Wait),
    Done,
}

/// One thread.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) block: usize,
    pub(super) index: [u32; 3],
    /// In its block.
    pub(super) number: u32,
    pub(super) registers: Vec<Value>,
    /// The block of code, the next instruction there, and where control came from.
    pub(super) at: usize,
    pub(super) next: usize,
    pub(super) from: usize,
    pub(super) state: State,
    pub(super) own: Store,
    /// The end of its own memory.
    pub(super) top: u64,
    pub(super) copies: Groups,
    /// The agents of its bulk copies, by group.
    pub(super) bulk: BulkGroups,
    pub(super) products: Products,
    /// What it knew at its latest fence, which its atomic writes hand on.
    pub(super) fenced: Option<Known>,
    /// What its atomic reads took over, which counts from its next fence on.
    pub(super) read: Option<Known>,
    /// By loop: the current iteration, or the last one.
    pub(super) iterations: Vec<u32>,
    /// Where it came last to meet others, if that is looked for.
    pub(super) here: Option<Instance>,
    /// It has come to the barrier of its cluster, which had opened so often, and has not waited yet.
    pub(super) arrived: Option<u32>,
    /// It ended by a trap, or by `exit`.
    pub(super) is_cut: bool,
}

/// A thread's asynchronous copies: stamps of the latest in each group that is committed and not waited for.
#[derive(Clone, Debug, Default)]
pub(super) struct Groups {
    pub(super) open: Option<u32>,
    pub(super) committed: Vec<Option<u32>>,
}

/// A thread's bulk copies that are not waited for: the agents of what each reads and writes.
#[derive(Clone, Debug, Default)]
pub(super) struct BulkGroups {
    pub(super) open: Vec<[usize; 2]>,
    pub(super) committed: Vec<Vec<[usize; 2]>>,
}

/// One block of threads.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) index: [u32; 3],
    pub(super) constants: Vec<Value>,
    pub(super) shared: Store,
    /// Its threads are these.
    pub(super) threads: std::ops::Range<usize>,
    /// What threads knew that only arrived at a barrier of this number.
    pub(super) arrived: FxHashMap<u32, Vec<(Known, Option<u32>)>>,
}

/// An execution.
#[derive(Debug)]
pub(super) struct Machine<'p> {
    pub(super) program: &'p Program,
    pub(super) functions: Vec<Option<Function>>,
    pub(super) block_dim: [u32; 3],
    pub(super) grid_dim: [u32; 3],
    pub(super) clusters: Clusters,
    pub(super) groups: Vec<Group>,
    pub(super) threads: Vec<Thread>,
    pub(super) global: Store,
    /// The starts of variables and of what parameters pass.
    pub(super) variables: Vec<u64>,
    pub(super) arguments: Vec<Value>,
    /// The starts of objects by name.
    pub(super) objects: Vec<(String, u64)>,
    /// Where allocated memory ends.
    pub(super) heap: u64,
    pub(super) clocks: Clocks,
    /// What writers of cells of atomics handed on.
    pub(super) handed: FxHashMap<(usize, u64), Known>,
    /// The mbarriers that are set up, by the cells where they lie.
    pub(super) mbarriers: FxHashMap<(usize, u64), Mbarrier>,
    pub(super) watch: Watch,
    /// Who came to the barrier that is looked for.
    pub(super) arrivals: Option<Arrivals>,
    /// Instructions that may be executed, and those that still may.
    pub(super) budget: u64,
    pub(super) fuel: u64,
    pub(super) schedule: Schedule,
    /// Threads came to different barriers, or some had returned.
    pub(super) parted: bool,
    pub(super) unset: Unset,
    /// What a thread read that memory held at first, outside of the objects that [`Unset::In`] names.
    pub(super) read_else: Cell<bool>,
    pub(super) first_read: RefCell<FirstRead>,
    /// Where the input says what memory holds, and what a thread read there that is something else.
    pub(super) told: FxHashMap<u64, u64>,
    pub(super) misread: RefCell<Misread>,
    /// What a thread stays at that is not executed.
    pub(super) not_executed: Option<String>,
    /// A fence made what another thread did come before what its own did later.
    pub(super) took_over: bool,
}

impl<'p> Machine<'p> {
    pub(super) fn new(program: &'p Program, input: &Input, wanted: &Wanted) -> Result<Machine<'p>, Obstacle> {
        let per_block = input.block_dim.iter().try_fold(1u32, |all, n| all.checked_mul(*n));
        let per_block =
            per_block.filter(|n| (1..=BLOCK_LIMIT).contains(&u64::from(*n))).ok_or(Obstacle::Launch)? as usize;
        let functions = program.callees.iter().map(|name| Function::of(name)).collect();
        let mut machine = Machine {
            program,
            functions,
            block_dim: input.block_dim,
            grid_dim: input.grid_dim,
            clusters: Clusters::new(input.cluster_dim),
            groups: vec![],
            threads: vec![],
            global: Store::default(),
            variables: vec![],
            arguments: vec![],
            objects: vec![],
            heap: memory::array(program.parameters.len() * 64 + 64),
            clocks: Clocks::new(per_block * input.blocks.len()),
            handed: FxHashMap::default(),
            mbarriers: FxHashMap::default(),
            watch: Watch::new(&program.sites, wanted),
            arrivals: None,
            budget: input.fuel,
            fuel: input.fuel,
            schedule: input.schedule,
            parted: false,
            unset: input.unset.clone(),
            read_else: Cell::new(false),
            first_read: RefCell::default(),
            told: FxHashMap::default(),
            misread: RefCell::default(),
            not_executed: None,
            took_over: false,
        };
        machine.place_variables();
        machine.place_arguments(input);
        for index in &input.blocks {
            machine.add_block(*index, per_block)?;
        }
        machine.fill(input);
        if let Wanted::Missed(barrier) = wanted {
            machine.arrivals = Some(Arrivals::new(barrier, machine.threads.len()));
        }
        Ok(machine)
    }

    fn place_variables(&mut self) {
        let (mut shared, mut global) = (memory::SHARED, memory::VARIABLES);
        // A matrix descriptor has few bits of an address.
        let is_near = self.program.sites.iter().any(|site| site.timing == Timing::Multiplied);
        for variable in &self.program.globals {
            let (end, room) = match variable.space {
                Space::Shared if is_near => (&mut shared, memory::NEAR),
                Space::Shared => (&mut shared, memory::SHARED_ROOM),
                Space::Global => (&mut global, memory::ROOM),
            };
            let start = memory::next(*end, room);
            *end = start + variable.bytes;
            self.variables.push(start);
        }
    }

    fn add_block(&mut self, index: [u32; 3], per_block: usize) -> Result<(), Obstacle> {
        let first = self.threads.len();
        let constants = self.constants()?;
        let [x, y, _] = self.block_dim;
        for number in 0..per_block as u32 {
            self.threads.push(Thread {
                block: self.groups.len(),
                index: [number % x, number / x % y, number / x / y],
                number,
                registers: vec![Value::Bits(0); self.program.registers as usize],
                at: 0,
                next: 0,
                from: usize::MAX,
                state: State::Ready,
                own: Store::default(),
                top: memory::next(memory::LOCAL, 256),
                copies: Groups::default(),
                bulk: BulkGroups::default(),
                products: Products::default(),
                fenced: None,
                read: None,
                iterations: vec![0; self.program.loops],
                here: None,
                arrived: None,
                is_cut: false,
            });
        }
        let threads = first..self.threads.len();
        self.groups.push(Group { index, constants, shared: Store::default(), threads, arrived: FxHashMap::default() });
        Ok(())
    }

    fn constants(&self) -> Result<Vec<Value>, Obstacle> {
        let mut values: Vec<Value> = vec![];
        for constant in &self.program.constants {
            let get = |operand: Operand| match operand {
                Operand::Constant(i) => values.get(i as usize).cloned().unwrap_or(Value::Bits(0)),
                Operand::Register(_) => Value::Bits(0),
            };
            let value = match &constant.operation {
                Operation::Argument(i) => self.arguments.get(*i).cloned().unwrap_or(Value::Bits(0)),
                Operation::Global(i) => Value::Bits(self.variables.get(*i).copied().unwrap_or(0)),
                // It may be that nobody reads it.
                operation => compute(operation, &constant.ty, &get).unwrap_or(Value::Bits(0)),
            };
            values.push(value);
        }
        Ok(values)
    }

    /// The value of an operand.
    pub(super) fn get(&self, thread: usize, operand: Operand) -> Value {
        let thread = &self.threads[thread];
        match operand {
            Operand::Register(i) => thread.registers[i as usize].clone(),
            Operand::Constant(i) => self.groups[thread.block].constants[i as usize].clone(),
        }
    }

    pub(super) fn bits(&self, thread: usize, operand: Operand) -> u64 {
        let thread = &self.threads[thread];
        match operand {
            Operand::Register(i) => thread.registers[i as usize].bits(),
            Operand::Constant(i) => self.groups[thread.block].constants[i as usize].bits(),
        }
    }

    /// The bytes at an address as a thread sees them.
    pub(super) fn read(&self, thread: usize, address: u64, to: &mut [u8]) -> Result<(), Obstacle> {
        let (home, address) = self.home(thread, address)?;
        let thread = &self.threads[thread];
        let store = match Place::of(address) {
            Place::Nowhere | Place::Remote => return Err(Obstacle::Address),
            Place::Shared => &self.groups[home].shared,
            Place::Local => &thread.own,
            Place::Global => &self.global,
        };
        if store.read(address, to) != Held::Written {
            self.read_first(thread, store, address, to);
        }
        Ok(())
    }

    /// Of bytes that nobody wrote those of which nothing is said.
    fn read_first(&self, thread: &Thread, store: &Store, address: u64, to: &mut [u8]) {
        let numbers = match &self.unset {
            Unset::Zero => return,
            Unset::Any(numbers) => *numbers,
            Unset::In(objects) => {
                let is_shown = Place::of(address) != Place::Local;
                let object = self.object_at(address).filter(|_| is_shown);
                let numbers = object.and_then(|object| objects.get(object));
                self.read_else.set(self.read_else.get() || numbers.is_none());
                numbers.copied().unwrap_or(Numbers::Zeros)
            }
        };
        for (byte, at) in to.iter_mut().zip(address..) {
            if store.held(at) == Held::Nothing {
                *byte = numbers.byte(at);
                self.note_first(thread, at, *byte);
            }
        }
    }

    pub(super) fn write(&mut self, thread: usize, address: u64, from: &[u8]) -> Result<(), Obstacle> {
        let (home, address) = self.home(thread, address)?;
        let thread = &mut self.threads[thread];
        match Place::of(address) {
            Place::Nowhere | Place::Remote => return Err(Obstacle::Address),
            Place::Shared => self.groups[home].shared.write(address, from),
            Place::Local => thread.own.write(address, from),
            Place::Global => self.global.write(address, from),
        }
        Ok(())
    }

    pub(super) fn load(&self, thread: usize, address: u64, ty: &Type) -> Result<Value, Obstacle> {
        if ty.bits() > 0 {
            let mut bytes = [0; 8];
            self.read(thread, address, &mut bytes[..ty.bytes() as usize])?;
            self.note_read(thread, address, u64::from_le_bytes(bytes), ty.bytes());
            return Ok(Value::read(ty, &bytes));
        }
        let mut bytes = vec![0; ty.bytes() as usize];
        self.read(thread, address, &mut bytes)?;
        Ok(Value::read(ty, &bytes))
    }

    pub(super) fn store(&mut self, thread: usize, address: u64, value: &Value, ty: &Type) -> Result<(), Obstacle> {
        if let Type::Whole(whole) = ty {
            // Bytes between the parts keep what they hold.
            for (i, (offset, part)) in whole.parts.iter().enumerate() {
                self.store(thread, address.wrapping_add(*offset), &value.part(i), part)?;
            }
            return Ok(());
        }
        let mut bytes = [0; 8];
        value.write(ty, &mut bytes);
        self.write(thread, address, &bytes[..ty.bytes() as usize])
    }

    /// Which memory of the group's an address is in, as a key.
    pub(super) fn cell(&self, thread: usize, address: u64) -> (usize, u64) {
        let (home, address) = self.home(thread, address).unwrap_or((0, address));
        match Place::of(address) {
            Place::Shared => (home + 1, address),
            Place::Nowhere | Place::Local | Place::Remote | Place::Global => (0, address),
        }
    }
}
