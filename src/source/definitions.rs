//! Which macros are defined where: the `#define` and `#undef` lines that a preprocessor leaves in its text (`-dD`),
//! taken out of it.
//!
//! They are the definitions in force, whatever conditionals, headers and the command line decide. Must not know C's
//! grammar.

use super::expansion::{Definition, Word};
use super::markers::read_marker;
use super::original::{DirectiveLine, Original, RawToken};
use super::token::Kind;
use super::{Comment, FileId, Preprocessed};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::sync::OnceLock;

/// The lines, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct MacroLines {
    /// All of them, each with its line end.
    text: String,
    lines: Vec<MacroLine>,
}

#[derive(Clone, Copy, Debug)]
struct MacroLine {
    /// The row of the text from which on it is in force.
    row: u32,
    /// Its range of `MacroLines::text`.
    lo: u32,
    hi: u32,
    origin: Origin,
}

/// Who defined a macro.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    Compiler,
    CommandLine,
    /// A header that the compiler calls a system header.
    System,
    User,
}

/// So many lines in a row are left as empty ones; of more a marker says how many they are.
const EMPTY_LINES: usize = 8;

/// What the preprocessor printed, without such lines and with everything else at its line, and the lines.
pub fn split(text: &[u8]) -> (Vec<u8>, MacroLines) {
    let mut out = Vec::with_capacity(text.len());
    let mut found = MacroLines::default();
    let mut here = Here::default();
    let mut rows = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let is_macro = line.starts_with(b"#define ") || line.starts_with(b"#undef ");
        let empty = line.iter().all(u8::is_ascii_whitespace);
        let marker = line.starts_with(b"# ").then(|| {
            let line = String::from_utf8_lossy(line).into_owned();
            read_marker(&line).map(|marker| (marker.line, line))
        });
        if let Some((number, line)) = marker.flatten() {
            // It says where what follows stands.
            here = Here::behind(number as usize, &line);
        } else if is_macro || empty && here.left_out > 0 {
            if is_macro {
                let lo = found.text.len() as u32;
                found.text.push_str(&String::from_utf8_lossy(line));
                found.lines.push(MacroLine {
                    row: rows,
                    lo,
                    hi: found.text.len() as u32,
                    origin: here.origin,
                });
            }
            here.left_out += 1;
            here.line += 1;
            continue;
        } else {
            rows += here.write_gap(&mut out);
            here.line += 1;
        }
        out.extend_from_slice(line);
        rows += 1;
    }
    (out, found)
}

/// Where the next line of the text stands.
struct Here {
    line: usize,
    /// The marker's name of the file, and its flags without those for the beginning and the end of a file.
    file: String,
    origin: Origin,
    /// How many lines before it were left out.
    left_out: usize,
}

impl Default for Here {
    fn default() -> Here {
        Here {
            line: 1,
            file: String::new(),
            origin: Origin::User,
            left_out: 0,
        }
    }
}

impl Here {
    fn behind(line: usize, marker: &str) -> Here {
        let first = marker.find('"').unwrap_or(marker.len());
        let last = marker.rfind('"').map_or(marker.len(), |at| at + 1);
        let (name, flags) = (&marker[first..last.max(first)], &marker[last.max(first)..]);
        let mut file = name.to_string();
        for flag in flags.split_ascii_whitespace() {
            if flag != "1" && flag != "2" {
                let _ = write!(file, " {flag}");
            }
        }
        let system = flags.split_ascii_whitespace().any(|flag| flag == "3");
        let origin = match name {
            "\"<built-in>\"" => Origin::Compiler,
            "\"<command-line>\"" | "\"<command line>\"" => Origin::CommandLine,
            _ if system => Origin::System,
            _ => Origin::User,
        };
        Here {
            line,
            file,
            origin,
            left_out: 0,
        }
    }

    /// Returns how many rows it writes.
    fn write_gap(&mut self, out: &mut Vec<u8>) -> u32 {
        let lines = std::mem::take(&mut self.left_out);
        if lines > EMPTY_LINES && !self.file.is_empty() {
            out.extend_from_slice(format!("# {} {}\n", self.line, self.file).as_bytes());
            return 1;
        }
        out.extend(std::iter::repeat_n(b'\n', lines));
        lines as u32
    }
}

/// The macros of a text by name.
#[derive(Default)]
pub(crate) struct Definitions {
    by_name: HashMap<String, Vec<Event>>,
    /// Names that `#pragma push_macro` saves: what they stand for later is not in the lines.
    pushed: HashSet<String>,
    /// The `#define` lines of the user's files by name: the file, and the number of the line in what was scanned of it.
    places: HashMap<String, Vec<(FileId, usize)>>,
}

/// The place of a `#define` line in an original file.
pub struct DefinePlace {
    pub file: FileId,
    /// Where it begins.
    pub lo: u32,
    /// Behind its last token.
    pub hi: u32,
    /// The comments directly above it.
    pub above: Vec<Comment>,
}

