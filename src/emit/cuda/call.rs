//! Calls: to the program's functions, to the C library, to `omp_*` routines.

use super::cast::Cxx;
use super::precedence::{Prec, Text};

use super::Printer;
use crate::ir::literals;
use crate::ir::{Conversion, Expr, ExprId, ExprKind, FuncId, IntKind, QualType, StmtKind, Type};
use crate::library::c::{self, Device};
use crate::library::printf::{self, Printed};
use crate::library::{is_omp_routine, of_c};

impl Printer<'_> {
    /// Whether a call returns an object, not a value in a register.
    pub(super) fn returns_object(&self, e: ExprId) -> bool {
        let expr = self.program.expr(e);
        let returned = self.program.types.resolve(expr.ty.id);
        matches!(expr.kind, ExprKind::Call { .. })
            && matches!(returned, Type::Record(_) | Type::Complex(_))
    }

    pub(super) fn call(&mut self, expr: &Expr, callee: ExprId, args: &[ExprId]) -> Text {
        self.complete(expr.ty);
        // Qualifiers of a returned value have no meaning.
        let ty = match self.is_volatile_record(expr.ty) {
            true => self.program.types.resolve_qual(expr.ty).id.into(),
            false => expr.ty,
        };
        let expr = &Expr { ty, ..expr.clone() };
        let Some(func) = self.direct_callee(callee) else {
            return self.call_pointer(expr, callee, args);
        };
        let function = &self.program.funcs[func];
        let is = Cxx::Is(expr.ty);
        if is_omp_routine(self.program, func) {
            let args = self.arguments(func, args);
            let text = self.hooks.omp_routine(&function.name, &args);
            // The device header does not know the program's enumerations.
            let is = match self.program.types.resolve(expr.ty.id) {
                Type::Enum(id) if self.program.enums[*id].repr.size() > 4 => {
                    Cxx::Int(IntKind::ULong)
                }
                Type::Enum(_) => Cxx::Int(IntKind::Int),
                _ => is,
            };
            return Text::new(text, Prec::Postfix, is);
        }
        let Some(device) = of_c(self.program, func) else {
            self.uses.name_function(func);
            let args = self.arguments(func, args);
            let text = format!("{}({args})", self.names.func(func));
            return Text::new(text, Prec::Postfix, is);
        };
        let name = c::spelling(&function.name);
        if name == "printf" {
            return self.printed(func, args, is);
        }
        match device {
            Device::Constant(text) => Text::primary(text, is),
            Device::Ignored => {
                let arg = args.first().map(|&arg| self.expr_prec(arg, Prec::Cast));
                let text = format!("(void){}", arg.unwrap_or("0".into()));
                Text::new(text, Prec::Cast, is)
            }
            Device::Test(_) => {
                let args: Vec<String> = args.iter().map(|&arg| self.test_argument(arg)).collect();
                let text = format!("{name}({})", args.join(", "));
                Text::new(text, Prec::Postfix, Cxx::Bool)
            }
            Device::Exact | Device::Template(_) => {
                let params = self.param_types(func);
                let args: Vec<String> = args
                    .iter()
                    .enumerate()
                    .map(|(i, &arg)| match params.get(i) {
                        Some(&want) => self.exactly(arg, want).at_least(Prec::Assign),
                        None => self
                            .exactly(arg, self.program.expr(arg).ty)
                            .at_least(Prec::Assign),
                    })
                    .collect();
                let text = format!("{name}({})", args.join(", "));
                Text::new(text, Prec::Postfix, is)
            }
            _ => {
                let args = self.arguments(func, args);
                Text::new(format!("{name}({args})"), Prec::Postfix, is)
            }
        }
    }

    /// A call of `printf`, whose format says what to print (`formats.rs`).
    fn printed(&mut self, func: FuncId, args: &[ExprId], is: Cxx) -> Text {
        let call = match printf::printed(self.program, args) {
            Ok(Printed::Same) | Err(_) => format!("printf({})", self.arguments(func, args)),
            Ok(Printed::AtRunTime) => format!("romp::printf({})", self.arguments(func, args)),
            Ok(Printed::Rewritten { format, args }) => {
                let mut list = vec![literals::string_constant(&format)];
                list.extend(args.into_iter().map(|(arg, kind)| match kind {
                    Some(kind) => {
                        let value = self.node(arg);
                        self.as_kind(value, kind).text
                    }
                    None => self.expr_prec(arg, Prec::Assign),
                }));
                format!("printf({})", list.join(", "))
            }
        };
        Text::new(call, Prec::Postfix, is)
    }

    /// A call of `printf` whose value is used: the device's function returns something else than C's.
    pub(super) fn counted(&self, call: Text, args: &[ExprId]) -> Text {
        match printf::length(self.program, args) {
            Some(length) => Text::new(format!("{}, {length}", call.text), Prec::Comma, call.cxx),
            None => call,
        }
    }

    /// The argument of a test for any floating type: as it is, if it has such a type.
    pub(super) fn test_argument(&mut self, arg: ExprId) -> String {
        let text = self.node(arg);
        let floating = matches!(text.cxx, Cxx::Is(is) if self.program.types.is_floating(is.id));
        if floating {
            text.at_least(Prec::Assign)
        } else {
            format!("(double){}", text.at_least(Prec::Cast))
        }
    }

    fn param_types(&self, func: FuncId) -> Vec<QualType> {
        let params = &self.program.funcs[func].params;
        params
            .iter()
            .map(|&param| self.program.vars[param].ty)
            .collect()
    }

    fn arguments(&mut self, func: FuncId, args: &[ExprId]) -> String {
        let params = self.param_types(func);
        self.argument_list(&params, args)
    }

    fn argument_list(&mut self, params: &[QualType], args: &[ExprId]) -> String {
        let args: Vec<String> = args
            .iter()
            .enumerate()
            .map(|(i, &arg)| match params.get(i) {
                Some(&want) => self.coerced(arg, want).at_least(Prec::Assign),
                // An argument for `...`: C++ promotes it as C does.
                None => self.expr_prec(arg, Prec::Assign),
            })
            .collect();
        args.join(", ")
    }

    fn call_pointer(&mut self, expr: &Expr, callee: ExprId, args: &[ExprId]) -> Text {
        let types = &self.program.types;
        let pointer = self.program.expr(callee).ty;
        let function = match types.resolve(pointer.id) {
            Type::Pointer(to) => types.resolve(to.id),
            other => other,
        };
        let mut text = self.expr_prec(callee, Prec::Postfix);
        let mut params: &[QualType] = &[];
        if let Type::Function {
            params: list,
            prototyped,
            ret,
            ..
        } = function
        {
            params = list;
            if !prototyped && !args.is_empty() {
                // In C `int (*f)()` takes any arguments, in C++ none.
                let list: Vec<String> = args
                    .iter()
                    .map(|&arg| self.type_name(self.program.expr(arg).ty))
                    .collect();
                let to = self.declarator(*ret, &format!("(*)({})", list.join(", ")));
                text = format!("(({to}){text})");
            }
        }
        let args = self.argument_list(params, args);
        Text::new(format!("{text}({args})"), Prec::Postfix, Cxx::Is(expr.ty))
    }

    /// `assert(e)` where the statement expression is what the header's macro expands to.
    pub(super) fn assertion(&mut self, e: ExprId) -> Option<String> {
        let ExprKind::StmtExpr(block) = self.program.expr(e).kind else {
            return None;
        };
        let StmtKind::Block(stmts) = &self.program.stmt(block).kind else {
            return None;
        };
        let [only] = stmts.as_slice() else {
            return None;
        };
        let StmtKind::If {
            cond,
            then,
            other: Some(other),
        } = &self.program.stmt(*only).kind
        else {
            return None;
        };
        let StmtKind::Expr(failure) = self.program.stmt(*other).kind else {
            return None;
        };
        let ExprKind::Call { callee, .. } = self.program.expr(failure).kind else {
            return None;
        };
        let fails = self.direct_callee(callee)?;
        let matches = self.program.stmt(*then).kind.is_null()
            && self.program.funcs[fails].name == "__assert_fail";
        matches.then(|| format!("assert({})", self.expr_prec(*cond, Prec::Assign)))
    }

    /// `assert(e)` in the forms that headers give it: `((void)sizeof(..), ({..}))` and `((e) ? (void)0 :
    /// __assert_fail(..))`.
    pub(super) fn assertion_around(&mut self, e: ExprId) -> Option<String> {
        match &self.program.expr(e).kind {
            ExprKind::StmtExpr(_) => self.assertion(e),
            ExprKind::Comma { lhs, rhs } => match &self.program.expr(*lhs).kind {
                ExprKind::Convert {
                    arg,
                    why: Conversion::Cast,
                } if matches!(self.program.expr(*arg).kind, ExprKind::SizeOf { .. }) => {
                    self.assertion(*rhs)
                }
                _ => None,
            },
            ExprKind::Cond {
                cond,
                yes: Some(_),
                no,
            } => {
                let ExprKind::Call { callee, .. } = self.program.expr(*no).kind else {
                    return None;
                };
                let fails = self.direct_callee(callee)?;
                (self.program.funcs[fails].name == "__assert_fail")
                    .then(|| format!("assert({})", self.expr_prec(*cond, Prec::Assign)))
            }
            _ => None,
        }
    }
}
