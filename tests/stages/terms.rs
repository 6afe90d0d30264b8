//! The smart constructors and the intervals against a naive reference.

use crate::recipe::{declare, number, truth};
use proptest::prelude::*;
use raceproof::term::{
    BinaryOp, BitOp, Func, FuncKind, Intervals, Node, Owner, PureOp, Term, Terms, Var, Width, signed,
};
use std::collections::BTreeMap;

/// Values for the variables, in order.
struct Values<'a>(&'a [Var], &'a [u64]);

impl raceproof::term::Environment for Values<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        self.0.iter().position(|v| *v == var).map(|i| self.1[i])
    }
    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

const WIDTHS: [Width; 5] = [4, 6, 8, 32, 64];

/// Small, near the ends of the range, or anything.
fn value() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0u64..16, 2 => (-8i64..0).prop_map(|x| x as u64), 1 => any::<u64>(),
        1 => (0u32..64).prop_map(|k| 1u64 << k)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096))]

    /// Where the original is defined, folding keeps its value.
    #[test]
    fn folding_keeps_numbers(n in number(3, 4), values in prop::array::uniform3(value()),
                             w in prop::sample::select(&WIDTHS[..])) {
        let mut t = Terms::new();
        let vars = declare(&mut t, 3, w, None);
        let term = n.build(&mut t, &vars, w);
        prop_assert_eq!(t.width(term), w);
        if let Some(expected) = n.value(&values, w, &mut false) {
            prop_assert_eq!(t.eval(term, &Values(&vars, &values)), Some(expected), "{}", t.show(term));
        }
    }

    #[test]
    fn folding_keeps_truths(n in truth(3, 4), values in prop::array::uniform3(value()),
                            w in prop::sample::select(&WIDTHS[..])) {
        let mut t = Terms::new();
        let vars = declare(&mut t, 3, w, None);
        let term = n.build(&mut t, &vars, w);
        if let Some(expected) = n.value(&values, w, &mut false) {
            prop_assert_eq!(t.eval(term, &Values(&vars, &values)), Some(u64::from(expected)), "{}", t.show(term));
        }
    }

    /// The interval of every subterm that is defined holds its value, as long as nothing wraps that must not.
    #[test]
    fn intervals_hold(n in number(3, 4), values in prop::array::uniform3(-8i64..16),
                      w in prop::sample::select(&WIDTHS[..]), bounded in any::<bool>()) {
        let bounds = (bounded && w > 5).then_some((-8, 15));
        let values = values.map(|v| v as u64);
        let mut t = Terms::new();
        let vars = declare(&mut t, 3, w, bounds);
        let term = n.build(&mut t, &vars, w);
        let env = Values(&vars, &values);
        let number = |sub| t.eval(sub, &env).map(|v| i128::from(signed(t.width(sub), v)));
        let wraps = |sub: &Term| {
            // A quotient of numbers without a sign is taken to fit where it is read as one with a sign.
            if matches!(t.node(*sub), Node::Binary(BinaryOp::UDiv, ..)) {
                return number(*sub).is_some_and(|quotient| quotient < 0);
            }
            // A quotient that is kept in fewer bits is represented by the whole number, which is taken to fit.
            if let (Node::Cast(_, _, whole), true, false) = (t.node(*sub), t.is_kept(*sub), Intervals::new().may_wrap(&t, *sub)) {
                return number(*sub) != number(*whole);
            }
            let Node::Binary(op @ (BinaryOp::Add | BinaryOp::Mul | BinaryOp::Shl), a, b) = *t.node(*sub) else {
                return false;
            };
            let (Some(a), Some(b), false) = (number(a), number(b), Intervals::new().may_wrap(&t, *sub)) else { return false };
            let ideal = match op {
                BinaryOp::Add => a + b,
                BinaryOp::Mul => a * b,
                _ => a << b.clamp(0, 63),
            };
            number(*sub).is_some_and(|v| v != ideal)
        };
        if !t.reachable(&[term]).iter().any(wraps) {
            let mut intervals = Intervals::new();
            for sub in t.reachable(&[term]).into_iter().filter(|sub| t.width(*sub) > 1) {
                let Some(v) = number(sub) else { continue };
                let i = intervals.of(&t, sub);
                prop_assert!(i.lo <= v && v <= i.hi, "{} is {v}, not in {i:?}", t.show(sub));
            }
        }
    }
}

