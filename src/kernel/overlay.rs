//! Pointers that a launch passes and that lead into one object.
//!
//! Direction: of pointers that no launch is seen to pass so it is assumed that they lead into different objects; the
//! assumption is named with the verdict.

/// Where a launch passes a pointer: the parameter's number, and the bytes before the pointer in it if it is a structure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub parameter: u32,
    pub offset: u64,
}

/// What a pointer leads into, as far as the kernel knows it by another way.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Object {
    /// What the pointer at this place leads into.
    PointedAt(Place),
    /// A variable of the device, by its symbol.
    Variable(String),
}

/// A pointer that leads into what the kernel reaches by another way, too.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Overlay {
    pub place: Place,
    pub on: Object,
    /// Only one way of a choice passes it so, and that this way is taken where the launch is made is not known.
    pub is_unclear: bool,
}

/// Kernels by their symbols, each with overlays to lower it with.
pub type Wanted = Vec<(String, Vec<Overlay>)>;

/// An overlay in a kernel that is lowered with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    pub overlay: Overlay,
    /// The name of the variable that holds how many bytes further on the pointer leads.
    pub distance: String,
    /// What people are told for it.
    pub shown: String,
}
