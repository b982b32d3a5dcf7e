//! What changed since an earlier translation: one that lies in a folder, one that was committed, or one that is made again
//! of the files as they were.

use super::super::reading::{self, Input, Translated};
use super::super::terminal::Terminal;
use super::places::Places;
use super::{Arguments, NOW, read};
use crate::compare::pairs::{self, Names};
use crate::compare::{File, Options, Side};
use crate::driver::layout;
use crate::driver::offload::Targets;
use crate::driver::process::{Mode, Runner};
use crate::driver::revision::Checkout;
use crate::driver::unit::Unit;
use crate::driver::{Failure, Reporter, Result};
use crate::outline::Token;
use crate::review::renames;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Generated files by their paths.
type Texts = BTreeMap<PathBuf, String>;

/// What is compared with.
pub(super) enum Earlier {
    /// A folder that `translate` wrote, and how it is called.
    Folder(PathBuf, String, Option<Checkout>),
    /// The files of a revision, translated now, and the revision.
    Revision(Texts, String),
}

impl Earlier {
    /// A folder, a revision, or a folder in a revision.
    pub fn of(word: &str, arguments: &Arguments, terminal: &Terminal) -> Result<Earlier> {
        let folder = Path::new(word);
        if folder.is_dir() {
            return Ok(Earlier::Folder(folder.into(), word.into(), None));
        }
        if folder.exists() {
            return Err(Failure::file(folder, "compare with", "it is no folder"));
        }
        let mode = Mode::verbose(arguments.input.verbose);
        let checkout = Checkout::of(&Runner::new(terminal, mode), word)?;
        if word.contains(':') {
            return Ok(Earlier::Folder(
                checkout.tree().into(),
                word.into(),
                Some(checkout),
            ));
        }
        let texts = checkout.within(|| as_of(&checkout, word, arguments, terminal))?;
        Ok(Earlier::Revision(texts, word.into()))
    }

    /// The comparisons of all generated files.
    pub fn compare(&self, translated: &Translated, arguments: &Arguments) -> Result<Vec<File>> {
        let new = match self {
            Earlier::Folder(..) => laid_out(translated)?,
            Earlier::Revision(..) => by_source(&translated.units, |path| path.to_path_buf())?,
        };
        let old = match self {
            Earlier::Folder(folder, ..) => in_folder(folder, &new)?,
            Earlier::Revision(texts, _) => texts.clone(),
        };
        let name = |path: &Path| match self {
            Earlier::Folder(_, name, Some(_)) => format!("{name}/{}", path.display()),
            Earlier::Folder(folder, ..) => folder.join(path).display().to_string(),
            Earlier::Revision(_, revision) => format!("{revision}:{}", path.display()),
        };
        let mut options = Options {
            noise: arguments.noise,
            users: Some(users(translated, &old)),
            ..Options::default()
        };
        let is_cuda = |path: &Path| path.extension().is_some_and(|it| it == "cu");
        let paths: BTreeSet<&PathBuf> = old.keys().chain(new.keys()).collect();
        // The kernels first: host files name them.
        let (cuda, host): (Vec<&PathBuf>, Vec<&PathBuf>) =
            paths.into_iter().partition(|path| is_cuda(path));
        let places = Places::of(&translated.units);
        let mut files = vec![];
        for path in cuda.into_iter().chain(host) {
            if arguments.kernels && !is_cuda(path) {
                continue;
            }
            let side = |texts: &'_ Texts, name: String| texts.get(path).map(|_| name);
            let old_name = side(&old, name(path));
            let new_name = side(&new, format!("{}{NOW}", path.display()));
            let before = old_name.map(|name| named(name, path, &old));
            let after = new_name.map(|name| named(name, path, &new));
            if let (Some(before), Some(after), true) = (&before, &after, is_cuda(path)) {
                let (of_old, of_new) = pairs::names(&pairs::of(before, after), before, after);
                add(&mut options.names, of_old, of_new);
            }
            if !(arguments.host && is_cuda(path)) {
                let mut file = File::of(before.as_ref(), after.as_ref(), &options);
                places.locate(&mut file, path);
                files.push(file);
            }
        }
        Ok(files)
    }
}

fn add(names: &mut (Names, Names), of_old: Names, of_new: Names) {
    names.0.extend(of_old);
    names.1.extend(of_new);
}

/// A text under its name for people, in the language of its path.
fn named<'a>(name: String, path: &Path, texts: &'a Texts) -> Side<'a> {
    let text = texts.get(path).map_or("", String::as_str);
    let mut side = Side::of(path.display().to_string(), text);
    side.name = name;
    side
}

