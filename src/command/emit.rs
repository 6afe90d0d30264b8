//! The stages of the pipeline as text, for `--emit`.
//!
//! **Invariant:** what is printed is what the checking does: the kernels are lowered, prepared and asked about with the
//! same options. Queries are put to the solver on the way, so their text says what came of each.

use crate::analysis::Options;
use crate::analysis::asking::decide::{Asked, Settled};
use crate::analysis::asking::text::QueryText;
use crate::analysis::facts::prepared::Prepared;
use crate::analysis::phases::products::{outlasting, phases};
use crate::analysis::phases::text::{PhasesText, level_name};
use crate::driver::Check;
use crate::front::config::Stage;
use crate::kernel::shapes::{parts, shape};
use crate::kernel::{Kernel, LaunchFacts};
use crate::map::MapError;
use crate::map::ast::Protocol;
use crate::map::stages::align::align;
use crate::map::stages::split::split;
use crate::map::stages::wellformed::well_formed;
use crate::smt;
use crate::term::bounded;
use crate::verdict::{Level, Reason};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// What stands above all scripts.
const SMT_HEAD: &str = "\
; unsat: proved, the answer is no. sat: perhaps; raceproof holds the values against the exact terms.
(set-logic ALL)
";

/// The result of `stage` for the kernels of `files` that were asked for.
///
/// # Errors
/// Why a file gives none, as a message for the user.
pub fn emit(check: &Check<'_>, files: &[PathBuf], stage: Stage) -> Result<String, String> {
    let mut out = match stage {
        Stage::Smt => SMT_HEAD.to_owned(),
        Stage::Ir
        | Stage::Launches
        | Stage::Kernel
        | Stage::Map
        | Stage::Wf
        | Stage::Aligned
        | Stage::Phases
        | Stage::Query => String::new(),
    };
    for file in files {
        out += &bounded(|| one_file(check, file, stage))
            .unwrap_or_else(|excess| Err((Reason::from(excess).to_string(), String::new())))
            .map_err(|(reason, details)| format!("{reason}\n{details}").trim_end().to_owned())?;
    }
    Ok(out)
}

fn one_file(check: &Check<'_>, file: &Path, stage: Stage) -> Result<String, (String, String)> {
    let each = |text: &dyn Fn(&Kernel) -> String| Ok(check.kernels(file)?.iter().map(text).collect());
    match stage {
        Stage::Ir => check.ir(file),
        Stage::Launches => each(&launches),
        Stage::Kernel => each(&|kernel| kernel.to_string()),
        Stage::Map => each(&|kernel| crate::map::infer(kernel).iter().map(ToString::to_string).collect()),
        Stage::Phases => cases(check, file, phases_of),
        Stage::Query => cases(check, file, queries),
        Stage::Smt => cases(check, file, script),
        Stage::Wf => protocols(check, file, &|protocol, level| match well_formed(protocol, level) {
            Ok(formed) => formed.to_string(),
            Err(errors) => refused("not well-formed", &errors),
        }),
        Stage::Aligned => protocols(check, file, &aligned),
    }
}

/// From where a kernel is launched.
fn launches(kernel: &Kernel) -> String {
    let mut out = format!("kernel {}\n", kernel.name);
    for part in parts(kernel) {
        if part.launches.is_empty() {
            out += "    its launches are not known\n";
        }
        let seen = [("", &part.launches), ("seen: ", &part.seen.calls), ("may be: ", &part.seen.shapes)];
        for (how, launch) in seen.into_iter().flat_map(|(how, all)| all.iter().map(move |launch| (how, launch))) {
            // Writing to a string does not fail.
            let _ = writeln!(out, "    {how}{}", shape(part, launch, &LaunchFacts::default()));
        }
    }
    out
}

/// A stage that depends on the launch: each kernel for each shape of its launches.
fn cases(
    check: &Check<'_>,
    file: &Path,
    text: fn(&Check<'_>, &Kernel, &Options, &str) -> String,
) -> Result<String, (String, String)> {
    let mut out = String::new();
    let kernels = check.kernels(file)?;
    for kernel in kernels.iter().flat_map(parts) {
        for (launched, options) in check.cases(kernel) {
            let comma = if launched.is_empty() { "" } else { ", " };
            out += &text(check, kernel, &options, &format!("kernel {}{comma}{launched}", kernel.name));
        }
    }
    Ok(out)
}

/// Each protocol at each level, as `.map` text.
fn protocols(
    check: &Check<'_>,
    file: &Path,
    text: &dyn Fn(&Protocol, Level) -> String,
) -> Result<String, (String, String)> {
    let mut out = String::new();
    for protocol in check.protocols(file)? {
        for level in check.levels() {
            let _ = writeln!(out, "// {}, level {}", protocol.name.text, level_name(level));
            out += &text(&protocol, level);
        }
    }
    Ok(out)
}

/// The aligned protocol with its phases.
fn aligned(protocol: &Protocol, level: Level) -> String {
    let formed = match well_formed(protocol, level) {
        Ok(formed) => formed,
        Err(errors) => return refused("not well-formed", &errors),
    };
    let aligned = match align(&formed) {
        Ok(aligned) => aligned,
        Err(error) => return refused("no aligned form", &[error]),
    };
    let mut out = aligned.to_string();
    for (i, phase) in split(&aligned).iter().enumerate() {
        out += &comment("//", &format!("phase {}: {phase}", i + 1));
    }
    out
}

fn refused(what: &str, errors: &[MapError]) -> String {
    let lines: Vec<String> = errors.iter().map(|e| format!("{what}: {e}")).collect();
    comment("//", &lines.join("\n"))
}

fn phases_of(check: &Check<'_>, kernel: &Kernel, options: &Options, title: &str) -> String {
    let (mut world, levels) = check.settled(kernel, options);
    let mut out = format!("{title}\n");
    for level in levels {
        let mut products = phases(&mut world.terms, &world.kernel.body, level);
        products.extend(outlasting(&mut world.terms, &world.kernel.body, level));
        let Prepared { terms, kernel, .. } = &world;
        // Writing to a string does not fail.
        let _ = write!(out, "{}", PhasesText { terms, arrays: &kernel.arrays, level, products: &products });
    }
    out
}

fn queries(check: &Check<'_>, kernel: &Kernel, options: &Options, title: &str) -> String {
    let (world, asked) = check.trace(kernel, options);
    let mut out = format!("{title}\n");
    for (i, asked) in asked.iter().enumerate() {
        let _ = write!(out, "{}", QueryText { world: &world, asked, number: i + 1 });
    }
    out
}

/// The queries of a kernel, each in a scope of its own, as they are put to the solver.
fn script(check: &Check<'_>, kernel: &Kernel, options: &Options, title: &str) -> String {
    let (mut world, asked) = check.trace(kernel, options);
    let mut out = comment(";", title);
    for (i, asked) in asked.iter().enumerate() {
        out.push('\n');
        let heading = QueryText { world: &world, asked, number: i + 1 }.heading();
        out.extend(heading.iter().map(|line| comment(";", line)));
        let Asked { query, settled, .. } = asked;
        match settled {
            Settled::OnItsFace | Settled::Before => {}
            Settled::Rewritten | Settled::BySolver => {
                let facts = query.asserted();
                let _ = write!(out, "(push 1)\n{}(pop 1)\n", smt::to_smtlib(&mut world.terms, &facts));
            }
        }
    }
    out
}

/// `text` as comments, each behind `mark`.
fn comment(mark: &str, text: &str) -> String {
    text.lines().map(|line| format!("{mark} {line}\n")).collect()
}
