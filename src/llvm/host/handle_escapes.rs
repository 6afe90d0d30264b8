//! Which functions keep a pointer to themselves that they are given.
//!
//! Computes whether what is passed to a function can come out of it again: by its result, through memory that others see, or
//! by a call of what is not known. A cache of answers by their keys is such a function. Source: LLVM's language reference. The
//! function is looked at in a module of its own, one with all that it calls as far as that can be; memory that the pointer may
//! lie in is one with all that is reached from there, without order and without regard to offsets.
//!
//! **Invariant:** a value that may be the pointer, or lead to it through memory, is only read, computed with, compared, passed
//! on to functions that are followed, or to functions of libraries that neither keep it nor call anything. Memory that code
//! outside of that module names counts as seen by others. Direction: a function that keeps its pointer may not be seen to.

use super::handles::parameter;
use super::simplify;
use crate::llvm::bind::calls::{Callee, callee, instructions, symbol};
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use crate::llvm::bind::{ffi, module};
use crate::llvm::prepare::inline::{self, CallGraph};
use inkwell::context::Context;
use inkwell::llvm_sys::LLVMLinkage;
use inkwell::llvm_sys::core::{LLVMIsDeclaration, LLVMSetLinkage};
use inkwell::module::{Linkage, Module};
use inkwell::values::{FunctionValue, InstructionValue};
use std::collections::{HashMap, HashSet};
use std::path::Path;

/// The most questions that are answered.
const MOST: usize = 8;
/// The most values that are followed.
const MOST_VALUES: usize = 20_000;
/// The most instructions of a function that is inlined.
const LARGEST: u64 = 2_000;

/// Functions of libraries that neither keep what they are given nor call anything; a pointer that one returns leads where an
/// argument does.
const LIBRARY: [&str; 14] = [
    "memcmp",
    "pthread_mutex_lock",
    "pthread_mutex_unlock",
    "free",
    "_ZdlPv",
    "_ZdlPvm",
    "_ZdlPvmSt11align_val_t",
    "_ZSt11_Hash_bytesPKvmm",
    "_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktEm",
    "_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashEmmm",
    "_ZSt18_Rb_tree_incrementPSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_decrementPSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_incrementPKSt18_Rb_tree_node_base",
    "_ZSt18_Rb_tree_decrementPKSt18_Rb_tree_node_base",
];
/// Those that make what their arguments lead to lead to each other.
const LINKING: [&str; 2] = [
    "_ZSt29_Rb_tree_insert_and_rebalancebPSt18_Rb_tree_node_baseS0_RS_",
    "_ZSt28_Rb_tree_rebalance_for_erasePSt18_Rb_tree_node_baseRS_",
];
/// Functions that give new memory.
const ALLOCATING: [&str; 4] = ["malloc", "calloc", "_Znwm", "_Znam"];
/// Has its first argument called with its second at the end.
const AT_EXIT: &str = "__cxa_atexit";
/// What begins the names of intrinsics that only compute or fill.
const INTRINSICS: [&str; 5] = ["llvm.memset.", "llvm.assume", "llvm.umul.with.overflow.", "llvm.umax.", "llvm.expect."];
/// What begins the names of those that copy memory from their second argument to their first.
const COPIES: [&str; 2] = ["llvm.memcpy.", "llvm.memmove."];

/// The functions of a unit as they are written, and what was asked about them.
pub(crate) struct Written<'a, 'ctx> {
    context: &'ctx Context,
    path: &'a Path,
    bitcode: &'a [u8],
    harmless: &'a dyn Fn(FunctionValue<'_>) -> bool,
    answers: HashMap<(String, usize), bool>,
}

impl<'a, 'ctx> Written<'a, 'ctx> {
    /// Of the unit in `bitcode`; functions without a body that are `harmless` neither keep nor call what they are given.
    pub(crate) fn new(
        context: &'ctx Context,
        path: &'a Path,
        bitcode: &'a [u8],
        harmless: &'a dyn Fn(FunctionValue<'_>) -> bool,
    ) -> Self {
        Written { context, path, bitcode, harmless, answers: HashMap::new() }
    }

    /// Whether the argument at `position` does not come out of the function with this symbol.
    pub(crate) fn keeps(&mut self, symbol: &str, position: usize) -> bool {
        let key = (symbol.to_owned(), position);
        if let Some(answer) = self.answers.get(&key) {
            return *answer;
        }
        let answer = self.answers.len() < MOST
            && self.alone(symbol).is_some_and(|module| {
                let given = module.get_function(symbol).and_then(|function| parameter(function, position));
                given.is_some_and(|given| stays(Layout::of(&module), given, self.harmless))
            });
        self.answers.insert(key, answer);
        answer
    }

    /// The module with the bodies of this function and of what it calls only, all of them one as far as that can be. What
    /// others name has no linkage of its own any more.
    fn alone(&self, symbol: &str) -> Option<Module<'ctx>> {
        let module = module::read(self.context, self.path, self.bitcode).ok()?;
        let function = module.get_function(symbol)?;
        let called = reached_from(function);
        let others: Vec<_> = simplify::defined(&module).filter(|other| !called.contains(other)).collect();
        for other in &others {
            named(*other).into_iter().for_each(open_linkage);
        }
        others.into_iter().for_each(ffi::delete_body);
        let mut graph = CallGraph::default();
        for other in called.into_iter().filter(|f| f.count_basic_blocks() > 0) {
            let small = graph.size(other).is_some_and(|size| size <= LARGEST);
            inline::mark(&module, other, other != function && small && !ffi::is_interposable(other));
        }
        ffi::run_passes(&module, c"always-inline,globaldce,function(sroa,early-cse<memssa>)").ok()?;
        Some(module)
    }
}

