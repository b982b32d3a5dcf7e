//! Initialisers matched to types (C11, 6.7.9): designators, elided braces, strings, unsized arrays.
//!
//! The list is walked with a path to the current sub-object; the result has every brace.

use super::{Init, Lower};
use crate::front::AttributeKind;
use crate::ir::*;
use crate::source::Span;
use lang_c::ast::{self, Designator, Initializer, InitializerListItem};
use lang_c::span::Node;
use std::collections::BTreeMap;

/// A tree of values under construction.
enum Slot {
    Leaf(ExprId),
    List(BTreeMap<u64, Slot>),
}

impl Slot {
    fn finish(self) -> Init {
        match self {
            Slot::Leaf(id) => Init::Expr(id),
            Slot::List(items) => {
                Init::List(items.into_iter().map(|(i, s)| (i, s.finish())).collect())
            }
        }
    }
}

/// One step from an aggregate to one of its members; a range for GNU `[a ... b]`.
#[derive(Clone, Copy)]
struct Step {
    aggregate: QualType,
    from: u64,
    to: u64,
}

/// Ranges of more elements than this are cut: neither readers nor memory could cope with them.
const MOST_OF_A_RANGE: u64 = 1 << 22;

impl Lower<'_> {
    /// initializer: the matched form, and the type, completed where it was an array without a length.
    pub(super) fn initializer(
        &mut self,
        ty: QualType,
        node: &Node<Initializer>,
    ) -> (Init, QualType) {
        match &node.node {
            Initializer::Expression(e) => {
                let id = self.expression(e);
                self.initialize_with(ty, id)
            }
            Initializer::List(items) => {
                let span = self.span(node);
                self.braced(ty, items, span)
            }
        }
    }

    /// `T x = e`
    fn initialize_with(&mut self, ty: QualType, id: ExprId) -> (Init, QualType) {
        let target = self.unqualified(ty);
        if self.program.types.is_array(ty.id) {
            let len = match self.program.types.resolve(self.ty(id).id) {
                Type::Array {
                    len: ArrayLen::Known(n),
                    ..
                } => *n,
                _ => 0,
            };
            return (Init::Expr(id), self.completed(ty, len));
        }
        (Init::Expr(self.coerce(id, target)), ty)
    }

    /// `T x = { ... }`
    pub(super) fn braced(
        &mut self,
        ty: QualType,
        items: &[Node<InitializerListItem>],
        span: Span,
    ) -> (Init, QualType) {
        let items = if self.is_empty_list(items, span) {
            &[]
        } else {
            items
        };
        if matches!(self.program.types.resolve(ty.id), Type::Opaque(_)) {
            let value = self.opaque(span, ty, "a value of a type of the compiler's own");
            return (Init::Expr(value), ty);
        }
        if !self.is_aggregate(ty) {
            return match items.first() {
                Some(item) => self.initializer(ty, &item.node.initializer),
                None => (Init::List(vec![]), ty),
            };
        }
        // `char s[] = {"text"}`
        if let [only] = items
            && only.node.designation.is_empty()
            && let Initializer::Expression(e) = &only.node.initializer.node
            && matches!(e.node, ast::Expression::StringLiteral(_))
            && self.is_char_array(ty)
        {
            let id = self.expression(e);
            return self.initialize_with(ty, id);
        }
        let mut root = Slot::List(BTreeMap::new());
        let mut path = vec![self.step(ty, 0)];
        let mut length = 0;
        for item in items {
            let designation = &item.node.designation;
            if !designation.is_empty() {
                match self.designated(ty, designation) {
                    Some(found) => path = found,
                    None => continue,
                }
            }
            if path.is_empty() {
                // More values than members: the host compiler has reported it.
                continue;
            }
            let value = match &item.node.initializer.node {
                Initializer::List(list) => {
                    let at = self.span(&item.node.initializer);
                    match self.step_type(&path) {
                        Some(ty) => self.braced(ty, list, at).0,
                        None => continue,
                    }
                }
                Initializer::Expression(e) => {
                    let id = self.expression(e);
                    match self.descend(&mut path, id) {
                        Some(ty) => self.initialize_with(ty, id).0,
                        None => continue,
                    }
                }
            };
            length = length.max(path[0].to.saturating_add(1));
            self.store(&mut root, &path, &value);
            self.advance(&mut path);
        }
        (root.finish(), self.completed(ty, length))
    }

    /// `(T){0}` in the tree, `(T){}` in the text.
    fn is_empty_list(&self, items: &[Node<InitializerListItem>], span: Span) -> bool {
        items.is_empty()
            || self
                .rewritten_at(span.lo, AttributeKind::EmptyBraces)
                .is_some()
    }

    fn is_aggregate(&self, ty: QualType) -> bool {
        matches!(
            self.program.types.resolve(ty.id),
            Type::Array { .. } | Type::Record(_)
        )
    }

    fn is_char_array(&self, ty: QualType) -> bool {
        match self.program.types.resolve(ty.id) {
            Type::Array { elem, .. } => self.program.types.is_integer(elem.id),
            _ => false,
        }
    }

    /// An array type with the length that its initialiser gives it.
    fn completed(&mut self, ty: QualType, length: u64) -> QualType {
        match self.resolved(ty) {
            (
                Type::Array {
                    elem,
                    len: ArrayLen::Unknown,
                },
                quals,
            ) => QualType {
                id: self.intern(Type::Array {
                    elem,
                    len: ArrayLen::Known(length),
                }),
                quals,
            },
            _ => ty,
        }
    }

    fn step(&self, aggregate: QualType, index: u64) -> Step {
        let index = self.next_member(aggregate, index);
        Step {
            aggregate,
            from: index,
            to: index,
        }
    }

    /// The first member from `index` on that an initialiser can name: no unnamed bit-field.
    fn next_member(&self, aggregate: QualType, mut index: u64) -> u64 {
        if let Type::Record(record) = self.program.types.resolve(aggregate.id)
            && let Some(fields) = &self.program.records[*record].fields
        {
            while fields
                .get(index as usize)
                .is_some_and(|f| f.name.is_none() && f.bits.is_some())
            {
                index += 1;
            }
        }
        index
    }

    /// How many members an aggregate has.
    fn count(&self, aggregate: QualType) -> u64 {
        match self.program.types.resolve(aggregate.id) {
            Type::Array { len, .. } => match len {
                ArrayLen::Known(n) => *n,
                _ => u64::MAX,
            },
            Type::Record(record) => self.program.records[*record]
                .fields
                .as_ref()
                .map_or(0, |f| f.len() as u64),
            _ => 0,
        }
    }

    fn member_type(&self, aggregate: QualType, index: u64) -> Option<QualType> {
        match self.program.types.resolve(aggregate.id) {
            Type::Array { elem, .. } => Some(*elem),
            Type::Record(record) => {
                let fields = self.program.records[*record].fields.as_ref()?;
                fields.get(index as usize).map(|f| f.ty)
            }
            _ => None,
        }
    }

    fn step_type(&self, path: &[Step]) -> Option<QualType> {
        let last = path.last()?;
        if last.from >= self.count(last.aggregate) {
            return None;
        }
        self.member_type(last.aggregate, last.from)
    }

    /// Goes down to the first scalar, or to a member that the value initialises whole (6.7.9, 13 and 20).
    fn descend(&mut self, path: &mut Vec<Step>, value: ExprId) -> Option<QualType> {
        loop {
            let ty = self.step_type(path)?;
            let is_string = matches!(self.program.exprs[value].kind, ExprKind::Str { .. });
            let whole = match self.program.types.resolve(ty.id) {
                Type::Record(_) => self.identical(ty.id, self.ty(value).id),
                Type::Array { .. } => is_string && self.is_char_array(ty),
                _ => true,
            };
            if whole {
                return Some(ty);
            }
            if self.count(ty) == 0 {
                return None;
            }
            let step = self.step(ty, 0);
            path.push(step);
        }
    }

    /// designation: the path from the list's own type.
    fn designated(&mut self, ty: QualType, designators: &[Node<Designator>]) -> Option<Vec<Step>> {
        let mut path = vec![];
        let mut current = ty;
        for designator in designators {
            match &designator.node {
                Designator::Member(name) => {
                    let Type::Record(mut record) = *self.program.types.resolve(current.id) else {
                        return None;
                    };
                    let name = self.name(name);
                    let (indices, _) = self.find_field(record, &name)?;
                    for index in indices {
                        path.push(Step {
                            aggregate: current,
                            from: index as u64,
                            to: index as u64,
                        });
                        current = self.member_type(current, index as u64)?;
                        if let Type::Record(inner) = self.program.types.resolve(current.id) {
                            record = *inner;
                        }
                    }
                    let _ = record;
                }
                Designator::Index(e) => {
                    let from = self.constant_index(e)?;
                    path.push(Step {
                        aggregate: current,
                        from,
                        to: from,
                    });
                    current = self.member_type(current, from)?;
                }
                Designator::Range(range) => {
                    let from = self.constant_index(&range.node.from)?;
                    let to = self.constant_index(&range.node.to)?;
                    path.push(Step {
                        aggregate: current,
                        from,
                        to: to.max(from).min(from.saturating_add(MOST_OF_A_RANGE)),
                    });
                    current = self.member_type(current, from)?;
                }
            }
        }
        Some(path)
    }

    fn constant_index(&mut self, node: &Node<ast::Expression>) -> Option<u64> {
        let id = self.value(node);
        let index = u64::try_from(constants::int_value(&self.program, id)?).ok()?;
        let at = self.span(node);
        self.program.designators.push((at, index));
        Some(index)
    }

    fn store(&self, slot: &mut Slot, path: &[Step], value: &Init) {
        let Some((step, rest)) = path.split_first() else {
            *slot = thaw(value);
            return;
        };
        if !matches!(slot, Slot::List(_)) {
            *slot = Slot::List(BTreeMap::new());
        }
        let Slot::List(members) = slot else { return };
        if let Type::Record(record) = self.program.types.resolve(step.aggregate.id)
            && self.program.records[*record].is_union
        {
            members.retain(|&index, _| index == step.from);
        }
        for index in step.from..=step.to {
            let member = members
                .entry(index)
                .or_insert_with(|| Slot::List(BTreeMap::new()));
            self.store(member, rest, value);
        }
    }

    /// To the next sub-object in order; the path is empty behind the last.
    fn advance(&self, path: &mut Vec<Step>) {
        while let Some(last) = path.last_mut() {
            let is_union = match self.program.types.resolve(last.aggregate.id) {
                Type::Record(record) => self.program.records[*record].is_union,
                _ => false,
            };
            let next = self.next_member(last.aggregate, last.to.saturating_add(1));
            if !is_union && next < self.count(last.aggregate) {
                last.from = next;
                last.to = next;
                return;
            }
            path.pop();
        }
    }
}

fn thaw(init: &Init) -> Slot {
    match init {
        Init::Expr(id) => Slot::Leaf(*id),
        Init::List(items) => Slot::List(items.iter().map(|(i, item)| (*i, thaw(item))).collect()),
    }
}
