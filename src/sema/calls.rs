//! Function calls (C11, 6.5.2.2): arguments converted to the parameters' types, implicit declarations,
//! and the builtins whose result type depends on their arguments.

use super::Lower;
use crate::ir::*;
use crate::source::Span;
use lang_c::ast::{self, Expression};

impl Lower<'_> {
    pub(super) fn call(&mut self, node: &ast::CallExpression, span: Span) -> ExprId {
        if let Expression::Identifier(name) = &node.callee.node {
            let at = self.span(name);
            let name = self.name(name);
            if self.scopes.find(&name).is_none() {
                if let Some(id) = self.special_call(&name, node, at, span) {
                    return id;
                }
                if self.known_function(&name, at).is_none() {
                    if self.fragment.is_some() {
                        return self.identifier(&name, at);
                    }
                    // `f(x)` declares `int f()` (C90, 6.3.2.2).
                    let func = self.new_func(&name, at);
                    self.item(Item::Func(func));
                }
            }
        }
        let callee = self.value(&node.callee);
        let (Type::Pointer(to), _) = self.resolved(self.ty(callee)) else {
            let int = self.int(IntKind::Int);
            return self.opaque(span, int, "a call of something that is no function");
        };
        let (
            Type::Function {
                ret,
                params,
                prototyped,
                ..
            },
            _,
        ) = self.resolved(to)
        else {
            let int = self.int(IntKind::Int);
            return self.opaque(span, int, "a call of something that is no function");
        };
        let generic = self.is_generic(callee);
        let mut args = Vec::with_capacity(node.arguments.len());
        for (index, argument) in node.arguments.iter().enumerate() {
            let arg = self.value(argument);
            args.push(match params.get(index) {
                Some(&param) if prototyped => {
                    let param = self.unqualified(param);
                    self.coerce(arg, param)
                }
                _ if generic => arg,
                _ => self.promote_argument(arg),
            });
        }
        // In a call, a function's name needs no conversion to a pointer, which only C's rules ask for.
        let callee = match self.program.exprs[callee].kind {
            ExprKind::Convert {
                arg,
                why: Conversion::FunctionDecay,
            } if matches!(self.program.exprs[arg].kind, ExprKind::Func(_)) => arg,
            _ => callee,
        };
        self.expr(ExprKind::Call { callee, args }, ret, span)
    }

    /// Whether a builtin of gcc has no single prototype: its arguments stay as they are.
    fn is_generic(&self, callee: ExprId) -> bool {
        let mut callee = callee;
        while let ExprKind::Convert { arg, .. } = self.program.exprs[callee].kind {
            callee = arg;
        }
        match self.program.exprs[callee].kind {
            ExprKind::Func(func) => {
                let f = &self.program.funcs[func];
                f.system && !f.prototyped && f.name.starts_with("__builtin_")
            }
            _ => false,
        }
    }

    /// Builtins that are no calls, or whose type follows from the arguments.
    fn special_call(
        &mut self,
        name: &str,
        node: &ast::CallExpression,
        at: Span,
        span: Span,
    ) -> Option<ExprId> {
        let arguments = &node.arguments;
        match name {
            "__builtin_choose_expr" => {
                let [cond, yes, no] = arguments.as_slice() else {
                    return None;
                };
                let cond = self.value(cond);
                let chosen = constants::int_value(&self.program, cond)?;
                Some(self.expression(if chosen != 0 { yes } else { no }))
            }
            "__builtin_tgmath" => Some(self.tgmath(arguments, span)),
            "__builtin_complex" => {
                let parts: Vec<ExprId> = arguments.iter().map(|a| self.value(a)).collect();
                let part = match parts.first().map(|&p| self.part_type(self.ty(p).id)) {
                    Some(Some(part @ Part::Float(_))) => part,
                    _ => Part::Float(FloatKind::Double),
                };
                let real = self.intern(part.real());
                let parts = parts.iter().map(|&p| self.coerce(p, real.into()));
                let parts = parts.collect();
                let ty = self.intern(Type::Complex(part));
                Some(self.plain_call(name, parts, ty, at, span))
            }
            // Of a bit-field gcc takes the width, which no type of the IR has.
            "__builtin_add_overflow_p"
            | "__builtin_sub_overflow_p"
            | "__builtin_mul_overflow_p" => {
                let result = self.value(arguments.get(2)?);
                self.bit_width(result)?;
                let bool = self.intern(Type::Bool);
                Some(self.opaque(
                    span,
                    bool,
                    format!("`{name}` of a bit-field instead of a value like `(int)0`"),
                ))
            }
            _ if name.starts_with("__sync_") || name.starts_with("__atomic_") => {
                let args: Vec<ExprId> = arguments.iter().map(|a| self.value(a)).collect();
                let ty = self.atomic_result(name, &args);
                Some(self.plain_call(name, args, ty, at, span))
            }
            _ if name.starts_with("__builtin_") && self.known_function(name, at).is_none() => {
                // A declaration may have another name: `__builtin_foo` is then `foo`.
                let bare = name.trim_start_matches("__builtin_");
                if let Some(super::scope::Entity::Func(func)) = self.scopes.find(bare) {
                    let ret = self.program.funcs[func].ret;
                    let args = arguments.iter().map(|a| self.value(a)).collect();
                    return Some(self.plain_call(name, args, ret.id, at, span));
                }
                let int = self.int(IntKind::Int);
                Some(self.opaque(span, int, format!("the builtin `{name}`")))
            }
            _ => None,
        }
    }

    /// A call of a function without a prototype, its arguments as they stand.
    pub(super) fn plain_call(
        &mut self,
        name: &str,
        args: Vec<ExprId>,
        ty: TypeId,
        at: Span,
        span: Span,
    ) -> ExprId {
        let func = match self.scopes.linked(name) {
            Some(super::scope::Entity::Func(func)) => func,
            _ => self.builtin(name, "i", false, at),
        };
        let callee = self.func_ref(func, at);
        self.expr(ExprKind::Call { callee, args }, ty, span)
    }

    /// The result type of `__sync_*` and `__atomic_*`.
    fn atomic_result(&mut self, name: &str, args: &[ExprId]) -> TypeId {
        let pointee = args
            .first()
            .and_then(|&a| self.program.types.element(self.ty(a).id));
        let short = name
            .trim_start_matches("__sync_")
            .trim_start_matches("__atomic_");
        let shape = match short {
            "synchronize" | "thread_fence" | "signal_fence" | "lock_release" | "store_n"
            | "store" | "load" | "exchange" | "clear" => Type::Void,
            "bool_compare_and_swap"
            | "compare_exchange"
            | "compare_exchange_n"
            | "test_and_set"
            | "always_lock_free"
            | "is_lock_free" => Type::Bool,
            _ => match pointee {
                Some(to) => return self.unqualified(to).id,
                None => Type::Int(IntKind::Int),
            },
        };
        self.intern(shape)
    }
}
