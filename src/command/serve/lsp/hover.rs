//! Above the name of a kernel, where it is defined or launched: its verdict, and what that rests on.

use super::diagnostics::kernels;
use crate::command::serve::targets::Checked;
use crate::diagnostics::render::said;
use crate::verdict::KernelReport;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

/// What is said of the kernels of this name; nothing if there are none.
pub(super) fn hover(units: &[Checked], word: &str) -> Option<Hover> {
    let all = units.iter().flat_map(|checked| kernels(&checked.report));
    let mut texts: Vec<String> = vec![];
    for text in all.filter(|kernel| plain(&kernel.name) == word).map(text) {
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    let value = texts.join("\n\n---\n\n");
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    (!texts.is_empty()).then_some(Hover { contents, range: None })
}

fn text(kernel: &KernelReport) -> String {
    let mut lines = vec![format!("`{}`: {}", kernel.name, said::verdict(kernel))];
    if !kernel.open.is_empty() {
        lines.push(format!("Open: {}", kernel.reason()));
    }
    let conditions = kernel.findings.iter().filter_map(said::contract);
    lines.extend(conditions.map(|contract| format!("No race where `{contract}` holds.")));
    if !kernel.assumptions.is_empty() {
        let one = |(id, text): (&str, String)| format!("- {id}: {text}");
        let all: Vec<String> = kernel.assumptions.iter().map(|a| one((a.id(), a.to_string()))).collect();
        lines.push(format!("Assuming\n{}", all.join("\n")));
    }
    lines.join("\n\n")
}

/// A kernel's name without its namespaces, template arguments and parameters.
pub(super) fn plain(name: &str) -> &str {
    let name = name.split(['(', '<']).next().unwrap_or(name);
    let name = name.rsplit("::").next().unwrap_or(name);
    name.rsplit(' ').next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn names_are_as_the_source_has_them() {
        for (name, wanted) in [("k(int*)", "k"), ("void n::gemm<int, n::f<2>>(int)", "gemm"), ("k", "k")] {
            assert_eq!(plain(name), wanted);
        }
    }
}
