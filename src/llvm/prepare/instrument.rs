//! Puts a marker before every memory access of a module.
//!
//! Source: LLVM's language reference; NVVM's intrinsics; CUDA's rule that an atomic without a scope is atomic on the
//! device. Invariants: runs before any pass and on reachable code only. A call that only reads memory and is not
//! understood gets a marker of kind `NotModelled`, since a pass might delete it; other calls stay and are seen later.

use crate::llvm::bind::calls::{Callee, base_name, callee, instructions, symbol};
use crate::llvm::bind::ffi::{self, PointerBase};
use crate::llvm::device::access::{AccessKind, AtomicOp, AtomicScope, BulkEnd, Mode, ROW_BYTES, Site};
use crate::llvm::device::found::{Bytes, Found, natural, operand, pointer};
use crate::llvm::device::intrinsics::{Role, role};
use crate::llvm::device::markers::MARKER;
use crate::llvm::device::ptx::bulk::{self, Bulk, BulkStep, End};
use crate::llvm::device::ptx::copies::{self, CopyStep};
use crate::llvm::device::ptx::mbarriers::BYTES;
use crate::llvm::device::ptx::memory;
use crate::llvm::device::ptx::predicates::When;
use crate::llvm::device::ptx::text::Operand;
use crate::llvm::device::ptx::wgmma;
use crate::llvm::device::{library, matrix, nvvm};
use crate::llvm::prepare::modes::{alignment, is_volatile, plain_or_atomic, scope};
use inkwell::attributes::{Attribute, AttributeLoc};
use inkwell::builder::{Builder, BuilderError};
use inkwell::context::ContextRef;
use inkwell::module::Module;
use inkwell::types::{BasicMetadataTypeEnum, BasicType, BasicTypeEnum};
use inkwell::values::{
    BasicMetadataValueEnum, BasicValueEnum, FunctionValue, InstructionOpcode, InstructionValue, IntValue, PointerValue,
};
use inkwell::{AddressSpace, AtomicRMWBinOp, IntPredicate};
use std::collections::HashMap;

/// `memory(inaccessiblemem: readwrite)` as LLVM encodes it: two bits each, arguments first.
const MEMORY_INACCESSIBLE: u64 = 0b11_00;

/// The function of our headers that reads by the path that is not coherent.
const NON_COHERENT: &str = "__raceproof_non_coherent";

/// NVPTX's numbers of address spaces.
const GLOBAL: u16 = 1;
const SHARED: u16 = 3;

/// Marks all accesses. The table's indices are the markers' sites.
///
/// # Errors
/// LLVM refused to build a call.
pub(crate) fn instrument(module: &Module<'_>) -> Result<Vec<Site>, BuilderError> {
    let context = module.get_context();
    let builder = context.create_builder();
    let mut marking = Marking { module, context, builder, functions: HashMap::new(), sites: Vec::new() };
    let defined: Vec<_> = module.get_functions().filter(|function| function.count_basic_blocks() > 0).collect();
    for function in defined {
        let accesses: Vec<_> = instructions(function).collect();
        let non_coherent = base_name(&symbol(function)) == NON_COHERENT;
        for instruction in accesses {
            for mut found in marking.accesses(instruction) {
                if non_coherent && found.site.mode == Mode::Read {
                    found.site.kind = AccessKind::ReadOnlyCache;
                }
                marking.mark(instruction, found)?;
            }
        }
    }
    Ok(marking.sites)
}

struct Marking<'a, 'ctx> {
    module: &'a Module<'ctx>,
    context: ContextRef<'ctx>,
    builder: Builder<'ctx>,
    functions: HashMap<String, FunctionValue<'ctx>>,
    sites: Vec<Site>,
}

