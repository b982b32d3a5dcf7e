//! Becomes the `romp2cuda` that lies beside this program, or is on PATH: one translator is installed, under three names.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

/// Goes on as `romp2cuda WORDS... ARGUMENTS...`; comes back only where there is none.
pub fn romp2cuda(words: &[&str]) -> ExitCode {
    let beside = std::env::current_exe()
        .ok()
        .map(|own| own.with_file_name("romp2cuda"))
        .filter(|path| path.is_file());
    let program = beside.unwrap_or(PathBuf::from("romp2cuda"));
    let error = Command::new(&program)
        .args(words)
        .args(std::env::args_os().skip(1))
        .exec();
    eprintln!(
        "romp2cuda: cannot start {}, which rompcc and rompcxx are other names of: {error} (install all three into one folder)",
        program.display()
    );
    ExitCode::from(3)
}
