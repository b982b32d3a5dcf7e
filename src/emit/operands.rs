//! Text as an operand of another expression.

/// Whether the text is one word: a name, or a whole number.
pub fn is_word(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// The text, in parentheses unless it is one word.
pub fn operand(text: impl Into<String>) -> String {
    let text = text.into();
    match is_word(&text) {
        true => text,
        false => format!("({text})"),
    }
}
