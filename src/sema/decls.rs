//! Declarations (C11, 6.7): typedefs, variables with their linkage and storage, one entity each
//! however often it is declared.

use super::Lower;
use super::scope::Entity;
use super::specs::Specs;
use super::types::Declared;
use crate::front::{Attribute, AttributeKind};
use crate::ir::*;
use lang_c::ast::{self, DeclarationSpecifier, ExternalDeclaration, TypeSpecifier};
use lang_c::span::Node;

impl Lower<'_> {
    /// external-declaration
    pub(super) fn external(&mut self, node: &Node<ExternalDeclaration>) {
        match &node.node {
            ExternalDeclaration::Declaration(declaration) => {
                let span = self.span(declaration);
                self.program.declarations.push(span);
                self.declaration(declaration);
            }
            ExternalDeclaration::StaticAssert(_) => {}
            ExternalDeclaration::FunctionDefinition(definition) => {
                self.function_definition(definition);
            }
        }
    }

    /// declaration: what it declares in its block.
    pub(super) fn declaration(&mut self, node: &Node<ast::Declaration>) -> Vec<Decl> {
        let outer = std::mem::take(&mut self.local_types);
        let declarators = &node.node.declarators;
        let specs = self.specifiers(&node.node.specifiers, declarators.is_empty());
        let mut decls = std::mem::take(&mut self.local_types);
        let end = self.blanks_after(self.span(node).hi);
        let first = declarators.first().map_or(end, |d| self.start(d.span));
        let lead = self.attributes_in(self.after_definition(node), first);
        for (index, init) in declarators.iter().enumerate() {
            let hi = declarators
                .get(index + 1)
                .map_or(end, |next| self.start(next.span));
            let own = self.attributes_in(self.start(init.span), hi);
            let mut declared = self.declarator(specs.base, &init.node.declarator);
            let attributes: Vec<&Attribute> = lead.iter().chain(&own).collect();
            declared.ty = self.attributed_type(declared.ty, &attributes);
            decls.append(&mut self.local_types);
            if let Some(decl) = self.init_declarator(&specs, declared, init, &attributes) {
                decls.append(&mut self.local_types);
                decls.push(decl);
            }
        }
        self.local_types = outer;
        decls
    }

    /// Where attributes of the declaration itself may begin: after the definition of a record in it.
    fn after_definition(&self, node: &Node<ast::Declaration>) -> usize {
        let mut from = self.blanks_before(self.start(node.span));
        for spec in &node.node.specifiers {
            if let DeclarationSpecifier::TypeSpecifier(spec) = &spec.node {
                let hi = match &spec.node {
                    TypeSpecifier::Struct(s) => self.span(s).hi,
                    TypeSpecifier::Enum(e) => self.span(e).hi,
                    _ => continue,
                };
                from = hi as usize;
            }
        }
        from
    }

    /// The type that the attributes `mode` and `vector_size` make of the one that is written.
    fn attributed_type(&mut self, ty: QualType, attributes: &[&Attribute]) -> QualType {
        let mut ty = ty;
        for attribute in attributes {
            match attribute.kind {
                AttributeKind::Mode => {
                    let unsigned =
                        matches!(self.part_type(ty.id), Some(Part::Int(kind)) if !kind.signed());
                    if let Some(shape) = mode(attribute.argument.trim().trim_matches('_'), unsigned)
                    {
                        ty.id = self.intern(shape);
                    }
                }
                AttributeKind::VectorSize => {
                    let bytes = self.alignment_of(attribute).unwrap_or(0);
                    let elem = self.program.describe(ty.id.into());
                    let text = format!("__attribute__((vector_size({bytes}))) {elem}");
                    ty.id = self.intern(Type::Opaque(text));
                }
                _ => {}
            }
        }
        ty
    }

    /// init-declarator
    fn init_declarator(
        &mut self,
        specs: &Specs,
        declared: Declared,
        node: &Node<ast::InitDeclarator>,
        attributes: &[&Attribute],
    ) -> Option<Decl> {
        let name = declared.name.clone()?;
        if specs.is_typedef {
            let alias = self.typedef(&name, &declared);
            for attribute in attributes {
                if attribute.kind == AttributeKind::Aligned {
                    let align = self.alignment_of(attribute).map(|a| a as u32);
                    self.program.aliases[alias].align = align;
                }
            }
            return Some(Decl::Alias(alias));
        }
        if matches!(
            self.program.types.resolve(declared.ty.id),
            Type::Function { .. }
        ) {
            let nested = |a: &&Attribute| a.kind == AttributeKind::NestedFunction;
            if attributes.iter().any(nested) {
                self.declare_nested(&name, declared, specs);
                return None;
            }
            let func = self.declare_function(&name, declared, specs);
            self.function_attributes(func, attributes);
            return None;
        }
        let has_init = node.node.initializer.is_some();
        let (var, decl) = self.declare_var(&name, &declared, specs, has_init);
        for attribute in attributes {
            match attribute.kind {
                AttributeKind::Aligned | AttributeKind::Alignas => {
                    let align = self.alignment_of(attribute).map(|a| a as u32);
                    let slot = &mut self.program.vars[var].align;
                    *slot = (*slot).max(align);
                }
                AttributeKind::AsmLabel if specs.is_register => {
                    self.program.vars[var].pinned = true;
                }
                AttributeKind::AsmLabel => {
                    let words = attribute.argument.split('"').skip(1).step_by(2);
                    self.program.vars[var].symbol = Some(words.collect());
                }
                AttributeKind::Tls => self.program.vars[var].thread_local = true,
                AttributeKind::Weak => self.program.vars[var].weak = true,
                AttributeKind::Alias => {
                    let text = self.line(attribute.span);
                    self.program.vars[var].odd_attribute.get_or_insert(text);
                }
                _ => {}
            }
        }
        if let Some(init) = &node.node.initializer {
            self.initialize_var(var, init, specs.infer);
        }
        decl.then_some(Decl::Var(var))
    }

    fn initialize_var(&mut self, var: VarId, node: &Node<ast::Initializer>, infer: bool) {
        let outer = std::mem::take(&mut self.local_types);
        let ty = self.program.vars[var].ty;
        if infer && let ast::Initializer::Expression(e) = &node.node {
            let value = self.value(e);
            self.program.vars[var].ty.id = self.unqualified(self.ty(value)).id;
            self.program.vars[var].init = Some(Init::Expr(value));
        } else {
            let (init, ty) = self.initializer(ty, node);
            self.program.vars[var].init = Some(init);
            self.program.vars[var].ty = ty;
        }
        self.local_types.splice(0..0, outer);
        if self.program.vars[var].func.is_none() && self.scopes.at_file_scope() {
            self.item(Item::Var(var));
        }
    }

    fn typedef(&mut self, name: &str, declared: &Declared) -> AliasId {
        if let Some(Entity::Alias(old)) = self.scopes.find_here(name) {
            return old;
        }
        let local = !self.scopes.at_file_scope();
        let system = self.is_system(declared.span);
        let alias = self.program.aliases.alloc(Alias {
            name: name.to_owned(),
            target: declared.ty,
            span: declared.span,
            system,
            local,
            construct: self.construct,
            align: None,
        });
        self.program.types.set_alias_target(alias, declared.ty);
        self.scopes.declare(name, Entity::Alias(alias));
        // A record or enum without a tag is known by its first typedef.
        match *self.program.types.get(declared.ty.id) {
            Type::Record(id) => {
                let record = &mut self.program.records[id];
                if record.tag.is_none() && record.made_name.starts_with("anonymous") {
                    record.made_name = name.to_owned();
                }
            }
            Type::Enum(id) => {
                let of = &mut self.program.enums[id];
                if of.tag.is_none() && of.made_name.starts_with("anonymous") {
                    of.made_name = name.to_owned();
                }
            }
            _ => {}
        }
        if !local {
            self.item(Item::Alias(alias));
        }
        alias
    }

    /// The variable that a declarator declares, and whether the block declares it.
    fn declare_var(
        &mut self,
        name: &str,
        declared: &Declared,
        specs: &Specs,
        has_init: bool,
    ) -> (VarId, bool) {
        let file_scope = self.scopes.at_file_scope();
        let storage = match (file_scope, specs.is_static, specs.is_extern) {
            (true, true, _) => Storage::StaticGlobal,
            (true, _, true) if !has_init => Storage::Extern,
            (true, ..) => Storage::Global,
            (false, _, true) => Storage::Extern,
            (false, true, _) => Storage::StaticLocal,
            (false, ..) => Storage::Auto,
        };
        let linked = file_scope || storage == Storage::Extern;
        let old = match self.scopes.linked(name) {
            Some(Entity::Var(old)) if linked => Some(old),
            _ => None,
        };
        let var = match old {
            Some(old) => {
                self.merge_var(old, declared, storage);
                old
            }
            None => {
                let var = self.new_var(name, declared.ty, storage, declared.span);
                if linked {
                    self.program.vars[var].func = None;
                    self.scopes.link(name, Entity::Var(var));
                }
                var
            }
        };
        if linked && !file_scope {
            self.names_hidden(name, Entity::Var(var), declared.span);
        }
        let slot = &mut self.program.vars[var];
        slot.register |= specs.is_register;
        slot.thread_local |= specs.is_thread_local;
        slot.align = slot.align.max(specs.align);
        self.scopes.declare(name, Entity::Var(var));
        if linked {
            self.item_if_new(Item::Var(var));
        }
        if file_scope || storage == Storage::StaticLocal {
            self.between_declare_target(Entity::Var(var), declared.span);
        }
        (var, !linked)
    }

    /// A further declaration of the same variable (6.2.7: it gets the composite type).
    fn merge_var(&mut self, var: VarId, declared: &Declared, storage: Storage) {
        let incomplete = |lower: &Lower, ty: QualType| {
            matches!(
                lower.program.types.resolve(ty.id),
                Type::Array {
                    len: ArrayLen::Unknown,
                    ..
                }
            )
        };
        let system = self.is_system(declared.span);
        let keep = incomplete(self, declared.ty) && !incomplete(self, self.program.vars[var].ty);
        let slot = &mut self.program.vars[var];
        if !keep {
            slot.ty = declared.ty;
        }
        if slot.storage == Storage::Extern && storage != Storage::Extern {
            slot.storage = storage;
            slot.span = declared.span;
            slot.system = system;
        }
    }

    /// The type without its own qualifiers.
    pub(super) fn unqualified(&self, ty: QualType) -> QualType {
        let resolved = self.program.types.resolve_qual(ty);
        if resolved.quals == ty.quals {
            ty.id.into()
        } else {
            resolved.id.into()
        }
    }
}

