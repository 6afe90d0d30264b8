//! The types of values with their layout in memory.

/// A format of floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    Half,
    Bfloat,
    Single,
    Double,
}

impl Format {
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Format::Half | Format::Bfloat => 16,
            Format::Single => 32,
            Format::Double => 64,
        }
    }
}

/// Arithmetic on floating-point numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Neg,
    /// From one format to another.
    Convert,
    ToSigned,
    ToUnsigned,
    FromSigned,
    FromUnsigned,
    /// By what the order is: less, equal, greater, none.
    Compare([bool; 4]),
}

/// A structure, an array or a vector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whole {
    /// Each with its bytes from the start.
    pub parts: Vec<(u64, Type)>,
    pub bytes: u64,
    /// Operations apply to its elements one by one.
    pub vector: bool,
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Type {
    Void,
    /// Bits, at most 64.
    Int(u32),
    Float(Format),
    Pointer,
    Whole(Box<Whole>),
    /// One that is not followed.
    Other,
}

impl Type {
    /// The bits of a scalar, 0 for other types.
    #[must_use]
    pub fn bits(&self) -> u32 {
        match self {
            Type::Int(bits) => *bits,
            Type::Float(format) => format.bits(),
            Type::Pointer => 64,
            Type::Void | Type::Whole(_) | Type::Other => 0,
        }
    }

    /// The bytes that a store writes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        match self {
            Type::Int(_) | Type::Float(_) | Type::Pointer => u64::from(self.bits().div_ceil(8)),
            Type::Whole(whole) => whole.bytes,
            Type::Void | Type::Other => 0,
        }
    }

    /// The elements of a vector.
    #[must_use]
    pub fn elements(&self) -> Option<&[(u64, Type)]> {
        match self {
            Type::Whole(whole) if whole.vector => Some(&whole.parts),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer | Type::Whole(_) | Type::Other => None,
        }
    }
}