/// `text` with every `%1` replaced by what it stands for.
fn expand(text: &str, lines: &BTreeMap<String, String>) -> String {
    let mut parts = text.split('%');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_digit).count();
        match lines.get(&part[..digits]) {
            Some(line) => out += &expand(line, lines),
            None => out += &format!("%{}", &part[..digits]), // the remainder operators
        }
        out += &part[digits..];
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    /// Definitions come before their uses, say what they stand for, and leave nothing out.
    #[test]
    fn lets_are_what_they_stand_for(parts in prop::collection::vec(truth(3, 4), 1..4)) {
        let mut t = Terms::new();
        let vars = declare(&mut t, 3, 32, None);
        let roots: Vec<Term> = parts.iter().map(|p| p.build(&mut t, &vars, 32)).collect();
        let mut lets = t.lets(&roots);
        let (mut lines, mut written) = (BTreeMap::new(), 0);
        for root in &roots {
            for line in lets.define(&[*root]) {
                written += line.len();
                let (name, body) = line.split_once(" = ").unwrap_or_default();
                lines.insert(name.trim_start_matches('%').to_owned(), expand(body, &lines));
            }
            written += lets.show(*root).len();
            prop_assert_eq!(expand(&lets.show(*root), &lines), t.show(*root), "{:?}", lines);
        }
        prop_assert!(written <= 200 * t.len(), "{} bytes for {} terms", written, t.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1024))]

    /// The functions on bits, against a walk over them.
    #[test]
    fn counts_are_computed_at_constants(x in value(), w in prop::sample::select(&WIDTHS[..])) {
        let bits: Vec<bool> = (0..w).map(|i| x >> i & 1 == 1).collect();
        let number = |bits: &mut dyn Iterator<Item = &bool>| bits.zip(0..).fold(0, |n, (b, i)| n | u64::from(*b) << i);
        let zeros = |bits: &mut dyn Iterator<Item = &bool>| bits.take_while(|b| !**b).count() as u64;
        let behind = zeros(&mut bits.iter());
        let place = x % u64::from(w);
        let mut wanted = vec![
            (BitOp::OnesBelow, bits.iter().zip(0..place).filter(|(b, _)| **b).count() as u64),
            (BitOp::Ones, bits.iter().filter(|b| **b).count() as u64),
            (BitOp::LeadingZeros, zeros(&mut bits.iter().rev())),
            (BitOp::TrailingZeros, behind),
            (BitOp::FirstOne, if behind == u64::from(w) { 0 } else { behind + 1 }),
            (BitOp::ReversedBits, number(&mut bits.iter().rev())),
        ];
        if w % 8 == 0 {
            wanted.push((BitOp::ReversedBytes, number(&mut bits.chunks(8).rev().flatten())));
        }
        let mut t = Terms::new();
        let (arg, place) = (t.constant(w, x), t.constant(w, place));
        for (op, wanted) in wanted {
            let (kind, sharing) = (FuncKind::Pure(PureOp::Bits { op, of: w }), raceproof::term::Sharing::Grid);
            let info = raceproof::term::FuncInfo { name: op.symbol(w), width: 64, kind, sharing, axiom: None, owner: Owner::All };
            let func = t.declare_func(info);
            let args = if op == BitOp::OnesBelow { vec![arg, place] } else { vec![arg] };
            let value = t.apply(func, args);
            prop_assert_eq!(t.as_const(value), Some(wanted), "{} of {:#x} at {} bits", op, x, w);
        }
    }
}
