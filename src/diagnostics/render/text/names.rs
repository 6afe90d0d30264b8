//! Names of kernels that fit a line: `gemm<tuple<…>, float, …>(…)` for a name that would fill a screen.
//!
//! What lies deeper is left out first: the arguments of templates inside of arguments, then parameters, then all but the first
//! arguments. A name that is short stays as it is.

/// Characters that a name may take in the text.
const LONG: usize = 100;
/// Arguments that are kept of a long list.
const KEPT: usize = 2;
const LEFT_OUT: &str = "…";
/// Its bracket is none of parameters.
const ANONYMOUS: &str = "(anonymous namespace)";

pub(super) fn shortened(name: &str) -> String {
    if name.chars().count() <= LONG {
        return name.to_owned();
    }
    let flat = flattened(name);
    if flat.chars().count() <= LONG {
        return flat;
    }
    let (before, _) = flat.rsplit_once('(').unwrap_or((&flat, ""));
    let bare = if before.len() < flat.len() { format!("{before}({LEFT_OUT})") } else { flat.clone() };
    if bare.chars().count() <= LONG {
        return bare;
    }
    first_arguments(&bare)
}

/// Without what arguments inside of arguments hold, and those of parameters: `k<tuple<…>, int>(S<…>*)`.
fn flattened(name: &str) -> String {
    // The deepest brackets that are kept, empty.
    let (mut depth, mut deepest, mut flat) = (0_usize, 2, String::new());
    for (at, c) in name.char_indices() {
        if c == '(' && depth == 0 && !name[at..].starts_with(ANONYMOUS) {
            deepest = 1;
        }
        depth += usize::from(c == '<');
        if c == '>' && depth == deepest {
            flat += LEFT_OUT;
        }
        if depth < deepest || (depth == deepest && matches!(c, '<' | '>')) {
            flat.push(c);
        }
        depth = depth.saturating_sub(usize::from(c == '>'));
    }
    flat
}

/// With the first arguments of the template alone.
fn first_arguments(name: &str) -> String {
    let Some((before, rest)) = name.split_once('<') else { return name.to_owned() };
    let Some((arguments, after)) = rest.rsplit_once('>') else { return name.to_owned() };
    let mut kept: Vec<&str> = arguments.split(", ").collect();
    if kept.len() > KEPT {
        kept.truncate(KEPT);
        kept.push(LEFT_OUT);
    }
    format!("{before}<{}>{after}", kept.join(", "))
}

#[cfg(test)]
mod tests {
    use super::shortened;

    #[test]
    fn long_names_keep_what_tells_kernels_apart() {
        let short = "void ns::k<tuple<int, float>>(int*)";
        assert_eq!(shortened(short), short);
        let inner = "tuple<float, tuple<int, int, int, int>, tuple<float, float, float, float>>";
        let long = format!("void gemm<{inner}, float, 32>({inner}*, int)");
        assert_eq!(shortened(&long), "void gemm<tuple<…>, float, 32>(tuple<…>*, int)");
        let many = ["std::integral_constant<int, 4>"; 9].join(", ");
        let cut = shortened(&format!("void gemm<{many}>({many})"));
        assert_eq!(cut, "void gemm<std::integral_constant<…>, std::integral_constant<…>, …>(…)");
    }
}
