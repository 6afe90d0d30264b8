//! Which lines of which files have changed since a commit, as git says.
//!
//! Counted from where the branch left BASE (`git diff --merge-base`), with what is not committed and files that git does not know
//! yet. Direction: a file that was renamed is new.

use crate::front::child;
use crate::front::config::Environment;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The first and the last of some lines, from 1; of a place where lines were removed, the ones around it.
pub type Lines = (u32, u32);

/// By absolute paths.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changed(BTreeMap<PathBuf, Vec<Lines>>);

/// Whatever a checkout's configuration says, nothing that it names is run to show a difference.
const PLAIN: [&str; 4] = ["-c", "core.quotePath=false", "-c", "core.fsmonitor=false"];
const DIFF: [&str; 7] =
    ["diff", "--no-ext-diff", "--no-textconv", "--no-color", "--no-renames", "--unified=0", "--merge-base"];

impl Changed {
    /// # Errors
    /// Without git, outside of a repository, or if it does not know the commit.
    pub fn since(base: &str, environment: &Environment) -> Result<Changed, String> {
        if base.is_empty() || base.starts_with('-') {
            return Err(format!("--diff: `{base}` is no commit"));
        }
        let root = git(environment, &["rev-parse", "--show-toplevel"])?;
        let root = Path::new(root.trim_end_matches('\n'));
        let diff: Vec<&str> = DIFF.into_iter().chain(["--src-prefix=a/", "--dst-prefix=b/", base, "--"]).collect();
        let mut changed = Changed::of(&git(environment, &diff)?, root);
        let new = git(environment, &["ls-files", "--others", "--exclude-standard", "--full-name", "-z"])?;
        for name in new.split('\0').filter(|name| !name.is_empty()) {
            changed.0.insert(root.join(name), vec![(1, u32::MAX)]);
        }
        Ok(changed)
    }

    /// From what `git diff --unified=0` prints, for a repository at `root`.
    fn of(diff: &str, root: &Path) -> Changed {
        let (mut changed, mut file) = (BTreeMap::<PathBuf, Vec<Lines>>::new(), None);
        let mut lines = diff.lines();
        while let Some(line) = lines.next() {
            if let Some(name) = line.strip_prefix("+++ ") {
                // A name with a tab or a quote is written as in C; such files are taken to be unchanged.
                file = name.trim_end_matches('\t').strip_prefix("b/").map(|name| root.join(name));
            } else if let Some((old, new)) = line.strip_prefix("@@ -").and_then(hunk) {
                if let Some(file) = &file {
                    changed.entry(file.clone()).or_default().push(new.1);
                }
                // Lines of the files may look like headers.
                for _ in 0..old + new.0 {
                    lines.next();
                }
            }
        }
        Changed(changed)
    }

    /// Whether one of these lines of a file has changed.
    #[must_use]
    pub fn touches(&self, file: &Path, (first, last): Lines) -> bool {
        self.0.get(file).is_some_and(|all| all.iter().any(|(from, to)| *from <= last && first <= *to))
    }

    /// Whether anything in a file has.
    #[must_use]
    pub fn has(&self, file: &Path) -> bool {
        self.0.contains_key(file)
    }
}

/// Of `1,2 +3,4 @@ …`: how many lines are gone; how many are new, and which.
fn hunk(text: &str) -> Option<(u32, (u32, Lines))> {
    let (old, rest) = text.split_once(" +")?;
    let range = |text: &str| -> Option<(u32, u32)> {
        match text.split_once(',') {
            Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
            None => Some((text.parse().ok()?, 1)),
        }
    };
    let (_, gone) = range(old)?;
    let (start, new) = range(rest.split(' ').next()?)?;
    let lines = if new == 0 { (start, start + 1) } else { (start, start + new - 1) };
    Some((gone, (new, lines)))
}

fn git(environment: &Environment, arguments: &[&str]) -> Result<String, String> {
    let program = environment.find_program("git").ok_or("--diff needs git, which is not on the path")?;
    let mut command = Command::new(program);
    command.args(PLAIN).args(arguments);
    if !environment.directory.as_os_str().is_empty() {
        command.current_dir(&environment.directory);
    }
    child::dies_with_parent(&mut command, child::KILL);
    let output = command.output().map_err(|error| format!("git does not start: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("--diff: git says: {}", said.lines().next().unwrap_or("nothing").trim_start_matches("fatal: ")))
}

#[cfg(test)]
mod tests {
    use super::Changed;
    use std::path::Path;

    #[test]
    fn lines_are_those_of_the_new_file() {
        let diff = "diff --git a/a.cu b/a.cu\nindex 1..2 100644\n--- a/a.cu\n+++ b/a.cu\n@@ -3 +3,2 @@ k\n-old\n+++ b/x.cu\n+new\n\
                    @@ -9,2 +10,0 @@\n---\n-gone\ndiff --git a/b.cu b/b.cu\n--- a/b.cu\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n";
        let changed = Changed::of(diff, Path::new("/r"));
        let touches = |file: &str, first, last| changed.touches(Path::new(file), (first, last));
        assert!(touches("/r/a.cu", 3, 3) && touches("/r/a.cu", 4, 9) && !touches("/r/a.cu", 5, 9));
        assert!(touches("/r/a.cu", 10, 10) && touches("/r/a.cu", 11, 20) && !touches("/r/a.cu", 12, 20));
        assert!(!changed.has(Path::new("/r/b.cu")) && !changed.has(Path::new("/r/x.cu")));
    }
}
