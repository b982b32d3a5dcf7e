//! The outline of device code that golden tests show: a line for each statement, with what passes look at in it.
//!
//! Expressions are shown as they are; no code reads this text back.

use super::skeletons::{Body, ForkJoin, Function, Item, Kernel};
use super::team::Team;
use super::tree::{Block, Head, Jump, Need, Stmt};
use super::value::{Call, Object, Value};
use std::fmt::{self, Write as _};

/// The statements of a kernel or function, what stands in others one level deeper.
pub fn outline(item: &Item) -> String {
    let mut out = Outline::default();
    match item {
        Item::Kernel(kernel) => out.kernel(kernel),
        Item::Function(function) => out.function(function),
    }
    out.text
}

#[derive(Default)]
struct Outline {
    text: String,
    depth: usize,
}

impl Outline {
    fn kernel(&mut self, kernel: &Kernel) {
        self.block(&kernel.start);
        match &kernel.body {
            Body::Spmd(all) | Body::Guarded(all) => {
                for code in [&all.ready, &all.code, &all.release] {
                    self.block(code);
                }
            }
            Body::ForkJoin(kernel) => self.fork_join(kernel),
        }
    }

    fn fork_join(&mut self, kernel: &ForkJoin) {
        self.over("start", &[&kernel.state]);
        let work = kernel.work.as_deref().unwrap_or("the barrier alone");
        self.over(format_args!("workers, region number in {work}"), &[]);
        self.depth += 1;
        for (number, call) in &kernel.calls {
            self.line(format_args!("region {number}: {}", called(call)));
        }
        for (number, code) in &kernel.regions {
            self.over(format_args!("region {number}"), &[code]);
        }
        self.depth -= 1;
        self.over("master", &[&kernel.begin, &kernel.master, &kernel.end]);
    }

    fn function(&mut self, function: &Function) {
        if let Some(frame) = &function.frame {
            self.over(
                format_args!("define struct {}", frame.tag),
                &[&frame.members],
            );
        }
        self.over(
            format_args!("function {}", function.signature),
            &[&function.body],
        );
        for region in &function.regions {
            self.over(format_args!("region {}", region.signature), &[&region.body]);
        }
    }

    fn block(&mut self, code: &Block) {
        for stmt in &code.stmts {
            self.stmt(stmt);
        }
    }

    fn line(&mut self, text: impl fmt::Display) {
        let indent = 2 * self.depth;
        let text = text.to_string();
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let _ = writeln!(self.text, "{:indent$}{}", "", lines.join(" "));
    }

