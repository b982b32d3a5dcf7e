//! Variables with static storage: `__device__` variables with constant initialisers.

use super::Printer;
use crate::device::Block;
use crate::ir::{DeclareTargetKind, Storage, VarId};

impl Printer<'_> {
    /// The definition of a variable with static storage, or its declaration where another unit
    /// defines it. File-static variables keep external linkage where the runtime must find them.
    pub fn global(&mut self, out: &mut Block, var: VarId) {
        let data = &self.program.vars[var];
        if data.storage != Storage::StaticLocal {
            for comment in self
                .hooks
                .comments_above(&mut self.uses.comments, data.span)
            {
                out.user(comment);
            }
        }
        let name = self.names.var(var);
        let align = match data.align {
            Some(n) => format!("alignas({n}) "),
            None => String::new(),
        };
        let weak = match data.weak && data.declare_target.is_some() {
            true => "ROMP_WEAK_VARIABLE ",
            false => "",
        };
        if self.is_link(var) {
            let linkage = match data.storage {
                Storage::Extern => "extern ",
                _ => weak,
            };
            let pointer = match self.program.types.is_array(data.ty.id) {
                true => format!("(*{name})"),
                false => format!("*{name}"),
            };
            let declarator = self.declarator(data.ty, &pointer);
            out.user(format!("{linkage}__device__ {declarator};"));
            return;
        }
        if data.storage == Storage::Extern {
            let declarator = self.declarator(data.ty, name);
            out.user(format!("extern __device__ {align}{declarator};"));
            return;
        }
        let is_const = self.program.is_constant(data.ty);
        let declarator = match is_const && !weak.is_empty() {
            // The compiler would use the value of a constant here, though another file's may replace it.
            true => format!(
                "std::remove_const_t<{}> {name}",
                self.declarator(data.ty, "")
            ),
            false => self.declarator(data.ty, name),
        };
        let init = match &data.init {
            Some(init) => {
                let value = self.as_constant(|p| p.initialiser(init, data.ty));
                format!(" = {value}")
            }
            // C++ requires constants to be initialised; C makes them zero.
            None if is_const => " = {}".into(),
            None => String::new(),
        };
        // Also for `local` (6.0, 7.9): other files may name them, and the driver finds no local symbol.
        let declared = data.declare_target.is_some();
        let linkage = match (declared, data.storage) {
            (_, Storage::StaticLocal) | (false, _) => "static ",
            // In C++ a constant is static unless it is declared otherwise.
            (true, _) if is_const && weak.is_empty() => "extern ",
            (true, _) => weak,
        };
        out.user(format!("{linkage}__device__ {align}{declarator}{init};"));
    }

    /// Whether device functions access the variable through a pointer, which is set while it is mapped.
    pub fn is_link(&self, var: VarId) -> bool {
        let target = self.program.vars[var].declare_target;
        target.is_some_and(|target| target.kind == DeclareTargetKind::Link)
    }
}
