//! Tasks: their blocks where they stand, with copies of their own.
//!
//! From the plan's step. Decides nothing.

use super::cuda::{Printer, Writer};
use super::kernel::Kernel;
use crate::analyze::sharing::Private;
use crate::ir::*;
use crate::plan::tasks::Task;

pub fn print(k: &Kernel, p: &Printer, out: &mut Writer, id: ConstructId, task: &Task) {
    let Some(body) = k.program.constructs[id].body else {
        return;
    };
    let braces = !task.copies.is_empty() || k.declares(body);
    if braces {
        out.line("{");
        out.indent += 1;
    }
    let names: Vec<(VarId, String)> = task
        .copies
        .iter()
        .map(|&(var, how)| (var, k.declare_private(p, out, var, how)))
        .collect();
    k.renaming_all(&names, || k.code(p, out, body));
    for (&(var, how), (_, copy)) in task.copies.iter().zip(&names) {
        if how == Private::Lastprivate {
            out.line(k.assign(var, &k.spelling(p, var), copy));
        }
    }
    if braces {
        out.indent -= 1;
        out.line("}");
    }
}
