//! The conditions of a source (`#if`, `#ifdef`, …) that may come out differently for clang and for nvcc.
//!
//! Conditions that guard nothing but pragmas do not count, nor do those that neither compiler reads.
//!
//! Direction of imprecision: a condition may be named that is never evaluated, or comes out the same; macros that are made
//! of others are not followed.

use super::expression::{Outcome, not_name, outcome};
use super::macros::{Difference, difference};

/// A condition that may come out differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tested {
    pub line: usize,
    pub name: String,
    pub difference: Difference,
}

/// The first condition for each macro.
pub fn tested(source: &str, with_toolkit: bool) -> Vec<Tested> {
    let lines = lines(source);
    let mut found: Vec<Tested> = vec![];
    let mut groups: Vec<Group> = vec![];
    for (at, (line, text)) in lines.iter().enumerate() {
        let Some((name, rest)) = directive(text) else { continue };
        let is_first = matches!(name, "if" | "ifdef" | "ifndef");
        let condition = match name {
            "if" | "elif" => rest.to_owned(),
            "ifdef" | "elifdef" => format!("defined({})", rest.trim()),
            "ifndef" | "elifndef" => format!("!defined({})", rest.trim()),
            "else" => "1".to_owned(),
            "endif" => {
                groups.pop();
                continue;
            }
            _ => continue,
        };
        if is_first {
            let is_unread = groups.last().is_some_and(|outer| outer.is_unread);
            groups.push(Group { is_over: is_unread, is_unread });
        }
        let Some(group) = groups.last_mut().filter(|group| !group.is_over) else {
            groups.last_mut().into_iter().for_each(|group| group.is_unread = true);
            continue;
        };
        let outcome = outcome(&condition, with_toolkit);
        (group.is_over, group.is_unread) = (outcome == Outcome::Always, outcome == Outcome::Never);
        let mut names = condition.split(not_name).filter_map(|name| Some((name, difference(name, with_toolkit)?)));
        let Some((name, difference)) = names.next().filter(|_| outcome == Outcome::Differs) else { continue };
        if found.iter().all(|known| known.name != name) && guards_code(&lines, at) {
            found.push(Tested { line: *line, name: name.to_owned(), difference });
        }
    }
    found
}

/// What is known of a group of conditions, of which at most one is taken.
struct Group {
    /// Both have taken one, or do not read the group.
    is_over: bool,
    /// Neither reads what follows.
    is_unread: bool,
}

/// The lines on which a word stands, outside of comments.
pub fn lines_with(source: &str, word: &str) -> Vec<usize> {
    lines(source)
        .into_iter()
        .filter(|(_, text)| text.split(not_name).any(|own| own == word))
        .map(|(at, _)| at)
        .collect()
}

/// Lines with their numbers, put together where they end in a backslash, without comments and without those that are empty.
fn lines(source: &str) -> Vec<(usize, String)> {
    let (mut all, mut text, mut first) = (vec![], String::new(), 1);
    let (mut in_comment, mut number) = (false, 0);
    for line in source.lines() {
        number += 1;
        if text.is_empty() {
            first = number;
        }
        let (kept, goes_on) = match line.trim_end().strip_suffix('\\') {
            Some(kept) => (kept, true),
            None => (line, false),
        };
        without_comments(kept, &mut in_comment, &mut text);
        if !goes_on && !in_comment {
            let whole = std::mem::take(&mut text);
            all.extend(Some((first, whole.trim().to_owned())).filter(|(_, whole)| !whole.is_empty()));
        }
    }
    all.push((first, text));
    all
}

