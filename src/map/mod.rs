//! The access memory protocol language: what every thread of a launch does to the arrays, and nothing else.
//!
//! Source: Cogumbreiro, Lange, Liew, Zicarelli, *Checking Data-Race Freedom of GPU Kernels, Compositionally*, Figs. 2-4
//! and Appendix A, extended where real kernels need it (DESIGN section 4). Nothing here needs clang, LLVM or a solver: the
//! analysis of a `.map` file is the theory by itself.
//!
//! [`parse`] reads `.map` text and [`parse_proto`] the papers' `.proto` text into a [`Protocol`](ast::Protocol);
//! `Display` prints it, and parsing what was printed gives it back. [`validate`] checks names and dimensions, [`lower()`]
//! makes it a [`Kernel`](crate::kernel::Kernel), [`infer()`] goes the other way, and [`interp`] executes it, thread by
//! thread: the definition of what the analysis must find.
//!
//! # The language
//!
//! A `.map` file holds one or more protocols. `//` and `/* */` are comments.
//!
//! ```text
//! protocol transpose {                       // a name, or any text in double quotes
//!     shared tile[32][33] of 4;              // one copy per block; extents; bytes of an element (1 if left out)
//!     global out;                            // one copy per launch; extents not known
//!     const width, n;                        // 32-bit integers, the same for all threads
//!     local k;                               // 32-bit integers, any value for each thread
//!     unknown f(1) per thread;               // a function about which nothing is known, per thread, block or grid
//!     where blockDim.x == 32 && n > 0;       // holds for every thread
//!
//!     let x = blockIdx.x * 32 + threadIdx.x; // names a value until the end of the block
//!     for r in 0..n {
//!         wr tile[threadIdx.y][threadIdx.x] = x;
//!         sync;
//!         if r > 0 { rd tile[threadIdx.x][threadIdx.y]; } else { at out[f(x)]; }
//!         sync;
//!     }
//! }
//! ```
//!
//! | statement | meaning |
//! |---|---|
//! | `rd a[i]…` `wr a[i]… = v` `at a[i]…` | reads, writes (the value may be left out) or atomically updates an element; `at.block`, `at.system`: of another scope than the device |
//! | `rd a bytes(o, n)` | the same for `n` bytes from byte `o` |
//! | `sync` | a barrier of the block; `sync.warp`, `sync.cluster`, `sync.grid` |
//! | `if c { … } else { … }` | the `else` part may be left out or be another `if` |
//! | `for x in a..b step s { … }` | `x = a, a+s, …` while `x < b`; `s` is 1 if left out; nothing if `s <= 0` |
//! | `for x in a..b step -s { … }` | `x = a, a-s, …` while `x > b`; nothing if `s <= 0` |
//! | `for x in a..b step *2^k` | `x = a, 2^k·a, …` while `x < b`; nothing if `a <= 0` (the factor is written as a number) |
//! | `for x in a..b step /2^k` | `x = a, a/2^k, …` while `x > b` and `x > 0` |
//! | `for x while c { … }` | `x = 0, 1, …` up to the first at which `c` does not hold |
//! | `let x = e` | a name for a value |
//! | `skip` | nothing |
//!
//! Statements end with `;`. Expressions are C's on 64-bit signed integers (comparisons do not chain), with `min`, `max`,
//! `u8` … `u32` and `i8` … `i32` (the lowest bits, read unsigned or signed), and on numbers read as unsigned `udiv`, `urem`,
//! `lshr`, `ult`, `ule`. A truth value is 0 or 1 where a number is expected, and a number is true unless 0. The launch
//! variables `threadIdx`, `blockIdx`, `blockDim` and `gridDim` with `.x`, `.y` and `.z` are declared, and within their
//! range: a thread's index is below the dimension.
//!
//! # Cells
//!
//! Elements are compared as the papers do, index by index:
//! * with declared extents an element's offset is row-major, and the indices behind the first are assumed to lie inside
//!   their extents;
//! * with several indices but no extents, the indices behind the first are assumed to lie in `0..2^(48/n)` for `n`
//!   indices, which makes the offset an injective linear function.
//!
//! Where that assumption is not proved by intervals, the access is made under it and the kernel lists it. So the direction
//! is: exact for indices in these ranges, blind outside.

pub mod ast;
mod bounds;
mod cells;
mod concrete;
mod display;
mod expr;
mod grammar;
mod infer;
pub mod interp;
mod lex;
mod lower;
mod parse;
mod phrase;
mod proto;
mod validate;
mod values;

pub use concrete::Cell;
pub use infer::infer;
pub use lower::lower;
pub use parse::parse;
pub use proto::parse_proto;
pub use validate::validate;

use ast::At;

/// What is wrong with a protocol's text.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{file}:{line}:{column}: {message}")]
pub struct MapError {
    pub file: String,
    /// From 1, in characters; 0 where not known.
    pub line: u32,
    pub column: u32,
    pub message: String,
}

impl MapError {
    fn new(at: &At, message: impl Into<String>) -> Self {
        MapError { file: at.0.file.to_string(), line: at.0.line, column: at.0.column, message: message.into() }
    }
}