/// The type of `__attribute__((mode(NAME)))`.
fn mode(name: &str, unsigned: bool) -> Option<Type> {
    let whole = |kind: IntKind| match unsigned {
        true => kind.to_unsigned(),
        false => kind,
    };
    let part = |kind| Part::Int(whole(kind));
    let kind = match name {
        "QI" | "byte" => IntKind::SChar,
        "HI" => IntKind::Short,
        "SI" => IntKind::Int,
        "DI" | "word" | "pointer" | "unwind_word" => IntKind::Long,
        "TI" => IntKind::Int128,
        "HF" => return Some(Type::Float(FloatKind::Half)),
        "SF" => return Some(Type::Float(FloatKind::Float)),
        "DF" => return Some(Type::Float(FloatKind::Double)),
        "XF" => return Some(Type::Float(FloatKind::LongDouble)),
        "TF" => return Some(Type::Float(FloatKind::Quad)),
        "SC" => return Some(Type::Complex(Part::Float(FloatKind::Float))),
        "DC" => return Some(Type::Complex(Part::Float(FloatKind::Double))),
        "XC" => return Some(Type::Complex(Part::Float(FloatKind::LongDouble))),
        "CQI" => return Some(Type::Complex(part(IntKind::SChar))),
        "CHI" => return Some(Type::Complex(part(IntKind::Short))),
        "CSI" => return Some(Type::Complex(part(IntKind::Int))),
        "CDI" => return Some(Type::Complex(part(IntKind::Long))),
        "TC" => return Some(Type::Complex(Part::Float(FloatKind::Quad))),
        _ => return None,
    };
    Some(Type::Int(whole(kind)))
}
