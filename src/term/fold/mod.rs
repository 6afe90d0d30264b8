//! The rewrites of the smart constructors.

mod fields;
mod operators;
#[cfg(test)]
mod tests;
