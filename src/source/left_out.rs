//! Which parts of the original files are no code: the preprocessor's directives, and what conditionals leave out.
//!
//! From the nesting of the directives and the lines for which the preprocessor printed something: it has left out a branch
//! for which it printed nothing. Comments there are about no code of the program. Must not know C's grammar.

use super::original::{DirectiveLine, RawToken};
use super::{Comment, FileId, Original, Preprocessed};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

/// For each file the byte ranges, in order, none in another one.
pub(super) type LeftOut = HashMap<FileId, Vec<(u32, u32)>>;

impl Preprocessed {
    /// The comments that begin in a byte range of an original file, without those in parts that are no code.
    pub fn comments_of_code(&self, file: FileId, range: Range<usize>) -> Vec<Comment> {
        let Some(original) = self.original(file) else {
            return vec![];
        };
        let mut found = original.comments(range);
        if !found.is_empty() {
            found.retain(|comment| !self.is_left_out(file, comment.lo));
        }
        found
    }

    /// The last token of code that ends at an offset of an original file or before it, and what line it stands on: a
    /// pragma, or no directive at all.
    pub(crate) fn code_before(
        &self,
        file: FileId,
        at: usize,
    ) -> Option<(&RawToken, DirectiveLine)> {
        let scanned = self.original(file)?.scan();
        let behind = scanned
            .tokens
            .partition_point(|token| token.hi as usize <= at);
        let tokens = scanned.tokens[..behind].iter().rev();
        let mut code = tokens.filter(|token| !self.is_left_out(file, token.lo));
        let token = code.next()?;
        Some((token, scanned.lines[token.row as usize].directive))
    }

    /// The tokens of code in a byte range of an original file, without those of directives.
    pub(crate) fn code_in(
        &self,
        file: FileId,
        range: Range<usize>,
    ) -> impl Iterator<Item = &RawToken> {
        let scanned = self.original(file).map(|original| original.scan());
        let tokens = scanned.map_or(&[][..], |scanned| {
            let from = { &scanned.tokens }.partition_point(|t| (t.lo as usize) < range.start);
            let to = { &scanned.tokens }.partition_point(|t| (t.lo as usize) < range.end);
            &scanned.tokens[from..to.max(from)]
        });
        tokens.iter().filter(move |token| {
            let line = scanned.map(|scanned| scanned.lines[token.row as usize].directive);
            line == Some(DirectiveLine::No) && !self.is_left_out(file, token.lo)
        })
    }

    fn is_left_out(&self, file: FileId, at: u32) -> bool {
        let all = self.left_out.get_or_init(|| self.find_left_out());
        let Some(ranges) = all.get(&file) else {
            return false;
        };
        let behind = ranges.partition_point(|(lo, _)| *lo <= at);
        behind > 0 && at < ranges[behind - 1].1
    }

    fn find_left_out(&self) -> LeftOut {
        let users = self.files().filter(|&file| self.is_user_file(file));
        let users = users.filter_map(|file| Some((file, self.original(file)?)));
        let directives = |(_, original): &(FileId, &Original)| {
            let mut lines = original.scan().lines.iter();
            lines.any(|line| !is_code(line.directive))
        };
        let files: HashMap<FileId, &Original> = users.filter(directives).collect();
        let mut printed: HashMap<FileId, HashSet<u32>> = HashMap::new();
        for (at, row) in self.rows.iter().enumerate() {
            if !row.marker && files.contains_key(&row.file) {
                let text = &self.text()[self.row_range(at)];
                if !text.trim().is_empty() {
                    printed.entry(row.file).or_default().insert(row.line);
                }
            }
        }
        let nothing = HashSet::new();
        let of = |(file, original): (FileId, &Original)| {
            let printed = printed.get(&file).unwrap_or(&nothing);
            (file, in_file(original, printed))
        };
        files.into_iter().map(of).collect()
    }
}

fn is_code(line: DirectiveLine) -> bool {
    matches!(line, DirectiveLine::No | DirectiveLine::Pragma)
}

/// A branch of a conditional that is open.
struct Branch {
    lo: u32,
    printed: bool,
}

/// The parts of a file, from the lines for which something was printed.
fn in_file(original: &Original, printed: &HashSet<u32>) -> Vec<(u32, u32)> {
    let scanned = original.scan();
    let mut found = vec![];
    let mut open: Vec<Branch> = vec![];
    for line in &scanned.lines {
        let tokens = &scanned.tokens[line.first as usize..line.end as usize];
        let [first, .., last] = tokens else {
            let any = printed.contains(&line.line);
            open.iter_mut().for_each(|branch| branch.printed |= any);
            continue;
        };
        if is_code(line.directive) {
            let any = printed.contains(&line.line);
            open.iter_mut().for_each(|branch| branch.printed |= any);
            continue;
        }
        let end = original.line_end(original.line_of(last.hi as usize - 1)) as u32;
        found.push((first.lo, end));
        if line.directive != DirectiveLine::Conditional {
            continue;
        }
        let word = original.spelling(&tokens[1]);
        if !word.starts_with("if")
            && let Some(branch) = open.pop()
            && !branch.printed
        {
            found.push((branch.lo, first.lo));
        }
        if word != "endif" {
            open.push(Branch {
                lo: end,
                printed: false,
            });
        }
    }
    found.sort_unstable();
    let mut merged: Vec<(u32, u32)> = vec![];
    for (lo, hi) in found {
        match merged.last_mut() {
            Some((_, end)) if lo <= *end => *end = hi.max(*end),
            _ => merged.push((lo, hi)),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "#if A // a\nx; // b\n#if B\ny; // c\n#endif // d\n#else /* e */\nz; // f\n#endif\n\
        #define N /* g */ \\\n 1 /* h */\nint n; // i\n#pragma omp taskwait // j\n";

    #[test]
    fn comments_of_code_alone() {
        let text = "# 1 \"a.c\"\n\nx;\n# 11 \"a.c\"\nint n;\n#pragma omp taskwait\n";
        let mut pre = Preprocessed::new(text.into(), "a.c".into());
        pre.set_original("a.c".as_ref(), FILE.into());
        let comments = pre.comments_of_code(FileId(0), 0..FILE.len());
        let texts: Vec<&str> = comments.iter().map(|one| one.text.as_str()).collect();
        assert_eq!(texts, ["// b", "// i", "// j"]);
        let word = |token: &RawToken| FILE[token.lo as usize..token.hi as usize].to_string();
        let code: Vec<String> = pre.code_in(FileId(0), 0..FILE.len()).map(word).collect();
        assert_eq!(code, ["x", ";", "int", "n", ";"]);
        let at = FILE.find("int").unwrap();
        let (before, line) = pre.code_before(FileId(0), at).unwrap();
        assert_eq!((word(before).as_str(), line), (";", DirectiveLine::No));
    }
}
