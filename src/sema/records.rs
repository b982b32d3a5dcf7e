//! struct-or-union and enum specifiers (C11, 6.7.2): tags, members, layout, enumeration constants.

use super::Lower;
use super::layout::{Layout, Member, layout};
use super::scope::{Entity, Tag};
use crate::diag::Code;
use crate::front::{Attribute, AttributeKind};
use crate::ir::*;
use crate::source::Span;
use lang_c::ast::{self, StructDeclaration};
use lang_c::span::Node;

/// What attributes ask of a record or a member.
#[derive(Default)]
struct Wishes {
    packed: bool,
    align: u64,
    /// Something else than an alignment is asked for.
    other: bool,
    text: Vec<String>,
}

impl Lower<'_> {
    /// struct-or-union-specifier
    pub(super) fn record_specifier(&mut self, node: &Node<ast::StructType>, alone: bool) -> TypeId {
        let is_union = node.node.kind.node == ast::StructKind::Union;
        let kind = if is_union { "union" } else { "struct" };
        let tag = node.node.identifier.as_ref().map(|n| self.name(n));
        let span = self.span(node);
        let defines = node.node.declarations.is_some();
        let known = tag.as_deref().and_then(|tag| {
            if defines || alone {
                self.scopes.find_tag_here(tag)
            } else {
                self.scopes.find_tag(tag)
            }
        });
        let record = match known {
            Some(Tag::Record(record))
                if !defines || self.program.records[record].fields.is_none() =>
            {
                record
            }
            _ => {
                let made_name = match &tag {
                    Some(tag) => tag.clone(),
                    None => self.made_name(kind, span),
                };
                let system = self.is_system(span);
                let record = self.program.records.alloc(Record {
                    tag: tag.clone(),
                    made_name,
                    is_union,
                    fields: None,
                    size: 0,
                    align: 1,
                    span,
                    system,
                    aligned: None,
                    attribute: None,
                    local: !self.scopes.at_file_scope(),
                });
                if let Some(tag) = &tag {
                    self.scopes.declare_tag(tag, Tag::Record(record));
                }
                if !defines {
                    self.declare_type(Item::Record(record), Decl::Record(record));
                }
                record
            }
        };
        if defines && self.unfinished_records.contains(&record) {
            let tag = tag.unwrap_or_default();
            let message = format!("`{kind} {tag}` is defined inside its own definition");
            self.error(Code::Type, span, message);
        } else if let Some(declarations) = &node.node.declarations {
            self.define_record(record, declarations, span);
            self.declare_type(Item::Record(record), Decl::Record(record));
        }
        self.intern(Type::Record(record))
    }

    /// Puts a type where its declaration belongs: file scope's order or the current block's.
    pub(super) fn declare_type(&mut self, item: Item, decl: Decl) {
        if self.function.is_some() && !self.scopes.at_file_scope() {
            if !self.local_types.contains(&decl) {
                self.local_types.push(decl);
            }
        } else {
            self.item(item);
        }
    }

    fn define_record(
        &mut self,
        record: RecordId,
        declarations: &[Node<StructDeclaration>],
        span: Span,
    ) {
        let (mut fields, mut members) = (vec![], vec![]);
        let mut odd = vec![];
        self.unfinished_records.push(record);
        for declaration in declarations {
            if let StructDeclaration::Field(field) = &declaration.node {
                self.fields(field, &mut fields, &mut members, &mut odd);
            }
        }
        self.unfinished_records.pop();
        let brace = self.brace(span);
        let mut wishes = self.wishes(&self.attributes_in(span.lo as usize, brace));
        let after = self.attributes_in(span.hi as usize, self.blanks_after(span.hi));
        let more = self.wishes(&after);
        wishes.packed |= more.packed;
        wishes.align = wishes.align.max(more.align);
        wishes.text.extend(more.text.iter().cloned());
        wishes.text.extend(odd.iter().cloned());
        let is_union = self.program.records[record].is_union;
        let mut placed = layout(&members, is_union, wishes.packed, wishes.align);
        if let Some(limit) = self.packing.at(span.lo as usize) {
            for member in &mut members {
                member.align = member.align.min(limit);
            }
            let closer = layout(&members, is_union, wishes.packed, wishes.align);
            if closer != placed {
                let pragma = format!("#pragma pack({limit})");
                wishes.text.push(pragma.clone());
                odd.push(pragma);
                placed = closer;
            }
        }
        let Layout {
            offsets,
            size,
            align,
        } = placed;
        for (field, offset) in fields.iter_mut().zip(offsets) {
            field.offset = offset;
        }
        let system = self.is_system(span);
        let natural = layout(&members, is_union, wishes.packed, 0).align;
        let only_aligned = !wishes.packed && !wishes.other && !more.other && odd.is_empty();
        if only_aligned {
            wishes.text.clear();
        }
        let slot = &mut self.program.records[record];
        slot.fields = Some(fields);
        slot.size = size;
        slot.align = align;
        slot.span = span;
        slot.system = system;
        slot.aligned = (only_aligned && align > natural).then_some(align);
        if !wishes.text.is_empty() {
            slot.attribute = Some(wishes.text.join(", "));
        }
    }

    /// Where the braces of a definition open.
    fn brace(&self, span: Span) -> usize {
        let text = self.input.text.get(span.range()).unwrap_or_default();
        span.lo as usize + text.find('{').unwrap_or(0)
    }

    /// struct-declaration
    fn fields(
        &mut self,
        node: &Node<ast::StructField>,
        fields: &mut Vec<Field>,
        members: &mut Vec<Member>,
        odd: &mut Vec<String>,
    ) {
        let whole = self.span(node);
        let declarators = &node.node.declarators;
        let base = self.specifier_qualifiers(&node.node.specifiers, declarators.is_empty());
        if declarators.is_empty() {
            // It is an anonymous member, unless it has a tag and so only declares that.
            let Type::Record(inner) = self.program.types.resolve(base.id) else {
                return;
            };
            if self.program.records[*inner].tag.is_some() {
                return;
            }
            self.field(None, base, None, whole, Wishes::default(), fields, members);
            return;
        }
        let first = self.start(declarators[0].span);
        let lead = self
            .brace(Span::new(whole.lo as usize, first))
            .max(whole.lo as usize);
        let lead = if lead == whole.lo as usize {
            first
        } else {
            lead
        };
        for (index, node) in declarators.iter().enumerate() {
            let declared = node
                .node
                .declarator
                .as_ref()
                .map(|d| self.declarator(base, d));
            let bits = node.node.bit_width.as_ref().map(|width| {
                let id = self.value(width);
                self.known(id, "the width of a bit-field") as u32
            });
            let end = declarators
                .get(index + 1)
                .map_or(whole.hi as usize, |next| self.start(next.span));
            let mut wishes =
                self.wishes(&self.attributes_in(self.blanks_before(whole.lo as usize), lead));
            let own = self.wishes(&self.attributes_in(self.start(node.span).max(lead), end));
            wishes.packed |= own.packed;
            wishes.align = wishes.align.max(own.align);
            wishes.text.extend(own.text);
            wishes.other |= own.other || bits.is_some();
            if wishes.other {
                odd.extend(wishes.text.iter().cloned());
            }
            let (name, ty, span) = match declared {
                Some(d) => (d.name, d.ty, d.span),
                None => (None, base, self.span(node)),
            };
            // A typedef may ask for a smaller alignment than the type has, which C++ cannot express.
            let natural = self.program.align_of(ty.id).unwrap_or(1);
            if self
                .program
                .bare_align_of(ty.id)
                .is_some_and(|bare| bare > natural)
            {
                odd.push(format!("aligned({natural})"));
            }
            self.field(name, ty, bits, span, wishes, fields, members);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn field(
        &mut self,
        name: Option<String>,
        ty: QualType,
        bits: Option<u32>,
        span: Span,
        wishes: Wishes,
        fields: &mut Vec<Field>,
        members: &mut Vec<Member>,
    ) {
        self.check_complete(name.as_deref(), ty, span);
        let natural = self.program.align_of(ty.id).unwrap_or(1).max(1);
        // The alignment of a typedef is printed at each member.
        let bare = self.program.bare_align_of(ty.id).unwrap_or(1).max(1);
        let asked = wishes.align.max(natural);
        members.push(Member {
            size: self.program.size_of(ty.id).unwrap_or(0),
            align: natural,
            bits: bits.map(u64::from),
            named: name.is_some(),
            packed: wishes.packed,
            min_align: wishes.align,
        });
        fields.push(Field {
            name,
            ty,
            offset: 0,
            bits,
            align: (asked > bare).then_some(asked),
            span,
        });
    }

    /// An error for a member whose type is not complete, nor a flexible array (C11, 6.7.2.1). Thus no record contains
    /// itself, and walks over members end.
    fn check_complete(&mut self, name: Option<&str>, ty: QualType, span: Span) {
        let mut id = ty.id;
        while let Type::Array { elem, .. } = self.program.types.resolve(id) {
            id = elem.id;
        }
        let Type::Record(record) = self.program.types.resolve(id) else {
            return;
        };
        let inner = &self.program.records[*record];
        if inner.fields.is_none() {
            let kind = if inner.is_union { "union" } else { "struct" };
            let message = format!(
                "member `{}` has the type `{kind} {}`, which is not complete here",
                name.unwrap_or_default(),
                inner.made_name
            );
            self.error(Code::Type, span, message);
        }
    }

    fn wishes(&mut self, attributes: &[Attribute]) -> Wishes {
        let mut wishes = Wishes::default();
        for attribute in attributes {
            let aligns = matches!(
                attribute.kind,
                AttributeKind::Aligned | AttributeKind::Alignas
            );
            match attribute.kind {
                AttributeKind::Packed => wishes.packed = true,
                AttributeKind::Aligned | AttributeKind::Alignas => {
                    let align = self.alignment_of(attribute).unwrap_or(0);
                    wishes.align = wishes.align.max(align);
                }
                AttributeKind::VectorSize
                | AttributeKind::Mode
                | AttributeKind::TransparentUnion
                | AttributeKind::ScalarStorageOrder => {}
                _ => continue,
            }
            wishes.other |= !aligns;
            wishes.text.push(self.line(attribute.span));
        }
        wishes
    }

    /// enum-specifier
    pub(super) fn enum_specifier(&mut self, node: &Node<ast::EnumType>, alone: bool) -> TypeId {
        let tag = node.node.identifier.as_ref().map(|n| self.name(n));
        let span = self.span(node);
        let defines = !node.node.enumerators.is_empty();
        let known = tag.as_deref().and_then(|tag| {
            if defines || alone {
                self.scopes.find_tag_here(tag)
            } else {
                self.scopes.find_tag(tag)
            }
        });
        let id = match known {
            Some(Tag::Enum(id)) if !defines || self.program.enums[id].consts.is_empty() => id,
            _ => {
                let made_name = match &tag {
                    Some(tag) => tag.clone(),
                    None => self.made_name("enum", span),
                };
                let system = self.is_system(span);
                let id = self.program.enums.alloc(Enum {
                    tag: tag.clone(),
                    made_name,
                    consts: vec![],
                    repr: IntKind::UInt,
                    span,
                    system,
                    local: !self.scopes.at_file_scope(),
                });
                if let Some(tag) = &tag {
                    self.scopes.declare_tag(tag, Tag::Enum(id));
                }
                id
            }
        };
        if defines {
            let brace = self.brace(span);
            let packed = self
                .attributes_in(span.lo as usize, brace)
                .iter()
                .chain(&self.attributes_in(span.hi as usize, self.blanks_after(span.hi)))
                .any(|a| a.kind == AttributeKind::Packed);
            self.define_enum(id, &node.node.enumerators, packed);
            self.program.enums[id].span = span;
            self.declare_type(Item::Enum(id), Decl::Enum(id));
        }
        self.intern(Type::Enum(id))
    }

    fn define_enum(&mut self, id: EnumId, enumerators: &[Node<ast::Enumerator>], packed: bool) {
        let mut next = 0i128;
        for node in enumerators {
            let expression = node.node.expression.as_ref();
            let given = expression.map(|e| self.value(e));
            if let Some(e) = given {
                next = self.known(e, "the value of an enumeration constant");
            }
            let written = expression.map(|e| self.span(e));
            let name = self.name(&node.node.identifier);
            let span = self.span(node);
            let consts = &mut self.program.enums[id].consts;
            let index = consts.len();
            consts.push(EnumConst {
                name: name.clone(),
                value: next,
                written,
                given,
                span,
            });
            self.scopes.declare(&name, Entity::EnumConst(id, index));
            next += 1;
        }
        let values = self.program.enums[id].consts.iter().map(|c| c.value);
        let (low, high) = values.fold((0, 0), |(low, high), v| (v.min(low), v.max(high)));
        self.program.enums[id].repr = enum_repr(low, high, packed);
    }
}

/// The type that gcc gives an enum whose constants lie in `low..=high` (zero included).
fn enum_repr(low: i128, high: i128, packed: bool) -> IntKind {
    use IntKind::*;
    let candidates: &[IntKind] = match (packed, low < 0) {
        (true, true) => &[SChar, Short, Int, Long],
        (true, false) => &[UChar, UShort, UInt, ULong],
        (false, true) => &[Int, Long],
        (false, false) => &[UInt, ULong],
    };
    let fits = |kind: &&IntKind| kind.holds(low) && kind.holds(high);
    candidates
        .iter()
        .copied()
        .find(|k| fits(&k))
        .unwrap_or(Int128)
}
