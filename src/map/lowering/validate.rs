//! Checks that a protocol means something: every name is declared once, every array has the right number of indices, every
//! call the right number of arguments, every step goes somewhere.
//!
//! **Invariant:** a protocol without errors here lowers, and [`interp`](crate::map::interp) fails on it only for what depends on
//! values.

use crate::map::ast::{Access, At, Expr, For, Mode, Name, Place, Protocol, Range, Step, Stmt};
use crate::map::error::MapError;
use crate::map::grammar;
use std::collections::{BTreeMap, BTreeSet};

/// The most indices an array without declared extents may have.
const MOST_INDICES: usize = 4;
/// The largest array, in bytes: what a device could hold, so that offsets stay far from wrapping.
const MOST_BYTES: u64 = 1 << 47;

/// Everything that is wrong, in the order of the text.
///
/// # Errors
/// A list that is not empty.
pub fn validate(protocol: &Protocol) -> Result<(), Vec<MapError>> {
    let mut check = Check {
        protocol,
        names: BTreeSet::new(),
        indices: BTreeMap::new(),
        inside: vec![],
        bound: BTreeSet::new(),
        errors: vec![],
    };
    check.declarations();
    for fact in &protocol.facts {
        check.expr(fact);
    }
    check.block(&protocol.body);
    if check.errors.is_empty() { Ok(()) } else { Err(check.errors) }
}

struct Check<'a> {
    protocol: &'a Protocol,
    /// Everything declared at the top.
    names: BTreeSet<&'a str>,
    /// How many indices the first access to an array without extents has.
    indices: BTreeMap<&'a str, usize>,
    /// The loop variables and definitions in scope, innermost last, and the same as a set.
    inside: Vec<&'a str>,
    bound: BTreeSet<&'a str>,
    errors: Vec<MapError>,
}

impl<'a> Check<'a> {
    fn error(&mut self, at: &At, message: String) {
        self.errors.push(MapError::new(at, message));
    }

    fn declarations(&mut self) {
        let p = self.protocol;
        let arrays = p.arrays.iter().map(|a| &a.name);
        let unknowns = p.unknowns.iter().map(|u| &u.name);
        for name in arrays.chain(&p.params).chain(&p.locals).chain(unknowns) {
            if grammar::is_reserved(&name.text) {
                self.error(&name.at, format!("`{}` has a meaning of its own", name.text));
            } else if !self.names.insert(&name.text) {
                self.error(&name.at, format!("`{}` is declared twice", name.text));
            }
        }
        for unknown in p.unknowns.iter().filter(|u| grammar::builtin(&u.name.text).is_some()) {
            self.error(&unknown.name.at, format!("`{}` is a function already", unknown.name.text));
        }
        for array in &p.arrays {
            let bytes = array.dims.iter().try_fold(array.element, |bytes, dim| bytes.checked_mul(*dim));
            if array.element == 0 || array.dims.contains(&0) {
                self.error(&array.name.at, format!("`{}` has an extent of 0", array.name.text));
            } else if bytes.is_none_or(|b| b > MOST_BYTES) {
                self.error(&array.name.at, format!("`{}` is larger than 2^47 bytes", array.name.text));
            }
        }
    }

    fn block(&mut self, body: &'a [Stmt]) {
        let depth = self.inside.len();
        for statement in body {
            self.statement(statement);
        }
        self.leave(depth);
    }

    fn leave(&mut self, depth: usize) {
        self.inside.drain(depth..).for_each(|name| _ = self.bound.remove(name));
    }

    fn statement(&mut self, statement: &'a Stmt) {
        match statement {
            Stmt::Skip | Stmt::Sync(..) => {}
            Stmt::Access(access) => self.access(access),
            Stmt::If { cond, then, otherwise, .. } => {
                self.expr(cond);
                self.block(then);
                self.block(otherwise);
            }
            Stmt::For(f) => self.for_loop(f),
            Stmt::Let(name, value) => {
                self.expr(value);
                self.bind(name);
            }
        }
    }

