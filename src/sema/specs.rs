//! Declaration specifiers (C11, 6.7 to 6.7.5): the type that they name, and the rest of what they say.

use super::Lower;
use super::scope::Entity;
use crate::front::AttributeKind;
use crate::ir::*;
use lang_c::ast::{self, DeclarationSpecifier, SpecifierQualifier, TypeSpecifier};
use lang_c::span::Node;

/// What a declaration's specifiers say.
#[derive(Clone, Debug)]
pub(super) struct Specs {
    pub base: QualType,
    pub is_typedef: bool,
    pub is_extern: bool,
    pub is_static: bool,
    pub is_inline: bool,
    pub is_register: bool,
    pub is_thread_local: bool,
    /// `__auto_type`: the declared variable has the type of its initialiser.
    pub infer: bool,
    pub align: Option<u32>,
}

/// The words of a type, in whichever order they are written.
#[derive(Default)]
struct Words {
    void: bool,
    char: bool,
    short: bool,
    int: bool,
    long: u8,
    int128: bool,
    float: bool,
    double: bool,
    signed: bool,
    unsigned: bool,
    bool: bool,
    complex: bool,
    infer: bool,
    fixed: Option<FloatKind>,
    other: Option<QualType>,
    quals: Quals,
}

impl Lower<'_> {
    /// declaration-specifiers. `alone`: no declarator follows, so that `struct S;` declares S here.
    pub(super) fn specifiers(
        &mut self,
        nodes: &[Node<DeclarationSpecifier>],
        alone: bool,
    ) -> Specs {
        let mut words = Words::default();
        let mut specs = Specs {
            base: self.int(IntKind::Int).into(),
            is_typedef: false,
            is_extern: false,
            is_static: false,
            is_inline: false,
            is_register: false,
            is_thread_local: false,
            infer: false,
            align: None,
        };
        for node in nodes {
            match &node.node {
                DeclarationSpecifier::StorageClass(class) => match class.node {
                    ast::StorageClassSpecifier::Typedef => specs.is_typedef = true,
                    ast::StorageClassSpecifier::Extern => specs.is_extern = true,
                    ast::StorageClassSpecifier::Static => specs.is_static = true,
                    ast::StorageClassSpecifier::Register => specs.is_register = true,
                    ast::StorageClassSpecifier::ThreadLocal => specs.is_thread_local = true,
                    ast::StorageClassSpecifier::Auto => {}
                },
                DeclarationSpecifier::TypeSpecifier(spec) => {
                    self.word(spec, alone, &mut words);
                    self.without_type(spec, &mut specs, &mut words.quals);
                }
                DeclarationSpecifier::TypeQualifier(qual) => qualify(&mut words.quals, &qual.node),
                DeclarationSpecifier::Function(f) => {
                    specs.is_inline |= f.node == ast::FunctionSpecifier::Inline;
                }
                DeclarationSpecifier::Alignment(align) => {
                    let bytes = match &align.node {
                        ast::AlignmentSpecifier::Type(name) => {
                            let ty = self.type_name(name);
                            self.program.align_of(ty.id)
                        }
                        ast::AlignmentSpecifier::Constant(e) => {
                            let id = self.expression(e);
                            Some(self.known(id, "an alignment") as u64)
                        }
                    };
                    specs.align = specs.align.max(bytes.map(|b| b as u32));
                }
                DeclarationSpecifier::Extension(_) => {}
            }
        }
        specs.infer = words.infer;
        specs.base = self.type_of_words(words);
        specs
    }

    /// What a word says in whose place the tree has `int`, since no type stands there: `static x;`.
    fn without_type(&self, spec: &Node<TypeSpecifier>, specs: &mut Specs, quals: &mut Quals) {
        if spec.node != TypeSpecifier::Int {
            return;
        }
        let lo = self.start(spec.span) as u32;
        let Some(replaced) = self.rewritten_at(lo, AttributeKind::ImplicitInt) else {
            return;
        };
        match replaced.argument.trim_matches('_') {
            "static" => specs.is_static = true,
            "extern" => specs.is_extern = true,
            "register" => specs.is_register = true,
            "const" => quals.is_const = true,
            "volatile" => quals.is_volatile = true,
            "Atomic" => quals.is_atomic = true,
            _ => {}
        }
    }

    /// specifier-qualifier-list
    pub(super) fn specifier_qualifiers(
        &mut self,
        nodes: &[Node<SpecifierQualifier>],
        alone: bool,
    ) -> QualType {
        let mut words = Words::default();
        for node in nodes {
            match &node.node {
                SpecifierQualifier::TypeSpecifier(spec) => self.word(spec, alone, &mut words),
                SpecifierQualifier::TypeQualifier(qual) => qualify(&mut words.quals, &qual.node),
                SpecifierQualifier::Extension(_) => {}
            }
        }
        self.type_of_words(words)
    }

    /// type-name
    pub(super) fn type_name(&mut self, node: &Node<ast::TypeName>) -> QualType {
        let base = self.specifier_qualifiers(&node.node.specifiers, false);
        match &node.node.declarator {
            Some(declarator) => self.declarator(base, declarator).ty,
            None => base,
        }
    }

    fn word(&mut self, spec: &Node<TypeSpecifier>, alone: bool, words: &mut Words) {
        let lo = self.start(spec.span) as u32;
        match &spec.node {
            TypeSpecifier::Void => words.void = true,
            TypeSpecifier::Char => words.char = true,
            TypeSpecifier::Short => words.short = true,
            TypeSpecifier::Int => {
                words.int = true;
                words.infer |= self.rewritten_at(lo, AttributeKind::AutoType).is_some();
            }
            TypeSpecifier::Long => {
                if self.rewritten_at(lo, AttributeKind::Int128).is_some() {
                    words.int128 = true;
                } else {
                    words.long += 1;
                }
            }
            TypeSpecifier::Float | TypeSpecifier::Double => {
                if let Some(other) = self.rewritten_at(lo, AttributeKind::ExtendedFloat) {
                    match other.argument.as_str() {
                        "__float128" | "_Float128" => words.fixed = Some(FloatKind::Quad),
                        "__float80" | "_Float64x" => words.fixed = Some(FloatKind::LongDouble),
                        "_Float16" => words.fixed = Some(FloatKind::Half),
                        "_Float32" => words.fixed = Some(FloatKind::Float),
                        "_Float64" | "_Float32x" => words.fixed = Some(FloatKind::Double),
                        name => {
                            let ty = self.intern(Type::Opaque(name.to_owned()));
                            words.other = Some(ty.into());
                        }
                    }
                } else if spec.node == TypeSpecifier::Float {
                    words.float = true;
                } else {
                    words.double = true;
                }
            }
            TypeSpecifier::Signed => words.signed = true,
            TypeSpecifier::Unsigned => words.unsigned = true,
            TypeSpecifier::Bool => words.bool = true,
            TypeSpecifier::Complex => words.complex = true,
            TypeSpecifier::Atomic(name) => {
                let mut ty = self.type_name(name);
                ty.quals.is_atomic = true;
                words.other = Some(ty);
            }
            TypeSpecifier::Struct(node) => {
                words.other = Some(self.record_specifier(node, alone).into());
            }
            TypeSpecifier::Enum(node) => {
                words.other = Some(self.enum_specifier(node, alone).into())
            }
            TypeSpecifier::TypedefName(name) => {
                words.other = Some(self.typedef_name(&self.name(name)));
            }
            TypeSpecifier::TypeOf(of) => {
                words.other = Some(match &of.node {
                    ast::TypeOf::Expression(e) => {
                        let id = self.expression(e);
                        self.ty(id)
                    }
                    ast::TypeOf::Type(name) => self.type_name(name),
                });
            }
            TypeSpecifier::TS18661Float(float) => {
                use ast::TS18661FloatFormat::*;
                words.fixed = match (&float.format, float.width) {
                    (BinaryInterchange, 16) => Some(FloatKind::Half),
                    (BinaryInterchange, 32) => Some(FloatKind::Float),
                    (BinaryInterchange, 64) | (BinaryExtended, 32) => Some(FloatKind::Double),
                    (BinaryInterchange, 128) => Some(FloatKind::Quad),
                    (BinaryExtended, _) => Some(FloatKind::LongDouble),
                    _ => None,
                };
                if words.fixed.is_none() {
                    let text = self.line(self.span(spec));
                    words.other = Some(self.intern(Type::Opaque(text)).into());
                }
            }
        }
    }

    fn typedef_name(&mut self, name: &str) -> QualType {
        match self.scopes.find(name) {
            Some(Entity::Alias(alias)) => self.intern(Type::Alias(alias)).into(),
            _ => {
                // `__builtin_va_list` and types that only the compiler knows.
                self.intern(Type::Opaque(name.to_owned())).into()
            }
        }
    }

    fn type_of_words(&mut self, w: Words) -> QualType {
        if let Some(mut ty) = w.other {
            ty.quals = ty.quals.union(w.quals);
            return ty;
        }
        let float = w.fixed.or(match (w.float, w.double, w.long) {
            (true, ..) => Some(FloatKind::Float),
            (_, true, 1..) => Some(FloatKind::LongDouble),
            (_, true, 0) => Some(FloatKind::Double),
            _ => (w.complex && !w.says_integer()).then_some(FloatKind::Double),
        });
        let ty = match float {
            Some(kind) if w.complex => Type::Complex(Part::Float(kind)),
            Some(kind) => Type::Float(kind),
            None if w.void => Type::Void,
            None if w.bool => Type::Bool,
            // GNU C's complex integers.
            None if w.complex => Type::Complex(Part::Int(int_of_words(&w))),
            None => Type::Int(int_of_words(&w)),
        };
        QualType {
            id: self.intern(ty),
            quals: w.quals,
        }
    }
}

