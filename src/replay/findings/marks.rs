//! Which objects hold *marks*, numbers that a kernel compares with literals and does nothing else with, and which are *counters*,
//! that it adds to and never reads otherwise.
//!
//! ```cuda
//! if (edge[i] == 0 && seen[t] != 0) edge[i] = k + 2;       // `edge` and `seen` hold marks
//! unsigned next = atomicAdd(&taken, 1);                     // `taken` is a counter
//! ```
//!
//! What is read of a mark may be moved, combined with literals and put into other objects of marks. It reaches no address, and is
//! compared with no number that is not a literal. So nothing of what the kernel does relates it to an index or a size, though the
//! kernel may put one there: [`data`](super::data), which puts what is stored in one class with what is read, knows less of it.
//! A counter has counted nothing when a kernel starts.
//!
//! Values carry the objects that they are made of, forwards to a fixed point. Numbers that are narrower than an address lead
//! into no object. Direction: what is not known is no mark and no counter; one access of which the object is not known leaves none.

use super::uses::operands;
use crate::kernel::program::{AtomicOp, Instruction, Operand, Operation, Program, Register, Type};
use crate::replay::functions::Function;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Objects by their names.
#[derive(Debug, Default)]
pub(super) struct Marks {
    pub(super) marks: Names,
    pub(super) counters: Names,
}

/// The marks and counters of a program.
pub(super) fn marks(program: &Program) -> Marks {
    let instructions = program.blocks.iter().flat_map(|block| &block.instructions);
    let narrow = instructions.filter(|i| is_narrow(&i.ty)).filter_map(|i| i.result).collect();
    let mut flow = Flow {
        program,
        narrow,
        bases: FxHashMap::default(),
        made_of: FxHashMap::default(),
        flows: BTreeSet::new(),
        used: Names::new(),
        uncounted: Names::new(),
        accessed: Names::new(),
        changed: true,
        settled: false,
    };
    while std::mem::take(&mut flow.changed) {
        flow.pass();
    }
    flow.settled = true;
    flow.pass();
    flow.marks()
}

pub(super) type Names = BTreeSet<String>;

/// The thread's own memory.
const OWN: &str = ".";
/// Any object.
const ANY: &str = "?";

struct Flow<'p> {
    program: &'p Program,
    /// Numbers that are narrower than an address.
    narrow: BTreeSet<Register>,
    /// The objects that an address leads into, and those that a value is made of what they hold.
    bases: FxHashMap<Register, Names>,
    made_of: FxHashMap<Register, Names>,
    /// What the first one holds the second one may hold.
    flows: BTreeSet<(String, String)>,
    /// Objects whose contents have other uses.
    used: Names,
    /// Those that are accessed otherwise than by counting.
    uncounted: Names,
    accessed: Names,
    changed: bool,
    /// All that values carry is known: what leads into no object then leads into any.
    settled: bool,
}

fn is_narrow(ty: &Type) -> bool {
    match ty {
        Type::Int(_) | Type::Float(_) => ty.bytes() < 8,
        Type::Void | Type::Pointer | Type::Whole(_) | Type::Other => false,
    }
}

