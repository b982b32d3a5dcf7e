//! The result of the front end, which `sema` reads.

use super::{Choice, Hidden};
use crate::omp::Directive;
use crate::source::Span;
use lang_c::ast::{Identifier, TranslationUnit};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// One translation unit, parsed. `text` has the length of the preprocessed text, and every kept token
/// stands at its offset there.
pub struct Unit {
    /// The text that lang-c has parsed.
    pub text: String,
    pub tree: TranslationUnit,
    /// Every directive that was read, in the order of the text. An executable one in kept code is
    /// the label `__omp_N:` of the tree, N its index here.
    pub directives: Vec<Directive>,
    /// Beside `directives`: where each stands and what it covers.
    pub sites: Vec<Site>,
    /// Indices of the declarative and informational directives, in the order of the text.
    pub declarative: Vec<usize>,
    /// Indices of the executable directives that stay on the host: they are not in the tree, but a
    /// device construct may stand inside one.
    pub host: Vec<usize>,
    /// What the rewriting removed from the text and later steps may need, by position.
    pub attributes: Vec<Attribute>,
    /// Bodies of functions that no device code calls, from `{` to `}`: they were replaced by `;`.
    pub dropped_bodies: Vec<Span>,
    /// The names in code that was not read: dropped bodies, and what is not kept at all.
    pub unread: super::Unread,
    /// Whether the file defines `main`.
    pub has_main: bool,
    /// Names declared by `typedef` at file scope, in kept code (sorted).
    pub typedefs: Vec<String>,
    /// The directives that metadirectives became.
    pub choices: Vec<Choice>,
    /// The loops that pragmas of compilers unroll (`front/unrolling.rs`).
    pub unrolled: BTreeMap<u32, Option<u32>>,
    /// Blocks that the host's compiler must not see.
    pub hidden: Vec<Hidden>,
}

/// Where a directive stands.
#[derive(Clone, Debug)]
pub struct Site {
    pub role: Role,
    /// From the pragma's `#` to the last token of its structured block; stand-alone and declarative
    /// directives: the pragma's line.
    pub extent: Span,
    /// The structured block (or associated loop) without the pragma; stacked directives are part of it.
    pub body: Option<Span>,
    /// The innermost directive whose body this one stands in, host ones too.
    pub parent: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `__omp_N:` in the tree, before the statement that it belongs to.
    Construct,
    /// `__omp_N: ;` in the tree.
    StandAlone,
    /// No statement: found by its offset.
    Declarative,
    /// Executable, outside of device code: blanked.
    Host,
}

/// Something that was blanked, or replaced by what lang-c can read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The place in the preprocessed text: of `__attribute__((..))` this one attribute in the list.
    pub span: Span,
    pub kind: AttributeKind,
    /// The argument's text, where it has one: `16` of `aligned(16)`, the string of an asm label; else empty.
    pub argument: String,
}

