//! The items of a text, from its tree: each is a stretch of whole lines with the comment in front.
//!
//! Looks into groups (`extern "C"`, namespaces, `#if`) and into error nodes, where the parser puts what surrounds a
//! macro that it cannot read. What belongs to no item is an item of the kind "rest".

use super::readable::Readable;
use super::{Item, Kind, line_starts};
use std::ops::Range;
use tree_sitter::Node;

/// Nodes whose children are items as those of the file are.
const GROUPS: &[&str] = &[
    "ERROR",
    "declaration_list",
    "linkage_specification",
    "namespace_definition",
    "preproc_elif",
    "preproc_else",
    "preproc_if",
    "preproc_ifdef",
    "translation_unit",
];

/// An item as the tree has it.
struct Found {
    kind: Kind,
    name: String,
    span: Range<usize>,
}

/// The items, in their order, without overlaps.
pub(super) fn of(text: &str, root: Node, readable: &Readable) -> Vec<Item> {
    let mut found = vec![];
    group(root, &readable.text, &mut found);
    let found = with_kernels_apart(found);
    let lines = Lines {
        text,
        starts: line_starts(text),
    };
    let mut items: Vec<Item> = vec![];
    for one in found {
        let first = lines.of(one.span.start);
        let last = lines.of(one.span.end.saturating_sub(1).max(one.span.start));
        let above = items.last().map_or(0, |it| it.lines.end);
        if first < above {
            // Two on one line, or one in another: the first one has the lines.
            if let Some(item) = items.last_mut().filter(|item| last >= item.lines.end) {
                *item = lines.item(item.kind, &item.name, item.lines.start..last + 1, readable);
            }
            continue;
        }
        let commented = lines.comment_above(first, above, readable);
        lines.rest(above..commented, &mut items, readable);
        let name = match one.kind {
            Kind::Rest => String::new(),
            _ => one.name,
        };
        items.push(lines.item(one.kind, &name, commented..last + 1, readable));
    }
    let above = items.last().map_or(0, |it| it.lines.end);
    lines.rest(above..lines.starts.len(), &mut items, readable);
    items
}

/// A function with the code of two kernels, and these behind it, are one item: the first kernel.
fn with_kernels_apart(found: Vec<Found>) -> Vec<Found> {
    let mut joined = vec![];
    let mut waiting: Vec<Found> = vec![];
    for one in found {
        let expected = match waiting.as_slice() {
            [] => one.kind == Kind::DeviceFunction && one.name.ends_with("_code"),
            [code] => one.kind == Kind::Kernel && code.name == format!("{}_code", one.name),
            [_, kernel, ..] => {
                one.kind == Kind::Kernel && one.name == format!("{}_apart", kernel.name)
            }
        };
        if expected && waiting.len() == 2 {
            joined.push(Found {
                kind: Kind::Kernel,
                name: waiting[1].name.clone(),
                span: waiting[0].span.start..one.span.end,
            });
            waiting.clear();
        } else if expected {
            waiting.push(one);
        } else {
            joined.append(&mut waiting);
            joined.push(one);
        }
    }
    joined.append(&mut waiting);
    joined
}

fn group(node: Node, text: &str, found: &mut Vec<Found>) {
    let mut cursor = node.walk();
    for child in node.children(&mut cursor) {
        if let Some((kind, name)) = item(child, text) {
            found.push(Found {
                kind,
                name,
                span: child.byte_range(),
            });
        } else if GROUPS.contains(&child.kind()) {
            group(child, text, found);
        }
    }
}

/// The kind and name of an item, if the node is one.
fn item(node: Node, text: &str) -> Option<(Kind, String)> {
    let named = |kind, name: Option<String>| Some((kind, name.unwrap_or_default()));
    match node.kind() {
        "function_definition" => {
            let head = head(node, text);
            let kind = match () {
                () if has_word(head, "__global__") => Kind::Kernel,
                () if has_word(head, "__device__") => Kind::DeviceFunction,
                () => Kind::Function,
            };
            named(kind, declared(node, text))
        }
        "declaration" => match node.child_by_field_name("declarator") {
            Some(declarator) if is_function(declarator) => {
                named(Kind::Prototype, declared(node, text))
            }
            Some(_) => named(Kind::Variable, declared(node, text)),
            None => None,
        },
        "struct_specifier" | "union_specifier" | "enum_specifier" | "class_specifier" => named(
            Kind::Type,
            field(node, "name", text).or_else(|| first_enumerator(node, text)),
        ),
        "type_definition" => named(Kind::Type, declared(node, text)),
        "template_declaration" => {
            let mut cursor = node.walk();
            let mut children = node.children(&mut cursor);
            children.find_map(|child| item(child, text))
        }
        "linkage_specification" => {
            let body = node.child_by_field_name("body")?;
            let (kind, name) = item(body, text)?;
            // `__global__` may stand in front of what the parser takes for the definition.
            let global = kind == Kind::Function && has_word(head(node, text), "__global__");
            Some((if global { Kind::Kernel } else { kind }, name))
        }
        _ => None,
    }
}

