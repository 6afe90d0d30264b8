use super::super::split;
use super::super::{Architecture, Family, Invocation, Language, MacroEdit, Mode};
use super::parse;
use std::ffi::OsString;
use std::path::PathBuf;

fn read(line: &str) -> Invocation {
    parse(split::variable(line).into_iter().map(OsString::from), &|_| None)
}

fn define(text: &str) -> MacroEdit {
    MacroEdit::Define(text.to_owned())
}

fn sm(number: u32) -> Architecture {
    Architecture { number, suffix: String::new() }
}

fn paths(names: &[&str]) -> Vec<PathBuf> {
    names.iter().map(PathBuf::from).collect()
}

#[test]
fn values_come_apart_after_an_equals_sign_or_attached() {
    for line in ["-I inc", "-I=inc", "-Iinc", "--include-path inc", "--include-path=inc"] {
        assert_eq!(read(line).include_paths, paths(&["inc"]), "{line}");
    }
    assert_eq!(read("-isystem a,b -isystem=c").system_include_paths, paths(&["a", "b", "c"]));
    assert_eq!(read("-odir out").output_directory, Some("out".into()));
}

#[test]
fn exact_names_come_before_attached_values() {
    let invocation = read("-lineinfo -link -lcudart -O3 -m64 a.cu");
    assert_eq!(invocation.inputs, paths(&["a.cu"]));
    assert_eq!(invocation.unknown, Vec::<String>::new());
    assert_eq!(invocation.mode, Mode::Executable);
}

#[test]
fn lists_split_at_commas() {
    assert_eq!(read("-DA,B=2").macros, [define("A"), define("B=2")]);
    assert_eq!(read(r"-DF(x\,y)=x").macros, [define("F(x,y)=x")]);
    assert_eq!(read("-DA -UA -DB=c=d").macros, [define("A"), MacroEdit::Undefine("A".to_owned()), define("B=c=d")]);
}

#[test]
fn of_repeated_scalars_the_last_wins() {
    let invocation = read("-std=c++14 -o a --std c++20 -o b -x c++ -x cu f.txt");
    assert_eq!(invocation.standard.as_deref(), Some("c++20"));
    assert_eq!(invocation.output, Some("b".into()));
    assert_eq!(invocation.language, Some(Language::Cuda));
    assert_eq!(invocation.cuda_inputs().count(), 1);
}

#[test]
fn architectures() {
    assert_eq!(read("-arch=sm_80").architectures, [sm(80)]);
    assert_eq!(read("-arch compute_70 -code sm_75,sm_80").architectures, [sm(70)]);
    assert_eq!(read("-gencode arch=compute_80,code=[sm_86,compute_80] -arch=sm_90").architectures, [sm(80), sm(90)]);
    assert_eq!(read("-gencode arch=compute_70,code=[sm_70,compute_70]").architectures, [sm(70)]);
    assert_eq!(
        read("--generate-code=arch=compute_80,code=sm_86 --cuda-gpu-arch=sm_90").architectures,
        [sm(80), sm(90)]
    );
    assert_eq!(read("-arch=all-major").family, Some(Family::AllMajor));
    let special = Architecture { number: 100, suffix: "a".to_owned() };
    assert_eq!(read("-gencode=arch=compute_100a,code=sm_100a").architectures, [special]);
    assert_eq!(read("-arch=native").architectures, []);
    assert_eq!(read("-arch=native").complaints, Vec::<String>::new());
}

#[test]
fn unknown_options_are_written_down_and_take_no_value() {
    let invocation = read("-forward-unknown-to-host-compiler -Wall --no-such-thing=3 -fPIC a.cu -Xcompiler=-v");
    assert_eq!(invocation.unknown, ["-Wall", "--no-such-thing=3", "-fPIC"]);
    assert_eq!(invocation.inputs, paths(&["a.cu"]));
}

#[test]
fn a_missing_value_is_a_complaint() {
    assert_eq!(read("a.cu -o").complaints, ["-o has no value"]);
}

#[test]
fn the_host_preprocessor_s_options_count() {
    let invocation = read("-Xcompiler -DX=1,-fPIC,-Iinc -Xcompiler=\"-Wall\" a.cu");
    assert_eq!(invocation.macros, ["X=1", "__pic__=2", "__PIC__=2"].map(define));
    assert_eq!(invocation.include_paths, paths(&["inc"]));
}

