//! Expressions that are nowhere in the text: those of a mapper with an item in place of its variable, and the C text
//! that the host gets for them.
//!
//! From expressions of the IR. Must not know mappers or clauses.

use super::{Lower, refusal};
use crate::diag::Diagnostic;
use crate::ir::*;
use crate::source::Span;

impl Lower<'_> {
    /// An item of a mapper, for one structure.
    pub(in crate::sema) fn mapped_part(
        &mut self,
        inner: &ListItem,
        var: VarId,
        element: ExprId,
        outer: &ListItem,
    ) -> Result<ListItem, Box<Diagnostic>> {
        let ItemKind::Part {
            base, dims, elem, ..
        } = &inner.kind
        else {
            return Ok(inner.clone());
        };
        let base = self.with(*base, var, element, outer.span)?;
        let mut text = self.spell(base)?;
        let mut new = vec![];
        for dim in dims {
            let one = |lower: &mut Self, e: Option<ExprId>| match e {
                Some(e) => lower.with(e, var, element, outer.span).map(Some),
                None => Ok(None),
            };
            let dim = SectionDim {
                lower: one(self, dim.lower)?,
                length: one(self, dim.length)?,
                stride: one(self, dim.stride)?,
                extent: dim.extent,
                is_index: dim.is_index,
            };
            let mut said = |e: Option<ExprId>| e.map_or(Ok(String::new()), |e| self.spell(e));
            let (lower, length) = (said(dim.lower)?, said(dim.length)?);
            text.push_str(&match dim.is_index {
                true => format!("[{lower}]"),
                false => format!("[{lower}:{length}]"),
            });
            new.push(dim);
        }
        Ok(ListItem {
            span: outer.span,
            text,
            kind: ItemKind::Part {
                root: outer.var(),
                base,
                dims: new,
                elem: *elem,
            },
        })
    }

    /// A copy of an expression with `element` in place of the variable.
    pub(in crate::sema) fn with(
        &mut self,
        id: ExprId,
        var: VarId,
        element: ExprId,
        span: Span,
    ) -> Result<ExprId, Box<Diagnostic>> {
        let Expr { kind, ty, .. } = self.program.exprs[id].clone();
        let mut sub = |e: ExprId| self.with(e, var, element, span);
        let kind = match kind {
            ExprKind::Var(v) if v == var => return Ok(element),
            ExprKind::Var(_)
            | ExprKind::Int { .. }
            | ExprKind::EnumConst { .. }
            | ExprKind::Func(_)
            | ExprKind::SizeOf { value: Some(_), .. } => kind,
            ExprKind::Unary { op, arg } => ExprKind::Unary { op, arg: sub(arg)? },
            ExprKind::Binary { op, lhs, rhs } => ExprKind::Binary {
                op,
                lhs: sub(lhs)?,
                rhs: sub(rhs)?,
            },
            ExprKind::Index { base, index } => ExprKind::Index {
                base: sub(base)?,
                index: sub(index)?,
            },
            ExprKind::Member {
                base,
                arrow,
                name,
                path,
            } => ExprKind::Member {
                base: sub(base)?,
                arrow,
                name,
                path,
            },
            ExprKind::Deref(arg) => ExprKind::Deref(sub(arg)?),
            ExprKind::AddrOf(arg) => ExprKind::AddrOf(sub(arg)?),
            ExprKind::Convert { arg, why } => ExprKind::Convert {
                arg: sub(arg)?,
                why,
            },
            ExprKind::Call { callee, args } => ExprKind::Call {
                callee: sub(callee)?,
                args: args.into_iter().map(sub).collect::<Result<_, _>>()?,
            },
            _ => return Err(refusal(span, "this expression in a mapper")),
        };
        self.spelled(kind, ty, span)
    }

    /// A new expression that is nowhere in the text, with its C text.
    pub(in crate::sema) fn spelled(
        &mut self,
        kind: ExprKind,
        ty: impl Into<QualType>,
        span: Span,
    ) -> Result<ExprId, Box<Diagnostic>> {
        let id = self.expr(kind, ty, span);
        self.spell(id)?;
        Ok(id)
    }

    /// The C text of an expression, which is stored.
    pub(in crate::sema) fn spell(&mut self, id: ExprId) -> Result<String, Box<Diagnostic>> {
        if let Some(text) = self.program.spelled.get(&id) {
            return Ok(text.clone());
        }
        let Expr { kind, ty, span } = self.program.exprs[id].clone();
        let text = match kind {
            ExprKind::Var(var) => self.program.vars[var].name.clone(),
            ExprKind::Func(func) => self.program.funcs[func].name.clone(),
            ExprKind::Int { text, .. } => text,
            ExprKind::EnumConst { of, index } => self.program.enums[of].consts[index].name.clone(),
            ExprKind::SizeOf {
                value: Some(value), ..
            } => format!("{value}ul"),
            ExprKind::SizeOf { text, .. } => text,
            ExprKind::Unary { op, arg } => {
                let op = match op {
                    UnOp::Plus => "+",
                    UnOp::Neg => "-",
                    UnOp::BitNot => "~",
                    UnOp::Not => "!",
                };
                format!("({op}{})", self.spell(arg)?)
            }
            ExprKind::Binary { op, lhs, rhs } => {
                format!(
                    "({} {} {})",
                    self.spell(lhs)?,
                    op.spelling(),
                    self.spell(rhs)?
                )
            }
            ExprKind::Index { base, index } => {
                format!("{}[{}]", self.spell(base)?, self.spell(index)?)
            }
            ExprKind::Member {
                base, arrow, name, ..
            } => format!(
                "{}{}{name}",
                self.spell(base)?,
                if arrow { "->" } else { "." }
            ),
            ExprKind::Deref(arg) => format!("(*{})", self.spell(arg)?),
            ExprKind::AddrOf(arg) => format!("(&{})", self.spell(arg)?),
            ExprKind::Convert {
                arg,
                why: Conversion::Cast,
            } => format!("(({}){})", self.program.describe(ty), self.spell(arg)?),
            ExprKind::Convert { arg, .. } => self.spell(arg)?,
            ExprKind::Call { callee, args } => {
                let callee = self.spell(callee)?;
                let args: Result<Vec<String>, _> = args.iter().map(|&a| self.spell(a)).collect();
                format!("{callee}({})", args?.join(", "))
            }
            _ => return Err(refusal(span, "this expression of a mapped item")),
        };
        self.program.spelled.insert(id, text.clone());
        Ok(text)
    }
}
