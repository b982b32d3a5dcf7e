//! `lastprivate(conditional: x)`: the object that records assignments, and the assignment of the last value
//! (`romp/conditional.cuh`).
//!
//! From the variables that a plan names. Decides nothing.

use super::context::Context;
use super::cuda::Printer;
use super::kernel::Kernel;
use crate::device::{Block, Class, DeviceFn, Object};
use crate::ir::*;

/// Who may read an original while the construct begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Readers {
    /// The encountering thread alone.
    Encountering,
    /// All threads of its team.
    Team,
}

/// Declares the objects, builds the construct with `f`, and assigns the last values to the originals. `readers`:
/// those that may still read an original when this thread is ready to assign it.
pub fn print(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    readers: Readers,
    vars: &[(VarId, bool)],
    f: impl FnOnce(&Kernel, &mut Printer, &mut Block),
) {
    k.in_scope(out, |out| {
        let mut originals = vec![];
        for &(var, first) in vars {
            let name = k.name_beside(p.names.var(var), "last");
            let ty = p.type_name(QualType::from(k.program.vars[var].ty.id));
            let original = k.spelling(p, var);
            let object = Object::new(Class::Conditional, &name).of(ty);
            out.object(match first {
                true => object.from([&original]),
                false => object,
            });
            originals.push((name, original));
        }
        if readers == Readers::Team && vars.iter().any(|(_, first)| *first) {
            k.barrier(out);
        }
        let records = vars.iter().map(|(var, _)| *var);
        let records = records.zip(originals.iter().map(|(name, _)| name.clone()));
        let change = |context: &mut Context| context.conditional.extend(records);
        k.within(p, change, |k, p| f(k, p, out));
        k.converge(out);
        for (name, original) in &originals {
            let values = format!("{name}, {original}");
            out.call(k.on_team(DeviceFn::LeaveLast, &values));
        }
    });
}

/// How the construct's variables are spelled in its iterations.
pub fn copies(k: &Kernel, vars: &[(VarId, bool)]) -> Vec<(VarId, String)> {
    let spelled = |&(var, _): &(VarId, bool)| record(k, var).map(|name| (var, value(&name)));
    vars.iter().filter_map(spelled).collect()
}

/// Ends iteration `number`: records what it assigned.
pub fn end(k: &Kernel, out: &mut Block, vars: &[(VarId, bool)], number: &str) {
    for (var, _) in vars {
        if let Some(name) = record(k, *var) {
            out.method(&name, "end", number);
        }
    }
}

/// The left side of an assignment to the variable, where assignments to it are recorded.
pub fn assigned(k: &Kernel, var: VarId) -> Option<String> {
    let name = record(k, var)?;
    (k.renamed(var)? == value(&name)).then(|| format!("{name}.assign()"))
}

fn value(name: &str) -> String {
    format!("{name}.value")
}

fn record(k: &Kernel, var: VarId) -> Option<String> {
    let found = k.context.conditional.iter().rfind(|(v, _)| *v == var);
    found.map(|(_, name)| name.clone())
}
