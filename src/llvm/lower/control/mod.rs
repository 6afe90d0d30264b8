//! The walk over the control-flow graph: regions, loops, ways out, and what is assumed on the way.

pub(crate) mod assumptions;
pub(crate) mod branches;
mod carried;
mod counters;
pub(crate) mod exits;
pub(crate) mod loops;
pub(crate) mod region;
pub(crate) mod returns;
pub(crate) mod rings;
