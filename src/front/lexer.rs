//! The token stream of the preprocessed text with what every later step asks of it: interned
//! words, keywords as small numbers, and each bracket's partner.
//!
//! One linear pass. Must not know declarations or OpenMP.

use crate::source::Span;
use crate::source::token::{self, Kind, Token};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// An interned word; keywords come first, see [`Word`].
pub(crate) type Sym = u32;

/// No word, no partner.
pub(crate) const NONE: u32 = u32::MAX;

macro_rules! words {
    ($($name:ident = $text:literal,)*) => {
        /// The words that the front end treats by name. Their symbols are their numbers.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        #[repr(u32)]
        pub(crate) enum Word { $($name,)* }
        const WORDS: &[(&str, Word)] = &[$(($text, Word::$name),)*];
    };
}

words! {
    // Type specifiers: up to `Typeof2` they complete a type by themselves.
    Void = "void", Char = "char", Short = "short", Int = "int", Long = "long", Float = "float",
    Double = "double", Signed = "signed", Signed1 = "__signed", Signed2 = "__signed__",
    Unsigned = "unsigned", Bool = "_Bool", Complex = "_Complex", Complex1 = "__complex",
    Complex2 = "__complex__", Imaginary = "_Imaginary", Int128 = "__int128", Int128T = "__int128_t",
    Uint128T = "__uint128_t", Float16 = "_Float16", Float32 = "_Float32", Float64 = "_Float64",
    Float128 = "_Float128", Float32x = "_Float32x", Float64x = "_Float64x",
    Float128x = "_Float128x", Decimal32 = "_Decimal32", Decimal64 = "_Decimal64",
    Decimal128 = "_Decimal128", Float128G = "__float128", Float80 = "__float80",
    Ibm128 = "__ibm128", Bf16 = "__bf16", Fp16 = "__fp16", AutoType = "__auto_type",
    VaList = "__builtin_va_list", BitInt = "_BitInt",
    Typeof = "typeof", Typeof1 = "__typeof", Typeof2 = "__typeof__",
    Struct = "struct", Union = "union", Enum = "enum",
    // Other specifiers and qualifiers, up to `SegGs`.
    Typedef = "typedef", Extern = "extern", Static = "static", Auto = "auto",
    Register = "register", ThreadLocal = "_Thread_local", Thread = "__thread",
    Inline = "inline", Inline1 = "__inline", Inline2 = "__inline__", Noreturn = "_Noreturn",
    Const = "const", Const1 = "__const", Const2 = "__const__", Volatile = "volatile",
    Volatile1 = "__volatile", Volatile2 = "__volatile__", Restrict = "restrict",
    Restrict1 = "__restrict", Restrict2 = "__restrict__", Atomic = "_Atomic",
    Alignas = "_Alignas", Attribute = "__attribute__", Attribute1 = "__attribute",
    Extension = "__extension__", SegFs = "__seg_fs", SegGs = "__seg_gs",
    // Statements.
    If = "if", Else = "else", For = "for", While = "while", Do = "do", Switch = "switch",
    Case = "case", Default = "default", Return = "return", Goto = "goto",
    Break = "break", Continue = "continue",
    // The rest.
    Sizeof = "sizeof", Alignof = "_Alignof", Alignof1 = "__alignof", Alignof2 = "__alignof__",
    Generic = "_Generic", StaticAssert = "_Static_assert", StaticAssert1 = "static_assert",
    Asm = "asm", Asm1 = "__asm", Asm2 = "__asm__", Label = "__label__",
    Real = "__real", Real1 = "__real__", Imag = "__imag", Imag1 = "__imag__",
    TypesCompatible = "__builtin_types_compatible_p",
    ConvertVector = "__builtin_convertvector", ChooseExpr = "__builtin_choose_expr",
    OffsetOf = "__builtin_offsetof", VaArg = "__builtin_va_arg",
    Func = "__func__", Function = "__FUNCTION__", PrettyFunction = "__PRETTY_FUNCTION__",
}

impl Word {
    pub(crate) fn is_type_specifier(self) -> bool {
        self <= Word::Enum
    }

    /// It may begin a declaration.
    pub(crate) fn is_specifier(self) -> bool {
        self <= Word::SegGs
    }

