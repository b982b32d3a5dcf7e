//! Comments that silence a warning where it stands: `// romp2cuda: allow(shared-in-loop)`.
//!
//! From the original text. A comment is about the lines that it stands on; one that has its lines for itself is
//! about the line that follows. Whatever line a message shows can have one: the access, the directive, the
//! declaration. Other compilers see a comment.

use crate::diag::{Code, Diagnostic, Warning};
use crate::source::{Comment, Preprocessed, Span};

/// Whether a comment at one of the places that the diagnostic shows allows its warning.
pub fn allowed(pre: &Preprocessed, found: &Diagnostic) -> bool {
    if found.code.flag().is_none() {
        return false;
    }
    let mut spans = found.labels.iter().map(|label| label.span);
    spans.any(|span| {
        comments_at(pre, span)
            .iter()
            .any(|comment| names(&comment.text, found.code))
    })
}

fn comments_at(pre: &Preprocessed, span: Span) -> Vec<Comment> {
    let Some(place) = pre.place(span) else {
        return vec![];
    };
    let Some(file) = pre.original(place.file) else {
        return vec![];
    };
    let on_its_lines = file.line_range(place.line).start..file.line_end(place.end_line);
    let mut found = file.comments(on_its_lines);
    let mut line = place.line;
    let before = file.line_range(line).start;
    for comment in file.comments_up_to(before) {
        if !comment.alone || comment.end_line + 1 != line {
            break;
        }
        line = comment.line;
        found.push(comment);
    }
    found
}

/// A warning about each name in such a comment of the user's files that no warning has: it silences nothing.
pub fn unknown(pre: &Preprocessed) -> Vec<Diagnostic> {
    let mut found = vec![];
    for id in pre.files().filter(|&id| pre.is_user_file(id)) {
        let Some(file) = pre.original(id) else {
            continue;
        };
        let said = |place: &[u8]| place.eq_ignore_ascii_case(NAME.as_bytes());
        if !file.text().as_bytes().windows(NAME.len()).any(said) {
            continue;
        }
        for comment in file.comments(0..file.text().len()) {
            let Some(at) = pre.offset_of(id, comment.line) else {
                continue;
            };
            if let Some(odd) = odd_form(&comment.text) {
                let message = format!("`{}` allows nothing", odd.written);
                let one = Diagnostic::warning(Code::UnknownWarning, Span::new(at, at), message);
                found.push(one.help(format!("write `{MARK} allow({})`", odd.meant)));
            }
            let unknown = listed(&comment.text).filter(|name| Warning::named(name).is_none());
            for name in unknown {
                let message = format!("`{MARK} allow` names `{name}`, which no warning is called");
                let one = Diagnostic::warning(Code::UnknownWarning, Span::new(at, at), message);
                found.push(match Warning::meant(&name) {
                    Some(meant) => one.help(format!("write `allow({meant})`")),
                    None => one.help("docs/lints.md has the names"),
                });
            }
        }
    }
    found
}

const NAME: &str = "romp2cuda";
const MARK: &str = "romp2cuda:";

/// Words that are meant to allow a warning, in a form that allows none.
struct Odd {
    written: String,
    meant: String,
}

/// The first such words of a comment: `romp2cuda: allow serialised`, an `allow(` that is never closed, `allow()`,
/// another spelling of the mark. Sentences of which `allow` happens to be a word name no warning behind it.
fn odd_form(comment: &str) -> Option<Odd> {
    let lower = comment.to_ascii_lowercase();
    lower.match_indices(NAME).find_map(|(at, _)| {
        let written = &comment[at..];
        let right = written.strip_prefix(MARK).and_then(list_behind);
        if right.is_some_and(|list| list.contains(is_of_word)) {
            return None;
        }
        let rest = lower[at + NAME.len()..].trim_start_matches([' ', '\t', ':', ',', '-', '=']);
        let list = rest.strip_prefix("allow")?;
        let opens = list.trim_start().starts_with('(');
        if list.starts_with(is_of_word) {
            return None;
        }
        let name = list.trim_start_matches(|c: char| !is_of_word(c) && c != '\n');
        let name = name.split(|c: char| !is_of_word(c)).next().unwrap_or("");
        let known = Warning::named(name).map(|_| name.to_string());
        let meant = known.or_else(|| Warning::meant(name).map(str::to_string));
        let meant = meant.or_else(|| opens.then(|| "NAME".to_string()))?;
        let line = written.lines().next().unwrap_or(written);
        let line = line.trim_end().trim_end_matches("*/").trim_end();
        Some(Odd {
            written: line.to_string(),
            meant,
        })
    })
}

