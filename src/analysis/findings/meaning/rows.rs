//! Rows: what programs mean by strides, widths and extents of what lies in rows.
//!
//! Direction: by form, as in [`facts`](super::facts).

use super::meant::{Meant, is_number};
use super::sums::{Sum, checked, uncast};
use crate::analysis::asking::query::Query;
use crate::analysis::findings::quantity::{Condition, Quantity, bound};
use crate::kernel::ObjectPart;
use crate::term::{BinaryOp, CastOp, CompareOp, Node, Term, Terms, Var, Width};
use crate::verdict::Oddity;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// Strides are no less than the widths that indices in their rows are below; where none is known, accesses lie in their rows.
pub(super) fn rows(terms: &mut Terms, query: &Query) -> Vec<Meant> {
    let mut below: FxHashMap<Term, Vec<Term>> = FxHashMap::default();
    for fact in &query.facts {
        if let Some((index, width)) = is_below(terms, *fact) {
            below.entry(uncast(terms, index)).or_default().push(uncast(terms, width));
        }
    }
    let mut found: BTreeMap<(Var, Term, u64), Meant> = BTreeMap::new();
    let mut in_constant = BTreeSet::new();
    let parts = query.sides.iter().flat_map(|s| &s.members);
    for part in parts.filter(|part| part.part != ObjectPart::Row) {
        let widths = below.get(&uncast(terms, part.index)).into_iter().flatten();
        in_constant.extend(widths.map(|width| (*width, part.extent)));
    }
    let offsets = query.sides.iter().filter_map(|s| s.range).map(|(offset, _)| offset);
    let sums: Vec<Sum> = offsets.flat_map(|offset| Sum::all(terms, offset)).collect();
    for sum in &sums {
        in_constant.extend(sum.constant_rows(terms, &below));
        for (stride, width, times) in sum.rows(terms, &below) {
            if let Some(meant) = wide(terms, stride, width, times) {
                found.entry((stride, width, times)).or_insert(meant);
            }
        }
    }
    let checked = checked(terms, &query.facts);
    let known: BTreeSet<Var> = found.keys().map(|(stride, ..)| *stride).collect();
    let mut found: Vec<Meant> = found.into_values().collect();
    found.extend(in_constant.into_iter().filter_map(|(width, length)| short(terms, width, length)));
    for sum in &sums {
        found.extend(sum.layers(terms, &below).and_then(|[one, other]| layers(terms, one, other)));
        let within = sum.within_row(terms, &checked).filter(|(stride, _)| !known.contains(stride));
        found.extend(
            within.map(|(v, fact)| Meant::unstated(fact, Oddity::NarrowRows { stride: terms.written(v).to_owned() })),
        );
    }
    found
}

/// Of two strides one is no less than all rows of the other: of each the parameter, with what the numbers of its rows are below
/// if that is known.
fn layers(terms: &mut Terms, one: (Var, Option<Term>), other: (Var, Option<Term>)) -> Option<Meant> {
    let ways = [(one.0, other), (other.0, one)].map(|(stride, (of, rows))| all_rows(terms, stride, of, rows?));
    let (fact, text) = match ways {
        [Some((a, s)), Some((b, t))] => (terms.or(a, b), format!("({s} || {t})")),
        [Some(only), None] | [None, Some(only)] => only,
        [None, None] => return None,
    };
    let odd = Oddity::NarrowRows { stride: terms.written(one.0).to_owned() };
    Some(Meant::stated(Condition { text, fact }, odd))
}

/// `stride >= of * rows`.
fn all_rows(terms: &mut Terms, stride: Var, of: Var, rows: Term) -> Option<(Term, String)> {
    let Node::Var(rows) = *terms.node(rows) else { return None };
    let [name, of_name, rows_name] = [stride, of, rows].map(|v| terms.written(v).to_owned());
    let numbers = [stride, of, rows].iter().all(|v| is_number(terms, *v));
    let [stride, of, rows] = [stride, of, rows].map(|v| terms.var(v));
    let (bits, own) = (terms.width(stride), terms.width(of));
    if !numbers || own > bits || terms.width(rows) > bits {
        return None;
    }
    let [of, rows] = [of, rows].map(|t| terms.cast(CastOp::Sext, bits, t));
    let (all, wide) = (terms.mul(of, rows), if own < bits { "(long long)" } else { "" });
    Some((terms.sle(all, stride), format!("{name} >= {wide}{of_name} * {rows_name}")))
}

/// A fact that says that a number is below another one.
fn is_below(terms: &Terms, fact: Term) -> Option<(Term, Term)> {
    if let Node::Compare(CompareOp::Ult | CompareOp::Slt, index, width) = *terms.node(fact) {
        return Some((index, width));
    }
    let Node::Not(fact) = *terms.node(fact) else { return None };
    let Node::Compare(CompareOp::Ule | CompareOp::Sle, width, index) = *terms.node(fact) else { return None };
    Some((index, width))
}

/// `width <= length`, for a parameter.
fn short(terms: &mut Terms, width: Term, length: u64) -> Option<Meant> {
    let Node::Var(v) = *terms.node(width) else { return None };
    let q = Quantity::parameter(terms, v);
    // Where something is subtracted, no row is as long as that.
    let is_length = length >> (terms.width(width) - 1) == 0;
    let fits = bound(terms, &q, length.cast_signed(), false).filter(|_| is_length && is_number(terms, v))?;
    Some(Meant::stated(fits, Oddity::NarrowRows { stride: length.to_string() }))
}

/// `stride >= times * width`.
fn wide(terms: &mut Terms, stride: Var, width: Term, times: u64) -> Option<Meant> {
    if !is_number(terms, stride) {
        return None;
    }
    let (name, stride) = (terms.written(stride).to_owned(), terms.var(stride));
    let bits = terms.width(stride);
    let (term, text) = match *terms.node(width) {
        Node::Const { .. } => (terms.int(bits, terms.as_int(width)?), terms.as_int(width)?.to_string()),
        Node::Var(v) if is_extent(terms, v, bits) && width != stride => {
            (terms.cast(CastOp::Sext, bits, width), terms.written(v).to_owned())
        }
        // `cols + left + right`
        Node::Binary(BinaryOp::Add, ..) if terms.width(width) == bits && is_sum_of_extents(terms, width) => {
            let text = terms.in_c(width);
            (width, if times == 1 { text } else { format!("({text})") })
        }
        Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => return None,
    };
    let factor = terms.constant(bits, times);
    let least = terms.mul(term, factor);
    let fact = terms.sle(least, stride);
    let times = if times == 1 { String::new() } else { format!(" * {times}") };
    let condition = Condition { text: format!("{name} >= {text}{times}"), fact };
    Some(Meant::stated(condition, Oddity::NarrowRows { stride: name }))
}

/// A parameter that may be what a stride of so many bits is no less than.
fn is_extent(terms: &Terms, v: Var, bits: Width) -> bool {
    is_number(terms, v) && terms.var_info(v).width <= bits
}

fn is_sum_of_extents(terms: &Terms, sum: Term) -> bool {
    match *terms.node(sum) {
        Node::Binary(BinaryOp::Add, a, b) => is_sum_of_extents(terms, a) && is_sum_of_extents(terms, b),
        Node::Var(v) => is_extent(terms, v, terms.width(sum)),
        Node::Const { .. } => terms.as_int(sum).is_some_and(|c| c > 0),
        Node::Not(_) | Node::Binary(..) | Node::Compare(..) | Node::Ite(..) | Node::Cast(..) | Node::Apply(..) => false,
    }
}
