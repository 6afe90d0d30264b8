use super::arguments::CheckArgs;
use super::split::{FLAGS, VALUED};
use super::{CacheAction, Command, parse};
use crate::command::bench::Family;
use crate::diagnostics::render::Format;
use crate::diagnostics::severity::Policy;
use crate::front::config::{BarrierMatch, Config, Environment, External, LaunchSites, LevelLimit, Overflow, Stage};
use crate::front::nvcc::{Invocation, MacroEdit};
use clap::{Args, Command as ClapCommand};
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

fn read(line: &str) -> Result<Command, String> {
    let environment = Environment::default();
    parse(line.split_whitespace().map(OsString::from), &environment).map_err(|error| error.message)
}

fn check(line: &str) -> (Config, Invocation, Vec<PathBuf>) {
    match read(&format!("check {line}")) {
        Ok(Command::Check { config, invocation, files }) => (config, invocation, files),
        other => panic!("{line}: {other:?}"),
    }
}

#[test]
fn every_option_of_a_check_is_picked_out() {
    let command = CheckArgs::augment_args(ClapCommand::new("check"));
    let longs: BTreeSet<&str> = command.get_arguments().filter_map(|argument| argument.get_long()).collect();
    let picked: BTreeSet<&str> = VALUED.into_iter().chain(FLAGS).filter(|name| *name != "help").collect();
    assert_eq!(longs, picked);
}

#[test]
fn our_options_and_the_front_end_s_mix() {
    let (config, invocation, files) = check(
        "-DN=4 --block-dim=64,2 a.cu -I inc --level block --grid-dim 3 -std=c++17 --param n=0x10 --param m=-1 \
         --timeout 0.5 --format json --strict --kernel k --warp-sync 32 --max-findings 3 --barrier-match any --overflow check --external pure --launches any --emit=smt -nocudainc b.ll",
    );
    assert_eq!(files, ["a.cu", "b.ll"].map(PathBuf::from));
    assert_eq!((config.block_dim, config.grid_dim), (Some([64, 2, 1]), Some([3, 1, 1])));
    assert_eq!(config.params, [("n".to_owned(), 16), ("m".to_owned(), -1)].into());
    assert_eq!((config.level, config.format), (Some(LevelLimit::Block), Format::Json));
    assert_eq!((config.timeout, config.warp_sync), (Some(Duration::from_millis(500)), Some(32)));
    assert_eq!((config.max_findings, config.barrier_match), (Some(3), Some(BarrierMatch::Any)));
    assert_eq!(config.overflow, Overflow::Check);
    assert_eq!(config.external, External::Pure);
    assert_eq!((config.emit, config.kernels.as_slice()), (Some(Stage::Smt), ["k".to_owned()].as_slice()));
    assert_eq!(config.launches, LaunchSites::Any);
    assert!(config.strict && invocation.no_cuda_include);
    assert_eq!(invocation.macros, [MacroEdit::Define("N=4".to_owned())]);
    assert_eq!(invocation.standard.as_deref(), Some("c++17"));
}

#[test]
fn warnings_that_are_not_ours_go_to_the_compiler() {
    let (config, invocation, _) = check("-Wno-unknown -Werror=RP0001 a.cu -- -Wall --unroll");
    assert_ne!(config.policy, Config::default().policy);
    assert_eq!(invocation.unknown, ["-Wall", "--unroll"]);
}

#[test]
fn without_options_nothing_is_assumed() {
    let (config, invocation, _) = check("a.cu");
    assert_eq!(config, Config::default());
    assert_eq!(invocation, Invocation { inputs: vec!["a.cu".into()], ..Invocation::default() });
}

#[test]
fn bad_usage_says_what_is_wrong() {
    for (line, message) in [
        ("", "no command"),
        ("check", "no input files"),
        ("frobnicate", "frobnicate"),
        ("check a.cu --block-dim 0", "positive"),
        ("check a.cu --block-dim 1,2,3,4", "three"),
        ("check a.cu --level thread", "thread"),
        ("check a.cu --timeout", "no value"),
        ("check a.cu --timeout -1", "timeout"),
        ("check a.cu --param n", "NAME=VALUE"),
        ("check a.cu --format xml", "sarif"),
        ("check a.cu -o", "-o has no value"),
        ("check --options-file nowhere.rsp a.cu", "nowhere.rsp"),
        ("check -p", "-p has no value"),
        ("check -p build -DN=4 a.cu", "compilation database"),
        ("check a.cu --stict", "did you mean `--strict`?"),
        ("check a.cu --kernels=k", "did you mean `--kernel`?"),
        ("check a.cu -Wno-data-rce", "did you mean `-Wno-data-race`?"),
        ("check a.cu -Werror=RP0099", "did you mean"),
        ("check a.cu -Wall", "known are data-race"),
        ("check a.cu -gencdoe=arch=compute_80", "did you mean `-gencode`?"),
        ("check a.cu --no-such-thing", "unknown option `--no-such-thing`\n"),
        ("check -p build --stict", "did you mean `--strict`?"),
        ("nvcc --stict -- -c a.cu", "did you mean `--strict`?"),
        ("bench --stict a.cu", "did you mean `--strict`?"),
        ("doctor --stict", "did you mean `--strict`?"),
        ("help chekc", "did you mean `check`?"),
        ("completions fsh", "fish"),
        ("chekc a.cu", "check"),
    ] {
        let error = read(line).expect_err(line);
        assert!(error.contains(message), "{line}: {error}");
    }
}

