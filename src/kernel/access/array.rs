//! Objects in memory that several threads can reach, and what people are told of them.

use crate::span::Span;
use crate::term::Var;

/// Index into [`Kernel::arrays`](crate::kernel::Kernel::arrays).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ArrayId(pub usize);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MemorySpace {
    /// One copy per block.
    Shared,
    /// One copy per block, which the other blocks of its cluster reach, too: distributed shared memory.
    Cluster,
    /// One copy per launch.
    Global,
    /// Objects of global memory that the pointers in a table lead to, which one is said by [`Access::rank`](super::Access::rank): `rows[blockIdx.x][i]`.
    Tabled,
}

impl MemorySpace {
    /// Whether an object that is not known and lies in one of them may be one in the other.
    #[must_use]
    pub fn meets(self, other: MemorySpace) -> bool {
        self == other || self.is_global() && other.is_global()
    }

    /// Whether all blocks of the grid reach it.
    #[must_use]
    pub fn is_global(self) -> bool {
        match self {
            MemorySpace::Global | MemorySpace::Tabled => true,
            MemorySpace::Shared | MemorySpace::Cluster => false,
        }
    }
}

/// An object in memory that several threads can reach.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Array {
    /// As the source names it; a field of a parameter by the parameter and its byte, `graph+8`.
    pub name: String,
    /// What the source writes for a field, `graph.rows`, if that is known.
    pub written: Option<String>,
    pub space: MemorySpace,
    /// Bytes of one element, 1 if not known.
    pub element: u64,
    /// Extents in elements from the declaration, outermost first; empty if not known.
    pub dims: Vec<u64>,
    /// Declared as one value, and not as an array of such: `__shared__ int size;`
    pub single: bool,
    /// For people: what it holds are unsigned numbers in the source.
    pub unsigned: bool,
    /// For people: what the structures are made of that it holds.
    pub fields: Option<Fields>,
    /// Whether it stands for memory whose object is not known (a pointer loaded from memory): it may overlap any other
    /// array of its space.
    pub unknown_object: bool,
    /// If its pointer is a field of a structure that the launch passes by value: the numbers in each array that is a field beside it, as
    /// `strides[0]` and `strides[1]` of `struct { float *data; int sizes[2], strides[2]; }`.
    pub beside: Vec<Vec<Var>>,
    /// It is no memory, but a named barrier at which some threads only arrive, as an object that counts arrivals: how many threads it
    /// opens for.
    pub opens_for: Option<u64>,
    /// For people: where the source declares it, if it is a variable.
    pub declared: Option<Span>,
}

/// The structures of an array: how long one is, and its fields in their order. What is not listed has no name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fields {
    /// In bytes.
    pub size: u64,
    pub all: Vec<Field>,
}

/// A field that is a number or a pointer, or an array of such.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    /// `.rows[2].pitch`
    pub path: String,
    /// Where it begins in the structure, and how long one element is, in bytes.
    pub first: u64,
    pub bytes: u64,
    /// The elements of an array; nothing where it is none.
    pub extent: Option<u64>,
}

impl Array {
    /// What people are told for its name.
    #[must_use]
    pub fn shown(&self) -> &str {
        self.written.as_deref().unwrap_or(&self.name)
    }

    /// How long it is in bytes, at least 1, if its declaration says so: not that of dynamic shared memory, nor of what a pointer leads to.
    #[must_use]
    pub fn declared_bytes(&self) -> Option<i64> {
        if self.dims.is_empty() || self.unknown_object || self.opens_for.is_some() {
            return None;
        }
        let bytes = self.dims.iter().try_fold(self.element, |bytes, extent| bytes.checked_mul(*extent))?;
        i64::try_from(bytes).ok().filter(|bytes| *bytes > 0)
    }
}
