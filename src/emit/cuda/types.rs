//! Types and declarators as C++ spells them.
//!
//! Pointers to variable-length arrays, and such arrays themselves, are pointers to their element;
//! `pointers.rs` does the arithmetic. Every name printed is recorded in [`super::Uses`].

use super::Printer;
use super::names::AliasName;
use crate::ir::{
    ArrayLen, FloatKind, Part, Program, QualType, Quals, Type, TypeId, Types, array_quals, is_vla,
    vla_element,
};
use crate::source::Span;

/// Whether a type is volatile, or an array of what is.
pub(super) fn is_volatile(types: &Types, ty: QualType) -> bool {
    let ty = types.resolve_qual(ty);
    ty.quals.is_volatile
        || match types.get(ty.id) {
            Type::Array { elem, .. } => is_volatile(types, *elem),
            _ => false,
        }
}

/// The enum's type in C++: C's constants are int, so enums are given int to compute with.
pub fn enum_base(program: &Program, id: crate::ir::EnumId) -> crate::ir::IntKind {
    use crate::ir::IntKind;
    let enumeration = &program.enums[id];
    let small = enumeration
        .consts
        .iter()
        .all(|c| i32::try_from(c.value).is_ok());
    match enumeration.repr {
        IntKind::UInt if small => IntKind::Int,
        repr => repr,
    }
}

/// The unsigned kind that an enum has in C, where C++ computes with it in int.
pub fn unsigned_enum(program: &Program, ty: TypeId) -> Option<crate::ir::IntKind> {
    let Type::Enum(id) = program.types.resolve(ty) else {
        return None;
    };
    let repr = program.enums[*id].repr;
    (repr != enum_base(program, *id)).then_some(repr)
}

/// Qualifiers before the type they qualify, each with a blank after it.
fn quals_before(quals: Quals) -> String {
    let mut text = String::new();
    if quals.is_const {
        text.push_str("const ");
    }
    if quals.is_volatile {
        text.push_str("volatile ");
    }
    text
}

/// Qualifiers of a pointer, behind its `*`.
fn quals_behind(quals: Quals) -> String {
    let mut words = vec![];
    if quals.is_const {
        words.push("const");
    }
    if quals.is_volatile {
        words.push("volatile");
    }
    if quals.is_restrict {
        words.push("__restrict__");
    }
    words.join(" ")
}