    pub(crate) fn is_qualifier(self) -> bool {
        (Word::Const..=Word::Restrict2).contains(&self) || self == Word::Atomic
    }

    pub(crate) fn is_typeof(self) -> bool {
        (Word::Typeof..=Word::Typeof2).contains(&self)
    }

    pub(crate) fn is_record(self) -> bool {
        (Word::Struct..=Word::Enum).contains(&self)
    }

    pub(crate) fn is_attribute(self) -> bool {
        matches!(self, Word::Attribute | Word::Attribute1)
    }

    pub(crate) fn is_asm(self) -> bool {
        (Word::Asm..=Word::Asm2).contains(&self)
    }
}

/// The hash of rustc: one multiplication a word of eight bytes.
#[derive(Default, Clone, Copy)]
pub(crate) struct Fx(u64);

impl Hasher for Fx {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, n: u8) {
        self.write_u64(n as u64);
    }

    fn write_u64(&mut self, n: u64) {
        self.0 = (self.0.rotate_left(5) ^ n).wrapping_mul(0x517c_c1b7_2722_0a95);
    }
}

pub(crate) struct Stream<'a> {
    pub text: &'a str,
    pub tokens: Vec<Token>,
    /// Beside `tokens`: the word's symbol, the partner of a bracket, or [`NONE`].
    links: Vec<u32>,
    symbols: HashMap<&'a str, Sym, BuildHasherDefault<Fx>>,
    spellings: Vec<&'a str>,
    /// The first bracket without a partner.
    pub unbalanced: Option<usize>,
    /// How many words were seen: symbols are below this.
    pub words: usize,
}

