//! The loops that `infer` writes: they have the bounds of the source where the condition shows them, and the iterations of
//! the kernel's loop in any case.

use raceproof::kernel::launch::Seen;
use raceproof::kernel::{Access, Array, ArrayId, Kernel, LaunchVars, Loop, MemorySpace, Mode, Step};
use raceproof::map::interp::{Setting, Thread, run, threads_of_block};
use raceproof::map::{infer, parse, validate};
use raceproof::span::Span;
use raceproof::term::{
    BinaryOp, CastOp, CompareOp, Environment, Func, Owner, Term, Terms, Var, VarInfo, VarKind, signed,
};
use raceproof::verdict::Level;
use std::collections::{BTreeMap, BTreeSet};

/// The counter (32 bits, natural), `n` (32 bits, in 1..=6) and `m` (32 bits, in -4..=6).
#[derive(Clone, Copy)]
struct Symbols {
    counter: Term,
    n: Term,
    m: Term,
}

/// The condition under which an iteration is executed, and the value that its access has as index.
type Build = fn(&mut Terms, Symbols) -> (Term, Term);

/// A loop with one access.
fn kernel(build: Build) -> (Kernel, [Var; 3]) {
    let mut terms = Terms::new();
    let launch = LaunchVars::declare(&mut terms);
    let mut declare = |name: &str, kind, bounds| {
        terms.declare_var(VarInfo { name: name.into(), width: 32, kind, bounds: Some(bounds), owner: Owner::All })
    };
    let vars = [
        declare("iteration of i", VarKind::Counter, (0, 1 << 20)),
        declare("n", VarKind::Param, (1, 6)),
        declare("m", VarKind::Param, (-4, 6)),
    ];
    let [counter, n, m] = vars.map(|v| terms.var(v));
    let (executed, value) = build(&mut terms, Symbols { counter, n, m });
    let offset = terms.cast(CastOp::Sext, 64, value);
    let (zero, one) = (terms.int(32, 0), terms.int(32, 1));
    let next = terms.add(counter, one);
    let entered = terms.replace(executed, vars[0], zero);
    let continues = terms.replace(executed, vars[0], next);
    let (guard, bytes) = (terms.truth(), terms.int(64, 1));
    let (array, mode) = (ArrayId(0), Mode::Read);
    let access = Access::plain(guard, array, offset, bytes, mode);
    let body = vec![Step::Access(access)];
    let (since, returns, span) = (terms.truth(), terms.falsity(), Span::default());
    let (counter, may_be_last, variable) = (vars[0], false, None);
    let found = Loop { counter, executed, since, entered, continues, returns, may_be_last, variable, body, span };
    let (name, space) = ("a".to_owned(), MemorySpace::Global);
    let (single, unsigned, fields, unknown_object) = (false, false, None, false);
    let (written, element, dims, beside) = (None, 1, vec![], vec![]);
    let array = Array {
        name,
        written,
        space,
        element,
        dims,
        single,
        unsigned,
        fields,
        unknown_object,
        beside,
        opens_for: None,
        declared: None,
    };
    let kernel = Kernel {
        name: "k".into(),
        symbol: "k".into(),
        span: Span::default(),
        terms,
        arrays: vec![array],
        body: vec![Step::Loop(found)],
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
    };
    (kernel, vars)
}

struct Given([(Var, i64); 3]);

impl Environment for Given {
    fn var(&self, var: Var) -> Option<u64> {
        self.0.iter().find(|(v, _)| *v == var).map(|(_, value)| *value as u64)
    }
    fn apply(&self, _: Func, _: &[u64]) -> Option<u64> {
        None
    }
}

/// The indices that the kernel's loop accesses.
fn counted(kernel: &Kernel, vars: [Var; 3], n: i64, m: i64) -> BTreeSet<i64> {
    let [Step::Loop(l)] = kernel.body.as_slice() else { panic!("one loop") };
    let [Step::Access(access)] = l.body.as_slice() else { panic!("one access") };
    let at = |i: i64, t| kernel.terms.eval(t, &Given([(vars[0], i), (vars[1], n), (vars[2], m)])).expect("a value");
    let iterations = (0..).take_while(|i| at(*i, l.executed) != 0);
    iterations.map(|i| signed(64, at(i, access.offset))).collect()
}

