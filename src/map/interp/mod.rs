//! Protocols executed thread by thread: the oracle that the analysis is tested against.

mod cell;
mod concrete;
mod run;
mod setting;

pub use cell::Cell;
pub use run::{races, run, threads_of_block};
pub use setting::{Event, EventMode, History, LONGEST, Phase, Setting, Stuck, Thread};
