//! Pointers that are read or computed: out of memory that is not written, out of numbers and matrix descriptors, and out of tables.

pub(crate) mod descriptors;
pub(crate) mod held;
pub(crate) mod in_values;
mod known_bits;
pub(crate) mod numbers;
pub(crate) mod places;
pub(crate) mod tables;
