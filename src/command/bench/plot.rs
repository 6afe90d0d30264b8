//! The curves of the families as an SVG drawing: time and products against `n`, both axes logarithmic.

use super::families::Family;
use super::table::Row;
use std::fmt::Write;

/// Of a panel, in pixels, and the room around it.
const WIDTH: f64 = 420.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 60.0;
/// The room for the names of the families.
const LEGEND: f64 = 220.0;

/// A colour for each family.
const COLOURS: [&str; 9] =
    ["#1b6ca8", "#d1495b", "#2e8b57", "#8e44ad", "#e08e0b", "#00798c", "#7f5539", "#444444", "#c71585"];

/// Both panels and the legend.
pub(super) fn svg(rows: &[Row]) -> String {
    let (width, height) = (2.0 * (WIDTH + MARGIN) + LEGEND, HEIGHT + 2.0 * MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    panel(&mut out, MARGIN, "time in milliseconds", rows, &|r| r.time.as_secs_f64() * 1e3);
    panel(&mut out, 2.0 * MARGIN + WIDTH, "products", rows, &|r| r.products as f64);
    let drawn = Family::ALL.into_iter().zip(COLOURS).filter(|(f, _)| rows.iter().any(|r| r.family == *f));
    for (i, (family, colour)) in drawn.enumerate() {
        let (x, y) = (2.0 * (MARGIN + WIDTH) + 20.0, MARGIN + 18.0 * (i as f64 + 1.0));
        let _ = writeln!(out, "<text x=\"{x}\" y=\"{y}\" fill=\"{colour}\">{}</text>", family.name());
    }
    out.push_str("</svg>\n");
    out
}

/// The decades that hold all values.
fn decades(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let logs = values.filter(|v| *v > 0.0).map(f64::log10);
    let (lo, hi) = logs.fold((f64::MAX, f64::MIN), |(lo, hi), v| (v.min(lo), v.max(hi)));
    if lo > hi { (0.0, 1.0) } else { (lo.floor(), hi.ceil().max(lo.floor() + 1.0)) }
}

fn panel(out: &mut String, left: f64, title: &str, rows: &[Row], value: &dyn Fn(&Row) -> f64) {
    let ((x0, x1), (y0, y1)) = (decades(rows.iter().map(|r| r.n as f64)), decades(rows.iter().map(value)));
    let across = |n: f64| left + WIDTH * (n.log10() - x0) / (x1 - x0);
    let down = |v: f64| MARGIN + HEIGHT * (y1 - v.log10()) / (y1 - y0);
    let _ = writeln!(out, "<text x=\"{left}\" y=\"{}\" font-size=\"14\">{title}, against n</text>", MARGIN - 16.0);
    let mut line = |[a, b]: [f64; 2], [c, d]: [f64; 2], label: &str, at: [f64; 2]| {
        let _ = writeln!(out, "<line x1=\"{a:.1}\" y1=\"{b:.1}\" x2=\"{c:.1}\" y2=\"{d:.1}\" stroke=\"#ccc\"/>");
        let [x, y] = at;
        let _ = writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" fill=\"#666\">{label}</text>");
    };
    for decade in y0 as i32..=y1 as i32 {
        let (v, y) = (10f64.powi(decade), down(10f64.powi(decade)));
        line([left, y], [left + WIDTH, y], &v.to_string(), [left - 6.0, y + 4.0]);
    }
    for n in [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0] {
        let x = across(n);
        line([x, MARGIN], [x, MARGIN + HEIGHT], &n.to_string(), [x + 6.0, MARGIN + HEIGHT + 16.0]);
    }
    for (family, colour) in Family::ALL.into_iter().zip(COLOURS) {
        let mine = rows.iter().filter(|r| r.family == family && value(r) > 0.0);
        let points: Vec<String> = mine.map(|r| format!("{:.1},{:.1}", across(r.n as f64), down(value(r)))).collect();
        if !points.is_empty() {
            let points = points.join(" ");
            let _ =
                writeln!(out, "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>");
        }
    }
}
