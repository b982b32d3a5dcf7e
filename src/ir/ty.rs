//! C types for an LP64 target (Linux x86-64 and NVIDIA GPUs agree on all of these).
//!
//! Types are interned: equal types have equal ids, aliases kept as sugar (an alias and its target
//! have different ids; compare through [`Types::same`]).

use super::arithmetic::float_size;
use super::{
    AliasId, ConstructId, EnumId, ExprId, FloatKind, FuncId, IntKind, Part, Program, RecordId,
    TypeId, VarId,
};
use crate::source::Span;
use la_arena::Arena;
use std::collections::HashMap;

/// The qualifiers of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[expect(missing_docs, reason = "the fields are C's qualifiers")]
pub struct Quals {
    pub is_const: bool,
    pub is_volatile: bool,
    pub is_restrict: bool,
    pub is_atomic: bool,
}

/// A type with qualifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct QualType {
    /// The unqualified type.
    pub id: TypeId,
    /// The qualifiers.
    pub quals: Quals,
}

impl From<TypeId> for QualType {
    fn from(id: TypeId) -> QualType {
        QualType {
            id,
            quals: Quals::default(),
        }
    }
}

/// The number of elements of an array type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArrayLen {
    /// A constant.
    Known(u64),
    /// `[]`: incomplete, or a flexible array member.
    Unknown,
    /// Variable length: the expression, evaluated where the type is declared.
    Vla(ExprId),
}

/// A type, without the qualifiers at its top.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(
    missing_docs,
    reason = "variants and fields are named after the parts of C's types"
)]
pub enum Type {
    Void,
    Bool,
    Int(IntKind),
    Float(FloatKind),
    Complex(Part),
    Enum(EnumId),
    Record(RecordId),
    /// `typedef`; the user's name is kept for the output.
    Alias(AliasId),
    Pointer(QualType),
    Array {
        elem: QualType,
        len: ArrayLen,
    },
    Function {
        ret: QualType,
        params: Vec<QualType>,
        variadic: bool,
        prototyped: bool,
    },
    /// A type that is known to exist and has no form in device code (GNU vectors, `va_list`), as written.
    Opaque(String),
}

/// A typedef.
#[derive(Clone, Debug)]
pub struct Alias {
    /// The name in the text.
    pub name: String,
    /// The type that it names.
    pub target: QualType,
    /// The place of the declarator.
    pub span: Span,
    /// It is declared in a system header.
    pub system: bool,
    /// Declared inside a function.
    pub local: bool,
    /// The innermost construct in whose structured block or loop nest it is declared.
    pub construct: Option<ConstructId>,
    /// The `aligned` attribute of the typedef, in bytes.
    pub align: Option<u32>,
}

/// A struct or union.
#[derive(Clone, Debug)]
pub struct Record {
    /// The tag; none where it has none.
    pub tag: Option<String>,
    /// A unique name for output where there is no tag: a typedef's, or one that is made up.
    pub made_name: String,
    /// It is a union.
    pub is_union: bool,
    /// The members; none while the type is incomplete.
    pub fields: Option<Vec<Field>>,
    /// The size in bytes, as the host compiler lays it out; 0 while the type is incomplete.
    pub size: u64,
    /// The alignment in bytes.
    pub align: u64,
    /// The place of its declaration.
    pub span: Span,
    /// It is declared in a system header.
    pub system: bool,
    /// The alignment of the record itself, in bytes, where `aligned` asks for more than its members need.
    pub aligned: Option<u64>,
    /// An attribute such as `packed` or `transparent_union`, as written; device code with such a record is refused.
    pub attribute: Option<String>,
    /// It is declared inside a function.
    pub local: bool,
}

/// A member of a struct or union.
#[derive(Clone, Debug)]
pub struct Field {
    /// The name; none for an anonymous struct or union member, or an unnamed bit-field.
    pub name: Option<String>,
    /// The type.
    pub ty: QualType,
    /// The offset in bytes (of the storage unit for a bit-field).
    pub offset: u64,
    /// The width of a bit-field in bits; none for other members.
    pub bits: Option<u32>,
    /// A stricter alignment than its type's, in bytes, where an attribute asks for one.
    pub align: Option<u64>,
    /// The place of the declarator.
    pub span: Span,
}

/// An enumeration.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the fields are those of a record")]
pub struct Enum {
    pub tag: Option<String>,
    pub made_name: String,
    pub consts: Vec<EnumConst>,
    /// The integer type that the host compiler gives the enum: `unsigned int` or `int` mostly.
    pub repr: IntKind,
    pub span: Span,
    pub system: bool,
    pub local: bool,
}