/// A name is defined, or `#undef` takes its definition away.
struct Event {
    row: u32,
    origin: Origin,
    /// None for `#undef`.
    line: Option<String>,
    parsed: OnceLock<Option<Definition>>,
    /// There is a definition of the name within braces.
    inside: bool,
}

impl Event {
    fn definition(&self) -> Option<&Definition> {
        let parse = || Definition::read(self.line.as_ref()?, self.origin, !self.inside);
        self.parsed.get_or_init(parse).as_ref()
    }
}

impl Definitions {
    fn new(pre: &Preprocessed, lines: &MacroLines) -> Definitions {
        let mut all = Definitions::default();
        if lines.lines.is_empty() {
            return all;
        }
        let users = pre.files().filter(|&file| pre.is_user_file(file));
        let mut inside: HashSet<String> = HashSet::new();
        for (file, original) in users.filter_map(|file| Some((file, pre.original(file)?))) {
            for define in defines_of(original) {
                if define.within_braces {
                    inside.insert(define.name.clone());
                }
                let places = all.places.entry(define.name).or_default();
                places.push((file, define.row));
            }
        }
        for line in &lines.lines {
            let text = &lines.text[line.lo as usize..line.hi as usize];
            let Some((word, rest)) = text.split_once(' ') else {
                continue;
            };
            let rest = rest.trim_end();
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
            let name = &rest[..end.unwrap_or(rest.len())];
            let defines = word == "#define";
            let events = all.by_name.entry(name.to_string()).or_default();
            // Nothing is taken away where there is nothing.
            if defines || events.last().is_some_and(|event| event.line.is_some()) {
                events.push(Event {
                    row: line.row,
                    origin: line.origin,
                    line: defines.then(|| rest.to_string()),
                    parsed: OnceLock::new(),
                    inside: inside.contains(name),
                });
            }
        }
        if pre.text().contains("push_macro") {
            let saves = |line: &&str| line.starts_with('#') && line.contains("push_macro");
            let name = |line: &str| line.split('"').nth(1).map(String::from);
            all.pushed = pre.text().lines().filter(saves).filter_map(name).collect();
        }
        all
    }

    /// What a name stands for in a row of the text.
    pub fn at(&self, name: &str, row: u32) -> Option<&Definition> {
        let events = self.by_name.get(name)?;
        let next = events.partition_point(|event| event.row <= row);
        let event = events.get(next.checked_sub(1)?)?;
        event.definition().filter(|_| !self.pushed.contains(name))
    }

    /// What a name stands for from its definition to the end of the text; none for one that stands for different
    /// things at different places.
    pub fn everywhere(&self, name: &str) -> Option<&Definition> {
        let (first, others) = self.by_name.get(name)?.split_first()?;
        let first = first.definition()?;
        let same = |event: &Event| event.definition().is_some_and(|other| first.is_same(other));
        (!self.pushed.contains(name) && others.iter().all(same)).then_some(first)
    }
}

impl Preprocessed {
    /// Tells which macros are defined where.
    pub fn with_macro_lines(mut self, lines: MacroLines) -> Preprocessed {
        self.macro_lines = lines;
        self
    }

    pub(crate) fn definitions(&self) -> &Definitions {
        self.definitions
            .get_or_init(|| Definitions::new(self, &self.macro_lines))
    }

    /// What a macro stands for, if that is one thing in all of the text.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions().everywhere(name)
    }

    /// What a macro stands for at an offset of the text.
    pub fn definition_at(&self, name: &str, offset: usize) -> Option<&Definition> {
        self.definitions().at(name, self.row_at(offset) as u32)
    }

    /// Whether a name is that of a macro somewhere in the text.
    pub fn names_macro(&self, name: &str) -> bool {
        self.definitions().by_name.contains_key(name)
    }

    /// The names of the macros that the program or the command line defines somewhere, in no order.
    pub fn macros_of_program(&self) -> impl Iterator<Item = &str> {
        let of_program = |event: &Event| {
            event.line.is_some() && matches!(event.origin, Origin::User | Origin::CommandLine)
        };
        let all = self.definitions().by_name.iter();
        let own = all.filter(move |(_, events)| events.iter().any(of_program));
        own.map(|(name, _)| name.as_str())
    }

    /// Where the user's text has a definition of a macro, the first one that stands for the same.
    pub fn define_place(&self, name: &str, definition: &Definition) -> Option<DefinePlace> {
        let places = self.definitions().places.get(name)?;
        places.iter().find_map(|&(file, row)| {
            let original = self.original(file)?;
            let scanned = original.scan();
            let line = scanned.lines.get(row)?;
            let tokens = &scanned.tokens[line.first as usize..line.end as usize];
            let (first, last) = (tokens.first()?, tokens.last()?);
            let body = tokens.len().checked_sub(definition.body.len())?;
            let same = |(token, word): (&RawToken, &Word)| original.spelling(token) == word.text;
            let head = if definition.is_function_like() { 5 } else { 3 };
            let fits = match definition.is_function_like() {
                true => body >= head && original.spelling(&tokens[body - 1]) == ")",
                false => body == head,
            };
            (fits && tokens[body..].iter().zip(&definition.body).all(same)).then(|| DefinePlace {
                file,
                lo: first.lo,
                hi: last.hi,
                above: above(original, first.lo as usize),
            })
        })
    }

    /// The comments within a `#define` line and behind it.
    pub fn comments_in_define(&self, place: &DefinePlace) -> Vec<Comment> {
        self.original(place.file).map_or_else(Vec::new, |original| {
            let line = original.line_of(place.hi as usize - 1);
            original.comments(place.lo as usize..original.line_range(line).end)
        })
    }

    /// The constant that a macro stands for.
    pub fn integer_macro(&self, name: &str) -> Option<&str> {
        let [word] = self.definition(name)?.body.as_slice() else {
            return None;
        };
        let digits = word.text.bytes().all(|b| b.is_ascii_digit());
        digits.then_some(word.text.as_str())
    }
}

