//! Initialisers: C's designated and partial ones as C++'s positional ones, with casts for conversions that C++
//! forbids in braces; compound literals and statement expressions.

use super::Printer;
use super::cast::Cxx;
use super::list_parts::Parts;
use super::members::WITH;
use super::precedence::{Prec, Text};
use crate::device::Block;
use crate::ir::characters::wide_string;
use crate::ir::constants::int_value;
use crate::ir::literals;
use crate::ir::{
    ArrayLen, Conversion, Expr, ExprId, ExprKind, Field, FloatKind, Init, IntKind, Program,
    QualType, StmtId, Type, UnOp,
};

/// What is needed of a compound literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Literal {
    Address,
    Value,
}

impl Printer<'_> {
    /// The text behind `=` in a declaration of this type.
    pub fn initialiser(&mut self, init: &Init, ty: QualType) -> String {
        match init {
            Init::List(items) if items.len() == 1 && self.program.types.is_scalar(ty.id) => {
                self.initialiser(&items[0].1, ty)
            }
            Init::Expr(e) if self.program.types.is_array(ty.id) => self.array_copy(*e, ty),
            Init::Expr(e) => self.value(*e, ty).at_least(Prec::Assign),
            Init::List(_) => self.braced(init, ty),
        }
    }

    /// The text of an expression that initialises an object of this type.
    fn value(&mut self, e: ExprId, ty: QualType) -> Text {
        match self.folded(e, ty) {
            Some(constant) => constant,
            None => self.coerced(e, ty),
        }
    }

    /// The text that initialises a member.
    pub(super) fn member_value(&mut self, init: &Init, field: &Field) -> String {
        if let (Some(bits), Init::Expr(e)) = (field.bits, init)
            && let Some(value) = int_value(self.program, *e)
            && let Some(kind) = self.integer_kind(field.ty)
        {
            // C keeps the low bits of a constant that does not fit; C++ refuses it.
            let kept = low_bits(value, bits, kind.signed());
            if kept != value {
                let long = kind.size() == 8;
                return literals::int_constant(kept, !kind.signed(), long);
            }
        }
        self.element(init, field.ty)
    }

    /// The kind of an integer type or an enum.
    fn integer_kind(&self, ty: QualType) -> Option<IntKind> {
        match self.program.types.resolve(ty.id) {
            Type::Int(kind) => Some(*kind),
            Type::Enum(id) => Some(self.program.enums[*id].repr),
            _ => None,
        }
    }

    /// The text of an initialiser inside of braces, where C++ forbids conversions that may lose something.
    fn element(&mut self, init: &Init, ty: QualType) -> String {
        match init {
            Init::Expr(e) if self.program.types.is_arithmetic(ty.id) => {
                let text = self.value(*e, ty);
                if self.narrows(*e, text.cxx, ty) {
                    self.cast(text, ty).text
                } else {
                    text.at_least(Prec::Assign)
                }
            }
            _ => self.initialiser(init, ty),
        }
    }

    /// A compound literal.
    pub(super) fn literal(&mut self, init: &Init, ty: QualType) -> String {
        let text = self.braced(init, ty);
        match text.starts_with(WITH) {
            true => text,
            false => format!("({}){text}", self.type_name(ty)),
        }
    }

    /// `{...}` for any initialiser; an expression where C++ cannot initialise all members.
    pub(super) fn braced(&mut self, init: &Init, ty: QualType) -> String {
        self.complete(ty);
        let list = self.state.list.take();
        let Init::List(items) = init else {
            return match init {
                Init::Expr(e) if self.program.types.is_array(ty.id) => self.array_copy(*e, ty),
                _ => format!("{{{}}}", self.element(init, ty)),
            };
        };
        if items.is_empty() {
            return "{}".into();
        }
        let program = self.program;
        match program.types.resolve(ty.id) {
            Type::Array { elem, .. } => {
                let (about, lists) = self.beside_parts(list, items);
                let elem = QualType {
                    quals: elem.quals.union(ty.quals),
                    ..*elem
                };
                let last = items.last().map_or(0, |(index, _)| *index);
                let mut parts = Parts::new(about);
                let mut items = items.iter().enumerate().peekable();
                for index in 0..=last {
                    match items.next_if(|(_, (i, _))| *i == index) {
                        Some((at, (_, item))) => {
                            self.state.list = lists[at];
                            parts.add(self.element(item, elem), Some(at));
                            self.state.list = None;
                        }
                        None => parts.add(self.zero(elem), None),
                    }
                }
                parts.text()
            }
            Type::Record(id) => self.record_init(*id, ty, items, list),
            _ => format!("{{{}}}", self.element(&items[0].1, ty)),
        }
    }

    /// A zero of any type, inside braces.
    pub(super) fn zero(&self, ty: QualType) -> String {
        match self.program.types.resolve(ty.id) {
            Type::Bool => "false".into(),
            Type::Int(_) => "0".into(),
            Type::Float(FloatKind::Float) => "0.0f".into(),
            Type::Float(_) => "0.0".into(),
            Type::Pointer(_) => "NULL".into(),
            _ => "{}".into(),
        }
    }

    /// A string literal for an array of characters; C leaves the final zero out where it does not fit.
    fn array_copy(&mut self, e: ExprId, ty: QualType) -> String {
        let expr = self.program.expr(e);
        match &expr.kind {
            ExprKind::Str { text } if wide_string(text).is_some() => {
                let units = wide_string(text)
                    .map(|(_, units)| units)
                    .unwrap_or_default();
                let most = match self.program.types.resolve(ty.id) {
                    Type::Array {
                        len: ArrayLen::Known(n),
                        ..
                    } => *n as usize,
                    _ => units.len(),
                };
                let units: Vec<String> = units.iter().take(most).map(i128::to_string).collect();
                format!("{{{}}}", units.join(", "))
            }
            ExprKind::Str { text } => {
                let bytes = literals::string_bytes(text);
                match (bytes, self.program.types.resolve(ty.id)) {
                    (
                        Some(bytes),
                        Type::Array {
                            len: ArrayLen::Known(n),
                            ..
                        },
                    ) if bytes.len() as u64 >= *n => {
                        let chars: Vec<String> = bytes
                            .iter()
                            .take(*n as usize)
                            .map(|&b| self.char_element(b, ty))
                            .collect();
                        format!("{{{}}}", chars.join(", "))
                    }
                    _ => self.node(e).text,
                }
            }
            ExprKind::CompoundLiteral { init } => self.braced(init, ty),
            ExprKind::Convert {
                arg,
                why: Conversion::Implicit,
            } => self.array_copy(*arg, ty),
            _ => self.node(e).text,
        }
    }

    /// The value that a string that initialises an array gives an element (C17, 6.7.9).
    pub(super) fn string_element(&mut self, string: ExprId, index: u64, ty: QualType) -> String {
        let string = self.program.below_implicit(string);
        let expr = self.program.expr(string);
        let bytes = match &expr.kind {
            ExprKind::Str { text } => {
                if let Some((_, units)) = wide_string(text) {
                    return units.get(index as usize).unwrap_or(&0).to_string();
                }
                literals::string_bytes(text)
            }
            _ => None,
        };
        let length = match self.program.types.resolve(expr.ty.id) {
            Type::Array {
                len: ArrayLen::Known(n),
                ..
            } => *n,
            _ => 0,
        };
        match bytes.as_deref().map(|all| all.get(index as usize)) {
            Some(Some(&byte)) => self.char_element(byte, ty),
            None if index < length => format!("{}[{index}]", self.node(string).text),
            _ => "0".into(),
        }
    }

    fn char_element(&self, byte: u8, ty: QualType) -> String {
        let plain = self.program.types.element(ty.id).is_some_and(|elem| {
            *self.program.types.resolve(elem.id) == Type::Int(crate::ir::IntKind::Char)
        });
        if plain || byte < 128 {
            literals::char_constant(byte)
        } else {
            let signed = self.program.types.element(ty.id).is_some_and(|elem| {
                *self.program.types.resolve(elem.id) == Type::Int(crate::ir::IntKind::SChar)
            });
            if signed {
                (byte as i8).to_string()
            } else {
                byte.to_string()
            }
        }
    }

    /// Whether C++ calls the conversion of `e` to `ty` narrowing.
    fn narrows(&self, e: ExprId, from: Cxx, ty: QualType) -> bool {
        let types = &self.program.types;
        let to = types.resolve(ty.id);
        let value = int_value(self.program, self.program.below_implicit(e));
        let source = match from {
            Cxx::Is(is) => types.resolve(is.id).clone(),
            Cxx::Bool => Type::Bool,
            Cxx::Char => Type::Int(crate::ir::IntKind::Char),
            Cxx::Int(kind) | Cxx::Bits(kind) => Type::Int(kind),
            Cxx::Constant { of, .. } => Type::Int(super::types::enum_base(self.program, of)),
            Cxx::ConstChars | Cxx::Null => return *to == Type::Bool,
        };
        let source = match source {
            Type::Enum(id) => Type::Int(super::types::enum_base(self.program, id)),
            other => other,
        };
        match (&source, to) {
            (a, b) if a == b => false,
            (Type::Bool, Type::Int(_)) => false,
            (Type::Int(_), Type::Int(b)) => match value {
                Some(value) => !b.holds(value),
                None => match source {
                    Type::Int(a) => {
                        let widens = b.size() > a.size() && (b.signed() || !a.signed());
                        let same = b.size() == a.size() && b.signed() == a.signed();
                        !(widens || same)
                    }
                    _ => true,
                },
            },
            (_, Type::Enum(_) | Type::Complex(_)) => false,
            (Type::Int(_) | Type::Bool, Type::Bool) => !matches!(value, Some(0 | 1)),
            (Type::Int(_) | Type::Bool, Type::Float(kind)) => match value {
                Some(value) => {
                    let bits = if *kind == FloatKind::Float { 24 } else { 53 };
                    value.unsigned_abs() > 1 << bits
                }
                None => true,
            },
            (Type::Float(a), Type::Float(b)) => {
                (*a as u8) > (*b as u8) && !matches!(strip(self.program, e), ExprKind::Float { .. })
            }
            _ => true,
        }
    }

    /// A compound literal whose address is needed: a variable declared before the statement, and assigned here. In C
    /// it is an object of the enclosing block.
    pub(super) fn hoisted_literal(
        &mut self,
        literal: ExprId,
        init: &Init,
        pointer: QualType,
        wanted: Literal,
    ) -> Text {
        let elsewhere = self.hooks.literal_place(literal);
        let literal = self.program.expr(literal);
        let ty = QualType {
            quals: Default::default(),
            ..self.program.types.resolve_qual(literal.ty)
        };
        let here = elsewhere.is_none();
        let name = elsewhere.unwrap_or_else(|| self.literal_name());
        self.complete(ty);
        let declared = if self.program.is_constant(ty) {
            // It is assigned element by element.
            let (mut inner, mut sized) = (ty, name.clone());
            while let Type::Array {
                elem,
                len: ArrayLen::Known(n),
            } = self.program.types.resolve(inner.id)
            {
                sized.push_str(&format!("[{n}]"));
                inner = *elem;
            }
            let inner = self.without_const(inner);
            self.declarator(inner, &sized)
        } else {
            self.declarator(ty, &name)
        };
        if here {
            self.state.hoisted.push(format!("{declared};"));
        }
        let is = Cxx::Is(pointer);
        let amp = match wanted {
            Literal::Address => "&",
            Literal::Value => "",
        };
        if self.program.types.is_array(ty.id) {
            let mut parts = vec![];
            self.element_by_element(&name, Some(init), ty, &mut parts);
            parts.push(format!("{amp}{name}"));
            return Text::new(parts.join(", "), Prec::Comma, is);
        }
        let value = match init {
            Init::Expr(e) => self.coerced(*e, ty).at_least(Prec::Assign),
            Init::List(_) if self.program.types.is_scalar(ty.id) => self.initialiser(init, ty),
            Init::List(_) => self.literal(init, ty),
        };
        Text::new(format!("{amp}({name} = {value})"), Prec::Unary, is)
    }

    /// Assignments to all elements of an array, since C++ does not assign arrays.
    fn element_by_element(
        &mut self,
        place: &str,
        init: Option<&Init>,
        ty: QualType,
        parts: &mut Vec<String>,
    ) {
        let Type::Array {
            elem,
            len: ArrayLen::Known(n),
        } = *self.program.types.resolve(ty.id)
        else {
            let value = match init {
                Some(init) if self.program.types.is_scalar(ty.id) => self.initialiser(init, ty),
                Some(init) => self.literal(init, ty),
                None if self.program.types.is_scalar(ty.id) => self.zero(ty),
                None => format!("({}){{}}", self.type_name(ty)),
            };
            parts.push(format!("{place} = {value}"));
            return;
        };
        for index in 0..n {
            let place = format!("{place}[{index}]");
            match init {
                Some(Init::Expr(string)) => {
                    let value = self.string_element(*string, index, ty);
                    parts.push(format!("{place} = {value}"));
                }
                Some(Init::List(items)) => {
                    let item = items.iter().find(|(i, _)| *i == index);
                    self.element_by_element(&place, item.map(|(_, item)| item), elem, parts);
                }
                None => self.element_by_element(&place, None, elem, parts),
            }
        }
    }

    /// A name for the next hoisted literal, unlike all others.
    fn literal_name(&mut self) -> String {
        loop {
            self.state.literal_count += 1;
            let name = match self.state.literal_count {
                1 => "literal".to_string(),
                count => format!("literal_{count}"),
            };
            if self.names.fresh(&name) == name {
                return name;
            }
        }
    }

    /// The value of a statement expression, of the type that it has in C.
    pub(super) fn valued(&mut self, e: ExprId) -> Text {
        let ty = self.program.types.resolve_qual(self.program.expr(e).ty);
        let value = self.typed_null(e);
        self.coerce(value, ty.id.into())
    }

    /// `({ ... })`, on one line where its text allows.
    pub(super) fn statement_expression(&mut self, expr: &Expr, block: StmtId) -> Text {
        let mut inner = Block::default();
        self.state.inside_expr += 1;
        let value = self.program.last_value(block).map(|(stmt, _)| stmt);
        let outer = std::mem::replace(&mut self.state.value_of, value);
        let directives = std::mem::take(&mut self.state.directives);
        self.block_contents(&mut inner, block);
        self.state.value_of = outer;
        self.state.inside_expr -= 1;
        let many = self.state.directives;
        self.state.directives |= directives;
        let printed = inner.to_string();
        let text = if many {
            format!("({{\n{printed}}})")
        } else {
            let lines: Vec<&str> = printed.lines().map(str::trim).collect();
            format!("({{ {} }})", lines.join(" "))
        };
        Text::primary(text, Cxx::Is(expr.ty))
    }
}

/// The value of the low bits of a number.
fn low_bits(value: i128, bits: u32, signed: bool) -> i128 {
    let kept = value & ((1i128 << bits) - 1);
    match signed && kept >> (bits - 1) & 1 == 1 {
        true => kept - (1i128 << bits),
        false => kept,
    }
}

/// Whether initialisers leave a field out: an unnamed bit-field.
pub(super) fn is_padding(program: &Program, field: &Field) -> bool {
    field.name.is_none() && !program.types.is_record(field.ty.id)
}

/// The expression below implicit conversions and signs.
fn strip(program: &Program, e: ExprId) -> &ExprKind {
    match &program.expr(e).kind {
        ExprKind::Convert {
            arg,
            why: Conversion::Implicit,
        }
        | ExprKind::Unary {
            op: UnOp::Neg | UnOp::Plus,
            arg,
        } => strip(program, *arg),
        other => other,
    }
}
