//! C's arithmetic types: sizes, ranks, conversions among them, spelling.

use super::{Type, constants};

/// The integer types of C, `_Bool` and enumerations aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "variants are C's types")]
pub enum IntKind {
    Char,
    SChar,
    UChar,
    Short,
    UShort,
    Int,
    UInt,
    Long,
    ULong,
    LongLong,
    ULongLong,
    Int128,
    UInt128,
}

impl IntKind {
    /// Whether the type is signed; plain `char` is.
    pub fn signed(self) -> bool {
        use IntKind::*;
        matches!(self, Char | SChar | Short | Int | Long | LongLong | Int128)
    }

    /// Size in bytes.
    pub fn size(self) -> u64 {
        use IntKind::*;
        match self {
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 4,
            Long | ULong | LongLong | ULongLong => 8,
            Int128 | UInt128 => 16,
        }
    }

    /// Whether a variable of the type can have this value.
    pub fn holds(self, value: i128) -> bool {
        constants::wrap_int(value, self) == value
    }

    /// The conversion rank (C11, 6.3.1.1).
    pub fn rank(self) -> u8 {
        use IntKind::*;
        match self {
            Char | SChar | UChar => 1,
            Short | UShort => 2,
            Int | UInt => 3,
            Long | ULong => 4,
            LongLong | ULongLong => 5,
            Int128 | UInt128 => 6,
        }
    }

    /// The common type of two integer types, each at least as it is (6.3.1.8, without the promotions).
    pub fn common(self, other: IntKind) -> IntKind {
        if self == other {
            return self;
        }
        if self.signed() == other.signed() {
            return if self.rank() >= other.rank() {
                self
            } else {
                other
            };
        }
        let (signed, unsigned) = if self.signed() {
            (self, other)
        } else {
            (other, self)
        };
        if unsigned.rank() >= signed.rank() {
            unsigned
        } else if signed.size() > unsigned.size() {
            signed
        } else {
            signed.to_unsigned()
        }
    }

    /// The unsigned type of the same rank.
    pub fn to_unsigned(self) -> IntKind {
        use IntKind::*;
        match self {
            Char | SChar => UChar,
            Short => UShort,
            Int => UInt,
            Long => ULong,
            LongLong => ULongLong,
            Int128 => UInt128,
            other => other,
        }
    }

    /// The type as C writes it.
    pub fn spelling(self) -> &'static str {
        use IntKind::*;
        match self {
            Char => "char",
            SChar => "signed char",
            UChar => "unsigned char",
            Short => "short",
            UShort => "unsigned short",
            Int => "int",
            UInt => "unsigned int",
            Long => "long",
            ULong => "unsigned long",
            LongLong => "long long",
            ULongLong => "unsigned long long",
            Int128 => "__int128",
            UInt128 => "unsigned __int128",
        }
    }
}

/// The floating types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "variants are C's types")]
pub enum FloatKind {
    /// `_Float16`.
    Half,
    Float,
    Double,
    /// x87 on the host, absent on a GPU.
    LongDouble,
    /// `_Float128` / `__float128`.
    Quad,
}

impl FloatKind {
    /// The place in the order of the floating types: a type holds the values of those below it.
    pub fn rank(self) -> u8 {
        match self {
            FloatKind::Half => 0,
            FloatKind::Float => 1,
            FloatKind::Double => 2,
            FloatKind::LongDouble => 3,
            FloatKind::Quad => 4,
        }
    }
}

/// The type of both parts of a complex number: a floating type, or in GNU C an integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "variants are the kinds of C's real types")]
pub enum Part {
    Int(IntKind),
    Float(FloatKind),
}

impl Part {
    /// The real type itself.
    pub fn real(self) -> Type {
        match self {
            Part::Int(kind) => Type::Int(kind),
            Part::Float(kind) => Type::Float(kind),
        }
    }

    /// Size in bytes.
    pub fn size(self) -> u64 {
        match self {
            Part::Int(kind) => kind.size(),
            Part::Float(kind) => float_size(kind),
        }
    }

    /// The type of the parts of what an operator makes of two complex numbers (C11, 6.3.1.8). GNU C does not promote
    /// integer parts: the sum of two `_Complex char` is one.
    pub fn common(self, other: Part) -> Part {
        match (self, other) {
            (Part::Int(x), Part::Int(y)) => Part::Int(x.common(y)),
            (Part::Float(x), Part::Float(y)) if x.rank() < y.rank() => other,
            (Part::Int(_), Part::Float(_)) => other,
            _ => self,
        }
    }
}

pub(super) fn float_size(kind: FloatKind) -> u64 {
    match kind {
        FloatKind::Half => 2,
        FloatKind::Float => 4,
        FloatKind::Double => 8,
        FloatKind::LongDouble | FloatKind::Quad => 16,
    }
}
