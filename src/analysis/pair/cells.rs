//! What places of memory hold that the kernel does not write, where a query reads them.

use crate::analysis::facts::prepared::Prepared;
use crate::kernel::{Access, ArrayId, Kernel, MemorySpace, walk};
use crate::term::{CastOp, FuncKind, Node, Term, Terms, Width};
use std::collections::BTreeSet;

/// What a place holds, where a query reads it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Cell {
    pub(crate) array: ArrayId,
    pub(crate) width: Width,
    /// In bytes from the array's start, 64 bits.
    pub(super) place: Term,
    pub(super) value: Term,
}

impl Cell {
    /// The value in 64 bits.
    pub(super) fn widened(self, terms: &mut Terms, signed: bool) -> Term {
        terms.cast(if signed { CastOp::Sext } else { CastOp::Zext }, 64, self.value)
    }
}

/// Whether the kernel leaves an array of global memory as it finds it.
pub(crate) fn is_unwritten(kernel: &Kernel, array: ArrayId) -> bool {
    let Some(own) = kernel.arrays.get(array.0) else { return false };
    let may_be = |a: &Access| a.array == array || kernel.arrays.get(a.array.0).is_none_or(|other| other.unknown_object);
    let copies = kernel.overtaken.iter().flat_map(|o| [&o.copy, &o.access]);
    let written = walk::accesses(&kernel.body).chain(copies).any(|a| a.writes() && may_be(a));
    own.space == MemorySpace::Global && !own.unknown_object && !written
}

/// What `roots` read of arrays that the kernel does not write, in order.
pub(crate) fn cells(world: &Prepared, roots: &[Term]) -> Vec<Cell> {
    let terms = &world.terms;
    let mut unwritten: Vec<(ArrayId, bool)> = vec![];
    let mut read = |(app, func)| {
        let info = terms.func_info(func);
        let FuncKind::Memory { array: Some(array) } = info.kind else { return None };
        let (array, width) = (ArrayId(array), info.width);
        let known = unwritten.iter().find(|(a, _)| *a == array).map(|(_, is)| *is);
        let is_unwritten = known.unwrap_or_else(|| {
            let is = is_unwritten(&world.kernel, array);
            unwritten.push((array, is));
            is
        });
        let Node::Apply(_, arguments) = terms.node(app) else { return None };
        let place = *arguments.last()?;
        (is_unwritten && terms.width(place) == 64).then_some(Cell { array, width, place, value: app })
    };
    let found: BTreeSet<Cell> = terms.apps_of(roots).into_iter().filter_map(&mut read).collect();
    found.into_iter().collect()
}
