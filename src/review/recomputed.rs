//! What the lock says of texts that are as they were accepted, against what is computed of them anew.
//!
//! The same text made with the same options by the same version has the same digests and figures, so a lock that says
//! otherwise was changed by something other than a review. Digests of preprocessed text are left out: they depend on
//! the system's headers, which other machines have in other versions. Must not know where the lock lies.

use super::Version;
use super::lock::{self, Output, Unit};
use std::collections::BTreeSet;
use std::path::Path;
use toml::{Table, Value};

/// Left out of what is compared: what depends on the machine, and what is compared with the accepted texts themselves.
const NOT_COMPARED: [&str; 2] = ["preprocessed", "text"];

/// Each entry of the lock's text that disagrees, with its line. `name` is the folder's in the lock.
pub fn disagreements(old: &Version, new: &Version, lock: &str, name: &str) -> Vec<String> {
    let (was, is) = (&old.known, &new.known);
    if !is_made_alike(was, is) {
        return vec![];
    }
    let is_same = |path: &Path| old.texts.get(path) == new.texts.get(path);
    let mut all = vec![];
    let mut tell = |path: &[&str], was: Option<&Value>, is: Option<&Value>| {
        all.push(told(lock, &[&["output", name], path].concat(), was, is));
    };
    // Of a header that is translated, other sources may have the same text.
    let is_copied = |header: &str, digest: &str| {
        let text = new.texts.get(Path::new(header));
        text.is_some_and(|text| lock::digest(text.as_bytes()) == digest)
    };
    for (header, digest) in &is.headers {
        let known = was.headers.get(header);
        if is_same(Path::new(header)) && is_copied(header, digest) && known != Some(digest) {
            let value = |digest: &String| Value::String(digest.clone());
            let (known, digest) = (known.map(value), value(digest));
            tell(&["headers", header], known.as_ref(), Some(&digest));
        }
    }
    for (file, is) in &is.unit {
        let Some(was) = was.unit.get(file) else {
            continue;
        };
        let host = Path::new(&is.output);
        if !is_same(host) || !is_same(&host.with_extension("cu")) {
            continue;
        }
        let (was, is) = (table(was), table(is));
        differences(&was, &is, &["unit", file], &mut tell);
    }
    all
}

/// Whether the same files give the same text in both versions.
fn is_made_alike(was: &Output, is: &Output) -> bool {
    let alike = |one: &Output| {
        (
            one.translator.clone(),
            one.flags.clone(),
            one.options.clone(),
            one.project.clone(),
        )
    };
    // The architectures of this machine are in the figures.
    let native = is.all_options().iter().any(|it| it.contains("native"));
    !native && alike(was) == alike(is)
}

fn table(unit: &Unit) -> Table {
    Table::try_from(unit).unwrap_or_default()
}

/// Is told an entry: its keys, and its value in either version.
type Tell<'a> = &'a mut dyn FnMut(&[&str], Option<&Value>, Option<&Value>);

/// Tells each entry that differs, tables entry by entry; kernels that only one side has are told elsewhere.
fn differences(was: &Table, is: &Table, at: &[&str], tell: Tell) {
    let keys: BTreeSet<&String> = was.keys().chain(is.keys()).collect();
    for key in keys {
        let (was, is) = (was.get(key), is.get(key));
        let is_of_one = was.is_none() || is.is_none();
        let is_kernel = at.last() == Some(&"kernel");
        // Earlier versions did not keep what costs time.
        let is_unknown = key == "costs" && was.is_none();
        if NOT_COMPARED.contains(&key.as_str()) || is_kernel && is_of_one || is_unknown {
            continue;
        }
        let path = [at, &[key.as_str()]].concat();
        let inner = |value: Option<&Value>| value.and_then(Value::as_table).cloned();
        match (inner(was), inner(is)) {
            (None, None) if was != is => tell(&path, was, is),
            (None, None) => {}
            (was, is) => {
                let (was, is) = (was.unwrap_or_default(), is.unwrap_or_default());
                differences(&was, &is, &path, tell);
            }
        }
    }
}

