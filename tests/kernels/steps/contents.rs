//! Contents of memory under which a kernel's contracts on them hold: picked so that they often do, and looked at afterwards.

use super::machine::stated;
use super::world::{Thread, World};
use raceproof::kernel::{Kernel, Pattern, Stated};
use raceproof::term::{Func, FuncKind, mask, signed};
use std::collections::BTreeSet;

/// The most cells of an array that are looked at.
const CELLS: u64 = 4_096;

fn is_about(kernel: &Kernel, contract: &Stated, func: Func) -> bool {
    let info = kernel.terms.func_info(func);
    info.kind == FuncKind::Memory { array: Some(contract.array.0) } && info.width == contract.width
}

/// What a cell holds that a contract is about.
pub(crate) fn value(kernel: &Kernel, func: Func, args: &[u64], seed: u64) -> Option<u64> {
    let about: Vec<&Stated> = kernel.contents.iter().filter(|c| is_about(kernel, c, func)).collect();
    let width = about.first()?.width;
    let cell = *args.last()? / u64::from(width / 8);
    let any = |wanted: &dyn Fn(Pattern) -> bool| about.iter().any(|c| wanted(c.pattern));
    let value = if any(&|p| p == Pattern::Equal) {
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
    let bytes = u64::from(contract.width / 8);
    let count = signed(64, said[2]).max(0) as u64;
    let read = |func: Func| -> Vec<i64> {
        let cells = (0..count.min(CELLS)).map(|i| world.symbol(func, &[said[1].wrapping_add(i * bytes)], who));
        cells.map(|v| if contract.signed { signed(contract.width, v) } else { v as i64 }).collect()
    };
    let terms = &world.kernel.terms;
    terms.funcs().filter(|f| is_about(world.kernel, contract, *f)).map(read).all(|values| match contract.pattern {
        Pattern::Distinct => values.iter().collect::<BTreeSet<_>>().len() == values.len(),
        Pattern::Sorted => values.is_sorted(),
        Pattern::Increasing => values.is_sorted_by(|a, b| a < b),
        Pattern::Equal => values.windows(2).all(|w| w[0] == w[1]),
        // What a second array holds is not looked at: such a run says nothing.
        Pattern::Along(..) => false,
        Pattern::Within(..) => {
            let [low, high] = [said[3], said[4]].map(|t| signed(64, t));
            values.iter().all(|v| low <= *v && *v < high)
        }
    })
}
