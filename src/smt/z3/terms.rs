//! Formulas as Z3's terms, each made once in a session.

use super::Session;
use crate::smt::formula::{Expr, Lin, Query, Shape, Sort, Sym};
use crate::term::{BinaryOp, CastOp, CompareOp, Width};
use std::ffi::CString;
use z3_sys::*;

impl Session<'_> {
    pub(super) fn symbol(&mut self, query: &Query, s: Sym) -> Option<Z3_ast> {
        let index = s.0 as usize;
        if self.symbols.len() <= index {
            self.symbols.resize(index + 1, None);
        }
        if let Some(known) = self.symbols[index] {
            return Some(known);
        }
        let c = self.z3.context;
        let symbol = query.symbols.get(index)?;
        let name = CString::new(symbol.label.plain.as_str()).ok()?;
        // SAFETY: the name is a terminated string; the sort is used at once.
        let ast = unsafe {
            let sort = match symbol.sort {
                Sort::Int => Z3_mk_int_sort(c)?,
                Sort::Bool => Z3_mk_bool_sort(c)?,
                Sort::Bits(width) => Z3_mk_bv_sort(c, width.into())?,
            };
            Z3_mk_const(c, Z3_mk_string_symbol(c, name.as_ptr())?, sort)
        };
        let ast = self.keep(ast)?;
        self.symbols[index] = Some(ast);
        Some(ast)
    }

    pub(super) fn build(&mut self, query: &Query, root: Expr) -> Option<Z3_ast> {
        self.built.resize(query.len().max(self.built.len()), None);
        let mut stack = vec![root];
        while let Some(e) = stack.last().copied() {
            let index = e.0 as usize;
            let missing = query.children(e).into_iter().filter(|x| self.built[x.0 as usize].is_none());
            let before = stack.len();
            if self.built[index].is_none() {
                stack.extend(missing);
                if stack.len() > before {
                    continue;
                }
                self.built[index] = Some(self.node(query, query.shape(e))?);
            }
            stack.pop();
        }
        self.built[root.0 as usize]
    }

    fn done(&self, e: Expr) -> Option<Z3_ast> {
        self.built.get(e.0 as usize).copied().flatten()
    }

    /// The term of one shape, of which the children are built.
    fn node(&mut self, query: &Query, shape: &Shape) -> Option<Z3_ast> {
        let c = self.z3.context;
        // SAFETY, for every block here: children are live, of this context and of the sorts that the shape demands.
        let ast = match shape {
            Shape::Bool(true) => unsafe { Z3_mk_true(c) },
            Shape::Bool(false) => unsafe { Z3_mk_false(c) },
            Shape::Sym(s) => return self.symbol(query, *s),
            Shape::Not(a) => unsafe { Z3_mk_not(c, self.done(*a)?) },
            Shape::And(parts) | Shape::Or(parts) => {
                let parts = parts.iter().map(|p| self.done(*p)).collect::<Option<Vec<_>>>()?;
                let make = if matches!(shape, Shape::And(_)) { Z3_mk_and } else { Z3_mk_or };
                unsafe { make(c, parts.len() as u32, parts.as_ptr()) }
            }
            Shape::Iff(a, b) => unsafe { Z3_mk_iff(c, self.done(*a)?, self.done(*b)?) },
            Shape::AtMostZero(lin) | Shape::Zero(lin) => {
                let (sum, bound) = (self.sum(query, lin)?, self.integer(-lin.constant)?);
                let make = if matches!(shape, Shape::Zero(_)) { Z3_mk_eq } else { Z3_mk_le };
                unsafe { make(c, sum, bound) }
            }
            Shape::Product(p, factors) => {
                let factors = factors.iter().map(|s| self.symbol(query, *s)).collect::<Option<Vec<_>>>()?;
                let product = unsafe { Z3_mk_mul(c, factors.len() as u32, factors.as_ptr()) };
                let (product, p) = (self.keep(product)?, self.symbol(query, *p)?);
                unsafe { Z3_mk_eq(c, p, product) }
            }
            Shape::Bits { width, value } => {
                let text = CString::new(value.to_string()).ok()?;
                unsafe { Z3_mk_numeral(c, text.as_ptr(), Z3_mk_bv_sort(c, (*width).into())?) }
            }
            Shape::BitsBinary(op, a, b) => unsafe { bits_binary(*op)(c, self.done(*a)?, self.done(*b)?) },
            Shape::BitsCompare(op, a, b) => unsafe { bits_compare(*op)(c, self.done(*a)?, self.done(*b)?) },
            Shape::BitsIte(i, a, b) => unsafe { Z3_mk_ite(c, self.done(*i)?, self.done(*a)?, self.done(*b)?) },
            Shape::BitsCast(op, to, a, from) => self.cast(*op, *to, self.done(*a)?, *from),
        };
        self.keep(ast)
    }

    fn cast(&self, op: CastOp, to: Width, a: Z3_ast, from: Width) -> Option<Z3_ast> {
        let c = self.z3.context;
        let more = u32::from(to.saturating_sub(from));
        // SAFETY: the operand is a live bit-vector of `from` bits.
        unsafe {
            match op {
                CastOp::Zext => Z3_mk_zero_ext(c, more, a),
                CastOp::Sext => Z3_mk_sign_ext(c, more, a),
                CastOp::Trunc => Z3_mk_extract(c, u32::from(to) - 1, 0, a),
            }
        }
    }

    fn integer(&mut self, value: i128) -> Option<Z3_ast> {
        let c = self.z3.context;
        let ast = match i64::try_from(value) {
            // SAFETY: the sort is live while it is used.
            Ok(value) => unsafe { Z3_mk_int64(c, value, Z3_mk_int_sort(c)?) },
            Err(_) => {
                let text = CString::new(value.to_string()).ok()?;
                // SAFETY: the text is terminated, the sort live while it is used.
                unsafe { Z3_mk_numeral(c, text.as_ptr(), Z3_mk_int_sort(c)?) }
            }
        };
        self.keep(ast)
    }

    /// `Σ coefficient·symbol`
    fn sum(&mut self, query: &Query, lin: &Lin) -> Option<Z3_ast> {
        let c = self.z3.context;
        let mut parts = vec![];
        for (s, coefficient) in &lin.terms {
            let symbol = self.symbol(query, *s)?;
            if *coefficient == 1 {
                parts.push(symbol);
                continue;
            }
            let factors = [self.integer(*coefficient)?, symbol];
            // SAFETY: both factors are live integers.
            let product = unsafe { Z3_mk_mul(c, 2, factors.as_ptr()) };
            parts.push(self.keep(product)?);
        }
        // SAFETY: the parts are live integers; an empty sum is not stored in a comparison.
        let ast = unsafe { Z3_mk_add(c, parts.len() as u32, parts.as_ptr()) };
        self.keep(ast)
    }
}

