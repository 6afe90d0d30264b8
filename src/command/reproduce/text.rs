//! The program and its Makefile.

use super::helpers::{CLUSTERS, HEADERS, HELPERS, HELPERS_END, LOOP_END, SHARED, TAIL};
use super::memory::{self, Argument, Buffer, Content, Memory};
use super::named;
use super::paused::{self, Pauses};
use crate::diagnostics::render::values;
use crate::kernel::program::{Program, Space};
use crate::verdict::{AccessMode, Finding, FindingKind, Given, KernelReport};
use std::fmt::Write;
use std::path::Path;

/// The contracts of our own header, for sources that use them.
const CONTRACTS: &str = include_str!("../../../include/raceproof.h");

/// A finding, and what is needed to run its kernel.
#[derive(Clone, Copy)]
pub(super) struct Case<'a> {
    /// The finding's name.
    pub id: &'a str,
    pub finding: &'a Finding,
    pub kernel: &'a KernelReport,
    /// All kernels of the unit.
    pub kernels: &'a [KernelReport],
    pub program: &'a Program,
    /// Absolute.
    pub source: &'a Path,
    /// Where the compiler's options hold.
    pub directory: &'a Path,
    /// The compiler's options.
    pub options: &'a [String],
    pub pauses: &'a Pauses,
}

/// The files of the program, by name.
///
/// # Errors
/// Why there can be none.
pub(super) fn files(case: &Case<'_>) -> Result<Vec<(&'static str, String)>, String> {
    let given = case.finding.given.as_ref().ok_or("the finding has no witness")?;
    let plain = named::plain(&case.kernel.name);
    let is_overloaded = case.kernels.iter().filter(|kernel| named::plain(&kernel.name) == plain).count() > 1;
    let is_template = case.kernel.name.starts_with("void ");
    let kernel = named::expression(&case.kernel.name, is_overloaded && !is_template)
        .ok_or_else(|| format!("C++ has no name for `{}`", case.kernel.name))?;
    let program = program(case, given, &kernel, &memory::of(case.program, case.finding, given))?;
    let all = [
        Some(("reproduce.cu", program)),
        Some(("Makefile", makefile(case)?)),
        Some(("raceproof.h", CONTRACTS.to_owned())),
        case.pauses.copy.clone().map(|copy| ("paused.cu", copy)),
    ];
    Ok(all.into_iter().flatten().collect())
}

/// The C++ source.
fn program(case: &Case<'_>, given: &Given, kernel: &str, memory: &Memory) -> Result<String, String> {
    let source = path(case.source)?;
    let mut out = heading(case);
    out += HEADERS;
    out += &paused::definition(case.finding);
    // Before the source, whose macros may have any name.
    out += HELPERS;
    if has_shared(case.program) {
        out += SHARED;
    }
    if given.cluster_dim.iter().any(|blocks| *blocks > 1) {
        out += CLUSTERS;
    }
    out += HELPERS_END;
    out += "// Contracts are nothing here, and the source may have a main of its own.\n#include \"raceproof.h\"\n#define main raceproof_original_main\n";
    out += &included(case, source);
    out += "#undef main\n\n";
    out += "int main(int count, char **words)\n{\n    namespace rp = raceproof_reproduce;\n    const int runs = count > 1 ? std::atoi(words[1]) : 100;\n";
    let extents = |[x, y, z]: [u32; 3]| format!("({x}u, {y}u, {z}u)");
    _ = writeln!(out, "    const dim3 grid{}, block{};", extents(given.grid_dim), extents(given.block_dim));
    memory.buffers.iter().enumerate().for_each(|(number, buffer)| out += &buffer_line(number, buffer));
    memory.arguments.iter().enumerate().for_each(|(number, argument)| out += &argument_lines(number, argument));
    let all = |name: &str, count: usize| (0..count).map(|i| format!("{name}{i}")).collect::<Vec<_>>().join(", ");
    let arguments = all("argument", memory.arguments.len());
    _ = writeln!(
        out,
        "    void *arguments[] = {{{arguments}{}nullptr}};",
        if arguments.is_empty() { "" } else { ", " }
    );
    _ = writeln!(out, "    rp::Buffer *buffers[] = {{{}}};", {
        let buffers = all("&buffer", memory.buffers.len());
        if buffers.is_empty() { "nullptr".to_owned() } else { buffers + ", nullptr" }
    });
    out += "    int differing = 0;\n    for (int run = 0; run < runs; run++) {\n        rp::fill(buffers, count > 2);\n        rp::allow_pauses(run);\n";
    memory.contents.iter().for_each(|content| out += &content_line(content));
    if has_shared(case.program) {
        out += "        if (runs > 1)\n            rp::leave_in_shared(run % 61 + 1);\n";
    }
    out += &launch(case, given, kernel, memory.shared);
    out += LOOP_END;
    out += &said(case);
    Ok(out)
}

/// The source, or its copy.
fn included(case: &Case<'_>, source: &str) -> String {
    match case.pauses.copy {
        Some(_) => {
            format!("#ifdef RACEPROOF_PAUSED\n#include \"paused.cu\"\n#else\n#include \"{source}\"\n#endif\n")
        }
        None => format!("#include \"{source}\"\n"),
    }
}

