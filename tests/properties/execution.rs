//! What the manual says about statements and expressions, against both readings of the language: executed, and lowered to
//! terms.

use raceproof::kernel::Step;
use raceproof::map::ast::Protocol;
use raceproof::map::interp::{EventMode, LONGEST, Setting, Stuck, Thread, races, run, threads_of_block};
use raceproof::map::{lower, parse};
use raceproof::term::{Environment, Func, Terms, Var};
use raceproof::verdict::Level;
use std::collections::BTreeMap;

/// Mode, first byte and length.
type Seen = (EventMode, i64, i64);

const N: i64 = 5;
const K: i64 = 7;

fn protocol(body: &str) -> Protocol {
    let text = format!(
        "protocol p {{ shared a; global b[4][8] of 4; const n; local k; unknown f(1) per thread; unknown g(0) per grid; {body} }}"
    );
    parse("t", &text).unwrap_or_else(|e| panic!("{e}\n{text}")).remove(0)
}

/// The threads of both blocks, or of the first one.
fn threads(setting: &Setting<'_>, level: Level) -> Vec<Thread> {
    let blocks = if level == Level::Grid { 2 } else { 1 };
    (0..blocks).flat_map(|block| threads_of_block(setting, [block, 0, 0])).collect()
}

/// What the threads of a unit of the level do, phase by phase.
fn history(protocol: &Protocol, width: u32, level: Level) -> Result<Vec<Vec<Seen>>, Stuck> {
    let choose = |_: Thread, _: &str, args: &[i64]| args.first().map_or(K, |a| a + 100);
    let params = BTreeMap::from([("n".to_owned(), N)]);
    let setting = Setting { block_dim: [width, 1, 1], grid_dim: [2, 1, 1], params, choose: &choose };
    let phases = run(protocol, &setting, &threads(&setting, level), level)?;
    Ok(phases.iter().map(|p| p.iter().map(|e| (e.mode, e.cell.start, e.cell.length)).collect()).collect())
}

/// The cells that one thread reads before the first barrier, in order.
fn cells(body: &str) -> Result<Vec<i64>, Stuck> {
    Ok(history(&protocol(body), 1, Level::Block)?[0].iter().map(|(_, start, _)| *start).collect())
}

#[test]
fn loops_take_the_values_that_the_manual_names() {
    for (range, values) in [
        ("in 0..5", vec![0, 1, 2, 3, 4]),
        ("in 0..5 step 2", vec![0, 2, 4]),
        ("in 5..0 step -2", vec![1, 3, 5]),
        ("in 3..3", vec![]),
        ("in 0..n step 0 - n", vec![]),
        ("in n..0 step -(n - 6)", vec![]),
        ("in 1..9 step *2", vec![1, 2, 4, 8]),
        ("in 3..50 step *4", vec![3, 12, 48]),
        ("in 0..9 step *2", vec![]),
        ("in 9..1 step /2", vec![2, 4, 9]),
        ("in 9..-5 step /2", vec![1, 2, 4, 9]),
        ("while x * x < n", vec![0, 1, 2]),
    ] {
        assert_eq!(cells(&format!("for x {range} {{ rd a[x]; }}")), Ok(values), "{range}");
    }
    assert_eq!(cells("let y = n; for x in 0..2 { let z = x + y; rd a[z]; }"), Ok(vec![5, 6]));
    assert_eq!(
        cells("if n > 4 { rd a[1]; } else { rd a[2]; } if n < 4 { rd a[3]; } else if n == 5 { rd a[4]; }"),
        Ok(vec![1, 4])
    );
}

/// Values of parameter, local and launch variables, and of the unknown functions.
struct Given<'a>(&'a Terms);

impl Environment for Given<'_> {
    fn var(&self, var: Var) -> Option<u64> {
        Some(match self.0.var_info(var).name.as_str() {
            "n" => N as u64,
            "k" => K as u64,
            "blockDim.x" | "blockDim.y" | "blockDim.z" => 1,
            "gridDim.x" => 2,
            _ => 0,
        })
    }
    fn apply(&self, _: Func, args: &[u64]) -> Option<u64> {
        Some(args.first().map_or(K as u64, |a| a + 100))
    }
}

