//! Random expressions over what is in scope.

use crate::random::Random;

/// What a kernel's expressions may name.
#[derive(Clone, Default)]
pub(crate) struct Scope {
    /// Variables that may be assigned: name, and whether all threads of a block agree on it.
    pub(crate) vars: Vec<Variable>,
    /// Names that are only read: parameters, loop variables.
    pub(crate) uniform: Vec<String>,
    pub(crate) varying: Vec<String>,
    /// Pointers to int.
    pub(crate) pointers: Vec<String>,
    /// Arrays of int to read values from.
    pub(crate) sources: Vec<String>,
    /// Pointers to int that are no variables.
    pub(crate) places: Vec<String>,
    /// What these may point to.
    pub(crate) objects: Vec<String>,
    /// Values that features made, with numbers to compare them with; none for truth values.
    pub(crate) featured: Vec<(String, Vec<String>)>,
}

#[derive(Clone)]
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) uniform: bool,
}

const SMALL: [&str; 14] = ["0", "1", "2", "3", "4", "5", "7", "8", "(-1)", "(-2)", "(-3)", "16", "1u", "2u"];
const DIVISORS: [&str; 9] = ["2", "3", "4", "5", "-2", "-3", "8u", "3u", "2u"];

/// An expression; `uniform`: the same for all threads of a block.
pub(crate) fn expression(random: &mut Random, scope: &Scope, depth: usize, uniform: bool) -> String {
    if depth == 0 || random.chance(15) {
        return leaf(random, scope, uniform);
    }
    let sub = |random: &mut Random| expression(random, scope, depth - 1, uniform);
    let a = sub(random);
    match random.below(26) {
        0..=5 => format!("({a} + {})", sub(random)),
        6..=8 => format!("({a} - {})", sub(random)),
        9 | 10 => format!("({a} * {})", random.pick(&["2", "3", "4", "-1", "5"])),
        11 => format!("({a} * {})", sub(random)),
        12 => format!("({a} / {})", random.pick(&DIVISORS)),
        13 => format!("({a} % {})", random.pick(&DIVISORS)),
        14 => format!("({a} / (({} & 3) + 1))", sub(random)),
        15 => format!("({a} % (({} & 3) + 1))", sub(random)),
        16 => format!("({a} {} {})", random.pick(&["<<", ">>"]), random.pick(&["1", "2", "3"])),
        17 => format!("({a} {} ({} & 3))", random.pick(&["<<", ">>"]), sub(random)),
        18 => format!("({a} & {})", random.pick(&["1", "3", "7", "6", "~1", "15", "-4"])),
        19 => format!("({a} {} {})", random.pick(&["&", "|", "^"]), sub(random)),
        20 => format!("{}((int)({a}), (int)({}))", random.pick(&["min", "max"]), sub(random)),
        21 => {
            let (c, b) = (condition(random, scope, depth - 1, uniform), sub(random));
            format!("({c} ? {a} : {b})")
        }
        22 => format!("({}({a}))", random.pick(&["-", "~", "!"])),
        23 => {
            format!("({})({a})", random.pick(&["short", "unsigned char", "unsigned", "signed char", "unsigned short"]))
        }
        24 => {
            let b = sub(random);
            call(random, &a, &b)
        }
        _ => format!("(({a} & 7) << 29 >> {})", random.pick(&["28", "29", "30"])),
    }
}

fn call(random: &mut Random, a: &str, b: &str) -> String {
    match random.below(6) {
        0 => format!("sum_to({a} & 7)"),
        1 => format!("log_of({a} & 31)"),
        2 => format!("clamp_to({a}, 0, {b} & 7)"),
        3 => format!("gcd_of({a} & 15, {b} & 15)"),
        4 => format!("digits({a} & 63)"),
        _ => format!("bits_of({a} & 31)"),
    }
}

fn leaf(random: &mut Random, scope: &Scope, uniform: bool) -> String {
    let mut names: Vec<&String> = scope.uniform.iter().collect();
    names.extend(scope.vars.iter().filter(|v| v.uniform || !uniform).map(|v| &v.name));
    if !uniform {
        names.extend(scope.varying.iter());
        names.extend(scope.varying.iter());
    }
    if !uniform && !scope.sources.is_empty() && random.chance(8) {
        let index = leaf(random, &Scope { sources: vec![], ..scope.clone() }, false);
        let source = random.pick(&scope.sources);
        // The member of a record has two elements, and no access leaves it (RA0002).
        let last = if source.ends_with(".z") { 1 } else { 15 };
        return format!("{source}[{index} & {last}]");
    }
    if random.chance(28) || names.is_empty() {
        (*random.pick(&SMALL)).to_owned()
    } else {
        (*random.pick(&names)).clone()
    }
}

/// A condition.
pub(crate) fn condition(random: &mut Random, scope: &Scope, depth: usize, uniform: bool) -> String {
    let a = expression(random, scope, depth, uniform);
    match random.below(12) {
        0..=3 => format!("{a} {} {}", random.pick(&["<", "<=", ">", ">="]), leaf(random, scope, uniform)),
        4 => format!("{a} {} {}", random.pick(&["<", ">", "=="]), expression(random, scope, depth, uniform)),
        5 => format!("({a} & {}) == {}", random.pick(&["1", "3", "2"]), random.pick(&["0", "1", "2"])),
        6 => format!("{a} % {} == {}", random.pick(&["2", "3", "4", "-3", "3u"]), random.pick(&["0", "1", "-1", "2"])),
        7 => format!("(unsigned)({a}) < {}", random.pick(&["3u", "5u", "(unsigned)n", "u"])),
        8 => format!(
            "({a} {} 2 {} {})",
            random.pick(&["<", ">"]),
            random.pick(&["&&", "||"]),
            leaf(random, scope, uniform)
        ),
        9 => format!("{a} == {}", random.pick(&["0", "1", "2", "3", "5", "-1"])),
        10 => format!("{a} != {}", random.pick(&["0", "1", "2", "3", "n"])),
        _ => a,
    }
}
