//! Context selectors (OpenMP 5.2, 7.1): whether `match(...)` or `when(...: )` matches, as far as is known when the
//! program is translated.
//!
//! From the selector's text and the context that it is asked about: the enclosing constructs, and whether the code
//! runs on a device. Must not know the program: expressions of `condition` are those of small numbers; what names mean
//! there, and whatever else takes types to compute, is known before (`front::conditions`).

use super::ast::Leaf;
use crate::source::token::{self, Kind, Token};
use std::ops::Range;

/// The context that code is compiled for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The leaves of the enclosing constructs, outermost first.
    pub constructs: Vec<Leaf>,
    /// Whether it is device code, rather than the host's.
    pub device: bool,
}

/// What is known of a selector.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    No,
    /// It holds, with this score (5.2, 7.3).
    Yes(u64),
    /// It depends on a run of the program, for this reason.
    Open(String),
}

/// `device={kind(gpu)}, user={condition(1)}` in a context.
pub fn matches(selector: &str, context: &Context) -> Match {
    let Some(sets) = split(selector, ",") else {
        return Match::Open("the selector cannot be read".into());
    };
    let mut score = 1;
    let mut open = None;
    for set in sets {
        let Some((name, traits)) = set_of(set) else {
            return Match::Open(format!("`{}` is no selector set", set.trim()));
        };
        if name == "construct" {
            match construct_score(&traits, context) {
                Some(more) => score += more,
                None => return Match::No,
            }
            continue;
        }
        for one in traits {
            match trait_matches(&name, one, context) {
                Match::No => return Match::No,
                Match::Yes(more) => score += more,
                Match::Open(why) => open = open.or(Some(why)),
            }
        }
    }
    match open {
        Some(why) => Match::Open(why),
        None => Match::Yes(score),
    }
}

/// A selector apart: the constructs that it names, and what it asks for besides. None where it cannot be read.
pub fn apart(selector: &str) -> Option<(Vec<String>, String)> {
    let (mut constructs, mut rest) = (vec![], vec![]);
    for set in split(selector, ",")? {
        let (name, traits) = set_of(set)?;
        match name == "construct" {
            true => constructs.extend(traits.iter().map(|one| one.trim().to_string())),
            false => rest.push(set),
        }
    }
    Some((constructs, rest.join(",")))
}

/// `name = { trait, trait(...) }`.
fn set_of(text: &str) -> Option<(String, Vec<&str>)> {
    let (name, rest) = text.split_once('=')?;
    let inside = rest.trim().strip_prefix('{')?.strip_suffix('}')?;
    let traits = split(inside, ",")?;
    let traits = traits.into_iter().filter(|one| !one.trim().is_empty());
    Some((name.trim().to_string(), traits.collect()))
}

/// Matches the constructs named, in this order, against the enclosing ones (5.2, 7.2); each scores by its position.
fn construct_score(traits: &[&str], context: &Context) -> Option<u64> {
    let mut at = 0;
    let mut score = 0;
    for one in traits {
        let name = one.split('(').next().unwrap_or("").trim();
        let leaf = Leaf::of_name(name)?;
        let found = context.constructs[at..].iter().position(|&l| l == leaf)?;
        score += 1u64 << (at + found).min(40);
        at += found + 1;
    }
    Some(score)
}

