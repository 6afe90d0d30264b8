//! The shapes of launches that lie in tables: `k<<<grids[i], blocks[i]>>>(…)`.
//!
//! Computes, of a launch whose grid or block is loaded from a global variable, the pairs that it may be one of: what the variable
//! holds at first, and the constants that the unit writes into it. Source: `dim3` is three numbers of 32 bits.
//!
//! Direction: which of them is taken is not known, and other units may write others. So they decide how bad a finding is, and
//! nothing else.

use super::simplify;
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::llvm::bind::{constants, module};
use inkwell::context::Context;
use inkwell::module::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The bytes of a `dim3`, and of one of its numbers.
const DIM3: i64 = 12;
const WORD: i64 = 4;
/// The most shapes of a launch.
const MOST: usize = 8;
/// How deep constants of addresses are looked through.
const DEPTH: u32 = 4;

/// Grid and block, by axis.
pub(crate) type Dims = [[Option<u32>; 3]; 2];

/// Where the parts of a configuration lie: a variable by its name, and the byte if that is known.
type Place = (String, Option<i64>);

/// The places that grid and block of a configuration are loaded from.
pub(crate) fn places(layout: Layout, configuration: &[Val]) -> Option<[Option<Place>; 2]> {
    let [grid, _, block, _, ..] = *configuration else { return None };
    let places = [grid, block].map(|dim| {
        let Op::Load { pointer, .. } = dim.op(layout) else { return None };
        let (mut pointer, mut at) = (pointer, Some(0_i64));
        while let Op::Gep { base, constant, indices } = pointer.op(layout) {
            at = at.filter(|_| indices.is_empty()).map(|at| at.wrapping_add(constant));
            pointer = base;
        }
        matches!(pointer.op(layout), Op::Global).then(|| (pointer.name(), at))
    });
    places.iter().any(Option::is_some).then_some(places)
}

/// A unit in the form in which tables are read.
pub(crate) fn unit<'ctx>(
    context: &'ctx Context,
    path: &Path,
    bitcode: &[u8],
    variables: &BTreeSet<String>,
) -> Option<Module<'ctx>> {
    let unit = module::read(context, path, bitcode).ok()?;
    let variables: Vec<String> = variables.iter().cloned().collect();
    simplify::unfolded(&unit, &variables).ok()?;
    Some(unit)
}

/// The shapes that a launch with these places may have; `known` is what is known of it otherwise.
pub(crate) fn shapes(unit: &Module<'_>, places: &[Option<Place>; 2], known: Dims) -> Vec<Dims> {
    let of = |place: &Option<Place>, known: [Option<u32>; 3]| match place {
        Some((name, at)) => held(unit, name, *at),
        None => vec![known],
    };
    let (grids, blocks) = (of(&places[0], known[0]), of(&places[1], known[1]));
    let found: Vec<Dims> = if grids.len() == blocks.len() {
        grids.into_iter().zip(blocks).map(|(grid, block)| [grid, block]).collect()
    } else {
        blocks.into_iter().flat_map(|block| grids.iter().map(move |grid| [*grid, block])).collect()
    };
    let mut seen = BTreeSet::new();
    found.into_iter().filter(|dims| seen.insert(*dims)).take(MOST).collect()
}

/// What a variable holds, or its part at a byte: each `dim3` of which all numbers are known.
fn held(unit: &Module<'_>, name: &str, at: Option<i64>) -> Vec<[Option<u32>; 3]> {
    let (layout, Some(global)) = (Layout::of(unit), unit.get_global(name)) else { return vec![] };
    let global = Val::of(&global);
    let mut words: BTreeMap<i64, Option<u32>> = BTreeMap::new();
    let mut first: BTreeMap<i64, u32> = constants::words(global, layout).into_iter().collect();
    for (at, word) in written(layout, global, 0, DEPTH) {
        first.remove(&at);
        words.entry(at).and_modify(|known| *known = known.filter(|known| *known == word)).or_insert(Some(word));
    }
    words.extend(first.into_iter().map(|(at, word)| (at, Some(word))));
    let starts = words.keys().copied().filter(|start| start % DIM3 == 0 && at.is_none_or(|at| at == *start));
    let whole = |start: i64| {
        let dims = [0, 1, 2].map(|axis| words.get(&(start + axis * WORD)).copied().flatten());
        dims.iter().all(|n| n.is_some_and(|n| n > 0)).then_some(dims)
    };
    starts.filter_map(whole).collect()
}

/// The constants that are written into a variable, from the byte `at` on, by an address in it.
fn written(layout: Layout, address: Val, at: i64, depth: u32) -> Vec<(i64, u32)> {
    let mut found = vec![];
    for user in address.users() {
        match user.op(layout) {
            Op::Gep { base, constant, indices } if base == address && indices.is_empty() && depth > 0 => {
                found.extend(written(layout, user, at + constant, depth - 1));
            }
            Op::Store { pointer } if pointer == address => {
                let value = user.operand(0);
                match (value.constant(), value.ty()) {
                    (Some(both), Ty::Int(64)) => {
                        found.extend([(at, both as u32), (at + WORD, (both >> 32) as u32)]);
                    }
                    (Some(one), Ty::Int(32)) => found.push((at, one as u32)),
                    _ => {}
                }
            }
            Op::Call { callee, args } if callee.starts_with("llvm.memcpy.") && args.first() == Some(&address) => {
                let from = args[1];
                if matches!(from.op(layout), Op::Global) && from.is_constant_global() {
                    found.extend(constants::words(from, layout).into_iter().map(|(offset, word)| (at + offset, word)));
                }
            }
            _ => {}
        }
    }
    found
}
