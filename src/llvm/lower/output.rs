//! What `printf` reads of the program's memory: the strings of `%s`. Everything else it gets by value.
//!
//! Direction: of a string that is not seen to be a constant, or the thread's own, as many bytes may be read as it likes; where its
//! object is not followed the kernel is unknown.

use super::lowerer::Lowerer;

use super::values::value::{Base, Target, Value};
use crate::kernel::{Access, ArrayId, Mode, Step};
use crate::llvm::bind::constants;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::flow::cfg::BlockId;
use crate::span::Span;
use crate::term::{CastOp, Sharing, Term};

/// What may stand between `%` and the conversion.
const FLAGS: &[u8] = b"-+ #0123456789.*hlLqjzt";
/// The bits of the length of a string.
const LENGTH: u8 = 32;
const STRING: &str = "`printf` reads a string from memory (`%s`)";

impl Lowerer<'_, '_> {
    /// Of a call with these arguments: the format, then a buffer with the values (`vprintf`), or the values.
    pub(crate) fn output(&mut self, block: BlockId, span: &Span, args: &[Val], in_buffer: bool) {
        let Some((format, values)) = args.split_first() else { return };
        let text = self.constant_global(*format).and_then(constants::text);
        if text.is_some_and(|text| !has_string(&text)) {
            return;
        }
        let printed = match values {
            [buffer] if in_buffer && matches!(buffer.op(self.layout), Op::Alloca) => self.stored_in(*buffer),
            _ if in_buffer => return self.is_unsupported(STRING),
            values => values.to_vec(),
        };
        let is_open = |v: &Val| v.ty() == Ty::Pointer && self.constant_global(*v).is_none();
        let pointers: Vec<Val> = printed.into_iter().filter(is_open).collect();
        for pointer in pointers {
            match self.value(pointer) {
                // Of what asynchronous copies have under way something would have to be said here.
                Value::Pointer(targets) if self.survey.copies.copies.is_empty() => {
                    for target in targets {
                        match target.base {
                            Base::Array(array) => self.string(block, span, (array, None), &target),
                            Base::Remote(array, rank) => self.string(block, span, (array, Some(rank)), &target),
                            Base::ByValue(_) | Base::Private | Base::Null => {}
                        }
                    }
                }
                Value::Pointer(_) | Value::Term(_) | Value::Aggregate(_) | Value::Opaque => self.is_unsupported(STRING),
            }
        }
    }

    /// Reads a string in an array, from an offset on.
    fn string(&mut self, block: BlockId, span: &Span, (array, rank): (ArrayId, Option<Term>), target: &Target) {
        let truth = self.terms.truth();
        let guard = self.walk.guards.get(&block).copied().unwrap_or(truth);
        let assumed = self.assumed_at(block);
        let guard = self.terms.all([guard, assumed, target.when]);
        let length = self.opaque("the length of a printed string", LENGTH, Sharing::Thread);
        let bytes = self.terms.cast(CastOp::Zext, 64, length);
        let read = Access::plain(guard, array, target.offset, bytes, Mode::Read);
        self.out.steps.push(Step::Access(Access { rank, span: span.clone(), ..read }));
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
