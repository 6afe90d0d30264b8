//! Two threads of one kernel, and where their accesses meet.

mod along;
pub mod bytes;
pub mod cells;
pub mod conflict;
pub mod contents;
pub mod established;
pub mod lanes;
pub mod pairs;
pub mod reach;
pub mod scene;
pub mod threads;
pub mod tiles;
pub mod views;
