//! `__attribute__((..))`, `[[..]]`: blanked, each attribute of the list noted.

use super::Rewriter;
use crate::front::unit::{Attribute, AttributeKind};

impl Rewriter<'_> {
    /// `__attribute__((a, b(1)))`.
    pub(super) fn attribute(&mut self, i: usize, open: usize) -> usize {
        let end = self.s.past(open);
        let inner = open + 1;
        if self.s.is(inner, b'(') && self.s.opens(inner) {
            self.list(inner + 1, self.s.past(inner) - 1);
        }
        self.blank(i, end - 1)
    }

    /// `[[gnu::packed]]`.
    pub(super) fn standard_attribute(&mut self, i: usize) -> usize {
        let end = self.s.past(i);
        self.list(i + 2, end - 2);
        self.blank(i, end - 1)
    }

    fn list(&mut self, first: usize, end: usize) {
        let mut i = first;
        while i < end {
            // `gnu::` and `omp::`.
            if self.s.sym(i).is_some() && self.s.is(i + 1, b':') && self.s.is(i + 2, b':') {
                i += 3;
            }
            let name = i;
            let mut last = i;
            while i < end && !self.s.is(i, b',') {
                i = self.s.past(i);
                last = i - 1;
            }
            if self.s.sym(name).is_some() {
                self.one(name, last.min(end.saturating_sub(1)).max(name));
            }
            i += 1;
        }
    }

    fn one(&mut self, name: usize, last: usize) {
        let word = self.s.str(name);
        let bare = word
            .strip_prefix("__")
            .and_then(|w| w.strip_suffix("__"))
            .unwrap_or(word);
        let kind = match bare {
            "packed" => AttributeKind::Packed,
            "aligned" => AttributeKind::Aligned,
            "vector_size" => AttributeKind::VectorSize,
            "mode" => AttributeKind::Mode,
            "transparent_union" => AttributeKind::TransparentUnion,
            "scalar_storage_order" => AttributeKind::ScalarStorageOrder,
            "constructor" => AttributeKind::Constructor,
            "destructor" => AttributeKind::Destructor,
            "noreturn" => AttributeKind::Noreturn,
            "weak" => AttributeKind::Weak,
            "alias" => AttributeKind::Alias,
            "ifunc" => AttributeKind::Ifunc,
            "section" => AttributeKind::Section,
            "cleanup" => AttributeKind::Cleanup,
            "fallthrough" => AttributeKind::Fallthrough,
            "malloc" => AttributeKind::Malloc,
            "gnu_inline" => AttributeKind::GnuInline,
            _ => AttributeKind::Other,
        };
        let argument = match kind {
            AttributeKind::Other => self.s.text[self.span(name, last).range()].to_string(),
            _ if self.s.is(name + 1, b'(') && self.s.past(name + 1) > name + 3 => {
                let inner = self.span(name + 2, self.s.past(name + 1) - 2);
                self.s.text[inner.range()].to_string()
            }
            _ => String::new(),
        };
        let span = self.span(name, last);
        self.attributes.push(Attribute {
            span,
            kind,
            argument,
        });
    }
}
