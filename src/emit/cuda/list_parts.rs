//! The parts of an initialiser in braces, with the user's comments beside them.
//!
//! Lists with comments keep the lines of the user's text; others are wrapped. Must not know what the parts are.

use super::{Brackets, ItemComments, ListComments, Printer};
use crate::ir::{Init, Program};
use crate::source::Span;

/// The longest line of parts.
const LINE: usize = 96;

impl Printer<'_> {
    /// Takes the place of the initialiser of a declaration, whose name stands at `name`: its comments are printed within it.
    pub(super) fn take_list(&mut self, init: &Init, name: Span) {
        let listed = matches!(init, Init::List(_)) && self.state.inside_expr == 0;
        let written = self.hooks.written();
        let list = listed.then(|| written.list_behind(name.hi, "{"));
        self.state.list = list.flatten();
    }

    /// The comments directly in a list of these items, and the lists of those that have braces.
    pub(super) fn beside_parts(
        &mut self,
        list: Option<Brackets>,
        items: &[(u64, Init)],
    ) -> (Option<ListComments>, Vec<Option<Brackets>>) {
        let Some(list) = list else {
            return (None, vec![None; items.len()]);
        };
        let spans = items.iter().map(|(_, item)| place(self.program, item));
        let spans: Vec<Option<Span>> = spans.collect();
        let written = self.hooks.written();
        let comments = &mut self.uses.comments;
        let about = written.comments_of_list(comments, list, &spans);
        written.keep_comments_of_list(comments, list);
        (about, written.lists_of_parts(list, &spans))
    }
}

/// Where an initialiser stands: from its first expression to its last one.
fn place(program: &Program, init: &Init) -> Option<Span> {
    match init {
        Init::Expr(e) => Some(program.expr(*e).span),
        Init::List(items) => {
            let first = items.iter().find_map(|(_, item)| place(program, item))?;
            let last = items
                .iter()
                .rev()
                .find_map(|(_, item)| place(program, item))?;
            Some(first.to(last))
        }
    }
}

/// The parts of a list so far.
pub(super) struct Parts {
    about: Option<ListComments>,
    /// Each with the number of its item; parts that the user left out have none.
    parts: Vec<(String, Option<usize>)>,
}

impl Parts {
    pub fn new(about: Option<ListComments>) -> Parts {
        Parts {
            about,
            parts: vec![],
        }
    }

    pub fn add(&mut self, text: String, item: Option<usize>) {
        self.parts.push((text, item));
    }

    /// The parts in braces.
    pub fn text(self) -> String {
        let line = { self.parts.iter() }.map(|(text, _)| text.as_str());
        let line = line.collect::<Vec<_>>().join(", ");
        match self.about {
            Some(about) => commented(&about, &self.parts),
            None if line.len() <= 100 => format!("{{{line}}}"),
            None => {
                let mut lines = Lines::default();
                self.parts
                    .iter()
                    .for_each(|(text, _)| lines.add(format!("{text},")));
                in_lines("", &lines.end())
            }
        }
    }
}

/// The parts in braces with comments, in the user's lines.
fn commented(about: &ListComments, parts: &[(String, Option<usize>)]) -> String {
    let none = ItemComments::default();
    let of = |item: &Option<usize>| item.map_or(&none, |item| &about.items[item]);
    let needs_lines = !about.opening.is_empty()
        || !about.end.is_empty()
        || parts.iter().any(|(_, item)| {
            let item = of(item);
            item.begins_line || !item.above.is_empty() || !item.behind.is_empty()
        });
    let beside = |text: &str, item: &ItemComments| {
        let before: String = item.before.iter().map(|one| format!("{one} ")).collect();
        let behind: String = item.beside.iter().map(|one| format!(" {one}")).collect();
        format!("{before}{text}{behind}")
    };
    if !needs_lines {
        let all: Vec<String> = parts
            .iter()
            .map(|(text, item)| beside(text, of(item)))
            .collect();
        return format!("{{{}}}", all.join(", "));
    }
    let mut lines = Lines::default();
    for (text, item) in parts {
        let item = of(item);
        if item.begins_line || !item.above.is_empty() {
            lines.begin();
        }
        item.above.iter().for_each(|line| lines.whole(line));
        lines.add(format!("{},", beside(text, item)));
        if !item.behind.is_empty() {
            lines.behind(&item.behind);
        }
    }
    lines.begin();
    about.end.iter().for_each(|line| lines.whole(line));
    let opening = match about.opening.is_empty() {
        true => String::new(),
        false => format!("  {}", about.opening.join(" ")),
    };
    in_lines(&opening, &lines.end())
}

fn in_lines(opening: &str, lines: &[String]) -> String {
    let text = lines.join("\n").replace('\n', "\n    ");
    let text = text
        .lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n");
    format!("{{{opening}\n    {text}\n}}")
}

/// Lines that parts fill.
#[derive(Default)]
struct Lines {
    done: Vec<String>,
    current: String,
}

impl Lines {
    /// Begins a line, unless nothing stands in the current one.
    fn begin(&mut self) {
        if !self.current.is_empty() {
            self.done.push(std::mem::take(&mut self.current));
        }
    }

    /// Adds a part with its comma, in the current line where it has room.
    fn add(&mut self, part: String) {
        if !self.current.is_empty() && self.current.len() + part.len() > LINE + 1 {
            self.begin();
        }
        if !self.current.is_empty() {
            self.current.push(' ');
        }
        self.current.push_str(&part);
    }

    /// Adds a line of its own.
    fn whole(&mut self, line: &str) {
        self.begin();
        self.done.push(line.to_string());
    }

    /// Ends the current line with a comment, whose further lines stand below in its column.
    fn behind(&mut self, comment: &[String]) {
        let last = self.current.rfind('\n').map_or(0, |end| end + 1);
        let column = self.current[last..].chars().count() + 2;
        for (at, line) in comment.iter().enumerate() {
            match at {
                0 => self.current.push_str(&format!("  {line}")),
                _ => self.current = format!("{}{line}", " ".repeat(column)),
            }
            self.begin();
        }
    }

    fn end(mut self) -> Vec<String> {
        self.begin();
        self.done
    }
}