type Make2 = unsafe extern "C" fn(Z3_context, Z3_ast, Z3_ast) -> Option<Z3_ast>;

fn bits_binary(op: BinaryOp) -> Make2 {
    match op {
        BinaryOp::Add => Z3_mk_bvadd,
        BinaryOp::Sub => Z3_mk_bvsub,
        BinaryOp::Mul => Z3_mk_bvmul,
        BinaryOp::UDiv => Z3_mk_bvudiv,
        BinaryOp::SDiv => Z3_mk_bvsdiv,
        BinaryOp::URem => Z3_mk_bvurem,
        BinaryOp::SRem => Z3_mk_bvsrem,
        BinaryOp::Shl => Z3_mk_bvshl,
        BinaryOp::LShr => Z3_mk_bvlshr,
        BinaryOp::AShr => Z3_mk_bvashr,
        BinaryOp::And => Z3_mk_bvand,
        BinaryOp::Or => Z3_mk_bvor,
        BinaryOp::Xor => Z3_mk_bvxor,
    }
}

fn bits_compare(op: CompareOp) -> Make2 {
    match op {
        CompareOp::Eq => Z3_mk_eq,
        CompareOp::Ult => Z3_mk_bvult,
        CompareOp::Ule => Z3_mk_bvule,
        CompareOp::Slt => Z3_mk_bvslt,
        CompareOp::Sle => Z3_mk_bvsle,
    }
}
