//! The program and its Makefile.

use super::memory::{self, Argument, Buffer, Content, Memory};
use super::named;
use crate::kernel::program::Program;
use crate::verdict::{AccessMode, Finding, Given, KernelReport};
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
    Ok(vec![("reproduce.cu", program), ("Makefile", makefile(case)?), ("raceproof.h", CONTRACTS.to_owned())])
}

/// The C++ source.
fn program(case: &Case<'_>, given: &Given, kernel: &str, memory: &Memory) -> Result<String, String> {
    let source = path(case.source)?;
    let mut out = heading(case);
    out += HEADERS;
    out += &pause(case.finding);
    out += "// Contracts are nothing here, and the source may have a main of its own.\n#include \"raceproof.h\"\n#define main raceproof_original_main\n";
    _ = writeln!(out, "#include \"{source}\"\n#undef main\n");
    out += HELPERS;
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
    out +=
        "    int differing = 0;\n    for (int run = 0; run < runs; run++) {\n        rp::fill(buffers, count > 2);\n";
    memory.contents.iter().for_each(|content| out += &content_line(content));
    _ = writeln!(
        out,
        "        rp::check(cudaLaunchKernel((const void *)({kernel}), grid, block, arguments, {}, 0));",
        memory.shared
    );
    out += TAIL;
    Ok(out)
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
        let values: String = party.values.iter().map(|(name, value)| format!(", {name} = {value}")).collect();
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
    out + "//\n// `make run` launches it many times on the same memory, zeros but for what the witness needs, and compares what comes out;\n// `./reproduce 100 numbers` fills it with small numbers instead. `make racecheck` and\n// `make \
           synccheck` ask compute-sanitizer.\n\n"
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

/// The thread that is to wait: of the race that an execution saw, or else the witness's.
fn first_thread(finding: &Finding) -> Option<([u32; 3], [u32; 3])> {
    let seen =
        finding.given.as_ref().and_then(|given| given.seen.as_ref()).map(|seen| (seen.threads[0], seen.blocks[0]));
    seen.or_else(|| finding.parties.first().map(|party| (party.thread, party.block)))
}

/// A macro that lets one of the two threads wait.
fn pause(finding: &Finding) -> String {
    let (Some(party), Some((thread, block))) = (finding.parties.first(), first_thread(finding)) else {
        return String::new();
    };
    let is = |name: &str, [x, y, z]: [u32; 3]| format!("{name}.x == {x}u && {name}.y == {y}u && {name}.z == {z}u");
    let place = one_line(&party.span.to_string());
    format!(
        "// To widen the window, write `RACEPROOF_PAUSE();` in front of an access in the source, as at\n// {place}: thread (1) \
         waits there.\n#define RACEPROOF_PAUSE() \\\n    do {{ \\\n        if ({} && \\\n            {}) \\\n            \
         __nanosleep(100000); \\\n    }} while (0)\n\n",
        is("threadIdx", thread),
        is("blockIdx", block)
    )
}

fn buffer_line(number: usize, Buffer { name, before, behind }: &Buffer) -> String {
    format!("    rp::Buffer buffer{number}(\"{}\", {before}ull, {behind}ull);\n", quoted(name))
}

fn argument_lines(number: usize, argument: &Argument) -> String {
    let Argument { name, bytes, values, pointers } = argument;
    let name = one_line(name);
    let mut out = format!("    alignas(256) unsigned char argument{number}[{bytes}] = {{}}; // {name}\n");
    for (at, value, bytes) in values.iter().filter(|(_, value, _)| *value != 0) {
        _ = writeln!(out, "    rp::put(argument{number} + {at}, {value}ull, {bytes});");
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
                "        {{\n            unsigned long long value = {value}ull;\n            rp::check(cudaMemcpyToSymbol({name}, &value, {bytes}, {at}));\n        }}\n"
            )
        }
        Content::OutOfReach(what) => {
            format!("        // The witness also has {}, which the host cannot set.\n", one_line(what))
        }
    }
}

