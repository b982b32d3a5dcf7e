//! What was accepted since a revision: for readers of a pull request. Nothing is translated, and nothing is written.

use super::super::Format;
use super::super::reading::Input;
use super::super::terminal::{Terminal, print, print_json};
use super::Arguments;
use super::check::Found;
use super::locked::{self, Locked};
use crate::compare::identity;
use crate::diag::github::{Annotation, Level};
use crate::driver::process::{Mode, Runner};
use crate::driver::revision::Checkout;
use crate::driver::{Failure, Reporter, Result, accepted, pager};
use crate::review::changes::{self, Change, Changes};
use crate::review::edits::{self, Edit};
use crate::review::lock::{self, Output};
use crate::review::renames::Renames;
use crate::review::show::{self, Detail};
use crate::review::{self, Version, annotations, hand};
use crate::source::bytes;
use std::collections::BTreeSet;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Shows each change between what was accepted then, and what is accepted now.
pub fn show(word: &str, arguments: &Arguments, terminal: &Terminal) -> Result<i32> {
    let locked = Locked::find(arguments.output.as_deref())?;
    let now = version(&locked.folder, &locked.name, locked.output)?;
    let then = Path::new(word);
    let mut old = if then.is_dir() {
        let (folder, name) = accepted::beside(then)?;
        known(&folder, &name)?
    } else if then.exists() {
        return Err(Failure::file(then, "compare with", "it is no folder"));
    } else {
        let mode = Mode::verbose(arguments.input.verbose);
        let folder = &locked.folder;
        std::env::set_current_dir(folder).map_err(|error| Failure::file(folder, "use", error))?;
        let checkout = Checkout::of(&Runner::new(terminal, mode), word)?;
        checkout.within(|| known(Path::new("."), &locked.name))?
    };
    // What the lock names begins where it lies.
    let folder = &locked.folder;
    std::env::set_current_dir(folder).map_err(|error| Failure::file(folder, "use", error))?;
    let renames = Renames::of(&old, &now);
    renames.follow(&mut old, &now);
    if terminal.format == Format::Text {
        for (was, is) in renames.pairs() {
            print(&format!(
                "{} is called {} now\n",
                was.display(),
                is.display()
            ));
        }
    }
    let changes = changes::of(&old, &now);
    let same = |edit: &&Edit| old.edits.iter().any(|was| was.is_same(edit));
    let edits: Vec<&Edit> = now.edits.iter().filter(|edit| !same(edit)).collect();
    let found = Told {
        changes: &changes,
        edits,
        support: built_otherwise(&old, &now),
    };
    found.tell((word, &locked.name), terminal);
    for file in others(&now).into_iter().chain(other_headers(&now)) {
        terminal.say(&format!(
            "{file} is another one than was accepted: romp2cuda review shows what is pending"
        ));
    }
    if !arguments.no_config {
        other_options(&now.known, terminal)?;
    }
    Ok(0)
}

/// What is told of a pull request.
struct Told<'a> {
    changes: &'a Changes,
    edits: Vec<&'a Edit>,
    /// Accepted files that build the folder, where they differ.
    support: Vec<Edit>,
}

/// The Makefile and what carries images, where other ones were accepted: no edits, but of the same form.
fn built_otherwise(old: &Version, new: &Version) -> Vec<Edit> {
    let paths: BTreeSet<&PathBuf> = old.support.keys().chain(new.support.keys()).collect();
    let both = paths.into_iter().filter(|_| !old.support.is_empty());
    let both = both.map(|path| (path, old.support.get(path), new.support.get(path)));
    let differ = both.filter(|(_, was, is)| was != is);
    differ
        .map(|(path, was, is)| Edit::of_file(path, was.map(String::as_str), is.map(String::as_str)))
        .collect()
}

/// C files that changed, or went away, since they were accepted.
fn others(version: &Version) -> Vec<String> {
    let files = version.known.unit.iter().filter(|(name, unit)| {
        let source = version.sources.get(*name);
        source.is_none_or(|text| lock::digest(&bytes::encode(text)) != unit.source)
    });
    files.map(|(name, _)| name.clone()).collect()
}

/// Headers that changed since they were accepted. The lock has their paths below the output folder, to which another
/// folder of the source corresponds, as the paths of the C files show.
fn other_headers(version: &Version) -> Vec<String> {
    let root = version.known.root().unwrap_or_default();
    let headers = version.known.headers.iter();
    let places = headers.map(|(header, digest)| (format!("{root}{header}"), digest));
    let changed = places.filter(|(place, digest)| {
        let text = std::fs::read(place);
        text.is_ok_and(|text| lock::digest(&text) != **digest)
    });
    changed.map(|(place, _)| place).collect()
}

/// Says it where the project's file has other options than those with which the code was accepted.
fn other_options(known: &Output, terminal: &Terminal) -> Result<()> {
    let words = [known.options.clone(), known.files.clone()].concat();
    let mut now = Input::stored(words, &known.flags)?
        .with_project_file()?
        .options();
    now.retain(|option| !known.options.contains(option));
    if now != known.project {
        let words = |options: &[String]| match options.is_empty() {
            true => "no options".to_owned(),
            false => options.join(" "),
        };
        terminal.say(&format!(
            "romp2cuda.toml has {} now, and the code was accepted with {}: romp2cuda review shows what is pending",
            words(&now),
            words(&known.project)
        ));
    }
    Ok(())
}

