//! What the witness of a finding rests on, so that it may be none: values that are not followed, orders that are left out.
//!
//! They stay data until a report is rendered. `raceproof explain RB0001` says what one means
//! (`src/diagnostics/assumptions.md`). Direction: each stands for behaviour that the model allows and the program may
//! not have.

use super::assumptions::at;
use super::catalogue::catalogue;
use super::given::WitnessValue;
use super::replay::Refutation;
use super::spelled::{self, described};
use serde::{Deserialize, Serialize};
use std::fmt;

catalogue! {
    /// Something that a finding rests on. A line is 0 if it is not known.
    pub enum Approximation;

    "RB0001" SearchCut => "that no contract on parameters and launch excludes it: the search for one was not finished";
    "RB0002" Value { value: Unfollowed, whose: Whose } => "{value}{whose}";
    /// The name of the pointer.
    "RB0003" LoadedPointer { pointer: String } => "`{pointer}` is a pointer loaded from memory: it may point anywhere";
    "RB0004" EarlierIteration { line: u32 } => "that no earlier iteration leaves the loop{}", at(*line);
    "RB0005" LongLoops => "the loops of the witness are too long to be replayed";
    "RB0006" BarrierBetween { line: u32 } => "a barrier in the loop{} may run in an iteration in between", at(*line);
    /// How what threads do after they have left a loop is approximated, see `kernel::Loop::may_be_last`.
    "RB0007" LeftToReturn => "the other thread may have left the loop to return";
    "RB0008" OtherBarrierOfWarp => "the other lanes may come to another `__syncwarp`";
    "RB0009" OneCluster => "any two blocks are taken to be of one cluster";
    "RB0010" PartOfWarp { line: u32 } => "the `__syncwarp` at line {line}, which a part of a warp may reach alone, is not counted";
    "RB0011" MaskMayLeaveOut { line: u32 } => "the `__syncwarp` at line {line}, whose mask may leave out lanes, is not counted";
    "RB0012" ThirdLane => "what a lane waits for by way of a third one, at `__syncwarp`s whose masks overlap, is not counted";
    "RB0013" ThirdThread => "what named barriers order by way of a third thread, in two of their groups, is not counted";
    "RB0014" Miscounted { line: u32 } => "the named barrier at line {line} does not open as it should, and is not counted";
    "RB0015" FenceOfFlag { line: u32 } => "what the fence at line {line} orders by way of a flag is not counted";
    "RB0016" UnfollowedFence { line: u32 } => "what the fence at line {line} orders is not followed";
    "RB0017" MovableAssembly { line: u32 } => "a compiler may move the inline assembly at line {line}: it is not volatile and has no \"memory\" clobber";
    /// Why the kernel is `unknown` besides.
    "RB0018" Unsupported { reason: String } => "{reason}";
    /// Dimensions and arguments of launches, together.
    "RB0019" Unrelated => "that a launch of the host has these dimensions and arguments together: that was not decided";
    /// Distances between pointers of a launch into one object.
    "RB0020" OpenDistance { distances: Vec<String> } => "that a launch of the host has this distance between its pointers: {}", distances.join(", ");
    /// For one way of a choice whose condition may be at odds with that of the launch.
    "RB0021" ChosenPointers { distances: Vec<String> } => "that the host passes these pointers where it makes the launch, as one of its choices has it: {}", distances.join(", ");
    /// What every witness has that was looked for.
    "RB0022" Odd { what: Vec<Oddity> } => "{}, which no program is likely to mean: nothing else was found", and(what);
    /// Of the witness.
    "RB0023" NotExecuted { what: Refutation } => "that it happens at all: in an execution of the witness {what}";
    /// Launches of which it is not known that there are no others.
    "RB0024" UnseenLaunch => "that there are other launches than those that are seen: at these it does not happen";
    "RB0025" MbarrierOrder => "what mbarriers order by way of several others is not counted";
    "RB0026" Mbarrier { object: String, why: MbarrierGap } => "the {object} is not counted: {why}";
}

impl Approximation {
    /// Whether it is something that mbarriers may order.
    #[must_use]
    pub fn is_of_mbarriers(&self) -> bool {
        matches!(self, Approximation::MbarrierOrder | Approximation::Mbarrier { .. })
    }
}

/// Why nothing is known of the generations of an mbarrier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum MbarrierGap {
    SetUpLate,
    EndedEarly,
    NotSetUp,
    Count,
    OtherAccess,
    Arrivals,
    Generation,
    Overtaken,
    Bytes,
    Dropped,
    OtherBlocks,
    Threads,
    PartOfWarp,
}

