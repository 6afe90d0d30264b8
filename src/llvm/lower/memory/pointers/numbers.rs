//! Addresses that a launch passes as numbers: handles of surfaces, `CUdeviceptr`, `uint64_t`.
//!
//! `*(float *)(table + 4 * i)` with a parameter `unsigned long long table` accesses the object that starts at `table`, as if it had
//! been passed as a pointer. Invariant: a number is a parameter's address only if the parameter of 64 bits is a term of the sum, once
//! and alone, and no other term may be an address: each comes out of numbers of 32 bits or fewer, or is a product. Standing
//! assumptions: as for pointers, such parameters do not alias, and the address stays inside its object.

use crate::kernel::{ArrayId, MemorySpace};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::value::{Value, advance};
use crate::term::{BinaryOp, Node, Term, Terms, VarKind};

/// The bits of an address in global memory.
const ADDRESS: u8 = 64;

impl Lowerer<'_, '_> {
    /// The pointer into the object whose address the launch passes as a number.
    pub(crate) fn passed_as_number(&mut self, address: Term) -> Option<Value> {
        let (mut bases, mut distance) = (vec![], vec![]);
        sort(&self.terms, address, &mut bases, &mut distance)?;
        let [base] = bases.as_slice() else { return None };
        let start = self.start_of_number(*base)?;
        let distance = distance.into_iter().fold(self.terms.constant(ADDRESS, 0), |sum, (t, is_taken_off)| {
            if is_taken_off { self.terms.sub(sum, t) } else { self.terms.add(sum, t) }
        });
        Some(advance(&mut self.terms, &start, distance))
    }

    fn start_of_number(&mut self, base: Term) -> Option<Value> {
        let Node::Var(parameter) = *self.terms.node(base) else { return None };
        let known = self.objects.numbers.iter().find(|(of, _)| *of == parameter).map(|(_, array)| *array);
        if let Some(array) = known {
            return Some(self.start_of(array));
        }
        let name = self.terms.var_info(parameter).name.clone();
        let start = self.new_array(&name, MemorySpace::Global, 0, vec![]);
        let array = ArrayId(self.objects.arrays.len() - 1);
        self.objects.arrays[array.0].written = Some(self.terms.written(parameter).to_owned());
        self.objects.numbers.push((parameter, array));
        Some(start)
    }
}

/// Sorts the terms of a sum: parameters that may be addresses, and the others, with whether they are taken off. `None` if one of
/// the others may be an address, too.
fn sort(terms: &Terms, t: Term, bases: &mut Vec<Term>, distance: &mut Vec<(Term, bool)>) -> Option<()> {
    match *terms.node(t) {
        Node::Binary(BinaryOp::Add, a, b) => {
            sort(terms, a, bases, distance)?;
            sort(terms, b, bases, distance)
        }
        Node::Binary(BinaryOp::Sub, a, b) => {
            sort(terms, a, bases, distance)?;
            is_distance(terms, b).then(|| distance.push((b, true)))
        }
        Node::Var(v) if terms.var_info(v).kind == VarKind::Param && terms.width(t) == ADDRESS => {
            bases.push(t);
            Some(())
        }
        Node::Const { .. }
        | Node::Var(_)
        | Node::Not(_)
        | Node::Binary(..)
        | Node::Compare(..)
        | Node::Ite(..)
        | Node::Cast(..)
        | Node::Apply(..) => is_distance(terms, t).then(|| distance.push((t, false))),
    }
}

/// Whether a number is no address: it comes out of narrower numbers, or is a product.
fn is_distance(terms: &Terms, t: Term) -> bool {
    match *terms.node(t) {
        Node::Const { .. } | Node::Cast(..) | Node::Binary(BinaryOp::Mul | BinaryOp::Shl, ..) => true,
        Node::Var(v) => match terms.var_info(v).kind {
            VarKind::ThreadIdx(_)
            | VarKind::BlockIdx(_)
            | VarKind::ClusterRank
            | VarKind::ClusterDim(_)
            | VarKind::BlockDim(_)
            | VarKind::GridDim(_)
            | VarKind::Counter => true,
            VarKind::Param | VarKind::Local => false,
        },
        Node::Binary(_, a, b) | Node::Ite(_, a, b) => is_distance(terms, a) && is_distance(terms, b),
        Node::Not(_) | Node::Compare(..) | Node::Apply(..) => false,
    }
}
