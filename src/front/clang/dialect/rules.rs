//! What nvcc takes and clang complains of: a row for each of clang's messages, with what is written instead.

use super::edit::Edit;
use crate::front::tokens::{Text, is_word};
use std::ops::Range;

/// What a rule makes of a text at the place that clang names.
type Rule = fn(&[u8], usize) -> Option<Edit>;

/// A part of clang's message, and the rule for it; any rule may decline.
const RULES: [(&str, Rule); 12] = [
    ("invalid % escape in inline assembly string", registers_by_name),
    ("an attribute list cannot appear here", alignment_first),
    ("cannot be 'extern'", extern_without_extent),
    ("initialization is not supported for __shared__ variables", shared_as_storage),
    ("expected expression", pragma_in_macro),
    ("reference to __global__ function", launch_in_device_code),
    ("expected expression", braces_in_launch),
    ("no function template matches function template specialization", specialised_for_device),
    ("not allowed on non-static local variables", shared_alone),
    ("attribute cannot be applied to types", alignment_first),
    ("string literal with user-defined suffix", word_behind_literal),
    ("follows non-static declaration", declared_before),
];

/// A call of what has no body: it stands for a launch in device code. `include/raceproof/left_out.h` declares it.
const LAUNCH: &[u8] = b"__raceproof_device_launch";

/// What stands instead of what clang says this of.
pub(super) fn edit(message: &str, text: &[u8], at: usize) -> Option<Edit> {
    RULES.iter().filter(|(says, _)| message.contains(says)).find_map(|(_, rule)| rule(text, at))
}

/// In assembly with operands nvcc takes `%smid` for the register that clang wants as `%%smid`. Of the literal at this place
/// and those that it is continued by.
fn registers_by_name(text: &[u8], at: usize) -> Option<Edit> {
    let mut scan = Text::new(text);
    let mut found: Option<Range<usize>> = None;
    while let Some(byte) = scan.byte(0) {
        let start = scan.at;
        scan.pass();
        match &mut found {
            Some(literals) if byte == b'"' => literals.end = scan.at,
            Some(_) if byte.is_ascii_whitespace() => {}
            Some(_) => break,
            None if byte == b'"' && (start..scan.at).contains(&at) => found = Some(start..scan.at),
            None => {}
        }
    }
    let bytes = found?;
    let literals = &text[bytes.clone()];
    let (mut made, mut i) = (vec![], 0);
    while let Some(byte) = literals.get(i) {
        let name = literals[i + 1..].iter().take_while(|b| is_word(**b)).count();
        let is_register =
            *byte == b'%' && name > 1 && literals[i + 1].is_ascii_alphabetic() && !is_operand(&literals[i + 1..]);
        made.extend(is_register.then_some(b'%'));
        made.push(*byte);
        if *byte == b'%' && literals.get(i + 1) == Some(&b'%') {
            made.push(b'%');
            i += 1;
        }
        i += 1;
    }
    (made != literals).then_some(Edit { bytes, text: made })
}

/// A letter and the number of an operand, as in `%h1`.
fn is_operand(behind: &[u8]) -> bool {
    behind[1].is_ascii_digit() && behind[2..].iter().take_while(|b| is_word(**b)).all(u8::is_ascii_digit)
}

/// `__shared__ alignas(16) float s[4]` → `alignas(16) __shared__ float s[4]`.
fn alignment_first(text: &[u8], at: usize) -> Option<Edit> {
    let end = at + 1 + parenthesis(text.get(at..)?.strip_prefix(b"alignas")?)? + b"alignas".len();
    let is_before = |b: &u8| is_word(*b) || b.is_ascii_whitespace();
    let words = text[..at].iter().rev().take_while(|b| is_before(b)).count();
    let blanks = text[at - words..].iter().take_while(|b| b.is_ascii_whitespace()).count();
    let start = at - words + blanks;
    let moved = [&text[at..end], b" ", &text[start..at]].concat();
    Some(Edit { bytes: start..end, text: moved.trim_ascii_end().to_vec() })
}

