//! The device code of a file for each architecture of its command, what is the same for several compiled and checked once.
//!
//! clang is told one architecture for all of them and the others by macro ([`clang::arguments`]), so that equal text after
//! the preprocessor is equal code, and equal bitcode is equal in all. What remains is compared kernel by kernel.
//!
//! Direction of imprecision: what is equal may be taken for different, which costs time.

use super::check::{Check, Kernels};
use super::launches;
use crate::analysis::reports::of_architectures::of_all;
use crate::driver::cache::key;
use crate::front::clang::{self, ClangError, CompiledUnit, Job, Side};
use crate::front::nvcc::Architecture;
use crate::kernel::Kernel;
use crate::kernel::launch::Launches;
use crate::kernel::overlay::Wanted;
use crate::llvm::Reading;
use crate::verdict::{Assumption, KernelReport};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// The code that is the same for these architectures.
pub(super) struct Device {
    pub unit: CompiledUnit,
    /// As nvcc names them.
    pub architectures: Vec<String>,
}

/// Why a file has no device code: the reason in one line, and details.
type Failure = (String, String);

/// What became of a command's architectures.
pub(super) struct Devices {
    pub made: Vec<Device>,
    /// For those that the file cannot be compiled for, in words.
    pub failed: Vec<String>,
}

impl Devices {
    /// Whether the files of what was made are all that counted: what failed may have read others.
    pub(super) fn are_all_listed(&self) -> bool {
        self.failed.is_empty() && self.made.iter().all(|device| !device.unit.without_nvcc)
    }
}

impl Check<'_> {
    /// Compiles the device side for each architecture.
    ///
    /// # Errors
    /// Why it cannot be compiled for any.
    pub(super) fn devices(&self, path: &Path) -> Result<Devices, Failure> {
        let targets = clang::targets(self.invocation, self.environment).map_err(failure)?;
        if targets.len() <= 1 {
            let unit = self.compile(path, Side::Device)?;
            let architectures = vec![unit.architecture.clone()];
            return Ok(Devices { made: vec![Device { unit, architectures }], failed: vec![] });
        }
        let mut groups = self.groups(path, targets);
        let mut compiled = self.compile_each(path, &groups);
        // What the preprocessor made was with `__NVCC__`.
        if compiled.iter().any(|unit| unit.as_ref().is_ok_and(|unit| unit.without_nvcc)) {
            groups = groups.concat().into_iter().map(|target| vec![target]).collect();
            compiled = self.compile_each(path, &groups);
        }
        let (mut made, mut failed, mut first) = (Vec::<Device>::new(), vec![], None);
        for (group, unit) in groups.into_iter().zip(compiled) {
            let architectures: Vec<String> = group.iter().map(Architecture::to_string).collect();
            match unit.map_err(failure) {
                Ok(unit) => match made.iter_mut().find(|known| known.unit.bitcode == unit.bitcode) {
                    Some(known) => known.architectures.extend(architectures),
                    None => made.push(Device { unit, architectures }),
                },
                Err((reason, details)) => {
                    failed.push(format!("not checked as compiled for {}: {reason}", architectures.join(", ")));
                    first.get_or_insert((reason, details));
                }
            }
        }
        match first {
            Some(failure) if made.is_empty() => Err(failure),
            Some(_) | None => Ok(Devices { made, failed }),
        }
    }

    /// For the first architecture of the command.
    pub(super) fn compile(&self, path: &Path, side: Side) -> Result<CompiledUnit, (String, String)> {
        let job = Job { file: path, side, architecture: None, invocation: self.invocation };
        clang::compile(&job, self.environment).map_err(|e| (e.to_string(), e.details().to_owned()))
    }

    fn compile_each(&self, path: &Path, groups: &[Vec<Architecture>]) -> Vec<Result<CompiledUnit, ClangError>> {
        groups.par_iter().map(|group| clang::compile(&self.job(path, &group[0]), self.environment)).collect()
    }

    /// The architectures for which the preprocessor makes the same of a file. Those for which it fails are alone.
    fn groups(&self, path: &Path, targets: Vec<Architecture>) -> Vec<Vec<Architecture>> {
        let text = |target: &Architecture| clang::preprocessed(&self.job(path, target), self.environment).ok();
        let texts: Vec<Option<String>> =
            targets.par_iter().map(|target| text(target).map(|text| key::of_bytes(&text))).collect();
        let mut groups: Vec<(Option<String>, Vec<Architecture>)> = vec![];
        for (target, text) in targets.into_iter().zip(texts) {
            match groups.iter_mut().find(|(known, _)| text.is_some() && *known == text) {
                Some((_, group)) => group.push(target),
                None => groups.push((text, vec![target])),
            }
        }
        groups.into_iter().map(|(_, group)| group).collect()
    }

    /// The kernels of a CUDA file as they are for each architecture, with their launches; `unknown` is told why these are not
    /// known.
    pub(super) fn cuda(
        &self,
        path: &Path,
        devices: &Devices,
        known: &Launches,
        unknown: &mut dyn FnMut(&str),
    ) -> Result<Vec<Variant>, (String, String)> {
        let mut made = vec![];
        for device in &devices.made {
            let mut kernels = cuda(path, &device.unit, self.reading(path))?;
            let overlaid = |wanted| overlaid(path, &device.unit, self.reading(path), wanted);
            if let Err(reason) = launches::attach(&mut kernels, known, &overlaid) {
                unknown(&reason);
            }
            made.push((kernels, device.architectures.as_slice()));
        }
        Ok(distinct(made))
    }

    fn job<'a>(&'a self, path: &'a Path, architecture: &'a Architecture) -> Job<'a> {
        Job { file: path, side: Side::Device, architecture: Some(architecture), invocation: self.invocation }
    }
}

