//! CMake projects with the real toolkit: they configure, build and link through the wrapper, and fail on a race each time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::wrapper;

const LISTS: &str = "cmake_minimum_required(VERSION 3.18)
project(tiny LANGUAGES CXX CUDA)
add_library(part STATIC part.cu)
add_library(code OBJECT code.cu)
set_target_properties(code PROPERTIES CUDA_PTX_COMPILATION ON)
add_executable(program main.cu)
target_include_directories(program PRIVATE \"${CMAKE_CURRENT_SOURCE_DIR}/in clude\")
target_link_libraries(program PRIVATE part)
set_target_properties(part program PROPERTIES CUDA_SEPARABLE_COMPILATION ON)
";
const FIXED: &str = "#include <tile.h>
extern __device__ int twice(int);
__global__ void use(int *x) { x[threadIdx.x] = twice(1); }
__global__ void turn(int *x) {
    __shared__ int tile[SIZE];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[SIZE - 1 - threadIdx.x];
}
int main() { return 0; }
";
const FILES: &[(&str, &str)] = &[
    ("CMakeLists.txt", LISTS),
    ("part.cu", "__device__ int twice(int v) { return 2 * v; }\n"),
    ("code.cu", "__global__ void code(int *x) { x[threadIdx.x] = 1; }\n"),
    ("in clude/tile.h", "#define SIZE 64\n"),
    ("raceproof.toml", "[kernels.turn]\nblock-dim = 64\ngrid-dim = 1\n"),
];

/// How the project is told of the wrapper.
#[derive(Clone, Copy)]
pub(crate) enum Way {
    Variable,
    Compiler,
    Launcher,
    /// As a launcher that starts another.
    LauncherAndCcache,
}

/// Which CMake is to build, and how.
pub(crate) struct Build {
    pub(crate) cmake: PathBuf,
    pub(crate) generator: &'static str,
    pub(crate) way: Way,
}

pub(crate) fn builds(toolkit: &Path, Build { cmake: program, generator, way }: &Build) {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("source");
    for (name, text) in FILES {
        let path = source.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let racy: String =
        FIXED.lines().filter(|line| !line.contains("__syncthreads")).map(|line| format!("{line}\n")).collect();
    fs::write(source.join("main.cu"), racy).unwrap();

    let real = toolkit.join("bin/nvcc");
    let cmake = |arguments: &[&str]| -> Output {
        let mut cmake = Command::new(program);
        cmake.args(arguments).current_dir(folder.path()).env("XDG_CACHE_HOME", folder.path().join("cache"));
        for name in ["RACEPROOF", "RACEPROOF_FLAGS", "RACEPROOF_BIN", "CUDA_PATH", "CUDACXX"] {
            cmake.env_remove(name);
        }
        match way {
            Way::Variable => cmake.env("CUDACXX", wrapper()).env("RACEPROOF_NVCC", &real),
            Way::Compiler => cmake.env("RACEPROOF_NVCC", &real),
            Way::Launcher => cmake.env("CUDACXX", &real),
            Way::LauncherAndCcache => cmake.env("CUDACXX", &real).env("CCACHE_DIR", folder.path().join("ccache")),
        };
        cmake.output().unwrap()
    };
    let wrapper = wrapper().display().to_string();
    let option = match way {
        Way::Variable => "-DUNUSED=1".to_owned(),
        Way::Compiler => format!("-DCMAKE_CUDA_COMPILER={wrapper}"),
        Way::Launcher => format!("-DCMAKE_CUDA_COMPILER_LAUNCHER={wrapper}"),
        Way::LauncherAndCcache => format!("-DCMAKE_CUDA_COMPILER_LAUNCHER={wrapper};ccache"),
    };
    let output = cmake(&["-S", "source", "-B", "build", "-G", generator, "-DCMAKE_CUDA_ARCHITECTURES=80", &option]);
    assert!(output.status.success(), "{}", text(&output));

    for _ in 0..2 {
        let output = cmake(&["--build", "build"]);
        assert!(!output.status.success(), "a race fails the build: {}", text(&output));
        let text = text(&output);
        assert!(text.contains("error[RP0001]") && text.contains("main.cu:6:"), "{text}");
        // Ninja itself prints everything to its standard output.
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(*generator == "Ninja" || errors.contains("error[RP0001]"), "{errors}");
        assert!(!folder.path().join("build/program").exists());
    }
    fs::write(source.join("main.cu"), FIXED).unwrap();
    let output = cmake(&["--build", "build"]);
    assert!(output.status.success(), "{}", text(&output));
    let proof = "1 kernel proved race-free (1 under assumptions, see -v), 0 with races, 1 unknown";
    assert!(text(&output).contains(proof), "{}", text(&output));
    assert!(folder.path().join("build/program").is_file());
    assert!(folder.path().join("build/CMakeFiles/code.dir/code.ptx").is_file());
    if matches!(way, Way::LauncherAndCcache) {
        // What a cache gives is checked too.
        let output = cmake(&["--build", "build", "--clean-first"]);
        assert!(output.status.success() && text(&output).contains(proof), "{}", text(&output));
        let mut statistics = Command::new("ccache");
        let statistics =
            statistics.arg("--print-stats").env("CCACHE_DIR", folder.path().join("ccache")).output().unwrap();
        let statistics = text(&statistics);
        let hits = statistics.lines().filter(|line| line.contains("cache_hit") && !line.ends_with("\t0")).count();
        assert!(hits > 0, "{statistics}");
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}
