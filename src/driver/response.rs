//! Response files: `@file` in a command line stands for the words in that file.
//!
//! Splits and quotes as gcc's libiberty does. Must not know what the words mean.

use std::path::Path;

/// How deep response files may name one another.
const DEEPEST: usize = 64;

/// The words with each `@file` replaced by what it holds. A name that cannot be read stays as it
/// is, as in gcc. An error where files include each other without end.
pub fn expand(words: impl IntoIterator<Item = String>) -> Result<Vec<String>, String> {
    let mut out = vec![];
    for word in words {
        expand_word(word, 0, &mut out)?;
    }
    Ok(out)
}

fn expand_word(word: String, depth: usize, out: &mut Vec<String>) -> Result<(), String> {
    let contents = word
        .strip_prefix('@')
        .filter(|name| !Path::new(name).is_dir())
        .and_then(|name| std::fs::read(name).ok());
    let Some(bytes) = contents else {
        out.push(word);
        return Ok(());
    };
    if depth == DEEPEST {
        return Err(format!("response file {word} includes itself"));
    }
    for inner in split(&String::from_utf8_lossy(&bytes)) {
        expand_word(inner, depth + 1, out)?;
    }
    Ok(())
}

/// Words separated by white space; quotes group, a backslash takes the next character as it is.
pub fn split(text: &str) -> Vec<String> {
    let mut words = vec![];
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (_, '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(q), c) if c == q => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn splits_as_gcc_does() {
        for (text, words) in [
            ("", vec![]),
            ("  \n\t", vec![]),
            ("-c a.c\n-o a.o\n", vec!["-c", "a.c", "-o", "a.o"]),
            (r#"-DX="a b" y"#, vec!["-DX=a b", "y"]),
            (r#"'-DS="x y"'"#, vec![r#"-DS="x y""#]),
            (r"a\ b c\\d", vec!["a b", r"c\d"]),
            (r#"-D"A B"=1"#, vec!["-DA B=1"]),
            (r#""a\"b""#, vec![r#"a"b"#]),
            ("'' x", vec!["", "x"]),
        ] {
            assert_eq!(split(text), words, "{text:?}");
        }
    }

    #[test]
    fn files_may_name_files() {
        let dir = tempfile::tempdir().unwrap();
        let path = |name: &str| dir.path().join(name).to_string_lossy().into_owned();
        std::fs::write(path("inner"), "-DB 'x y'").unwrap();
        std::fs::write(path("outer"), format!("-DA @{} -DC", path("inner"))).unwrap();
        let words = expand(["-c".to_string(), format!("@{}", path("outer"))]).unwrap();
        assert_eq!(words, ["-c", "-DA", "-DB", "x y", "-DC"]);
    }

    #[test]
    fn an_unreadable_name_stays() {
        assert_eq!(
            expand(["@no/such/file".to_string()]).unwrap(),
            ["@no/such/file"]
        );
    }

    #[test]
    fn endless_inclusion_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("loop");
        let word = format!("@{}", path.display());
        std::fs::write(&path, &word).unwrap();
        assert!(expand([word]).is_err());
    }
}
