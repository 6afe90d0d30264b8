//! Functions without a body that are executed, by name.
//!
//! Source: LLVM's language reference and `IntrinsicsNVVM.td`, PTX ISA, the C library. What has no line here is not executed.

use super::values::mathematics::{self, Mathematics};
use super::waits::{Exchange, Reduce, Reduction, Shuffle, Vote};
use crate::kernel::program::AtomicOp;

/// A function that is known.
#[derive(Clone, Copy, Debug)]
pub(super) enum Function {
    /// Nothing that a thread could see; the result is 0.
    Nothing,
    /// It says of a program's values what holds of them, and does nothing else.
    States,
    /// Its first operand.
    First,
    Register(Register),
    Mathematics(Mathematics),
    /// It waits for other threads.
    Meets(Meets),
    /// It changes memory, or its order, and gives nothing.
    Changes(Changes),
    /// Of its pointer.
    Load,
    Atomic(AtomicOp),
    /// The address that another block of the cluster has for one.
    InBlock,
    /// The rank of the block that an address leads to.
    RankOf,
    /// Whether an address is in this space.
    IsSpace(Space),
    Allocate,
}

/// What waits for other threads.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meets {
    /// A barrier of the whole block, with a condition as first operand where it reduces.
    Barrier(Reduce),
    /// A barrier with a number, and a count if there is a second operand.
    Numbered,
    /// The operand that is the mask.
    Lanes(Exchange, usize),
    Active,
    Cluster,
    Grid,
}

