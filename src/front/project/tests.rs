use super::{Project, read};
use crate::front::config::{Config, LevelLimit};
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
    read("/p/raceproof.toml".into(), text).unwrap()
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
    assert_eq!(config.policy.unknown(), Some(crate::verdict::Severity::Error));
}

#[test]
fn the_command_line_is_stronger() {
    let mut config = Config { level: Some(LevelLimit::All), ..Config::default() };
    config.timeout = Some(Duration::from_secs(7));
    config.policy.flag("-Wno-error=unknown").unwrap();
    let completed = project(WHOLE).complete(&config);
    assert_eq!((completed.level, completed.timeout), (config.level, config.timeout));
    assert_eq!(completed.policy.unknown(), Some(crate::verdict::Severity::Warning));
}

#[test]
fn whole_names_are_excluded() {
    let project = project(WHOLE);
    let excludes = |source: &str| project.excludes(Path::new(source), Path::new("/p/build"));
    assert!(excludes("/p/third_party/a.cu") && excludes("/p/old/kernel.cu"));
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
