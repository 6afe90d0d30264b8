//! Protocol to [`Kernel`]: conditionals become guards, loops count from 0, cells become byte offsets. From here on a
//! `.map` file and a CUDA kernel are the same thing.
//!
//! Values are 64 bits wide; parameters and locals have the bounds of 32-bit integers, so arithmetic on them does not wrap.
//! Direction of imprecision: exact, but for the assumed ranges of indices (see the module [`map`](super)).

use super::validate::validate;
use super::values::{Value, Values};
use crate::kernel::launch::Seen;
use crate::kernel::{self, Array, ArrayId, Kernel, LaunchVars, Loop, Matching, Step, Sync};
use crate::map::ast::{Access, Expr, For, Mode, Place, Protocol, Range, Step as By, Stmt};
use crate::map::error::MapError;
use crate::term::{BinaryOp, Intervals, Owner, Term, Terms, Var, VarInfo, VarKind};
use crate::verdict::Assumption;
use std::sync::Arc;

/// The bounds of a parameter or local.
const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);
/// No loop runs longer, in iterations.
const LONGEST: i128 = 1 << 62;

/// The kernel that a protocol describes. Its facts are the `where` clauses.
///
/// # Errors
/// What [`validate()`] finds.
pub fn lower(protocol: &Protocol) -> Result<Kernel, Vec<MapError>> {
    validate(protocol)?;
    let mut lowering = Lowering::new(protocol);
    let facts = protocol.facts.iter().map(|fact| lowering.values.condition(fact)).collect::<Lowered<Vec<_>>>();
    let facts = facts.map_err(|e| vec![e])?;
    let always = lowering.values.terms.truth();
    let body = lowering.block(&protocol.body, always).map_err(|e| vec![e])?;
    let Lowering { values, arrays, mut assumptions, .. } = lowering;
    assumptions.sort_by_cached_key(ToString::to_string);
    assumptions.dedup();
    // A `where` says which threads there are, and is no contract that each has to meet.
    let survived = (0..facts.len()).collect();
    Ok(Kernel {
        name: protocol.name.text.clone(),
        symbol: protocol.name.text.clone(),
        span: protocol.name.at.0.clone(),
        launch: values.launch,
        cluster: None,
        parameters: vec![],
        launches: vec![],
        seen: Seen::default(),
        overlays: vec![],
        variants: vec![],
        terms: values.terms,
        arrays,
        body,
        facts,
        exits: vec![],
        branches: vec![],
        dependences: Arc::default(),
        gathered: vec![],
        contents: vec![],
        factors: vec![],
        shuffles: vec![],
        butterflies: vec![],
        assumptions,
        overtaken: vec![],
        survived,
        reads: vec![],
        ignored: vec![],
        unsupported: vec![],
    })
}

struct Lowering {
    values: Values,
    arrays: Vec<Array>,
    intervals: Intervals,
    assumptions: Vec<Assumption>,
    accesses: usize,
}

type Lowered<T> = Result<T, MapError>;

impl Lowering {
    fn new(protocol: &Protocol) -> Self {
        let mut terms = Terms::new();
        let launch = LaunchVars::declare(&mut terms);
        let mut values = Values::new(terms, launch);
        for (names, kind) in [(&protocol.params, VarKind::Param), (&protocol.locals, VarKind::Local)] {
            for name in names {
                values.declare(&name.text, kind, INT);
            }
        }
        for unknown in &protocol.unknowns {
            values.declare_unknown(unknown);
        }
        let arrays = protocol
            .arrays
            .iter()
            .map(|a| Array {
                name: a.name.text.clone(),
                space: a.space,
                element: a.element,
                dims: a.dims.clone(),
                single: false,
                unsigned: false,
                fields: None,
                unknown_object: false,
                beside: vec![],
                opens_for: None,
                declared: None,
                written: None,
            })
            .collect();
        Lowering { values, arrays, intervals: Intervals::new(), assumptions: vec![], accesses: 0 }
    }

    /// The steps of a block under `guard`, which is relative to the header of the enclosing loop.
    fn block(&mut self, body: &[Stmt], guard: Term) -> Lowered<Vec<Step>> {
        let depth = self.values.depth();
        let mut steps = vec![];
        for statement in body {
            self.statement(statement, guard, &mut steps)?;
        }
        self.values.leave(depth);
        Ok(steps)
    }

