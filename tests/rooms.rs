//! Modules import each other as ARCHITECTURE.md's tables say, and in no circle.
//!
//! A table is the only place of this rule: a row for each module, with the modules that it imports. An import that is
//! not in it fails here, and so does a word in it that no file imports. There is a table for the modules of `src/`, and
//! one for the folders and files of each module that is long, and one for the runtime.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

type Matrix = BTreeMap<String, BTreeSet<String>>;

/// The modules that one table lists: the parts of a folder.
struct Tree {
    /// The table's heading in ARCHITECTURE.md.
    heading: &'static str,
    /// The folder of sources that `crate::` names.
    crate_root: &'static str,
    /// The module whose parts these are; empty for the parts of the crate.
    inside: &'static [&'static str],
}

const TREES: [Tree; 3] = [
    Tree {
        heading: "Imports between modules",
        crate_root: "src",
        inside: &[],
    },
    Tree {
        heading: "Imports within `plan`",
        crate_root: "src",
        inside: &["plan"],
    },
    Tree {
        heading: "Imports within the runtime",
        crate_root: "runtime-cuda/src",
        inside: &[],
    },
];

/// The rows `| module | imports |` below a heading.
fn allowed(heading: &str) -> Matrix {
    let text = std::fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let (_, section) = text
        .split_once(&format!("### {heading}\n"))
        .unwrap_or_else(|| panic!("ARCHITECTURE.md has no table `{heading}`"));
    let section = section.split("\n#").next().unwrap_or_default();
    let words = |cell: &str| -> BTreeSet<String> {
        let words = cell.split([' ', ',', '`']).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let mut matrix = Matrix::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').collect();
        let names = words(cells[1]);
        let name = names.into_iter().next().expect("a row names its module");
        assert!(matrix.insert(name, words(cells[2])).is_none(), "{line}");
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

/// The path of the module that a file below `sources` holds.
fn module(sources: &Path, file: &Path) -> Vec<String> {
    let below = file.strip_prefix(sources).unwrap().with_extension("");
    let parts = below.components();
    let mut parts: Vec<String> = parts
        .map(|part| part.as_os_str().to_string_lossy().into_owned())
        .collect();
    if parts.last().is_some_and(|last| last == "mod") {
        parts.pop();
    }
    parts
}

/// The paths behind `crate::` and `super::` in the file of a module, from the crate's root on, with the line of each;
/// unit tests may use what they like.
fn imports(text: &str, module: &[String]) -> Vec<(usize, Vec<String>)> {
    let code: TokenStream = text.parse().expect("the file is Rust");
    let mut found = vec![];
    imports_in(code, module, &mut found);
    found.sort();
    found
}

/// The imports in the tokens of one pair of brackets, or of a file.
fn imports_in(code: TokenStream, module: &[String], found: &mut Vec<(usize, Vec<String>)>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut rest = &tokens[..];
    while let Some((first, behind)) = rest.split_first() {
        match (first, behind) {
            (TokenTree::Punct(mark), [TokenTree::Group(attribute), item @ ..])
                if mark.as_char() == '#' && attribute.stream().to_string() == "cfg (test)" =>
            {
                rest = behind_item(item);
            }
            (
                TokenTree::Ident(word),
                [TokenTree::Ident(name), TokenTree::Group(body), after @ ..],
            ) if word == "mod" => {
                let inner = [module, &[name.to_string()]].concat();
                imports_in(body.stream(), &inner, found);
                rest = after;
            }
            (TokenTree::Ident(word), _) if word == "crate" || word == "super" => {
                let line = word.span().start().line;
                let is_crate = word == "crate";
                let base = if is_crate {
                    &[]
                } else {
                    &module[..module.len() - 1]
                };
                match behind_colons(behind) {
                    Some(names) => rest = named(names, base, &mut |path| found.push((line, path))),
                    None => rest = behind, // `pub(crate)`
                }
            }
            (TokenTree::Group(group), _) => {
                imports_in(group.stream(), module, found);
                rest = behind;
            }
            _ => rest = behind,
        }
    }
}

/// What follows an item: it ends at its block or at its semicolon.
fn behind_item(tokens: &[TokenTree]) -> &[TokenTree] {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        TokenTree::Punct(mark) => mark.as_char() == ';',
        _ => false,
    };
    let end = tokens.iter().position(ends);
    &tokens[end.expect("an item ends") + 1..]
}

fn behind_colons(tokens: &[TokenTree]) -> Option<&[TokenTree]> {
    let is_colon =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ':');
    match tokens {
        [first, second, behind @ ..] if is_colon(first) && is_colon(second) => Some(behind),
        _ => None,
    }
}

