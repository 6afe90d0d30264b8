//! What the command line, the settings and the kernel's name say of how a kernel is checked.

use super::check::{Check, is_cuda, is_named};
use crate::analysis::Options;
use crate::diagnostics::pattern::is_pattern;
use crate::front::config::{Amount, BarrierMatch, ContentsFact, ContentsPattern, External, LevelLimit, Overflow};
use crate::kernel::{Along, ArrayId, Cells, Kernel, LaunchFacts, Matching, MemorySpace, Pattern, Stated};
use crate::llvm::{Externals, Reading};
use crate::term::{CastOp, Func, FuncKind, Term, Terms, VarKind, Width, Wrapping};
use crate::verdict::Level;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

/// Wall time for one kernel, if the user names none: the backstop behind [`KERNEL_EFFORT`].
const KERNEL_TIME: Duration = Duration::from_secs(600);
/// The solver's work for one kernel, if the user names no time: what comes of it is the same on every machine. In the
/// solver's own measure; on real kernels it takes about 1.4 times as long.
const KERNEL_EFFORT: Duration = Duration::from_millis(2500);

impl Check<'_> {
    /// What the command line says of all kernels, and where it says nothing, what is known of this one.
    fn launch(&self, kernel: &Kernel) -> LaunchFacts {
        let own = self.config.facts.iter().filter(|(name, _)| is_named(kernel, name));
        // A name is stronger than a pattern of names.
        let (patterns, names): (Vec<_>, Vec<_>) = own.partition(|(name, _)| is_pattern(name));
        let own = names.into_iter().chain(patterns).map(|(_, facts)| facts);
        let (mut block_dim, mut grid_dim) = (self.config.block_dim, self.config.grid_dim);
        let mut params = self.config.params.clone();
        for facts in own {
            block_dim = block_dim.or(facts.block_dim);
            grid_dim = grid_dim.or(facts.grid_dim);
            for (name, value) in &facts.params {
                params.entry(name.clone()).or_insert(*value);
            }
        }
        let extents = |e: Option<[u32; 3]>| e.map_or([None; 3], |e| e.map(Some));
        LaunchFacts {
            block_dim: extents(block_dim),
            grid_dim: extents(grid_dim),
            params: params.into_iter().map(|(n, v)| (n, v as i64)).collect(),
            relations: vec![],
        }
    }

    /// A kernel with what is known of the contents of its arrays.
    pub(super) fn with_contents(&self, kernel: &Kernel) -> Kernel {
        let mut kernel = kernel.clone();
        let own = self.config.facts.iter().filter(|(name, _)| is_named(&kernel, name));
        let facts: Vec<&ContentsFact> = own.flat_map(|(_, facts)| &facts.contents).collect();
        for fact in facts {
            state(&mut kernel, fact);
            kernel.variants.iter_mut().for_each(|variant| state(variant, fact));
        }
        kernel
    }

    /// How the code of a file is read. Only what nvcc makes of a CUDA file is known not to be linked with other units.
    #[must_use]
    pub fn reading(&self, path: &Path) -> Reading {
        let wrapping = match self.config.overflow {
            Overflow::Assume => Wrapping::Excluded,
            Overflow::Check => Wrapping::Followed,
        };
        let linked = !is_cuda(path) || self.invocation.leaves_device_code_open();
        let externals = match self.config.external {
            External::Linked if !linked => Externals::StandIns,
            External::Linked | External::Unknown => Externals::Unknown,
            External::Pure => Externals::Pure,
        };
        Reading { wrapping, externals, linked, time: self.config.timeout }
    }

    /// The levels that were asked for.
    #[must_use]
    pub fn levels(&self) -> Vec<Level> {
        match self.config.level.unwrap_or_default() {
            LevelLimit::Warp => vec![Level::Warp],
            LevelLimit::Block => vec![Level::Block],
            LevelLimit::Grid | LevelLimit::All => vec![Level::Block, Level::Grid],
        }
    }

    pub(super) fn options(&self, kernel: &Kernel) -> Options {
        let usual = Options::default();
        Options {
            launch: self.launch(kernel),
            levels: self.levels(),
            warp_sync: self.config.warp_sync,
            barrier_match: self.config.barrier_match.map(|m| match m {
                BarrierMatch::Site => Matching::Site,
                BarrierMatch::Any => Matching::Any,
            }),
            deadline: Some(self.config.timeout.unwrap_or(KERNEL_TIME)),
            effort: self.config.timeout.is_none().then_some(KERNEL_EFFORT),
            // Those that are not shown are counted.
            max_findings: self.config.max_findings.map_or(usual.max_findings, |n| n.max(usual.max_findings)),
            performance: self.config.performance,
        }
    }
}