    fn statement(&mut self, statement: &Stmt, guard: Term, steps: &mut Vec<Step>) -> Lowered<()> {
        match statement {
            Stmt::Skip => {}
            Stmt::Access(access) => steps.push(Step::Access(self.access(access, guard)?)),
            Stmt::Sync(scope, at) => {
                let truth = self.values.terms.truth();
                steps.push(Step::Sync(Sync {
                    guard,
                    alive: truth,
                    survived: truth,
                    scope: *scope,
                    matching: Matching::Site,
                    mask: None,
                    named: None,
                    orders: true,
                    agreed: vec![],
                    exchange: None,
                    span: at.0.clone(),
                }));
            }
            Stmt::If { cond, then, otherwise, .. } => {
                let cond = self.values.condition(cond)?;
                let terms = &mut self.values.terms;
                let (yes, not) = (terms.and(guard, cond), terms.not(cond));
                let no = terms.and(guard, not);
                steps.extend(self.block(then, yes)?);
                steps.extend(self.block(otherwise, no)?);
            }
            Stmt::For(f) => steps.push(Step::Loop(self.for_loop(f, guard)?)),
            Stmt::Let(name, value) => {
                let value = self.values.expr(value)?;
                self.values.bind(&name.text, value);
            }
        }
        Ok(())
    }

    // ---- loops ----

    fn for_loop(&mut self, f: &For, guard: Term) -> Lowered<Loop> {
        let depth = self.values.depth();
        let (counter, runs) = match &f.range {
            Range::While(cond) => {
                let counter = self.counter(&f.var.text, LONGEST);
                let var = self.values.terms.var(counter);
                self.values.bind(&f.var.text, Value::Int(var));
                (counter, self.values.condition(cond)?)
            }
            Range::Steps { from, to, step } => {
                let from = self.values.expr(from)?;
                let to = self.values.expr(to)?;
                let (from, to) = (self.values.int(from), self.values.int(to));
                let (counter, value, runs) = match step {
                    By::Up(by) | By::Down(by) => self.stride(&f.var.text, from, to, by, matches!(step, By::Up(_)))?,
                    By::Times(by) => self.times(&f.var.text, from, to, by.trailing_zeros()),
                    By::Over(by) => self.over(&f.var.text, from, to, by.trailing_zeros()),
                };
                self.values.bind(&f.var.text, Value::Int(value));
                (counter, runs)
            }
        };
        let terms = &mut self.values.terms;
        let executed = terms.and(guard, runs);
        let (zero, one) = (terms.int(64, 0), terms.int(64, 1));
        let since = terms.truth();
        let entered = terms.replace(executed, counter, zero);
        let index = terms.var(counter);
        let next = terms.add(index, one);
        let continues = terms.replace(runs, counter, next);
        let (always, returns) = (terms.truth(), terms.falsity());
        let body = self.block(&f.body, always)?;
        self.values.leave(depth);
        Ok(Loop {
            counter,
            executed,
            since,
            entered,
            continues,
            returns,
            may_be_last: false,
            variable: None,
            body,
            span: f.var.at.0.clone(),
        })
    }

    /// Counts the iterations of the loop over `name`; they are fewer than `trips`.
    fn counter(&mut self, name: &str, trips: i128) -> Var {
        let last = i64::try_from((trips - 1).clamp(0, LONGEST)).unwrap_or(i64::MAX);
        let (name, kind) = (name.to_owned(), VarKind::Counter);
        self.values.terms.declare_var(VarInfo { name, width: 64, kind, bounds: Some((0, last)), owner: Owner::All })
    }

    /// The counter, the loop variable's value and the condition under which iteration `counter` is executed.
    fn stride(&mut self, name: &str, from: Term, to: Term, by: &Expr, up: bool) -> Lowered<(Var, Term, Term)> {
        let by = self.values.expr(by)?;
        let by = self.values.int(by);
        let [a, b, s] = [from, to, by].map(|t| self.intervals.of(&self.values.terms, t));
        let distance = if up { b.hi - a.lo } else { a.hi - b.lo };
        let step = s.lo.max(1);
        let trivial = self.values.terms.as_const(from) == Some(0) && self.values.terms.as_const(by) == Some(1) && up;
        let name = if trivial { name.to_owned() } else { format!("{name}.count") };
        let counter = self.counter(&name, (distance + step - 1) / step);
        let terms = &mut self.values.terms;
        let index = terms.var(counter);
        let moved = terms.mul(index, by);
        let value = if up { terms.add(from, moved) } else { self.values.minus(from, moved) };
        let terms = &mut self.values.terms;
        let inside = if up { terms.slt(value, to) } else { terms.slt(to, value) };
        let zero = terms.int(64, 0);
        let forward = terms.slt(zero, by);
        Ok((counter, value, terms.and(forward, inside)))
    }