/// Whether a comment says `romp2cuda: allow(a, b)` with the warning among the list, by name or code.
fn names(comment: &str, code: Code) -> bool {
    listed(comment).any(|word| Warning::named(&word) == Some(Warning(code)))
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '-' || c == '_'
}

/// What stands in the parentheses of `allow(a, b)` at the beginning of a text.
fn list_behind(rest: &str) -> Option<&str> {
    let rest = rest.trim_start().strip_prefix("allow")?.trim_start();
    Some(rest.strip_prefix('(')?.split_once(')')?.0)
}

/// The names in each `romp2cuda: allow(a, b)` of a comment.
fn listed(comment: &str) -> impl Iterator<Item = String> + '_ {
    let lists = comment.split(MARK).skip(1).filter_map(list_behind);
    lists.flat_map(|list| {
        let words = list.split(',').map(|word| word.trim().to_string());
        words.filter(|word| !word.is_empty()).collect::<Vec<_>>()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;
    use std::path::{Path, PathBuf};

    /// Whether the warning at the `X` of a text is allowed there.
    fn at_x(text: &str) -> bool {
        let mut pre = Preprocessed::new(format!("# 1 \"a.c\"\n{text}"), PathBuf::from("a.c"));
        pre.set_original(Path::new("a.c"), text.to_string());
        let at = pre.text().find('X').expect("the place");
        let span = Span::new(at, at + 1);
        allowed(&pre, &Diagnostic::warning(Code::Serialised, span, ""))
    }

    #[test]
    fn on_the_line_or_alone_above_it() {
        for (text, expected) in [
            ("int X;", false),
            ("int X; // romp2cuda: allow(serialised)", true),
            ("int X; /* romp2cuda: allow( other , serialised ) */", true),
            ("int X; // romp2cuda: allow(other)", false),
            ("int X; // allow(serialised)", false),
            ("int X; // romp2cuda: allow serialised", false),
            ("// romp2cuda: allow(serialised)\nint X;", true),
            ("// romp2cuda: allow(serialised)\n// why\nint X;", true),
            ("// romp2cuda: allow(serialised)\n\nint X;", false),
            ("int y; // romp2cuda: allow(serialised)\nint X;", false),
            ("int X;\n// romp2cuda: allow(serialised)\n", false),
            ("/* why:\n   romp2cuda: allow(serialised) */\nint X;", true),
            (
                "char *s = \"// romp2cuda: allow(serialised)\"; int X;",
                false,
            ),
        ] {
            assert_eq!(at_x(text), expected, "{text}");
        }
    }

    #[test]
    fn forms_that_allow_nothing_are_found() {
        let meant = |comment: &str| odd_form(comment).map(|odd| odd.meant);
        for (comment, expected) in [
            ("// romp2cuda: allow(serialised)", None),
            ("// romp2cuda: allow( serialised , other )", None),
            ("// romp2cuda: allow serialised", Some("serialised")),
            ("// romp2cuda: allow(serialised", Some("serialised")),
            ("// romp2cuda: allow(anything", Some("NAME")),
            ("/* romp2cuda: allow() */", Some("NAME")),
            ("// romp2cuda: allow[serialized]", Some("serialised")),
            ("// romp2cuda: allow: W7001", Some("w7001")),
            ("// romp2cuda allow(serialised)", Some("serialised")),
            ("// ROMP2CUDA: Allow(serialised)", Some("serialised")),
            ("// romp2cuda: allows this", None),
            ("// romp2cuda: allow what follows", None),
            ("// what romp2cuda does", None),
        ] {
            assert_eq!(meant(comment).as_deref(), expected, "{comment}");
        }
    }
}
