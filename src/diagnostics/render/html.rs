//! One HTML file with everything in it: kernels in a table, below it each finding with its source and its values.
//!
//! Nothing is loaded from elsewhere. Without JavaScript all is there but the search. What comes from sources and names is escaped.

mod escaped;
mod grid;
mod pictures;
mod timeline;

use super::json;
use super::style::Style;
use super::text::{self, notes};
use super::values;
use crate::diagnostics::fingerprint::kernels;
use crate::diagnostics::own;
use crate::diagnostics::sources::Sources;
use crate::span::Span;
use crate::verdict::{Assumption, FileReport, FileStatus, Finding, KernelReport};
use escaped::escaped;
use std::collections::{BTreeMap, BTreeSet};

const PAGE: &str = include_str!("html/page.html");
const STYLE: &str = include_str!("html/style.css");
const SCRIPT: &str = include_str!("html/script.js");
/// Lines that are shown around an access.
const AROUND: u32 = 3;

/// What a page is made of.
struct Page<'a> {
    style: &'a Style,
    sources: &'a dyn Sources,
    /// The findings, each in its article.
    articles: String,
    /// How many there are.
    number: usize,
}

pub(super) fn render(style: &Style, reports: &[FileReport], sources: &dyn Sources) -> String {
    let mut page = Page { style, sources, articles: String::new(), number: 0 };
    let rows: String = reports.iter().map(|report| page.rows(report)).collect();
    let counts = text::counts(reports);
    let counts: Vec<String> = counts.lines().map(|line| escaped(line.trim_start_matches("raceproof: "))).collect();
    let articles = if page.number == 0 { "<p>There are none.</p>\n".to_owned() } else { page.articles };
    let parts = [
        ("STYLE", STYLE.to_owned()),
        ("COUNTS", counts.join("<br>")),
        ("ROWS", rows),
        ("FINDINGS", articles),
        ("SCRIPT", SCRIPT.to_owned()),
    ];
    // One by one: what is put in may look like a mark.
    let (mut out, mut rest) = (String::new(), PAGE);
    for (mark, part) in parts {
        let (before, after) = rest.split_once(&format!("<!--{mark}-->")).unwrap_or((rest, ""));
        out += before;
        out += &part;
        rest = after;
    }
    out + rest
}

impl Page<'_> {
    /// A row for each kernel of a file; the articles of its findings go to the page.
    fn rows(&mut self, report: &FileReport) -> String {
        let path = escaped(&report.path);
        match &report.status {
            FileStatus::NotAnalysed { reason, details } => {
                let details = escaped(details);
                let reason = escaped(reason);
                let details = if details.is_empty() { details } else { format!("<pre tabindex=\"0\">{details}</pre>") };
                row("not-analysed", &[&path, "", &format!("not analysed: {reason}{details}"), ""])
            }
            FileStatus::Checked(_) => kernels(report).iter().map(|kernel| self.row(report, kernel, &path)).collect(),
        }
    }

    fn row(&mut self, report: &FileReport, kernel: &KernelReport, path: &str) -> String {
        let mut links = vec![];
        for finding in &kernel.findings {
            match &finding.same_as {
                Some(id) => links.push(format!("{}, the same as {}", finding.code, escaped(id))),
                None => {
                    self.number += 1;
                    links.push(format!("<a href=\"#f{0}\">{1} ({0})</a>", self.number, finding.code));
                    let article = self.article(report, kernel, finding);
                    self.articles += &article;
                }
            }
        }
        if !kernel.suppressed.is_empty() {
            links.push(format!("{} set aside", kernel.suppressed.len()));
        }
        let own = kernel.assumptions.iter().filter(|one| **one != Assumption::Standing);
        let assumptions: Vec<String> =
            own.map(|one| format!("<li>{}: {}</li>", one.id(), escaped(&one.to_string()))).collect();
        let assumed = match assumptions.len() {
            0 => String::new(),
            n => format!("<details><summary>{n} assumptions</summary><ul>{}</ul></details>", assumptions.concat()),
        };
        let reason = kernel.reason();
        let why = if reason.is_empty() { String::new() } else { format!("<br>{}", escaped(&reason)) };
        let (name, verdict) = (escaped(&kernel.name), escaped(&notes::verdict(kernel)));
        row(
            json::verdict(kernel.verdict),
            &[path, &format!("<code>{name}</code>"), &format!("{verdict}{why}{assumed}"), &links.join("<br>")],
        )
    }

    fn article(&self, report: &FileReport, kernel: &KernelReport, finding: &Finding) -> String {
        let severity = json::severity(finding.severity);
        let place = own::place(report, (finding, kernel), &self.style.directory);
        let said = |text: String| format!("<li>{}</li>\n", prose(&text));
        let help = notes::help(finding).into_iter().map(|text| format!("help: {text}"));
        let notes: String = notes::of(finding, kernel, notes::Detail::FULL).into_iter().chain(help).map(said).collect();
        format!(
            "<article id=\"f{0}\" class=\"{severity}\" data-severity=\"{severity}\" tabindex=\"-1\" aria-labelledby=\"t{0}\">\n\
            <h3 id=\"t{0}\"><span class=\"severity\">{severity}</span> {1}: {2}</h3>\n<p class=\"place\">{3}</p>\n{4}{5}\
            <ul>\n{notes}</ul>\n{6}</article>\n",
            self.number,
            finding.code,
            coded(&notes::title(finding)),
            escaped(&format!("{}:{}:{}", place.file, place.line, place.column)),
            self.source(report, finding),
            values(finding),
            pictures::of(self.number, finding),
        )
    }

    /// The lines around the accesses, by file.
    fn source(&self, report: &FileReport, finding: &Finding) -> String {
        let marks = self.marks(report, finding);
        let files: BTreeSet<&str> = marks.keys().map(|(file, _)| *file).collect();
        let mut out = String::new();
        for file in files {
            let Some(text) = self.sources.text(file) else { continue };
            let own = || marks.keys().filter(|(of, _)| *of == file).map(|(_, line)| *line);
            let mut last = 0;
            out += &format!("<pre role=\"group\" tabindex=\"0\" aria-label=\"{}\"><code>", escaped(file));
            for (number, line) in (1..).zip(text.lines()) {
                if !own().any(|at| number + AROUND >= at && number <= at + AROUND) {
                    continue;
                }
                if last > 0 && number > last + 1 {
                    out += "<span class=\"l\">  ...</span>\n";
                }
                last = number;
                out += &source_line(number, line, marks.get(&(file, number)).map_or(&[][..], Vec::as_slice));
            }
            out += "</code></pre>\n";
        }
        out
    }

    /// What stands below lines of the source: the accesses, and in their files the loop or the branch that matters.
    fn marks<'a>(&self, report: &'a FileReport, finding: &'a Finding) -> BTreeMap<(&'a str, u32), Vec<Beside>> {
        let mut marks: BTreeMap<(&str, u32), Vec<Beside>> = BTreeMap::new();
        for (index, party) in finding.parties.iter().enumerate() {
            let span: &Span = own::primary(report, &party.span, &self.style.directory);
            let class = if index == 0 { "first" } else { "second" };
            let beside = Beside { class, column: span.column, label: notes::label(finding.kind, index, party) };
            marks.entry((&span.file, span.line)).or_default().push(beside);
        }
        let files: BTreeSet<&str> = marks.keys().map(|(file, _)| *file).collect();
        for (span, label) in notes::besides(finding).into_iter().filter(|(span, _)| files.contains(&*span.file)) {
            let beside = Beside { class: "besides", column: span.column, label };
            marks.entry((&span.file, span.line)).or_default().push(beside);
        }
        marks
    }
}

