//! The words of the language: reserved names, built-in functions, operators and how tightly they bind. The lexer, the
//! parser and the printer read these tables, so they agree.

use super::ast::BinaryOp;
use crate::kernel::{AtomicScope, SyncScope};
use crate::term::Sharing;

/// Words that no declaration may take. Words that are only looked for where no name can stand (`in`, `of`, `step`, …) are
/// not among them.
pub(super) const RESERVED: [&str; 23] = [
    "protocol",
    "shared",
    "global",
    "const",
    "local",
    "unknown",
    "where",
    "skip",
    "rd",
    "wr",
    "at",
    "at.block",
    "at.cluster",
    "at.system",
    "sync",
    "sync.warp",
    "sync.cluster",
    "sync.grid",
    "if",
    "else",
    "for",
    "while",
    "let",
];

/// The launch variables; they are always declared.
pub(super) const LAUNCH: [&str; 12] = [
    "threadIdx.x",
    "threadIdx.y",
    "threadIdx.z",
    "blockIdx.x",
    "blockIdx.y",
    "blockIdx.z",
    "blockDim.x",
    "blockDim.y",
    "blockDim.z",
    "gridDim.x",
    "gridDim.y",
    "gridDim.z",
];

/// Functions on integers that every protocol may call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Builtin {
    Min,
    Max,
    /// The lowest bits, read as an unsigned number.
    Unsigned(u8),
    /// The lowest bits, read as a signed number.
    Signed(u8),
    /// Division, remainder, shift and comparison of 64-bit unsigned numbers.
    UDiv,
    URem,
    LShr,
    ULt,
    ULe,
}

pub(super) const BUILTINS: [(&str, Builtin, usize); 13] = [
    ("min", Builtin::Min, 2),
    ("max", Builtin::Max, 2),
    ("u8", Builtin::Unsigned(8), 1),
    ("u16", Builtin::Unsigned(16), 1),
    ("u32", Builtin::Unsigned(32), 1),
    ("i8", Builtin::Signed(8), 1),
    ("i16", Builtin::Signed(16), 1),
    ("i32", Builtin::Signed(32), 1),
    ("udiv", Builtin::UDiv, 2),
    ("urem", Builtin::URem, 2),
    ("lshr", Builtin::LShr, 2),
    ("ult", Builtin::ULt, 2),
    ("ule", Builtin::ULe, 2),
];

/// The built-in of that name, with its number of arguments.
pub(super) fn builtin(name: &str) -> Option<(Builtin, usize)> {
    BUILTINS.iter().find(|(n, ..)| *n == name).map(|(_, b, arity)| (*b, *arity))
}

/// Whether a declaration may not take `name`. The built-in functions are not among them: only a call is of a function.
pub(super) fn is_reserved(name: &str) -> bool {
    RESERVED.contains(&name) || LAUNCH.contains(&name) || matches!(name, "true" | "false" | "distinct")
}

/// How tightly an operator binds; 2 is the loosest. Level 1 is the conditional operator, 12 the unary ones.
pub(super) fn precedence(op: BinaryOp) -> u8 {
    match op {
        BinaryOp::Either => 2,
        BinaryOp::Both => 3,
        BinaryOp::Or => 4,
        BinaryOp::Xor => 5,
        BinaryOp::And => 6,
        BinaryOp::Eq | BinaryOp::Ne => 7,
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => 8,
        BinaryOp::Shl | BinaryOp::Shr => 9,
        BinaryOp::Add | BinaryOp::Sub => 10,
        BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => 11,
    }
}

pub(super) const CHOICE: u8 = 1;
pub(super) const UNARY: u8 = 12;

/// Comparisons do not chain: `a < b < c` is no expression.
pub(super) fn chains(op: BinaryOp) -> bool {
    !matches!(precedence(op), 7 | 8)
}

pub(super) const OPERATORS: [(&str, BinaryOp); 18] = [
    ("*", BinaryOp::Mul),
    ("/", BinaryOp::Div),
    ("%", BinaryOp::Rem),
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("<<", BinaryOp::Shl),
    (">>", BinaryOp::Shr),
    ("<", BinaryOp::Lt),
    ("<=", BinaryOp::Le),
    (">", BinaryOp::Gt),
    (">=", BinaryOp::Ge),
    ("==", BinaryOp::Eq),
    ("!=", BinaryOp::Ne),
    ("&", BinaryOp::And),
    ("^", BinaryOp::Xor),
    ("|", BinaryOp::Or),
    ("&&", BinaryOp::Both),
    ("||", BinaryOp::Either),
];

pub(super) fn operator(text: &str) -> Option<BinaryOp> {
    OPERATORS.iter().find(|(t, _)| *t == text).map(|(_, op)| *op)
}

pub(super) fn operator_text(op: BinaryOp) -> &'static str {
    OPERATORS.iter().find(|(_, o)| *o == op).map_or("", |(t, _)| t)
}

pub(super) fn sync_text(scope: SyncScope) -> &'static str {
    match scope {
        SyncScope::Warp => "sync.warp",
        SyncScope::Block => "sync",
        SyncScope::Cluster => "sync.cluster",
        SyncScope::Grid => "sync.grid",
    }
}

pub(super) fn atomic_text(scope: AtomicScope) -> &'static str {
    match scope {
        AtomicScope::Block => "at.block",
        AtomicScope::Cluster => "at.cluster",
        AtomicScope::Device => "at",
        AtomicScope::System => "at.system",
    }
}

pub(super) fn sharing_text(sharing: Sharing) -> &'static str {
    match sharing {
        Sharing::Grid => "grid",
        Sharing::Block => "block",
        Sharing::Warp => "warp",
        Sharing::Thread => "thread",
    }
}

/// Whether `text` is one word of the form `a`, `a.b`, … that the lexer reads as a name.
pub(super) fn is_name(text: &str) -> bool {
    text.split('.').all(|part| {
        part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
            && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    })
}
