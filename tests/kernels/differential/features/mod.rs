//! What CUDA has beside arrays, ints and structured flow, one file for each few: each makes pointers, values or flow that
//! the probes then use.
//!
//! `RACEPROOF_FEATURES=tables,unions` asks for these features alone.

mod constants;
mod flow;
mod grid;
mod pointers;
mod values;

use super::generate::{Generator, Place};
use crate::random::Random;
use crate::text::{Node, line};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Feature {
    /// Pointers kept in local arrays, in structs, and as integers.
    Tables,
    /// Pointers kept in shared memory.
    SharedTables,
    Unions,
    /// Pointers in unions.
    PointerUnions,
    BitFields,
    /// Bytes and halves packed into words.
    Packed,
    /// Numbers that are shifted, multiplied or added into the sign bit and read as signed ones.
    Signs,
    /// Several names for the block's dynamic shared memory.
    Externs,
    /// Constants of equal names in functions, namespaces and template instances.
    Constants,
    /// A parameter that is a struct, named like constants.
    Structs,
    Gotos,
    /// Loops with unusual bounds, steps and counters.
    Bounds,
    /// Pointers rounded up to an alignment.
    Alignment,
    /// Several blocks, atomics, grids of two dimensions.
    Grid,
}

pub(crate) const ALL: [Feature; 14] = [
    Feature::Tables,
    Feature::SharedTables,
    Feature::Unions,
    Feature::PointerUnions,
    Feature::BitFields,
    Feature::Packed,
    Feature::Signs,
    Feature::Externs,
    Feature::Constants,
    Feature::Structs,
    Feature::Gotos,
    Feature::Bounds,
    Feature::Alignment,
    Feature::Grid,
];

impl Feature {
    pub(crate) fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    /// What is accessed may be found under another name, or is read and written.
    pub(crate) fn hides_names(self) -> bool {
        match self {
            Feature::Tables
            | Feature::SharedTables
            | Feature::PointerUnions
            | Feature::Unions
            | Feature::Externs
            | Feature::Alignment
            | Feature::Grid => true,
            Feature::BitFields
            | Feature::Packed
            | Feature::Signs
            | Feature::Constants
            | Feature::Structs
            | Feature::Gotos
            | Feature::Bounds => false,
        }
    }
}

/// The features that are on.
pub(crate) fn enabled() -> Vec<Feature> {
    let asked = std::env::var("RACEPROOF_FEATURES").ok();
    let on = |f: &Feature| match asked.as_deref() {
        None => true,
        Some("all") => true,
        Some(list) => list.split(',').any(|name| name == f.name()),
    };
    ALL.into_iter().filter(on).collect()
}

/// One or two of them; none in some kernels.
pub(crate) fn choose(random: &mut Random, from: &[Feature]) -> Vec<Feature> {
    let share = if std::env::var_os("RACEPROOF_FEATURES").is_some() { 100 } else { 70 };
    if from.is_empty() || !random.chance(share) {
        return vec![];
    }
    let mut chosen = vec![*random.pick(from)];
    if random.chance(35) {
        chosen.push(*random.pick(from));
    }
    chosen.sort();
    chosen.dedup();
    chosen
}

/// Numbers at which arithmetic and comparisons change.
const EDGES: [&str; 16] = [
    "0",
    "1",
    "2",
    "3",
    "7",
    "15",
    "255",
    "(-1)",
    "65535",
    "1048575",
    "0x7fffffff",
    "0x80000000u",
    "0xf0000000u",
    "4",
    "5",
    "128",
];

impl Generator {
    /// Adds a definition before the kernel, once.
    pub(super) fn head(&mut self, text: &str) {
        if !self.head.contains(text) {
            self.head.push_str(text);
        }
    }

    pub(super) fn shared(&mut self, declaration: String) {
        if !self.shared.contains(&declaration) {
            self.shared.push(declaration);
        }
    }

    /// The body of a kernel with features: little else, so that it is mostly right.
    pub(super) fn featured(&mut self, features: &[Feature], place: Place, body: &mut Vec<Node>) {
        if self.random.chance(20) {
            self.declare(place, body);
        }
        for feature in features {
            self.ingredient(*feature, place, body);
        }
        if self.random.chance(25) {
            self.statement(place, body);
        }
        self.featured_probe(body);
        if self.random.chance(30) {
            self.barrier(place, body);
            self.featured_probe(body);
        }
        if self.random.chance(8) {
            self.probe(place, body);
        }
    }

