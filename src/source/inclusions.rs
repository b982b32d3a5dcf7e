//! Which file was included where, once for each time: a file that is included twice is two inclusions.
//!
//! From the line markers, in one pass. Must not know what stands in the files.

use super::markers::read_marker;
use super::original::{DirectiveLine, Original, RawLine};
use super::token::Kind;
use super::{FileId, Preprocessed};
use std::ops::Range;

/// The main file, or a file each time that it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inclusion {
    pub file: FileId,
    /// The inclusion that it stands in; none for the main file.
    pub parent: Option<usize>,
    /// The line of that one's file behind the directive; none where no line of the file includes it (`-include`).
    pub behind: Option<u32>,
    /// Where it begins in the text.
    pub start: u32,
}

/// The inclusions of a translation unit, the main file first, by where they begin.
pub struct Inclusions {
    pub all: Vec<Inclusion>,
    /// Beside the rows.
    of_row: Vec<u32>,
}

/// An `#include` of an original file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    pub line: u32,
    /// What stands between the quotes or brackets; none where macros give it.
    pub name: Option<Name>,
}

/// The name in an `#include`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    pub text: String,
    /// It stands between quotes: the folder of its file comes first.
    pub quoted: bool,
    /// Its bytes, without quotes and brackets.
    pub range: Range<usize>,
}

impl Inclusions {
    pub fn of(pre: &Preprocessed) -> Inclusions {
        let mut all = vec![Inclusion {
            file: pre.main_id(),
            parent: None,
            behind: None,
            start: 0,
        }];
        let mut open = vec![0];
        let mut of_row = Vec::with_capacity(pre.rows.len());
        for (at, row) in pre.rows.iter().enumerate() {
            let here = *open.last().unwrap_or(&0);
            of_row.push(here as u32);
            let next = pre.rows.get(at + 1).filter(|_| row.marker);
            let (Some(next), Some(marker)) = (next, read_marker(&pre.text()[pre.row_range(at)]))
            else {
                continue;
            };
            if marker.enters {
                open.push(all.len());
                all.push(Inclusion {
                    file: next.file,
                    parent: Some(here),
                    behind: None,
                    start: next.start,
                });
            } else if marker.returns && open.len() > 1 {
                open.pop();
                let parent = all[*open.last().unwrap_or(&0)];
                all[here].behind = (next.file == parent.file).then_some(marker.line);
            }
        }
        Inclusions { all, of_row }
    }

    /// The inclusion that an offset of the text stands in.
    pub fn at(&self, pre: &Preprocessed, offset: usize) -> usize {
        self.at_row(pre.row_at(offset))
    }

    pub(crate) fn at_row(&self, row: usize) -> usize {
        self.of_row.get(row).map_or(0, |&it| it as usize)
    }

    /// The text's lines with something on them that come from the file of their inclusion: the inclusion, the line of its
    /// file, and the text.
    pub fn lines<'a>(
        &'a self,
        pre: &'a Preprocessed,
    ) -> impl Iterator<Item = (usize, u32, &'a str)> {
        let rows = pre.rows.iter().zip(&self.of_row).enumerate();
        rows.filter(|(_, (row, of))| !row.marker && row.file == self.all[**of as usize].file)
            .map(|(at, (row, of))| (*of as usize, row.line, pre.text()[pre.row_range(at)].trim()))
            .filter(|(_, _, text)| !text.is_empty())
    }
}

impl Original {
    /// The directives that include files, by position.
    pub fn includes(&self) -> Vec<Include> {
        let lines = self.scan().lines.iter();
        lines
            .filter(|line| line.directive == DirectiveLine::Include)
            .map(|line| Include {
                line: line.line,
                name: self.included(line),
            })
            .collect()
    }

    fn included(&self, line: &RawLine) -> Option<Name> {
        let [name] = self
            .scan()
            .tokens
            .get(line.first as usize + 2..line.end as usize)?
        else {
            return None;
        };
        let range = name.lo as usize + 1..(name.hi as usize).checked_sub(1)?;
        let quoted = self.text().as_bytes()[name.lo as usize] == b'"';
        let text = self.text().get(range.clone())?.to_string();
        (name.kind == Kind::Str && !text.contains('\n')).then_some(Name {
            text,
            quoted,
            range,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_time_is_an_inclusion() {
        let text = "# 0 \"a.c\"\n# 0 \"<built-in>\"\n# 1 \"o.h\" 1\n# 0 \"<built-in>\" 2\n# 1 \"a.c\"\nint a;\n# 1 \"b.h\" 1\n\
                    # 1 \"c.h\" 1\nint c;\n# 4 \"b.h\" 2\nint b;\n# 3 \"a.c\" 2\n# 1 \"b.h\" 1\nint d;\n# 4 \"a.c\" 2\nint e;\n";
        let pre = Preprocessed::new(text.into(), "a.c".into());
        let found = Inclusions::of(&pre);
        let all: Vec<_> = found
            .all
            .iter()
            .map(|it| (pre.path(it.file).to_str().unwrap(), it.parent, it.behind))
            .collect();
        assert_eq!(
            all,
            [
                ("a.c", None, None),
                ("o.h", Some(0), None),
                ("b.h", Some(0), Some(3)),
                ("c.h", Some(2), Some(4)),
                ("b.h", Some(0), Some(4)),
            ]
        );
        let of = |word: &str| found.at(&pre, text.find(word).unwrap());
        assert_eq!(
            ["int a", "int c", "int b", "int d", "int e"].map(of),
            [0, 3, 2, 4, 0]
        );
        let lines: Vec<_> = found.lines(&pre).collect();
        assert_eq!(lines[1], (3, 1, "int c;"));
    }

    #[test]
    fn names_of_includes() {
        let text = "#include \"x/a.h\" // c\n # include_next <b.h>\n#include NAME\n#include\nint x;\n#if 0\n#include \\\n\"c.h\"\n#endif\n";
        let file = Original::new(text.into());
        let found = file.includes();
        let names: Vec<_> = found
            .iter()
            .map(|it| {
                let name = it.name.as_ref();
                (it.line, name.map(|it| (it.text.as_str(), it.quoted)))
            })
            .collect();
        assert_eq!(
            names,
            [
                (1, Some(("x/a.h", true))),
                (2, Some(("b.h", false))),
                (3, None),
                (4, None),
                (7, Some(("c.h", true))),
            ]
        );
        let range = found[0].name.clone().unwrap().range;
        assert_eq!(&text[range], "x/a.h");
    }
}
