//! Refuses the address of what is declared weak and not defined in the file.
//!
//! On the host it is null where no file defines the symbol. Device linkers have no such symbols, and device compilers
//! take the address to be not null. Calls and accesses are accepted: they need a definition, which the device's
//! linker requires. From the expressions of what device code reaches. Must not know how they are printed.

use crate::analyze::reach::{Reach, Root};
use crate::diag::{Code, Diagnostic};
use crate::ir::walk::each_in_init;
use crate::ir::{
    Conversion, DeclareTargetKind, Expr, ExprId, ExprKind, FuncId, Program, Storage, VarId,
};
use crate::source::Span;
use std::collections::BTreeSet;

/// An error for each place.
pub fn of(program: &Program, reach: &Reach) -> Vec<Diagnostic> {
    let vars = reach.globals.iter().copied();
    let vars: BTreeSet<VarId> = vars.filter(|&var| is_weak_variable(program, var)).collect();
    let any_function = program
        .funcs
        .iter()
        .any(|(_, f)| f.weak && f.body.is_none());
    if vars.is_empty() && !any_function {
        return vec![];
    }
    let mut walk = Walk {
        program,
        vars,
        accessed: BTreeSet::new(),
        found: vec![],
    };
    let mut see = |id: ExprId, e: &Expr| walk.expr(id, e);
    for &root in &reach.roots {
        match root {
            Root::Region(stmt) => program.walk_exprs_in(stmt, &mut see),
            Root::Expr(expr) => program.walk_expr(expr, &mut see),
            Root::Func(_) | Root::Var(_) => {}
        }
    }
    let bodies = reach
        .funcs
        .iter()
        .filter_map(|&func| program.funcs[func].body);
    bodies.for_each(|body| program.walk_exprs_in(body, &mut see));
    let inits = reach
        .globals
        .iter()
        .filter_map(|&var| program.vars[var].init.as_ref());
    inits.for_each(|init| each_in_init(init, &mut |top| program.walk_expr(top, &mut see)));
    walk.found
}

/// Whether a variable is declared weak and not defined here; for a `link` variable the device has a pointer of its
/// own.
fn is_weak_variable(program: &Program, var: VarId) -> bool {
    let data = &program.vars[var];
    let link = data
        .declare_target
        .is_some_and(|t| t.kind == DeclareTargetKind::Link);
    data.weak && data.storage == Storage::Extern && !link
}

enum Symbol {
    Var(VarId),
    Func(FuncId),
}

struct Walk<'a> {
    program: &'a Program,
    vars: BTreeSet<VarId>,
    /// Operands that are addresses only to be accessed or called: `&a` in `*&a`, `a` in `a[i]`, `f` in `f()`.
    accessed: BTreeSet<ExprId>,
    found: Vec<Diagnostic>,
}

impl Walk<'_> {
    /// Checks an expression, before its operands.
    fn expr(&mut self, id: ExprId, e: &Expr) {
        use Conversion::{ArrayDecay, FunctionDecay};
        let place = match e.kind {
            ExprKind::Index { base: pointer, .. }
            | ExprKind::Member {
                base: pointer,
                arrow: true,
                ..
            }
            | ExprKind::Deref(pointer)
            | ExprKind::Call {
                callee: pointer, ..
            } => {
                self.accessed.insert(pointer);
                return;
            }
            ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: ArrayDecay | FunctionDecay,
            } => arg,
            _ => return,
        };
        if self.accessed.contains(&id) {
            return;
        }
        match self.symbol(place) {
            Some(Symbol::Var(var)) if self.vars.contains(&var) => {
                let data = &self.program.vars[var];
                self.refuse(e.span, &data.name, data.span);
            }
            Some(Symbol::Func(func)) => {
                let data = &self.program.funcs[func];
                if data.weak && data.body.is_none() {
                    self.refuse(e.span, &data.name, data.span);
                }
            }
            _ => {}
        }
    }

    /// The symbol that the lvalue is, or is a part of.
    fn symbol(&self, place: ExprId) -> Option<Symbol> {
        match self.program.expr(place).kind {
            ExprKind::Func(func) => Some(Symbol::Func(func)),
            _ => self.program.part_of(place).map(Symbol::Var),
        }
    }

    fn refuse(&mut self, at: Span, name: &str, declared: Span) {
        let message = format!(
            "device code takes the address of `{name}`, which is declared weak and not defined in this file"
        );
        self.found.push(
            Diagnostic::error(Code::DeviceCode, at, message)
                .also(declared, "declared here")
                .note(
                    "it is null on the host where no file defines it; a GPU has no such symbols",
                )
                .help("define it weakly in this file: another file's definition takes its place")
                .help("or leave `weak` out of this declaration, where another file is sure to define it"),
        );
    }
}
