//! Positions and names of files as editors count and write them.
//!
//! From places, whose columns are characters from 1, to positions of the protocol, which are code units from 0, and
//! between paths and `file:` URIs. Must not know what stands there.

use crate::diag::{Place, Places};
use lsp_types::{Position, PositionEncodingKind, Range, Uri};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What a column counts (Language Server Protocol 3.17, `PositionEncodingKind`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    /// What every client knows.
    #[default]
    Utf16,
    Utf32,
}

impl Encoding {
    /// The one to use with a client that can do these: characters, as places have them, where it can.
    pub fn choose(offered: &[PositionEncodingKind]) -> Encoding {
        match () {
            () if offered.contains(&PositionEncodingKind::UTF32) => Encoding::Utf32,
            () if offered.contains(&PositionEncodingKind::UTF8) => Encoding::Utf8,
            () => Encoding::Utf16,
        }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
            Encoding::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    /// The position of a character of a line; both count from 1.
    pub fn position(self, line: usize, column: usize, text: &str) -> Position {
        let before = text.chars().take(column.saturating_sub(1));
        let units: usize = match self {
            Encoding::Utf8 => before.map(char::len_utf8).sum(),
            Encoding::Utf16 => before.map(char::len_utf16).sum(),
            Encoding::Utf32 => before.count(),
        };
        Position::new(line.saturating_sub(1) as u32, units as u32)
    }

    /// The range of a place; `places` has the text of its last line where that is not its first.
    pub fn range(self, place: &Place, places: &dyn Places) -> Range {
        let start = self.position(place.line, place.column, &place.line_text);
        let last = match place.end_line == place.line {
            true => place.line_text.clone(),
            false => places.line(&place.file, place.end_line).unwrap_or_default(),
        };
        Range::new(
            start,
            self.position(place.end_line, place.end_column, &last),
        )
    }
}

/// The file that a URI names; none where it names none, as unsaved buffers of some editors do.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let scheme = uri.scheme()?;
    if !scheme.as_str().eq_ignore_ascii_case("file") {
        return None;
    }
    let path = uri.path().as_estr().decode();
    let path = path.into_string().ok()?.into_owned();
    Some(PathBuf::from(path))
}

/// A file's URI.
pub fn uri_of(path: &Path) -> Uri {
    uri("file://", path)
}

/// A path behind a scheme, with everything escaped that a URI may not hold (RFC 3986, 3.3).
pub fn uri(scheme: &str, path: &Path) -> Uri {
    let mut text = scheme.to_owned();
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'-' | b'.' | b'_' | b'~' => text.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => text.push(char::from(byte)),
            byte => text.push_str(&format!("%{byte:02X}")),
        }
    }
    Uri::from_str(&text).expect("every byte is one that a URI may hold")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_what_the_client_counts() {
        let text = "/* ä𝄞 */ x";
        for (encoding, units) in [
            (Encoding::Utf8, 13),
            (Encoding::Utf16, 10),
            (Encoding::Utf32, 9),
        ] {
            let position = encoding.position(3, 10, text);
            assert_eq!(position, Position::new(2, units), "{encoding:?}");
        }
        assert_eq!(Encoding::Utf16.position(0, 0, ""), Position::new(0, 0));
    }

    #[test]
    fn paths_survive_as_uris() {
        for path in ["/a b/c.c", "/ä/#1?.c", "/100%.c", "/[x].c"] {
            assert_eq!(path_of(&uri_of(Path::new(path))).unwrap(), Path::new(path));
        }
        assert_eq!(
            path_of(&Uri::from_str("untitled:Untitled-1").unwrap()),
            None
        );
    }
}
