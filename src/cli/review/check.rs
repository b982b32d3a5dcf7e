//! What is pending and what is wrong, told without a question: nothing is written.

use super::super::terminal::{Terminal, print, print_json};
use super::super::{Format, REFUSED};
use super::{Review, state, write};
use crate::diag::github::{Annotation, Level};
use crate::driver::Result;
use crate::review::changes::{Change, Changes};
use crate::review::edits::Edit;
use crate::review::{annotations, show};
use serde::Serialize;

/// What `--check` and `--format json` say.
#[derive(Serialize)]
pub struct Found<'a> {
    pub version: u32,
    pub output: String,
    /// Pending changes.
    pub changes: Vec<&'a Change>,
    /// Files with edits of the user's.
    pub edited: Vec<String>,
    /// These edits, unit by unit.
    pub edits: Vec<&'a Edit>,
    /// Accepted files that build the folder, where they differ from those of `--against`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub support: Vec<&'a Edit>,
    /// Kernels that have another name now, and are the same.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renamed: Vec<(String, String)>,
    /// Files in which edits and new code would meet, where the changes do not say all of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub meetings: Vec<String>,
    /// What else is wrong: conflicts, files that are missing.
    pub problems: Vec<String>,
}

impl<'a> Found<'a> {
    pub fn of(output: &str, changes: Vec<&'a Change>) -> Found<'a> {
        Found {
            version: 1,
            output: output.to_owned(),
            changes,
            edited: vec![],
            edits: vec![],
            support: vec![],
            renamed: vec![],
            meetings: vec![],
            problems: vec![],
        }
    }
}

/// Shows all pending changes with their code, and what else a review would do.
pub fn show_all(review: &Review, changes: &Changes, terminal: &Terminal) -> Result<i32> {
    let colour = terminal.colour_on_stdout();
    let of = changes.all.len();
    for (at, change) in changes.all.iter().enumerate() {
        print(&show::change(
            change,
            (at + 1, of),
            show::Detail::All,
            colour,
        ));
    }
    for (was, is) in &changes.renamed {
        print(&format!("{was} is called {is} now\n"));
    }
    let problems = review.state(changes)?.problems;
    for line in write::meetings(review, changes)?.iter().chain(&problems) {
        print(&format!("{line}\n"));
    }
    let is_clean = changes.all.is_empty() && problems.is_empty();
    if is_clean {
        print("nothing is pending\n");
    }
    Ok(if is_clean { 0 } else { REFUSED })
}

/// Tells what `--check` finds; the result is the exit code.
pub fn check(review: &Review, changes: &Changes, terminal: &Terminal) -> Result<i32> {
    let state::State {
        edited,
        problems,
        way_back,
        lacks_texts,
    } = review.state(changes)?;
    let pending: Vec<&Change> = changes.all.iter().filter(|_| !lacks_texts).collect();
    let failed = !pending.is_empty() || !problems.is_empty();
    let meetings = write::meetings(review, changes)?;
    match terminal.format {
        Format::Json => {
            print_json(&Found {
                edited,
                edits: review.old.edits.iter().collect(),
                renamed: changes.renamed.clone(),
                meetings,
                problems,
                ..Found::of(&review.dir.display().to_string(), pending)
            });
        }
        Format::Github => {
            for change in pending {
                print(&annotations::of(change, annotations::Told::Pending));
            }
            for problem in meetings.into_iter().chain(problems) {
                let annotation = Annotation::new(Level::Error, "generated code", &problem);
                print(&annotation.to_string());
            }
        }
        _ => {
            print(&show::list(&pending));
            for (was, is) in changes.renamed.iter().filter(|_| !pending.is_empty()) {
                print(&format!("{was} is called {is} now\n"));
            }
            meetings.iter().for_each(|line| print(&format!("{line}\n")));
            problems
                .iter()
                .for_each(|problem| print(&format!("{problem}\n")));
            edited
                .iter()
                .for_each(|file| print(&format!("edited by hand: {file}\n")));
            print(&match (way_back, failed) {
                (Some(way_back), _) => format!("{way_back}\n"),
                (None, true) => {
                    "not everything is accepted: romp2cuda review shows the changes\n".to_owned()
                }
                (None, false) => "everything is accepted\n".to_owned(),
            });
        }
    }
    Ok(if failed { REFUSED } else { 0 })
}
