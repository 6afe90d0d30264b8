//! Command lines of nvcc and of clang's front end, read into plain data. No process is started here.

mod architecture;
mod handed;
mod host;
mod invocation;
mod options;
mod parse;
mod split;
mod targets;

pub use architecture::{Architecture, Family};
pub use invocation::{Compiler, Invocation, Language, MacroEdit, Mode};
pub use options::{Arity, Effect, OPTIONS, OptionRow, Spelling};
pub use parse::{OptionsFile, parse, split_variable};
pub(crate) use split::shell_words;
pub use targets::targets;
