//! The parts that all clauses share: runs of tokens, expressions, list items, array sections,
//! iterators.
//!
//! Computes from tokens whose brackets are paired. Must not know which clause it works for.

use crate::diag::{Code, Diagnostic, Suggestion};
use crate::omp::ast::*;
use crate::omp::lexer::{Lexed, TokenKind};
use crate::omp::suggest;
use crate::source::Span;

pub type Parsed<T> = std::result::Result<T, Diagnostic>;

/// A run of tokens inside one pair of brackets, or of the whole line.
#[derive(Clone, Copy)]
pub struct Run<'a> {
    pub line: &'a Lexed,
    pub lo: usize,
    pub hi: usize,
}

impl<'a> Run<'a> {
    pub fn is_empty(self) -> bool {
        self.lo >= self.hi
    }

    pub fn len(self) -> usize {
        self.hi.saturating_sub(self.lo)
    }

    /// The text of its token number `index`.
    pub fn str(self, index: usize) -> &'a str {
        if self.lo + index < self.hi {
            self.line.str(self.lo + index)
        } else {
            ""
        }
    }

    pub fn kind(self, index: usize) -> Option<TokenKind> {
        let token = self.line.tokens.get(self.lo + index);
        token.filter(|_| index < self.len()).map(|t| t.kind)
    }

    pub fn is_ident(self, index: usize) -> bool {
        self.kind(index) == Some(TokenKind::Ident)
    }

    /// From its first to its last token; where there is none, the bracket that ends it.
    pub fn span(self) -> Span {
        if self.is_empty() {
            self.line.span(self.lo)
        } else {
            self.line.span(self.lo).to(self.line.span(self.hi - 1))
        }
    }

    pub fn text(self) -> &'a str {
        match (
            self.line.tokens.get(self.lo),
            self.line.tokens.get(self.hi.wrapping_sub(1)),
        ) {
            (Some(first), Some(last)) if !self.is_empty() => &self.line.text[first.lo..last.hi],
            _ => "",
        }
    }

    pub fn from(self, index: usize) -> Run<'a> {
        Run {
            lo: (self.lo + index).min(self.hi),
            ..self
        }
    }

    pub fn to(self, index: usize) -> Run<'a> {
        Run {
            hi: (self.lo + index).min(self.hi),
            ..self
        }
    }

    /// What stands between the brackets of which the first is token number `index`.
    pub fn inside(self, index: usize) -> Run<'a> {
        Run {
            line: self.line,
            lo: self.lo + index + 1,
            hi: self.line.tokens[self.lo + index].mate,
        }
    }

    /// The tokens that are in no bracket within this run, by number; a bracket counts by its opening.
    pub fn top(self) -> impl std::iter::Iterator<Item = usize> + 'a {
        let mut next = self.lo;
        std::iter::from_fn(move || {
            if next >= self.hi {
                return None;
            }
            let this = next;
            let token = &self.line.tokens[this];
            next = match token.kind {
                TokenKind::Open => token.mate + 1,
                _ => this + 1,
            };
            Some(this - self.lo)
        })
    }

    /// The pieces between the commas that are in no bracket. An empty run has no piece.
    pub fn split_commas(self) -> Vec<Run<'a>> {
        let mut pieces = vec![];
        if self.is_empty() {
            return pieces;
        }
        let mut start = 0;
        for index in self.top() {
            if self.str(index) == "," {
                pieces.push(self.from(start).to(index - start));
                start = index + 1;
            }
        }
        pieces.push(self.from(start));
        pieces
    }

    /// The colons that are in no bracket and belong to no `?:`.
    pub fn colons(self) -> impl std::iter::Iterator<Item = usize> + 'a {
        let mut pending = 0usize;
        self.top().filter(move |&index| match self.str(index) {
            "?" => {
                pending += 1;
                false
            }
            ":" if pending > 0 => {
                pending -= 1;
                false
            }
            ":" => true,
            _ => false,
        })
    }

    /// What stands before and behind the first such colon.
    pub fn split_colon(self) -> Option<(Run<'a>, Run<'a>)> {
        let colon = self.colons().next()?;
        Some((self.to(colon), self.from(colon + 1)))
    }

    pub fn error(self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(Code::Clause, self.span(), message)
    }
}

