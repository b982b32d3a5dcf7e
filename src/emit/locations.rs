//! Whether the operand of an `atomic` can be in its thread's own memory, which atomic instructions do not reach.
//!
//! From how variables are spelled, and from what the kernel does to pointers that the host hands over. What cannot be
//! told may be the thread's own (`romp::generic`).

use super::kernel::Kernel;
use crate::ir::*;
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::shared::Member;

/// In functions: what is in memory of the image.
pub fn is_of_image(program: &Program, location: ExprId) -> bool {
    Search {
        program,
        shared: &|var| !program.vars[var].storage.is_local(),
        steady: &|_| false,
    }
    .location(location)
}

impl Kernel<'_> {
    /// Whether a location certainly has a shared address: one that other threads reach.
    pub(super) fn location_is_shared_address(&self, location: ExprId) -> bool {
        Search {
            program: self.program,
            shared: &|var| self.is_memory(var),
            steady: &|var| match self.renamed(var).is_some() {
                true => self.is_memory(var),
                false => self.is_steady(var),
            },
        }
        .location(location)
    }

    fn is_memory(&self, var: VarId) -> bool {
        // What a function shares with its regions is its thread's own where one thread of a region calls it.
        let is_kernel = self.region.is_some();
        if let Some(name) = self.renamed(var) {
            return is_kernel && self.context.borrow().in_shared_memory.contains(&name);
        }
        is_kernel && self.shared.of(Member::Var(var)).is_some()
            || match self.plan.storage_of(var) {
                Some(storage) => {
                    matches!(
                        storage,
                        Storage::Reference | Storage::Array | Storage::Symbol
                    )
                }
                None => !self.program.vars[var].storage.is_local(),
            }
    }

    /// A parameter of the kernel that keeps the host's value.
    fn is_steady(&self, var: VarId) -> bool {
        self.plan.storage_of(var) == Some(&Storage::Value) && {
            let parameters = &self.plan.parameters;
            !parameters.written.contains(&var) && !parameters.listed.contains(&var)
        }
    }

    /// Whether the original elements of a list item certainly have shared addresses.
    pub(super) fn list_item_is_shared_address(&self, var: VarId) -> bool {
        self.is_memory(var) && self.program.types.is_array(self.program.vars[var].ty.id)
            || self.renamed(var).is_none()
                && self.plan.storage_of(var) == Some(&Storage::Value)
                && !self.plan.parameters.written.contains(&var)
    }
}

struct Search<'a> {
    program: &'a Program,
    /// Variables in memory that other threads reach.
    shared: &'a dyn Fn(VarId) -> bool,
    /// Variables whose value is the host's.
    steady: &'a dyn Fn(VarId) -> bool,
}

impl Search<'_> {
    fn location(&self, e: ExprId) -> bool {
        match &self.program.expr(e).kind {
            ExprKind::Var(var) => (self.shared)(*var),
            ExprKind::Member {
                base, arrow: false, ..
            } => self.location(*base),
            ExprKind::Member {
                base, arrow: true, ..
            }
            | ExprKind::Index { base, .. } => self.pointer(*base),
            ExprKind::Deref(pointer) => self.pointer(*pointer),
            _ => false,
        }
    }

    fn pointer(&self, e: ExprId) -> bool {
        match &self.program.expr(e).kind {
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.location(*arg),
            ExprKind::Convert { arg, .. } => self.pointer(*arg),
            ExprKind::AddrOf(location) => self.location(*location),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                let is_pointer =
                    |e: ExprId| self.program.types.is_pointer(self.program.expr(e).ty.id);
                let pointer = if is_pointer(*lhs) { *lhs } else { *rhs };
                is_pointer(pointer) && self.pointer(pointer)
            }
            _ => self.value(e),
        }
    }

    /// The host's, or a part of it.
    fn value(&self, e: ExprId) -> bool {
        match &self.program.expr(e).kind {
            ExprKind::Var(var) => (self.steady)(*var),
            ExprKind::Member {
                base, arrow: false, ..
            } => self.value(*base),
            _ => false,
        }
    }
}
