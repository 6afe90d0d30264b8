//! How device code is read where it leaves something open, as the options say.

use crate::term::Wrapping;
use std::time::Duration;

/// How code is read where it leaves something open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Reading {
    pub wrapping: Wrapping,
    pub externals: Externals,
    /// Other units may be linked to a file, and replace what is weak there.
    pub linked: bool,
    /// Wall time for lowering one kernel, if it is limited.
    pub time: Option<Duration>,
}

/// Which functions without a body are taken to compute and do nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Externals {
    #[default]
    Unknown,
    /// Those with a result that are not the toolkit's own: no other unit can give them a body.
    StandIns,
    /// All.
    Pure,
}
