//! Products by constants of which LLVM does not say that they fit: `diameter = (radius << 1) + 1`.
//!
//! Nothing is multiplied in what is said of them, since proofs take products not to wrap: where the factor is small enough for
//! the product to fit, the product divided by the constant is the factor, and nothing remains.

use super::counted::{compare, implied};
use super::{DEPTH, Relations, width};
use crate::kernel::relation::HostValue;
use crate::llvm::bind::ir::{Op, Val};
use crate::term::{BinaryOp, CompareOp, mask, signed};

impl Relations<'_> {
    /// What a product by a constant says of its factor, if that is small enough for the product to fit.
    pub(super) fn divided_back(&mut self, value: Val, product: &HostValue) -> Option<HostValue> {
        let Op::Binary { op, a, b, no_signed_wrap: false } = value.op(self.layout) else { return None };
        let width = width(value)?;
        let by = b.constant()?;
        let by = signed(width, op.multiplies(by)?);
        let most = signed(width, mask(width, u64::MAX) >> 1).checked_div(by)?;
        if by < 2 || most < 1 || a.constant().is_some() {
            return None;
        }
        // A chain of products is followed as far as other numbers are.
        self.numbered_left = self.numbered_left.checked_sub(1)?;
        let factor = self.number(a, DEPTH);
        let constant = |c: i64| HostValue::Constant(width, mask(width, c.cast_unsigned()));
        let binary = |op, by: i64| HostValue::Binary(op, Box::new(product.clone()), Box::new(constant(by)));
        let both = |a, b| HostValue::Binary(BinaryOp::And, Box::new(a), Box::new(b));
        let fits = both(
            compare(CompareOp::Sle, constant(-most), factor.clone()),
            compare(CompareOp::Sle, factor.clone(), constant(most)),
        );
        let exact = both(
            HostValue::equal(binary(BinaryOp::SDiv, by), factor),
            HostValue::equal(binary(BinaryOp::SRem, by), constant(0)),
        );
        Some(implied(fits, exact))
    }
}
