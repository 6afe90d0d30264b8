//! From the model of a query to a [`Finding`] in the words of the source: threads, cells, values.
//!
//! **Invariant:** output is in a fixed order, and every value printed is the model's, evaluated bit for bit.

use super::given;
use crate::analysis::asking::decide::Witness;
use crate::analysis::asking::exact::Exact;
use crate::analysis::asking::judge::Rest;
use crate::analysis::asking::query::{Query, Side};
use crate::analysis::pair::threads::Who;
use crate::kernel::{Array, Field, MemorySpace};
use crate::term::{Func, FuncKind, Node, Owner, Term, Terms, signed};
use crate::verdict::rules::{self, Rule};
use crate::verdict::{
    AccessMode, Approximation, Certainty, Finding, Given, Level, Missing, Party, Unfollowed, Whose, WitnessValue,
};

/// What a finding is about, as its table row says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    DataRace,
    /// An atomic access and a plain one.
    MixedAtomic,
    /// A volatile access used as synchronisation.
    Volatile,
    /// An asynchronous copy that may still be under way.
    AsynchronousCopy,
    /// A bulk copy reads what a thread has written, without a fence of proxies between.
    Unfenced,
    /// One whose thread has returned.
    OutlastingCopy,
    /// A read that no order makes see the write.
    NonCoherent,
    /// A read that only seeds a loop of compare-and-swaps, and an atomic access.
    Seed,
    /// A read that an exchange of the warp needs, and a write that needs the exchange.
    Exchanged,
    /// Another block's shared memory, where that may have ended, or not have begun.
    Absent {
        ended: bool,
    },
    /// Writes of the same value.
    Benign,
    Divergence,
    /// A lane that a mask names does not come, or not with the same mask.
    Lanes,
    /// A mask does not name the lane that uses it.
    Outsider,
    /// A barrier waits for the lanes that happen to be together.
    Active,
    /// A named barrier opens for another number of threads than come to it.
    Count {
        come: u64,
        awaited: u64,
    },
    /// Some threads have returned before the barrier.
    Exited,
}

impl Sort {
    #[must_use]
    pub fn rule(self) -> Rule {
        match self {
            Sort::DataRace => rules::DATA_RACE,
            Sort::MixedAtomic => rules::ATOMIC_PLAIN_RACE,
            Sort::Volatile => rules::VOLATILE_RACE,
            Sort::AsynchronousCopy | Sort::OutlastingCopy => rules::ASYNCHRONOUS_RACE,
            Sort::Unfenced => rules::PROXY_FENCE,
            Sort::NonCoherent => rules::NON_COHERENT,
            Sort::Seed => rules::SEED_READ,
            Sort::Exchanged => rules::EXCHANGED_READ,
            Sort::Absent { .. } => rules::ABSENT_BLOCK,
            Sort::Benign => rules::BENIGN_RACE,
            Sort::Divergence | Sort::Count { .. } => rules::BARRIER_DIVERGENCE,
            Sort::Lanes | Sort::Outsider => rules::WRONG_MASK,
            Sort::Active => rules::ACTIVE_MASK,
            Sort::Exited => rules::EXITED_THREAD,
        }
    }

    /// What is wrong with who comes to a barrier.
    #[must_use]
    pub fn missing(self) -> Option<Missing> {
        match self {
            Sort::Divergence | Sort::Exited => Some(Missing::Place),
            Sort::Lanes => Some(Missing::Lane),
            Sort::Outsider => Some(Missing::Itself),
            Sort::Count { .. } => Some(Missing::Count),
            Sort::DataRace
            | Sort::MixedAtomic
            | Sort::Volatile
            | Sort::AsynchronousCopy
            | Sort::Unfenced
            | Sort::OutlastingCopy
            | Sort::NonCoherent
            | Sort::Seed
            | Sort::Exchanged
            | Sort::Absent { .. }
            | Sort::Benign
            | Sort::Active => None,
        }
    }
}

