use super::{Project, TEMPLATE, init, read};
use crate::front::config::{Config, LevelLimit};
use crate::verdict::Severity;
use std::fs;
use std::path::Path;
use std::time::Duration;

const WHOLE: &str = r#"
exclude = ["third_party", "old/kernel.cu"]
level = "block"
timeout = 2.5

[severity]
data-race = "warning"
RP0003 = "off"
unknown = "error"

[kernels.scale]
block-dim = [16, 8]
grid-dim = 64
params = { n = 1024, negative = -1, flag = true }
requires = ["sorted(row, n + 1)", "permutation(idx, n)"]
"#;

fn project(text: &str) -> Project {
    Project::extended("/p/raceproof.toml".into(), text).unwrap()
}

#[test]
fn every_key_is_read() {
    let config = project(WHOLE).complete(&Config::default());
    assert_eq!(config.level, Some(LevelLimit::Block));
    assert_eq!(config.timeout, Some(Duration::from_millis(2500)));
    let facts = &config.facts["scale"];
    assert_eq!((facts.block_dim, facts.grid_dim), (Some([16, 8, 1]), Some([64, 1, 1])));
    let params: Vec<_> = facts.params.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    assert_eq!(params, [("flag", 1), ("n", 1024), ("negative", -1)]);
    let contents: Vec<_> = facts.contents.iter().map(|fact| fact.array.as_str()).collect();
    assert_eq!(contents, ["row", "idx", "idx"]);
    assert_eq!(unknown(&config, "a.cu"), Some(Severity::Error));
}

fn unknown(config: &Config, file: &str) -> Option<Severity> {
    config.policy.severities(file, Path::new("/p")).unknown
}

#[test]
fn some_files_have_severities_of_their_own() {
    let text =
        "[severity]\nunknown = \"error\"\n[[override]]\npath = \"legacy/**\"\nseverity = { unknown = \"off\" }\n";
    let config = project(text).complete(&Config::default());
    assert_eq!(unknown(&config, "a.cu"), Some(Severity::Error));
    assert_eq!(unknown(&config, "legacy/deep/a.cu"), None);
    assert_eq!(unknown(&config, "/p/src/../legacy/a.cu"), None);
    let mut config = Config::default();
    config.policy.flag("-Werror=unknown").unwrap();
    assert_eq!(unknown(&project(text).complete(&config), "legacy/a.cu"), Some(Severity::Error), "the command line");
}

#[test]
fn what_a_file_extends_holds_where_it_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("inner");
    fs::create_dir_all(&inner).unwrap();
    let outer = "level = \"block\"\ntimeout = 1\nexclude = [\"inner/old\"]\n[severity]\nunknown = \"error\"\n\
        [kernels.k]\ngrid-dim = 3\nblock-dim = 32\n";
    fs::write(folder.path().join("raceproof.toml"), outer).unwrap();
    let own =
        "extends = \"../raceproof.toml\"\ntimeout = 2\n[severity]\nunknown = \"warning\"\n[kernels.k]\ngrid-dim = 4\n";
    fs::write(inner.join("raceproof.toml"), own).unwrap();
    let project = Project::of(Path::new("a.cu"), &inner).unwrap().unwrap();
    let config = project.complete(&Config::default());
    assert_eq!((config.level, config.timeout), (Some(LevelLimit::Block), Some(Duration::from_secs(2))));
    assert_eq!(unknown(&config, "a.cu"), Some(Severity::Warning));
    let facts = &config.facts["k"];
    assert_eq!((facts.grid_dim, facts.block_dim), (Some([4, 1, 1]), Some([32, 1, 1])));
    assert!(project.excludes(Path::new("old/a.cu"), &inner) && !project.excludes(Path::new("a.cu"), &inner));
    fs::write(folder.path().join("raceproof.toml"), "extends = \"inner/raceproof.toml\"").unwrap();
    assert!(Project::of(Path::new("a.cu"), &inner).unwrap_err().to_string().contains("circle"));
}

