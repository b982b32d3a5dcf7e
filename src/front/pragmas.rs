//! The `#pragma omp` lines of the preprocessed text, read by `omp`, and what they want from what follows.
//!
//! The class is decided by the directive's first words, so that a directive that `omp` refuses has
//! one too. Must not know clauses.

use super::lexer::Stream;
use crate::diag;
use crate::omp::{self, Directive};
use crate::source::Span;
use crate::source::token::{self, Kind};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    /// A statement follows that belongs to it.
    Block,
    /// `section`, `metadirective`: a statement or nothing.
    MaybeBlock,
    StandAlone,
    Declarative,
    /// Stands at file scope or in a block: `error`, `nothing`.
    Anywhere,
}

/// What a declarative directive makes necessary.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Declares {
    Nothing,
    /// All that follows up to the end.
    TargetBegin,
    TargetEnd,
    /// The names in its list.
    TargetList,
    /// A name that clauses of device constructs may use.
    Named,
    /// The declaration that follows.
    Next,
    /// Itself, where one of its names is kept.
    OfNames,
    /// Itself, always.
    Always,
}

#[derive(Clone)]
pub(crate) struct Pragma {
    /// Index of its token.
    pub token: usize,
    pub span: Span,
    pub class: Class,
    pub declares: Declares,
    /// Whether it is a device construct: its region, or its data, concerns the device.
    pub device: bool,
    /// Whether its structured block is device code.
    pub region: bool,
    pub parsed: diag::Result<Directive>,
}

/// Every `#pragma omp` line, in order.
pub(crate) fn find(stream: &Stream) -> Vec<Pragma> {
    let lines = stream.tokens.iter().enumerate();
    lines
        .filter(|(_, t)| t.kind == Kind::Line)
        .filter_map(|(i, t)| {
            let line = t.text(stream.text).trim_end();
            let lo = t.lo as usize;
            let span = Span::new(lo, lo + line.len());
            Some(Pragma {
                token: i,
                ..read(line, span)?
            })
        })
        .collect()
}

/// One line that stands at `span`; its token is the caller's to fill in.
pub(crate) fn read(line: &str, span: Span) -> Option<Pragma> {
    let kind = classify(&words(line)?);
    Some(Pragma {
        token: 0,
        span,
        class: kind.0,
        declares: kind.1,
        device: kind.2,
        region: kind.3,
        parsed: omp::parse_directive(line, span),
    })
}

/// The words and brackets behind `#pragma omp`; none for any other line.
fn words(line: &str) -> Option<Vec<&str>> {
    let rest = line
        .strip_prefix('#')?
        .trim_start()
        .strip_prefix("pragma")?;
    let rest = rest
        .strip_prefix([' ', '\t'])?
        .trim_start()
        .strip_prefix("omp")?;
    if rest.bytes().next().is_some_and(token::is_word) {
        return None;
    }
    let at = line.len() - rest.len();
    let tokens = token::tokens_within(line, at, line.len());
    Some(tokens.iter().map(|t| t.text(line)).collect())
}

fn classify(words: &[&str]) -> (Class, Declares, bool, bool) {
    // 6.0 spells the names of two words with an underscore as well.
    let name: Vec<&str> = words
        .iter()
        .take_while(|w| w.bytes().all(token::is_word))
        .take(4)
        .flat_map(|w| match w.split_once('_') {
            Some(("target" | "declare" | "begin" | "end" | "cancellation", _)) => {
                w.split('_').collect()
            }
            _ => vec![*w],
        })
        .collect();
    let says = |word: &str| words.contains(&word);
    let word = |i: usize| name.get(i).copied().unwrap_or("");
    let declarative = |d: Declares| (Class::Declarative, d, false, false);
    match (word(0), word(1)) {
        ("target", "data") => (Class::Block, Declares::Nothing, true, false),
        ("target", "enter" | "exit" | "update") => {
            (Class::StandAlone, Declares::Nothing, true, false)
        }
        // The host executes the call in it, and the translator chooses the variant.
        ("dispatch", _) => (Class::Block, Declares::Nothing, true, false),
        ("interop", _) => (Class::StandAlone, Declares::Nothing, true, false),
        (
            "barrier" | "taskwait" | "taskyield" | "flush" | "cancel" | "cancellation" | "scan"
            | "depobj",
            _,
        ) => (Class::StandAlone, Declares::Nothing, false, false),
        ("ordered", _) if says("depend") || says("doacross") => {
            (Class::StandAlone, Declares::Nothing, false, false)
        }
        ("error" | "nothing", _) => (Class::Anywhere, Declares::Always, false, false),
        ("begin" | "end", "metadirective") => {
            (Class::StandAlone, Declares::Nothing, says("target"), false)
        }
        ("metadirective", _) => {
            let target = says("target");
            (Class::MaybeBlock, Declares::Nothing, target, target)
        }
        ("section", _) => (Class::MaybeBlock, Declares::Nothing, false, false),
        ("declare", "target") => {
            let first = words.iter().find(|w| !w.bytes().all(token::is_word));
            let list = first == Some(&"(") && name.len() == 2;
            let clause = ["enter", "to", "link", "local"].iter().any(|c| says(c));
            declarative(if list || clause {
                Declares::TargetList
            } else {
                Declares::TargetBegin
            })
        }
        ("begin", "declare") if word(2) == "target" => declarative(Declares::TargetBegin),
        ("end", "declare") if word(2) == "target" => declarative(Declares::TargetEnd),
        ("declare", "reduction" | "mapper") => declarative(Declares::Named),
        ("declare", "simd" | "variant") => declarative(Declares::Next),
        ("threadprivate" | "allocate" | "groupprivate", _) => declarative(Declares::OfNames),
        ("declare" | "begin" | "end" | "requires" | "assumes", _) => declarative(Declares::Always),
        _ => {
            let target = name.contains(&"target");
            (Class::Block, Declares::Nothing, target, target)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(line: &str) -> (Class, Declares, bool, bool) {
        classify(&words(line).unwrap())
    }

    #[test]
    fn what_a_directive_wants() {
        use Class::*;
        let block = |line| class(line) == (Block, Declares::Nothing, false, false);
        assert!(block("#pragma omp parallel for") && block("#pragma omp ordered simd"));
        assert!(block("#pragma omp parallel if(target: x)"));
        assert!(class("#pragma omp target, nowait").3);
        assert_eq!(
            class("#pragma omp target_enter_data map(to: x)").0,
            StandAlone
        );
        assert_eq!(
            class("#pragma omp target data map(x)"),
            (Block, Declares::Nothing, true, false)
        );
        assert_eq!(class("#pragma omp ordered depend(source)").0, StandAlone);
        assert_eq!(
            class("#pragma omp declare target (f)").1,
            Declares::TargetList
        );
        assert_eq!(class("#pragma omp declare target").1, Declares::TargetBegin);
        assert_eq!(
            class("#pragma omp declare target enter(f)").1,
            Declares::TargetList
        );
        assert_eq!(
            class("#pragma omp begin declare target device_type(any)").1,
            Declares::TargetBegin
        );
        assert_eq!(
            class("#pragma omp end declare target").1,
            Declares::TargetEnd
        );
        assert_eq!(class("# pragma  omp requires x").1, Declares::Always);
    }

    #[test]
    fn other_lines_are_not_ours() {
        for line in [
            "#pragma ompx",
            "#pragma once",
            "# 1 \"x\"",
            "#pragma",
            "#pragmaomp x",
        ] {
            assert!(words(line).is_none(), "{line}");
        }
    }
}
