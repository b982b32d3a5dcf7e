//! What is different between two texts of C or CUDA, item by item: kernels are paired by the function that they come from
//! and by their directive, never by number or line.
//!
//! First the data: [`File::of`] pairs the items of two texts ([`pairs`]), aligns the lines of each pair by the leaves of
//! their trees ([`rows`]) and finds what has moved ([`moved`]). Then the renderers of it, a file each. Line numbers,
//! numbers of generated names, versions and comments are noise ([`canonical`]), unless they are asked for. Must not know
//! how the texts were made, nor print.

mod canonical;
pub mod github;
pub mod html;
pub mod identity;
mod moved;
mod numbered;
pub mod pairs;
mod rows;
pub mod side_by_side;
pub mod stat;
mod stretches;
pub mod text;
pub mod textconv;

use crate::outline::{Item, Kind, Language, Outline};
use identity::Origin;
use pairs::{Names, Pair};
use rows::Half;
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::Path;
pub use stretches::{Stretch, Text};

/// What to look at.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Whether line numbers, numbers of names, versions and comments count, too.
    pub noise: bool,
    /// The names that the user's source has, where it is known: a number at the end of such a name is no noise.
    pub users: Option<BTreeSet<String>>,
    /// Names of items of other files that only a number makes different, for the old and for the new text: a host file
    /// names the kernels that it launches.
    pub names: (Names, Names),
}

/// One of two texts.
#[derive(Clone, Debug)]
pub struct Side<'a> {
    /// Its name, for people.
    pub name: String,
    /// The text.
    pub text: &'a str,
    /// The number of its first line: 1, but for a stretch of a file.
    pub first: usize,
    /// Its items and leaves.
    pub outline: Outline,
}

impl<'a> Side<'a> {
    /// Reads a text in the language of its name.
    pub fn of(name: impl Into<String>, text: &'a str) -> Side<'a> {
        let name = name.into();
        let outline = Outline::of(text, Language::of(Path::new(&name)));
        Side {
            name,
            text,
            first: 1,
            outline,
        }
    }

    /// The comment in front of an item.
    pub fn comment(&self, item: &Item) -> &'a str {
        &self.text[item.comment.clone()]
    }

    /// An item's text with its comment.
    pub fn item_text(&self, item: &Item) -> &'a str {
        &self.text[item.span.clone()]
    }
}

/// What is different between two texts.
#[derive(Clone, Debug, Serialize)]
pub struct File {
    /// The name of the old text; none where there was none.
    pub old: Option<String>,
    /// The name of the new text; none where there is none.
    pub new: Option<String>,
    /// All items of both, in the order of the new text.
    pub entries: Vec<Entry>,
}

/// An item in both texts, or in one.
#[derive(Clone, Debug, Serialize)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// What it is called where it is no item of a text.
    #[serde(skip)]
    pub called: Option<&'static str>,
    /// Its name in the old text.
    pub old_name: Option<String>,
    /// Its name in the new text.
    pub new_name: Option<String>,
    /// `FILE:LINE` in the user's source. Of a kernel that of its directive, as its comment names it, in the new text if it
    /// is there; who knows the user's files gives the whole path, and a place for other items, too.
    pub place: Option<String>,
    /// Of a kernel, its directive.
    pub directive: Option<String>,
    /// How different the two are.
    pub change: Change,
    /// The lines of both, aligned; empty where they are the same.
    pub rows: Vec<Row>,
}

/// How different two items are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// In each byte the same.
    Same,
    /// Only line numbers, numbers of names, comments or the layout are different.
    Noise,
    /// Code is different.
    Changed,
    /// Only the new text has it.
    Added,
    /// Only the old text has it.
    Removed,
}

impl Change {
    /// Whether a reader should look at it.
    pub fn counts(self) -> bool {
        !matches!(self, Change::Same | Change::Noise)
    }

