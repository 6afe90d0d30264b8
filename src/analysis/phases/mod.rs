//! Which accesses can be concurrent.

pub mod joint_barriers;
pub mod products;
pub(crate) mod rolled;
pub mod text;
