//! What the host's text needs to be told of constructs: what host compilers do not see, or do not take.
//!
//! From the facts. Must not know how the text is edited.

use crate::analyze::facts::Facts;
use crate::analyze::sharing::{DeviceAttr, DeviceData, Rule};
use crate::analyze::{loops, scans};
use crate::ir::*;
use crate::plan::decisions::host::{HostScan, HostVersion};

/// The loops with `scan` that have the form for it. Others are refused where a device runs them, and left to the host's
/// compiler elsewhere.
pub fn scans(facts: &Facts) -> Vec<HostScan> {
    let program = facts.program;
    let mut found = vec![];
    for (id, construct) in program.constructs.iter() {
        if construct.inscan().is_none() {
            continue;
        }
        let Ok(Some(phases)) = scans::of(&facts.uses, construct) else {
            continue;
        };
        let Ok(nest) = loops::nest(program, construct) else {
            continue;
        };
        let private = facts.privatised(construct).into_iter();
        let by_rule = private.filter(|(_, how)| *how == Private::LoopVar);
        found.push(HostScan {
            construct: id,
            phases,
            body: nest.body,
            loop_variables: by_rule.map(|(var, _)| var).collect(),
        });
    }
    found
}

/// What the host version of a target region shares with the host's code, though its compiler would copy it.
pub fn version(program: &Program, data: &DeviceData) -> HostVersion {
    let mut version = HostVersion::default();
    for captured in &data.vars {
        let v = &program.vars[captured.var];
        let scalar = program.types.is_scalar(v.ty.id);
        if program.types.resolve_qual(v.ty).quals.is_const {
            continue;
        }
        let implicit = !matches!(captured.rule, Rule::Explicit(_));
        let by_default = matches!(captured.rule, Rule::Defaultmap(_));
        match captured.attr {
            DeviceAttr::DeclareTarget | DeviceAttr::Map(_) if implicit && scalar => {
                version.mapped.push(captured.var);
            }
            DeviceAttr::Firstprivate if by_default && !scalar => version.copied.push(captured.var),
            _ => {}
        }
    }
    version
}
