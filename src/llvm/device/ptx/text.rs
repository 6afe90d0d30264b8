//! The text of inline PTX: its statements, and their operands.
//!
//! Source: PTX ISA, "Syntax". Comments, labels and the braces of scopes are left out; what is no number and no argument of the
//! call is no operand that is understood.

/// An operand of an instruction in a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Operand {
    /// The call's argument of this number.
    Register(u32),
    Number(u64),
}

/// The statements of a template, without comments, labels and the braces of scopes.
pub(crate) fn split(template: &str) -> Vec<String> {
    let lines = template.lines().map(|line| line.split("//").next().unwrap_or(line));
    let text = lines.collect::<Vec<_>>().join(" ");
    text.split(';').map(|s| apart(bare(s))).filter(|s| !s.is_empty()).collect()
}

/// With a blank between an instruction and its first operand: `ldmatrix.sync…b16{$0, $1}, [$2]`.
fn apart(statement: &str) -> String {
    let opcode = match statement.split_once(char::is_whitespace) {
        Some((predicate, rest)) if predicate.starts_with('@') => rest,
        Some(_) | None => statement,
    };
    match opcode.find(|c: char| c.is_whitespace() || "{[".contains(c)) {
        Some(end) if !opcode[end..].starts_with(char::is_whitespace) => {
            let at = statement.len() - opcode.len() + end;
            format!("{} {}", &statement[..at], &statement[at..])
        }
        Some(_) | None => statement.to_owned(),
    }
}

fn bare(statement: &str) -> &str {
    let text = statement.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == '}').trim_end();
    match text.split_once(':') {
        // What is asked for with `::` is part of a name.
        Some((label, rest)) if !rest.starts_with(':') && !label.contains([' ', '\t', '.', '[']) => bare(rest),
        Some(_) | None => text,
    }
}

/// The operands, of which a vector in braces is one.
pub(crate) fn listed(operands: &str) -> Vec<&str> {
    let mut depth = 0_u32;
    let apart = move |c: char| {
        depth = match c {
            '{' => depth + 1,
            '}' => depth.saturating_sub(1),
            _ => depth,
        };
        c == ',' && depth == 0
    };
    operands.split(apart).map(str::trim).collect()
}

/// `$1`, `16`, `0xff`, `017` or `-1`
pub(crate) fn operand(text: &str) -> Option<Operand> {
    if let Some(number) = text.strip_prefix('$') {
        return number.parse().ok().map(Operand::Register);
    }
    let number = match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits.trim_end_matches('U'), 16).ok(),
        None if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(text, 8).ok(),
        None if text.starts_with("-0") => None,
        None => text.parse().ok().or_else(|| text.parse().ok().map(i64::cast_unsigned)),
    };
    number.map(Operand::Number)
}

/// `[$0]`
pub(crate) fn address(text: &str) -> Option<u32> {
    text.strip_prefix("[$")?.strip_suffix(']')?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn operands_are_apart_from_the_instruction() {
        assert_eq!(split("ldmatrix.sync.b16{$0, $1}, [$2];"), ["ldmatrix.sync.b16 {$0, $1}, [$2]"]);
        assert_eq!(split("@p red.global.add.u32[$0], 1;"), ["@p red.global.add.u32 [$0], 1"]);
        assert_eq!(split("cp.async.wait_all; add.u32 $0, $1, $2;"), ["cp.async.wait_all", "add.u32 $0, $1, $2"]);
    }
}
