//! The architectures that nvcc makes device code for: those of a command line, and where it names none or a family, those
//! that this version of the toolkit takes for it.
//!
//! Device code is made once for each *virtual* architecture (`compute_80`): it is what `__CUDA_ARCH__` names, and the code
//! for real ones (`sm_86`) comes from it without the source. Observed with the dry runs of nvcc 13.5; the lists of older
//! versions are those of their manuals.

use super::architecture::{Architecture, Family};
use super::invocation::Invocation;

/// Architectures with the first version of CUDA that has them, and the first one that has them no longer.
const TABLE: [(u32, u32, u32); 26] = [
    (30, 0, 11000),
    (32, 0, 11000),
    (35, 0, 12000),
    (37, 0, 12000),
    (50, 0, 13000),
    (52, 0, 13000),
    (53, 0, 13000),
    (60, 0, 13000),
    (61, 0, 13000),
    (62, 0, 13000),
    (70, 0, 13000),
    (72, 0, 13000),
    (75, 10000, u32::MAX),
    (80, 11000, u32::MAX),
    (86, 11010, u32::MAX),
    (87, 11040, u32::MAX),
    (88, 13000, u32::MAX),
    (89, 11080, u32::MAX),
    (90, 11080, u32::MAX),
    (100, 12080, u32::MAX),
    (101, 12080, 13000),
    (103, 12090, u32::MAX),
    (107, 13050, u32::MAX),
    (110, 13000, u32::MAX),
    (120, 12080, u32::MAX),
    (121, 12090, u32::MAX),
];
const NEWEST: u32 = 13050;
/// From this version on `-arch=sm_90a` makes code for `compute_90`, too.
const WITH_PLAIN: u32 = 13000;

/// The architectures that a command makes device code for, in ascending order. `version` is that of the toolkit, 13050 for
/// 13.5; where it is not known, families are those of the newest. Empty if the command names none and it is not known.
#[must_use]
pub fn targets(invocation: &Invocation, version: Option<u32>) -> Vec<Architecture> {
    let mut all = invocation.architectures.clone();
    let named = invocation.family.filter(|family| *family != Family::Native);
    if let Some(version) = version.or(named.map(|_| NEWEST)) {
        let plain = |of: &Architecture| Architecture { number: of.number, suffix: String::new() };
        let short = invocation.short_architecture.iter().filter(|short| !short.suffix.is_empty());
        all.extend(short.filter(|_| version >= WITH_PLAIN).map(plain));
        all.extend(numbers(invocation.family, all.is_empty(), version).into_iter().map(Architecture::plain));
    }
    all.sort();
    all.dedup();
    all
}

fn numbers(family: Option<Family>, names_none: bool, version: u32) -> Vec<u32> {
    let known = TABLE.iter().filter(|(_, from, to)| (*from..*to).contains(&version)).map(|(number, ..)| *number);
    let lowest = known.clone().next();
    match family {
        Some(Family::All) => known.collect(),
        Some(Family::AllMajor) => known.filter(|number| number % 10 == 0 || Some(*number) == lowest).collect(),
        Some(Family::Native) | None if names_none => vec![usual(version)],
        Some(Family::Native) | None => vec![],
    }
}

/// What nvcc compiles for if it is not told.
fn usual(version: u32) -> u32 {
    match version {
        13000.. => 75,
        11000.. => 52,
        0..11000 => 30,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Architecture, Invocation, parse};
    use super::targets;
    use std::ffi::OsString;

    fn read(line: &str) -> Invocation {
        parse(line.split(' ').map(OsString::from), &|_| None)
    }

    fn names(line: &str, version: Option<u32>) -> String {
        let shown: Vec<String> = targets(&read(line), version).iter().map(Architecture::to_string).collect();
        shown.join(" ")
    }

    #[test]
    fn each_version_has_its_own_architectures() {
        for (version, usual, major) in [
            (13050, "sm_75", "sm_75 sm_80 sm_90 sm_100 sm_110 sm_120"),
            (12080, "sm_52", "sm_50 sm_60 sm_70 sm_80 sm_90 sm_100 sm_120"),
            (12040, "sm_52", "sm_50 sm_60 sm_70 sm_80 sm_90"),
            (11050, "sm_52", "sm_35 sm_50 sm_60 sm_70 sm_80"),
        ] {
            assert_eq!(names("a.cu", Some(version)), usual);
            assert_eq!(names("-arch=native a.cu", Some(version)), usual);
            assert_eq!(names("-arch=all-major a.cu", Some(version)), major);
        }
        let all = "sm_75 sm_80 sm_86 sm_87 sm_88 sm_89 sm_90 sm_100 sm_103 sm_107 sm_110 sm_120 sm_121";
        assert_eq!(names("-arch all a.cu", Some(13050)), all);
        assert_eq!(names("a.cu", None), "");
        assert_eq!(names("-arch=all a.cu", None), all);
    }

    #[test]
    fn lists_are_in_order_and_count_the_virtual_architecture() {
        let line = "-gencode arch=compute_80,code=[sm_86,compute_80] -gencode=arch=compute_75,code=sm_75 a.cu";
        assert_eq!(names(line, Some(13050)), "sm_75 sm_80");
        assert_eq!(names("-arch=sm_80 -gencode arch=compute_90a,code=sm_90a a.cu", Some(13050)), "sm_80 sm_90a");
        assert_eq!(names("-arch=sm_90a a.cu", Some(13050)), "sm_90 sm_90a");
        assert_eq!(names("-arch=sm_90a a.cu", Some(12040)), "sm_90a");
    }
}
