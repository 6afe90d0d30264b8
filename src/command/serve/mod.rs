//! Commands that go on: a watch over files, the server for editors and the one for agents.

pub(super) mod lsp;
pub(super) mod mcp;
mod targets;
mod watch;

pub use watch::watch;
