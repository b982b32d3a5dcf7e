//! `metadirective` (OpenMP 5.2, 7.4): the directive that is chosen when the program is translated takes its place for
//! everything behind this module.
//!
//! From the pragmas, where their statements end, and which code runs on the device. The context of device code is a
//! GPU; the host's text gets the host's choice. What depends on a run is refused where it concerns a device. Must not
//! know types.

use super::lexer::Stream;
use super::pragmas::{self, Class, Pragma};
use super::reach::{Body, Reached};
use super::run_choices;
use super::toplevel::Chunk;
use crate::diag::{Code, Diagnostic};
use crate::omp::context::{self, Context, Match};
use crate::omp::{Directive, DirectiveKind, Leaf};
use crate::source::Span;
use crate::source::token;

/// A pragma whose line in the host's text differs from the line of the construct that it became.
#[derive(Clone, Debug)]
pub struct Choice {
    pub pragma: Span,
    /// The directive that the host executes; none where there is none.
    pub host: Option<Directive>,
    /// Whether it is the host's own choice and a device construct, whose line is written as any other's.
    pub is_construct: bool,
    /// A C expression that says when such a construct is chosen; otherwise the host executes `host`.
    pub condition: Option<String>,
}

/// Whether a pragma is a `metadirective`, its `begin` or its `end`.
pub(crate) fn is_one(pragma: &Pragma) -> bool {
    let kind = pragma.parsed.as_ref().map(|d| &d.kind);
    matches!(
        kind,
        Ok(DirectiveKind::Metadirective
            | DirectiveKind::BeginMetadirective
            | DirectiveKind::EndMetadirective)
    )
}

