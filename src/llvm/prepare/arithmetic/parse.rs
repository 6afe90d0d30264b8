//! Templates that compute, as instructions with operands.
//!
//! Source: PTX ISA, the sections that `super` names; LLVM Language Reference, "Inline Asm Constraint String". Direction: a template with
//! a label that is jumped to, a shuffle under a predicate, a suffix that is not named here, or a register that is declared twice is none.

use super::shuffle::Lane;
use crate::llvm::device::ptx::text::{self, listed, split};
use inkwell::IntPredicate;

/// What an instruction does with numbers of its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    Copy,
    /// One number out of two halves, the lower one first; and back.
    Join,
    Split,
    Add,
    Subtract,
    /// The lower half of a product, or all of it.
    Multiply {
        wide: bool,
        plus: bool,
    },
    And,
    Or,
    Xor,
    Not,
    Negate,
    Absolute,
    Least,
    Greatest,
    ShiftLeft,
    ShiftRight,
    /// The upper half of two registers that are moved left together, or the lower half if right.
    Funnel {
        left: bool,
        clamp: bool,
    },
    /// Bits of a number, from a place on.
    Extract,
    Insert,
    /// Ones from a place on, so many.
    Mask {
        clamp: bool,
    },
    Ones,
    LeadingZeros,
    Reverse,
    /// From numbers of another type.
    Convert(Type),
    Compare(IntPredicate),
    Select,
    /// A pointer as an address in shared memory.
    ToShared,
    /// A sum of floating-point numbers, rounded to the nearest.
    AddReal,
    /// What another lane has; whether that lane is in the segment where that is `told`.
    Shuffle {
        from: Lane,
        told: bool,
    },
}

/// Under which value of a predicate something is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct When {
    pub(super) predicate: Register,
    pub(super) is: bool,
}

/// `u32`; `bits` is 1 for predicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::llvm::prepare) struct Type {
    pub(in crate::llvm::prepare) bits: u32,
    pub(in crate::llvm::prepare) signed: bool,
}

/// What is written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Register {
    Output(usize),
    Named(String),
}

