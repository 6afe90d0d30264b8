//! Which CUDA declarations a file is compiled with.
//!
//! In this order: none if `-nocudainc`; the toolkit of `--cuda-path`, of the environment, of the usual folder, or beside
//! nvcc; our own declarations.

use std::path::{Path, PathBuf};

use super::ClangError;
use crate::config::Environment;
use crate::nvcc::Invocation;

/// Where NVIDIA's installer puts the toolkit.
const USUAL_FOLDER: &str = "/usr/local/cuda";

/// The source of CUDA's declarations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Headers {
    /// The user brings them.
    None,
    /// Ours.
    Embedded,
    /// A toolkit's, in this folder.
    Toolkit(PathBuf),
}

/// # Errors
/// If `--cuda-path` names a folder without a toolkit.
pub(super) fn choose(invocation: &Invocation, environment: &Environment) -> Result<Headers, ClangError> {
    if invocation.no_cuda_include {
        return Ok(Headers::None);
    }
    if let Some(root) = &invocation.cuda_path {
        return if is_toolkit(root) {
            Ok(Headers::Toolkit(root.clone()))
        } else {
            Err(ClangError::NoToolkit(root.clone()))
        };
    }
    let beside_nvcc = environment.find_program("nvcc").into_iter().flat_map(|nvcc| {
        let real = std::fs::canonicalize(&nvcc).ok();
        [Some(nvcc), real].into_iter().flatten().filter_map(|nvcc| Some(nvcc.parent()?.parent()?.to_owned()))
    });
    let candidates = environment.cuda_path.iter().cloned().chain([PathBuf::from(USUAL_FOLDER)]).chain(beside_nvcc);
    let found = candidates.into_iter().find(|root| is_toolkit(root));
    Ok(found.map_or(Headers::Embedded, Headers::Toolkit))
}

fn is_toolkit(root: &Path) -> bool {
    let include = root.join("include");
    ["cuda.h", "cuda_runtime.h"].iter().all(|name| include.join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::{Headers, choose};
    use crate::config::Environment;
    use crate::nvcc::Invocation;
    use std::fs;

    #[test]
    fn the_command_line_is_stronger_than_the_environment() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second, empty] = ["first", "second", "empty"].map(|name| folder.path().join(name));
        for root in [&first, &second] {
            fs::create_dir_all(root.join("include")).unwrap();
            fs::write(root.join("include/cuda.h"), "").unwrap();
            fs::write(root.join("include/cuda_runtime.h"), "").unwrap();
        }
        let environment = Environment { cuda_path: Some(first.clone()), ..Environment::default() };
        let mut invocation = Invocation::default();
        assert_eq!(choose(&invocation, &environment).unwrap(), Headers::Toolkit(first));
        invocation.cuda_path = Some(second.clone());
        assert_eq!(choose(&invocation, &environment).unwrap(), Headers::Toolkit(second));
        invocation.cuda_path = Some(empty);
        assert!(choose(&invocation, &environment).is_err());
        invocation.no_cuda_include = true;
        assert_eq!(choose(&invocation, &environment).unwrap(), Headers::None);
    }

    #[test]
    fn a_toolkit_is_found_beside_nvcc() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("cuda");
        fs::create_dir_all(root.join("include")).unwrap();
        fs::create_dir_all(root.join("bin")).unwrap();
        for file in ["include/cuda.h", "include/cuda_runtime.h", "bin/nvcc"] {
            fs::write(root.join(file), "").unwrap();
        }
        let environment = Environment { path: vec![root.join("bin")], ..Environment::default() };
        let found = choose(&Invocation::default(), &environment).unwrap();
        assert!(matches!(found, Headers::Toolkit(_)), "{found:?}");
    }
}
