//! Stretches of two texts that somebody else has paired: parts of files that are accepted together.
//!
//! They are compared as items are, leaf by leaf, and lines move from one stretch to another.

use super::pairs::Names;
use super::rows::{self, Half};
use super::{Change, Entry, File, Options, Side, moved};
use crate::outline::{Kind, Language, Outline};

/// A stretch of a file.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    /// The number of its first line.
    pub line: usize,
    /// The text.
    pub text: &'a str,
    /// The name of what it is.
    pub name: &'a str,
}

/// A stretch before and after, or only one of the two.
#[derive(Clone, Debug)]
pub struct Stretch<'a> {
    /// What it is, in words.
    pub what: &'static str,
    /// As it was.
    pub old: Option<Text<'a>>,
    /// As it is.
    pub new: Option<Text<'a>>,
    /// `FILE:LINE` of its directive.
    pub place: Option<String>,
    /// Its directive.
    pub directive: Option<String>,
}

impl Stretch<'_> {
    fn entry(&self, language: Language, options: &Options) -> Entry {
        let (of_old, of_new) = self.names(options);
        let sides = [self.old, self.new].map(|text| text.map(|text| side(text, language)));
        let [old, new] = &sides;
        let before = old
            .as_ref()
            .map(|side| Half::of(side, &(0..side.text.len()), &of_old, options));
        let after = new
            .as_ref()
            .map(|side| Half::of(side, &(0..side.text.len()), &of_new, options));
        let mut rows = rows::of(before, after, options);
        let change = Change::of(&rows, self.old.is_some(), self.new.is_some());
        if change == Change::Same {
            rows.clear();
        }
        let name = |text: Option<Text<'_>>| text.map(|text| text.name.to_owned());
        Entry {
            kind: Kind::Rest,
            called: Some(self.what),
            old_name: name(self.old),
            new_name: name(self.new),
            place: self.place.clone(),
            directive: self.directive.clone(),
            change,
            rows,
        }
    }

    /// What is called otherwise now is the same, and so is what is named after it.
    fn names(&self, options: &Options) -> (Names, Names) {
        let (Some(old), Some(new)) = (self.old, self.new) else {
            return Default::default();
        };
        if options.noise || old.name == new.name || old.name.is_empty() || new.name.is_empty() {
            return Default::default();
        }
        // A name that C cannot have: no other one can be the same.
        let both = format!("{}#", new.name);
        (
            Names::from([(old.name.to_owned(), both.clone())]),
            Names::from([(new.name.to_owned(), both)]),
        )
    }
}

fn side(text: Text<'_>, language: Language) -> Side<'_> {
    Side {
        name: String::new(),
        text: text.text,
        first: text.line,
        outline: Outline::of(text.text, language),
    }
}

impl File {
    /// Compares stretches of a file; what only comments or the layout make different is shown where nothing else is.
    pub fn of_stretches(names: (String, String), language: Language, all: &[Stretch]) -> File {
        let usual = Options::default();
        let noise = Options {
            noise: true,
            ..Options::default()
        };
        let entries = all.iter().map(|one| {
            let entry = one.entry(language, &usual);
            match entry.change.counts() {
                true => entry,
                false => one.entry(language, &noise),
            }
        });
        let mut file = File {
            old: Some(names.0),
            new: Some(names.1),
            entries: entries.collect(),
        };
        moved::mark(&mut file.entries);
        file
    }
}

#[cfg(test)]
mod tests {
    use super::super::text::{Style, render};
    use super::*;

    fn shown(old: Option<Text>, new: Option<Text>) -> String {
        let stretch = Stretch {
            what: "launch",
            old,
            new,
            place: Some("a.c:7".into()),
            directive: Some("target".into()),
        };
        let names = ("a.c".into(), "a.c (now)".into());
        let file = File::of_stretches(names, Language::C, &[stretch]);
        let style = Style {
            colour: false,
            context: Some(3),
        };
        render(&file, style)
    }

    fn text<'a>(line: usize, name: &'a str, text: &'a str) -> Option<Text<'a>> {
        Some(Text { line, text, name })
    }

    #[test]
    fn lines_have_the_numbers_of_their_file() {
        assert_eq!(
            shown(
                text(7, "f_1", "ROMP(f_1);\nx = 1;\ny = 2;\n"),
                text(9, "f_2", "ROMP(f_2);\nx = 3;\ny = 2;\n")
            ),
            "--- a.c\n+++ a.c (now)\n@@ -7,3 +9,3 @@ launch f_2 (was f_1) of a.c:7: target\n ROMP(f_2);\n-x = 1;\n\
             +x = 3;\n y = 2;\n"
        );
    }

    #[test]
    fn comments_count_where_nothing_else_does() {
        let found = shown(
            text(1, "f", "/* one */ x = 1;\n"),
            text(1, "f", "/* two */ x = 1;\n"),
        );
        assert!(
            found.contains("-/* one */ x = 1;\n+/* two */ x = 1;\n"),
            "{found}"
        );
        let new = shown(None, text(4, "f", "x = 1;\n"));
        assert!(
            new.contains("@@ -0,0 +4 @@ launch f of a.c:7: target [new]\n+x = 1;\n"),
            "{new}"
        );
    }
}
