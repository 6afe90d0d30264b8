//! File to kernels: CUDA by way of LLVM's IR, IR and protocols as they are.

use super::check::{Check, Kernels, is_named, suffix};
use super::devices::Variant;
use super::front::Front;
use super::launches;
use crate::kernel::launch::Launches;
use crate::llvm::Reading;
use crate::map::ast::Protocol;
use crate::term::{Wrapping, bounded};
use crate::verdict::{Assumption, Reason, Unmatched};
use std::path::Path;
use std::sync::Arc;

/// What is said of a file besides its kernels.
#[derive(Default)]
pub(super) struct Beside {
    /// What could not be found out about it.
    pub(super) notes: Vec<String>,
    /// Names that were asked for and that it does not have.
    pub(super) unmatched: Vec<Unmatched>,
}

impl Check<'_> {
    /// The kernels of a file that were asked for, lowered.
    ///
    /// # Errors
    /// Why the file gives none.
    pub fn kernels(&self, path: &Path) -> Kernels {
        let (variants, _) = self.lower(path, Arc::new(self.front(path)?))?;
        Ok(variants.into_iter().map(|variant| variant.kernel).collect())
    }

    /// The kernels of a file, and what is to be said about it besides.
    pub(super) fn lower(&self, path: &Path, front: Arc<Front>) -> Result<(Vec<Variant>, Beside), (String, String)> {
        let path = path.to_owned();
        self.in_time(move |check| {
            let mut beside = Beside::default();
            let variants = bounded(|| check.lowered(&path, &front, &mut beside));
            variants
                .unwrap_or_else(|excess| Err((Reason::from(excess).to_string(), String::new())))
                .map(|variants| (variants, beside))
        })?
    }

    fn lowered(&self, path: &Path, front: &Front, beside: &mut Beside) -> Result<Vec<Variant>, (String, String)> {
        let mut variants = match front {
            Front::Unit { devices, host } => {
                let mut unknown = |reason: &str| {
                    beside.notes.push(format!("{}: how kernels are launched is not known: {reason}", path.display()));
                };
                let launches = launches::of_unit(path, host.as_ref()).unwrap_or_else(|reason| {
                    unknown(&reason);
                    Launches::default()
                });
                self.cuda(path, devices, &launches, &mut unknown)?
            }
            Front::File => {
                let kernels = self.written(path)?;
                kernels.into_iter().map(|kernel| Variant { kernel, architectures: vec![] }).collect()
            }
        };
        beside.unmatched = self.unmatched(&variants.iter().map(|variant| &variant.kernel).collect::<Vec<_>>());
        let wanted = &self.config.kernels;
        variants.retain(|v| wanted.is_empty() || wanted.iter().any(|w| is_named(&v.kernel, w)));
        Ok(variants)
    }

    /// The kernels of a file that clang does not compile.
    fn written(&self, path: &Path) -> Kernels {
        match suffix(path) {
            suffix @ ("map" | "proto") => {
                let mut kernels = lowered(&protocols(path, suffix)?)?;
                for kernel in &mut kernels {
                    kernel.terms = std::mem::take(&mut kernel.terms).with_wrapping(self.reading(path).wrapping);
                    if self.reading(path).wrapping == Wrapping::Followed {
                        kernel.assumptions.push(Assumption::ProtocolDoesNotWrap);
                    }
                }
                Ok(kernels)
            }
            _ => module(path, self.reading(path)),
        }
    }

    /// The protocols of a file as they are written, or those of its kernels.
    ///
    /// # Errors
    /// Why the file gives none.
    pub fn protocols(&self, path: &Path) -> Result<Vec<Protocol>, (String, String)> {
        let kernels = self.kernels(path)?;
        let suffix = suffix(path);
        if !matches!(suffix, "map" | "proto") {
            return Ok(kernels.iter().flat_map(crate::map::infer).collect());
        }
        let mut protocols = protocols(path, suffix)?;
        protocols.retain(|p| kernels.iter().any(|k| k.name == p.name.text));
        Ok(protocols)
    }
}

fn module(path: &Path, reading: Reading) -> Kernels {
    crate::llvm::kernels(path, reading).map_err(|e| (e.to_string(), String::new()))
}

fn protocols(path: &Path, suffix: &str) -> Result<Vec<Protocol>, (String, String)> {
    let shown = path.display().to_string();
    let source = std::fs::read_to_string(path).map_err(|e| (format!("{shown}: {e}"), String::new()))?;
    let parsed = match suffix {
        "proto" => crate::map::parse_proto(&shown, &source).map(|p| vec![p]),
        _ => crate::map::parse(&shown, &source),
    };
    parsed.map_err(|e| (e.to_string(), String::new()))
}

fn lowered(protocols: &[Protocol]) -> Kernels {
    let mut kernels = vec![];
    for p in protocols {
        kernels.push(crate::map::lower(p).map_err(|errors| {
            let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
            (lines.first().cloned().unwrap_or_default(), lines.join("\n"))
        })?);
    }
    Ok(kernels)
}