#[test]
fn the_wrapper_s_command_takes_nvcc_s_arguments_and_its_variables() {
    let environment = Environment {
        nvcc_prepend_flags: Some("-DA -std=c++14".to_owned()),
        nvcc_append_flags: Some("-std=c++20".to_owned()),
        ..Environment::default()
    };
    let arguments = ["nvcc", "--strict", "--", "-c", "a.cu", "-std=c++17"].map(OsString::from);
    let Ok(Command::Nvcc { config, invocation }) = parse(arguments, &environment) else { panic!("not understood") };
    assert!(config.strict);
    assert_eq!(invocation.standard.as_deref(), Some("c++20"));
    assert_eq!(invocation.macros, [MacroEdit::Define("A".to_owned())]);
}

#[test]
fn the_other_commands() {
    assert_eq!(read("explain RP0001"), Ok(Command::Explain { code: Some("RP0001".to_owned()) }));
    assert_eq!(read("--version"), Ok(Command::Version));
    assert_eq!(read("cache stats"), Ok(Command::Cache(CacheAction::Stats)));
    assert!(read("cache fill").is_err());
    assert!(check("--no-cache a.cu").0.no_cache);
    let database = |files: &[&str]| {
        let files = files.iter().map(PathBuf::from).collect();
        Ok(Command::Database {
            config: Config { strict: true, policy: Policy::new(true), ..Config::default() },
            place: "build".into(),
            files,
        })
    };
    assert_eq!(read("check -p build --strict"), database(&[]));
    assert_eq!(read("check a.cu --strict -p build b.cu"), database(&["a.cu", "b.cu"]));
    assert!(matches!(read("--help"), Ok(Command::Help(text)) if text.contains("explain")));
    for short in ["check --help", "check -h", "nvcc --help"] {
        let Ok(Command::Help(text)) = read(short) else { panic!("{short}") };
        assert!(
            text.contains("--block-dim") && text.contains("\nThe report:\n") && text.lines().count() < 60,
            "{text}"
        );
    }
    let Ok(Command::Help(text)) = read("help check") else { panic!("no help") };
    assert!(text.contains("By default at the same one for"), "{text}");
    assert!(matches!(read("help"), Ok(Command::Help(text)) if text.contains("doctor") && text.contains("init")));
    assert!(matches!(read("completions bash"), Ok(Command::Help(text)) if text.contains("--block-dim")));
    assert!(
        matches!(read("man"), Ok(Command::Help(text)) if text.contains("block\\-dim") && text.contains(".TH raceproof"))
    );
    assert!(matches!(read("init sub"), Ok(Command::Init { folder }) if folder.as_os_str() == "sub"));
    assert!(
        matches!(read("doctor -arch=sm_80"), Ok(Command::Doctor { invocation }) if invocation.architectures.len() == 1)
    );
    assert!(matches!(read("bench --repeat 3 a.cu"), Ok(Command::Bench { repeat: 3, .. })));
    let Ok(Command::Scaling(scaling)) = read("bench scaling --repeat 3 --family barriers accesses --cuda --size 7")
    else {
        panic!("not understood")
    };
    assert_eq!((scaling.families, scaling.repeat), (vec![Family::Barriers, Family::Accesses], 3));
    assert!(scaling.cuda && scaling.sizes == [7] && scaling.svg.is_none());
    assert!(read("bench scaling --family all").expect_err("no family").contains("many-arrays"));
}

#[test]
fn reproduce_takes_a_finding_a_folder_and_the_options_of_a_check() {
    let parsed = |line: &str| parse(line.split(' ').map(OsString::from), &Environment::default());
    for (line, name, file, folder, rest) in [
        ("reproduce a/b.cu:12", "a/b.cu:12", "a/b.cu", "reproduce", &[][..]),
        (
            "reproduce -o out -Iinc RP0001@a.cu:12:5-3fa9c2 -DN=1",
            "RP0001@a.cu:12:5-3fa9c2",
            "a.cu",
            "out",
            &["-Iinc", "-DN=1"],
        ),
        ("reproduce k.cuh:3 a.cu -c --block-dim 64 --output=out", "k.cuh:3", "a.cu", "out", &[]),
        ("reproduce a.cu:3 --cuda-path=/t -DN --cuda-path /u -G", "a.cu:3", "a.cu", "reproduce", &["-DN", "-G"]),
    ] {
        match parsed(line) {
            Ok(Command::Reproduce { files, finding, options, output, .. }) => {
                assert_eq!((finding.as_str(), files, output), (name, vec![file.into()], folder.into()));
                assert_eq!(options, rest);
            }
            other => panic!("{line}: {other:?}"),
        }
    }
    assert!(parsed("reproduce").is_err());
}