    /// How different two items are by their rows; the item may be in one text only.
    fn of(rows: &[Row], in_old: bool, in_new: bool) -> Change {
        let all_noise = rows.iter().all(|row| row.state == Change::Noise) && !rows.is_empty();
        match (in_old, in_new) {
            _ if all_noise => Change::Noise,
            (false, _) => Change::Added,
            (_, false) => Change::Removed,
            _ => {
                let most = rows.iter().map(|row| row.state).max();
                most.unwrap_or(Change::Same).min(Change::Changed)
            }
        }
    }

    /// The change in words.
    pub fn words(self) -> &'static str {
        match self {
            Change::Same => "unchanged",
            Change::Noise => "unchanged but for numbers and comments",
            Change::Changed => "changed",
            Change::Added => "new",
            Change::Removed => "removed",
        }
    }
}

/// A line of the old text beside the line of the new text that it became.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// The old line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old: Option<Line>,
    /// The new line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new: Option<Line>,
    /// What the two are to each other.
    pub state: Change,
}

/// A line of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// Its number, from 1.
    pub number: usize,
    /// Its text, without line end.
    pub text: String,
    /// The bytes of it that the other line does not have; nothing where the whole line is new, or gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Range<usize>>,
    /// The line of the other text with the same code, where it has moved there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moved: Option<usize>,
    /// The code alone: what moved lines have in common.
    #[serde(skip)]
    code: Vec<String>,
}

impl Row {
    /// The same row where comments count: a line that only one text has is new, or gone.
    fn with_comments(self) -> Row {
        let state = match (&self.old, &self.new) {
            (None, Some(_)) => Change::Added,
            (Some(_), None) => Change::Removed,
            _ => self.state,
        };
        Row { state, ..self }
    }
}

/// A number of lines in words.
pub(crate) fn lines(count: &usize) -> String {
    match count {
        1 => "1 line".to_owned(),
        count => format!("{count} lines"),
    }
}

/// Rows for two columns: lines that are gone stand beside the new ones that follow.
pub(crate) fn columns(rows: &[Row]) -> Vec<(Option<&Line>, Option<&Line>, Change)> {
    let mut found = vec![];
    let mut at = 0;
    let run = |from: usize, state: Change| {
        let one_sided = |row: &&Row| row.state == state && (row.old.is_none() || row.new.is_none());
        rows[from..].iter().take_while(one_sided).count()
    };
    while at < rows.len() {
        let gone = run(at, Change::Removed);
        let new = run(at + gone, Change::Added);
        for line in 0..gone.max(new) {
            let old = rows[at..at + gone]
                .get(line)
                .and_then(|row| row.old.as_ref());
            let added = rows[at + gone..at + gone + new].get(line);
            let added = added.and_then(|row| row.new.as_ref());
            found.push((old, added, Change::Changed));
        }
        at += gone + new;
        if let Some(row) = rows.get(at).filter(|_| gone + new == 0) {
            found.push((row.old.as_ref(), row.new.as_ref(), row.state));
            at += 1;
        }
    }
    found
}

impl File {
    /// Compares two texts; where one is not there, all of the other is new, or gone.
    pub fn of(old: Option<&Side>, new: Option<&Side>, options: &Options) -> File {
        let nothing = Side::of("", "");
        let (before, after) = (old.unwrap_or(&nothing), new.unwrap_or(&nothing));
        let pairs = pairs::of(before, after);
        let mut names = match options.noise {
            true => Default::default(),
            false => pairs::names(&pairs, before, after),
        };
        if !options.noise {
            names.0.extend(options.names.0.clone());
            names.1.extend(options.names.1.clone());
        }
        let entries = pairs.iter().map(|pair| {
            let rows = rows::of(
                half(before, pair.old, &names.0, options),
                half(after, pair.new, &names.1, options),
                options,
            );
            Entry::of(pair, before, after, rows)
        });
        let mut file = File {
            old: old.map(|side| side.name.clone()),
            new: new.map(|side| side.name.clone()),
            entries: entries.collect(),
        };
        moved::mark(&mut file.entries);
        file
    }

    /// A stretch of lines of the one text beside items of the other that were made of it: each line is shown.
    pub fn beside(old: &Side, new: &Side, made: &[Made]) -> File {
        let entries = made.iter().map(|one| Entry::made(old, new, one));
        let mut file = File {
            old: Some(old.name.clone()),
            new: Some(new.name.clone()),
            entries: entries.collect(),
        };
        moved::mark(&mut file.entries);
        file
    }

