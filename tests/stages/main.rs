//! Each stage by itself, through the library: from text to text, and on values that a test makes.

mod analysis;
mod analysis_phases;
mod diagnostics;
mod filetests;
mod front;
mod launches;
mod prepared;
#[path = "../support/recipe.rs"]
mod recipe;
mod replay;
mod reports;
mod scaling;
mod shapes;
mod smt;
mod terms;
