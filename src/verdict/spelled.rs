//! What the source calls a function that the compiler has another name for: `__shfl_sync` for `shfl.sync.idx.i32`.
//!
//! For messages alone: what is not known keeps its name.

use super::given::WitnessValue;

/// Beginnings of the compiler's names, longer ones first, with what the source writes.
const NAMES: [(&str, &str); 49] = [
    ("atomic.load.inc", "atomicInc"),
    ("atomic.load.dec", "atomicDec"),
    ("__nv_float_as_int", "__float_as_int"),
    ("__nv_int_as_float", "__int_as_float"),
    ("__nv_float_as_uint", "__float_as_uint"),
    ("__nv_uint_as_float", "__uint_as_float"),
    ("llvm.nvvm.barrier0.popc", "__syncthreads_count"),
    ("llvm.nvvm.barrier0.and", "__syncthreads_and"),
    ("llvm.nvvm.barrier0.or", "__syncthreads_or"),
    ("barrier0.popc", "__syncthreads_count"),
    ("barrier0.and", "__syncthreads_and"),
    ("barrier0.or", "__syncthreads_or"),
    ("shfl.sync.idx", "__shfl_sync"),
    ("shfl.sync.up", "__shfl_up_sync"),
    ("shfl.sync.down", "__shfl_down_sync"),
    ("shfl.sync.bfly", "__shfl_xor_sync"),
    ("vote.ballot.sync", "__ballot_sync"),
    ("vote.any.sync", "__any_sync"),
    ("vote.all.sync", "__all_sync"),
    ("vote.uni.sync", "__uni_sync"),
    ("match.any.sync", "__match_any_sync"),
    ("match.all.sync", "__match_all_sync"),
    ("redux.sync.add", "__reduce_add_sync"),
    ("redux.sync.umin", "__reduce_min_sync"),
    ("redux.sync.umax", "__reduce_max_sync"),
    ("redux.sync.min", "__reduce_min_sync"),
    ("redux.sync.max", "__reduce_max_sync"),
    ("redux.sync.and", "__reduce_and_sync"),
    ("redux.sync.xor", "__reduce_xor_sync"),
    ("redux.sync.or", "__reduce_or_sync"),
    ("activemask", "__activemask"),
    ("isspacep.shared", "__isShared"),
    ("readcyclecounter", "clock64"),
    ("atomic.cas.gen.i.cta", "atomicCAS_block"),
    ("atomic.cas.gen.i.sys", "atomicCAS_system"),
    ("atomic.add.gen.i.cta", "atomicAdd_block"),
    ("atomic.add.gen.i.sys", "atomicAdd_system"),
    ("atomic.exch.gen.i.cta", "atomicExch_block"),
    ("atomic.exch.gen.i.sys", "atomicExch_system"),
    ("bitreverse", "__brev"),
    ("popcount", "__popc"),
    ("ctpop", "__popc"),
    ("ctlz", "__clz"),
    ("cttz", "__ffs"),
    ("ffs", "__ffs"),
    ("popc", "__popc"),
    ("clz", "__clz"),
    ("brev", "__brev"),
    ("elect", "elect.sync"),
];

/// How many of the lanes of a mask lie below a lane.
const LANES_BELOW: &str = "rank";

/// Operations of floating-point numbers, whose operands and results are bits that say nothing to people.
const COMPARED: [&str; 14] =
    ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno"];
const COMPUTED: [&str; 6] = ["fadd", "fsub", "fmul", "fdiv", "frem", "fneg"];
const CONVERTED: [&str; 6] = ["sitofp", "uitofp", "fptosi", "fptoui", "fptrunc", "fpext"];

/// What a function is, where its name says nothing to people.
pub(super) fn described(name: &str) -> Option<&'static str> {
    let has = |names: &[&str]| names.contains(&name);
    if has(&COMPARED) {
        Some("a comparison of floating-point numbers")
    } else if has(&COMPUTED) {
        Some("a floating-point number that is computed")
    } else if has(&CONVERTED) {
        Some("a number that is converted from or to floating point")
    } else {
        None
    }
}

/// The name of a function in the source, as far as it is known.
pub(super) fn function(name: &str) -> &str {
    let is_end = |rest: &str| rest.is_empty() || rest.starts_with('.');
    let known = NAMES.iter().find(|(known, _)| name.strip_prefix(known).is_some_and(is_end));
    known.map_or(name, |(_, written)| written)
}