/// The paths that tokens begin with, behind `base`: `a::b`, or each one of `a::{b, c::{d}}`. What follows the first one.
fn named<'a>(
    tokens: &'a [TokenTree],
    base: &[String],
    each: &mut dyn FnMut(Vec<String>),
) -> &'a [TokenTree] {
    let mut path = base.to_vec();
    let mut rest = tokens;
    loop {
        rest = match rest {
            [TokenTree::Group(group), behind @ ..] if group.delimiter() == Delimiter::Brace => {
                let members: Vec<TokenTree> = group.stream().into_iter().collect();
                let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
                for member in members.split(is_comma).filter(|member| !member.is_empty()) {
                    named(member, &path, each);
                }
                return behind;
            }
            [TokenTree::Ident(name), behind @ ..] => {
                match name.to_string().as_str() {
                    "super" => drop(path.pop()),
                    "self" => {}
                    name => path.push(name.to_owned()),
                }
                behind
            }
            _ => rest, // `a::*` and `a::<T>` end a path
        };
        match behind_colons(rest) {
            Some(behind) => rest = behind,
            None => {
                each(path);
                return rest;
            }
        }
    }
}

/// Compares the imports between the parts of a tree with its table: returns each import that the table does not allow,
/// with its place, and each that no file has.
fn check(tree: &Tree) -> Vec<String> {
    let allowed = allowed(tree.heading);
    let sources = root().join(tree.crate_root);
    let part = |path: &[String]| -> Option<String> {
        let (around, inside) = path.split_at_checked(tree.inside.len())?;
        let is_here = around.iter().zip(tree.inside).all(|(a, b)| a == b);
        inside.first().filter(|_| is_here).cloned()
    };
    let mut used = Matrix::new();
    let mut wrong = vec![];
    let mut all = vec![];
    files(&sources, &mut all);
    for file in all {
        let module = module(&sources, &file);
        let entries = ["lib", "main", "bin"];
        let is_test = module.iter().any(|part| part == "tests");
        if is_test || entries.contains(&module[0].as_str()) {
            continue;
        }
        let Some(from) = part(&module) else { continue };
        let Some(may) = allowed.get(&from) else {
            wrong.push(format!("`{}` has no row for `{from}`", tree.heading));
            continue;
        };
        let text = std::fs::read_to_string(&file).unwrap();
        for (line, path) in imports(&text, &module) {
            let Some(to) = part(&path) else { continue };
            if to == from {
                continue;
            }
            if !may.contains(&to) {
                let shown = file.strip_prefix(root()).unwrap().display();
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
    wrong
}

#[test]
fn modules_import_what_the_tables_allow() {
    let wrong: Vec<String> = TREES.iter().flat_map(check).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn modules_import_each_other_in_no_circle() {
    for tree in &TREES {
        let mut open = allowed(tree.heading);
        loop {
            let free: Vec<String> = open
                .iter()
                .filter(|(_, imports)| imports.iter().all(|to| !open.contains_key(to)))
                .map(|(name, _)| name.clone())
                .collect();
            if free.is_empty() {
                break;
            }
            for name in free {
                open.remove(&name);
            }
        }
        assert!(open.is_empty(), "these import each other: {open:?}");
    }
}

#[test]
fn imports_are_read_from_code_alone() {
    let text = r##"//! As crate::driver does.
use crate::ir::*;
use crate::{
    omp, plan::{unit, check::{self, rules}}};
// crate::cli
pub(crate) fn f() -> crate::diag::Result<()> { super::g("//", '"', "{ crate::cli") }
#[cfg(test)]
use crate::sema;
#[cfg(test)]
impl S { fn only_tests() { crate::sema::h("}") } }
const CODE: &str = r#"crate::lsp"#;
mod inside { use super::super::facts; }
#[cfg(test)]
mod tests {
    use crate::sema::*;
}
fn behind_the_tests() { vec![super::super::super::front::parse()] }
"##;
    let module = ["plan", "mode", "cost"].map(str::to_owned);
    let found = imports(text, &module);
    let shown: Vec<String> = found
        .into_iter()
        .map(|(line, path)| format!("{line} {}", path.join("::")))
        .collect();
    assert_eq!(
        shown,
        [
            "2 ir",
            "3 omp",
            "3 plan::check",
            "3 plan::check::rules",
            "3 plan::unit",
            "6 diag::Result",
            "6 plan::mode::g",
            "12 plan::mode::facts",
            "17 front::parse",
        ]
    );
}
