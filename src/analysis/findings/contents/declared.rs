//! What the source says of numbers: names, types, and whether they are signed.

use crate::analysis::asking::query::Query;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::findings::candidates::{dimensions, params};
use crate::analysis::findings::quantity::Quantity;
use crate::kernel::{Array, ArrayId, Kernel};
use crate::term::{Axis, CastOp, CompareOp, FuncKind, Node, Term, Terms, Width};

/// The most parameters that cells may be counted by.
const MOST_BOUNDS: usize = 4;

/// Whether the source can say it: names, with dots between those of fields.
pub(super) fn is_name(text: &str) -> bool {
    let is_word = |word: &str| !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || c == '_');
    text.split('.').all(is_word)
}

pub(super) fn source_name(array: &Array) -> &str {
    array.written.as_ref().unwrap_or(&array.name)
}

/// What cells may be counted by: parameters, then extents of the launch.
pub(super) fn extents(world: &mut Prepared, query: &Query) -> Vec<Quantity> {
    let mut all: Vec<Quantity> = params(&world.terms, query.facts.clone());
    all.retain(|q| is_name(&q.text));
    all.truncate(MOST_BOUNDS);
    let grid = Axis::ALL.map(|axis| (axis, world.grid_dim[axis as usize]));
    let grid = grid.into_iter().filter(|(_, extent)| world.terms.as_const(*extent) != Some(1));
    all.extend(grid.map(|(axis, term)| Quantity { text: format!("gridDim.{}", axis.letter()), term, launch: true }));
    all.extend(dimensions(world, false));
    all.extend(dimensions(world, true));
    all
}

pub(super) fn amounts(world: &Prepared, query: &Query, all: Vec<Quantity>) -> Vec<Amount> {
    let amount = |q: Quantity| {
        let is_unsigned = q.launch || is_read_as_unsigned(&world.terms, &query.facts, &|_, t| t == q.term);
        // `threadIdx.x < n` reads an `int` so.
        let is_int = is_unsigned && declared_type(&world.kernel, &q.text).is_some_and(|ty| ty == "int");
        let text = if is_int { format!("(unsigned){}", q.text) } else { q.text };
        Amount { widened: if is_unsigned { CastOp::Zext } else { CastOp::Sext }, text, term: q.term }
    };
    all.into_iter().filter(|q| q.launch || is_name(&q.text)).map(amount).collect()
}

/// A number as the source has it.
#[derive(Clone)]
pub(super) struct Amount {
    pub(super) text: String,
    term: Term,
    /// How it becomes one of 64 bits.
    widened: CastOp,
}

impl Amount {
    pub(super) fn whole(&self, terms: &mut Terms) -> Term {
        terms.cast(self.widened, 64, self.term)
    }

    pub(super) fn and_one(&self, terms: &mut Terms) -> Amount {
        let one = terms.constant(terms.width(self.term), 1);
        Amount { text: format!("{} + 1", self.text), term: terms.add(self.term, one), widened: self.widened }
    }
}

/// The type of a parameter of the kernel, as the kernel's name has it.
pub(super) fn declared_type(kernel: &Kernel, parameter: &str) -> Option<String> {
    let at = kernel.parameters.iter().position(|name| name == parameter)?;
    let mut parts = vec![String::new()];
    let mut depth = 0u32;
    // The last brackets are those of the parameters.
    for c in kernel.name.strip_suffix(')')?.chars().rev() {
        match c {
            ')' | '>' | ']' => depth += 1,
            '(' if depth == 0 => break,
            '(' | '<' | '[' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => parts.push(String::new()),
            _ => parts.last_mut()?.push(c),
        }
    }
    if parts.len() != kernel.parameters.len() {
        return None;
    }
    let ty: String = parts.iter().rev().nth(at)?.chars().rev().collect();
    Some(ty.trim().to_owned())
}

/// The bits and the signedness of the whole numbers that a parameter of the kernel points to: `None` if its type is not known,
/// and `Some(None)` if it points to something else.
pub(super) fn declared(kernel: &Kernel, array: &str) -> Option<Option<(Width, bool)>> {
    let ty = declared_type(kernel, array)?;
    let words: Vec<&str> = ty.trim().strip_suffix('*')?.split_whitespace().collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !matches!(*word, "const" | "volatile")).collect();
    Some(match words.as_slice() {
        ["char"] | ["signed", "char"] => Some((8, true)),
        ["bool"] | ["unsigned", "char"] => Some((8, false)),
        ["short"] => Some((16, true)),
        ["unsigned", "short"] => Some((16, false)),
        ["int"] => Some((32, true)),
        ["unsigned", "int"] => Some((32, false)),
        ["long"] | ["long", "long"] => Some((64, true)),
        ["unsigned", "long"] | ["unsigned", "long", "long"] => Some((64, false)),
        _ => None,
    })
}

/// Whether the cells of an array of whole numbers are signed; none of another one.
pub(super) fn signedness(
    world: &Prepared,
    asserted: &[Term],
    (array, width): (ArrayId, Width),
    name: &str,
) -> Option<bool> {
    match declared(&world.kernel, name) {
        Some(Some((bits, signed))) => (bits == width).then_some(signed),
        Some(None) => None,
        None => Some(!is_read_as_unsigned(&world.terms, asserted, &|terms, t| is_cell(terms, t, array))),
    }
}

/// Whether what `is` finds is widened or compared as unsigned numbers.
pub(super) fn is_read_as_unsigned(terms: &Terms, roots: &[Term], is: &dyn Fn(&Terms, Term) -> bool) -> bool {
    terms.reachable(roots).into_iter().any(|t| match *terms.node(t) {
        Node::Cast(CastOp::Zext, _, of) => is(terms, of),
        Node::Compare(CompareOp::Ult | CompareOp::Ule, a, b) => is(terms, a) || is(terms, b),
        Node::Cast(CastOp::Sext | CastOp::Trunc, ..)
        | Node::Compare(CompareOp::Eq | CompareOp::Slt | CompareOp::Sle, ..)
        | Node::Apply(..)
        | Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Ite(..) => false,
    })
}

/// Whether a term is what a cell of the array holds.
pub(super) fn is_cell(terms: &Terms, t: Term, array: ArrayId) -> bool {
    let of_array = |(app, f)| app == t && terms.func_info(f).kind == FuncKind::Memory { array: Some(array.0) };
    terms.apps_of(&[t]).into_iter().any(of_array)
}
