//! Changes as annotations for GitHub, at the lines of the user's files.
//!
//! Must not know what is decided.

use super::changes::{Change, Member};
use super::copies::{self, Copies};
use super::show::{self, figures, heading, is_notable, row, title};
use crate::diag::github::{Annotation, Level};

/// Of one change GitHub is told at as many places.
const MOST: usize = 10;

/// What an annotation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A change that is to be accepted.
    Pending,
    /// A change that was accepted.
    Accepted,
}

/// A place in the user's source, with what is said there.
struct Note<'a> {
    place: Option<&'a (String, usize)>,
    lines: Vec<String>,
}

impl Note<'_> {
    /// Each line once.
    fn say(&mut self, line: String) {
        if !self.lines.contains(&line) {
            self.lines.push(line);
        }
    }
}

/// A line for GitHub's log at each place of a change: at the directives of its kernels, and where the rest is declared.
pub fn of(change: &Change, told: Told) -> String {
    let mut notes: Vec<Note> = vec![Note {
        place: change.members.first().and_then(|it| it.source.as_ref()),
        lines: vec![title(change)],
    }];
    notes[0].lines.extend(change.settings.iter().map(row));
    let any = change.members.iter().any(is_notable);
    let shown = change
        .members
        .iter()
        .filter(|it| is_notable(it) || it.conflict || !any);
    for copies in copies::of(shown) {
        let place = place(copies.member);
        // What the translator made is declared nowhere.
        let known = notes
            .iter()
            .position(|it| it.place == place || place.is_none());
        let at = known.unwrap_or_else(|| {
            notes.push(Note {
                place,
                lines: vec![heading(copies.member) + &copies.places()],
            });
            notes.len() - 1
        });
        says(&copies, &mut notes[at]);
    }
    for line in figures(change) {
        notes[0].say(line);
    }
    let more = notes.len().saturating_sub(MOST);
    notes.truncate(MOST);
    if more > 0 {
        notes[0].say(format!("and {more} more places"));
    }
    let (level, title) = match told {
        Told::Pending => (Level::Error, "generated code is not accepted"),
        Told::Accepted => (Level::Notice, "generated code changed"),
    };
    let print = |note: &Note| {
        let text = note.lines.join("\n");
        let annotation = Annotation::new(level, title, &text);
        match note.place {
            Some((file, line)) => annotation.at(file, line).to_string(),
            None => annotation.to_string(),
        }
    };
    notes.iter().map(print).collect()
}

/// Where a member is in the user's files, where it is in one.
fn place(member: &Member) -> Option<&(String, usize)> {
    let source = member.source.as_ref();
    source.filter(|_| member.is_declared || matches!(member.what, "kernel" | "launch"))
}

fn says(copies: &Copies, note: &mut Note) {
    let member: &Member = copies.member;
    for reason in &copies.reasons {
        note.say(format!("why: {reason}"));
    }
    for figure in &member.figures {
        note.say(row(figure));
    }
    if member.conflict {
        note.say(show::meets(member));
    }
}