    /// `from · 2^(bits · counter)`, below `to`.
    fn times(&mut self, name: &str, from: Term, to: Term, bits: u32) -> (Var, Term, Term) {
        let [a, b] = [from, to].map(|t| self.intervals.of(&self.values.terms, t));
        let trips = i128::from((128 - b.hi.max(1).leading_zeros()).div_ceil(bits));
        let counter = self.counter(&format!("{name}.count"), trips.min(i128::from(62 / bits)) + 1);
        let shift = self.shift(counter, bits);
        let terms = &mut self.values.terms;
        let value = terms.binary(BinaryOp::Shl, from, shift);
        let zero = terms.int(64, 0);
        let (positive, inside) = (terms.slt(zero, from), terms.slt(value, to));
        let mut runs = terms.and(positive, inside);
        if a.hi >= 1 << 31 || b.hi > 1 << 31 {
            let most = terms.int(64, i64::MAX);
            let room = terms.binary(BinaryOp::LShr, most, shift);
            let fits = terms.sle(from, room);
            runs = terms.and(runs, fits);
        }
        (counter, value, runs)
    }

    /// `from / 2^(bits · counter)`, above `to` and above 0.
    fn over(&mut self, name: &str, from: Term, to: Term, bits: u32) -> (Var, Term, Term) {
        let a = self.intervals.of(&self.values.terms, from);
        let trips = i128::from((128 - a.hi.max(1).leading_zeros()).div_ceil(bits));
        let counter = self.counter(&format!("{name}.count"), trips.min(i128::from(63 / bits)) + 1);
        let shift = self.shift(counter, bits);
        let terms = &mut self.values.terms;
        let value = terms.binary(BinaryOp::AShr, from, shift);
        let zero = terms.int(64, 0);
        let (positive, inside) = (terms.slt(zero, value), terms.slt(to, value));
        (counter, value, terms.and(positive, inside))
    }

    fn shift(&mut self, counter: Var, bits: u32) -> Term {
        let terms = &mut self.values.terms;
        let (index, bits) = (terms.var(counter), terms.int(64, i64::from(bits)));
        terms.mul(index, bits)
    }

    // ---- accesses ----

    fn access(&mut self, access: &Access, guard: Term) -> Lowered<kernel::Access> {
        let found = self.arrays.iter().position(|a| a.name == access.array.text);
        let Some(index) = found else {
            return Err(MapError::new(&access.array.at, format!("no array is called `{}`", access.array.text)));
        };
        let element = self.arrays[index].element as i64;
        let (guard, offset, bytes) = match &access.place {
            Place::Bytes { offset, length } => {
                let offset = self.values.expr(offset)?;
                let length = self.values.expr(length)?;
                (guard, self.values.int(offset), self.values.int(length))
            }
            Place::Cell(indices) => {
                let (guard, cell) = self.cell(index, indices, guard)?;
                let size = self.values.terms.int(64, element);
                (guard, self.values.terms.mul(cell, size), size)
            }
        };
        let mode = match &access.mode {
            Mode::Read => kernel::Mode::Read,
            Mode::Write(None) => kernel::Mode::Write(None),
            Mode::Write(Some(value)) => {
                let value = self.values.expr(value)?;
                kernel::Mode::Write(Some(self.values.int(value)))
            }
            Mode::Atomic(scope) => kernel::Mode::Atomic(*scope),
        };
        let id = self.accesses;
        self.accesses += 1;
        let (array, span) = (ArrayId(index), access.array.at.0.clone());
        Ok(kernel::Access { id, span, ..kernel::Access::plain(guard, array, offset, bytes, mode) })
    }

    /// The row-major number of a cell, and `guard` with what is assumed of the indices behind the first.
    fn cell(&mut self, array: usize, indices: &[Expr], guard: Term) -> Lowered<(Term, Term)> {
        if self.arrays[array].dims.is_empty() && indices.len() > 1 {
            // No extents: fields wide enough for any index in practice, so that distinct indices are distinct cells.
            self.arrays[array].dims = vec![1 << (48 / indices.len()); indices.len()];
        }
        let dims = self.arrays[array].dims.clone();
        let mut guard = guard;
        let mut cell = self.values.terms.int(64, 0);
        for (position, index) in indices.iter().enumerate() {
            let value = self.values.expr(index)?;
            let value = self.values.int(value);
            let extent = dims.get(position).copied().unwrap_or(1) as i64;
            let known = self.intervals.of(&self.values.terms, value);
            let terms = &mut self.values.terms;
            let size = terms.int(64, extent);
            cell = terms.mul(cell, size);
            cell = terms.add(cell, value);
            if position == 0 || (known.lo >= 0 && known.hi < i128::from(extent)) {
                continue;
            }
            let zero = terms.int(64, 0);
            let (from, to) = (terms.sle(zero, value), terms.slt(value, size));
            let inside = terms.and(from, to);
            guard = terms.and(guard, inside);
            let array = self.arrays[array].name.clone();
            self.assumptions.push(Assumption::IndexWithin { position: position + 1, array, extent });
        }
        Ok((guard, cell))
    }
}
