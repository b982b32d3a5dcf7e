//! Calls in device code through pointers to functions that the host has set.
//!
//! From the region's calls and the data-sharing attributes of the variables that hold what is called.

use crate::analyze::sharing::{DeviceAttr, DeviceData};
use crate::diag::{Code, Diagnostic};
use crate::ir::*;

/// Errors for calls through pointers whose values come from the host: they would jump to host code.
pub fn check(
    program: &Program,
    construct: &Construct,
    facts: &DeviceData,
) -> Result<(), Vec<Diagnostic>> {
    let mut errors = vec![];
    let mut check = |expr: &Expr| {
        let ExprKind::Call { callee, .. } = expr.kind else {
            return;
        };
        let Some(var) = root(program, callee) else {
            return;
        };
        let of_device =
            |attr| matches!(attr, DeviceAttr::ConstantTable | DeviceAttr::DeclareTarget);
        if facts
            .get(var)
            .is_some_and(|captured| !of_device(captured.attr))
        {
            let name = &program.vars[var].name;
            let message = format!(
                "the call goes through `{name}`, which holds an address of a host function"
            );
            errors.push(
                Diagnostic::error(Code::DeviceCode, expr.span, message)
                    .also(program.vars[var].span, "declared here")
                    .help("call the function by its name, or set the pointer inside the region"),
            );
        }
    };
    if let Some(body) = construct.body {
        program.walk_exprs_in(body, &mut |_, expr| check(expr));
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// The variable that holds a called pointer, as itself, an element or a member.
fn root(program: &Program, callee: ExprId) -> Option<VarId> {
    match program.expr(callee).kind {
        ExprKind::Var(var) => Some(var),
        ExprKind::Convert { arg, .. } | ExprKind::Deref(arg) | ExprKind::AddrOf(arg) => {
            root(program, arg)
        }
        ExprKind::Member { base, .. } | ExprKind::Index { base, .. } => root(program, base),
        _ => None,
    }
}
