//! What is looked for in an execution: accesses that nothing orders (`races`, by what happens before what: `order`), and
//! threads that miss a barrier (`missed`, `arrivals`); the phases of mbarriers (`phases`); and what is told of a race that happened (`shown`, `reads`).

pub(super) mod absent;
pub(super) mod arrivals;
mod missed;
pub(super) mod order;
pub(super) mod phases;
pub(super) mod races;
pub(super) mod reads;
mod shown;