fn makefile(case: &Case<'_>) -> Result<String, String> {
    let options: Vec<String> = case.options.iter().map(|option| shell(option)).collect();
    let place = shell(path(case.directory)?);
    Ok(format!(
        "# Options and paths are those of the check, from its folder.\nNVCC ?= nvcc\nNVCCFLAGS ?= -O1 -lineinfo\nSANITIZER ?= \
         compute-sanitizer\nOPTIONS := {}\nHERE := $(CURDIR)\n\nreproduce: reproduce.cu\n\tcd {place} && $(NVCC) $(NVCCFLAGS) \
         $(OPTIONS) -I '$(HERE)' '$(HERE)/reproduce.cu' -o '$(HERE)/reproduce' $(LDFLAGS)\n\nrun: reproduce\n\t./reproduce\n\n\
         racecheck: reproduce\n\t$(SANITIZER) --tool racecheck --racecheck-report all ./reproduce 1\n\nsynccheck: reproduce\n\t\
         $(SANITIZER) --tool synccheck ./reproduce 1\n\nclean:\n\trm -f reproduce\n\n.PHONY: run racecheck synccheck clean\n",
        options.join(" ")
    ))
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

const HEADERS: &str =
    "#include <cuda_runtime.h>\n#include <cstdio>\n#include <cstdlib>\n#include <cstring>\n#include <vector>\n\n";

const HELPERS: &str = r#"namespace raceproof_reproduce {

inline void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        std::printf("CUDA: %s\n", cudaGetErrorString(error));
        std::exit(2);
    }
}

inline void put(unsigned char *to, unsigned long long value, int bytes)
{
    std::memcpy(to, &value, bytes);
}

/// Global memory with room in front of and behind what a pointer points to.
struct Buffer {
    const char *name;
    unsigned long long before, bytes;
    char *start;
    std::vector<char> first, now;

    Buffer(const char *name, unsigned long long before, unsigned long long behind) : name(name), before(before), bytes(before + behind)
    {
        void *all = nullptr;
        check(cudaMalloc(&all, bytes));
        start = static_cast<char *>(all) + before;
    }

    void set(long long at, unsigned long long value, int bytes)
    {
        check(cudaMemcpy(start + at, &value, bytes, cudaMemcpyHostToDevice));
    }

    /// Whether memory is not what it was after the first run.
    bool differs(int run)
    {
        now.resize(bytes);
        check(cudaMemcpy(now.data(), start - before, bytes, cudaMemcpyDeviceToHost));
        if (run == 0) {
            first.swap(now);
            return false;
        }
        if (std::memcmp(first.data(), now.data(), bytes) == 0)
            return false;
        unsigned long long at = 0;
        while (first[at] == now[at])
            at++;
        std::printf("run %d: `%s` differs from the first run at byte %lld\n", run, name, (long long)(at - before));
        return true;
    }
};

/// Zeros, or small numbers, which are small floating-point numbers too.
inline void fill(Buffer **buffers, bool with_numbers)
{
    for (; *buffers; buffers++) {
        std::vector<unsigned> words((*buffers)->bytes / sizeof(unsigned));
        for (size_t i = 0; with_numbers && i < words.size(); i++)
            words[i] = (i * 7 + 3) % 61;
        check(cudaMemcpy((*buffers)->start - (*buffers)->before, words.data(), (*buffers)->bytes, cudaMemcpyHostToDevice));
    }
}

inline bool differ(Buffer **buffers, int run)
{
    bool any = false;
    for (; *buffers; buffers++)
        any |= (*buffers)->differs(run);
    return any;
}

} // namespace raceproof_reproduce

"#;

const TAIL: &str = r#"        rp::check(cudaGetLastError());
        rp::check(cudaDeviceSynchronize());
        differing += rp::differ(buffers, run);
    }
    if (differing)
        std::printf("damage: %d of %d runs on the same memory came out differently\n", differing, runs);
    else
        std::printf("no damage seen in %d runs of memory full of %s; try `%s %d %s`, or `make racecheck`\n", runs,
                    count > 2 ? "numbers" : "zeros", words[0], runs, count > 2 ? "" : "numbers");
    return differing ? 1 : 0;
}
"#;
