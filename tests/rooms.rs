//! The modules of `src/` import each other as ARCHITECTURE.md's table says, and in no circle.
//!
//! The table is the only place that says it: a row for each module, with the modules that it imports. An import that
//! is not in it fails here, and so does a word in it that no file imports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Matrix = BTreeMap<String, BTreeSet<String>>;

/// The rows `| module | imports |` below the heading "Imports between modules".
fn allowed() -> Matrix {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, section) = text
        .split_once("### Imports between modules\n")
        .expect("ARCHITECTURE.md has the table");
    let section = section.split("\n#").next().unwrap_or_default();
    let words = |cell: &str| -> BTreeSet<String> {
        let words = cell.split([' ', ',', '`']).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let mut matrix = Matrix::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').collect();
        let rooms = words(cells[1]);
        let room = rooms.into_iter().next().expect("a row names its module");
        assert!(matrix.insert(room, words(cells[2])).is_none(), "{line}");
    }
    matrix
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The module that a file belongs to: its folder below `src/`, or its own name there.
fn room(path: &Path) -> String {
    let below = path.strip_prefix(root().join("src")).unwrap();
    let first = below.components().next().unwrap().as_os_str();
    first.to_str().unwrap().trim_end_matches(".rs").to_owned()
}

/// The modules that a file names behind `crate::`, with the line of each; unit tests may use what they like.
fn imports(text: &str) -> Vec<(usize, String)> {
    let mut found = vec![];
    for (number, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("#[cfg(test)]") {
            break;
        }
        if line.trim_start().starts_with("//") {
            continue;
        }
        for (at, _) in line.match_indices("crate::") {
            let behind = &line[at + "crate::".len()..];
            let group = behind.strip_prefix('{');
            let names: Vec<&str> = match group {
                Some(group) => group
                    .split(['}', '\n'])
                    .next()
                    .unwrap()
                    .split(',')
                    .collect(),
                None => vec![behind],
            };
            for name in names.into_iter().map(str::trim) {
                let end = name.find(|c: char| !c.is_alphanumeric() && c != '_');
                found.push((number + 1, name[..end.unwrap_or(name.len())].to_owned()));
            }
        }
    }
    found
}

#[test]
fn modules_import_what_the_table_allows() {
    let allowed = allowed();
    let mut used = Matrix::new();
    let mut wrong = vec![];
    let mut all = vec![];
    files(&root().join("src"), &mut all);
    for path in all {
        let from = room(&path);
        let is_test = |part: std::path::Component| {
            part.as_os_str().to_string_lossy().trim_end_matches(".rs") == "tests"
        };
        if ["lib", "main", "bin"].contains(&from.as_str()) || path.components().any(is_test) {
            continue;
        }
        let text = std::fs::read_to_string(&path).unwrap();
        let may = allowed
            .get(&from)
            .unwrap_or_else(|| panic!("ARCHITECTURE.md has no row for `{from}`"));
        for (line, to) in imports(&text) {
            if to == from {
                continue;
            }
            if !may.contains(&to) {
                let shown = path.strip_prefix(root()).unwrap().display();
                wrong.push(format!("{shown}:{line}: `{from}` may not import `{to}`"));
            }
            used.entry(from.clone()).or_default().insert(to);
        }
    }
    for (from, may) in &allowed {
        for to in may {
            if !used.get(from).is_some_and(|used| used.contains(to)) {
                wrong.push(format!("`{from}` does not import `{to}`: take it out"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_import_each_other_in_no_circle() {
    let mut open = allowed();
    loop {
        let free: Vec<String> = open
            .iter()
            .filter(|(_, imports)| imports.iter().all(|to| !open.contains_key(to)))
            .map(|(room, _)| room.clone())
            .collect();
        if free.is_empty() {
            break;
        }
        for room in free {
            open.remove(&room);
        }
    }
    assert!(open.is_empty(), "these import each other: {open:?}");
}

#[test]
fn imports_are_read_from_code_alone() {
    let text = "use crate::ir::*;\nuse crate::{omp, plan::unit};\n// crate::cli\nfn f() -> crate::diag::Result<()> {}\n#[cfg(test)]\nuse crate::sema;\n";
    let found = imports(text);
    assert_eq!(
        found,
        [(1, "ir"), (2, "omp"), (2, "plan"), (4, "diag")]
            .map(|(line, name)| (line, name.to_owned()))
    );
}
