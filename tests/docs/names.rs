//! docs/reading-the-output.md explains each name of the runtime that stands in the expected outputs of `tests/out`.

use crate::support::{Outcome, root};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

const PAGE: &str = "docs/reading-the-output.md";

/// Fails with the names that the page lacks.
pub fn check() -> Outcome {
    let read = |path: &Path| fs::read_to_string(path).map_err(|error| error.to_string());
    let page = read(&root().join(PAGE))?;
    let explained: BTreeSet<&str> = words(&page).collect();
    let mut used = BTreeSet::new();
    let mut folders = vec![root().join("tests/out")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| error.to_string())? {
            let path = entry.map_err(|error| error.to_string())?.path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("cu") => used.extend(of_device_code(&read(&path)?)),
                Some("c") => used.extend(of_lists(&read(&path)?)),
                _ => {}
            }
        }
    }
    if used.is_empty() {
        return Err("no name is found in tests/out".into());
    }
    let missing: Vec<&String> = used
        .iter()
        .filter(|name| !explained.contains(name.as_str()))
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("{PAGE} does not explain {missing:?}").into()),
    }
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_')
}

/// `f` of `romp::f`, and macros.
fn of_device_code(text: &str) -> Vec<String> {
    let members = text.split("romp::").skip(1);
    let members = members.filter_map(|rest| words(rest).next());
    let macros = words(text).filter(|word| word.starts_with("ROMP_"));
    members.chain(macros).map(String::from).collect()
}

/// Macros with arguments.
fn of_lists(text: &str) -> Vec<String> {
    let called = text.split('(').filter_map(|before| words(before).last());
    let ours = called.filter(|word| word.starts_with("romp_") || word.starts_with("ROMP_"));
    ours.map(String::from).collect()
}
