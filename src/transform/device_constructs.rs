//! Device constructs in functions that devices execute, too.
//!
//! The host executes them as it does everywhere. What a target region does that reaches one is unspecified (OpenMP 5.2,
//! 13.8, and the restrictions of 13.5 to 13.7 and 13.9): the statement of the outermost one becomes
//! [`StmtKind::DeviceConstruct`], where a device stops with a message. Nothing of the construct is device code for being
//! there; its own target region is one, as elsewhere, and keeps its body.

use crate::analyze::reach::{self, Root};
use crate::ir::*;
use crate::omp::Leaf;

pub fn apply(program: &mut Program) {
    let mut found = vec![];
    for func in executed_by_devices(program) {
        if let Some(body) = program.funcs[func].body {
            outermost(program, body, &mut found);
        }
    }
    for (stmt, construct) in found {
        program.stmts[stmt].kind = StmtKind::DeviceConstruct(construct);
    }
}

/// At least those that device code calls, or whose addresses it may have.
fn executed_by_devices(program: &Program) -> Vec<FuncId> {
    if !program.constructs.values().any(is_of_host) {
        return vec![];
    }
    let mut roots = reach::declared_roots(program);
    for construct in program.constructs.values() {
        let Some(body) = construct
            .body
            .filter(|_| construct.directive.has(Leaf::Target))
        else {
            continue;
        };
        roots.push(Root::Region(body));
        program.walk_exprs_in(body, &mut |_, expr| {
            if let ExprKind::Var(var) = expr.kind
                && reach::is_constant_table(program, var)
            {
                roots.push(Root::Var(var));
            }
        });
    }
    // Their errors are reported when the regions are planned.
    reach::reach(program, &roots).0.funcs
}

/// Appends the device constructs in a statement that stand in no other one.
fn outermost(program: &Program, stmt: StmtId, found: &mut Vec<(StmtId, ConstructId)>) {
    let node = program.stmt(stmt);
    match node.kind {
        StmtKind::Omp(id) if is_of_host(&program.constructs[id]) => found.push((stmt, id)),
        _ => {
            program.each_child(node, &mut |child| outermost(program, child, found));
            program.each_block_of(node, &mut |block| outermost(program, block, found));
        }
    }
}

/// Whether the host executes a construct, by itself or by handing it to a device.
fn is_of_host(construct: &Construct) -> bool {
    construct.directive.has(Leaf::Target) || construct.directive.is_data()
}
