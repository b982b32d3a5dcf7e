//! The class of each stretch of a text, for colour: from the highlight queries of the grammars.
//!
//! Pragmas and `_Pragma` are directives, whatever the grammar takes them for. Must not know which colour a class has.

use super::readable::Readable;
use super::{Language, Outline, Token};
use std::ops::Range;
use std::sync::OnceLock;
use tree_sitter_highlight::{HighlightConfiguration, HighlightEvent, Highlighter};

/// What CUDA and C++ have beyond C, which the query for CUDA leaves to one for C++.
const CPP: &str = include_str!("cpp.scm");

/// A class of highlighting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// A word of the language, or a qualifier of CUDA.
    Keyword,
    /// The name of a type.
    Type,
    /// The name of a function where it is called or declared.
    Function,
    /// Any other name.
    Variable,
    /// A member of a struct.
    Property,
    /// A name in capitals, `NULL`, `true`.
    Constant,
    /// A number.
    Number,
    /// A string or character.
    String,
    /// An operator.
    Operator,
    /// A bracket or separator.
    Punctuation,
    /// A label.
    Label,
    /// A comment.
    Comment,
    /// A line of the preprocessor: pragmas.
    Directive,
}

/// The names of captures in queries, the longest that fits is taken.
const CAPTURES: &[(&str, Class)] = &[
    ("comment", Class::Comment),
    ("constant", Class::Constant),
    ("delimiter", Class::Punctuation),
    ("function", Class::Function),
    ("keyword", Class::Keyword),
    ("label", Class::Label),
    ("number", Class::Number),
    ("operator", Class::Operator),
    ("property", Class::Property),
    ("punctuation", Class::Punctuation),
    ("string", Class::String),
    ("type", Class::Type),
    ("variable", Class::Variable),
];

impl Class {
    /// A short name, as in the class of an HTML element.
    pub fn name(self) -> &'static str {
        match self {
            Class::Keyword => "keyword",
            Class::Type => "type",
            Class::Function => "function",
            Class::Variable => "variable",
            Class::Property => "property",
            Class::Constant => "constant",
            Class::Number => "number",
            Class::String => "string",
            Class::Operator => "operator",
            Class::Punctuation => "punctuation",
            Class::Label => "label",
            Class::Comment => "comment",
            Class::Directive => "directive",
        }
    }
}

/// The classes of a text, in its order and without overlaps: each leaf has one.
pub fn of(text: &str, language: Language) -> Vec<(Range<usize>, Class)> {
    let readable = Readable::of(text);
    let known = highlighted(&readable.text, language);
    let mut known = known.iter().peekable();
    let mut pragmas = readable.pragmas.iter().peekable();
    let mut classes: Vec<(Range<usize>, Class)> = vec![];
    for leaf in Outline::of(text, language).leaves {
        while pragmas.next_if(|it| it.end <= leaf.span.start).is_some() {}
        while known
            .next_if(|(span, _)| span.end <= leaf.span.start)
            .is_some()
        {}
        let directive = pragmas.peek().is_some_and(|it| it.start <= leaf.span.start);
        let queried = known
            .peek()
            .filter(|(span, _)| span.start <= leaf.span.start);
        let class = match leaf.token {
            Token::Comment => Class::Comment,
            _ if directive => Class::Directive,
            _ if readable.conditions.contains(&leaf.span.start) => Class::Function,
            token => queried.map_or(plain(token), |(_, class)| *class),
        };
        classes.push((leaf.span, class));
    }
    classes
}

/// The class of a token that no query knows.
fn plain(token: Token) -> Class {
    match token {
        Token::Word => Class::Variable,
        Token::Number => Class::Number,
        Token::Text => Class::String,
        Token::Sign => Class::Punctuation,
        Token::Comment => Class::Comment,
    }
}

fn highlighted(text: &str, language: Language) -> Vec<(Range<usize>, Class)> {
    let mut found = vec![];
    let Some(configuration) = configuration(language) else {
        return found;
    };
    let mut highlighter = Highlighter::new();
    let events = highlighter.highlight(configuration, text.as_bytes(), None, None, |_| None);
    let mut within = vec![];
    for event in events.into_iter().flatten().map_while(Result::ok) {
        match event {
            HighlightEvent::HighlightStart(one) => within.push(CAPTURES[one.0].1),
            HighlightEvent::HighlightEnd => {
                within.pop();
            }
            HighlightEvent::Source { start, end } => {
                found.extend(within.last().map(|class| (start..end, *class)));
            }
        }
    }
    found
}

/// The query of a language; none where it does not fit the grammar, which a test would tell.
fn configuration(language: Language) -> Option<&'static HighlightConfiguration> {
    static C: OnceLock<Option<HighlightConfiguration>> = OnceLock::new();
    static CUDA: OnceLock<Option<HighlightConfiguration>> = OnceLock::new();
    let (place, more) = match language {
        Language::C => (&C, String::new()),
        Language::Cuda => (
            &CUDA,
            format!("{CPP}\n{}", tree_sitter_cuda::HIGHLIGHTS_QUERY),
        ),
    };
    let made = place.get_or_init(|| {
        let query = format!("{}\n{more}", tree_sitter_c::HIGHLIGHT_QUERY);
        let grammar = language.grammar();
        let mut made = HighlightConfiguration::new(grammar, "text", &query, "", "").ok()?;
        let names: Vec<&str> = CAPTURES.iter().map(|(name, _)| *name).collect();
        made.configure(&names);
        Some(made)
    });
    made.as_ref()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classes(text: &str, language: Language) -> Vec<(&str, &'static str)> {
        let classes = of(text, language).into_iter();
        classes
            .map(|(span, class)| (&text[span], class.name()))
            .collect()
    }

    #[test]
    fn each_language_has_a_query() {
        assert!(configuration(Language::C).is_some());
        assert!(configuration(Language::Cuda).is_some());
    }

    #[test]
    fn c_has_classes() {
        let text = "#pragma omp target // why\nROMP_TARGET(\"a.c:1\", f)\nwhile (x.n < 3) g(NULL);";
        let of = |word: &str| {
            classes(text, Language::C)
                .iter()
                .find(|it| it.0 == word)
                .unwrap()
                .1
        };
        assert_eq!(of("omp"), "directive");
        assert_eq!(of("// why"), "comment");
        assert_eq!(of("ROMP_TARGET"), "function");
        assert_eq!(of("\"a.c:1\""), "string");
        assert_eq!(of("while"), "keyword");
        assert_eq!(of("n"), "property");
        assert_eq!(of("3"), "number");
        assert_eq!(of("g"), "function");
        assert_eq!(of("NULL"), "constant");
        assert_eq!(of("<"), "operator");
    }

    #[test]
    fn cuda_has_classes() {
        let text = "extern \"C\" __global__ void __launch_bounds__(1)\nf(const double *x) { romp::team_barrier(); auto y = true; }";
        let of = |word: &str| {
            classes(text, Language::Cuda)
                .iter()
                .find(|it| it.0 == word)
                .unwrap()
                .1
        };
        assert_eq!(of("__global__"), "keyword");
        assert_eq!(of("__launch_bounds__"), "keyword");
        assert_eq!(of("double"), "type");
        assert_eq!(of("f"), "function");
        assert_eq!(of("team_barrier"), "function");
        assert_eq!(of("auto"), "type");
        assert_eq!(of("true"), "constant");
    }
}