/// Writes the finding for a witness of `query`.
#[must_use]
pub fn finding(
    terms: &Terms,
    query: &Query,
    witness: &Witness,
    level: Level,
    sort: Sort,
    array: Option<&Array>,
    fixed: &[(String, i64)],
) -> Finding {
    let value = |t: Term| Exact::value(terms, &witness.model, t);
    let parties = query.sides.each_ref().map(|s| party(terms, s, &value));
    let cell = array.map_or_else(String::new, |a| cell(a, &query.sides, &value));
    let certainty = if witness.approximations.is_empty() { Certainty::Race } else { Certainty::Possible };
    let mut values: Vec<(String, i64)> = vec![];
    for (name, t) in &query.values {
        let known = fixed.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        if let Some(v) = known.or_else(|| mentioned(terms, query, *t).then(|| number(terms, *t, &value)).flatten()) {
            values.push((written(terms, *t).unwrap_or(name).to_owned(), v));
        }
    }
    let rule = sort.rule();
    Finding {
        certainty,
        severity: rule.severity_of(certainty),
        array: array.map_or_else(String::new, |a| a.name.clone()),
        cell,
        parties: parties.to_vec(),
        witness: values,
        approximations: witness.approximations.iter().map(|a| named(a, &query.sides)).collect(),
        given: Some(Given { bytes: common(&query.sides, &value), ..given::given(terms, query, &witness.model, fixed) }),
        ..rule.finding(level, what(sort, level, array, &parties))
    }
}

/// What a witness rests on, with the number of the party that it belongs to.
fn named(rest: &Rest, sides: &[Side; 2]) -> Approximation {
    let party = |who: Who| 1 + usize::from(sides[0].who != who);
    match rest {
        Rest::Common(approximation) => approximation.clone(),
        Rest::Value { value, owner } => {
            let whose = match owner {
                Owner::All => Whose::All,
                Owner::Left => Whose::Party(party(Who::Left)),
                Owner::Right => Whose::Party(party(Who::Right)),
                Owner::LaneOfLeft => Whose::LaneOf(party(Who::Left)),
                Owner::LaneOfRight => Whose::LaneOf(party(Who::Right)),
                Owner::Third => Whose::Third,
            };
            Approximation::Value { value: value.clone(), whose }
        }
    }
}

/// Whether a shared value plays a part in the query; others would only distract.
fn mentioned(terms: &Terms, query: &Query, t: Term) -> bool {
    // Axioms tie loop-carried values to the parameters that decide them; the query holds those of the first few only.
    let mut roots: Vec<Term> = query.facts.iter().chain(&query.axioms).copied().collect();
    // What was not asserted, but evaluated before the witness was taken to be true.
    roots.extend(query.weakened.iter().map(|(exact_if, _)| *exact_if));
    for side in &query.sides {
        roots.extend(side.range.into_iter().flat_map(|(o, b)| [o, b]));
        roots.extend(side.loops.iter().flat_map(|l| [l.entered, l.continues]));
    }
    let loops = |f: Func| matches!(terms.func_info(f).kind, FuncKind::Loop { .. });
    if terms.apps_of(&roots).into_iter().any(|(_, f)| loops(f)) {
        roots.extend(terms.funcs().filter_map(|f| terms.func_info(f).axiom.as_ref().map(|a| a.body)));
    }
    terms.reachable(&roots).binary_search(&t).is_ok()
}

fn number(terms: &Terms, t: Term, value: &dyn Fn(Term) -> Option<u64>) -> Option<i64> {
    let is_unsigned = matches!(terms.node(t), Node::Var(v) if terms.is_unsigned(*v));
    let read = |v: u64| i64::try_from(v).ok().filter(|_| is_unsigned).unwrap_or_else(|| signed(terms.width(t), v));
    value(t).map(read)
}

/// What the source writes for a variable.
fn written(terms: &Terms, t: Term) -> Option<&str> {
    let Node::Var(v) = *terms.node(t) else { return None };
    Some(terms.written(v))
}

fn party(terms: &Terms, side: &Side, value: &dyn Fn(Term) -> Option<u64>) -> Party {
    let index = |ts: [Term; 3]| ts.map(|t| value(t).unwrap_or(0) as u32);
    let values = side.values.iter().filter(|(name, _)| !name.is_empty());
    Party {
        mode: side.mode,
        span: side.span.clone(),
        thread: index(side.thread),
        block: index(side.block),
        values: values.filter_map(|(n, t)| number(terms, *t, value).map(|v| (n.clone(), v))).collect(),
        variables: vec![],
        opaque: side.opaque.clone(),
    }
}

/// The bytes that both sides touch; none where objects may be the same, but have no common cell to name.
fn common(sides: &[Side; 2], value: &dyn Fn(Term) -> Option<u64>) -> Option<[i64; 2]> {
    let range = |s: &Side| {
        let (o, b) = s.range?;
        let (o, b) = (value(o)? as i64, value(b)? as i64);
        Some((o, o.checked_add(b)?))
    };
    let [(l1, h1), (l2, h2)] = [range(&sides[0])?, range(&sides[1])?];
    let (lo, hi) = (l1.max(l2), h1.min(h2));
    (lo < hi).then_some([lo, hi])
}