/// The text in front of the body.
fn head<'a>(node: Node, text: &'a str) -> &'a str {
    let body = node.child_by_field_name("body");
    let end = body
        .filter(|body| body.kind() == "compound_statement")
        .map_or(node.end_byte(), |body| body.start_byte());
    &text[node.start_byte()..end]
}

fn has_word(text: &str, word: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.any(|it| it == word)
}

fn field(node: Node, name: &str, text: &str) -> Option<String> {
    let child = node.child_by_field_name(name)?;
    // The parser puts an empty name where it wants one.
    Some(text[child.byte_range()].to_owned()).filter(|name| !name.is_empty())
}

/// What an enumeration without a name is known by.
fn first_enumerator(node: Node, text: &str) -> Option<String> {
    let body = node.child_by_field_name("body")?;
    let mut cursor = body.walk();
    let mut children = body.named_children(&mut cursor);
    children.find_map(|child| field(child, "name", text).filter(|_| child.kind() == "enumerator"))
}

/// The name that a declaration declares first.
fn declared(node: Node, text: &str) -> Option<String> {
    let mut at = node.child_by_field_name("declarator")?;
    loop {
        let inner = at.child_by_field_name("declarator").or_else(|| {
            let nests = matches!(
                at.kind(),
                "parenthesized_declarator" | "reference_declarator" | "attributed_declarator"
            );
            nests.then(|| at.named_child(0)).flatten()
        });
        match inner {
            Some(inner) => at = inner,
            None => return Some(text[at.byte_range()].to_owned()),
        }
    }
}

/// Whether a declarator declares a function: `f(int)`, not `(*f)(int)`.
fn is_function(declarator: Node) -> bool {
    let mut at = declarator;
    loop {
        match at.kind() {
            "function_declarator" => {
                let inner = at.child_by_field_name("declarator");
                return inner.is_none_or(|inner| inner.kind() != "parenthesized_declarator");
            }
            "pointer_declarator" | "reference_declarator" => {}
            _ => return false,
        }
        match at.child_by_field_name("declarator").or(at.named_child(0)) {
            Some(inner) => at = inner,
            None => return false,
        }
    }
}

struct Lines<'a> {
    text: &'a str,
    starts: Vec<usize>,
}

impl Lines<'_> {
    fn of(&self, byte: usize) -> usize {
        self.starts.partition_point(|&start| start <= byte).max(1) - 1
    }

    fn span(&self, lines: &Range<usize>) -> Range<usize> {
        let at = |line: usize| self.starts.get(line).copied().unwrap_or(self.text.len());
        at(lines.start)..at(lines.end)
    }

    fn is_blank(&self, line: usize) -> bool {
        self.text[self.span(&(line..line + 1))].trim().is_empty()
    }

    /// The line where the comments begin that end on the line above `first`.
    fn comment_above(&self, first: usize, limit: usize, readable: &Readable) -> usize {
        let mut top = first;
        for comment in readable.comments.iter().rev() {
            let from = self.of(comment.start);
            let to = self.of(comment.end.saturating_sub(1).max(comment.start));
            let begins_line = self.text[self.starts[from]..comment.start]
                .trim()
                .is_empty();
            match to + 1 == top && from >= limit && begins_line {
                true => top = from,
                false if to + 1 < top => break,
                false => {}
            }
        }
        top
    }

    fn item(&self, kind: Kind, name: &str, lines: Range<usize>, readable: &Readable) -> Item {
        let span = self.span(&lines);
        let mut comment = span.start..span.start;
        for one in &readable.comments {
            let gap = self.text.get(comment.end..one.start);
            if one.start >= span.start
                && one.end <= span.end
                && gap.is_some_and(|gap| gap.trim().is_empty())
            {
                comment = span.start..one.end;
            }
        }
        Item {
            kind,
            name: name.to_owned(),
            lines,
            span,
            comment,
        }
    }

    /// The lines between items. What stands directly behind a type belongs to it: assertions about its layout.
    fn rest(&self, lines: Range<usize>, items: &mut Vec<Item>, readable: &Readable) {
        let mut stretches = vec![];
        let mut at = lines.start;
        while at < lines.end {
            if self.is_blank(at) {
                at += 1;
                continue;
            }
            let from = at;
            while at < lines.end && !self.is_blank(at) {
                at += 1;
            }
            stretches.push(from..at);
        }
        for stretch in stretches {
            match items.last_mut() {
                Some(item) if item.kind == Kind::Type && item.lines.end == stretch.start => {
                    *item = self.item(
                        item.kind,
                        &item.name,
                        item.lines.start..stretch.end,
                        readable,
                    );
                }
                _ => items.push(self.item(Kind::Rest, "", stretch, readable)),
            }
        }
    }
}
