//! Operands: parameters, constants, and the parts of aggregates.

use super::value::{Base, Target, Value};
use crate::kernel::overlay::Place;
use crate::llvm::bind::debug_info;
use crate::llvm::bind::ir::{Ty, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::term::{Owner, VarInfo, VarKind, Width};

impl Lowerer<'_, '_> {
    pub(crate) fn null(&mut self) -> Value {
        let (when, offset) = (self.terms.truth(), self.terms.constant(64, 0));
        Value::Pointer(vec![Target { when, base: Base::Null, offset }])
    }

    pub(crate) fn private(&mut self) -> Value {
        let (when, offset) = (self.terms.truth(), self.terms.constant(64, 0));
        Value::Pointer(vec![Target { when, base: Base::Private, offset }])
    }

    pub(crate) fn zero(&mut self, ty: &Ty) -> Value {
        match ty {
            Ty::Int(w) | Ty::Float(w) if *w <= 64 => Value::Term(self.terms.constant(*w as Width, 0)),
            Ty::Pointer => self.null(),
            Ty::Aggregate(parts) => Value::Aggregate(parts.iter().map(|p| self.zero(p)).collect()),
            Ty::Void | Ty::Other | Ty::Int(_) | Ty::Float(_) => Value::Opaque,
        }
    }

    /// An aggregate operand with all its parts, opaque ones where it is undefined.
    pub(crate) fn whole(&mut self, val: Val) -> Value {
        match self.value(val) {
            Value::Aggregate(parts) => Value::Aggregate(parts),
            Value::Term(_) | Value::Pointer(_) | Value::Opaque => {
                self.or_opaque(Value::Opaque, &val.ty(), "an undefined value")
            }
        }
    }

    pub(crate) fn shuffle(&mut self, a: Val, b: Val, mask: &[i32]) -> Value {
        let (Value::Aggregate(mut all), Value::Aggregate(more)) = (self.whole(a), self.whole(b)) else {
            return Value::Opaque;
        };
        all.extend(more);
        let whole = Value::Aggregate(all);
        elementwise(mask.len(), |i| usize::try_from(mask[i]).map_or(Value::Opaque, |i| part(&whole, i)))
    }

    /// A kernel parameter.
    pub(crate) fn argument(&mut self, val: Val, index: u32) -> Value {
        let slot = index as usize;
        if self.objects.params.len() <= slot {
            self.objects.params.resize(slot + 1, None);
        }
        if let Some(v) = &self.objects.params[slot] {
            return v.clone();
        }
        let name = if val.name().is_empty() { format!("arg{index}") } else { val.name() };
        let value = if val.ty() == Ty::Pointer && val.is_by_value(index) {
            let (when, offset) = (self.terms.truth(), self.terms.constant(64, 0));
            Value::Pointer(vec![Target { when, base: Base::ByValue(index), offset }])
        } else {
            self.passed(Place { parameter: index, offset: 0 }, &name, &val.ty())
        };
        match &value {
            Value::Term(t) => self.read_as_declared(*t, index, 0),
            Value::Pointer(targets) => {
                if let [Target { base: Base::Array(array), .. }] = targets.as_slice() {
                    let (array, function) = (&mut self.objects.arrays[array.0], self.input.kernel.function);
                    array.unsigned |= debug_info::leads_to_unsigned(function, index, 0);
                    array.fields = array.fields.take().or_else(|| debug_info::fields_led_to(function, index, 0));
                }
            }
            Value::Aggregate(_) | Value::Opaque => {}
        }
        self.objects.params[slot] = Some(value.clone());
        value
    }

    /// A value that the launch passes in: one for all threads.
    pub(crate) fn parameter(&mut self, name: &str, ty: &Ty) -> Value {
        match ty {
            Ty::Pointer => self.new_array(name, crate::kernel::MemorySpace::Global, 0, vec![]),
            Ty::Int(w) | Ty::Float(w) if *w <= 64 => {
                let info = VarInfo {
                    name: name.to_owned(),
                    width: *w as Width,
                    kind: VarKind::Param,
                    bounds: None,
                    owner: Owner::All,
                };
                let var = self.terms.declare_var(info);
                Value::Term(self.terms.var(var))
            }
            Ty::Aggregate(parts) => Value::Aggregate(
                parts.iter().enumerate().map(|(i, p)| self.parameter(&format!("{name}.{i}"), p)).collect(),
            ),
            Ty::Void | Ty::Int(_) | Ty::Float(_) | Ty::Other => Value::Opaque,
        }
    }
}

/// The bits of a scalar with a term, 0 for other types.
pub(crate) fn scalar_width(ty: &Ty) -> Width {
    match ty {
        Ty::Int(w) | Ty::Float(w) if *w <= 64 => *w as Width,
        Ty::Pointer => 64,
        Ty::Void | Ty::Int(_) | Ty::Float(_) | Ty::Aggregate(_) | Ty::Other => 0,
    }
}

pub(crate) fn part(value: &Value, i: usize) -> Value {
    match value {
        Value::Aggregate(parts) => parts.get(i).cloned().unwrap_or(Value::Opaque),
        Value::Term(_) | Value::Pointer(_) | Value::Opaque => Value::Opaque,
    }
}

pub(crate) fn inserted(base: Value, value: &Value, path: &[u32]) -> Value {
    let (Some((first, rest)), Value::Aggregate(mut parts)) = (path.split_first(), base) else { return value.clone() };
    if let Some(slot) = parts.get_mut(*first as usize) {
        *slot = inserted(slot.clone(), value, rest);
    }
    Value::Aggregate(parts)
}

pub(crate) fn elementwise(n: usize, f: impl FnMut(usize) -> Value) -> Value {
    Value::Aggregate((0..n).map(f).collect())
}
