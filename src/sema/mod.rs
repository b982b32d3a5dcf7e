//! Names, types, constants and clauses: the lang-c tree becomes [`Program`].
//!
//! Computes it from [`Unit`] and the preprocessed text. The C compiler has checked the same text, so this
//! module looks for meaning and not for errors: what it does not know becomes [`ir::ExprKind::Opaque`], and it
//! reports an error only where no meaning can be given. Must not know what can run on a GPU.

mod attributes;
mod builtins;
mod calls;
mod changes;
mod checks;
mod clashes;
mod clauses;
mod conv;
mod copies;
mod declare;
mod declared_reductions;
mod decls;
mod exposed;
mod expr;
mod extents;
mod funcs;
mod generic;
mod hidden;
mod init;
mod inline_asm;
mod items;
mod layout;
mod literals;
mod mappers;
mod nesting;
mod objects;
mod openmp;
mod operators;
mod packing;
mod records;
mod reduced_elements;
mod scope;
mod shapes;
mod specs;
mod stmt;
mod types;
mod utility;
mod variants;
mod weak_pragmas;
mod wide_fields;

#[cfg(test)]
mod tests;

use crate::diag::{Code, Diagnostic, Result};
use crate::front::fragment::shifted;
use crate::front::{Attribute, AttributeKind, Fragment, Unit};
use crate::ir::{self, *};
use crate::source::{Preprocessed, Span};
use lang_c::ast::Identifier;
use lang_c::span::Node;
use scope::Scopes;

/// Lowers a unit. Warnings come with the program; errors instead of it.
pub fn lower(unit: &Unit, pre: &Preprocessed) -> Result<(Program, Vec<Diagnostic>)> {
    let mut lower = Lower::new(unit, pre);
    lower.diagnostics = nesting::check(unit);
    lower.unit();
    lower.program.unrolled = unit.unrolled.clone();
    let (mut program, diagnostics) = (lower.program, lower.diagnostics);
    if diagnostics.iter().any(Diagnostic::is_error) {
        return Err(diagnostics);
    }
    extents::capture(&mut program);
    Ok((program, diagnostics))
}

/// A piece of text that lang-c read on its own.
struct Reading {
    /// Its place; the brackets that were put around it for lang-c are not counted.
    place: Span,
    /// The difference between its offsets and those of the preprocessed text.
    shift: i64,
    /// What was rewritten in it.
    attributes: Vec<Attribute>,
}

/// The state of the walk over the tree.
struct Lower<'a> {
    input: &'a Unit,
    pre: &'a Preprocessed,
    program: Program,
    diagnostics: Vec<Diagnostic>,
    scopes: Scopes,
    /// The clause's text that is being read, if one is.
    fragment: Option<Reading>,
    /// The function whose body is being read.
    function: Option<FuncId>,
    /// The construct whose block is being read.
    construct: Option<ConstructId>,
    /// Types declared since the current declaration began, in a function.
    local_types: Vec<Decl>,
    /// Structures and unions whose members are being read, the outermost first.
    unfinished_records: Vec<RecordId>,
    /// The order at file scope; a type that is completed later moves to the place where it is completed.
    items: Vec<Option<Item>>,
    item_places: std::collections::HashMap<Item, usize>,
    /// How many types without a name the user's files have declared, and how many the system's.
    made_names: (usize, usize),
    /// What OpenMP needs between declarations; see `openmp.rs` and `declare.rs`.
    omp: openmp::State,
    packing: packing::Packing,
    /// Variables that regions declare anew; see `hidden.rs`.
    redeclared: Vec<hidden::Redeclared>,
    /// Promoted expressions whose type is that of a wide bit-field; see `wide_fields.rs`.
    exact: std::collections::HashMap<ExprId, wide_fields::Exact>,
}

