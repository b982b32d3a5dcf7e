//! Macros that stand for an integer, for directives in which the preprocessor leaves them: gcc 12 does not know
//! `tile`, and expands nothing in it.
//!
//! From the original files. Where conditionals or `#undef` decide what a name stands for, it stands for nothing here.

use super::Preprocessed;

impl Preprocessed {
    /// The constant that the only `#define` of the name gives it.
    pub fn integer_macro(&self, name: &str) -> Option<&str> {
        let mut found = None;
        for file in self.files() {
            let Some(original) = self.original(file) else {
                continue;
            };
            match defined(original.text(), name) {
                Definition::None => {}
                Definition::One(value) if found.is_none_or(|other| other == value) => {
                    found = Some(value);
                }
                _ => return None,
            }
        }
        found.filter(|value| value.bytes().all(|b| b.is_ascii_digit()))
    }
}

enum Definition<'a> {
    None,
    One(&'a str),
    Unclear,
}

fn defined<'a>(text: &'a str, name: &str) -> Definition<'a> {
    let mut found = Definition::None;
    let mut depth = 0;
    if !text.contains(name) {
        return found;
    }
    for line in text.lines() {
        let Some(directive) = line.trim_start().strip_prefix('#') else {
            continue;
        };
        let directive = directive.trim_start();
        let mut words = directive.split_whitespace();
        match words.next() {
            Some("if" | "ifdef" | "ifndef") => depth += 1,
            Some("endif") => depth -= 1,
            Some("define") if words.next() == Some(name) => {
                let value = words.next().unwrap_or_default();
                let comment = words
                    .next()
                    .is_none_or(|word| word.starts_with("/*") || word.starts_with("//"));
                found = match found {
                    Definition::None if depth == 0 && comment => Definition::One(value),
                    _ => Definition::Unclear,
                };
            }
            Some("undef") if words.next() == Some(name) => found = Definition::Unclear,
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value<'a>(text: &'a str, name: &str) -> Option<&'a str> {
        match defined(text, name) {
            Definition::One(value) => Some(value),
            _ => None,
        }
    }

    #[test]
    fn only_where_it_is_certain() {
        assert_eq!(value("#define SIZE 8 /* of a tile */\n", "SIZE"), Some("8"));
        assert_eq!(value("  #  define SIZE 8\nint SIZED;\n", "SIZE"), Some("8"));
        assert_eq!(
            value("#ifndef SIZE\n#define SIZE 8\n#endif\n", "SIZE"),
            None
        );
        assert_eq!(value("#define SIZE 8\n#undef SIZE\n", "SIZE"), None);
        assert_eq!(value("#define SIZE 8\n#define SIZE 9\n", "SIZE"), None);
        assert_eq!(value("#define SIZE 4 + 4\n", "SIZE"), None);
    }
}