fn told(lock: &str, path: &[&str], was: Option<&Value>, is: Option<&Value>) -> String {
    let line = line_of(lock, path);
    let (of, key) = match path {
        [_, _, "unit", file, "kernel", kernel, key @ ..] => {
            (format!("kernel {kernel} of {file}"), key.join(" "))
        }
        [_, _, "unit", file, key @ ..] => ((*file).to_owned(), key.join(" ")),
        [.., file] => ((*file).to_owned(), "digest".to_owned()),
        [] => (String::new(), String::new()),
    };
    let short = |value: Option<&Value>| match value {
        None => "nothing".to_owned(),
        Some(Value::String(text)) if is_digest(text) => format!("{}...", &text[..8]),
        Some(value) => value.to_string(),
    };
    format!(
        "{}:{line}: {of}: {key} is {} there, and {} in what was accepted: romp2cuda review writes it anew",
        lock::NAME,
        short(was),
        short(is)
    )
}

fn is_digest(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The line of an entry, from 1; that of the innermost table around it where the entry is not there.
fn line_of(lock: &str, path: &[&str]) -> usize {
    let Some((key, around)) = path.split_last() else {
        return 1;
    };
    let (mut table, mut nearest) = (vec![], (0, 1));
    for (at, line) in lock.lines().enumerate() {
        if line.starts_with('[') {
            table = keys(line);
            if path.starts_with(&refs(&table)) && table.len() > nearest.0 {
                nearest = (table.len(), at + 1);
            }
        } else if let Some((entry, _)) = line.split_once(" = ")
            && refs(&table) == around
            && refs(&keys(&format!("{entry} = 0"))) == [*key]
        {
            return at + 1;
        }
    }
    nearest.1
}

fn refs(keys: &[String]) -> Vec<&str> {
    keys.iter().map(String::as_str).collect()
}

/// The keys of a line of TOML, from the outside in: the head of a table, or an entry with a number.
fn keys(line: &str) -> Vec<String> {
    let mut all = vec![];
    let mut table: Option<Table> = toml::from_str(line).ok();
    while let Some((key, value)) = table.and_then(|table| table.into_iter().next()) {
        all.push(key);
        table = value.as_table().cloned();
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::lock::{Kernel, Lock};
    use std::collections::BTreeMap;

    fn version(kernel: Kernel) -> Version {
        let unit = Unit {
            output: "a.c".into(),
            source: "s".into(),
            kernel: BTreeMap::from([("f_1".into(), kernel)]),
            ..Unit::default()
        };
        Version {
            known: Output {
                files: vec!["src/a.c".into()],
                unit: BTreeMap::from([("src/a.c".into(), unit)]),
                ..Output::default()
            },
            ..Version::default()
        }
    }

    #[test]
    fn an_entry_that_disagrees_is_found_with_its_line() {
        let kernel = |shared: u64, teams: u64| Kernel {
            shared,
            resident: BTreeMap::from([("sm_90 with 128 threads".into(), teams)]),
            ..Kernel::default()
        };
        let new = version(kernel(64, 16));
        let old = version(kernel(32, 8));
        let lock = Lock {
            version: 1,
            output: BTreeMap::from([("out".into(), old.known.clone())]),
        };
        let text = lock.print();
        let line = |begins: &str| {
            let at = text.lines().position(|line| line.starts_with(begins));
            at.map_or(0, |at| at + 1)
        };
        let found = disagreements(&old, &new, &text, "out");
        let starts: Vec<String> = found
            .iter()
            .map(|it| it.split(": ").take(3).collect::<Vec<_>>().join(": "))
            .collect();
        assert_eq!(
            starts,
            [
                format!(
                    "romp2cuda.lock:{}: kernel f_1 of src/a.c: resident sm_90 with 128 threads is 8 there, and 16 in what was accepted",
                    line("\"sm_90")
                ),
                format!(
                    "romp2cuda.lock:{}: kernel f_1 of src/a.c: shared is 32 there, and 64 in what was accepted",
                    line("shared")
                ),
            ]
        );
        assert_eq!(disagreements(&new, &new, &text, "out"), [""; 0]);
    }
}
