//! The built program, the wrapper and the plugin, as users, builds and editors run them.

mod adoption;
mod cache;
mod candle;
mod controls;
mod database;
mod inputs;
mod install;
mod lsp;
mod mcp;
mod mend;
mod names;
mod nvcc;
mod plugin;
mod reproduce;
mod robust;
mod untrusted;
