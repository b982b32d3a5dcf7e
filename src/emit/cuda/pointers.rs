//! Arrays of variable length, which C++ lacks, and pointers to them: flattened to pointers to their elements.

use super::Printer;
use super::cast::Cxx;
use super::precedence::{Prec, Text, infix};
use crate::device::Block;
use crate::ir::{ArrayLen, BinOp, Conversion, Expr, ExprId, ExprKind, QualType, Type, VarId};
use crate::ir::{array_alignment, is_vla, vla_element};

/// A pointer into a flattened array: a base and terms to add, in elements.
struct Flat {
    base: Text,
    terms: Vec<(BinOp, Text)>,
}

impl Printer<'_> {
    /// The text of an expression that is a variable-length array, or a pointer to or into one, and needs index
    /// arithmetic of its own; none for all other expressions.
    pub(super) fn flattened(&mut self, e: ExprId) -> Option<Text> {
        let types = &self.program.types;
        let expr = self.program.expr(e);
        let program = self.program;
        let vla = |id: ExprId| is_vla(types, program.expr(id).ty.id);
        match &expr.kind {
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } if vla(*arg) => {
                let flat = self.flat_array(*arg);
                Some(self.sum(flat, expr))
            }
            ExprKind::AddrOf(arg) if vla(*arg) => {
                let flat = self.flat_array(*arg);
                Some(self.sum(flat, expr))
            }
            ExprKind::Index { .. } | ExprKind::Deref(_) if vla(e) => {
                let flat = self.flat_array(e);
                Some(self.sum(flat, expr))
            }
            ExprKind::Binary { .. } if self.points_to_vla(expr.ty) => {
                let flat = self.flat_pointer(e);
                Some(self.sum(flat, expr))
            }
            ExprKind::Index { base, index } => {
                let array = self.decayed_vla(*base)?;
                self.complete(expr.ty);
                let mut flat = self.flat_array(array);
                let index = self.node(*index);
                if index.text != "0" || flat.terms.is_empty() {
                    flat.terms.push((BinOp::Add, index));
                }
                let mut terms = flat.terms.into_iter();
                let (_, first) = terms.next()?;
                let index = terms.fold(first, |l, (op, r)| infix(&l, op, &r, l.cxx));
                let text = format!("{}[{}]", flat.base.at_least(Prec::Postfix), index.text);
                Some(Text::new(text, Prec::Postfix, Cxx::Is(expr.ty)))
            }
            _ => None,
        }
    }

    /// The variable-length array that `e` is the decay of.
    fn decayed_vla(&self, e: ExprId) -> Option<ExprId> {
        match self.program.expr(e).kind {
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } if is_vla(&self.program.types, self.program.expr(arg).ty.id) => Some(arg),
            _ => None,
        }
    }

    pub(super) fn points_to_vla(&self, ty: QualType) -> bool {
        match self.program.types.resolve(ty.id) {
            Type::Pointer(to) => is_vla(&self.program.types, to.id),
            _ => false,
        }
    }

    fn sum(&self, flat: Flat, expr: &Expr) -> Text {
        let text = flat
            .terms
            .into_iter()
            .fold(flat.base, |l, (op, r)| infix(&l, op, &r, l.cxx));
        Text {
            cxx: Cxx::Is(expr.ty),
            ..text
        }
    }

    /// The address at which an lvalue of variable-length array type begins, flattened.
    fn flat_array(&mut self, e: ExprId) -> Flat {
        let expr = self.program.expr(e);
        match &expr.kind {
            ExprKind::Index { base, index } => {
                let mut flat = self.flat_pointer(*base);
                flat.terms.extend(self.term(BinOp::Add, *index, expr.ty));
                flat
            }
            ExprKind::Deref(pointer) => self.flat_pointer(*pointer),
            ExprKind::Var(var) => Flat::from(self.var(*var)),
            _ => Flat::from(self.node(e)),
        }
    }

    /// A pointer to a variable-length array, flattened.
    fn flat_pointer(&mut self, e: ExprId) -> Flat {
        let expr = self.program.expr(e);
        if let Some(array) = self.decayed_vla(e) {
            return self.flat_array(array);
        }
        match &expr.kind {
            ExprKind::AddrOf(arg) if is_vla(&self.program.types, self.program.expr(*arg).ty.id) => {
                self.flat_array(*arg)
            }
            ExprKind::Convert {
                arg,
                why: Conversion::Implicit,
            } if self.points_to_vla(self.program.expr(*arg).ty) => self.flat_pointer(*arg),
            ExprKind::Binary { op, lhs, rhs }
                if self.points_to_vla(expr.ty) && matches!(op, BinOp::Add | BinOp::Sub) =>
            {
                let (pointer, index) = if self.points_to_vla(self.program.expr(*lhs).ty) {
                    (*lhs, *rhs)
                } else {
                    (*rhs, *lhs)
                };
                let mut flat = self.flat_pointer(pointer);
                if let Some(to) = self.program.types.element(expr.ty.id) {
                    flat.terms.extend(self.term(*op, index, to));
                }
                flat
            }
            _ => Flat::from(self.node(e)),
        }
    }

    /// `index * stride`; none where the index is the constant 0. Computed in 64 bits, as pointer
    /// arithmetic is.
    fn term(&mut self, op: BinOp, index: ExprId, array: QualType) -> Option<(BinOp, Text)> {
        if matches!(
            self.program.expr(index).kind,
            ExprKind::Int { value: 0, .. }
        ) {
            return None;
        }
        let index = self.node_of_index(index);
        Some((op, self.scaled(index, array)))
    }

    pub(super) fn node_of_index(&mut self, index: ExprId) -> Text {
        let text = self.node(index);
        let wide = match text.cxx {
            Cxx::Is(is) => self.program.size_of(is.id) == Some(8),
            _ => false,
        };
        // The product of a small constant and an extent cannot overflow.
        let small = text.text.parse::<u8>().is_ok_and(|n| n <= 16);
        if wide || small {
            return text;
        }
        Text {
            text: format!("(long){}", text.at_least(Prec::Cast)),
            prec: Prec::Cast,
            ..text
        }
    }

    pub(super) fn scaled(&mut self, index: Text, array: QualType) -> Text {
        let stride = self.stride(array);
        if index.text == "1" {
            return stride;
        }
        let text = format!(
            "{} * {}",
            index.at_least(Prec::Mul),
            stride.at_least(Prec::Cast)
        );
        Text::new(text, Prec::Mul, index.cxx)
    }

    /// The number of elements of a variable-length array type.
    pub(super) fn stride(&mut self, array: QualType) -> Text {
        let (_, extents) = vla_element(&self.program.types, array);
        let factors: Vec<Text> = extents.iter().map(|&len| self.extent(len)).collect();
        let prec = match factors.len() {
            0 | 1 => factors.first().map_or(Prec::Primary, |f| f.prec),
            _ => Prec::Mul,
        };
        let least = if factors.len() > 1 {
            Prec::Cast
        } else {
            Prec::Comma
        };
        let mut texts: Vec<String> = factors.iter().map(|f| f.at_least(least)).collect();
        if texts.len() > 1
            && let Some(first) = texts.first_mut()
        {
            *first = format!("(long){first}");
        }
        let cxx = factors.first().map_or(Cxx::Bool, |f| f.cxx);
        Text::new(texts.join(" * "), prec, cxx)
    }

    /// The text of an extent.
    pub fn extent_text(&mut self, len: ArrayLen) -> String {
        self.extent(len).text
    }

    fn extent(&mut self, len: ArrayLen) -> Text {
        match len {
            ArrayLen::Known(n) => Text::primary(n.to_string(), Cxx::Int(crate::ir::IntKind::Long)),
            ArrayLen::Unknown => Text::primary("1", Cxx::Int(crate::ir::IntKind::Long)),
            ArrayLen::Vla(e) => match self.hooks.extent(e) {
                Some(text) => {
                    let prec = super::precedence::prec_of(&text);
                    Text::new(text, prec, Cxx::Is(self.program.expr(e).ty))
                }
                None => self.node(e),
            },
        }
    }

    /// The declaration of an array of variable length: an object that holds its elements, and a pointer with its
    /// name, unless that stands elsewhere.
    pub(super) fn variable_length(&mut self, out: &mut Block, var: VarId) {
        let name = self.names.var(var);
        let elements = self.elements(out, var, self.hooks.array_class(var), name);
        match self.hooks.var(var) {
            Some(elsewhere) => out.user(format!("{elsewhere} = {elements};")),
            None => {
                let pointer = self.declarator(self.program.vars[var].ty, name);
                out.user(format!("{pointer} = {elements};"));
            }
        }
    }

    /// Declares an object of that class with elements for an array of variable length, or for a copy of one, and
    /// returns the spelling of their address.
    pub fn elements(&mut self, out: &mut Block, var: VarId, class: &str, name: &str) -> String {
        let (elem, extents) = vla_element(&self.program.types, self.program.vars[var].ty);
        self.complete(elem);
        let elem = self.without_const(elem);
        let holder = self.names.fresh(&format!("{name}_array"));
        let factors = extents.iter().map(|&len| self.extent(len));
        let count: Vec<String> = factors
            .map(|text| text.at_least(Prec::Cast).to_string())
            .collect();
        let align = self.program.vars[var].align;
        let align = align.filter(|&align| u64::from(align) > array_alignment(self.program, elem));
        let align = align.map_or(String::new(), |align| format!(", {align}"));
        out.user(format!(
            "const {class}<{}> {holder}((unsigned long long){}, \"{}\"{align});",
            self.type_name(elem),
            count.join(" * "),
            self.program.vars[var].name
        ));
        format!("{holder}.at")
    }

    /// The size of an array of variable length, in bytes.
    pub fn bytes(&mut self, var: VarId) -> String {
        let ty = self.program.vars[var].ty;
        self.vla_size(ty, Cxx::Is(ty)).text
    }

    /// `sizeof` of a variable-length array.
    pub(super) fn vla_size(&mut self, of: QualType, is: Cxx) -> Text {
        let (elem, extents) = vla_element(&self.program.types, of);
        self.complete(elem);
        let mut text = format!("sizeof({})", self.type_name(elem));
        for &len in &extents {
            text.push_str(" * ");
            text.push_str(&self.extent(len).at_least(Prec::Cast));
        }
        Text::new(text, Prec::Mul, is)
    }
}

impl From<Text> for Flat {
    fn from(base: Text) -> Flat {
        Flat {
            base,
            terms: vec![],
        }
    }
}
