//! Preprocessed text without what its literals say, for readers of lines: a raw string of C++ may have whole lines that
//! look like directives.
//!
//! Must not know what the text means.

/// The text, each byte of the insides of its strings, characters and comments a blank. Ends of lines stay, so places
/// stay.
pub fn blanked(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let end = match bytes[at] {
            b'"' | b'\'' => quoted(bytes, at),
            b'/' if bytes[at..].starts_with(b"/*") => behind(bytes, at + 2, b"*/"),
            b'/' if bytes[at..].starts_with(b"//") => line_end(bytes, at),
            // The marker of a line names its file in quotes.
            b'#' if bytes[at..].starts_with(b"# ") => line_end(bytes, at),
            byte if is_word(byte) => {
                let end = word_end(bytes, at);
                let raw = [&b"R"[..], b"LR", b"uR", b"UR", b"u8R"].contains(&&bytes[at..end]);
                at = end;
                match raw && bytes.get(end) == Some(&b'"') {
                    true => raw_string(bytes, end),
                    false => continue,
                }
            }
            _ => at + 1,
        };
        if end > at + 1 && bytes[at] != b'#' {
            let inside = out[at + 1..end].iter_mut();
            inside
                .filter(|byte| **byte != b'\n')
                .for_each(|byte| *byte = b' ');
        }
        at = end;
    }
    String::from_utf8(out).expect("whole characters were replaced")
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The end of a name or number. In a number `'` separates digits.
fn word_end(bytes: &[u8], start: usize) -> usize {
    let number = bytes[start].is_ascii_digit();
    let mut at = start;
    while at < bytes.len() {
        let separator = number
            && bytes[at] == b'\''
            && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
        if !separator && !is_word(bytes[at]) {
            break;
        }
        at += 1;
    }
    at
}

/// The end of a literal that ends with its first character, or with its line.
fn quoted(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while at < bytes.len() && bytes[at] != b'\n' {
        match bytes[at] {
            b'\\' => at += 1,
            byte if byte == bytes[start] => return at + 1,
            _ => {}
        }
        at += 1;
    }
    at.min(bytes.len())
}

/// The end of `"delimiter( ... )delimiter"`.
fn raw_string(bytes: &[u8], start: usize) -> usize {
    let Some(length) = bytes[start..].iter().position(|&byte| byte == b'(') else {
        return quoted(bytes, start);
    };
    let delimiter = &bytes[start + 1..start + length];
    let end = [&b")"[..], delimiter, b"\""].concat();
    behind(bytes, start + length, &end)
}

/// The place behind the next `end`, or that where the text ends.
fn behind(bytes: &[u8], start: usize, end: &[u8]) -> usize {
    let found = bytes[start..]
        .windows(end.len())
        .position(|window| window == end);
    found.map_or(bytes.len(), |at| start + at + end.len())
}

fn line_end(bytes: &[u8], start: usize) -> usize {
    let length = bytes[start..].iter().position(|&byte| byte == b'\n');
    length.map_or(bytes.len(), |length| start + length)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_say_nothing() {
        for (text, expected) in [
            ("f(\"a\\\"b\", x)", "f(\"     , x)"),
            ("R\"x(a\n#p)\" )x\" y", "R\"   \n         y"),
            ("NR\"(a\" y", "NR\"    y"),
            ("u8R\"(é\n)\";", "u8R\"   \n  ;"),
            ("1'000'000 + '\\'' + 'a'", "1'000'000 + '    + '  "),
            ("u8'a' x", "u8'   x"),
            ("a /* #\n# */ b // \"\nc", "a /   \n     b /   \nc"),
            ("# 1 \"it's.c\"\n'a'", "# 1 \"it's.c\"\n'  "),
            ("#pragma omp target\n", "#pragma omp target\n"),
            ("\"open\nnext", "\"    \nnext"),
            ("\"open\\", "\"     "),
        ] {
            assert_eq!(blanked(text), expected, "{text}");
        }
    }
}
