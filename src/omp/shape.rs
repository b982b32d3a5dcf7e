//! The text of the array-shaping operator (OpenMP 5.2, 3.2.4).
//!
//! From a list item as written. Must not know types.

use crate::source::token::{self, Token};

/// A shape and what it is applied to, as ranges of the text.
pub struct Shaped {
    /// The extents, without their brackets.
    pub extents: Vec<std::ops::Range<usize>>,
    /// The pointer.
    pub operand: std::ops::Range<usize>,
}

/// Whether a text begins with the operator itself, which then concerns all that stands behind it.
pub fn begins_with_shape(text: &str) -> bool {
    let tokens = token::tokens_within(text, 0, text.len());
    let mut words = tokens.iter().map(|token| token.text(text));
    words.next() == Some("(") && words.next() == Some("[")
}

/// The shaping operator at the beginning of a text, perhaps in parentheses with its operand.
pub fn find(text: &str) -> Option<Shaped> {
    let tokens = token::tokens_within(text, 0, text.len());
    let is = |token: Option<&Token>, word: &str| token.is_some_and(|t| t.text(text) == word);
    let mut inside = &tokens[..];
    loop {
        let close = is(inside.first(), "(").then(|| closing(text, inside))??;
        if is(inside.get(1), "[") {
            let mut rest = &inside[1..close];
            let mut extents = vec![];
            while is(rest.first(), "[") {
                let end = closing(text, rest)?;
                extents.push(rest[0].hi as usize..rest[end].lo as usize);
                rest = &rest[end + 1..];
            }
            let operand = inside.get(close + 1)?.lo as usize..inside.last()?.hi as usize;
            return rest.is_empty().then_some(Shaped { extents, operand });
        }
        if close + 1 != inside.len() {
            return None;
        }
        inside = &inside[1..close];
    }
}

/// The index of the bracket that closes the first of the tokens.
fn closing(text: &str, tokens: &[Token]) -> Option<usize> {
    let mut depth = 0;
    tokens.iter().position(|token| {
        match token.text(text) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        depth == 0
    })
}

#[cfg(test)]
mod tests {
    use super::find;

    fn found(text: &str) -> Option<(Vec<&str>, &str)> {
        let shaped = find(text)?;
        let part = |range: std::ops::Range<usize>| &text[range];
        Some((
            shaped.extents.into_iter().map(part).collect(),
            part(shaped.operand),
        ))
    }

    #[test]
    fn a_shape_stands_in_front_of_its_operand() {
        assert_eq!(found("([n][f(m)+2]) a"), Some((vec!["n", "f(m)+2"], "a")));
        assert_eq!(found("(([4])s->p[i])"), Some((vec!["4"], "s->p[i]")));
        assert_eq!(
            found("( ( ( [ k[1] ] )*q ) )"),
            Some((vec![" k[1] "], "*q"))
        );
    }

    #[test]
    fn other_parentheses_are_no_shapes() {
        for text in [
            "(a)",
            "a",
            "(a)[1]",
            "((a)[1])",
            "(int *)p",
            "([n])",
            "([n] a",
            "(([n])a)[1]",
            "([n]+1)a",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
