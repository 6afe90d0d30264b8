//! Terms as a program would write them: `gridDim.x == (n + 255) / 256`, for messages.
//!
//! Direction: for people. Casts to more bits and signs are left out, so that two terms may have one text.

use crate::term::eval::signed;
use crate::term::node::{BinaryOp, CastOp, CompareOp, Node, Term};
use crate::term::terms::Terms;
use std::cell::Cell;

/// How deep a term is written, and how many nodes of it; what is below is `…`.
const DEPTH: u32 = 24;
const NODES: usize = 200;

/// How strongly an expression holds together, as in C.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Binding {
    Choice,
    Comparison,
    Operator,
    Alone,
}

impl Terms {
    /// `t` in C's syntax.
    #[must_use]
    pub fn in_c(&self, t: Term) -> String {
        Written { terms: self, left: Cell::new(NODES) }.text(t, DEPTH).0
    }
}

struct Written<'a> {
    terms: &'a Terms,
    left: Cell<usize>,
}

impl Written<'_> {
    fn text(&self, t: Term, depth: u32) -> (String, Binding) {
        let Some(left) = self.left.get().checked_sub(1).filter(|_| depth > 0) else {
            return ("…".into(), Binding::Alone);
        };
        self.left.set(left);
        let at = |t: Term, least: Binding| {
            let (text, binding) = self.text(t, depth - 1);
            if binding < least { format!("({text})") } else { text }
        };
        match self.terms.node(t) {
            Node::Const { width: 1, value } => ((*value != 0).to_string(), Binding::Alone),
            Node::Const { width, value } => (signed(*width, *value).to_string(), Binding::Alone),
            Node::Var(v) => (self.terms.var_name(*v), Binding::Alone),
            Node::Not(a) => match self.terms.node(*a) {
                Node::Compare(op, a, b) => self.compared(*op, [*a, *b], true, depth),
                Node::Const { .. }
                | Node::Var(_)
                | Node::Not(_)
                | Node::Binary(..)
                | Node::Ite(..)
                | Node::Cast(..)
                | Node::Apply(..) => (format!("!{}", at(*a, Binding::Alone)), Binding::Alone),
            },
            Node::Binary(op, a, b) if self.terms.width(t) == 1 => (
                format!("{} {} {}", at(*a, Binding::Comparison), truth(*op), at(*b, Binding::Comparison)),
                Binding::Choice,
            ),
            Node::Binary(op, a, b) => self.operated(*op, [at(*a, Binding::Alone), at(*b, Binding::Alone)], *b),
            Node::Compare(op, a, b) => self.compared(*op, [*a, *b], false, depth),
            Node::Ite(c, a, b) => {
                let [c, a, b] = [*c, *a, *b].map(|part| at(part, Binding::Comparison));
                (format!("{c} ? {a} : {b}"), Binding::Choice)
            }
            Node::Cast(CastOp::Zext | CastOp::Sext, _, a) => self.text(*a, depth - 1),
            Node::Cast(CastOp::Trunc, width, a) => {
                (format!("({}){}", unsigned(*width), at(*a, Binding::Alone)), Binding::Alone)
            }
            Node::Apply(func, args) => {
                let args: Vec<String> = args.iter().map(|a| at(*a, Binding::Choice)).collect();
                (format!("{}({})", self.terms.func_info(*func).name, args.join(", ")), Binding::Alone)
            }
        }
    }

    /// An operation of numbers, of which `by` is the second.
    fn operated(&self, op: BinaryOp, [a, b]: [String; 2], by: Term) -> (String, Binding) {
        let (symbol, b) = match (op, self.terms.as_int(by).filter(|c| *c < 0)) {
            (BinaryOp::Add, Some(less)) => ("-", less.unsigned_abs().to_string()),
            (_, _) => (symbol(op), b),
        };
        // C compares before it takes bits together.
        let is_of_bits = matches!(op, BinaryOp::And | BinaryOp::Or | BinaryOp::Xor);
        (format!("{a} {symbol} {b}"), if is_of_bits { Binding::Choice } else { Binding::Operator })
    }

    /// A comparison, or its opposite; a constant stands behind.
    fn compared(&self, op: CompareOp, [a, b]: [Term; 2], is_opposite: bool, depth: u32) -> (String, Binding) {
        let [symbol, turned] = match (op, is_opposite) {
            (CompareOp::Eq, false) => ["==", "=="],
            (CompareOp::Eq, true) => ["!=", "!="],
            (CompareOp::Ult | CompareOp::Slt, false) => ["<", ">"],
            (CompareOp::Ult | CompareOp::Slt, true) => [">=", "<="],
            (CompareOp::Ule | CompareOp::Sle, false) => ["<=", ">="],
            (CompareOp::Ule | CompareOp::Sle, true) => [">", "<"],
        };
        let is_turned = self.terms.as_const(a).is_some();
        let (a, b, symbol) = if is_turned { (b, a, turned) } else { (a, b, symbol) };
        let side = |t: Term| {
            let (text, binding) = self.text(t, depth - 1);
            if binding < Binding::Operator { format!("({text})") } else { text }
        };
        (format!("{} {symbol} {}", side(a), side(b)), Binding::Comparison)
    }
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::UDiv | BinaryOp::SDiv => "/",
        BinaryOp::URem | BinaryOp::SRem => "%",
        BinaryOp::Shl => "<<",
        BinaryOp::LShr | BinaryOp::AShr => ">>",
        BinaryOp::And => "&",
        BinaryOp::Or => "|",
        BinaryOp::Xor => "^",
    }
}