const EXPRESSIONS: [(&str, i64); 50] = [
    ("7 / 2", 3),
    ("-7 / 2", -3),
    ("7 % -3", 1),
    ("-7 % 3", -1),
    ("n * n - -n", 30),
    ("2 + 3 * 4", 14),
    ("(2 + 3) * 4", 20),
    ("10 - 3 - 2", 5),
    ("1 << n", 32),
    ("-9 >> 1", -5),
    ("12 & 10", 8),
    ("12 | 3", 15),
    ("12 ^ 10", 6),
    ("1 | 2 ^ 2 & 3", 1),
    ("n == 5", 1),
    ("n != 5", 0),
    ("n < 5", 0),
    ("n <= 5", 1),
    ("n > 4", 1),
    ("n >= 6", 0),
    ("1 < 2 == true", 1),
    ("n && 0", 0),
    ("n || 0", 1),
    ("!n", 0),
    ("!(n == 4) + 1", 2),
    ("true & false", 0),
    ("true + true", 2),
    ("n > 4 ? 1 : 2", 1),
    ("n > 5 ? n > 4 : n > 3", 1),
    ("0 ? 1 : 0 ? 2 : 3", 3),
    ("0x1F", 31),
    ("min(n, 3)", 3),
    ("max(n, 3)", 5),
    ("min(-1, 1) + max(1, -1)", 0),
    ("u8(-1)", 255),
    ("u16(65537)", 1),
    ("u32(-1)", 4_294_967_295),
    ("i8(200)", -56),
    ("i16(40000)", -25536),
    ("i32(4294967295)", -1),
    ("udiv(-1, 2)", i64::MAX),
    ("urem(-1, 10)", 5),
    ("lshr(-1, 60)", 15),
    ("ult(-1, 1)", 0),
    ("ule(1, -1)", 1),
    ("f(3) + k + g()", 117),
    ("threadIdx.x + 10 * blockIdx.x", 0),
    ("blockDim.x + gridDim.x", 3),
    ("-9223372036854775808 + 9223372036854775807", -1),
    ("(n < 9) * 8", 8),
];

#[test]
fn expressions_have_the_values_that_the_manual_names() {
    for (text, value) in EXPRESSIONS {
        let protocol = protocol(&format!("rd a[{text}];"));
        let executed = history(&protocol, 1, Level::Block).map(|phases| phases[0][0].1);
        assert_eq!(executed, Ok(value), "{text}");
        let kernel = lower(&protocol).unwrap_or_else(|e| panic!("{e:?}"));
        let [Step::Access(access)] = kernel.body.as_slice() else { panic!("one access") };
        assert_eq!(kernel.terms.eval(access.offset, &Given(&kernel.terms)), Some(value as u64), "{text}");
    }
}

#[test]
fn what_has_no_value_is_said() {
    let undefined = |text: &str| Err(Stuck::Undefined(text.to_owned()));
    for text in ["1 / 0", "n % (n - 5)", "1 << 64", "1 >> -1", "udiv(1, 0)", "urem(1, 0)", "lshr(1, 64)"] {
        assert_eq!(cells(&format!("rd a[{text}];")), undefined(text));
    }
    let text = "9223372036854775807 + n";
    assert_eq!(cells(&format!("rd a[{text}];")), undefined(text));
    assert_eq!(
        cells("for x in 9223372036854775806..9223372036854775807 step 2 { }"),
        undefined("in 9223372036854775806..9223372036854775807 step 2")
    );
    assert_eq!(cells("rd b[0][8];"), Err(Stuck::OutOfRange("b".to_owned())));
    assert_eq!(cells("rd a[0][-1];"), Err(Stuck::OutOfRange("a".to_owned())));
    assert_eq!(cells("for x while true { }"), Err(Stuck::TooLong("x".to_owned())));
    // The limit is on all loops together.
    let half = LONGEST / 2 + 1;
    assert_eq!(
        cells(&format!("for x in 0..{half} {{ }} for y in 0..{half} {{ }}")),
        Err(Stuck::TooLong("y".to_owned()))
    );
    let stuck = cells("rd b[0][8];").expect_err("stuck").to_string();
    assert_eq!(stuck, "an index of `b` leaves its extent");
}

