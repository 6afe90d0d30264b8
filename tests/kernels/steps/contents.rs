//! Contents of memory under which a kernel's contracts on them hold: picked so that they often do, and looked at afterwards.

use super::machine::stated;
use super::world::{Thread, World};
use raceproof::kernel::{Along, Cells, Kernel, Pattern, Stated};
use raceproof::term::{Func, FuncKind, mask, signed};
use std::collections::BTreeSet;

/// The most cells of an array that are looked at.
const CELLS: u64 = 4_096;

fn is_about(kernel: &Kernel, contract: &Stated, func: Func) -> bool {
    is_of(kernel, &contract.cells(), func)
}

fn is_of(kernel: &Kernel, cells: &Cells, func: Func) -> bool {
    let info = kernel.terms.func_info(func);
    info.kind == FuncKind::Memory { array: Some(cells.array.0) } && info.width == cells.width
}

/// What a cell of the second of two arrays holds, which is at least 0 and at most 4.
fn beside(kernel: &Kernel, func: Func, args: &[u64], seed: u64) -> Option<u64> {
    let mut along = kernel.contents.iter().filter_map(|c| match c.pattern {
        Pattern::Along(how, cells) if is_of(kernel, &cells, func) => Some((how, cells.width)),
        _ => None,
    });
    let (how, width) = along.next()?;
    let cell = *args.last()? / u64::from(width / 8);
    let few = cell.wrapping_add(seed) % 5;
    Some(mask(width, if how == Along::Intervals { cell.wrapping_mul(4).wrapping_add(few) } else { few }))
}

/// What a cell holds that a contract is about.
pub(crate) fn value(kernel: &Kernel, func: Func, args: &[u64], seed: u64) -> Option<u64> {
    let about: Vec<&Stated> = kernel.contents.iter().filter(|c| is_about(kernel, c, func)).collect();
    let Some(width) = about.first().map(|c| c.width) else { return beside(kernel, func, args, seed) };
    let cell = *args.last()? / u64::from(width / 8);
    let any = |wanted: &dyn Fn(Pattern) -> bool| about.iter().any(|c| wanted(c.pattern));
    let value = if any(&|p| matches!(p, Pattern::Along(..))) {
        let own = u64::from(any(&|p| matches!(p, Pattern::Along(Along::Sums, _))));
        cell.wrapping_add(own).wrapping_mul(4)
    } else if any(&|p| p == Pattern::Equal) {
        seed % 5
    } else if any(&|p| matches!(p, Pattern::Within(..))) {
        let orders = any(&|p| matches!(p, Pattern::Sorted | Pattern::Increasing));
        match seed % 3 {
            _ if !any(&|p| !matches!(p, Pattern::Within(..))) => cell.wrapping_mul(seed + 1) % 2,
            1 if !orders => cell ^ 1,
            _ => cell,
        }
    } else if any(&|p| p == Pattern::Sorted) {
        cell.wrapping_mul(seed % 4) / 2
    } else if any(&|p| p == Pattern::Increasing) {
        cell.wrapping_mul(1 + seed % 3).wrapping_add(seed % 5).wrapping_sub(2)
    } else {
        [cell.wrapping_mul(7), 0u64.wrapping_sub(cell), cell ^ 5][(seed % 3) as usize]
    };
    Some(mask(width, value))
}

/// Whether what threads state of contents is true.
pub(crate) fn hold(world: &World<'_>, threads: &[Thread]) -> bool {
    let kernel = world.kernel;
    let mut seen = BTreeSet::new();
    threads.iter().all(|who| {
        stated(world, *who).into_iter().enumerate().all(|(number, said)| {
            let Some(said) = said.filter(|said| said[0] == 1) else { return true };
            !seen.insert((number, said.clone())) || holds(world, &kernel.contents[number], &said, *who)
        })
    })
}

/// Whether one contract is true, for the values of its terms.
fn holds(world: &World<'_>, contract: &Stated, said: &[u64], who: Thread) -> bool {
    let count = signed(64, said[2]).max(0) as u64;
    let read = |func: Func, of: &Cells, start: u64| -> Vec<i64> {
        let place = |i: u64| start.wrapping_add(i * u64::from(of.width / 8));
        let cells = (0..count.min(CELLS)).map(|i| world.symbol(func, &[place(i)], who));
        cells.map(|v| if of.signed { signed(of.width, v) } else { v as i64 }).collect()
    };
    let kernel = world.kernel;
    let all = |of: Cells, start: u64| -> Vec<Vec<i64>> {
        kernel.terms.funcs().filter(|f| is_of(kernel, &of, *f)).map(|f| read(f, &of, start)).collect()
    };
    all(contract.cells(), said[1]).into_iter().all(|values| match contract.pattern {
        Pattern::Distinct => values.iter().collect::<BTreeSet<_>>().len() == values.len(),
        Pattern::Sorted => values.is_sorted(),
        Pattern::Increasing => values.is_sorted_by(|a, b| a < b),
        Pattern::Equal => values.windows(2).all(|w| w[0] == w[1]),
        Pattern::Within(..) => {
            let [low, high] = [said[3], said[4]].map(|t| signed(64, t));
            values.iter().all(|v| low <= *v && *v < high)
        }
        Pattern::Along(how, cells) => all(cells, said[3]).into_iter().all(|others| go_along(how, &values, &others)),
    })
}

/// Whether cells go with those of a second array.
fn go_along(how: Along, values: &[i64], others: &[i64]) -> bool {
    let pairs: Vec<(i64, i64)> = values.iter().copied().zip(others.iter().copied()).collect();
    let counts = pairs.iter().all(|(_, count)| *count >= 0) && values.first().is_none_or(|first| *first >= 0);
    match how {
        Along::Offsets => counts && pairs.windows(2).all(|w| w[0].0 + w[0].1 <= w[1].0),
        Along::Sums => {
            counts && pairs.first().is_none_or(|w| w.1 <= w.0) && pairs.windows(2).all(|w| w[0].0 + w[1].1 <= w[1].0)
        }
        Along::Intervals => pairs.iter().flat_map(|(from, to)| [*from, *to]).is_sorted(),
    }
}