impl Words {
    /// Whether a word of an integer type is among them; `long` is, where `double` is not.
    fn says_integer(&self) -> bool {
        let words = [
            self.char,
            self.short,
            self.int,
            self.int128,
            self.signed,
            self.unsigned,
        ];
        words.contains(&true) || self.long > 0 && !self.double
    }
}

fn int_of_words(w: &Words) -> IntKind {
    let signed = if w.char {
        match (w.signed, w.unsigned) {
            (_, true) => IntKind::UChar,
            (true, _) => IntKind::SChar,
            _ => IntKind::Char,
        }
    } else if w.short {
        IntKind::Short
    } else if w.int128 {
        IntKind::Int128
    } else {
        match w.long {
            0 => IntKind::Int,
            1 => IntKind::Long,
            _ => IntKind::LongLong,
        }
    };
    if w.unsigned {
        signed.to_unsigned()
    } else {
        signed
    }
}

pub(super) fn qualify(quals: &mut Quals, qualifier: &ast::TypeQualifier) {
    match qualifier {
        ast::TypeQualifier::Const => quals.is_const = true,
        ast::TypeQualifier::Restrict => quals.is_restrict = true,
        ast::TypeQualifier::Volatile => quals.is_volatile = true,
        ast::TypeQualifier::Atomic => quals.is_atomic = true,
        ast::TypeQualifier::Nonnull
        | ast::TypeQualifier::NullUnspecified
        | ast::TypeQualifier::Nullable => {}
    }
}
