//! Texts with a mistake are refused at the mistake, and the message says what could stand there.

use raceproof::map::{MapError, lower, parse, parse_proto, validate};

/// A text, the error's line and column, and what its message must contain.
type Mistake = (&'static str, &'static str, &'static str);

/// Of `.map` files.
const MAP: &[Mistake] = &[
    // tokens
    ("protocol p { /* }", "1:14", "this comment has no end"),
    ("protocol p { skip $ }", "1:19", "unexpected character `$`"),
    ("protocol \"p {\n}", "1:10", "no closing `\"` on its line"),
    ("protocol p { shared a; rd a[18446744073709551616]; }", "1:29", "does not fit in 64 bits"),
    ("protocol p { shared a; rd a[9223372036854775808]; }", "1:29", "expected a number below 2^63"),
    ("protocol p { shared a; rd a[0x]; }", "1:30", "found `x`"),
    ("protocol p { shared a; rd a[1.5]; }", "1:30", "unexpected character `.`"),
    ("protocol p { // }", "1:18", "found the end of the file"),
    ("protocol p { \"x\"; }", "1:14", "found `\"x\"`"),
    ("protocol p { let é = 1; }", "1:18", "unexpected character"),
    // protocols and declarations
    ("", "1:1", "expected `protocol`, found the end of the file"),
    ("skip;", "1:1", "expected `protocol`, found `skip`"),
    ("protocol 7 { }", "1:10", "expected the protocol's name, found `7`"),
    ("protocol p skip", "1:12", "expected `{`, found `skip`"),
    ("protocol p { } }", "1:16", "expected `protocol`, found `}`"),
    ("protocol p { shared sync; }", "1:21", "expected an array's name, found `sync`, which has a meaning of its own"),
    ("protocol p { shared threadIdx.x; }", "1:21", "`threadIdx.x`, which has a meaning of its own"),
    ("protocol p { shared a[n]; }", "1:23", "expected a number, found `n`"),
    ("protocol p { shared a[2; }", "1:24", "expected `]`, found `;`"),
    ("protocol p { shared a of int; }", "1:26", "expected a number, found `int`"),
    ("protocol p { shared a b; }", "1:23", "expected `[`, `of`, `,` or `;`, found `b`"),
    ("protocol p { const n = 3; }", "1:22", "expected `,` or `;`, found `=`"),
    ("protocol p { local 3; }", "1:20", "expected a variable's name, found `3`"),
    ("protocol p { unknown f per thread; }", "1:24", "expected `(`, found `per`"),
    (
        "protocol p { unknown f(1) per cluster; }",
        "1:31",
        "expected `thread`, `warp`, `block` or `grid`, found `cluster`",
    ),
    ("protocol p { where ; }", "1:20", "expected an expression, found `;`"),
    ("protocol p { where 1 < 2 }", "1:26", "expected `;` or an operator, found `}`"),
    ("protocol p { skip; shared a; }", "1:20", "declarations stand before the first statement"),
    // statements
    ("protocol p { foo }", "1:14", "expected `rd`, `wr`, `at`, `sync`, `if`, `for`, `let`, `skip` or `}`"),
    ("protocol p { skip; foo }", "1:20", "expected `rd`, `wr`, `at`, `sync`, `if`, `for`, `let`, `skip` or `}`"),
    ("protocol p { skip", "1:18", "expected `;` or `}`, found the end of the file"),
    ("protocol p { skip skip }", "1:19", "expected `;` or `}`, found `skip`"),
    ("protocol p { sync.block; }", "1:14", "found `sync.block`"),
    ("protocol p { rd }", "1:17", "expected an array's name, found `}`"),
    ("protocol p { shared a; rd a; }", "1:28", "expected `[` or `bytes`, found `;`"),
    ("protocol p {\n  wr a[1;\n}", "2:9", "expected `]`, `,` or an operator, found `;`"),
    ("protocol p { shared a; rd a[]; }", "1:29", "expected an expression, found `]`"),
    ("protocol p { shared a; rd a bytes(0); }", "1:36", "expected `,` or an operator, found `)`"),
    ("protocol p { shared a; rd a[0] = 1; }", "1:32", "expected `[`, `;` or `}`, found `=`"),
    ("protocol p { shared a; wr a[0] = ; }", "1:34", "expected an expression, found `;`"),
    ("protocol p { if 1 < 2 skip; }", "1:23", "expected `{` or an operator, found `skip`"),
    ("protocol p { if true { } else skip; }", "1:31", "expected `{` or `if`, found `skip`"),
    ("protocol p { else { } }", "1:14", "found `else`"),
    ("protocol p {\n  for i in 0 { skip }\n}", "2:14", "expected `..` or an operator, found `{`"),
    ("protocol p { for i 0..3 { } }", "1:20", "expected `in` or `while`, found `0`"),
    ("protocol p { for 1 in 0..3 { } }", "1:18", "expected the loop variable's name, found `1`"),
    ("protocol p { for i in 0..3 step *n { } }", "1:34", "expected a number, found `n`"),
    ("protocol p { for i in 0..3 by 2 { } }", "1:28", "expected `{`, `step` or an operator, found `by`"),
    ("protocol p { for i in 0..3 step 2 2 { } }", "1:35", "expected `{` or an operator, found `2`"),
    ("protocol p { for i in 0..8 step *2 2 { } }", "1:36", "expected `{`, found `2`"),
    ("protocol p { for i while true step 2 { } }", "1:31", "expected `{` or an operator, found `step`"),
    ("protocol p { let x; }", "1:19", "expected `=`, found `;`"),
    ("protocol p { let x = 1 y; }", "1:24", "expected `;`, `}` or an operator, found `y`"),
    // expressions
    ("protocol p { shared a; rd a[1 < 2 < 3]; }", "1:35", "comparisons do not chain"),
    ("protocol p { shared a; rd a[1 +]; }", "1:32", "expected an expression, found `]`"),
    ("protocol p { shared a; rd a[(1]; }", "1:31", "expected `)` or an operator, found `]`"),
    ("protocol p { shared a; rd a[1 ? 2]; }", "1:34", "expected `:` or an operator, found `]`"),
    ("protocol p { shared a; rd a[min(1]; }", "1:34", "expected `)`, `,` or an operator, found `]`"),
    ("protocol p { shared a; rd a[if]; }", "1:29", "expected an expression, found `if`"),
    ("protocol p { shared a; rd a[1 = 2]; }", "1:31", "expected `]`, `,` or an operator, found `=`"),
    // names and numbers that mean nothing
    ("protocol p { rd a[0]; }", "1:17", "no array is called `a`"),
    ("protocol p { const a; rd a[0]; }", "1:26", "no array is called `a`"),
    ("protocol p { shared a[2][3]; rd a[0]; }", "1:33", "`a` takes 2 indices, found 1"),
    ("protocol p { shared a; rd a[0]; rd a[0][0]; }", "1:36", "`a` takes 1 index, found 2"),
    ("protocol p { shared a; rd a[0][0][0][0][0]; }", "1:27", "needs declared extents to take 5 indices"),
    ("protocol p { shared a; rd a[n]; }", "1:29", "no value is called `n`"),
    ("protocol p { shared a; rd a[a]; }", "1:29", "`a` is an array, not a value"),
    ("protocol p { shared a; rd a[min]; }", "1:29", "`min` is a function, not a value"),
    ("protocol p { shared a; rd a[f(1)]; }", "1:29", "no function is called `f`"),
    ("protocol p { shared a; rd a[min(1)]; }", "1:29", "`min` takes 2 arguments, found 1"),
    ("protocol p { shared a; unknown f(1) per grid; rd a[f()]; }", "1:52", "`f` takes 1 argument, found 0"),
    ("protocol p { shared a, a; }", "1:24", "`a` is declared twice"),
    ("protocol p { const n; local n; }", "1:29", "`n` is declared twice"),
    ("protocol p { const n; let n = 1; }", "1:27", "`n` already has a meaning here"),
    ("protocol p { for i in 0..3 { for i in 0..3 { } } }", "1:34", "`i` already has a meaning here"),
    ("protocol p { unknown min(1) per grid; }", "1:22", "`min` is a function already"),
    ("protocol p { shared a[0]; }", "1:21", "`a` has an extent of 0"),
    ("protocol p { shared a[9999999999] of 99999; }", "1:21", "`a` is larger than 2^47 bytes"),
    ("protocol p { for i in 1..9 step *3 { } }", "1:18", "must be a power of two"),
    ("protocol p { for i in 1..9 step 0 { } }", "1:18", "the step of `i` must be positive"),
    ("protocol p { for i in 0..i { } }", "1:26", "no value is called `i`"),
];

/// Of `.proto` files.
const PROTO: &[Mistake] = &[
    ("shared ;", "1:8", "expected an array's name, found `;`"),
    ("shared A rw A[0];", "1:10", "expected `,` or `;`, found `rw`"),
    ("const global;", "1:13", "expected a variable's name, found `;`"),
    ("const n;", "1:7", "expected `global`, `local`, `where` or `;`, found `n`"),
    ("const global N where N > 0", "1:27", "expected `;` or an operator, found the end of the file"),
    ("const local t where distinct t;", "1:30", "expected `[`, found `t`"),
    ("const local t where distinct [t;", "1:32", "expected `,` or `]`, found `;`"),
    ("const local a, local b, local c, local d where distinct [a, b, c, d];", "1:67", "at most three names"),
    (
        "shared A;\nrd A[0];",
        "2:1",
        "expected `ro`, `rw`, `sync`, `if`, `foreach`, `local`, `skip` or the end of the file, found `rd`",
    ),
    ("shared A; ro A[0]", "1:18", "expected `[` or `;`, found the end of the file"),
    ("shared A; ro A;", "1:15", "expected `[`, found `;`"),
    ("sync", "1:5", "expected `;`, found the end of the file"),
    ("if true { }", "1:4", "expected `(`, found `true`"),
    ("if (true) skip;", "1:11", "expected `{`, found `skip`"),
    ("if (true { }", "1:10", "expected `)` or an operator, found `{`"),
    ("if (true) { skip; } else skip;", "1:26", "expected `{` or `if`, found `skip`"),
    ("if (true) { skip;", "1:18", "`local`, `skip` or `}`, found the end of the file"),
    ("foreach (i 0 .. 3) { }", "1:12", "expected `in`, found `0`"),
    ("foreach (i in 0 .. 3 { }", "1:22", "expected `)`, `;` or an operator, found `{`"),
    ("foreach (i in 0 .. 3; j + 1) { }", "1:23", "expected `i`, found `j`"),
    ("foreach (i in 0 .. 3; i ^ 1) { }", "1:25", "expected `+`, `-`, `*` or `/`, found `^`"),
    ("foreach (i in 0 .. 3; i + 1 { }", "1:29", "expected `)` or an operator, found `{`"),
    ("foreach (i in 0 .. 8; i * 2; ) { }", "1:28", "expected `)`, found `;`"),
    ("local x 1;", "1:9", "expected `=`, found `1`"),
    ("skip; }", "1:7", "found `}`"),
    ("shared A; ro A[tid];", "1:16", "no value is called `tid`"),
    ("shared A, B; const global A;", "1:27", "`A` is declared twice"),
];

fn map(text: &str) -> Result<(), Vec<MapError>> {
    parse("t", text).map_err(|e| vec![e]).and_then(|ps| ps.iter().try_for_each(|p| lower(p).map(|_| ())))
}

fn proto(text: &str) -> Result<(), Vec<MapError>> {
    parse_proto("t", text).map_err(|e| vec![e]).and_then(|p| lower(&p).map(|_| ()))
}

#[test]
fn mistakes_are_named_where_they_are() {
    let check = |read: fn(&str) -> Result<(), Vec<MapError>>, mistakes: &[Mistake]| {
        let wrong = mistakes.iter().filter_map(|(text, at, message)| {
            let first = read(text).err().map_or("accepted".to_owned(), |errors| errors[0].to_string());
            let right = first.starts_with(&format!("t:{at}: ")) && first.contains(message);
            (!right).then(|| format!("{text}\n    wanted {at}: {message}\n    found  {first}"))
        });
        wrong.collect::<Vec<_>>()
    };
    let wrong = [check(map, MAP), check(proto, PROTO)].concat();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A protocol that no text stands for is refused too.
#[test]
fn declared_names_have_no_meaning_of_their_own() {
    let mut protocol =
        parse("t", "protocol p { shared a; const n; sync; }").unwrap_or_else(|e| panic!("{e}")).remove(0);
    assert_eq!(validate(&protocol), Ok(()));
    "sync".clone_into(&mut protocol.arrays[0].name.text);
    "threadIdx.x".clone_into(&mut protocol.params[0].text);
    let errors = validate(&protocol).expect_err("reserved names");
    let told: Vec<_> = errors.iter().map(|e| (e.column, e.message.as_str())).collect();
    assert_eq!(told, [(21, "`sync` has a meaning of its own"), (30, "`threadIdx.x` has a meaning of its own")]);
    assert_eq!(lower(&protocol).expect_err("reserved names"), errors);
}

/// Text that is nested too deep to walk over is refused, where it gets too deep.
#[test]
fn deep_nesting_is_refused() {
    let deep = |many: usize, text: &str| text.repeat(many);
    let expressions = [
        deep(100_000, "("),
        deep(10_000, "!"),
        deep(10_000, "- "),
        format!("1{}", deep(10_000, "+1")),
        format!("1{}", deep(10_000, "?1:1")),
        deep(10_000, "1?"),
        deep(10_000, "min(1,"),
    ];
    let refused = |found: Result<(), Vec<MapError>>| {
        let error = found.expect_err("too deep").remove(0);
        let told = ["nested more than 80 deep", "more than 500 operators"];
        assert!(told.iter().any(|t| error.message.starts_with(t)), "{error}");
        assert!(error.line == 2 && (80..4000).contains(&error.column), "{error}");
    };
    for text in &expressions {
        refused(map(&format!("protocol p {{ shared a;\nrd a[{text}]; }}")));
        refused(proto(&format!("shared A;\nrw A[{text}];")));
    }
    for text in ["if true {", "for i while true {", "if true { } else {", "if true { } else "] {
        refused(map(&format!("protocol p {{\n{}", deep(10_000, text))));
    }
    for text in ["if (true) {", "foreach (i in 0 .. 1) {", "if (true) { } else "] {
        refused(proto(&format!("\n{}", deep(10_000, text))));
    }
}

/// What is just not too deep is read, printed and lowered like anything else.
#[test]
fn nesting_up_to_the_limit_is_walked() {
    let parentheses = format!("{}0{}", "(".repeat(75), ")".repeat(75));
    let (not, sum) = (format!("{}0", "!".repeat(75)), format!("0{}", " + threadIdx.x".repeat(500)));
    let choice = format!("{}0", "threadIdx.x ? 1 : ".repeat(75));
    let (open, close) = ("if threadIdx.x != 3 { ".repeat(75), "}".repeat(75));
    let accesses = [parentheses, not, sum, choice].map(|e| format!("rd a[{e}];")).concat();
    let text = format!("protocol p {{ shared a; {accesses} {open} wr a[0] {close} }}");
    let protocol = parse("t", &text).unwrap_or_else(|e| panic!("{e}")).remove(0);
    assert_eq!(parse("t", &protocol.to_string()).map_err(|e| e.to_string()), Ok(vec![protocol.clone()]));
    assert!(lower(&protocol).is_ok());
}
