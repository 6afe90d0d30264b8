//! What holds of loop-carried values in every iteration, by induction.
//!
//! A value without a closed form is known by its first value and by how one iteration makes it out of the one before. That is enough
//! for what holds at first and is kept by every iteration that goes on: in
//!
//! ```cuda
//! int c = 0;
//! for (int k = 0; k < n; k++) {
//!   if (close(k)) list[row * most + c++] = k;
//!   if (c == most) break;
//! }
//! ```
//!
//! `c < most` holds in every iteration if `0 < most`, since an iteration that goes on leaves `c != most` behind. What could hold is read
//! off the comparisons of the loop ([`candidates`]), as Houdini does (Flanagan and Leino, FME 2001), and proved one by one ([`search`]), under the
//! assumption that arithmetic does not wrap only where it takes large values to wrap.

mod candidates;
pub(crate) mod search;
#[cfg(test)]
mod tests;