impl Flow<'_> {
    /// Takes what each instruction says once.
    fn pass(&mut self) {
        let program = self.program;
        for block in &program.blocks {
            for (register, ways) in &block.phis {
                let ways: Vec<Operand> = ways.iter().map(|(_, way)| *way).collect();
                self.moves(Some(*register), &ways);
            }
            for Instruction { result, ty, operation } in &block.instructions {
                self.operation(*result, ty, operation);
            }
        }
    }

    fn marks(mut self) -> Marks {
        if self.accessed.contains(ANY) {
            return Marks::default();
        }
        loop {
            let mut new = self.flows.iter().filter(|(_, to)| to == OWN || self.used.contains(to)).map(|(from, _)| from);
            let Some(from) = new.find(|from| !self.used.contains(*from)).cloned() else { break };
            self.used.insert(from);
        }
        let known = || self.accessed.iter().filter(|name| *name != OWN).cloned();
        let marks = known().filter(|name| !self.used.contains(name)).collect();
        let counters = known().filter(|name| !self.uncounted.contains(name)).collect();
        Marks { marks, counters }
    }

    fn moved(&mut self, result: Option<Register>, base: Operand, operation: &Operation) {
        let bases = self.bases(base);
        self.leads(result, bases);
        self.uses(&operands(operation));
    }

    fn operation(&mut self, result: Option<Register>, ty: &Type, operation: &Operation) {
        match operation {
            Operation::Load { pointer, .. } => self.load(result, *pointer),
            Operation::Store { pointer, value, .. } => {
                self.put(*pointer, *value);
                self.is_not_counted(*pointer);
            }
            Operation::Modify { op, pointer, value } => self.modified(result, (*op, *pointer, *value)),
            Operation::CompareExchange { pointer, expected, new } => {
                self.exchanged(result, (*pointer, *expected, *new));
            }
            Operation::Offset { base, .. } => self.moved(result, *base, operation),
            Operation::Select(_, a, b) => self.moves(result, &[*a, *b]),
            Operation::Cast(_, of, _) | Operation::Same(of, _) | Operation::Extract(of, _) => {
                self.moves(result, &[*of]);
            }
            Operation::Parts(_) | Operation::Insert(..) | Operation::Shuffle(..) => {
                self.moves(result, &operands(operation));
            }
            Operation::Binary(..) | Operation::Compare(..) | Operation::Float(..) => {
                self.combined(result, *ty == Type::Int(1) && matches!(operation, Operation::Binary(..)), operation);
            }
            Operation::Allocate(_) => self.leads(result, Names::from([OWN.to_owned()])),
            Operation::Access { bytes, .. } => self.uses(&[*bytes]),
            Operation::Call(callee, args) => self.call(result, *callee, args),
            Operation::Copy(step) if step.is_copy() => self.unknown(result, &operands(operation)),
            Operation::Unknown(_) => self.is_accessed(&Names::from([ANY.to_owned()])),
            Operation::Bits(_)
            | Operation::Zero
            | Operation::Argument(_)
            | Operation::Global(_)
            | Operation::ExtractElement(..)
            | Operation::InsertElement(..)
            | Operation::Order { .. }
            | Operation::Barrier(_)
            | Operation::Mbarrier(..)
            | Operation::Copy(_)
            | Operation::Product(_)
            | Operation::Elect(..)
            | Operation::Comes(..)
            | Operation::Trap
            | Operation::Exit => {
                self.uses(&operands(operation));
                self.leads(result, Names::from([ANY.to_owned()]));
            }
        }
    }

    fn modified(&mut self, result: Option<Register>, (op, pointer, value): (AtomicOp, Operand, Operand)) {
        self.read(result, pointer);
        self.put(pointer, value);
        if op != AtomicOp::Add || !self.is_small(value) {
            self.is_not_counted(pointer);
        }
    }

    /// What is there is compared with what is expected.
    fn exchanged(&mut self, result: Option<Register>, (pointer, expected, new): (Operand, Operand, Operand)) {
        self.load(result, pointer);
        self.put(pointer, new);
        if !self.is_literal(expected) {
            let bases = self.bases(pointer);
            self.has_uses(bases);
        }
        self.uses(&[expected]);
    }

    /// A number or condition of others: what is a mark is combined with literals only.
    fn combined(&mut self, result: Option<Register>, is_condition: bool, operation: &Operation) {
        let of = operands(operation);
        let numbers = of.iter().filter(|of| !self.is_literal(**of)).count();
        if numbers > 1 && !is_condition {
            self.uses(&of);
        }
        let made: Names = of.iter().flat_map(|of| self.made_of(*of)).collect();
        self.is_made_of(result, made);
        let any = || Names::from([ANY.to_owned()]);
        let is_of_addresses = matches!(operation, Operation::Binary(..));
        let bases = if is_of_addresses { of.iter().flat_map(|of| self.bases(*of)).collect() } else { any() };
        self.leads(result, bases);
    }

    fn call(&mut self, result: Option<Register>, callee: u32, args: &[(Operand, Type)]) {
        let function = self.program.callees.get(callee as usize).and_then(|name| Function::of(name));
        let of: Vec<Operand> = args.iter().map(|(operand, _)| *operand).collect();
        match (function, of.as_slice()) {
            (Some(Function::Nothing), _) => {}
            (Some(Function::First), [first, ..]) => self.moves(result, &[*first]),
            (Some(Function::Load), [pointer, ..]) => self.load(result, *pointer),
            (Some(_) | None, _) => self.unknown(result, &of),
        }
    }

    /// Anything is done with some values, and with what they lead into.
    fn unknown(&mut self, result: Option<Register>, of: &[Operand]) {
        self.uses(of);
        for operand in of {
            let bases: Names = self.bases(*operand).into_iter().filter(|name| name != ANY).collect();
            if !bases.is_empty() {
                self.is_accessed(&bases);
            }
            self.has_uses(bases);
            self.is_not_counted(*operand);
        }
        self.leads(result, Names::from([ANY.to_owned()]));
    }

    fn load(&mut self, result: Option<Register>, pointer: Operand) {
        self.read(result, pointer);
        self.is_not_counted(pointer);
    }

    fn read(&mut self, result: Option<Register>, pointer: Operand) {
        let bases = self.bases(pointer);
        self.is_accessed(&bases);
        self.is_made_of(result, bases);
        self.leads(result, Names::from([ANY.to_owned()]));
        self.uses(&[pointer]);
    }

    fn put(&mut self, pointer: Operand, value: Operand) {
        let (to, from) = (self.bases(pointer), self.made_of(value));
        self.is_accessed(&to);
        for to in to {
            for from in &from {
                self.changed |= self.flows.insert((from.clone(), to.clone()));
            }
        }
        self.uses(&[pointer]);
    }

    fn moves(&mut self, result: Option<Register>, of: &[Operand]) {
        for operand in of {
            let (bases, made) = (self.bases(*operand), self.made_of(*operand));
            self.leads(result, bases);
            self.is_made_of(result, made);
        }
    }
}

