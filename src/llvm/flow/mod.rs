//! Control flow and loops: the graph of a function, and closed forms over the counters of loops.

pub mod cfg;
pub(crate) mod earlier_iterations;
pub(crate) mod held;
pub(crate) mod iteration;
pub(crate) mod kept;
pub(crate) mod monotone;
pub(crate) mod progress;
pub(crate) mod recurrence;
pub(crate) mod rounds;
