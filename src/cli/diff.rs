//! `romp2cuda diff`: what became of each region, what the translation changes in the host files, or what changed since an
//! earlier translation.

mod against;
mod git;
mod places;
mod regions;

use super::reading::{self, Input};
use super::terminal::{Terminal, print, print_json};
use super::{Format, REFUSED};
use crate::compare::text::Style;
use crate::compare::{self, File, github, html, side_by_side, stat};
use crate::diag::difference;
use crate::diag::github::Level;
use crate::driver::{Failure, Reporter, Result, layout, pager};
use crate::outline::Kind;
use crate::source::bytes;
use places::Places;
use std::io::IsTerminal;
use std::path::Path;

/// Behind the name of a text that is as it is now.
const NOW: &str = " (now)";

#[derive(clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    input: Input,
    /// Compare with an earlier translation in this folder, or with that of the files as they were in a git revision
    /// (REVISION:FOLDER: with the folder of generated files that was committed)
    #[arg(long, value_name = "DIR|REVISION")]
    against: Option<String>,
    /// Only the host files
    #[arg(long)]
    host: bool,
    /// Only the kernels, and what is declared for them
    #[arg(long, conflicts_with = "host")]
    kernels: bool,
    /// Two columns: old and new
    #[arg(short = 'y', long, conflicts_with = "stat")]
    side_by_side: bool,
    /// The width of two columns; default that of the terminal
    #[arg(long, value_name = "COLUMNS", conflicts_with = "stat")]
    width: Option<usize>,
    /// Only what is different, and by how many lines
    #[arg(long)]
    stat: bool,
    /// Lines around a change
    #[arg(short = 'U', long, value_name = "LINES", default_value_t = 3)]
    unified: usize,
    /// Show what is noise otherwise: line numbers, numbers of names, the version, comments
    #[arg(long, conflicts_with = "ignore_comments")]
    noise: bool,
    /// With --host: leave out lines that hold only a comment
    #[arg(long, requires = "host", conflicts_with = "against")]
    ignore_comments: bool,
    /// Exit code 1 where there is a difference
    #[arg(long)]
    check: bool,
    /// Print at once, without a pager
    #[arg(long)]
    no_pager: bool,
    /// The files are two generated ones, old and new: compare them as they are
    #[arg(long, conflicts_with_all = ["against", "host"])]
    texts: bool,
    /// As git's `diff.NAME.command`: the files are git's words
    #[arg(long, conflicts_with_all = ["against", "host", "texts"])]
    git_driver: bool,
    /// As git's `diff.NAME.textconv`: print a generated file without what changes by itself
    #[arg(long, conflicts_with_all = ["against", "host", "texts", "git_driver"])]
    textconv: bool,
}

/// The JSON form.
#[derive(serde::Serialize)]
struct Comparison<'a> {
    files: &'a [File],
}

pub(super) fn run(arguments: &Arguments, terminal: &Terminal) -> i32 {
    let result = match () {
        () if arguments.textconv => git::textconv(arguments).map(|()| 0),
        () if arguments.git_driver => git::driver(arguments, terminal).map(|()| 0),
        () if arguments.texts => git::texts(arguments, terminal),
        () => translated(arguments, terminal),
    };
    terminal.code(result)
}

fn translated(arguments: &Arguments, terminal: &Terminal) -> Result<i32> {
    arguments.input.check_written_by_hand()?;
    let against = match &arguments.against {
        Some(word) => Some(against::Earlier::of(word, arguments, terminal)?),
        None => None,
    };
    let translated = reading::translate(&arguments.input, terminal)?;
    let whole = arguments.against.is_none();
    let files = match against {
        Some(earlier) => earlier.compare(&translated, arguments)?,
        None if arguments.host => return host(arguments, &translated, terminal),
        None => {
            if let Some(why) = super::report::without_kernels(&translated.units) {
                terminal.say(why);
            }
            regions::of(&translated, arguments.kernels)
        }
    };
    show(&files, whole, arguments, terminal)
}

