//! What `printf` reads of the program's memory: the strings of `%s`. Everything else it gets by value.
//!
//! Direction: a string that is not seen to be a constant may be anything that the kernel writes, and no access for it is made.
//! So the kernel is unknown.

use super::lowerer::Lowerer;
use crate::llvm::bind::constants;
use crate::llvm::bind::ir::{Op, Ty, Val};

/// What may stand between `%` and the conversion.
const FLAGS: &[u8] = b"-+ #0123456789.*hlLqjzt";
const STRING: &str = "`printf` reads a string from memory (`%s`)";

impl Lowerer<'_, '_> {
    /// Of a call with these arguments: the format, then a buffer with the values (`vprintf`), or the values.
    pub(crate) fn output(&mut self, args: &[Val]) {
        let Some((format, values)) = args.split_first() else { return };
        let text = self.constant_global(*format).and_then(constants::text);
        if text.is_some_and(|text| !has_string(&text)) {
            return;
        }
        let is_buffer = |v: &Val| matches!(v.op(self.layout), Op::Alloca);
        let (buffers, others): (Vec<Val>, Vec<Val>) = values.iter().copied().partition(is_buffer);
        let mut printed = buffers.into_iter().flat_map(|buffer| self.stored_in(buffer)).chain(others);
        if !printed.all(|v| v.ty() != Ty::Pointer || self.constant_global(v).is_some()) {
            self.is_unsupported(STRING);
        }
    }

    /// The constant that a pointer leads to the start of.
    fn constant_global(&self, pointer: Val) -> Option<Val> {
        let mut pointer = pointer;
        while let Op::Same(inner) = pointer.op(self.layout) {
            pointer = inner;
        }
        let is_global = matches!(pointer.op(self.layout), Op::Global);
        (is_global && pointer.is_constant_global() && pointer.is_own_variable()).then_some(pointer)
    }

    /// What is stored in a buffer.
    fn stored_in(&self, buffer: Val) -> Vec<Val> {
        let (mut found, mut open) = (vec![], vec![buffer]);
        while let Some(address) = open.pop() {
            for user in address.users() {
                if matches!(user.op(self.layout), Op::Gep { .. } | Op::Same(_)) {
                    open.push(user);
                } else if matches!(user.op(self.layout), Op::Store { pointer } if pointer == address) {
                    found.push(user.operand(0));
                }
            }
        }
        found
    }
}

/// Whether a format converts a string.
fn has_string(format: &[u8]) -> bool {
    let mut rest = format;
    while let Some(at) = rest.iter().position(|c| *c == b'%') {
        let after = &rest[at + 1..];
        let Some(end) = after.iter().position(|c| !FLAGS.contains(c)) else { return false };
        if after[end] == b's' {
            return true;
        }
        rest = &after[end + 1..];
    }
    false
}

#[cfg(test)]
mod tests {
    use super::has_string;

    #[test]
    fn a_string_is_converted() {
        for format in ["%s", "%d and %-8.3s", "%%%s", "%ls\n"] {
            assert!(has_string(format.as_bytes()), "{format}");
        }
        for format in ["", "%d s", "%%s", "%5.2f%", "100%"] {
            assert!(!has_string(format.as_bytes()), "{format}");
        }
    }
}
