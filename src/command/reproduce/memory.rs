//! What a launch is given: buffers, the bytes of each argument, and what memory holds.
//!
//! Parameters and objects are named as witnesses name them: a field of what is passed by value as `name+offset`, a pointer into
//! another's object by `(char*)name - (char*)other`. A pointer of which nothing is said leads to a buffer of its own.

use crate::kernel::program::{Global, Program, Space, Type};
use crate::verdict::{Cell, Finding, Given};

/// The least bytes in front of what a pointer points to, and behind it.
const ROOM: u64 = 1 << 20;
/// Bytes behind for each thread.
const OF_A_THREAD: u64 = 64;
/// The most bytes that are made room for.
const MOST: u64 = 1 << 32;
/// Bytes of an address.
const ADDRESS: u64 = 8;

/// A buffer in global memory.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Buffer {
    pub name: String,
    /// In bytes.
    pub before: u64,
    pub behind: u64,
    /// It is a variable of the file, as large as that one is.
    pub is_variable: bool,
}

/// One argument.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Argument {
    pub name: String,
    pub bytes: u64,
    /// Values: the byte, the bits, how many bytes.
    pub values: Vec<(u64, u64, u64)>,
    /// Floating-point numbers that are 0 for the witness, which is what a solver says of those that do not matter: the byte, how
    /// many bytes.
    pub open: Vec<(u64, u64)>,
    /// Pointers: the byte, the number of the buffer, how far on.
    pub pointers: Vec<(u64, usize, i64)>,
}

/// Contents of memory.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Content {
    Buffer {
        number: usize,
        at: i64,
        value: u64,
        bytes: u64,
    },
    Variable {
        name: String,
        at: i64,
        value: u64,
        bytes: u64,
    },
    /// Nothing but pointers to a buffer, in another one.
    Pointers {
        number: usize,
        to: usize,
    },
    /// The same in a variable.
    PointersOf {
        name: String,
        to: usize,
    },
    /// What the host cannot set, in words.
    OutOfReach(String),
}

/// All that a launch is given.
#[derive(PartialEq, Eq, Debug, Default)]
pub(super) struct Memory {
    pub buffers: Vec<Buffer>,
    pub arguments: Vec<Argument>,
    pub contents: Vec<Content>,
    /// Bytes of dynamic shared memory.
    pub shared: u64,
}

/// What a kernel is given for the witness of a finding.
pub(super) fn of(program: &Program, finding: &Finding, given: &Given) -> Memory {
    let mut layout = Layout { program, given, finding, memory: Memory::default() };
    for parameter in &program.parameters {
        let (ty, mark) = parameter.by_value.as_ref().map_or((&parameter.ty, '.'), |ty| (ty, '+'));
        let (name, bytes) = (parameter.name.clone(), ty.bytes().max(1));
        let mut argument = Argument { name, bytes, ..Argument::default() };
        match parameter.by_value {
            None => layout.part(&mut argument, &parameter.name, ty, 0, mark),
            Some(_) => layout.fields(&mut argument, ty, 0),
        }
        layout.memory.arguments.push(argument);
    }
    let table = layout.table();
    let contents = table.into_iter().chain(given.cells.iter().map(|cell| layout.content(cell))).collect();
    let shared = program.globals.iter().filter(|global| global.space == Space::Shared);
    let (open, known): (Vec<_>, Vec<_>) = shared.partition(|global| global.bytes == 0);
    let rest = (48u64 << 10).saturating_sub(known.iter().map(|global| global.bytes.next_multiple_of(16)).sum());
    Memory { contents, shared: if open.is_empty() { 0 } else { rest }, ..layout.memory }
}

struct Layout<'a> {
    program: &'a Program,
    given: &'a Given,
    finding: &'a Finding,
    memory: Memory,
}