/// What is known of operands, and what becomes known.
impl Flow<'_> {
    fn bases(&self, operand: Operand) -> Names {
        let i = match operand {
            Operand::Register(register) => return self.bases.get(&register).cloned().unwrap_or_default(),
            Operand::Constant(i) => i as usize,
        };
        let name = match self.program.constants.get(i).map(|constant| &constant.operation) {
            Some(Operation::Argument(number)) => self.program.parameters.get(*number).map(|of| of.name.clone()),
            Some(Operation::Global(number)) => self.program.globals.get(*number).map(|of| of.name.clone()),
            Some(Operation::Offset { base: of, .. } | Operation::Same(of, _) | Operation::Cast(_, of, _)) => {
                return self.bases(*of);
            }
            Some(Operation::Bits(_) | Operation::Zero) => return Names::new(),
            _ => None,
        };
        Names::from([name.unwrap_or_else(|| ANY.to_owned())])
    }

    fn made_of(&self, operand: Operand) -> Names {
        match operand {
            Operand::Register(register) => self.made_of.get(&register).cloned().unwrap_or_default(),
            Operand::Constant(_) => Names::new(),
        }
    }

    fn is_literal(&self, operand: Operand) -> bool {
        let Operand::Constant(i) = operand else { return false };
        self.program.constants.get(i as usize).is_some_and(|constant| match &constant.operation {
            Operation::Argument(_) | Operation::Global(_) => false,
            operation => operands(operation).into_iter().all(|of| self.is_literal(of)),
        })
    }

    /// A positive number that a counter may grow by.
    fn is_small(&self, operand: Operand) -> bool {
        let Operand::Constant(i) = operand else { return false };
        let of = self.program.constants.get(i as usize).map(|constant| &constant.operation);
        matches!(of, Some(Operation::Bits(bits)) if (1..1 << 16).contains(bits))
    }

    fn leads(&mut self, result: Option<Register>, bases: Names) {
        if let Some(register) = result
            && !self.narrow.contains(&register)
        {
            self.changed |= add(self.bases.entry(register).or_default(), bases);
        }
    }

    fn is_made_of(&mut self, result: Option<Register>, made: Names) {
        if let Some(register) = result {
            self.changed |= add(self.made_of.entry(register).or_default(), made);
        }
    }

    fn is_accessed(&mut self, names: &Names) {
        let any = (self.settled && names.is_empty()).then(|| ANY.to_owned());
        self.changed |= add(&mut self.accessed, names.iter().cloned().chain(any).collect());
    }

    fn is_not_counted(&mut self, pointer: Operand) {
        let bases = self.bases(pointer);
        self.changed |= add(&mut self.uncounted, bases);
    }

    /// Some values are used as no mark is.
    fn uses(&mut self, of: &[Operand]) {
        let made: Names = of.iter().flat_map(|of| self.made_of(*of)).collect();
        self.has_uses(made);
    }

    fn has_uses(&mut self, names: Names) {
        self.changed |= add(&mut self.used, names);
    }
}

fn add(to: &mut Names, new: Names) -> bool {
    let before = to.len();
    to.extend(new);
    to.len() > before
}
