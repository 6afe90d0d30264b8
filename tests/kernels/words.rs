//! What a snapshot keeps of a diagnostic: the words and the places, not the numbers of the witness.

/// The parties of a finding, which are no matter of the solver, while numbers are taken out.
const FIRST: &str = "thread (first)";
const SECOND: &str = "thread (second)";

/// The text with `#` for the numbers of the witness. Which of many witnesses is found is the solver's business; that one is
/// true is checked when it is replayed, and the lines, columns and words are the snapshot's.
pub(crate) fn without_values(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let told = line.trim_start();
        if told.starts_with("= note: ") || told.starts_with("in thread ") {
            let parties = [1, 2].map(|n| format!("thread ({n})"));
            let marked = line.replace(&parties[0], FIRST).replace(&parties[1], SECOND);
            numbers_out(&marked).replace(FIRST, &parties[0]).replace(SECOND, &parties[1])
        } else {
            threads_out(line)
        }
    });
    lines.collect::<Vec<_>>().join("\n") + "\n"
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
