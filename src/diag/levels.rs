//! How severe warnings are, as flags of the command line say it.
//!
//! From the names of the codes. A later flag overrules an earlier one; `-w` silences all that no flag has made
//! an error. Must not know where a warning comes from.

use super::{Code, Diagnostic, Severity};

/// What flags said of the warnings that have names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Levels {
    /// `-w`.
    pub quiet: bool,
    /// A bit for each warning, by its place among those with names: what the last flag about it has done.
    off: u32,
    on: u32,
    errors: u32,
    no_errors: u32,
}

/// A warning by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Warning(pub Code);

impl Warning {
    /// All of them, in the order of their numbers.
    pub fn all() -> impl Iterator<Item = (Warning, &'static str)> {
        let named = |code: &Code| Some((Warning(*code), code.flag()?));
        Code::ALL.iter().filter_map(named)
    }

    /// By its name or its code.
    pub fn named(name: &str) -> Option<Warning> {
        Warning::all().find_map(|(warning, flag)| {
            let code = warning.0.number().eq_ignore_ascii_case(name);
            (code || flag == name).then_some(warning)
        })
    }

    /// The warning that was meant by a misspelt name.
    pub fn meant(name: &str) -> Option<&'static str> {
        Warning::all().find_map(|(_, flag)| (edits(name, flag) <= MISSPELT).then_some(flag))
    }

    fn bit(self) -> u32 {
        let place = Warning::all().position(|(warning, _)| warning == self);
        place.map_or(0, |place| 1 << place)
    }
}

/// So many characters may be wrong, missing or too many in a misspelt name.
const MISSPELT: usize = 2;

/// How many characters must be changed, added or removed to make one word of another.
fn edits(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (i, a) in one.chars().enumerate() {
        let mut above = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in other.iter().enumerate() {
            let changed = above + usize::from(a != *b);
            above = row[j + 1];
            row[j + 1] = changed.min(above + 1).min(row[j] + 1);
        }
    }
    row[other.len()]
}

impl std::str::FromStr for Warning {
    type Err = String;

    fn from_str(name: &str) -> Result<Warning, String> {
        Warning::named(name).ok_or_else(|| {
            if let Some(meant) = Warning::meant(name) {
                return format!("no warning is called `{name}`; write `{meant}`");
            }
            let names: Vec<&str> = Warning::all().map(|(_, name)| name).collect();
            format!(
                "no warning is called `{name}`; there are {}",
                names.join(", ")
            )
        })
    }
}

impl Levels {
    /// Takes `NAME`, `no-NAME`, `error=NAME` or `no-error=NAME`, what stands behind `-W`; false where it names
    /// no warning of ours.
    pub fn flag(&mut self, word: &str) -> bool {
        type Change = fn(&mut Levels, Warning);
        let forms: [(&str, Change); 4] = [
            ("no-error=", Levels::make_no_error),
            ("no-", Levels::silence),
            ("error=", Levels::make_error),
            ("", Levels::enable),
        ];
        forms.into_iter().any(|(prefix, apply)| {
            let name = word.strip_prefix(prefix);
            let warning = name.and_then(Warning::named);
            warning.is_some_and(|warning| {
                apply(self, warning);
                true
            })
        })
    }

    pub fn make_error(&mut self, warning: Warning) {
        *self = self.and(Levels {
            errors: warning.bit(),
            on: warning.bit(),
            ..Levels::default()
        });
    }

    fn make_no_error(&mut self, warning: Warning) {
        *self = self.and(Levels {
            no_errors: warning.bit(),
            ..Levels::default()
        });
    }

    fn silence(&mut self, warning: Warning) {
        *self = self.and(Levels {
            off: warning.bit(),
            no_errors: warning.bit(),
            ..Levels::default()
        });
    }

    fn enable(&mut self, warning: Warning) {
        *self = self.and(Levels {
            on: warning.bit(),
            ..Levels::default()
        });
    }

    /// What later flags say, on top of these.
    pub fn and(self, later: Levels) -> Levels {
        Levels {
            quiet: self.quiet || later.quiet,
            off: self.off & !later.on | later.off,
            on: self.on & !later.off | later.on,
            errors: self.errors & !later.no_errors | later.errors,
            no_errors: self.no_errors & !later.errors | later.no_errors,
        }
    }

