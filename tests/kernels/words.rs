//! What a snapshot keeps of a diagnostic: the words and the places, not the numbers of the witness.

/// The parties of a finding, which are no matter of the solver, while numbers are taken out.
const PARTIES: [(&str, &str); 2] = [("(1)", "(first)"), ("(2)", "(second)")];
/// Spaces that a line keeps at its start.
const INDENTATION: usize = 12;

/// The text with `#` for the numbers of the witness. Which of many witnesses is found is the solver's business; that one is
/// true is checked when it is replayed, and the lines, columns and words are the snapshot's.
pub(crate) fn without_values(text: &str) -> String {
    let mut in_note = false;
    let lines = text.lines().map(|line| {
        let told = line.trim_start();
        // A note goes on in lines without a mark at their start.
        let goes_on = in_note && line.starts_with(' ') && !told.starts_with(['=', '|']);
        in_note = told.starts_with("= note: ") || goes_on;
        if in_note {
            let marked = PARTIES.iter().fold(line.to_owned(), |line, (party, mark)| line.replace(party, mark));
            let out = numbers_out(&marked);
            let out = PARTIES.iter().fold(out, |line, (party, mark)| line.replace(mark, party));
            if goes_on { columns_out(&out) } else { out }
        } else {
            threads_out(line)
        }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

/// Two spaces between the columns of a table, whose width is that of the numbers.
fn columns_out(line: &str) -> String {
    let indentation = line.len() - line.trim_start().len();
    let cells: Vec<&str> = line.trim_start().split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    " ".repeat(indentation.min(INDENTATION)) + &cells.join("  ")
}

/// `#` for each number that is no part of a name.
fn numbers_out(text: &str) -> String {
    let mut out = String::new();
    let mut previous = ' ';
    for c in text.chars() {
        let part_of_name = previous.is_alphabetic() || previous == '_';
        if !c.is_ascii_digit() || part_of_name {
            out.push(c);
        } else if !out.ends_with('#') {
            out.push('#');
        }
        previous = if c.is_ascii_digit() && part_of_name { previous } else { c };
    }
    out.replace("-#", "#")
}

/// `(#,#,#)` for each thread and block.
fn threads_out(line: &str) -> String {
    let mut parts = line.split('(');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (inside, rest) = part.split_once(')').map_or((part, None), |(inside, rest)| (inside, Some(rest)));
        let is_index = inside.split(',').count() == 3 && inside.chars().all(|c| c.is_ascii_digit() || c == ',');
        out.push('(');
        out.push_str(if is_index { "#,#,#" } else { inside });
        if let Some(rest) = rest {
            out.push(')');
            out.push_str(rest);
        }
    }
    out
}
