//! A kernel as plain data: guarded accesses, synchronisations and loops over [`Term`](crate::term::Term)s (docs/design.md section 3).
//!
//! The steps are in the topological order of the control-flow graph. Guards are predicates over the kernel's own
//! variables (copy 0), for one arbitrary thread; two-thread queries rename them.
//!
//! **Invariant:** an access happens in a thread iff, for every enclosing loop, the iteration is executed
//! ([`Loop::executed`]) and the access's guard holds. Guards inside a loop are relative to its header.

mod access;
mod definition;
mod exchange;
pub mod launch;
mod listing;
pub mod overlay;
pub mod program;
pub mod relation;
pub mod shapes;
mod steps;
pub mod target;
mod update;
mod variables;
pub mod walk;

pub use access::{
    Access, Along, Array, ArrayId, AsyncCopy, Bulk, Cells, Field, Fields, Life, MemorySpace, Mode, ObjectPart, Part,
    PartIndex, Pattern, Signal, Stated, Tile, Unfenced,
};
pub use definition::{Factor, Kernel};
pub use exchange::{Butterfly, Gathered, Members, Shuffle};
pub use launch::LaunchFacts;
pub use steps::{Branch, Exit, Fence, Loop, LoopVariable, Matching, Named, Overtaken, Step, Sync, SyncScope};
pub use update::{AtomicScope, Change, MbarrierUse, Phase, Update};
pub use variables::{ClusterVars, LaunchVars};
