//! What host code says about a launch in terms of values that it does not know: `gridDim.x == (n + 255) / 256`.
//!
//! **Invariant:** host values with one number are one value in all relations of a launch. Direction: a relation that is left out
//! allows more launches.

use super::overlay::Place;
use crate::term::{Axis, BinaryOp, CastOp, CompareOp, Owner, Term, Terms, VarInfo, VarKind, Width};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// What relations are about.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Quantity {
    BlockDim(Axis),
    GridDim(Axis),
    /// By the name that the host has for it.
    Argument(String),
    /// How many bytes the pointer that is passed there lies behind what it is said to lead into.
    Distance(Place),
    /// A value of the host, by its number.
    Host(u32, HostName),
}

/// What the host's code calls a value, for people: it tells no two values apart.
#[derive(Clone, Default, Debug)]
pub struct HostName(pub Option<Arc<str>>);

impl PartialEq for HostName {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for HostName {}

impl Ord for HostName {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl PartialOrd for HostName {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A value as the host computes it; a truth value is of width 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HostValue {
    Quantity(Quantity, Width),
    Constant(Width, u64),
    Not(Box<HostValue>),
    Binary(BinaryOp, Box<HostValue>, Box<HostValue>),
    Compare(CompareOp, Box<HostValue>, Box<HostValue>),
    Select(Box<HostValue>, Box<HostValue>, Box<HostValue>),
    Cast(CastOp, Width, Box<HostValue>),
}

impl HostValue {
    pub fn width(&self) -> Width {
        match self {
            HostValue::Quantity(_, width) | HostValue::Constant(width, _) | HostValue::Cast(_, width, _) => *width,
            HostValue::Not(_) | HostValue::Compare(..) => 1,
            HostValue::Binary(_, a, _) | HostValue::Select(_, a, _) => a.width(),
        }
    }

    /// `a == b`
    pub fn equal(a: HostValue, b: HostValue) -> HostValue {
        HostValue::Compare(CompareOp::Eq, Box::new(a), Box::new(b))
    }

    /// The value of the host that this says to be a constant, another one or a parameter, with that: one or the other need not
    /// be spoken of.
    pub fn names(&self) -> Option<(u32, HostValue)> {
        let HostValue::Compare(CompareOp::Eq, a, b) = self else { return None };
        match (&**a, &**b) {
            // Parts of structures have names that the kernel does not know.
            (HostValue::Quantity(Quantity::Argument(name), _), HostValue::Quantity(Quantity::Host(n, _), _)) => {
                (!name.contains('.')).then(|| (*n, (**a).clone()))
            }
            (HostValue::Quantity(Quantity::Host(n, _), _), HostValue::Constant(..)) => Some((*n, (**b).clone())),
            (HostValue::Quantity(Quantity::Host(n, _), _), HostValue::Quantity(Quantity::Host(other, _), _))
                if n != other =>
            {
                Some((*n, (**b).clone()))
            }
            _ => None,
        }
    }

    /// Puts `by` in place of a value of the host.
    pub fn replace(&mut self, number: u32, by: &HostValue) {
        match self {
            HostValue::Quantity(Quantity::Host(n, _), _) if *n == number => *self = by.clone(),
            HostValue::Quantity(..) | HostValue::Constant(..) => {}
            HostValue::Not(a) | HostValue::Cast(_, _, a) => a.replace(number, by),
            HostValue::Binary(_, a, b) | HostValue::Compare(_, a, b) => {
                a.replace(number, by);
                b.replace(number, by);
            }
            HostValue::Select(c, a, b) => [c, a, b].into_iter().for_each(|part| part.replace(number, by)),
        }
    }

    /// Puts what is chosen where a condition is known in place of the choice.
    pub fn decide(&mut self, condition: &HostValue, is: bool) {
        match self {
            HostValue::Quantity(..) | HostValue::Constant(..) => {}
            HostValue::Not(a) | HostValue::Cast(_, _, a) => a.decide(condition, is),
            HostValue::Binary(_, a, b) | HostValue::Compare(_, a, b) => {
                a.decide(condition, is);
                b.decide(condition, is);
            }
            HostValue::Select(c, a, b) => {
                [&mut *c, a, b].into_iter().for_each(|part| part.decide(condition, is));
                if **c == *condition {
                    *self = if is { (**a).clone() } else { (**b).clone() };
                }
            }
        }
    }

    /// Gives the host's values other numbers.
    pub fn renumber(&mut self, number: &mut dyn FnMut(u32) -> u32) {
        match self {
            HostValue::Quantity(Quantity::Host(n, _), _) => *n = number(*n),
            HostValue::Quantity(..) | HostValue::Constant(..) => {}
            HostValue::Not(a) | HostValue::Cast(_, _, a) => a.renumber(number),
            HostValue::Binary(_, a, b) | HostValue::Compare(_, a, b) => {
                a.renumber(number);
                b.renumber(number);
            }
            HostValue::Select(c, a, b) => [c, a, b].into_iter().for_each(|part| part.renumber(number)),
        }
    }

