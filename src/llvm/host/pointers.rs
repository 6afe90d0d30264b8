//! Which pointers that a launch passes lead into one object.
//!
//! Computes, from host IR that [`simplify`](super::simplify) has prepared, the pointers among the arguments of a
//! launch that come from one value: by sums (`p`, `p + n`), by fields (`&s->a`), out of one variable of the host that was
//! filled once (`cudaMalloc(&p, …)`), or by the address of a variable of the device (`cudaGetSymbolAddress`). Source: LLVM's
//! language reference.
//!
//! An instruction that dominates the launch is executed again before it whenever one is that dominates it. So what memory
//! holds is known from the writes before that dominate the reading, if all do.
//!
//! Direction: both. Pointers that are not seen to come from one value are left out, and it is assumed of them that they lead
//! into different objects.

use super::choices::{Choices, Chooser, Chosen, Taken};
use super::names::SYMBOL_ADDRESS;
use super::stubs::Passed;
use super::variables::{Copied, POINTER, Variables};
use crate::kernel::overlay::{Object, Overlay, Place};
use crate::llvm::bind::calls;
use crate::llvm::bind::ir::{Layout, Op, Ty, Val};
use inkwell::module::Module;
use inkwell::values::InstructionValue;
use std::collections::{BTreeMap, BTreeSet};

/// How far values are followed.
const DEPTH: u32 = 12;
/// The most other ways of a choice that are looked at.
const MOST_CHOICES: usize = 4;
/// The most numbers in one structure that are looked at.
const MOST_NUMBERS: usize = 64;

/// Where a pointer comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Root {
    Value(Val),
    /// What this variable of the host holds, so many bytes behind its start, after this instruction has filled it.
    Held(Val, i64, Val),
    /// The address of a variable of the device.
    Variable(String),
}

/// A pointer as what it comes from and how many bytes further it leads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    root: Root,
    pub(crate) constant: i64,
    pub(crate) indices: Vec<(Val, i64)>,
}

/// What a stub's call passes as one of its parameters.
pub(crate) struct Given {
    pub(crate) name: String,
    /// Whether it is a number in a structure that is passed, and not all of an argument.
    pub(crate) part: bool,
    /// As what the kernel finds it.
    pub(crate) passed: Option<Passed>,
    pub(crate) value: Val,
}

/// A pointer in the object of another.
#[derive(PartialEq)]
pub(crate) struct Found {
    pub(crate) overlay: Overlay,
    pub(crate) from: Way,
    pub(crate) to: Way,
}

/// One way in which a launch's pointers lead into common objects.
pub(crate) struct Laid {
    pub(crate) found: Vec<Found>,
    /// What is so if the launch passes them so.
    pub(crate) condition: Option<(Val, bool)>,
}

/// The arguments of a launch.
pub(crate) struct Pointers<'a, 'ctx> {
    module: &'a Module<'ctx>,
    layout: Layout,
    variables: Variables<'ctx>,
    launch: InstructionValue<'ctx>,
    chosen: Option<Chosen>,
}

impl<'a, 'ctx> Pointers<'a, 'ctx> {
    /// `None` if the function of the launch is not understood.
    pub(crate) fn new(module: &'a Module<'ctx>, launch: InstructionValue<'ctx>) -> Option<Self> {
        let layout = Layout::of(module);
        let variables = Variables::new(layout, launch.get_parent()?.get_parent()?)?;
        Some(Pointers { module, layout, variables, launch, chosen: None })
    }

    /// What a stub's call passes.
    pub(crate) fn of_stub(&mut self, arguments: &[Given]) -> Vec<Laid> {
        self.every_choice(&|this| {
            let ways = arguments.iter().filter_map(|given| Some((given.passed?, given.value)));
            let ways = ways.flat_map(|(Passed { place, is_address }, value)| match is_address {
                true => this.variables.variable(value).map(|held| this.held(place, held)).unwrap_or_default(),
                false if value.ty() == Ty::Pointer => vec![(place, this.way(value, DEPTH))],
                false => vec![],
            });
            ways.collect()
        })
    }

    /// What a launch passes whose arguments lie in memory that an array of their addresses leads to.
    pub(crate) fn of_array(&mut self, array: Val) -> Vec<Laid> {
        self.every_choice(&|this| this.in_array(array).unwrap_or_default())
    }

    fn in_array(&self, array: Val) -> Option<Vec<(Place, Way)>> {
        let (array, start) = self.variables.variable(array)?;
        let mut found = vec![];
        for offset in self.stored_pointers(array) {
            let place = Place { parameter: u32::try_from((offset - start) / POINTER).ok()?, offset: 0 };
            if let Some(Way { root: Root::Value(argument), constant, indices }) =
                self.content(array, offset, self.launch, DEPTH)
                && indices.is_empty()
                && let Some((variable, start)) = self.variables.variable(argument)
            {
                found.extend(self.held(place, (variable, start.wrapping_add(constant))));
            }
        }
        Some(found)
    }

