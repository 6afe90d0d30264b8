//! Launches as some formatters write them: `kernel<< <grid, block>> >(…)`.
//!
//! nvcc takes them, and clang does not. Each becomes one token, with blanks behind it, so that every line and column of what
//! follows stays where it was. No C++ has `<<` before `<`, so that nothing else changes.
//!
//! For example `k << <1, n >> 2>> >(a)` becomes `k <<< 1, n >> 2>>> (a)`: the first `>>` has no `>` behind it.

/// The source with its launches in one piece; nothing if they are.
pub(super) fn joined(source: &[u8]) -> Option<Vec<u8>> {
    let mut text = Text { bytes: source.to_vec(), at: 0 };
    let (mut open, mut depth, mut changed) = (vec![], 0usize, false);
    while let Some(byte) = text.byte(0) {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth = depth.saturating_sub(1),
            b'<' => {
                if let Some(blanks) = text.three(b'<') {
                    changed |= blanks;
                    open.push(depth);
                    continue;
                }
            }
            b'>' if open.last() == Some(&depth) => {
                if let Some(blanks) = text.three(b'>') {
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

/// A source, read from its start.
struct Text {
    bytes: Vec<u8>,
    at: usize,
}

impl Text {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Passes three of these brackets, of which the first two stand side by side, and joins them. Whether there were blanks;
    /// nothing, and nothing is passed, if there are no three.
    fn three(&mut self, bracket: u8) -> Option<bool> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_blank = |b: u8| b == b' ' || b == b'\t';
        let places: Vec<usize> = (0..rest.len())
            .take_while(|i| rest[*i] == bracket || is_blank(rest[*i]))
            .filter(|i| rest[*i] == bracket)
            .collect();
        let [first, second, third, ..] = *places.as_slice() else { return None };
        if second > first + 1 {
            return None; // which nvcc does not take either
        }
        for (i, byte) in self.bytes[self.at..=self.at + third].iter_mut().enumerate() {
            *byte = if i < 3 { bracket } else { b' ' };
        }
        self.at += third + 1;
        Some(third > 2)
    }

    /// Passes a comment, a literal, or one byte.
    fn pass(&mut self) {
        match (self.byte(0), self.byte(1)) {
            (Some(b'/'), Some(b'/')) => self.until(b"\n"),
            (Some(b'/'), Some(b'*')) => {
                self.at += 2;
                self.until(b"*/");
            }
            (Some(b'R'), Some(b'"')) => self.raw(),
            (Some(quote @ (b'"' | b'\'')), _) => self.literal(quote),
            (Some(b), _) if is_word(b) => self.word(),
            _ => self.at += 1,
        }
    }

    /// Passes everything up to this, and this.
    fn until(&mut self, end: &[u8]) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let found = rest.windows(end.len()).position(|window| window == end);
        self.at = found.map_or(self.bytes.len(), |found| self.at + found + end.len());
    }

    /// A literal ends at its quote, or at the end of the line where it is none.
    fn literal(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.byte(0).filter(|b| *b != b'\n') {
            self.at += if byte == b'\\' { 2 } else { 1 };
            if byte == quote {
                return;
            }
        }
    }

    /// `R"name(…)name"`.
    fn raw(&mut self) {
        self.at += 2;
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let name = rest.iter().take_while(|b| **b != b'(').copied();
        let end: Vec<u8> = [b')'].into_iter().chain(name).chain([b'"']).collect();
        self.until(&end);
    }

    /// A name or a number, with the `'` that may stand in one.
    fn word(&mut self) {
        let raw = |text: &Text| text.byte(0) == Some(b'R') && text.byte(1) == Some(b'"');
        while self.byte(0).is_some_and(|b| is_word(b) || b == b'\'' && self.byte(1).is_some_and(is_word)) && !raw(self)
        {
            self.at += 1;
        }
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
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
