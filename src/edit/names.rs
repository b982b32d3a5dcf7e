//! The names of a file's versions, where it has several.
//!
//! The one that a compiler must find under the file's own name keeps it: the main file of a unit, a version that is
//! included in a way that cannot be edited, the original text. All others get names of their own, so that no `#include`
//! can find the wrong one: `kern_1.h` and `kern_2.h` where one unit includes several, `kern.UNIT.h` where units differ.

use super::versions::{Program, file_name};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

#[derive(Default)]
pub(super) struct Names {
    by_version: BTreeMap<usize, String>,
    /// Files of which no version keeps the name.
    pub gone: BTreeSet<PathBuf>,
}

impl Names {
    /// The name that a version has instead of its file's.
    pub fn of(&self, version: usize) -> Option<&str> {
        self.by_version.get(&version).map(String::as_str)
    }
}

/// A version that can have no name of its own.
pub struct Nameless {
    /// The number of the member whose text the message is about.
    pub member: usize,
    pub why: Box<Diagnostic>,
}

/// Names, once the includes are linked; or an error, and the number of the member whose text it is about.
pub(super) fn of(program: &Program) -> Result<Names, Nameless> {
    let keepers = keepers(program)?;
    let mut taken: BTreeSet<String> = program
        .files
        .iter()
        .map(|file| file_name(&file.key))
        .collect();
    let mut names = Names::default();
    for file in program.files_in_versions() {
        if !keepers.contains_key(&file) {
            names.gone.insert(program.files[file].key.clone());
        }
        let versions = program.versions_of(file);
        let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
        let owners: Vec<BTreeSet<usize>> =
            versions.iter().map(|&it| members(program, it)).collect();
        let units: BTreeSet<&usize> = owners.iter().flatten().collect();
        for (&version, owned) in versions.iter().zip(&owners) {
            let member = *owned.first().unwrap_or(&0);
            let number = numbers.entry(member).or_default();
            *number += 1;
            if keepers.get(&file) == Some(&version) {
                continue;
            }
            let several = owners.iter().filter(|all| all.contains(&member)).count() > 1;
            let number = several.then_some(*number);
            let unit = (units.len() > 1).then_some(program.members[member].name);
            let name = free(&program.files[file].key, number, unit, &mut taken);
            names.by_version.insert(version, name);
        }
    }
    Ok(names)
}

/// The members that include a version.
fn members(program: &Program, version: usize) -> BTreeSet<usize> {
    let nodes = program.versions[version].iter();
    nodes.map(|&node| program.nodes[node].member).collect()
}

/// A name that no file has.
fn free(
    file: &Path,
    number: Option<usize>,
    unit: Option<&str>,
    taken: &mut BTreeSet<String>,
) -> String {
    let stem = file.file_stem().unwrap_or_default().to_string_lossy();
    let extension = file
        .extension()
        .map_or(String::new(), |it| format!(".{}", it.to_string_lossy()));
    let number = number.map_or(String::new(), |number| format!("_{number}"));
    let unit = unit.map_or(String::new(), |unit| format!(".{unit}"));
    let mut name = format!("{stem}{number}{unit}{extension}");
    let mut again = 1;
    while !taken.insert(name.clone()) {
        again += 1;
        name = format!("{stem}{number}{unit}-{again}{extension}");
    }
    name
}

/// The version of a file that keeps its name, for each file with several.
fn keepers(program: &Program) -> Result<BTreeMap<usize, usize>, Nameless> {
    let mut keepers = BTreeMap::new();
    for file in program.files_in_versions() {
        for version in program.versions_of(file) {
            let nodes = &program.versions[version];
            let must = |&node: &usize| program.is_main(node) || !program.named[node];
            if !nodes.iter().any(must) {
                continue;
            }
            if keepers.insert(file, version).is_some() {
                return Err(nameless(program, version));
            }
        }
    }
    // The original text keeps its name, unless it includes what has another one.
    loop {
        let is_plain = |version: usize| {
            program.versions[version].iter().all(|&node| {
                let mut leads = program.links[node].values();
                program.replaced(node).is_empty()
                    && leads.all(|&to| {
                        let (file, version) = (program.nodes[to].file, program.version_of[to]);
                        let kept = keepers.get(&file);
                        kept == Some(&version) || program.versions_of(file).len() == 1
                    })
            })
        };
        let open = program
            .files_in_versions()
            .filter(|file| !keepers.contains_key(file));
        let found = open
            .flat_map(|file| {
                program
                    .versions_of(file)
                    .into_iter()
                    .map(move |it| (file, it))
            })
            .find(|&(_, version)| is_plain(version));
        match found {
            Some((file, version)) => keepers.insert(file, version),
            None => return Ok(keepers),
        };
    }
}

/// The version must have a name of its own, and no `#include` can be edited to have it.
fn nameless(program: &Program, version: usize) -> Nameless {
    let nodes = &program.versions[version];
    let is_edited = |&&node: &&usize| !program.replaced(node).is_empty();
    let edited = nodes.iter().find(is_edited).copied();
    let node = edited.unwrap_or(nodes[0]);
    let start = program.nodes[node].inclusion.start as usize;
    let span = edited.map_or(Span::new(start, start), |it| program.replaced(it)[0].span);
    let message = format!(
        "{} is included more than once, is edited in another way each time, and no `#include` names it here",
        program.path(node).display()
    );
    let error = Diagnostic::error(Code::CUnsupported, span, message).help(
        "include it by a name in quotes or brackets, not by a macro or -include: each inclusion gets a copy with a name",
    );
    Nameless {
        member: program.nodes[node].member,
        why: Box::new(error),
    }
}