/// Shows a comparison in the form that is asked for; the result is the exit code.
fn show(files: &[File], whole: bool, arguments: &Arguments, terminal: &Terminal) -> Result<i32> {
    let differs = files.iter().any(File::differs);
    let style = Style {
        colour: terminal.colour_on_stdout(),
        context: (!whole).then_some(arguments.unified),
    };
    match terminal.format {
        Format::Json => print_json(&Comparison { files }),
        Format::Html => print(&html::render(&title(arguments), files)),
        Format::Github => {
            let level = match arguments.check {
                true => Level::Error,
                false => Level::Notice,
            };
            let texts = files.iter().map(|file| github::render(file, level));
            print(&texts.collect::<String>());
        }
        _ if arguments.stat => print(&stat::render(files)),
        _ => {
            let width = arguments.width.unwrap_or_else(columns);
            let texts = files.iter().map(|file| match arguments.side_by_side {
                true => side_by_side::render(file, style, width),
                false => compare::text::render(file, style),
            });
            page(&texts.collect::<String>(), arguments);
        }
    }
    Ok(match differs && arguments.check {
        true => REFUSED,
        false => 0,
    })
}

/// Prints a text, on a terminal by the pager.
fn page(text: &str, arguments: &Arguments) {
    let paged = std::io::stdout().is_terminal() && !arguments.no_pager && !text.is_empty();
    if !paged || !pager::show(text) {
        print(text);
    }
}

/// The width of the terminal; where there is none, what `COLUMNS` says, or room for two texts.
fn columns() -> usize {
    const ELSE: usize = 160;
    let terminal = console::Term::stdout().size_checked();
    let variable = || std::env::var("COLUMNS").ok()?.parse().ok();
    let width = terminal.map(|(_, columns)| usize::from(columns));
    width.or_else(variable).unwrap_or(ELSE)
}

fn title(arguments: &Arguments) -> String {
    let files = arguments.input.files.iter();
    let files: Vec<String> = files.map(|file| file.display().to_string()).collect();
    let files = files.join(", ");
    match &arguments.against {
        Some(against) => format!("{files}: what changed since {against}"),
        None => format!("{files}: regions and their kernels"),
    }
}

/// What the translation changes in the host files.
fn host(
    arguments: &Arguments,
    translated: &reading::Translated,
    terminal: &Terminal,
) -> Result<i32> {
    let mut sides = vec![];
    for (_, file) in layout::host_files(&translated.units)?.files {
        let names = [&file.origin, &file.path].map(|path| path.display().to_string());
        sides.push((names, read(&file.origin)?, file.text));
    }
    // These are texts that the host compiler sees: each line counts, but for comments.
    let plain = terminal.format == Format::Text && !arguments.side_by_side && !arguments.stat;
    if !plain {
        let options = compare::Options {
            noise: !arguments.ignore_comments,
            ..compare::Options::default()
        };
        let places = Places::of(&translated.units);
        let files: Vec<File> = sides
            .iter()
            .map(|([origin, name], old, new)| {
                let old = compare::Side::of(origin, old);
                let new = compare::Side::of(name, new);
                let mut file = File::of(Some(&old), Some(&new), &options);
                places.locate(&mut file, Path::new(origin));
                file
            })
            .collect();
        return show(&files, false, arguments, terminal);
    }
    let options = difference::Options {
        colour: terminal.colour_on_stdout(),
        ignore_comments: arguments.ignore_comments,
    };
    let differences = sides.iter().filter_map(|([origin, name], old, new)| {
        let side = compare::Side::of(origin, old);
        let section = |line: usize| section(&side, line);
        let translated = format!("{name} (translated)");
        difference::render_in_sections(origin, &translated, (old, new), options, &section)
    });
    let text: String = differences.collect();
    page(&text, arguments);
    Ok(match !text.is_empty() && arguments.check {
        true => REFUSED,
        false => 0,
    })
}

/// The function that has a line, and the region in which the line is or that begins there.
fn section(side: &compare::Side, line: usize) -> Option<String> {
    const TARGET: &str = "#pragma omp target";
    let items = side.outline.items.iter();
    let mut functions = items.filter(|item| item.kind == Kind::Function);
    let function = functions.find(|item| item.lines.contains(&(line - 1)))?;
    let above = side
        .text
        .lines()
        .enumerate()
        .take(line)
        .skip(function.lines.start);
    let directives = above.filter(|(_, text)| text.trim_start().starts_with(TARGET));
    let title = format!("{} {}", function.kind.words(), function.name);
    Some(match directives.last() {
        Some((at, text)) => format!("{title}, line {}: {}", at + 1, text.trim()),
        None => title,
    })
}

fn read(path: &Path) -> Result<String> {
    let data = std::fs::read(path).map_err(|error| Failure::file(path, "read", error))?;
    Ok(bytes::decode(data))
}
