//! The pipeline as one function per kind of input: file → kernels → reports → text.
//!
//! **Invariant:** whatever goes wrong with a kernel (a panic included) ends in the verdict `unknown` with the reason, and
//! whatever goes wrong with a file in `not-analysed`; nothing here decides about a race.

mod devices;
mod launches;
mod options;
mod patience;
mod remember;
mod unchecked;
mod verify;

use devices::{Devices, Variant};
use remember::Memory;
use verify::solver;

use crate::analysis::decide::Asked;
use crate::analysis::prepare::Prepared;
use crate::analysis::{self, Options};
use crate::cache::sources::Sources;
use crate::clang::{self, CompiledUnit, Job, Side};
use crate::config::{Config, Environment, LaunchSites, Stop};
use crate::kernel::Kernel;
use crate::kernel::launch::Launches;
use crate::llvm::Reading;
use crate::map::ast::Protocol;
use crate::nvcc::Invocation;
use crate::smt::Solver;
use crate::span::Span;
use crate::term::{Wrapping, bounded};
use crate::verdict::{FileReport, FileStatus, KernelReport, Level};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Everything that a check needs besides the file.
#[derive(Clone, Copy)]
pub struct Check<'a> {
    pub config: &'a Config,
    pub invocation: &'a Invocation,
    pub environment: &'a Environment,
}

/// The kernels of a file, or why there are none: the reason in one line, and details.
type Kernels = Result<Vec<Kernel>, (String, String)>;

/// What the front end made of a file. **Invariant:** all that a file's kernels are lowered from, since reports are
/// remembered by it.
enum Front {
    Unit {
        devices: Devices,
        /// `None`: it launches nothing, or that is not asked for. Otherwise why clang could not compile it.
        host: Result<Option<CompiledUnit>, String>,
    },
    /// Nothing: LLVM's IR and protocols are read as they are.
    File,
}

impl Front {
    /// The files that it was made of. `None` if they are not known.
    fn sources(&self, path: &Path) -> Option<Sources> {
        match self {
            Front::File => Some(Sources::new([path.to_owned()])),
            Front::Unit { devices, host } => {
                let made = devices.made.iter().map(|device| &device.unit);
                let sides: Vec<_> = host.iter().flatten().chain(made).map(|unit| &unit.files).collect();
                let all_listed = sides.iter().all(|files| !files.is_empty());
                // What fails is not known to be all that it depends on.
                (all_listed && devices.are_all_listed()).then(|| Sources::new(sides.into_iter().flatten().cloned()))
            }
        }
    }
}

impl Check<'_> {
    /// Checks one file, with what is remembered of its unit. Also returned: the files that the unit was made of.
    fn analyse(&self, path: &Path, memory: Option<&Memory>) -> (FileReport, Option<Sources>) {
        let start = Instant::now();
        let front = self.front(path).map(Arc::new);
        let sources = front.as_ref().ok().and_then(|front| front.sources(path));
        let unchecked =
            |status: &FileStatus| front.as_ref().map_or(vec![], |front| self.unchecked(path, front, status));
        if let (Some(memory), Ok(front)) = (memory, &front)
            && let Some(known) = memory.get(front)
        {
            return (FileReport { unchecked: unchecked(&known.status), ..known }, sources);
        }
        let lowered = front.as_ref().map_err(Clone::clone).and_then(|front| self.lower(path, Arc::clone(front)));
        let (kernels, notes) = lowered.map_or_else(|why| (Err(why), vec![]), |(kernels, notes)| (Ok(kernels), notes));
        self.environment.stop.iter().for_each(Stop::say_kernels);
        let status = match kernels {
            Ok(kernels) => {
                let lower = start.elapsed() / kernels.len().max(1) as u32;
                let finished = memory.zip(front.as_ref().ok()).map(|(memory, front)| memory.finished(front));
                FileStatus::Checked(self.reports(path, kernels, finished.unwrap_or_default(), lower))
            }
            Err((reason, details)) => FileStatus::NotAnalysed { reason, details },
        };
        let unchecked = unchecked(&status);
        let report = FileReport { path: path.display().to_string(), status, notes, unchecked };
        if let (Some(memory), Ok(front)) = (memory, &front) {
            memory.put(front, &report);
        }
        (report, sources)
    }

    /// The reports of a file's kernels, in their order, one for each; those of kernels that were finished earlier are taken over.
    fn reports(
        &self,
        path: &Path,
        variants: Vec<Variant>,
        finished: Vec<KernelReport>,
        lower: Duration,
    ) -> Vec<KernelReport> {
        let mut order: Vec<String> = vec![];
        for Variant { kernel, .. } in &variants {
            if !order.contains(&kernel.symbol) {
                order.push(kernel.symbol.clone());
            }
        }
        let is_open = |v: &Variant| finished.iter().all(|report| report.symbol != v.kernel.symbol);
        let (open, of): (Vec<Kernel>, Vec<Vec<String>>) =
            variants.into_iter().filter(is_open).map(|v| (v.kernel, v.architectures)).unzip();
        let mut reports = devices::joined(self.verify(&open).into_iter().zip(of).collect());
        for r in &mut reports {
            r.stats.lower = lower;
            if path.is_relative() {
                shorten_paths(r, &self.environment.directory);
            }
        }
        let known = |symbol: &String| reports.iter().chain(&finished).find(|report| report.symbol == *symbol).cloned();
        order.iter().filter_map(known).collect()
    }

    fn front(&self, path: &Path) -> Result<Front, (String, String)> {
        if self.environment.stop.as_ref().is_some_and(Stop::is_set) {
            return Err((verify::NOT_FINISHED.to_owned(), String::new()));
        }
        if let Err(e) = std::fs::File::open(path) {
            return Err((format!("{}: {e}", path.display()), String::new()));
        }
        if !is_cuda(path) {
            return Ok(Front::File);
        }
        let wanted = self.wants_host(path);
        let compile = || self.compile(path, Side::Host).map_err(|(reason, _)| reason);
        let (devices, host) = rayon::join(|| self.devices(path), || wanted.then(compile).transpose());
        let devices = devices?;
        // A library's launches are not seen, but what they make of its templates.
        let unforeseen = self.config.launches == LaunchSites::File && !wanted;
        let unforeseen = unforeseen && self.has_instances(path, &devices)?;
        let host = if unforeseen { compile().map(Some) } else { host };
        Ok(Front::Unit { devices, host })
    }

    /// Whether the host side of a CUDA file is looked at in any case.
    fn wants_host(&self, path: &Path) -> bool {
        self.config.launches == LaunchSites::File && launches::may_launch(path, &self.invocation.include_paths)
    }

    /// The kernels of a file that were asked for, lowered.
    ///
    /// # Errors
    /// Why the file gives none.
    pub fn kernels(&self, path: &Path) -> Kernels {
        let (variants, _) = self.lower(path, Arc::new(self.front(path)?))?;
        Ok(variants.into_iter().map(|variant| variant.kernel).collect())
    }

    /// The kernels of a file, and what could not be found out about it.
    fn lower(&self, path: &Path, front: Arc<Front>) -> Result<(Vec<Variant>, Vec<String>), (String, String)> {
        let path = path.to_owned();
        self.in_time(move |check| {
            let mut notes = vec![];
            let variants = bounded(|| check.lowered(&path, &front, &mut notes));
            variants.unwrap_or_else(|excess| Err((excess.to_string(), String::new()))).map(|variants| (variants, notes))
        })?
    }

    fn lowered(&self, path: &Path, front: &Front, notes: &mut Vec<String>) -> Result<Vec<Variant>, (String, String)> {
        let mut variants = match front {
            Front::Unit { devices, host } => {
                let mut unknown = |reason: &str| {
                    notes.push(format!("{}: how kernels are launched is not known: {reason}", path.display()));
                };
                let launches = launches::of_unit(path, host.as_ref()).unwrap_or_else(|reason| {
                    unknown(&reason);
                    Launches::new()
                });
                self.cuda(path, devices, &launches, &mut unknown)?
            }
            Front::File => {
                let kernels = self.written(path)?;
                kernels.into_iter().map(|kernel| Variant { kernel, architectures: vec![] }).collect()
            }
        };
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
                        kernel
                            .assumptions
                            .push("the bounds of the protocol's loops and indices do not wrap".to_owned());
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

    /// For the first architecture of the command.
    fn compile(&self, path: &Path, side: Side) -> Result<CompiledUnit, (String, String)> {
        let job = Job { file: path, side, architecture: None, invocation: self.invocation };
        clang::compile(&job, self.environment).map_err(|e| (e.to_string(), e.details().to_owned()))
    }

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
    pub fn verify(&self, kernels: &[Kernel]) -> Vec<KernelReport> {
        let work = kernels.iter().map(|kernel| (kernel.clone(), self.options(kernel))).collect();
        verify::all(work, self.environment.stop.as_ref())
    }
}