/// What a lock knows of a folder, with the folder's texts; nothing where there is no lock yet.
fn known(folder: &Path, name: &str) -> Result<Version> {
    let file = folder.join(lock::NAME);
    let Some(read) = locked::read(&file)? else {
        return Ok(Version::default());
    };
    let output = read.lock.output.get(name).cloned();
    version(folder, name, output.unwrap_or_default())
}

/// A folder's texts, with the edits in them.
fn version(folder: &Path, name: &str, output: Output) -> Result<Version> {
    let dir = folder.join(name);
    let (accepted, support) = accepted::texts(&dir, &mut std::iter::empty())?;
    let mut version = Version {
        known: output,
        is_held: true,
        ..Version::default()
    };
    // What was rejected then is no news now.
    version.known.rejected.clear();
    for (path, text) in accepted {
        let held = accepted::file(&dir.join(&path))?;
        let held = held.unwrap_or_else(|| text.clone());
        let own = hand::with_lines_of(&hand::ours(&held), &text);
        version
            .edits
            .extend(edits::of(&path, &hand::ours(&text), &own));
        version.texts.insert(path, held);
    }
    for (path, text) in support {
        if let Some(held) = accepted::file(&dir.join(&path))? {
            version.edits.extend(edits::of(&path, &text, &held));
        }
        version.support.insert(path, text);
    }
    for file in &version.known.files {
        if let Some(text) = accepted::file(&folder.join(file))? {
            version.sources.insert(file.clone(), text);
        }
    }
    for unit in version.known.unit.values_mut() {
        let cuda = Path::new(&unit.output).with_extension("cu");
        let Some(text) = version.texts.get(&cuda) else {
            continue;
        };
        for (name, text) in review::kernels(text) {
            let place = identity::origin(&text).map(|origin| origin.place.to_owned());
            if let (Some(kernel), Some(place)) = (unit.kernel.get_mut(&name), place) {
                kernel.place = place;
            }
        }
    }
    Ok(version)
}

impl Told<'_> {
    fn tell(&self, (word, name): (&str, &str), terminal: &Terminal) {
        let titles = |edits: &[&Edit]| edits.iter().map(|it| it.title(name)).collect::<Vec<_>>();
        match terminal.format {
            Format::Json => {
                let found = Found {
                    edited: titles(&self.edits),
                    edits: self.edits.clone(),
                    support: self.support.iter().collect(),
                    ..Found::of(name, self.changes.all.iter().collect())
                };
                print_json(&found);
            }
            Format::Github => {
                let asked = self.changes.all.iter().filter(|it| it.asks);
                let lines = asked.map(|it| annotations::of(it, annotations::Told::Accepted));
                print(&lines.collect::<String>());
                let support = self.support.iter().map(|it| show::support_title(name, it));
                for title in titles(&self.edits).into_iter().chain(support) {
                    let annotation = Annotation::new(Level::Notice, "generated code", &title);
                    print(&annotation.to_string());
                }
            }
            Format::Text | Format::Html | Format::Gcc | Format::Sarif => {
                let text = self.text((word, name), terminal.colour_on_stdout());
                if !(std::io::stdout().is_terminal() && pager::show(&text)) {
                    print(&text);
                }
            }
        }
    }

    fn text(&self, (word, name): (&str, &str), colour: bool) -> String {
        let asked: Vec<&Change> = self.changes.all.iter().filter(|it| it.asks).collect();
        let mut out = text(name, self.changes, &asked, &self.edits, colour);
        for file in &self.support {
            out += &format!("{}\n{}", show::support_title(name, file), file.lines());
        }
        if self.changes.all.is_empty() && self.edits.is_empty() && self.support.is_empty() {
            out += &match self.changes.noise {
                true => format!("only places and comments of {name} changed since {word}\n"),
                false => format!("{name} is as it was in {word}\n"),
            };
        }
        out
    }
}

fn text(name: &str, changes: &Changes, asked: &[&Change], edits: &[&Edit], colour: bool) -> String {
    let mut out = String::new();
    let of = asked.len();
    for (at, change) in asked.iter().enumerate() {
        out += &show::change(change, (at + 1, of), Detail::Told, colour);
    }
    // Those of other units were shown with their changes.
    let is_shown = |edit: &Edit| asked.iter().any(|change| change.has(edit));
    let edits: Vec<&Edit> = edits
        .iter()
        .copied()
        .filter(|edit| !is_shown(edit))
        .collect();
    out += &show::edits(name, &edits);
    for (was, is) in &changes.renamed {
        out += &format!("{was} is called {is} now\n");
    }
    let host = changes
        .all
        .iter()
        .filter(|change| !change.asks && !edits.iter().any(|edit| change.has(edit)));
    let host: Vec<&str> = host.map(|it| it.title.as_str()).collect();
    if !host.is_empty() {
        out += &format!("host code as in its source: {}\n", host.join(", "));
    }
    out
}
