//! Expressions (C11, 6.5): each node of the tree becomes a typed one, conversions written out.
//!
//! Operators are in `operators.rs`, calls in `calls.rs`.

use super::Lower;
use super::scope::Entity;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::front::{self, AttributeKind};
use crate::ir::*;
use crate::source::Span;
use lang_c::ast::{self, Expression};
use lang_c::span::Node;

impl Lower<'_> {
    /// An expression as a value: arrays and functions are pointers.
    pub(super) fn value(&mut self, node: &Node<Expression>) -> ExprId {
        let id = self.expression(node);
        self.decay(id)
    }

    /// expression
    pub(super) fn expression(&mut self, node: &Node<Expression>) -> ExprId {
        let span = self.span(node);
        match &node.node {
            Expression::Identifier(name) => self.identifier(&self.name(name), span),
            Expression::Constant(constant) => self.constant(constant),
            Expression::StringLiteral(string) => self.string(string),
            Expression::GenericSelection(generic) => self.generic_selection(&generic.node, span),
            Expression::Member(member) => {
                let arrow = member.node.operator.node == ast::MemberOperator::Indirect;
                let base = self.expression(&member.node.expression);
                let base = if arrow { self.decay(base) } else { base };
                let name = self.name(&member.node.identifier);
                self.member(base, arrow, &name, span)
            }
            Expression::Call(call) => self.call(&call.node, span),
            Expression::CompoundLiteral(literal) => {
                let ty = self.type_name(&literal.node.type_name);
                let (init, ty) = self.braced(ty, &literal.node.initializer_list, span);
                self.expr(ExprKind::CompoundLiteral { init }, ty, span)
            }
            Expression::SizeOfTy(size) => {
                let of = self.type_name(&size.node.0);
                self.size_of(of, None, span)
            }
            Expression::SizeOfVal(size) => {
                let arg = self.expression(&size.node.0);
                self.size_of(self.ty(arg), Some(arg), span)
            }
            Expression::AlignOf(align) => {
                let of = self.type_name(&align.node.0);
                self.align_of(of, None, span)
            }
            Expression::UnaryOperator(unary) => self.unary(&unary.node, span),
            Expression::Cast(cast) => {
                let to = self.type_name(&cast.node.type_name);
                let arg = self.value(&cast.node.expression);
                let to = self.unqualified(to);
                self.expr(
                    ExprKind::Convert {
                        arg,
                        why: Conversion::Cast,
                    },
                    to,
                    span,
                )
            }
            Expression::BinaryOperator(binary) => self.binary_operator(&binary.node, span),
            Expression::Conditional(cond) => self.conditional(&cond.node, span),
            Expression::Comma(parts) => {
                let mut parts = parts.iter();
                let Some(first) = parts.next() else {
                    let int = self.int(IntKind::Int);
                    return self.opaque(span, int, "an empty expression");
                };
                let mut lhs = self.value(first);
                for part in parts {
                    let rhs = self.value(part);
                    let span = self.at(lhs).to(self.at(rhs));
                    lhs = self.expr(ExprKind::Comma { lhs, rhs }, self.ty(rhs), span);
                }
                lhs
            }
            Expression::OffsetOf(offset) => self.offset_of(&offset.node, span),
            Expression::VaArg(arg) => {
                let ty = self.type_name(&arg.node.type_name);
                self.opaque(span, ty, "va_arg")
            }
            Expression::Statement(block) => self.statement_expression(block, span),
        }
    }

    /// A name in an expression.
    pub(super) fn identifier(&mut self, name: &str, span: Span) -> ExprId {
        match self.scopes.find(name) {
            Some(Entity::Var(var)) => {
                let ty = self.program.vars[var].ty;
                self.expr(ExprKind::Var(var), ty, span)
            }
            Some(Entity::Func(func)) => self.func_ref(func, span),
            Some(Entity::EnumConst(of, index)) => {
                let constant = &self.program.enums[of].consts[index];
                let fits = i32::try_from(constant.value).is_ok();
                let kind = if fits {
                    IntKind::Int
                } else {
                    self.program.enums[of].repr
                };
                let ty = self.int(kind);
                self.expr(ExprKind::EnumConst { of, index }, ty, span)
            }
            Some(Entity::Alias(_)) => {
                let int = self.int(IntKind::Int);
                self.opaque(span, int, format!("`{name}` is a type"))
            }
            None => match name {
                "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__" => self.function_name(span),
                _ => match self.known_function(name, span) {
                    Some(func) => self.func_ref(func, span),
                    None => self.undeclared(name, span),
                },
            },
        }
    }

    fn undeclared(&mut self, name: &str, span: Span) -> ExprId {
        if self.fragment.is_some()
            && let Some(text) = self.pre.integer_macro(name)
            && let Ok(value) = text.parse::<i32>()
        {
            let int = self.int(IntKind::Int);
            let (value, text) = (value.into(), text.to_owned());
            return self.expr(ExprKind::Int { value, text }, int, span);
        }
        let mut message = Diagnostic::error(
            if self.fragment.is_some() {
                Code::ListItem
            } else {
                Code::Type
            },
            span,
            format!("`{name}` is not declared"),
        );
        if let Some(similar) = self.scopes.similar(name) {
            message = message.suggest(Suggestion::meant(span, &similar).maybe());
        }
        self.diagnostics.push(message);
        let int = self.int(IntKind::Int);
        self.opaque(span, int, "an undeclared name")
    }

    pub(super) fn func_ref(&mut self, func: FuncId, span: Span) -> ExprId {
        let ty = self.function_type(func);
        self.expr(ExprKind::Func(func), ty, span)
    }

    /// `base.name` or `base->name`
    pub(super) fn member(&mut self, base: ExprId, arrow: bool, name: &str, span: Span) -> ExprId {
        let (mut ty, mut quals) = self.resolved(self.ty(base));
        if arrow && let Type::Pointer(to) = ty {
            (ty, quals) = self.resolved(to);
        }
        let found = match ty {
            Type::Record(record) => self.find_field(record, name),
            _ => None,
        };
        let Some((path, field)) = found else {
            let int = self.int(IntKind::Int);
            if let (Type::Record(record), Some(_)) = (&ty, &self.fragment) {
                let message = self.no_member(*record, name, span);
                self.diagnostics.push(message);
            }
            return self.opaque(span, int, format!("a member `{name}` of an unknown type"));
        };
        let ty = QualType {
            id: field.id,
            quals: field.quals.union(Quals {
                is_restrict: false,
                ..quals
            }),
        };
        let kind = ExprKind::Member {
            base,
            arrow,
            name: name.to_owned(),
            path,
        };
        self.expr(kind, ty, span)
    }

    fn no_member(&self, record: RecordId, name: &str, span: Span) -> Diagnostic {
        let record = &self.program.records[record];
        let what = if record.is_union { "union" } else { "struct" };
        let tag = record.tag.as_deref().unwrap_or(&record.made_name);
        let message = format!("`{what} {tag}` has no member `{name}`");
        let mut message = Diagnostic::error(Code::ListItem, span, message);
        if let Some(fields) = &record.fields {
            let names: Vec<&str> = fields.iter().filter_map(|f| f.name.as_deref()).collect();
            message = message
                .also(record.span, "declared here")
                .note(format!("its members are {}", names.join(", ")));
        }
        message
    }

    /// The indices that lead to a member, through anonymous ones, and its type.
    pub(super) fn find_field(
        &self,
        record: RecordId,
        name: &str,
    ) -> Option<(Vec<usize>, QualType)> {
        let fields = self.program.records[record].fields.as_ref()?;
        for (index, field) in fields.iter().enumerate() {
            if field.name.as_deref() == Some(name) {
                return Some((vec![index], field.ty));
            }
        }
        for (index, field) in fields.iter().enumerate() {
            if field.name.is_none()
                && field.bits.is_none()
                && let (Type::Record(inner), quals) = self.resolved(field.ty)
                && let Some((rest, ty)) = self.find_field(inner, name)
            {
                let mut path = vec![index];
                path.extend(rest);
                let quals = ty.quals.union(quals);
                return Some((path, QualType { id: ty.id, quals }));
            }
        }
        None
    }

    /// sizeof; also where the text says `__alignof__`, which the tree cannot.
    pub(super) fn size_of(&mut self, of: QualType, object: Option<ExprId>, span: Span) -> ExprId {
        let text = self.line(span);
        let rewritten = self.rewritten_at(span.lo, AttributeKind::AlignofExpression);
        if rewritten.is_some() || text.contains("alignof") && !text.starts_with("sizeof") {
            return self.align_of(of, object, span);
        }
        let value = match self.program.types.resolve(of.id) {
            Type::Void | Type::Function { .. } => Some(1),
            _ => self.program.size_of(of.id),
        };
        let declarator = match object {
            Some(object) => self.declarator_of(object),
            None => self.text(span).find('(').map(|at| Span {
                lo: span.lo + at as u32 + 1,
                ..span
            }),
        };
        let ty = self.int(IntKind::ULong);
        self.expr(
            ExprKind::SizeOf {
                measure: Measure::Size,
                of,
                value,
                text,
                declarator,
            },
            ty,
            span,
        )
    }

    /// `object` is the operand where it is not a type: its declaration may ask for a stricter alignment than its type
    /// (an extension of gcc).
    fn align_of(&mut self, of: QualType, object: Option<ExprId>, span: Span) -> ExprId {
        let text = self.line(span);
        let value = match self.program.types.resolve(of.id) {
            Type::Void | Type::Function { .. } => Some(1),
            _ => object
                .and_then(|object| self.declared_alignment(object))
                .or_else(|| self.program.align_of(of.id)),
        };
        let ty = self.int(IntKind::ULong);
        self.expr(
            ExprKind::SizeOf {
                measure: Measure::Alignment,
                of,
                value,
                text,
                declarator: None,
            },
            ty,
            span,
        )
    }

    /// The alignment that the declaration of a variable or a member asks for, without that of its type.
    fn declared_alignment(&self, object: ExprId) -> Option<u64> {
        match &self.program.exprs[object].kind {
            ExprKind::Var(var) => self.program.vars[*var].align.map(u64::from),
            _ => self.field_of(object)?.align,
        }
    }

    /// The declarator of the variable or member that an lvalue designates or is an element of.
    fn declarator_of(&self, object: ExprId) -> Option<Span> {
        match &self.program.exprs[object].kind {
            ExprKind::Var(var) => Some(self.program.vars[*var].span),
            ExprKind::Index { base: of, .. }
            | ExprKind::Deref(of)
            | ExprKind::Convert {
                arg: of,
                why: Conversion::ArrayDecay,
            } => self.declarator_of(*of),
            _ => Some(self.field_of(object)?.span),
        }
    }

    /// The member that an expression designates.
    fn field_of(&self, object: ExprId) -> Option<&Field> {
        let ExprKind::Member {
            base, arrow, path, ..
        } = &self.program.exprs[object].kind
        else {
            return None;
        };
        let mut ty = self.ty(*base).id;
        if *arrow && let Type::Pointer(to) = self.program.types.resolve(ty) {
            ty = to.id;
        }
        let mut found = None;
        for &at in path {
            let Type::Record(record) = *self.program.types.resolve(ty) else {
                return None;
            };
            let field = self.program.records[record].fields.as_ref()?.get(at)?;
            (found, ty) = (Some(field), field.ty.id);
        }
        found
    }

    /// `__builtin_offsetof(type, member[index].member)`
    fn offset_of(&mut self, node: &ast::OffsetOfExpression, span: Span) -> ExprId {
        let mut ty = self.type_name(&node.type_name);
        let text = self.line(span);
        let long = self.int(IntKind::ULong);
        let designator = &node.designator.node;
        let mut value = 0u64;
        let mut known = self.step_into(&mut ty, &mut value, &self.name(&designator.base));
        for member in &designator.members {
            known &= match &member.node {
                ast::OffsetMember::Member(name) | ast::OffsetMember::IndirectMember(name) => {
                    self.step_into(&mut ty, &mut value, &self.name(name))
                }
                ast::OffsetMember::Index(index) => {
                    let index = self.value(index);
                    let index = constants::int_value(&self.program, index);
                    let elem = self.program.types.element(ty.id);
                    let size = elem.and_then(|e| self.program.size_of(e.id));
                    match (index, elem, size) {
                        (Some(index), Some(elem), Some(size)) => {
                            value += index as u64 * size;
                            ty = elem;
                            true
                        }
                        _ => false,
                    }
                }
            };
        }
        if known {
            self.expr(ExprKind::OffsetOf { value, text }, long, span)
        } else {
            self.opaque(span, long, "an offset that is not constant")
        }
    }

    fn step_into(&self, ty: &mut QualType, offset: &mut u64, name: &str) -> bool {
        let Type::Record(mut record) = *self.program.types.resolve(ty.id) else {
            return false;
        };
        let Some((path, found)) = self.find_field(record, name) else {
            return false;
        };
        for index in path {
            let Some(fields) = &self.program.records[record].fields else {
                return false;
            };
            *offset += fields[index].offset;
            if let Type::Record(inner) = self.program.types.resolve(fields[index].ty.id) {
                record = *inner;
            }
        }
        *ty = found;
        true
    }

    /// GNU `({ ... })`
    fn statement_expression(&mut self, block: &Node<ast::Statement>, span: Span) -> ExprId {
        let outer = std::mem::take(&mut self.local_types);
        let block = self.statement(block);
        self.local_types = outer;
        let void = self.intern(Type::Void);
        let mut ty: QualType = void.into();
        if let StmtKind::Block(stmts) = &self.program.stmts[block].kind
            && let Some(&last) = stmts.last()
        {
            let mut last = last;
            while let StmtKind::Label { body, .. } = self.program.stmts[last].kind {
                last = body;
            }
            if let StmtKind::Expr(value) = self.program.stmts[last].kind {
                let value = self.decay(value);
                self.program.stmts[last].kind = StmtKind::Expr(value);
                ty = self.unqualified(self.ty(value));
            }
        }
        self.expr(ExprKind::StmtExpr(block), ty, span)
    }

    /// Reads an expression that stands in other text (a clause, an attribute's argument) in the scope
    /// of this place.
    pub(super) fn read_expression(&mut self, text: &str, at: usize) -> Option<ExprId> {
        let scopes = &self.scopes;
        let is_type = |name: &str| matches!(scopes.find(name), Some(Entity::Alias(_)));
        match front::parse_expression(text, &is_type, at) {
            Ok(fragment) => {
                let place = Span::new(at, at + text.len());
                Some(self.within(fragment, place, |lower, node| lower.expression(node)))
            }
            Err(_) => None,
        }
    }

    /// Reads a type name, as [`Lower::read_expression`] does an expression.
    pub(super) fn read_type(&mut self, text: &str, at: usize) -> Option<QualType> {
        let scopes = &self.scopes;
        let is_type = |name: &str| matches!(scopes.find(name), Some(Entity::Alias(_)));
        let fragment = front::parse_type_name(text, &is_type, at).ok()?;
        let place = Span::new(at, at + text.len());
        Some(self.within(fragment, place, |lower, node| lower.type_name(node)))
    }

    /// Whether the constant at this place stands for the missing operand of `a ?: b`.
    pub(super) fn is_elvis(&self, node: &Node<Expression>) -> bool {
        self.rewritten_at(self.start(node.span) as u32, AttributeKind::Elvis)
            .is_some()
    }
}
