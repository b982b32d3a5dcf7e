//! A comparison as one HTML file that needs nothing else: a list of what is different, and two columns for each item.

use super::{Change, Entry, File, Line, columns, lines};
use askama::Template;

#[derive(Template)]
#[template(path = "diff.html")]
struct Page<'a> {
    title: &'a str,
    files: &'a [File],
}

/// A piece of a line, and whether the other side does not have it.
struct Piece<'a> {
    text: &'a str,
    marked: bool,
}

/// The page about all files.
pub fn render(title: &str, files: &[File]) -> String {
    let page = Page { title, files };
    page.render().expect("the template has no fallible parts")
}

/// What a reader should look at.
fn counting(file: &File) -> Vec<(String, &Entry)> {
    let name = file.new.as_ref().or(file.old.as_ref());
    let name = name.map_or("", String::as_str);
    let entries = file.entries.iter().enumerate();
    let counting = entries.filter(|(_, entry)| entry.change.counts());
    let id = |at| format!("{}-{at}", name.replace(char::is_whitespace, "-"));
    counting.map(|(at, entry)| (id(at), entry)).collect()
}

fn none(files: &[File]) -> bool {
    !files.iter().any(File::differs)
}

fn pieces(line: &Line) -> Vec<Piece<'_>> {
    let mut pieces = vec![];
    let mut at = 0;
    let mut push = |range: std::ops::Range<usize>, marked| {
        let text = line.text.get(range).unwrap_or_default();
        if !text.is_empty() {
            pieces.push(Piece { text, marked });
        }
    };
    for mark in &line.marks {
        push(at..mark.start, false);
        push(mark.clone(), true);
        at = mark.end;
    }
    push(at..line.text.len(), false);
    pieces
}

/// The class of a cell.
fn class(state: &Change, line: &Line, own: &'static str) -> &'static str {
    match (state.counts(), line.moved) {
        (false, _) => "same",
        (true, Some(_)) => "moved",
        (true, None) => own,
    }
}