impl Layout<'_> {
    fn value(&self, name: &str) -> u64 {
        self.given.parameters.iter().find(|(known, _)| known == name).map_or(0, |(_, value)| *value)
    }

    /// An argument that is passed in registers, or a part of one.
    fn part(&mut self, to: &mut Argument, name: &str, ty: &Type, at: u64, mark: char) {
        match ty {
            Type::Pointer => {
                let (number, distance) = self.pointer(name, 0);
                to.pointers.push((at, number, distance));
            }
            Type::Int(_) if ty.bytes() == ADDRESS && self.is_address(name) => {
                let (number, distance) = self.pointer(name, 0);
                to.pointers.push((at, number, distance));
            }
            Type::Float(_) if self.value(name) == 0 => {
                to.open.push((at, ty.bytes()));
            }
            Type::Int(_) | Type::Float(_) => to.values.push((at, self.value(name), ty.bytes())),
            Type::Whole(whole) => {
                for (i, (offset, part)) in whole.parts.iter().enumerate() {
                    self.part(to, &format!("{name}{mark}{i}"), part, at + offset, mark);
                }
            }
            Type::Void | Type::Other => {}
        }
    }

    /// The fields of what is passed by value.
    fn fields(&mut self, to: &mut Argument, ty: &Type, at: u64) {
        match ty {
            Type::Whole(whole) => whole.parts.iter().for_each(|(offset, part)| self.fields(to, part, at + offset)),
            Type::Pointer | Type::Int(_) | Type::Float(_) | Type::Void | Type::Other => {
                let name = format!("{}+{at}", to.name);
                self.part(to, &name, ty, at, '+');
            }
        }
    }

    /// Whether a number is the address of what the finding is about, as the driver's API passes it.
    fn is_address(&self, name: &str) -> bool {
        self.finding.array == name || self.given.seen.as_ref().is_some_and(|seen| seen.object == name)
    }

    /// The buffer that a pointer leads into, and how far on.
    fn pointer(&mut self, name: &str, depth: u32) -> (usize, i64) {
        let prefix = format!("(char*){name} - (char*)");
        let other =
            self.given.parameters.iter().find_map(|(known, value)| Some((known.strip_prefix(&prefix)?, *value)));
        match other.filter(|_| depth < 8) {
            Some((other, distance)) => {
                let (number, on) = self.pointer(other, depth + 1);
                self.cover(number, distance.cast_signed());
                (number, on.wrapping_add(distance.cast_signed()))
            }
            None => (self.buffer(name), 0),
        }
    }

    fn buffer(&mut self, name: &str) -> usize {
        if let Some(known) = self.memory.buffers.iter().position(|buffer| buffer.name == name) {
            return known;
        }
        let product = |extents: [u32; 3]| extents.into_iter().fold(1u64, |all, n| all.saturating_mul(n.into()));
        let threads = product(self.given.grid_dim).saturating_mul(product(self.given.block_dim));
        let behind = threads.saturating_mul(OF_A_THREAD).clamp(ROOM, MOST);
        let number = self.memory.buffers.len();
        let is_variable = self.program.globals.iter().any(|global| global.name == name && is_reached(global));
        self.memory.buffers.push(Buffer { name: name.to_owned(), before: ROOM, behind, is_variable });
        let cells = self.given.cells.iter().filter(|cell| cell.object == name).map(|cell| cell.at);
        let common = self.given.bytes.into_iter().flatten().filter(|_| self.finding.array == name);
        let seen = self.given.seen.iter().filter(|seen| seen.object == name).flat_map(|seen| seen.bytes);
        let places: Vec<i64> = cells.chain(common).chain(seen).collect();
        places.into_iter().for_each(|at| self.cover(number, at));
        number
    }

    /// Makes a buffer hold a place with as much again.
    fn cover(&mut self, number: usize, at: i64) {
        let Some(buffer) = self.memory.buffers.get_mut(number) else { return };
        let bytes = at.unsigned_abs().saturating_mul(2).saturating_add(ROOM).min(MOST).next_multiple_of(ROOM);
        let side = if at < 0 { &mut buffer.before } else { &mut buffer.behind };
        *side = (*side).max(bytes);
    }

    /// A buffer for what is found through a pointer that memory holds, `*rows` or `rows[*]`, and what holds it.
    fn table(&mut self) -> Option<Content> {
        let array = &self.finding.array;
        let holder = array.strip_prefix('*').or_else(|| array.strip_suffix("[*]"))?;
        let number = self.memory.buffers.iter().position(|buffer| buffer.name == holder);
        let is_holder = |global: &Global| global.name == holder && is_reached(global);
        if number.is_none() && !self.program.globals.iter().any(is_holder) {
            return None;
        }
        let to = self.buffer(array);
        Some(match number {
            Some(number) => Content::Pointers { number, to },
            None => Content::PointersOf { name: holder.to_owned(), to },
        })
    }

    fn content(&self, cell: &Cell) -> Content {
        let Cell { object, at, value, .. } = cell.clone();
        let bytes = u64::from(cell.bits.div_ceil(8)).min(8);
        if let Some(number) = self.memory.buffers.iter().position(|buffer| buffer.name == object) {
            return Content::Buffer { number, at, value, bytes };
        }
        match self.program.globals.iter().find(|global| global.name == object) {
            Some(global) if is_reached(global) => Content::Variable { name: object, at, value, bytes },
            Some(_) | None => Content::OutOfReach(format!("{object}: {value:#x} in {bytes} bytes from byte {at} on")),
        }
    }
}

/// Whether a variable is one of the file, outside of functions and namespaces.
fn is_reached(Global { symbol, name, space, .. }: &Global) -> bool {
    *space == Space::Global && (symbol == name || *symbol == format!("_ZL{}{name}", name.len()))
}
