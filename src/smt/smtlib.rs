//! A query as SMT-LIB 2 text, for `--emit=smt` and for other solvers.
//!
//! **Invariant:** the text is linear in the query: what is used more than once is defined once.

use super::formula::{Expr, Lin, Query, Shape, Sort, Sym};
use crate::term::{BinaryOp, CastOp, CompareOp};
use std::fmt::Write;

/// The text of `query`: declarations, one definition for each formula used more than once, the assertions, `(check-sat)`.
pub(super) fn print(query: &Query) -> String {
    let mut out = String::new();
    for (i, symbol) in query.symbols.iter().enumerate() {
        line(&mut out, format_args!("(declare-const {} {})", name(query, Sym(i as u32)), sort(symbol.sort)));
    }
    let (uses, sorts) = (uses(query), sorts(query));
    for (i, sort_of) in sorts.into_iter().enumerate() {
        if uses[i] > 1 && !is_atom(query, Expr(i as u32)) {
            let body = text(query, &uses, Expr(i as u32), true);
            line(&mut out, format_args!("(define-fun f{i} () {} {body})", sort(sort_of)));
        }
    }
    for e in &query.asserts {
        line(&mut out, format_args!("(assert {})", text(query, &uses, *e, false)));
    }
    out.push_str("(check-sat)\n");
    out
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Int => "Int".to_owned(),
        Sort::Bool => "Bool".to_owned(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{text}");
}

/// How often each formula is used by the assertions, directly or not.
fn uses(query: &Query) -> Vec<usize> {
    let mut uses = vec![0; query.len()];
    let mut stack = query.asserts.clone();
    while let Some(e) = stack.pop() {
        uses[e.0 as usize] += 1;
        if uses[e.0 as usize] == 1 {
            stack.extend(query.children(e));
        }
    }
    uses
}

fn is_atom(query: &Query, e: Expr) -> bool {
    matches!(query.shape(e), Shape::Bool(_) | Shape::Sym(_) | Shape::Bits { .. })
}

/// The sort of each formula and bit-vector.
fn sorts(query: &Query) -> Vec<Sort> {
    let mut sorts: Vec<Sort> = vec![];
    for i in 0..query.len() {
        let of = |e: &Expr| sorts.get(e.0 as usize).copied().unwrap_or(Sort::Bool);
        let sort = match query.shape(Expr(i as u32)) {
            Shape::Sym(s) => query.symbols.get(s.0 as usize).map_or(Sort::Bool, |s| s.sort),
            Shape::Bits { width, .. } => Sort::Bits(*width),
            Shape::BitsBinary(_, a, _) | Shape::BitsIte(_, a, _) => of(a),
            Shape::BitsCast(_, to, _, _) => Sort::Bits(*to),
            Shape::Bool(_)
            | Shape::Not(_)
            | Shape::And(_)
            | Shape::Or(_)
            | Shape::Iff(..)
            | Shape::AtMostZero(_)
            | Shape::Zero(_)
            | Shape::Product(..)
            | Shape::BitsCompare(..) => Sort::Bool,
        };
        sorts.push(sort);
    }
    sorts
}

fn name(query: &Query, s: Sym) -> String {
    let plain = query.symbols.get(s.0 as usize).map_or("?", |s| s.label.shown.as_str());
    format!("|{}|", plain.replace(['|', '\\'], "_"))
}

fn integer(value: i128) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn sum(query: &Query, lin: &Lin) -> String {
    let product = |(s, c): &(Sym, i128)| match c {
        1 => name(query, *s),
        _ => format!("(* {} {})", integer(*c), name(query, *s)),
    };
    let parts = lin.terms.iter().map(product).collect::<Vec<_>>();
    if let [one] = parts.as_slice() { one.clone() } else { format!("(+ {})", parts.join(" ")) }
}

/// `e` as text; a formula that has a definition is named unless `defining` it.
fn text(query: &Query, uses: &[usize], e: Expr, defining: bool) -> String {
    let index = e.0 as usize;
    if !defining && uses.get(index).is_some_and(|n| *n > 1) && !is_atom(query, e) {
        return format!("f{index}");
    }
    let get = |e: &Expr| text(query, uses, *e, false);
    let list = |parts: &[Expr]| parts.iter().map(get).collect::<Vec<_>>().join(" ");
    match query.shape(e) {
        Shape::Bool(b) => b.to_string(),
        Shape::Sym(s) => name(query, *s),
        Shape::Not(a) => format!("(not {})", get(a)),
        Shape::And(parts) => format!("(and {})", list(parts)),
        Shape::Or(parts) => format!("(or {})", list(parts)),
        Shape::Iff(a, b) => format!("(= {} {})", get(a), get(b)),
        Shape::AtMostZero(lin) => format!("(<= {} {})", sum(query, lin), integer(-lin.constant)),
        Shape::Zero(lin) => format!("(= {} {})", sum(query, lin), integer(-lin.constant)),
        Shape::Product(p, factors) => {
            let factors = factors.iter().map(|s| name(query, *s)).collect::<Vec<_>>().join(" ");
            format!("(= {} (* {factors}))", name(query, *p))
        }
        Shape::Bits { width, value } => format!("(_ bv{value} {width})"),
        Shape::BitsBinary(op, a, b) => format!("({} {} {})", binary(*op), get(a), get(b)),
        Shape::BitsCompare(op, a, b) => format!("({} {} {})", compare(*op), get(a), get(b)),
        Shape::BitsIte(c, a, b) => format!("(ite {} {} {})", get(c), get(a), get(b)),
        Shape::BitsCast(op, to, a, from) => match op {
            CastOp::Zext => format!("((_ zero_extend {}) {})", to - from, get(a)),
            CastOp::Sext => format!("((_ sign_extend {}) {})", to - from, get(a)),
            CastOp::Trunc => format!("((_ extract {} 0) {})", to - 1, get(a)),
        },
    }
}

fn binary(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "bvadd",
        BinaryOp::Sub => "bvsub",
        BinaryOp::Mul => "bvmul",
        BinaryOp::UDiv => "bvudiv",
        BinaryOp::SDiv => "bvsdiv",
        BinaryOp::URem => "bvurem",
        BinaryOp::SRem => "bvsrem",
        BinaryOp::Shl => "bvshl",
        BinaryOp::LShr => "bvlshr",
        BinaryOp::AShr => "bvashr",
        BinaryOp::And => "bvand",
        BinaryOp::Or => "bvor",
        BinaryOp::Xor => "bvxor",
    }
}

fn compare(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "=",
        CompareOp::Ult => "bvult",
        CompareOp::Ule => "bvule",
        CompareOp::Slt => "bvslt",
        CompareOp::Sle => "bvsle",
    }
}
