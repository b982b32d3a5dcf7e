//! Whether the operand of an `atomic` may be in its thread's own memory, to which atomic instructions do not apply.
//!
//! From how variables are spelled, and from what the kernel does to pointers that the host passes. Where it is not
//! certain the operand counts as generic (`romp::generic`).

use super::kernel::Kernel;
use crate::ir::*;
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::shared::Member;

/// For functions: whether a location certainly lies in memory of the device image.
pub fn is_of_image(program: &Program, location: ExprId) -> bool {
    Search {
        program,
        shared: &|var| !program.vars[var].storage.is_local(),
        unchanged: &|_| false,
    }
    .location(location)
}

impl Kernel<'_> {
    /// Whether a location certainly has a shared address: one that other threads reach.
    pub(super) fn location_is_shared_address(&self, location: ExprId) -> bool {
        Search {
            program: self.program,
            shared: &|var| self.is_memory(var),
            unchanged: &|var| match self.renamed(var).is_some() {
                true => self.is_memory(var),
                false => self.is_unchanged(var),
            },
        }
        .location(location)
    }

    fn is_memory(&self, var: VarId) -> bool {
        // A variable that a function shares with its regions is a thread's own where one thread of a region calls the
        // function.
        let is_kernel = self.region.is_some();
        if let Some(name) = self.renamed(var) {
            return is_kernel && self.context.in_shared_memory.contains(&name);
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

    /// Whether the variable is a parameter of the kernel that keeps the host's value.
    fn is_unchanged(&self, var: VarId) -> bool {
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
    /// Whether a variable lies in memory that other threads can access.
    shared: &'a dyn Fn(VarId) -> bool,
    /// Whether a variable has the host's value all the time.
    unchanged: &'a dyn Fn(VarId) -> bool,
}

impl Search<'_> {
    fn location(&self, e: ExprId) -> bool {
        match self.program.lvalue(e) {
            Lvalue::Var(var) => (self.shared)(var),
            Lvalue::Part(of) => self.location(of),
            Lvalue::Behind { pointer, .. } => self.pointer(pointer),
            Lvalue::Other => false,
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

    /// Whether an expression is a value of the host's, or a part of one.
    fn value(&self, e: ExprId) -> bool {
        match self.program.lvalue(e) {
            Lvalue::Var(var) => (self.unchanged)(var),
            Lvalue::Part(of) => self.value(of),
            _ => false,
        }
    }
}
