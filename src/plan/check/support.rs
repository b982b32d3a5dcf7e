//! Refuses, clause by clause, what device constructs ask for and is not translated yet.
//!
//! Uses the table behind docs/support.md (`omp::support`).

use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::support::{Reason, Support, support, support_clause};
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::items::sections::{base_pointer, strip_decay};
use crate::source::Span;

/// The target construct that the construct is, or in whose text it stands: the innermost one.
pub fn target_of<'a>(program: &'a Program, construct: &'a Construct) -> Option<&'a Construct> {
    let mut all = std::iter::once(construct).chain(program.around(construct));
    all.find(|one| one.directive.has(Leaf::Target))
}

/// The diagnostics for one device construct and, for `target`, for every construct inside, but those of further target
/// constructs.
pub fn check(program: &Program, id: ConstructId) -> Vec<Diagnostic> {
    let mut found = vec![];
    let construct = &program.constructs[id];
    found.extend(one(program, construct));
    if construct.directive.has(Leaf::Target)
        && let Some(body) = construct.body
    {
        program.walk_all_stmts(body, &mut |_, s| {
            let StmtKind::Omp(inner) = s.kind else { return };
            let inner = &program.constructs[inner];
            if target_of(program, inner).is_some_and(|of| std::ptr::eq(of, construct)) {
                found.extend(one(program, inner));
            }
        });
    }
    found
}

/// The diagnostics for what concerns the device regions of a unit and stands outside of them.
pub fn unit(program: &Program) -> Vec<Diagnostic> {
    let mut found = vec![];
    let mut refuse = |at: Span, what: String, help: &str| {
        let message = format!("{what} is not translated yet");
        found.push(Diagnostic::error(Code::UnsupportedDirective, at, message).help(help));
    };
    for construct in program.constructs.values() {
        use DirectiveKind as D;
        let chooses = matches!(
            construct.directive,
            D::Metadirective | D::BeginMetadirective
        );
        let in_target = || {
            let mut around = program.around(construct);
            around.any(|outer| outer.directive.has(Leaf::Target))
        };
        if chooses && !in_target() {
            let name = construct.name();
            refuse(
                construct.pragma,
                format!("`{name}` that may concern a device"),
                "write the directive that is meant itself",
            );
        }
    }
    let devices = |c: &Construct| c.directive.has(Leaf::Target) || c.directive.is_data();
    if !program.constructs.values().any(devices) {
        return found;
    }
    let requires = &program.requires;
    for (at, name) in [
        (requires.self_maps, "self_maps"),
        (requires.reverse_offload, "reverse_offload"),
    ] {
        if let Some(at) = at
            && let Support::Refused(reason) = support(&DirectiveKind::Requires, Some(name))
        {
            refuse(at, format!("`requires {name}`"), reason.instead);
        }
    }
    found
}

/// The errors for what of one construct is not translated.
pub fn one(program: &Program, construct: &Construct) -> Vec<Diagnostic> {
    let mut found = vec![];
    let mut refused = program.loops.refused.iter();
    if let Some((_, why)) =
        refused.find(|(id, _)| program.constructs[*id].pragma.lo == construct.pragma.lo)
    {
        return vec![why.clone()];
    }
    if let Support::Refused(reason) = support(&construct.directive, None) {
        found.push(refusal(
            Code::UnsupportedDirective,
            construct,
            format!("`{}` is not translated yet", construct.name()),
            reason,
            construct.pragma,
        ));
        return found;
    }
    if construct.directive == DirectiveKind::Interop {
        let message = "`interop` in device code is not translated yet";
        found.push(
            Diagnostic::error(Code::UnsupportedDirective, construct.pragma, message)
                .help("write it into host code: objects are those of the host's libraries"),
        );
        return found;
    }
    for clause in &construct.clauses {
        if let Support::Refused(reason) = support_clause(&construct.directive, clause) {
            let (clause_name, directive_name) = (clause.kind.name(), construct.name());
            // What other arguments the clause has is translated.
            let by_arguments = support(&construct.directive, Some(clause_name)).is_translated();
            let form = if by_arguments { "this form of " } else { "" };
            let what = format!("{form}`{clause_name}` on `{directive_name}` is not translated yet");
            found.push(refusal(
                Code::UnsupportedClause,
                construct,
                what,
                reason,
                clause.span,
            ));
            continue;
        }
        let stands_on_host = construct.directive.has(Leaf::Target) || construct.directive.is_data();
        if matches!(clause.kind, ClauseKind::Nowait(_)) && stands_on_host {
            found.push(host_waits(clause));
        }
        if let ClauseKind::UseDeviceAddr(items) | ClauseKind::HasDeviceAddr(items) = &clause.kind
            && let Some((item, pointer)) = items
                .iter()
                .find_map(|item| Some((item, pointer_on_the_way(program, item)?)))
        {
            found.push(behind_no_variable(
                program, construct, clause, item, pointer,
            ));
            continue;
        }
        let detail = match &clause.kind {
            ClauseKind::NumThreads { threads, .. } if threads.len() > 1 => {
                Some("a list of thread numbers, for nested regions,")
            }
            ClauseKind::UseDeviceAddr(items) if items.iter().any(|i| !addressable(program, i)) => {
                Some("`use_device_addr` of a part of a variable")
            }
            // The host waits for its tasks before it starts device work.
            ClauseKind::Depend { items, .. }
                if !stands_on_host && items.iter().any(is_all_memory) =>
            {
                Some("`omp_all_memory`, which hosts' compilers of OpenMP 5.1 do not know,")
            }
            ClauseKind::Firstprivate { items, .. }
                if construct.directive.has(Leaf::Scope)
                    && items.iter().any(|item| is_array(program, item)) =>
            {
                Some("`firstprivate` of an array on `scope`")
            }
            _ => crate::plan::check::allocators::check_clause(program, construct, clause),
        };
        if let Some(detail) = detail {
            found.push(refusal(
                match clause.kind {
                    ClauseKind::Allocate { .. } | ClauseKind::UsesAllocators(_) => {
                        Code::UnsupportedAllocation
                    }
                    _ => Code::UnsupportedClause,
                },
                construct,
                format!("{detail} is not translated yet"),
                Reason::new(""),
                clause.span,
            ));
        }
    }
    found
}

