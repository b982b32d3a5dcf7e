//! Limits on the nesting of kept code: lang-c and everything behind it recurses.
//!
//! Counts tokens with generous limits, beyond what anybody writes by hand. Must not know types.

use super::lexer::{Stream, Word};
use super::reach::{Body, Level, Reached};
use super::toplevel::Chunk;
use crate::diag::{self, Code, Diagnostic};
use crate::source::Span;
use crate::source::token::Kind;

/// Nested brackets.
pub const BRACKETS: usize = 256;
/// `if`, `for`, `while`, `do`, `else` and labels without braces or a statement between.
pub const HEADS: usize = 256;
/// Branches of one `else if` chain.
pub const CHAIN: usize = 1000;
/// Operators of one expression, outside of brackets in it.
pub const OPERATORS: usize = 4000;
/// All of these added up, from the outermost bracket to the innermost.
pub const TOTAL: usize = 8000;
/// Prefix operators or casts in a row.
pub const PREFIXES: usize = 256;
/// `++` and `--` among them: lang-c also tries each as two operators, so that each one doubles the time for an
/// operand that it cannot read.
pub const STEPS: usize = 8;

pub(crate) fn check(s: &Stream, chunks: &[Chunk], reached: &Reached) -> diag::Result<()> {
    for (c, chunk) in chunks.iter().enumerate() {
        if reached.chunks[c] == Level::No {
            continue;
        }
        let last = match chunk.body {
            Some((open, _)) if reached.bodies[c] == Body::Dropped => open - 1,
            _ => chunk.last,
        };
        run(s, chunk.first, last).map_err(|error| vec![error])?;
    }
    Ok(())
}

#[derive(Default, Clone, Copy)]
struct Counts {
    heads: usize,
    chain: usize,
    operators: usize,
    /// The counts of the enclosing levels.
    outside: usize,
}

impl Counts {
    fn all(self) -> usize {
        self.heads + self.chain + self.operators + self.outside
    }
}

/// Tokens `first..=last`.
pub(crate) fn run(s: &Stream, first: usize, last: usize) -> Result<(), Diagnostic> {
    let mut levels = vec![Counts::default()];
    let (mut prefixes, mut steps) = (0, 0);
    for i in first..=last.min(s.len().saturating_sub(1)) {
        let Some(here) = levels.last_mut() else { break };
        let mut prefix = false;
        match s.kind(i) {
            Some(Kind::Punct) => match s.str(i) {
                "(" | "[" | "{" | "<:" | "<%" => {
                    if s.opens(i) {
                        let outside = here.all();
                        levels.push(Counts {
                            outside,
                            ..Counts::default()
                        });
                    }
                    prefix = s.is(i, b'(');
                }
                ")" | "]" | "}" | ":>" | "%>" => {
                    let close_brace = s.is(i, b'}');
                    if levels.len() > 1 && s.partner(i).is_some() {
                        levels.pop();
                    }
                    if close_brace && let Some(here) = levels.last_mut() {
                        ended(s, i, here);
                    }
                    prefix = s.is(i, b')');
                }
                ";" => ended(s, i, here),
                "," => here.operators = 0,
                _ => {
                    here.operators += 1;
                    prefix = true;
                }
            },
            Some(Kind::Ident) => match s.word(i) {
                Some(Word::Else) if s.is_word(i + 1, Word::If) => {
                    here.chain += 1;
                    here.heads = 0;
                }
                Some(Word::If | Word::For | Word::While | Word::Do | Word::Else | Word::Switch)
                | Some(Word::Case | Word::Default) => here.heads += 1,
                Some(Word::Sizeof) => prefix = true,
                Some(w) if w.is_specifier() => prefix = true,
                _ => here.heads += usize::from(here.operators == 0 && s.is(i + 1, b':')),
            },
            Some(Kind::Line) => here.heads += 1,
            _ => {}
        }
        prefixes = if prefix { prefixes + 1 } else { 0 };
        let is_step = matches!(s.str(i), "++" | "--");
        steps = if prefix {
            steps + usize::from(is_step)
        } else {
            0
        };
        let counts = levels.last().copied().unwrap_or_default();
        let what = if levels.len() > BRACKETS {
            "brackets nest too deep"
        } else if counts.heads > HEADS {
            "statements nest too deep"
        } else if counts.chain > CHAIN {
            "this chain of `else if` is too long"
        } else if counts.operators > OPERATORS {
            "this expression is too long"
        } else if counts.all() > TOTAL {
            "this nests too deep"
        } else if prefixes > 4 * PREFIXES || steps > STEPS {
            "too many prefix operators in a row"
        } else {
            continue;
        };
        let token = s.tokens[i];
        let span = Span {
            lo: token.lo,
            hi: token.hi,
        };
        let help = "take it apart: the translator reads 256 levels of brackets or statements, \
            1000 branches of `else if`, and 4000 operators of one expression";
        return Err(Diagnostic::error(Code::CUnsupported, span, what).help(help));
    }
    Ok(())
}

/// A statement ended at `i`.
fn ended(s: &Stream, i: usize, here: &mut Counts) {
    here.operators = 0;
    here.heads = 0;
    if !s.is_word(s.skip_lines(i + 1), Word::Else) {
        here.chain = 0;
    }
}