fn has_shared(program: &Program) -> bool {
    program.globals.iter().any(|global| global.space == Space::Shared)
}

/// What a wait for the whole grid is called in LLVM IR.
const GRID_SYNC: &str = "__raceproof_grid_sync";

/// The launch, all blocks at once where they wait for each other, and in clusters where the witness has them and the kernel does not say itself how large they are.
fn launch(case: &Case<'_>, given: &Given, kernel: &str, shared: u64) -> String {
    let room = if shared == 0 { "0".to_owned() } else { format!("rp::room(kernel, {shared})") };
    let cluster = given.cluster_dim.map(|blocks| blocks.max(1));
    let call = if case.program.callees.iter().any(|name| name == GRID_SYNC) {
        format!("cudaLaunchCooperativeKernel(kernel, grid, block, arguments, {room}, 0)")
    } else if cluster == [1; 3] {
        format!("cudaLaunchKernel(kernel, grid, block, arguments, {room}, 0)")
    } else {
        let [x, y, z] = cluster;
        format!("rp::launch_clusters(kernel, grid, block, dim3({x}u, {y}u, {z}u), arguments, {room})")
    };
    format!("        const void *kernel = (const void *)({kernel});\n        rp::check({call});\n")
}

/// What the program says at last, and what else there is to try.
fn said(case: &Case<'_>) -> String {
    let is_shared = |name: &str| case.program.globals.iter().any(|g| g.space == Space::Shared && g.name == name);
    let other = match case.finding.kind {
        FindingKind::BarrierDivergence | FindingKind::ExitedThread | FindingKind::RedundantBarrier => {
            "`make synccheck`, and mind that a launch may hang elsewhere"
        }
        FindingKind::DataRace | FindingKind::BenignRace if is_shared(&case.finding.array) => "`make racecheck`",
        FindingKind::DataRace
        | FindingKind::BenignRace
        | FindingKind::WrongLaunch
        | FindingKind::Performance
        | FindingKind::ContradictoryAssumptions => "RACEPROOF_PAUSE(1) in the source",
    };
    let doubt =
        if has_shared(case.program) { ", or the kernel reads shared memory that nobody has written" } else { "" };
    TAIL.replace("OTHER", other).replace("DOUBT", doubt)
}

fn heading(case: &Case<'_>) -> String {
    let mut out = format!("// Written by `raceproof reproduce` for {}.\n//\n", one_line(case.id));
    _ = writeln!(out, "// {}\n// in {}", one_line(&case.finding.message()), one_line(&case.kernel.name));
    for (i, party) in case.finding.parties.iter().enumerate() {
        let does = match party.mode {
            AccessMode::Read => "read",
            AccessMode::Write => "write",
            AccessMode::Atomic => "atomic access",
            AccessMode::Barrier => "barrier",
            AccessMode::Launch => "launch",
        };
        let ([x, y, z], [a, b, c]) = (party.thread, party.block);
        let values: String =
            values::own(case.finding, party).iter().map(|(name, value)| format!(", {name} = {value}")).collect();
        let place = one_line(&party.span.to_string());
        _ = writeln!(
            out,
            "// ({}) {does} at {place} by thread ({x},{y},{z}) of block ({a},{b},{c}){}",
            i + 1,
            one_line(&values)
        );
    }
    if let Some(seen) = finding_seen(case.finding) {
        out += &seen;
    }
    for (number, why) in &case.pauses.not_before {
        _ = writeln!(out, "// There is no pause before access ({number}): {why}.");
    }
    out += "//\n// `make run` launches it many times on the same memory, zeros but for what the witness needs, and compares what comes \
            out;\n// where that shows nothing, once more with small numbers instead of zeros (`./reproduce 100 numbers`). `make \
            racecheck` and\n// `make synccheck` ask compute-sanitizer.\n";
    for number in &case.pauses.before {
        _ = writeln!(
            out,
            "// Then `paused{number}` does so, made from a copy of the source: in every other run the thread of access ({number}) waits before it."
        );
    }
    out + "\n"
}

/// The race that an execution saw, where it is another one than the witness's.
fn finding_seen(finding: &Finding) -> Option<String> {
    let seen = finding.given.as_ref()?.seen.as_ref()?;
    let parties = finding.parties.iter().map(|party| (party.thread, party.block));
    let is_same = parties.eq(seen.threads.into_iter().zip(seen.blocks));
    let at = |i: usize| {
        let ([x, y, z], [a, b, c]) = (seen.threads[i], seen.blocks[i]);
        format!("thread ({x},{y},{z}) of block ({a},{b},{c})")
    };
    let [from, to] = seen.bytes;
    let where_it_is = one_line(&seen.object);
    (!is_same).then(|| {
        format!(
            "// An execution saw it on bytes {from} to {to} of {where_it_is}: (1) by {}, (2) by {}.\n",
            at(0),
            at(1)
        )
    })
}

