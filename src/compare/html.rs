//! A comparison as one HTML file that needs nothing else: a list of what is different, and two columns for each item.

use super::{Change, Entry, File, Line, Row, columns, lines};
use crate::outline::Language;
use crate::outline::classes::{self, Class};
use askama::Template;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

#[derive(Template)]
#[template(path = "diff.html")]
struct Page<'a> {
    title: &'a str,
    files: &'a [File],
}

/// A piece of a line: whether the other side does not have it, and its class of highlighting where that has a colour.
struct Piece<'a> {
    text: &'a str,
    marked: bool,
    class: &'static str,
}

/// The classes of a text's lines, by their numbers.
type Colours = BTreeMap<usize, Vec<(Range<usize>, Class)>>;

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

/// The colours of an entry's old and new lines.
fn colours(file: &File, entry: &Entry) -> (Colours, Colours) {
    let side = |name: &Option<String>, line: fn(&Row) -> Option<&Line>| {
        // Behind a file's name stands when it was so: `a.cu (now)`.
        let name = name.as_deref().unwrap_or_default();
        let name = name.split(" (").next().unwrap_or_default();
        let lines: Vec<&Line> = entry.rows.iter().filter_map(line).collect();
        of_lines(&lines, Language::of(Path::new(name)))
    };
    (
        side(&file.old, |row| row.old.as_ref()),
        side(&file.new, |row| row.new.as_ref()),
    )
}

fn of_lines(lines: &[&Line], language: Language) -> Colours {
    let mut text = String::new();
    let mut starts = vec![];
    for line in lines {
        starts.push(text.len());
        text += &line.text;
        text.push('\n');
    }
    let mut found = Colours::new();
    for (span, class) in classes::of(&text, language) {
        // A comment may have several lines.
        let first = starts.partition_point(|start| *start <= span.start) - 1;
        for (line, start) in lines.iter().zip(&starts).skip(first) {
            if *start >= span.end {
                break;
            }
            let from = span.start.max(*start) - start;
            let to = (span.end - start).min(line.text.len());
            if from < to {
                found
                    .entry(line.number)
                    .or_default()
                    .push((from..to, class));
            }
        }
    }
    found
}

/// A line in pieces, each of which is in a mark or not, and has one class or none.
fn pieces<'a>(line: &'a Line, colours: &Colours) -> Vec<Piece<'a>> {
    let classes = colours.get(&line.number).map_or(&[][..], Vec::as_slice);
    let of_classes = classes.iter().map(|(span, _)| span);
    let ends = line.marks.iter().chain(of_classes);
    let ends: BTreeSet<usize> = ends
        .flat_map(|span| [span.start, span.end])
        .chain([line.text.len()])
        .collect();
    let mut pieces: Vec<Piece> = vec![];
    let mut at = 0;
    for end in ends {
        let Some(text) = line.text.get(at..end).filter(|text| !text.is_empty()) else {
            continue;
        };
        let class = classes.iter().find(|(span, _)| span.contains(&at));
        let marked = line.marks.iter().any(|mark| mark.contains(&at));
        pieces.push(Piece {
            text,
            marked,
            // What is marked has the colour of the mark.
            class: class
                .filter(|_| !marked)
                .and_then(|(_, class)| coloured(*class))
                .unwrap_or_default(),
        });
        at = end;
    }
    pieces
}

/// The name of a class that has a colour.
fn coloured(class: Class) -> Option<&'static str> {
    let plain = [
        Class::Variable,
        Class::Operator,
        Class::Punctuation,
        Class::Property,
    ];
    (!plain.contains(&class)).then(|| class.name())
}

/// The class of a cell.
fn class(state: &Change, line: &Line, own: &'static str) -> &'static str {
    match (state.counts(), line.moved) {
        (false, _) => "same",
        (true, Some(_)) => "moved",
        (true, None) => own,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Options, Side};
    use super::*;

    #[test]
    fn marks_and_classes_are_pieces_of_a_line() {
        let (old, new) = (
            "int f(void)\n{\n    return 1; /* a\n       b */\n}\n",
            "int f(void)\n{\n    return 12;\n}\n",
        );
        let (old, new) = (Side::of("a.c", old), Side::of("a.c", new));
        let file = File::of(Some(&old), Some(&new), &Options::default());
        let page = render("one", &[file]);
        for expected in [
            "<td class=\"gone\">    <span class=\"keyword\">return</span> <mark>1</mark>; <span class=\"comment\">/* a</span></td>",
            "<span class=\"comment\">       b */</span>",
            "    <span class=\"keyword\">return</span> <mark>12</mark>;</td>",
            "<span class=\"type\">int</span> <span class=\"function\">f</span>(",
        ] {
            assert!(page.contains(expected), "{expected}\n{page}");
        }
    }
}