    fn bind(&mut self, name: &'a Name) {
        let text = name.text.as_str();
        if grammar::is_reserved(text) || self.names.contains(text) || !self.bound.insert(text) {
            self.error(&name.at, format!("`{text}` already has a meaning here"));
        } else {
            self.inside.push(text);
        }
    }

    fn for_loop(&mut self, f: &'a For) {
        if let Range::Steps { from, to, step } = &f.range {
            self.expr(from);
            self.expr(to);
            match step {
                Step::Up(Expr::Int(by)) | Step::Down(Expr::Int(by)) if *by <= 0 => {
                    self.error(&f.var.at, format!("the step of `{}` must be positive", f.var.text));
                }
                Step::Up(by) | Step::Down(by) => self.expr(by),
                Step::Times(by) | Step::Over(by) if !by.is_power_of_two() || *by < 2 || *by > 1 << 30 => {
                    let message = format!("the factor of `{}` must be a power of two, from 2 to 2^30", f.var.text);
                    self.error(&f.var.at, message);
                }
                Step::Times(_) | Step::Over(_) => {}
            }
        }
        let depth = self.inside.len();
        self.bind(&f.var);
        if let Range::While(cond) = &f.range {
            self.expr(cond);
        }
        self.block(&f.body);
        self.leave(depth);
    }

    fn access(&mut self, access: &'a Access) {
        if let Mode::Write(Some(value)) = &access.mode {
            self.expr(value);
        }
        let (name, at) = (access.array.text.as_str(), &access.array.at);
        let declared = self.protocol.arrays.iter().find(|a| a.name.text == name);
        if declared.is_none() {
            self.error(at, format!("no array is called `{name}`"));
        }
        match &access.place {
            Place::Bytes { offset, length } => {
                self.expr(offset);
                self.expr(length);
            }
            Place::Cell(indices) => {
                indices.iter().for_each(|i| self.expr(i));
                let dims = declared.map_or(0, |a| a.dims.len());
                let expected = if dims > 0 { dims } else { *self.indices.entry(name).or_insert(indices.len()) };
                if indices.len() != expected {
                    self.error(
                        at,
                        format!("`{name}` takes {}, found {}", counted(expected, "index", "indices"), indices.len()),
                    );
                } else if dims == 0 && indices.len() > MOST_INDICES {
                    self.error(
                        at,
                        format!("`{name}` needs declared extents to take {}", counted(expected, "index", "indices")),
                    );
                }
            }
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Int(_) | Expr::Bool(_) => {}
            Expr::Name(name) => self.value(name),
            Expr::Unary(_, a) => self.expr(a),
            Expr::Binary(_, a, b) => [a, b].into_iter().for_each(|e| self.expr(e)),
            Expr::Choice(a, b, c) => [a, b, c].into_iter().for_each(|e| self.expr(e)),
            Expr::Call(name, args) => {
                args.iter().for_each(|a| self.expr(a));
                let unknown = self.protocol.unknowns.iter().find(|u| u.name == *name);
                match grammar::builtin(&name.text).map(|(_, arity)| arity).or(unknown.map(|u| u.arity)) {
                    None => self.error(&name.at, format!("no function is called `{}`", name.text)),
                    Some(arity) if arity != args.len() => {
                        self.error(
                            &name.at,
                            format!(
                                "`{}` takes {}, found {}",
                                name.text,
                                counted(arity, "argument", "arguments"),
                                args.len()
                            ),
                        );
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn value(&mut self, name: &'a Name) {
        let text = name.text.as_str();
        let p = self.protocol;
        let known = grammar::LAUNCH.contains(&text)
            || self.bound.contains(text)
            || p.params.iter().chain(&p.locals).any(|n| n.text == text);
        if known {
            return;
        }
        let message = if p.arrays.iter().any(|a| a.name.text == text) {
            format!("`{text}` is an array, not a value")
        } else if p.unknowns.iter().any(|u| u.name.text == text) || grammar::builtin(text).is_some() {
            format!("`{text}` is a function, not a value")
        } else {
            format!("no value is called `{text}`")
        };
        self.error(&name.at, message);
    }
}

fn counted(count: usize, one: &str, several: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { several })
}