/// Functions whose results are masks of lanes, or bits that nobody reads as one number.
const MASKS: [&str; 8] = [
    "__activemask",
    "__ballot_sync",
    "__match_any_sync",
    "__match_all_sync",
    "__reduce_and_sync",
    "__reduce_or_sync",
    "__reduce_xor_sync",
    "__brev",
];
/// Functions of such.
const OF_MASKS: [&str; 5] = ["__popc", "__clz", "__ffs", "__brev", "elect.sync"];

/// A number of 32 bits as a mask of lanes is written.
fn mask(value: i64) -> String {
    format!("{:#010x}", value & 0xffff_ffff)
}

/// The result of something that is described in words.
pub(super) fn result(what: &str, value: WitnessValue) -> String {
    let what = spelled(what);
    match value {
        WitnessValue::Number(value) if MASKS.iter().any(|name| what.ends_with(&format!("`{name}`"))) => {
            format!("{what} == {}", mask(value))
        }
        WitnessValue::Number(_) | WitnessValue::Truth(_) | WitnessValue::Unknown => format!("{what} == {value}"),
    }
}

/// The result of a function of these arguments: `__popc(0xfffffffe) == 31`.
pub(super) fn call(name: &str, arguments: &[WitnessValue], value: WitnessValue) -> String {
    if let (Some(LANES_BELOW), [WitnessValue::Number(lanes), lane]) = (name.split('.').next(), arguments) {
        return format!("the number of lanes below {lane} in {} == {value}", mask(*lanes));
    }
    let name = function(name);
    let argument = |one: &WitnessValue| match one {
        WitnessValue::Number(value) if OF_MASKS.contains(&name) => mask(*value),
        WitnessValue::Number(_) | WitnessValue::Truth(_) | WitnessValue::Unknown => one.to_string(),
    };
    let arguments: Vec<String> = arguments.iter().map(argument).collect();
    result(&format!("`{name}({})`", arguments.join(", ")), value)
}

/// Words with names of functions and of variables in backquotes as the source has them. A function stands behind `of` or `by`: others
/// may have its name.
#[must_use]
pub fn spelled(text: &str) -> String {
    let parts: Vec<&str> = text.split('`').collect();
    let part = |(number, part): (usize, &&str)| {
        let before = number.checked_sub(1).and_then(|before| parts.get(before)).map_or("", |before| before.trim_end());
        let is_function = before.ends_with(" of") || before.ends_with(" by");
        match number % 2 {
            1 if is_function => variable(function(part)).to_owned(),
            1 => variable(part).to_owned(),
            _ => (*part).to_owned(),
        }
    };
    parts.iter().enumerate().map(part).collect::<Vec<_>>().join("`")
}

/// A variable without the numbers by which the compiler tells its values apart, and those of what it was inlined through: `found` for
/// `found.0.i7`.
fn variable(name: &str) -> &str {
    let is_number = |part: &str| part.chars().all(|c| c.is_ascii_digit());
    let Some((base, rest)) = name.split_once('.').filter(|(base, _)| !base.is_empty()) else { return name };
    let mut parts = rest.strip_prefix("addr.").unwrap_or(rest).split('.');
    let is_made =
        parts.next().is_some_and(is_number) && parts.all(|part| is_number(part.strip_prefix('i').unwrap_or(part)));
    if is_made { base } else { name }
}

#[cfg(test)]
mod tests {
    use super::{WitnessValue, call, result, spelled};

    #[test]
    fn names_of_the_compiler_become_those_of_the_source() {
        assert_eq!(spelled("the result of `shfl.sync.idx.i32`"), "the result of `__shfl_sync`");
        assert_eq!(spelled("`found.0` in the loop at line 3"), "`found` in the loop at line 3");
        assert_eq!(spelled("`popc` in the loop at line 3"), "`popc` in the loop at line 3");
        assert_eq!(spelled("the contents of `view.pitch`"), "the contents of `view.pitch`");
        assert_eq!(spelled("the result of `elected(int)`"), "the result of `elected(int)`");
    }

    #[test]
    fn masks_are_written_as_masks() {
        let number = WitnessValue::Number;
        assert_eq!(result("the result of `activemask`", number(-2)), "the result of `__activemask` == 0xfffffffe");
        assert_eq!(result("the result of `shfl.sync.idx.i32`", number(-2)), "the result of `__shfl_sync` == -2");
        assert_eq!(call("ctpop", &[number(-2)], number(31)), "`__popc(0xfffffffe)` == 31");
        assert_eq!(
            call("rank.i32", &[number(-2), number(3)], number(2)),
            "the number of lanes below 3 in 0xfffffffe == 2"
        );
    }
}
