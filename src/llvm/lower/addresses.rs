//! Pointers made of numbers: which object the number is the address of.
//!
//! `cp.async` and its kin take addresses in shared memory as 32-bit numbers, to which programs add offsets. Invariant: a
//! number counts as an address in an object only if it is the object's address plus something, or a choice of such. Standing assumption: the
//! address stays inside the object that it starts from, so that no address wraps around.

use super::super::ir::{Op, Val};
use super::Lowerer;
use super::operands::scalar_width;
use super::value::{Base, Target, Value, advance, choose};
use crate::kernel::ArrayId;
use crate::term::{BinaryOp, CastOp, Node, Sharing, Term};

impl Lowerer<'_, '_> {
    /// The pointer whose address a number is.
    pub(super) fn pointer_at(&mut self, address: Val) -> Value {
        let width = scalar_width(&address.ty());
        let (true, Value::Term(t)) = (width > 0, self.value(address)) else {
            let address = self.opaque("the address of an unknown pointer", 64, Sharing::Thread);
            return self.unknown_pointer(address);
        };
        self.place(t).unwrap_or_else(|| {
            let address = self.terms.cast(CastOp::Zext, 64, t);
            self.unknown_pointer(address)
        })
    }

    /// The pointer into arrays whose addresses occur once in each alternative of a sum.
    fn place(&mut self, address: Term) -> Option<Value> {
        match *self.terms.node(address) {
            Node::Apply(func, ref args) if args.is_empty() => {
                let name = self.terms.func_info(func).name.strip_prefix('&')?.to_owned();
                let named = |(_, a): &(usize, &crate::kernel::Array)| a.name == name && !a.unknown_object;
                let mut found = self.arrays.iter().enumerate().filter(named);
                let (Some((id, _)), None) = (found.next(), found.next()) else { return None };
                let (when, base, offset) = (self.terms.truth(), Base::Array(ArrayId(id)), self.terms.constant(64, 0));
                Some(Value::Pointer(vec![Target { when, base, offset }]))
            }
            Node::Binary(BinaryOp::Add, a, b) => {
                let (pointer, added) = match (self.place(a), self.place(b)) {
                    (Some(pointer), None) => (pointer, b),
                    (None, Some(pointer)) => (pointer, a),
                    (Some(_), Some(_)) | (None, None) => return None,
                };
                let added = self.terms.cast(CastOp::Sext, 64, added);
                Some(advance(&mut self.terms, &pointer, added))
            }
            Node::Cast(CastOp::Trunc | CastOp::Zext, _, inner) => self.place(inner),
            Node::Ite(c, a, b) => {
                let (a, b) = (self.place(a)?, self.place(b)?);
                Some(choose(&mut self.terms, c, &a, &b))
            }
            Node::Cast(CastOp::Sext, ..)
            | Node::Binary(..)
            | Node::Apply(..)
            | Node::Var(_)
            | Node::Const { .. }
            | Node::Not(_)
            | Node::Compare(..) => None,
        }
    }

    /// The pointer in a number that is its address plus something.
    pub(super) fn pointer_in(&self, address: Val) -> Option<Val> {
        match address.op(self.layout) {
            Op::PtrToInt(pointer) => Some(pointer),
            Op::Cast(CastOp::Trunc | CastOp::Zext, a) | Op::Same(a) => self.pointer_in(a),
            Op::Binary { op: BinaryOp::Add, a, b, .. } => match (self.pointer_in(a), self.pointer_in(b)) {
                (Some(pointer), None) | (None, Some(pointer)) => Some(pointer),
                (Some(_), Some(_)) | (None, None) => None,
            },
            _ => None,
        }
    }
}
