//! Where the handle of a kernel goes in host code.
//!
//! Computes, from host IR that [`simplify`](super::simplify) has prepared, the calls that a kernel's stub may be
//! called by or passed to: by itself, as one of the kernels that a variable may hold, out of a table, or as a parameter or
//! result of a function that was not inlined. Source: LLVM's language reference. Values are followed forwards and in no
//! order, so that it does not matter what else a pointer may be.
//!
//! **Invariant:** each use of a value that may be the handle is followed, or is among the result, or there is no result.
//! Memory is followed only if its address goes nowhere, and what lives longer than a call only if the handle is in it from
//! the start: functions that name no handle are left out of the module, whatever they read. Direction: a handle may be said
//! to come to more calls than it does.

use crate::llvm::bind::calls::{Callee, callee};
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use inkwell::module::Linkage;
use inkwell::values::{FunctionValue, InstructionValue};
use std::collections::HashSet;

/// What copies memory: its first argument is where to, the second where from.
const COPIES: [&str; 2] = ["llvm.memcpy.", "llvm.memmove."];
/// What overwrites memory.
const FILLS: &str = "llvm.memset.";

/// What a handle is used for in the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Use<'ctx> {
    /// This calls it.
    Called(InstructionValue<'ctx>),
    /// It is the argument with this number in a call of what has no body here.
    Passed(InstructionValue<'ctx>, usize),
}

/// All that may be done with a function's address; `None` if that cannot be seen.
pub(crate) fn uses<'ctx>(layout: Layout, function: FunctionValue<'ctx>) -> Option<Vec<Use<'ctx>>> {
    let mut flow = Flow::new(layout);
    flow.follow(function).map(|()| flow.found)
}

/// What is seen to be done with a function's address, whatever else may be.
pub(crate) fn some_uses<'ctx>(layout: Layout, function: FunctionValue<'ctx>) -> Vec<Use<'ctx>> {
    let mut flow = Flow::new(layout);
    flow.follow_some(function);
    flow.found
}

/// The functions with a body here that a function's address may be passed to, as far as that is seen.
pub(crate) fn takers<'ctx>(layout: Layout, function: FunctionValue<'ctx>) -> Vec<FunctionValue<'ctx>> {
    let mut flow = Flow::new(layout);
    // What is not followed takes nothing that is seen.
    let _: Option<()> = flow.follow(function);
    flow.takers
}

/// What a value may be.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Held {
    /// The handle, or a constant with the handle in it.
    Handle(Val),
    /// An address in memory that the handle lies in.
    Place(Val),
}

struct Flow<'ctx> {
    layout: Layout,
    seen: HashSet<Held>,
    open: Vec<Held>,
    found: Vec<Use<'ctx>>,
    takers: Vec<FunctionValue<'ctx>>,
}

impl<'ctx> Flow<'ctx> {
    fn new(layout: Layout) -> Self {
        Flow { layout, seen: HashSet::new(), open: vec![], found: vec![], takers: vec![] }
    }

    fn follow(&mut self, function: FunctionValue<'ctx>) -> Option<()> {
        self.reach(Held::Handle(Val::of(&function)));
        while let Some(held) = self.open.pop() {
            let (Held::Handle(value) | Held::Place(value)) = held;
            let mut users = HashSet::new();
            for user in value.users().into_iter().filter(|user| users.insert(*user)) {
                match held {
                    Held::Handle(handle) => self.handle(handle, user)?,
                    Held::Place(place) => self.place(place, user)?,
                }
            }
        }
        Some(())
    }

    /// Follows what can be.
    fn follow_some(&mut self, function: FunctionValue<'ctx>) {
        self.reach(Held::Handle(Val::of(&function)));
        while let Some(held) = self.open.pop() {
            let (Held::Handle(value) | Held::Place(value)) = held;
            let mut users = HashSet::new();
            for user in value.users().into_iter().filter(|user| users.insert(*user)) {
                // What is not followed shows nothing.
                let _: Option<()> = match held {
                    Held::Handle(handle) => self.handle(handle, user),
                    Held::Place(place) => self.place(place, user),
                };
            }
        }
    }

    fn reach(&mut self, held: Held) {
        if self.seen.insert(held) {
            self.open.push(held);
        }
    }

