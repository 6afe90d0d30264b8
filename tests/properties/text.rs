//! Parsing and printing are inverse, on any syntax tree.

use proptest::prelude::*;
use raceproof::kernel::{AtomicScope, MemorySpace, SyncScope};
use raceproof::map::ast::*;
use raceproof::map::parse;
use raceproof::term::Sharing;

fn name() -> impl Strategy<Value = Name> {
    let word =
        prop_oneof![5 => "[a-e]", 1 => "in|of|step|bytes|block|per|min|i8", 1 => "x_[0-9]{1,3}", 1 => "p\\.[a-c]"];
    word.prop_map(Name::new)
}

fn value() -> impl Strategy<Value = Expr> {
    let launch = prop_oneof![Just("threadIdx.x"), Just("blockDim.z"), Just("gridDim.y")].prop_map(Expr::name);
    let number = prop_oneof![-9i64..10, any::<i64>(), Just(i64::MIN)].prop_map(Expr::Int);
    prop_oneof![name().prop_map(Expr::Name), launch, number, any::<bool>().prop_map(Expr::Bool)]
}

fn operator() -> impl Strategy<Value = BinaryOp> {
    use BinaryOp::*;
    let all = vec![Mul, Div, Rem, Add, Sub, Shl, Shr, Lt, Le, Gt, Ge, Eq, Ne, And, Xor, Or, Both, Either];
    prop::sample::select(all)
}

fn expr() -> impl Strategy<Value = Expr> {
    value().prop_recursive(5, 32, 3, |inner| {
        let unary = prop_oneof![Just(UnaryOp::Minus), Just(UnaryOp::Not)];
        prop_oneof![
            (unary, inner.clone()).prop_map(|(op, a)| Expr::Unary(op, Box::new(a))),
            (operator(), inner.clone(), inner.clone()).prop_map(|(op, a, b)| Expr::binary(op, a, b)),
            (inner.clone(), inner.clone(), inner.clone()).prop_map(|(c, a, b)| Expr::Choice(
                Box::new(c),
                Box::new(a),
                Box::new(b)
            )),
            (prop_oneof![name(), Just(Name::new("min")), Just(Name::new("u32"))], prop::collection::vec(inner, 0..3))
                .prop_map(|(f, args)| Expr::Call(f, args)),
        ]
    })
}

fn access() -> impl Strategy<Value = Access> {
    let mode = prop_oneof![
        Just(Mode::Read),
        prop::option::of(expr()).prop_map(Mode::Write),
        prop::sample::select(vec![AtomicScope::Block, AtomicScope::Cluster, AtomicScope::Device, AtomicScope::System])
            .prop_map(Mode::Atomic),
    ];
    let place = prop_oneof![
        prop::collection::vec(expr(), 1..4).prop_map(Place::Cell),
        (expr(), expr()).prop_map(|(offset, length)| Place::Bytes { offset, length }),
    ];
    (mode, name(), place).prop_map(|(mode, array, place)| Access { mode, array, place })
}

fn range() -> impl Strategy<Value = Range> {
    let step = prop_oneof![
        Just(Step::Up(Expr::Int(1))),
        expr().prop_map(Step::Up),
        expr().prop_map(Step::Down),
        any::<u64>().prop_map(Step::Times),
        any::<u64>().prop_map(Step::Over),
    ];
    prop_oneof![
        expr().prop_map(Range::While),
        (expr(), expr(), step).prop_map(|(from, to, step)| Range::Steps { from, to, step }),
    ]
}

fn statements() -> impl Strategy<Value = Vec<Stmt>> {
    let scopes = vec![SyncScope::Warp, SyncScope::Block, SyncScope::Cluster, SyncScope::Grid];
    let leaf = prop_oneof![
        Just(Stmt::Skip),
        access().prop_map(Stmt::Access),
        prop::sample::select(scopes).prop_map(|scope| Stmt::Sync(scope, At::default())),
        (name(), expr()).prop_map(|(name, value)| Stmt::Let(name, value)),
    ];
    let statement = leaf.prop_recursive(3, 12, 3, |inner| {
        let block = prop::collection::vec(inner, 0..3);
        prop_oneof![
            (expr(), block.clone(), block.clone()).prop_map(|(cond, then, otherwise)| Stmt::If {
                cond,
                then,
                otherwise,
                at: At::default()
            }),
            (name(), range(), block).prop_map(|(var, range, body)| Stmt::For(For { var, range, body })),
        ]
    });
    prop::collection::vec(statement, 0..5)
}

fn array() -> impl Strategy<Value = ArrayDecl> {
    let space = prop_oneof![Just(MemorySpace::Shared), Just(MemorySpace::Global)];
    (name(), space, prop::collection::vec(any::<u64>(), 0..3), any::<u64>())
        .prop_map(|(name, space, dims, element)| ArrayDecl { name, space, dims, element })
}

fn unknown() -> impl Strategy<Value = UnknownDecl> {
    let sharing = prop_oneof![Just(Sharing::Grid), Just(Sharing::Block), Just(Sharing::Thread)];
    (name(), 0usize..9, sharing).prop_map(|(name, arity, sharing)| UnknownDecl { name, arity, sharing })
}

fn protocol() -> impl Strategy<Value = Protocol> {
    let names = || prop::collection::vec(name(), 0..3);
    let title = prop_oneof![name(), "[ -~]{0,12}".prop_map(Name::new)];
    let arrays = prop::collection::vec(array(), 0..3);
    let unknowns = prop::collection::vec(unknown(), 0..3);
    let facts = prop::collection::vec(expr(), 0..3);
    (title, arrays, names(), names(), unknowns, facts, statements()).prop_map(
        |(name, arrays, params, locals, unknowns, facts, body)| Protocol {
            name,
            arrays,
            params,
            locals,
            unknowns,
            facts,
            body,
        },
    )
}

proptest! {
    #![proptest_config(super::config(256))]

    #[test]
    fn parsing_what_is_printed_gives_it_back(protocol in protocol()) {
        let text = protocol.to_string();
        let parsed = parse("printed.map", &text).map_err(|e| TestCaseError::fail(format!("{e}\n{text}")))?;
        prop_assert_eq!(&parsed, &[protocol], "{}", text);
        prop_assert_eq!(parsed[0].to_string(), text);
    }

    /// Whatever the text is, it is read or refused, without a panic.
    #[test]
    fn any_text_is_read_or_refused(text in "[a-z0-9 .;(){}\\[\\]<>=!&|*/+\"-]{0,60}") {
        let wrapped = format!("protocol p {{ {text} }}");
        for text in [&text, &wrapped] {
            if let Ok(protocols) = parse("any.map", text) {
                for p in protocols {
                    let _ = raceproof::map::validate(&p);
                }
            }
            let _ = raceproof::map::parse_proto("any.proto", text);
        }
    }
}