/// What is written below a line, at a column.
struct Beside {
    class: &'static str,
    column: u32,
    label: String,
}

fn source_line(number: u32, line: &str, marks: &[Beside]) -> String {
    let text = format!("<span class=\"l\">{number:>5} </span>{}", escaped(line));
    let label = |mark: &Beside| {
        // As wide as the code before the column; tabs are one wide, too.
        let before = line.get(..(mark.column as usize).saturating_sub(1)).unwrap_or_default();
        let indent: String = before.chars().map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        format!("<span class=\"label\">      {indent}^ {}</span>\n", escaped(&mark.label))
    };
    let labels: String = marks.iter().map(label).collect();
    match marks.first() {
        None => text + "\n",
        Some(Beside { class, .. }) => format!("<span class=\"{class}\">{text}</span>\n{labels}"),
    }
}

/// A note: what its first line says, and below it the lines that are a table or a list.
fn prose(text: &str) -> String {
    match text.split_once('\n') {
        None => coded(text),
        Some((first, rest)) => format!("{}<pre tabindex=\"0\">{}</pre>", coded(first), escaped(rest)),
    }
}

/// Text with what stands in backticks as code.
fn coded(text: &str) -> String {
    let text = escaped(text);
    let parts: Vec<&str> = text.split('`').collect();
    if parts.len().is_multiple_of(2) {
        return text; // one of them is a letter
    }
    let part =
        |(at, part): (usize, &&str)| if at % 2 == 1 { format!("<code>{part}</code>") } else { (*part).to_owned() };
    parts.iter().enumerate().map(part).collect()
}

/// The values of the witness, those of the threads in columns of their own.
fn values(finding: &Finding) -> String {
    let mut rows = String::new();
    for (name, value) in values::shared(finding) {
        rows +=
            &format!("<tr><th scope=\"row\"><code>{}</code></th><td colspan=\"2\">{value}</td></tr>\n", escaped(&name));
    }
    let told: Vec<Vec<(String, i64)>> = finding.parties.iter().map(|party| values::own(finding, party)).collect();
    let names: BTreeSet<&String> = told.iter().flatten().map(|(name, _)| name).collect();
    for name in names {
        let of = |own: &Vec<(String, i64)>| {
            let value = own.iter().find(|(own, _)| own == name);
            value.map_or(String::new(), |(_, value)| value.to_string())
        };
        let cells: String = told.iter().map(|own| format!("<td>{}</td>", of(own))).collect();
        rows += &format!("<tr><th scope=\"row\"><code>{}</code></th>{cells}</tr>\n", escaped(name));
    }
    let head: String =
        (1..).zip(&finding.parties).map(|(n, _)| format!("<th scope=\"col\">thread ({n})</th>")).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = format!("<thead><tr><th scope=\"col\">Name</th>{head}</tr></thead>");
    format!("<details><summary>Values</summary>\n<table>\n{head}\n<tbody>\n{rows}</tbody>\n</table>\n</details>\n")
}

/// A row of the table of kernels, with what filters know it by.
fn row(verdict: &str, cells: &[&str]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr data-verdict=\"{verdict}\">{cells}</tr>\n")
}
