//! Device functions: signature, linkage, body.
//!
//! Functions that other units may use have external linkage; all others are static. They have C++ linkage, so that
//! the host's function of the same name is another symbol.

use super::Printer;
use crate::device::{Block, Function};
use crate::ir::{Decl, FuncId, StmtKind, Storage, Type, VarId};

/// How long a line may be before its parts get lines of their own.
const LINE: usize = 100;

impl Printer<'_> {
    /// Whether other units may use the function: `declare target` with external linkage.
    pub fn is_shared(&self, func: FuncId) -> bool {
        self.program.funcs[func].is_shared()
    }

    /// `static __device__ int f(int x)`; with each parameter on a line of its own where that is long.
    pub fn signature(&mut self, func: FuncId) -> String {
        let data = &self.program.funcs[func];
        let params = data.params.iter().map(|&param| self.var_decl(param));
        let mut params: Vec<String> = params.collect();
        if data.variadic {
            params.push("...".into());
        }
        let name = self.names.func(func);
        // A qualifier on a returned value has no meaning.
        let ret = self.program.types.resolve_qual(data.ret);
        let ret = match self.program.types.get(ret.id) {
            Type::Record(_) if ret.quals.is_volatile => ret.id.into(),
            Type::Pointer(_) | Type::Record(_) | Type::Enum(_) => data.ret,
            _ => self.without_const(data.ret),
        };
        let linkage = match (data.body.is_none() || self.is_shared(func), data.is_inline) {
            (true, _) if data.weak && data.body.is_some() => "ROMP_WEAK_FUNCTION __device__",
            (true, _) => "__device__",
            (false, true) => "static inline __device__",
            (false, false) => "static __device__",
        };
        let mut with = |list: String| {
            let declarator = self.declarator(ret, &format!("{name}({list})"));
            format!("{linkage} {declarator}")
        };
        let line = with(params.join(", "));
        match line.len() > LINE && params.len() > 1 {
            true => with(format!("\n    {}", params.join(",\n    "))),
            false => line,
        }
    }

    /// A function with its body. Returns it where it is not only C.
    pub fn function(&mut self, out: &mut Block, func: FuncId) -> Option<Function> {
        let data = &self.program.funcs[func];
        let Some(body) = data.body else {
            out.user(format!("{};", self.signature(func)));
            return None;
        };
        for comment in self
            .hooks
            .written()
            .comments_above(&mut self.uses.comments, data.span)
        {
            out.user(comment);
        }
        self.hooks
            .written()
            .begin(&mut self.uses.comments, data.span);
        if let Some(function) = self.hooks.function(self, func) {
            out.text_of(function.to_string());
            return Some(function);
        }
        if let Some(directive) = self.hooks.written().line_directive(data.span) {
            out.directive(directive);
        }
        out.user(self.signature(func));
        out.scope(|out| {
            self.block_contents(out, body);
            self.ending(out, func);
        });
        None
    }

    /// The variables with static storage that a function declares, in the order of the text.
    pub fn static_locals(&self, func: FuncId) -> Vec<VarId> {
        let Some(body) = self.program.funcs[func].body else {
            return vec![];
        };
        let mut found = vec![];
        let mut blocks = vec![body];
        while let Some(block) = blocks.pop() {
            self.program.walk_stmts(block, &mut |_, stmt| {
                if let StmtKind::Decl(decls) = &stmt.kind {
                    for decl in decls {
                        if let Decl::Var(var) = decl
                            && self.program.vars[*var].storage == Storage::StaticLocal
                        {
                            found.push(*var);
                        }
                    }
                }
            });
            self.program.walk_exprs_in(block, &mut |_, e| {
                if let crate::ir::ExprKind::StmtExpr(inner) = e.kind {
                    blocks.push(inner);
                }
            });
        }
        found.sort();
        found.dedup();
        found
    }
}
