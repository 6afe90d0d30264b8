//! The kernel: its terms, arrays and steps, with what is known of its launches and what the model leaves out.

use super::access::{Array, Stated};
use super::exchange::{Butterfly, Gathered, Shuffle};
use super::launch::{Launch, Seen};
use super::overlay::Laid;
use super::steps::{Branch, Exit, Overtaken, Step};
use super::variables::{ClusterVars, LaunchVars};
use crate::span::Span;
use crate::term::{Excess, Term, Terms, Var};
use crate::verdict::{Approximation, Assumption, Reason};
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Clone, Debug)]
pub struct Kernel {
    /// Demangled.
    pub name: String,
    pub symbol: String,
    pub span: Span,
    pub terms: Terms,
    pub arrays: Vec<Array>,
    pub body: Vec<Step>,
    /// What a thread does besides its own copies, which no pair of threads shows.
    pub overtaken: Vec<Overtaken>,
    /// Facts that hold for every thread (contracts, launch bounds).
    pub facts: Vec<Term>,
    /// Contracts on the contents of arrays.
    pub contents: Vec<Stated>,
    /// Factors of products of 24 bits, which are taken to have no more.
    pub factors: Vec<Factor>,
    /// The numbers of the facts that no thread breaks: a trap ends the launch otherwise, or a protocol has no other threads.
    pub survived: Vec<usize>,
    pub exits: Vec<Exit>,
    /// For people: branches from which not all ways come by some barrier, in the order of the program.
    pub branches: Vec<Branch>,
    /// For people: by place of an access, the lines that it depends on by data and by control, the next ones first.
    pub dependences: Arc<BTreeMap<Span, Vec<Span>>>,
    pub gathered: Vec<Gathered>,
    pub shuffles: Vec<Shuffle>,
    pub butterflies: Vec<Butterfly>,
    pub assumptions: Vec<Assumption>,
    /// The launch variables: `threadIdx`, `blockIdx`, `blockDim`, `gridDim` by axis.
    pub launch: LaunchVars,
    /// Of a kernel that does something with the other blocks of its cluster.
    pub cluster: Option<ClusterVars>,
    /// Those of them that the code reads, even where no term has them.
    pub reads: Vec<Var>,
    /// The names of its parameters in order, as compiled; empty if it has none or they are not known.
    pub parameters: Vec<String>,
    /// From where it is launched, if that is known; empty without variants: from anywhere.
    pub launches: Vec<Launch>,
    /// What is seen of launches if that is not known.
    pub seen: Seen,
    /// Pointers that are taken to lead into one object.
    pub overlays: Vec<Laid>,
    /// The kernel for launches that pass several pointers into one object, each with its overlays and its launches.
    pub variants: Vec<Kernel>,
    /// Synchronisation that the model leaves out: proofs hold without it, but no alarm is a true one.
    pub ignored: Vec<Approximation>,
    /// Why the kernel cannot be proved race-free, whatever the solver says (an unsupported construct).
    pub unsupported: Vec<String>,
}

/// What terms call an excess is, for a verdict, why it is open.
impl From<Excess> for Reason {
    fn from(excess: Excess) -> Reason {
        match excess {
            Excess::Work => Reason::WorkUsedUp,
            Excess::Time => Reason::TimeUsedUp,
        }
    }
}

/// A factor of a product of 24 bits that is taken to be all of the number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Factor {
    pub term: Term,
    /// The upper one of the 24 bits is the sign.
    pub signed: bool,
}
