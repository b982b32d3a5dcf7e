//! `romp2cuda install`: the programs, and what other build systems and shells look for, below a prefix.

use super::terminal::{Terminal, print};
use super::{completions, man};
use crate::driver::{Failure, Result, cache, packages};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Arguments {
    /// Where bin/, lib/, include/ and share/ are, such as ~/.local or /usr/local
    #[arg(long, value_name = "DIR")]
    prefix: PathBuf,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    terminal.code(install(&arguments.prefix).map(|()| 0))
}

fn install(prefix: &Path) -> Result<()> {
    let prefix =
        std::path::absolute(prefix).map_err(|error| Failure::file(prefix, "use", error))?;
    let bin = prefix.join("bin");
    let mut files = packages::files(&bin);
    for (name, text) in man::pages() {
        files.push((format!("share/man/man1/{name}"), text));
    }
    for (name, script) in completions::scripts() {
        files.push((format!("share/{name}"), script.into_bytes()));
    }
    for (name, contents) in &files {
        cache::write(&prefix, name, contents)?;
    }
    for name in ["romp2cuda", "rompcc", "rompcxx"] {
        program(&packages::own_folder().join(name), &bin.join(name))?;
    }
    print(&format!("{}\n", prefix.display()));
    Ok(())
}

/// Copies a program, under a temporary name at first: the old one may be running.
fn program(from: &Path, to: &Path) -> Result<()> {
    if crate::driver::same_file(from, to) {
        return Ok(());
    }
    let contents = std::fs::read(from).map_err(|error| Failure::file(from, "read", error))?;
    let folder = to.parent().unwrap_or(Path::new("."));
    let name = to.file_name().unwrap_or_default().to_string_lossy();
    let new = cache::write(folder, &format!(".{name}.new"), contents)?;
    std::fs::set_permissions(&new, std::fs::Permissions::from_mode(0o755))
        .and_then(|()| std::fs::rename(&new, to))
        .map_err(|error| Failure::file(to, "write", error))
}
