//! What a verdict is given under: facts that are taken to hold and were not checked.
//!
//! They stay data until a report is rendered. `raceproof explain RA0003` says what one means
//! (`src/diagnostics/assumptions.md`).

use super::catalogue::catalogue;

catalogue! {
    /// Something that a verdict rests on.
    pub enum Assumption;

    /// What every verdict rests on that says something of memory: said once, and in full where machines read.
    "RA0001" Standing => "nobody else writes the memory meanwhile: no other kernel or stream, and not the host";
    "RA0002" InsideObjects => "accesses stay inside the object that they start from";
    "RA0003" IndicesDoNotWrap => "index arithmetic does not wrap";
    "RA0004" NoAccess => "no access to shared or global memory";
    "RA0005" Aligned => "addresses are aligned as their accesses need it";
    "RA0006" ParametersDoNotAlias => "distinct pointer parameters do not alias";
    "RA0007" NonCoherentReadIsOver => "a non-coherent read (`__ldg`, `ld.global.nc`) that comes before a write by the order of the program is over by then";
    "RA0008" OverBeforeReturn => "the accesses of a thread that has returned are over when the other threads pass their next barrier";
    "RA0009" FewIterations => "each loop runs fewer than 2^31 iterations";
    "RA0010" NoDivisionByZero => "nothing is divided by 0";
    "RA0011" SameValueIsHarmless => "same-value writes are harmless";
    "RA0012" CounterDoesNotWrap { counter: String } => "the additions to `{counter}` do not wrap all the way round";
    "RA0013" BarriersMatchAnywhere => "threads may meet at different places with a barrier of the block";
    "RA0014" LockStep { lanes: u32 } => "warps of {lanes} threads run in lock step";
    "RA0015" BlockLevelNotChecked => "no data race at level block, which was not checked";
    "RA0016" GridLevelNotChecked => "no data race at level grid, which was not checked";
    /// Dimensions by name, at least one.
    "RA0017" UnreadAxes { dims: Vec<String> } => "{} 1: the kernel does not read that axis", are(dims);
    /// Dimensions by name, at least one.
    "RA0018" RowsInLanesOnly { dims: Vec<String> } => "{} 1: the kernel reads that axis in the numbers of lanes only", are(dims);
    "RA0019" UnsignedExtent { parameter: String, bits: u8 } => "`{parameter}` is not negative and below 2^{bits}: larger unsigned extents wrap in index arithmetic";
    "RA0020" SameLane => "an element of a matrix that a warp adds to is loaded and stored by the same lane";
    /// Of masks whose form is not known.
    "RA0021" LanesArrive => "the lanes that a mask names come to its shuffle, vote or barrier, and no others";
    "RA0022" ZeroAtStart { variable: String } => "`{variable}` is 0 when the kernel starts";
    "RA0023" LastTicket { counter: String } => "the block that draws the last ticket of `{counter}` sees what the others wrote before their fences";
    "RA0024" ContractsHold => "the contracts in the source hold";
    "RA0025" SourceAssumes => "what the source assumes (`[[assume(…)]]`, alignments) holds";
    "RA0026" NoTrap => "no thread ends in a trap or a failed assertion";
    /// At this line, 0 if it is not known.
    "RA0027" NotUndefined { line: u32 } => "control does not come to where behaviour is undefined{}", at(*line);
    "RA0028" NoDebugger => "no debugger goes on behind a breakpoint";
    "RA0029" TexturesAreUnwritten => "the memory behind textures and surfaces is not written while the kernel runs";
    "RA0030" OnlyComputes { function: String, lacks: Lacks } => "`{function}`, which {lacks}, only computes";
    "RA0031" VolatileStays => "volatile inline assembly without a \"memory\" clobber stays where it is among accesses to memory";
    "RA0032" PointerTo { functions: Vec<String> } => "a function pointer that is not known is to {}", quoted(functions, " or ");
    /// What each proof of a file's kernels rests on where an optimiser may have been at work before.
    "RA0033" Unoptimised => "no optimiser has removed accesses from this file";
    /// Of the array's indices this one, from 1.
    "RA0034" IndexWithin { position: usize, array: String, extent: i64 } => "index {position} of {array} lies in 0..{extent}";
    "RA0035" ProtocolDoesNotWrap => "the bounds of the protocol's loops and indices do not wrap";
    "RA0036" ArchitectureByMacro { compiled: String } => "compiled for {compiled}, with the macros of the architecture that was asked for";
    "RA0037" CompiledFor { architectures: Vec<String> } => "checked as compiled for {} only", architectures.join(", ");
    "RA0038" LaunchesOfFile => "only the launches in this file count (--launches=any checks all)";
    /// A shape of launches that was checked, as `kernel::shapes::Shape` is shown.
    "RA0039" Launched { shape: String } => "{shape}";
    "RA0040" NotCalledElsewhere { functions: Vec<String> } => "no other file has the kernel launched by {}", quoted(functions, ", ");
    /// A shape of launches, as `kernel::shapes::Shape` is shown.
    "RA0041" BrokenLaunchLeftOut { shape: String } => "no launch breaks what the kernel requires, as one does that is {shape}";
    "RA0042" SwitchedOff { code: String, title: String } => "{code} ({title}) is harmless, as the command line says";
    /// The reason with what separates it, empty if none is given.
    "RA0043" Allowed { code: String, title: String, file: String, line: u32, reason: String } =>
        "{code} ({title}) is harmless, as {file}:{line} says{reason}";
    "RA0044" Contents { array: String, are: String } => "the contents of `{array}` are {are}, as a contract says";
    "RA0045" SeedIsHarmless => "a plain read that only seeds a loop of compare-and-swaps is harmless";
    "RA0046" ExchangeComesLater => "a read is over before the exchange that needs its value, and a write begins behind the one that it needs";
    "RA0047" ContractUnused { line: u32, why: Unused } => "nothing of the contract on contents{}: {why}", at(*line);
    "RA0048" AddressesNotKept => "functions of the host keep no address of a local variable that they are passed";
    "RA0049" HeldPointersDoNotAlias => "distinct pointers in memory that the kernel does not write do not alias each other, nor pointer parameters";
    "RA0050" BoxAsExpected { line: u32 } => "the box of the tensor that is copied{} has as many bytes as its phase expects", at(*line);
    "RA0051" BoxWithin { line: u32, bytes: Option<u64> } => "the box of the tensor that is copied{} {}", at(*line), within(*bytes);
    "RA0052" TensorsApart => "tensors that bulk copies access by maps are accessed in no other way, and boxes that are stored do not overlap";
    /// Of a swizzle of matrices in shared memory.
    "RA0053" StartsAtMultiple { array: String, bytes: u64 } => "`{array}` starts at a multiple of {bytes} bytes, as matrices in it have to";
    "RA0054" WarpGroupComes => "the four warps of a warp group come to its products of matrices together";
    "RA0055" WrittenBeforeRead => "variables of the thread that all threads of a block would read are written before";
    /// Of an index that is not followed.
    "RA0056" InRow { array: String, line: u32, extent: u64 } => "the index into `{array}`{} stays in its row or member of {extent} elements", at(*line);
    "RA0057" FactorsOf24Bits => "what `__umul24` multiplies has no more than 24 bits, and no more than 23 and a sign what `__mul24` does";
    "RA0058" ViewsApart { array: String } => "different indices into `{array}` lead to different cells, as the strides beside it have it";
    "RA0059" MbarriersOfCluster => "arrivals and waits at mbarriers that name no scope order memory for all threads of the cluster";
    "RA0060" CountsInFloat { counter: String } => "what is counted in floating point in `{counter}` starts at a whole number and stays below 2^24";
}

