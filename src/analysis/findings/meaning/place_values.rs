//! Digits of an index, and that the place value of one is no less than all that the digits below it say: `ni >= n`.

use super::shared::Shared;
use crate::analysis::findings::quantity::Condition;
use crate::smt::gcd;
use crate::term::{Term, Terms};

/// One digit.
#[derive(Clone, Debug)]
pub(super) struct Digit {
    /// Its place value: a constant times these factors.
    pub(super) times: u64,
    pub(super) factors: Vec<Shared>,
    /// How many values it takes, if that is known; of a quotient, how many the number does that is divided.
    pub(super) values: Option<Shared>,
    /// What that number is divided by: 8 for `64 * (i / 8)`.
    pub(super) by: u64,
}

impl Digit {
    /// Whether its place value is one by the launch alone, as that of `blockIdx.x` in `blockIdx.x * blockDim.x + threadIdx.x`.
    pub(super) fn is_of_launch(&self, terms: &Terms) -> bool {
        !self.factors.is_empty() && self.factors.iter().all(|f| f.as_dimension(terms).is_some())
    }
}

/// That all of this is so, each once; nothing if there is none of it.
pub(super) fn condition(terms: &mut Terms, found: Vec<NoLess>) -> Option<Condition> {
    let mut all: Vec<NoLess> = vec![];
    for condition in found {
        if all.iter().any(|c| c.text == condition.text) {
            continue;
        }
        match all.iter_mut().find(|c| (&c.most, &c.least) == (&condition.least, &condition.most)) {
            Some(other) => {
                other.text = other.written.join(" == ");
                other.fact = terms.and(other.fact, condition.fact);
            }
            None => all.push(condition),
        }
    }
    // Bounds of blocks come first.
    let text = |c: &NoLess| c.most.as_constant().map_or_else(String::new, |_| c.text.clone());
    all.sort_by_key(|c| (c.most.as_constant().is_none(), text(c)));
    let texts: Vec<&str> = all.iter().map(|c| c.text.as_str()).collect();
    let text = texts.join(" && ");
    (!text.is_empty()).then(|| Condition { text, fact: terms.all(all.iter().map(|c| c.fact)) })
}

/// That a number is no less than another one, as C++ writes them.
#[derive(Clone)]
pub(super) struct NoLess {
    most: Shared,
    least: Shared,
    written: [String; 2],
    text: String,
    pub(super) fact: Term,
}

/// That a place value is no less than all that the digit below says, with what both are multiplied by left out.
pub(super) fn no_less(terms: &mut Terms, below: &Digit, above: &Digit) -> Option<NoLess> {
    // Of `64 * (i / 8)`, all that it says is below `8 * values`.
    let below_times = below.times / below.by;
    let common = common(below_times, above.times);
    let (mut least, mut most) = (split(&below.factors), vec![]);
    least.extend(split(&[below.values.clone()?]));
    for factor in split(&above.factors) {
        match least.iter().position(|f| *f == factor) {
            Some(at) => drop(least.remove(at)),
            None => most.push(factor),
        }
    }
    let (left, right) = (product(above.times / common, most)?, product(below_times / common, least)?);
    let (most, least) = (whole(&left)?, whole(&right)?);
    let rest =
        if least.is_part_of(terms, &most) { Some([most.clone(), Shared::default()]) } else { most.without(&least) };
    let (left, right) = rest.clone().map_or((left, right), |[most, least]| (vec![most], vec![least]));
    let [most, least] = rest.unwrap_or([most, least]);
    let (l, r) = (most.term(terms), least.term(terms));
    let fact = terms.sle(r, l);
    // Of two digits with one place value, one would have to have a single value.
    if terms.is_false(fact) || most == Shared::constant(1) && least.as_constant().is_none() {
        return None;
    }
    let written = [text(terms, &left)?, text(terms, &right)?];
    let text = match most.as_constant() {
        Some(c) => format!("{} <= {c}", least.as_dimension(terms).unwrap_or_else(|| written[1].clone())),
        None => written.join(" >= "),
    };
    Some(NoLess { most, least, written, text, fact })
}

/// The factors of a product, those that are products themselves taken apart.
fn split(factors: &[Shared]) -> Vec<Shared> {
    let split = |f: &Shared| match f.as_product() {
        Some((mut parts, times)) => {
            parts.extend((times != 1).then(|| Shared::constant(times)));
            parts
        }
        None => vec![f.clone()],
    };
    factors.iter().flat_map(split).collect()
}

/// The greatest number that divides both.
pub(super) fn common(a: u64, b: u64) -> u64 {
    u64::try_from(gcd(a.into(), b.into())).unwrap_or(1).max(1)
}

/// The factors of a product, constants together.
fn product(times: u64, factors: Vec<Shared>) -> Option<Vec<Shared>> {
    let (mut constant, mut others) = (i64::try_from(times).ok()?, vec![]);
    for factor in factors {
        match factor.as_constant() {
            Some(c) => constant = constant.checked_mul(c)?,
            None => others.push(factor),
        }
    }
    if constant != 1 || others.is_empty() {
        others.insert(0, Shared::constant(constant));
    }
    Some(others)
}

pub(super) fn whole(factors: &[Shared]) -> Option<Shared> {
    factors.iter().try_fold(Shared::constant(1), |product, factor| product.times(factor))
}

fn text(terms: &Terms, factors: &[Shared]) -> Option<String> {
    let factor = |f: &Shared| {
        let text = f.text(terms)?;
        Some(if f.is_sum() && factors.len() > 1 { format!("({text})") } else { text })
    };
    Some(factors.iter().map(factor).collect::<Option<Vec<String>>>()?.join(" * "))
}
