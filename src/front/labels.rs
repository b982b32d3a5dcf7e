//! Numbers the directives of kept text and writes executable ones into it as labels.
//!
//! `#pragma omp target` becomes `__omp_17:`, a stand-alone directive `__omp_17: ;`, so that lang-c
//! attaches it to the statement that it belongs to. A directive that stands where none may is refused here,
//! before lang-c would fail on it. Must not know clauses.

use super::blanked::{Fate, Texts};
use super::declarators;
use super::extents;
use super::lexer::{Stream, Word};
use super::pragmas::{Class, Pragma};
use super::reach::{self, Body, Reached};
use super::rewrite::Rewriter;
use super::toplevel::Chunk;
use super::unit::{Role, Site};
use crate::diag::{Code, Diagnostic};
use crate::omp::Directive;
use crate::source::token::Kind;

#[derive(Default)]
pub(crate) struct Labelled {
    pub directives: Vec<Directive>,
    pub sites: Vec<Site>,
    pub errors: Vec<Diagnostic>,
}

pub(crate) fn label(
    rewriter: &mut Rewriter,
    chunks: &[Chunk],
    pragmas: Vec<Pragma>,
    blocks: &[Option<(usize, usize)>],
    reached: &Reached,
) -> Labelled {
    let stream = rewriter.s;
    let mut out = Labelled::default();
    let mut open: Vec<usize> = vec![];
    let mut texts = Texts::of(rewriter);
    for (p, pragma) in pragmas.iter().enumerate() {
        if !reached.pragmas[p] {
            out.errors.extend(no_directive(pragma));
            continue;
        }
        let chunk = chunks.partition_point(|c| c.last < pragma.token);
        let inside = chunks
            .get(chunk)
            .and_then(|c| c.body)
            .is_some_and(|(open, close)| open < pragma.token && pragma.token < close);
        let host_function = inside && reached.bodies[chunk] == Body::Host;
        let mut block = blocks[p];
        let role = match pragma.class {
            Class::Declarative => Role::Declarative,
            Class::Anywhere if !inside => Role::Declarative,
            _ if host_function && reach::is_host(reached, &pragmas, p) => Role::Host,
            Class::StandAlone | Class::Anywhere => Role::StandAlone,
            Class::MaybeBlock if block.is_none() || declaration_follows(rewriter, pragma.token) => {
                block = None;
                Role::StandAlone
            }
            _ => Role::Construct,
        };
        let directive = match &pragma.parsed {
            Ok(directive) => directive.clone(),
            Err(_) if role == Role::Host => {
                out.errors.extend(no_directive(pragma));
                continue;
            }
            Err(errors) => {
                out.errors.extend(errors.iter().cloned());
                continue;
            }
        };
        match texts.fate(rewriter, pragma, role, block) {
            Fate::Stays => {}
            Fate::OfHost => continue,
            Fate::Refused(error) => {
                out.errors.push(*error);
                continue;
            }
        }
        if matches!(role, Role::Construct | Role::StandAlone)
            && let Some(error) = misplaced(rewriter, pragma, &pragmas, inside, role, block)
        {
            out.errors.push(error);
            continue;
        }
        let n = out.directives.len();
        let end = if role == Role::StandAlone { ": ;" } else { ":" };
        let text = format!("__omp_{n}{end}");
        let is_label = matches!(role, Role::Construct | Role::StandAlone);
        if is_label && !rewriter.label_line(pragma.span, &text) {
            let message = "the directive is shorter than the label that stands for it";
            out.errors
                .push(Diagnostic::error(Code::Internal, pragma.span, message));
            continue;
        }
        let extent = extents::extent(stream, pragma, block);
        while open
            .last()
            .is_some_and(|&o: &usize| out.sites[o].extent.hi <= extent.lo)
        {
            open.pop();
        }
        out.sites.push(Site {
            role,
            extent,
            body: block.map(|(first, last)| crate::source::Span {
                lo: stream.tokens[first].lo,
                hi: stream.tokens[last].hi,
            }),
            parent: open.last().copied(),
        });
        out.directives.push(directive);
        if block.is_some() {
            open.push(n);
        }
    }
    out
}

/// Text that is no directive at all is refused wherever it stands: it may be a misspelt device directive. Other
/// errors in host directives are the host compiler's to report.
fn no_directive(pragma: &Pragma) -> Vec<Diagnostic> {
    match &pragma.parsed {
        Err(errors) if errors.iter().any(|e| e.code == Code::Directive) => errors.clone(),
        _ => vec![],
    }
}

fn declaration_follows(rewriter: &Rewriter, token: usize) -> bool {
    rewriter.declaration_at(rewriter.s.skip_lines(token + 1))
}

