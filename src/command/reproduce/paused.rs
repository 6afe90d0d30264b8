//! A copy of the source in which the threads of a race wait before their accesses: that widens the window in which they meet.
//!
//! ```text
//! RACEPROOF_PAUSE(1);
//! s[t] = k;                               // a statement of its own
//! if (t < 32) { RACEPROOF_PAUSE(2); y += s[u]; }   // the body of a branch without braces
//! ```
//!
//! The copy lies in another folder: what it includes from its own is named in full. **Invariant:** clang compiles the copy, and the
//! kernel comes to the pause in it: a copy that does not compile, or whose pause is in no code of the kernel, is not written.
//! Direction: where no place is found the program is as good as without.

use crate::command::mend::text::Code;
use crate::diagnostics::fingerprint::lexically;
use crate::driver::Check;
use crate::front::config::Environment;
use crate::span::Span;
use crate::verdict::{AccessMode, Finding, FindingKind};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// What a pause calls while the copy is tried.
const TRIED: &str = "raceproof_tried_pause_";

/// Where threads wait, by the number of the access.
#[derive(Default)]
pub(super) struct Pauses {
    /// The source with them.
    pub copy: Option<String>,
    /// Before which accesses.
    pub before: Vec<usize>,
    /// Before which not, and why not.
    pub not_before: Vec<(usize, &'static str)>,
}

/// Where a pause stands.
enum Place {
    Before(u32),
    /// In the body of a branch or loop, which gets braces.
    Within(u32, Range<usize>),
}

/// The pauses for a finding on a kernel.
pub(super) fn of(check: &Check<'_>, path: &Path, symbol: &str, finding: &Finding) -> Pauses {
    let mut pauses = Pauses::default();
    if !matches!(finding.kind, FindingKind::DataRace | FindingKind::BenignRace) {
        return pauses;
    }
    let source = lexically(&check.environment.directory.join(path));
    let text = std::fs::read_to_string(&source).ok();
    let Some(text) = text.as_deref().and_then(|text| moved(text, source.parent()?)) else {
        pauses.not_before =
            [1, 2].map(|number| (number, "the source includes files in a way that a copy of it cannot")).into();
        return pauses;
    };
    let here = |span: &Span| lexically(&check.environment.directory.join(&*span.file)) == source;
    let places = places(&text, finding, &here, &mut pauses);
    let is_tried = |places: &[&(usize, Place)]| is_right(check, &source, path, symbol, &with(&text, places)?, places);
    let all: Vec<&(usize, Place)> = places.iter().collect();
    let kept = if is_tried(&all).is_some() {
        all
    } else {
        all.into_iter().filter(|place| is_tried(&[place]).is_some()).take(1).collect()
    };
    for (number, _) in &places {
        if kept.iter().any(|(kept, _)| kept == number) {
            pauses.before.push(*number);
        } else {
            pauses.not_before.push((*number, "the source does not compile with it"));
        }
    }
    pauses.copy = with(&text, &kept).filter(|_| !kept.is_empty());
    pauses
}

/// The places before the accesses of a finding; where there is none, `pauses` gets to know why.
fn places(text: &str, finding: &Finding, here: &dyn Fn(&Span) -> bool, pauses: &mut Pauses) -> Vec<(usize, Place)> {
    let (code, mut places) = (Code::new(text), vec![]);
    for (number, party) in (1..).zip(&finding.parties) {
        let is_access = match party.mode {
            AccessMode::Read | AccessMode::Write | AccessMode::Atomic => true,
            AccessMode::Barrier | AccessMode::Launch => false,
        };
        let mut spans = std::iter::once(&party.span).chain(&party.span.inlined_at);
        match spans.find(|span| is_access && here(span)).map(|span| place(&code, span)) {
            None => pauses.not_before.push((number, "it is in another file")),
            Some(None) => {
                pauses.not_before.push((number, "its statement is not the first one of its line, or is in a macro"));
            }
            Some(Some(place)) => places.push((number, place)),
        }
    }
    places
}

fn place(code: &Code, span: &Span) -> Option<Place> {
    let within = code.bare_body(span.line).map(|body| Place::Within(span.line, body));
    within.or_else(|| code.before_statement(span.line, span.column).map(Place::Before))
}

/// A source for another folder; `None` if it includes something by a name that is not in it.
fn moved(text: &str, folder: &Path) -> Option<String> {
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start).unwrap_or_default();
        let Some(named) = directive.strip_prefix("include").map(|rest| rest.trim_start_matches("_next").trim_start())
        else {
            (!(directive.contains("__has_include") && directive.contains('"'))).then_some(())?;
            out += line;
            continue;
        };
        let quoted = named.strip_prefix('"').and_then(|rest| rest.split_once('"'));
        match quoted.map(|(name, _)| (name, folder.join(name))).filter(|(_, path)| path.is_file()) {
            Some((name, path)) => {
                let path = path.to_str().filter(|path| !path.contains(['"', '\n', '\\']))?;
                out += &line.replacen(&format!("\"{name}\""), &format!("\"{path}\""), 1);
            }
            None if named.starts_with(['"', '<']) => out += line,
            None => return None,
        }
    }
    Some(out)
}