/// Puts the chosen directives in the place of the metadirectives, and removes pragmas that become nothing.
pub(crate) fn resolve(
    stream: &Stream,
    chunks: &[Chunk],
    pragmas: &mut Vec<Pragma>,
    blocks: &[Option<(usize, usize)>],
    reached: &Reached,
) -> Result<Vec<Choice>, Vec<Diagnostic>> {
    let mut choices = vec![];
    let mut errors = vec![];
    let mut gone = vec![];
    // The enclosing constructs, with their last tokens.
    let mut open: Vec<(usize, Vec<Leaf>)> = vec![];
    let mut begun: Vec<Option<usize>> = vec![];
    for p in 0..pragmas.len() {
        let at = pragmas[p].token;
        open.retain(|(last, _)| *last >= at);
        if is_one(&pragmas[p]) {
            let kind = pragmas[p].parsed.as_ref().ok().map(|d| d.kind.clone());
            let chunk = chunks.partition_point(|c| c.last < at);
            let constructs: Vec<Leaf> = open.iter().flat_map(|(_, l)| l.clone()).collect();
            let of_device = reached.bodies.get(chunk) == Some(&Body::Device);
            if kind == Some(DirectiveKind::EndMetadirective) {
                if let Some(begin) = begun.pop() {
                    errors.extend(begin.and_then(|b| one_statement(stream, pragmas, b, p)));
                    choices.push(nothing(pragmas[p].span));
                    gone.push(p);
                }
                continue;
            }
            let begins = kind == Some(DirectiveKind::BeginMetadirective);
            match choose(stream, &pragmas[p], constructs, of_device) {
                Ok(chosen) => {
                    let ours = chosen.ours.is_some();
                    choices.push(chosen.choice);
                    match chosen.ours {
                        Some(ours) => pragmas[p] = Pragma { token: at, ..ours },
                        None => gone.push(p),
                    }
                    if begins {
                        begun.push(ours.then_some(p));
                    }
                }
                Err(error) => {
                    let matters = reached.pragmas[p] || pragmas[p].device;
                    errors.extend(matters.then_some(error));
                    if begins {
                        begun.push(None);
                    }
                    continue;
                }
            }
        }
        let leaves = |d: &Directive| d.kind.leaves().to_vec();
        let last = blocks[p]
            .map(|(_, last)| last)
            .or_else(|| following(stream, at));
        if let (Ok(directive), Some(last)) = (&pragmas[p].parsed, last)
            && matches!(pragmas[p].class, Class::Block | Class::MaybeBlock)
            && !gone.contains(&p)
        {
            open.push((last, leaves(directive)));
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    for &p in gone.iter().rev() {
        pragmas.remove(p);
    }
    Ok(choices)
}

/// Behind `begin metadirective`: where a block that begins there ends.
fn following(stream: &Stream, at: usize) -> Option<usize> {
    let next = stream.skip_lines(at + 1);
    stream.is(next, b'{').then(|| stream.partner(next))?
}

fn nothing(pragma: Span) -> Choice {
    Choice {
        pragma,
        host: None,
        is_construct: false,
        condition: None,
    }
}

/// What stands between `begin` and `end` must be the one statement that the directive takes.
fn one_statement(
    stream: &Stream,
    pragmas: &[Pragma],
    begin: usize,
    end: usize,
) -> Option<Diagnostic> {
    let probe = super::extents::bodies(stream, pragmas);
    let (_, last) = probe[begin]?;
    let mut between = last + 1..pragmas[end].token;
    let is_end = between.all(|i| stream.is_line(i));
    (!is_end).then(|| {
        Diagnostic::error(
            Code::UnsupportedDirective,
            pragmas[begin].span,
            "`begin metadirective` around more than one statement is not translated yet",
        )
        .also(pragmas[end].span, "it ends here")
        .help("put braces around the statements")
    })
}

pub(super) struct Chosen {
    /// The directive that is translated; none where there is none.
    pub ours: Option<Pragma>,
    pub choice: Choice,
}

fn choose(
    stream: &Stream,
    pragma: &Pragma,
    constructs: Vec<Leaf>,
    of_device: bool,
) -> Result<Chosen, Diagnostic> {
    let line = &stream.text[pragma.span.range()];
    let variants = variants(line);
    let in_target = constructs.contains(&Leaf::Target);
    let host = Context {
        constructs: constructs.clone(),
        device: false,
    };
    let parsed = |variant: &Option<std::ops::Range<usize>>| match variant {
        Some(range) => {
            let mut read = pragmas::read(&alone(line, range), pragma.span)?;
            if let Ok(directive) = &mut read.parsed {
                // The whole line is the directive's in the host's text.
                directive.span = pragma.span;
            }
            Some(read)
        }
        None => None,
    };
    let faulty = |errors: Vec<Diagnostic>| {
        let mut errors = errors.into_iter();
        errors.next().unwrap_or_else(|| {
            Diagnostic::error(Code::Directive, pragma.span, "this is no directive")
        })
    };
    let of_host = match pick(pragma, line, &variants, &host) {
        Ok(chosen) => parsed(&chosen),
        Err(error) if !in_target => {
            return run_choices::of_target(pragma, line, &variants, &host).ok_or(error);
        }
        Err(error) => match run_choices::of_threads(pragma, line, &variants, &host) {
            Some(made) => Some(made),
            None => return Err(error),
        },
    };
    let directive = match &of_host {
        Some(read) => Some(read.parsed.clone().map_err(faulty)?),
        None => None,
    };
    let is_construct = of_host.as_ref().is_some_and(|read| read.device);
    let on_device = in_target || (of_device && !is_construct);
    let ours = if on_device {
        let mut constructs = constructs;
        if !in_target {
            constructs.insert(0, Leaf::Target);
        }
        let device = Context {
            constructs,
            device: true,
        };
        match pick(pragma, line, &variants, &device) {
            Ok(chosen) => parsed(&chosen),
            Err(error) => match run_choices::of_threads(pragma, line, &variants, &device) {
                Some(made) => Some(made),
                None => return Err(error),
            },
        }
    } else {
        of_host
    };
    if let Some(Err(errors)) = ours.as_ref().map(|read| &read.parsed) {
        return Err(faulty(errors.clone()));
    }
    let is_nothing =
        |read: &Pragma| matches!(&read.parsed, Ok(d) if d.kind == DirectiveKind::Nothing);
    Ok(Chosen {
        ours: ours.filter(|read| !is_nothing(read)),
        choice: Choice {
            pragma: pragma.span,
            host: directive.filter(|d| d.kind != DirectiveKind::Nothing),
            is_construct: is_construct && !on_device,
            condition: None,
        },
    })
}

/// `when(selector: directive)`, and `otherwise(directive)` or `default(directive)` with no selector: byte ranges of
/// the line.
pub(super) struct Variant {
    pub selector: Option<std::ops::Range<usize>>,
    pub directive: Option<std::ops::Range<usize>>,
}

pub(super) fn variants(line: &str) -> Vec<Variant> {
    let from = line.find("omp").map_or(0, |at| at + 3);
    let tokens = token::tokens_within(line, from, line.len());
    let word = |i: usize| tokens.get(i).map_or("", |t| t.text(line));
    let mut found = vec![];
    let mut i = 0;
    while i < tokens.len() {
        let clause = word(i);
        if word(i + 1) != "(" {
            i += 1;
            continue;
        }
        // The partner of the bracket, and the first `:` between them that stands in no other.
        let (mut depth, mut colon, mut close) = (0, None, tokens.len());
        for k in i + 1..tokens.len() {
            match word(k) {
                "(" | "{" | "[" => depth += 1,
                ")" | "}" | "]" => depth -= 1,
                ":" if depth == 1 => colon = colon.or(Some(k)),
                _ => {}
            }
            if depth == 0 {
                close = k;
                break;
            }
        }
        let range =
            |a: usize, b: usize| (a < b).then(|| tokens[a].lo as usize..tokens[b - 1].hi as usize);
        match (clause, colon) {
            ("when", Some(colon)) => found.push(Variant {
                selector: range(i + 2, colon),
                directive: range(colon + 1, close),
            }),
            ("when", None) => found.push(Variant {
                selector: range(i + 2, close),
                directive: None,
            }),
            ("otherwise" | "default", _) => found.push(Variant {
                selector: None,
                directive: range(i + 2, close),
            }),
            _ => {}
        }
        i = close + 1;
    }
    found
}

/// The variant that replaces the metadirective (5.2, 7.4): of those that hold the one with the highest score, the
/// first among equals; else `otherwise`.
fn pick(
    pragma: &Pragma,
    line: &str,
    variants: &[Variant],
    context: &Context,
) -> Result<Option<std::ops::Range<usize>>, Diagnostic> {
    let mut best: Option<(u64, &Variant)> = None;
    let mut otherwise = None;
    for variant in variants {
        let Some(selector) = &variant.selector else {
            otherwise = variant.directive.clone();
            continue;
        };
        match context::matches(&line[selector.clone()], context) {
            Match::No => {}
            Match::Yes(score) => {
                if best.is_none_or(|(had, _)| score > had) {
                    best = Some((score, variant));
                }
            }
            Match::Open(why) => {
                let lo = pragma.span.lo as usize;
                let place = Span::new(lo + selector.start, lo + selector.end);
                return Err(Diagnostic::error(
                    Code::OpenVariant,
                    place,
                    "which directive is meant is known at run time only, which is not translated yet",
                )
                .also(pragma.span, "of this metadirective")
                .note(why)
                .help("write both cases in `if` and `else`, or give the directive an `if` clause"));
            }
        }
    }
    Ok(match best {
        Some((_, variant)) => variant.directive.clone(),
        None => otherwise,
    })
}

/// The line with everything but `#pragma omp` and the chosen directive blanked, so that nothing moves.
pub(super) fn alone(line: &str, chosen: &std::ops::Range<usize>) -> String {
    let head = line.find("omp").map_or(0, |at| at + 3);
    let mut bytes: Vec<u8> = line.bytes().map(|_| b' ').collect();
    bytes[..head].copy_from_slice(&line.as_bytes()[..head]);
    bytes[chosen.clone()].copy_from_slice(&line.as_bytes()[chosen.clone()]);
    String::from_utf8(bytes).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_of_a_metadirective() {
        let line = "#pragma omp metadirective when(device={arch(nvptx)}: teams loop collapse(2)) \
                    when(user={condition(score(3): a ? 1 : 0)}:) default(parallel for)";
        let found = variants(line);
        let text =
            |range: &Option<std::ops::Range<usize>>| range.clone().map_or("", |range| &line[range]);
        assert_eq!(text(&found[0].selector), "device={arch(nvptx)}");
        assert_eq!(text(&found[0].directive), "teams loop collapse(2)");
        assert_eq!(
            text(&found[1].selector),
            "user={condition(score(3): a ? 1 : 0)}"
        );
        assert_eq!(text(&found[1].directive), "");
        assert_eq!(text(&found[2].selector), "");
        assert_eq!(text(&found[2].directive), "parallel for");
        let chosen = alone(line, found[0].directive.as_ref().unwrap());
        assert_eq!(chosen.len(), line.len());
        let words: Vec<&str> = chosen.split_whitespace().collect();
        assert_eq!(words.join(" "), "#pragma omp teams loop collapse(2)");
    }
}
