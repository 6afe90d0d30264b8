//! Values, and what operations and functions compute from them.

pub(super) mod arithmetic;
pub(super) mod compute;
pub(super) mod mathematics;
pub(super) mod value;
mod whole;
