//! The grammar: from one pragma's text to a [`Directive`].
//!
//! Every function has the production of OpenMP 5.2 that it reads above it. Must not know which
//! clause is allowed where (that is `allowed`), C's grammar, or names.

mod clause;
mod data;
mod execution;
mod list;
mod modifier;
mod name;

#[cfg(test)]
mod tests;

use super::ast::*;
use super::check;
use super::lexer::{self, Lexed, TokenKind};
use crate::diag::{Code, Diagnostic, Result, Suggestion};
use crate::source::Span;
use list::{Parsed, Run};

/// Reads one pragma line, `#pragma omp ...`, with its macros expanded, and checks that its clauses
/// are allowed. `at` is its span in the preprocessed text; so are all spans in the result.
pub fn parse_directive(text: &str, at: Span) -> Result<Directive> {
    let directive = parse_unchecked(text, at)?;
    let found = check::check(&directive);
    if found.iter().any(Diagnostic::is_error) {
        return Err(found);
    }
    Ok(directive)
}

/// The grammar alone: what it returns may hold clauses that are not allowed there.
pub fn parse_unchecked(text: &str, at: Span) -> Result<Directive> {
    let line = lexer::lex(text, at).map_err(|error| vec![error])?;
    pragma(&line)
}

/// ```text
/// # pragma omp directive-name [(arguments)] [[,] clause [[,] clause] ...]    (5.2, 3.1)
/// ```
fn pragma(line: &Lexed) -> Result<Directive> {
    let whole = Run {
        line,
        lo: 0,
        hi: line.tokens.len(),
    };
    if [whole.str(0), whole.str(1), whole.str(2)] != ["#", "pragma", "omp"] {
        let text = "this is no `#pragma omp`";
        return Err(vec![Diagnostic::error(Code::Directive, line.at, text)]);
    }
    let body = whole.from(3);
    let name = name::directive_name(body).map_err(|error| vec![error])?;
    let mut reader = Reader {
        kind: name.kind,
        rest: body.from(name.tokens),
        errors: vec![],
        clauses: vec![],
    };
    let args = match reader.arguments() {
        Ok(args) => args,
        Err(error) => {
            reader.errors.push(error);
            DirectiveArgs::None
        }
    };
    let args = reader.clauses(args);
    if !reader.errors.is_empty() {
        return Err(reader.errors);
    }
    let kind = kind_with_arguments(reader.kind, &args, &reader.clauses);
    Ok(Directive {
        kind,
        args,
        clauses: reader.clauses,
        span: whole.span(),
        name_span: body.to(name.tokens).span(),
    })
}

/// The kind where it depends on what follows the name.
fn kind_with_arguments(
    kind: DirectiveKind,
    args: &Args,
    clauses: &[Clause<ExprText, ItemText>],
) -> DirectiveKind {
    use ClauseKind as C;
    match kind {
        // `ordered` is stand-alone with `depend` or `doacross` only (5.2, 15.10).
        DirectiveKind::Ordered if kind.is_standalone(clauses) => DirectiveKind::OrderedDoacross,
        // The old spelling of `begin declare target` (deprecated in 5.2).
        DirectiveKind::DeclareTarget
            if *args == DirectiveArgs::None
                && !clauses.iter().any(|clause| {
                    matches!(clause.kind, C::Enter { .. } | C::Link(_) | C::Local(_))
                }) =>
        {
            DirectiveKind::BeginDeclareTarget
        }
        kind => kind,
    }
}

type Args = DirectiveArgs<ExprText, ItemText>;

struct Reader<'a> {
    kind: DirectiveKind,
    rest: Run<'a>,
    errors: Vec<Diagnostic>,
    clauses: Vec<Clause<ExprText, ItemText>>,
}

