//! Selection by type: `_Generic` (C11, 6.5.1.1), `<tgmath.h>` and GNU's builtins on types.

use super::Lower;
use crate::ir::*;
use crate::source::Span;
use lang_c::ast::{self, Expression, GenericAssociation};
use lang_c::span::Node;

impl Lower<'_> {
    /// generic-selection: the branch that is taken.
    pub(super) fn generic_selection(&mut self, node: &ast::GenericSelection, span: Span) -> ExprId {
        let control = self.value(&node.expression);
        let ty = self.unqualified(self.ty(control));
        let mut default = None;
        for association in &node.associations {
            match &association.node {
                GenericAssociation::Default(e) => default = Some(e),
                GenericAssociation::Type(case) => {
                    let other = self.type_name(&case.node.type_name);
                    if other.quals == Quals::default() && self.compatible(ty.id, other.id) {
                        return self.expression(&case.node.expression);
                    }
                }
            }
        }
        match default {
            Some(e) => self.expression(e),
            None => {
                let int = self.int(IntKind::Int);
                self.opaque(span, int, "a _Generic without a branch for this type")
            }
        }
    }

    /// Compatible types (6.2.7): an enum agrees with its integer type.
    pub(super) fn compatible(&self, a: TypeId, b: TypeId) -> bool {
        if self.identical(a, b) {
            return true;
        }
        match (self.program.types.resolve(a), self.program.types.resolve(b)) {
            (Type::Enum(id), Type::Int(kind)) | (Type::Int(kind), Type::Enum(id)) => {
                self.program.enums[*id].repr == *kind
            }
            _ => false,
        }
    }

    /// `__builtin_tgmath(f, ff, fl, ..., x, y)`: the one of the functions that the widest argument selects.
    pub(super) fn tgmath(&mut self, arguments: &[Node<Expression>], span: Span) -> ExprId {
        let int = self.int(IntKind::Int);
        let lowered: Vec<ExprId> = arguments.iter().map(|a| self.value(a)).collect();
        let function = |lower: &Self, id: ExprId| match lower.program.types.resolve(lower.ty(id).id)
        {
            Type::Pointer(to) => match lower.program.types.resolve(to.id) {
                Type::Function { ret, params, .. } => Some((*ret, params.clone())),
                _ => None,
            },
            _ => None,
        };
        let Some((_, params)) = lowered.first().and_then(|&f| function(self, f)) else {
            return self.opaque(span, int, "a type-generic call");
        };
        let Some(count) = lowered.len().checked_sub(params.len()) else {
            return self.opaque(span, int, "a type-generic call");
        };
        let (functions, args) = lowered.split_at(count);
        // Integers count as double, real and complex ones.
        let rank_of = |lower: &Self, id| match lower.part_type(id) {
            Some(Part::Float(kind)) => kind.rank(),
            _ => FloatKind::Double.rank(),
        };
        let types = || args.iter().map(|&arg| self.ty(arg).id);
        let rank = types().map(|ty| rank_of(self, ty)).max();
        let rank = rank.unwrap_or(FloatKind::Double.rank());
        let complex = types().any(|ty| self.is_complex(ty));
        let suits = |lower: &Self, id: ExprId, complex: bool| {
            function(lower, id).is_some_and(|(_, params)| {
                params.first().is_some_and(|first| {
                    matches!(lower.part_type(first.id), Some(Part::Float(kind)) if kind.rank() == rank)
                        && lower.is_complex(first.id) == complex
                })
            })
        };
        let chosen = functions
            .iter()
            .copied()
            .find(|&f| suits(self, f, complex))
            .or_else(|| functions.iter().copied().find(|&f| suits(self, f, true)));
        let Some(chosen) = chosen else {
            return self.opaque(span, int, "a type-generic call");
        };
        let Some((ret, params)) = function(self, chosen) else {
            return self.opaque(span, int, "a type-generic call");
        };
        let converted = args
            .iter()
            .zip(params)
            .map(|(&arg, to)| self.coerce(arg, to))
            .collect();
        let callee = match self.program.exprs[chosen].kind {
            ExprKind::Convert { arg, .. } => arg,
            _ => chosen,
        };
        let kind = ExprKind::Call {
            callee,
            args: converted,
        };
        self.expr(kind, ret, span)
    }

    /// `__builtin_types_compatible_p(a, b)` by its text, which the tree has as a constant.
    pub(super) fn type_builtin(&mut self, span: Span) -> ExprId {
        let int = self.int(IntKind::Int);
        let text = self.text(span);
        let open = text.find('(').map_or(0, |at| at + 1);
        let body = text[open..].trim_end().strip_suffix(')').unwrap_or("");
        let mut depth = 0;
        let mut starts = vec![0];
        for (at, c) in body.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth -= 1,
                ',' if depth == 0 => starts.push(at + 1),
                _ => {}
            }
        }
        let at = span.lo as usize + open;
        if text.starts_with("__builtin_types_compatible_p") && starts.len() == 2 {
            let (first, second) = (&body[..starts[1] - 1], &body[starts[1]..]);
            let a = self.read_type(first, at);
            let b = self.read_type(second, at + starts[1]);
            if let (Some(a), Some(b)) = (a, b) {
                let (a, b) = (self.unqualified(a), self.unqualified(b));
                let value = i128::from(self.compatible(a.id, b.id));
                let text = value.to_string();
                return self.expr(ExprKind::Int { value, text }, int, span);
            }
        }
        self.opaque(span, int, "a builtin on types")
    }
}