/// Adds to a kernel what its caller says of the contents of an array, whose values are taken to be signed. Names that it does not
/// have, and arrays that it reads as cells of several sizes, leave it as it is.
fn state(kernel: &mut Kernel, fact: &ContentsFact) {
    let Some(Cells { array, start, width, signed }) = cells(kernel, &fact.array) else { return };
    let pattern = match &fact.pattern {
        ContentsPattern::Distinct => Some(Pattern::Distinct),
        ContentsPattern::Sorted => Some(Pattern::Sorted),
        ContentsPattern::Increasing => Some(Pattern::Increasing),
        ContentsPattern::Equal => Some(Pattern::Equal),
        ContentsPattern::Range(low, high) => {
            let terms = &mut kernel.terms;
            amount(terms, low).zip(amount(terms, high)).map(|(low, high)| Pattern::Within(low, high))
        }
        ContentsPattern::Offsets(other) => cells(kernel, other).map(|cells| Pattern::Along(Along::Offsets, cells)),
        ContentsPattern::Sums(other) => cells(kernel, other).map(|cells| Pattern::Along(Along::Sums, cells)),
        ContentsPattern::Intervals(other) => cells(kernel, other).map(|cells| Pattern::Along(Along::Intervals, cells)),
    };
    let (Some(pattern), Some(count)) = (pattern, amount(&mut kernel.terms, &fact.count)) else { return };
    let (guard, count) = (kernel.terms.truth(), Some(count));
    kernel.contents.push(Stated { array, guard, start, count, width, signed, pattern, line: 0 });
}

/// The cells of an array of global memory that is read as cells of one size.
fn cells(kernel: &mut Kernel, name: &str) -> Option<Cells> {
    let named = (0..).zip(&kernel.arrays).filter(|(_, a)| a.name == name && a.space == MemorySpace::Global);
    let named: Vec<usize> = named.map(|(i, _)| i).collect();
    let [array] = *named else { return None };
    let of_array = |f: &Func| kernel.terms.func_info(*f).kind == FuncKind::Memory { array: Some(array) };
    let widths: BTreeSet<Width> =
        kernel.terms.funcs().filter(of_array).map(|f| kernel.terms.func_info(f).width).collect();
    let width = widths.first().copied().filter(|_| widths.len() == 1)?;
    Some(Cells { array: ArrayId(array), start: kernel.terms.constant(64, 0), width, signed: true })
}

/// A sum of products, 64 bits; parameters are read as signed numbers.
fn amount(terms: &mut Terms, Amount(sum): &Amount) -> Option<Term> {
    let mut all = terms.constant(64, 0);
    for (by, names) in sum {
        let mut product = terms.int(64, *by);
        for name in names {
            let var = terms.vars().find(|v| terms.var_info(*v).name == *name)?;
            let widened = match terms.var_info(var).kind {
                VarKind::Param => CastOp::Sext,
                VarKind::BlockDim(_) | VarKind::GridDim(_) | VarKind::ClusterDim(_) => CastOp::Zext,
                VarKind::ThreadIdx(_)
                | VarKind::BlockIdx(_)
                | VarKind::ClusterRank
                | VarKind::Counter
                | VarKind::Local => return None,
            };
            let var = terms.var(var);
            let factor = terms.cast(widened, 64, var);
            product = terms.mul(product, factor);
        }
        all = terms.add(all, product);
    }
    Some(all)
}
