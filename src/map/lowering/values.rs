//! Expressions to terms, and what the names of a protocol stand for.

use crate::kernel::LaunchVars;
use crate::map::ast::{BinaryOp, Expr, UnaryOp, UnknownDecl};
use crate::map::error::MapError;
use crate::map::grammar::{self, Builtin};
use crate::term::{self, CastOp, CompareOp, Func, FuncInfo, FuncKind, Owner, Term, Terms, Var, VarInfo, VarKind};

/// A number of 64 bits or a truth value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Int(Term),
    Bool(Term),
}

/// The arena with the names in scope.
pub(super) struct Values {
    pub(super) terms: Terms,
    pub(super) launch: LaunchVars,
    /// Innermost last.
    scope: Vec<(String, Value)>,
    unknowns: Vec<(String, Func)>,
}

type Lowered<T> = Result<T, MapError>;

impl Values {
    pub(super) fn new(terms: Terms, launch: LaunchVars) -> Self {
        let mut values = Values { terms, launch, scope: vec![], unknowns: vec![] };
        let vars = [launch.thread, launch.block, launch.block_dim, launch.grid_dim];
        for (name, var) in grammar::LAUNCH.iter().zip(vars.into_iter().flatten()) {
            let narrow = values.terms.var(var);
            let wide = values.terms.cast(CastOp::Zext, 64, narrow); // never negative, see LaunchVars::declare
            values.bind(name, Value::Int(wide));
        }
        values
    }

    pub(super) fn declare(&mut self, name: &str, kind: VarKind, bounds: (i64, i64)) -> Var {
        let info = VarInfo { name: name.to_owned(), width: 64, kind, bounds: Some(bounds), owner: Owner::All };
        let var = self.terms.declare_var(info);
        let term = self.terms.var(var);
        self.bind(name, Value::Int(term));
        var
    }

    pub(super) fn declare_unknown(&mut self, unknown: &UnknownDecl) {
        let name = unknown.name.text.clone();
        let kind = FuncKind::Opaque { what: format!("the unknown function `{name}`") };
        let info =
            FuncInfo { name: name.clone(), width: 64, kind, sharing: unknown.sharing, axiom: None, owner: Owner::All };
        let func = self.terms.declare_func(info);
        self.unknowns.push((name, func));
    }

    pub(super) fn bind(&mut self, name: &str, value: Value) {
        self.scope.push((name.to_owned(), value));
    }

    pub(super) fn depth(&self) -> usize {
        self.scope.len()
    }

    pub(super) fn leave(&mut self, depth: usize) {
        self.scope.truncate(depth);
    }

    /// As a number: a truth value is 0 or 1.
    pub(super) fn int(&mut self, value: Value) -> Term {
        match value {
            Value::Int(t) => t,
            Value::Bool(t) => self.terms.cast(CastOp::Zext, 64, t),
        }
    }

    /// As a truth value: a number is true unless 0.
    pub(super) fn truth(&mut self, value: Value) -> Term {
        match value {
            Value::Bool(t) => t,
            Value::Int(t) => {
                let zero = self.terms.int(64, 0);
                self.terms.ne(t, zero)
            }
        }
    }

    pub(super) fn condition(&mut self, expr: &Expr) -> Lowered<Term> {
        let value = self.expr(expr)?;
        Ok(self.truth(value))
    }

    pub(super) fn number(&mut self, expr: &Expr) -> Lowered<Term> {
        let value = self.expr(expr)?;
        Ok(self.int(value))
    }

    pub(super) fn expr(&mut self, expr: &Expr) -> Lowered<Value> {
        Ok(match expr {
            Expr::Int(value) => Value::Int(self.terms.int(64, *value)),
            Expr::Bool(value) => Value::Bool(self.terms.bool(*value)),
            Expr::Name(name) => {
                let found = self.scope.iter().rev().find(|(n, _)| *n == name.text);
                let missing = || MapError::new(&name.at, format!("no value is called `{}`", name.text));
                found.map(|(_, value)| *value).ok_or_else(missing)?
            }
            Expr::Unary(UnaryOp::Not, a) => {
                let a = self.condition(a)?;
                Value::Bool(self.terms.not(a))
            }
            Expr::Unary(UnaryOp::Minus, a) => {
                let (zero, a) = (self.terms.int(64, 0), self.number(a)?);
                Value::Int(self.minus(zero, a))
            }
            Expr::Binary(op, a, b) => {
                let (a, b) = (self.expr(a)?, self.expr(b)?);
                self.binary(*op, a, b)
            }
            Expr::Choice(c, a, b) => {
                let c = self.condition(c)?;
                match (self.expr(a)?, self.expr(b)?) {
                    (Value::Bool(a), Value::Bool(b)) => Value::Bool(self.terms.ite(c, a, b)),
                    (a, b) => {
                        let (a, b) = (self.int(a), self.int(b));
                        Value::Int(self.terms.ite(c, a, b))
                    }
                }
            }
            Expr::Call(name, args) => {
                let args = args.iter().map(|a| self.number(a)).collect::<Lowered<Vec<_>>>()?;
                if let Some((builtin, _)) = grammar::builtin(&name.text)
                    && let Some(value) = self.builtin(builtin, &args)
                {
                    return Ok(value);
                }
                let missing = || MapError::new(&name.at, format!("no function is called `{}`", name.text));
                let func = self.unknowns.iter().find(|(n, _)| *n == name.text).ok_or_else(missing)?.1;
                Value::Int(self.terms.apply(func, args))
            }
        })
    }