    /// Whether anything in it counts.
    pub fn differs(&self) -> bool {
        self.entries.iter().any(|entry| entry.change.counts())
    }
}

/// An item of a text, and what it was made of.
#[derive(Clone, Debug)]
pub struct Made {
    /// The bytes of the other text, whole lines; none where it was made of nothing that has lines there.
    pub of: Option<Range<usize>>,
    /// The item's place in its list.
    pub item: usize,
}

impl Entry {
    fn made(old: &Side, new: &Side, made: &Made) -> Entry {
        let options = Options::default();
        let names = Names::new();
        let before = made.of.as_ref();
        let before = before.map(|span| Half::of(old, span, &names, &options));
        let rows = rows::of(
            before,
            half(new, Some(made.item), &names, &options),
            &options,
        );
        let pair = Pair {
            old: None,
            new: Some(made.item),
        };
        let entry = Entry::of(&pair, old, new, rows);
        match made.of {
            Some(_) => Entry {
                change: Change::Changed,
                rows: entry.rows.into_iter().map(Row::with_comments).collect(),
                ..entry
            },
            None => entry,
        }
    }

    fn of(pair: &Pair, old: &Side, new: &Side, mut rows: Vec<Row>) -> Entry {
        let of_old = pair.old.map(|at| &old.outline.items[at]);
        let of_new = pair.new.map(|at| &new.outline.items[at]);
        let change = Change::of(&rows, of_old.is_some(), of_new.is_some());
        if change == Change::Same {
            rows.clear();
        }
        let (side, item) = match (of_new, of_old) {
            (Some(item), _) => (new, Some(item)),
            (None, item) => (old, item),
        };
        let kernel = item.filter(|item| item.kind == Kind::Kernel);
        let origin = kernel.and_then(|item| identity::origin(side.comment(item)));
        Entry {
            kind: item.map_or(Kind::Rest, |item| item.kind),
            called: None,
            old_name: of_old.map(|item| item.name.clone()),
            new_name: of_new.map(|item| item.name.clone()),
            place: origin.map(|it| it.place.to_owned()),
            directive: origin.map(|it| it.directive.to_owned()),
            change,
            rows,
        }
    }

    /// The name, the new one if there is one.
    pub fn name(&self) -> &str {
        let name = self.new_name.as_deref().or(self.old_name.as_deref());
        name.unwrap_or_default()
    }

    /// Of a kernel, where it comes from.
    pub fn origin(&self) -> Option<Origin<'_>> {
        Some(Origin {
            place: self.place.as_deref()?,
            directive: self.directive.as_deref()?,
        })
    }

    /// What a reader knows it by: `kernel relax_2 (was relax_1) of a.c:12: target teams`.
    pub fn title(&self) -> String {
        let mut title = self.called.unwrap_or(self.kind.words()).to_owned();
        if !self.name().is_empty() {
            title += &format!(" {}", self.name());
        }
        match (&self.old_name, &self.new_name) {
            (Some(old), Some(new)) if old != new => title += &format!(" (was {old})"),
            _ => {}
        }
        if let Some(Origin { place, directive }) = self.origin() {
            title += &format!(" of {place}: {directive}");
        }
        title
    }

    /// How many lines are gone and new; those that have moved are neither.
    pub fn counts(&self) -> (usize, usize) {
        let different = self.rows.iter().filter(|row| row.state.counts());
        different.fold((0, 0), |(gone, new), row| {
            let here = |line: &Option<Line>| line.as_ref().is_some_and(|it| it.moved.is_none());
            (
                gone + usize::from(here(&row.old)),
                new + usize::from(here(&row.new)),
            )
        })
    }
}

fn half<'a>(
    side: &Side<'a>,
    at: Option<usize>,
    names: &pairs::Names,
    options: &Options,
) -> Option<Half<'a>> {
    at.map(|at| Half::of(side, &side.outline.items[at].span, names, options))
}

#[cfg(test)]
mod tests;
