//! Loops of the host alone with `collapse` and statements between the collapsed loops, which compilers of OpenMP 5.0 do not
//! accept (5.2, 4.4.1 does): they lose `collapse`. Threads then share the outermost loop's iterations, and each executes
//! those of the inner loops, whose variables become private.
//!
//! From the text behind the directive: of such loops there is no tree. What is not such a nest stays as it is.

use crate::omp::{self, ClauseKind, ItemText, Leaf};
use crate::source::Span;
use crate::source::token::{self, Token};

/// The directive in a form that the host compiler accepts; none where it accepts the present one, or would accept none.
pub fn known(text: &str, directive: &omp::Directive) -> Option<omp::Directive> {
    let (place, count) = directive.clauses.iter().find_map(|one| match &one.kind {
        ClauseKind::Collapse(count) => Some((one.span, count.text.trim().parse::<usize>().ok()?)),
        _ => None,
    })?;
    let may = |leaf: &Leaf| {
        use Leaf::*;
        matches!(leaf, For | Simd | Distribute | Loop | Taskloop)
    };
    let counts = |clause: &omp::Clause<_, _>| {
        matches!(
            clause.kind,
            ClauseKind::Ordered(_) | ClauseKind::Linear { .. }
        )
    };
    let shares = directive.kind.leaves().iter().any(may);
    if count < 2 || !shares || directive.clauses.iter().any(counts) {
        return None;
    }
    let inner = Text::behind(text, directive.span).imperfect(count)?;
    let written = &text[directive.span.range()];
    let named = |name: &str| {
        let mut words = written.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        words.any(|word| word == name)
    };
    let mut host = directive.clone();
    host.clauses
        .retain(|one| !matches!(one.kind, ClauseKind::Collapse(_)));
    let private: Vec<ItemText> = { inner.iter().filter(|name| !named(name)) }
        .map(|name| ItemText::name(name, place))
        .collect();
    if !private.is_empty() {
        host.clauses.push(omp::Clause {
            kind: ClauseKind::Private(private),
            span: place,
            modifier: None,
        });
    }
    Some(host)
}

/// The tokens behind a directive, without lines of directives.
struct Text<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl<'a> Text<'a> {
    /// Those of the statement behind the directive and some more.
    fn behind(text: &'a str, directive: Span) -> Text<'a> {
        let mut tokens = vec![];
        let mut at = directive.hi as usize;
        let (mut depth, mut closed) = (0i64, false);
        for line in text[at..].split_inclusive('\n') {
            if !line.starts_with('#') {
                for token in token::tokens_within(text, at, at + line.len()) {
                    match token.text(text) {
                        "{" | "(" => depth += 1,
                        "}" | ")" => {
                            depth -= 1;
                            closed |= token.text(text) == "}" && depth <= 0;
                        }
                        ";" => closed |= depth == 0,
                        _ => {}
                    }
                    tokens.push(token);
                }
            }
            at += line.len();
            if closed || depth < 0 {
                break;
            }
        }
        Text { text, tokens }
    }

    fn word(&self, at: usize) -> &'a str {
        self.tokens
            .get(at)
            .map_or("", |token| token.text(self.text))
    }

    /// The variables of the loops below the outermost one that are declared elsewhere, where statements stand between
    /// `count` loops in each other; none where no statements do, or where these are no such loops.
    fn imperfect(&self, count: usize) -> Option<Vec<String>> {
        let (mut at, mut between) = (0, false);
        let mut variables = vec![];
        for level in 0..count {
            if self.word(at) != "for" {
                return None;
            }
            if level > 0 && self.word(at + 3) == "=" {
                variables.push(self.word(at + 2).to_string());
            }
            let body = self.past(at + 1)?;
            if level + 1 == count {
                break;
            }
            let stmts = self.statements(body)?;
            let mut loops = stmts.iter().filter(|&&stmt| self.word(stmt) == "for");
            let (Some(&inner), None) = (loops.next(), loops.next()) else {
                return None;
            };
            between |= stmts.len() > 1;
            at = inner;
        }
        between.then_some(variables)
    }

    /// Where the statements begin of which a body consists; braces in braces are left out.
    fn statements(&self, body: usize) -> Option<Vec<usize>> {
        if self.word(body) != "{" {
            return Some(vec![body]);
        }
        let end = self.past(body)? - 1;
        let mut found = vec![];
        let mut at = body + 1;
        while at < end {
            found.push(at);
            at = self.behind_statement(at)?;
        }
        match found.as_slice() {
            [only] => self.statements(*only),
            _ => Some(found),
        }
    }

    /// Behind the bracket that closes the one at `at`.
    fn past(&self, at: usize) -> Option<usize> {
        let mut depth = 0;
        for (index, token) in self.tokens.iter().enumerate().skip(at) {
            match token.text(self.text) {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return Some(index + 1);
            }
        }
        None
    }

    /// Behind the statement or declaration that begins at `at`.
    fn behind_statement(&self, at: usize) -> Option<usize> {
        match self.word(at) {
            "" => None,
            "{" => self.past(at),
            "for" | "while" | "switch" => self.behind_statement(self.past(at + 1)?),
            "if" => {
                let then = self.behind_statement(self.past(at + 1)?)?;
                match self.word(then) {
                    "else" => self.behind_statement(then + 1),
                    _ => Some(then),
                }
            }
            "do" => {
                let cond = self.behind_statement(at + 1)?;
                Some(self.past(cond + 1)? + 1)
            }
            _ => {
                let mut at = at;
                loop {
                    match self.word(at) {
                        "" => return None,
                        ";" => return Some(at + 1),
                        "(" | "{" | "[" => at = self.past(at)?,
                        _ => at += 1,
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn imperfect(text: &str, count: usize) -> Option<Vec<String>> {
        Text::behind(text, Span::new(0, 0)).imperfect(count)
    }

    #[test]
    fn statements_between_loops() {
        let perfect =
            "for (i = 0; i < n; i++) {\n# 7 \"a.c\"\n { for (j = 0; j < n; j++) a[i] = 1; } }";
        assert_eq!(imperfect(perfect, 2), None);
        let before = "for (i = 0; i < n; i++) { int s[2] = { i, f(i) }; for (j = 0; j < n; j++) a[i] = s[j]; }";
        assert_eq!(imperfect(before, 2), Some(vec!["j".into()]));
        let behind = "for (int i = 0; i < n; i++) { if (i) b(); else { c(); } do d(); while (i);\n\
            for (int j = 0; j < n; j++) for (k = 0; k < n; k++) a[k] = 1;\nb(); }";
        assert_eq!(imperfect(behind, 3), Some(vec!["k".into()]));
        assert_eq!(imperfect(behind, 1), None);
        let twice =
            "for (i = 0; i < n; i++) { for (j = 0; j < n; j++) a(); for (j = 0; j < n; j++) b(); }";
        assert_eq!(imperfect(twice, 2), None);
        assert_eq!(
            imperfect("for (i = 0; i < n; i++) a(); for (;;) b();", 2),
            None
        );
        assert_eq!(imperfect("for (i = 0; i < n", 2), None);
    }
}