    /// Puts a feature's declarations in front and its names in scope.
    pub(super) fn ingredient(&mut self, feature: Feature, place: Place, out: &mut Vec<Node>) {
        match feature {
            Feature::Tables => self.tables(out),
            Feature::SharedTables => self.shared_tables(out),
            Feature::Unions => self.unions(out),
            Feature::PointerUnions => self.pointer_unions(out),
            Feature::BitFields => self.bit_fields(out),
            Feature::Packed => self.packed(out),
            Feature::Signs => self.signs(out),
            Feature::Externs => self.externs(out),
            Feature::Constants => self.constants(out),
            Feature::Structs => self.struct_parameter(out),
            Feature::Gotos => self.gotos(place, out),
            Feature::Bounds => self.bounds(place, out),
            Feature::Alignment => self.alignment(out),
            Feature::Grid => self.blocks(out),
        }
    }

    /// A value that a feature made: read often.
    pub(super) fn offer(&mut self, value: impl Into<String>, uniform: bool) {
        self.offer_near(value, EDGES.map(str::to_owned).to_vec(), uniform);
    }

    /// As [`Generator::offer`]; `near`: the numbers that it may be.
    pub(super) fn offer_near(&mut self, value: impl Into<String>, near: Vec<String>, uniform: bool) {
        let value = value.into();
        let known = if uniform { &mut self.scope.uniform } else { &mut self.scope.varying };
        known.extend([value.clone(), value.clone()]);
        self.scope.featured.push((value, near));
    }

    /// An index of a table of `cells` (a power of 2).
    pub(super) fn index(&mut self, cells: usize) -> String {
        let e = match self.random.below(4) {
            0 => "n".to_owned(),
            1 => "t".to_owned(),
            2 => "(t ^ 1)".to_owned(),
            _ => self.expression(1, false),
        };
        format!("({e} & {})", cells - 1)
    }

    /// A condition on a value that a feature made.
    fn test(&mut self, (value, near): &(String, Vec<String>)) -> String {
        if near.is_empty() {
            return format!("{}{value}", self.random.pick(&["", "", "!"]));
        }
        let op = *self.random.pick(&["<", ">", "==", ">=", "=="]);
        format!("{value} {op} {}", self.random.pick(near))
    }

    /// Accesses that are right by themselves, at most one of which a feature's value or pointer makes wrong.
    pub(super) fn featured_probe(&mut self, out: &mut Vec<Node>) {
        let value = format!("t * 16 + {}", self.random.below(16));
        let cell = 64 + self.random.below(16);
        let mut own = (*self.random.pick(&["s0", "s1", "s2", "s3"])).to_owned();
        if !self.scope.places.is_empty() && self.random.chance(70) {
            let p = self.random.pick(&self.scope.places).clone();
            let shift = self.expression(1, false);
            if !self.scope.objects.is_empty() {
                own = self.random.pick(&self.scope.objects).clone();
            }
            let at =
                (*self.random.pick(&["t", "t ^ 1", "t + 1", "(S) & 7", "(S) & 15", "t + 32"])).replace('S', &shift);
            out.push(line(format!("({own})[t] = {value};")));
            if self.random.chance(30) {
                out.push(line("__syncthreads();"));
            }
            let name = self.name("w");
            out.push(line(match self.random.below(3) {
                0 => format!("{p}[{at}] = {value};"),
                _ => format!("int {name} = {p}[{at}];"),
            }));
            return;
        }
        let Some(v) = (!self.scope.featured.is_empty()).then(|| self.random.pick(&self.scope.featured).clone()) else {
            return;
        };
        let w = self.random.pick(&self.scope.featured).clone();
        let (first, second) = (self.test(&v), self.test(&w));
        let (v, w) = (v.0, w.0);
        out.push(line(match self.random.below(7) {
            0 => format!("if ({first}) {own}[{cell}] = {value};"),
            1 | 2 => format!("if ({first} && {second}) {own}[{cell}] = {value};"),
            3 => format!("{own}[({v}) & 31] = {value};"),
            4 => format!("{own}[(({v}) & 7) + t] = {value};"),
            5 => format!("if (({v}) == ({w})) {own}[{cell}] = {value};"),
            _ => format!("if (t == ({v})) {own}[{cell}] = {value};"),
        }));
    }
}