/// Those that the inferred protocol accesses.
fn executed(kernel: &Kernel, n: i64, m: i64) -> BTreeSet<i64> {
    let protocol = infer(kernel).remove(0);
    validate(&protocol).unwrap_or_else(|e| panic!("{e:?}\n{protocol}"));
    let params = BTreeMap::from([("n".to_owned(), n), ("m".to_owned(), m)]);
    let choose = |_: Thread, _: &str, _: &[i64]| 0;
    let setting = Setting { block_dim: [1; 3], grid_dim: [1; 3], params, choose: &choose };
    let threads = threads_of_block(&setting, [0; 3]);
    let history = run(&protocol, &setting, &threads, Level::Block).unwrap_or_else(|e| panic!("{e}\n{protocol}"));
    history[0].iter().map(|event| event.cell.start).collect()
}

fn int(terms: &mut Terms, value: i64) -> Term {
    terms.int(32, value)
}

/// What the loop's head must be, and the loop.
const LOOPS: [(&str, Build); 21] = [
    ("for i in 0..n {", |t, s| (t.slt(s.counter, s.n), s.counter)),
    ("for i in 0..n + 1 {", |t, s| (t.sle(s.counter, s.n), s.counter)),
    ("for i in 0..n {", |t, s| (t.compare(CompareOp::Ult, s.counter, s.n), s.counter)),
    ("for i in 0..n + 1 {", |t, s| (t.compare(CompareOp::Ule, s.counter, s.n), s.counter)),
    // Unsigned, with a bound that may be negative: not a range, but the same condition.
    ("for iteration_of_i while ", |t, s| {
        let (few, seven) = (t.compare(CompareOp::Ult, s.counter, s.m), int(t, 7));
        let end = t.slt(s.counter, seven);
        (t.and(few, end), s.counter)
    }),
    ("for i in m..n step 3 {", |t, s| {
        let three = int(t, 3);
        let steps = t.mul(s.counter, three);
        let value = t.add(steps, s.m);
        (t.slt(value, s.n), value)
    }),
    ("for i in m..10 step n {", |t, s| {
        let (steps, ten) = (t.mul(s.counter, s.n), int(t, 10));
        let value = t.add(s.m, steps);
        (t.slt(value, ten), value)
    }),
    // A step that may be 0 or negative is no step.
    ("for iteration_of_i while ", |t, s| {
        let (steps, five) = (t.mul(s.counter, s.m), int(t, 5));
        let (value, end) = (t.add(steps, s.counter), t.slt(s.counter, five));
        let less = t.slt(steps, five);
        (t.and(less, end), value)
    }),
    ("for i in n..m step -2 {", |t, s| {
        let minus = int(t, -2);
        let steps = t.mul(s.counter, minus);
        let value = t.add(steps, s.n);
        (t.slt(s.m, value), value)
    }),
    ("for i in n..m - 1 step -1 {", |t, s| {
        let minus = int(t, -1);
        let steps = t.mul(s.counter, minus);
        let value = t.add(steps, s.n);
        let below = t.slt(value, s.m);
        (t.not(below), value)
    }),
    ("for i in n..40 step *4 {", |t, s| {
        let (two, forty) = (int(t, 2), int(t, 40));
        let shift = t.mul(s.counter, two);
        let value = t.binary(BinaryOp::Shl, s.n, shift);
        (t.slt(value, forty), value)
    }),
    ("for i in n..0 step /2 {", |t, s| {
        let (value, zero) = (t.binary(BinaryOp::AShr, s.n, s.counter), int(t, 0));
        (t.slt(zero, value), value)
    }),
    // `m` may be negative, and then never gets below the bound by shifting.
    ("for iteration_of_i while ", |t, s| {
        let (value, three) = (t.binary(BinaryOp::AShr, s.m, s.counter), int(t, 3));
        let (above, end) = (t.slt(value, three), t.slt(s.counter, s.n));
        (t.and(above, end), value)
    }),
    // The counter on both sides.
    ("for iteration_of_i while ", |t, s| {
        let minus = int(t, -1);
        let steps = t.mul(s.counter, minus);
        let bound = t.add(s.n, steps);
        (t.slt(s.counter, bound), s.counter)
    }),
    // The body needs the number of the iteration too.
    ("for i in m..n step 3 {", |t, s| {
        let three = int(t, 3);
        let steps = t.mul(s.counter, three);
        let value = t.add(steps, s.m);
        let index = t.mul(s.counter, s.n);
        (t.slt(value, s.n), index)
    }),
    // Both sides as numbers of 64 bits; a step of which it is known that it is one.
    ("for i in m..n step n {", |t, s| {
        let (steps, m, n) = (t.mul(s.counter, s.n), t.cast(CastOp::Sext, 64, s.m), t.cast(CastOp::Sext, 64, s.n));
        let wide = t.cast(CastOp::Sext, 64, steps);
        let value = t.add(wide, m);
        let short = t.add(steps, s.m);
        (t.slt(value, n), short)
    }),
    ("for i in 0..n + 1 {", |t, s| {
        let [counter, n] = [s.counter, s.n].map(|x| t.cast(CastOp::Zext, 64, x));
        (t.sle(counter, n), s.counter)
    }),
    ("for i in 0..8 {", |t, s| {
        let seven = int(t, 7);
        (t.sle(s.counter, seven), s.counter)
    }),
    // Not linear, or not one comparison.
    ("for iteration_of_i while ", |t, s| {
        let square = t.mul(s.counter, s.counter);
        (t.slt(square, s.n), s.counter)
    }),
    ("for iteration_of_i while ", |t, s| {
        let (value, forty) = (t.binary(BinaryOp::Shl, s.counter, s.counter), int(t, 40));
        (t.slt(value, forty), value)
    }),
    ("for iteration_of_i while ", |t, s| {
        let (few, fewer) = (t.slt(s.counter, s.n), t.slt(s.counter, s.m));
        (t.or(few, fewer), s.counter)
    }),
];