fn cuda(path: &Path, unit: &CompiledUnit, reading: Reading) -> Kernels {
    let kernels = crate::llvm::kernels_of(path, &unit.bitcode, reading);
    let mut kernels = kernels.map_err(|e| (e.to_string(), String::new()))?;
    tell(unit, &mut kernels);
    Ok(kernels)
}

/// The kernels of [`cuda`] for launches that pass several pointers into one object.
fn overlaid(path: &Path, unit: &CompiledUnit, reading: Reading, wanted: Wanted) -> Result<Vec<Kernel>, String> {
    let mut kernels = crate::llvm::overlaid(path, &unit.bitcode, reading, wanted).map_err(|e| e.to_string())?;
    tell(unit, &mut kernels);
    Ok(kernels)
}

/// Says what clang was told of the architecture, where that is not all.
fn tell(unit: &CompiledUnit, kernels: &mut [Kernel]) {
    if unit.told != unit.architecture {
        let told = Assumption::ArchitectureByMacro { compiled: unit.told.clone() };
        kernels.iter_mut().for_each(|kernel| kernel.assumptions.push(told.clone()));
    }
}

fn failure(error: ClangError) -> Failure {
    (error.to_string(), error.details().to_owned())
}

/// A kernel as it is for these architectures; none if it is not made of CUDA source.
pub(super) struct Variant {
    pub kernel: Kernel,
    pub architectures: Vec<String>,
}

/// The kernels of all architectures, each different one once.
fn distinct(made: Vec<(Vec<Kernel>, &[String])>) -> Vec<Variant> {
    let mut all: Vec<Variant> = vec![];
    let mut known: BTreeMap<(String, String), usize> = BTreeMap::new();
    let is_alone = made.len() == 1;
    for (kernels, architectures) in made {
        for kernel in kernels {
            let print = if is_alone { all.len().to_string() } else { print(&kernel) };
            let at = *known.entry((kernel.symbol.clone(), print)).or_insert(all.len());
            match all.get_mut(at) {
                Some(variant) => variant.architectures.extend_from_slice(architectures),
                None => all.push(Variant { kernel, architectures: architectures.to_vec() }),
            }
        }
    }
    for Variant { kernel, architectures } in &mut all {
        architectures.sort_by_key(|name| Architecture::read(name));
        if is_alone {
            kernel.assumptions.push(compiled_for(architectures));
        }
    }
    all
}

fn compiled_for(architectures: &[String]) -> Assumption {
    Assumption::CompiledFor { architectures: architectures.to_vec() }
}

/// One report for each symbol, in the order in which they come first.
pub(super) fn joined(reports: Vec<(KernelReport, Vec<String>)>) -> Vec<KernelReport> {
    let mut symbols: Vec<Vec<(KernelReport, Vec<String>)>> = vec![];
    for (report, architectures) in reports {
        match symbols.iter_mut().find(|variants| variants.iter().any(|(first, _)| first.symbol == report.symbol)) {
            Some(variants) => variants.push((report, architectures)),
            None => symbols.push(vec![(report, architectures)]),
        }
    }
    let one = |variants: Vec<(KernelReport, Vec<String>)>| {
        let mut architectures: Vec<String> = variants.iter().flat_map(|(_, of)| of.clone()).collect();
        architectures.sort_by_key(|name| Architecture::read(name));
        let mut report = of_all(variants)?;
        let said = compiled_for(&architectures);
        if !architectures.is_empty() && !report.assumptions.contains(&said) {
            report.assumptions.insert(0, said);
        }
        Some(report)
    };
    symbols.into_iter().filter_map(one).collect()
}

/// A hash of all that a kernel is.
fn print(kernel: &Kernel) -> String {
    key::of_bytes(format!("{kernel:?}").as_bytes())
}
