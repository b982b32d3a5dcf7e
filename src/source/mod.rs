//! Source text: preprocessed text with its line markers, the original files, and positions in both.
//!
//! Knows bytes, lines and tokens. Must not know OpenMP, C's grammar or lang-c.

pub mod align;
pub mod bytes;
pub mod definitions;
mod expander;
pub mod expansion;
mod given;
pub mod inclusions;
mod left_out;
mod markers;
pub mod original;
pub mod paths;
pub mod place;
mod pragma_lines;
mod renumbered;
mod room;
pub mod token;

pub use markers::{FileId, Preprocessed};
pub use original::{Comment, Original};
pub use place::Place;

/// A half-open byte range of the **preprocessed text** of the translation unit. Every span in the
/// program, from the front end to diagnostics, is of this kind; `source` alone maps it to a file,
/// line and column of the user's text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    pub lo: u32,
    pub hi: u32,
}

impl Span {
    pub fn new(lo: usize, hi: usize) -> Span {
        Span {
            lo: lo as u32,
            hi: hi as u32,
        }
    }

    pub fn range(self) -> std::ops::Range<usize> {
        self.lo as usize..self.hi as usize
    }

    /// Whether the other span lies in this one.
    pub fn contains(self, other: Span) -> bool {
        self.lo <= other.lo && other.hi <= self.hi
    }

    /// The empty span at its beginning.
    pub fn start(self) -> Span {
        Span {
            hi: self.lo,
            ..self
        }
    }

    /// The empty span at its end.
    pub fn end(self) -> Span {
        Span {
            lo: self.hi,
            ..self
        }
    }

    /// The smallest span that holds both.
    pub fn to(self, other: Span) -> Span {
        Span {
            lo: self.lo.min(other.lo),
            hi: self.hi.max(other.hi),
        }
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.lo, self.hi)
    }
}