    /// What a user of the handle does with it; `None` if that is not followed.
    fn handle(&mut self, handle: Val, user: Val) -> Option<()> {
        if let Some(call) = user.as_instruction().filter(|i| callee(*i).is_some()) {
            return self.call(handle, call);
        }
        let op = user.op(self.layout);
        if matches!(op, Op::Phi(_) | Op::Select(..) | Op::Same(_) | Op::Aggregate(_)) {
            self.reach(Held::Handle(user));
        } else if matches!(op, Op::Global) && user.is_own_variable() {
            self.reach(Held::Place(user));
        } else if matches!(op, Op::Return) {
            return self.result(user);
        } else if let Op::Store { pointer } = op {
            let variable = self.variable(pointer).filter(|_| pointer != handle)?;
            self.reach(Held::Place(variable));
        } else if !matches!(op, Op::Compare { .. }) {
            return None;
        }
        Some(())
    }

    /// What a user of an address does with it; `None` if that is not followed.
    fn place(&mut self, place: Val, user: Val) -> Option<()> {
        let op = user.op(self.layout);
        if matches!(op, Op::Phi(_) | Op::Select(..) | Op::Same(_) | Op::Gep { .. }) {
            self.reach(Held::Place(user));
        } else if matches!(op, Op::Load { .. }) {
            // In a number that is loaded there may be half a handle.
            self.reach((user.ty() == Ty::Pointer).then_some(Held::Handle(user))?);
        } else if let Op::Call { callee, args } = op {
            match args.as_slice() {
                [_, from, ..] if *from == place => {
                    let copied = COPIES.iter().any(|name| callee.starts_with(name));
                    let to = self.variable(args[0]).filter(|_| copied)?;
                    self.reach(Held::Place(to));
                }
                [to, ..] if *to == place && COPIES.iter().chain(&[FILLS]).any(|name| callee.starts_with(name)) => {}
                _ => return None,
            }
        } else if matches!(op, Op::Store { .. }) {
            return (user.operand(0) != place).then_some(());
        } else if !matches!(op, Op::Compare { .. }) {
            return None;
        }
        Some(())
    }

    /// The variable of a call that a pointer leads into.
    fn variable(&self, pointer: Val) -> Option<Val> {
        let mut pointer = pointer;
        while let Op::Gep { base, .. } = pointer.op(self.layout) {
            pointer = base;
        }
        matches!(pointer.op(self.layout), Op::Alloca).then_some(pointer)
    }

    /// A call of the handle, or with it.
    fn call(&mut self, handle: Val, call: InstructionValue<'ctx>) -> Option<()> {
        let operands = Val::of(&call).operands();
        let arguments = Val::of(&call).arguments().len();
        for position in (0..operands.len()).filter(|at| operands[*at] == handle) {
            if position + 1 == operands.len() {
                self.found.push(Use::Called(call));
            } else if position < arguments {
                match defined(call).and_then(|function| Some((function, parameter(function, position)?))) {
                    Some((function, parameter)) => {
                        self.takers.push(function);
                        self.reach(Held::Handle(parameter));
                    }
                    None => self.found.push(Use::Passed(call, position)),
                }
            } else {
                return None;
            }
        }
        Some(())
    }

    /// What the handle is returned to.
    fn result(&mut self, user: Val) -> Option<()> {
        let function = user.as_instruction()?.get_parent()?.get_parent()?;
        let own = matches!(function.get_linkage(), Linkage::Internal | Linkage::Private);
        for caller in Val::of(&function).users() {
            let call = caller.as_instruction().filter(|i| own && callee(*i) == Some(Callee::Defined(function)))?;
            let passed = Val::of(&call).arguments().contains(&Val::of(&function));
            self.reach((!passed).then_some(Held::Handle(caller))?);
        }
        own.then_some(())
    }
}

/// The function that is called, if its body is here.
fn defined(call: InstructionValue<'_>) -> Option<FunctionValue<'_>> {
    match callee(call)? {
        Callee::Defined(function) => Some(function),
        Callee::Declared(_) | Callee::Assembly(_) | Callee::Indirect => None,
    }
}

/// What an argument becomes in a function that is as it is written here.
pub(crate) fn parameter(function: FunctionValue<'_>, position: usize) -> Option<Val> {
    // A weak one may be another in the program.
    let kept = [Linkage::External, Linkage::Internal, Linkage::Private, Linkage::LinkOnceODR, Linkage::WeakODR];
    let parameter = function.get_nth_param(u32::try_from(position).ok()?)?;
    let as_written = function.count_basic_blocks() > 0 && kept.contains(&function.get_linkage());
    as_written.then(|| Val::of(&parameter))
}
