//! Places and values that tell where a finding happens: loops, launches, the branch at which threads part.

use crate::span::Span;
use serde::{Deserialize, Serialize};

/// What people are told instead of the number of an iteration: the value of the variable that the loop counts with.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoopValue {
    /// The name of the number, among the party's values or those of both.
    pub counter: String,
    pub name: String,
    pub value: i64,
}

/// Launches in the host code for which a finding was found: where they are, and what they have in common.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LaunchSites {
    pub sites: Vec<Span>,
    /// By axis: threads; `None` where it is not known or not the same.
    pub block_dim: [Option<u32>; 3],
    /// By axis: blocks.
    pub grid_dim: [Option<u32>; 3],
    /// Values of parameters by name.
    pub params: Vec<(String, i64)>,
}

/// A loop in a later iteration of which one of two parties is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Round {
    pub span: Span,
    /// The number of that party, from 1.
    pub later: usize,
}

/// A branch that both threads of a missed barrier come to, and after which only one comes to the barrier.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Parting {
    pub span: Span,
}
