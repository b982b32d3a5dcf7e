//! Checks of the types and initialisers of what device code holds.

use super::{Check, LONGEST_LITERAL};
use crate::diag::Code;
use crate::ir::initialisers::{Assigned, assigned};
use crate::ir::{ArrayLen, ExprId, ExprKind, Init, Program, QualType, Type, VarId};
use crate::plan::check::foreign_types;
use crate::source::Span;

/// How long an initialised object lasts: as long as the program, or as its block.
#[derive(Clone, Copy)]
pub(super) enum Lasts {
    Program,
    Block,
}

/// What arrays consist of and pointers point at, at whatever depth.
pub(super) fn innermost(program: &Program, mut ty: QualType) -> QualType {
    while let Some(to) = program.types.element(ty.id) {
        ty = to;
    }
    ty
}

impl Check<'_> {
    pub(super) fn literal_address(&mut self, arg: ExprId) {
        let expr = self.program.expr(arg);
        let ExprKind::CompoundLiteral { .. } = expr.kind else {
            return;
        };
        let (mut of, mut elements) = (expr.ty.id, Some(1u64));
        while let Type::Array { elem, len } = *self.program.types.resolve(of) {
            elements = match len {
                ArrayLen::Known(n) => elements.and_then(|all| all.checked_mul(n)),
                _ => None,
            };
            of = elem.id;
        }
        if elements.is_none_or(|n| n > LONGEST_LITERAL) {
            self.refuse(
                Code::DeviceSyntax,
                expr.span,
                "a compound literal of this size in device code".into(),
                "give it a name: a variable of its own",
            );
        }
    }

    /// `__builtin_add_overflow` and its relatives compute in 128 bits, and find what 64 bits cannot hold.
    pub(super) fn wide_overflow(&mut self, callee: ExprId, args: &[ExprId], at: Span) {
        let program = self.program;
        let ExprKind::Func(func) = program.expr(program.unconverted(callee)).kind else {
            return;
        };
        let name = &program.funcs[func].name;
        let wide = |arg: &ExprId| {
            let ty = innermost(program, program.expr(*arg).ty);
            matches!(program.types.resolve(ty.id), Type::Int(kind) if kind.size() > 8)
        };
        if name.starts_with("__builtin_") && name.contains("_overflow") && args.iter().any(wide) {
            self.refuse(
                Code::DeviceCode,
                at,
                format!("`{name}` with an integer of 128 bits in device code"),
                "compare with the limits before the operation",
            );
        }
    }

    pub(super) fn pointee(&mut self, base: ExprId, at: Span) {
        if let Some(to) = self.program.types.element(self.program.expr(base).ty.id) {
            self.value_type(to, at, "this accesses");
        }
    }

    /// An error for an initialiser that C++ does not have. Variables with static
    /// storage are initialised with constants.
    pub(super) fn initialiser(&mut self, init: &Init, ty: QualType, (at, lasts): (Span, Lasts)) {
        let (message, help) = match (assigned(self.program, init, ty.id), lasts) {
            (Some(Assigned::BitField), _) => (
                "an initialiser of a bit-field of an unnamed member of a union",
                "assign to the bit-field",
            ),
            (Some(Assigned::Member), Lasts::Program) => (
                "an initialiser of an unnamed member of a variable with static storage, for which C++ has no constant",
                "give the member a name, or name the union's first member",
            ),
            _ => return,
        };
        self.refuse(Code::DeviceSyntax, at, message.into(), help);
    }

    /// Checks the type of a variable that device code defines. Arrays without elements are allowed as members.
    pub(super) fn variable_type(&mut self, var: VarId) {
        let data = &self.program.vars[var];
        let types = &self.program.types;
        self.foreign_said = false;
        self.value_type(data.ty, data.span, &format!("`{}` is", data.name));
        self.said
            .extend(foreign_types::why(self.program, data.ty).map(|foreign| foreign.name));
        if let Some(init) = &data.init {
            let lasts = match data.storage.is_local() {
                true => Lasts::Block,
                false => Lasts::Program,
            };
            self.initialiser(init, data.ty, (data.span, lasts));
        }
        if !self.foreign_said
            && types.is_array(data.ty.id)
            && self.program.size_of(data.ty.id) == Some(0)
        {
            self.refuse(
                Code::DeviceCode,
                data.span,
                format!(
                    "`{}` is an array without elements, which a GPU does not have",
                    data.name
                ),
                "give it an element, or leave it out",
            );
        }
    }

    /// Checks a type of which device code holds a value.
    pub(super) fn value_type(&mut self, ty: QualType, at: Span, what: &str) {
        let Some(foreign) = foreign_types::why(self.program, ty) else {
            return;
        };
        if std::mem::replace(&mut self.foreign_said, true) {
            return;
        }
        self.refuse(Code::DeviceCode, at, foreign.message(what), foreign.help);
    }
}