/// What is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Source {
    /// The call's argument of this number.
    Input(u32),
    Register(Register),
    Number(u64),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Instruction {
    pub(super) when: Option<When>,
    pub(super) op: Op,
    pub(super) ty: Type,
    pub(super) to: Vec<Register>,
    pub(super) from: Vec<Source>,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Template {
    pub(super) instructions: Vec<Instruction>,
    pub(super) outputs: usize,
    /// Outputs that hold an argument at first, and which.
    pub(super) tied: Vec<(usize, u32)>,
    inputs: u32,
}

impl Template {
    /// The template with these constraints, if it only computes.
    pub(super) fn of(text: &str, constraints: &str) -> Option<Self> {
        let mut template = Self::empty(constraints)?;
        let mut declared: Vec<String> = vec![];
        for statement in split(text) {
            let (opcode, operands) = statement.split_once(char::is_whitespace)?;
            if opcode == ".reg" {
                let (_, names) = operands.trim().split_once(char::is_whitespace)?;
                for name in names.split(',').map(|name| name.trim().to_owned()) {
                    if declared.contains(&name) || name.contains(['<', '$']) {
                        return None;
                    }
                    declared.push(name);
                }
                continue;
            }
            let Some(predicate) = opcode.strip_prefix('@') else {
                template.instructions.push(template.instruction(opcode, operands, &declared)?);
                continue;
            };
            let is = !predicate.starts_with('!');
            let predicate = template.register(predicate.trim_start_matches('!'), &declared)?;
            let (opcode, operands) = operands.trim().split_once(char::is_whitespace)?;
            let mut instruction = template.instruction(opcode, operands, &declared)?;
            let meets = matches!(instruction.op, Op::Shuffle { .. });
            instruction.when = (!meets).then_some(When { predicate, is });
            template.instructions.push(instruction.when.is_some().then_some(instruction)?);
        }
        (!template.instructions.is_empty()).then_some(template)
    }

    fn empty(constraints: &str) -> Option<Self> {
        let mut template = Self { instructions: vec![], outputs: 0, tied: vec![], inputs: 0 };
        for constraint in constraints.split(',') {
            match constraint.bytes().next()? {
                _ if constraint.contains('*') || constraint == "~{memory}" => return None,
                b'=' => template.outputs += 1,
                b'~' => {}
                digit => {
                    if digit.is_ascii_digit() {
                        template.tied.push((constraint.parse().ok()?, template.inputs));
                    }
                    template.inputs += 1;
                }
            }
        }
        (template.outputs > 0).then_some(template)
    }

    /// The numbers of the call's arguments.
    pub(super) fn inputs(&self) -> std::ops::Range<u32> {
        0..self.inputs
    }

    fn instruction(&self, opcode: &str, operands: &str, declared: &[String]) -> Option<Instruction> {
        let operands = listed(operands);
        let (mut op, ty) = operation(opcode)?;
        let (to, from) = operands.split_first()?;
        if op == Op::Copy && to.starts_with('{') {
            op = Op::Split;
        } else if op == Op::Copy && from.first().is_some_and(|one| one.starts_with('{')) {
            op = Op::Join;
        }
        let (to, told) = match (op, to.split_once('|')) {
            (Op::Shuffle { from, .. }, Some((to, told))) => {
                op = Op::Shuffle { from, told: true };
                (to, Some(self.register(told, declared)?))
            }
            (_, Some(_)) => return None,
            (_, None) => (*to, None),
        };
        let to: Option<Vec<Register>> = halves(to).iter().map(|one| self.register(one, declared)).collect();
        let from: Option<Vec<Source>> =
            from.iter().flat_map(|one| halves(one)).map(|one| self.source(one, declared)).collect();
        let (to, from) = (to?.into_iter().chain(told).collect::<Vec<_>>(), from?);
        (to.len() == results(op) && from.len() == reads(op)).then_some(Instruction { when: None, op, ty, to, from })
    }

    fn register(&self, text: &str, declared: &[String]) -> Option<Register> {
        match text::operand(text) {
            Some(text::Operand::Register(i)) => {
                let i = usize::try_from(i).ok()?;
                (i < self.outputs).then_some(Register::Output(i))
            }
            Some(text::Operand::Number(_)) => None,
            None => declared.iter().any(|name| name == text).then(|| Register::Named(text.to_owned())),
        }
    }

    fn source(&self, text: &str, declared: &[String]) -> Option<Source> {
        match text::operand(text) {
            Some(text::Operand::Number(number)) => Some(Source::Number(number)),
            Some(text::Operand::Register(i)) if usize::try_from(i).ok()? >= self.outputs => {
                Some(Source::Input(i - u32::try_from(self.outputs).ok()?))
            }
            Some(text::Operand::Register(_)) | None => self.register(text, declared).map(Source::Register),
        }
    }
}

/// `{a, b}` as its parts.
fn halves(text: &str) -> Vec<&str> {
    match text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        Some(parts) => parts.split(',').map(str::trim).collect(),
        None => vec![text],
    }
}

