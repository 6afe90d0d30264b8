//! Exact evaluation: the meaning of terms, bit for bit. Also three-valued: an undefined part (a division by 0, a symbol
//! without a value) makes the whole undefined only where it matters, so `false ∧ undefined` is false.

use super::node::{BinaryOp, CastOp, CompareOp, Func, Node, Term, Var, Width};
use super::terms::Terms;
use rustc_hash::FxHashMap;

/// Values for the symbols of a term.
pub trait Environment {
    /// The value of a variable, `None` if it has none.
    fn var(&self, var: Var) -> Option<u64>;
    /// The value of a function symbol at concrete arguments, `None` if it has none.
    fn apply(&self, func: Func, args: &[u64]) -> Option<u64>;
}

/// The low `width` bits of `value`.
#[must_use]
pub fn mask(width: Width, value: u64) -> u64 {
    if width >= 64 { value } else { value & ((1u64 << width) - 1) }
}

/// `value`'s low `width` bits read as a signed number.
#[must_use]
pub fn signed(width: Width, value: u64) -> i64 {
    let shift = 64 - u32::from(width.clamp(1, 64));
    ((value << shift) as i64) >> shift
}

pub(super) fn binary(op: BinaryOp, w: Width, a: u64, b: u64) -> Option<u64> {
    let (sa, sb) = (signed(w, a), signed(w, b));
    let shift = (b < u64::from(w)).then_some(b as u32);
    let value = match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::UDiv => a.checked_div(b)?,
        BinaryOp::URem => a.checked_rem(b)?,
        BinaryOp::SDiv => sa.checked_div(sb)? as u64,
        BinaryOp::SRem => sa.checked_rem(sb)? as u64,
        // By the width or more, as the hardware has it: closed forms of loops that go on shifting reach this.
        BinaryOp::Shl => shift.map_or(0, |s| a << s),
        BinaryOp::LShr => shift.map_or(0, |s| a >> s),
        BinaryOp::AShr => (sa >> shift.unwrap_or(63)) as u64,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
    };
    Some(mask(w, value))
}

pub(super) fn compare(op: CompareOp, w: Width, a: u64, b: u64) -> bool {
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Slt => signed(w, a) < signed(w, b),
        CompareOp::Sle => signed(w, a) <= signed(w, b),
    }
}

pub(super) fn cast(op: CastOp, from: Width, to: Width, a: u64) -> u64 {
    match op {
        CastOp::Zext | CastOp::Trunc => mask(to, a),
        CastOp::Sext => mask(to, signed(from, a) as u64),
    }
}

impl Terms {
    /// The value of `t`, `None` where it is undefined or depends on a symbol without a value.
    pub fn eval(&self, t: Term, env: &impl Environment) -> Option<u64> {
        let mut values: FxHashMap<Term, Option<u64>> = FxHashMap::default();
        for sub in self.reachable(&[t]) {
            let value = self.eval_node(sub, env, &|t| values.get(&t).copied().flatten());
            values.insert(sub, value);
        }
        values.get(&t).copied().flatten()
    }

    /// One step of [`Terms::eval`]: the value of `t`, given its children's. For who evaluates the same terms often.
    pub fn eval_node(&self, t: Term, env: &impl Environment, value: &impl Fn(Term) -> Option<u64>) -> Option<u64> {
        match self.node(t) {
            Node::Const { value, .. } => Some(*value),
            Node::Var(v) => env.var(*v).map(|x| mask(self.width(t), x)),
            Node::Not(a) => value(*a).map(|x| x ^ 1),
            Node::Binary(op, a, b) => self.eval_binary(*op, *a, value(*a), value(*b)),
            Node::Compare(op, a, b) => Some(u64::from(compare(*op, self.width(*a), value(*a)?, value(*b)?))),
            Node::Ite(c, a, b) => match value(*c) {
                Some(0) => value(*b),
                Some(_) => value(*a),
                None => value(*a).filter(|_| value(*a) == value(*b)),
            },
            Node::Cast(op, to, a) => Some(cast(*op, self.width(*a), *to, value(*a)?)),
            Node::Apply(f, args) => {
                let args = args.iter().map(|a| value(*a)).collect::<Option<Vec<_>>>()?;
                env.apply(*f, &args).map(|x| mask(self.width(t), x))
            }
        }
    }

    fn eval_binary(&self, op: BinaryOp, left: Term, a: Option<u64>, b: Option<u64>) -> Option<u64> {
        let w = self.width(left);
        match (op, a, b) {
            (BinaryOp::And | BinaryOp::Mul, Some(0), None) | (BinaryOp::And | BinaryOp::Mul, None, Some(0)) => Some(0),
            (BinaryOp::Or, Some(x), None) | (BinaryOp::Or, None, Some(x)) if x == mask(w, u64::MAX) => Some(x),
            (_, Some(a), Some(b)) => binary(op, w, a, b),
            (_, None, _) | (_, _, None) => None,
        }
    }
}
