//! The text of device code.

use super::team::Team;
use super::tree::{Block, Stmt};
use std::fmt;

/// One level of indentation.
const LEVEL: &str = "    ";

impl Block {
    /// The text of the block, its statements `depth` levels deep.
    pub fn text(&self, depth: usize) -> String {
        let mut text = String::new();
        write(self, depth, &mut text);
        text
    }

    /// Lines of its text.
    pub fn lines(&self) -> usize {
        self.text(0).lines().count()
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text(0))
    }
}

fn write(block: &Block, depth: usize, out: &mut String) {
    for stmt in &block.stmts {
        match stmt {
            Stmt::User(text) | Stmt::Verbatim(text) => line(depth, text, out),
            Stmt::Text(text) => out.push_str(text),
            Stmt::Label(text) => line(depth.saturating_sub(1), text, out),
            Stmt::Directive(text) => line(0, text, out),
            Stmt::Blank => out.push('\n'),
            Stmt::Let { name, value } => line(depth, &format!("const auto {name} = {value};"), out),
            Stmt::LetBy {
                name,
                opening,
                body,
            } => {
                line(depth, &format!("const auto {name} = {opening} {{"), out);
                write(body, depth + 1, out);
                line(depth, "});", out);
            }
            Stmt::Call(call) => line(depth, &format!("{call};"), out),
            Stmt::Barrier { team, .. } => line(depth, &barrier(team), out),
            Stmt::Behind(comment) => behind(depth, comment, out),
            Stmt::If { condition, body } => braced(depth, &format!("if ({condition}) "), body, out),
            Stmt::Scope(body) => braced(depth, "", body, out),
            Stmt::RangeFor {
                heads,
                body,
                braces,
            } => {
                let (innermost, outer) = heads.split_last().expect("a loop has a head");
                for (level, head) in outer.iter().enumerate() {
                    line(depth + level, head, out);
                }
                let depth = depth + outer.len();
                if *braces {
                    braced(depth, &format!("{innermost} "), body, out);
                } else {
                    line(depth, innermost, out);
                    write(body, depth + 1, out);
                }
            }
            Stmt::Indented(body) => write(body, depth + 1, out),
        }
    }
}

fn braced(depth: usize, head: &str, body: &Block, out: &mut String) {
    line(depth, &format!("{head}{{"), out);
    write(body, depth + 1, out);
    line(depth, "}", out);
}

/// A line, or several where the text holds line breaks.
fn line(depth: usize, text: &str, out: &mut String) {
    for line in text.split('\n') {
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(LEVEL, depth));
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// At the end of the last line, where there is one.
fn behind(depth: usize, comment: &str, out: &mut String) {
    match out.pop() {
        None => line(depth, comment, out),
        Some(_) => out.push_str(&format!("  {comment}\n")),
    }
}

fn barrier(team: &Team) -> String {
    match team.argument() {
        None => "romp::team_barrier();".into(),
        Some(team) => format!("{team}.barrier();"),
    }
}