/// An expression: any balanced tokens without a comma outside of brackets.
pub fn expr(run: Run) -> Parsed<ExprText> {
    if run.is_empty() {
        return Err(run.error("an expression is missing here"));
    }
    if let Some(comma) = run.top().find(|&index| run.str(index) == ",") {
        let place = run.from(comma).to(1);
        return Err(place
            .error("one expression is expected here, not a list")
            .says("unexpected `,`"));
    }
    no_colon(run)?;
    Ok(text(run))
}

/// A colon of no `?:` is no part of C's expressions.
fn no_colon(run: Run) -> Parsed<()> {
    match run.colons().next() {
        None => Ok(()),
        Some(colon) => {
            let place = run.from(colon).to(1);
            Err(place
                .error("unexpected `:`")
                .says("no modifier ends here, and no `?` is open"))
        }
    }
}

/// The run as it is written, whatever it holds.
pub fn text(run: Run) -> ExprText {
    ExprText {
        span: run.span(),
        text: run.text().to_string(),
    }
}

/// Expressions with commas between.
pub fn exprs(run: Run) -> Parsed<Vec<ExprText>> {
    if run.is_empty() {
        return Err(run.error("an expression is missing here"));
    }
    run.split_commas().into_iter().map(expr).collect()
}

/// One name.
pub fn ident(run: Run, what: &str) -> Parsed<String> {
    if run.len() == 1 && run.is_ident(0) {
        Ok(run.str(0).to_string())
    } else if run.is_empty() {
        Err(run.error(format!("{what} is missing here")))
    } else {
        let found = run.text();
        Err(run.error(format!("expected {what}, found `{found}`")))
    }
}

/// One of the words that a clause knows.
pub fn word<T: Clone>(run: Run, what: &str, known: &[(&str, T)]) -> Parsed<T> {
    let found = run.text();
    if let Some((_, value)) = known.iter().find(|(name, _)| *name == found) {
        return Ok(value.clone());
    }
    let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
    Err(unknown_word(run, what, &names))
}

/// The error for a word that is none of those known.
pub fn unknown_word(run: Run, what: &str, names: &[&str]) -> Diagnostic {
    let found = run.text();
    let expected = suggest::one_of(names);
    if run.is_empty() {
        return run
            .error(format!("missing {what}"))
            .help(format!("expected {expected}"));
    }
    let error = run.error(format!("unknown {what} `{found}`"));
    match suggest::nearest(found, names.iter().copied()) {
        Some(near) => {
            let uncertain = !suggest::is_certain(found, near);
            error.suggest(Suggestion::meant(run.span(), near).maybe_if(uncertain))
        }
        None => error.help(format!("expected {expected}")),
    }
}

/// ```text
/// list: list-item [, list-item [, ...]]                                      (5.2, 3.2.1)
/// ```
pub fn list(run: Run) -> Parsed<Vec<ItemText>> {
    if run.is_empty() {
        return Err(run.error("a list item is missing here"));
    }
    run.split_commas().into_iter().map(item).collect()
}