    /// The pointers in a variable of the host that is passed by value, or by its address.
    fn held(&self, place: Place, (variable, start): (Val, i64)) -> Vec<(Place, Way)> {
        let mut offsets = self.stored_pointers(variable);
        // Filled by a call: it can hold one pointer at its start only.
        let allocated = variable.as_instruction().and_then(|i| i.get_allocated_type().ok());
        if offsets.is_empty() && allocated.is_some_and(|ty| ty.is_pointer_type()) {
            offsets.insert(start);
        }
        let at = |offset: i64| {
            let way = self.content(variable, offset, self.launch, DEPTH)?;
            Some((Place { offset: u64::try_from(offset - start).ok()?, ..place }, way))
        };
        offsets.into_iter().filter_map(at).collect()
    }

    /// Where pointers are stored in a variable, by themselves or with a variable that is copied to it.
    fn stored_pointers(&self, variable: Val) -> BTreeSet<i64> {
        self.variables.stored(variable, &|ty| *ty == Ty::Pointer).into_iter().map(|(from, _)| from).collect()
    }

    /// The numbers in structures that a stub's call passes by their addresses, each as an argument of its own: `p.16` for what lies 16
    /// bytes behind the start of `p`.
    pub(crate) fn numbers(&self, arguments: &[Given]) -> Vec<Given> {
        let mut found = vec![];
        for Given { name, passed, value, .. } in arguments {
            let Some(Passed { place, is_address: true }) = *passed else { continue };
            let Some((variable, start)) = self.variables.variable(*value).filter(|_| !name.is_empty()) else {
                continue;
            };
            let stored = self.variables.stored(variable, &|ty| matches!(ty, Ty::Int(_)));
            for bytes in stored.into_iter().take(MOST_NUMBERS) {
                let number = self.variables.number(variable, bytes, self.launch, DEPTH);
                let (Some(value), Ok(offset)) = (number, u64::try_from(bytes.0 - start)) else { continue };
                let passed = Some(Passed { place: Place { offset, ..place }, is_address: false });
                found.push(Given { name: format!("{name}.{offset}"), part: true, passed, value });
            }
        }
        found
    }

    /// The numbers among the arguments that an array of their addresses leads to, of parameters that `name` has a name for.
    pub(crate) fn numbers_in_array(&self, array: Val, name: &dyn Fn(Place) -> Option<String>) -> Vec<Given> {
        let Some((array, start)) = self.variables.variable(array) else { return vec![] };
        let number = |offset: i64| {
            let place = Place { parameter: u32::try_from((offset - start) / POINTER).ok()?, offset: 0 };
            let way = self.content(array, offset, self.launch, DEPTH).filter(|way| way.indices.is_empty())?;
            let Root::Value(argument) = way.root else { return None };
            let (variable, at) = self.variables.variable(argument)?;
            let stored = self.variables.stored(variable, &|ty| matches!(ty, Ty::Int(_)));
            let bytes = stored.into_iter().find(|(from, _)| *from == at.wrapping_add(way.constant))?;
            let value = self.variables.number(variable, bytes, self.launch, DEPTH)?;
            let passed = Some(Passed { place, is_address: false });
            Some(Given { name: name(place)?, part: false, passed, value })
        };
        self.stored_pointers(array).into_iter().filter_map(number).collect()
    }

    /// The overlays as they are in any case, and as every choice of a value may make other ones.
    fn every_choice(&mut self, passed: &dyn Fn(&Self) -> Vec<(Place, Way)>) -> Vec<Laid> {
        let always = passed(self);
        let mut choosers: Vec<(Chooser, usize)> = vec![];
        for (_, way) in &always {
            if let Root::Value(value) = way.root
                && let Some(chooser) = self.chooser(value)
                && !choosers.contains(&chooser)
            {
                choosers.push(chooser);
            }
        }
        let ways = choosers.into_iter().flat_map(|(chooser, n)| (0..n).map(move |way| Chosen { chooser, way }));
        let mut all = vec![Laid { found: overlaid(&always), condition: None }];
        for chosen in ways.collect::<Vec<_>>() {
            let taken = self.choices().taken(chosen);
            self.chosen = Some(chosen);
            let mut found = overlaid(&passed(self));
            self.chosen = None;
            let mut is_new = false;
            for one in found.iter_mut().filter(|one| !all[0].found.contains(*one)) {
                one.overlay.is_unclear = taken == Taken::Unclear;
                is_new = true;
            }
            if is_new && taken != Taken::Never {
                all.push(Laid { found, condition: self.choices().condition(chosen) });
            }
        }
        all
    }