#[test]
fn cells_are_bytes_in_rows() {
    let cell = |body: &str| history(&protocol(body), 1, Level::Block).map(|phases| phases[0][0]);
    assert_eq!(cell("rd b[1][2];"), Ok((EventMode::Read, 40, 4)));
    assert_eq!(cell("wr b[1, 2];"), Ok((EventMode::Write, 40, 4)));
    assert_eq!(cell("wr b bytes(6, n);"), Ok((EventMode::Write, 6, 5)));
}

/// Whether two threads of a block race.
fn racy(body: &str, level: Level) -> bool {
    let choose = |_: Thread, _: &str, _: &[i64]| 0;
    let params = BTreeMap::from([("n".to_owned(), N)]);
    let setting = Setting { block_dim: [2, 1, 1], grid_dim: [2, 1, 1], params, choose: &choose };
    let protocol = protocol(body);
    let history = run(&protocol, &setting, &threads(&setting, level), level).unwrap_or_else(|e| panic!("{e}\n{body}"));
    !races(&protocol, &history).is_empty()
}

#[test]
fn accesses_conflict_as_the_manual_says() {
    for (body, block, grid) in [
        ("rd a[0];", false, false),
        ("wr a[threadIdx.x];", false, false),
        ("wr a[0];", true, true),
        ("wr b[0][0];", true, true),
        ("at b[0][0];", false, false),
        ("at.block b[0][0];", false, true),
        ("at.system b[0][0];", false, false),
        ("at b[0][0]; rd b[0][0];", true, true),
        ("at b[0][0]; at b bytes(0, 2);", true, true),
        // A length that is not positive is no access.
        ("rd b bytes(4, 8); wr b bytes(6, threadIdx.x - 1);", false, false),
        ("rd b bytes(4, 8); wr b bytes(6, threadIdx.x);", true, true),
        ("if threadIdx.x == 0 { wr b bytes(0, 4); } else { rd b bytes(3, 1); }", true, true),
        ("if threadIdx.x == 0 { wr b bytes(0, 4); } else { rd b bytes(4, 1); }", false, true),
        ("wr a[threadIdx.x]; sync; rd a[threadIdx.x + 1];", false, true),
        ("wr a[threadIdx.x]; sync.warp; rd a[threadIdx.x + 1];", true, true),
        ("wr a[threadIdx.x]; sync.cluster; rd a[threadIdx.x + 1];", false, true),
        ("wr a[threadIdx.x]; sync.grid; rd a[threadIdx.x + 1];", false, false),
    ] {
        assert_eq!((racy(body, Level::Block), racy(body, Level::Grid)), (block, grid), "{body}");
    }
    assert!(!racy("wr a[threadIdx.x]; sync.warp; rd a[threadIdx.x + 1];", Level::Warp));
}

#[test]
fn threads_that_meet_other_barriers_diverge() {
    for body in [
        "if threadIdx.x == 0 { sync; }",
        "if threadIdx.x == 0 { sync; } else { sync; }",
        "for x in 0..threadIdx.x { sync; }",
        "for x in threadIdx.x..threadIdx.x + 2 { if x == 1 { sync; } }",
    ] {
        let found = history(&protocol(body), 2, Level::Block);
        assert!(matches!(found, Err(Stuck::Divergence(Thread { thread: [1, 0, 0], .. }))), "{body}");
    }
    // Other values of the loop variable, the same iterations.
    assert_eq!(
        history(&protocol("for x in threadIdx.x..threadIdx.x + 2 { sync; }"), 2, Level::Block).map(|h| h.len()),
        Ok(3)
    );
}
