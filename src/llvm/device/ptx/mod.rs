//! Inline PTX: `text` takes a template apart; the others say what its statements are.

pub(crate) mod architecture;
pub(crate) mod barriers;
pub(crate) mod bulk;
pub(crate) mod clusters;
pub(crate) mod copies;
pub(crate) mod lanes;
pub(crate) mod loads;
pub(crate) mod mbarriers;
pub(crate) mod memory;
mod opcode;
pub(crate) mod predicates;
pub(crate) mod template;
pub(crate) mod text;
pub(crate) mod wgmma;
