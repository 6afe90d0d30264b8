//! What the host says of a launch: dimensions, arguments, and what relates them.
//!
//! Direction: what is not known of a launch allows more launches than there are.

use super::overlay::{Overlay, Place};
use super::relation::HostValue;
use crate::span::Span;
use std::collections::BTreeMap;

/// One place in host code that launches a kernel: what is the same whenever it does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    pub span: Span,
    /// By axis: threads.
    pub block_dim: [Option<u32>; 3],
    /// By axis: blocks.
    pub grid_dim: [Option<u32>; 3],
    /// By axis: whether the host is seen to choose a number of threads or blocks that need not be 1.
    pub block_chosen: [bool; 3],
    pub grid_chosen: [bool; 3],
    /// Bytes of dynamic shared memory.
    pub shared: Option<u64>,
    /// Whether all blocks run at the same time, so that they may wait for each other.
    pub cooperative: Option<bool>,
    /// The arguments as the host passes them.
    pub arguments: Vec<Argument>,
    /// Pointers that lead into one object, with the distance in bytes if it is known.
    pub overlays: Vec<(Overlay, Option<i64>)>,
    /// What else is true whenever it does.
    pub relations: Vec<HostValue>,
    /// It may rest on what functions have left in local variables of the host.
    pub lent: bool,
    /// Functions around it that other units may call as well, and whose calls here are taken to be all.
    pub helpers: Vec<String>,
}

/// What a launch passes in one register.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The host's name for it, no other's.
    pub name: String,
    /// Whether it is a number in a structure that is passed, and not all of an argument.
    pub part: bool,
    /// As what the kernel finds it, if that is known.
    pub place: Option<Place>,
    /// The value of a whole number.
    pub value: Option<i64>,
}

/// What the host code of a unit shows, by the symbols of kernels.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Launches {
    /// The launches; kernels whose launches are not all known are left out.
    pub all: BTreeMap<String, Vec<Launch>>,
    /// What is seen besides of kernels of which no launch is known, or not in what shape.
    pub seen: BTreeMap<String, Seen>,
}

/// Launches that are seen, of which it is not known that there are no others. They say how bad a finding is, and nothing else.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Seen {
    /// Calls that launch the kernel, or would: code that constants fold away counts.
    pub calls: Vec<Launch>,
    /// Launches in each of the shapes that lie in a table, of which one of them is taken.
    pub shapes: Vec<Launch>,
}

/// What is known about the launch from outside the kernel.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct LaunchFacts {
    /// By axis.
    pub block_dim: [Option<u32>; 3],
    pub grid_dim: [Option<u32>; 3],
    /// Scalar parameters by source name.
    pub params: Vec<(String, i64)>,
    /// What else the host makes true.
    pub relations: Vec<HostValue>,
}
