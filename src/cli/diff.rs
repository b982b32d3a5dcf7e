//! `romp2cuda diff`: what the translation changes in the host files, or what changed in generated
//! files since an earlier translation.

use super::REFUSED;
use super::reading::{self, Input, Translated};
use super::terminal::{Terminal, print};
use crate::diag::difference::{self, Options};
use crate::driver::offload::Targets;
use crate::driver::{Failure, Result, layout};
use crate::source::bytes;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Compare with an earlier translation in this folder
    #[arg(long, value_name = "DIR")]
    against: Option<PathBuf>,
    /// Leave out lines that hold only a comment
    #[arg(long)]
    ignore_comments: bool,
    /// Exit code 1 where there is a difference
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    terminal.code(compare(arguments, terminal))
}

fn compare(arguments: &Arguments, terminal: &Terminal) -> Result<i32> {
    arguments.input.check_written_by_hand()?;
    if let Some(dir) = arguments.against.as_deref().filter(|dir| !dir.is_dir()) {
        return Err(Failure::file(dir, "compare with", "it is no folder"));
    }
    let translated = reading::translate(&arguments.input, terminal)?;
    let options = Options {
        colour: terminal.colour_on_stdout(),
        ignore_comments: arguments.ignore_comments,
    };
    let differences = match &arguments.against {
        Some(dir) => since(dir, &translated, options)?,
        None => of_host(&translated, options)?,
    };
    let differs = !differences.is_empty();
    print(&differences.concat());
    Ok(if differs && arguments.check {
        REFUSED
    } else {
        0
    })
}

fn of_host(translated: &Translated, options: Options) -> Result<Vec<String>> {
    let mut out = vec![];
    for file in translated
        .units
        .iter()
        .flat_map(|unit| &unit.translation.host)
    {
        let name = file.path.display().to_string();
        let old = read(&file.path)?;
        out.extend(difference::render(
            &name,
            &format!("{name} (translated)"),
            &old,
            &file.text,
            options,
        ));
    }
    Ok(out)
}

fn since(dir: &Path, translated: &Translated, options: Options) -> Result<Vec<String>> {
    let archs = Targets::written(&[])?.words();
    let layout = layout::plan(
        &translated.units,
        &translated.words,
        &translated.include,
        &archs,
        translated.clang,
    )?;
    let mut out = vec![];
    for (path, text) in &layout.generated {
        let earlier = dir.join(path);
        let old = if earlier.is_file() {
            read(&earlier)?
        } else {
            String::new()
        };
        let name = earlier.display().to_string();
        out.extend(difference::render(
            &name,
            &format!("{} (now)", path.display()),
            &old,
            text,
            options,
        ));
    }
    Ok(out)
}

fn read(path: &Path) -> Result<String> {
    let data = std::fs::read(path).map_err(|error| Failure::file(path, "read", error))?;
    Ok(bytes::decode(data))
}