impl Printer<'_> {
    /// `name` declared with this type; the type alone where `name` is empty.
    pub fn declarator(&mut self, ty: QualType, name: &str) -> String {
        let (base, rest) = self.split_declarator(ty, name);
        join(&base, &rest)
    }

    /// Prints the declaration of something with this type, whose declarator stands at a place of the text: extents of
    /// arrays are those of the text.
    pub fn declaring<R>(
        &mut self,
        at: Span,
        ty: QualType,
        print: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let types = &self.program.types;
        let (mut inner, mut arrays) = (ty, 0);
        loop {
            match types.get(inner.id) {
                Type::Array { elem, .. } => {
                    arrays += 1;
                    inner = *elem;
                }
                Type::Pointer(to) => inner = *to,
                _ => break,
            }
        }
        let outer = std::mem::replace(
            &mut self.state.declared,
            (arrays > 0).then_some((at, arrays)),
        );
        let result = print(self);
        self.state.declared = outer;
        result
    }

    /// The next extent of the array that is declared, as the text has it or as a number.
    pub fn array_extent(&mut self, value: u64) -> String {
        let Some((at, from_last)) = &mut self.state.declared else {
            return value.to_string();
        };
        let (at, asked) = (*at, *from_last);
        *from_last = from_last.saturating_sub(1);
        let written = self.hooks.written();
        let extent = written.extent(&mut self.uses.macros, at, asked, value);
        extent.unwrap_or_else(|| value.to_string())
    }

    /// A constant expression of the text with the macros that it names, where they stand for this number: an operand of
    /// `==`.
    pub fn constant(&mut self, at: Span, value: i128) -> Option<String> {
        let written = self.hooks.written();
        written.constant(&mut self.uses.macros, at, value)
    }

    /// A type without a name.
    pub fn type_name(&mut self, ty: QualType) -> String {
        self.declarator(ty, "")
    }

    /// The specifiers, and the declarator that stands behind them.
    pub fn split_declarator(&mut self, ty: QualType, name: &str) -> (String, String) {
        self.spell(ty, name.to_string(), true)
    }

    /// `inner` is what has been wrapped around the name so far; `value` is false behind a pointer.
    fn spell(&mut self, ty: QualType, inner: String, value: bool) -> (String, String) {
        let program = self.program;
        if is_vla(&program.types, ty.id) {
            let (elem, _) = vla_element(&program.types, ty);
            return self.spell_pointer(elem, Quals::default(), inner);
        }
        match program.types.get(ty.id) {
            Type::Void => (format!("{}void", quals_before(ty.quals)), inner),
            Type::Bool => (format!("{}bool", quals_before(ty.quals)), inner),
            Type::Int(kind) => (
                format!("{}{}", quals_before(ty.quals), kind.spelling()),
                inner,
            ),
            Type::Float(kind) => (
                format!("{}{}", quals_before(ty.quals), float_spelling(*kind)),
                inner,
            ),
            Type::Complex(part) => (
                format!(
                    "{}romp::complex<{}>",
                    quals_before(ty.quals),
                    part_spelling(*part)
                ),
                inner,
            ),
            Type::Opaque(text) => (format!("{}{text}", quals_before(ty.quals)), inner),
            Type::Enum(id) => {
                self.uses.enums.add(*id);
                self.uses.named.add(*id);
                let name = self.names.enumeration(*id);
                (format!("{}enum {name}", quals_before(ty.quals)), inner)
            }
            Type::Record(id) => {
                self.uses.records.add(*id);
                if value {
                    self.uses.complete.add(*id);
                }
                let word = if program.records[*id].is_union {
                    "union"
                } else {
                    "struct"
                };
                let name = self.names.record(*id);
                (format!("{}{word} {name}", quals_before(ty.quals)), inner)
            }
            Type::Alias(id) => {
                let target = program.aliases[*id].target;
                let name = match self.names.alias(*id) {
                    AliasName::Expanded => {
                        let quals = ty.quals.union(target.quals);
                        return self.spell(QualType { quals, ..target }, inner, value);
                    }
                    AliasName::Known(name) => name,
                    AliasName::Declared(name) => {
                        self.uses.aliases.add(*id);
                        if value {
                            self.complete(target);
                        }
                        name
                    }
                };
                // `restrict` and a pointer's own `const` stand behind a name as well as before it.
                let restrict = if ty.quals.is_restrict {
                    " __restrict__"
                } else {
                    ""
                };
                (format!("{}{name}{restrict}", quals_before(ty.quals)), inner)
            }
            Type::Pointer(to) => {
                if is_vla(&program.types, to.id) {
                    let (elem, _) = vla_element(&program.types, *to);
                    return self.spell_pointer(elem, ty.quals, inner);
                }
                self.spell_pointer(*to, ty.quals, inner)
            }
            Type::Array { elem, len } => {
                let extent = match len {
                    ArrayLen::Known(n) => self.array_extent(*n),
                    ArrayLen::Unknown | ArrayLen::Vla(_) => String::new(),
                };
                let elem = QualType {
                    id: elem.id,
                    quals: elem.quals.union(array_quals(ty.quals)),
                };
                self.spell(elem, format!("{inner}[{extent}]"), value)
            }
            Type::Function {
                ret,
                params,
                variadic,
                ..
            } => {
                let mut list: Vec<String> = params.iter().map(|&p| self.type_name(p)).collect();
                if *variadic {
                    list.push("...".into());
                }
                let list = list.join(", ");
                self.spell(*ret, format!("{inner}({list})"), value)
            }
        }
    }

    fn spell_pointer(&mut self, to: QualType, quals: Quals, inner: String) -> (String, String) {
        let quals = quals_behind(quals);
        let gap = if quals.is_empty() || inner.is_empty() {
            ""
        } else {
            " "
        };
        let inner = format!("*{quals}{gap}{inner}");
        let parenthesised = match self.program.types.get(to.id) {
            Type::Array { .. } | Type::Function { .. } => true,
            Type::Alias(id) => {
                *self.names.alias(*id) == AliasName::Expanded
                    && matches!(
                        self.program.types.resolve(to.id),
                        Type::Array { .. } | Type::Function { .. }
                    )
            }
            _ => false,
        };
        let inner = if parenthesised {
            format!("({inner})")
        } else {
            inner
        };
        self.spell(to, inner, false)
    }

    /// Records that the definition of the record (or of the record in the array) is needed.
    pub fn complete(&mut self, ty: QualType) {
        match self.program.types.resolve(ty.id) {
            Type::Record(id) => {
                self.uses.records.add(*id);
                self.uses.complete.add(*id);
            }
            Type::Array { elem, .. } => self.complete(*elem),
            _ => {}
        }
    }
}

/// Specifiers and declarator side by side.
pub fn join(base: &str, rest: &str) -> String {
    if rest.is_empty() {
        base.to_string()
    } else if rest.starts_with('[') {
        format!("{base}{rest}")
    } else {
        format!("{base} {rest}")
    }
}

fn part_spelling(part: Part) -> &'static str {
    match part {
        Part::Int(kind) => kind.spelling(),
        Part::Float(kind) => float_spelling(kind),
    }
}

fn float_spelling(kind: FloatKind) -> &'static str {
    match kind {
        FloatKind::Half => "_Float16",
        FloatKind::Float => "float",
        FloatKind::Double => "double",
        FloatKind::LongDouble => "long double",
        FloatKind::Quad => "__float128",
    }
}

/// Whether two types are the same with the qualifiers inside of them, their own qualifiers left aside. Types that
/// print as the same text are the same.
pub fn same_inside(types: &Types, a: TypeId, b: TypeId) -> bool {
    if a == b {
        return true;
    }
    let same_qual = |x: QualType, y: QualType| {
        let (x, y) = (types.resolve_qual(x), types.resolve_qual(y));
        x.quals == y.quals && same_inside(types, x.id, y.id)
    };
    match (types.resolve(a), types.resolve(b)) {
        (Type::Pointer(x), Type::Pointer(y)) => {
            let x = if is_vla(types, x.id) {
                vla_element(types, *x).0
            } else {
                *x
            };
            let y = if is_vla(types, y.id) {
                vla_element(types, *y).0
            } else {
                *y
            };
            same_qual(x, y)
        }
        (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
            m == n && same_qual(*x, *y)
        }
        (
            Type::Function {
                ret: r,
                params: p,
                variadic: v,
                ..
            },
            Type::Function {
                ret: s,
                params: q,
                variadic: w,
                ..
            },
        ) => {
            v == w
                && same_qual(*r, *s)
                && p.len() == q.len()
                && p.iter().zip(q).all(|(x, y)| {
                    // A parameter's own qualifiers are not part of the function's type.
                    let (x, y) = (types.resolve_qual(*x), types.resolve_qual(*y));
                    same_inside(types, x.id, y.id)
                })
        }
        (x, y) => x == y,
    }
}
