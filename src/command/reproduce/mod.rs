//! `raceproof reproduce`: a program that shows a finding on a GPU: the kernel by `#include`, and a `main` that launches it as the
//! witness asks.
//!
//! `chosen` finds the finding that is meant, `memory` says what is allocated, passed and filled, `named` how the kernel is named
//! in C++, `paused` where its source gets pauses, `text` writes the program and its Makefile, of which `helpers` has what is always
//! the same. What a program of the host cannot give is a line of comment: contents of shared memory, and of variables that have
//! no name outside of their function.
//!
//! Direction: the program runs the same code with the same values. Whether threads meet is up to the GPU; that it sees no damage
//! proves nothing, which is why the Makefile runs compute-sanitizer too.

mod chosen;
mod helpers;
mod memory;
mod named;
mod paused;
mod text;

pub(super) use chosen::reproduce;
