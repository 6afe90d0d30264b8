//! Calls of LLVM's intrinsics, each by its role ([`Role`]).
//!
//! Direction: a call that is not understood is named, and makes the kernel unknown.

use super::lowerer::Lowerer;
use crate::kernel::target::{LANES, MASK, REGISTER};
use crate::llvm::bind::ir::Val;
use crate::llvm::device::intrinsics::Role;
use crate::llvm::device::{matrix, nvvm};
use crate::llvm::flow::cfg::BlockId;
use crate::llvm::lower::values::value::Value;
use crate::term::{BinaryOp, CastOp, Term};
use inkwell::values::InstructionValue;

const SPECIAL_REGISTERS: &str = "llvm.nvvm.read.ptx.sreg.";

impl Lowerer<'_, '_> {
    /// Lowers a call of an intrinsic that is not known to wait, and gives its result.
    pub(crate) fn intrinsic(
        &mut self,
        block: BlockId,
        instruction: InstructionValue<'_>,
        val: Val,
        (role, name): (Role, &str),
        args: &[Val],
    ) -> Value {
        let short = short(name);
        let value = match role {
            Role::Value => self.computed(val, name, args),
            Role::First => args.first().map_or(Value::Opaque, |a| self.value(*a)),
            Role::Register => return self.special_register(val, name.trim_start_matches(SPECIAL_REGISTERS)),
            Role::Assumption => {
                self.assumption(block, instruction, args);
                return Value::Opaque;
            }
            Role::ActiveLanes => return self.active_lanes(block),
            Role::Fence => {
                self.fence(block, instruction, short);
                return Value::Opaque;
            }
            Role::Atomic => return self.named_atomic(val, short.trim_start_matches("atomic."), args),
            Role::Matrix => {
                self.matrix(instruction, name);
                Value::Opaque
            }
            // What they access has its markers.
            Role::Access => match args {
                [pointer, ..] if nvvm::reads_by_read_only_cache(short) => self.unwritten(*pointer, 0, &val.ty()),
                _ => Value::Opaque,
            },
            // An exchange here is one that waits for nobody.
            Role::Fresh | Role::Nothing | Role::Exchange | Role::Copy | Role::Fetch | Role::Trap | Role::Exit => {
                Value::Opaque
            }
            // Those that the model knows have been found to wait.
            Role::Barrier | Role::NotModelled => {
                self.intrinsic_not_modelled(instruction, name);
                Value::Opaque
            }
        };
        let what = if role == Role::Fetch { "a value read by" } else { "the result of" };
        self.or_opaque(value, &val.ty(), &format!("{what} `{short}`"))
    }

    /// The result of a function of its arguments: as a pointer, a term, or a symbol.
    fn computed(&mut self, val: Val, name: &str, args: &[Val]) -> Value {
        if let Some(result) = self.pointer_function(val, name, args) {
            return result;
        }
        match self.integer_function(val, name, args) {
            Some(result) => Value::Term(result),
            None => self.pure_call(val, short(name), args),
        }
    }

    /// Matrices that a warp loads or stores together. Its markers are the accesses. What a lane gets depends on all lanes.
    fn matrix(&mut self, instruction: InstructionValue<'_>, name: &str) {
        if matrix::tile_access(name).is_none() && matrix::rows_loaded(name).is_none() {
            self.intrinsic_not_modelled(instruction, name);
        }
    }

    fn intrinsic_not_modelled(&mut self, instruction: InstructionValue<'_>, name: &str) {
        let place = self.at(instruction);
        self.is_not_modelled(instruction, short(name), format!("`{name}`{place} is not modelled"));
    }

    pub(crate) fn pure_call(&mut self, val: Val, name: &str, args: &[Val]) -> Value {
        let parts: Vec<Value> = args.iter().map(|a| self.value(*a)).collect();
        self.pure_scalar(&val.ty(), name, &parts)
    }

    pub(crate) fn special_register(&mut self, val: Val, register: &str) -> Value {
        let axis = |r: &str| match r {
            "x" => Some(0),
            "y" => Some(1),
            "z" => Some(2),
            _ => None,
        };
        let launch = self.launch;
        for (prefix, vars) in [
            ("tid.", launch.thread),
            ("ctaid.", launch.block),
            ("ntid.", launch.block_dim),
            ("nctaid.", launch.grid_dim),
        ] {
            if let Some(a) = register.strip_prefix(prefix).and_then(axis) {
                self.note_read(vars[a], val);
                return Value::Term(self.terms.var(vars[a]));
            }
        }
        if let Some(of_cluster) = self.cluster_register(val, register) {
            return of_cluster;
        }
        if ["laneid", "lanemask", "warpid"].iter().any(|own| register.starts_with(own)) {
            self.note_read(launch.thread[0], val);
        }
        match register {
            "warpsize" => Value::Term(self.terms.constant(REGISTER, LANES.into())),
            "laneid" => Value::Term(self.lane()),
            "lanemask.lt" | "lanemask_lt" => {
                let (lane, one, minus_one) = (self.lane(), self.terms.constant(MASK, 1), self.terms.int(MASK, -1));
                let lane = self.terms.cast(CastOp::Zext, MASK, lane);
                let own = self.terms.binary(BinaryOp::Shl, one, lane);
                Value::Term(self.terms.add(own, minus_one))
            }
            _ => self.or_opaque(Value::Opaque, &val.ty(), &format!("the special register `{register}`")),
        }
    }

    /// The thread's lane, in a register.
    pub(crate) fn lane(&mut self) -> Term {
        let id = self.launch.linear(&mut self.terms);
        let warp = self.terms.constant(REGISTER, LANES.into());
        self.terms.binary(BinaryOp::URem, id, warp)
    }
}

/// The name without what all names begin with.
pub(crate) fn short(name: &str) -> &str {
    name.trim_start_matches("llvm.").trim_start_matches("nvvm.")
}
