//! ccache and sccache, in front of the wrapper and behind it: objects are nvcc's own, and no second build passes because
//! its object was cached.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::transparency::normalise;
use crate::wrapper;

const FIXED: &str = "__global__ void turn(int *x) {
    __shared__ int tile[64];
    tile[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = tile[63 - threadIdx.x];
}
void start(int *x) { turn<<<1, 64>>>(x); }
";

/// A folder with a source, an empty cache, and the real nvcc.
struct Build {
    folder: tempfile::TempDir,
    real: PathBuf,
    /// `ccache` or `sccache`.
    cache: &'static str,
    port: u16,
}

impl Drop for Build {
    fn drop(&mut self) {
        if self.cache == "sccache" {
            let _ = self.command("sccache").arg("--stop-server").output();
        }
    }
}

impl Build {
    fn new(toolkit: &Path, cache: &'static str) -> Build {
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let build = Build { folder: tempfile::tempdir().unwrap(), real: toolkit.join("bin/nvcc"), cache, port };
        build.write(FIXED);
        // On a busy machine sccache gives up waiting for its server.
        let started = || build.command("sccache").arg("--start-server").output().is_ok_and(|o| o.status.success());
        assert!(cache != "sccache" || (0..5).any(|_| started()), "the server of sccache does not start");
        build
    }

    fn write(&self, text: &str) {
        fs::write(self.folder.path().join("k.cu"), text).unwrap();
    }

    fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        let kept = |name: &str| self.folder.path().join(name);
        command
            .current_dir(self.folder.path())
            .env("RACEPROOF_NVCC", &self.real)
            .env("XDG_CACHE_HOME", kept("reports"));
        for name in ["RACEPROOF", "RACEPROOF_FLAGS", "RACEPROOF_BIN", "CUDA_PATH", "CCACHE_DISABLE", "CCACHE_PREFIX"] {
            command.env_remove(name);
        }
        command.env("CCACHE_DIR", kept("cached")).env("CCACHE_CONFIGPATH", kept("no configuration"));
        command.env("SCCACHE_DIR", kept("cached")).env("SCCACHE_CONF", kept("no configuration"));
        command.env("SCCACHE_SERVER_PORT", self.port.to_string()).env("SCCACHE_IDLE_TIMEOUT", "60");
        command
    }

    /// Compiles, and says whether it passed, what was printed, and the object without the name of a process.
    fn compile(&self, words: &[&Path], policy: &str) -> (bool, String, Option<Vec<u8>>) {
        let object = self.folder.path().join("k.o");
        let _ = fs::remove_file(&object);
        let mut command = self.command(words[0]);
        command.args(&words[1..]).args(["-arch=sm_80", "-c", "k.cu", "-o", "k.o"]).env("RACEPROOF", policy);
        let output = command.output().unwrap();
        (output.status.success(), text(&output), fs::read(&object).ok().map(normalise))
    }

    /// How often the cache had what it was asked for.
    fn hits(&self) -> usize {
        let (option, key) = if self.cache == "ccache" { ("--print-stats", "cache_hit") } else { ("-s", "Cache hits") };
        let said = text(&self.command(self.cache).arg(option).output().unwrap());
        let lines = said.lines().filter(|line| line.contains(key) && !line.contains('('));
        lines.filter_map(|line| line.split_whitespace().last()?.parse::<usize>().ok()).sum()
    }
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&[&output.stdout[..], &output.stderr].concat()).into_owned()
}

fn racy() -> String {
    FIXED.replace("    __syncthreads();\n", "")
}

/// `ccache nvcc …`, where nvcc is the wrapper: a hit asks neither nvcc nor raceproof, and says what they said.
pub(crate) fn in_front(toolkit: &Path, cache: &'static str) {
    let build = Build::new(toolkit, cache);
    let (passed, said, object) = build.compile(&[&build.real], "off");
    assert!(passed && object.is_some(), "{said}");

    let wrapper = wrapper();
    let words = [Path::new(cache), &wrapper];
    for hits in 0..2 {
        let (passed, said, cached) = build.compile(&words, "error");
        assert!(passed && said.contains("1 kernel proved race-free"), "{said}");
        assert!(cached == object, "the object is nvcc's");
        assert_eq!(build.hits(), hits);
    }
    build.write(&racy());
    for _ in 0..2 {
        let (passed, said, cached) = build.compile(&words, "error");
        assert!(!passed && said.contains("error[RP0001]"), "{said}");
        assert!(cached.is_none(), "no object is left");
        assert_eq!(build.hits(), 1, "what failed was not kept");
    }
}

/// `nvcc ccache nvcc …`, where the first is the wrapper: every call is checked, whatever the cache has.
pub(crate) fn behind(toolkit: &Path, cache: &'static str) {
    let build = Build::new(toolkit, cache);
    let (wrapper, real) = (wrapper(), build.real.clone());
    let words = [&wrapper, Path::new(cache), &real];
    for hits in 0..2 {
        let (passed, said, object) = build.compile(&words, "error");
        assert!(passed && said.contains("1 kernel proved race-free") && object.is_some(), "{said}");
        assert_eq!(build.hits(), hits);
    }
    build.write(&racy());
    // The object gets into the cache without a check, and out of it with one.
    let (passed, said, object) = build.compile(&words, "off");
    assert!(passed && !said.contains("RP0001") && object.is_some(), "{said}");
    for hits in [2, 3] {
        let (passed, said, object) = build.compile(&words, "error");
        assert!(!passed && said.contains("error[RP0001]"), "{said}");
        assert!(object.is_none(), "no object is left");
        assert_eq!(build.hits(), hits);
    }
}
