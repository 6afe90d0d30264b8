//! Kernels → reports: how much work each is given (`rounds`), and what is done with it (`each`).

mod each;
mod rounds;

pub(super) use each::{Around, solver};
pub(super) use rounds::all;
