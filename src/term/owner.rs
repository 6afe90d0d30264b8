//! Whom a symbol belongs to. In `threadIdx.x#1 == threadIdx.x#2` the first is the left thread's, the second the right one's.

/// Whose value a symbol stands for. A kernel's own symbols are of any thread; a two-thread query renames them apart.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Owner {
    /// Of any thread in a kernel, of all threads in a query.
    #[default]
    All,
    /// The two threads of a query.
    Left,
    Right,
    /// Lanes of their warps whose values they use.
    LaneOfLeft,
    LaneOfRight,
    /// Any thread of the grid besides.
    Third,
}

impl Owner {
    /// What follows the name of a symbol: `#1` and `#2` for the threads of a query.
    #[must_use]
    pub fn mark(self) -> &'static str {
        match self {
            Owner::All => "",
            Owner::Left => "#1",
            Owner::Right => "#2",
            Owner::LaneOfLeft => "#3",
            Owner::LaneOfRight => "#4",
            Owner::Third => "#5",
        }
    }
}
