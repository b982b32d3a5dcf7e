//! Parts that are in several files alike, such as a device function of a header, as one.
//!
//! For those who show changes. Must not know how they are shown.

use super::changes::Member;

/// A part, with all files that have it.
pub struct Copies<'a> {
    pub member: &'a Member,
    pub files: Vec<&'a str>,
    /// Of all copies, each once.
    pub reasons: Vec<&'a str>,
}

/// Parts in their order, each with its copies in other files. A kernel and its launch have none.
pub fn of<'a>(members: impl IntoIterator<Item = &'a Member>) -> Vec<Copies<'a>> {
    let mut all: Vec<Copies> = vec![];
    for member in members {
        let same = |known: &&mut Copies| is_copy(known.member, member);
        match all.iter_mut().find(same) {
            Some(known) => {
                known.files.push(&member.file);
                for reason in &member.reasons {
                    if !known.reasons.contains(&reason.as_str()) {
                        known.reasons.push(reason);
                    }
                }
            }
            None => all.push(Copies {
                member,
                files: vec![&member.file],
                reasons: member.reasons.iter().map(String::as_str).collect(),
            }),
        }
    }
    all
}

fn is_copy(one: &Member, other: &Member) -> bool {
    let key = |it: &Member| (it.what, it.name.clone(), it.kind, it.edited, it.conflict);
    let is_of_device = one.what.starts_with("device");
    is_of_device && one.file != other.file && key(one) == key(other) && texts(one) == texts(other)
}

fn texts(member: &Member) -> [Option<&str>; 2] {
    [&member.before, &member.after].map(|side| side.as_deref().map(str::trim))
}

impl Copies<'_> {
    /// In which files it is, where they are several: ` in a.cu, b.cu and 3 more files`.
    pub fn places(&self) -> String {
        const NAMED: usize = 3;
        let more = self.files.len().saturating_sub(NAMED);
        let named = self.files[..self.files.len() - more].join(", ");
        match (self.files.len(), more) {
            (1, _) => String::new(),
            (_, 0) => format!(" in {named}"),
            (_, 1) => format!(" in {named} and 1 more file"),
            _ => format!(" in {named} and {more} more files"),
        }
    }
}
