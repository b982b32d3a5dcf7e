//! `begin declare variant` (OpenMP 5.2, 7.5.5): functions that replace those of the same name.
//!
//! From the pragmas and the declarations between them. A block for devices alone gives device code its functions and
//! is hidden from the host's compiler; one that matches nothing is hidden from both. Must not know types.

use super::pragmas::Pragma;
use super::reach::{Body, Level, Reached};
use super::toplevel::Chunk;
use crate::diag::{Code, Diagnostic};
use crate::omp::context::{self, Context, Match};
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::source::Span;

/// The pragmas of a block that the host's compiler must not see.
#[derive(Clone, Copy, Debug)]
pub struct Hidden {
    pub begin: Span,
    pub end: Span,
}

/// A block, by the indices of its pragmas.
pub(crate) struct Block {
    begin: usize,
    end: usize,
    /// Whether device code has its functions; otherwise nothing has them.
    device: bool,
}

/// The blocks of the text.
pub(crate) fn find(pragmas: &[Pragma]) -> Result<Vec<Block>, Vec<Diagnostic>> {
    let mut open: Vec<usize> = vec![];
    let mut blocks = vec![];
    let mut errors = vec![];
    for (p, pragma) in pragmas.iter().enumerate() {
        let Ok(directive) = &pragma.parsed else {
            continue;
        };
        match directive.kind {
            DirectiveKind::BeginDeclareVariant => open.push(p),
            DirectiveKind::EndDeclareVariant => match open.pop() {
                Some(begin) => match for_devices(&pragmas[begin]) {
                    Ok(device) => blocks.push(Block {
                        begin,
                        end: p,
                        device,
                    }),
                    Err(error) => errors.push(*error),
                },
                None => errors.push(Diagnostic::error(
                    Code::Placement,
                    pragma.span,
                    "`end declare variant` without its beginning",
                )),
            },
            _ => {}
        }
    }
    let unended = open.iter().map(|&p| {
        let message = "this `begin declare variant` is never ended";
        Diagnostic::error(Code::Placement, pragmas[p].span, message)
    });
    errors.extend(unended);
    match errors.is_empty() {
        true => Ok(blocks),
        false => Err(errors),
    }
}

fn for_devices(pragma: &Pragma) -> Result<bool, Box<Diagnostic>> {
    let refuse = |why: String| {
        let message =
            "`begin declare variant` that does not concern devices alone is not translated yet";
        Box::new(
            Diagnostic::error(Code::OpenVariant, pragma.span, message)
                .note(why)
                .help("give the functions names of their own, and say `declare variant` before the base function"),
        )
    };
    let clauses = pragma.parsed.iter().flat_map(|d| &d.clauses);
    let mut selectors = clauses.filter_map(|c| match &c.kind {
        ClauseKind::Match(text) => Some(text.as_str()),
        _ => None,
    });
    let selector = selectors.next().unwrap_or("");
    let at = |device: bool, constructs: &[Leaf]| {
        let constructs = constructs.to_vec();
        context::matches(selector, &Context { constructs, device })
    };
    if selector.contains("construct") {
        return Err(refuse("its selector asks for constructs".into()));
    }
    match (at(false, &[]), at(true, &[Leaf::Target])) {
        (Match::No, Match::Yes(_)) => Ok(true),
        (Match::No, Match::No) => Ok(false),
        (Match::Open(why), _) | (_, Match::Open(why)) => Err(refuse(why)),
        (Match::Yes(_), _) => Err(refuse("it is meant for the host".into())),
    }
}

/// Removes what a block replaces, or a block that matches nothing, from what is read.
pub(crate) fn apply(
    blocks: &[Block],
    chunks: &[Chunk],
    pragmas: &[Pragma],
    reached: &mut Reached,
) -> Result<Vec<Hidden>, Vec<Diagnostic>> {
    let mut errors = vec![];
    let mut hidden = vec![];
    for block in blocks {
        let (from, to) = (pragmas[block.begin].token, pragmas[block.end].token);
        hidden.push(Hidden {
            begin: pragmas[block.begin].span,
            end: pragmas[block.end].span,
        });
        let inside = |c: &Chunk| from < c.first && c.last < to;
        for (c, chunk) in chunks.iter().enumerate() {
            if !block.device {
                if inside(chunk) {
                    reached.chunks[c] = Level::No;
                    reached.bodies[c] = Body::Dropped;
                }
                continue;
            }
            let replaced = chunk.body.is_some()
                && !inside(chunk)
                && chunks
                    .iter()
                    .any(|v| inside(v) && v.body.is_some() && v.names == chunk.names);
            if replaced && reached.bodies[c] == Body::Host {
                let message = "a function with device constructs that device code replaces";
                errors.push(
                    Diagnostic::error(Code::OpenVariant, pragmas[block.begin].span, message)
                        .help("give the variant a name of its own"),
                );
            } else if replaced {
                reached.bodies[c] = Body::Dropped;
            }
        }
        for (p, pragma) in pragmas.iter().enumerate() {
            let own = p == block.begin || p == block.end;
            if own || (!block.device && from < pragma.token && pragma.token < to) {
                reached.pragmas[p] = false;
            }
        }
    }
    match errors.is_empty() {
        true => Ok(hidden),
        false => Err(errors),
    }
}
