//! The architectures that a command line names with `-arch`, `-code` and `-gencode`, one by one or as a family.

use std::fmt;

/// A compute capability.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Architecture {
    /// `70` for 7.0, `100` for 10.0.
    pub number: u32,
    /// `a` or `f` for code that runs on this architecture or family alone.
    pub suffix: String,
}

impl Architecture {
    /// Reads `sm_90a`, `compute_70` or `lto_80`.
    pub fn read(text: &str) -> Option<Self> {
        let (_, rest) = text.split_once('_').filter(|(kind, _)| ["sm", "compute", "lto"].contains(kind))?;
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, suffix) = rest.split_at(end);
        Some(Architecture { number: number.parse().ok()?, suffix: suffix.to_owned() })
    }

    pub(super) fn plain(number: u32) -> Self {
        Architecture { number, suffix: String::new() }
    }
}

impl fmt::Display for Architecture {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "sm_{}{}", self.number, self.suffix)
    }
}

/// What `-arch` may name instead of an architecture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Family {
    /// `-arch=all`.
    All,
    /// `-arch=all-major`: the lowest one and those of each generation.
    AllMajor,
    /// `-arch=native`: what the machine has.
    Native,
}

impl Family {
    /// What `-arch` stands for if not for an architecture.
    pub(super) fn read(value: &str) -> Option<Self> {
        match value {
            "all" => Some(Family::All),
            "all-major" => Some(Family::AllMajor),
            "native" => Some(Family::Native),
            _ => None,
        }
    }
}
