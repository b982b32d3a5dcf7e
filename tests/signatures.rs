//! Rules for signatures in the second half of the pipeline: they show what a function changes, and name its arguments.
//! No function is longer than 100 lines, but for those that a list names.
//!
//! Code that builds changes what it is given as `&mut`, or returns what it has built: nothing in `plan`, `device` and
//! `emit` changes through a shared reference. And `f(true)` says nothing: no public function there, or in `analyze`,
//! has a `bool` parameter, and no other has two.

use std::path::{Path, PathBuf};

/// The modules in which nothing changes through a shared reference.
const WITHOUT_CELLS: [&str; 3] = ["plan", "device", "emit"];

/// The maker of names counts the names that it has made, which no other code can observe.
const WITH_CELLS: [&str; 1] = ["src/emit/made_names.rs"];

/// The modules whose signatures have no `bool` parameters.
const WITHOUT_BOOLS: [&str; 4] = ["plan", "device", "emit", "analyze"];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The Rust files of a module, and their text without comments.
fn sources(module: &str) -> Vec<(String, String)> {
    let mut folders = vec![root().join("src").join(module)];
    let mut files: Vec<PathBuf> = vec![];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a module is a folder") {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let source = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.strip_prefix(root()).unwrap().to_string_lossy();
        (name.into_owned(), without_comments(&text))
    };
    files.into_iter().map(source).collect()
}

fn without_comments(text: &str) -> String {
    let code = |line: &str| match line.trim_start().starts_with("//") {
        true => "\n".to_string(),
        false => format!("{line}\n"),
    };
    text.lines().map(code).collect()
}

/// The parts of a function's signature that these tests read.
#[derive(Debug, PartialEq)]
struct Signature {
    name: String,
    /// Whether another module may call it.
    public: bool,
    /// The names of its parameters of type `bool`.
    bools: Vec<String>,
}

/// The functions that a text without comments defines or declares.
fn signatures(text: &str) -> Vec<Signature> {
    let mut found = vec![];
    for (at, word) in text.match_indices("fn ") {
        let line = text[..at].rfind('\n').map_or(0, |end| end + 1);
        let before = text[line..at].trim();
        let visibility = before.trim_end_matches("const").trim_end();
        let restricted = visibility.starts_with("pub(") && visibility.ends_with(')');
        if !matches!(visibility, "" | "pub") && !restricted {
            continue;
        }
        let rest = &text[at + word.len()..];
        let Some(name) = rest
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .next()
        else {
            continue;
        };
        let parameters = parameters(&rest[name.len()..]);
        let bools = parameters.iter().filter_map(|one| {
            let (name, ty) = one.split_once(':')?;
            (ty.trim() == "bool").then(|| name.trim().trim_start_matches("mut ").to_string())
        });
        found.push(Signature {
            name: name.to_string(),
            public: !visibility.is_empty(),
            bools: bools.collect(),
        });
    }
    found
}

/// The parameters of a signature from behind its name on: what commas separate between the parentheses, brackets of all
/// kinds being one.
fn parameters(text: &str) -> Vec<String> {
    let text = text.replace("->", "  ");
    // Type parameters come first, and hold parentheses of their own.
    let mut depth = 0;
    let begin = text.char_indices().find_map(|(at, c)| {
        match c {
            '<' => depth += 1,
            '>' => depth -= 1,
            '(' if depth == 0 => return Some(at + 1),
            _ => {}
        }
        None
    });
    let Some(begin) = begin else { return vec![] };
    let mut all = vec![String::new()];
    let mut depth = 0;
    for c in text[begin..].chars() {
        match c {
            '(' | '[' | '<' => depth += 1,
            ')' if depth == 0 => break,
            ')' | ']' | '>' => depth -= 1,
            ',' if depth == 0 => {
                all.push(String::new());
                continue;
            }
            _ => {}
        }
        all.last_mut().expect("there is one").push(c);
    }
    all.retain(|one| !one.trim().is_empty());
    all
}

#[test]
fn signatures_are_read() {
    let text = "
impl<'a> Kernel<'a> {
    pub fn one(&self, wait: bool) -> Option<bool> { None }
    fn two<R>(
        mut first: bool,
        f: impl FnOnce(&mut Block, bool) -> R,
        second: bool,
    ) -> R { f(out, first) }
    pub(in crate::plan) fn three<F: Fn(bool)>(all: &[bool], known: Option<bool>, f: F) {}
    let fn_pointer = call(fn (bool));
}
";
    let signature = |name: &str, public: bool, bools: &[&str]| Signature {
        name: name.into(),
        public,
        bools: bools.iter().map(|one| one.to_string()).collect(),
    };
    let expected = [
        signature("one", true, &["wait"]),
        signature("two", false, &["first", "second"]),
        signature("three", true, &[]),
    ];
    assert_eq!(signatures(text), expected);
}

#[test]
fn nothing_changes_through_a_shared_reference() {
    const KINDS: [&str; 10] = [
        "Cell",
        "RefCell",
        "OnceCell",
        "LazyCell",
        "UnsafeCell",
        "Mutex",
        "RwLock",
        "AtomicBool",
        "AtomicU64",
        "AtomicUsize",
    ];
    let mut found = vec![];
    for (file, text) in WITHOUT_CELLS.into_iter().flat_map(sources) {
        let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        if words.any(|word| KINDS.contains(&word)) {
            found.push(file);
        }
    }
    assert_eq!(found, WITH_CELLS);
}

#[test]
fn arguments_say_what_they_mean() {
    let mut wrong = vec![];
    let mut count = 0;
    for (file, text) in WITHOUT_BOOLS.into_iter().flat_map(sources) {
        for one in signatures(&text) {
            count += 1;
            let most = if one.public { 0 } else { 1 };
            if one.bools.len() > most {
                wrong.push(format!(
                    "{file}: `{}` has {}",
                    one.name,
                    one.bools.join(", ")
                ));
            }
        }
    }
    assert!(count > 1500, "only {count} signatures were found");
    assert!(
        wrong.is_empty(),
        "an enum of two named values says what an argument means:\n{}",
        wrong.join("\n")
    );
}

/// The functions of a formatted text that have more than `most` lines, from their signature to the closing brace.
fn longer_than(text: &str, most: usize) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut found = vec![];
    for (at, line) in lines.iter().enumerate() {
        let code = line.trim_start();
        let indent = &line[..line.len() - code.len()];
        let [one] = &signatures(line)[..] else {
            continue;
        };
        let close = format!("{indent}}}");
        let end = lines[at..].iter().position(|line| *line == close);
        if end.is_some_and(|end| end + 1 > most) {
            found.push(one.name.clone());
        }
    }
    found
}

#[test]
fn functions_fit_a_screen() {
    // `spell` is a table of the kinds of types; the others decide case by case, and wait for names of their parts.
    const LONGER: [&str; 3] = [
        "src/plan/constructs/reductions/array_copies.rs: long_array",
        "src/plan/constructs/reductions/mod.rs: check",
        "src/emit/cuda/types.rs: spell",
    ];
    assert_eq!(longer_than("fn f() {\n    g()\n}\n", 2), ["f"]);
    assert!(longer_than("fn f() {\n    g()\n}\n", 3).is_empty());
    let mut found = vec![];
    for (file, text) in WITHOUT_BOOLS.into_iter().flat_map(sources) {
        let long = longer_than(&text, 100).into_iter();
        found.extend(long.map(|name| format!("{file}: {name}")));
    }
    assert_eq!(found, LONGER, "functions of more than 100 lines");
}
