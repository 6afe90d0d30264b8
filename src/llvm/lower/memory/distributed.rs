//! Distributed shared memory: pointers into the copies of an array that other blocks of the cluster have.
//!
//! `mapa` gives for an address in the block's own shared memory the same place in the block of a rank. Such a pointer has the array and
//! the rank ([`Base::Remote`]), and an access by way of it has the rank of the block whose copy it is to. All other accesses to
//! an array that some block reaches so are to the thread's own block, whose rank is a variable of the launch.
//!
//! Invariant: a pointer into another block that is not followed is never one into the own block: the kernel is unsupported, by name,
//! or the pointer counts as one into any array in shared memory, of whichever block. Source: PTX ISA, `mapa`, `getctarank`.

use crate::kernel::target::REGISTER;
use crate::kernel::{Access, ArrayId, MemorySpace, Overtaken, Step, walk};
use crate::llvm::bind::ffi;
use crate::llvm::bind::ir::{Ty, Val};
use crate::llvm::device::access::{AccessKind, Site};
use crate::llvm::device::ptx::clusters::{Asked, question};
use crate::llvm::device::ptx::memory;
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::lower::lowerer::Lowerer;
use crate::llvm::lower::values::operands::scalar_width;
use crate::llvm::lower::values::value::{Base, Target, Value};
use crate::term::{CastOp, Func, FuncInfo, FuncKind, Owner, PureOp, Sharing, Term};
use inkwell::values::InstructionValue;
use std::collections::BTreeSet;

/// Said of an address that does not lead to a place that is known.
const NOT_FOLLOWED: &str = "a pointer into the shared memory of another block is not followed";

impl Lowerer<'_, '_> {
    /// What inline assembly gives that consists of a question about addresses in the cluster.
    pub(crate) fn asked_of_cluster(&mut self, call: InstructionValue<'_>, template: &str) -> Option<Value> {
        let (asked, address) = question(template)?;
        let constraints = ffi::assembly_constraints(call)?;
        let operand = |i| Some(Val::of(&call).operand(memory::argument(&constraints, i)?));
        let address = operand(address)?;
        let pointer = if address.ty() == Ty::Pointer { self.value(address) } else { self.pointer_at(address) };
        let width = scalar_width(&Val::of(&call).ty());
        let given = match asked {
            Asked::Rank => self.rank_in(&pointer)?,
            Asked::In(rank) => {
                let rank = match rank {
                    Operand::Number(n) => self.terms.constant(REGISTER, n),
                    Operand::Register(i) => self.term(operand(i)?, REGISTER),
                };
                let Value::Pointer(targets) = self.mapped(&pointer, rank) else { return None };
                self.address(&targets)
            }
        };
        let cast = if self.terms.width(given) > width { CastOp::Trunc } else { CastOp::Zext };
        Some(Value::Term(self.terms.cast(cast, width, given)))
    }

    /// The pointer to the same place in the block of a rank.
    pub(super) fn in_block(&mut self, pointer: Val, rank: Val) -> Value {
        let (pointer, rank) = (self.value(pointer), self.term(rank, REGISTER));
        self.mapped(&pointer, rank)
    }

    fn mapped(&mut self, pointer: &Value, rank: Term) -> Value {
        self.cluster();
        self.survey.maps = true;
        let Value::Pointer(targets) = pointer else { return self.lost() };
        let remote: Option<Vec<Target>> = targets.iter().map(|t| self.in_rank(t, rank)).collect();
        match remote {
            Some(targets) => Value::Pointer(targets),
            None => self.lost(),
        }
    }

    fn in_rank(&self, target: &Target, rank: Term) -> Option<Target> {
        let Base::Array(array) = target.base else { return None };
        let declared = &self.objects.arrays[array.0];
        let is_known = declared.space == MemorySpace::Shared && !declared.unknown_object;
        is_known.then(|| Target { base: Base::Remote(array, rank), ..target.clone() })
    }

    fn lost(&mut self) -> Value {
        self.is_unsupported(NOT_FOLLOWED);
        let address = self.opaque("the address of an unknown pointer", 64, Sharing::Thread);
        self.unknown_pointer(address)
    }

