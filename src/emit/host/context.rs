//! What the host text is written from: the directives, what the host runs instead of a construct, and which variables
//! are mapped.

use crate::emit::Extras;
use crate::emit::planned::Planned;
use crate::ir::*;
use crate::omp::{self, ClauseKind};
use crate::plan::decisions::host::{HostNest, HostScan};
use crate::source::Preprocessed;
use std::collections::{HashMap, HashSet};

/// The context of writing the host text.
pub struct Host<'a> {
    pub program: &'a Program,
    pub(super) scans: &'a [HostScan],
    pub(super) nests: &'a [HostNest],
    pub pre: &'a Preprocessed,
    /// Whether messages name files with their folders.
    pub(super) folders: bool,
    /// The directives, by the start of the pragma.
    pub(super) directives: HashMap<u32, &'a omp::Directive>,
    /// What the host runs where the condition of a metadirective does not hold, by the start of the pragma.
    pub(super) otherwise: HashMap<u32, (&'a str, Option<&'a omp::Directive>)>,
    /// Variables that some construct maps whole: a pointer among them has storage on the device.
    mapped_whole: HashSet<VarId>,
}

impl<'a> Host<'a> {
    pub fn new(planned: &Planned<'a>, extras: Extras) -> Host<'a> {
        let Planned { program, pre, .. } = *planned;
        let maps = program.constructs.values().flat_map(|c| &c.clauses);
        let items = maps
            .filter(|c| matches!(c.kind, ClauseKind::Map(_)))
            .flat_map(|c| c.items());
        let whole = items.filter_map(|item| match item.kind {
            ItemKind::Var(var) => Some(var),
            _ => None,
        });
        Host {
            program,
            scans: &planned.plan.scans,
            nests: &planned.plan.nests,
            pre,
            folders: extras.line_directives,
            directives: planned.directives.iter().map(|d| (d.span.lo, d)).collect(),
            otherwise: planned
                .choices
                .iter()
                .filter_map(|choice| {
                    let condition = choice.condition.as_deref()?;
                    Some((choice.pragma.lo, (condition, choice.host.as_ref())))
                })
                .collect(),
            mapped_whole: whole.collect(),
        }
    }

    /// Whether the pointer variable itself may have storage on the device, so that a section is attached to it.
    pub fn may_be_mapped(&self, var: VarId) -> bool {
        let v = &self.program.vars[var];
        !v.register && (!v.storage.is_local() || self.mapped_whole.contains(&var))
    }
}
