//! What was measured of the families, as a table, with the exponents of growth.

use super::families::Family;
use std::fmt::Write;
use std::time::Duration;

/// Smaller sizes take no part in the exponents: there the constant costs prevail.
pub(super) const FROM: usize = 10;

/// One family at one size.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    pub family: Family,
    pub n: usize,
    /// See [`Stats`](crate::verdict::Stats) for these three.
    pub products: usize,
    pub pairs: usize,
    pub queries: usize,
    /// clang's part of the time, which is not in `time`.
    pub clang: Duration,
    pub time: Duration,
    /// The process's peak in MiB.
    pub memory: Option<f64>,
    /// Race-free and free of divergence.
    pub verified: bool,
}

fn millis(d: Duration) -> f64 {
    d.as_secs_f64() * 1e3
}

/// `e` of the fit `y = c·x^e`, by least squares over the logarithms; none without two different positive `x`.
#[must_use]
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let points = points.iter().filter(|(x, y)| *x > 0.0 && *y > 0.0);
    let logs: Vec<(f64, f64)> = points.map(|(x, y)| (x.ln(), y.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>() / logs.len() as f64;
    let (mx, my) = (mean(|p| p.0), mean(|p| p.1));
    let slope = |of: &dyn Fn(&(f64, f64)) -> f64| logs.iter().map(of).sum::<f64>();
    let (xy, xx) = (slope(&|(x, y)| (x - mx) * (y - my)), slope(&|(x, _)| (x - mx) * (x - mx)));
    (xx > 0.0).then(|| xy / xx)
}

/// All rows, and after each family its exponents.
pub(super) fn text(rows: &[Row]) -> String {
    let mut out = format!(
        "{:<26}{:>4}{:>10}{:>8}{:>9}{:>10}{:>10}{:>9}  verdict\n",
        "family", "n", "products", "pairs", "queries", "clang ms", "ms", "MiB"
    );
    for (i, row) in rows.iter().enumerate() {
        let memory = row.memory.map_or("-".to_owned(), |m| format!("{m:.1}"));
        let clang = if row.clang.is_zero() { "-".to_owned() } else { format!("{:.1}", millis(row.clang)) };
        let verdict = if row.verified { "verified" } else { "NOT VERIFIED" };
        let _ = writeln!(
            out,
            "{:<26}{:>4}{:>10}{:>8}{:>9}{clang:>10}{:>10.1}{memory:>9}  {verdict}",
            row.family.name(),
            row.n,
            row.products,
            row.pairs,
            row.queries,
            millis(row.time)
        );
        if rows.get(i + 1).is_none_or(|next| next.family != row.family) {
            out.push_str(&exponents(rows, row.family));
        }
    }
    out
}

fn exponents(rows: &[Row], family: Family) -> String {
    let of = |value: &dyn Fn(&Row) -> f64| {
        let mine = rows.iter().filter(|r| r.family == family && r.n >= FROM);
        let points: Vec<(f64, f64)> = mine.map(|r| (r.n as f64, value(r))).collect();
        exponent(&points).map_or("-".to_owned(), |e| format!("{e:.2}"))
    };
    let (products, pairs) = (of(&|r| r.products as f64), of(&|r| r.pairs as f64));
    let time = of(&|r| millis(r.time));
    format!("{:<26}exponents: products {products}, pairs {pairs}, time {time}\n", "")
}