fn trait_matches(set: &str, one: &str, context: &Context) -> Match {
    let (name, inside) = match one.split_once('(') {
        Some((name, rest)) => match rest.trim_end().strip_suffix(')') {
            Some(inside) => (name.trim(), inside),
            None => return Match::Open(format!("`{}` cannot be read", one.trim())),
        },
        None => (one.trim(), ""),
    };
    let (asked, properties) = scored(inside);
    let level = context.constructs.len().min(40);
    let names = || {
        let each = split(properties, ",").unwrap_or_default();
        let bare = each.iter().map(|p| p.trim().trim_matches('"').to_string());
        bare.collect::<Vec<String>>()
    };
    let all = |holds: &dyn Fn(&str) -> bool, score: u64| match names().iter().all(|n| holds(n)) {
        true => Match::Yes(asked.unwrap_or(score)),
        false => Match::No,
    };
    // In a region the question is about the device that executes it.
    let in_region = context.device || context.constructs.contains(&Leaf::Target);
    let set = match (set, name) {
        ("target_device", "kind" | "arch") if in_region => "device",
        _ => set,
    };
    match (set, name) {
        ("device", "kind") => all(&|kind| is_kind(kind, context), 1 << level),
        ("device", "arch") => all(&|arch| is_arch(arch, context), 2 << level),
        ("device", "isa") => match names()
            .iter()
            .any(|isa| isa.starts_with("sm_") == context.device)
        {
            true => Match::Open(
                "which instructions there are is not known before the program runs".into(),
            ),
            false => Match::No,
        },
        // Properties that the host's compiler has.
        ("implementation", "vendor") => all(&|vendor| vendor == "gnu", 0),
        ("implementation", "extension") => Match::No,
        ("user", "condition") => match constant(properties) {
            Some(0) => Match::No,
            Some(_) => Match::Yes(asked.unwrap_or(0)),
            None => Match::Open(format!(
                "the condition `{}` is not constant",
                properties.trim()
            )),
        },
        ("target_device", _) => {
            Match::Open("which devices there are is not known before the program runs".into())
        }
        _ => Match::Open(format!("nothing is known of `{set}={{{name}}}`")),
    }
}

/// The expression of a selector's `condition`, of which there is one; where the selector is open only by it.
pub fn condition(selector: &str) -> Option<Range<usize>> {
    let mut conditions = parts(selector).into_iter();
    conditions.find(|(part, _)| *part == Part::Condition)?.1
}

/// The expressions of all conditions and scores of a selector.
pub fn expressions(selector: &str) -> Vec<Range<usize>> {
    let all = parts(selector).into_iter();
    all.filter_map(|(_, expression)| expression).collect()
}

/// What an expression of a selector is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Condition,
    Score,
}

/// The conditions and scores of a selector in their order, with their expressions where they have one.
fn parts(selector: &str) -> Vec<(Part, Option<Range<usize>>)> {
    let tokens = token::tokens_within(selector, 0, selector.len());
    let word = |i: usize| tokens.get(i).map_or("", |t| t.text(selector));
    let partner = |from: usize| {
        let mut depth = 0;
        (from..tokens.len()).find(|&i| {
            match word(i) {
                "(" => depth += 1,
                ")" => depth -= 1,
                _ => {}
            }
            depth == 0
        })
    };
    let range = |first: usize, close: usize| {
        (first < close).then(|| tokens[first].lo as usize..tokens[close - 1].hi as usize)
    };
    let mut found = vec![];
    let mut at = 0;
    while at < tokens.len() {
        let part = match word(at) {
            "condition" => Part::Condition,
            "score" => Part::Score,
            _ => {
                at += 1;
                continue;
            }
        };
        let Some(close) = partner(at + 1).filter(|_| word(at + 1) == "(") else {
            at += 1;
            continue;
        };
        let mut first = at + 2;
        if part == Part::Condition
            && word(first) == "score"
            && word(first + 1) == "("
            && let Some(end) = partner(first + 1)
            && word(end + 1) == ":"
        {
            found.push((Part::Score, range(first + 2, end)));
            first = end + 2;
        }
        if part == Part::Condition || word(close + 1) == ":" {
            found.push((part, range(first, close)));
        }
        at = close + 1;
    }
    found
}

fn is_kind(kind: &str, context: &Context) -> bool {
    match kind {
        "any" => true,
        "host" | "cpu" => !context.device,
        "nohost" | "gpu" => context.device,
        _ => false,
    }
}

fn is_arch(arch: &str, context: &Context) -> bool {
    let host = std::env::consts::ARCH;
    match arch {
        "nvptx" | "nvptx64" => context.device,
        _ if context.device => false,
        "x86" | "amd64" => host == "x86_64",
        "arm64" => host == "aarch64",
        "ppc" | "ppc64le" => host == "powerpc64",
        arch => arch == host,
    }
}

/// `score(5): properties`.
fn scored(inside: &str) -> (Option<u64>, &str) {
    let plain = (None, inside);
    let Some(rest) = inside.trim_start().strip_prefix("score") else {
        return plain;
    };
    let Some((number, properties)) = rest.split_once(')') else {
        return plain;
    };
    let number = number.trim().strip_prefix('(').and_then(constant);
    match (number, properties.trim_start().strip_prefix(':')) {
        (Some(number), Some(properties)) => (u64::try_from(number).ok(), properties),
        _ => plain,
    }
}