fn buffer_line(number: usize, Buffer { name, before, behind, is_variable }: &Buffer) -> String {
    if *is_variable {
        return format!("    rp::Buffer buffer{number}(\"{name}\", rp::address(::{name}), sizeof(::{name}));\n");
    }
    format!("    rp::Buffer buffer{number}(\"{}\", {before}ull, {behind}ull);\n", quoted(name))
}

fn argument_lines(number: usize, argument: &Argument) -> String {
    let Argument { name, bytes, values, open, pointers } = argument;
    let name = one_line(name);
    let mut out = format!("    alignas(256) unsigned char argument{number}[{bytes}] = {{}}; // {name}\n");
    for (at, value, bytes) in values.iter().filter(|(_, value, _)| *value != 0) {
        _ = writeln!(out, "    rp::put(argument{number} + {at}, {value}ull, {bytes});");
    }
    // 2 in every format: a factor of 0 would leave nothing of what differs.
    for (at, bytes) in open {
        let last = at + bytes - 1;
        _ = writeln!(out, "    argument{number}[{last}] = count > 2 ? 0x40 : 0;");
    }
    for (at, buffer, distance) in pointers {
        _ = writeln!(
            out,
            "    rp::put(argument{number} + {at}, (unsigned long long)(buffer{buffer}.start + ({distance}ll)), 8);"
        );
    }
    out
}

fn content_line(content: &Content) -> String {
    match content {
        Content::Buffer { number, at, value, bytes } => {
            format!("        buffer{number}.set({at}ll, {value}ull, {bytes});\n")
        }
        Content::Variable { name, at, value, bytes } => {
            format!(
                "        {{\n            unsigned long long value = {value}ull;\n            rp::check(cudaMemcpyToSymbol(::{name}, &value, {bytes}, {at}));\n        }}\n"
            )
        }
        Content::Pointers { number, to } => {
            format!("        rp::point(buffer{number}, buffer{to});\n")
        }
        Content::PointersOf { name, to } => {
            format!(
                "        rp::check(cudaMemcpyToSymbol(::{name}, rp::pointers(buffer{to}, sizeof(::{name})).data(), sizeof(::{name})));\n"
            )
        }
        Content::OutOfReach(what) => {
            format!("        // The witness also has {}, which the host cannot set.\n", one_line(what))
        }
    }
}

/// `OPTIONS` are the compiler's, `PLACE` is where they hold, `PAUSED` are the programs with a pause.
const MAKEFILE: &str = r#"# Options and paths are those of the check, from its folder.
NVCC ?= nvcc
NVCCFLAGS ?= -lineinfo
SANITIZER ?= compute-sanitizer
OPTIONS := @OPTIONS@
HERE := $(CURDIR)
COMPILE = cd @PLACE@ && $(NVCC) $(NVCCFLAGS) $(OPTIONS) -I '$(HERE)' '$(HERE)/reproduce.cu' -o '$(HERE)/$@' $(LDFLAGS)
# `paused1` waits before the first access, `paused2` before the second.
PROGRAMS := reproduce@PAUSED@

all: $(PROGRAMS)

reproduce: reproduce.cu
	$(COMPILE)

paused1 paused2: reproduce.cu paused.cu
	$(COMPILE) -DRACEPROOF_PAUSED=$(subst paused,,$@)

run: $(PROGRAMS)
	@shown=; status=0; for program in $(PROGRAMS); do for fill in '' ' numbers'; do \
	    echo "./$$program 100$$fill:"; ./$$program 100$$fill; code=$$?; \
	    if [ $$code = 1 ]; then shown="$$shown $$program"; fi; \
	    if [ $$code != 0 ]; then status=1; break; fi; \
	done; done; echo "damage was shown by:$${shown:- none}"; exit $$status

racecheck: reproduce
	$(SANITIZER) --tool racecheck --racecheck-report all ./reproduce 1

synccheck: reproduce
	$(SANITIZER) --tool synccheck ./reproduce 1

clean:
	rm -f reproduce paused1 paused2

.PHONY: all run racecheck synccheck clean
"#;

fn makefile(case: &Case<'_>) -> Result<String, String> {
    let options: Vec<String> = case.options.iter().map(|option| shell(option)).collect();
    let paused: String = case.pauses.before.iter().map(|number| format!(" paused{number}")).collect();
    // Last what others have written, which may hold a mark.
    let text = MAKEFILE.replace("@PAUSED@", &paused);
    let (before, behind) = text.split_once("@OPTIONS@").ok_or("the Makefile has no options")?;
    Ok(format!("{before}{}{}", options.join(" "), behind.replacen("@PLACE@", &shell(path(case.directory)?), 1)))
}

fn path(path: &Path) -> Result<&str, String> {
    let text = path.to_str().filter(|text| !text.contains(['"', '\n', '\\']));
    text.ok_or_else(|| format!("{}: such a path cannot be written into a program", path.display()))
}

/// For the shell of a Makefile.
fn shell(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''").replace('$', "$$").replace(['\n', '\r'], " "))
}

/// For a comment, which it must not end or continue.
fn one_line(text: &str) -> String {
    text.replace(['\n', '\r', '\\'], " ")
}

fn quoted(text: &str) -> String {
    one_line(text).replace('"', "'")
}
