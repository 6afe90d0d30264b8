//! The kernel's name in C++, from its demangled one: `void scale<float, 4>(float*)` is `::scale<float, 4>`, whatever the
//! program's own variables are called. CUDA's headers have functions of their own, `any` among them: a kernel is told from such
//! a one by its parameters, where C++ can name these everywhere.

/// The words of types that C++ has without a declaration.
const BUILT_IN: [&str; 12] =
    ["void", "bool", "char", "short", "int", "long", "signed", "unsigned", "float", "double", "const", "volatile"];

/// The kernel as an operand of `&`; nothing where C++ has no name for it.
#[must_use]
pub(super) fn expression(demangled: &str, is_overloaded: bool) -> Option<String> {
    let name = demangled.replace("(anonymous namespace)::", "");
    if name.contains('{') || name.contains('\'') || name.contains('$') {
        return None; // in a lambda, or something that the compiler made
    }
    let (head, parameters) = split(&name);
    let plain = without_result(head);
    let is_template = head.contains('<');
    let is_told_apart = |list: &&str| is_overloaded || !is_template && is_built_in(list);
    (!plain.is_empty()).then(|| match parameters.filter(is_told_apart) {
        Some(parameters) => format!("static_cast<void (*){parameters}>(&::{plain})"),
        None => format!("&::{plain}"),
    })
}

/// Whether a list of parameters names types of the language alone.
fn is_built_in(parameters: &str) -> bool {
    let mut words = parameters.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
    words.all(|word| word.is_empty() || BUILT_IN.contains(&word) || word.bytes().all(|c| c.is_ascii_digit()))
}

/// The name without what comes before it, its template's arguments and its parameters: what overloads share.
#[must_use]
pub(super) fn plain(demangled: &str) -> &str {
    let (head, _) = split(demangled);
    let head = head.find('<').map_or(head, |at| &head[..at]);
    head.rsplit(' ').next().unwrap_or(head)
}

/// What comes before the list of parameters, and the list.
fn split(name: &str) -> (&str, Option<&str>) {
    if !name.ends_with(')') {
        return (name, None);
    }
    let mut depth = 0;
    for (at, c) in name.char_indices().rev() {
        depth += match c {
            ')' => 1,
            '(' => -1,
            _ => 0,
        };
        if depth == 0 {
            return (&name[..at], Some(&name[at..]));
        }
    }
    (name, None)
}

/// A template's name comes behind its result.
fn without_result(head: &str) -> &str {
    let (mut depth, mut start) = (0, 0);
    for (at, c) in head.char_indices() {
        match c {
            '<' | '(' => depth += 1,
            '>' | ')' => depth -= 1,
            ' ' if depth == 0 => start = at + 1,
            _ => {}
        }
    }
    &head[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kernels_are_named_as_the_source_may_name_them() {
        for (demangled, is_overloaded, expected) in [
            ("k(float*, Node)", false, Some("&::k")),
            ("k(float*, Node)", true, Some("static_cast<void (*)(float*, Node)>(&::k)")),
            ("any(unsigned int const*, int)", false, Some("static_cast<void (*)(unsigned int const*, int)>(&::any)")),
            ("k", true, Some("&::k")),
            ("void a::scale<float, 4>(float*)", false, Some("&::a::scale<float, 4>")),
            ("void apply<(Mode)1, void (*)(int)>(int)", false, Some("&::apply<(Mode)1, void (*)(int)>")),
            ("(anonymous namespace)::k()", false, Some("static_cast<void (*)()>(&::k)")),
            ("void run<main::{lambda(int)#1}>(int)", false, None),
        ] {
            assert_eq!(expression(demangled, is_overloaded).as_deref(), expected);
        }
        assert_eq!(plain("void a::scale<float, 4>(float*)"), "a::scale");
    }
}