#[test]
fn inferred_loops_run_as_their_kernels_do() {
    for (number, (head, build)) in LOOPS.into_iter().enumerate() {
        let (kernel, vars) = kernel(build);
        let text = infer(&kernel).remove(0).to_string();
        assert!(text.contains(head), "loop {number} should be {head}\n{text}");
        for (n, m) in (1..=6).flat_map(|n| (-4..=6).map(move |m| (n, m))) {
            assert_eq!(executed(&kernel, n, m), counted(&kernel, vars, n, m), "n = {n}, m = {m}\n{text}");
        }
    }
}

/// A name that a protocol cannot have becomes one that it can have and nothing else has.
#[test]
fn arrays_have_names_that_can_be_read() {
    let names =
        [("a", "a"), ("sync", "sync_2"), ("min", "min_2"), ("1st.cell", "_1st_cell"), ("a[0]", "a_0_"), ("n", "n")];
    for (name, read) in names {
        let (mut kernel, _) = kernel(|t, s| (t.slt(s.counter, s.n), s.counter));
        name.clone_into(&mut kernel.arrays[0].name);
        let protocol = infer(&kernel).remove(0);
        assert_eq!(protocol.arrays[0].name.text, read);
        validate(&protocol).unwrap_or_else(|e| panic!("{e:?}\n{protocol}"));
        let params: Vec<_> = protocol.params.iter().map(|name| name.text.as_str()).collect();
        assert_eq!(params, [if read == "n" { "n_2" } else { "n" }]);
        let again = parse("printed.map", &protocol.to_string()).unwrap_or_else(|e| panic!("{e}\n{protocol}"));
        assert_eq!(again, [protocol]);
    }
}

/// What is too long to be read is an unknown function of what it depends on: the same one wherever it stands.
#[test]
fn long_expressions_are_left_out() {
    let (mut kernel, _) = kernel(|t, s| {
        let square = |t: &mut Terms, x| t.mul(x, x);
        let value = (0..8).fold(s.counter, |x, _| {
            let square = square(t, x);
            t.add(square, s.m)
        });
        (t.slt(s.counter, s.n), value)
    });
    if let [Step::Loop(l)] = kernel.body.as_mut_slice() {
        l.body.push(l.body[0].clone());
    }
    let protocol = infer(&kernel).remove(0);
    validate(&protocol).unwrap_or_else(|e| panic!("{e:?}\n{protocol}"));
    let text = protocol.to_string();
    assert!(text.contains("unknown elided(2) per thread;"), "{text}");
    assert_eq!((text.matches("elided(iteration_of_i, m)").count(), text.matches("unknown").count()), (2, 1), "{text}");
}
