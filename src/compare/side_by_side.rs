//! A comparison in two columns: the old text on the left, the new one on the right, long lines wrapped.

use super::text::{self, BLUE, BOLD, CYAN, GREEN, NOT_REVERSE, RED, RESET, REVERSE, Style};
use super::{Change, File, Line, columns};
use std::fmt::Write;

/// The narrowest column of text: a narrower terminal wraps lines by itself.
const NARROWEST: usize = 20;
/// Columns from one tabulator to the next.
const TAB: usize = 8;

/// What counts in a file, in lines of at most `width` columns; nothing where nothing does.
pub fn render(file: &File, style: Style, width: usize) -> String {
    let mut out = String::new();
    if !file.differs() {
        return out;
    }
    let rows = || file.entries.iter().flat_map(|entry| &entry.rows);
    let lines = rows().flat_map(|row| [&row.old, &row.new]).flatten();
    let digits = lines
        .map(|line| line.number.to_string().len())
        .max()
        .unwrap_or(1);
    // A number, a sign and a blank on each side, and the bar between.
    let shape = Columns {
        digits,
        text: (width.saturating_sub(3 + 2 * (digits + 3)) / 2).max(NARROWEST),
        colour: style.colour,
    };
    let names = [&file.old, &file.new].map(|name| name.as_deref().unwrap_or("/dev/null"));
    let bold = |text: &str| shape.paint(BOLD, text);
    writeln!(
        out,
        "{} | {}",
        bold(&shape.padded(names[0])),
        bold(names[1])
    )
    .unwrap();
    for entry in file.entries.iter().filter(|entry| entry.change.counts()) {
        for hunk in text::hunks(entry, style.context) {
            let rows = &entry.rows[hunk];
            writeln!(out, "{}", shape.paint(CYAN, &text::header(entry, rows))).unwrap();
            for (old, new, state) in columns(rows) {
                shape.row(old, new, state, &mut out);
            }
        }
    }
    out
}

struct Columns {
    digits: usize,
    text: usize,
    colour: bool,
}

/// A character as it is shown.
struct Glyph {
    shown: String,
    width: usize,
    marked: bool,
}

impl Columns {
    fn paint(&self, colour: &str, text: &str) -> String {
        match self.colour && !colour.is_empty() {
            true => format!("{colour}{text}{RESET}"),
            false => text.to_owned(),
        }
    }

    /// A name in the width of the left side.
    fn padded(&self, name: &str) -> String {
        let width = self.digits + 3 + self.text;
        let missing = width.saturating_sub(console::measure_text_width(name));
        format!("{name}{}", " ".repeat(missing))
    }

    fn row(&self, old: Option<&Line>, new: Option<&Line>, state: Change, out: &mut String) {
        let counts = state.counts();
        let left = self.side(old, '-', RED, counts);
        let right = self.side(new, '+', GREEN, counts);
        let blank = " ".repeat(self.digits + 3 + self.text);
        for at in 0..left.len().max(right.len()) {
            let left = left.get(at).unwrap_or(&blank);
            let right = right.get(at).map_or("", String::as_str);
            writeln!(out, "{}", format!("{left} | {right}").trim_end()).unwrap();
        }
    }

    /// The lines that a line of text takes in its column.
    fn side(&self, line: Option<&Line>, sign: char, colour: &str, counts: bool) -> Vec<String> {
        let Some(line) = line else {
            return vec![];
        };
        let (sign, colour) = match (counts, line.moved, sign) {
            (false, ..) => (' ', ""),
            (true, Some(_), '-') => ('<', BLUE),
            (true, Some(_), _) => ('>', BLUE),
            (true, None, sign) => (sign, colour),
        };
        let mut glyphs = glyphs(line);
        if let Some(other) = line.moved.filter(|_| counts) {
            let note = format!("  [line {other}]");
            glyphs.extend(note.chars().map(|c| glyph(c.to_string(), false)));
        }
        let mut lines = vec![];
        let mut number = format!("{:>1$} {sign} ", line.number, self.digits);
        for part in self.wrapped(glyphs) {
            let width: usize = part.iter().map(|it| it.width).sum();
            let mut text = String::new();
            let mut marked = false;
            for one in part {
                if self.colour && one.marked != marked {
                    text += if one.marked { REVERSE } else { NOT_REVERSE };
                    marked = one.marked;
                }
                text += &one.shown;
            }
            if marked {
                text += NOT_REVERSE;
            }
            let padding = " ".repeat(self.text.saturating_sub(width));
            lines.push(format!("{number}{}{padding}", self.paint(colour, &text)));
            number = " ".repeat(self.digits + 3);
        }
        lines
    }

    fn wrapped(&self, glyphs: Vec<Glyph>) -> Vec<Vec<Glyph>> {
        let mut parts: Vec<Vec<Glyph>> = vec![vec![]];
        let mut used = 0;
        for one in glyphs {
            if used + one.width > self.text {
                parts.push(vec![]);
                used = 0;
            }
            used += one.width;
            parts.last_mut().expect("there is one").push(one);
        }
        parts
    }
}

fn glyph(shown: String, marked: bool) -> Glyph {
    Glyph {
        width: console::measure_text_width(&shown),
        shown,
        marked,
    }
}

fn glyphs(line: &Line) -> Vec<Glyph> {
    let mut column = 0;
    let mut found = vec![];
    for (at, c) in line.text.char_indices() {
        let marked = line.marks.iter().any(|mark| mark.contains(&at));
        let shown = match c {
            '\t' => " ".repeat(TAB - column % TAB),
            c if c.is_control() => "?".to_owned(),
            c => c.to_string(),
        };
        for one in shown.chars() {
            let one = glyph(one.to_string(), marked);
            column += one.width;
            found.push(one);
        }
    }
    found
}