impl<'a> Stream<'a> {
    pub(crate) fn new(text: &'a str) -> Stream<'a> {
        Stream::of(text, token::tokens(text))
    }

    fn of(text: &'a str, tokens: Vec<Token>) -> Stream<'a> {
        let mut symbols: HashMap<&str, Sym, BuildHasherDefault<Fx>> = HashMap::default();
        symbols.extend(WORDS.iter().map(|&(text, word)| (text, word as Sym)));
        let mut links = Vec::with_capacity(tokens.len());
        let mut open: Vec<u32> = vec![];
        let mut unbalanced = None;
        for (i, token) in tokens.iter().enumerate() {
            let mut link = NONE;
            match token.kind {
                Kind::Ident => {
                    let next = symbols.len() as Sym;
                    link = *symbols.entry(token.text(text)).or_insert(next);
                }
                // Clauses may be the only ones to say a name: of a `declare reduction`, say.
                Kind::Line if token.bytes(text).starts_with(b"#pragma") => {
                    for word in token::tokens_within(text, token.lo as usize + 7, token.hi as usize)
                    {
                        if word.kind == Kind::Ident {
                            let next = symbols.len() as Sym;
                            symbols.entry(word.text(text)).or_insert(next);
                        }
                    }
                }
                Kind::Punct => match bracket(text.as_bytes(), token) {
                    b'(' | b'[' | b'{' => open.push(i as u32),
                    close @ (b')' | b']' | b'}') => {
                        let opened = open.last().copied();
                        let fits = opened.is_some_and(|o| {
                            let opener = bracket(text.as_bytes(), &tokens[o as usize]);
                            matches!((opener, close), (b'(', b')') | (b'[', b']') | (b'{', b'}'))
                        });
                        if let (Some(o), true) = (opened, fits) {
                            open.pop();
                            link = o;
                            links[o as usize] = i as u32;
                        } else {
                            unbalanced = unbalanced.or(Some(i));
                        }
                    }
                    _ => {}
                },
                _ => {}
            }
            links.push(link);
        }
        let unbalanced = unbalanced.or(open.first().map(|&o| o as usize));
        let words = symbols.len();
        let mut spellings = vec![""; words];
        for (&text, &sym) in &symbols {
            spellings[sym as usize] = text;
        }
        Stream {
            text,
            tokens,
            links,
            symbols,
            spellings,
            unbalanced,
            words,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.tokens.len()
    }

    pub(crate) fn kind(&self, i: usize) -> Option<Kind> {
        self.tokens.get(i).map(|t| t.kind)
    }

    pub(crate) fn is_line(&self, i: usize) -> bool {
        self.kind(i) == Some(Kind::Line)
    }

    pub(crate) fn str(&self, i: usize) -> &'a str {
        self.tokens.get(i).map_or("", |t| t.text(self.text))
    }

    /// The place of a token.
    pub(crate) fn span(&self, i: usize) -> Span {
        let t = &self.tokens[i];
        Span { lo: t.lo, hi: t.hi }
    }

    /// A word's symbol.
    pub(crate) fn sym(&self, i: usize) -> Option<Sym> {
        (self.kind(i) == Some(Kind::Ident)).then(|| self.links[i])
    }

    /// A symbol's text.
    pub(crate) fn text_of(&self, sym: Sym) -> &'a str {
        self.spellings.get(sym as usize).copied().unwrap_or("")
    }

    pub(crate) fn symbol(&self, word: &str) -> Option<Sym> {
        self.symbols.get(word).copied()
    }

    /// The keyword at `i`.
    pub(crate) fn word(&self, i: usize) -> Option<Word> {
        let sym = self.sym(i)?;
        WORDS.get(sym as usize).map(|&(_, word)| word)
    }

    pub(crate) fn is_word(&self, i: usize, word: Word) -> bool {
        self.sym(i) == Some(word as Sym)
    }

    /// A word that is no keyword.
    pub(crate) fn name(&self, i: usize) -> Option<Sym> {
        self.sym(i).filter(|&s| s as usize >= WORDS.len())
    }

    /// The punctuator at `i` is this character (digraphs count as what they stand for).
    pub(crate) fn is(&self, i: usize, c: u8) -> bool {
        self.kind(i) == Some(Kind::Punct) && bracket(self.text.as_bytes(), &self.tokens[i]) == c
    }

    pub(crate) fn is_str(&self, i: usize, punctuator: &str) -> bool {
        self.kind(i) == Some(Kind::Punct) && self.str(i) == punctuator
    }

    /// The partner of the bracket at `i`; none where it has none or is no bracket.
    pub(crate) fn partner(&self, i: usize) -> Option<usize> {
        if self.kind(i) != Some(Kind::Punct) || self.links[i] == NONE {
            return None;
        }
        Some(self.links[i] as usize)
    }

    /// Just behind the closing partner of an opening bracket at `i`; else behind `i`.
    pub(crate) fn past(&self, i: usize) -> usize {
        match self.partner(i) {
            Some(close) if close > i => close + 1,
            _ => i + 1,
        }
    }

    pub(crate) fn opens(&self, i: usize) -> bool {
        self.partner(i).is_some_and(|p| p > i)
    }

    /// The first token at or behind `i` that is no `#` line.
    pub(crate) fn skip_lines(&self, mut i: usize) -> usize {
        while self.is_line(i) {
            i += 1;
        }
        i
    }

    /// The last token before `i` that is no `#` line.
    pub(crate) fn before(&self, i: usize) -> Option<usize> {
        (0..i).rev().find(|&j| !self.is_line(j))
    }
}

/// The character of a one-character punctuator, or of the digraph that stands for it; else 0.
fn bracket(text: &[u8], token: &Token) -> u8 {
    let lo = token.lo as usize;
    match token.hi - token.lo {
        1 => text[lo],
        2 => match &text[lo..lo + 2] {
            b"<:" => b'[',
            b":>" => b']',
            b"<%" => b'{',
            b"%>" => b'}',
            _ => 0,
        },
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_words() {
        let s = Stream::new("int f(x[3]) <% return (x); %>");
        assert!(s.is_word(0, Word::Int) && s.word(1).is_none());
        assert_eq!(s.name(1), s.symbol("f"));
        assert_eq!(s.past(2), 8);
        assert!(s.is(8, b'{') && s.past(8) == s.len());
        assert_eq!(s.unbalanced, None);
        for (text, at) in [("(]", 1), ("{ ( }", 2), ("x )", 1), ("(", 0)] {
            assert_eq!(Stream::new(text).unbalanced, Some(at), "{text}");
        }
    }

    #[test]
    fn words_are_in_the_order_of_their_numbers() {
        for (i, &(_, word)) in WORDS.iter().enumerate() {
            assert_eq!(word as usize, i);
        }
    }
}
