//! Conditions and scores of context selectors (OpenMP 5.2, 7.1) that are constant expressions of the program:
//! enumerators, `sizeof`, casts.
//!
//! The front end replaces selectors before anything is parsed, and must not know types. So it asks: a question is a
//! program of its own with a variable that has the value, made of the declarations that are visible where the selector
//! stands. `sema` and `ir::constants` give the answer, as for every other constant; the answers take the places of the
//! expressions. What has no answer stays as it is: it depends on the run.

use super::lexer::Stream;
use super::metadirectives;
use super::toplevel::{self, Chunk};
use crate::omp::context;
use crate::source::token::{self, Kind};
use crate::source::{Preprocessed, Span};
use std::borrow::Cow;

/// The variable of a question's program that has the value.
pub const VALUE: &str = "__omp_value";

/// An expression of a selector whose value is asked for.
pub struct Question {
    /// Where it stands in the preprocessed text.
    pub place: Span,
    /// A preprocessed text whose variable [`VALUE`] is initialised with it.
    pub program: String,
}

/// The value of a constant expression at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    pub place: Span,
    pub value: i128,
}

/// What must be known of a text before it can be parsed.
pub fn questions(pre: &Preprocessed) -> Vec<Question> {
    let text = pre.text();
    if !text.contains("condition") && !text.contains("score") {
        return vec![];
    }
    let tokens = token::tokens(text);
    let lines = tokens.iter().filter(|t| t.kind == Kind::Line);
    let mut places = vec![];
    for line in lines {
        let lo = line.lo as usize;
        for range in expressions(line.text(text)) {
            let place = Span::new(lo + range.start, lo + range.end);
            if context::constant(pre.slice(place)).is_none() {
                places.push((line.lo, place));
            }
        }
    }
    if places.is_empty() {
        return vec![];
    }
    let stream = Stream::new(text);
    let chunks = toplevel::split(&stream);
    let ask = |(line, place): (u32, Span)| {
        let at = stream.tokens.partition_point(|t| t.lo < line);
        Question {
            place,
            program: program(&stream, &chunks, at, pre.slice(place)),
        }
    };
    places.into_iter().map(ask).collect()
}

/// The text with the values of conditions in the places of the expressions; as long as before. A value for which there
/// is no room is left out: it can only be a score.
pub(crate) fn answered<'a>(text: &'a str, answers: &[Answer]) -> Cow<'a, str> {
    let mut text = Cow::Borrowed(text);
    for answer in answers {
        let range = answer.place.range();
        let before = text[..range.start].trim_end().strip_suffix('(');
        let is_score = before.is_some_and(|before| before.trim_end().ends_with("score"));
        let value = match is_score {
            true => answer.value,
            false => i128::from(answer.value != 0),
        };
        let value = value.to_string();
        if value.len() <= range.len() {
            let blanks = " ".repeat(range.len() - value.len());
            text.to_mut().replace_range(range, &(value + &blanks));
        }
    }
    text
}

/// The conditions and scores of a pragma's selectors, as byte ranges of its line.
fn expressions(line: &str) -> Vec<std::ops::Range<usize>> {
    let is_omp = line
        .strip_prefix('#')
        .and_then(|rest| rest.trim_start().strip_prefix("pragma"))
        .is_some_and(|rest| rest.trim_start().starts_with("omp"));
    if !is_omp {
        return vec![];
    }
    let variants = metadirectives::variants(line);
    let mut selectors: Vec<_> = variants.into_iter().filter_map(|v| v.selector).collect();
    let head = line.find("omp").map_or(0, |at| at + 3);
    let tokens = token::tokens_within(line, head, line.len());
    for pair in tokens.windows(2) {
        if pair[0].text(line) == "match" && pair[1].text(line) == "(" {
            selectors.push(pair[1].hi as usize..line.len());
        }
    }
    let mut found = vec![];
    for selector in selectors {
        for range in context::expressions(&line[selector.clone()]) {
            found.push(selector.start + range.start..selector.start + range.end);
        }
    }
    found
}