#[test]
fn the_command_line_is_stronger() {
    let mut config = Config { level: Some(LevelLimit::All), ..Config::default() };
    config.timeout = Some(Duration::from_secs(7));
    config.policy.flag("-Wno-error=unknown").unwrap();
    let completed = project(WHOLE).complete(&config);
    assert_eq!((completed.level, completed.timeout), (config.level, config.timeout));
    assert_eq!(unknown(&completed, "a.cu"), Some(Severity::Warning));
}

#[test]
fn whole_names_and_patterns_are_excluded() {
    let project = project(WHOLE);
    let excludes = |source: &str| project.excludes(Path::new(source), Path::new("/p/build"));
    assert!(excludes("/p/third_party/a.cu") && excludes("/p/old/kernel.cu"));
    let patterns = super::Project::extended("/p/raceproof.toml".into(), "exclude = [\"**/gen_*.cu\"]").unwrap();
    assert!(patterns.excludes(Path::new("../a/gen_1.cu"), Path::new("/p/build")));
    for other in ["/p/third_party_too/a.cu", "/p/old/kernel2.cu", "/other/third_party/a.cu", "third_party/a.cu"] {
        assert!(!excludes(other), "{other}");
    }
}

#[test]
fn errors_say_where_and_what() {
    for (text, at, what) in [
        ("levl = \"block\"", "1:1", "levl"),
        ("\nlevel = \"thread\"", "2:9", "thread"),
        ("level = ", "1:9", ""),
        ("timeout = 0", "1:11", "seconds"),
        ("[severity]\nrace-of-data = \"off\"", "2:1", "race-of-data"),
        ("[severity]\ndata-rce = \"off\"", "2:1", "did you mean `data-race`?"),
        ("[severity]\ndata-race = \"loud\"", "2:13", "loud"),
        ("[kernels.k]\nblock-dim = [0]", "2:13", "positive"),
        ("[kernels.k]\nblock-dim = [1, 2, 3, 4]", "2:13", "three"),
        ("[kernels.k]\nblockdim = 3", "2:1", "blockdim"),
        ("[kernels.k]\nparams = { n = 1.5 }", "2:16", "integer"),
    ] {
        let error = read("/p/raceproof.toml".into(), text).unwrap_err().to_string();
        assert!(error.starts_with(&format!("/p/raceproof.toml:{at}: ")), "{text}: {error}");
        assert!(error.contains(what) && !error.contains('\n'), "{text}: {error}");
    }
}

#[test]
fn the_template_is_right_as_it_stands_and_with_all_its_keys() {
    assert_eq!(project(TEMPLATE).complete(&Config::default()), Config::default());
    let is_key = |line: &str| line.starts_with('[') || line.contains(" = ");
    let keys: Vec<&str> = TEMPLATE
        .lines()
        .filter(|line| !line.contains("extends = "))
        .filter_map(|l| l.strip_prefix("# ").filter(|l| is_key(l)))
        .collect();
    assert_ne!(project(&keys.join("\n")).complete(&Config::default()), Config::default());
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(init(folder.path()).unwrap(), folder.path().join("raceproof.toml"));
    assert!(init(folder.path()).unwrap_err().to_string().contains("raceproof.toml cannot be written"));
}

#[test]
fn the_nearest_file_counts_alone() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("a/b");
    fs::create_dir_all(&inner).unwrap();
    let of = || Project::of(Path::new("b/kernel.cu"), &folder.path().join("a")).unwrap();
    fs::write(folder.path().join("raceproof.toml"), "timeout = 1").unwrap();
    assert_eq!(of().unwrap().path(), folder.path().join("raceproof.toml"));
    fs::write(inner.join("raceproof.toml"), "").unwrap();
    assert_eq!(of().unwrap().complete(&Config::default()).timeout, None);
}
