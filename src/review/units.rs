//! A text as units that an edit may belong to: parts with a name, launches in functions of the host, and what lies between.
//!
//! Units are known by what they are and by their name, kernels and what is named after them by their present name
//! ([`Names`]), so that units of two texts are the same wherever they stand. Must not know what is done with them.

use super::lex::{Kind as Lexeme, tokens};
use super::pairs::{self, Piece as Stretch};
use super::parts::{self, Kind, Part};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;

/// What a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Kernel,
    DeviceFunction,
    /// A launch with its region.
    Launch,
    Function,
    Declaration,
    Macro,
    /// What lies between units.
    Text,
}

/// What a unit is known by.
pub type Key = (What, String);

/// A stretch of a text.
#[derive(Clone, Debug)]
pub enum Piece {
    Text(String),
    Unit(Unit),
}

#[derive(Clone, Debug)]
pub struct Unit {
    pub key: Key,
    pub text: String,
    /// The number of its first line in the file.
    pub line: usize,
    /// Of a function with launches, its stretches.
    pub inner: Vec<Piece>,
}

impl Piece {
    pub fn text(&self) -> &str {
        match self {
            Piece::Text(text) => text,
            Piece::Unit(unit) => &unit.text,
        }
    }
}

/// The present names of what an earlier text has: kernels, and what is named after them.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// None of a kernel that went away.
    kernels: BTreeMap<String, Option<String>>,
    /// Words to replace.
    words: BTreeMap<String, String>,
    /// Functions of the host.
    functions: BTreeMap<String, String>,
}

impl Names {
    /// Of the kernels of a CUDA text, none of those that went away.
    pub fn new(cuda: &str, kernels: BTreeMap<String, Option<String>>) -> Names {
        let others = kernels
            .iter()
            .filter_map(|(was, is)| Some((was.as_str(), is.as_deref()?)))
            .filter(|(was, is)| was != is);
        let words = with_derived(&parts::of(cuda), others.collect());
        Names {
            kernels,
            words,
            functions: BTreeMap::new(),
        }
    }

    /// Of two CUDA texts, paired as a review pairs them.
    pub fn between(path: &Path, was: &str, is: &str) -> Names {
        let found = pairs::kernels(path, was, is);
        let kernels = parts::of(was).into_iter();
        let kernels = kernels.filter(|part| part.kind == Kind::Kernel);
        let present = kernels.map(|part| (part.name.clone(), found.get(&part.name).cloned()));
        Names::new(was, present.collect())
    }

    /// A text with the present names.
    pub fn in_text(&self, text: &str) -> String {
        replaced(text, &self.words)
    }

    /// Those of both.
    pub fn join(mut self, other: Names) -> Names {
        self.kernels.extend(other.kernels);
        self.words.extend(other.words);
        self.functions.extend(other.functions);
        self
    }

    /// With the present names of functions of the host, by which they are known wherever their text names them.
    pub fn with_functions(mut self, functions: BTreeMap<String, String>) -> Names {
        self.functions.extend(functions);
        self
    }

    /// The name that a kernel has now; a name that no text has where it went away.
    fn kernel(&self, name: &str) -> String {
        match self.kernels.get(name) {
            Some(Some(now)) => now.clone(),
            Some(None) => format!("{name} that went away"),
            None => name.to_owned(),
        }
    }
}

/// Kernels' names and those that are made of them, such as `f_1_shared`, with the names that they have now.
pub fn with_derived(parts: &[Part], kernels: BTreeMap<&str, &str>) -> BTreeMap<String, String> {
    let mut words: BTreeMap<String, String> = BTreeMap::new();
    let defined = parts.iter().flat_map(|part| &part.defines);
    for name in defined {
        let mut made_of = kernels.iter().filter_map(|(was, is)| {
            let rest = name.strip_prefix(was)?.strip_prefix('_')?;
            let numbered = rest.starts_with(|first: char| first.is_ascii_digit());
            (!numbered).then(|| format!("{is}_{rest}"))
        });
        if let Some(now) = made_of.next_back() {
            words.insert(name.clone(), now);
        }
    }
    let own = kernels.into_iter();
    words.extend(own.map(|(was, is)| (was.to_owned(), is.to_owned())));
    words
}

