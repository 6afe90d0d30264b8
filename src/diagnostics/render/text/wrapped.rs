//! Notes in as many columns as a terminal has: `the threads are in one block, and no barrier …` in two lines and not cut by the terminal.

/// Columns before a note: its line number, `= note: ` and what is around them.
const BEFORE: usize = 14;
/// Narrower than this nothing is wrapped, as too little would stand in a line.
const LEAST: usize = 30;

/// The parts of a line that fit, cut at spaces. A line that begins with spaces belongs to a table and stays whole.
pub(super) fn lines(line: &str, width: Option<usize>) -> Vec<String> {
    let room = width.and_then(|width| width.checked_sub(BEFORE)).filter(|room| *room >= LEAST);
    let Some(room) = room.filter(|_| !line.starts_with(' ')) else { return vec![line.to_owned()] };
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let open = lines.last().map_or(0, |last| last.chars().count());
        match lines.last_mut() {
            Some(last) if open == 0 => last.push_str(word),
            Some(last) if open + 1 + word.chars().count() <= room => *last += &format!(" {word}"),
            Some(_) | None => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn words_stay_whole_and_tables_as_they_are() {
        let text = "the threads are in one block, and no barrier orders the two accesses";
        assert_eq!(lines(text, None), [text]);
        assert_eq!(lines(text, Some(20)), [text], "too narrow");
        let parts = ["the threads are in one block, and no", "barrier orders the two accesses"];
        assert_eq!(lines(text, Some(50)), parts);
        let table = "  (1) write  (0,0,0)  (0,0,0)  1  2  3  4  5  6  7  8  9";
        assert_eq!(lines(table, Some(50)), [table]);
        let long = "x".repeat(80);
        assert_eq!(lines(&long, Some(50)), [long]);
    }
}
