//! Launches as some formatters write them: `kernel<< <grid, block>> >(…)`.
//!
//! nvcc takes them, and clang does not. Each becomes one token, with blanks behind it, so that every line and column of what
//! follows stays where it was. No C++ has `<<` before `<`, so that nothing else changes.
//!
//! For example `k << <1, n >> 2>> >(a)` becomes `k <<< 1, n >> 2>>> (a)`: the first `>>` has no `>` behind it.

use crate::front::tokens::Text;

/// The source with its launches in one piece; nothing if they are.
pub(super) fn joined(source: &[u8]) -> Option<Vec<u8>> {
    let mut text = Text::new(source);
    let (mut open, mut depth, mut changed) = (vec![], 0usize, false);
    while let Some(byte) = text.byte(0) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'<' => {
                if let Some(blanks) = three(&mut text, b'<') {
                    changed |= blanks;
                    open.push(depth);
                    continue;
                }
            }
            b'>' if open.last() == Some(&depth) => {
                if let Some(blanks) = three(&mut text, b'>') {
                    changed |= blanks;
                    open.pop();
                    continue;
                }
            }
            _ => {}
        }
        text.pass();
    }
    changed.then_some(text.bytes)
}

/// Passes three of these brackets, of which the first two stand side by side, and joins them. Whether there were blanks;
/// nothing, and nothing is passed, if there are no three.
fn three(text: &mut Text, bracket: u8) -> Option<bool> {
    let rest = text.bytes.get(text.at..).unwrap_or_default();
    let is_blank = |b: u8| b == b' ' || b == b'\t';
    let places: Vec<usize> = (0..rest.len())
        .take_while(|i| rest[*i] == bracket || is_blank(rest[*i]))
        .filter(|i| rest[*i] == bracket)
        .collect();
    let [first, second, third, ..] = *places.as_slice() else { return None };
    if second > first + 1 {
        return None; // which nvcc does not take either
    }
    for (i, byte) in text.bytes[text.at..=text.at + third].iter_mut().enumerate() {
        *byte = if i < 3 { bracket } else { b' ' };
    }
    text.at += third + 1;
    Some(third > 2)
}

#[cfg(test)]
mod tests {
    use super::joined;

    fn joins(source: &str) -> Option<String> {
        joined(source.as_bytes()).map(|text| String::from_utf8_lossy(&text).into_owned())
    }

    #[test]
    fn launches_become_one_token_in_place() {
        assert_eq!(joins("k << <1, 2 >> > (a);").as_deref(), Some("k <<< 1, 2 >>>  (a);"));
        assert_eq!(joins("k<<\t<g(1), n >> 2>> >(a);").as_deref(), Some("k<<<\u{20}g(1), n >> 2>>> (a);"));
        assert_eq!(joins("k< <<1, 2> >>(a);"), None);
        assert_eq!(joins("k<<<1, 2>> >(a); x = y >> 1;").as_deref(), Some("k<<<1, 2>>> (a); x = y >> 1;"));
    }

    #[test]
    fn other_code_stays() {
        for source in [
            "k<<<1, (a >> 2)>>>(b);",
            "std::cout << \"<< <\" << '<' << x; // k << <",
            "A<B<C<int> > > x; y = a << (b < c);",
            "R\"x(k << <)x\" 1'000 << 2",
            "/* k << <1, 2>> >() */",
            "u8'\\'' << \"\\\"k << <\"",
        ] {
            assert_eq!(joins(source), None, "{source}");
        }
    }
}