/// The first element in the bytes that both sides touch, with the bytes where they are not the whole element.
fn cell(array: &Array, sides: &[Side; 2], value: &dyn Fn(Term) -> Option<u64>) -> String {
    let Some([lo, hi]) = common(sides, value) else { return String::new() };
    if let Some(field) = field(array, lo, hi - lo) {
        return field;
    }
    let element = array.element.max(1) as i64;
    let (index, from) = (lo.div_euclid(element), lo.rem_euclid(element));
    let to = (from + (hi - lo)).min(element);
    let bytes = if from == 0 && to == element { String::new() } else { format!(" bytes {from}..{to}") };
    format!("{}{}{bytes}", array.shown(), subscripts(array, index))
}

/// What the source writes for so many bytes of an array of structures, or for the first field that they touch: `p[1].rows[3]`.
fn field(array: &Array, lo: i64, bytes: i64) -> Option<String> {
    let fields = array.fields.as_ref()?;
    let size = i64::try_from(fields.size).ok()?;
    let (index, rest) = (lo.div_euclid(size), lo.rem_euclid(size));
    let structure = format!("{}{}", array.shown(), subscripts(array, index));
    if rest == 0 && bytes >= size {
        return Some(structure);
    }
    let place = |field: &Field| {
        let [first, width] = [field.first, field.bytes].map(|n| i64::try_from(n).ok());
        let length = width?.checked_mul(i64::try_from(field.extent.unwrap_or(1)).ok()?)?;
        let inside = rest.checked_sub(first?).filter(|inside| (0..length).contains(inside))?;
        // What begins so is a library's own.
        if let Some((own, _)) = field.path.split_once(".__") {
            return Some(format!("{structure}{own}"));
        }
        let (at, from) = (inside / width?, inside % width?);
        let to = (from + bytes).min(width?);
        let subscript = field.extent.map_or(String::new(), |_| format!("[{at}]"));
        let part = if from == 0 && to == width? { String::new() } else { format!(" bytes {from}..{to}") };
        Some(format!("{structure}{}{subscript}{part}", field.path))
    };
    fields.all.iter().find_map(place)
}

/// Names the cells of memory that a finding rests on: `rows[3]` for byte 12.
pub fn name_cells(finding: &mut Finding, arrays: &[Array]) {
    for one in &mut finding.approximations {
        let Approximation::Value { value: Unfollowed::Contents { array, byte, bits, cell, value }, .. } = one else {
            continue;
        };
        let mut known = arrays.iter().filter(|other| other.name == *array && !other.unknown_object);
        let (Some(of), None, WitnessValue::Number(byte)) = (known.next(), known.next(), *byte) else { continue };
        let element = i64::try_from(of.element.max(1)).unwrap_or(1);
        let is_whole = *bits == 8 * of.element || *bits == 1 && of.element == 1;
        if let Some(field) = field(of, byte, i64::try_from(*bits / 8).unwrap_or(1)) {
            *cell = field;
        } else if (element > 1 || is_whole) && byte.rem_euclid(element) == 0 {
            *cell = format!("{}{}", of.shown(), subscripts(of, byte.div_euclid(element)));
        } else if element > 1 {
            *cell = self::element(of, byte);
        }
        if let (true, WitnessValue::Number(number)) = (of.unsigned && *bits < 64, &mut *value) {
            *number &= (1 << *bits) - 1;
        }
    }
}

/// Says of the fields in a finding's conditions that are private where a contract may name them.
pub fn tell_of_hidden(terms: &Terms, finding: &mut Finding) {
    let is_part = |c: char| c.is_alphanumeric() || "_.[]".contains(c);
    for name in terms.vars().filter(|v| terms.is_hidden(*v)).map(|v| terms.written(v)) {
        let mut words = finding.conditions.iter().flat_map(|text| text.split(|c: char| !is_part(c)));
        if words.any(|word| word == name) {
            finding.help.push(format!("`{name}` is private: a member function of its class can state that"));
        }
    }
}

/// What the source writes for the element at a byte of an array, with the byte in it where it is not the element's first.
#[must_use]
pub fn element(array: &Array, at: i64) -> String {
    if let Some(field) = field(array, at, i64::try_from(array.element).unwrap_or(1)) {
        return field;
    }
    let element = i64::try_from(array.element.max(1)).unwrap_or(1);
    let (index, byte) = (at.div_euclid(element), at.rem_euclid(element));
    let inside = if byte == 0 { String::new() } else { format!(" byte {byte}") };
    format!("{}{}{inside}", array.shown(), subscripts(array, index))
}

