//! `begin declare variant` (OpenMP 5.2, 7.5.5): functions that replace those of the same name.
//!
//! From the pragmas and the declarations between them. Of the functions of one name, device code and the host's text
//! have one each: that of the block whose selector matches there with the highest score, else the one outside of
//! blocks. A block that the host does not have is hidden from its compiler. Must not know types.

use super::lexer::Stream;
use super::pragmas::Pragma;
use super::reach::{Body, Level, Reached};
use super::toplevel::Chunk;
use crate::diag::{Code, Diagnostic};
use crate::omp::context::{self, Context, Match};
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::source::Span;

/// What becomes of text in the host's file, because of blocks.
#[derive(Clone, Copy, Debug)]
pub enum Hidden {
    /// The pragmas of a block that the host's compiler must not see.
    Block { begin: Span, end: Span },
    /// A pragma of a block whose functions the host has.
    Pragma(Span),
    /// The braces of a function that another one replaces on the host.
    Body { open: Span, close: Span },
}

/// A block, by the indices of its pragmas.
pub(crate) struct Block {
    begin: usize,
    end: usize,
    /// The score of its selector where it matches.
    device: Option<u64>,
    host: Option<u64>,
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
                Some(begin) => match scores(&pragmas[begin]) {
                    Ok((host, device)) => blocks.push(Block {
                        begin,
                        end: p,
                        device,
                        host,
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

/// The scores on the host and in device code, where the selector matches.
fn scores(pragma: &Pragma) -> Result<(Option<u64>, Option<u64>), Box<Diagnostic>> {
    let refuse = |why: String| {
        let message = "`begin declare variant` whose selector depends on the call or on the run is not translated yet";
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
    let at = |selector: &str, device: bool, constructs: &[Leaf]| {
        let constructs = constructs.to_vec();
        match context::matches(selector, &Context { constructs, device }) {
            Match::No => Ok(None),
            Match::Yes(score) => Ok(Some(score)),
            Match::Open(why) => Err(refuse(why)),
        }
    };
    let (constructs, rest) = context::apart(selector).unwrap_or_default();
    if !constructs.is_empty() {
        // All device code stands in `target`, and the host never asks where the rest of the selector leaves it out.
        let everywhere = constructs.iter().all(|name| name == Leaf::Target.name());
        if !everywhere || at(&rest, false, &[])?.is_some() {
            return Err(refuse("its selector asks for constructs".into()));
        }
    }
    Ok((
        at(selector, false, &[])?,
        at(selector, true, &[Leaf::Target])?,
    ))
}

/// A function definition and how well it suits the host and device code: none where it is not for them, zero outside
/// of blocks.
struct Candidate {
    chunk: usize,
    host: Option<u64>,
    device: Option<u64>,
    /// The pragma of the innermost block.
    block: Option<usize>,
}

/// Removes what others replace, and what matches nothing, from what is read; what the host's text hides.
pub(crate) fn apply(
    blocks: &[Block],
    stream: &Stream,
    chunks: &[Chunk],
    pragmas: &[Pragma],
    reached: &mut Reached,
) -> Result<Vec<Hidden>, Vec<Diagnostic>> {
    let mut hidden = vec![];
    if blocks.is_empty() {
        return Ok(hidden);
    }
    for block in blocks {
        let (begin, end) = (pragmas[block.begin].span, pragmas[block.end].span);
        match block.host {
            Some(_) => hidden.extend([Hidden::Pragma(begin), Hidden::Pragma(end)]),
            None => hidden.push(Hidden::Block { begin, end }),
        }
        let (from, to) = (pragmas[block.begin].token, pragmas[block.end].token);
        for (p, pragma) in pragmas.iter().enumerate() {
            let own = p == block.begin || p == block.end;
            let unread = block.device.is_none() && block.host.is_none();
            if own || (unread && from < pragma.token && pragma.token < to) {
                reached.pragmas[p] = false;
            }
        }
    }
    let mut candidates = vec![];
    for (c, chunk) in chunks.iter().enumerate() {
        let (mut host, mut device, mut innermost) = (Some(0), Some(0), None);
        // Blocks stand in the order of their ends: the first one around a chunk is the innermost.
        for block in blocks {
            if pragmas[block.begin].token < chunk.first && chunk.last < pragmas[block.end].token {
                let with = |had: Option<u64>, more: Option<u64>| Some(had? + more?);
                (host, device) = (with(host, block.host), with(device, block.device));
                innermost = innermost.or(Some(block.begin));
            }
        }
        if host.is_none() && device.is_none() {
            reached.chunks[c] = Level::No;
            reached.bodies[c] = Body::Dropped;
        } else if chunk.body.is_some() {
            candidates.push(Candidate {
                chunk: c,
                host,
                device,
                block: innermost,
            });
        }
    }
    // Functions of names of which no block has one stay as they are.
    let in_blocks: Vec<usize> = candidates
        .iter()
        .filter(|one| one.block.is_some())
        .map(|one| one.chunk)
        .collect();
    let same = |a: usize, b: usize| chunks[a].names == chunks[b].names;
    candidates.retain(|one| in_blocks.iter().any(|&c| same(c, one.chunk)));
    let mut errors = vec![];
    for (i, one) in candidates.iter().enumerate() {
        let replaced_by = |score: fn(&Candidate) -> Option<u64>| {
            let own = score(one)?;
            candidates.iter().enumerate().find(|(k, other)| {
                let better = |theirs| theirs > own || (theirs == own && *k < i);
                same(one.chunk, other.chunk) && score(other).is_some_and(better)
            })
        };
        let (on_host, on_device) = (replaced_by(|one| one.host), replaced_by(|one| one.device));
        if let Some((_, other)) = on_host {
            let (open, close) = chunks[one.chunk].body.unwrap_or_default();
            hidden.push(Hidden::Body {
                open: stream.span(open),
                close: stream.span(close),
            });
            if one.block.is_none() && may_be_called_elsewhere(stream, chunks, one.chunk) {
                let place = other.block.map_or(stream.span(open), |p| pragmas[p].span);
                let message = "a function that other files may call is replaced on the host, which is not translated yet";
                errors.push(
                    Diagnostic::error(Code::OpenVariant, place, message)
                        .also(stream.span(chunks[one.chunk].first), "this function")
                        .help("declare it `static`, or give the variant a name of its own and say `declare variant` before this function"),
                );
            }
        }
        let for_host = one.host.is_some() && on_host.is_none();
        let for_device = one.device.is_some() && on_device.is_none();
        let is_host = reached.bodies[one.chunk] == Body::Host;
        if is_host && for_host && !for_device && one.device.is_some() {
            let place = on_device.and_then(|(_, other)| other.block);
            let message = "a function with device constructs that device code replaces";
            errors.push(
                Diagnostic::error(
                    Code::OpenVariant,
                    pragmas[place.unwrap_or(blocks[0].begin)].span,
                    message,
                )
                .help("give the variant a name of its own"),
            );
        } else if (is_host && !for_host) || (!is_host && !for_device) {
            drop_body(chunks, pragmas, reached, one.chunk);
        }
    }
    match errors.is_empty() {
        true => Ok(hidden),
        false => Err(errors),
    }
}

/// Leaves a function its declaration, and reads no pragma within it.
fn drop_body(chunks: &[Chunk], pragmas: &[Pragma], reached: &mut Reached, chunk: usize) {
    reached.bodies[chunk] = Body::Dropped;
    let within = chunks[chunk].first..=chunks[chunk].last;
    for (p, pragma) in pragmas.iter().enumerate() {
        if within.contains(&pragma.token) {
            reached.pragmas[p] = false;
        }
    }
}

/// Whether a function has external linkage, in a file that is not the program's main one.
fn may_be_called_elsewhere(stream: &Stream, chunks: &[Chunk], chunk: usize) -> bool {
    let main = stream.symbol("main");
    let has_main = chunks
        .iter()
        .any(|c| c.body.is_some() && main.is_some_and(|main| c.names.contains(&main)));
    let is_static = |c: &Chunk| {
        let end = c.body.map_or(c.last, |(open, _)| open);
        (c.first..end).any(|i| stream.str(i) == "static")
    };
    let head = &chunks[chunk];
    let declared_static = chunks.iter().any(|c| c.names == head.names && is_static(c));
    !has_main && !declared_static
}