/// The parts between separators that stand in no brackets; none where brackets do not match.
pub fn split<'a>(text: &'a str, separator: &str) -> Option<Vec<&'a str>> {
    let mut parts = vec![];
    let mut from = 0;
    let mut depth = 0i32;
    for t in token::tokens_within(text, 0, text.len()) {
        match t.text(text) {
            "(" | "{" | "[" => depth += 1,
            ")" | "}" | "]" => depth -= 1,
            word if depth == 0 && word == separator => {
                parts.push(&text[from..t.lo as usize]);
                from = t.hi as usize;
            }
            _ => {}
        }
    }
    parts.push(&text[from..]);
    (depth == 0).then_some(parts)
}

/// The value of an expression of literals of type `int`. None where that type is left, so that no answer is another
/// one than C's.
pub fn constant(text: &str) -> Option<i64> {
    let tokens = token::tokens_within(text, 0, text.len());
    let mut reader = Reader {
        text,
        tokens: &tokens,
        at: 0,
    };
    let value = reader.ternary(0)?;
    (reader.at == tokens.len()).then_some(i64::from(value))
}

struct Reader<'a> {
    text: &'a str,
    tokens: &'a [Token],
    at: usize,
}

/// C's binary operators, the loosest first.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<", ">", "<=", ">="],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Reader<'_> {
    fn word(&self) -> &str {
        self.tokens.get(self.at).map_or("", |t| t.text(self.text))
    }

    fn take(&mut self, word: &str) -> Option<()> {
        (self.word() == word).then(|| self.at += 1)
    }

    fn ternary(&mut self, depth: usize) -> Option<i32> {
        if depth > 100 {
            return None;
        }
        let condition = self.binary(0, depth)?;
        if self.take("?").is_none() {
            return Some(condition);
        }
        let yes = self.ternary(depth + 1)?;
        self.take(":")?;
        let no = self.ternary(depth + 1)?;
        Some(if condition != 0 { yes } else { no })
    }

    fn binary(&mut self, level: usize, depth: usize) -> Option<i32> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary(depth);
        };
        let mut left = self.binary(level + 1, depth)?;
        while let Some(&operator) = operators.iter().find(|&&o| o == self.word()) {
            self.at += 1;
            let right = self.binary(level + 1, depth)?;
            let truth = |b: bool| Some(i32::from(b));
            left = match operator {
                "||" => truth(left != 0 || right != 0),
                "&&" => truth(left != 0 && right != 0),
                "|" => Some(left | right),
                "^" => Some(left ^ right),
                "&" => Some(left & right),
                "==" => truth(left == right),
                "!=" => truth(left != right),
                "<" => truth(left < right),
                ">" => truth(left > right),
                "<=" => truth(left <= right),
                ">=" => truth(left >= right),
                "<<" => {
                    i32::try_from(i64::from(left).checked_shl(u32::try_from(right).ok()?)?).ok()
                }
                ">>" => left.checked_shr(u32::try_from(right).ok()?),
                "+" => left.checked_add(right),
                "-" => left.checked_sub(right),
                "*" => left.checked_mul(right),
                "/" => left.checked_div(right),
                _ => left.checked_rem(right),
            }?;
        }
        Some(left)
    }

    fn unary(&mut self, depth: usize) -> Option<i32> {
        if depth > 100 {
            return None;
        }
        let token = self.tokens.get(self.at)?;
        let text = token.text(self.text);
        self.at += 1;
        match (token.kind, text) {
            (Kind::Number, _) => number(text),
            (Kind::Ident, "true") => Some(1),
            (Kind::Ident, "false") => Some(0),
            (Kind::Punct, "(") => {
                let value = self.ternary(depth + 1)?;
                self.take(")")?;
                Some(value)
            }
            (Kind::Punct, "!") => Some(i32::from(self.unary(depth + 1)? == 0)),
            (Kind::Punct, "-") => self.unary(depth + 1)?.checked_neg(),
            (Kind::Punct, "+") => self.unary(depth + 1),
            (Kind::Punct, "~") => Some(!self.unary(depth + 1)?),
            _ => None,
        }
    }
}

