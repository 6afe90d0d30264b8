//! The few different shapes of launches that a kernel is checked for.
//!
//! **Invariant:** every launch fits one of the shapes ([`shapes`]). Direction: shapes that are joined, and what is not known of
//! a launch, allow more launches than there are.

use super::definition::Kernel;
use super::launch::{Argument, Launch, LaunchFacts};
use super::overlay::Laid;
use super::relation::{HostName, HostValue, Quantity};
use crate::span::Span;
use crate::term::{CompareOp, Terms, Var, VarKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// The most places that are named of one shape.
const MOST_SITES: usize = 3;
/// The most shapes that a kernel is checked for one by one.
const MOST_SHAPES: usize = 4;

/// Launches that are checked as one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shape {
    pub facts: LaunchFacts,
    /// The places, in order.
    pub sites: Vec<Span>,
    /// For people: what the source writes for fields of structures that the facts name, `params.pitch` for `params+16`.
    pub written: Vec<(String, String)>,
}

/// The shapes that the known launches of a kernel have, by their first site, with `given` in place of what they say of the
/// same things; empty if some launch may be any with which `given` is true.
#[must_use]
pub fn shapes(kernel: &Kernel, given: &LaunchFacts) -> Vec<Shape> {
    let all: Vec<Shape> = kernel.launches.iter().map(|launch| shape(kernel, launch, given)).collect();
    let keys: [fn(&LaunchFacts) -> LaunchFacts; 5] = [
        Clone::clone,
        |f| LaunchFacts { relations: vec![], ..f.clone() },
        |f| LaunchFacts { params: vec![], relations: vec![], ..f.clone() },
        |f| LaunchFacts { block_dim: f.block_dim, ..LaunchFacts::default() },
        |_| LaunchFacts::default(),
    ];
    let grouped = keys.iter().map(|key| most_general(join_by(&all, *key)));
    let few = grouped.into_iter().find(|shapes| shapes.len() <= MOST_SHAPES).unwrap_or_default();
    if few.iter().any(|shape| shape.facts == *given) { vec![] } else { few }
}

/// What a launch says; `given` goes before.
#[must_use]
pub fn shape(kernel: &Kernel, launch: &Launch, given: &LaunchFacts) -> Shape {
    let or = |given: [Option<u32>; 3], found| if given == [None; 3] { found } else { given };
    let is_given = |name: &str| given.params.iter().any(|(other, _)| other == name);
    let found = params(kernel, launch).into_iter().filter(|(name, _)| !is_given(name));
    let facts = LaunchFacts {
        block_dim: or(given.block_dim, launch.block_dim),
        grid_dim: or(given.grid_dim, launch.grid_dim),
        params: given.params.iter().cloned().chain(found).collect(),
        // They may be about the dimensions that are given.
        relations: if *given == LaunchFacts::default() { relations(kernel, launch) } else { vec![] },
    };
    let written = written(kernel, &facts);
    Shape { facts, sites: vec![launch.span.clone()], written }
}

/// What the source writes for the fields that facts name.
fn written(kernel: &Kernel, facts: &LaunchFacts) -> Vec<(String, String)> {
    let name = |quantity: &Quantity| if let Quantity::Argument(name) = quantity { Some(name.clone()) } else { None };
    let mut names: Vec<String> = facts.relations.iter().flat_map(HostValue::quantities).filter_map(name).collect();
    names.sort_unstable();
    names.dedup();
    let of = |name: String| {
        let field = kernel.terms.vars().find(|v| is_field(&kernel.terms, *v, &name))?;
        let written = kernel.terms.written(field).to_owned();
        (written != name).then_some((name, written))
    };
    names.into_iter().filter_map(of).collect()
}

/// The arguments that are known to have whole numbers as values.
fn params(kernel: &Kernel, launch: &Launch) -> Vec<(String, i64)> {
    let known = launch.arguments.iter();
    let known = known.filter_map(|argument| Some((parameter(kernel, argument)?, argument.value?)));
    let laid = kernel.overlays.iter().filter_map(|laid| {
        let (_, distance) = launch.overlays.iter().find(|(overlay, _)| *overlay == laid.overlay)?;
        Some((laid.distance.clone(), (*distance)?))
    });
    known.chain(laid).collect()
}

