//! [`Preprocessed`]: the compiler's `-E` text with its line markers, and the way from an offset to a
//! file and a line.
//!
//! One pass over the text makes the table of lines; each lookup is a binary search. Original
//! files are loaded on demand. Must not know tokens' meaning.

use super::Span;
use super::align::Group;
use super::definitions::{Definitions, MacroLines};
use super::left_out::LeftOut;
use super::original::Original;
use super::renumbered::Renumbered;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// A file that the line markers name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct FileId(pub u32);

/// One line of the preprocessed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// Offset of its first byte.
    pub start: u32,
    /// The line of the original file that the compiler says it comes from (from 1).
    pub line: u32,
    pub file: FileId,
    pub system: bool,
    /// It is a line marker (or the line behind the last line end).
    pub marker: bool,
}

/// The text of `cc -E -fopenmp` and what it says about where its lines come from.
pub struct Preprocessed {
    text: String,
    main_file: PathBuf,
    base: PathBuf,
    main: FileId,
    /// The file that holds this very text, where the user gave it preprocessed.
    pub(super) given_in: Option<PathBuf>,
    files: Vec<File>,
    pub(crate) rows: Vec<Row>,
    pub(crate) groups: Mutex<HashMap<usize, Arc<Group>>>,
    pub(super) macro_lines: MacroLines,
    pub(super) definitions: OnceLock<Definitions>,
    pub(super) renumbered: OnceLock<Renumbered>,
    pub(super) left_out: OnceLock<LeftOut>,
}

struct File {
    path: PathBuf,
    /// Some line marker did not call it a system header.
    user: bool,
    /// How often a marker said that the file begins.
    entered: u32,
    original: OnceLock<Option<Original>>,
}

impl Preprocessed {
    /// `text` is what the preprocessor printed; `main_file` the file it was given, as it was named.
    pub fn new(text: String, main_file: PathBuf) -> Preprocessed {
        let mut pre = Preprocessed {
            text: super::room::with_room(text),
            main_file,
            base: PathBuf::new(),
            main: FileId(0),
            given_in: None,
            files: vec![],
            rows: vec![],
            groups: Mutex::default(),
            macro_lines: MacroLines::default(),
            definitions: OnceLock::new(),
            renumbered: OnceLock::new(),
            left_out: OnceLock::new(),
        };
        pre.read_markers();
        pre
    }

    /// The directory that the compiler ran in, where the markers' paths are relative to it and that is
    /// not the current directory.
    pub fn with_base(mut self, base: impl Into<PathBuf>) -> Preprocessed {
        self.base = base.into();
        self
    }

    /// Gives the text of an original file in place of what stands on the disk.
    pub fn set_original(&mut self, path: &Path, text: String) {
        for file in &mut self.files {
            if file.path == path {
                file.original = OnceLock::from(Some(Original::new(text.clone())));
            }
        }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text of a span; empty where the span is not one of this text.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }

    pub fn main_file(&self) -> &Path {
        &self.main_file
    }

    pub fn main_id(&self) -> FileId {
        self.main
    }

