//! A text cut into parts that can be exchanged one by one: functions, kernels, declarations, macros, and in functions
//! of the host the target regions.
//!
//! From tokens alone, without a grammar: every byte is in just one part, so that what is put together of parts is a text
//! again, and what cannot be read is a part of its own ([`Kind::Frame`]), with which everything around it changes. Must
//! not know which version a text is of.

use super::lex::{Kind as Lexeme, Token, tokens};
use std::ops::Range;

/// What a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    Kernel,
    DeviceFunction,
    /// A function of the host with its body.
    Function,
    /// A type, variable, prototype.
    Declaration,
    Macro,
    /// What changes the meaning of text around it, or cannot be read: includes, conditions, unfinished text.
    Frame,
}

#[derive(Clone, Debug)]
pub struct Part {
    pub kind: Kind,
    /// Empty where it has none.
    pub name: String,
    /// With the comments in front and the end of the last line.
    pub span: Range<usize>,
    /// Of a function: the text in front of its body.
    pub head: Range<usize>,
    /// Names that other parts know it by.
    pub defines: Vec<String>,
    /// Target regions in the body of a host function, in their order.
    pub regions: Vec<Region>,
}

/// A launch with the region that it stands in front of.
#[derive(Clone, Debug)]
pub struct Region {
    pub kernel: String,
    /// With the comment in front.
    pub span: Range<usize>,
    /// The directive and statement of the host version.
    pub host: Range<usize>,
}

/// The macro that launches a kernel, or else executes the statement behind it.
const LAUNCH: &str = "ROMP_TARGET";

/// Words with parentheses that declare nothing.
const ATTRIBUTES: [&str; 6] = [
    "__align__",
    "__attribute__",
    "__declspec",
    "__launch_bounds__",
    "_Alignas",
    "alignas",
];

/// The parts of a text, without gaps.
pub fn of(text: &str) -> Vec<Part> {
    let reader = Reader {
        text,
        tokens: tokens(text),
    };
    with_kernels_apart(reader.parts())
}

/// A function with the code of two kernels, and these behind it, are one part: the first kernel.
fn with_kernels_apart(parts: Vec<Part>) -> Vec<Part> {
    let mut joined: Vec<Part> = vec![];
    for part in parts {
        let base = part.name.strip_suffix("_apart").unwrap_or_default();
        let [.., code, kernel] = joined.as_mut_slice() else {
            joined.push(part);
            continue;
        };
        let is_pair = part.kind == Kind::Kernel
            && kernel.kind == Kind::Kernel
            && kernel.name == base
            && code.kind == Kind::DeviceFunction
            && code.name.strip_suffix("_code") == Some(base);
        if !is_pair {
            joined.push(part);
            continue;
        }
        code.kind = Kind::Kernel;
        code.name.clone_from(&kernel.name);
        code.span.end = part.span.end;
        code.defines.insert(0, kernel.name.clone());
        code.defines.push(part.name);
        joined.pop();
    }
    joined
}

struct Reader<'a> {
    text: &'a str,
    tokens: Vec<Token>,
}