    fn choices(&self) -> Choices<'_, 'ctx> {
        Choices { layout: self.layout, variables: &self.variables, launch: self.launch }
    }

    /// What chooses a value, and among how many.
    fn chooser(&self, value: Val) -> Option<(Chooser, usize)> {
        let (chooser, ways) = match value.op(self.layout) {
            Op::Select(condition, _, _) => (Chooser::Condition(condition), 2),
            Op::Phi(sources) => (Chooser::Block(self.variables.block(value.as_instruction()?)?), sources.len()),
            _ => return None,
        };
        (ways <= MOST_CHOICES).then_some((chooser, ways))
    }

    /// The value that was chosen, if that is said.
    fn choice(&self, value: Val) -> Option<Val> {
        let is_meant = |chosen: &Chosen| self.chooser(value).is_some_and(|(chooser, _)| chooser == chosen.chooser);
        self.choices().chosen(value, self.chosen.filter(is_meant)?)
    }

    /// Where a value comes from.
    fn way(&self, value: Val, depth: u32) -> Way {
        let here = Way { root: Root::Value(value), constant: 0, indices: vec![] };
        let Some(deeper) = depth.checked_sub(1) else { return here };
        match value.op(self.layout) {
            Op::Gep { base, constant, indices } => {
                let mut way = self.way(base, deeper);
                way.constant = way.constant.wrapping_add(constant);
                way.indices.extend(indices);
                way
            }
            Op::Same(inner) if inner.ty() == Ty::Pointer => self.way(inner, deeper),
            Op::Load { pointer, .. } => {
                let held = self
                    .variables
                    .variable(pointer)
                    .and_then(|(variable, at)| self.content(variable, at, value.as_instruction()?, deeper));
                held.unwrap_or(here)
            }
            Op::Select(..) | Op::Phi(_) => match self.choice(value) {
                // What the other values were then is not what they are chosen to be.
                Some(chosen) if self.choice(chosen).is_none() => self.way(chosen, deeper),
                Some(_) | None => here,
            },
            _ => here,
        }
    }

    /// The pointer in a variable of the host when an instruction is executed.
    fn content(&self, variable: Val, at: i64, when: InstructionValue<'ctx>, depth: u32) -> Option<Way> {
        let deeper = depth.checked_sub(1)?;
        let end = at + POINTER;
        let last = self.variables.last_write(variable, (at, end), when)?;
        let by = Val::of(&last.by);
        let known = match by.op(self.layout) {
            Op::Store { .. } if last.bytes == Some((at, end)) => Some(self.way(by.operand(0), deeper)),
            Op::Call { .. } => match self.variables.copy(by) {
                Some(Copied { to, from, bytes }) if to.1 <= at && end <= to.1 + bytes => {
                    self.content(from.0, at - to.1 + from.1, last.by, deeper)
                }
                Some(_) => None,
                None if last.bytes == Some((at, end)) => self.symbol_address(last.by),
                None => None,
            },
            _ => None,
        };
        Some(known.unwrap_or_else(|| Way { root: Root::Held(variable, at, by), constant: 0, indices: vec![] }))
    }

    /// The variable of the device whose address a call stores.
    fn symbol_address(&self, call: InstructionValue<'ctx>) -> Option<Way> {
        let name = calls::base_name(&calls::symbol(calls::called(call)?));
        let variable = *Val::of(&call).arguments().get(1).filter(|_| name == SYMBOL_ADDRESS)?;
        let symbol = variable.name();
        self.module.get_global(&symbol)?;
        Some(Way { root: Root::Variable(symbol), constant: 0, indices: vec![] })
    }
}

/// Of pointers in one object the first is what the others are said by, or a variable of the device.
fn overlaid(passed: &[(Place, Way)]) -> Vec<Found> {
    let mut firsts: Vec<(Place, &Way)> = vec![];
    let mut found: BTreeMap<Place, Found> = BTreeMap::new();
    for (place, way) in passed {
        let start = |root: &Root| Way { root: root.clone(), constant: 0, indices: vec![] };
        let (on, from) = match &way.root {
            Root::Variable(symbol) => (Object::Variable(symbol.clone()), start(&way.root)),
            // All others are nothing that could be written.
            Root::Value(value) if value.is_constant() && !value.is_global() => continue,
            root @ (Root::Value(_) | Root::Held(..)) => match firsts.iter().find(|(_, first)| first.root == *root) {
                Some((first, from)) => (Object::PointedAt(*first), (*from).clone()),
                None => {
                    firsts.push((*place, way));
                    continue;
                }
            },
        };
        let overlay = Overlay { place: *place, on, is_unclear: false };
        found.insert(*place, Found { overlay, from, to: way.clone() });
    }
    found.into_values().collect()
}
