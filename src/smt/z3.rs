//! Z3 behind a small safe surface: one context with one simple solver; sessions that assert [`Query`] formulas.
//!
//! The C interface is used directly, since the `z3` crate has no simple solver and panics where Z3 reports an error.
//! Works from Z3 4.8.12 on; only calls and enumerations that have been stable since are used. `Z3_mk_bvmul_no_overflow` is
//! avoided: with 4.8.12 `bvsmul_noovfl` of 3 and -1 is false in some queries.
//!
//! **Invariants:** every handle belongs to the one live context of its [`Z3`]; every term made is referenced until the
//! session ends; an error of Z3 becomes [`Outcome::Unknown`].

use super::formula::{Expr, Lin, Query, Shape, Sort, Sym};
use crate::term::{BinaryOp, CastOp, CompareOp, Width};
use std::ffi::{CStr, CString};
use std::time::{Duration, Instant};
use z3_sys::*;

/// What one check may spend. `steps` decides, `time` is the backstop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Z3's resource units, of which it uses some millions per second.
    pub(super) steps: u32,
    pub(super) time: Duration,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Outcome {
    Sat,
    Unsat,
    Unknown {
        reason: String,
        /// The wall clock decided.
        time: bool,
    },
}

/// A context and its solver. Not shared between threads: it holds raw pointers.
#[derive(Debug)]
pub(super) struct Z3 {
    context: Z3_context,
    solver: Z3_solver,
}

/// The assertions about one query; dropped, they are gone.
#[derive(Debug)]
pub(super) struct Session<'a> {
    z3: &'a Z3,
    symbols: Vec<Option<Z3_ast>>,
    built: Vec<Option<Z3_ast>>,
    /// Every term that was made, each holding one reference.
    kept: Vec<Z3_ast>,
    /// Something could not be built or asserted.
    failed: bool,
}

/// Z3's version, as it says itself.
#[must_use]
pub fn version() -> String {
    z3::full_version().to_owned()
}

impl Z3 {
    pub(super) fn new() -> Option<Z3> {
        // SAFETY: the configuration is valid until deleted, the context then lives until `drop`. Without an error handler
        // errors are reported by null results and the error code, and never end the process.
        unsafe {
            let config = Z3_mk_config()?;
            let context = Z3_mk_context_rc(config);
            Z3_del_config(config);
            let context = context?;
            Z3_set_error_handler(context, None);
            let Some(solver) = Z3_mk_simple_solver(context) else {
                Z3_del_context(context);
                return None;
            };
            Z3_solver_inc_ref(context, solver);
            Some(Z3 { context, solver })
        }
    }

    pub(super) fn session(&mut self) -> Session<'_> {
        // SAFETY: context and solver are live.
        unsafe { Z3_solver_push(self.context, self.solver) };
        Session { z3: self, symbols: vec![], built: vec![], kept: vec![], failed: false }
    }

    fn ok(&self) -> bool {
        // SAFETY: the context is live.
        unsafe { Z3_get_error_code(self.context) == ErrorCode::Ok }
    }
}

impl Drop for Z3 {
    fn drop(&mut self) {
        // SAFETY: both were made in `new` and are used no more; all sessions, which borrow this, have ended.
        unsafe {
            Z3_solver_dec_ref(self.context, self.solver);
            Z3_del_context(self.context);
        }
    }
}

impl Drop for Session<'_> {
    fn drop(&mut self) {
        // SAFETY: pops the scope pushed in `session` (inner scopes have been popped by their owners) and gives back one
        // reference for each that was taken.
        unsafe {
            Z3_solver_pop(self.z3.context, self.z3.solver, 1);
            for ast in &self.kept {
                Z3_dec_ref(self.z3.context, *ast);
            }
        }
    }
}

