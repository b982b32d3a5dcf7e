//! Conversions that C makes implicitly and C++ does not: there a cast is printed.
//!
//! Each printed expression carries the type that it has in C++ ([`Cxx`]); where that differs from its C type so that
//! it matters, [`Printer::coerce`] prints a cast.

use super::Printer;
use super::precedence::{Prec, Text};
use super::types::{enum_base, same_inside, unsigned_enum};
use crate::ir::{Conversion, EnumId, ExprId, ExprKind, FloatKind, IntKind, QualType, Type};
use crate::ir::{is_vla, literals, vla_element};
use std::cmp::Ordering;

/// The type that C++ gives a printed expression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Cxx {
    /// The type that it has in C.
    Is(QualType),
    /// A comparison or logical result: int in C.
    Bool,
    /// A character constant: int in C.
    Char,
    /// An integer of another kind than in C.
    Int(IntKind),
    /// An enumeration constant, which C++ computes with as its enum's type says.
    Constant {
        of: EnumId,
        /// The integer type that it has in C.
        kind: IntKind,
    },
    /// Int, where C has an unsigned type of the same bits: of enums combined by `&`, `|`, `^`.
    Bits(IntKind),
    /// A string literal decayed: `char *` in C.
    ConstChars,
    /// A null pointer constant.
    Null,
}

