//! What is said of kernels, by the built program: conditions, assumptions, launches, witnesses.

mod assumptions;
mod conditions;
mod explain;
mod host_code;
mod overflow;
mod unchecked;
mod witness;
