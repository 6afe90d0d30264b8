//! What the constructors make of bits that are put together and taken apart, against numbers.

use crate::term::{BinaryOp, CastOp, Environment, Func, Owner, Term, Terms, Var, VarInfo, VarKind};
use proptest::prelude::*;

struct Values([(Var, u64); 2]);

impl Environment for Values {
    fn var(&self, var: Var) -> Option<u64> {
        self.0.iter().find(|(v, _)| *v == var).map(|(_, value)| *value)
    }

    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

/// A term of 32 bits with its value.
type Known = (Term, u32);

/// The bytes of a number, joined again.
fn joined_bytes(t: &mut Terms, a: Term) -> Term {
    let bytes = [0, 8, 16, 24].map(|from| {
        let from_term = t.constant(32, from);
        let moved = t.binary(BinaryOp::LShr, a, from_term);
        let byte = t.cast(CastOp::Trunc, 8, moved);
        let word = t.cast(CastOp::Zext, 32, byte);
        t.binary(BinaryOp::Shl, word, from_term)
    });
    let zero = t.constant(32, 0);
    bytes.into_iter().rev().fold(zero, |all, byte| t.binary(BinaryOp::Or, all, byte))
}

/// Steps from known terms to others, by numbers: which, and a place or mask.
fn grown(t: &mut Terms, mut known: Vec<Known>, steps: &[(u8, u8, u8, u32)]) -> Vec<Known> {
    for (what, a, b, number) in steps {
        let ((a, x), (b, y)) = (known[usize::from(*a) % known.len()], known[usize::from(*b) % known.len()]);
        let by = number % 32;
        let low = if by == 0 { u32::MAX } else { u32::MAX >> (32 - by) };
        let mut of = |op, a, c: u32| {
            let c = t.constant(32, c.into());
            t.binary(op, a, c)
        };
        known.push(match what % 10 {
            0 => (of(BinaryOp::And, a, low), x & low),
            1 => (of(BinaryOp::And, a, *number), x & number),
            2 => (of(BinaryOp::LShr, a, by), x >> by),
            3 => (of(BinaryOp::Shl, a, by), x << by),
            4 => (t.binary(BinaryOp::Or, a, b), x | y),
            5 => (t.binary(BinaryOp::Xor, a, b), x ^ y),
            6 => {
                // Two words in one, of which the bits from a place on are taken.
                let (by, low) = (number % 31, number & 0xffff);
                let mask = t.constant(32, low.into());
                let (a, x) = (t.binary(BinaryOp::And, a, mask), x & low);
                let (a, b) = (t.cast(CastOp::Sext, 64, a), t.cast(CastOp::Zext, 64, b));
                let [half, by_term] = [32, by.into()].map(|n| t.constant(64, n));
                let b = t.binary(BinaryOp::Shl, b, half);
                let both = t.binary(BinaryOp::Or, a, b);
                let moved = t.binary(BinaryOp::LShr, both, by_term);
                (t.cast(CastOp::Trunc, 32, moved), ((u64::from(x) | u64::from(y) << 32) >> by) as u32)
            }
            7 => (joined_bytes(t, a), x),
            8 => {
                // What the remainder leaves, by a number that is not 0.
                let rest = of(BinaryOp::URem, a, number | 1);
                (t.sub(a, rest), x - x % (number | 1))
            }
            _ => {
                // And what whole parts leave.
                let parts = of(BinaryOp::UDiv, a, number | 1);
                let whole = of(BinaryOp::Mul, parts, number | 1);
                (t.sub(a, whole), x % (number | 1))
            }
        });
    }
    known
}

fn variable(t: &mut Terms, name: &str) -> Var {
    t.declare_var(VarInfo { name: name.into(), width: 32, kind: VarKind::Param, bounds: None, owner: Owner::All })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn fields_are_those_bits(
        x in any::<u32>(),
        y in any::<u32>(),
        steps in prop::collection::vec((any::<u8>(), any::<u8>(), any::<u8>(), any::<u32>()), 1..14),
    ) {
        let mut t = Terms::new();
        let vars = ["x", "y"].map(|name| variable(&mut t, name));
        let known = vec![(t.var(vars[0]), x), (t.var(vars[1]), y), (t.constant(32, 0xff00), 0xff00)];
        let env = Values([(vars[0], x.into()), (vars[1], y.into())]);
        for (term, value) in grown(&mut t, known, &steps) {
            prop_assert_eq!(t.eval(term, &env), Some(value.into()));
        }
    }
}

#[test]
fn a_word_that_is_passed_in_bytes_is_the_word() {
    let mut t = Terms::new();
    let var = variable(&mut t, "x");
    let x = t.var(var);
    let (known, steps) = (vec![(x, 0)], [(7, 0, 0, 0), (2, 0, 0, 0)]);
    let made = grown(&mut t, known, &steps);
    assert_eq!((made[1].0, made[2].0), (x, x));
}
