//! Prints C as CUDA C++ of the same meaning.
//!
//! From the typed IR to text. A [`Printer`] is a context for plain functions: the caller decides what is printed
//! where, and only this module knows how C is spelled in C++. The caller's [`Hooks`] spell OpenMP constructs, and
//! variables that live elsewhere on the device. Printing cannot fail: `plan::check::device_code` refuses beforehand
//! what has no spelling.

mod access;
mod arithmetic;
mod assignments;
mod atomics;
mod call;
mod cast;
mod comments;
mod constants;
mod counted;
mod decls;
mod endings;
mod enumerations;
mod expr;
mod function;
mod globals;
mod init;
pub mod jumps;
mod list_parts;
mod literals;
mod locals;
mod members;
mod names;
mod order;
mod padding;
mod pointers;
mod precedence;
mod reserved;
pub mod stmt;
mod types;
mod uses;
mod volatile;
mod written;

pub use atomics::WIDE_LOCKS;
pub use counted::{Around, CountedLoop, LoopHead};
pub use decls::{Declaration, Declarations, declarations};
pub use names::Names;
pub use precedence::Prec;
pub use reserved::is_reserved_at_file_scope;
pub use types::unsigned_enum;
pub use uses::{Comments, Kept, MacroLine, Macros, Uses};
pub use written::{Beside, Brackets, ItemComments, ListComments, Named, Shape, Unwritten, Written};

use crate::device::{Block, Function, Regions, Team};
use crate::ir::atomics::Atomic;
use crate::ir::{ConstructId, ExprId, FuncId, IntKind, Program, StmtId, VarId};
use crate::plan::decisions::synchronise::Synchronisation;
use crate::source::Span;

/// What the printer asks of the code that knows the OpenMP side.
pub trait Hooks {
    /// The user's text.
    fn written(&self) -> &dyn Written {
        &Unwritten
    }

    /// The spelling of a variable, as a C expression, where that is not its own name: a mapped scalar behind a
    /// pointer parameter, a captured value and the like.
    fn var(&self, _var: VarId) -> Option<String> {
        None
    }

    /// Whether a variable with static storage lies in constant memory.
    fn is_in_constant_memory(&self, _var: VarId) -> bool {
        false
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
    /// `ir::vla::vla_extents`); none where it is the expression itself.
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
    fn construct(&self, p: &mut Printer, out: &mut Block, construct: ConstructId);

    /// The spelling of a call to an `omp_*` routine.
    fn omp_routine(&self, name: &str, args: &str) -> String {
        format!("romp::{name}({args})")
    }

    /// The place of a compound literal whose address is taken; none where it becomes a variable before the statement.
    fn literal_place(&self, _literal: ExprId) -> Option<String> {
        None
    }

    /// Builds a function that needs more than C; none where it does not.
    fn function(&self, _p: &mut Printer, _func: FuncId) -> Option<Function> {
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

    /// The loop with this body, where its iterations have to be counted; none for a loop that runs as C has it.
    fn counted(&self, _p: &mut Printer, _body: StmtId) -> Option<CountedLoop> {
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
    fn construct(&self, p: &mut Printer, out: &mut Block, construct: ConstructId) {
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
    /// The `atomic` and `critical` constructs of the unit.
    pub synchronisation: &'a Synchronisation,
    /// Records what all printed text refers to.
    pub uses: &'a mut Uses,
    /// The regions that the printed code forks.
    pub regions: Regions,
    state: State,
}

/// Where the printer is in the text, and what the text at hand still needs.
#[derive(Default)]
struct State {
    /// Declarations that must stand before the current statement.
    hoisted: Vec<String>,
    /// The type of the value that the innermost switch compares.
    switch_kind: Option<IntKind>,
    /// How many compound literals have become variables.
    literal_count: usize,
    /// The statement whose expression is the value of the current statement expression.
    value_of: Option<StmtId>,
    /// Whether the current expression initialises a variable with static storage.
    constant: bool,
    /// How many statement expressions enclose the current expression.
    inside_expr: usize,
    /// The declarator in the text that is printed, and how many extents of arrays are still to come.
    declared: Option<(Span, usize)>,
    /// Whether comments stand within the current statement.
    commented: bool,
    /// Whether the current expression stands in the head of a loop.
    in_head: bool,
    /// The place of the initialiser that is printed next, where its comments are to be printed in it.
    list: Option<Brackets>,
    /// Whether the current expression takes several lines, since directives of the CUDA compiler stand in it.
    directives: bool,
}

impl<'a> Printer<'a> {
    pub fn new(
        program: &'a Program,
        names: &'a Names,
        hooks: &'a dyn Hooks,
        synchronisation: &'a Synchronisation,
        uses: &'a mut Uses,
    ) -> Printer<'a> {
        Printer {
            program,
            names,
            hooks,
            synchronisation,
            uses,
            regions: Regions::default(),
            state: State::default(),
        }
    }

    /// `f` prints at the same place with other hooks.
    pub fn with_hooks<R>(&mut self, hooks: &dyn Hooks, f: impl FnOnce(&mut Printer) -> R) -> R {
        let mut inner = Printer {
            program: self.program,
            names: self.names,
            hooks,
            synchronisation: self.synchronisation,
            uses: self.uses,
            regions: std::mem::take(&mut self.regions),
            state: std::mem::take(&mut self.state),
        };
        let result = f(&mut inner);
        (self.regions, self.state) = (inner.regions, inner.state);
        result
    }

    /// A directive of the CUDA compiler, which has a line of its own.
    pub fn directive(&mut self, out: &mut Block, text: &str) {
        out.user(text);
        self.state.directives = true;
    }

    /// Takes the declarations that the expressions printed since the last call need before them (objects of compound
    /// literals whose address is taken). [`Printer::stmt`] places its own; callers of [`Printer::expr`] place these.
    pub fn take_hoisted(&mut self) -> Vec<String> {
        std::mem::take(&mut self.state.hoisted)
    }

    /// The text of an expression that is a body of its own, with the declarations before it.
    pub fn body_of(&mut self, e: ExprId) -> String {
        self.body_with(|p, out| out.user(format!("{};", p.effect(e))))
    }

    /// The text, on one line, of statements that are a body of their own, with the declarations before them.
    pub fn body_with(&mut self, f: impl FnOnce(&mut Self, &mut Block)) -> String {
        let outer = self.take_hoisted();
        let mut out = Block::at(0);
        f(self, &mut out);
        let own = std::mem::replace(&mut self.state.hoisted, outer);
        let text = out.to_string();
        let lines = own.iter().map(String::as_str).chain(text.lines());
        lines.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests;
