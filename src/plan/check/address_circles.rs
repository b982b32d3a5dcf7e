//! Refuses device variables whose initialisers hold each other's addresses in a circle, or their own.
//!
//! C allows them, and so does CUDA, but nvcc 13.0 ends with "Circular dependency found in global variable set".
//! From the initialisers of what device code reaches. Must not know how they are printed.

use crate::diag::{Code, Diagnostic};
use crate::ir::walk::each_in_init;
use crate::ir::{DeclareTargetKind, ExprKind, Program, VarId};
use crate::source::Span;
use std::collections::BTreeSet;

/// An error for each circle, at the place that closes it.
pub fn of(program: &Program, globals: &[VarId]) -> Vec<Diagnostic> {
    let mut walk = Walk {
        program,
        globals,
        open: vec![],
        done: BTreeSet::new(),
        found: vec![],
    };
    globals.iter().for_each(|&var| walk.visit(var));
    walk.found
}

struct Walk<'a> {
    program: &'a Program,
    globals: &'a [VarId],
    /// The variables whose initialisers lead to the current one.
    open: Vec<VarId>,
    done: BTreeSet<VarId>,
    found: Vec<Diagnostic>,
}

impl Walk<'_> {
    fn visit(&mut self, var: VarId) {
        if !self.done.insert(var) {
            return;
        }
        self.open.push(var);
        for (other, at) in named(self.program, var) {
            if self.open.contains(&other) {
                self.found.push(self.refused(var, other, at));
            } else if self.globals.contains(&other) {
                self.visit(other);
            }
        }
        self.open.pop();
    }

    fn refused(&self, var: VarId, other: VarId, at: Span) -> Diagnostic {
        let vars = &self.program.vars;
        let name = &vars[other].name;
        let message = match var == other {
            true => format!("the initialiser of device variable `{name}` holds its own address"),
            false => format!(
                "the initialisers of device variables `{name}` and `{}` lead to each other",
                vars[var].name
            ),
        };
        Diagnostic::error(Code::DeviceSyntax, at, message)
            .also(vars[other].span, "declared here")
            .note("nvcc compiles no such variables")
            .help(
                "leave this pointer out of the initialiser, and set it in a target region before it is used",
            )
    }
}

/// The variables of the device that an initialiser names, with their places. For a `link` variable the device has
/// only a pointer.
fn named(program: &Program, var: VarId) -> Vec<(VarId, Span)> {
    let data = &program.vars[var];
    let target = data.declare_target;
    let link = target.is_some_and(|target| target.kind == DeclareTargetKind::Link);
    let mut found = vec![];
    if let Some(init) = data.init.as_ref().filter(|_| !link) {
        each_in_init(init, &mut |top| {
            program.walk_expr(top, &mut |_, e| {
                if let ExprKind::Var(other) = e.kind {
                    found.push((other, e.span));
                }
            });
        });
    }
    found
}
