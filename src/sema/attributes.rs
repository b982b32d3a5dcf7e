//! What the front end took out of the text: attributes and rewritten tokens, found again by place.

use super::Lower;
use crate::front::{Attribute, AttributeKind};
use crate::source::Span;

impl<'a> Lower<'a> {
    /// The facts whose place begins in `lo..hi`.
    pub(super) fn attributes_in(&self, lo: usize, hi: usize) -> &'a [Attribute] {
        let all = &self.input.attributes;
        let from = all.partition_point(|a| (a.span.lo as usize) < lo);
        let to = all.partition_point(|a| (a.span.lo as usize) < hi);
        all.get(from..to).unwrap_or_default()
    }

    /// The rewriting that begins exactly at `lo`.
    pub(super) fn rewritten_at(&self, lo: u32, kind: AttributeKind) -> Option<&'a Attribute> {
        let all = &self.input.attributes;
        let from = all.partition_point(|a| a.span.lo < lo);
        all[from..]
            .iter()
            .take_while(|a| a.span.lo == lo)
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
        let span = Span::new(attribute.span.lo as usize, attribute.span.hi as usize);
        if let Some(node) = self.read_expression(argument, span) {
            let id = self.expression(&node);
            return super::consteval::int_value(&self.program, id).map(|v| v as u64);
        }
        let node = self.read_type(argument, span)?;
        let ty = self.type_name(&node);
        self.program.align_of(ty.id)
    }
}
