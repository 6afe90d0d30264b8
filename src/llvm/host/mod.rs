//! Host code: which launches of kernels a unit contains, and with what. `simplify` prepares it, `launches` reads it.

pub(crate) mod choices;
mod dims;
pub(crate) mod extended;
pub(crate) mod handle_escapes;
pub(crate) mod handles;
pub mod launches;
pub(crate) mod names;
pub(crate) mod pointers;
pub(crate) mod relations;
pub(crate) mod simplify;
pub(crate) mod sites;
pub(crate) mod stubs;
pub(crate) mod tables;
pub(crate) mod variables;