    /// Every file that a marker names, in the order of first mention.
    pub fn files(&self) -> impl Iterator<Item = FileId> + '_ {
        (0..self.files.len() as u32).map(FileId)
    }

    pub fn path(&self, file: FileId) -> &Path {
        &self.files[file.0 as usize].path
    }

    /// The main file, or one of which some part was not marked as a system header's.
    pub fn is_user_file(&self, file: FileId) -> bool {
        self.files[file.0 as usize].user
    }

    /// The file and the line (from 1) that an offset of the text comes from.
    pub fn location(&self, offset: usize) -> (FileId, u32) {
        let row = self.rows[self.row_at(offset)];
        (row.file, row.line)
    }

    /// The offset stands in a system header.
    pub fn is_system(&self, offset: usize) -> bool {
        self.rows[self.row_at(offset)].system
    }

    /// Where the text has a line of a file, or the first one behind it.
    pub fn offset_of(&self, file: FileId, line: u32) -> Option<usize> {
        let behind = |row: &&Row| row.file == file && row.line >= line && !row.marker;
        let row = self.rows.iter().filter(behind).min_by_key(|row| row.line)?;
        Some(row.start as usize)
    }

    pub fn is_main_file(&self, offset: usize) -> bool {
        self.rows[self.row_at(offset)].file == self.main
    }

    /// How often the file was included; 0 for a file that only a `#line` directive names.
    pub fn inclusions(&self, file: FileId) -> u32 {
        self.files[file.0 as usize].entered
    }

    /// "file.c:12", for people; the file as the marker names it.
    pub fn file_line(&self, offset: usize) -> String {
        let (file, line) = self.location(offset);
        format!("{}:{line}", self.path(file).display())
    }

    /// The original file, none where it cannot be read (`<built-in>`, a deleted file).
    pub fn original(&self, id: FileId) -> Option<&Original> {
        let file = &self.files[id.0 as usize];
        file.original
            .get_or_init(|| {
                if self.given_in.is_some() {
                    return Some(self.lines_of(id));
                }
                let path = self.base.join(&file.path);
                let is_file = std::fs::metadata(&path).is_ok_and(|m| m.is_file());
                let bytes = is_file.then(|| std::fs::read(&path).ok()).flatten()?;
                (bytes.len() < u32::MAX as usize)
                    .then(|| Original::new(super::bytes::decode(bytes)))
            })
            .as_ref()
    }

    /// The index in `rows` of the line that holds the offset.
    pub(crate) fn row_at(&self, offset: usize) -> usize {
        self.rows
            .partition_point(|row| row.start as usize <= offset)
            .saturating_sub(1)
    }

    /// The byte range of a row, its line end included.
    pub(crate) fn row_range(&self, row: usize) -> std::ops::Range<usize> {
        let lo = self.rows[row].start as usize;
        let hi = self
            .rows
            .get(row + 1)
            .map_or(self.text.len(), |next| next.start as usize);
        lo..hi
    }

    fn read_markers(&mut self) {
        let mut ids: HashMap<String, FileId> = HashMap::new();
        let main = self.main_file.to_string_lossy().into_owned();
        let mut here = Row {
            start: 0,
            line: 1,
            file: FileId(0),
            system: false,
            marker: false,
        };
        self.files.push(File {
            user: true,
            ..File::named(&main)
        });
        ids.insert(main, FileId(0));
        let mut rows = Vec::with_capacity(self.text.len() / 24);
        let mut last: Option<(String, FileId)> = None;
        let mut at = 0;
        for line in self.text.split_inclusive('\n') {
            here.start = at as u32;
            at += line.len();
            let marker = if line.starts_with('#') {
                read_marker(line)
            } else {
                None
            };
            let Some(marker) = marker else {
                self.files[here.file.0 as usize].user |= !here.system;
                rows.push(here);
                here.line = here.line.saturating_add(1);
                continue;
            };
            rows.push(Row {
                marker: true,
                ..here
            });
            here.line = marker.line;
            here.system = marker.system;
            here.file = match &last {
                Some((name, id)) if *name == marker.file => *id,
                _ => {
                    let files = &mut self.files;
                    let id = *ids.entry(marker.file.clone()).or_insert_with(|| {
                        files.push(File::named(&marker.file));
                        FileId(files.len() as u32 - 1)
                    });
                    last = Some((marker.file, id));
                    id
                }
            };
            let file = &mut self.files[here.file.0 as usize];
            file.entered += u32::from(marker.enters);
            // Of a file that only includes others no line is left.
            file.user |= marker.enters && !marker.system && !file.is_made_up();
        }
        if rows.is_empty() || self.text.ends_with('\n') {
            here.start = at as u32;
            rows.push(Row {
                marker: true,
                ..here
            });
        }
        self.rows = rows;
    }
}