impl<'a> Reader<'a> {
    /// What stands in parentheses right behind the next token's place, taken off.
    fn parenthesised(&mut self) -> Option<Run<'a>> {
        if self.rest.str(0) != "(" || self.rest.kind(0) != Some(TokenKind::Open) {
            return None;
        }
        let inside = self.rest.inside(0);
        self.rest = Run {
            lo: inside.hi + 1,
            ..self.rest
        };
        Some(inside)
    }

    fn needs(&mut self, what: &str) -> Parsed<Run<'a>> {
        let (kind, place) = (self.kind.name(), self.rest);
        self.parenthesised().ok_or_else(|| {
            let text = format!("`{kind}` needs {what} in parentheses");
            Diagnostic::error(Code::Directive, place.line.end(), text)
        })
    }

    /// What stands in parentheses behind the name, where it is no clause.
    ///
    /// ```text
    /// critical [(name)]                                                      (5.2, 15.2)
    /// flush [(list)]                                                         (5.2, 15.8.5)
    /// threadprivate (list)                                                   (5.2, 5.2)
    /// allocate (list)                                                        (5.2, 6.5)
    /// declare target [(extended-list)]                                       (5.2, 7.8.1)
    /// depobj (depend-object)                                                 (5.2, 15.9.4)
    /// declare simd [(procedure-name)]                                        (5.2, 7.7)
    /// declare variant (variant-name)                                         (5.2, 7.5.4)
    /// groupprivate (list)                                                    (6.0, 7.13)
    /// ```
    fn arguments(&mut self) -> Parsed<Args> {
        use DirectiveKind as D;
        Ok(match self.kind {
            D::Critical => match self.parenthesised() {
                Some(inside) => DirectiveArgs::Name(list::ident(inside, "a name")?, inside.span()),
                None => DirectiveArgs::None,
            },
            D::Flush | D::DeclareTarget => match self.parenthesised() {
                Some(inside) => DirectiveArgs::List(list::list(inside)?),
                None => DirectiveArgs::None,
            },
            D::Threadprivate | D::Allocate | D::Groupprivate => {
                DirectiveArgs::List(list::list(self.needs("a list of variables")?)?)
            }
            D::Depobj => DirectiveArgs::Object(list::item(self.needs("a depend object")?)?),
            D::DeclareVariant => {
                DirectiveArgs::Function(list::expr(self.needs("the variant's name")?)?)
            }
            D::DeclareSimd => match self.parenthesised() {
                Some(inside) => DirectiveArgs::Function(list::expr(inside)?),
                None => DirectiveArgs::None,
            },
            D::DeclareReduction => declare_reduction(self.needs("what it declares")?)?,
            D::DeclareMapper => declare_mapper(self.needs("what it declares")?)?,
            D::Cancel | D::CancellationPoint => self.cancelled()?,
            _ => match self.parenthesised() {
                None => DirectiveArgs::None,
                Some(inside) => {
                    let text = format!("`{}` takes no argument", self.kind.name());
                    return Err(Diagnostic::error(Code::Directive, inside.span(), text)
                        .says("no parentheses may follow the name"));
                }
            },
        })
    }

    /// ```text
    /// cancel construct-type [[,] if-clause]                                  (5.2, 16.1)
    /// cancellation point construct-type                                      (5.2, 16.2)
    /// construct-type: parallel | sections | for | taskgroup
    /// ```
    fn cancelled(&mut self) -> Parsed<Args> {
        if self.rest.str(0) == "," {
            self.rest = self.rest.from(1);
        }
        let word = self.rest.to(1);
        let span = word.span();
        let args = match word.text() {
            "parallel" => DirectiveArgs::Cancels(Leaf::Parallel, span),
            "sections" => DirectiveArgs::Cancels(Leaf::Sections, span),
            "for" => DirectiveArgs::Cancels(Leaf::For, span),
            "taskgroup" => DirectiveArgs::CancelsTaskgroup(span),
            _ => {
                let known = ["parallel", "sections", "for", "taskgroup"];
                let error = list::unknown_word(word, "construct that can be cancelled", &known);
                return Err(Diagnostic {
                    code: Code::Directive,
                    ..error
                });
            }
        };
        self.rest = self.rest.from(1);
        Ok(args)
    }

    /// ```text
    /// [[,] clause [[,] clause] ...]                                          (5.2, 3.1)
    /// ```
    /// Reads all of them, past errors; the arguments are what stood behind the name, to which
    /// `flush` and 6.0's `combiner` add.
    fn clauses(&mut self, mut args: Args) -> Args {
        const NAME_WORDS: &[&str] = &[
            "data",
            "distribute",
            "for",
            "loop",
            "parallel",
            "sections",
            "simd",
            "target",
            "taskloop",
            "teams",
        ];
        let mut first = true;
        let mut misnamed = false;
        while !self.rest.is_empty() {
            if self.rest.str(0) == "," {
                let comma = self.rest.to(1);
                self.rest = self.rest.from(1);
                if self.rest.is_empty() || self.rest.str(0) == "," {
                    let error = comma.error("a clause is missing behind the comma");
                    self.errors.push(error);
                    continue;
                }
            }
            // `flush acquire (a)`: the list behind the memory order (5.1).
            let listless = self.kind == DirectiveKind::Flush && args == DirectiveArgs::None;
            if listless && let Some(inside) = self.parenthesised() {
                match list::list(inside) {
                    Ok(items) => args = DirectiveArgs::List(items),
                    Err(error) => self.errors.push(error),
                }
                continue;
            }
            if !self.rest.is_ident(0) {
                self.stray();
                continue;
            }
            let name = self.rest.to(1);
            self.rest = self.rest.from(1);
            let bare_flush = self.kind == DirectiveKind::Flush && name.text() != "memscope";
            let inside = if bare_flush {
                None
            } else {
                self.parenthesised()
            };
            let combines = self.kind == DirectiveKind::DeclareReduction;
            if let (true, "combiner", Some(inside)) = (combines, name.text(), inside) {
                self.combiner(&mut args, name, inside);
                continue;
            }
            // What follows a misspelt word of the directive's name is no clause either.
            if misnamed && inside.is_none() && NAME_WORDS.contains(&name.text()) {
                continue;
            }
            let written = clause::Written {
                directive: &self.kind,
                name,
                args: inside,
            };
            match clause::clause(written) {
                Ok(clause) => self.clauses.push(clause),
                Err(error) => {
                    misnamed |= first && inside.is_none();
                    let error = self.perhaps_longer_name(error, name, first && inside.is_none());
                    self.errors.push(error);
                }
            }
            first = false;
        }
        args
    }

    /// `combiner` of 6.0 says what 5.2 says behind the types.
    fn combiner(&mut self, args: &mut Args, name: Run, inside: Run) {
        match (args, data::non_empty(inside)) {
            (
                DirectiveArgs::Reduction {
                    combiner: combiner @ None,
                    ..
                },
                Ok(text),
            ) => *combiner = Some(text),
            (_, Err(error)) => self.errors.push(error),
            _ => {
                let error = name.error("the combiner is given twice");
                self.errors.push(error);
            }
        }
    }

    /// A token where a clause should begin.
    fn stray(&mut self) {
        let mut wrong = self.rest.to(1);
        if self.rest.kind(0) == Some(TokenKind::Open) {
            let inside = self.rest.inside(0);
            wrong = Run {
                hi: inside.hi + 1,
                ..self.rest
            };
        }
        let text = format!("expected a clause, found `{}`", shortened(wrong.text()));
        let error = Diagnostic::error(Code::Clause, wrong.span(), text);
        self.errors.push(error);
        self.rest = self.rest.from(wrong.len());
    }

    /// The first word behind the name may have been meant to be part of the name.
    fn perhaps_longer_name(&self, error: Diagnostic, word: Run, first: bool) -> Diagnostic {
        if !first || !error.message.starts_with("unknown clause") {
            return error;
        }
        let leaf = Leaf::of_name(word.text()).is_some();
        match name::longer_name(&self.kind, word.text()) {
            Some(longer) => {
                let own = self.kind.name();
                let behind = longer.strip_prefix(&own).unwrap_or(&longer).trim_start();
                let error = Diagnostic {
                    help: vec![],
                    suggestions: Box::default(),
                    ..error
                };
                let title = format!("did you mean `{longer}`?");
                error.suggest(Suggestion::new(title, word.span(), behind))
            }
            None if leaf => error.note(format!(
                "`{}` cannot be combined with `{}`",
                word.text(),
                self.kind.name()
            )),
            None => error,
        }
    }
}

fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_string(),
    }
}

/// ```text
/// declare reduction (reduction-identifier : typename-list : combiner)        (5.2, 5.5.11)
/// declare reduction (reduction-identifier : typename-list) combiner(...)     (6.0, 7.6.14)
/// ```
fn declare_reduction(run: Run) -> Parsed<Args> {
    let help = "write `declare reduction(name : types : combiner)`";
    let malformed = |run: Run, text: &str| {
        Diagnostic::error(Code::Directive, run.span(), text.to_string()).help(help)
    };
    let Some((id, rest)) = run.split_colon() else {
        return Err(malformed(run, "a `declare reduction` has no types"));
    };
    let (types, combiner) = match rest.split_colon() {
        Some((types, combiner)) => (types, Some(data::non_empty(combiner)?)),
        None => (rest, None),
    };
    if id.is_empty() {
        return Err(malformed(id, "a `declare reduction` has no name"));
    }
    Ok(DirectiveArgs::Reduction {
        id: data::operator(id)?,
        types: list::exprs(types)?,
        combiner,
    })
}

/// ```text
/// declare mapper ([mapper-identifier :] type var)                            (5.2, 5.8.8)
/// ```
fn declare_mapper(run: Run) -> Parsed<Args> {
    let (id, declaration) = match run.split_colon() {
        Some((id, declaration)) => (Some(list::ident(id, "a mapper's name")?), declaration),
        None => (None, run),
    };
    if declaration.len() < 2 {
        let text = "a `declare mapper` needs a type and a variable";
        return Err(Diagnostic::error(Code::Directive, declaration.span(), text));
    }
    Ok(DirectiveArgs::Mapper {
        id,
        declaration: list::expr(declaration)?,
    })
}