/// The relations between what the kernel knows by the same names.
fn relations(kernel: &Kernel, launch: &Launch) -> Vec<HostValue> {
    let laid = |place| kernel.overlays.iter().find(|laid| laid.overlay.place == place);
    let named = |quantity: &Quantity| match quantity {
        Quantity::Argument(name) => {
            let argument = launch.arguments.iter().find(|argument| argument.name == *name)?;
            Some(Quantity::Argument(parameter(kernel, argument)?))
        }
        Quantity::Distance(place) => laid(*place).map(|laid| Quantity::Argument(laid.distance.clone())),
        Quantity::BlockDim(_) | Quantity::GridDim(_) | Quantity::Host(..) => Some(quantity.clone()),
    };
    let known = launch.relations.iter().filter(|r| r.quantities().into_iter().all(|q| named(q).is_some()));
    let mut known: Vec<HostValue> = known.cloned().collect();
    for relation in &mut known {
        relation.rename(&named);
    }
    known
}

/// Whether facts say how far apart the pointers of an overlay lead, but for what the kernel knows.
#[must_use]
pub fn is_distance_known(facts: &LaunchFacts, laid: &Laid) -> bool {
    let distance = Quantity::Argument(laid.distance.clone());
    facts.params.iter().any(|(name, _)| *name == laid.distance) || is_defined(&facts.relations, &distance)
}

/// Whether relations say what an argument is, by dimensions and other arguments: `d == h * 16` does where `h == n` says it of `h`,
/// which is the host's.
fn is_defined(relations: &[HostValue], argument: &Quantity) -> bool {
    let mut settled: Vec<&Quantity> = vec![];
    loop {
        let is_said = |(quantity, value): &(&Quantity, &HostValue)| {
            let is_open = |part: &&Quantity| matches!(part, Quantity::Host(..)) && !settled.contains(part);
            let is_wanted = *quantity == argument || is_open(quantity);
            is_wanted && value.quantities().iter().all(|part| *part != argument && !is_open(part))
        };
        match relations.iter().flat_map(definitions).find(is_said) {
            Some((quantity, _)) if quantity == argument => return true,
            Some((quantity, _)) => settled.push(quantity),
            None => return false,
        }
    }
}

/// The quantities that a relation says are equal to something.
fn definitions(relation: &HostValue) -> Vec<(&Quantity, &HostValue)> {
    let HostValue::Compare(CompareOp::Eq, a, b) = relation else { return vec![] };
    let sides = [(a, b), (b, a)].into_iter();
    let quantity = |of: &'_ HostValue| matches!(of, HostValue::Quantity(..));
    sides
        .filter(|(side, _)| quantity(side))
        .flat_map(|(side, value)| side.quantities().into_iter().map(|q| (q, &**value)))
        .collect()
}

/// The name that the kernel has for an argument: of a part of a structure, `params+16`. The two sides number equal names each in its own
/// way. Where what is left without numbers differs, host and device were compiled from different text.
fn parameter(kernel: &Kernel, argument: &Argument) -> Option<String> {
    let place = argument.place?;
    let name = kernel.parameters.get(place.parameter as usize)?;
    if argument.name.is_empty() || name.is_empty() || stem(name) != stem(&argument.name) {
        return None;
    }
    match argument.part {
        true => Some(format!("{name}+{}", place.offset)).filter(|field| kernel.terms.is_empty() || has(kernel, field)),
        false => (place.offset == 0).then(|| name.clone()),
    }
}

/// Whether the kernel reads a field.
fn has(kernel: &Kernel, field: &str) -> bool {
    kernel.terms.vars().any(|v| is_field(&kernel.terms, v, field))
}

fn is_field(terms: &Terms, v: Var, name: &str) -> bool {
    let info = terms.var_info(v);
    info.kind == VarKind::Param && info.name == name
}

/// A parameter's name without what the compiler adds.
fn stem(name: &str) -> &str {
    let source = name.split('.').next().unwrap_or(name);
    source.trim_end_matches(|c: char| c.is_ascii_digit())
}

/// All that a kernel is checked as: itself for most of its launches, and its variants.
pub fn parts(kernel: &Kernel) -> impl Iterator<Item = &Kernel> {
    let is_launched = !kernel.launches.is_empty() || kernel.variants.is_empty();
    is_launched.then_some(kernel).into_iter().chain(&kernel.variants)
}

/// Joins the shapes for whose facts `key` is the same.
fn join_by(all: &[Shape], key: fn(&LaunchFacts) -> LaunchFacts) -> Vec<Shape> {
    let mut joined: Vec<Shape> = vec![];
    for shape in all {
        match joined.iter_mut().find(|other| key(&other.facts) == key(&shape.facts)) {
            Some(other) => {
                other.facts = common(&other.facts, &shape.facts);
                other.sites.extend(shape.sites.iter().cloned());
            }
            None => joined.push(shape.clone()),
        }
    }
    joined
}