impl File {
    fn named(path: &str) -> File {
        File {
            path: PathBuf::from(path),
            user: false,
            entered: 0,
            original: OnceLock::new(),
        }
    }

    /// It stands for the compiler's own definitions, or for the command line.
    fn is_made_up(&self) -> bool {
        self.path.to_string_lossy().starts_with('<')
    }
}

pub(super) struct Marker {
    pub line: u32,
    pub file: String,
    system: bool,
    pub enters: bool,
    pub returns: bool,
}

/// `# 12 "file.c" 2 3`, or `#line 12 "file.c"` as some preprocessors print it.
pub(super) fn read_marker(line: &str) -> Option<Marker> {
    let rest = line
        .strip_prefix("#line ")
        .or_else(|| line.strip_prefix("# "))?;
    let rest = rest.trim_start();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let number = rest.get(..digits)?.parse().ok()?;
    let rest = rest.get(digits..)?.trim_start().strip_prefix('"')?;
    let mut file: Vec<u8> = vec![];
    let mut bytes = rest.bytes().enumerate();
    while let Some((i, b)) = bytes.next() {
        match b {
            b'"' => {
                let flags = rest.get(i + 1..).unwrap_or("");
                let says = |flag| flags.split_ascii_whitespace().any(|f| f == flag);
                return Some(Marker {
                    line: number,
                    file: String::from_utf8_lossy(&file).into_owned(),
                    system: says("3"),
                    enters: says("1"),
                    returns: says("2"),
                });
            }
            // gcc prints octal escapes for unprintable bytes, and \\ and \".
            b'\\' => {
                let digits: Vec<u8> = rest.bytes().skip(i + 1).take(3).collect();
                if digits.len() == 3 && digits.iter().all(|d| (b'0'..=b'7').contains(d)) {
                    let value = digits.iter().fold(0u32, |v, d| v * 8 + (d - b'0') as u32);
                    file.push(value as u8);
                    bytes.nth(2);
                } else if let Some((_, next)) = bytes.next() {
                    file.push(next);
                }
            }
            _ => file.push(b),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "# 0 \"d/main.c\"\n# 0 \"<built-in>\"\n# 1 \"d/main.c\"\n# 1 \"/usr/include/x.h\" 1 3 4\nint x;\n# 2 \"d/main.c\" 2\n\nint y;\nint \"z\\303\\251.h\"";

    #[test]
    fn offsets_to_files_and_lines() {
        let pre = Preprocessed::new(TEXT.to_string(), "d/main.c".into());
        let x = TEXT.find("x;").unwrap();
        let y = TEXT.find("y;").unwrap();
        assert_eq!(pre.path(pre.location(x).0), Path::new("/usr/include/x.h"));
        assert!(pre.is_system(x) && !pre.is_main_file(x));
        assert_eq!(pre.location(y), (pre.main_id(), 3));
        assert!(pre.is_main_file(y) && !pre.is_system(y));
        assert_eq!(pre.file_line(TEXT.len()), "d/main.c:4");
        assert!(!pre.is_user_file(pre.location(x).0));
    }

    #[test]
    fn escapes_in_paths() {
        let m = read_marker("# 3 \"a\\\\b\\\"z\\303\\251.h\" 1 3\n").unwrap();
        assert_eq!((m.line, m.file.as_str(), m.system), (3, "a\\b\"zé.h", true));
        for bad in [
            "#",
            "# ",
            "# x",
            "# 1",
            "# 1 \"",
            "# 1 \"\\",
            "# 99999999999999 \"a\"",
            "#pragma omp",
        ] {
            assert!(read_marker(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn empty_text() {
        let pre = Preprocessed::new(String::new(), "m.c".into());
        assert_eq!(pre.location(0), (pre.main_id(), 1));
        assert_eq!(pre.location(99).1, 1);
    }
}
