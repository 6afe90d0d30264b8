//! `raceproof lsp`: a server for editors, by the Language Server Protocol 3.17 over standard input and output.
//!
//! ```text
//! client ─▶ server ─▶ documents (texts as they are in the editor)
//!              │  ▲
//!              ▼  │ answers
//!            checks ─▶ diagnostics, actions, hover
//! ```
//!
//! One check runs at a time, in a thread of its own; a newer text of its document stops it. What comes of it is data, from which
//! diagnostics, quick fixes and hovers are made by pure functions.

mod actions;
mod checks;
mod diagnostics;
mod documents;
mod hover;
mod progress;
mod protocol;
mod server;

pub(in crate::command) use server::serve;
