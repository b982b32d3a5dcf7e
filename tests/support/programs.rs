//! The programs of `tests/run` and the examples, which several drivers build and run.

use super::{entries, files, leading_comments, name, root};
use std::path::{Path, PathBuf};

#[derive(Clone)]
pub struct Program {
    pub name: String,
    pub sources: Vec<PathBuf>,
    pub options: Vec<String>,
}

/// `tests/run/TOPIC/NAME.c` is a program; so are the .c files of `tests/run/files/NAME/` and `examples/NAME/`. Each line of
/// `NAME.c.opts`, or of `opts` in the folder, makes a program with those options of it.
pub fn programs() -> Vec<Program> {
    let dir = root().join("tests/run");
    let multiple = dir.join("files");
    let mut found = vec![];
    for path in files(&dir, "c") {
        if !path.starts_with(&multiple) {
            let beside = path.with_extension("c.opts");
            found.extend(variants(&name(&path, &dir), &[path], &beside));
        }
    }
    for folder in entries(&multiple)
        .into_iter()
        .chain(entries(&root().join("examples")))
    {
        if folder.is_dir() {
            let base = folder.parent().and_then(Path::parent).unwrap_or(&dir);
            let sources = files(&folder, "c");
            found.extend(variants(
                &name(&folder, base),
                &sources,
                &folder.join("opts"),
            ));
        }
    }
    found
}

/// One program for each line of the file of options; `--` alone is a line without any. Where there are several, the
/// options stand behind the name.
fn variants(name: &str, sources: &[PathBuf], options: &Path) -> Vec<Program> {
    let text = std::fs::read_to_string(options).unwrap_or_default();
    let lines: Vec<&str> = match text.lines().collect::<Vec<_>>() {
        lines if lines.is_empty() => vec![""],
        lines => lines,
    };
    let several = lines.len() > 1;
    let program = |line: &&str| {
        let words = line.split_whitespace().filter(|word| *word != "--");
        let options: Vec<String> = words.map(str::to_string).collect();
        let behind = if several {
            options.concat()
        } else {
            String::new()
        };
        Program {
            name: format!("{name}{behind}"),
            sources: sources.to_vec(),
            options,
        }
    };
    lines.iter().map(program).collect()
}

impl Program {
    /// The text behind `// WORD:` in the comments at the begin of one of its files.
    pub fn says(&self, word: &str) -> Option<String> {
        let said = |source: &PathBuf| {
            leading_comments(source).iter().find_map(|line| {
                let rest = line.strip_prefix(word)?.strip_prefix(':')?;
                Some(rest.trim().to_string())
            })
        };
        self.sources.iter().find_map(said)
    }
}