/// `[15][14]`: the index by the extents, of which the outermost is not needed. Nothing for a variable that is no array.
fn subscripts(array: &Array, index: i64) -> String {
    if array.single && index == 0 {
        return String::new();
    }
    let mut rest = index;
    let mut parts = vec![];
    for extent in array.dims.iter().skip(1).rev() {
        let extent = (*extent).max(1) as i64;
        parts.push(rest.rem_euclid(extent));
        rest = rest.div_euclid(extent);
    }
    parts.push(rest);
    parts.iter().rev().map(|i| format!("[{i}]")).collect()
}

/// What happens, if it does.
fn what(sort: Sort, level: Level, array: Option<&Array>, parties: &[Party; 2]) -> String {
    let who = |p: &Party| thread(p, level);
    let [a, b] = parties;
    let place = array.map_or_else(String::new, |array| format!(" on {}", described(array)));
    let both = format!("{} by {} and {} by {}", action(a.mode), who(a), action(b.mode), who(b));
    match sort {
        Sort::DataRace | Sort::MixedAtomic => format!("data race{place}: {both}"),
        Sort::Volatile => format!("data race{place}, where volatile does not synchronise: {both}"),
        Sort::AsynchronousCopy => {
            format!("data race{place}, where an asynchronous copy is under way: {both}")
        }
        Sort::Unfenced => {
            format!("asynchronous read{place} that need not see the write, for want of `fence.proxy.async`: {both}")
        }
        Sort::OutlastingCopy => {
            format!("data race{place}, where an asynchronous copy outlasts its thread: {both}")
        }
        Sort::NonCoherent => format!("non-coherent read{place} of memory that the kernel writes: {both}"),
        Sort::Seed => format!("plain read{place} as the first guess of a compare-and-swap: {both}"),
        Sort::Exchanged => {
            format!("read{place} that only an exchange of the warp keeps before the write: {both}")
        }
        Sort::Absent { ended } => {
            let ([x, y, z], when) = (b.block, if ended { "have ended" } else { "not have begun" });
            format!("{} by {}{place} of block ({x},{y},{z}), which may {when}", action(a.mode), who(a))
        }
        Sort::Benign if parties.iter().any(|p| p.mode == AccessMode::Read) => {
            format!("writes of the same value{place}, which its own writer reads back: {both}")
        }
        Sort::Benign => format!("writes of the same value{place}: {both}"),
        Sort::Divergence => {
            format!("barrier divergence: {} reaches this barrier and {} does not", who(a), who(b))
        }
        Sort::Lanes => {
            format!("wrong mask: {} waits for {}, which does not come here with this mask", who(a), who(b))
        }
        Sort::Outsider => format!("wrong mask: it does not name {}, which comes here", who(a)),
        Sort::Active => {
            format!("this barrier orders nothing: `__activemask()` may leave out {} for {}", who(b), who(a))
        }
        Sort::Count { come, awaited } => {
            format!("barrier divergence: {come} threads come to this barrier, which is for {awaited}")
        }
        Sort::Exited => format!("{} may have returned when {} reaches this barrier", who(b), who(a)),
    }
}

/// Which thread a party is, among those of the block or grid.
fn thread(party: &Party, level: Level) -> String {
    let ([x, y, z], block) = (party.thread, party.block);
    let thread = format!("thread ({x},{y},{z})");
    match level {
        Level::Warp | Level::Block => thread,
        Level::Cluster | Level::Grid => format!("{thread} of block ({},{},{})", block[0], block[1], block[2]),
    }
}

/// What a party does, as a noun.
fn action(mode: AccessMode) -> &'static str {
    match mode {
        AccessMode::Read => "read",
        AccessMode::Write => "write",
        AccessMode::Atomic => "atomic access",
        AccessMode::Barrier => "barrier",
        AccessMode::Launch => "launch",
    }
}

/// An array with its memory and name.
pub fn described(array: &Array) -> String {
    let space = match array.space {
        MemorySpace::Shared | MemorySpace::Cluster => "shared",
        MemorySpace::Global | MemorySpace::Tabled => "global",
    };
    let what = if array.single { "variable" } else { "array" };
    format!("{space} {what} `{}`", array.shown())
}
