//! `single`, `masked`, `sections` and `scope`: blocks that one thread of the team executes, or each thread one of its
//! own.
//!
//! From the plan's steps. The device header chooses threads and broadcasts values (`romp/worksharing.cuh`).

use super::conditional::Readers;
use super::cuda::{Printer, Written};
use super::kernel::{Inner, Kernel};
use super::operands::operand;
use crate::device::tree::{Braces, Head, Style};
use crate::device::{Block, Class, DeviceFn, Object, Value};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind};
use crate::plan::decisions::steps::{Masked, Scope, Sections, Single};

pub fn single(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, one: &Single) {
    let condition: Value = match one.turn {
        0 => k.is_first_thread(),
        turn => k.on_team(DeviceFn::SingleTurn, &turn.to_string()).into(),
    };
    out.if_then(condition, |out| {
        unit_of_work(k, out, |out| {
            let body = k.program.constructs[id].body;
            with_copies(k, p, out, body, &one.private, |k, p, out, _| {
                if let Some(body) = body {
                    k.code(p, out, body);
                }
            });
        });
    });
    if !one.copied.is_empty() {
        // The call has the construct's barrier inside.
        k.converge(out);
        let copies: Vec<String> = one.copied.iter().map(|var| whole(k, p, *var)).collect();
        out.call(k.on_team(DeviceFn::Copyprivate, &copies.join(", ")));
        if k.defers_tasks() {
            out.call(k.on_team(DeviceFn::EndTasks, ""));
        }
    } else if one.barrier {
        k.barrier(out);
    }
}

/// The spelling of a variable as a whole: of an array of variable length, which is a pointer in device code, the
/// array.
fn whole(k: &Kernel, p: &mut Printer, var: VarId) -> String {
    let (name, ty) = (k.spelling(p, var), k.program.vars[var].ty.id);
    match k.program.types.is_array(ty) && k.program.types.is_variably_modified(ty) {
        true => format!("romp::whole_array{{{name}, {}}}", p.bytes(var)),
        false => name,
    }
}

pub fn masked(k: &Kernel, p: &mut Printer, out: &mut Block, one: &Masked, inner: Inner) {
    let condition = match *one {
        Masked::First => k.is_first_thread(),
        Masked::Thread(filter) => match int_value(k.program, filter) {
            Some(number) if number >= 0 => k.is_thread(number.to_string()),
            _ => k.is_thread_of_signed(p.expr(filter)),
        },
        Masked::Only(filter) => Value::from(format!("{} == 0", operand(p.expr(filter)))),
    };
    out.if_then(condition, |out| inner(k, p, out));
}

/// In text for checks: a unit of work, which another thread of the team may execute as well (OpenMP 5.2, 11).
fn unit_of_work(k: &Kernel, out: &mut Block, print: impl FnOnce(&mut Block)) {
    if !k.text.is_checked() {
        return print(out);
    }
    out.scope(|out| {
        out.object(Object::new(Class::UnitOfWork, k.made_name("unit")).on(k.team()));
        print(out);
    });
}

pub fn sections(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, plan: &Sections) {
    if plan.conditional.is_empty() {
        return with_their_copies(k, p, out, id, plan);
    }
    super::conditional::print(k, p, out, Readers::Team, &plan.conditional, |k, p, out| {
        let copies = super::conditional::copies(k, &plan.conditional);
        k.renaming_all(p, &copies, |k, p| with_their_copies(k, p, out, id, plan))
    });
}

fn with_their_copies(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    id: ConstructId,
    plan: &Sections,
) {
    let body = k.program.constructs[id].body;
    let copies = plan
        .private
        .iter()
        .any(|(var, how)| k.needs_copy(body, *var, *how));
    let braces = if copies { Braces::Own } else { Braces::None };
    k.in_scope_where(braces, out, |out| {
        with_copies(k, p, out, body, &plan.private, |k, p, out, copies| {
            if plan.copy_barrier {
                k.barrier(out);
            }
            each_section(k, p, out, plan, copies);
        });
    });
    if plan.barrier {
        k.barrier(out);
    }
}