/// What changes memory or its order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Changes {
    Fence,
    /// At the barrier of the cluster, with a release or without.
    Arrive(bool),
    Copy,
    Fill,
    AsyncCopy(u64),
    Commit,
    WaitGroups,
    WaitAll,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Space {
    Shared,
    /// Of any block of the cluster.
    Distributed,
    Local,
    Global,
    Constant,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Register {
    Thread(usize),
    BlockDim(usize),
    Block(usize),
    GridDim(usize),
    /// Of the block in its cluster, of the cluster, and how many there are of both.
    InCluster(usize),
    Cluster(usize),
    ClusterDim(usize),
    Clusters(usize),
    Rank,
    ClusterSize,
    Lane,
    Warp,
    Warps,
    WarpSize,
    /// Of lanes: equal, below or equal, below, above or equal, above.
    Mask(LaneMask),
    Clock,
    Zero,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum LaneMask {
    Equal,
    BelowOrEqual,
    Below,
    AboveOrEqual,
    Above,
}

/// Functions of the runtime that do nothing here.
const QUIET: &[&str] = &["vprintf", "printf", "free", "__assertfail"];
/// Functions by which a program states what holds.
const STATING: &[&str] =
    &["__raceproof_assume", "__raceproof_contents", "__raceproof_contents_of_two", "__raceproof_assert", "llvm.assume"];

/// Intrinsics that do nothing that a thread could see, by how their names begin.
const HINTS: &[&str] = &[
    "dbg.",
    "lifetime.",
    "donothing",
    "sideeffect",
    "invariant.",
    "experimental.noalias",
    "prefetch",
    "nvvm.nanosleep",
    "stackrestore",
    "stacksave",
    "var.annotation",
    "is.constant",
];

const FIRST: &[&str] = &[
    "expect.",
    "ssa.copy",
    "annotation",
    "ptr.annotation",
    "launder.",
    "strip.",
    "nvvm.ptr.",
    "nvvm.move.",
    "preserve.static.offset",
    "arithmetic.fence",
];

impl Function {
    pub(super) fn of(name: &str) -> Option<Function> {
        if QUIET.contains(&name) {
            return Some(Function::Nothing);
        }
        if STATING.contains(&name) {
            return Some(Function::States);
        }
        match name {
            "__raceproof_grid_sync" => return Some(Function::Meets(Meets::Grid)),
            "malloc" => return Some(Function::Allocate),
            _ => {}
        }
        let Some(intrinsic) = name.strip_prefix("llvm.") else {
            return mathematics::of_library(name).map(Function::Mathematics);
        };
        let begins = |names: &[&str]| names.iter().any(|begin| intrinsic.starts_with(begin));
        if begins(HINTS) {
            return Some(Function::Nothing);
        }
        if begins(FIRST) {
            return Some(Function::First);
        }
        if intrinsic.starts_with("memcpy.") || intrinsic.starts_with("memmove.") {
            return Some(Function::Changes(Changes::Copy));
        }
        if intrinsic.starts_with("memset.") {
            return Some(Function::Changes(Changes::Fill));
        }
        let known = intrinsic.strip_prefix("nvvm.").and_then(of_device);
        known.or_else(|| mathematics::of_intrinsic(intrinsic).map(Function::Mathematics))
    }
}

/// Intrinsics of NVIDIA's devices.
fn of_device(name: &str) -> Option<Function> {
    if let Some(register) = name.strip_prefix("read.ptx.sreg.") {
        return register_of(register).map(Function::Register);
    }
    if let Some(rest) = name.strip_prefix("isspacep.") {
        return Some(Function::IsSpace(match rest {
            "shared" => Space::Shared,
            "shared.cluster" => Space::Distributed,
            "local" => Space::Local,
            "global" => Space::Global,
            "const" => Space::Constant,
            _ => return None,
        }));
    }
    if let Some(rest) = name.strip_prefix("cp.async.") {
        return copy(rest);
    }
    if let Some(half) = name.strip_prefix("barrier.cluster.") {
        return match half.trim_end_matches(".aligned") {
            "arrive" => Some(Function::Changes(Changes::Arrive(true))),
            "arrive.relaxed" => Some(Function::Changes(Changes::Arrive(false))),
            "wait" => Some(Function::Meets(Meets::Cluster)),
            _ => None,
        };
    }
    if name.starts_with("membar.") || name.starts_with("fence.sc") {
        return Some(Function::Changes(Changes::Fence));
    }
    if name.starts_with("ldg.global.") || name.starts_with("ldu.global.") {
        return Some(Function::Load);
    }
    Some(match name {
        "barrier0" => Function::Meets(Meets::Barrier(Reduce::Nothing)),
        "barrier0.popc" => Function::Meets(Meets::Barrier(Reduce::Count)),
        "barrier0.and" => Function::Meets(Meets::Barrier(Reduce::And)),
        "barrier0.or" => Function::Meets(Meets::Barrier(Reduce::Or)),
        "barrier.sync" | "barrier.n" | "bar.sync" | "barrier" | "barrier.sync.cnt" => Function::Meets(Meets::Numbered),
        "bar.warp.sync" => Function::Meets(Meets::Lanes(Exchange::Barrier, 0)),
        "mapa" | "mapa.shared.cluster" => Function::InBlock,
        "getctarank" | "getctarank.shared.cluster" => Function::RankOf,
        "activemask" => Function::Meets(Meets::Active),
        _ => return lanes(name).or_else(|| atomic(name)),
    })
}

/// Exchanges between lanes.
fn lanes(name: &str) -> Option<Function> {
    let words: Vec<&str> = name.split('.').collect();
    let exchange = match words.as_slice() {
        ["shfl", "sync", kind, ..] => Exchange::Shuffle(match *kind {
            "up" => Shuffle::Up,
            "down" => Shuffle::Down,
            "bfly" => Shuffle::Butterfly,
            "idx" => Shuffle::Index,
            _ => return None,
        }),
        ["vote", kind, "sync"] => Exchange::Vote(match *kind {
            "all" => Vote::All,
            "any" => Vote::Any,
            "uni" => Vote::Uniform,
            "ballot" => Vote::Ballot,
            _ => return None,
        }),
        ["match", "any", "sync", ..] => Exchange::MatchAny,
        ["match", "all", "sync", ..] => Exchange::MatchAll,
        ["redux", "sync", kind] => Exchange::Reduce(match *kind {
            "add" => Reduction::Add,
            "min" => Reduction::Min,
            "max" => Reduction::Max,
            "umin" => Reduction::UMin,
            "umax" => Reduction::UMax,
            "and" => Reduction::And,
            "or" => Reduction::Or,
            "xor" => Reduction::Xor,
            _ => return None,
        }),
        _ => return None,
    };
    let mask = usize::from(matches!(exchange, Exchange::Reduce(_)));
    Some(Function::Meets(Meets::Lanes(exchange, mask)))
}

/// `atomic.load.inc.32.p0` and `atomic.add.gen.i.cta…`, of whole numbers as LLVM writes them.
fn atomic(name: &str) -> Option<Function> {
    let words: Vec<&str> = name.strip_prefix("atomic.")?.split('.').collect();
    let (word, kind) = match words.as_slice() {
        ["load", op, ..] => (*op, "i"),
        [op, "gen", kind, ..] => (*op, *kind),
        _ => return None,
    };
    Some(Function::Atomic(match (word, kind) {
        ("add", "f") => AtomicOp::FAdd,
        ("add", _) => AtomicOp::Add,
        ("exch", _) => AtomicOp::Exchange,
        ("max", _) => AtomicOp::Max,
        ("min", _) => AtomicOp::Min,
        ("inc", _) => AtomicOp::Inc,
        ("dec", _) => AtomicOp::Dec,
        ("and", _) => AtomicOp::And,
        ("or", _) => AtomicOp::Or,
        ("xor", _) => AtomicOp::Xor,
        _ => return None,
    }))
}

fn copy(name: &str) -> Option<Function> {
    Some(match name {
        "commit.group" => Function::Changes(Changes::Commit),
        "wait.group" => Function::Changes(Changes::WaitGroups),
        "wait.all" => Function::Changes(Changes::WaitAll),
        _ => {
            let rest = name.strip_prefix("ca.").or_else(|| name.strip_prefix("cg."))?;
            let rest = rest.strip_prefix("shared.global.")?;
            Function::Changes(Changes::AsyncCopy(rest.split('.').next()?.parse().ok()?))
        }
    })
}

fn register_of(name: &str) -> Option<Register> {
    let axis = |letter: &str| ["x", "y", "z"].iter().position(|axis| *axis == letter);
    Some(match name.split('.').collect::<Vec<_>>().as_slice() {
        ["tid", letter] => Register::Thread(axis(letter)?),
        ["ntid", letter] => Register::BlockDim(axis(letter)?),
        ["ctaid", letter] => Register::Block(axis(letter)?),
        ["nctaid", letter] => Register::GridDim(axis(letter)?),
        ["cluster", "ctaid", letter] => Register::InCluster(axis(letter)?),
        ["cluster", "nctaid", letter] => Register::ClusterDim(axis(letter)?),
        ["cluster", "ctarank"] => Register::Rank,
        ["cluster", "nctarank"] => Register::ClusterSize,
        ["clusterid", letter] => Register::Cluster(axis(letter)?),
        ["nclusterid", letter] => Register::Clusters(axis(letter)?),
        ["laneid"] => Register::Lane,
        ["warpid"] => Register::Warp,
        ["nwarpid"] => Register::Warps,
        ["warpsize"] => Register::WarpSize,
        ["lanemask", kind] => Register::Mask(match *kind {
            "eq" => LaneMask::Equal,
            "le" => LaneMask::BelowOrEqual,
            "lt" => LaneMask::Below,
            "ge" => LaneMask::AboveOrEqual,
            "gt" => LaneMask::Above,
            _ => return None,
        }),
        ["clock" | "clock64" | "clock_hi" | "globaltimer", ..] => Register::Clock,
        ["smid" | "nsmid" | "gridid", ..] => Register::Zero,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_known() {
        let shuffle = Function::Meets(Meets::Lanes(Exchange::Shuffle(Shuffle::Butterfly), 0));
        for (name, function) in [
            ("llvm.nvvm.barrier0", Function::Meets(Meets::Barrier(Reduce::Nothing))),
            ("llvm.nvvm.shfl.sync.bfly.i32", shuffle),
            ("llvm.nvvm.redux.sync.umax", Function::Meets(Meets::Lanes(Exchange::Reduce(Reduction::UMax), 1))),
            ("llvm.nvvm.read.ptx.sreg.ctaid.y", Function::Register(Register::Block(1))),
            ("llvm.nvvm.atomic.add.gen.i.cta.i32.p0", Function::Atomic(AtomicOp::Add)),
            ("llvm.nvvm.cp.async.ca.shared.global.16.s", Function::Changes(Changes::AsyncCopy(16))),
            ("llvm.memcpy.p0.p0.i64", Function::Changes(Changes::Copy)),
            ("llvm.dbg.value", Function::Nothing),
        ] {
            assert_eq!(format!("{:?}", Function::of(name)), format!("{:?}", Some(function)), "{name}");
        }
        for name in ["llvm.nvvm.wmma.m16n16k16.load.a", "unheard_of", "llvm.nvvm.tex.1d.v4f32.s32"] {
            assert!(Function::of(name).is_none(), "{name}");
        }
    }
}
