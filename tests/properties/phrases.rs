//! The expressions that `infer` writes have the values of the terms that they were made of.

use super::recipe::{Number, Truth, declare, number, truth};
use proptest::prelude::*;
use raceproof::kernel::launch::Seen;
use raceproof::kernel::{Access, Array, ArrayId, Kernel, LaunchVars, MemorySpace, Mode, Step};
use raceproof::map::{infer, lower, parse};
use raceproof::span::Span;
use raceproof::term::{
    BinaryOp, CastOp, Environment, Func, Intervals, Node, Owner, Term, Terms, Var, VarInfo, VarKind, Width, signed,
};

/// Values of the variables by name.
struct Named<'a>(&'a Terms, [i64; 3]);

impl Environment for Named<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        let place = self.0.var_info(var).name.strip_prefix('v')?.parse::<usize>().ok()?;
        self.1.get(place).map(|value| *value as u64)
    }
    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

/// A kernel of one access, under a guard, to an array of such elements and extents.
fn kernel(offset: &Number, guard: &Truth, width: Width, element: u64, dims: &[u64]) -> Kernel {
    let mut terms = Terms::new();
    let launch = LaunchVars::declare(&mut terms);
    let vars = declare(&mut terms, 3, width, Some((-8, 15)));
    let guard = guard.build(&mut terms, &vars, width);
    let offset = offset.build(&mut terms, &vars, width);
    let wide = if width == 64 { offset } else { terms.cast(CastOp::Sext, 64, offset) };
    let size = terms.int(64, element as i64);
    let offset = terms.mul(wide, size);
    let (array, mode) = (ArrayId(0), Mode::Write(None));
    let access = Access::plain(guard, array, offset, size, mode);
    let array = Array {
        name: "a".into(),
        written: None,
        space: MemorySpace::Global,
        element,
        dims: dims.to_vec(),
        single: false,
        unsigned: false,
        fields: None,
        unknown_object: false,
        beside: vec![],
        opens_for: None,
        declared: None,
    };
    Kernel {
        name: "k".into(),
        symbol: "k".into(),
        span: Span::default(),
        terms,
        arrays: vec![array],
        body: vec![Step::Access(access)],
        facts: vec![],
        exits: vec![],
        branches: vec![],
        dependences: std::sync::Arc::default(),
        gathered: vec![],
        contents: vec![],
        factors: vec![],
        shuffles: vec![],
        butterflies: vec![],
        assumptions: vec![],
        launch,
        parameters: vec![],
        launches: vec![],
        seen: Seen::default(),
        overlays: vec![],
        variants: vec![],
        overtaken: vec![],
        survived: vec![],
        reads: vec![],
        cluster: None,
        ignored: vec![],
        unsupported: vec![],
    }
}

fn only_access(kernel: &Kernel) -> &Access {
    let [Step::Access(access)] = kernel.body.as_slice() else { panic!("one access expected") };
    access
}

/// Whether a sum, product or shift wraps that is taken not to, or a quotient, of which LLVM says nothing then; or a quotient of numbers
/// without a sign fits none with one.
fn wraps(terms: &Terms, roots: &[Term], env: &Named<'_>) -> bool {
    let value = |t| terms.eval(t, env).map(|v| i128::from(signed(terms.width(t), v)));
    terms.reachable(roots).into_iter().any(|t| {
        if matches!(terms.node(t), Node::Binary(BinaryOp::UDiv, ..)) {
            return value(t).is_some_and(|quotient| quotient < 0);
        }
        let ideal = match *terms.node(t) {
            Node::Binary(BinaryOp::Add, a, b) => value(a).zip(value(b)).map(|(a, b)| a + b),
            Node::Binary(BinaryOp::Mul, a, b) => value(a).zip(value(b)).map(|(a, b)| a * b),
            Node::Binary(BinaryOp::Shl, a, b) => value(a).zip(value(b)).map(|(a, b)| a << b.clamp(0, 63)),
            Node::Binary(BinaryOp::SDiv, a, b) => value(a).zip(value(b)).and_then(|(a, b)| a.checked_div(b)),
            _ => None,
        };
        let assumed = matches!(terms.node(t), Node::Binary(BinaryOp::Shl | BinaryOp::SDiv, ..))
            || !Intervals::new().may_wrap(terms, t);
        assumed && ideal.is_some() && ideal != value(t)
    })
}

#[test]
fn of_quotients_only_the_least_number_by_minus_one_wraps() {
    let mut terms = Terms::new();
    let [a, b] = ["v0", "v1"].map(|name| {
        let info = VarInfo { name: name.to_owned(), width: 6, kind: VarKind::Param, bounds: None, owner: Owner::All };
        let v = terms.declare_var(info);
        terms.var(v)
    });
    let quotient = terms.binary(BinaryOp::SDiv, a, b);
    let wraps_for = |a: i64, b: i64| wraps(&terms, &[quotient], &Named(&terms, [a, b, 0]));
    assert!(wraps_for(-32, -1));
    assert!(![(-31, -1), (-32, 1), (-32, -2), (31, -1), (-32, 0)].into_iter().any(|(a, b)| wraps_for(a, b)));
}

proptest! {
    #![proptest_config(super::config(2000))]

    #[test]
    fn phrases_have_the_values_of_their_terms(
        (offset, guard) in (number(3, 3), truth(3, 2)),
        width in prop::sample::select(&[6u8, 8, 16, 32, 33, 64][..]),
        (element, dims) in (prop::sample::select(&[1u64, 4][..]), prop::sample::select(vec![vec![], vec![4, 8]])),
        values in prop::collection::vec(prop::array::uniform3(-8i64..16), 8),
    ) {
        let kernel = kernel(&offset, &guard, width, element, &dims);
        let inferred = infer(&kernel).remove(0);
        let text = inferred.to_string();
        prop_assert_eq!(parse("t", &text).map_err(|e| e.to_string()), Ok(vec![inferred.clone()]), "{}", text);
        let again = lower(&inferred).map_err(|e| TestCaseError::fail(format!("{e:?}\n{text}")))?;
        let (a, b) = (only_access(&kernel), only_access(&again));
        for values in values {
            let (before, after) = (Named(&kernel.terms, values), Named(&again.terms, values));
            // Where the place has no value, as 1 % 0, nothing is said of the access: its indices are part of the guard again.
            let has_place = kernel.terms.eval(a.offset, &before).is_some();
            if !has_place || wraps(&kernel.terms, &[a.guard, a.offset], &before) {
                continue;
            }
            for (what, old, new) in [("guard", a.guard, b.guard), ("offset", a.offset, b.offset)] {
                if let Some(value) = kernel.terms.eval(old, &before) {
                    let told = kernel.terms.show(old);
                    prop_assert_eq!(again.terms.eval(new, &after), Some(value), "{} {} for {:?}\n{}", what, told, values, text);
                }
            }
        }
    }
}
