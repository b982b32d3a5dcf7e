//! The text of device code.

use super::team::Team;
use super::tree::{Block, Head, Jump, Lambda, Stmt, Style};
use super::value::Call;
use std::fmt;

/// One level of indentation.
const LEVEL: &str = "    ";

impl Block {
    /// The text of the block's statements, indented by `depth` levels.
    pub fn text(&self, depth: usize) -> String {
        let mut text = String::new();
        write(self, depth, Opens::Nothing, &mut text);
        text
    }

    /// How many lines the text has.
    pub fn lines(&self) -> usize {
        self.text(0).lines().count()
    }
}

impl fmt::Display for Block {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text(0))
    }
}

/// What stands on the line before a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Opens {
    /// What opens the block.
    Head,
    /// Anything else.
    Nothing,
}

impl Opens {
    /// The same for the statement at a position of the block.
    fn at(self, position: usize) -> Opens {
        match position {
            0 => self,
            _ => Opens::Nothing,
        }
    }
}

/// Writes a block below the line that opens it.
fn write_below(block: &Block, depth: usize, out: &mut String) {
    write(block, depth, Opens::Head, out)
}

fn write(block: &Block, depth: usize, opens: Opens, out: &mut String) {
    for (at, stmt) in block.stmts.iter().enumerate() {
        match stmt {
            Stmt::User(text) => line(depth, text, out),
            Stmt::Comment(_) | Stmt::Behind(_) | Stmt::Opening(_) => {
                comment(&block.stmts[at..], depth, opens.at(at), out)
            }
            Stmt::Text(text) => out.push_str(text),
            Stmt::Label(text) => line(depth.saturating_sub(1), text, out),
            Stmt::Directive(text) => line(0, text, out),
            // What followed it may have been removed.
            Stmt::Blank if depth > 0 && at + 1 == block.stmts.len() => {}
            Stmt::Blank => out.push('\n'),
            Stmt::Landing(name) => line(depth, &format!("{name}:;"), out),
            Stmt::Declare {
                declarator,
                value: None,
                ..
            } => line(depth, &format!("{declarator};"), out),
            Stmt::Declare {
                declarator,
                value: Some(value),
                ..
            } => line(depth, &format!("{declarator} = {value};"), out),
            Stmt::Let { name, value } => line(depth, &format!("const auto {name} = {value};"), out),
            Stmt::Shared { declarator, .. } => {
                line(depth, &format!("__shared__ {declarator};"), out)
            }
            Stmt::Object(object) => line(depth, &format!("{object};"), out),
            Stmt::Assign { place, value } => line(depth, &format!("{place} = {value};"), out),
            Stmt::Effect(expr) => line(depth, &format!("{expr};"), out),
            Stmt::Call(call) => line(depth, &format!("{call};"), out),
            Stmt::CallWith {
                name,
                call,
                functions,
            } => call_with(depth, name.as_deref(), call, functions, out),
            Stmt::Barrier { team, .. } => line(depth, &barrier(team), out),
            Stmt::Jump(jump) => line(depth, &jump_text(jump), out),
            Stmt::If {
                condition,
                body,
                otherwise,
                style,
            } => {
                headed(depth, &format!("if ({condition})"), body, *style, out);
                if let Some(otherwise) = otherwise {
                    braced(depth, "else ", otherwise, out);
                }
            }
            Stmt::While {
                condition,
                body,
                style,
            } => headed(depth, &format!("while ({condition})"), body, *style, out),
            Stmt::DoWhile { body, condition } => {
                line(depth, "do {", out);
                write_below(body, depth + 1, out);
                line(depth, &format!("}} while ({condition});"), out);
            }
            Stmt::For { head, body, style } => {
                headed(depth, &format!("for ({head})"), body, *style, out)
            }
            Stmt::Switch { value, body } => headed(
                depth,
                &format!("switch ({value})"),
                body,
                Style::Braces,
                out,
            ),
            Stmt::Case { number, body } => braced(
                depth.saturating_sub(1),
                &format!("case {number}: "),
                body,
                out,
            ),
            Stmt::Record { head, members } => {
                line(depth, &format!("{head} {{"), out);
                write_below(members, depth + 1, out);
                line(depth, "};", out);
            }
            Stmt::Scope(body) => braced(depth, "", body, out),
            Stmt::RangeFor { heads, body, style } => {
                let (innermost, outer) = heads.split_last().expect("a loop has a head");
                for (level, head) in outer.iter().enumerate() {
                    line(depth + level, &head_text(head), out);
                }
                headed(
                    depth + outer.len(),
                    &head_text(innermost),
                    body,
                    *style,
                    out,
                );
            }
            Stmt::Indented(body) => write_below(body, depth + 1, out),
            Stmt::Known { body, .. } => write(body, depth, opens.at(at), out),
        }
    }
}

/// Writes the comment that statements begin with.
fn comment(stmts: &[Stmt], depth: usize, opens: Opens, out: &mut String) {
    match &stmts[0] {
        Stmt::Behind(text) => behind(depth, text, out),
        Stmt::Opening(text) if opens == Opens::Head => behind(depth, text, out),
        Stmt::Comment(text) if is_above_label(stmts) => line(depth.saturating_sub(1), text, out),
        Stmt::Comment(text) | Stmt::Opening(text) => line(depth, text, out),
        _ => {}
    }
}