/// The comments directly above a `#define` line. What a file begins with is about the file.
fn above(file: &Original, define: usize) -> Vec<Comment> {
    let mut comments = file.comments_above(define);
    let tokens = &file.scan().tokens;
    let begins = |one: &Comment| tokens.first().is_none_or(|first| one.lo < first.lo);
    if comments.first().is_some_and(begins) {
        comments.clear();
    }
    comments
}

/// A `#define` line of a file.
struct Define {
    name: String,
    /// Its number among the lines that were scanned.
    row: usize,
    /// A function that follows may not see it.
    within_braces: bool,
}

/// The `#define` lines of a file.
fn defines_of(file: &Original) -> Vec<Define> {
    let scanned = file.scan();
    let (mut depth, mut found) = (0i64, vec![]);
    for (row, line) in scanned.lines.iter().enumerate() {
        let tokens = &scanned.tokens[line.first as usize..line.end as usize];
        match (line.directive, tokens) {
            (DirectiveLine::No, _) => {
                for token in tokens.iter().filter(|token| token.kind == Kind::Punct) {
                    match &*file.spelling(token) {
                        "{" => depth += 1,
                        "}" => depth -= 1,
                        _ => {}
                    }
                }
            }
            (DirectiveLine::Define, [_, _, name, ..]) => found.push(Define {
                name: file.spelling(name).into_owned(),
                row,
                within_braces: depth != 0,
            }),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# 0 \"<built-in>\"\n#define __MAX__ 7\n# 0 \"<command-line>\"\n#define N 4\n\
        # 1 \"a.c\"\n# 1 \"l.h\" 1 3 4\n#define LIMIT __MAX__\nint l;\n# 2 \"a.c\" 2\nint x;\n#undef GONE\n\
        #define GONE 1\nint y;\n#undef GONE\n#define SQR(x) ((x) * (x))\n#define N 4\nint z;\n";

    fn text() -> Preprocessed {
        let (text, lines) = split(TEXT.as_bytes());
        let text = String::from_utf8(text).unwrap();
        Preprocessed::new(text, "a.c".into()).with_macro_lines(lines)
    }

    #[test]
    fn lines_are_taken_out_and_others_keep_their_places() {
        let pre = text();
        assert!(!pre.text().contains("#define"), "{}", pre.text());
        let line = |word: &str| pre.location(pre.text().find(word).unwrap()).1;
        assert_eq!(
            (line("l;"), line("x;"), line("y;"), line("z;")),
            (2, 2, 5, 9)
        );
        let many = format!("# 1 \"a.c\" 1 3\n{}int x;\n", "#define A\n".repeat(9));
        let (short, lines) = split(many.as_bytes());
        assert_eq!(
            String::from_utf8(short).unwrap(),
            "# 1 \"a.c\" 1 3\n# 10 \"a.c\" 3\nint x;\n"
        );
        assert_eq!(lines.lines.len(), 9);
    }

    #[test]
    fn what_is_in_force_at_a_place() {
        let pre = text();
        let at = |word: &str| pre.row_at(pre.text().find(word).unwrap()) as u32;
        let macros = pre.definitions();
        assert!(macros.at("GONE", at("x;")).is_none() && macros.at("GONE", at("z;")).is_none());
        assert_eq!(macros.at("GONE", at("y;")).unwrap().text(), "1");
        assert!(macros.everywhere("GONE").is_none() && macros.at("NONE", 0).is_none());
        assert_eq!(pre.definition("SQR").unwrap().text(), "((x) * (x))");
        assert_eq!(pre.definition("LIMIT").unwrap().origin, Origin::System);
        assert_eq!(pre.definition("__MAX__").unwrap().origin, Origin::Compiler);
        assert_eq!(pre.definition("N").unwrap().origin, Origin::CommandLine);
        assert_eq!(pre.integer_macro("N"), Some("4"));
        assert_eq!(pre.integer_macro("SQR"), None);
    }
}
