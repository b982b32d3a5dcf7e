//! Which line of the CUDA text stands for which line of the program.
//!
//! From the `#line` directives that the printer writes when it is asked for them: it has the place of each statement,
//! no text is searched. The text that is shown has none, and may differ in a brace where a directive stands between a
//! statement and its head: both texts are aligned.

use super::Location;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use std::collections::BTreeMap;

/// For each line of the text its place in the program; none for a line of the CUDA file alone.
#[derive(Clone, Debug, Default)]
pub struct Links {
    pub lines: Vec<Option<Location>>,
}

impl Links {
    /// The links of `plain`, the text that is shown; `directed` is the same code printed with `#line` directives, in a
    /// file of the name `own`.
    pub fn of(plain: &str, directed: &str, own: &str) -> Links {
        let (texts, places) = undirected(directed, own);
        let shown: Vec<&str> = plain.lines().collect();
        let mut lines: Vec<Option<Location>> = vec![None; shown.len()];
        for op in capture_diff_slices(Algorithm::Myers, &texts, &shown) {
            if let DiffOp::Equal {
                old_index,
                new_index,
                len,
            } = op
            {
                lines[new_index..new_index + len]
                    .clone_from_slice(&places[old_index..old_index + len]);
            }
        }
        Links { lines }
    }

    /// The lines of the CUDA text, from 1, for each line of the program.
    pub fn by_source(&self) -> BTreeMap<(String, u32), Vec<usize>> {
        let mut found: BTreeMap<(String, u32), Vec<usize>> = BTreeMap::new();
        for (at, place) in self.lines.iter().enumerate() {
            if let Some(place) = place {
                let key = (place.file.clone(), place.line);
                found.entry(key).or_default().push(at + 1);
            }
        }
        found
    }
}

/// The lines of a text without its `#line` directives, and the place of each.
fn undirected<'a>(text: &'a str, own: &str) -> (Vec<&'a str>, Vec<Option<Location>>) {
    let (mut texts, mut places) = (vec![], vec![]);
    let mut current: Option<Location> = None;
    for line in text.lines() {
        if let Some(rest) = line.strip_prefix("#line ") {
            current = directive(rest).filter(|place| place.file != own);
            continue;
        }
        let code = line.trim();
        // Behind a comment or a lone brace the next directive says what it belongs to.
        let says = !code.is_empty() && !code.starts_with("//");
        texts.push(line);
        places.push(current.clone().filter(|_| says));
    }
    (texts, places)
}

/// `12 "dir/a.c"`
fn directive(rest: &str) -> Option<Location> {
    let (line, name) = rest.split_once(' ')?;
    let name = name.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut file = String::new();
    let mut escaped = false;
    for c in name.chars() {
        if c != '\\' || escaped {
            file.push(c);
        }
        escaped = c == '\\' && !escaped;
    }
    Some(Location {
        file,
        line: line.parse().ok()?,
        column: 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_differ_in_a_brace_are_aligned() {
        let directed = "#include <h>\n\n#line 3 \"a \\\"b\\\".c\"\nvoid k()\n{\n    if (t == 0) {\n\
            #line 7 \"a \\\"b\\\".c\"\n        x = 1;\n#line 3 \"a \\\"b\\\".c\"\n    }\n}\n\
            #line 12 \"a.cu\"\nint n;\n";
        let plain = "#include <h>\n\nvoid k()\n{\n    if (t == 0)\n        x = 1;\n}\nint n;\n";
        let links = Links::of(plain, directed, "a.cu");
        let lines: Vec<u32> = links
            .lines
            .iter()
            .map(|place| place.as_ref().map_or(0, |place| place.line))
            .collect();
        assert_eq!(lines, [0, 0, 3, 3, 0, 7, 3, 0]);
        let file = links.lines[5].as_ref().map(|place| place.file.as_str());
        assert_eq!(file, Some("a \"b\".c"));
        let from = links.by_source();
        assert_eq!(from[&("a \"b\".c".to_string(), 3)], [3, 4, 7]);
    }
}
