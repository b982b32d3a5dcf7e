//! Declarative directives in the host text: they become comments (the host compiler need not know the
//! newest of them), and variables with storage in the device image are registered.

use super::Planned;
use super::host::quoted;
use crate::ir::{DeclareTargetKind, DeviceType, Storage};
use crate::omp::DirectiveKind;
use crate::source::Edits;

pub fn edit(planned: &Planned, edits: &mut Edits) {
    for directive in planned.directives {
        let device_only = matches!(
            directive.kind,
            DirectiveKind::DeclareTarget
                | DirectiveKind::BeginDeclareTarget
                | DirectiveKind::EndDeclareTarget
                | DirectiveKind::Requires
        );
        if device_only && !planned.pre.is_system(directive.span.lo as usize) {
            edits.replace(
                directive.span,
                format!("/* {} */", quoted(planned.pre, directive.span)),
            );
        }
    }
    let mut lines = vec![];
    for var in planned.program.vars.values() {
        let Some(declared) = var.declare_target else {
            continue;
        };
        let defined = matches!(var.storage, Storage::Global | Storage::StaticGlobal);
        if !defined || declared.device_type == DeviceType::Host {
            continue;
        }
        // A `link` variable is mapped like any other where a region uses it; functions may not.
        if declared.kind != DeclareTargetKind::Link {
            lines.push(format!("ROMP_DECLARE_TARGET({})", var.name));
        }
    }
    if !planned.kernels.is_empty() || !planned.data.is_empty() || !lines.is_empty() {
        edits.insert_at_top("#include \"romp.h\"");
    }
    for line in lines {
        edits.insert_at_end(line);
    }
}
