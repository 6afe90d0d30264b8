//! The header files that are part of the program, and how they are laid out for clang.
//!
//! `common/` is for every file, `embedded/` for those without a toolkit, `toolkit/` for those with one. The names in
//! [`FORWARDED`] are CUDA's headers that our declarations replace as a whole.

use super::toolkit::Headers;

/// Path below the folder, contents.
type File = (&'static str, &'static str);

macro_rules! files {
    ($($path:literal)*) => { &[$(($path, include_str!(concat!("../../../include/", $path)))),*] };
}

const FOR_ALL: &[File] = files![
    "common/assert.h"
    "common/omp.h"
    "raceproof.h"
    "raceproof/assume.h"
    "raceproof/cached.h"
    "raceproof/device_for_hosts.h"
    "raceproof/left_out.h"
    "raceproof/nv_atomics.h"
    "raceproof/surfaces.h"
];

const FOR_EMBEDDED: &[File] = files![
    "embedded/cooperative_groups.h"
    "embedded/cooperative_groups/memcpy_async.h"
    "embedded/cooperative_groups/reduce.h"
    "embedded/cuComplex.h"
    "embedded/cuda.h"
    "embedded/cudaTypedefs.h"
    "embedded/cuda/barrier"
    "embedded/cuda/ptx"
    "embedded/cuda/std/cstdint"
    "embedded/cuda/std/limits"
    "embedded/cuda/std/type_traits"
    "embedded/cuda_awbarrier_primitives.h"
    "embedded/cuda_bf16.h"
    "embedded/cuda_fp16.h"
    "embedded/cuda_fp8.h"
    "embedded/cuda_pipeline.h"
    "embedded/cuda_pipeline_primitives.h"
    "embedded/curand.h"
    "embedded/curand_kernel.h"
    "embedded/library_types.h"
    "embedded/math_constants.h"
    "embedded/mma.h"
    "raceproof/arrays.h"
    "raceproof/atomics.h"
    "raceproof/clusters.h"
    "raceproof/cooperative_groups.h"
    "raceproof/copies.h"
    "raceproof/cuda.h"
    "raceproof/device_runtime.h"
    "raceproof/driver.h"
    "raceproof/graphs.h"
    "raceproof/host_api.h"
    "raceproof/intrinsics.h"
    "raceproof/math_functions.h"
    "raceproof/narrow_float.h"
    "raceproof/pools.h"
    "raceproof/qualifiers.h"
    "raceproof/standard.h"
    "raceproof/streams.h"
    "raceproof/sync.h"
    "raceproof/texture.h"
    "raceproof/vector_types.h"
];

const FOR_TOOLKIT: &[File] = files![
    "raceproof/toolkit.h"
    "toolkit/cooperative_groups.h"
    "toolkit/cuda/std/__cccl/compiler.h"
    "toolkit/curand_mtgp32_kernel.h"
    "toolkit/nv/target"
    "toolkit/texture_fetch_functions.h"
];

/// Headers of CUDA that include ours and nothing else.
const FORWARDED: [&str; 21] = [
    "builtin_types.h",
    "channel_descriptor.h",
    "cuda_device_runtime_api.h",
    "cuda_profiler_api.h",
    "cuda_runtime.h",
    "cuda_runtime_api.h",
    "cuda_surface_types.h",
    "cuda_texture_types.h",
    "device_atomic_functions.h",
    "device_functions.h",
    "device_launch_parameters.h",
    "device_types.h",
    "driver_types.h",
    "host_defines.h",
    "math_functions.h",
    "sm_60_atomic_functions.h",
    "surface_types.h",
    "texture_fetch_functions.h",
    "texture_types.h",
    "vector_functions.h",
    "vector_types.h",
];
const FORWARD: &str = "#include <raceproof/cuda.h>\n";

/// The folders to search, in this order, below the one that holds the files.
pub(super) fn folders(headers: &Headers) -> &'static [&'static str] {
    match headers {
        Headers::None => &[],
        Headers::Embedded => &["common", "embedded", ""],
        Headers::Toolkit(_) => &["common", "toolkit", ""],
    }
}

/// What a compilation with these headers needs: paths below one folder, and contents.
pub(super) fn files(headers: &Headers) -> Vec<(String, &'static str)> {
    let files: &[&[File]] = match headers {
        Headers::None => &[],
        Headers::Embedded => &[FOR_ALL, FOR_EMBEDDED],
        Headers::Toolkit(_) => &[FOR_ALL, FOR_TOOLKIT],
    };
    let forwarded: &[&str] = if *headers == Headers::Embedded { &FORWARDED } else { &[] };
    let files = files.iter().copied().flatten().map(|(path, text)| ((*path).to_owned(), *text));
    files.chain(forwarded.iter().map(|name| (format!("embedded/{name}"), FORWARD))).collect()
}

#[cfg(test)]
mod tests {
    use super::{FOR_ALL, FOR_EMBEDDED, FOR_TOOLKIT};
    use std::collections::BTreeSet;
    use std::path::Path;

    fn collect(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect(&path, root, found);
            } else {
                found.insert(path.strip_prefix(root).unwrap().to_str().unwrap().to_owned());
            }
        }
    }

    #[test]
    fn every_file_below_include_is_part_of_the_program() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
        let mut found = BTreeSet::new();
        collect(&root, &root, &mut found);
        let listed = [FOR_ALL, FOR_EMBEDDED, FOR_TOOLKIT].into_iter().flatten().map(|(path, _)| (*path).to_owned());
        assert_eq!(listed.collect::<BTreeSet<_>>(), found);
    }
}
