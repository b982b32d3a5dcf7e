//! Generated files as they are, for `git` and for people who have two of them.

use super::super::terminal::{Terminal, print};
use super::{Arguments, read, show};
use crate::compare::text::{self, Style};
use crate::compare::{File, Options, Side, textconv as converted};
use crate::driver::{Failure, Result};
use std::path::{Path, PathBuf};

/// Compares two files.
pub(super) fn texts(arguments: &Arguments, terminal: &Terminal) -> Result<i32> {
    let [old, new] = arguments.input.files.as_slice() else {
        return Err(Failure::Usage(
            "diff --texts takes two files, OLD and NEW".into(),
        ));
    };
    let texts = (read(old)?, read(new)?);
    let file = File::of(
        Some(&Side::of(old.display().to_string(), &texts.0)),
        Some(&Side::of(new.display().to_string(), &texts.1)),
        &options(arguments),
    );
    show(&[file], false, arguments, terminal)
}

/// Compares as git asks: PATH OLD-FILE OLD-HEX OLD-MODE NEW-FILE NEW-HEX NEW-MODE, and of a renamed file its new path and
/// how similar the two are. A file that is not there is `/dev/null`. git takes any exit code but 0 for a failure.
pub(super) fn driver(arguments: &Arguments, terminal: &Terminal) -> Result<()> {
    let [path, old, _, _, new, _, _, renamed @ ..] = arguments.input.files.as_slice() else {
        let message = "diff --git-driver takes the seven words that git gives a diff driver";
        return Err(Failure::Usage(message.into()));
    };
    let there = |file: &PathBuf| file != Path::new("/dev/null");
    let content = |file: &PathBuf| match there(file) {
        true => read(file).map(Some),
        false => Ok(None),
    };
    let (before, after) = (content(old)?, content(new)?);
    let new_path = renamed.first().unwrap_or(path);
    let side = |prefix: &str, path: &PathBuf| format!("{prefix}/{}", path.display());
    let before = before.as_ref().map(|text| Side::of(side("a", path), text));
    let after = after
        .as_ref()
        .map(|text| Side::of(side("b", new_path), text));
    let file = File::of(before.as_ref(), after.as_ref(), &options(arguments));
    let style = Style {
        colour: terminal.colour_in_git(),
        context: Some(arguments.unified),
    };
    print(&text::render(&file, style));
    Ok(())
}

/// Prints a file without what changes by itself.
pub(super) fn textconv(arguments: &Arguments) -> Result<()> {
    let [file] = arguments.input.files.as_slice() else {
        return Err(Failure::Usage("diff --textconv takes one file".into()));
    };
    // git gives a temporary file, whose name ends with that of the file.
    print(&converted::render(
        &file.display().to_string(),
        &read(file)?,
    ));
    Ok(())
}

fn options(arguments: &Arguments) -> Options {
    Options {
        noise: arguments.noise,
        ..Options::default()
    }
}
