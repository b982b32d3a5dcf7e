//! The whole front end as a list: tokens, declarations, directives, what is reached, rewriting,
//! labels, lang-c.
//!
//! lang-c recurses: everything runs on a thread with a big stack, and what nests too deep for it is
//! refused with a place. lang-c's own error becomes one message where it stopped.

use super::conditions::Answer;
use super::lexer::Stream;
use super::reach::{Body, Level};
use super::rewrite::Rewriter;
use super::unit::Unit;
use super::{
    conditions, extents, labels, limits, metadirectives, pragmas, reach, toplevel, unrolling,
    variant_blocks,
};
use crate::diag::{self, Code, Diagnostic, Severity};
use crate::source::{Preprocessed, Span};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, parse_preprocessed};

/// Enough for [`limits`]: measured with a debug build, doubled.
pub const STACK: usize = 512 << 20;

/// What is known of a text before it is parsed.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// The values of constant expressions in context selectors.
    pub answers: Vec<Answer>,
    /// Places of which nothing is to be said: the outermost constructs around them count as if they had no directives.
    /// No unit, and nothing to be said, where one of the places is in no construct.
    pub without: Vec<Span>,
}

/// The whole front end.
pub fn parse(pre: &Preprocessed) -> diag::Result<Unit> {
    parse_known(pre, &Known::default())
}

/// The whole front end, with what is known.
pub fn parse_known(pre: &Preprocessed, known: &Known) -> diag::Result<Unit> {
    on_big_stack(|| parse_here(pre, known))
}

/// Runs something that recurses as deep as the tree of a unit can.
pub fn on_big_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, work)
            .expect("a thread can be started");
        match thread.join() {
            Ok(value) => value,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}

/// Directives whose lines end with the brace of their block, which then has none.
fn braces_behind_directives(pragmas: &[pragmas::Pragma], pre: &Preprocessed) -> Vec<Diagnostic> {
    let braces = pragmas.iter().filter_map(|pragma| {
        let line = pre.slice(pragma.span).trim_end();
        let at = pragma.span.lo as usize + line.strip_suffix('{')?.len();
        let message = "`{` is no part of a directive";
        let error = Diagnostic::error(Code::Directive, Span::new(at, at + 1), message);
        Some(error.help("a directive ends with its line: put the `{` on the next one"))
    });
    braces.collect()
}

