//! Room in the preprocessed text for what is written into it later, at the same length.
//!
//! Of GNU C's `a ?: b` a conditional expression of C is made, which takes a byte between `?` and `:`. Must not know
//! expressions: a blank between two tokens changes nothing of what they mean.

use super::token::{Kind, Token, tokens, tokens_within};

/// The text with a blank between each `?` and `:` that stand side by side.
pub(super) fn with_room(text: String) -> String {
    if !text.contains("?:") {
        return text;
    }
    let mut places = vec![];
    for line in tokens(&text) {
        if line.kind == Kind::Line {
            // The expressions of a pragma's clauses; line markers hold none.
            let within = tokens_within(&text, line.lo as usize + 1, line.hi as usize);
            places.extend(colons(&text, &within));
        }
    }
    places.extend(colons(&text, &tokens(&text)));
    places.sort_unstable();
    let mut out = String::with_capacity(text.len() + places.len());
    let mut copied = 0;
    for at in places {
        out.push_str(&text[copied..at]);
        out.push(' ');
        copied = at;
    }
    out.push_str(&text[copied..]);
    out
}

/// Where a `:` stands right behind a `?`.
fn colons(text: &str, tokens: &[Token]) -> Vec<usize> {
    let is = |token: &Token, what: &str| token.kind == Kind::Punct && token.text(text) == what;
    let beside = |two: &&[Token]| is(&two[0], "?") && is(&two[1], ":") && two[0].hi == two[1].lo;
    let pairs = tokens.windows(2).filter(beside);
    pairs.map(|two| two[1].lo as usize).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tokens_are_parted() {
        let parted = |text: &str| with_room(text.to_string());
        assert_eq!(parted("a?:b"), "a? :b");
        assert_eq!(parted("x=(a?:b)?:c;"), "x=(a? :b)? :c;");
        assert_eq!(
            parted("\n#pragma omp parallel num_threads(n?:2)\n"),
            "\n#pragma omp parallel num_threads(n? :2)\n"
        );
        for same in [
            "\"?:\"",
            "'?:'",
            "a ? : b",
            "a?b:c",
            "#pragma message(\"?:\")\n",
            "",
        ] {
            assert_eq!(parted(same), same);
        }
    }
}
