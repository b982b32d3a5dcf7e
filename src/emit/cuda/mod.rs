//! Prints C as CUDA C++ of the same meaning.
//!
//! From the typed IR to text. A [`Printer`] is a context for plain functions: the caller decides what is printed
//! where, and only this module knows how C is spelled in C++. The caller's [`Hooks`] spell OpenMP constructs, and
//! variables that live elsewhere on the device. Printing cannot fail: `plan::check::device_code` refuses beforehand
//! what has no spelling.

mod access;
mod atomics;
mod call;
mod cast;
mod constants;
mod decls;
mod endings;
mod expr;
mod function;
mod globals;
mod init;
pub mod jumps;
mod names;
mod pointers;
pub mod stmt;
mod types;
mod uses;
mod volatile;

pub use atomics::WIDE_LOCKS;
pub use decls::declarations;
pub use expr::Prec;
pub use names::Names;
pub use uses::Uses;

use crate::device::{Block, Team};
use crate::ir::atomics::Atomic;
use crate::ir::{ConstructId, ExprId, FuncId, IntKind, Program, StmtId, VarId};
use crate::source::Span;
use std::cell::{Cell, RefCell};

/// What the printer asks of the code that knows the OpenMP side.
pub trait Hooks {
    /// The spelling of a variable, as a C expression, where that is not its own name: a mapped scalar behind a
    /// pointer parameter, a captured value and the like.
    fn var(&self, _var: VarId) -> Option<String> {
        None
    }

    /// Whether a location certainly has a shared address, which other threads can access.
    fn is_shared_address(&self, _location: ExprId) -> bool {
        false
    }

    /// The spelling of a variable on the left of an assignment, where assignments to it are recorded; none where it
    /// is spelled as elsewhere.
    fn assigned(&self, _var: VarId) -> Option<String> {
        None
    }

    /// The spelling of the extent of a variable-length array type, where it was evaluated elsewhere (see
    /// [`vla_extents`]); none where it is the expression itself.
    fn extent(&self, _extent: ExprId) -> Option<String> {
        None
    }

    /// The class that holds the elements of an array of variable length.
    fn array_class(&self, _var: VarId) -> &'static str {
        "romp::thread_array"
    }

    /// The team of the object that holds a variable which tasks of other threads share; none for an ordinary
    /// variable.
    fn task_variable(&self, _var: VarId) -> Option<Team> {
        None
    }

    /// Prints an OpenMP construct inside of a statement, at the end of the block.
    fn construct(&self, p: &Printer, out: &mut Block, construct: ConstructId);

    /// The spelling of a call to an `omp_*` routine.
    fn omp_routine(&self, name: &str, args: &str) -> String {
        format!("romp::{name}({args})")
    }

    /// The name of the macro by which the source spells a literal; none where it has none.
    fn literal(&self, _span: Span) -> Option<String> {
        None
    }

    /// Comments directly above a function or variable in the user's text, a line each.
    fn comments_above(&self, _span: Span) -> Vec<String> {
        vec![]
    }

    /// The place of a compound literal whose address is taken; none where it becomes a variable before the statement.
    fn literal_place(&self, _literal: ExprId) -> Option<String> {
        None
    }

    /// Prints a function that needs more than C; false where it does not.
    fn function(&self, _p: &Printer, _out: &mut Block, _func: FuncId) -> bool {
        false
    }

    /// Says that a function's body comes next.
    fn begin(&self, _span: Span) {}

    /// The comments of the user's text that stand before an offset and have not been printed yet, a line each.
    fn comments_before(&self, _offset: u32) -> Vec<String> {
        vec![]
    }

    /// Whether `comments_before` would return any.
    fn has_comments_before(&self, _offset: u32) -> bool {
        false
    }

    /// The comment that ends a statement's line.
    fn comment_behind(&self, _span: Span) -> Option<String> {
        None
    }

    /// Whether the text is for checks of the emulated device.
    fn is_checked(&self) -> bool {
        false
    }

    /// The place of something in the user's text, for messages.
    fn place(&self, _span: Span) -> String {
        String::new()
    }

    /// A directive with the statement's place in the user's text.
    fn line_directive(&self, _span: Span) -> Option<String> {
        None
    }

    /// A line that must stand before a statement.
    fn before(&self, _stmt: StmtId) -> Option<String> {
        None
    }

    /// A line that must stand first in the body of a loop.
    fn begins(&self, _body: StmtId) -> Option<String> {
        None
    }

    /// The condition under which the encountering thread executes a statement.
    fn guard(&self, _stmt: StmtId) -> Option<String> {
        None
    }

    /// The statement as an atomic operation, where it has to be one.
    fn update(&self, _stmt: StmtId) -> Option<Atomic> {
        None
    }
}

/// Hooks for code without OpenMP constructs.
pub struct NoHooks;

impl Hooks for NoHooks {
    fn construct(&self, p: &Printer, out: &mut Block, construct: ConstructId) {
        if let Some(body) = p.program.constructs[construct].body {
            p.stmt(out, body);
        }
    }
}

/// The context of the printing functions.
pub struct Printer<'a> {
    pub program: &'a Program,
    pub names: &'a Names,
    pub hooks: &'a dyn Hooks,
    /// Records what all printed text refers to.
    pub uses: &'a Uses,
    /// Declarations that must stand before the current statement.
    hoisted: RefCell<Vec<String>>,
    /// The type of the value that the innermost switch compares.
    switch_kind: Cell<IntKind>,
    /// How many compound literals have become variables.
    literal_count: Cell<usize>,
    /// The statement whose expression is the value of the current statement expression.
    value_of: Cell<Option<StmtId>>,
    /// Whether the current expression initialises a variable with static storage.
    constant: Cell<bool>,
    /// How many statement expressions enclose the current expression.
    inside_expr: Cell<usize>,
    /// Whether the current expression takes several lines, since directives of the CUDA compiler stand in it.
    directives: Cell<bool>,
}

impl<'a> Printer<'a> {
    pub fn new(
        program: &'a Program,
        names: &'a Names,
        hooks: &'a dyn Hooks,
        uses: &'a Uses,
    ) -> Printer<'a> {
        Printer {
            program,
            names,
            hooks,
            uses,
            hoisted: RefCell::default(),
            switch_kind: Cell::new(IntKind::Int),
            literal_count: Cell::new(0),
            value_of: Cell::new(None),
            constant: Cell::new(false),
            inside_expr: Cell::new(0),
            directives: Cell::new(false),
        }
    }

    /// A directive of the CUDA compiler, which has a line of its own.
    pub fn directive(&self, out: &mut Block, text: &str) {
        out.user(text);
        self.directives.set(true);
    }

    /// Takes the declarations that the expressions printed since the last call need before them (objects of compound
    /// literals whose address is taken). [`Printer::stmt`] places its own; callers of [`Printer::expr`] place these.
    pub fn take_hoisted(&self) -> Vec<String> {
        std::mem::take(&mut self.hoisted.borrow_mut())
    }

    /// The text of an expression that is a body of its own, with the declarations before it.
    pub fn body_of(&self, e: crate::ir::ExprId) -> String {
        self.body_with(|out| out.user(format!("{};", self.effect(e))))
    }

    /// The text, on one line, of statements that are a body of their own, with the declarations before them.
    pub fn body_with(&self, f: impl FnOnce(&mut Block)) -> String {
        let outer = self.take_hoisted();
        let mut out = Block::at(0);
        f(&mut out);
        let own = std::mem::replace(&mut *self.hoisted.borrow_mut(), outer);
        let text = out.to_string();
        let lines = own.iter().map(String::as_str).chain(text.lines());
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests;