/// Of truth values.
fn truth(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And => "&&",
        BinaryOp::Or => "||",
        BinaryOp::Xor => "!=",
        BinaryOp::Add
        | BinaryOp::Sub
        | BinaryOp::Mul
        | BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::Shl
        | BinaryOp::LShr
        | BinaryOp::AShr => symbol(op),
    }
}

/// The type of so many bits.
fn unsigned(width: u8) -> String {
    match width {
        8 => "unsigned char".to_owned(),
        16 => "unsigned short".to_owned(),
        32 => "unsigned".to_owned(),
        width => format!("uint{width}_t"),
    }
}

#[cfg(test)]
mod tests {
    use crate::term::node::{BinaryOp, CastOp, CompareOp};
    use crate::term::{Owner, Terms, VarInfo, VarKind};

    #[test]
    fn terms_are_written_as_in_a_program() {
        let mut terms = Terms::new();
        let var = |terms: &mut Terms, name: &str| {
            let info = VarInfo { name: name.into(), width: 32, kind: VarKind::Param, bounds: None, owner: Owner::All };
            let var = terms.declare_var(info);
            terms.var(var)
        };
        let (n, h) = (var(&mut terms, "n"), var(&mut terms, "h"));
        let (more, size) = (terms.constant(32, 255), terms.constant(32, 256));
        let sum = terms.binary(BinaryOp::Add, n, more);
        let blocks = terms.binary(BinaryOp::UDiv, sum, size);
        let is_less = terms.compare(CompareOp::Slt, n, size);
        let is_not = terms.not(is_less);
        let cut = terms.cast(CastOp::Trunc, 16, h);
        let bits = terms.binary(BinaryOp::And, n, more);
        let zero = terms.constant(32, 0);
        let has_none = terms.compare(CompareOp::Eq, bits, zero);
        let minus_one = terms.int(32, -1);
        let less = terms.binary(BinaryOp::Add, n, minus_one);
        let chosen = terms.ite(is_less, n, h);
        let whole = terms.compare(CompareOp::Eq, chosen, h);
        assert_eq!(terms.in_c(blocks), "(n + 255) / 256");
        assert_eq!(terms.in_c(is_not), "n >= 256");
        assert_eq!(terms.in_c(has_none), "(n & 255) == 0");
        assert_eq!(terms.in_c(less), "n - 1");
        assert_eq!(terms.in_c(cut), "(unsigned short)h");
        assert_eq!(terms.in_c(whole), "h == (n < 256 ? n : h)");
    }
}
