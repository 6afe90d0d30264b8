//! Bodies of device functions, which can be left out.
//!
//! For example `__global__ void k() { wrong; }` becomes `__global__ void k() { __raceproof_left_out(); }`: the kernel is still
//! there, and calls what has no body, so that it is unknown.
//!
//! Direction of imprecision: a body with a launch or a kernel in it stays, and so does one that the host may run, since what it
//! launches would not be seen.

use super::edit::Edit;
use crate::front::tokens::Text;
use std::ops::Range;

/// `include/raceproof/left_out.h` declares it.
const LEFT_OUT: &str = "__raceproof_left_out();";
/// Of functions that are compiled for a device.
const DEVICE: [&str; 2] = ["__global__", "__device__"];
const HOST: &str = "__host__";
/// What braces belong to that are no bodies.
const OTHERS: [&str; 5] = ["namespace", "class", "struct", "union", "enum"];

/// Leaves out the body that this place is in.
pub(super) fn without_body(text: &[u8], at: usize) -> Option<Edit> {
    let (head, body) = enclosing(text, at)?;
    let (head, inside) = (String::from_utf8_lossy(&text[head]), String::from_utf8_lossy(&text[body.clone()]));
    let is_device = DEVICE.iter().any(|word| head.contains(word)) && !head.contains(HOST);
    let hides = inside.contains(DEVICE[0]) || inside.contains("<<<");
    let is_whole = inside.matches("#if").count() == inside.matches("#endif").count();
    if !is_device || hides || !is_whole || inside.trim_start().starts_with(LEFT_OUT) {
        return None;
    }
    let lines = "\n".repeat(inside.matches('\n').count());
    Some(Edit { bytes: body, text: format!(" {LEFT_OUT} {lines}").into_bytes() })
}

/// The function that a place is in the body of: what stands before its outermost braces that are no namespace's or class's,
/// and what stands in them.
fn enclosing(text: &[u8], at: usize) -> Option<(Range<usize>, Range<usize>)> {
    let mut scan = Text::new(text);
    // Where the declaration began that the next brace belongs to, and where the braces are that are open.
    let (mut start, mut open) = (0, vec![]);
    // What stands before the body that this is in, and how many braces are open around it.
    let mut function: Option<(Range<usize>, usize)> = None;
    while let Some(byte) = scan.byte(0) {
        let place = scan.at;
        match byte {
            b'{' => {
                if function.is_none() && is_function(&text[start..place]) {
                    function = Some((start..place, open.len()));
                }
                open.push(place);
                start = place + 1;
            }
            b'}' => {
                let opened = open.pop()?;
                if let Some((head, depth)) = &function
                    && *depth == open.len()
                {
                    if (opened..place).contains(&at) {
                        return Some((head.clone(), opened + 1..place));
                    }
                    function = None;
                }
                start = place + 1;
            }
            b';' => start = place + 1,
            _ => {}
        }
        scan.pass();
    }
    None
}

/// Whether a declaration with braces behind it is a function's.
fn is_function(head: &[u8]) -> bool {
    let head = String::from_utf8_lossy(head);
    let code: Vec<&str> = head.lines().filter(|line| !line.trim_start().starts_with('#')).collect();
    let first = code.iter().flat_map(|line| line.split_whitespace()).next().unwrap_or_default();
    head.contains('(') && !OTHERS.contains(&first)
}

#[cfg(test)]
mod tests {
    use super::without_body;

    fn made(source: &str) -> Option<String> {
        let edit = without_body(source.as_bytes(), source.find("wrong")?)?;
        let mut text = source.as_bytes().to_vec();
        text.splice(edit.bytes, edit.text);
        Some(String::from_utf8(text).unwrap())
    }

    #[test]
    fn bodies_go_and_lines_stay() {
        let source =
            "namespace a { struct B {\n__device__ int f() const { if (\"}\"[0]) { wrong; }\n return 1; } }; }\n";
        let text = "namespace a { struct B {\n__device__ int f() const { __raceproof_left_out(); \n} }; }\n";
        assert_eq!(made(source).unwrap(), text);
        let source = "int a[2] = {1, 2};\n#define X (1)\ntemplate <class T> __global__ void k(T* x) { wrong; }\nint b;";
        assert!(made(source).unwrap().ends_with("k(T* x) { __raceproof_left_out(); }\nint b;"));
    }

    #[test]
    fn code_of_the_host_and_what_hides_kernels_stay() {
        assert_eq!(made("int main() { wrong; }"), None);
        assert_eq!(made("__host__ __device__ int f() { wrong; }"), None);
        assert_eq!(made("wrong __global__ void k() {}"), None);
        assert_eq!(made("__device__ void f() { wrong; k<<<1, 1>>>(); }"), None);
        assert_eq!(made("__device__ void f() {\n#if A\n wrong; }\n#else\n }\n#endif\n"), None);
        assert_eq!(made("__device__ void f() { __raceproof_left_out(); /* wrong */ }"), None);
    }
}
