//! The text of a case: one list of lines from which both versions come.
//!
//! A line belongs to the version for the device, to the serial one, or to both. In the serial version `@x`,
//! a thread's own variable, is `x[tid]`, and `$f` is a function's name with the version in front.

use super::scope::{Scope, Type, Variable};
use crate::campaign::Case;
use crate::tape::Tape;
use std::fmt::Write as _;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Both,
    Device,
    Serial,
}

pub struct Writer<'a> {
    pub tape: &'a mut Tape,
    pub scope: Scope,
    /// Statements that may still come: keeps programs small.
    pub budget: usize,
    /// The case's.
    pub number: usize,
    /// Elements of the team's part of each array, a power of two.
    pub width: usize,
    lines: Vec<Line>,
    depth: usize,
    names: usize,
    /// Finished functions and file-scope variables, which come before the case's own.
    shared: Vec<Line>,
    declarations: Vec<Line>,
    /// Variables of file scope, which functions see, too.
    pub globals: Vec<Variable>,
    /// A lock that the threads of the region share.
    pub lock: Option<String>,
}

/// The version that has the line, its indentation, its text.
type Line = (Side, usize, String);

impl<'a> Writer<'a> {
    pub fn new(tape: &'a mut Tape, number: usize) -> Writer<'a> {
        Writer {
            tape,
            scope: Scope::default(),
            budget: 14,
            number,
            width: 1024,
            lines: vec![],
            depth: 0,
            names: 0,
            shared: vec![],
            declarations: vec![],
            globals: vec![],
            lock: None,
        }
    }

    /// A new name, unlike all others of the case.
    pub fn fresh(&mut self, stem: &str) -> String {
        self.names += 1;
        format!("{stem}{}", self.names)
    }

    /// A new function's name, unlike all others of the unit.
    pub fn function_name(&mut self) -> String {
        let number = self.number;
        self.fresh(&format!("f{number}_"))
    }

    pub fn line(&mut self, text: impl Into<String>) {
        self.lines.push((Side::Both, self.depth, text.into()));
    }

    pub fn device(&mut self, text: impl Into<String>) {
        self.lines.push((Side::Device, self.depth, text.into()));
    }

    pub fn serial(&mut self, text: impl Into<String>) {
        self.lines.push((Side::Serial, self.depth, text.into()));
    }

    pub fn pragma(&mut self, text: impl AsRef<str>) {
        self.device(format!("#pragma omp {}", text.as_ref().trim_end()));
    }

    pub fn open(&mut self, text: impl Into<String>) {
        self.line(text);
        self.depth += 1;
    }

    pub fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    /// Ends a block with more than its brace.
    pub fn close_with(&mut self, text: impl Into<String>) {
        self.depth -= 1;
        self.line(text);
    }

    /// Writes a function: `body` fills it, with a scope of its own.
    pub fn function(&mut self, scope: Scope, head: String, body: impl FnOnce(&mut Self)) {
        let lines = std::mem::take(&mut self.lines);
        let depth = std::mem::take(&mut self.depth);
        let outside = std::mem::replace(&mut self.scope, scope);
        self.line(format!("LINKAGE void {head}"));
        self.open("{");
        body(self);
        self.close();
        self.scope = outside;
        self.depth = depth;
        let function = std::mem::replace(&mut self.lines, lines);
        self.shared.extend(function);
        self.declarations
            .push((Side::Both, 0, format!("DECLARED void {head};")));
    }

    /// Declares a variable of file scope, which both versions have one of.
    pub fn global(&mut self, ty: Type, length: usize) {
        let number = self.number;
        let name = format!("${}", self.fresh(&format!("g{number}_")));
        let extent = match length {
            0 => String::new(),
            n => format!("[{n}]"),
        };
        for (class, list) in [
            ("DECLARED", &mut self.declarations),
            ("LINKAGE", &mut self.shared),
        ] {
            let line = format!("{class} {} {name}{extent};", ty.c());
            list.push((Side::Both, 0, line));
        }
        self.scope.add(name, ty, length);
        self.globals
            .push(self.scope.variables.last().expect("just added").clone());
    }

    /// Writes `body`; variables that it adds leave the scope behind it.
    pub fn block(&mut self, body: impl FnOnce(&mut Self)) {
        let known = self.scope.variables.len();
        body(self);
        self.scope.variables.truncate(known);
    }

    /// Both versions.
    pub fn finish(self) -> Case {
        Case {
            declarations: both(&self.declarations),
            shared: both(&self.shared),
            own: both(&self.lines),
        }
    }
}

/// The lines as the version for the device has them, then as the serial one does.
fn both(lines: &[Line]) -> String {
    let mut text = String::new();
    for device in [true, false] {
        let other = if device { Side::Serial } else { Side::Device };
        for (side, depth, line) in lines {
            if *side != other {
                let indent = if line.starts_with('#') { 0 } else { 4 * depth };
                let _ = writeln!(text, "{:indent$}{}", "", version(line, device));
            }
        }
    }
    text
}

/// The line as one of the two versions has it.
fn version(line: &str, device: bool) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['@', '$']) {
        text += &rest[..at];
        let name = rest[at + 1..]
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .map_or(rest.len(), |end| at + 1 + end);
        let word = &rest[at + 1..name];
        match (&rest[at..=at], device) {
            ("@", true) => text += word,
            ("@", false) => text += &format!("{word}[tid]"),
            (_, true) => text += &format!("device_{word}"),
            (_, false) => text += &format!("serial_{word}"),
        }
        rest = &rest[name..];
    }
    text + rest
}
