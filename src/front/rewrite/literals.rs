//! Constants and strings that lang-c does not know.

use super::Rewriter;
use crate::front::unit::{Attribute, AttributeKind};

impl Rewriter<'_> {
    /// `1.0Q`, `1wb`, `1'000`.
    pub(super) fn number(&mut self, i: usize) -> usize {
        let text = self.s.str(i);
        let odd = |b: u8| matches!(b, b'q' | b'Q' | b'w' | b'W' | b'\'' | b'z' | b'Z');
        let brain = text.ends_with("bf16") || text.ends_with("BF16");
        if !text.bytes().any(odd) && !brain {
            return i + 1;
        }
        let kept: String = text
            .chars()
            .filter(|&c| !odd(c as u8) || !c.is_ascii())
            .collect();
        let hex = kept.starts_with("0x") || kept.starts_with("0X");
        let kept = match (brain, hex) {
            (true, false) => kept[..kept.len() - 4].to_string(),
            // `1wb`: the bit-precise suffix.
            _ if text.contains(['w', 'W']) => kept.trim_end_matches(['b', 'B']).to_string(),
            _ => kept,
        };
        let suffix = text.bytes().any(|b| odd(b) && b != b'\'') || brain;
        self.replace(
            i,
            i,
            &kept,
            match suffix {
                true => AttributeKind::ConstantSuffix,
                false => AttributeKind::Shorter,
            },
        )
    }

    /// `"\e"`, `"\u00e9"`.
    pub(super) fn escapes(&mut self, i: usize) -> usize {
        let token = self.s.tokens[i];
        let bytes = token.bytes(self.s.text);
        if !bytes.contains(&b'\\') {
            return i + 1;
        }
        let mut found = false;
        let mut at = 0;
        while at + 1 < bytes.len() {
            if bytes[at] != b'\\' {
                at += 1;
                continue;
            }
            let known = match bytes[at + 1] {
                b'\''
                | b'"'
                | b'?'
                | b'\\'
                | b'a'
                | b'b'
                | b'f'
                | b'n'
                | b'r'
                | b't'
                | b'v'
                | b'x'
                | b'0'..=b'7' => None,
                b'u' | b'U' => Some(b'x'),
                c if c.is_ascii() => Some(b'v'),
                _ => None,
            };
            if let Some(c) = known {
                self.out[token.lo as usize + at + 1] = c;
                found = true;
            }
            at += 2;
        }
        if found {
            self.attributes.push(Attribute {
                span: self.span(i, i),
                kind: AttributeKind::Escape,
                argument: self.s.str(i).to_string(),
            });
        }
        i + 1
    }
}