    /// The rank of the block that a pointer leads to.
    pub(super) fn rank_of(&mut self, pointer: Val) -> Option<Value> {
        let pointer = self.value(pointer);
        self.rank_in(&pointer).map(Value::Term)
    }

    fn rank_in(&mut self, pointer: &Value) -> Option<Term> {
        let own = self.cluster().rank;
        let own = self.terms.var(own);
        let Value::Pointer(targets) = pointer else { return None };
        let mut found: Option<Term> = None;
        for target in targets.iter().rev() {
            let rank = match target.base {
                Base::Remote(_, rank) => rank,
                Base::Array(array) => {
                    let declared = &self.objects.arrays[array.0];
                    (declared.space == MemorySpace::Shared && !declared.unknown_object).then_some(own)?
                }
                Base::ByValue(_) | Base::Private | Base::Null => return None,
            };
            found = Some(found.map_or(rank, |rest| self.terms.ite(target.when, rank, rest)));
        }
        found
    }

    /// The address of the copy of an array that the block of a rank has, by a symbol of the array's.
    pub(crate) fn remote_start(&mut self, array: ArrayId, rank: Term) -> Term {
        let known = self.objects.remote_starts.iter().find(|(a, _)| *a == array).map(|(_, func)| *func);
        let func = known.unwrap_or_else(|| {
            let name = format!("&{} of rank", self.objects.arrays[array.0].name);
            let (kind, sharing) = (FuncKind::Pure(PureOp::Other), Sharing::Grid);
            let func =
                self.terms.declare_func(FuncInfo { name, width: 64, kind, sharing, axiom: None, owner: Owner::All });
            self.objects.remote_starts.push((array, func));
            func
        });
        self.terms.apply(func, vec![rank])
    }

    pub(super) fn remote_at(&self, start: Func) -> Option<ArrayId> {
        self.objects.remote_starts.iter().find(|(_, func)| *func == start).map(|(array, _)| *array)
    }

    /// Says what is not understood of an access to another block.
    pub(super) fn needs_own(&mut self, site: &Site, rank: Option<Term>) {
        if rank.is_none() {
            return;
        }
        match site.kind {
            AccessKind::AsyncCopySource
            | AccessKind::AsyncCopyDestination
            | AccessKind::Tile(_)
            | AccessKind::Rows(_)
            | AccessKind::Product(_)
            | AccessKind::ReadOnlyCache
            | AccessKind::NotModelled { .. } => {
                self.is_unsupported("an access of its kind to the shared memory of another block is not modelled");
            }
            AccessKind::Load
            | AccessKind::Store
            | AccessKind::ReadModifyWrite
            | AccessKind::CopySource
            | AccessKind::CopyDestination
            | AccessKind::Fill
            | AccessKind::Bulk(_)
            | AccessKind::BulkSignal
            | AccessKind::Assembly => {}
        }
    }

    /// Says of each array that some block reaches in another one, and of each access to it, that it is distributed.
    pub(crate) fn distribute(&mut self, overtaken: &mut [Overtaken]) {
        let Some(vars) = self.out.cluster else { return };
        let reached: BTreeSet<ArrayId> =
            walk::accesses(&self.out.steps).filter(|a| a.rank.is_some()).map(|a| a.array).collect();
        // A pointer that is not followed may be one into another block, once some pointer is.
        let is_lost =
            self.survey.maps && self.objects.arrays.iter().any(|a| a.unknown_object && a.space == MemorySpace::Shared);
        let rank = self.terms.var(vars.rank);
        let mut distributed = BTreeSet::new();
        for (number, array) in self.objects.arrays.iter_mut().enumerate() {
            let id = ArrayId(number);
            if array.space == MemorySpace::Shared && (reached.contains(&id) || is_lost) {
                array.space = MemorySpace::Cluster;
                distributed.extend((!array.unknown_object).then_some(id));
            }
        }
        let own = |access: &mut Access| {
            if distributed.contains(&access.array) && access.rank.is_none() {
                access.rank = Some(rank);
            }
        };
        walk::visit_mut(&mut self.out.steps, &mut |step| match step {
            Step::Access(access) => own(access),
            Step::Sync(_) | Step::Fence(_) | Step::Loop(_) => {}
        });
        for o in overtaken {
            own(&mut o.copy);
            own(&mut o.access);
        }
    }
}
