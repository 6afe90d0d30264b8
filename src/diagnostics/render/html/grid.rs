//! A grid of small cells as SVG: with a letter in each cell beside its colour, and a title that says the same in words.

use super::escaped::escaped;

/// One of a row; none leaves its place empty.
pub(super) type Cells = Vec<Option<Cell>>;

/// A cell.
pub(super) struct Cell {
    /// Which of the page's styles it has: `first`, `second`, `both`, `none`.
    pub(super) class: &'static str,
    /// A letter or two.
    pub(super) text: String,
    /// What it is, in words.
    pub(super) title: String,
    /// It is one that the finding is about.
    pub(super) is_marked: bool,
}

pub(super) struct Row {
    /// What stands before it.
    pub(super) label: String,
    pub(super) cells: Cells,
}

/// A grid, with its name and what is seen there in words.
pub(super) struct Grid {
    /// No other element of the page has it.
    pub(super) id: String,
    pub(super) name: String,
    pub(super) description: String,
    /// Of a cell, in pixels.
    pub(super) size: usize,
    /// What stands above the columns, so many columns apart.
    pub(super) heads: (Vec<String>, usize),
    pub(super) rows: Vec<Row>,
}

/// Sizes in pixels: of cells with two letters and with a dot, of a letter.
pub(super) const LARGE: usize = 22;
pub(super) const SMALL: usize = 13;
const LETTER: usize = 8;

pub(super) fn svg(grid: &Grid) -> String {
    let columns = grid.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let widest = grid.rows.iter().map(|row| row.label.chars().count()).max().unwrap_or(0);
    let (side, left, top) = (grid.size, widest * LETTER + 8, LARGE);
    let (width, height) = (left + columns * side + 2, top + grid.rows.len() * side + 2);
    let mut inside = String::new();
    for (at, head) in grid.heads.0.iter().enumerate() {
        let x = left + at * grid.heads.1 * side + side / 2;
        inside += &format!(
            "<text class=\"axis\" text-anchor=\"middle\" x=\"{x}\" y=\"{}\">{}</text>\n",
            top - 6,
            escaped(head)
        );
    }
    for (number, row) in grid.rows.iter().enumerate() {
        let y = top + number * side;
        let (end, base) = (left - 6, y + side / 2 + 4);
        inside += &format!(
            "<text class=\"axis\" text-anchor=\"end\" x=\"{end}\" y=\"{base}\">{}</text>\n",
            escaped(&row.label)
        );
        let shown = row.cells.iter().enumerate().filter_map(|(at, cell)| Some((left + at * side, cell.as_ref()?)));
        inside.extend(shown.map(|(x, cell)| of_cell(cell, x, y, side)));
    }
    framed(&grid.id, (&grid.name, &grid.description), (width, height), &inside)
}

/// A picture with its name and description, which may be wider than the page.
pub(super) fn framed(
    id: &str,
    (name, description): (&str, &str),
    (width, height): (usize, usize),
    inside: &str,
) -> String {
    format!(
        "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"{0}\">\n\
        <svg role=\"img\" aria-labelledby=\"{id}t {id}d\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
        <title id=\"{id}t\">{0}</title>\n<desc id=\"{id}d\">{1}</desc>\n{inside}</svg>\n</div>\n",
        escaped(name),
        escaped(description),
    )
}

fn of_cell(Cell { class, text, title, is_marked }: &Cell, x: usize, y: usize, size: usize) -> String {
    let (side, middle, base) = (size - 2, x + size / 2, y + size / 2 + 4);
    let mark = if *is_marked { " marked" } else { "" };
    format!(
        "<g class=\"cell {class}{mark}\"><title>{}</title><rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"3\"/>\
        <text text-anchor=\"middle\" x=\"{middle}\" y=\"{base}\">{}</text></g>\n",
        escaped(title),
        x + 1,
        y + 1,
        escaped(text),
    )
}