impl Reader<'_> {
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.of(self.text))
    }

    fn is_code(&self, at: usize) -> bool {
        let kind = self.tokens.get(at).map(|token| token.kind);
        kind.is_some_and(|kind| !matches!(kind, Lexeme::Comment | Lexeme::Line))
    }

    fn parts(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = vec![];
        let mut from = 0; // byte
        let mut first = 0; // token
        let mut at = 0;
        let mut end_here = |kind, body: Option<usize>, first: &mut usize, last: usize| {
            let end = self.end_of_line(last);
            let part = self.part(kind, from..end, *first..last + 1, body);
            from = end;
            *first = self
                .tokens
                .partition_point(|token| token.span.start < end)
                .max(last + 1);
            parts.push(part);
            *first
        };
        while at < self.tokens.len() {
            let has_code = (first..at).any(|it| self.is_code(it));
            match (self.tokens[at].kind, self.word(at)) {
                (Lexeme::Line, line) if !has_code => {
                    let kind = match macro_name(line) {
                        Some(_) => Kind::Macro,
                        None => Kind::Frame,
                    };
                    at = end_here(kind, None, &mut first, at);
                }
                (Lexeme::Sign, ";") => {
                    at = end_here(Kind::Declaration, None, &mut first, at);
                }
                (Lexeme::Sign, "}") => {
                    at = end_here(Kind::Frame, None, &mut first, at);
                }
                (Lexeme::Sign, "{") if self.opens_group(first, at) => {
                    at = end_here(Kind::Frame, None, &mut first, at);
                }
                (Lexeme::Sign, "{" | "(" | "[") => {
                    let Some(close) = self.close(at) else {
                        break;
                    };
                    match self.is_body(first, at) {
                        true => at = end_here(Kind::Function, Some(at), &mut first, close),
                        false => at = close + 1,
                    }
                }
                _ => at += 1,
            }
        }
        // What is left over is unfinished, or blank.
        let rest = from..self.text.len();
        if (first..self.tokens.len()).any(|it| self.is_code(it)) || parts.is_empty() {
            let whole = self.part(Kind::Frame, rest, first..self.tokens.len(), None);
            parts.push(whole);
        } else if let Some(last) = parts.last_mut() {
            last.span.end = rest.end;
        }
        parts
    }

    /// The end of what ends with a token: behind the comment and the line end on its line.
    fn end_of_line(&self, last: usize) -> usize {
        let mut end = self.tokens[last].span.end;
        let mut next = last + 1;
        while let Some(token) = self.tokens.get(next) {
            let gap = &self.text[end..token.span.start];
            if token.kind != Lexeme::Comment || gap.contains('\n') {
                break;
            }
            end = token.span.end;
            next += 1;
        }
        let rest = &self.text[end..];
        let blank = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
        match rest[blank..].starts_with('\n') {
            true => end + blank + 1,
            false => end,
        }
    }

    /// The token that closes the bracket at `open`.
    fn close(&self, open: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in open..self.tokens.len() {
            if self.tokens[at].kind != Lexeme::Sign {
                continue;
            }
            match self.word(at) {
                "{" | "(" | "[" => depth += 1,
                "}" | ")" | "]" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    fn open(&self, close: usize, first: usize) -> Option<usize> {
        let mut depth = 0usize;
        for at in (first..=close).rev() {
            if self.tokens[at].kind != Lexeme::Sign {
                continue;
            }
            match self.word(at) {
                "}" | ")" | "]" => depth += 1,
                "{" | "(" | "[" => depth = depth.checked_sub(1)?,
                _ => {}
            }
            if depth == 0 {
                return Some(at);
            }
        }
        None
    }

    /// The code token in front of `at`.
    fn before(&self, at: usize, first: usize) -> Option<usize> {
        (first..at).rev().find(|&it| self.is_code(it))
    }

    /// `extern "C" {`, `namespace n {`
    fn opens_group(&self, first: usize, at: usize) -> bool {
        let before = self.before(at, first);
        before.is_some_and(|it| self.tokens[it].kind == Lexeme::Text)
            || (first..at).any(|it| self.word(it) == "namespace")
    }

    /// The parentheses with a function's parameters in front of its body, past attributes.
    fn parameters(&self, first: usize, body: usize) -> Option<(usize, usize)> {
        let mut close = self.before(body, first)?;
        loop {
            if self.word(close) != ")" {
                return None;
            }
            let open = self.open(close, first)?;
            let before = self.before(open, first)?;
            match self.word(before) {
                word if ATTRIBUTES.contains(&word) => {
                    close = self.before(before, first)?;
                }
                _ => return Some((open, close)),
            }
        }
    }

    fn is_body(&self, first: usize, at: usize) -> bool {
        let initialises = || (first..at).any(|it| self.word(it) == "=");
        self.word(at) == "{" && self.parameters(first, at).is_some() && !initialises()
    }

    fn part(
        &self,
        kind: Kind,
        span: Range<usize>,
        tokens: Range<usize>,
        body: Option<usize>,
    ) -> Part {
        let mut part = Part {
            kind,
            name: String::new(),
            head: span.clone(),
            span,
            defines: vec![],
            regions: vec![],
        };
        match (kind, body) {
            (Kind::Macro, _) => {
                let line = tokens.clone().find_map(|it| macro_name(self.word(it)));
                part.defines.extend(line.map(str::to_owned));
            }
            (Kind::Declaration, _) => part.defines = self.declared(tokens.clone()),
            (Kind::Function, Some(body)) => {
                let has = |word: &str| (tokens.start..body).any(|it| self.word(it) == word);
                part.kind = match () {
                    () if has("__global__") => Kind::Kernel,
                    () if has("__device__") => Kind::DeviceFunction,
                    () => Kind::Function,
                };
                part.head.end = self.tokens[body].span.start;
                part.defines.extend(self.function(tokens.start, body));
                if part.kind == Kind::Function {
                    part.regions = self.regions(body, tokens.end);
                }
            }
            _ => {}
        }
        part.name = part.defines.first().cloned().unwrap_or_default();
        part
    }

    fn function(&self, first: usize, body: usize) -> Option<String> {
        let (open, _) = self.parameters(first, body)?;
        let before = self.before(open, first)?;
        if self.tokens[before].kind == Lexeme::Word {
            return Some(self.word(before).to_owned());
        }
        // A function that returns a pointer to a function: the first name that has parameters.
        let named = (first..open)
            .find(|&it| self.tokens[it].kind == Lexeme::Word && self.word(it + 1) == "(");
        named.map(|it| self.word(it).to_owned())
    }

    /// The names that a declaration declares: those in front of what may end a declarator, tags, enumerators.
    fn declared(&self, tokens: Range<usize>) -> Vec<String> {
        let mut names = vec![];
        let mut at = tokens.start;
        let mut enumerates = false;
        while at < tokens.end {
            let is_word = self.tokens[at].kind == Lexeme::Word;
            let next = (at + 1..tokens.end).find(|&it| self.is_code(it));
            let next = next.map_or("", |it| self.word(it));
            match self.word(at) {
                "enum" => enumerates = true,
                "struct" | "union" => {
                    // A tag names the type where it is defined; a use of it stands in front of a declarator.
                    let tag = self.behind_attributes(at + 1);
                    if matches!(self.word(tag + 1), "{" | ";" | ":") {
                        names.push(self.word(tag).to_owned());
                    }
                    at = tag;
                    continue;
                }
                word if ATTRIBUTES.contains(&word) => {
                    at = self.behind_attributes(at);
                    continue;
                }
                "{" if !enumerates => {
                    at = self.close(at).unwrap_or(at) + 1;
                    continue;
                }
                "[" => {
                    at = self.close(at).unwrap_or(at) + 1;
                    continue;
                }
                "(" => {
                    // `(*f)(int)` declares f; parameters declare nothing.
                    let close = self.close(at).unwrap_or(at);
                    if self.word(at + 1) == "*" {
                        let inner = (at..close).find(|&it| self.tokens[it].kind == Lexeme::Word);
                        names.extend(inner.map(|it| self.word(it).to_owned()));
                    }
                    at = close + 1;
                    continue;
                }
                // `int (*f)(int)`: what stands in front of the star is a type.
                _ if next == "(" && self.word(at + 2) == "*" => {}
                // A namespace in front of a name: `romp::queue_lock lock`.
                _ if next == ":" && self.word(at + 2) == ":" => {}
                word if is_word && matches!(next, ";" | "," | "=" | "[" | "(" | ":" | "}") => {
                    names.push(word.to_owned());
                }
                word if is_word && enumerates && next == "{" => names.push(word.to_owned()),
                _ => {}
            }
            at += 1;
        }
        names.retain(|name| {
            !matches!(
                name.as_str(),
                "static_assert" | "_Static_assert" | "struct" | "union"
            )
        });
        names.dedup();
        names
    }

    /// The token behind attributes that may stand here.
    fn behind_attributes(&self, at: usize) -> usize {
        let mut at = at;
        while ATTRIBUTES.contains(&self.word(at)) {
            at = self.close(at + 1).map_or(at + 1, |close| close + 1);
        }
        at
    }

    fn regions(&self, body: usize, end: usize) -> Vec<Region> {
        let mut found = vec![];
        let mut at = body;
        while at < end {
            let next = self.region(at, end);
            at = match next {
                Some((region, behind)) => {
                    found.push(region);
                    behind
                }
                None => at + 1,
            };
        }
        found
    }

    fn region(&self, at: usize, end: usize) -> Option<(Region, usize)> {
        if self.word(at) != LAUNCH || self.word(at + 1) != "(" {
            return None;
        }
        let is_place = self.tokens.get(at + 2)?.kind == Lexeme::Text;
        let kernel = self.tokens.get(at + 4)?;
        if !is_place || self.word(at + 3) != "," || kernel.kind != Lexeme::Word {
            return None;
        }
        let host = self.close(at + 1)? + 1;
        let behind = self.statement(host)?;
        if behind > end {
            return None;
        }
        let mut first = at;
        while first > 0 && self.belongs_below(first) {
            first -= 1;
        }
        let start = self.line_start(self.tokens[first].span.start);
        let stop = self.end_of_line(behind - 1);
        let region = Region {
            kernel: kernel.of(self.text).to_owned(),
            span: start..stop,
            host: self.tokens[host].span.start..stop,
        };
        Some((region, behind))
    }

    /// Whether the token in front is a comment or pragma alone on the line above.
    fn belongs_below(&self, at: usize) -> bool {
        let above = &self.tokens[at - 1];
        let pragma = above.kind == Lexeme::Line && above.of(self.text).contains("pragma");
        let gap = &self.text[above.span.end..self.tokens[at].span.start];
        let start = self.line_start(above.span.start);
        let alone = self.text[..start].is_empty() || self.text[..start].ends_with('\n');
        (pragma || above.kind == Lexeme::Comment) && gap.matches('\n').count() <= 1 && alone
    }

    /// Where the blanks begin in front of a byte, at most at the start of its line.
    fn line_start(&self, byte: usize) -> usize {
        self.text[..byte].trim_end_matches([' ', '\t']).len()
    }

    /// The token behind a statement.
    fn statement(&self, at: usize) -> Option<usize> {
        let code = |from: usize| (from..self.tokens.len()).find(|&it| self.is_code(it));
        let at = code(at)?;
        match self.word(at) {
            "{" => Some(self.close(at)? + 1),
            "if" => {
                let behind = self.statement(self.close(code(at + 1)?)? + 1)?;
                match code(behind) {
                    Some(other) if self.word(other) == "else" => self.statement(other + 1),
                    _ => Some(behind),
                }
            }
            "for" | "while" | "switch" => self.statement(self.close(code(at + 1)?)? + 1),
            "do" => {
                let condition = code(self.statement(at + 1)?)?; // `while`
                self.statement(condition)
            }
            _ => {
                let mut at = at;
                while at < self.tokens.len() {
                    match self.word(at) {
                        ";" => return Some(at + 1),
                        "(" | "[" | "{" => at = self.close(at)? + 1,
                        ")" | "]" | "}" => return None,
                        _ => at += 1,
                    }
                }
                None
            }
        }
    }
}

/// The name that `#define` defines.
fn macro_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix('#')?.trim_start();
    let rest = rest.strip_prefix("define")?.trim_start();
    let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_');
    Some(&rest[..end.unwrap_or(rest.len())])
}
