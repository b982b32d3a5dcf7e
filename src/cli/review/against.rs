//! What was accepted since a revision: for readers of a pull request. Nothing is translated, and nothing is written.

use super::super::Format;
use super::super::reading::Input;
use super::super::terminal::{Terminal, print, print_json};
use super::locked::{self, Locked};
use super::{Arguments, Found};
use crate::compare::identity;
use crate::diag::github::{Annotation, Level};
use crate::driver::process::{Mode, Runner};
use crate::driver::revision::Checkout;
use crate::driver::{Failure, Reporter, Result, accepted, pager};
use crate::review::changes::{self, Change, Changes};
use crate::review::edits::{self, Edit};
use crate::review::lock::{self, Output};
use crate::review::renames::Renames;
use crate::review::show::{self, Detail, Told};
use crate::review::{self, Version, hand};
use crate::source::bytes;
use std::io::IsTerminal;
use std::path::Path;

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
    tell((word, &locked.name), &changes, &edits, terminal);
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
    let mut units = version.known.unit.iter();
    let root = units.find_map(|(name, unit)| Some(name.strip_suffix(&unit.output)?.to_owned()));
    let root = root.unwrap_or_default();
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

fn tell((word, name): (&str, &str), changes: &Changes, edits: &[&Edit], terminal: &Terminal) {
    let asked: Vec<&Change> = changes.all.iter().filter(|it| it.asks).collect();
    match terminal.format {
        Format::Json => {
            let found = Found {
                version: 1,
                output: name.to_owned(),
                changes: changes.all.iter().collect(),
                edited: edits.iter().map(|edit| edit.title(name)).collect(),
                edits: edits.to_vec(),
                problems: vec![],
            };
            print_json(&found);
        }
        Format::Github => {
            let lines = asked.iter().map(|it| show::annotation(it, Told::Accepted));
            print(&lines.collect::<String>());
            for edit in edits {
                let title = edit.title(name);
                let annotation = Annotation::new(Level::Notice, "generated code", &title);
                print(&annotation.to_string());
            }
        }
        Format::Text | Format::Html | Format::Gcc | Format::Sarif => {
            let text = text(
                (word, name),
                changes,
                &asked,
                edits,
                terminal.colour_on_stdout(),
            );
            if !(std::io::stdout().is_terminal() && pager::show(&text)) {
                print(&text);
            }
        }
    }
}

fn text(
    (word, name): (&str, &str),
    changes: &Changes,
    asked: &[&Change],
    edits: &[&Edit],
    colour: bool,
) -> String {
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
    if changes.all.is_empty() && edits.is_empty() {
        out += &match changes.noise {
            true => format!("only places and comments of {name} changed since {word}\n"),
            false => format!("{name} is as it was in {word}\n"),
        };
    }
    out
}
