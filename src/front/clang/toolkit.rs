//! Which CUDA declarations a file is compiled with.
//!
//! In this order: none if `-nocudainc`; the toolkit of `--cuda-path`, of the environment, of the usual folder, or beside
//! nvcc; our own declarations.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use super::error::ClangError;
use crate::front::config::Environment;
use crate::front::nvcc::Invocation;

/// Where NVIDIA's installer puts the toolkit.
const USUAL_FOLDER: &str = "/usr/local/cuda";
/// Bytes of a header among which its version stands.
const VERSION_WITHIN: u64 = 1 << 16;

/// The source of CUDA's declarations.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Headers {
    /// The user brings them.
    None,
    /// Ours.
    Embedded,
    Toolkit(Toolkit),
}

/// A CUDA toolkit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Toolkit {
    pub root: PathBuf,
    /// As its headers say it: 13050 for 13.5.
    pub version: Option<u32>,
}

impl Headers {
    /// The version of CUDA, if a toolkit is used.
    pub fn version(&self) -> Option<u32> {
        match self {
            Headers::None | Headers::Embedded => None,
            Headers::Toolkit(toolkit) => toolkit.version,
        }
    }
}

/// # Errors
/// If `--cuda-path` names a folder without a toolkit.
pub(super) fn choose(invocation: &Invocation, environment: &Environment) -> Result<Headers, ClangError> {
    if invocation.no_cuda_include {
        return Ok(Headers::None);
    }
    if let Some(root) = &invocation.cuda_path {
        return toolkit(root).map(Headers::Toolkit).ok_or_else(|| ClangError::NoToolkit(root.clone()));
    }
    let beside_nvcc = environment.find_program("nvcc").into_iter().flat_map(|nvcc| {
        let real = std::fs::canonicalize(&nvcc).ok();
        [Some(nvcc), real].into_iter().flatten().filter_map(|nvcc| Some(nvcc.parent()?.parent()?.to_owned()))
    });
    let candidates = environment.cuda_path.iter().cloned().chain([PathBuf::from(USUAL_FOLDER)]).chain(beside_nvcc);
    let found = candidates.into_iter().find_map(|root| toolkit(&root));
    Ok(found.map_or(Headers::Embedded, Headers::Toolkit))
}

/// The toolkit in a folder, if there is one.
fn toolkit(root: &Path) -> Option<Toolkit> {
    let include = root.join("include");
    let is_there = ["cuda.h", "cuda_runtime.h"].iter().all(|name| include.join(name).is_file());
    is_there.then(|| Toolkit { root: root.to_owned(), version: version(&include.join("cuda_runtime_api.h")) })
}

/// What a header defines as `CUDART_VERSION`.
fn version(header: &Path) -> Option<u32> {
    let mut start = vec![];
    File::open(header).ok()?.take(VERSION_WITHIN).read_to_end(&mut start).ok()?;
    let text = String::from_utf8_lossy(&start);
    let mut lines = text.lines().filter_map(|line| line.trim().strip_prefix("#define"));
    lines.find_map(|define| define.trim().strip_prefix("CUDART_VERSION")?.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::{Headers, Toolkit, choose};
    use crate::front::config::Environment;
    use crate::front::nvcc::Invocation;
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
        assert_eq!(
            choose(&invocation, &environment).unwrap(),
            Headers::Toolkit(Toolkit { root: first, version: None })
        );
        invocation.cuda_path = Some(second.clone());
        fs::write(second.join("include/cuda_runtime_api.h"), "/**/\n#define CUDART_VERSION  13050\n").unwrap();
        let expected = Toolkit { root: second, version: Some(13050) };
        assert_eq!(choose(&invocation, &environment).unwrap(), Headers::Toolkit(expected));
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
