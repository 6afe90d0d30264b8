//! Macros, include paths and the standard as our parser reads them off command lines, against what nvcc's dry runs give
//! to its host preprocessor.

use raceproof::front::nvcc::{MacroEdit, parse, split_variable};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Options for one `-ptx kernel.cu`, one argument per word; `#` stands for a space inside a word.
const ARGUMENTS: &[&str] = &[
    "-DA,B=2 -D C -D=E --define-macro F,G --define-macro=H",
    r"-DF(x\,y)=x -DA=1 -UA -UB\,C --undefine-macro D",
    r#"-DS="a,b" -DT=\"x\" -DU="a\"b,c"d,E -DV=a#b -DW=a'b#c'"#,
    r"-DP=a\\b -DQ=a\b -DA,,B -D=",
    "-Iinc -I a,b -I=c --include-path d -I=e,f",
    r#"-isystem=s,t -isystem u --system-include v -I"x#y" -isystem="p,q""#,
    "-include one.h,two.h -include=three.h --pre-include four.h",
    "-std=c++14 -std c++20",
    "--std=c++17 -DA",
    "-DA -Xcompiler -DX=1,-Iinc,-include,five.h -Ilast",
    "-Xcompiler -DY=1#-DZ=2,-D,W -Xcompiler -UFOO,-isystem,foo --compiler-options -DO",
    r#"-Xcompiler -DF=x\,y -Xcompiler -DG="a,b" -Xcompiler -DX=\\\"s\\\" -Xcompiler "-DV=1""#,
    "-DB -forward-unknown-to-host-compiler -isystemfoo -Wall -DC --no-such-thing=1,2 -march=native",
    "-optf outer.rsp -DLAST",
    "--options-file inner.rsp,outer.rsp",
    "-lineinfo -O3 -m64 -G -rdc=true -Xptxas -v,-O3 -use_fast_math --default-stream per-thread -DA",
    "-gencode arch=compute_80,code=[sm_80,compute_80] -maxrregcount=32 -DA -lcudart -Lx -odir . -Werror all-warnings",
];

/// Values of `NVCC_PREPEND_FLAGS` and `NVCC_APPEND_FLAGS`.
const VARIABLES: &[(&str, &str)] = &[("-DP -Ifirst", "-DE -Ilast"), (r#"-DP="a b" "#, " -DE=1,F ")];

const FILES: &[(&str, &str)] = &[
    ("kernel.cu", ""),
    ("outer.rsp", "-DIN=\"a b\"\n\"-DSP=x y\" -DQ=\\\"q\\\"\n\n--options-file inner.rsp -I\"/p q\" -DK=a\\ b"),
    ("inner.rsp", "-DINNER=\"x,y\" -DM=\\\\\\\"b\\\\\\\""),
];

/// What a command line says, each list in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Preprocessor {
    macros: Vec<String>,
    include_paths: Vec<PathBuf>,
    system_include_paths: Vec<PathBuf>,
    pre_includes: Vec<PathBuf>,
    standard: Option<String>,
}

pub(crate) fn agrees_with_dry_runs(toolkit: &Path) {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let control = nvcc(toolkit, folder.path(), &[], ("", ""));
    for line in ARGUMENTS {
        let arguments: Vec<String> = line.split(' ').map(|word| word.replace('#', " ")).collect();
        let expected = nvcc(toolkit, folder.path(), &arguments, ("", "")).without(&control);
        assert_eq!(ours(folder.path(), &arguments, ("", "")), expected, "{line}");
    }
    for &variables in VARIABLES {
        let arguments = ["-DOWN".to_owned()];
        let expected = nvcc(toolkit, folder.path(), &arguments, variables).without(&control);
        assert_eq!(ours(folder.path(), &arguments, variables), expected, "{variables:?}");
    }
}

fn ours(folder: &Path, arguments: &[String], variables: (&str, &str)) -> Preprocessor {
    let all = split_variable(variables.0).into_iter().chain(arguments.iter().map(OsString::from));
    let all = all.chain(split_variable(variables.1));
    let invocation = parse(all, &|file| fs::read_to_string(folder.join(file)).ok());
    assert_eq!(invocation.complaints, Vec::<String>::new());
    assert_eq!(invocation.inputs, Vec::<PathBuf>::new(), "{arguments:?}");
    let macros = invocation.macros.iter().map(|edit| match edit {
        MacroEdit::Define(text) => format!("-D{text}"),
        MacroEdit::Undefine(name) => format!("-U{name}"),
    });
    Preprocessor {
        macros: macros.collect(),
        include_paths: invocation.include_paths,
        system_include_paths: invocation.system_include_paths,
        pre_includes: invocation.pre_includes,
        standard: invocation.standard,
    }
}

/// What nvcc would give to the preprocessor, as the shell that it uses splits it.
fn nvcc(toolkit: &Path, folder: &Path, arguments: &[String], variables: (&str, &str)) -> Preprocessor {
    let mut command = Command::new(toolkit.join("bin/nvcc"));
    command.current_dir(folder).args(["--dryrun", "-ptx", "kernel.cu"]).args(arguments);
    command.env("NVCC_PREPEND_FLAGS", variables.0).env("NVCC_APPEND_FLAGS", variables.1);
    let output = String::from_utf8(command.output().unwrap().stderr).unwrap();
    let line = output.lines().find(|line| line.contains("-D__CUDA_ARCH__") && line.contains(" -E "));
    let line = line.unwrap_or_else(|| panic!("{arguments:?}: nvcc preprocesses nothing:\n{output}"));
    let script = format!("printf '%s\\n' {}", line.trim_start_matches("#$"));
    let words = Command::new("sh").args(["-c", &script]).output().unwrap();
    Preprocessor::read(String::from_utf8(words.stdout).unwrap().lines())
}

impl Preprocessor {
    fn read<'a>(words: impl Iterator<Item = &'a str>) -> Preprocessor {
        let mut result = Preprocessor::default();
        let mut words = words;
        while let Some(word) = words.next() {
            let mut value = |name: &str| match word.strip_prefix(name) {
                Some("") => words.next(),
                attached => attached,
            };
            if let Some(text) = value("-D") {
                result.macros.push(format!("-D{text}"));
            } else if let Some(name) = value("-U") {
                result.macros.push(format!("-U{name}"));
            } else if let Some(path) = value("-I") {
                result.include_paths.push(path.into());
            } else if let Some(path) = value("-isystem") {
                result.system_include_paths.push(path.into());
            } else if let Some(file) = value("-include") {
                result.pre_includes.push(file.into());
            } else if let Some(standard) = word.strip_prefix("-std=") {
                result.standard = Some(standard.to_owned());
            }
        }
        result
    }

    /// What is left without nvcc's own: what `control` has too, and macros whose names are reserved.
    fn without(self, control: &Preprocessor) -> Preprocessor {
        fn keep<T: PartialEq>(mut list: Vec<T>, control: &[T]) -> Vec<T> {
            list.retain(|item| !control.contains(item));
            list
        }
        let mut macros = keep(self.macros, &control.macros);
        macros.retain(|text| !["-D__CUDA", "-DCUDA_API"].iter().any(|own| text.starts_with(own)));
        Preprocessor {
            macros,
            include_paths: keep(self.include_paths, &control.include_paths),
            system_include_paths: keep(self.system_include_paths, &control.system_include_paths),
            pre_includes: keep(self.pre_includes, &control.pre_includes),
            standard: self.standard,
        }
    }
}
