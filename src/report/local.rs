//! What of a thread's local memory a program can do something about: its arrays and records.
//!
//! From the variables that the kernel and the functions that it calls name. Which of them stay in registers the compiler
//! of the device decides: ptxas says how many bytes are left.

use super::{Location, at, location};
use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::steps::Step;
use crate::source::Preprocessed;
use std::collections::BTreeSet;

/// The bytes of all registers that a thread can have: no larger array lies in them.
const OF_REGISTERS: u64 = 255 * 4;

/// An array or record of which each thread has its own, and which its registers have no room for.
#[derive(Clone, Debug)]
pub(super) struct Large {
    pub name: String,
    pub bytes: u64,
    pub place: String,
    pub at: Location,
}

/// What may take local memory.
#[derive(Clone, Debug, Default)]
pub struct Local {
    /// Those that lie in local memory, whatever the compiler does.
    pub(super) large: Vec<Large>,
    /// The bytes of the smallest array or record that a thread has for itself; none where it has none.
    smallest: Option<u64>,
    /// Functions of libraries are called, some of which have local memory for themselves: sines and cosines for large
    /// arguments, output for what it prints.
    libraries: bool,
}

impl Local {
    /// The variables and calls of a kernel.
    pub fn of(facts: &Facts, pre: &Preprocessed, plan: &KernelPlan) -> Local {
        let program = facts.program;
        let region = program.constructs[plan.construct].body;
        let called = plan.functions.iter();
        let bodies = called.filter_map(|func| program.funcs[*func].body);
        let shared = |var: VarId| plan.code.is_shared(var) || plan.code.storage_of(var).is_some();
        let mut copied: BTreeSet<VarId> = BTreeSet::new();
        for (_, lowering) in plan.code.lowerings() {
            let loops = lowering.steps.iter().filter_map(|step| match step {
                Step::Loop(one) => Some(one.copied()),
                _ => None,
            });
            copied.extend(loops.flatten());
        }
        let mut found = Local::default();
        let mut large: BTreeSet<VarId> = BTreeSet::new();
        for body in region.into_iter().chain(bodies) {
            program.walk_exprs_in(body, &mut |_, expr| match expr.kind {
                ExprKind::Var(var) => {
                    let variable = &program.vars[var];
                    let is_own = matches!(variable.storage, Storage::Auto | Storage::Param)
                        && (!shared(var) || copied.contains(&var));
                    let ty = variable.ty.id;
                    if is_own
                        && matches!(
                            program.types.resolve(ty),
                            Type::Array { .. } | Type::Record(_)
                        )
                    {
                        // An array of variable length may have any.
                        let bytes = program.size_of(ty).unwrap_or(0);
                        let least = found.smallest.unwrap_or(u64::MAX);
                        found.smallest = Some(least.min(bytes));
                        if bytes > OF_REGISTERS {
                            large.insert(var);
                        }
                    }
                }
                ExprKind::Call { callee, .. } => {
                    let func = program.callee(callee);
                    found.libraries |= func.is_some_and(|func| program.funcs[func].body.is_none());
                }
                _ => {}
            });
        }
        found.large = large
            .into_iter()
            .map(|var| {
                let variable = &program.vars[var];
                Large {
                    name: variable.name.clone(),
                    bytes: program.size_of(variable.ty.id).unwrap_or(0),
                    place: at(pre, variable.span),
                    at: location(pre, variable.span),
                }
            })
            .collect();
        found
    }

    /// Whether so many bytes of local memory are told, and what to do about them.
    pub(super) fn told(&self, bytes: u64) -> Option<Option<&'static str>> {
        /// Functions of libraries need no more.
        const OF_LIBRARIES: u64 = 128;
        match self.smallest {
            _ if bytes == 0 => None,
            Some(least) if bytes >= least && self.libraries => Some(Some(
                "arrays of a thread with constant subscripts, or loops over them that are unrolled, stay in registers; functions of libraries may need some of it",
            )),
            Some(least) if bytes >= least => Some(Some(
                "arrays of a thread with constant subscripts, or loops over them that are unrolled, stay in registers",
            )),
            _ if self.libraries && bytes <= OF_LIBRARIES => None,
            _ => Some(None),
        }
    }
}
