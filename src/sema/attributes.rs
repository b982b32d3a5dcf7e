//! What the front end took out of the text: attributes and rewritten tokens, found again by place.

use super::Lower;
use crate::front::{Attribute, AttributeKind};

impl<'a> Lower<'a> {
    /// The facts whose place begins in `lo..hi`.
    pub(super) fn attributes_in(&self, lo: usize, hi: usize) -> &'a [Attribute] {
        if self.fragment.is_some() {
            return &[];
        }
        self.input.attributes_in(lo..hi.max(lo))
    }

    /// The rewriting that begins exactly at `lo`.
    pub(super) fn rewritten_at(&self, lo: u32, kind: AttributeKind) -> Option<&'a Attribute> {
        self.attributes_in(lo as usize, lo as usize + 1)
            .iter()
            .find(|a| a.kind == kind)
    }

    /// Where the run of blanks that follows `hi` in the text for lang-c ends: attributes in it
    /// belong to what stands before.
    pub(super) fn blanks_after(&self, hi: u32) -> usize {
        let text = self.input.text.as_bytes();
        let mut end = hi as usize;
        while text.get(end).is_some_and(u8::is_ascii_whitespace) {
            end += 1;
        }
        end
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
            return super::consteval::int_value(&self.program, id).map(|v| v as u64);
        }
        let ty = self.read_type(argument, at)?;
        self.program.align_of(ty.id)
    }
}