/// A program with the declarations that are visible at the pragma `at`, whose variable has the value of an expression
/// there. What stands in front of the pragma in its function stands in front of the variable, so that every name
/// means the same.
fn program(stream: &Stream, chunks: &[Chunk], at: usize, expression: &str) -> String {
    let mut text = String::from("# 1 \"condition.c\"\n");
    let mut add = |from: usize, to: usize| {
        for i in from..to {
            if !stream.is_line(i) {
                text.push_str(stream.str(i));
                text.push(' ');
            }
        }
        text.push('\n');
    };
    let before = chunks.iter().take_while(|chunk| chunk.last < at);
    for chunk in before.filter(|chunk| chunk.body.is_none()) {
        add(chunk.first, chunk.last + 1);
    }
    let around = chunks.iter().find(|chunk| {
        let body = chunk.body.filter(|(open, _)| *open < at);
        body.is_some() && at < chunk.last
    });
    match around {
        Some(chunk) => add(chunk.first, at),
        None => text.push_str("void __omp_question(void) {"),
    }
    text.push_str(&format!(
        "\n#pragma omp target\n{{ long long {VALUE} = ({expression}); }}\n"
    ));
    let Some(chunk) = around else {
        return text + "}\n";
    };
    let mut open = vec![];
    for i in chunk.first..at {
        if stream.partner(i).is_some_and(|partner| partner >= at) {
            open.push(i);
        }
    }
    let mut in_expression = false;
    for i in open.into_iter().rev() {
        if stream.is(i, b'{') {
            text.push_str(if in_expression { ";}" } else { "}" });
            in_expression = false;
        } else {
            text.push_str(if stream.is(i, b'[') { "]" } else { ")" });
            in_expression = true;
        }
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(text: &str) -> Vec<(String, String)> {
        let text = format!("# 1 \"t.c\"\n{text}\n");
        let pre = Preprocessed::new(text, "t.c".into());
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        let questions = questions(&pre).into_iter();
        questions
            .map(|q| (pre.slice(q.place).to_string(), words(&q.program)))
            .collect()
    }

    #[test]
    fn only_what_is_not_a_number_is_asked() {
        let text = "enum { ON = 1 };\nint g(void) { return 0; }\n\
                    #pragma omp declare variant(g) match(user={condition(1)}, device={kind(any)})\nint f(void);\n\
                    void h(int n) { if (n) { enum { OFF }; f(); for (;;)\n\
                    #pragma omp metadirective when(user={condition(score(ON + 4): OFF)}: parallel if(score(n)))\n\
                    f(); } }";
        let found = asked(text);
        let expressions: Vec<&str> = found.iter().map(|(text, _)| text.as_str()).collect();
        assert_eq!(expressions, ["ON + 4", "OFF"]);
        assert_eq!(
            found[1].1,
            "# 1 \"condition.c\" enum { ON = 1 } ; int f ( void ) ; \
             void h ( int n ) { if ( n ) { enum { OFF } ; f ( ) ; for ( ; ; ) \
             #pragma omp target { long long __omp_value = (OFF); } }}"
        );
    }

    #[test]
    fn file_scope_and_expressions() {
        let found =
            asked("#pragma omp begin declare variant match(user={condition(sizeof(int) == 4)})");
        assert!(
            found[0].1.contains("void __omp_question(void) { #pragma"),
            "{found:?}"
        );
        let found = asked(
            "void f(int *a) { a[({\n#pragma omp metadirective when(user={condition(a)}: barrier)\n0; })] = 1; }",
        );
        assert!(found[0].1.ends_with("= (a); } })];}"), "{found:?}");
    }

    #[test]
    fn answers_take_the_places_of_expressions() {
        let text = "match(user={condition(score(TEN): ON + 1)})";
        let answer = |expression: &str, value| {
            let lo = text.find(expression).unwrap();
            let place = Span::new(lo, lo + expression.len());
            Answer { place, value }
        };
        let answers = [answer("TEN", 10), answer("ON + 1", 2)];
        assert_eq!(
            answered(text, &answers),
            "match(user={condition(score(10 ): 1     )})"
        );
        assert_eq!(answered(text, &[answer("TEN", 1000)]), text);
    }
}
