//! Bytes to text and back without loss: files in Latin-1 or with stray bytes come out as they went in.
//!
//! A byte that is not part of valid UTF-8 becomes the private-use character U+F700 + byte
//! (U+F780..=U+F7FF) and back. Should such a character stand in the input itself, its three bytes
//! are treated as invalid one by one, so that the way back stays unambiguous.

use std::borrow::Cow;

const BASE: u32 = 0xF700;

fn is_escape(c: char) -> bool {
    (BASE + 0x80..=BASE + 0xFF).contains(&(c as u32))
}

/// Text of a file's bytes. Valid UTF-8 is taken as it is.
pub fn decode(bytes: Vec<u8>) -> String {
    let bytes = match String::from_utf8(bytes) {
        Ok(text) if !text.contains(is_escape) => return text,
        Ok(text) => text.into_bytes(),
        Err(e) => e.into_bytes(),
    };
    let mut out = String::with_capacity(bytes.len() + bytes.len() / 16);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_escape(c) {
                let mut buffer = [0; 4];
                escape(c.encode_utf8(&mut buffer).as_bytes(), &mut out);
            } else {
                out.push(c);
            }
        }
        escape(chunk.invalid(), &mut out);
    }
    out
}

fn escape(bytes: &[u8], out: &mut String) {
    for &b in bytes {
        out.push(char::from_u32(BASE + b as u32).unwrap_or('?'));
    }
}

/// The byte that is no UTF-8 for which a character of a text stands, if it does.
pub fn stray(c: char) -> Option<u8> {
    is_escape(c).then(|| (c as u32 - BASE) as u8)
}

/// The bytes to write for a text that came from [`decode`].
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if !text.contains(is_escape) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        if is_escape(c) {
            out.push((c as u32 - BASE) as u8);
        } else {
            out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_bytes_come_back() {
        let samples: [&[u8]; 6] = [
            b"plain",
            b"\xEF\xBB\xBFbom",
            b"caf\xE9 \xFF\x80",
            "\u{F7E9}é\u{F700}".as_bytes(),
            b"\xE2\x82",
            b"",
        ];
        for bytes in samples {
            assert_eq!(&*encode(&decode(bytes.to_vec())), bytes);
        }
    }
}