    /// A diagnostic as severe as the user wants it; none where it is not wanted.
    pub fn judge(self, mut found: Diagnostic) -> Option<Diagnostic> {
        if found.severity != Severity::Warning {
            return Some(found);
        }
        let bit = Warning(found.code).bit();
        if self.errors & bit != 0 {
            found.severity = Severity::Error;
            return Some(found);
        }
        (!self.quiet && self.off & bit == 0).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Span;

    fn after(words: &[&str]) -> Option<Severity> {
        let mut levels = Levels::default();
        for word in words {
            match *word {
                "-w" => levels.quiet = true,
                word => assert!(levels.flag(word), "{word}"),
            }
        }
        let found = Diagnostic::warning(Code::Serialised, Span::new(0, 1), "");
        levels.judge(found).map(|found| found.severity)
    }

    #[test]
    fn the_last_flag_counts() {
        use Severity::*;
        assert_eq!(after(&[]), Some(Warning));
        assert_eq!(after(&["no-serialised"]), None);
        assert_eq!(after(&["no-serialised", "serialised"]), Some(Warning));
        assert_eq!(after(&["error=serialised"]), Some(Error));
        assert_eq!(after(&["no-serialised", "error=serialised"]), Some(Error));
        assert_eq!(after(&["error=serialised", "no-serialised"]), None);
        assert_eq!(
            after(&["error=serialised", "no-error=serialised"]),
            Some(Warning)
        );
        assert_eq!(after(&["no-openmp-extension"]), Some(Warning));
        assert_eq!(after(&["-w"]), None);
        assert_eq!(after(&["-w", "error=serialised"]), Some(Error));
    }

    #[test]
    fn flags_change_what_others_before_them_say() {
        let forms = [
            "serialised",
            "no-serialised",
            "error=serialised",
            "no-error=serialised",
        ];
        for one in forms {
            for two in forms {
                for three in forms {
                    let mut together = Levels::default();
                    let apart = [one, two, three].map(|word| {
                        assert!(together.flag(word));
                        let mut alone = Levels::default();
                        assert!(alone.flag(word));
                        alone
                    });
                    let [one, two, three] = apart;
                    assert_eq!(one.and(two).and(three), together);
                    assert_eq!(one.and(two.and(three)), together);
                }
            }
        }
    }

    #[test]
    fn other_words_are_not_ours() {
        for word in [
            "",
            "no-",
            "all",
            "error",
            "error=",
            "error=format",
            "no-unused",
            "R2001",
        ] {
            assert!(!Levels::default().flag(word), "{word}");
        }
        assert!("unused".parse::<super::Warning>().is_err());
    }

    #[test]
    fn codes_are_names() {
        assert_eq!(after(&["no-W6002"]), None);
        assert_eq!(after(&["no-W6002", "serialised"]), Some(Severity::Warning));
        assert_eq!(after(&["error=w6002"]), Some(Severity::Error));
        assert_eq!(after(&["no-W6004"]), Some(Severity::Warning));
    }

    #[test]
    fn misspelt_names_are_understood() {
        for (name, expected) in [
            ("serialized", Some("serialised")),
            ("shared-in-lop", Some("shared-in-loop")),
            ("unused", None),
            ("shadow", None),
            ("unknown-warning-option", None),
            ("", None),
        ] {
            assert_eq!(super::Warning::meant(name), expected, "{name}");
        }
        assert_eq!(super::edits("kitten", "sitting"), 3);
        assert_eq!(super::edits("", "abc"), 3);
    }

    #[test]
    fn later_levels_overrule() {
        let levels = |words: &[&str]| {
            let mut levels = Levels::default();
            words.iter().for_each(|word| assert!(levels.flag(word)));
            levels
        };
        let (off, error) = (levels(&["no-serialised"]), levels(&["error=serialised"]));
        assert_eq!(off.and(error), error);
        assert_eq!(error.and(off), off);
        assert_eq!(error.and(Levels::default()), error);
    }

    #[test]
    fn warnings_and_only_they_have_names() {
        for code in Code::ALL {
            assert_eq!(
                code.number().starts_with('W'),
                code.flag().is_some(),
                "{code:?}"
            );
        }
        assert!(super::Warning::all().count() <= 32);
    }
}