/// What two launches have in common.
fn common(a: &LaunchFacts, b: &LaunchFacts) -> LaunchFacts {
    let dims = |a: [Option<u32>; 3], b: [Option<u32>; 3]| [0, 1, 2].map(|i| a[i].filter(|_| a[i] == b[i]));
    LaunchFacts {
        block_dim: dims(a.block_dim, b.block_dim),
        grid_dim: dims(a.grid_dim, b.grid_dim),
        params: a.params.iter().filter(|p| b.params.contains(p)).cloned().collect(),
        relations: a.relations.iter().filter(|r| b.relations.contains(r)).cloned().collect(),
    }
}

/// Leaves out the shapes that others include.
fn most_general(shapes: Vec<Shape>) -> Vec<Shape> {
    let mut kept: Vec<Shape> = vec![];
    for mut shape in shapes {
        let includes = |a: &Shape, b: &Shape| common(&a.facts, &b.facts) == a.facts;
        if let Some(other) = kept.iter_mut().find(|other| includes(other, &shape)) {
            other.sites.extend(shape.sites);
            continue;
        }
        let mut taken = vec![];
        kept.retain_mut(|other| {
            let included = includes(&shape, other);
            if included {
                taken.append(&mut other.sites);
            }
            !included
        });
        shape.sites.splice(0..0, taken);
        kept.push(shape);
    }
    for shape in &mut kept {
        shape.sites.sort();
        shape.sites.dedup();
    }
    kept.sort_by(|a, b| a.sites.cmp(&b.sites));
    kept
}

/// `launched at a.cu:4 with blockDim = (16,16,1), n = 5`.
impl Shape {
    /// Where it is launched, a few places by name; one that calls lead to is not named without them, too.
    pub(crate) fn places(&self) -> Vec<String> {
        let is_called = |site: &Span| {
            let mut others = self.sites.iter().filter(|other| !other.inlined_at.is_empty());
            site.inlined_at.is_empty() && others.any(|other| (&other.file, other.line) == (&site.file, site.line))
        };
        let all: Vec<String> = self.sites.iter().filter(|one| !is_called(one)).map(site).collect();
        let mut places: Vec<String> = all.iter().take(MOST_SITES).cloned().collect();
        if let Some(more) = all.len().checked_sub(MOST_SITES).filter(|n| *n > 0) {
            places.push(format!("{more} more place{}", if more == 1 { "" } else { "s" }));
        }
        places
    }

    /// Whether a relation says no more than that a dimension is what the facts have for it.
    fn is_said(&self, relation: &HostValue) -> bool {
        let HostValue::Compare(CompareOp::Eq, a, b) = relation else { return false };
        let (HostValue::Quantity(quantity, _), HostValue::Constant(..)) = (&**a, &**b) else { return false };
        match quantity {
            Quantity::BlockDim(axis) => self.facts.block_dim[*axis as usize].is_some(),
            Quantity::GridDim(axis) => self.facts.grid_dim[*axis as usize].is_some(),
            Quantity::Argument(_) | Quantity::Distance(_) | Quantity::Host(..) => false,
        }
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.places().split_last() {
            Some((last, [])) => write!(out, "launched at {last}")?,
            Some((last, others)) => write!(out, "launched at {} and {last}", others.join(", "))?,
            None => write!(out, "launched")?,
        }
        let LaunchFacts { block_dim, grid_dim, params, relations } = &self.facts;
        let dims = [dims("blockDim", *block_dim), dims("gridDim", *grid_dim)].concat();
        let mut told: Vec<HostValue> =
            relations.iter().filter(|one| !is_open(one, relations) && !self.is_said(one)).cloned().collect();
        let written = |quantity: &Quantity| {
            let Quantity::Argument(name) = quantity else { return None };
            let known = self.written.iter().find(|(other, _)| other == name);
            known.map(|(_, written)| Quantity::Argument(written.clone()))
        };
        told.iter_mut().for_each(|relation| relation.rename(&written));
        forget_shared_names(&mut told, params);
        let numbers: BTreeSet<String> = told.iter().flat_map(|one| one.quantities()).filter_map(number).collect();
        let relations = told.iter().map(ToString::to_string);
        let params = params.iter().map(|(name, value)| format!("{name} = {value}"));
        let facts: Vec<String> = dims.into_iter().chain(params).chain(relations).collect();
        if !facts.is_empty() {
            write!(out, " with {}", facts.join(", "))?;
        }
        let numbers: Vec<String> = numbers.into_iter().collect();
        match numbers.as_slice() {
            [] => Ok(()),
            [one] => write!(out, ", where {one} is the host's"),
            all => write!(out, ", where {} are the host's", all.join(", ")),
        }
    }
}