/// `template <> __host__ __device__ float f(float)` → `template <> __device__ float f(float)`: a template for the device alone may
/// be specialised for both. Where the host uses that, clang complains there.
fn specialised_for_device(text: &[u8], at: usize) -> Option<Edit> {
    let find = |word: &[u8], from: usize| text[from..at].windows(word.len()).position(|w| w == word).map(|i| from + i);
    let start = text[..at].windows(b"template".len()).rposition(|w| w == b"template")?;
    let (host, _) = (find(b"__host__", start)?, find(b"__device__", start)?);
    Some(Edit { bytes: host..host + b"__host__".len(), text: vec![] })
}

/// `__device__ __shared__ float s[4];` → `__shared__ float s[4];`: in a function the second says it all.
fn shared_alone(text: &[u8], at: usize) -> Option<Edit> {
    const DEVICE: &[u8] = b"__device__";
    let ends = |b: &u8| b";{}".contains(b);
    let start = text[..at].iter().rposition(ends).map_or(0, |before| before + 1);
    let declared = &text[start..at + text[at..].iter().position(ends)?];
    let find = |word: &[u8]| declared.windows(word.len()).position(|w| w == word);
    let (device, _) = (find(DEVICE)?, find(b"__shared__")?);
    // A definition of these words is no declaration.
    (!declared.contains(&b'#')).then_some(Edit { bytes: start + device..start + device + DEVICE.len(), text: vec![] })
}

/// `template <int> static int f(int) {` → `template <int> int f(int) {`, behind a declaration without `static`. It is only about who may
/// call it.
fn declared_before(text: &[u8], at: usize) -> Option<Edit> {
    const STATIC: &[u8] = b"static";
    let start = text[..at].iter().rposition(|b| b";{}".contains(b)).map_or(0, |before| before + 1);
    let found = text[start..at].windows(STATIC.len()).rposition(|w| w == STATIC).map(|i| start + i)?;
    let is_alone = [found.checked_sub(1), Some(found + STATIC.len())].into_iter().flatten().all(|i| !is_word(text[i]));
    is_alone.then(|| Edit { bytes: found..found + STATIC.len(), text: vec![] })
}

/// Where the parenthesis ends that the text begins with.
fn parenthesis(text: &[u8]) -> Option<usize> {
    let (mut scan, mut depth) = (Text::new(text), 0usize);
    while let Some(byte) = scan.byte(0) {
        let at = scan.at;
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at),
            b')' => depth -= 1,
            b' ' => {}
            _ if depth == 0 => return None,
            _ => {}
        }
        scan.pass();
    }
    None
}

/// `extern __shared__ float s[32][32]` → `extern __shared__ float s[  ][32]`: where it ends is the launch's to say.
fn extern_without_extent(text: &[u8], at: usize) -> Option<Edit> {
    let declaration = text[at..].split(|b| *b == b';').next()?;
    let open = declaration.iter().position(|b| *b == b'[')?;
    let close = declaration.iter().position(|b| *b == b']')?;
    let extent = at + open + 1..at + close;
    let blank = text.get(extent.clone())?.iter().map(|b| if *b == b'\n' { b'\n' } else { b' ' }).collect();
    (!text[extent.clone()].trim_ascii().is_empty()).then_some(Edit { bytes: extent, text: blank })
}