impl<'ctx> Marking<'_, 'ctx> {
    /// Puts the marker of one access before it, unless nobody else can write what it touches.
    fn mark(&mut self, instruction: InstructionValue<'ctx>, found: Found<'ctx>) -> Result<(), BuilderError> {
        let alone = !matches!(found.site.kind, AccessKind::Tile(_) | AccessKind::Rows(_) | AccessKind::Product(_));
        if alone && found.pointer.is_some_and(|pointer| ffi::pointer_base(pointer) != PointerBase::Other) {
            return Ok(());
        }
        // This also takes over the debug location.
        self.builder.position_before(&instruction);
        let generic = self.context.ptr_type(AddressSpace::default());
        let pointer = match found.pointer {
            None => generic.const_null(),
            Some(pointer) if pointer.get_type() == generic => pointer,
            Some(pointer) => self.builder.build_address_space_cast(pointer, generic, "")?,
        };
        let long = self.context.i64_type();
        let bytes = match found.bytes {
            Bytes::Fixed(bytes) => long.const_int(bytes, false),
            Bytes::Value(value) => self.builder.build_int_z_extend_or_bit_cast(value.into_int_value(), long, "")?,
        };
        let site = self.context.i32_type().const_int(self.sites.len() as u64, false);
        let mut arguments: Vec<BasicMetadataValueEnum<'ctx>> = vec![pointer.into(), bytes.into(), site.into()];
        arguments.extend(found.value.map(BasicMetadataValueEnum::from));
        let function = self.marker(found.value.map(|value| value.get_type()));
        self.builder.build_call(function, &arguments, "")?;
        self.sites.push(found.site);
        Ok(())
    }

    /// The marker function for a value of a type.
    fn marker(&mut self, value: Option<BasicTypeEnum<'ctx>>) -> FunctionValue<'ctx> {
        let name = match value {
            None => MARKER.to_owned(),
            Some(ty) => format!("{MARKER}.{}", ty.print_to_string().to_string_lossy()),
        };
        let (module, context) = (self.module, self.context);
        *self.functions.entry(name).or_insert_with_key(|name| declare_marker(module, context, name, value))
    }

    /// The accesses of one instruction, in order.
    fn accesses(&self, instruction: InstructionValue<'ctx>) -> Vec<Found<'ctx>> {
        let found = match instruction.get_opcode() {
            InstructionOpcode::Load => self.load(instruction),
            InstructionOpcode::Store => self.store(instruction),
            InstructionOpcode::AtomicRMW => self.read_modify_write(instruction),
            InstructionOpcode::AtomicCmpXchg => {
                let op = AtomicOp::CompareExchange;
                self.atomic(instruction, op)
            }
            InstructionOpcode::Call => return self.call(instruction),
            _ => None,
        };
        found.into_iter().collect()
    }

    fn load(&self, load: InstructionValue<'ctx>) -> Option<Found<'ctx>> {
        let ty = BasicTypeEnum::try_from(load.get_type()).ok()?;
        let mode = plain_or_atomic(load, Mode::Read, AtomicOp::Load);
        let (volatile, alignment) = (is_volatile(load), alignment(load));
        // What is promised not to change may be read by the path that is not coherent.
        let promise = self.context.get_kind_id("invariant.load");
        let invariant = load.get_metadata(promise).is_some();
        ffi::remove_metadata(load, promise);
        let kind = if invariant { AccessKind::ReadOnlyCache } else { AccessKind::Load };
        let site = Site { mode, kind, volatile, alignment };
        Some(Found { pointer: pointer(load, 0), bytes: self.size(ty), value: None, site })
    }

    fn store(&self, store: InstructionValue<'ctx>) -> Option<Found<'ctx>> {
        let value = operand(store, 0)?;
        let mode = plain_or_atomic(store, Mode::Write, AtomicOp::Store);
        let (volatile, alignment) = (is_volatile(store), alignment(store));
        let site = Site { mode, kind: AccessKind::Store, volatile, alignment };
        Some(Found { pointer: pointer(store, 1), bytes: self.size(value.get_type()), value: Some(value), site })
    }

    fn read_modify_write(&self, instruction: InstructionValue<'ctx>) -> Option<Found<'ctx>> {
        let op = match instruction.get_atomic_rmw_bin_op()? {
            AtomicRMWBinOp::Xchg => AtomicOp::Exchange,
            AtomicRMWBinOp::Add | AtomicRMWBinOp::FAdd => AtomicOp::Add,
            AtomicRMWBinOp::Sub | AtomicRMWBinOp::FSub => AtomicOp::Sub,
            AtomicRMWBinOp::And => AtomicOp::And,
            AtomicRMWBinOp::Nand => AtomicOp::Nand,
            AtomicRMWBinOp::Or => AtomicOp::Or,
            AtomicRMWBinOp::Xor => AtomicOp::Xor,
            AtomicRMWBinOp::Max | AtomicRMWBinOp::UMax | AtomicRMWBinOp::FMax => AtomicOp::Max,
            AtomicRMWBinOp::Min | AtomicRMWBinOp::UMin | AtomicRMWBinOp::FMin => AtomicOp::Min,
            AtomicRMWBinOp::UIncWrap => AtomicOp::Inc,
            AtomicRMWBinOp::UDecWrap => AtomicOp::Dec,
        };
        self.atomic(instruction, op)
    }

    /// `atomicrmw` and `cmpxchg`: the pointer comes first, a value of the width behind it.
    fn atomic(&self, instruction: InstructionValue<'ctx>, op: AtomicOp) -> Option<Found<'ctx>> {
        let bytes = self.size(operand(instruction, 1)?.get_type());
        let mode = Mode::Atomic { op, scope: scope(instruction) };
        let (volatile, alignment) = (is_volatile(instruction), alignment(instruction));
        let site = Site { mode, kind: AccessKind::ReadModifyWrite, volatile, alignment };
        Some(Found { pointer: pointer(instruction, 0), bytes, value: None, site })
    }

    fn call(&self, call: InstructionValue<'ctx>) -> Vec<Found<'ctx>> {
        if let Some(steps) = copies::copy_steps(call) {
            return steps.into_iter().flat_map(|step| self.copies(call, step)).collect();
        }
        if let Some(steps) = bulk::bulk_steps(call) {
            return steps.into_iter().flat_map(|step| self.bulk(call, step)).collect();
        }
        if let Some(Callee::Assembly(_)) = callee(call) {
            return self.assembly(call).into_iter().chain(self.rows(call)).chain(self.products(call)).collect();
        }
        let Some(Callee::Declared(function)) = callee(call) else { return Vec::new() };
        let name = symbol(function);
        let known = nvvm::accesses(call, &name, |ty| self.size(ty));
        if !known.is_empty() {
            return known;
        }
        match role(&name) {
            Some(Role::Access | Role::Atomic) => return vec![not_modelled(&name)],
            None if library::only_computes(&ffi::demangle(&name)) => return Vec::new(),
            Some(_) | None => {}
        }
        let effects = ffi::call_effects(call);
        if !effects.reads || effects.writes || effects.only_inaccessible {
            return Vec::new();
        }
        let kind = AccessKind::NotModelled { callee: name };
        let site = Site { mode: Mode::Read, kind, volatile: false, alignment: 1 };
        vec![Found { pointer: None, bytes: Bytes::Fixed(0), value: None, site }]
    }

    /// What `cp.async` in inline assembly reads and writes.
    fn copies(&self, call: InstructionValue<'ctx>, step: CopyStep) -> Vec<Found<'ctx>> {
        let CopyStep::Copy { to, from, bytes, read } = step else { return Vec::new() };
        let read = match read {
            None => Some(Bytes::Fixed(bytes)),
            Some(Operand::Number(n)) => Some(Bytes::Fixed(n)),
            Some(Operand::Register(i)) => operand(call, i).filter(|v| v.is_int_value()).map(Bytes::Value),
        };
        let alignment = natural(bytes);
        let ends = [
            (from, GLOBAL, read, Mode::Read, AccessKind::AsyncCopySource),
            (to, SHARED, Some(Bytes::Fixed(bytes)), Mode::Write, AccessKind::AsyncCopyDestination),
        ];
        let found = ends.into_iter().map(|(index, space, bytes, mode, kind)| {
            let (pointer, bytes) = (self.address(call, index, space)?, bytes?);
            Some(Found {
                pointer: Some(pointer),
                bytes,
                value: None,
                site: Site { mode, kind, volatile: false, alignment },
            })
        });
        found.collect::<Option<Vec<_>>>().unwrap_or_else(|| vec![not_modelled("cp.async")])
    }

    /// What a bulk copy in inline assembly reads and writes, and then the mbarrier that it tells.
    fn bulk(&self, call: InstructionValue<'ctx>, step: BulkStep) -> Vec<Found<'ctx>> {
        let BulkStep::Copy(Bulk { to, from, bytes, signal, reduces }) = step else { return Vec::new() };
        let length = || match bytes {
            None => Some(Bytes::Fixed(1)),
            Some(Operand::Number(n)) => Some(Bytes::Fixed(n)),
            Some(Operand::Register(i)) => operand(call, i).filter(|v| v.is_int_value()).map(Bytes::Value),
        };
        let kind = AccessKind::Bulk(BulkEnd { signalled: signal.is_some(), tensor: bytes.is_none() });
        let combined = Mode::Atomic { op: AtomicOp::Add, scope: AtomicScope::Device };
        let written = if reduces { combined } else { Mode::Write };
        let end = |end, mode| {
            let (index, space) = match end {
                End::Shared(index) => (index, SHARED),
                End::Global(index) => (index, GLOBAL),
                End::Tensor => return Some(None),
            };
            let (pointer, bytes) = (Some(self.address(call, index, space)?), length()?);
            let site = Site { mode, kind: kind.clone(), volatile: false, alignment: 16 };
            Some(Some(Found { pointer, bytes, value: None, site }))
        };
        let told = signal.map(|index| {
            let pointer = Some(self.address(call, index, SHARED)?);
            let value = match bytes {
                None => None,
                Some(Operand::Number(n)) => Some(self.context.i32_type().const_int(n, false).into()),
                Some(Operand::Register(i)) => operand(call, i),
            };
            let mode = Mode::Atomic { op: AtomicOp::Sub, scope: AtomicScope::Cluster };
            let site = Site { mode, kind: AccessKind::BulkSignal, volatile: false, alignment: BYTES };
            Some(Some(Found { pointer, bytes: Bytes::Fixed(BYTES), value, site }))
        });
        let all: Option<Vec<_>> = [end(from, Mode::Read), end(to, written)].into_iter().chain(told).collect();
        all.map_or_else(|| vec![not_modelled("cp.async.bulk")], |all| all.into_iter().flatten().collect())
    }

    /// What inline assembly loads or stores of matrices.
    fn rows(&self, call: InstructionValue<'ctx>) -> Vec<Found<'ctx>> {
        let found = matrix::accesses(call).and_then(|all| {
            let found = all.into_iter().map(|(rows, mode, index)| {
                let pointer = Some(self.address(call, index, SHARED)?);
                let site = Site { mode, kind: AccessKind::Rows(rows), volatile: false, alignment: 1 };
                Some(Found { pointer, bytes: Bytes::Fixed(ROW_BYTES), value: None, site })
            });
            found.collect::<Option<Vec<_>>>()
        });
        found.unwrap_or_else(|| vec![not_modelled("ldmatrix or stmatrix")])
    }

    /// The matrices that inline assembly multiplies, by their descriptors.
    fn products(&self, call: InstructionValue<'ctx>) -> Vec<Found<'ctx>> {
        let found = wgmma::reads(call).and_then(|all| {
            let found = all.into_iter().map(|(argument, matrix)| {
                let value = operand(call, argument).filter(|v| v.get_type() == self.context.i64_type().into())?;
                let pointer = self.behind_descriptor(call, value.into_int_value())?;
                let site = Site { mode: Mode::Read, kind: AccessKind::Product(matrix), volatile: false, alignment: 1 };
                Some(Found { pointer: Some(pointer), bytes: Bytes::Fixed(1), value: Some(value), site })
            });
            found.collect::<Option<Vec<_>>>()
        });
        found.unwrap_or_else(|| vec![not_modelled("wgmma.mma_async")])
    }

    /// The address in a matrix descriptor: 14 bits, of units of 16 bytes.
    fn behind_descriptor(&self, call: InstructionValue<'ctx>, word: IntValue<'ctx>) -> Option<PointerValue<'ctx>> {
        self.builder.position_before(&call);
        let (mask, unit) = (word.get_type().const_int(0x3fff, false), word.get_type().const_int(4, false));
        let units = self.builder.build_and(word, mask, "").ok()?;
        let address = self.builder.build_left_shift(units, unit, "").ok()?;
        let ty = self.context.ptr_type(AddressSpace::from(SHARED));
        self.builder.build_int_to_ptr(address, ty, "").ok()
    }

    /// The words that inline assembly accesses; nothing under a predicate that does not hold. Lowering says where an address is
    /// not understood.
    fn assembly(&self, call: InstructionValue<'ctx>) -> Vec<Found<'ctx>> {
        let found = memory::accesses(call).unwrap_or_default().into_iter().map(|(operation, address)| {
            let memory::Operation { mode, volatile, bytes, offset, when, non_coherent, .. } = operation;
            let kind = if non_coherent { AccessKind::ReadOnlyCache } else { AccessKind::Assembly };
            let volatile = volatile && !memory::may_move_assembly(call);
            let site = Site { mode, kind, volatile, alignment: natural(bytes) };
            let pointer = self.address(call, address, SHARED)?;
            let pointer = if offset == 0 { pointer } else { self.behind(call, pointer, offset)? };
            let bytes = when.map_or(Some(Bytes::Fixed(bytes)), |when| self.bytes_when(call, when, bytes))?;
            Some(Found { pointer: Some(pointer), bytes, value: None, site })
        });
        found.map(|found| found.unwrap_or_else(|| not_modelled("inline assembly"))).collect()
    }

    /// A pointer moved by bytes.
    fn behind(
        &self,
        call: InstructionValue<'ctx>,
        pointer: PointerValue<'ctx>,
        offset: i64,
    ) -> Option<PointerValue<'ctx>> {
        self.builder.position_before(&call);
        let offset = self.context.i64_type().const_int(offset.cast_unsigned(), true);
        // SAFETY: a plain sum, which LLVM may take for nothing more: it is not `inbounds`.
        unsafe { self.builder.build_gep(self.context.i8_type(), pointer, &[offset], "") }.ok()
    }

    /// The bytes of an access under a condition, else none.
    fn bytes_when(&self, call: InstructionValue<'ctx>, when: When, bytes: u64) -> Option<Bytes<'ctx>> {
        let BasicValueEnum::IntValue(value) = operand(call, when.operand)? else { return None };
        let long = self.context.i64_type();
        let predicate = if when.is_zero { IntPredicate::EQ } else { IntPredicate::NE };
        self.builder.position_before(&call);
        let holds = self.builder.build_int_compare(predicate, value, value.get_type().const_zero(), "").ok()?;
        let (some, none) = (long.const_int(bytes, false), long.const_zero());
        self.builder.build_select(holds, some, none, "").ok().map(Bytes::Value)
    }

    /// An operand of inline assembly as a pointer; numbers are addresses in `space`.
    fn address(&self, call: InstructionValue<'ctx>, index: u32, space: u16) -> Option<PointerValue<'ctx>> {
        match operand(call, index)? {
            BasicValueEnum::PointerValue(pointer) => Some(pointer),
            BasicValueEnum::IntValue(number) => {
                self.builder.position_before(&call);
                let ty = self.context.ptr_type(AddressSpace::from(space));
                self.builder.build_int_to_ptr(number, ty, "").ok()
            }
            BasicValueEnum::ArrayValue(_)
            | BasicValueEnum::FloatValue(_)
            | BasicValueEnum::StructValue(_)
            | BasicValueEnum::VectorValue(_)
            | BasicValueEnum::ScalableVectorValue(_) => None,
        }
    }

    fn size(&self, ty: BasicTypeEnum<'ctx>) -> Bytes<'ctx> {
        Bytes::Fixed(ffi::store_size(self.module, ty))
    }
}

/// An access that is not understood.
fn not_modelled<'ctx>(callee: &str) -> Found<'ctx> {
    let kind = AccessKind::NotModelled { callee: callee.to_owned() };
    let site = Site { mode: Mode::Write, kind, volatile: false, alignment: 1 };
    Found { pointer: None, bytes: Bytes::Fixed(0), value: None, site }
}

fn declare_marker<'ctx>(
    module: &Module<'ctx>,
    context: ContextRef<'ctx>,
    name: &str,
    value: Option<BasicTypeEnum<'ctx>>,
) -> FunctionValue<'ctx> {
    let mut parameters: Vec<BasicMetadataTypeEnum<'ctx>> =
        vec![context.ptr_type(AddressSpace::default()).into(), context.i64_type().into(), context.i32_type().into()];
    parameters.extend(value.map(|ty| BasicMetadataTypeEnum::from(ty.as_basic_type_enum())));
    let function = module.add_function(name, context.void_type().fn_type(&parameters, false), None);
    let attribute = |name, value| context.create_enum_attribute(Attribute::get_named_enum_kind_id(name), value);
    function.add_attribute(AttributeLoc::Function, attribute("memory", MEMORY_INACCESSIBLE));
    function.add_attribute(AttributeLoc::Function, attribute("nounwind", 0));
    function.add_attribute(AttributeLoc::Function, attribute("willreturn", 0));
    function.add_attribute(AttributeLoc::Param(0), attribute("nocapture", 0));
    function
}
