//! A folder of the user's, and the translator's commands in it.

use crate::support::{self, Finished};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(120);

/// Says where its region ran; the exit code is 0 on a device.
pub const PROGRAM: &str = "#include <omp.h>
#include <stdio.h>
int main(void)
{
    int host = -1;
    #pragma omp target map(from: host)
    host = omp_is_initial_device();
    printf(\"%s\\n\", host ? \"host\" : \"device\");
    return host;
}
";

pub struct Project {
    dir: tempfile::TempDir,
}

impl Project {
    /// A folder with `a.c`, the program.
    pub fn new() -> Project {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let project = Project { dir };
        project.write("a.c", PROGRAM);
        project
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// `romp2cuda COMMAND...`
    pub fn romp2cuda(&self, words: &[&str]) -> Finished {
        let mut command = support::romp2cuda();
        command.args(words);
        self.finish(command)
    }

    /// `romp2cuda cc --offload-arch=emulated -fopenmp ...`
    pub fn cc(&self, words: &[&str]) -> Finished {
        self.romp2cuda(&[&["cc", "--offload-arch=emulated", "-fopenmp"], words].concat())
    }

    /// As [`Project::cc`]; what the user sees, which must be no error.
    #[track_caller]
    pub fn built(&self, words: &[&str]) -> String {
        let finished = self.cc(words);
        assert_eq!(finished.code, Some(0), "{words:?}: {}", finished.stderr);
        finished.stderr
    }

    /// A shell's command line in the folder; `$ROMP` and `$CC` are the translator and its `cc`.
    pub fn shell(&self, line: &str) -> Finished {
        let translator = env!("CARGO_BIN_EXE_romp2cuda");
        let mut command = Command::new("sh");
        command.arg("-c").arg(line).env("NO_COLOR", "1");
        command.env("ROMP", translator);
        let cc = format!("{translator} cc --offload-arch=emulated -fopenmp");
        command.env("CC", cc);
        self.finish(command)
    }

    /// What a program prints on the emulated device, where it must run.
    #[track_caller]
    pub fn output(&self, program: &str) -> String {
        let mut command = Command::new(self.path(program));
        command.env("OMP_TARGET_OFFLOAD", "MANDATORY");
        let finished = self.finish(command);
        assert_eq!(finished.code, Some(0), "{program}: {}", finished.stderr);
        String::from_utf8_lossy(&finished.stdout).into_owned()
    }

    fn finish(&self, mut command: Command) -> Finished {
        command
            .current_dir(self.dir.path())
            .env("ROMP_DEVICE", "emulated");
        support::finish(command, LIMIT)
    }
}

/// The command must be refused with this exit code and these words, and say so to the user.
#[track_caller]
pub fn refused(finished: &Finished, code: i32, words: &[&str]) {
    assert_eq!(finished.code, Some(code), "{}", finished.stderr);
    for word in words {
        assert!(
            finished.stderr.contains(word),
            "not a word of {word:?} in:\n{}",
            finished.stderr
        );
    }
}