/// The text with other words.
pub fn replaced(text: &str, words: &BTreeMap<String, String>) -> String {
    if words.is_empty() {
        return text.to_owned();
    }
    let mut out = String::new();
    let mut copied = 0;
    for token in tokens(text) {
        if token.kind != Lexeme::Word {
            continue;
        }
        if let Some(word) = renamed(token.of(text), words) {
            out.push_str(&text[copied..token.span.start]);
            out.push_str(&word);
            copied = token.span.end;
        }
    }
    out + &text[copied..]
}

/// What a word becomes: a name of its own, or that of a kernel with what stands behind it in names that are made of it.
fn renamed(word: &str, words: &BTreeMap<String, String>) -> Option<String> {
    let made = ["_code", "_apart"].into_iter().find_map(|suffix| {
        let kernel = words.get(word.strip_suffix(suffix)?)?;
        Some(format!("{kernel}{suffix}"))
    });
    words.get(word).cloned().or(made)
}

/// The pieces of a text under present names, which together are the text.
pub fn of(text: &str, names: &Names) -> Vec<Piece> {
    let mut pieces = vec![];
    for part in parts::of(text) {
        let what = match part.kind {
            Kind::Kernel => What::Kernel,
            Kind::DeviceFunction => What::DeviceFunction,
            Kind::Function => What::Function,
            Kind::Declaration => What::Declaration,
            Kind::Macro => What::Macro,
            Kind::Frame => What::Text,
        };
        if what == What::Text || part.name.is_empty() {
            add_text(&mut pieces, replaced(&text[part.span], &names.words));
            continue;
        }
        let name = match what {
            What::Kernel => names.kernel(&part.name),
            What::Function if names.functions.contains_key(&part.name) => {
                names.functions[&part.name].clone()
            }
            _ => names.words.get(&part.name).unwrap_or(&part.name).clone(),
        };
        let mut unit = unit(text, (what, name), part.span.clone(), names);
        if !part.regions.is_empty() {
            unit.inner = inner(text, &part, names);
        }
        pieces.push(Piece::Unit(unit));
    }
    pieces
}

fn unit(text: &str, key: Key, span: Range<usize>, names: &Names) -> Unit {
    let blank = text[span.clone()].len() - text[span.clone()].trim_start_matches('\n').len();
    Unit {
        key,
        line: text[..span.start + blank].matches('\n').count() + 1,
        text: replaced(&text[span], &names.words),
        inner: vec![],
    }
}

fn inner(text: &str, part: &Part, names: &Names) -> Vec<Piece> {
    let mut all = vec![];
    add_text(
        &mut all,
        replaced(&text[part.span.start..part.head.end], &names.words),
    );
    for piece in pairs::pieces(part) {
        match piece {
            Stretch::Text(span) => add_text(&mut all, replaced(&text[span], &names.words)),
            Stretch::Region(which) => {
                let region = &part.regions[which];
                let key = (What::Launch, names.kernel(&region.kernel));
                all.push(Piece::Unit(unit(text, key, region.span.clone(), names)));
            }
        }
    }
    all
}

fn add_text(pieces: &mut Vec<Piece>, text: String) {
    match pieces.last_mut() {
        Some(Piece::Text(last)) => last.push_str(&text),
        _ => pieces.push(Piece::Text(text)),
    }
}

/// Units by what they are known by.
pub type Anchors<'a> = BTreeMap<&'a Key, &'a Unit>;

/// Units by their key, but for those of which one text has several.
pub fn anchors<'a, const N: usize>(texts: [&'a [Piece]; N]) -> [Anchors<'a>; N] {
    let mut several: BTreeSet<&Key> = BTreeSet::new();
    let mut all = texts.map(|pieces| {
        let mut units = BTreeMap::new();
        for piece in pieces {
            if let Piece::Unit(unit) = piece
                && units.insert(&unit.key, unit).is_some()
            {
                several.insert(&unit.key);
            }
        }
        units
    });
    for units in &mut all {
        units.retain(|key, _| !several.contains(key));
    }
    all
}