/// A literal without a suffix, which has the type `int` where its value fits.
fn number(text: &str) -> Option<i32> {
    if let Some(hex) = text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        return i32::from_str_radix(hex, 16).ok();
    }
    match text.strip_prefix('0') {
        Some(octal) if !octal.is_empty() => i32::from_str_radix(octal, 8).ok(),
        _ => text.parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on(device: bool, selector: &str) -> Match {
        let constructs = vec![Leaf::Target, Leaf::Teams, Leaf::Parallel];
        matches(selector, &Context { constructs, device })
    }

    #[test]
    fn what_holds_where() {
        for selector in [
            "device={kind(gpu)}",
            "device={kind(nohost), arch(\"nvptx64\")}",
            "device = { arch ( nvptx ) }",
            "construct={target, parallel}, device={kind(gpu,nohost)}",
        ] {
            assert!(matches!(on(true, selector), Match::Yes(_)), "{selector}");
        }
        for selector in [
            "device={kind(host)}",
            "device={kind(cpu,host)}",
            "construct={teams}",
        ] {
            assert!(matches!(on(false, selector), Match::Yes(_)), "{selector}");
        }
        for selector in [
            "device={kind(gpu,host)}",
            "device={arch(amdgcn)}",
            "construct={parallel, target}",
            "implementation={vendor(llvm)}",
            "user={condition(2 < 1)}",
            "device={isa(avx512f)}, user={condition(n)}",
        ] {
            assert_eq!(on(true, selector), Match::No, "{selector}");
        }
        for selector in ["user={condition(n > 3)}", "device={isa(sm_90)}"] {
            assert!(matches!(on(true, selector), Match::Open(_)), "{selector}");
        }
        let selector = "target_device={kind(gpu)}";
        assert!(matches!(on(true, selector), Match::Yes(_)));
        assert_eq!(on(false, selector), Match::No);
        let outside = Context {
            constructs: vec![],
            device: false,
        };
        assert!(matches!(matches(selector, &outside), Match::Open(_)));
    }

    #[test]
    fn where_the_condition_stands() {
        for (selector, wanted) in [
            ("user={condition(n > 3)}", Some("n > 3")),
            (
                "device={kind(host)}, user={ condition (score(2): f(a, b)) }",
                Some("f(a, b)"),
            ),
            ("user={condition(score(x))}", Some("score(x)")),
            ("user={condition()}", None),
            ("device={kind(any)}", None),
        ] {
            assert_eq!(
                condition(selector).map(|at| &selector[at]),
                wanted,
                "{selector}"
            );
        }
    }

    #[test]
    fn constructs_apart() {
        let found =
            apart("construct = { target , teams }, device={kind(gpu)}, user={condition(1)}");
        let (constructs, rest) = found.unwrap();
        assert_eq!(constructs, ["target", "teams"]);
        assert_eq!(rest, " device={kind(gpu)}, user={condition(1)}");
        assert_eq!(apart("device={kind(gpu)}").unwrap().0.len(), 0);
        assert_eq!(apart("construct={target"), None);
    }

    #[test]
    fn scores() {
        let score = |selector: &str| match on(true, selector) {
            Match::Yes(score) => score,
            other => panic!("{selector}: {other:?}"),
        };
        assert!(score("device={arch(nvptx)}") > score("device={kind(gpu)}"));
        assert!(score("device={kind(gpu)}") > score("construct={target, teams, parallel}"));
        assert_eq!(score("user={condition(score(20): 1)}"), 21);
    }

    #[test]
    fn constants() {
        assert_eq!(constant("(1 + 2) * 3 == 9 && !0 ? 0x10 : 010"), Some(16));
        assert_eq!(constant("1 / 0"), None);
        assert_eq!(constant("n"), None);
        assert_eq!(constant("1 2"), None);
        // Of other types than `int`.
        for text in [
            "-1 < 0u",
            "0xffffffff",
            "1L",
            "2147483647 + 1",
            "1 << 31",
            "~0 == 0xffffffff",
            "'a'",
        ] {
            assert_eq!(constant(text), None, "{text}");
        }
        assert_eq!(constant("1 << 30 >> 29"), Some(2));
    }
}
