//! C and CUDA text as those read it who compare, colour or list it: items, leaves and classes of highlighting.
//!
//! From text alone, by tree-sitter's grammars, whose trees have error nodes where macros hide C's grammar: so nothing
//! here fails, and nothing that is made here is ever written into a file. [`readable`] gives the parser what pragmas and
//! the runtime's macros are to C. Must not know OpenMP, plans, nor which text came first.

pub mod classes;
mod items;
mod leaves;
mod readable;

use readable::Readable;
use std::ops::Range;
use std::path::Path;

/// The grammar of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// C, with the extensions of GNU.
    C,
    /// CUDA C++.
    Cuda,
}

impl Language {
    /// The language of a file, by its extension.
    pub fn of(path: &Path) -> Language {
        let extension = path.extension().unwrap_or_default();
        match extension.to_str() {
            Some("cu" | "cuh" | "cpp" | "cc" | "hpp") => Language::Cuda,
            _ => Language::C,
        }
    }

    fn grammar(self) -> tree_sitter::Language {
        match self {
            Language::C => tree_sitter_c::LANGUAGE.into(),
            Language::Cuda => tree_sitter_cuda::LANGUAGE.into(),
        }
    }
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// `__global__`.
    Kernel,
    /// `__device__`.
    DeviceFunction,
    /// A function for the host.
    Function,
    /// A declaration of a function without its body.
    Prototype,
    /// A struct, union, enumeration or typedef.
    Type,
    /// A variable of the file.
    Variable,
    /// What stands between items: includes, macros, assertions, directives.
    Rest,
}

impl Kind {
    /// The kind in words.
    pub fn words(self) -> &'static str {
        match self {
            Kind::Kernel => "kernel",
            Kind::DeviceFunction => "device function",
            Kind::Function => "function",
            Kind::Prototype => "declaration",
            Kind::Type => "type",
            Kind::Variable => "variable",
            Kind::Rest => "other text",
        }
    }
}

/// A stretch of whole lines that belongs together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// What it is.
    pub kind: Kind,
    /// Its name; empty for [`Kind::Rest`] and types without a name.
    pub name: String,
    /// Its lines, from 0, with the comment in front.
    pub lines: Range<usize>,
    /// Their bytes, with the last line end.
    pub span: Range<usize>,
    /// The bytes of the comment in front; empty where there is none.
    pub comment: Range<usize>,
}

/// What a leaf is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// An identifier or keyword.
    Word,
    /// A number.
    Number,
    /// A string or character.
    Text,
    /// An operator, a bracket, a separator.
    Sign,
    /// A comment, however long.
    Comment,
}

/// A token of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaf {
    /// What it is.
    pub token: Token,
    /// Its bytes.
    pub span: Range<usize>,
}

/// What is known of a text.
#[derive(Clone, Debug, Default)]
pub struct Outline {
    /// All lines but blank ones between items, in their order.
    pub items: Vec<Item>,
    /// All that is not blank, in its order.
    pub leaves: Vec<Leaf>,
}

impl Outline {
    /// Reads a text.
    pub fn of(text: &str, language: Language) -> Outline {
        let readable = Readable::of(text);
        let Some(tree) = parsed(&readable.text, language) else {
            // The parser gives up only when it is told to; the scanner's tokens are there in any case.
            return Outline {
                items: vec![],
                leaves: leaves::of(text, None, &readable),
            };
        };
        Outline {
            items: items::of(text, tree.root_node(), &readable),
            leaves: leaves::of(text, Some(tree.root_node()), &readable),
        }
    }

    /// The leaves within a range of bytes.
    pub fn leaves_in(&self, span: &Range<usize>) -> &[Leaf] {
        let from = self.leaves.partition_point(|it| it.span.start < span.start);
        let to = self.leaves.partition_point(|it| it.span.start < span.end);
        &self.leaves[from..to.max(from)]
    }

    /// The item that a byte is in.
    pub fn item_at(&self, byte: usize) -> Option<&Item> {
        self.items.iter().find(|it| it.span.contains(&byte))
    }

    /// The items of a kind.
    pub fn of_kind(&self, kind: Kind) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(move |it| it.kind == kind)
    }
}

fn parsed(text: &str, language: Language) -> Option<tree_sitter::Tree> {
    let mut parser = tree_sitter::Parser::new();
    parser.set_language(&language.grammar()).ok()?;
    parser.parse(text, None)
}

/// The bytes at which lines begin.
pub fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
    let mut starts: Vec<usize> = std::iter::once(0)
        .chain(ends.map(|(at, _)| at + 1))
        .collect();
    if starts.last() == Some(&text.len()) {
        starts.pop();
    }
    starts
}

#[cfg(test)]
mod tests;