fn each_section(k: &Kernel, p: &mut Printer, out: &mut Block, plan: &Sections, copies: &[CopyOf]) {
    let number = k.made_name("section");
    let last = plan.parts.len().saturating_sub(1);
    let which = k.on_team(DeviceFn::TeamSections, &plan.parts.len().to_string());
    let head = Head::over(format!("unsigned {number}"), which);
    out.range_for(vec![head], |out| {
        out.switch(number.as_str(), |out| {
            for (at, part) in plan.parts.iter().enumerate() {
                out.case(at, |out| {
                    unit_of_work(k, out, |out| {
                        part.iter().for_each(|&stmt| part_of(k, p, out, stmt));
                    });
                    for copy in copies.iter().filter(|_| at == last) {
                        if matches!(copy.how, Private::Lastprivate | Private::FirstLastprivate) {
                            k.assign(p, out, copy.var, &copy.original, &copy.name);
                        }
                    }
                });
            }
        });
        super::conditional::end(k, out, &plan.conditional, &number);
    });
}

/// Prints a statement of a section: what follows the directive, without the braces of its block.
fn part_of(k: &Kernel, p: &mut Printer, out: &mut Block, stmt: StmtId) {
    if let StmtKind::Omp(id) = k.program.stmt(stmt).kind {
        let construct = &k.program.constructs[id];
        if construct.directive == DirectiveKind::Section {
            if let Some(body) = construct.body {
                k.code(p, out, body);
            }
            return;
        }
    }
    p.stmt(out, stmt);
}

pub fn scope(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, plan: &Scope) {
    let body = k.program.constructs[id].body;
    let copies = plan
        .private
        .iter()
        .any(|(var, how)| k.needs_copy(body, *var, *how));
    let braces = if copies || body.is_some_and(|body| k.declares(body)) {
        Braces::Own
    } else {
        Braces::None
    };
    k.in_scope_where(braces, out, |out| {
        with_copies(k, p, out, body, &plan.private, |k, p, out, _| {
            if let Some(body) = body {
                let mut code = Block::at(out.depth());
                k.code(p, &mut code, body);
                if k.program.constructs[id].directive == DirectiveKind::Unroll {
                    unroll(k, p, out, id, &code);
                }
                out.append(code);
            }
        });
    });
    if plan.barrier {
        k.barrier(out);
    }
}

/// The directive of the CUDA compiler for `unroll`, which has to stand directly before the loop: where other code
/// stands there, the loop stays as it is.
fn unroll(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, code: &Block) {
    if !code.starts_with_loop {
        return;
    }
    let clauses = &k.program.constructs[id].clauses;
    let factor = clauses.iter().find_map(|c| match c.kind {
        ClauseKind::Partial(factor) => factor,
        _ => None,
    });
    match factor {
        Some(factor) => {
            let line = format!("#pragma unroll {}", p.expr(factor));
            p.directive(out, &line);
        }
        None => p.directive(out, "#pragma unroll"),
    }
}

/// Builds an `ordered` region: its body waits in a loop for its turn, so that threads of one warp execute it one
/// after the other.
pub fn ordered(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId) {
    let around = k.context.ordered.last().cloned();
    let Some((order, number)) = around else {
        return orphaned_order(k, p, out, id);
    };
    let pending = format!("{order}.pending({number})");
    out.while_loop(pending, Style::Indented, |out| {
        out.if_then(format!("{order}.reached({number})"), |out| {
            if let Some(body) = k.program.constructs[id].body {
                k.code(p, out, body);
            }
            out.method(&order, "passed", &number);
        });
    });
}

/// An `ordered` region in a function, whose loop is the caller's.
fn orphaned_order(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId) {
    out.scope(|out| {
        let order = k.made_name("order");
        out.object(Object::new(Class::OrderOfCaller, &order));
        out.while_loop(format!("{order}.pending()"), Style::Indented, |out| {
            out.if_then(format!("{order}.reached()"), |out| {
                if let Some(body) = k.program.constructs[id].body {
                    k.code(p, out, body);
                }
                out.method(&order, "passed", "");
            });
        });
    });
}

/// A private copy and its original.
struct CopyOf {
    var: VarId,
    how: Private,
    original: String,
    name: String,
}

/// Declares the copies that the body needs, and runs `f` with the variables spelled so.
fn with_copies(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    body: Option<StmtId>,
    private: &[(VarId, Private)],
    f: impl FnOnce(&Kernel, &mut Printer, &mut Block, &[CopyOf]),
) {
    let copies: Vec<CopyOf> = private
        .iter()
        .filter(|(var, how)| k.needs_copy(body, *var, *how))
        .map(|&(var, how)| CopyOf {
            var,
            how,
            original: k.spelling(p, var),
            name: k.declare_private(p, out, var, how),
        })
        .collect();
    let names: Vec<(VarId, String)> = copies
        .iter()
        .map(|one| (one.var, one.name.clone()))
        .collect();
    k.renaming_all(p, &names, |k, p| f(k, p, out, &copies));
}
