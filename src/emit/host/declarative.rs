//! Declarative directives in the host text: they become comments (the host compiler need not know the
//! newest of them), and variables with storage in the device image are registered.

use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::emit::source_text::quoted;
use crate::ir::{DeclareTargetKind, DeviceType, Item, Storage};
use crate::omp::{self, ClauseKind, DirectiveKind};

pub fn edit(planned: &Planned, edits: &mut Edits) {
    for directive in planned.directives {
        let device_only = matches!(
            directive.kind,
            DirectiveKind::DeclareTarget
                | DirectiveKind::BeginDeclareTarget
                | DirectiveKind::EndDeclareTarget
                | DirectiveKind::DeclareMapper
                | DirectiveKind::Requires
                | DirectiveKind::Allocate
                | DirectiveKind::Nothing
                | DirectiveKind::Assume
                | DirectiveKind::Assumes
                | DirectiveKind::BeginAssumes
                | DirectiveKind::EndAssumes
        );
        let lo = directive.span.lo;
        let chosen = planned.choices.iter().any(|c| c.pragma.lo == lo);
        if device_only && !chosen && !planned.pre.is_system(directive.span.lo as usize) {
            let quote = quoted(planned.pre, directive.span);
            // These concern the host, too.
            let is_order =
                |c: &&omp::Clause<_, _>| matches!(c.kind, ClauseKind::AtomicDefaultMemOrder(_));
            let order = directive.clauses.iter().find(is_order);
            let text = match order {
                Some(order) => format!("#pragma omp requires {order} /* {quote} */"),
                None => format!("/* {quote} */"),
            };
            edits.replace(directive.span, text);
        }
    }
    let mut registered = vec![];
    for (id, var) in planned.program.vars.iter() {
        let Some(declared) = var.declare_target else {
            continue;
        };
        let defined = matches!(var.storage, Storage::Global | Storage::StaticGlobal);
        if !defined || declared.device_type == DeviceType::Host {
            continue;
        }
        match declared.kind {
            // Regions map it like any other variable; functions access it through a pointer.
            DeclareTargetKind::Link if !planned.plan.reach.globals.contains(&id) => {}
            DeclareTargetKind::Link => registered.push((id, "ROMP_DECLARE_TARGET_LINK")),
            _ => registered.push((id, "ROMP_DECLARE_TARGET")),
        }
    }
    let items: Vec<Item> = registered.iter().map(|(id, _)| Item::Var(*id)).collect();
    let symbols = crate::emit::symbols::of(planned.program, &items);
    let lines: Vec<String> = registered
        .iter()
        .zip(&symbols)
        .map(|((id, word), symbol)| {
            let name = &planned.program.vars[*id].name;
            // C++ or CUDA may reserve the name.
            if name == symbol {
                format!("{word}({name})")
            } else {
                format!("{word}_AS({name}, \"{symbol}\")")
            }
        })
        .collect();
    let uses_devices = !planned.plan.kernels.is_empty() || !planned.plan.data.is_empty();
    if uses_devices
        || !lines.is_empty()
        || !planned.plan.dispatches.is_empty()
        || !planned.plan.interops.is_empty()
    {
        edits.insert_at_top("#include \"romp.h\"");
    }
    if uses_devices && planned.program.requires.unified_shared_memory.is_some() {
        edits.insert_at_end("ROMP_REQUIRES(unified_shared_memory)");
    }
    for line in lines {
        edits.insert_at_end(line);
    }
}