    /// A line for a statement, and below it the outlines of the blocks in it.
    fn over(&mut self, text: impl fmt::Display, bodies: &[&Block]) {
        self.line(text);
        self.depth += 1;
        bodies.iter().for_each(|body| self.block(body));
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let bodies = stmt.blocks();
        match stmt {
            Stmt::Blank => {}
            Stmt::User(text) => self.line(format_args!("user {text}")),
            Stmt::Comment(text) => self.line(format_args!("comment {text}")),
            Stmt::Behind(text) => self.line(format_args!("comment behind {text}")),
            Stmt::Opening(text) => self.line(format_args!("comment behind the head {text}")),
            Stmt::Text(text) => self.line(format_args!("text {text}")),
            Stmt::Label(text) => self.line(format_args!("label {text}")),
            Stmt::Landing(name) => self.line(format_args!("landing {name}")),
            Stmt::Directive(text) => self.line(format_args!("directive {text}")),
            Stmt::Declare {
                declarator, value, ..
            } => match value {
                None => self.line(format_args!("declare {declarator}")),
                Some(value) => self.line(format_args!("declare {declarator} = {}", shown(value))),
            },
            Stmt::Let { name, value } => self.line(format_args!("let {name} = {}", shown(value))),
            Stmt::Object(object) => self.line(format_args!("object {}", made(object))),
            Stmt::Shared {
                declarator,
                reserves,
            } => {
                let counted =
                    reserves.map_or(String::new(), |(what, n)| format!(": {what}, {n} bytes"));
                self.line(format_args!("shared {declarator}{counted}"));
            }
            Stmt::Assign { place, value } => {
                self.line(format_args!("assign {place} = {}", shown(value)))
            }
            Stmt::Effect(expr) => self.line(format_args!("effect {expr}")),
            Stmt::Call(call) => self.line(called(call)),
            Stmt::CallWith {
                name,
                call,
                functions,
            } => {
                let name = name
                    .as_ref()
                    .map_or(String::new(), |name| format!("let {name} = "));
                self.line(format_args!("{name}{}", called(call)));
                self.depth += 1;
                for function in functions {
                    self.over(format_args!("with {}", function.head), &[&function.body]);
                }
                self.depth -= 1;
            }
            Stmt::Barrier { team, need } => {
                let need = match need {
                    Need::Always | Need::ToOrder => "",
                    Need::UnlessBehindAnother => ", to order memory",
                };
                self.line(format_args!("barrier of {}{need}", team_word(team)));
            }
            Stmt::Jump(jump) => self.line(jump_word(jump)),
            Stmt::If {
                condition,
                body,
                otherwise,
                ..
            } => {
                self.over(format_args!("if {}", shown(condition)), &[body]);
                if let Some(otherwise) = otherwise {
                    self.over("else", &[otherwise]);
                }
            }
            Stmt::While { condition, .. } => {
                self.over(format_args!("while {}", shown(condition)), &bodies)
            }
            Stmt::DoWhile { condition, .. } => {
                self.over(format_args!("do while {}", shown(condition)), &bodies)
            }
            Stmt::For { head, .. } => self.over(format_args!("for {head}"), &bodies),
            Stmt::Switch { value, .. } => {
                self.over(format_args!("switch {}", shown(value)), &bodies)
            }
            Stmt::Case { number, .. } => self.over(format_args!("case {number}"), &bodies),
            Stmt::Record { head, members } => self.over(format_args!("define {head}"), &[members]),
            Stmt::Scope(_) => self.over("scope", &bodies),
            Stmt::RangeFor { heads, .. } => {
                let heads: Vec<String> = heads.iter().map(head_words).collect();
                self.over(heads.join(", "), &bodies);
            }
            Stmt::Indented(body) => self.over("below", &[body]),
            Stmt::Known { body, .. } => self.block(body),
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::Expr(expr) => expr.to_string(),
        Value::Call(call) => called(call),
        Value::Not(call) => format!("not {}", called(call)),
        Value::IsThread { team, number, .. } => {
            format!("thread {number} of {}", team_word(team))
        }
    }
}

/// The outline of a call, such as `call reduce by block: romp::plus(a, b)`.
fn called(call: &Call) -> String {
    let mut text = format!("call {}", call.name());
    if let Some(team) = &call.team {
        let _ = write!(text, " by {}", team_word(team));
    }
    let arguments: Vec<String> = call.arguments.iter().map(shown).collect();
    if !arguments.is_empty() {
        let _ = write!(text, ": {}", arguments.join(", "));
    }
    for one in &call.reserves {
        let _ = write!(text, " [{}, {} bytes]", one.what, one.bytes);
    }
    text
}

fn made(object: &Object) -> String {
    match &object.team {
        None => object.to_string(),
        Some(team) => format!("{object} for {}", team_word(team)),
    }
}

fn team_word(team: &Team) -> String {
    match team {
        Team::Block => "the block".into(),
        Team::Caller => "the caller".into(),
        Team::OneThread => "one thread".into(),
        Team::Groups(groups) => format!("the groups {groups}"),
        Team::Named(_) => {
            let threads = team
                .threads()
                .map_or(String::new(), |n| format!(" of {n} threads"));
            let caller = if team.is_callers() {
                " of the caller"
            } else {
                ""
            };
            format!("{}{threads}{caller}", team.object())
        }
    }
}

fn jump_word(jump: &Jump) -> String {
    match jump {
        Jump::Break => "break".into(),
        Jump::Continue => "continue".into(),
        Jump::Return(None) => "return".into(),
        Jump::Return(Some(value)) => format!("return {value}"),
        Jump::To(landing) => format!("go to {landing}"),
    }
}

fn head_words(head: &Head) -> String {
    match head {
        Head::In { variable, range } => format!("for {variable} in {}", shown(range)),
        Head::Counting(head) => format!("for {head}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::device::DeviceFn;

    #[test]
    fn statements_say_who_does_them() {
        let mut code = Block::default();
        code.if_then("n > 0", |out| {
            let omp = Team::named("omp", Some(33));
            out.call(Call::new(DeviceFn::Reduce, &omp, "romp::plus(a, b)"));
            out.barrier(Team::Block);
        });
        code.order();
        let expected = "if n > 0\n  call reduce by omp of 33 threads: romp::plus(a, b)\n  barrier of the block\n\
                        barrier of the block, to order memory\n";
        let mut out = Outline::default();
        out.block(&code);
        assert_eq!(out.text, expected);
    }
}