impl fmt::Display for MbarrierGap {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            MbarrierGap::SetUpLate => "it is not set up before a barrier of all threads that stands before its use",
            MbarrierGap::EndedEarly => "it is not ended behind a barrier of all threads that stands behind its use",
            MbarrierGap::NotSetUp => "no one thread is seen to set it up in each block that uses it",
            MbarrierGap::Count => "for how many arrivals it is, is not one known number",
            MbarrierGap::OtherAccess => "its memory is accessed otherwise, too",
            MbarrierGap::Arrivals => "more arrivals may come in a phase than it is for",
            MbarrierGap::Generation => "which phase an arrival is for is not known",
            MbarrierGap::Bytes => "a phase is not seen to expect all bytes that are copied in it",
            MbarrierGap::Dropped => "a thread that has left it may arrive once more",
            MbarrierGap::OtherBlocks => "other blocks of the cluster come to it, too, and a thread may leave it or it is not known of which block it is",
            MbarrierGap::Threads => "not as many threads are seen to come to it as it is for",
            MbarrierGap::PartOfWarp => "a part of a warp may come to it",
            MbarrierGap::Overtaken => "the phase before is not known to be over where a thread comes to it",
        })
    }
}

/// What programs do not mean.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Oddity {
    /// A size, extent, stride or count that is not.
    NotPositive {
        parameter: String,
    },
    Negative {
        parameter: String,
    },
    /// From 2^24 on.
    Large {
        parameter: String,
    },
    /// Of a loop, which runs 2^24 times or more.
    Long {
        line: u32,
    },
    BeforeStart {
        array: String,
    },
    BehindEnd {
        array: String,
    },
    /// Of a structure, by an index into the array that the member is.
    OutsideMember,
    /// Rows overlap.
    NarrowRows {
        stride: String,
    },
    /// The parts of an index, as row and column, overlap.
    Overlap {
        unless: String,
    },
    /// An argument of a launch is cut to fewer bits.
    Narrowed,
    /// There are more blocks than a row of a constant length has room for.
    WideGrid,
    /// A product of 24 bits has a greater factor.
    Cut,
    /// Blocks of a shape that neither is common nor suggested by the kernel.
    Shape,
}

impl fmt::Display for Oddity {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Oddity::NotPositive { parameter } => write!(out, "`{parameter}` is not positive"),
            Oddity::Negative { parameter } => write!(out, "`{parameter}` is negative"),
            Oddity::Large { parameter } => write!(out, "`{parameter}` is 2^24 or more"),
            Oddity::Long { line } => write!(out, "the loop{} runs 2^24 times or more", at(*line)),
            Oddity::BeforeStart { array } => write!(out, "an access lies before the start of `{array}`"),
            Oddity::BehindEnd { array } => write!(out, "an access lies behind the end of `{array}`"),
            Oddity::OutsideMember => out.write_str("an index leads out of the array that is a member of a structure"),
            Oddity::NarrowRows { stride } => write!(out, "`{stride}` is less than the width of its rows"),
            Oddity::Overlap { unless } => write!(out, "rows overlap, since `{unless}` does not hold"),
            Oddity::Narrowed => out.write_str("the host passes a number that its parameter cannot hold"),
            Oddity::WideGrid => out.write_str("rows have no room for the blocks of the grid"),
            Oddity::Cut => out.write_str("a factor of `__mul24` has more than 24 bits"),
            Oddity::Shape => out.write_str("blocks have an unusual shape"),
        }
    }
}

fn and(all: &[Oddity]) -> String {
    all.iter().map(Oddity::to_string).collect::<Vec<_>>().join(" and ")
}

/// A value that is not followed, as the witness has it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Unfollowed {
    /// The cell by name, `rows[3]`, empty if the byte is none.
    Contents {
        array: String,
        byte: WitnessValue,
        /// How many are read there.
        bits: u64,
        cell: String,
        value: WitnessValue,
    },
    Opaque {
        what: String,
        value: WitnessValue,
    },
    Result {
        function: String,
        arguments: Vec<WitnessValue>,
        value: WitnessValue,
    },
}

impl fmt::Display for Unfollowed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unfollowed::Contents { cell, value, .. } if !cell.is_empty() => write!(out, "`{cell}` == {value}"),
            Unfollowed::Contents { array, byte, bits: _, cell: _, value } => {
                write!(out, "contents of `{array}` at byte {byte} == {value}")
            }
            Unfollowed::Opaque { what, value } => out.write_str(&spelled::result(what, *value)),
            Unfollowed::Result { function, arguments, value } => match (described(function), value) {
                (Some(what), WitnessValue::Truth(value)) => write!(out, "{what} == {value}"),
                (Some(what), WitnessValue::Number(_) | WitnessValue::Unknown) => out.write_str(what),
                (None, _) => out.write_str(&spelled::call(function, arguments, *value)),
            },
        }
    }
}

/// Of whom a value is; parties are counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Whose {
    All,
    Party(usize),
    /// A lane of the warp of this party.
    LaneOf(usize),
    Third,
}

impl fmt::Display for Whose {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Whose::All => Ok(()),
            Whose::Party(number) => write!(out, " at ({number})"),
            Whose::LaneOf(number) => write!(out, " in another lane of the warp of ({number})"),
            Whose::Third => out.write_str(" in a third thread"),
        }
    }
}
