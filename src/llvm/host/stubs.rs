//! Which parameters of its kernel the arguments of a stub are.
//!
//! Computes, from the body that clang gives a stub, where each argument lies in what the runtime is given: the stub fills an
//! array with the addresses of all of the kernel's parameters. The arguments themselves do not show that: a structure may be
//! passed in several registers, or in none, and names are numbered where they are equal. Source: clang's
//! `emitDeviceStubBodyNew`, and the runtime's `cudaLaunchKernel`.
//!
//! Direction: arguments whose place is not seen have none.

use super::names::{LAUNCHING, stubs};
use super::variables::{Copied, POINTER, Variables};
use crate::kernel::overlay::Place;
use crate::llvm::bind::calls;
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use inkwell::module::Module;
use inkwell::values::FunctionValue;
use std::collections::HashMap;

/// Where an argument is passed to the kernel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    pub(crate) place: Place,
    /// It is the address of what is passed there.
    pub(crate) is_address: bool,
}

/// Of each stub by its symbol the places of its arguments.
pub(crate) type Passing = HashMap<String, Vec<Option<Passed>>>;

/// The places of all stubs that have a body.
pub(crate) fn passing(module: &Module<'_>) -> Passing {
    let layout = Layout::of(module);
    let of = |stub| Some((calls::symbol(stub), places(layout, stub)?));
    stubs(module).into_iter().filter_map(of).collect()
}

fn places(layout: Layout, stub: FunctionValue<'_>) -> Option<Vec<Option<Passed>>> {
    let variables = Variables::new(layout, stub)?;
    let launch = calls::instructions(stub).find(|i| {
        let name = calls::called(*i).map(|function| calls::base_name(&calls::symbol(function)));
        name.is_some_and(|name| LAUNCHING.contains(&name.as_str()))
    })?;
    let array = *Val::of(&launch).arguments().iter().skip(1).find(|value| value.ty() == Ty::Pointer)?;
    let slots = slots(layout, &variables, array)?;
    let parameters = stub.get_params();
    Some(parameters.iter().map(|p| place(layout, &variables, &slots, Val::of(p))).collect())
}

/// What the array holds, by the parameters' numbers.
fn slots(layout: Layout, variables: &Variables<'_>, array: Val) -> Option<HashMap<Val, u32>> {
    let (array, start) = variables.variable(array).filter(|(_, start)| *start == 0)?;
    let mut slots: HashMap<Val, u32> = HashMap::new();
    for write in variables.writes(array)? {
        let by = Val::of(&write.by);
        let (from, to) = write.bytes?;
        let whole = matches!(by.op(layout), Op::Store { .. }) && to - from == POINTER && (from - start) % POINTER == 0;
        let number = u32::try_from((from - start) / POINTER).ok().filter(|_| whole)?;
        let is_new = !slots.values().any(|other| *other == number);
        if !is_new || slots.insert(by.operand(0), number).is_some() {
            return None;
        }
    }
    Some(slots)
}

/// Where an argument is put, if it is put in one place.
fn place(layout: Layout, variables: &Variables<'_>, slots: &HashMap<Val, u32>, argument: Val) -> Option<Passed> {
    if let Some(parameter) = slots.get(&argument) {
        return Some(Passed { place: Place { parameter: *parameter, offset: 0 }, is_address: true });
    }
    let [user] = argument.users()[..] else { return None };
    // A truth value becomes a byte.
    let stored = match user.op(layout) {
        Op::Cast(..) => user,
        _ => argument,
    };
    let [store] = stored.users()[..] else { return None };
    let Op::Store { pointer } = store.op(layout) else { return None };
    let (mut variable, mut at) = variables.variable(pointer).filter(|_| store.operand(0) == stored)?;
    if !slots.contains_key(&variable) {
        let mut copies = variable.users().into_iter().filter_map(|user| variables.copy(user));
        let Copied { to, from, bytes } = copies.find(|copied| copied.from.0 == variable)?;
        let is_copied = from.1 <= at && at < from.1 + bytes;
        (variable, at) = (to.0, at - from.1 + to.1);
        slots.get(&variable).filter(|_| is_copied)?;
    }
    let parameter = *slots.get(&variable)?;
    Some(Passed { place: Place { parameter, offset: u64::try_from(at).ok()? }, is_address: false })
}
