//! The products of [`phases`](super::products) as text, for `--emit=phases`: which accesses can be concurrent, and when.
//!
//! **Invariant:** shared terms are defined where they are first used, so the text is linear in the products.

use super::products::{Link, Occurrence, Product};
use crate::kernel::{Array, Mode};
use crate::term::{Lets, Term, Terms};
use crate::verdict::Level;
use std::fmt;

/// The products of a kernel at a level.
#[derive(Clone, Copy, Debug)]
pub struct PhasesText<'a> {
    pub terms: &'a Terms,
    pub arrays: &'a [Array],
    pub level: Level,
    pub products: &'a [Product<'a>],
}

/// `warp`, `block`, `cluster` or `grid`.
#[must_use]
pub fn level_name(level: Level) -> &'static str {
    match level {
        Level::Warp => "warp",
        Level::Block => "block",
        Level::Cluster => "cluster",
        Level::Grid => "grid",
    }
}

impl fmt::Display for PhasesText<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (level, count) = (level_name(self.level), self.products.len());
        writeln!(out, "level {level}: {count} {}", if count == 1 { "product" } else { "products" })?;
        let roots: Vec<Term> = self.products.iter().flat_map(product_roots).collect();
        let mut lets = self.terms.lets(&roots);
        for (i, product) in self.products.iter().enumerate() {
            self.product(out, &mut lets, i + 1, product)?;
        }
        Ok(())
    }
}

fn product_roots(product: &Product<'_>) -> Vec<Term> {
    let sides =
        if product.symmetric { product.left.iter().chain(&[]) } else { product.left.iter().chain(&product.right) };
    let mut roots: Vec<Term> = sides.flat_map(occurrence_roots).collect();
    roots.extend(product.link.as_ref().map(|l| l.none));
    roots
}

fn occurrence_roots(o: &Occurrence<'_>) -> Vec<Term> {
    let weakened = o.weakened.iter().map(|w| w.exact_if);
    [o.condition, o.after, o.access.offset, o.access.bytes].into_iter().chain(weakened).collect()
}

impl PhasesText<'_> {
    fn product(
        &self,
        out: &mut fmt::Formatter<'_>,
        lets: &mut Lets<'_>,
        number: usize,
        product: &Product<'_>,
    ) -> fmt::Result {
        let how = if product.symmetric { "any two of one list" } else { "one that is not further on, and one that is" };
        writeln!(out, "  product {number}: {how}")?;
        if !product.shared.is_empty() {
            let shared: Vec<String> = product.shared.iter().map(|v| self.terms.var_name(*v)).collect();
            writeln!(out, "    in the same iteration of {}", shared.join(", "))?;
        }
        if let Some(link) = &product.link {
            self.link(out, lets, link)?;
        }
        if product.symmetric {
            return self.side(out, lets, "both", &product.left);
        }
        self.side(out, lets, "left", &product.left)?;
        self.side(out, lets, "right", &product.right)
    }

    fn link(&self, out: &mut fmt::Formatter<'_>, lets: &mut Lets<'_>, link: &Link) -> fmt::Result {
        let counter = self.terms.var_name(link.counter);
        if self.terms.is_false(link.none) {
            return writeln!(out, "    the right side in the next iteration of {counter}");
        }
        define(out, lets, "    ", &[link.none])?;
        let none = lets.show(link.none);
        let exact = link.exact_within.map_or(String::new(), |n| format!(", exact within {n} iterations"));
        writeln!(
            out,
            "    the right side in the next iteration of {counter}, or a later one if no barrier is passed in"
        )?;
        writeln!(out, "    between, which iteration {counter} does if {none}{exact}")
    }

    fn side(
        &self,
        out: &mut fmt::Formatter<'_>,
        lets: &mut Lets<'_>,
        name: &str,
        list: &[Occurrence<'_>],
    ) -> fmt::Result {
        writeln!(out, "    {name}")?;
        for o in list {
            define(out, lets, "      ", &occurrence_roots(o))?;
            let mode = match o.access.mode {
                Mode::Read => "read",
                Mode::Write(_) => "write",
                Mode::Atomic(_) => "atomic",
            };
            let array = self.arrays.get(o.access.array.0).map_or("?", |a| a.name.as_str());
            let [condition, after, offset, bytes] =
                [o.condition, o.after, o.access.offset, o.access.bytes].map(|t| lets.show(t));
            let span = &o.access.span;
            let loops: Vec<String> = o.loops.iter().map(|l| self.terms.var_name(l.counter)).collect();
            let loops = if loops.is_empty() { String::new() } else { format!(" in {}", loops.join(", ")) };
            writeln!(
                out,
                "      {}:{} {mode} {array} + {offset}, {bytes} bytes{loops}, if {condition}",
                span.line, span.column
            )?;
            if !self.terms.is_true(o.after) {
                writeln!(out, "        and no barrier follows, which the right thread judges: {after}")?;
            }
            for w in &o.weakened {
                writeln!(out, "        exact if {}", lets.show(w.exact_if))?;
            }
        }
        Ok(())
    }
}

/// Writes the definitions that `roots` still need.
pub(crate) fn define(out: &mut fmt::Formatter<'_>, lets: &mut Lets<'_>, indent: &str, roots: &[Term]) -> fmt::Result {
    lets.define(roots).iter().try_for_each(|line| writeln!(out, "{indent}{line}"))
}
