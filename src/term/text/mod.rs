//! Terms as text: one by one, and in listings that say once what is shared.

mod display;
mod in_c;
mod lets;

pub use lets::Lets;