impl Session<'_> {
    pub(super) fn push(&mut self) {
        // SAFETY: context and solver are live.
        unsafe { Z3_solver_push(self.z3.context, self.z3.solver) };
    }

    /// Undoes the assertions since the matching [`push`](Self::push).
    pub(super) fn pop(&mut self) {
        // SAFETY: as for `push`; callers pair the two.
        unsafe { Z3_solver_pop(self.z3.context, self.z3.solver, 1) };
    }

    pub(super) fn assert(&mut self, query: &Query, e: Expr) {
        match self.build(query, e) {
            // SAFETY: the term is live and a truth value.
            Some(ast) => unsafe { Z3_solver_assert(self.z3.context, self.z3.solver, ast) },
            None => self.failed = true,
        }
        self.failed |= !self.z3.ok();
    }

    /// Asserts what a text in SMT-LIB 2 asserts; `None` if Z3 cannot read it.
    #[cfg(test)]
    pub(super) fn assert_text(&mut self, text: &str) -> Option<()> {
        let text = CString::new(text).ok()?;
        // SAFETY: the text is terminated; context and solver are live.
        unsafe { Z3_solver_from_string(self.z3.context, self.z3.solver, text.as_ptr()) };
        self.z3.ok().then_some(())
    }

    pub(super) fn check(&mut self, limit: Limit) -> Outcome {
        let error = |reason: &str| Outcome::Unknown { reason: reason.to_owned(), time: false };
        if self.failed {
            return error("the solver did not take the query");
        }
        if limit.time.is_zero() {
            return Outcome::Unknown { reason: "time is up".into(), time: true };
        }
        let millis = u32::try_from(limit.time.as_millis()).unwrap_or(u32::MAX).max(1);
        if self.set_limits(limit.steps, millis).is_none() {
            return error("the solver did not take its limits");
        }
        let start = Instant::now();
        // SAFETY: context and solver are live.
        let result = unsafe { Z3_solver_check(self.z3.context, self.z3.solver) };
        match result {
            Z3_L_TRUE => Outcome::Sat,
            Z3_L_FALSE if self.z3.ok() => Outcome::Unsat,
            Z3_L_FALSE => error("the solver reported an error"),
            _ => {
                // SAFETY: the string is valid until the next call.
                let reason = unsafe { CStr::from_ptr(Z3_solver_get_reason_unknown(self.z3.context, self.z3.solver)) };
                let reason = reason.to_string_lossy().into_owned();
                // Z3 says "canceled" whichever of the two limits it was.
                Outcome::Unknown { time: start.elapsed() >= limit.time, reason }
            }
        }
    }

    fn set_limits(&mut self, steps: u32, millis: u32) -> Option<()> {
        let c = self.z3.context;
        // SAFETY: the parameter set is referenced while it is used.
        unsafe {
            let params = Z3_mk_params(c)?;
            Z3_params_inc_ref(c, params);
            for (key, value) in [(c"rlimit", steps), (c"timeout", millis)] {
                if let Some(key) = Z3_mk_string_symbol(c, key.as_ptr()) {
                    Z3_params_set_uint(c, params, key, value);
                }
            }
            Z3_solver_set_params(c, self.z3.solver, params);
            Z3_params_dec_ref(c, params);
        }
        self.z3.ok().then_some(())
    }

    /// The model's values of `symbols`, after [`Outcome::Sat`]: integers, bit-vectors as unsigned numbers, truth values as
    /// 0 and 1.
    pub(super) fn values(&mut self, query: &Query, symbols: &[Sym]) -> Option<Vec<i128>> {
        let c = self.z3.context;
        // SAFETY: context and solver are live; there is a model after a satisfiable check, else the result is null.
        let model = unsafe { Z3_solver_get_model(c, self.z3.solver)? };
        // SAFETY: the model is live; the reference is given back below.
        unsafe { Z3_model_inc_ref(c, model) };
        let values = symbols.iter().map(|s| self.value(query, model, *s)).collect();
        // SAFETY: gives back the reference taken above.
        unsafe { Z3_model_dec_ref(c, model) };
        values
    }

    fn value(&mut self, query: &Query, model: Z3_model, s: Sym) -> Option<i128> {
        let c = self.z3.context;
        let ast = self.symbol(query, s)?;
        let mut value = ast;
        // SAFETY: model and term are live; the result is referenced while it is read.
        unsafe {
            if !Z3_model_eval(c, model, ast, true, &raw mut value) {
                return None;
            }
            self.keep(Some(value))?;
            match query.symbols.get(s.0 as usize)?.sort {
                Sort::Bool => Some(i128::from(Z3_get_bool_value(c, value) == Z3_L_TRUE)),
                Sort::Int | Sort::Bits(_) => {
                    CStr::from_ptr(Z3_get_numeral_string(c, value)).to_str().ok()?.parse().ok()
                }
            }
        }
    }

    /// Takes a reference that the session's end gives back.
    fn keep(&mut self, ast: Option<Z3_ast>) -> Option<Z3_ast> {
        let ast = ast?;
        // SAFETY: the term was just made by this context, and no other call has happened since.
        unsafe { Z3_inc_ref(self.z3.context, ast) };
        self.kept.push(ast);
        Some(ast)
    }

    fn symbol(&mut self, query: &Query, s: Sym) -> Option<Z3_ast> {
        let index = s.0 as usize;
        if self.symbols.len() <= index {
            self.symbols.resize(index + 1, None);
        }
        if let Some(known) = self.symbols[index] {
            return Some(known);
        }
        let c = self.z3.context;
        let symbol = query.symbols.get(index)?;
        let name = CString::new(symbol.name.as_str()).ok()?;
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

    fn build(&mut self, query: &Query, root: Expr) -> Option<Z3_ast> {
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