/// Takes away the names of host values that something else has, too: another value, or a parameter.
fn forget_shared_names(told: &mut [HostValue], params: &[(String, i64)]) {
    let mut named: BTreeMap<String, BTreeSet<Option<u32>>> = BTreeMap::new();
    for (param, _) in params {
        named.entry(param.clone()).or_default().insert(None);
    }
    for quantity in told.iter().flat_map(HostValue::quantities) {
        let number = if let Quantity::Host(number, _) = quantity { Some(*number) } else { None };
        named.entry(quantity.to_string()).or_default().insert(number);
    }
    let is_shared = |quantity: &Quantity| named.get(&quantity.to_string()).is_some_and(|of| of.len() > 1);
    let unnamed = |quantity: &Quantity| match quantity {
        Quantity::Host(number, _) if is_shared(quantity) => Some(Quantity::Host(*number, HostName::default())),
        Quantity::Host(..)
        | Quantity::BlockDim(_)
        | Quantity::GridDim(_)
        | Quantity::Argument(_)
        | Quantity::Distance(_) => None,
    };
    told.iter_mut().for_each(|relation| relation.rename(&unnamed));
}

/// The name of a number that the host has and the kernel does not.
fn number(quantity: &Quantity) -> Option<String> {
    matches!(quantity, Quantity::Host(..)).then(|| quantity.to_string())
}

/// Whether a relation says no more than that the host has some number for it: `gridDim.x == h0`, where nothing else is said of h0.
fn is_open(relation: &HostValue, all: &[HostValue]) -> bool {
    let HostValue::Compare(CompareOp::Eq, _, value) = relation else { return false };
    let mut value = &**value;
    while let HostValue::Cast(_, _, inner) = value {
        value = inner;
    }
    let HostValue::Quantity(number @ Quantity::Host(..), _) = value else { return false };
    all.iter().flat_map(HostValue::quantities).filter(|other| *other == number).count() == 1
}

/// A place in the host code, with the calls that lead there; files without their folders.
pub(crate) fn site(span: &Span) -> String {
    let place = |s: &Span| format!("{}:{}", s.file.rsplit('/').next().unwrap_or_default(), s.line);
    let calls: Vec<String> = span.inlined_at.iter().map(place).collect();
    let from = if calls.is_empty() { String::new() } else { format!(" (called from {})", calls.join(", from ")) };
    place(span) + &from
}

fn dims(name: &str, dims: [Option<u32>; 3]) -> Vec<String> {
    if let [Some(x), Some(y), Some(z)] = dims {
        return vec![format!("{name} = ({x},{y},{z})")];
    }
    let known = dims.iter().zip(["x", "y", "z"]).filter_map(|(d, axis)| Some(format!("{name}.{axis} = {}", (*d)?)));
    known.collect()
}

/// Says where a condition holds, and where that cannot be seen.
pub(crate) fn told(condition: &str, holds: &[String], open: &[String]) -> String {
    let all = |places: &[String]| match places.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    };
    let (at, not_at) = (all(holds), all(open));
    match (holds.len(), open.len()) {
        (1, 0) => format!("`{condition}` holds at the launch at {at}"),
        (2, 0) => format!("`{condition}` holds at both launches, at {at}"),
        (n, 0) => format!("`{condition}` holds at all {n} launches, at {at}"),
        (0, 1) => format!("`{condition}` cannot be seen to hold at the launch at {not_at}"),
        (0, _) => format!("`{condition}` cannot be seen to hold at the launches at {not_at}"),
        (1, _) => format!("`{condition}` holds at the launch at {at}, and cannot be seen to hold at {not_at}"),
        (_, _) => format!("`{condition}` holds at the launches at {at}, and cannot be seen to hold at {not_at}"),
    }
}

#[cfg(test)]
mod tests {
    use super::told;

    #[test]
    fn places_are_told_once() {
        let at = |places: &[&str]| places.iter().map(|p| (*p).to_owned()).collect::<Vec<_>>();
        let told = |holds: &[&str], open: &[&str]| told("n > 0", &at(holds), &at(open));
        assert_eq!(told(&["a.cu:1"], &[]), "`n > 0` holds at the launch at a.cu:1");
        assert_eq!(told(&["a.cu:1", "a.cu:2"], &[]), "`n > 0` holds at both launches, at a.cu:1 and a.cu:2");
        assert_eq!(told(&[], &["a.cu:1"]), "`n > 0` cannot be seen to hold at the launch at a.cu:1");
        assert_eq!(
            told(&["a.cu:1"], &["a.cu:2", "a.cu:3"]),
            "`n > 0` holds at the launch at a.cu:1, and cannot be seen to hold at a.cu:2 and a.cu:3"
        );
    }
}