impl Printer<'_> {
    /// The text of an expression converted to `want` as if by assignment.
    pub(super) fn coerced(&mut self, e: ExprId, want: QualType) -> Text {
        let text = self.node(e);
        self.coerce(text, want)
    }

    /// An expression that is no null pointer constant of C++, whatever it is in C: behind a comma, or at the end of a
    /// statement expression, C has a pointer and C++ an integer.
    pub(super) fn typed_null(&mut self, e: ExprId) -> Text {
        let text = self.node(e);
        match text.cxx {
            Cxx::Null => self.cast(text, self.program.expr(e).ty),
            _ => text,
        }
    }

    /// The text with a cast to `want`, where C++ does not convert implicitly.
    pub(super) fn coerce(&mut self, text: Text, want: QualType) -> Text {
        if let Cxx::Is(is) = text.cxx
            && self.is_volatile_record(is)
            && self.program.types.is_record(want.id)
        {
            return self.volatile_value(&text, is);
        }
        if self.converts(text.cxx, want) {
            text
        } else {
            self.cast(text, want)
        }
    }

    /// The text of an argument of an overloaded library function: of exactly the parameter's type.
    pub(super) fn exactly(&mut self, e: ExprId, want: QualType) -> Text {
        let types = &self.program.types;
        let text = self.node(e);
        let same = match (text.cxx, types.resolve(want.id)) {
            (
                Cxx::Is(is),
                wanted @ (Type::Int(_) | Type::Float(_) | Type::Complex(_) | Type::Bool),
            ) => types.resolve(is.id) == wanted,
            (_, Type::Int(_) | Type::Float(_) | Type::Complex(_) | Type::Bool) => false,
            (cxx, _) => self.converts(cxx, want),
        };
        if same {
            return text;
        }
        // `sqrt(2)` is `sqrt(2.0)`.
        if matches!(types.resolve(want.id), Type::Float(_))
            && text.prec == Prec::Primary
            && text.text.bytes().all(|b| b.is_ascii_digit())
            && (text.text == "0" || !text.text.starts_with('0'))
        {
            let double = *types.resolve(want.id) == Type::Float(FloatKind::Double);
            let suffix = if double { ".0" } else { ".0f" };
            return Text::primary(format!("{}{suffix}", text.text), Cxx::Is(want));
        }
        self.cast(text, want)
    }

    /// Whether C++ converts implicitly, with C's result.
    pub(super) fn converts(&self, from: Cxx, want: QualType) -> bool {
        let types = &self.program.types;
        let arithmetic = match from {
            Cxx::Is(is) => types.is_arithmetic(is.id),
            Cxx::Bool | Cxx::Char | Cxx::Int(_) | Cxx::Constant { .. } | Cxx::Bits(_) => true,
            Cxx::ConstChars | Cxx::Null => false,
        };
        match types.resolve(want.id) {
            Type::Enum(id) => self.enum_of(from) == Some(*id),
            // The imaginary part is lost, for which C++ requires a cast.
            Type::Bool | Type::Int(_) | Type::Float(_) if matches!(from, Cxx::Is(is) if self.is_complex(is)) => {
                false
            }
            Type::Bool => from != Cxx::Null,
            Type::Int(_) | Type::Float(_) => arithmetic,
            Type::Pointer(to) => match from {
                Cxx::Null => true,
                Cxx::ConstChars => {
                    types.resolve_qual(*to).quals.is_const
                        && matches!(types.resolve(to.id), Type::Void | Type::Int(IntKind::Char))
                }
                Cxx::Is(is) => match types.resolve(is.id) {
                    Type::Pointer(pointee) => self.pointee_converts(*pointee, *to),
                    Type::Function { .. } => same_inside(types, is.id, to.id),
                    _ => false,
                },
                _ => false,
            },
            _ => true,
        }
    }

    fn pointee_converts(&self, from: QualType, to: QualType) -> bool {
        let types = &self.program.types;
        let flat = |ty: QualType| {
            let ty = if is_vla(types, ty.id) {
                vla_element(types, ty).0
            } else {
                ty
            };
            types.resolve_qual(ty)
        };
        let (from, to) = (flat(from), flat(to));
        let lost = (from.quals.is_const && !to.quals.is_const)
            || (from.quals.is_volatile && !to.quals.is_volatile);
        if lost {
            return false;
        }
        match types.get(to.id) {
            Type::Void => !matches!(types.get(from.id), Type::Function { .. }),
            _ => same_inside(types, from.id, to.id),
        }
    }

    /// Whether C++ compares two pointers, or chooses between them by `?:`, without a cast.
    pub(super) fn pointers_agree(&self, a: Cxx, b: Cxx) -> bool {
        let types = &self.program.types;
        let pointee = |cxx| match cxx {
            Cxx::Is(is) => match types.resolve(is.id) {
                Type::Pointer(to) => Some(types.resolve_qual(*to)),
                _ => None,
            },
            _ => None,
        };
        match (a, b) {
            (Cxx::Null, Cxx::Null) => true,
            (Cxx::Null | Cxx::ConstChars, other) | (other, Cxx::Null | Cxx::ConstChars) => {
                match pointee(other) {
                    Some(to) => {
                        let text = a == Cxx::ConstChars || b == Cxx::ConstChars;
                        !text || matches!(types.get(to.id), Type::Void | Type::Int(IntKind::Char))
                    }
                    None => other == Cxx::ConstChars,
                }
            }
            _ => match (pointee(a), pointee(b)) {
                (Some(x), Some(y)) => {
                    let is_void = |t: QualType| *types.get(t.id) == Type::Void;
                    let is_function =
                        |t: QualType| matches!(types.get(t.id), Type::Function { .. });
                    ((is_void(x) || is_void(y)) && !is_function(x) && !is_function(y)) || {
                        let flat = |ty: QualType| match is_vla(types, ty.id) {
                            true => vla_element(types, ty).0.id,
                            false => ty.id,
                        };
                        same_inside(types, flat(x), flat(y))
                    }
                }
                _ => false,
            },
        }
    }

    /// The enum that is the type of the expression in C++.
    pub(super) fn enum_of(&self, cxx: Cxx) -> Option<EnumId> {
        match cxx {
            Cxx::Constant { of, .. } => Some(of),
            Cxx::Is(is) => match self.program.types.resolve(is.id) {
                Type::Enum(id) => Some(*id),
                _ => None,
            },
            _ => None,
        }
    }

    /// `(want)text`.
    pub(super) fn cast(&mut self, text: Text, want: QualType) -> Text {
        let types = &self.program.types;
        // Qualifiers of a cast's own type have no meaning.
        let want = match types.get(want.id) {
            Type::Alias(_) => want,
            _ => want.id.into(),
        };
        let name = self.type_name(QualType {
            quals: Default::default(),
            ..want
        });
        let pointer = match text.cxx {
            Cxx::Is(is) => types.is_pointer(is.id),
            Cxx::ConstChars | Cxx::Null => true,
            _ => false,
        };
        let narrow = matches!(types.resolve(want.id), Type::Int(_) | Type::Enum(_))
            && self.program.size_of(want.id) != Some(8);
        let between = if pointer && narrow { "(long)" } else { "" };
        Text {
            text: format!("({name}){between}{}", text.at_least(Prec::Cast)),
            prec: Prec::Cast,
            cxx: Cxx::Is(want),
        }
    }

    /// A conversion in the IR.
    pub(super) fn conversion(&mut self, e: ExprId, arg: ExprId, why: Conversion) -> Text {
        let ty = self.program.expr(e).ty;
        match why {
            Conversion::Cast => self.written_cast(ty, arg),
            Conversion::Implicit => self.implicit(ty, arg),
            Conversion::FunctionDecay => {
                let text = self.node(arg);
                // An old-style definition is printed with a parameter list: in C++ it has another type.
                if let ExprKind::Func(func) = self.program.expr(arg).kind {
                    let func = &self.program.funcs[func];
                    if !func.prototyped && !func.params.is_empty() {
                        return self.cast(text, ty);
                    }
                }
                Text {
                    cxx: Cxx::Is(ty),
                    ..text
                }
            }
            Conversion::ArrayDecay => self.array_decay(ty, arg),
        }
    }

    fn written_cast(&mut self, ty: QualType, arg: ExprId) -> Text {
        let types = &self.program.types;
        let zero = matches!(&self.program.expr(arg).kind,
            ExprKind::Int { value: 0, text } if !literals::is_char(text));
        if zero
            && let Type::Pointer(to) = types.get(ty.id)
            && *types.get(to.id) == Type::Void
            && to.quals == Default::default()
        {
            return Text::primary("NULL", Cxx::Null);
        }
        let mut text = self.node(arg);
        // A cast to a wider type shows the sign, as an implicit conversion does.
        if let Some(kind) = self.kind_in_c(text.cxx)
            && !matches!(text.cxx, Cxx::Constant { .. })
            && is_wide(types.resolve(ty.id))
        {
            text = self.as_kind(text, kind);
        }
        // `((double)2.2e-16L)` of <float.h> is printed without its suffix, and so needs no cast.
        if matches!(self.program.expr(arg).kind, ExprKind::Float { .. })
            && *types.resolve(self.program.expr(arg).ty.id) == Type::Float(FloatKind::LongDouble)
            && *types.resolve(ty.id) == Type::Float(FloatKind::Double)
        {
            return Text::primary(text.text, Cxx::Is(ty));
        }
        self.cast(text, ty)
    }

    fn implicit(&mut self, ty: QualType, arg: ExprId) -> Text {
        let types = &self.program.types;
        let inner = self.program.expr(arg);
        let mut text = self.node(arg);
        if types.is_pointer(ty.id)
            && matches!(&inner.kind, ExprKind::Int { value: 0, text } if !literals::is_char(text))
        {
            text.cxx = Cxx::Null;
            return text;
        }
        // In C++ two conversions in a row become one, unless the first loses something.
        if let ExprKind::Convert {
            arg: first,
            why: Conversion::Implicit,
        } = inner.kind
            && self.loses(self.program.expr(first).ty, inner.ty)
            && !types.same(ty.id, inner.ty.id)
        {
            text = self.cast(text, inner.ty);
        }
        // C converts an enumeration constant before it computes; its value fits, whatever the sign of its enum's type.
        if let (Cxx::Constant { of, .. }, &Type::Int(kind)) = (text.cxx, types.resolve(ty.id)) {
            text.cxx = Cxx::Constant { of, kind };
            return self.coerce(text, ty);
        }
        // An assignment keeps the bits; a wider type shows the sign.
        if let Some(unsigned) = self.kind_in_c(text.cxx)
            && is_wide(types.resolve(ty.id))
        {
            return self.as_kind(text, unsigned);
        }
        self.coerce(text, ty)
    }

    /// The kind in which C computes, where C++ computes in one of another sign: unsigned with a variable of an enum that
    /// is int here, int with a small constant of an enum that is not.
    pub(super) fn kind_in_c(&self, cxx: Cxx) -> Option<IntKind> {
        match cxx {
            Cxx::Is(is) => unsigned_enum(self.program, is.id),
            Cxx::Constant { of, kind } => {
                let base = enum_base(self.program, of);
                // Otherwise the other operand has that kind in C++, too, or int is what both compute in.
                let prevails = match base.rank().cmp(&kind.rank()) {
                    Ordering::Less => false,
                    Ordering::Equal => !base.signed() && kind.signed(),
                    Ordering::Greater => true,
                };
                prevails.then_some(kind)
            }
            Cxx::Bits(kind) => Some(kind),
            _ => None,
        }
    }

    /// Whether C++ computes with the expression as with an int.
    pub(super) fn is_int_like(&mut self, cxx: Cxx) -> bool {
        match cxx {
            Cxx::Bool | Cxx::Char | Cxx::Bits(_) => true,
            Cxx::Int(kind) => kind == IntKind::Int || kind.rank() < IntKind::Int.rank(),
            Cxx::Constant { of, .. } => enum_base(self.program, of) == IntKind::Int,
            Cxx::Is(is) => match self.program.types.resolve(is.id) {
                Type::Bool => true,
                Type::Int(kind) => self.is_int_like(Cxx::Int(*kind)),
                Type::Enum(id) => enum_base(self.program, *id) == IntKind::Int,
                _ => false,
            },
            Cxx::ConstChars | Cxx::Null => false,
        }
    }

    pub(super) fn is_complex(&self, ty: QualType) -> bool {
        matches!(self.program.types.resolve(ty.id), Type::Complex(_))
    }

    /// `(unsigned int)text`.
    pub(super) fn as_kind(&self, text: Text, kind: IntKind) -> Text {
        Text {
            text: format!("({}){}", kind.spelling(), text.at_least(Prec::Cast)),
            prec: Prec::Cast,
            cxx: Cxx::Int(kind),
        }
    }

    /// Whether an arithmetic conversion may change the value.
    fn loses(&self, from: QualType, to: QualType) -> bool {
        let types = &self.program.types;
        let (from, to) = (types.resolve(from.id), types.resolve(to.id));
        if matches!(from, Type::Complex(_)) && !matches!(to, Type::Complex(_)) {
            return true;
        }
        let real = |ty: &Type| match ty {
            Type::Complex(part) => part.real(),
            other => other.clone(),
        };
        match (real(from), real(to)) {
            (Type::Float(a), Type::Float(b)) => a.rank() > b.rank(),
            (Type::Float(_), _) => true,
            (Type::Bool, _) => false,
            (_, Type::Bool) => true,
            (Type::Int(a), Type::Int(b)) => {
                b.size() < a.size()
                    || (b.size() == a.size() && a.signed() != b.signed())
                    || (a.signed() && !b.signed())
            }
            (Type::Int(a), Type::Float(b)) => b == FloatKind::Float && a.size() > 2 || a.size() > 4,
            _ => false,
        }
    }
}

/// Whether a conversion of an integer of 32 bits to the type depends on its sign.
fn is_wide(ty: &Type) -> bool {
    match ty {
        Type::Int(kind) => kind.size() > 4,
        Type::Float(_) | Type::Complex(_) => true,
        _ => false,
    }
}
