//! How functions, kernels and variables with static storage are called in device code: in ASCII, since nvcc takes no other
//! names of such entities.
//!
//! From the names alone. Must not know which of them are taken.

use std::borrow::Cow;
use std::fmt::Write;

/// Whether a name stays as it is: it has letters, digits and underscores of ASCII only.
pub fn is_plain(name: &str) -> bool {
    name.is_ascii() && !name.contains('\\')
}

/// A name with the universal character name of C in place of each character beyond ASCII, and an underscore in place of
/// its backslash: `gr_u00f6_u00dfe` for `größe` and for `gr\u00f6\u00dfe`.
pub fn in_ascii(name: &str) -> Cow<'_, str> {
    if is_plain(name) {
        return Cow::Borrowed(name);
    }
    let mut spelled = String::new();
    for c in name.chars() {
        let code = u32::from(c);
        // Writing to a string cannot fail.
        let _ = match code {
            0..=0x7f if c == '\\' => spelled.write_char('_'),
            0..=0x7f => spelled.write_char(c),
            0x80..=0xffff => write!(spelled, "_u{code:04x}"),
            _ => write!(spelled, "_U{code:08x}"),
        };
    }
    Cow::Owned(spelled)
}

#[cfg(test)]
mod tests {
    use super::{in_ascii, is_plain};

    #[test]
    fn characters_beyond_ascii_are_spelled_out() {
        assert_eq!(in_ascii("size"), "size");
        assert_eq!(in_ascii("größe"), "gr_u00f6_u00dfe");
        assert_eq!(in_ascii(r"gr\u00f6\u00dfe"), "gr_u00f6_u00dfe");
        assert!(is_plain("size_2") && !is_plain("größe") && !is_plain(r"\u0394"));
        assert_eq!(in_ascii("Δ"), "_u0394");
        assert_eq!(in_ascii("𝛼2"), "_U0001d6fc2");
    }
}
