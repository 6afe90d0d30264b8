//! Values at run time, and their bytes in memory.
//!
//! What is undefined is 0: one of the values that the hardware may have there.

use crate::kernel::program::Type;
use std::rc::Rc;

/// A value: the bits of a scalar, or the parts of a structure, an array or a vector.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::replay) enum Value {
    Bits(u64),
    Parts(Rc<[Value]>),
}

/// The low bits of a number.
pub(in crate::replay) fn mask(bits: u32, value: u64) -> u64 {
    if bits >= 64 { value } else { value & ((1 << bits) - 1) }
}

/// The number that these bits are in two's complement.
pub(in crate::replay) fn signed(bits: u32, value: u64) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused).cast_signed() >> unused
}

impl Value {
    pub(in crate::replay) fn zero(ty: &Type) -> Value {
        match ty {
            Type::Whole(whole) => Value::Parts(whole.parts.iter().map(|(_, part)| Value::zero(part)).collect()),
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Pointer | Type::Other => Value::Bits(0),
        }
    }

    pub(in crate::replay) fn truth(value: bool) -> Value {
        Value::Bits(u64::from(value))
    }

    /// The bits of a scalar.
    pub(in crate::replay) fn bits(&self) -> u64 {
        match self {
            Value::Bits(bits) => *bits,
            Value::Parts(parts) => parts.first().map_or(0, Value::bits),
        }
    }

    pub(in crate::replay) fn part(&self, i: usize) -> Value {
        match self {
            Value::Parts(parts) => parts.get(i).cloned().unwrap_or(Value::Bits(0)),
            Value::Bits(_) => self.clone(),
        }
    }

    pub(in crate::replay) fn with_part(&self, path: &[u32], new: Value) -> Value {
        let (Value::Parts(parts), Some((first, rest))) = (self, path.split_first()) else { return new };
        let replaced = |(i, part): (usize, &Value)| {
            if i == *first as usize { part.with_part(rest, new.clone()) } else { part.clone() }
        };
        Value::Parts(parts.iter().enumerate().map(replaced).collect())
    }

    /// Writes the value's bytes, lowest first.
    pub(in crate::replay) fn write(&self, ty: &Type, to: &mut [u8]) {
        match ty {
            Type::Whole(whole) => {
                for (i, (offset, part)) in whole.parts.iter().enumerate() {
                    if let Some(rest) = to.get_mut(*offset as usize..) {
                        self.part(i).write(part, rest);
                    }
                }
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer => {
                let bytes = self.bits().to_le_bytes();
                for (place, byte) in to.iter_mut().zip(&bytes[..ty.bytes() as usize]) {
                    *place = *byte;
                }
            }
            Type::Void | Type::Other => {}
        }
    }

    /// The value that these bytes are.
    pub(in crate::replay) fn read(ty: &Type, from: &[u8]) -> Value {
        match ty {
            Type::Whole(whole) => {
                let part =
                    |(offset, part): &(u64, Type)| Value::read(part, from.get(*offset as usize..).unwrap_or(&[]));
                Value::Parts(whole.parts.iter().map(part).collect())
            }
            Type::Int(_) | Type::Float(_) | Type::Pointer => {
                let mut bytes = [0; 8];
                for (place, byte) in bytes.iter_mut().zip(from.iter().take(ty.bytes() as usize)) {
                    *place = *byte;
                }
                Value::Bits(mask(ty.bits(), u64::from_le_bytes(bytes)))
            }
            Type::Void | Type::Other => Value::Bits(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::program::Whole;

    #[test]
    fn what_is_written_is_read() {
        let parts = vec![(0, Type::Int(8)), (4, Type::Int(32)), (8, Type::Int(1))];
        let ty = Type::Whole(Box::new(Whole { parts, bytes: 12, vector: false }));
        let value = Value::Parts([0xab, 0x1234_5678, 1].map(Value::Bits).into());
        let mut bytes = [0; 12];
        value.write(&ty, &mut bytes);
        assert_eq!(bytes, [0xab, 0, 0, 0, 0x78, 0x56, 0x34, 0x12, 1, 0, 0, 0]);
        assert_eq!(Value::read(&ty, &bytes), value);
        assert_eq!(value.with_part(&[1], Value::Bits(7)).part(1).bits(), 7);
    }

    #[test]
    fn two_complements() {
        assert_eq!((signed(8, 0xff), signed(32, 5), signed(1, 1), signed(64, u64::MAX)), (-1, 5, -1, -1));
    }
}
