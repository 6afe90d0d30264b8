//! The values of loads.
//!
//! A load of memory that the kernel never writes is a function of its address. A load that no own store of the same phase
//! can reach is a function, one per load, of the address and of the iterations of the synchronised loops around it; one
//! for all loads behind a barrier behind which nothing stores there any more (`kept`)
//! (docs/design.md section 3, "Loads": sound by minimality, since all races are reported). Every other load is opaque, and so
//! is each load of written memory by the read-only cache, which may be of another time, or by inline assembly.

use crate::kernel::{ArrayId, MemorySpace};
use crate::llvm::bind::constants;
use crate::llvm::bind::ir::{Op, Ty, Val};
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Contents, Target, Value};
use crate::term::{FuncInfo, FuncKind, Owner, Sharing, Term};
use inkwell::values::InstructionValue;

/// The most constants of an array of which each is told.
const MOST_CHOICES: usize = 32;

impl<'ctx> Lowerer<'_, 'ctx> {
    /// The value of a load.
    pub(crate) fn load(&mut self, instruction: InstructionValue<'ctx>, val: Val, pointer: Val, changes: bool) -> Value {
        let ty = val.ty();
        if let Some(pointer) = self.held_pointer(val) {
            return pointer;
        }
        let target = match self.value(pointer) {
            Value::Pointer(targets) if targets.len() == 1 => targets.into_iter().next(),
            Value::Pointer(_) | Value::Term(_) | Value::Aggregate(_) | Value::Opaque => None,
        };
        let Some(target) = target else {
            return self.or_opaque(Value::Opaque, &ty, "a value read through a pointer with several targets");
        };
        match target.base {
            Base::ByValue(i) => self.field(i, &target, &ty, Some(pointer)),
            Base::Private if ty == Ty::Pointer && !changes => match self.entry(instruction, pointer, &target) {
                Some(value) => value,
                None => self.private_load(pointer, &target, &ty),
            },
            Base::Remote(a, _) => {
                let array = &self.objects.arrays[a.0];
                let whose = if array.space == MemorySpace::Tabled { "" } else { "another block's " };
                let what = format!("a value read from {whose}`{}`", array.shown());
                self.or_opaque(Value::Opaque, &ty, &what)
            }
            Base::Private | Base::Null => self.private_load(pointer, &target, &ty),
            Base::Array(a) if changes => {
                let what = format!("a volatile or atomic read of `{}`", self.objects.arrays[a.0].name);
                self.or_opaque(Value::Opaque, &ty, &what)
            }
            Base::Array(a) => self.array_load(instruction, pointer, a, &target, &ty),
        }
    }

    /// Memory of the thread's own, or constant memory: the latter is a function of the address.
    fn private_load(&mut self, pointer: Val, target: &Target, ty: &Ty) -> Value {
        let (roots, known) = self.roots(pointer);
        let constant = known && roots.iter().all(|r| matches!(r.op(self.layout), Op::Global));
        let (Some(root), true) = (roots.iter().next().filter(|_| roots.len() == 1), constant) else {
            return self.or_opaque(Value::Opaque, ty, "a value in the thread's own memory");
        };
        let name = self.global_name(*root);
        let contents = self.contents(Contents::Constant(*root), &name, Sharing::Grid, vec![], target.offset, ty);
        match contents {
            Value::Term(other) if *ty == Ty::Int(32) => Value::Term(self.word_of(*root, target.offset, other)),
            _ => contents,
        }
    }

    /// The number at a distance in bytes from the start of an array of few constants, and elsewhere `other`.
    fn word_of(&mut self, constants: Val, distance: Term, other: Term) -> Term {
        if !constants.is_constant_global() || !constants.is_own_variable() {
            return other;
        }
        let words = constants::words(constants, self.layout);
        if words.len() > MOST_CHOICES {
            return other;
        }
        words.into_iter().rev().fold(other, |other, (at, word)| {
            let (at, word) = (self.terms.int(self.terms.width(distance), at), self.terms.constant(32, word.into()));
            let is_here = self.terms.eq(distance, at);
            self.terms.ite(is_here, word, other)
        })
    }

    /// The value at a constant distance in bytes from a pointer, if it is in an object that the kernel never writes.
    pub(crate) fn unwritten(&mut self, pointer: Val, distance: i64, ty: &Ty) -> Value {
        let Value::Pointer(targets) = self.value(pointer) else { return Value::Opaque };
        let [Target { base: Base::Array(array), offset, .. }] = *targets.as_slice() else { return Value::Opaque };
        if scalar_width(ty) == 0 || !self.is_never_written(pointer, array) {
            return Value::Opaque;
        }
        let distance = self.terms.int(self.terms.width(offset), distance);
        let offset = self.terms.add(offset, distance);
        let (name, sharing) = (self.objects.arrays[array.0].name.clone(), self.memory_sharing(array));
        self.contents(Contents::Array(array), &name, sharing, vec![], offset, ty)
    }

    fn is_never_written(&self, pointer: Val, array: ArrayId) -> bool {
        let (roots, known) = self.roots(pointer);
        known
            && !self.objects.arrays[array.0].unknown_object
            && !self.survey.writes_anything
            && roots.iter().all(|root| !self.survey.written.contains(root))
    }

    fn array_load(
        &mut self,
        instruction: InstructionValue<'ctx>,
        pointer: Val,
        array: ArrayId,
        target: &Target,
        ty: &Ty,
    ) -> Value {
        let name = self.objects.arrays[array.0].name.clone();
        if self.is_never_written(pointer, array) {
            let sharing = self.memory_sharing(array);
            return self.contents(Contents::Array(array), &name, sharing, vec![], target.offset, ty);
        }
        let (roots, known) = self.roots(pointer);
        let known = known && !self.objects.arrays[array.0].unknown_object;
        let clean = known && self.no_own_store_reaches(instruction, &roots);
        if !clean {
            return self.or_opaque(Value::Opaque, ty, &format!("a value read from `{name}`"));
        }
        let sharing = self.memory_sharing(array);
        let (of, around) = match self.kept_during(instruction, array, &roots) {
            Some(during) => {
                let depth = during.map_or(0, |id| self.cfg.loop_data(id).depth as usize);
                (Contents::Kept(array, during), self.walk.loops.get(..depth).unwrap_or(&self.walk.loops))
            }
            None => (Contents::Load(array, Val::of(&instruction)), self.walk.loops.as_slice()),
        };
        let counters: Vec<_> = around.iter().filter(|l| l.synchronised).map(|l| l.counter).collect();
        let args: Vec<Term> = counters.into_iter().map(|c| self.terms.var(c)).collect();
        self.contents(of, &name, sharing, args, target.offset, ty)
    }

    fn memory_sharing(&self, array: ArrayId) -> Sharing {
        match self.objects.arrays[array.0].space {
            MemorySpace::Shared | MemorySpace::Cluster => Sharing::Block,
            MemorySpace::Global | MemorySpace::Tabled => Sharing::Grid,
        }
    }

    /// The contents of an object at an address, as an application of the object's (or the load's) own symbol.
    pub(crate) fn contents(
        &mut self,
        of: Contents,
        name: &str,
        sharing: Sharing,
        mut args: Vec<Term>,
        offset: Term,
        ty: &Ty,
    ) -> Value {
        let width = scalar_width(ty);
        if width == 0 {
            return self.or_opaque(Value::Opaque, ty, &format!("a value read from `{name}`"));
        }
        let terms = &mut self.terms;
        let func = *self.objects.contents.entry((of, width)).or_insert_with(|| {
            let kind = FuncKind::Memory { array: of.array() };
            terms.declare_func(FuncInfo { name: name.to_owned(), width, kind, sharing, axiom: None, owner: Owner::All })
        });
        args.push(offset);
        let t = self.terms.apply(func, args);
        if *ty == Ty::Pointer { self.unknown_pointer(t) } else { Value::Term(t) }
    }
}
