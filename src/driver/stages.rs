//! The stages of a check one by one, as `--emit` prints them.

use super::check::{Check, suffix};
use super::front::Front;
use super::launches;
use super::verify::{self, Around, solver};
use crate::analysis::asking::decide::Asked;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::{self, Options};
use crate::driver::cache::kernels::Kernels;
use crate::front::clang::Side;
use crate::kernel::Kernel;
use crate::kernel::program::Program;
use crate::verdict::{KernelReport, Level};
use std::path::Path;

impl Check<'_> {
    /// The unit's LLVM IR as kernels are lowered from it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn ir(&self, path: &Path) -> Result<String, (String, String)> {
        let text = match suffix(path) {
            "map" | "proto" => {
                return Err((format!("{}: a protocol has no LLVM IR", path.display()), String::new()));
            }
            "ll" | "bc" => crate::llvm::prepared_ir(path, None),
            _ => crate::llvm::prepared_ir(path, Some(&self.compile(path, Side::Device)?.bitcode)),
        };
        text.map_err(|e| (e.to_string(), String::new()))
    }

    /// The code of a file's kernels with these symbols, as it can be executed, for each architecture.
    ///
    /// # Errors
    /// Why there is none.
    pub fn programs(&self, path: &Path, symbols: &[String]) -> Result<Vec<Program>, (String, String)> {
        self.programs_of(path, &self.front(path)?, symbols)
    }

    pub(super) fn programs_of(
        &self,
        path: &Path,
        front: &Front,
        symbols: &[String],
    ) -> Result<Vec<Program>, (String, String)> {
        let programs = |bitcode| {
            let programs = crate::llvm::programs(path, bitcode, self.reading(path), symbols);
            programs.map_err(|e| (e.to_string(), String::new()))
        };
        match front {
            Front::File if matches!(suffix(path), "map" | "proto") => Ok(vec![]),
            Front::File => programs(None),
            Front::Unit { devices, .. } => {
                let mut found: Vec<Program> = vec![];
                for device in &devices.made {
                    found.extend(programs(Some(&device.unit.bitcode))?);
                }
                Ok(found)
            }
        }
    }

    /// Every query of a kernel with its answer, and the terms that they are made of.
    #[must_use]
    pub fn trace(&self, kernel: &Kernel, options: &Options) -> (Prepared, Vec<Asked>) {
        analysis::trace(kernel, options, &mut solver(options))
    }

    /// A kernel as its races are looked for, with the levels that are looked at.
    #[must_use]
    pub fn settled(&self, kernel: &Kernel, options: &Options) -> (Prepared, Vec<Level>) {
        analysis::settled(kernel, options, &mut solver(options))
    }

    /// How a kernel is checked: for each shape of its launches, in words, or once for all.
    #[must_use]
    pub fn cases(&self, kernel: &Kernel) -> Vec<(String, Options)> {
        let options = self.options(kernel);
        let cases = launches::cases(kernel, &options);
        let mut all: Vec<_> = cases.into_iter().map(|(s, o)| (s.to_string(), o)).collect();
        if all.is_empty() {
            all.push((String::new(), options));
        }
        all
    }

    /// Checks kernels in parallel; the reports are in their order.
    pub fn verify<'k>(&self, kernels: impl IntoIterator<Item = &'k Kernel>) -> Vec<KernelReport> {
        let work = kernels.into_iter().map(|kernel| (self.with_contents(kernel), self.options(kernel))).collect();
        let known = Kernels::of(self.environment).filter(|_| !self.config.no_cache);
        verify::all(
            work,
            self.environment.stop.as_ref(),
            Around { busy: &self.environment.busy, known: known.as_ref() },
        )
    }
}