/// A source with pauses.
fn with(text: &str, places: &[&(usize, Place)]) -> Option<String> {
    let pause = |number: &usize| format!("RACEPROOF_PAUSE({number});");
    let (mut code, mut lines) = (Code::new(text), vec![]);
    for (number, place) in places {
        match place {
            Place::Before(line) => {
                let after = line.checked_sub(1)?;
                lines.push((after, code.indentation_behind(after) + &pause(number)));
            }
            Place::Within(line, body) => {
                // Both accesses may be in one statement: the first of them has braces by now.
                let shared = places.iter().filter(|(_, other)| matches!(other, Place::Within(l, _) if l == line));
                let numbers: Vec<&usize> = shared.map(|(number, _)| number).collect();
                if numbers.first() == Some(&number) {
                    let pauses: String = numbers.into_iter().map(|number| pause(number) + " ").collect();
                    let braced = code.around_body(*line, body, [&format!("{{ {pauses}"), " }"])?;
                    code = Code::new(&String::from_utf8(braced).ok()?);
                }
            }
        }
    }
    String::from_utf8(code.with(&lines)).ok()
}

/// Whether the kernel comes to each pause of a copy.
fn is_right(
    check: &Check<'_>,
    source: &Path,
    path: &Path,
    symbol: &str,
    copy: &str,
    places: &[&(usize, Place)],
) -> Option<()> {
    let tried = |number: &usize| format!("{TRIED}{number}");
    let functions: String = places
        .iter()
        .map(|(number, _)| format!("extern \"C\" __attribute__((host, device)) void {}();\n", tried(number)))
        .collect();
    let text = format!("{functions}#define RACEPROOF_PAUSE(access) ::{TRIED}##access()\n{copy}");
    let mut instead = (*check.environment.instead).clone();
    instead.insert(source.to_owned(), text.into_bytes());
    let environment = Environment { instead: Arc::new(instead), ..check.environment.clone() };
    let programs = Check { environment: &environment, ..*check }.programs(path, &[symbol.to_owned()]).ok()?;
    let program = programs.first()?;
    let comes = |(number, _): &&(usize, Place)| program.callees.iter().any(|name| *name == tried(number));
    places.iter().all(comes).then_some(())
}

/// The thread that waits before an access: of the race that an execution saw, or else the witness's.
fn thread(finding: &Finding, number: usize) -> Option<([u32; 3], [u32; 3])> {
    let at = number.checked_sub(1)?;
    let seen = finding.given.as_ref().and_then(|given| given.seen.as_ref());
    let seen = seen.and_then(|seen| Some((*seen.threads.get(at)?, *seen.blocks.get(at)?)));
    seen.or_else(|| finding.parties.get(at).map(|party| (party.thread, party.block)))
}

/// What lets a thread wait, for nvcc.
pub(super) fn definition(finding: &Finding) -> String {
    let is = |name: &str, [x, y, z]: [u32; 3]| format!("{name}.x == {x}u && {name}.y == {y}u && {name}.z == {z}u");
    let comes = |number: usize| {
        let is_it = |(thread, block)| format!("{} && {}", is("threadIdx", thread), is("blockIdx", block));
        thread(finding, number).map_or("false".to_owned(), is_it)
    };
    DEFINITION.replace("FIRST", &comes(1)).replace("SECOND", &comes(2))
}

/// `FIRST` and `SECOND` are whether a thread is the one of an access.
const DEFINITION: &str = r#"// `RACEPROOF_PAUSE(1);` lets thread (1) wait, and so may its warp; `RACEPROOF_PAUSE(2);` thread (2).
// With RACEPROOF_PAUSED, 1 or 2, only that one waits.
namespace raceproof_reproduce {

/// The host sets it before each launch: without pauses what comes out is what it is compared with.
static __device__ unsigned pauses_left;

template <int access>
__host__ __device__ inline void raceproof_pause()
{
#ifdef __CUDA_ARCH__
#ifdef RACEPROOF_PAUSED
    const bool waits = access == RACEPROOF_PAUSED;
#else
    const bool waits = true;
#endif
    const bool comes = access == 1 ? FIRST
                                   : SECOND;
    if (waits && comes && pauses_left > 0) {
        pauses_left--;
#if __CUDA_ARCH__ >= 700
        __nanosleep(100000);
        __nanosleep(100000);
#else
        for (const long long start = clock64(); clock64() - start < 300000;)
            ;
#endif
    }
#endif
}

} // namespace raceproof_reproduce
#define RACEPROOF_PAUSE(access) ::raceproof_reproduce::raceproof_pause<access>()

"#;

#[cfg(test)]
mod tests {
    use super::moved;
    use std::path::Path;

    #[test]
    fn what_is_included_is_named_in_full() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/include"));
        let moved = |text: &str| moved(text, folder);
        let there = format!("# include \"{}/raceproof.h\" // own\n", folder.display());
        assert_eq!(moved("# include \"raceproof.h\" // own\n"), Some(there));
        for same in ["#include \"elsewhere.h\"\n", "#include <raceproof.h>\r\nint x;", "#if 1\n#endif\n"] {
            assert_eq!(moved(same).as_deref(), Some(same));
        }
        assert_eq!((moved("#include HEADER\n"), moved("#if __has_include(\"x.h\")\n#endif\n")), (None, None));
    }
}
