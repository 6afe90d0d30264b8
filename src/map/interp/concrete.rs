//! Values of expressions for one thread, for [`interp`](crate::map::interp). Kept apart from the lowering
//! to terms on purpose: two readings of the language that are tested against each other.

use super::setting::{Local, Setting};
use crate::map::ast::{BinaryOp, Expr, UnaryOp};
use crate::map::grammar::{self, Builtin};

/// `None` where a value is undefined or leaves 64 bits. Truth values are 0 and 1.
pub(super) fn value(expr: &Expr, local: &Local<'_>, setting: &Setting<'_>) -> Option<i64> {
    let get = |e: &Expr| value(e, local, setting);
    match expr {
        Expr::Int(value) => Some(*value),
        Expr::Bool(value) => Some(i64::from(*value)),
        Expr::Name(name) => {
            let own = local.names.iter().rev().find(|(n, _)| *n == name.text).map(|(_, value)| *value);
            own.or_else(|| launch(&name.text, local, setting))
        }
        Expr::Unary(UnaryOp::Minus, a) => get(a)?.checked_neg(),
        Expr::Unary(UnaryOp::Not, a) => Some(i64::from(get(a)? == 0)),
        Expr::Binary(BinaryOp::Both, a, b) => Some(i64::from(get(a)? != 0 && get(b)? != 0)),
        Expr::Binary(BinaryOp::Either, a, b) => Some(i64::from(get(a)? != 0 || get(b)? != 0)),
        Expr::Binary(op, a, b) => binary(*op, get(a)?, get(b)?),
        Expr::Choice(c, a, b) => get(if get(c)? != 0 { a } else { b }),
        Expr::Call(name, args) => {
            let args = args.iter().map(get).collect::<Option<Vec<_>>>()?;
            match grammar::builtin(&name.text) {
                Some((builtin, _)) => call(builtin, &args),
                None => Some((setting.choose)(local.thread, &name.text, &args)),
            }
        }
    }
}

fn launch(name: &str, local: &Local<'_>, setting: &Setting<'_>) -> Option<i64> {
    let values = [local.thread.thread, local.thread.block, setting.block_dim, setting.grid_dim];
    let position = grammar::LAUNCH.iter().position(|n| *n == name)?;
    values.into_iter().flatten().nth(position).map(i64::from)
}

fn binary(op: BinaryOp, a: i64, b: i64) -> Option<i64> {
    let amount = u32::try_from(b).ok().filter(|shift| *shift < 64);
    match op {
        BinaryOp::Mul => a.checked_mul(b),
        BinaryOp::Div => a.checked_div(b),
        BinaryOp::Rem => a.checked_rem(b),
        BinaryOp::Add => a.checked_add(b),
        BinaryOp::Sub => a.checked_sub(b),
        BinaryOp::Shl => Some(a << amount?),
        BinaryOp::Shr => Some(a >> amount?),
        BinaryOp::Lt => Some(i64::from(a < b)),
        BinaryOp::Le => Some(i64::from(a <= b)),
        BinaryOp::Gt => Some(i64::from(a > b)),
        BinaryOp::Ge => Some(i64::from(a >= b)),
        BinaryOp::Eq => Some(i64::from(a == b)),
        BinaryOp::Ne => Some(i64::from(a != b)),
        BinaryOp::And => Some(a & b),
        BinaryOp::Xor => Some(a ^ b),
        BinaryOp::Or => Some(a | b),
        BinaryOp::Both => Some(i64::from(a != 0 && b != 0)),
        BinaryOp::Either => Some(i64::from(a != 0 || b != 0)),
    }
}

fn call(builtin: Builtin, args: &[i64]) -> Option<i64> {
    let a = *args.first()?;
    let b = args.get(1).copied();
    let (ua, ub) = (a as u64, b.map(|b| b as u64));
    match builtin {
        Builtin::Min => Some(a.min(b?)),
        Builtin::Max => Some(a.max(b?)),
        Builtin::Unsigned(bits) => Some(a & ((1 << bits) - 1)),
        Builtin::Signed(bits) => Some((a << (64 - bits)) >> (64 - bits)),
        Builtin::UDiv => ua.checked_div(ub?).map(|v| v as i64),
        Builtin::URem => ua.checked_rem(ub?).map(|v| v as i64),
        Builtin::LShr => u32::try_from(b?).ok().and_then(|shift| ua.checked_shr(shift)).map(|v| v as i64),
        Builtin::ULt => Some(i64::from(ua < ub?)),
        Builtin::ULe => Some(i64::from(ua <= ub?)),
    }
}