fn suffix(path: &Path) -> &str {
    path.extension().and_then(|s| s.to_str()).unwrap_or_default()
}

/// Whether clang has to compile it.
fn is_cuda(path: &Path) -> bool {
    !matches!(suffix(path), "ll" | "bc" | "map" | "proto")
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

/// Whether the user means this kernel: by its symbol, its whole name, or its name without parameters.
fn is_named(kernel: &Kernel, wanted: &str) -> bool {
    let name = kernel.name.as_str();
    let plain = name.split(['(', '<']).next().unwrap_or(name);
    let plain = plain.rsplit(' ').next().unwrap_or(plain);
    [kernel.symbol.as_str(), name, plain].contains(&wanted)
}

/// Makes the paths of a report relative to a folder above them.
pub fn shorten(report: &mut FileReport, directory: &Path) {
    if let Ok(rest) = Path::new(&report.path).strip_prefix(directory) {
        report.path = rest.display().to_string();
    }
    match &mut report.status {
        FileStatus::Checked(kernels) => kernels.iter_mut().for_each(|kernel| shorten_paths(kernel, directory)),
        FileStatus::NotAnalysed { .. } => {}
    }
}

/// Paths below the working directory are shown relative to it where the user named the file so.
fn shorten_paths(report: &mut KernelReport, directory: &Path) {
    if directory.as_os_str().is_empty() {
        return;
    }
    let shorten = |span: &mut Span| {
        if let Ok(rest) = Path::new(&*span.file).strip_prefix(directory) {
            span.file = Arc::from(rest.to_string_lossy().as_ref());
        }
    };
    let spans = report.findings.iter_mut().flat_map(|f| {
        let sites = f.launches.iter_mut().flat_map(|launches| launches.sites.iter_mut());
        f.parties.iter_mut().map(|p| &mut p.span).chain(sites)
    });
    for span in spans.chain(std::iter::once(&mut report.span)) {
        shorten(span);
        span.inlined_at.iter_mut().for_each(shorten);
    }
}

impl analysis::decide::Decide for Solver {
    fn decide(
        &mut self,
        terms: &mut crate::term::Terms,
        facts: &[crate::term::Term],
        accept: &mut dyn FnMut(&crate::term::Terms, &crate::smt::Model) -> bool,
    ) -> crate::smt::Answer {
        self.check(terms, facts, accept)
    }

    fn be_brief(&mut self, brief: bool) {
        Solver::be_brief(self, brief);
    }

    fn is_exhausted(&self) -> bool {
        Solver::is_exhausted(self)
    }
}
