//! Opens files in the user's editor.
//!
//! Must not know what is in them.

use super::{Failure, Result};
use std::path::Path;

/// Opens a file at a line, and waits until the editor ends.
pub fn open(path: &Path, line: usize) -> Result<()> {
    let set = |name: &str| {
        std::env::var(name)
            .ok()
            .filter(|value| !value.trim().is_empty())
    };
    let editor = set("VISUAL")
        .or_else(|| set("EDITOR"))
        .ok_or_else(|| Failure::tool("no editor to open the code with", "set VISUAL or EDITOR"))?;
    let mut words = editor.split_whitespace();
    let program = words.next().expect("the variable has a word");
    let mut command = std::process::Command::new(program);
    command.args(words).arg(format!("+{line}")).arg(path);
    match command.status() {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::tool(
            format!("cannot start the editor {program}: {error}"),
            "set VISUAL or EDITOR to its command",
        )),
    }
}
