//! `#line` directives that give lines of a file the numbers of other lines, or the name of another file.
//!
//! Line markers alone tell where preprocessed text comes from, and behind such a directive they tell something else.
//! Generators write directives that are true of their own output; those change nothing. Must not know C's grammar.

use super::original::{DirectiveLine, Original, RawLine};
use super::{FileId, Preprocessed};
use std::collections::BTreeMap;

/// The files for whose lines others pass, each with the file and the line of a directive that has them do so.
pub(super) type Renumbered = BTreeMap<FileId, (FileId, u32)>;

impl Preprocessed {
    /// The file and the line of a directive by which other lines pass for lines of this file.
    pub fn renumbered_by(&self, file: FileId) -> Option<(FileId, u32)> {
        let found = self.renumbered.get_or_init(|| self.find_renumbered());
        found.get(&file).copied()
    }

    fn find_renumbered(&self) -> Renumbered {
        let is_read = |id: &FileId| self.is_read(*id) && self.is_user_file(*id);
        let mut found = Renumbered::new();
        for id in self.files().filter(is_read) {
            if let Some(file) = self.original(id).filter(|file| may_renumber(file.text())) {
                self.renumbered_in(id, file, &mut found);
            }
        }
        found
    }

    /// Whether a file is the main file, or included.
    fn is_read(&self, id: FileId) -> bool {
        id == self.main_id() || self.inclusions(id) > 0
    }

    fn renumbered_in(&self, id: FileId, file: &Original, found: &mut Renumbered) {
        let scanned = file.scan();
        // The file that the lines pass for; none where it is none of those that are read.
        let mut named = Some(id);
        let others = |line: &&RawLine| line.directive == DirectiveLine::Other;
        for line in scanned.lines.iter().filter(others) {
            let tokens = &scanned.tokens[line.first as usize..line.end as usize];
            let words: Vec<_> = tokens.iter().map(|token| file.spelling(token)).collect();
            let said = match words.get(1).map(AsRef::as_ref) {
                Some("line") => &words[2..],
                Some(number) if is_number(number) => &words[1..],
                _ => continue,
            };
            if let Some(name) = said.get(1) {
                let name = name.trim_matches('"');
                let mut files = self.files().filter(|&id| self.is_read(id));
                named = files.find(|&id| self.path(id).to_string_lossy() == name);
            }
            let last = tokens.last().map_or(0, |token| token.hi as usize - 1);
            let next = file.line_of(last) + 1;
            let number: Option<u32> = said.first().and_then(|number| number.parse().ok());
            if let Some(named) = named.filter(|&named| named != id || number != Some(next)) {
                found.entry(named).or_insert((id, line.line));
            }
        }
    }
}

/// Whether a line looks like such a directive.
fn may_renumber(text: &str) -> bool {
    text.lines().any(|line| {
        let behind = line.trim_start().strip_prefix('#').map(str::trim_start);
        behind.is_some_and(|rest| rest.starts_with("line") || rest.starts_with(is_digit))
    })
}

fn is_number(word: &str) -> bool {
    word.starts_with(is_digit)
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    /// The files among `a.c` and `b.h` that are renumbered by what stands in the former.
    fn renumbered(directives: &str) -> Vec<String> {
        let main = format!("#include \"b.h\"\n{directives}int x;\n");
        let text =
            format!("# 1 \"a.c\"\n# 1 \"b.h\" 1\nint y;\n# 2 \"a.c\" 2\n{directives}int x;\n");
        let mut pre = Preprocessed::new(text, PathBuf::from("a.c"));
        pre.set_original(Path::new("a.c"), main);
        pre.set_original(Path::new("b.h"), "int y;\n".to_string());
        let files = pre.files().filter(|&id| pre.renumbered_by(id).is_some());
        files.map(|id| pre.path(id).display().to_string()).collect()
    }

    #[test]
    fn true_numbers_change_nothing() {
        for (directives, expected) in [
            ("", vec![]),
            ("#line 3\n", vec![]),
            ("#line 3 \"a.c\"\n", vec![]),
            ("# 3 \"a.c\"\n", vec![]),
            ("#line 7\n", vec!["a.c"]),
            ("#line 2 \"a.c\"\n", vec!["a.c"]),
            ("#line N\n", vec!["a.c"]),
            ("#line 1 \"b.h\"\n", vec!["b.h"]),
            ("#line 1 \"c.y\"\n", vec![]),
            ("#line 1 \"c.y\"\n#line 9\n", vec![]),
            ("#line 1 \"c.y\"\n#line 4 \"a.c\"\n", vec![]),
            ("#line 1 \"c.y\"\n#line 5 \"a.c\"\n", vec!["a.c"]),
            ("/*\n#line 7\n*/\n", vec![]),
        ] {
            assert_eq!(renumbered(directives), expected, "{directives}");
        }
    }
}