#[test]
fn options_files_nest() {
    let files = |path: &std::path::Path| match path.to_str() {
        Some("outer.rsp") => Some("-DA\n--options-file inner.rsp \"b c.cu\"".to_owned()),
        Some("inner.rsp") => Some("-I\"x y\" -optf outer.rsp".to_owned()),
        _ => None,
    };
    let invocation = parse(["-optf", "outer.rsp,missing.rsp"].map(OsString::from), &files);
    assert!(invocation.include_paths.contains(&PathBuf::from("x y")));
    assert!(invocation.inputs.contains(&PathBuf::from("b c.cu")));
    assert_eq!(invocation.complaints.len(), 2, "{:?}", invocation.complaints);
}

#[test]
fn what_cmake_says() {
    let line = "-forward-unknown-to-host-compiler --generate-code=arch=compute_52,code=[compute_52,sm_52] \
        -Xcompiler=-v -MD -MT a.o -MF a.d -x cu -c a.cu -o a.o";
    let invocation = read(line);
    assert_eq!(invocation.mode, Mode::Objects);
    assert_eq!(invocation.inputs, paths(&["a.cu"]));
    assert_eq!(invocation.dependency_file, Some("a.d".into()));
    assert_eq!(invocation.skip_reason(), None);
    assert_eq!((invocation.unknown, invocation.complaints), (vec![], vec![]));
}

#[test]
fn commands_that_compile_no_device_code_are_skipped() {
    for line in [
        "--version",
        "-h",
        "-V a.cu -c",
        "--dryrun a.cu",
        "-E a.cu",
        "-M a.cu",
        "-MM a.cu",
        "-dlink a.o",
        "a.o b.o -o c",
        "-c a.cpp",
        "-x c++ a.cu",
        "-c CMakeCUDACompilerId.cu",
    ] {
        assert!(read(line).skip_reason().is_some(), "{line}");
    }
    for line in ["a.cu", "-c a.cu b.cpp", "-ptx a.cu", "-x cu a.cpp -c", "-MD -c a.cu", "-dc a.cu", "-lib a.cu -o a.a"]
    {
        assert_eq!(read(line).skip_reason(), None, "{line}");
    }
}

#[test]
fn options_of_clang_reach_clang() {
    let invocation = read("-iquote q --gcc-toolchain=x -nocudainc -nocudalib -fno-rtti a.cu");
    assert_eq!(invocation.clang_options, ["-fno-rtti", "-iquote", "q", "--gcc-toolchain=x"]);
    assert!(invocation.no_cuda_include);
}

#[test]
fn parts_of_clang_get_what_is_known_to_load_nothing() {
    let line = "-Xclang -fdeclspec -Xpreprocessor -DA -Wp,-DB,-MD,a.d -Xclang -isystem -Xclang s -Xpreprocessor -fopenmp \
                -Xclang -imacros -Xclang m.h -DC a.cu";
    let invocation = read(line);
    assert_eq!(invocation.clang_options, ["-fdeclspec", "-imacros", "m.h"]);
    assert_eq!(invocation.macros, [define("C"), define("A"), define("B"), define("_OPENMP=201511")]);
    assert_eq!(invocation.system_include_paths, paths(&["s"]));
    assert_eq!((invocation.inputs, invocation.refused), (paths(&["a.cu"]), vec![]));
}

#[test]
fn what_may_load_code_is_refused_wherever_it_stands() {
    for (line, refused) in [
        ("-fplugin=./x.so", &["-fplugin ./x.so"][..]),
        ("-fpass-plugin=x.so", &["-fpass-plugin x.so"]),
        ("-Xclang -load -Xclang x.so -Xclang -plugin -Xclang p", &["-load", "-plugin"]),
        ("-Xclang -fplugin=x.so -Xclang -foo", &["-fplugin=x.so", "-foo"]),
        ("-Xpreprocessor -load -Xpreprocessor x.so", &["-load"]),
        ("-Wp,-fplugin=x.so", &["-fplugin=x.so"]),
        ("-Xcompiler -fplugin=x.so,-Wall", &["-fplugin=x.so"]),
        ("-mllvm -load=x.so", &["-mllvm -load=x.so"]),
        ("--config x.cfg", &["--config x.cfg"]),
        ("--config=x.cfg", &["--config x.cfg"]),
        ("-Btools", &["-B tools"]),
        ("-B tools", &["-B tools"]),
        ("-specs=x", &["-specs x"]),
        ("-wrapper x", &["-wrapper x"]),
        ("-Xclang -fmodule-file=x.pcm", &["-fmodule-file=x.pcm"]),
        ("-Xclang -include-pch -Xclang x.pch", &["-include-pch"]),
        ("-Xclang -x -Xclang ir", &["-x"]),
    ] {
        let invocation = read(&format!("{line} a.cu"));
        assert_eq!(invocation.refused, refused, "{line}");
        assert_eq!((invocation.inputs, invocation.clang_options), (paths(&["a.cu"]), vec![]), "{line}");
    }
}

