//! What the front end removed from the text for lang-c: attributes and rewritten tokens, found again by their places.

use super::Lower;
use crate::front::{Attribute, AttributeKind};

impl Lower<'_> {
    /// The attributes and rewritings whose places begin in `lo..hi`.
    pub(super) fn attributes_in(&self, lo: usize, hi: usize) -> Vec<Attribute> {
        match &self.fragment {
            None => self.input.attributes_in(lo..hi.max(lo)).to_vec(),
            Some(reading) => {
                let inside = |a: &&Attribute| (lo..hi).contains(&(a.span.lo as usize));
                reading.attributes.iter().filter(inside).cloned().collect()
            }
        }
    }

    /// The rewriting that begins exactly at `lo`.
    pub(super) fn rewritten_at(&self, lo: u32, kind: AttributeKind) -> Option<Attribute> {
        self.attributes_in(lo as usize, lo as usize + 1)
            .into_iter()
            .find(|a| a.kind == kind)
    }

    /// The end of the run of blanks that follows `hi` in the text for lang-c: attributes in it belong to what stands
    /// before.
    pub(super) fn blanks_after(&self, hi: u32) -> usize {
        if self.fragment.is_some() {
            return hi as usize;
        }
        let text = self.input.text.as_bytes();
        let mut end = hi as usize;
        while text.get(end).is_some_and(u8::is_ascii_whitespace) {
            end += 1;
        }
        end
    }

    /// The beginning of the run of blanks that ends at `lo` in the text for lang-c: attributes in it belong to what
    /// follows.
    pub(super) fn blanks_before(&self, lo: usize) -> usize {
        if self.fragment.is_some() {
            return lo;
        }
        let text = self.input.text.as_bytes().get(..lo).unwrap_or_default();
        text.trim_ascii_end().len()
    }

    /// The alignment that an `aligned` or `_Alignas` asks for, in bytes.
    pub(super) fn alignment_of(&mut self, attribute: &Attribute) -> Option<u64> {
        let argument = attribute.argument.trim();
        if argument.is_empty() {
            return Some(16);
        }
        if let Ok(bytes) = argument.parse() {
            return Some(bytes);
        }
        let at = attribute.span.lo as usize;
        if let Some(id) = self.read_expression(argument, at) {
            return Some(self.known(id, "an alignment") as u64);
        }
        let ty = self.read_type(argument, at)?;
        self.program.align_of(ty.id)
    }
}