fn parse_here(pre: &Preprocessed, known: &Known) -> diag::Result<Unit> {
    if pre.text().len() >= i32::MAX as usize {
        let message = "the preprocessed text is longer than 2 GiB";
        return Err(vec![Diagnostic::bare(
            Code::CUnsupported,
            Severity::Error,
            message,
        )]);
    }
    let answered = conditions::answered(pre.text(), &known.answers);
    let stream = Stream::new(&answered);
    let mut pragmas = pragmas::find(&stream);
    let chunks = toplevel::split(&stream);
    let mut blocks = extents::bodies(&stream, &pragmas);
    let mut reached = reach::reach(pre, &stream, &chunks, &pragmas, &blocks);
    let mut choices = vec![];
    if pragmas.iter().any(metadirectives::is_one) {
        choices = metadirectives::resolve(&stream, &chunks, &mut pragmas, &blocks, &reached)?;
        blocks = extents::bodies(&stream, &pragmas);
        reached = reach::reach(pre, &stream, &chunks, &pragmas, &blocks);
    }
    let variants = variant_blocks::find(&pragmas)?;
    let hidden = variant_blocks::apply(&variants, &stream, &chunks, &pragmas, &mut reached)?;
    for &place in &known.without {
        let Some(outermost) = extents::outermost(&stream, &pragmas, &blocks, place) else {
            return Err(vec![]);
        };
        for (pragma, is_reached) in pragmas.iter().zip(&mut reached.pragmas) {
            if outermost.contains(pragma.span) {
                *is_reached = false;
            }
        }
    }
    let used = reached.chunks.iter().any(|&level| level > Level::No);
    if used && let Some(i) = stream.unbalanced {
        let token = stream.tokens[i];
        let span = Span {
            lo: token.lo,
            hi: token.hi,
        };
        let message = format!("`{}` has no partner", stream.str(i));
        let mut errors = braces_behind_directives(&pragmas, pre);
        errors.push(Diagnostic::error(Code::CSyntax, span, message));
        return Err(errors);
    }
    limits::check(&stream, &chunks, &reached)?;

    let main = stream.symbol("main");
    let has_main = chunks
        .iter()
        .filter(|chunk| chunk.body.is_some())
        .any(|chunk| chunk.names.iter().any(|&name| Some(name) == main));
    let typedefs = labels::typedef_names(&stream, &chunks, &reached);
    let mut rewriter = Rewriter::new(&stream);
    let dropped_bodies = rewriter.chunks(&chunks, &reached);
    let mut unread = super::Unread::default();
    for (c, chunk) in chunks.iter().enumerate() {
        match chunk.body {
            _ if reached.chunks[c] == Level::No => unread.add(&stream, chunk.first, chunk.last),
            Some((open, close)) if reached.bodies[c] == Body::Dropped => {
                unread.add(&stream, open, close);
            }
            _ => {}
        }
    }
    let labelled = labels::label(&mut rewriter, &chunks, pragmas, &blocks, &reached);
    let mut errors = std::mem::take(&mut rewriter.errors);
    errors.extend(labelled.errors);
    let text = match String::from_utf8(std::mem::take(&mut rewriter.out)) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            errors.push(unreadable(Span::new(at, at + 1)));
            String::new()
        }
    };
    if !errors.is_empty() {
        errors.sort_by_key(|e| e.labels.first().map_or(0, |l| l.span.lo));
        return Err(errors);
    }
    let mut attributes = std::mem::take(&mut rewriter.attributes);
    attributes.sort_by_key(|a| (a.span.lo, a.span.hi));
    let (text, tree) = run_lang_c(text).map_err(|at| vec![stopped_at(&stream, at)])?;
    let of = |role| {
        let sites = labelled.sites.iter().enumerate();
        sites
            .filter(|(_, s)| s.role == role)
            .map(|(i, _)| i)
            .collect()
    };
    Ok(Unit {
        tree,
        declarative: of(super::Role::Declarative),
        host: of(super::Role::Host),
        directives: labelled.directives,
        sites: labelled.sites,
        attributes,
        dropped_bodies,
        unread,
        has_main,
        typedefs,
        choices,
        unrolled: unrolling::find(&stream),
        hidden,
        text,
    })
}

/// The text back and its tree, or the offset where lang-c stopped.
pub(super) fn run_lang_c(text: String) -> Result<(String, TranslationUnit), usize> {
    let config = Config {
        cpp_command: String::new(),
        cpp_options: vec![],
        flavor: Flavor::GnuC11,
    };
    match parse_preprocessed(&config, text) {
        Ok(parse) => Ok((parse.source, parse.unit)),
        Err(error) => Err(error.offset),
    }
}

fn stopped_at(stream: &Stream, at: usize) -> Diagnostic {
    let i = stream.tokens.partition_point(|t| (t.hi as usize) <= at);
    let span = match stream.tokens.get(i).or(stream.tokens.last()) {
        Some(token) => Span {
            lo: token.lo,
            hi: token.hi,
        },
        None => Span::new(at, at),
    };
    unreadable(span)
}

/// The message for text that lang-c cannot read.
pub const UNREADABLE: &str = "the translator cannot read the C here";

pub(super) fn unreadable(span: Span) -> Diagnostic {
    Diagnostic::error(Code::CUnsupported, span, UNREADABLE)
        .note("the C compiler accepts it: it is an extension, or newer than C11")
        .help("write it in standard C11, or move it into a file without device code")
}
