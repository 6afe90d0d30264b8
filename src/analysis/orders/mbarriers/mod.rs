//! mbarriers: what a thread does before it arrives comes before what another one does that has waited for that phase.
//!
//! ```cuda
//! // producer: S stages, iteration k          // consumers
//! wait(empty[k % S], (k / S & 1) ^ 1);         wait(full[k % S], k / S & 1);
//! buffer[k % S] = x;                           y = buffer[k % S];
//! arrive(full[k % S]);                         arrive(empty[k % S]);
//! ```
//!
//! Each arrival and each wait *claims* a generation of its object, a term over its loop counters: `k / S` above, and `k / S - 1` for the
//! producer's wait, which has generation -1 at first, and that is over. The claims are guessed (`claims`), and then proved
//! (`proofs`): the arrivals of one generation are at most as many as the object is for (`counting`); each comes after the generation
//! before is over, by a wait of its own or by one hop over another object; and a wait by parity cannot be let through by an
//! earlier generation. Then all arrivals of a generation come before each return of a wait for it, or for a later one. The
//! argument is in docs/design.md, "mbarriers". `pair` uses it.
//!
//! Direction: sound. A claim that is not proved orders nothing, and then no alarm of the kernel is sure to be a true one.

mod asking;
mod bytes;
mod claims;
mod counting;
mod hops;
mod nested;
mod objects;
mod pair;
mod proofs;
mod setup;
mod visits;

pub(crate) use pair::{Ordered, order};
pub(crate) use proofs::proved;
