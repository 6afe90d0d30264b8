//! The free symbols of terms: what variables and function symbols stand for, and which threads share their values.

use super::integers::BitOp;
use super::node::{Term, Var, Width};
use super::owner::Owner;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];
    /// `x`, `y` or `z`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Axis::X => 'x',
            Axis::Y => 'y',
            Axis::Z => 'z',
        }
    }
}

/// What a variable stands for; decides which threads share its value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum VarKind {
    /// `threadIdx`: differs between the threads of a block.
    ThreadIdx(Axis),
    /// `blockIdx`: shared by the threads of a block.
    BlockIdx(Axis),
    BlockDim(Axis),
    GridDim(Axis),
    /// The blocks of a cluster along an axis.
    ClusterDim(Axis),
    /// The number of the block in its cluster: shared by the threads of a block. What it is a function of is put in before queries.
    ClusterRank,
    /// A kernel parameter (or a field of one): the same for all threads.
    Param,
    /// Counts a loop's iterations from 0; shared where the loop is synchronised, else per thread.
    Counter,
    /// Per thread, without further meaning (`local` of a `.map` file).
    Local,
}

impl VarKind {
    /// Whether threads of one launch differ in it.
    #[must_use]
    pub fn varies(self) -> bool {
        match self {
            VarKind::ThreadIdx(_) | VarKind::BlockIdx(_) | VarKind::ClusterRank | VarKind::Counter | VarKind::Local => {
                true
            }
            VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) | VarKind::Param => false,
        }
    }
}

/// Whose copies of an uninterpreted symbol agree.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sharing {
    /// One symbol for the whole launch.
    Grid,
    /// One symbol for each block.
    Block,
    /// One symbol for each warp.
    Warp,
    /// One symbol for each thread.
    Thread,
}

/// A variable's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VarInfo {
    pub name: String,
    pub width: Width,
    pub kind: VarKind,
    /// Inclusive bounds of the value read as a signed number; always respected by witnesses.
    pub bounds: Option<(i64, i64)>,
    pub owner: Owner,
}

/// Why a function symbol exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FuncKind {
    /// Contents of memory as read at one place; the last argument is the byte address inside the object. The object is the
    /// kernel's array of this number, or else a constant or a parameter, which the symbol itself tells from others.
    Memory { array: Option<usize> },
    /// A value that the analysis does not follow; the text says what it is and where it comes from.
    Opaque { what: String },
    /// A loop-carried value without a closed form, or the number of the iteration in which a loop was left.
    Loop { what: String },
    /// A deterministic operation, equal for equal operands (`fadd`, `ctpop`, …).
    Pure(PureOp),
}

/// What is known of a deterministic operation besides.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PureOp {
    /// It tells something of the bits of its operand, which has so many, and is computed at constants.
    Bits { op: BitOp, of: Width },
    /// It gives the same if its two operands change places: sums, products, minima and maxima of floating-point numbers.
    Commuting,
    /// It gives the number of the lane that is elected of a mask, the same each time for equal masks.
    Elected,
    /// Nothing; its name is for people.
    Other,
}

impl PureOp {
    /// Whether its two operands may change places.
    #[must_use]
    pub fn commutes(self) -> bool {
        match self {
            PureOp::Commuting => true,
            PureOp::Bits { .. } | PureOp::Elected | PureOp::Other => false,
        }
    }
}

/// A function symbol's declaration.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FuncInfo {
    pub name: String,
    pub width: Width,
    pub kind: FuncKind,
    pub sharing: Sharing,
    /// A fact that holds for every application: `body` with `params` replaced by the arguments.
    pub axiom: Option<Axiom>,
    pub owner: Owner,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axiom {
    pub params: Vec<Var>,
    pub body: Term,
}