/// A constant of an enumeration.
#[derive(Clone, Debug)]
pub struct EnumConst {
    /// The name in the text.
    pub name: String,
    /// The value.
    pub value: i128,
    /// The place of the expression that gives it, where there is one.
    pub written: Option<Span>,
    /// This expression.
    pub given: Option<ExprId>,
    /// The place of the constant with its expression.
    pub span: Span,
}

/// The types of a program, each once: equal types have one id.
#[derive(Default, Debug)]
pub struct Types {
    arena: Arena<Type>,
    ids: HashMap<Type, TypeId>,
    /// The type that each alias stands for through all aliases, with the qualifiers of every link.
    behind_aliases: HashMap<AliasId, QualType>,
}

impl Types {
    /// The id of a type, which is added where it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.arena.alloc(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// Must be called once for every [`Alias`] allocated.
    pub fn set_alias_target(&mut self, alias: AliasId, target: QualType) {
        let behind = self.resolve_qual(target);
        self.behind_aliases.insert(alias, behind);
    }

    /// The id of an integer type.
    pub fn int(&mut self, kind: IntKind) -> TypeId {
        self.intern(Type::Int(kind))
    }

    /// The id of the type of pointers to `to`.
    pub fn pointer_to(&mut self, to: QualType) -> TypeId {
        self.intern(Type::Pointer(to))
    }

    /// The type with this id, which may be an alias.
    pub fn get(&self, id: TypeId) -> &Type {
        &self.arena[id]
    }

    /// The type behind any chain of aliases (qualifiers on the way are dropped; see [`Types::resolve_qual`]).
    pub fn resolve(&self, id: TypeId) -> &Type {
        &self.arena[self.resolve_qual(id.into()).id]
    }

    /// The type behind any chain of aliases with the qualifiers of every link.
    pub fn resolve_qual(&self, ty: QualType) -> QualType {
        match &self.arena[ty.id] {
            Type::Alias(alias) => {
                let behind = self.behind_aliases[alias];
                QualType {
                    id: behind.id,
                    quals: ty.quals.union(behind.quals),
                }
            }
            _ => ty,
        }
    }

    /// Whether two types are the same once aliases and top-level qualifiers are removed.
    pub fn same(&self, a: TypeId, b: TypeId) -> bool {
        if a == b {
            return true;
        }
        match (self.resolve(a), self.resolve(b)) {
            (Type::Pointer(x), Type::Pointer(y)) => self.same(x.id, y.id),
            (Type::Array { elem: x, len: m }, Type::Array { elem: y, len: n }) => {
                m == n && self.same(x.id, y.id)
            }
            (x, y) => x == y,
        }
    }

    /// Whether it is a pointer, aliases resolved.
    pub fn is_pointer(&self, id: TypeId) -> bool {
        matches!(self.resolve(id), Type::Pointer(_))
    }

    /// Whether it is an array, aliases resolved.
    pub fn is_array(&self, id: TypeId) -> bool {
        matches!(self.resolve(id), Type::Array { .. })
    }

    /// Whether it is an integer type (`_Bool`, `char` and enumerations are), aliases resolved.
    pub fn is_integer(&self, id: TypeId) -> bool {
        matches!(self.resolve(id), Type::Int(_) | Type::Bool | Type::Enum(_))
    }

    /// Whether it is a real floating type, aliases resolved.
    pub fn is_floating(&self, id: TypeId) -> bool {
        matches!(self.resolve(id), Type::Float(_))
    }

    /// Whether it is an integer, floating or complex type, aliases resolved.
    pub fn is_arithmetic(&self, id: TypeId) -> bool {
        self.is_integer(id) || matches!(self.resolve(id), Type::Float(_) | Type::Complex(_))
    }

    /// Whether it is a scalar as OpenMP means it for C: arithmetic or a pointer.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        self.is_arithmetic(id) || self.is_pointer(id)
    }

    /// Whether it is a struct or union, aliases resolved.
    pub fn is_record(&self, id: TypeId) -> bool {
        matches!(self.resolve(id), Type::Record(_))
    }

    /// The type that a pointer points at, or that an array's elements have.
    pub fn element(&self, id: TypeId) -> Option<QualType> {
        match self.resolve(id) {
            Type::Pointer(to) => Some(*to),
            Type::Array { elem, .. } => Some(*elem),
            _ => None,
        }
    }

    /// Whether it is an array whose elements are `const`.
    pub fn holds_constants(&self, ty: QualType) -> bool {
        match self.resolve(ty.id) {
            Type::Array { elem, .. } => elem.quals.is_const || self.holds_constants(*elem),
            _ => false,
        }
    }

    /// Whether the size depends on a run-time value: a VLA, or a pointer to or array of one when `deep`.
    pub fn is_variably_modified(&self, id: TypeId) -> bool {
        match self.resolve(id) {
            Type::Array {
                len: ArrayLen::Vla(_),
                ..
            } => true,
            Type::Array { elem, .. } => self.is_variably_modified(elem.id),
            Type::Pointer(to) => self.is_variably_modified(to.id),
            _ => false,
        }
    }
}

