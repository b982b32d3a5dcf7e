//! What `depend` clauses say of tasks, and dependence objects (5.2, 15.9.4 and 15.9.5).

use super::super::cuda::Printer;
use super::super::kernel::Kernel;
use super::super::operands::operand;
use crate::device::{Block, Call, DeviceFn};
use crate::ir::*;
use crate::omp::{ClauseKind, DependKind, DirectiveArgs};

/// Builds `depobj`.
pub fn object(k: &Kernel, p: &mut Printer, out: &mut Block, construct: &Construct) {
    let DirectiveArgs::Object(item) = &construct.args else {
        return;
    };
    let Some(object) = address(k, p, item) else {
        return;
    };
    for clause in &construct.clauses {
        match &clause.kind {
            ClauseKind::Depend { .. } => {
                for one in dependences(k, p, construct) {
                    let arguments = format!("{object}, {one}");
                    out.call(Call::plain(DeviceFn::SetDepobj, arguments));
                }
            }
            ClauseKind::UpdateDepobj(kind) => {
                let word = kind_of(kind);
                let arguments = format!("{object}, romp::depends_{word}");
                out.call(Call::plain(DeviceFn::UpdateDepobj, arguments));
            }
            _ => {}
        }
    }
}

/// The header's kind of a dependence. One after the other is one at a time: all that write are of one kind.
fn kind_of<E>(kind: &DependKind<E>) -> &'static str {
    match kind {
        DependKind::In => "in",
        DependKind::Inoutset => "inoutset",
        _ => "out",
    }
}

/// The list items of the depend clauses. One without a single address stands for all memory.
pub fn dependences(k: &Kernel, p: &mut Printer, construct: &Construct) -> Vec<String> {
    let mut list = vec![];
    for clause in &construct.clauses {
        let ClauseKind::Depend {
            kind,
            iterators,
            items,
        } = &clause.kind
        else {
            continue;
        };
        let word = match kind {
            DependKind::Depobj => "of_depobj",
            kind => kind_of(kind),
        };
        for item in items {
            let address = match iterators.is_empty() {
                true => address(k, p, item),
                false => None,
            };
            let one = match address {
                Some(address) => format!("romp::{word}({address})"),
                None => "romp::all_memory()".into(),
            };
            if !list.contains(&one) {
                list.push(one);
            }
        }
    }
    list
}

fn address(k: &Kernel, p: &mut Printer, item: &ListItem) -> Option<String> {
    match &item.kind {
        ItemKind::Var(var) => {
            let spelled = k.spelling(p, *var);
            Some(match k.program.types.is_array(k.program.vars[*var].ty.id) {
                true => spelled,
                false => format!("&{spelled}"),
            })
        }
        ItemKind::Part { base, dims, .. } => {
            let ty = k.program.expr(*base).ty;
            if k.program.types.is_variably_modified(ty.id) && dims.len() != 1 {
                return None;
            }
            let mut text = p.expr(*base);
            if !dims.is_empty() {
                text = operand(text);
            }
            for dim in dims {
                let lower = dim.lower.map_or("0".into(), |lower| p.argument(lower));
                text = format!("{text}[{lower}]");
            }
            Some(format!("&{text}"))
        }
        _ => None,
    }
}
