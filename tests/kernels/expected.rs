//! What the folder of a kernel asks for.

/// What the report says about every kernel of a file, and the exit code.
pub(crate) struct Expected {
    pub(crate) verdict: &'static str,
    pub(crate) divergence: &'static str,
    pub(crate) exit: u8,
}

impl Expected {
    /// From the name of the folder below `tests/ui`. An unsafe barrier leaves the race verdict open, but for races that
    /// need no barrier.
    pub(crate) fn of(folder: &str) -> Option<Self> {
        let (verdict, divergence, exit) = match folder {
            "race-free" => ("race-free", "free", 0),
            "race" => ("race", "free", 1),
            "conditional-race" => ("conditional-race", "free", 0),
            "possible-race" => ("possible-race", "free", 0),
            "exited" => ("race-free", "exited", 0),
            "divergent" => ("unknown", "divergent", 1),
            "race-and-exited" => ("race", "exited", 1),
            "race-and-divergence" => ("race", "divergent", 1),
            "conditional-divergence" => ("unknown", "conditional", 0),
            "possible-divergence" => ("unknown", "possible", 0),
            // A launch that breaks a contract, and one that CUDA refuses.
            "wrong-launch" => ("unknown", "free", 1),
            "refused-launch" => ("race-free", "free", 1),
            // What an unknown kernel does at its barriers may be unknown too.
            "unknown" => ("unknown", "", 0),
            _ => return None,
        };
        Some(Self { verdict, divergence, exit })
    }

    pub(crate) fn is_met(&self, verdict: &str, divergence: &str) -> bool {
        verdict == self.verdict && (self.divergence.is_empty() || divergence == self.divergence)
    }

    /// Nothing to show: proved without a warning about barriers.
    pub(crate) fn is_quiet(&self) -> bool {
        self.verdict == "race-free" && self.divergence == "free"
    }
}