impl Quals {
    /// The qualifiers of both.
    pub fn union(self, other: Quals) -> Quals {
        Quals {
            is_const: self.is_const || other.is_const,
            is_volatile: self.is_volatile || other.is_volatile,
            is_restrict: self.is_restrict || other.is_restrict,
            is_atomic: self.is_atomic || other.is_atomic,
        }
    }
}

impl Program {
    /// Whether calls of a function may reach the definition in another file: a weak `declare target` definition of
    /// this file gives way to that one.
    pub fn gives_way(&self, func: FuncId) -> bool {
        let func = &self.funcs[func];
        func.weak && func.body.is_some() && func.declare_target.is_some()
    }

    /// Whether a type is one that is `wanted`, or has it in it by value: as an element or a member, at any depth.
    pub fn has_part(&self, ty: TypeId, wanted: &dyn Fn(&Type) -> bool) -> bool {
        let ty = self.types.resolve(ty);
        wanted(ty)
            || match ty {
                Type::Array { elem, .. } => self.has_part(elem.id, wanted),
                Type::Record(id) => {
                    let mut fields = self.records[*id].fields.iter().flatten();
                    fields.any(|field| self.has_part(field.ty.id, wanted))
                }
                _ => false,
            }
    }

    /// Whether the program declares a pointer variable `restrict`.
    pub fn is_restricted(&self, var: VarId) -> bool {
        let ty = self.types.resolve_qual(self.vars[var].ty);
        ty.quals.is_restrict || self.restricted.contains(&var)
    }

    /// Whether no assignment can change an object of the type.
    pub fn is_constant(&self, ty: QualType) -> bool {
        let ty = self.types.resolve_qual(ty);
        ty.quals.is_const
            || match self.types.get(ty.id) {
                Type::Array { elem, .. } => self.is_constant(*elem),
                _ => false,
            }
    }

    /// Size in bytes where it is a constant; none for incomplete types, functions and VLAs.
    pub fn size_of(&self, id: TypeId) -> Option<u64> {
        Some(match self.types.resolve(id) {
            Type::Opaque(name) => opaque_size(name)?,
            Type::Void | Type::Function { .. } | Type::Alias(_) => return None,
            Type::Bool => 1,
            Type::Int(kind) => kind.size(),
            Type::Float(kind) => float_size(*kind),
            Type::Complex(part) => 2 * part.size(),
            Type::Enum(id) => self.enums[*id].repr.size(),
            Type::Record(id) => {
                self.records[*id].fields.as_ref()?;
                self.records[*id].size
            }
            Type::Pointer(_) => 8,
            Type::Array {
                elem,
                len: ArrayLen::Known(n),
            } => self.size_of(elem.id)?.checked_mul(*n)?,
            Type::Array { .. } => return None,
        })
    }

    /// Alignment in bytes.
    pub fn align_of(&self, id: TypeId) -> Option<u64> {
        let mut id = id;
        while let Type::Alias(alias) = self.types.get(id) {
            let alias = &self.aliases[*alias];
            if let Some(align) = alias.align {
                return Some(u64::from(align));
            }
            id = alias.target.id;
        }
        self.bare_align_of(id)
    }

    /// Alignment in bytes, without what typedefs ask for.
    pub fn bare_align_of(&self, id: TypeId) -> Option<u64> {
        Some(match self.types.resolve(id) {
            Type::Record(id) => {
                self.records[*id].fields.as_ref()?;
                self.records[*id].align
            }
            Type::Array { elem, .. } => self.align_of(elem.id)?,
            Type::Complex(part) => part.size(),
            Type::Opaque(name) if name == "__builtin_va_list" => 8,
            _ => self.size_of(id)?,
        })
    }
}

/// The size of a type of the compiler's own: `va_list`, and GNU vectors, whose text begins with their size.
fn opaque_size(text: &str) -> Option<u64> {
    if text == "__builtin_va_list" {
        return Some(24);
    }
    let bytes = text.strip_prefix("__attribute__((vector_size(")?;
    bytes.split(')').next()?.parse().ok()
}
