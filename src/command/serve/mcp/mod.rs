//! `raceproof mcp`: tools for agents, by the Model Context Protocol over standard input and output: check, explain, reproduce, fix.
//!
//! `server` speaks the protocol, `tools` says what there is and does it, `answers` puts reports into few words: the verdict on each
//! kernel, a witness, and what to do next. The work of a tool is a function from its arguments to JSON; only `server` knows of async.

mod answers;
mod patch;
mod server;
mod tools;

pub(in crate::command) use server::serve;