/// What the name of an instruction says, with its type.
fn operation(opcode: &str) -> Option<(Op, Type)> {
    let words: Vec<&str> = opcode.split('.').collect();
    let (last, words) = words.split_last()?;
    let ty = type_of(last)?;
    let is_whole = last.starts_with(['u', 's', 'b']);
    let op = match words {
        ["mov"] => Op::Copy,
        ["selp"] => Op::Select,
        ["add"] if last.starts_with('f') && ty.bits >= 32 => Op::AddReal,
        ["shfl", "sync", from] if *last == "b32" => Op::Shuffle { from: Lane::of(from)?, told: false },
        _ if !is_whole && *last != "pred" => return None,
        ["and"] => Op::And,
        ["or"] => Op::Or,
        ["xor"] => Op::Xor,
        ["not"] => Op::Not,
        _ if !is_whole => return None,
        ["add"] => Op::Add,
        ["sub"] => Op::Subtract,
        ["mul", "lo"] => Op::Multiply { wide: false, plus: false },
        ["mul", "wide"] => Op::Multiply { wide: true, plus: false },
        ["mad", "lo"] => Op::Multiply { wide: false, plus: true },
        ["mad", "wide"] => Op::Multiply { wide: true, plus: true },
        ["neg"] => Op::Negate,
        ["abs"] => Op::Absolute,
        ["min"] => Op::Least,
        ["max"] => Op::Greatest,
        ["shl"] => Op::ShiftLeft,
        ["shr"] => Op::ShiftRight,
        ["shf", "l", "wrap"] => Op::Funnel { left: true, clamp: false },
        ["shf", "l", "clamp"] => Op::Funnel { left: true, clamp: true },
        ["shf", "r", "wrap"] => Op::Funnel { left: false, clamp: false },
        ["shf", "r", "clamp"] => Op::Funnel { left: false, clamp: true },
        ["bfe"] => Op::Extract,
        ["bfi"] => Op::Insert,
        ["bmsk", "clamp"] => Op::Mask { clamp: true },
        ["bmsk", "wrap"] => Op::Mask { clamp: false },
        ["popc"] => Op::Ones,
        ["clz"] => Op::LeadingZeros,
        ["brev"] => Op::Reverse,
        ["setp", compare] => Op::Compare(comparison(compare, ty.signed)?),
        ["cvta", "to", "shared"] => Op::ToShared,
        ["cvt", to] if to.starts_with(['u', 's']) => return Some((Op::Convert(ty), type_of(to)?)),
        _ => return None,
    };
    Some((op, ty))
}

pub(in crate::llvm::prepare) fn type_of(word: &str) -> Option<Type> {
    if word == "pred" {
        return Some(Type { bits: 1, signed: false });
    }
    let bits = word.strip_prefix(['u', 's', 'b', 'f'])?.parse().ok()?;
    [8, 16, 32, 64].contains(&bits).then_some(Type { bits, signed: word.starts_with('s') })
}

pub(in crate::llvm::prepare) fn comparison(word: &str, signed: bool) -> Option<IntPredicate> {
    let by_sign = |signs, none| if signed { signs } else { none };
    Some(match word {
        "eq" => IntPredicate::EQ,
        "ne" => IntPredicate::NE,
        "lt" => by_sign(IntPredicate::SLT, IntPredicate::ULT),
        "le" => by_sign(IntPredicate::SLE, IntPredicate::ULE),
        "gt" => by_sign(IntPredicate::SGT, IntPredicate::UGT),
        "ge" => by_sign(IntPredicate::SGE, IntPredicate::UGE),
        "lo" if !signed => IntPredicate::ULT,
        "ls" if !signed => IntPredicate::ULE,
        "hi" if !signed => IntPredicate::UGT,
        "hs" if !signed => IntPredicate::UGE,
        _ => return None,
    })
}

/// How many registers an instruction writes.
fn results(op: Op) -> usize {
    if matches!(op, Op::Split | Op::Shuffle { told: true, .. }) { 2 } else { 1 }
}

