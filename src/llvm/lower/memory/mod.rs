//! Objects, pointers into them, and accesses.

pub(crate) mod accesses;
pub(crate) mod addresses;
pub(crate) mod atomics;
mod bulk;
pub(crate) mod distributed;
pub(crate) mod escapes;
pub(crate) mod fields;
pub(crate) mod kept;
pub(crate) mod loads;
pub(crate) mod mbarriers;
pub(crate) mod pointers;
pub(crate) mod seeds;
pub(crate) mod sharing;
pub(crate) mod survey;
