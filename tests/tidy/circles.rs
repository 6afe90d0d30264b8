//! Which module of `src/` imports which other, and that no imports go round in a circle.
//!
//! Computed from the text. A module is a file, named by its path (`term/mod.rs` is `term`); `lib.rs` and `main.rs` are none.
//! Comments, `#[cfg(test)]` modules and `pub(in …)` are left out. What remains names another module by each `use` (every
//! leaf of its tree) and by each path elsewhere that begins with `crate`, `self`, `super` or a child's name; the path
//! stands for the deepest module that it leads to. So `crate::term::Terms` is an import of `term`, which re-exports it, and
//! `crate::term::terms::Terms` one of `term::terms`. A declaration (`mod x;`) is no import, and a re-export is one.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use crate::{code_of, files, has_extension, none, read};

pub(crate) type Module = Vec<String>;
pub(crate) type Imports = BTreeMap<Module, BTreeSet<Module>>;

/// The module that a file below `src/` is, if it is one.
fn module(path: &Path) -> Option<Module> {
    let below = path.strip_prefix("src").unwrap().with_extension("");
    let mut names: Module = below.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
    names.pop_if(|last| last == "mod");
    (!names.is_empty() && names != ["lib"] && names != ["main"]).then_some(names)
}

/// Names, `::`, and every other character by itself.
fn tokens(code: &str) -> Vec<&str> {
    let (mut found, mut rest) = (vec![], code.trim_start());
    while let Some(first) = rest.chars().next() {
        let name = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let length = match name {
            0 if rest.starts_with("::") => 2,
            0 => first.len_utf8(),
            name => name,
        };
        found.push(&rest[..length]);
        rest = rest[length..].trim_start();
    }
    found
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// The leaves of a `use` tree that begins at `at`, each behind `head`; gives where the tree ends.
fn leaves(tokens: &[&str], mut at: usize, head: &[&str], to: &mut Vec<Module>) -> usize {
    let mut path = head.to_vec();
    while let Some(token) = tokens.get(at) {
        match *token {
            "::" => {}
            "{" => {
                at += 1;
                while tokens.get(at).is_some_and(|token| *token != "}") {
                    at = leaves(tokens, at, &path, to);
                    at += usize::from(tokens.get(at) == Some(&","));
                }
                return at + 1;
            }
            "as" => at += 1,
            name if is_name(name) || name == "*" => path.push(name),
            _ => break,
        }
        at += 1;
    }
    to.push(path.into_iter().map(str::to_owned).collect());
    at
}

/// The paths that a module's code names.
fn paths(code: &str) -> Vec<Module> {
    let (tokens, mut found, mut at) = (tokens(code), vec![], 0);
    while let Some(token) = tokens.get(at) {
        let qualifies = is_name(token) && tokens.get(at + 1) == Some(&"::") && (at == 0 || tokens[at - 1] != "::");
        if *token == "use" {
            at = leaves(&tokens, at + 1, &[], &mut found);
        } else if qualifies {
            let mut path = vec![(*token).to_owned()];
            while tokens.get(at + 1) == Some(&"::") && tokens.get(at + 2).is_some_and(|next| is_name(next)) {
                path.push(tokens[at + 2].to_owned());
                at += 2;
            }
            found.push(path);
            at += 1;
        } else {
            at += 1;
        }
    }
    found
}

/// The module that a path leads to from `own`.
fn resolve(own: &Module, path: &[String], modules: &BTreeMap<Module, String>) -> Option<Module> {
    let (mut at, mut rest) = (own.clone(), path);
    match rest.first()?.as_str() {
        "crate" => (at, rest) = (vec![], &rest[1..]),
        "self" => rest = &rest[1..],
        "super" => {
            while rest.first().is_some_and(|name| name == "super") {
                at.pop();
                rest = &rest[1..];
            }
        }
        child => {
            let below = [own.as_slice(), &[child.to_owned()]].concat();
            modules.get(&below)?;
        }
    }
    for name in rest {
        at.push(name.clone());
        if !modules.contains_key(&at) {
            at.pop();
            break;
        }
    }
    modules.contains_key(&at).then_some(at)
}

fn imports(modules: &BTreeMap<Module, String>) -> Imports {
    let of = |own: &Module, text: &String| {
        let code = code_of(text).join("\n");
        let named = paths(&code).into_iter().filter_map(|path| resolve(own, &path, modules));
        named.filter(|other| other != own).collect()
    };
    modules.iter().map(|(own, text)| (own.clone(), of(own, text))).collect()
}

/// A shortest circle through `start`, which comes first and last.
fn circle_through(start: &Module, imports: &Imports) -> Option<Vec<Module>> {
    let mut from: BTreeMap<&Module, &Module> = BTreeMap::new();
    let mut open = VecDeque::from([start]);
    while let Some(module) = open.pop_front() {
        for next in &imports[module] {
            if next == start {
                let mut circle = vec![start.clone(), module.clone()];
                while circle.last() != Some(start) {
                    circle.push(from[&circle[circle.len() - 1]].clone());
                }
                circle.reverse();
                return Some(circle);
            }
            if !from.contains_key(next) {
                from.insert(next, module);
                open.push_back(next);
            }
        }
    }
    None
}

/// A circle for each module that is in one; equal circles once.
fn circles(imports: &Imports) -> Vec<Vec<Module>> {
    let (mut found, mut seen) = (vec![], BTreeSet::new());
    for circle in imports.keys().filter_map(|module| circle_through(module, imports)) {
        if seen.insert(circle.iter().cloned().collect::<BTreeSet<_>>()) {
            found.push(circle);
        }
    }
    found
}

fn shown(circle: &[Module]) -> String {
    circle.iter().map(|module| module.join("::")).collect::<Vec<_>>().join(" → ")
}

#[test]
fn no_imports_go_round_in_a_circle() {
    let faults: Vec<String> = circles(&of_sources()).iter().map(|circle| shown(circle)).collect();
    none("imports go round in a circle: put what both need into a file below them", &faults);
}

/// The imports of all modules of `src/`.
pub(crate) fn of_sources() -> Imports {
    let rust = files("src").into_iter().filter(|path| has_extension(path, &["rs"]));
    let modules: BTreeMap<Module, String> = rust.filter_map(|path| Some((module(&path)?, read(&path)))).collect();
    assert!(modules.len() > 100, "the search for modules found {}", modules.len());
    let imports = imports(&modules);
    assert!(
        imports[&["analysis", "passes", "check"].map(str::to_owned).to_vec()].len() > 10,
        "the search for imports found few"
    );
    imports
}

/// Made-up modules: names with their code.
fn made_up(sources: &[(&str, &str)]) -> BTreeMap<Module, String> {
    let name = |path: &str| path.split('/').map(str::to_owned).collect();
    sources.iter().map(|(path, code)| (name(path), (*code).to_owned())).collect()
}

fn found(sources: &[(&str, &str)]) -> Vec<String> {
    circles(&imports(&made_up(sources))).iter().map(|circle| shown(circle)).collect()
}

#[test]
fn circles_are_found() {
    let parent = "mod b;\npub use b::f;";
    let way = ("c", "fn g() { crate::a::b::f(); }");
    assert_eq!(found(&[("a", parent), ("a/b", "use super::X;"), way]), ["a → a::b → a"]);
    assert_eq!(found(&[("a", parent), ("a/b", "use crate::{c::g as h, d};"), way]), ["a::b → c → a::b"]);
    let three = [("a", "use crate::b;"), ("b", "use crate::{c::{self, g}};"), ("c", "type T = super::a::X;")];
    assert_eq!(found(&three), ["a → b → c → a"]);
}

#[test]
fn what_is_no_import_makes_no_circle() {
    let child = "use super::c::Y;\npub(in crate::a) struct X; // crate::a::f\n#[cfg(test)]\nmod tests {\n    use crate::a::f;\n}";
    let parent = "mod b;\n#[cfg(test)]\nmod tests;\nmod c;\npub use b::f;\npub use c::Y;";
    assert_eq!(found(&[("a", parent), ("a/b", child), ("a/c", "pub struct Y;")]), Vec::<String>::new());
    let below = "#[cfg(test)]\nmod tests;\npub use b::f;";
    assert_eq!(found(&[("a", below), ("a/b", "use crate::a::X;")]), ["a → a::b → a"]);
}