/// How many operands it reads.
fn reads(op: Op) -> usize {
    match op {
        Op::Copy
        | Op::Split
        | Op::Not
        | Op::Negate
        | Op::Absolute
        | Op::Ones
        | Op::LeadingZeros
        | Op::Reverse
        | Op::Convert(_)
        | Op::ToShared => 1,
        Op::Join
        | Op::Add
        | Op::AddReal
        | Op::Subtract
        | Op::Multiply { plus: false, .. }
        | Op::And
        | Op::Or
        | Op::Xor
        | Op::Least
        | Op::Greatest
        | Op::ShiftLeft
        | Op::ShiftRight
        | Op::Mask { .. }
        | Op::Compare(_) => 2,
        Op::Multiply { plus: true, .. } | Op::Funnel { .. } | Op::Extract | Op::Select => 3,
        Op::Insert | Op::Shuffle { .. } => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::{Lane, Op, Register, Source, Template, Type, When};

    #[test]
    fn what_only_computes() {
        let template = Template::of("{ .reg .u64 a; cvta.to.shared.u64 a, $1; cvt.u32.u64 $0, a; }\n", "=r,l")
            .expect("it computes");
        let [first, second] = template.instructions.as_slice() else { panic!("{template:?}") };
        assert_eq!((first.op, first.from.as_slice()), (Op::ToShared, [Source::Input(0)].as_slice()));
        assert_eq!(second.op, Op::Convert(Type { bits: 64, signed: false }));
        assert_eq!(second.to, [Register::Output(0)]);
        let sum = Template::of("add.s32 $0, $0, 4;", "=r,0").expect("it computes");
        assert_eq!(sum.tied, [(0, 0)]);
        assert_eq!(sum.instructions[0].from, [Source::Register(Register::Output(0)), Source::Number(4)]);
        let parts = Template::of("mov.b64 {$0, $1}, $2;", "=r,=r,l").expect("it computes");
        assert_eq!((parts.instructions[0].op, parts.outputs), (Op::Split, 2));
    }

    #[test]
    fn what_is_done_under_a_predicate() {
        let text = "{ .reg .pred p; shfl.sync.up.b32 $0|p, $1, 1, 0, -1; @!p add.s32 $0, $0, $1; }";
        let template = Template::of(text, "=r,r").expect("it computes");
        let [shuffle, add] = template.instructions.as_slice() else { panic!("{template:?}") };
        let p = Register::Named("p".to_owned());
        assert_eq!((shuffle.op, &shuffle.to[1]), (Op::Shuffle { from: Lane::Up, told: true }, &p));
        assert_eq!((add.op, add.when.clone()), (Op::Add, Some(When { predicate: p, is: false })));
    }

    #[test]
    fn what_does_not() {
        for (text, constraints) in [
            ("ld.global.u32 $0, [$1];", "=r,l"),
            ("bfe.u32 $0, $1, $2, $3;", "=r,r,r,r,~{memory}"),
            ("@p add.u32 $0, $1, 1;", "=r,r"),
            ("{ .reg .pred p; setp.ne.b32 p, $1, 0; @p shfl.sync.up.b32 $0, $1, 1, 0, -1; }", "=r,r"),
            ("{ .reg .pred p; add.u32 $0|p, $1, 1; }", "=r,r"),
            ("shfl.up.b32 $0, $1, 1, 0;", "=r,r"),
            ("add.cc.u32 $0, $1, $2;", "=r,r,r"),
            ("add.sat.s32 $0, $1, $2;", "=r,r,r"),
            ("add.u32 $0, $1;", "=r,r"),
            ("add.u32 $1, $0, $1;", "=r,r"),
            ("add.rz.f32 $0, $1, $2;", "=f,f,f"),
            ("add.f16 $0, $1, $2;", "=h,h,h"),
            ("cvt.rn.f32.s32 $0, $1;", "=f,r"),
            ("cvt.rni.s32.f32 $0, $1;", "=r,f"),
            ("cvta.to.global.u64 $0, $1;", "=l,l"),
            ("mov.u32 $0, %laneid;", "=r"),
            ("bra NEXT; NEXT: mov.u32 $0, 1;", "=r"),
            ("mov.u32 $0, a;", "=r"),
            ("add.u32 $0, $1, 1;", "=*m,r"),
            ("", "=r"),
        ] {
            assert_eq!(Template::of(text, constraints), None, "{text}");
        }
    }
}