/// The translation of the files as they were, without their warnings.
fn as_of(
    checkout: &Checkout,
    revision: &str,
    arguments: &Arguments,
    terminal: &Terminal,
) -> Result<Texts> {
    let input = &arguments.input;
    let word = |path: &PathBuf| PathBuf::from(checkout.word(&path.to_string_lossy()));
    let renames = renamed(checkout, &input.files, terminal)?;
    let was = |path: &PathBuf| renames.get(path).cloned().unwrap_or_else(|| word(path));
    let files = input.files.iter().map(was);
    let files: Vec<PathBuf> = files.filter(|file| file.is_file()).collect();
    if files.is_empty() {
        return Ok(Texts::new());
    }
    let input = Input {
        files,
        flags: input.flags.iter().map(|flag| checkout.word(flag)).collect(),
        quiet: true,
        ..input.clone()
    };
    let translated = reading::translate(&input, terminal).inspect_err(|_| {
        terminal.say(&format!(
            "romp2cuda: this is about the files as they were in {revision}"
        ));
    })?;
    let now = |path: &Path| {
        // A header of the same stem is another file.
        let is_of = |was: &PathBuf| path == was || path == was.with_extension("cu");
        let renamed = renames.iter().find(|(_, was)| is_of(was));
        match (renamed, path.extension()) {
            (Some((now, _)), Some(extension)) => now.with_extension(extension),
            _ => checkout.as_now(path),
        }
    };
    by_source(&translated.units, now)
}

/// C files that the revision lacks, with those of it that are there no more and have most of their text, as for `review`.
fn renamed(
    checkout: &Checkout,
    files: &[PathBuf],
    terminal: &Terminal,
) -> Result<BTreeMap<PathBuf, PathBuf>> {
    let lacks = |file: &&PathBuf| !Path::new(&checkout.word(&file.to_string_lossy())).is_file();
    let mut come: Vec<&PathBuf> = files.iter().filter(lacks).collect();
    let mut found = BTreeMap::new();
    if come.is_empty() {
        return Ok(found);
    }
    let mut gone = checkout.files("c")?;
    gone.retain(|file| !checkout.as_now(file).is_file());
    let mut scores = vec![];
    for was in &gone {
        let old = read(was)?;
        for &now in &come {
            let there = checkout.now_from_here(now);
            let score = renames::similarity(&old, &read(&there)?);
            scores.push((score, now, was));
        }
    }
    scores.retain(|(score, ..)| *score >= renames::ALIKE);
    scores.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    for (_, now, was) in scores {
        let named = checkout.from_within(was);
        if come.contains(&now) && !found.values().any(|it| *it == named) {
            come.retain(|it| *it != now);
            let (now_called, was_called) = (now.display(), checkout.name(was));
            terminal.say(&format!("{now_called} was called {was_called}"));
            found.insert(now.clone(), named);
        }
    }
    Ok(found)
}

/// Generated files by the paths of the sources that they were made of.
fn by_source(units: &[Unit], path: impl Fn(&Path) -> PathBuf) -> Result<Texts> {
    let mut texts = Texts::new();
    for (_, file) in layout::host_files(units)?.files {
        texts.insert(path(&file.path), file.text);
    }
    for unit in units {
        if let Some(cuda) = unit.translation.cuda.as_ref().filter(|_| unit.has_image()) {
            texts.insert(path(&unit.source.with_extension("cu")), cuda.clone());
        }
    }
    Ok(texts)
}

/// Generated files as `translate` would write them.
fn laid_out(translated: &Translated) -> Result<Texts> {
    let archs = Targets::written(&[])?.words();
    Ok(translated.layout(&archs)?.generated)
}

/// What a folder has of the generated files, and the CUDA files that are not made any more.
fn in_folder(folder: &Path, new: &Texts) -> Result<Texts> {
    let mut texts = Texts::new();
    let cuda = new.keys().map(|path| path.with_extension("cu"));
    let paths: BTreeSet<PathBuf> = new.keys().cloned().chain(cuda).collect();
    for path in paths {
        let place = folder.join(&path);
        if place.is_file() {
            texts.insert(path, read(&place)?);
        }
    }
    Ok(texts)
}

/// The names that the user gave: those of the preprocessed text now, and of the host files as they were.
fn users(translated: &Translated, old: &Texts) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut add = |side: &Side| {
        let leaves = side.outline.leaves.iter();
        let words = leaves.filter(|leaf| leaf.token == Token::Word);
        names.extend(words.map(|leaf| side.text[leaf.span.clone()].to_owned()));
    };
    for unit in &translated.units {
        for file in unit.text.files() {
            if let Some(original) = unit
                .text
                .original(file)
                .filter(|_| unit.text.is_user_file(file))
            {
                add(&Side::of("a.c", original.text()));
            }
        }
    }
    for (path, text) in old {
        if path.extension().is_none_or(|it| it != "cu") {
            add(&Side::of("a.c", text));
        }
    }
    names
}