#[test]
fn quotes_and_backslashes_mean_something_else_in_each_place() {
    assert_eq!(split::variable(" -DA=\"x y\"  b "), ["-DA=\"x y\"", "b"]);
    assert_eq!(split::options_file(r#" -DA="x y"  "-Ic d" \\\"e\\\" f\ g "#), ["-DA=x y", "-Ic d", "\"e\"", "f g"]);
    assert_eq!(split::list(r#"A="x,y",B=\"z\",C\,D,,E\\F"#, true), ["A=\"x,y\"", "B=\"z\"", "C,D", r"E\F"]);
    assert_eq!(split::list(r#""a,b",c\,d"#, false), ["a,b", r"c\", "d"]);
}

#[test]
fn options_of_the_host_compiler_come_before_nvcc_s_own() {
    let words = ["-DA", "-Xcompiler", "-DB", "-Ione", "-Xcompiler", "-D C -Itwo,-isystem,three,-std=c++14", "a.cu"];
    let invocation = parse(words.map(OsString::from), &|_| None);
    assert_eq!(invocation.macros, [define("B"), define("C"), define("A")]);
    assert_eq!(invocation.include_paths, paths(&["two", "one"]));
    assert_eq!(invocation.system_include_paths, paths(&["three"]));
    assert_eq!(invocation.standard.as_deref(), Some("c++14"));
    assert_eq!(read("-Xcompiler -std=c++14 -std=c++20").standard.as_deref(), Some("c++20"));
    assert_eq!(read("-forward-unknown-to-host-compiler -fopenmp -Wall").macros, [define("_OPENMP=201511")]);
    assert_eq!(read("-Xcompiler -pthread,-Wp,-DA -DB").macros, [define("_REENTRANT=1"), define("A"), define("B")]);
    let files = read("-Xcompiler -imacros,m.h -Xcompiler -march=haswell,-fno-exceptions,-Wall -iquote q");
    assert_eq!(files.clang_options, ["-imacros", "m.h", "-march=haswell", "-fno-exceptions", "-iquote", "q"]);
    assert!(read("-Xcompiler -funsigned-char").unsigned_char);
    assert!(!read("-Xcompiler -funsigned-char,-fsigned-char").unsigned_char);
    let size = |line| read(line).macros.contains(&define("__OPTIMIZE_SIZE__=1"));
    assert_eq!(["-Xcompiler -Os", "-Xcompiler -Oz", "-Xcompiler -Os,-O2", "-O3"].map(size), [true, true, false, false]);
    for (line, optimizes) in [("", false), ("-O3", true), ("-O0", false), ("-O0 -Xcompiler -O2", true)] {
        assert_eq!(read(line).host_optimizes, optimizes, "{line}");
    }
}

#[test]
fn outputs_have_the_names_that_nvcc_gives_them() {
    for (line, outputs) in [
        ("-c a.cu -o build/a.o", &["build/a.o"][..]),
        ("-c a.cu -o first.o -o=last.o", &["last.o"]),
        ("-c a.cu -odir out --output-file b.o", &["b.o"]),
        ("-c src/a.cu b.cu", &["a.o", "b.o"]),
        ("-ptx src/a.cu -odir out", &["out/a.ptx"]),
        ("-optix-ir a.cu", &["a.optixir"]),
        ("-cuda a.cu", &["a.cu.cpp.ii"]),
        ("a.cu b.o", &["a.out"]),
        ("-lib a.cu", &["a.a"]),
        ("-MD -MT x -MF a.d -x cu -c a.cuda -o a.o", &["a.o", "a.d"]),
        ("-MMD -c a.cu -o out/a.o", &["out/a.o", "out/a.d"]),
        ("-MD -c src/a.cu -odir out", &["out/a.o", "out/a.d"]),
        ("-E a.cu -o a.ii", &[]),
        ("-M a.cu -o a.d", &[]),
        ("--version", &[]),
    ] {
        assert_eq!(read(line).outputs(), paths(outputs), "{line}");
    }
}

#[test]
fn other_units_are_linked_to_relocatable_device_code() {
    for line in ["-dc a.cu", "--device-c a.cu", "-c -rdc=true a.cu", "-ptx a.cu"] {
        assert!(read(line).leaves_device_code_open(), "{line}");
    }
    for line in ["-c a.cu", "-dw a.cu", "-c -rdc=false a.cu", "a.cu"] {
        assert!(!read(line).leaves_device_code_open(), "{line}");
    }
    assert_eq!(read("-dc a.cu").mode, Mode::Objects);
}
