//! Operations whose value depends on their operands only.

use super::arithmetic::{binary, cast, compare, float};
use super::value::{Value, mask, signed};
use crate::kernel::program::{Operand, Operation, Type};
use std::rc::Rc;

/// The value of an operation; nothing if it does something else than to compute.
pub(in crate::replay) fn compute(operation: &Operation, ty: &Type, get: &dyn Fn(Operand) -> Value) -> Option<Value> {
    let value = match operation {
        Operation::Bits(bits) => Value::Bits(*bits),
        Operation::Zero => Value::zero(ty),
        Operation::Parts(parts) => Value::Parts(parts.iter().map(|part| get(*part)).collect()),
        Operation::Binary(op, a, b) => {
            each(ty, ty, &[get(*a), get(*b)], &|to, _, args| binary(*op, to.bits(), args[0], args[1]))
        }
        Operation::Compare(op, a, b, from, negated) => each(ty, from, &[get(*a), get(*b)], &|_, from, args| {
            u64::from(compare(*op, from.bits(), args[0], args[1]) != *negated)
        }),
        Operation::Cast(op, a, from) => {
            each(ty, from, &[get(*a)], &|to, from, args| cast(*op, from.bits(), to.bits(), args[0]))
        }
        Operation::Float(op, args, from) => {
            let args: Vec<Value> = args.iter().map(|a| get(*a)).collect();
            each(ty, from, &args, &|to, from, args| float(*op, from, to, args))
        }
        Operation::Same(a, from) => same(&get(*a), from, ty)?,
        Operation::Offset { base, constant, indices } => offset(*base, (*constant, indices), get),
        Operation::Select(c, a, b) => select(&get(*c), &get(*a), &get(*b)),
        Operation::Extract(a, path) => path.iter().fold(get(*a), |value, i| value.part(*i as usize)),
        Operation::Insert(a, v, path) => get(*a).with_part(path, get(*v)),
        Operation::ExtractElement(a, i) => get(*a).part(get(*i).bits() as usize),
        Operation::InsertElement(a, v, i) => get(*a).with_part(&[get(*i).bits() as u32], get(*v)),
        Operation::Shuffle(a, b, order) => shuffle(&get(*a), &get(*b), order),
        Operation::Argument(_)
        | Operation::Global(_)
        | Operation::Allocate(_)
        | Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Modify { .. }
        | Operation::CompareExchange { .. }
        | Operation::Order { .. }
        | Operation::Access { .. }
        | Operation::Barrier(_)
        | Operation::Mbarrier(..)
        | Operation::Comes(..)
        | Operation::Copy(_)
        | Operation::Product(_)
        | Operation::Elect(..)
        | Operation::Call(..)
        | Operation::Trap
        | Operation::Exit
        | Operation::Unknown(_) => return None,
    };
    Some(value)
}

/// An address with a distance.
fn offset(base: Operand, (constant, indices): (i64, &[(Operand, u32, i64)]), get: &dyn Fn(Operand) -> Value) -> Value {
    let index = |(i, bits, scale): &(Operand, u32, i64)| signed(*bits, get(*i).bits()).wrapping_mul(*scale);
    let far = indices.iter().map(index).fold(constant, i64::wrapping_add);
    Value::Bits(get(base).bits().wrapping_add_signed(far))
}

/// Applies a function of scalars, to vectors element by element.
pub(in crate::replay) fn each(
    to: &Type,
    from: &Type,
    args: &[Value],
    f: &dyn Fn(&Type, &Type, &[u64]) -> u64,
) -> Value {
    let Some(elements) = to.elements() else {
        // Most have two operands.
        return match args {
            [a] => Value::Bits(f(to, from, &[a.bits()])),
            [a, b] => Value::Bits(f(to, from, &[a.bits(), b.bits()])),
            args => Value::Bits(f(to, from, &args.iter().map(Value::bits).collect::<Vec<_>>())),
        };
    };
    let sources = from.elements();
    let element = |(i, (_, part)): (usize, &(u64, Type))| {
        let source = sources.and_then(|sources| sources.get(i)).map_or(part, |(_, source)| source);
        Value::Bits(f(part, source, &args.iter().map(|a| a.part(i).bits()).collect::<Vec<_>>()))
    };
    Value::Parts(elements.iter().enumerate().map(element).collect())
}

/// The same bits as another type; nothing where elements are not made of bytes.
fn same(value: &Value, from: &Type, to: &Type) -> Option<Value> {
    if from == to {
        return Some(value.clone());
    }
    if from.bits() > 0 && to.bits() > 0 {
        return Some(Value::Bits(mask(to.bits(), value.bits())));
    }
    let whole_bytes = |ty: &Type| {
        ty.elements().is_none_or(|elements| elements.iter().all(|(_, element)| element.bits().is_multiple_of(8)))
    };
    if !whole_bytes(from) || !whole_bytes(to) {
        return None;
    }
    let mut bytes = vec![0; from.bytes().max(to.bytes()) as usize];
    value.write(from, &mut bytes);
    Some(Value::read(to, &bytes))
}

fn select(condition: &Value, a: &Value, b: &Value) -> Value {
    match condition {
        Value::Bits(0) => b.clone(),
        Value::Bits(_) => a.clone(),
        Value::Parts(conditions) => {
            let element = |(i, c): (usize, &Value)| if c.bits() == 0 { b.part(i) } else { a.part(i) };
            Value::Parts(conditions.iter().enumerate().map(element).collect())
        }
    }
}

fn shuffle(a: &Value, b: &Value, order: &[i32]) -> Value {
    let count = match a {
        Value::Parts(parts) => parts.len(),
        Value::Bits(_) => 1,
    };
    let element = |i: &i32| match usize::try_from(*i) {
        Ok(i) if i < count => a.part(i),
        Ok(i) => b.part(i - count),
        Err(_) => Value::Bits(0),
    };
    let parts: Rc<[Value]> = order.iter().map(element).collect();
    Value::Parts(parts)
}
