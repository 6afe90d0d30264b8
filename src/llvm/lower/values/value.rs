//! Values during lowering: terms, pointers with their objects, and aggregates of them.

use crate::kernel::ArrayId;
use crate::llvm::bind::ir::Val;
use crate::llvm::flow::cfg::LoopId;
use crate::term::{Substitution, Term, Terms};

/// The object that a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Base {
    Array(ArrayId),
    /// Of an array in shared memory, the copy of the block with this rank in the cluster, 32 bits. Of the objects that the pointers in a
    /// table lead to, the one whose pointer lies so many bytes from the table's start, 64 bits.
    Remote(ArrayId, Term),
    /// A kernel parameter that is passed by value through memory.
    ByValue(u32),
    /// Memory that only this thread reaches, or that nobody writes; its contents are not followed.
    Private,
    Null,
}

/// One thing that a pointer may point to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// When it does; the conditions of one pointer's targets exclude each other.
    pub(crate) when: Term,
    pub(crate) base: Base,
    /// Bytes from the start of the object, 64 bits.
    pub(crate) offset: Term,
}

/// What a symbol for contents is the contents of. Objects of one name are several.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Contents {
    /// A global variable that no kernel writes.
    Constant(Val),
    /// A parameter passed by value, by its index.
    Parameter(u32),
    /// An array that the kernel never writes.
    Array(ArrayId),
    /// An array, as one load of it finds it.
    Load(ArrayId, Val),
    /// An array behind the last stores to it: in an iteration of this loop, or in the whole kernel.
    Kept(ArrayId, Option<LoopId>),
}

impl Contents {
    pub(crate) fn array(self) -> Option<usize> {
        match self {
            Contents::Constant(_) | Contents::Parameter(_) => None,
            Contents::Array(array) | Contents::Load(array, _) | Contents::Kept(array, _) => Some(array.0),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Term(Term),
    Pointer(Vec<Target>),
    Aggregate(Vec<Value>),
    /// Not followed: wider than 64 bits, or of a type without terms.
    Opaque,
}

impl Base {
    fn substitute(self, terms: &mut Terms, by: &mut Substitution) -> Base {
        match self {
            Base::Remote(array, rank) => Base::Remote(array, terms.substitute(rank, by)),
            Base::Array(_) | Base::ByValue(_) | Base::Private | Base::Null => self,
        }
    }

    fn rank(self) -> Option<Term> {
        match self {
            Base::Remote(_, rank) => Some(rank),
            Base::Array(_) | Base::ByValue(_) | Base::Private | Base::Null => None,
        }
    }
}

impl Value {
    pub(crate) fn substitute(&self, terms: &mut Terms, by: &mut Substitution) -> Value {
        match self {
            Value::Term(t) => Value::Term(terms.substitute(*t, by)),
            Value::Pointer(targets) => Value::Pointer(
                targets
                    .iter()
                    .map(|t| Target {
                        when: terms.substitute(t.when, by),
                        base: t.base.substitute(terms, by),
                        offset: terms.substitute(t.offset, by),
                    })
                    .collect(),
            ),
            Value::Aggregate(parts) => Value::Aggregate(parts.iter().map(|p| p.substitute(terms, by)).collect()),
            Value::Opaque => Value::Opaque,
        }
    }

    /// Whether the value is the same term for term.
    pub(crate) fn mentions(&self, terms: &Terms, var: crate::term::Var) -> bool {
        match self {
            Value::Term(t) => terms.vars_of(&[*t]).contains(&var),
            Value::Pointer(targets) => targets.iter().any(|t| {
                let all: Vec<Term> = [t.when, t.offset].into_iter().chain(t.base.rank()).collect();
                terms.vars_of(&all).contains(&var)
            }),
            Value::Aggregate(parts) => parts.iter().any(|p| p.mentions(terms, var)),
            Value::Opaque => false,
        }
    }
}

/// `c ? a : b`; `Opaque` where the two cannot be one value.
pub(crate) fn choose(terms: &mut Terms, c: Term, a: &Value, b: &Value) -> Value {
    if terms.is_true(c) || a == b {
        return a.clone();
    }
    if terms.is_false(c) {
        return b.clone();
    }
    match (a, b) {
        (Value::Term(x), Value::Term(y)) if terms.width(*x) == terms.width(*y) => Value::Term(terms.ite(c, *x, *y)),
        (Value::Pointer(x), Value::Pointer(y)) => Value::Pointer(choose_pointer(terms, c, x, y)),
        (Value::Aggregate(x), Value::Aggregate(y)) if x.len() == y.len() => {
            Value::Aggregate(x.iter().zip(y).map(|(x, y)| choose(terms, c, x, y)).collect())
        }
        (Value::Term(_) | Value::Pointer(_) | Value::Aggregate(_) | Value::Opaque, _) => Value::Opaque,
    }
}

/// One target for each object: one for each way to it would be twice as many after each join.
fn choose_pointer(terms: &mut Terms, c: Term, x: &[Target], y: &[Target]) -> Vec<Target> {
    let not_c = terms.not(c);
    let mut all = vec![];
    for a in x {
        all.push(match y.iter().find(|b| b.base == a.base) {
            Some(b) => {
                let (when, offset) = (terms.ite(c, a.when, b.when), terms.ite(c, a.offset, b.offset));
                Target { when, base: a.base, offset }
            }
            None => Target { when: terms.and(c, a.when), ..a.clone() },
        });
    }
    for b in y.iter().filter(|b| x.iter().all(|a| a.base != b.base)) {
        all.push(Target { when: terms.and(not_c, b.when), ..b.clone() });
    }
    all
}

/// The pointer `bytes` further on.
pub(crate) fn advance(terms: &mut Terms, pointer: &Value, bytes: Term) -> Value {
    match pointer {
        Value::Pointer(targets) => {
            Value::Pointer(targets.iter().map(|t| Target { offset: terms.add(t.offset, bytes), ..t.clone() }).collect())
        }
        Value::Term(t) if terms.width(*t) == 64 => Value::Term(terms.add(*t, bytes)),
        Value::Term(_) | Value::Aggregate(_) | Value::Opaque => Value::Opaque,
    }
}