    fn binary(&mut self, op: BinaryOp, a: Value, b: Value) -> Value {
        use term::BinaryOp as Op;
        let arithmetic = |values: &mut Self, op| {
            let (a, b) = (values.int(a), values.int(b));
            Value::Int(values.terms.binary(op, a, b))
        };
        let bitwise = |values: &mut Self, op| match (a, b) {
            (Value::Bool(a), Value::Bool(b)) => Value::Bool(values.terms.binary(op, a, b)),
            (Value::Int(_) | Value::Bool(_), Value::Int(_)) | (Value::Int(_), Value::Bool(_)) => arithmetic(values, op),
        };
        match op {
            BinaryOp::Mul => arithmetic(self, Op::Mul),
            BinaryOp::Div => arithmetic(self, Op::SDiv),
            BinaryOp::Rem => arithmetic(self, Op::SRem),
            BinaryOp::Add => arithmetic(self, Op::Add),
            BinaryOp::Sub => {
                let (a, b) = (self.int(a), self.int(b));
                Value::Int(self.minus(a, b))
            }
            BinaryOp::Shl => arithmetic(self, Op::Shl),
            BinaryOp::Shr => arithmetic(self, Op::AShr),
            BinaryOp::And => bitwise(self, Op::And),
            BinaryOp::Xor => bitwise(self, Op::Xor),
            BinaryOp::Or => bitwise(self, Op::Or),
            BinaryOp::Lt => self.compare(CompareOp::Slt, a, b),
            BinaryOp::Le => self.compare(CompareOp::Sle, a, b),
            BinaryOp::Gt => self.compare(CompareOp::Slt, b, a),
            BinaryOp::Ge => self.compare(CompareOp::Sle, b, a),
            BinaryOp::Eq => self.compare(CompareOp::Eq, a, b),
            BinaryOp::Ne => {
                let equal = self.compare(CompareOp::Eq, a, b);
                let equal = self.truth(equal);
                Value::Bool(self.terms.not(equal))
            }
            BinaryOp::Both => {
                let (a, b) = (self.truth(a), self.truth(b));
                Value::Bool(self.terms.and(a, b))
            }
            BinaryOp::Either => {
                let (a, b) = (self.truth(a), self.truth(b));
                Value::Bool(self.terms.or(a, b))
            }
        }
    }

    /// A difference that does not wrap: in terms, only sums and products may be assumed not to.
    pub(super) fn minus(&mut self, a: Term, b: Term) -> Term {
        let sign = self.terms.int(64, -1);
        let negative = self.terms.mul(b, sign);
        self.terms.add(a, negative)
    }

    fn compare(&mut self, op: CompareOp, a: Value, b: Value) -> Value {
        let (a, b) = (self.int(a), self.int(b));
        Value::Bool(self.terms.compare(op, a, b))
    }

    /// `None` if there are too few arguments.
    fn builtin(&mut self, builtin: Builtin, args: &[Term]) -> Option<Value> {
        use term::BinaryOp as Op;
        let a = *args.first()?;
        let terms = &mut self.terms;
        let extended = |terms: &mut Terms, op, bits| {
            let low = terms.cast(CastOp::Trunc, bits, a);
            Some(Value::Int(terms.cast(op, 64, low)))
        };
        match builtin {
            Builtin::Unsigned(bits) => return extended(terms, CastOp::Zext, bits),
            Builtin::Signed(bits) => return extended(terms, CastOp::Sext, bits),
            Builtin::Min
            | Builtin::Max
            | Builtin::UDiv
            | Builtin::URem
            | Builtin::LShr
            | Builtin::ULt
            | Builtin::ULe => {}
        }
        let b = *args.get(1)?;
        Some(match builtin {
            Builtin::Min | Builtin::Max => {
                let less = terms.slt(a, b);
                let (a, b) = if builtin == Builtin::Min { (a, b) } else { (b, a) };
                Value::Int(terms.ite(less, a, b))
            }
            Builtin::UDiv => Value::Int(terms.binary(Op::UDiv, a, b)),
            Builtin::URem => Value::Int(terms.binary(Op::URem, a, b)),
            Builtin::LShr => Value::Int(terms.binary(Op::LShr, a, b)),
            Builtin::ULt => Value::Bool(terms.compare(CompareOp::Ult, a, b)),
            Builtin::ULe => Value::Bool(terms.compare(CompareOp::Ule, a, b)),
            Builtin::Unsigned(_) | Builtin::Signed(_) => return None,
        })
    }
}