/// Has others see a global with a body or a value.
fn open_linkage(global: Val) {
    // SAFETY: a live global; what is only declared is seen by others as it is, and so is what they may replace.
    unsafe {
        if LLVMIsDeclaration(global.0) == 0 && !ffi::may_be_replaced(global.0) {
            LLVMSetLinkage(global.0, LLVMLinkage::LLVMExternalLinkage);
        }
    }
}

/// The functions and variables that a function names, through constants too.
fn named(function: FunctionValue<'_>) -> Vec<Val> {
    let mut open: Vec<Val> = instructions(function).flat_map(|i| Val::of(&i).operands()).collect();
    let (mut seen, mut found) = (HashSet::new(), vec![]);
    while let Some(value) = open.pop() {
        if value.is_constant() && seen.insert(value) {
            open.extend(value.operands());
            found.extend(value.is_global().then_some(value));
        }
    }
    found
}

/// A function and those that it names, and so on.
fn reached_from(function: FunctionValue<'_>) -> Vec<FunctionValue<'_>> {
    let mut found = vec![function];
    let mut at = 0;
    while at < found.len() {
        for other in named(found[at]).into_iter().filter_map(Val::as_function) {
            if !found.contains(&other) {
                found.push(other);
            }
        }
        at += 1;
    }
    found
}

fn stays(layout: Layout, given: Val, harmless: &dyn Fn(FunctionValue<'_>) -> bool) -> bool {
    // Nothing can be put where the pointer itself leads: that is code.
    let traced = HashSet::from([given]);
    let mut blob = Blob { layout, harmless, seen: HashSet::new(), traced, open: vec![] };
    blob.reach(given);
    while let Some(value) = blob.open.pop() {
        if blob.seen.len() > MOST_VALUES || value.users().into_iter().any(|user| blob.step(value, user).is_none()) {
            return false;
        }
    }
    true
}

/// All that may be the pointer or lead to it.
struct Blob<'a> {
    layout: Layout,
    harmless: &'a dyn Fn(FunctionValue<'_>) -> bool,
    seen: HashSet<Val>,
    traced: HashSet<Val>,
    open: Vec<Val>,
}