/// Adds what is no comment in a line to `text`. Strings are left out, too.
fn without_comments(line: &str, in_comment: &mut bool, text: &mut String) {
    let mut rest = line;
    while !rest.is_empty() {
        if *in_comment {
            let Some((_, after)) = rest.split_once("*/") else { return };
            (*in_comment, rest) = (false, after);
            text.push(' ');
            continue;
        }
        let Some(at) = rest.find(['/', '"']) else {
            text.push_str(rest);
            return;
        };
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        rest = match from.as_bytes() {
            [b'/', b'/', ..] => return,
            [b'/', b'*', ..] => {
                *in_comment = true;
                &from[2..]
            }
            [b'"', ..] => from[1..].split_once('"').map_or("", |(_, after)| after),
            _ => {
                text.push('/');
                &from[1..]
            }
        };
    }
}

/// The name of a directive, and what follows.
fn directive(text: &str) -> Option<(&str, &str)> {
    let rest = text.strip_prefix('#')?.trim_start();
    Some(rest.split_at(rest.find(not_name).unwrap_or(rest.len())))
}

/// Whether anything but pragmas and other conditions stands in a group of conditions.
fn guards_code(lines: &[(usize, String)], at: usize) -> bool {
    let mut depth = 0;
    for (_, text) in &lines[at + 1..] {
        match directive(text) {
            Some(("if" | "ifdef" | "ifndef", _)) => depth += 1,
            Some(("endif", _)) if depth == 0 => return false,
            Some(("endif", _)) => depth -= 1,
            Some(("elif" | "elifdef" | "elifndef" | "else" | "pragma" | "error" | "warning", _)) => {}
            Some(_) | None => return true,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::{lines_with, tested};

    fn names(source: &str) -> Vec<(usize, String)> {
        tested(source, true).into_iter().map(|tested| (tested.line, tested.name)).collect()
    }

    #[test]
    fn conditions_that_differ_are_found() {
        for condition in [
            "#ifdef __clang__",
            "#ifndef __clang__",
            "# if !defined(__clang__)",
            "#if defined __clang__ && __CUDA_ARCH__ >= 800",
            "#if defined(__GNUC__) && !defined(__clang__)",
            "#if (defined(A) || defined(__clang__)) && B > (C + 1)",
            "#if /* here */ __clang_major__ > 14",
            "#if __GNUC__ > 4 || (__GNUC__ == 4 && __clang__)",
            "#if defined(A) \\\n  && defined(__clang__)",
            "#if A\n#elif defined(__clang__)",
            "#if __has_builtin(__builtin_x)",
        ] {
            let source = format!("int a;\n{condition}\nint b;\n#endif\n");
            assert_eq!(names(&source).len(), 1, "{condition}");
        }
        assert_eq!(names("int a;\n\n#ifdef __clang__\nint b;\n#endif"), [(3, "__clang__".to_owned())]);
    }

    #[test]
    fn conditions_that_do_not_differ_are_passed_over() {
        for condition in [
            "#ifdef __NVCC__",
            "#if defined(__GNUC__) || defined(__clang__)",
            "#if defined(_MSC_VER) && !defined(__clang__)",
            "#if 0\n#ifdef __clang__\nint a;\n#endif\n#endif\n#if 1",
            "#if defined(__NVCC__)\nint a;\n#elif defined(__clang__)",
            "#if !defined(__CUDACC__)\n#elif defined(__GNUC__)\nint a;\n#elif defined(__clang__)",
            "#if defined(__VERSION__)",
            "// #ifdef __clang__\n#if 1",
            "/*\n#ifdef __clang__\n*/\n#if 1",
            "#define A \"#ifdef __clang__\"\n#if A",
        ] {
            let source = format!("{condition}\nint b;\n#endif\n");
            assert_eq!(names(&source), [], "{condition}");
        }
        let pragmas =
            "#ifdef __clang__\n// why\n#pragma clang diagnostic push\n#if A\n#pragma x\n#endif\n#endif\nint a;";
        assert_eq!(names(pragmas), []);
    }

    #[test]
    fn words_outside_of_comments() {
        let source = "// __global__ a\n/* __global__\n*/ int b;\n__global__ void c();\nx__global__ d;";
        assert_eq!(lines_with(source, "__global__"), [4]);
    }
}