impl<'a> Lower<'a> {
    fn new(unit: &'a Unit, pre: &'a Preprocessed) -> Lower<'a> {
        Lower {
            input: unit,
            pre,
            program: Program::default(),
            diagnostics: vec![],
            scopes: Scopes::new(),
            fragment: None,
            function: None,
            construct: None,
            local_types: vec![],
            unfinished_records: vec![],
            items: vec![],
            item_places: Default::default(),
            made_names: (0, 0),
            omp: Default::default(),
            packing: packing::Packing::of(pre.text()),
            redeclared: vec![],
            exact: Default::default(),
        }
    }

    fn unit(&mut self) {
        let input = self.input;
        for external in &input.tree.0 {
            self.declaratives_before(external.span.start);
            self.external(external);
        }
        self.declaratives_before(usize::MAX);
        self.weak_pragmas();
        self.finish_declare_target();
        self.check_redeclared();
        self.find_changes();
        self.choose_variants();
        self.program.items = self.items.iter().flatten().copied().collect();
        self.find_exposed();
    }

    /// Walks a piece of text that was read on its own.
    fn within<N, T>(
        &mut self,
        fragment: Fragment<N>,
        place: Span,
        walk: impl FnOnce(&mut Self, &Node<N>) -> T,
    ) -> T {
        let reading = Reading {
            place,
            shift: fragment.shift,
            attributes: fragment.attributes,
        };
        let outer = self.fragment.replace(reading);
        let result = walk(self, &fragment.node);
        self.fragment = outer;
        result
    }

    /// The span of a node, without the blanks and pragma lines that lang-c lets it run into.
    fn span<T>(&self, node: &Node<T>) -> Span {
        self.span_of(node.span)
    }

    fn span_of(&self, span: lang_c::span::Span) -> Span {
        if span.is_none() {
            return Span::default();
        }
        let Some(reading) = &self.fragment else {
            return self.input.trimmed(span);
        };
        let mut span = shifted(span, reading.shift);
        let Span { lo, hi } = reading.place;
        span.lo = span.lo.clamp(lo, hi);
        span.hi = span.hi.clamp(span.lo, hi);
        span.hi = span.lo + self.pre.slice(span).trim_end().len() as u32;
        let rewritten = reading.attributes.iter();
        let ends = rewritten.filter_map(|attribute| attribute.end_of(span.lo, span.hi));
        span.hi = ends.max().unwrap_or(span.hi);
        span
    }

    /// Where a node begins in the preprocessed text.
    fn start(&self, span: lang_c::span::Span) -> usize {
        match &self.fragment {
            None => span.start,
            Some(reading) => shifted(span, reading.shift).lo as usize,
        }
    }

    /// A name as the user wrote it.
    fn name(&self, node: &Node<Identifier>) -> String {
        if self.fragment.is_none() {
            return self.input.name(node).to_owned();
        }
        let at = self.start(node.span) as u32;
        match self.rewritten_at(at, AttributeKind::Identifier) {
            Some(renamed) => renamed.argument,
            None => node.node.name.clone(),
        }
    }

    /// The preprocessed text of a span, before anything was rewritten for lang-c.
    fn text(&self, span: Span) -> &'a str {
        self.pre.slice(span)
    }

    /// The text of a span on one line.
    fn line(&self, span: Span) -> String {
        self.text(span)
            .lines()
            .filter(|line| !line.starts_with('#'))
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn is_system(&self, span: Span) -> bool {
        self.pre.is_system(span.lo as usize)
    }

    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.diagnostics
            .push(Diagnostic::error(code, span, message));
    }

    /// The value of an expression that C requires to be constant; an error where `ir::constants` does not know it,
    /// even if the host compiler does.
    fn known(&mut self, e: ExprId, what: &str) -> i128 {
        if let Some(value) = constants::int_value(&self.program, e) {
            return value;
        }
        let message = format!("{what} is not a constant that the translator can compute");
        let at = self.at(e);
        self.diagnostics
            .push(Diagnostic::error(Code::UnknownConstant, at, message).help(
                "write a number, or an expression of numbers, enumeration constants and `sizeof`",
            ));
        1
    }

    fn expr(&mut self, kind: ExprKind, ty: impl Into<QualType>, span: Span) -> ExprId {
        self.program.exprs.alloc(Expr {
            kind,
            ty: ty.into(),
            span,
        })
    }

    fn stmt_of(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.program.stmts.alloc(Stmt { kind, span })
    }

    /// Something valid that the IR has no node for.
    fn opaque(&mut self, span: Span, ty: impl Into<QualType>, why: impl Into<String>) -> ExprId {
        let text = self.line(span);
        let why = why.into();
        self.expr(ExprKind::Opaque { text, why }, ty, span)
    }

    fn ty(&self, id: ExprId) -> QualType {
        self.program.exprs[id].ty
    }

    fn at(&self, id: ExprId) -> Span {
        self.program.exprs[id].span
    }

    fn intern(&mut self, ty: Type) -> TypeId {
        self.program.types.intern(ty)
    }

    fn int(&mut self, kind: IntKind) -> TypeId {
        self.program.types.int(kind)
    }

    /// The type behind aliases with all its qualifiers.
    fn resolved(&self, ty: QualType) -> (Type, Quals) {
        let ty = self.program.types.resolve_qual(ty);
        (self.program.types.get(ty.id).clone(), ty.quals)
    }

    /// Puts a declaration at file scope in its place in the order.
    fn item(&mut self, item: Item) {
        if let Some(&old) = self.item_places.get(&item) {
            self.items[old] = None;
        }
        self.item_places.insert(item, self.items.len());
        self.items.push(Some(item));
    }

    fn item_if_new(&mut self, item: Item) {
        if !self.item_places.contains_key(&item) {
            self.item(item);
        }
    }

    /// A name for a type without one.
    fn made_name(&mut self, what: &str, span: Span) -> String {
        // Headers differ from machine to machine: their types are counted apart.
        let (counter, of) = if self.is_system(span) {
            (&mut self.made_names.1, "_system")
        } else {
            (&mut self.made_names.0, "")
        };
        *counter += 1;
        format!("anonymous{of}_{what}_{counter}")
    }
}

/// `ir` names used all over this module.
type Init = ir::Init;