/// `__shared__ T b[2];` of a type with a constructor, which nvcc does not run: storage of that name, and a reference to it.
fn shared_as_storage(text: &[u8], at: usize) -> Option<Edit> {
    const SHARED: &[u8] = b"__shared__";
    let start = text[..at].windows(SHARED.len()).rposition(|words| words == SHARED)?;
    let end = at + text[at..].iter().position(|b| *b == b';')?;
    let name = &text[at..][..text[at..].iter().take_while(|b| is_word(**b)).count()];
    let declared = &text[start + SHARED.len()..end];
    let behind = text[at + name.len()..end].trim_ascii();
    let is_one = behind.is_empty() || behind.starts_with(b"[") && behind.ends_with(b"]");
    if name.is_empty() || !is_one || declared.iter().any(|b| b"{};=".contains(b)) {
        return None;
    }
    let parts: [&[u8]; 11] = [
        b"auto& ",
        name,
        b" = [] __device__ () -> auto& { __shared__ union __rp_storage {",
        declared,
        b"; __device__ __rp_storage() {} __device__ ~__rp_storage() {} } ",
        name,
        b"; return ",
        name,
        b".",
        name,
        b"; }()",
    ];
    Some(Edit { bytes: start..end, text: parts.concat() })
}

/// `#define UNROLL #pragma unroll` → `#define UNROLL`: what a pragma says of loops is not needed.
fn pragma_in_macro(text: &[u8], at: usize) -> Option<Edit> {
    let line = text[at..].split(|b| *b == b'\n').next()?;
    let words = line.strip_prefix(b"#")?.trim_ascii_start();
    let length = line.trim_ascii_end().strip_suffix(b"\\").unwrap_or(line).len();
    words.starts_with(b"pragma").then(|| Edit { bytes: at..at + length, text: vec![b' '; length] })
}

/// `child<<<1, n>>>(a)` in device code → `__raceproof_device_launch(a)`, of which nothing is known.
fn launch_in_device_code(text: &[u8], at: usize) -> Option<Edit> {
    let qualifiers = text[..at].iter().rev().take_while(|b| is_word(**b) || **b == b':').count();
    let end = text[at..].iter().position(|b| b";{}".contains(b))?;
    let call = &text[at..at + end];
    let open = call.windows(3).position(|three| three == b"<<<")?;
    let close = call.windows(3).rposition(|three| three == b">>>").filter(|close| *close > open)? + 3;
    let lines = call[..close].iter().filter(|b| **b == b'\n').count();
    let text = [LAUNCH, &vec![b'\n'; lines]].concat();
    Some(Edit { bytes: at - qualifiers..at + close, text })
}

/// `k<<<1, {16, 16}>>>()` → `k<<<1, dim3{16, 16}>>>()`.
fn braces_in_launch(text: &[u8], at: usize) -> Option<Edit> {
    let before = text[..at].rsplit(|b| b";}".contains(b)).next()?;
    let is_launch = text[at] == b'{' && before.windows(3).any(|three| three == b"<<<");
    is_launch.then(|| Edit { bytes: at..at, text: b"dim3".to_vec() })
}

/// `extern "C"__global__` → `extern "C" __global__`.
fn word_behind_literal(text: &[u8], at: usize) -> Option<Edit> {
    let is_behind = at > 0 && text[at - 1] == b'"' && text[at..].starts_with(b"__");
    is_behind.then(|| Edit { bytes: at..at, text: b" ".to_vec() })
}

#[cfg(test)]
mod tests {
    use super::RULES;

    /// What the row of this number makes of a text, at the first place of `at`.
    fn made(row: usize, source: &str, at: &str) -> Option<String> {
        let edit = (RULES[row].1)(source.as_bytes(), source.find(at)?)?;
        let mut text = source.as_bytes().to_vec();
        text.splice(edit.bytes, edit.text);
        Some(String::from_utf8(text).unwrap())
    }

    #[test]
    fn names_of_registers_are_escaped_and_operands_are_not() {
        let source = "f(\"%a_b\"); asm(\"mov %0, %h1, %[x], %%r, %smid;\"\n \"%clock64\" : \"=r\"(a) : \"%ab\");";
        let all = source.replace(" %smid", " %%smid").replace("%clock64", "%%clock64");
        assert_eq!(made(0, source, "%smid").unwrap(), all);
        assert_eq!(made(0, "asm(\"%0 %%smid\");", "%0"), None);
        assert_eq!(made(0, "x = y % smid;", "% smid"), None);
    }

