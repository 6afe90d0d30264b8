//! Executing the witnesses of findings.

use super::check::{Check, suffix};
use super::front::Front;
use crate::program::Program;
use std::path::Path;

impl Check<'_> {
    /// The code of a file's kernels with these symbols, as it can be executed; of each the one for the first architecture.
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
            crate::llvm::programs(path, bitcode, self.reading(path), symbols).map_err(|e| (e.to_string(), String::new()))
        };
        let mut found: Vec<Program> = vec![];
        match front {
            Front::File if matches!(suffix(path), "map" | "proto") => {}
            Front::File => found = programs(None)?,
            Front::Unit { devices, .. } => {
                for device in &devices.made {
                    let more = programs(Some(&device.unit.bitcode))?;
                    found.extend(more.into_iter().filter(|one| found.iter().all(|known| known.symbol != one.symbol)).collect::<Vec<_>>());
                }
            }
        }
        Ok(found)
    }
}