    /// Calls what it is about as `name` does; what that leaves out keeps its name.
    pub fn rename(&mut self, name: &dyn Fn(&Quantity) -> Option<Quantity>) {
        match self {
            HostValue::Quantity(quantity, _) => {
                if let Some(other) = name(quantity) {
                    *quantity = other;
                }
            }
            HostValue::Constant(..) => {}
            HostValue::Not(a) | HostValue::Cast(_, _, a) => a.rename(name),
            HostValue::Binary(_, a, b) | HostValue::Compare(_, a, b) => {
                a.rename(name);
                b.rename(name);
            }
            HostValue::Select(c, a, b) => [c, a, b].into_iter().for_each(|part| part.rename(name)),
        }
    }

    /// For each number that is cut to fewer bits where an argument is given its value: that it fits them, as the argument's type has
    /// a sign or none. What is cut on the way may have one or none.
    pub fn fits(&self, is_unsigned: &dyn Fn(&Quantity) -> bool) -> Vec<HostValue> {
        let HostValue::Compare(CompareOp::Eq, a, value) = self else { return vec![] };
        let HostValue::Quantity(argument @ Quantity::Argument(_), _) = &**a else { return vec![] };
        let of_argument = if is_unsigned(argument) { CastOp::Zext } else { CastOp::Sext };
        let either = [CastOp::Sext, CastOp::Zext];
        let kept =
            |cut: &HostValue| cut.is_kept(if *cut == **value { std::slice::from_ref(&of_argument) } else { &either });
        value.cuts().into_iter().map(kept).collect()
    }

    /// The numbers that are cut to fewer bits, as they are cut.
    fn cuts(&self) -> Vec<&HostValue> {
        match self {
            HostValue::Quantity(..) | HostValue::Constant(..) => vec![],
            HostValue::Cast(CastOp::Trunc, ..) => vec![self],
            HostValue::Not(a) | HostValue::Cast(CastOp::Zext | CastOp::Sext, _, a) => a.cuts(),
            HostValue::Binary(_, a, b) | HostValue::Compare(_, a, b) => [a.cuts(), b.cuts()].concat(),
            HostValue::Select(c, a, b) => [c.cuts(), a.cuts(), b.cuts()].concat(),
        }
    }

    /// That a cut keeps its number, which is read back in one of these ways.
    fn is_kept(&self, ways: &[CastOp]) -> HostValue {
        let HostValue::Cast(_, _, whole) = self else { return HostValue::Constant(1, 1) };
        let read_back = |op: &CastOp| HostValue::Cast(*op, whole.width(), Box::new(self.clone()));
        let kept = ways.iter().map(|op| HostValue::equal(read_back(op), (**whole).clone()));
        let either = |a, b| HostValue::Binary(BinaryOp::Or, Box::new(a), Box::new(b));
        kept.reduce(either).unwrap_or(HostValue::Constant(1, 1))
    }

    /// What it is about, each time that it occurs.
    pub fn quantities(&self) -> Vec<&Quantity> {
        match self {
            HostValue::Quantity(quantity, _) => vec![quantity],
            HostValue::Constant(..) => vec![],
            HostValue::Not(a) | HostValue::Cast(_, _, a) => a.quantities(),
            HostValue::Binary(_, a, b) | HostValue::Compare(_, a, b) => [a.quantities(), b.quantities()].concat(),
            HostValue::Select(c, a, b) => [c.quantities(), a.quantities(), b.quantities()].concat(),
        }
    }
}

impl HostValue {
    /// The value as a term, with those of the quantities.
    pub fn term(&self, terms: &mut Terms, of: &mut dyn FnMut(&mut Terms, &Quantity, Width) -> Term) -> Term {
        match self {
            HostValue::Quantity(quantity, width) => of(terms, quantity, *width),
            HostValue::Constant(width, value) => terms.constant(*width, *value),
            HostValue::Not(a) => {
                let a = a.term(terms, of);
                terms.not(a)
            }
            HostValue::Binary(op, a, b) => {
                let (a, b) = (a.term(terms, of), b.term(terms, of));
                terms.binary(*op, a, b)
            }
            HostValue::Compare(op, a, b) => {
                let (a, b) = (a.term(terms, of), b.term(terms, of));
                terms.compare(*op, a, b)
            }
            HostValue::Select(c, a, b) => {
                let (c, a, b) = (c.term(terms, of), a.term(terms, of), b.term(terms, of));
                terms.ite(c, a, b)
            }
            HostValue::Cast(op, width, a) => {
                let a = a.term(terms, of);
                terms.cast(*op, *width, a)
            }
        }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Quantity::BlockDim(axis) => write!(out, "blockDim.{}", axis.letter()),
            Quantity::GridDim(axis) => write!(out, "gridDim.{}", axis.letter()),
            Quantity::Argument(name) => out.write_str(name),
            Quantity::Distance(place) => write!(out, "distance of parameter {}+{}", place.parameter, place.offset),
            Quantity::Host(_, HostName(Some(name))) => out.write_str(name),
            Quantity::Host(number, HostName(None)) => write!(out, "host{number}"),
        }
    }
}

impl fmt::Display for HostValue {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut terms = Terms::new();
        let term = self.term(&mut terms, &mut |terms, quantity, width| {
            let (name, kind) = (quantity.to_string(), VarKind::Param);
            let var = terms.declare_var(VarInfo { name, width, kind, bounds: None, owner: Owner::All });
            terms.var(var)
        });
        out.write_str(&terms.in_c(term))
    }
}