/// The warning for `nowait` of what the host starts.
fn host_waits(clause: &Clause) -> Diagnostic {
    let message = "the host waits here all the same: device work does not run beside it yet";
    Diagnostic::warning(Code::Serialised, clause.span, message)
        .help("nothing needs to be changed: the program computes the same")
}

/// Whether `use_device_addr` of a list item can be expressed in C: it names a variable, or a section of an array or
/// behind a pointer variable.
fn addressable(program: &Program, item: &ListItem) -> bool {
    match item.kind {
        ItemKind::Var(_) => true,
        _ => item.var().is_some_and(|var| {
            let ty = program.vars[var].ty.id;
            program.types.is_array(ty) || program.types.is_pointer(ty)
        }),
    }
}

/// The base pointer of a list item, where that is not a variable.
fn pointer_on_the_way(program: &Program, item: &ListItem) -> Option<ExprId> {
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        return None;
    };
    let base = strip_decay(program, *base);
    let pointer = match program.types.is_pointer(program.expr(base).ty.id) && !dims.is_empty() {
        true => base,
        false => base_pointer(program, base)?,
    };
    (!matches!(program.expr(pointer).kind, ExprKind::Var(_))).then_some(pointer)
}

/// An error for a base pointer that is not a variable: `use_device_addr` would have to change it in the block (5.2,
/// 5.4.10: "the array base must be a base language identifier"), and `has_device_addr` to copy it for the region.
fn behind_no_variable(
    program: &Program,
    construct: &Construct,
    clause: &Clause,
    item: &ListItem,
    pointer: ExprId,
) -> Diagnostic {
    let name = clause.kind.name();
    let message = match clause.kind {
        ClauseKind::UseDeviceAddr(_) => format!(
            "`{name}` of a section that is reached through no pointer variable, which has nothing to hold its address"
        ),
        _ => format!(
            "`{name}` of a section that is reached through no pointer variable is not translated yet"
        ),
    };
    let found = Diagnostic::error(Code::UnsupportedSection, item.span, message)
        .also(construct.pragma, "on this directive");
    let found = match clause.kind {
        ClauseKind::UseDeviceAddr(_) => {
            found.note("OpenMP 5.2, 5.4.10: the array base of a section is an identifier")
        }
        _ => found,
    };
    // The text of the item up to the end of the pointer, if it is in one piece.
    let written = program.expr(pointer).span;
    let length = written.hi.checked_sub(item.span.lo).map(|n| n as usize);
    let parts = length
        .filter(|_| item.span.lo <= written.lo && written.hi <= item.span.hi)
        .and_then(|n| item.text.split_at_checked(n));
    found.help(match parts {
        Some((whole, rest)) if !rest.is_empty() => format!(
            "declare `{} = {whole};` before the directive, and name `row{rest}` here and `row` for `{whole}` in the block",
            program.declare(program.expr(pointer).ty, "row"),
        ),
        _ => "copy the pointer to a variable of its own, and name a section of that".to_owned(),
    })
}

fn is_all_memory(item: &ListItem) -> bool {
    matches!(&item.kind, ItemKind::Word(word) if word == "omp_all_memory")
}

fn is_array(program: &Program, item: &ListItem) -> bool {
    item.var()
        .is_some_and(|var| program.types.is_array(program.vars[var].ty.id))
}

fn refusal(
    code: Code,
    construct: &Construct,
    what: String,
    reason: Reason,
    place: Span,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::error(code, place, what);
    if !reason.why.is_empty() {
        diagnostic = diagnostic.note(reason.why);
    }
    let diagnostic = diagnostic.help(reason.instead);
    if place == construct.pragma {
        diagnostic
    } else {
        diagnostic.also(construct.pragma, "on this directive")
    }
}
