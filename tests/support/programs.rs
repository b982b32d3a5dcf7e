//! The programs of `tests/run` and the examples, which several drivers build and run.

use super::{entries, files, first_line, name, options, root};
use std::path::{Path, PathBuf};

#[derive(Clone)]
pub struct Program {
    pub name: String,
    pub sources: Vec<PathBuf>,
    pub options: Vec<String>,
}

/// `tests/run/TOPIC/NAME.c` is a program; so are the .c files of `tests/run/files/NAME/` and `examples/NAME/`.
pub fn programs() -> Vec<Program> {
    let dir = root().join("tests/run");
    let multiple = dir.join("files");
    let mut found = vec![];
    for path in files(&dir, "c") {
        if !path.starts_with(&multiple) {
            let options = options(&path.with_extension("c.opts"));
            found.push(Program {
                name: name(&path, &dir),
                sources: vec![path],
                options,
            });
        }
    }
    for folder in entries(&multiple)
        .into_iter()
        .chain(entries(&root().join("examples")))
    {
        if folder.is_dir() {
            let options = options(&folder.join("opts"));
            let base = folder.parent().and_then(Path::parent).unwrap_or(&dir);
            found.push(Program {
                name: name(&folder, base),
                sources: files(&folder, "c"),
                options,
            });
        }
    }
    found
}

impl Program {
    /// What follows `// WORD:` on the first line of one of its files.
    pub fn says(&self, word: &str) -> Option<String> {
        let said = |source: &PathBuf| {
            let line = first_line(source);
            let rest = line.strip_prefix("// ")?.strip_prefix(word)?;
            Some(rest.strip_prefix(':')?.trim().to_string())
        };
        self.sources.iter().find_map(said)
    }
}