impl Attribute {
    /// Where a node of the tree that ends at `hi` ends in the user's text, if that is within this place: what was
    /// written for lang-c may be shorter than what stands there.
    pub fn end_of(&self, lo: u32, hi: u32) -> Option<u32> {
        let shorter = lo <= self.span.lo && self.span.lo < hi && hi < self.span.hi;
        (shorter && self.kind != AttributeKind::NestedFunction).then_some(self.span.hi)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AttributeKind {
    // Attributes that change layout or meaning.
    Packed,
    /// `aligned` (argument may be empty: the largest alignment).
    Aligned,
    /// `_Alignas(..)`: a type or an expression.
    Alignas,
    VectorSize,
    Mode,
    TransparentUnion,
    ScalarStorageOrder,
    Constructor,
    Destructor,
    Noreturn,
    Weak,
    Alias,
    Ifunc,
    Section,
    Cleanup,
    Tls,
    Fallthrough,
    /// `gnu_inline`: `inline` with the meaning that it had before C99.
    GnuInline,
    /// `malloc`: the result leads to storage that nothing else leads to. With an argument it says which function gives
    /// that storage back.
    Malloc,
    /// Any other attribute.
    Other,
    // Rewritings of tokens: the tree holds something else at this span.
    /// `asm("name")` behind a declarator.
    AsmLabel,
    /// An `asm` statement, replaced by `;`.
    AsmStatement,
    /// `a ?: b`: the tree has `a ? 0 : b`, the `0` at this span.
    Elvis,
    /// `__auto_type` (and C23 `auto`): the tree has `int`.
    AutoType,
    /// `static x;`: the tree has `int x;`, the argument is the word that was replaced.
    ImplicitInt,
    /// `__int128`: the tree has `long`.
    Int128,
    /// `_Float128`, `__float80`, `__bf16`, ...: the tree has `double` or such; the argument is the name.
    ExtendedFloat,
    /// `1.0Q`, `1.0W`: the suffix was blanked.
    ConstantSuffix,
    /// `1'000`, `<:`: a token with the same meaning that is shorter in the tree.
    Shorter,
    /// `__real__` and `__imag__`: the tree has a unary `+`.
    RealPart,
    ImaginaryPart,
    /// `(T){}` and `= {}`: the tree has `{0}`.
    EmptyBraces,
    /// `__alignof__ x` of an expression: the tree has `sizeof`.
    AlignofExpression,
    /// `sizeof (T){1, 2}`: the tree has a unary `+`.
    SizeofLiteral,
    /// `&&label`: the tree has `0`.
    LabelAddress,
    /// `goto *p`: the tree has `;`.
    ComputedGoto,
    /// A nested function, blanked.
    NestedFunction,
    /// `__builtin_types_compatible_p(a, b)`, `__builtin_choose_expr` on types: the tree has `0`.
    TypeBuiltin,
    /// An identifier with `$` or non-ASCII letters: the tree has ASCII letters; the argument is the name.
    Identifier,
    /// An escape that lang-c does not know (`\e`, `\u1234`): the tree has another one; the argument is the literal.
    Escape,
    /// `nullptr`, `true`, `false`, `constexpr` and other words of C23: the argument is the word.
    C23,
    /// The body of a function was dropped. Where it returns nothing but results of other functions, the argument names
    /// these, and behind a `;` those to which it gives the results; else it is empty.
    Results,
}

impl Unit {
    /// N of a label `__omp_N` of the tree.
    pub fn directive_of_label(label: &str) -> Option<usize> {
        label.strip_prefix("__omp_")?.parse().ok()
    }

    /// A lang-c span without the blanks that lang-c adds to its end, and with the rest of what is shorter in its text.
    pub fn trimmed(&self, span: lang_c::span::Span) -> Span {
        let end = span.end.min(self.text.len());
        let start = span.start.min(end);
        let text = &self.text.as_bytes()[start..end];
        let end = (start + text.trim_ascii_end().len()) as u32;
        let before = self.attributes.partition_point(|a| a.span.lo < end);
        let last = before.checked_sub(1).map(|at| &self.attributes[at]);
        let hi = last.and_then(|attribute| attribute.end_of(start as u32, end));
        Span {
            lo: start as u32,
            hi: hi.unwrap_or(end),
        }
    }

    /// The name of an identifier of the tree as the user wrote it: some are spelt otherwise there
    /// (`$`, non-ASCII letters, a parameter named like a type).
    pub fn name<'a>(&'a self, identifier: &'a Node<Identifier>) -> &'a str {
        let at = identifier.span.start;
        let renamed = self.attributes_in(at..at.saturating_add(1));
        renamed
            .iter()
            .find(|a| a.kind == AttributeKind::Identifier)
            .map_or(&identifier.node.name, |a| &a.argument)
    }

    /// The attributes that begin in a byte range, by position.
    pub fn attributes_in(&self, range: std::ops::Range<usize>) -> &[Attribute] {
        let place = |at: usize| {
            self.attributes
                .partition_point(|a| (a.span.lo as usize) < at)
        };
        let from = place(range.start);
        &self.attributes[from..place(range.end).max(from)]
    }

    /// What was replaced by the token of the tree that begins at `at`.
    pub fn replaced_at(&self, at: usize, kind: AttributeKind) -> Option<&Attribute> {
        let found = self.attributes_in(at..at.saturating_add(1));
        found.iter().find(|a| a.kind == kind)
    }

    /// The body of the function whose prototype ends at or behind `declarator`, where it was dropped.
    pub fn dropped_body(&self, declarator: Span) -> Option<Span> {
        let at = self
            .dropped_bodies
            .partition_point(|b| b.lo < declarator.hi);
        let body = *self.dropped_bodies.get(at)?;
        let between = self.text.get(declarator.hi as usize..body.lo as usize)?;
        let blank = |c: char| c == ';' || c.is_whitespace();
        between.chars().all(blank).then_some(body)
    }
}