impl Assumption {
    /// Whether nearly every verdict rests on it, whatever the source: it is no news.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        matches!(
            self,
            Assumption::Standing
                | Assumption::InsideObjects
                | Assumption::IndicesDoNotWrap
                | Assumption::Aligned
                | Assumption::ParametersDoNotAlias
                | Assumption::FewIterations
                | Assumption::UnreadAxes { .. }
                | Assumption::CompiledFor { .. }
        )
    }
}

/// Why a contract on contents is not used.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Unused {
    InLoop,
    /// What it is about, or what it says, is not known.
    NotFollowed,
    Written {
        array: String,
    },
}

impl std::fmt::Display for Unused {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unused::InLoop => out.write_str("it stands in a loop"),
            Unused::NotFollowed => out.write_str("the memory that it is about is not followed"),
            Unused::Written { array } => write!(out, "the kernel writes `{array}`"),
        }
    }
}

/// Why it is not known what a function does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum Lacks {
    Body,
    /// Its body here may not be the one that is linked.
    Finality,
}

impl std::fmt::Display for Lacks {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(match self {
            Lacks::Body => "has no body here",
            Lacks::Finality => "is weak, so that another unit may replace it",
        })
    }
}

fn within(bytes: Option<u64>) -> String {
    bytes.map_or("stays within its array".to_owned(), |n| format!("has at most {n} bytes"))
}

fn are(names: &[String]) -> String {
    match names.split_last() {
        Some((last, [])) => format!("{last} is"),
        Some((last, others)) => format!("{} and {last} are", others.join(", ")),
        None => String::new(),
    }
}

fn quoted(names: &[String], between: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(between)
}

/// Where, if the line is known.
pub(super) fn at(line: u32) -> String {
    if line == 0 { String::new() } else { format!(" at line {line}") }
}
