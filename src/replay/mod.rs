//! Execution of a kernel: the threads of a few blocks, with concrete dimensions, parameters and memory, one instruction after
//! the other, and with a look at which accesses are ordered by nothing.
//!
//! What is run is the code as it was prepared (`crate::kernel::program`), not what lowering makes of it: so an execution of a witness
//! checks lowering and all behind it. Of a large grid only the blocks of a finding are run; the others could matter only by
//! what they write to global memory.
//!
//! `machine` is the state and `step` the meaning of instructions (`values`: what they compute; `functions`, `calls`); `scheduler`
//! says who runs (`waits`), `input`, `start` and `memory` what memory holds, `order` and `watch` which accesses race; `findings`
//! says what follows for a finding.
//!
//! **Invariant:** the same input gives the same outcome; instructions are counted, and time plays no part.
//! Direction: [`Confirmed`](crate::verdict::Replay::Confirmed) is about this code and this input. What is not executed is never confirmed or refuted.

mod calls;
mod findings;
mod functions;
mod input;
mod machine;
mod meetings;
mod memory;
mod run;
mod scheduler;
mod start;
mod step;
mod values;
mod waits;
mod watch;

pub use findings::{Misread, executed, is_wanted, replaced};
pub use input::{Contents, Input, Numbers, Schedule, Unset};
pub use run::{Execution, execute, replay};
pub use watch::arrivals::Barrier;
pub use watch::races::{Race, Wanted};