impl Blob<'_> {
    /// A truth value is not the pointer, and leads nowhere.
    fn reach(&mut self, value: Val) {
        if !matches!(value.ty(), Ty::Int(1) | Ty::Void) && self.seen.insert(value) {
            self.open.push(value);
        }
    }

    /// What a user of such a value does with it; `None` if that is not followed.
    fn step(&mut self, value: Val, user: Val) -> Option<()> {
        if let Some(call) = user.as_instruction().filter(|i| callee(*i).is_some()) {
            return self.call(value, call);
        }
        let op = user.op(self.layout);
        if let Op::Store { pointer } = op {
            return if pointer == value { self.put(user.operand(0)) } else { self.trace(pointer) };
        }
        if matches!(op, Op::Return) {
            return self.result(user);
        }
        if computes(&op) {
            self.reach(user);
            return Some(());
        }
        matches!(op, Op::Compare { .. } | Op::Branch(_) | Op::Switch { .. }).then_some(())
    }

    /// A value comes to lie in memory that is reached: what it points to, or is a part of the address of, is reached from
    /// there. A number that is smaller than an address is no part of one if it comes from elsewhere.
    fn put(&mut self, value: Val) -> Option<()> {
        let call = value.as_instruction().and_then(callee);
        let is_result = matches!(call, Some(Callee::Declared(_))) && matches!(value.ty(), Ty::Int(0..64));
        if is_result || matches!(value.ty(), Ty::Int(1) | Ty::Float(_)) { Some(()) } else { self.trace(value) }
    }

    /// Something is put where an address leads: whatever else leads there is reached.
    fn trace(&mut self, address: Val) -> Option<()> {
        if !self.traced.insert(address) {
            return Some(());
        }
        if let Some(call) = address.as_instruction().filter(|i| callee(*i).is_some()) {
            return self.trace_call(call);
        }
        let op = address.op(self.layout);
        if matches!(op, Op::Alloca) || matches!(op, Op::Global) && address.is_own_variable() {
            self.reach(address);
            return Some(());
        }
        if let Op::Argument(position) = op {
            self.reach(address);
            let mut calls = callers(address.function_of_argument()?)?.into_iter();
            return calls.try_for_each(|call| self.trace(Val::of(&call).operand(position)));
        }
        if matches!(op, Op::Global) && address.is_constant_global() {
            return Some(());
        }
        sources(op)?.into_iter().try_for_each(|from| self.put(from))
    }

    /// Something is put where the result of a call leads.
    fn trace_call(&mut self, call: InstructionValue<'_>) -> Option<()> {
        let result = Val::of(&call);
        match callee(call)? {
            Callee::Defined(function) => {
                let returns = instructions(function).map(|i| Val::of(&i));
                let returns = returns.filter(|i| matches!(i.op(self.layout), Op::Return));
                returns.collect::<Vec<_>>().into_iter().try_for_each(|i| self.put(i.operand(0)))
            }
            Callee::Declared(function) if ALLOCATING.contains(&symbol(function).as_str()) => {
                self.reach(result);
                Some(())
            }
            Callee::Declared(function) if leads_on(&symbol(function)) => {
                self.reach(result);
                result.arguments().into_iter().try_for_each(|from| self.put(from))
            }
            Callee::Declared(_) | Callee::Assembly(_) | Callee::Indirect => None,
        }
    }

    /// A call with such a value.
    fn call(&mut self, value: Val, call: InstructionValue<'_>) -> Option<()> {
        let (result, arguments) = (Val::of(&call), Val::of(&call).arguments());
        let at: Vec<usize> = (0..arguments.len()).filter(|at| arguments[*at] == value).collect();
        // It is called, or is in a bundle.
        let passed = result.operands().iter().filter(|operand| **operand == value).count() == at.len();
        let function = match callee(call).filter(|_| passed)? {
            Callee::Defined(function) => {
                at.into_iter().try_for_each(|at| parameter(function, at).map(|to| self.reach(to)))?;
                return Some(());
            }
            Callee::Declared(function) => function,
            Callee::Assembly(_) | Callee::Indirect => return None,
        };
        let name = symbol(function);
        let begins = |names: &[&str]| names.iter().any(|begin| name.starts_with(begin));
        if begins(&COPIES) {
            return arguments[..2].iter().try_for_each(|memory| self.trace(*memory));
        }
        if name == AT_EXIT {
            let last = arguments[0].as_function().filter(|_| at == [1])?;
            self.reach(parameter(last, 0)?);
        } else if LINKING.contains(&name.as_str()) {
            self.reach(result);
            arguments.into_iter().try_for_each(|other| self.put(other))?;
        } else if LIBRARY.iter().chain(&ALLOCATING).any(|other| *other == name) || begins(&INTRINSICS) {
            self.reach(result);
        } else if !(self.harmless)(function) {
            return None;
        }
        Some(())
    }

    /// What the value is returned to.
    fn result(&mut self, user: Val) -> Option<()> {
        if user.operand(0).ty() != Ty::Int(1) {
            let function = user.as_instruction()?.get_parent()?.get_parent()?;
            callers(function)?.into_iter().for_each(|call| self.reach(Val::of(&call)));
        }
        Some(())
    }
}

/// Whether what a function returns leads where its arguments do.
fn leads_on(name: &str) -> bool {
    LIBRARY.iter().chain(&LINKING).any(|other| *other == name) || INTRINSICS.iter().any(|begin| name.starts_with(begin))
}

/// Whether an operation computes something from its operands, or reads what one of them leads to.
fn computes(op: &Op) -> bool {
    let of_pointers = matches!(op, Op::Phi(_) | Op::Select(..) | Op::Same(_) | Op::Gep { .. } | Op::Load { .. });
    let of_numbers = matches!(op, Op::Binary { .. } | Op::Cast(..) | Op::PtrToInt(_));
    of_pointers || of_numbers || matches!(op, Op::Extract(..) | Op::Insert(..))
}

/// The values that an address, or a part of one, may come from; none for one that leads nowhere.
fn sources(op: Op) -> Option<Vec<Val>> {
    if let Op::Phi(from) = op {
        return Some(from.into_iter().map(|(value, _)| value).collect());
    }
    if let Op::Load { pointer: from, .. } | Op::Gep { base: from, .. } = op {
        return Some(vec![from]);
    }
    if let Op::Same(from) | Op::Extract(from, _) | Op::Cast(_, from) | Op::PtrToInt(from) = op {
        return Some(vec![from]);
    }
    if let Op::Select(_, a, b) | Op::Insert(a, b, _) | Op::Binary { a, b, .. } = op {
        return Some(vec![a, b]);
    }
    matches!(op, Op::Null | Op::Undef | Op::Zero | Op::Constant(..)).then(Vec::new)
}

/// The calls of a function, if there are no others; other units have their own copies of an inline function.
fn callers(function: FunctionValue<'_>) -> Option<Vec<InstructionValue<'_>>> {
    let own = matches!(function.get_linkage(), Linkage::Internal | Linkage::Private | Linkage::LinkOnceODR);
    let calls = Val::of(&function).users().into_iter().map(|user| {
        let call = user.as_instruction().filter(|i| own && callee(*i) == Some(Callee::Defined(function)))?;
        (!Val::of(&call).arguments().contains(&Val::of(&function))).then_some(call)
    });
    calls.collect::<Option<Vec<_>>>().filter(|_| own)
}