    #[test]
    fn shared_variables_of_functions_are_of_the_device() {
        let made = |source: &str| made(8, source, "x[4]");
        assert_eq!(made("{ __device__ __shared__ int x[4];").unwrap(), "{  __shared__ int x[4];");
        assert_eq!(made("f(); __shared__ __device__ int x[4];").unwrap(), "f(); __shared__  int x[4];");
        assert_eq!(made("__shared__ int s; __device__ int x[4];"), None);
        assert_eq!(made("#define __device__ A\n#define __shared__ x[4]\nint i;"), None);
    }

    #[test]
    fn alignments_come_before_all_other_words() {
        let made = |source: &str| made(1, source, "alignas");
        assert_eq!(made("{ __shared__ alignas(16) int s;").unwrap(), "{ alignas(16) __shared__ int s;");
        let source = "f();\n  extern __shared__ alignas(alignof(T)) T s[];";
        assert_eq!(made(source).unwrap(), "f();\n  alignas(alignof(T)) extern __shared__ T s[];");
        assert_eq!(made("[[x]] __shared__ __alignas s;"), None);
    }

    #[test]
    fn dynamic_shared_memory_loses_its_first_extent_alone() {
        let made = |source: &str| made(2, source, "__shared__");
        assert_eq!(made("extern __shared__ int s[32][8];").unwrap(), "extern __shared__ int s[  ][8];");
        assert_eq!(made("extern __shared__ int s; int t[2];"), None);
        assert_eq!(made("extern __shared__ int s[];"), None);
    }

    #[test]
    fn shared_objects_become_storage_of_the_same_name() {
        let made = |source: &str| made(3, source, "bar");
        let text = made("{ __shared__ a::b<c> bar[2]; }").unwrap();
        let (start, end) =
            ("{ auto& bar = [] __device__ () -> auto& { __shared__ union __rp_storage { a::b<c> bar[2]; ", "}();");
        assert!(text.starts_with(start) && text.contains(end), "{text}");
        assert_eq!(made("{ __shared__ T bar, other; }"), None);
        assert_eq!(made("{ __shared__ T bar(2); }"), None);
        assert_eq!(made("{ __shared__ int n; T bar; }"), None);
    }

    #[test]
    fn pragmas_in_macros_are_blank() {
        assert_eq!(made(4, "#define U #pragma unroll\nint", "#pragma").unwrap(), "#define U               \nint");
        assert_eq!(made(4, "#define U # x", "# x"), None);
    }

    #[test]
    fn launches_in_device_code_become_calls() {
        let source = "if (x) n::child<int><<<1,\n f(2)>>>(a, b);";
        assert_eq!(made(5, source, "child").unwrap(), "if (x) __raceproof_device_launch\n(a, b);");
        assert_eq!(made(5, "g = &child; f<<<1, 1>>>();", "child"), None);
    }

    #[test]
    fn extents_in_braces_are_named() {
        assert_eq!(made(6, "k<<<1, {8, 8}>>>();", "{8").unwrap(), "k<<<1, dim3{8, 8}>>>();");
        assert_eq!(made(6, "k<<<1, 2>>>(); f({8, 8});", "{8"), None);
    }

    #[test]
    fn words_of_cuda_are_no_suffixes() {
        assert_eq!(made(10, "extern \"C\"__global__\nvoid f();", "__").unwrap(), "extern \"C\" __global__\nvoid f();");
        assert_eq!(made(10, "f(\"a\"_b);", "_b"), None);
    }

    #[test]
    fn templates_for_the_device_may_be_specialised_for_both() {
        let made = |source: &str| made(7, source, "f(");
        assert_eq!(
            made("__host__ int g; template <> inline __host__ __device__ int f(int);").unwrap(),
            "__host__ int g; template <> inline  __device__ int f(int);"
        );
        assert_eq!(made("template <> __device__ int f(int);"), None);
        assert_eq!(made("__host__ __device__ int f(int);"), None);
    }
}
