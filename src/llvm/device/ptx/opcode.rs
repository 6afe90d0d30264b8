//! The name of an instruction that accesses memory, part by part: `ld.acquire.gpu.u32`.
//!
//! Source: PTX ISA, memory consistency model and the instructions of these names. Direction of imprecision: a part that is not
//! understood, or is said twice, makes the instruction one that is not.

use crate::llvm::device::access::{AtomicOp, AtomicScope, Mode};

/// What the parts of an opcode say; each may be said once.
#[derive(Default)]
pub(super) struct Parts<'a> {
    pub(super) order: Option<&'a str>,
    pub(super) scope: Option<AtomicScope>,
    op: Option<AtomicOp>,
    /// Of one element.
    pub(super) bytes: Option<u64>,
    pub(super) elements: Option<u64>,
    pub(super) whole: bool,
    pub(super) non_coherent: Option<()>,
    pub(super) shared_cache: Option<()>,
    pub(super) shared: Option<()>,
}

impl<'a> Parts<'a> {
    /// Takes one part in; `None` if it is not understood.
    pub(super) fn take(&mut self, name: &str, word: &'a str) -> Option<()> {
        match word {
            "weak" | "relaxed" | "acquire" | "release" | "acq_rel" | "volatile" => once(&mut self.order, word),
            "sc" if name == "fence" => once(&mut self.order, word),
            "cta" => once(&mut self.scope, AtomicScope::Block),
            "cluster" => once(&mut self.scope, AtomicScope::Cluster),
            "gpu" => once(&mut self.scope, AtomicScope::Device),
            "gl" if name == "membar" => once(&mut self.scope, AtomicScope::Device),
            "sys" => once(&mut self.scope, AtomicScope::System),
            // Where in the caches, and what becomes of small numbers.
            "L1::no_allocate" | "L1::evict_first" | "L1::evict_last" | "L2::64B" | "L2::128B" | "L2::256B" => Some(()),
            "v2" | "v4" | "v8" if matches!(name, "ld" | "st") => once(&mut self.elements, word[1..].parse().ok()?),
            "nc" if name == "ld" => once(&mut self.non_coherent, ()),
            "shared" | "shared::cta" | "shared::cluster" if matches!(name, "ld" | "st" | "atom" | "red") => {
                once(&mut self.shared, ())
            }
            "global" | "ca" | "cs" | "lu" | "wb" | "wt" | "noftz" => Some(()),
            "cg" | "cv" => once(&mut self.shared_cache, ()),
            _ if name == "atom" || name == "red" => match operation(word) {
                Some(op) => once(&mut self.op, op),
                None => self.take_type(word),
            },
            _ => self.take_type(word),
        }
    }

    fn take_type(&mut self, word: &str) -> Option<()> {
        self.whole = word.starts_with(['u', 's']) || ["b8", "b16", "b32", "b64"].contains(&word);
        once(&mut self.bytes, width(word)?)
    }

    pub(super) fn mode(&self, name: &str) -> Option<Mode> {
        let (scope, strong) = match (self.order, self.scope) {
            (Some("weak" | "volatile") | None, None) => (AtomicScope::Device, false),
            (Some("relaxed" | "acquire" | "release" | "acq_rel"), Some(scope)) => (scope, true),
            // The order of `atom` and `red` is relaxed where they name none.
            (_, scope) if name == "atom" || name == "red" => (scope.unwrap_or(AtomicScope::Device), true),
            (Some(_) | None, _) => return None,
        };
        let atomic = |op| Mode::Atomic { op, scope };
        match (name, strong, self.op) {
            ("ld", true, None) => Some(atomic(AtomicOp::Load)),
            ("st", true, None) => Some(atomic(AtomicOp::Store)),
            ("ld", false, None) => Some(Mode::Read),
            ("st", false, None) => Some(Mode::Write),
            ("atom" | "red", _, Some(op)) if !matches!(self.order, Some("weak" | "volatile")) => Some(atomic(op)),
            _ => None,
        }
    }
}

fn once<T>(place: &mut Option<T>, value: T) -> Option<()> {
    place.replace(value).is_none().then_some(())
}

fn operation(word: &str) -> Option<AtomicOp> {
    Some(match word {
        "add" => AtomicOp::Add,
        "exch" => AtomicOp::Exchange,
        "cas" => AtomicOp::CompareExchange,
        "min" => AtomicOp::Min,
        "max" => AtomicOp::Max,
        "inc" => AtomicOp::Inc,
        "dec" => AtomicOp::Dec,
        "and" => AtomicOp::And,
        "or" => AtomicOp::Or,
        "xor" => AtomicOp::Xor,
        _ => return None,
    })
}

/// The bytes of a value of this type.
fn width(word: &str) -> Option<u64> {
    Some(match word {
        "b8" | "u8" | "s8" => 1,
        "b16" | "u16" | "s16" | "f16" | "bf16" => 2,
        "b32" | "u32" | "s32" | "f32" | "f16x2" | "bf16x2" => 4,
        "b64" | "u64" | "s64" | "f64" => 8,
        "b128" => 16,
        _ => return None,
    })
}