/// The error of a directive that stands where none may.
fn misplaced(
    rewriter: &Rewriter,
    pragma: &Pragma,
    pragmas: &[Pragma],
    inside: bool,
    role: Role,
    block: Option<(usize, usize)>,
) -> Option<Diagnostic> {
    let s = rewriter.s;
    let error = |message: &str| Diagnostic::error(Code::Placement, pragma.span, message);
    if !inside {
        return Some(
            error("an executable directive outside of a function")
                .help("move it into the function whose statements it is meant for"),
        );
    }
    let before = s.before(pragma.token);
    let fits = before.is_none_or(|b| {
        let punctuator = [b';', b'{', b'}', b')', b':'].iter().any(|&c| s.is(b, c));
        punctuator || matches!(s.word(b), Some(Word::Else | Word::Do))
    });
    if !fits {
        return Some(
            error("a directive inside a declaration or an expression")
                .help("directives stand between statements"),
        );
    }
    let next = s.skip_lines(pragma.token + 1);
    let above = stacked_on(s, pragma, pragmas).map(|above| &pragmas[above]);
    if let Some(of_loop) = above.and_then(|above| in_place_of_loop(above, pragma)) {
        return Some(of_loop);
    }
    if role == Role::Construct {
        let help = "put the statements that it is meant for in braces behind it";
        if s.is(next, b'}') {
            return Some(error("no statement follows this directive").help(help));
        }
        if rewriter.declaration_at(next) {
            return Some(
                error("a declaration follows this directive, which needs a statement")
                    .also(rewriter.s_span(next), "declared here")
                    .help(help),
            );
        }
        if block.is_none() {
            return Some(error("the statement behind this directive does not end").help(help));
        }
        return None;
    }
    // Stand-alone: not as the only statement of `if`, `else`, a loop, or a construct.
    if let Some(above) = above {
        return Some(
            error("a stand-alone directive cannot be the statement of another directive")
                .also(above.span, "of this one")
                .help("put braces around it"),
        );
    }
    let braceless = before.is_some_and(|b| {
        matches!(s.word(b), Some(Word::Else | Word::Do)) || s.is(b, b')') && heads_statement(s, b)
    });
    if braceless {
        return Some(
            error("a stand-alone directive cannot be the only statement of `if`, `else` or a loop (OpenMP 5.2, 3.1)")
                .help("put braces around it"),
        );
    }
    let labelled = before.is_some_and(|b| s.is(b, b':'));
    labelled.then(|| {
        error("a stand-alone directive cannot be the statement behind a label (OpenMP 5.2, 3.1)")
            .help("put `;` between the two")
    })
}

/// The error of a device construct that stands where a directive of the host needs its loop. The host's compiler would
/// speak of what the device construct becomes.
fn in_place_of_loop(above: &Pragma, pragma: &Pragma) -> Option<Diagnostic> {
    let Ok(outer) = &above.parsed else {
        return None;
    };
    if !outer.kind.shares_loops() || above.device || !pragma.device {
        return None;
    }
    let name = outer.kind.name();
    let message = format!("`{name}` must be followed by a canonical `for` loop");
    Some(
        Diagnostic::error(Code::CanonicalLoop, pragma.span, message)
            .says("a construct stands here")
            .also(above.span, "asked for here")
            .note("OpenMP 5.2, section 4.4.1")
            .help(format!(
                "write the loop between the two, or leave out what `{name}` says of loops"
            )),
    )
}

/// The construct on the lines directly above, whose statement this directive would be.
fn stacked_on(s: &Stream, pragma: &Pragma, pragmas: &[Pragma]) -> Option<usize> {
    let mut line = pragma.token;
    while line > 0 && s.kind(line - 1) == Some(Kind::Line) {
        line -= 1;
        if let Ok(p) = pragmas.binary_search_by_key(&line, |p| p.token) {
            return (pragmas[p].class == Class::Block).then_some(p);
        }
    }
    None
}

/// The `)` at `close` ends the head of `if`, `for`, `while` or `switch`.
fn heads_statement(s: &Stream, close: usize) -> bool {
    let head = s.partner(close).and_then(|open| s.before(open));
    head.is_some_and(|h| {
        matches!(
            s.word(h),
            Some(Word::If | Word::For | Word::While | Word::Switch)
        )
    })
}

/// The names that mean types, for clauses that are parsed on their own.
pub(crate) fn typedef_names(stream: &Stream, chunks: &[Chunk], reached: &Reached) -> Vec<String> {
    let mut symbols: Vec<u32> = vec![];
    for (c, chunk) in chunks.iter().enumerate() {
        if reached.chunks[c] > reach::Level::No {
            if chunk.is_typedef {
                symbols.extend(&chunk.names);
            }
            if let Some((open, close)) = chunk.body.filter(|_| reached.bodies[c] != Body::Dropped) {
                for i in (open..close).filter(|&i| stream.is_word(i, Word::Typedef)) {
                    symbols.extend(declarators::declared(stream, i, close));
                }
            }
        }
    }
    symbols.sort_unstable();
    symbols.dedup();
    let mut names: Vec<String> = symbols
        .iter()
        .map(|&s| stream.text_of(s).to_string())
        .collect();
    names.sort_unstable();
    names.dedup();
    names
}