/// ```text
/// list-item: lvalue-expression | array-section | shape-expression | name      (5.2, 3.2.1)
/// array-section: base array-dimension [array-dimension ...]                   (5.2, 3.2.5)
/// ```
/// The trailing brackets are taken off only where they apply to the whole rest: those of `*p[i]`
/// belong to `p`, so that item has none.
pub fn item(run: Run) -> Parsed<ItemText> {
    if run.is_empty() {
        return Err(run.error("a list item is missing here"));
    }
    no_colon(run)?;
    let top: Vec<usize> = run.top().collect();
    for pair in top.windows(2) {
        let adjacent = run.is_ident(pair[0]) && run.is_ident(pair[1]);
        if adjacent && !matches!(run.str(pair[0]), "sizeof" | "struct" | "union" | "enum") {
            let place = run.from(pair[1]).to(1);
            return Err(place
                .error(format!(
                    "expected `,` or `)` after `{}`, found `{}`",
                    run.str(pair[0]),
                    run.str(pair[1])
                ))
                .says("unexpected word"));
        }
    }
    let prefixed = run.kind(0) == Some(TokenKind::Punct);
    let mut kept = top.len();
    while !prefixed && kept > 1 && run.str(top[kept - 1]) == "[" {
        kept -= 1;
    }
    let base = match top.get(kept) {
        Some(&start) => run.to(start),
        None => run,
    };
    for &inner in top[..kept].iter().filter(|&&index| run.str(index) == "[") {
        if run.inside(inner).colons().next().is_some() {
            let group = run.inside(inner);
            return Err(group
                .error("an array section may stand only at the end of a list item")
                .says("section inside of the item"));
        }
    }
    let dims = top[kept..]
        .iter()
        .map(|&index| dimension(run.inside(index)));
    Ok(ItemText {
        span: run.span(),
        text: run.text().to_string(),
        base: text(base),
        dims: dims.collect::<Parsed<_>>()?,
    })
}

/// ```text
/// [ index ]
/// [ [lower-bound] : [length] [: [stride]] ]                                  (5.2, 3.2.5)
/// ```
fn dimension(run: Run) -> Parsed<DimText> {
    if run.is_empty() {
        return Err(run
            .error("the brackets are empty")
            .help("write `[:]` for the whole dimension"));
    }
    let colons: Vec<usize> = run.colons().collect();
    let part = |run: Run| -> Parsed<Option<ExprText>> {
        if run.is_empty() {
            Ok(None)
        } else {
            expr(run).map(Some)
        }
    };
    let (length, stride) = match colons[..] {
        [] => return Ok(DimText::Index(expr(run)?)),
        [first] => (run.from(first + 1), run.to(0)),
        [first, second] => (
            run.from(first + 1).to(second - first - 1),
            run.from(second + 1),
        ),
        [_, _, third, ..] => {
            let place = run.from(third).to(1);
            return Err(place
                .error("an array section has at most three parts")
                .help("`[lower : length : stride]`"));
        }
    };
    Ok(DimText::Section {
        lower: part(run.to(colons[0]))?,
        length: part(length)?,
        stride: part(stride)?,
    })
}

/// ```text
/// iterator(iterators-definition)                                             (5.2, 3.2.6)
/// iterators-definition: iterator-specifier [, iterators-definition]
/// iterator-specifier: [iterator-type] identifier = begin : end [: step]
/// ```
pub fn iterators(run: Run) -> Parsed<Vec<Iterator<ExprText>>> {
    if run.is_empty() {
        return Err(run.error("`iterator` needs at least one iterator"));
    }
    run.split_commas().into_iter().map(iterator).collect()
}

fn iterator(run: Run) -> Parsed<Iterator<ExprText>> {
    let shape = "an iterator is written `[type] name = begin : end [: step]`";
    let Some(equals) = run.top().find(|&index| run.str(index) == "=") else {
        return Err(run.error("an iterator has no range").help(shape));
    };
    let declared = run.to(equals);
    if declared.is_empty() || !declared.is_ident(declared.len() - 1) {
        return Err(declared.error("an iterator has no name").help(shape));
    }
    let name = declared.len() - 1;
    let ty = declared.to(name);
    let range = run.from(equals + 1);
    let colons: Vec<usize> = range.colons().collect();
    let (end, step) = match colons[..] {
        [first] => (range.from(first + 1), None),
        [first, second] => (
            range.from(first + 1).to(second - first - 1),
            Some(range.from(second + 1)),
        ),
        _ => {
            let error = range.error("an iterator's range has two or three parts");
            return Err(error.help(shape));
        }
    };
    Ok(Iterator {
        ty: (!ty.is_empty()).then(|| ty.text().to_string()),
        name: declared.str(name).to_string(),
        begin: expr(range.to(colons[0]))?,
        end: expr(end)?,
        step: step.map(expr).transpose()?,
    })
}
