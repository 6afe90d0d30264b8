//! C++ read token by token, as far as comments and literals need it.

/// A source, read from its start.
pub(crate) struct Text {
    pub(crate) bytes: Vec<u8>,
    pub(crate) at: usize,
}

impl Text {
    pub(crate) fn new(source: &[u8]) -> Text {
        Text { bytes: source.to_vec(), at: 0 }
    }

    pub(crate) fn byte(&self, ahead: usize) -> Option<u8> {
        self.bytes.get(self.at + ahead).copied()
    }

    /// Whether a comment or a literal begins here.
    pub(crate) fn is_hidden(&self) -> bool {
        match (self.byte(0), self.byte(1)) {
            (Some(b'/'), Some(b'/' | b'*')) | (Some(b'R'), Some(b'"')) | (Some(b'"' | b'\''), _) => true,
            (Some(_) | None, _) => false,
        }
    }

    /// Passes a comment, a literal, a word, or one byte.
    pub(crate) fn pass(&mut self) {
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

pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