/// Whether the comments that statements begin with stand directly above a label of a switch.
fn is_above_label(stmts: &[Stmt]) -> bool {
    let code = stmts
        .iter()
        .find(|stmt| !matches!(stmt, Stmt::Comment(_) | Stmt::Blank));
    matches!(code, Some(Stmt::Label(text)) if text.starts_with("case ") || text == "default:")
}

fn braced(depth: usize, head: &str, body: &Block, out: &mut String) {
    line(depth, &format!("{head}{{"), out);
    write_below(body, depth + 1, out);
    line(depth, "}", out);
}

/// Writes a head and the block below it, in the given style.
fn headed(depth: usize, head: &str, body: &Block, style: Style, out: &mut String) {
    match style {
        Style::Braces => braced(depth, &format!("{head} "), body, out),
        Style::Indented => {
            line(depth, head, out);
            write_below(body, depth + 1, out);
        }
        Style::OneLine => line(depth, &format!("{head} {}", body.text(0).trim_end()), out),
    }
}

fn head_text(head: &Head) -> String {
    match head {
        Head::In { variable, range } => format!("for ({variable} : {range})"),
        Head::Counting(head) => format!("for ({head})"),
    }
}

fn jump_text(jump: &Jump) -> String {
    match jump {
        Jump::Break => "break;".into(),
        Jump::Continue => "continue;".into(),
        Jump::Return(None) => "return;".into(),
        Jump::Return(Some(value)) => format!("return {value};"),
        Jump::To(landing) => format!("goto {landing};"),
    }
}

/// Writes a call whose last arguments are function objects: a single one begins on the line of the call, several
/// begin lines of their own.
fn call_with(
    depth: usize,
    name: Option<&str>,
    call: &Call,
    functions: &[Lambda],
    out: &mut String,
) {
    let declared = name.map_or(String::new(), |name| format!("const auto {name} = "));
    let opening = format!("{declared}{}", call.before_more());
    if let [Lambda { head, body }] = functions {
        line(depth, &format!("{opening}{head} {{"), out);
        write_below(body, depth + 1, out);
        return line(depth, "});", out);
    }
    line(depth, opening.trim_end(), out);
    for (at, Lambda { head, body }) in functions.iter().enumerate() {
        let end = if at + 1 == functions.len() {
            "});"
        } else {
            "},"
        };
        line(depth + 1, &format!("{head} {{"), out);
        write_below(body, depth + 2, out);
        line(depth + 1, end, out);
    }
}

/// Writes a line with its indentation; several where the text holds line breaks.
fn line(depth: usize, text: &str, out: &mut String) {
    for line in text.split('\n') {
        if !line.is_empty() {
            out.extend(std::iter::repeat_n(LEVEL, depth));
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// Writes a comment at the end of the last line; on a line of its own where there is none. Further lines stand in its
/// column.
fn behind(depth: usize, comment: &str, out: &mut String) {
    if out.pop().is_none() {
        return line(depth, comment, out);
    }
    let last = out.rfind('\n').map_or(0, |end| end + 1);
    let column = out[last..].chars().count() + 2;
    for (at, text) in comment.split('\n').enumerate() {
        match at {
            0 => out.push_str("  "),
            _ => out.extend(std::iter::repeat_n(' ', column)),
        }
        out.push_str(text);
        out.push('\n');
    }
}

fn barrier(team: &Team) -> String {
    match team.argument() {
        None => "romp::team_barrier();".into(),
        Some(team) => format!("{team}.barrier();"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn built(f: impl FnOnce(&mut Block)) -> Block {
        let mut block = Block::default();
        f(&mut block);
        block
    }

    #[test]
    fn comments_stay_in_the_line_that_opens_a_block() {
        let block = built(|out| {
            out.push(Stmt::Opening("// of no head".into()));
            out.if_then("c", |out| {
                out.push(Stmt::Opening("// where c holds".into()));
                out.push(Stmt::Opening("// and not the first".into()));
                out.user("a = 1;");
                out.behind(&["// one".into(), "// and only one".into()]);
            });
        });
        let expected = "// of no head\nif (c) {  // where c holds\n    // and not the first\n    a = 1;  // one\n\
            \x20           // and only one\n}\n";
        assert_eq!(block.to_string(), expected);
    }

    #[test]
    fn comments_above_cases_stand_in_their_column() {
        let block = built(|out| {
            out.switch("n", |out| {
                out.comment("/* none */");
                out.label("case 0:");
                out.user("break;");
                out.comment("// of a statement");
                out.user("f();");
            });
        });
        let expected =
            "switch (n) {\n/* none */\ncase 0:\n    break;\n    // of a statement\n    f();\n}\n";
        assert_eq!(block.to_string(), expected);
    }

    #[test]
    fn comments_behind_code_stand_in_front_of_its_barriers() {
        let block = built(|out| {
            let start = out.len();
            out.user("f();");
            out.order();
            out.behind_code(start, "// all of it".into());
            let start = out.len();
            out.order();
            out.behind_code(start, "// a barrier".into());
        });
        let barrier = "romp::team_barrier();";
        let expected = format!("f();  // all of it\n{barrier}\n{barrier}  // a barrier\n");
        assert_eq!(block.to_string(), expected);
    }
}
