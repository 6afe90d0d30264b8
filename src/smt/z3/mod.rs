//! Z3 behind a small safe surface: one context with one simple solver; sessions that assert [`Query`] formulas.
//!
//! The C interface is used directly, since the `z3` crate has no simple solver and panics where Z3 reports an error.
//! Works from Z3 4.8.12 on; only calls and enumerations that have been stable since are used. `Z3_mk_bvmul_no_overflow` is
//! avoided: with 4.8.12 `bvsmul_noovfl` of 3 and -1 is false in some queries.
//!
//! **Invariants:** every handle belongs to the one live context of its [`Z3`]; every term made is referenced until the
//! session ends; an error of Z3 becomes [`Outcome::Unknown`].

pub(super) mod cpu;
mod terms;
#[cfg(test)]
mod tests;
mod watch;

use crate::smt::formula::{Expr, Query, Sort, Sym};
use std::ffi::CStr;
use std::time::{Duration, Instant};
use z3_sys::*;

/// Z3's older solver of arithmetic. Of queries as they are made here it does as much in a tenth of the time: the newer one
/// (6) cuts with numbers of hundreds of digits, which its resource units do not show.
const ARITHMETIC: &CStr = c"2";

/// What simplifying may take before it is interrupted: of real queries it takes some milliseconds.
const SIMPLIFYING: Duration = Duration::from_millis(500);

/// What one check may spend. `steps` decides, CPU time is the backstop; the wall clock ends it where the user gave a time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    /// Z3's resource units, of which it uses some millions per second.
    pub(super) steps: u32,
    pub(super) cpu: Duration,
    pub(super) end: Instant,
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
    /// Simplifying what is asserted took too long.
    late: bool,
    /// The scopes that each push has opened: none if it was interrupted.
    opened: Vec<u32>,
}

/// Z3's version, as it says itself.
#[must_use]
pub fn version() -> String {
    z3::full_version().to_owned()
}

impl Z3 {
    pub(super) fn new() -> Option<Z3> {
        // SAFETY: the parameter's name and value are terminated, and Z3 guards its parameters against other threads. The
        // configuration is valid until deleted, the context then lives until `drop`. Without an error handler errors are
        // reported by null results and the error code, and never end the process.
        unsafe {
            // A solver's own parameters come too late for this one.
            Z3_global_param_set(c"smt.arith.solver".as_ptr(), ARITHMETIC.as_ptr());
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
        Session { z3: self, symbols: vec![], built: vec![], kept: vec![], failed: false, late: false, opened: vec![] }
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
    /// Opens a scope. Z3 simplifies what is asserted before, which its resource units do not limit: where that takes too
    /// long, all further checks of the session are unknown.
    pub(super) fn push(&mut self) {
        if self.failed || self.late {
            self.opened.push(0);
            return;
        }
        let (context, solver) = (self.z3.context, self.z3.solver);
        let before = self.scopes();
        // SAFETY: context and solver are live.
        let pushed = watch::within(context, (SIMPLIFYING, None), || unsafe { Z3_solver_push(context, solver) });
        self.failed |= pushed.is_none();
        self.late |= pushed.is_some_and(|((), is_late)| is_late);
        self.opened.push(self.scopes().saturating_sub(before));
    }

    /// Undoes the assertions since the matching [`push`](Self::push).
    pub(super) fn pop(&mut self) {
        let opened = self.opened.pop().unwrap_or_default();
        // SAFETY: context and solver are live, and so many scopes are open.
        unsafe { Z3_solver_pop(self.z3.context, self.z3.solver, opened) };
    }

    fn scopes(&self) -> u32 {
        // SAFETY: context and solver are live.
        unsafe { Z3_solver_get_num_scopes(self.z3.context, self.z3.solver) }
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
        let text = std::ffi::CString::new(text).ok()?;
        // SAFETY: the text is terminated; context and solver are live.
        unsafe { Z3_solver_from_string(self.z3.context, self.z3.solver, text.as_ptr()) };
        self.z3.ok().then_some(())
    }

    pub(super) fn check(&mut self, limit: Limit) -> Outcome {
        let error = |reason: &str| Outcome::Unknown { reason: reason.to_owned(), time: false };
        if self.failed {
            return error("the solver did not take the query");
        }
        if self.late || limit.end <= Instant::now() {
            return Outcome::Unknown { reason: "time is up".into(), time: true };
        }
        if self.set_steps(limit.steps).is_none() {
            return error("the solver did not take its limit");
        }
        let (context, solver) = (self.z3.context, self.z3.solver);
        let times = (limit.cpu, Some(limit.end));
        // SAFETY: context and solver are live.
        let Some((result, time)) = watch::within(context, times, || unsafe { Z3_solver_check(context, solver) }) else {
            return error("nothing can end the solver's work in time");
        };
        match result {
            Z3_L_TRUE => Outcome::Sat,
            Z3_L_FALSE if self.z3.ok() => Outcome::Unsat,
            Z3_L_FALSE => error("the solver reported an error"),
            _ => {
                // SAFETY: the string is valid until the next call.
                let reason = unsafe { CStr::from_ptr(Z3_solver_get_reason_unknown(context, solver)) };
                // Z3 says so whichever of the two limits it was.
                let reason = match reason.to_bytes() {
                    b"canceled" if time => "its time was used up".into(),
                    b"canceled" => "its work was used up".into(),
                    _ => reason.to_string_lossy().into_owned(),
                };
                Outcome::Unknown { time, reason }
            }
        }
    }

    /// The resource units that all checks of this context have spent, if Z3 says so.
    pub(super) fn spent(&self) -> Option<u32> {
        let c = self.z3.context;
        // SAFETY: context and solver are live; the statistics are referenced while they are read, the key is terminated and
        // valid for as long.
        unsafe {
            let statistics = Z3_solver_get_statistics(c, self.z3.solver)?;
            Z3_stats_inc_ref(c, statistics);
            let is_count = |i: &u32| CStr::from_ptr(Z3_stats_get_key(c, statistics, *i)) == c"rlimit count";
            let at = (0..Z3_stats_size(c, statistics)).find(is_count);
            let count = at.filter(|i| Z3_stats_is_uint(c, statistics, *i));
            let count = count.map(|i| Z3_stats_get_uint_value(c, statistics, i));
            Z3_stats_dec_ref(c, statistics);
            count
        }
    }

    /// How many terms were made for it.
    pub(super) fn size(&self) -> usize {
        self.kept.len()
    }

    fn set_steps(&mut self, steps: u32) -> Option<()> {
        let c = self.z3.context;
        // SAFETY: the parameter set is referenced while it is used.
        unsafe {
            let params = Z3_mk_params(c)?;
            Z3_params_inc_ref(c, params);
            if let Some(key) = Z3_mk_string_symbol(c, c"rlimit".as_ptr()) {
                Z3_params_set_uint(c, params, key, steps);
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
}
