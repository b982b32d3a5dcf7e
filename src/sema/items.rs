//! List items (OpenMP 5.2, 3.2.1 and 3.2.5): variables, functions, parts of variables, array sections.

use super::Lower;
use super::clauses::Failed;
use super::scope::Entity;
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::front;
use crate::ir::*;
use crate::omp::shape::begins_with_shape;
use crate::omp::{DimText, ExprText, ItemText};
use crate::source::Span;

impl Lower<'_> {
    /// list-item
    pub(super) fn item_of(&mut self, text: &ItemText) -> Result<ListItem, Failed> {
        let item = |kind| ListItem {
            span: text.span,
            text: text.text.trim().to_owned(),
            kind,
        };
        // gcc prints names beyond ASCII by universal character names.
        let name = crate::source::token::written_out(text.base.text.trim());
        if text.dims.is_empty() && is_identifier(&name) {
            return Ok(item(self.named(&name, text.base.span)?));
        }
        let shaped = begins_with_shape(&text.base.text);
        if shaped && text.dims.iter().any(|d| !matches!(d, DimText::Index(_))) {
            let message = "brackets bind more tightly than a shape";
            let help = "put parentheses around the shape and its pointer: `(([n][m])p)[0:n][0:m]`";
            self.diagnostics.push(
                Diagnostic::error(Code::ListItem, text.base.span, message)
                    .note("OpenMP 5.2, section 3.2.4")
                    .help(help),
            );
            return Err(Failed);
        }
        if shaped {
            let whole = ExprText {
                span: text.span,
                text: text.text.clone(),
            };
            let base = self.place(&whole)?;
            let spelled = self.program.spelled.get(&base);
            return Ok(ListItem {
                span: text.span,
                text: spelled.unwrap_or(&text.text).clone(),
                kind: ItemKind::Part {
                    root: self.root(base),
                    base,
                    dims: vec![],
                    elem: self.ty(base),
                },
            });
        }
        let base = self.place(&text.base)?;
        if text.dims.is_empty() {
            let root = self.root(base);
            return Ok(item(ItemKind::Part {
                root,
                base,
                dims: vec![],
                elem: self.ty(base),
            }));
        }
        if text.dims.iter().all(|d| matches!(d, DimText::Index(_))) {
            let mut element = item(self.element(base, text)?);
            if let Some(spelled) = self.program.spelled.get(&base) {
                let behind = (text.base.span.hi - text.span.lo) as usize;
                element.text = format!("{spelled}{}", &text.text[behind..]);
            }
            return Ok(element);
        }
        Ok(item(self.section(base, text)?))
    }

    /// A list item of a reduction clause, in which an element is a section of one element.
    pub(super) fn reduced_item_of(&mut self, text: &ItemText) -> Result<ListItem, Failed> {
        let element = |dim: &DimText| matches!(dim, DimText::Index(_));
        if text.dims.is_empty() || !text.dims.iter().all(element) {
            return self.item_of(text);
        }
        let base = self.place(&text.base)?;
        Ok(ListItem {
            span: text.span,
            text: text.text.trim().to_owned(),
            kind: self.section(base, text)?,
        })
    }

    /// A name in a list.
    fn named(&mut self, name: &str, span: Span) -> Result<ItemKind, Failed> {
        let what = match self.scopes.find(name) {
            Some(Entity::Var(var)) => return Ok(ItemKind::Var(var)),
            Some(Entity::Func(func)) => return Ok(ItemKind::Func(func)),
            Some(Entity::Alias(_)) => "a type",
            Some(Entity::EnumConst(..)) => "an enumeration constant",
            None if name == "omp_all_memory" => return Ok(ItemKind::Word(name.to_owned())),
            None => {
                let message = format!("`{name}` is not declared");
                let mut message = Diagnostic::error(Code::ListItem, span, message);
                if let Some(similar) = self.scopes.similar(name) {
                    message = message.suggest(Suggestion::meant(span, &similar).maybe());
                }
                self.diagnostics.push(message);
                return Err(Failed);
            }
        };
        let message = format!("`{name}` is {what}, not a variable");
        self.error(Code::ListItem, span, message);
        Err(Failed)
    }

    /// The lvalue before the brackets.
    fn place(&mut self, text: &ExprText) -> Result<ExprId, Failed> {
        if let Some(shaped) = self.shaped(text) {
            return shaped;
        }
        let scopes = &self.scopes;
        let is_type = |name: &str| matches!(scopes.find(name), Some(Entity::Alias(_)));
        let fragment = match front::parse_expression(&text.text, &is_type, text.span.lo as usize) {
            Ok(fragment) => fragment,
            Err(diagnostics) => {
                self.diagnostics.extend(diagnostics);
                return Err(Failed);
            }
        };
        let before = self.diagnostics.len();
        let id = self.within(fragment, text.span, |lower, node| lower.expression(node));
        if self.diagnostics[before..].iter().any(Diagnostic::is_error) {
            return Err(Failed);
        }
        Ok(id)
    }

    /// `a[i][j]`: an element, no section.
    fn element(&mut self, base: ExprId, text: &ItemText) -> Result<ItemKind, Failed> {
        let mut place = base;
        for dim in &text.dims {
            let DimText::Index(index) = dim else { continue };
            if self.program.types.element(self.ty(place).id).is_none() {
                return Err(self.not_an_array(text, place));
            }
            let index = self.clause_expr(index)?;
            let pointer = self.decay(place);
            let span = self.prefix(text, index);
            place = self.index(pointer, index, span);
        }
        Ok(ItemKind::Part {
            root: self.root(place),
            base: place,
            dims: vec![],
            elem: self.ty(place),
        })
    }

    /// `a[lower : length : stride]...`
    ///
    /// Behind a pointer another piece of memory begins: in `rows[i][0:n]`, with `double **rows`, `rows[i]` is the
    /// base of the section.
    fn section(&mut self, mut base: ExprId, text: &ItemText) -> Result<ItemKind, Failed> {
        let mut elem = self.ty(base);
        let mut dims: Vec<SectionDim> = vec![];
        for (number, dim) in text.dims.iter().enumerate() {
            let (shape, quals) = self.resolved(elem);
            let (next, extent) = match shape {
                Type::Array { elem, len } => (
                    QualType {
                        id: elem.id,
                        quals: elem.quals.union(quals),
                    },
                    Some(len),
                ),
                Type::Pointer(to) if !matches!(self.program.types.resolve(to.id), Type::Void) => {
                    for dim in std::mem::take(&mut dims) {
                        let (true, Some(index)) = (dim.is_index, dim.lower) else {
                            let message = format!(
                                "'{}' is a section of pointers, each with memory of its own",
                                text.text.trim()
                            );
                            let help = "map what they point at one by one, with an index";
                            self.diagnostics.push(
                                Diagnostic::error(Code::ListItem, text.span, message).help(help),
                            );
                            return Err(Failed);
                        };
                        let span = self.prefix(text, index);
                        let pointer = self.decay(base);
                        base = self.index(pointer, index, span);
                    }
                    (to, None)
                }
                _ => return Err(self.not_an_array(text, base)),
            };
            elem = next;
            let dim = match dim {
                DimText::Index(index) => SectionDim {
                    lower: Some(self.clause_expr(index)?),
                    length: None,
                    stride: None,
                    extent,
                    is_index: true,
                },
                DimText::Section {
                    lower,
                    length,
                    stride,
                } => SectionDim {
                    lower: self.optional(lower)?,
                    length: self.optional(length)?,
                    stride: self.optional(stride)?,
                    extent,
                    is_index: false,
                },
            };
            self.check_dim(text, number, &dim)?;
            dims.push(dim);
        }
        Ok(ItemKind::Part {
            root: self.root(base),
            base,
            dims,
            elem,
        })
    }

    /// The item's text up to the bracket behind `index`.
    fn prefix(&self, text: &ItemText, index: ExprId) -> Span {
        let from = self.at(index).hi;
        let behind = (from - text.span.lo) as usize;
        let close = text.text.get(behind..).and_then(|rest| rest.find(']'));
        Span {
            hi: from + close.map_or(0, |at| at as u32 + 1),
            ..text.base.span
        }
    }

    fn optional(&mut self, text: &Option<ExprText>) -> Result<Option<ExprId>, Failed> {
        text.as_ref().map(|t| self.clause_expr(t)).transpose()
    }

    fn check_dim(
        &mut self,
        text: &ItemText,
        number: usize,
        dim: &SectionDim,
    ) -> Result<(), Failed> {
        for (part, e) in [
            (if dim.is_index { "index" } else { "begin" }, dim.lower),
            ("length", dim.length),
            ("stride", dim.stride),
        ] {
            let Some(e) = e else { continue };
            let types = &self.program.types;
            let ty = self.ty(e);
            let whole = types.is_integer(ty.id)
                || matches!(types.resolve(ty.id), Type::Bool | Type::Opaque(_));
            if !whole {
                let name = text.text.trim();
                let message = format!("the {part} of `{name}` is not an integer");
                self.error(Code::ListItem, self.at(e), message);
                return Err(Failed);
            }
        }
        let constant = |lower: &Self, e: Option<ExprId>| {
            e.and_then(|e| constants::int_value(&lower.program, e))
        };
        let (from, length) = (constant(self, dim.lower), constant(self, dim.length));
        let name = text.text.trim();
        let mut message = None;
        if let Some(length) = length
            && length < 0
        {
            message = Some((dim.length, format!("the length of `{name}` is {length}")));
        }
        if let Some(stride) = constant(self, dim.stride)
            && stride <= 0
        {
            message = Some((dim.stride, format!("the stride of `{name}` is {stride}")));
        }
        let known = match dim.extent {
            Some(ArrayLen::Known(n)) => Some(i128::from(n)),
            _ => None,
        };
        if let (Some(from), Some(_)) = (from, dim.extent)
            && from < 0
        {
            message = Some((dim.lower, format!("`{name}` begins at {from}")));
        }
        if let Some(extent) = known
            && dim.stride.is_none()
            && message.is_none()
        {
            let from = if dim.lower.is_none() { Some(0) } else { from };
            let length = if dim.is_index { Some(1) } else { length };
            if let (Some(from), Some(length)) = (from, length)
                && from + length > extent
            {
                let at = dim.length.or(dim.lower);
                message = Some((
                    at,
                    format!(
                        "`{name}` goes to element {}, and the array has {extent}",
                        from + length - 1
                    ),
                ));
            }
        }
        let needs_length = match dim.extent {
            None => true,
            Some(ArrayLen::Unknown) => true,
            Some(_) => false,
        };
        if needs_length && dim.length.is_none() && !dim.is_index && message.is_none() {
            let base = text.base.text.trim();
            let message = format!(
                "the section `{name}` has no length, and the type of `{base}` does not say it"
            );
            let help = if number == 0 {
                format!("write `{base}[0:n]` with the number of elements")
            } else {
                "write the number of elements behind the colon".to_owned()
            };
            self.diagnostics
                .push(Diagnostic::error(Code::ListItem, text.span, message).help(help));
            return Err(Failed);
        }
        match message {
            Some((at, message)) => {
                let span = at.map_or(text.span, |e| self.at(e));
                self.error(Code::ListItem, span, message);
                Err(Failed)
            }
            None => Ok(()),
        }
    }

    fn not_an_array(&mut self, text: &ItemText, base: ExprId) -> Failed {
        let ty = self.program.describe(self.ty(base));
        let message = format!(
            "`{}` is no section: `{}` has type `{ty}`, which has no elements so deep",
            text.text.trim(),
            text.base.text.trim()
        );
        self.error(Code::ListItem, text.span, message);
        Failed
    }

    /// The variable that an lvalue starts from.
    fn root(&self, id: ExprId) -> Option<VarId> {
        match &self.program.exprs[id].kind {
            ExprKind::Var(var) => Some(*var),
            ExprKind::Member { base: inner, .. }
            | ExprKind::Index { base: inner, .. }
            | ExprKind::Deref(inner)
            | ExprKind::AddrOf(inner)
            | ExprKind::Convert { arg: inner, .. } => self.root(*inner),
            ExprKind::Binary { lhs, rhs, .. } => {
                if self.program.types.is_pointer(self.ty(*lhs).id) {
                    self.root(*lhs)
                } else {
                    self.root(*rhs)
                }
            }
            _ => None,
        }
    }
}

pub(super) fn is_identifier(text: &str) -> bool {
    let mut chars = text.chars();
    chars
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}
