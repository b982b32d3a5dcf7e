//! Functions: declarations merged into one entity each, definitions with their bodies (C11, 6.9.1).

use super::Lower;
use super::scope::Entity;
use super::specs::Specs;
use super::types::{Declared, Params};
use crate::front::{Attribute, AttributeKind};
use crate::ir::*;
use crate::source::Span;
use lang_c::ast;
use lang_c::span::Node;

/// Whether a declaration at file scope makes the definition of the function one for other units, too.
fn external(specs: &Specs) -> bool {
    !specs.is_inline || specs.is_extern
}

impl Lower<'_> {
    /// A function's type, from its declaration.
    pub(super) fn function_type(&mut self, func: FuncId) -> TypeId {
        let f = &self.program.funcs[func];
        let params = f.params.iter().map(|&p| self.program.vars[p].ty.id.into());
        let ty = Type::Function {
            ret: f.ret,
            params: if f.prototyped {
                params.collect()
            } else {
                vec![]
            },
            variadic: f.variadic,
            prototyped: f.prototyped,
        };
        self.intern(ty)
    }

    /// A declaration of a function, here or in a block.
    pub(super) fn declare_function(
        &mut self,
        name: &str,
        declared: Declared,
        specs: &Specs,
    ) -> FuncId {
        let func = match self.scopes.linked(name) {
            Some(Entity::Func(func)) => func,
            _ => self.new_func(name, declared.span),
        };
        let block = self.function.is_some();
        if block {
            self.names_hidden(name, Entity::Func(func), declared.span);
        }
        self.update_func(func, declared, specs);
        self.program.funcs[func].is_external |= !block && external(specs);
        self.scopes.declare(name, Entity::Func(func));
        self.item_if_new(Item::Func(func));
        func
    }

    /// A nested function of GNU C: it has no linkage, and hides what has its name.
    pub(super) fn declare_nested(&mut self, name: &str, declared: Declared, specs: &Specs) {
        let outer = self.scopes.linked(name);
        let func = self.new_func(name, declared.span);
        self.scopes.relink(name, outer);
        self.program.funcs[func].nested = true;
        self.update_func(func, declared, specs);
        self.scopes.declare(name, Entity::Func(func));
    }

    /// A function about which nothing but the name is known yet.
    pub(super) fn new_func(&mut self, name: &str, span: Span) -> FuncId {
        let ret = self.int(IntKind::Int).into();
        let system = self.is_system(span);
        let func = self.program.funcs.alloc(Func {
            name: name.to_owned(),
            ret,
            params: vec![],
            variadic: false,
            prototyped: false,
            body: None,
            is_static: false,
            is_inline: false,
            is_external: false,
            is_gnu_inline: false,
            span,
            system,
            declare_target: None,
            declare_simd: false,
            weak: false,
            odd_attribute: None,
            allocates: false,
            nested: false,
            unread: false,
            results: None,
        });
        self.scopes.link(name, Entity::Func(func));
        func
    }

    fn update_func(&mut self, func: FuncId, declared: Declared, specs: &Specs) {
        let span = declared.span;
        let (
            Type::Function {
                ret,
                params,
                variadic,
                prototyped,
            },
            _,
        ) = self.resolved(declared.ty)
        else {
            return;
        };
        let vars = match declared.params {
            Some(list) => list.vars,
            // Declared through a typedef.
            None => params
                .iter()
                .map(|&ty| self.new_var("", ty, Storage::Param, span))
                .collect(),
        };
        for &var in &vars {
            self.program.vars[var].func = Some(func);
        }
        let f = &mut self.program.funcs[func];
        f.ret = ret;
        f.is_static |= specs.is_static;
        f.is_inline |= specs.is_inline;
        // The parameters of a body keep their names.
        if f.body.is_none() && (prototyped || !f.prototyped) {
            f.params = vars;
            f.variadic = variadic;
            f.prototyped = prototyped;
        }
        self.attach_to_function(func, span);
        self.between_declare_target(Entity::Func(func), span);
    }

    pub(super) fn function_attributes(&mut self, func: FuncId, attributes: &[&Attribute]) {
        for attribute in attributes {
            use AttributeKind::*;
            if matches!(
                attribute.kind,
                Constructor | Destructor | Alias | Ifunc | Section
            ) {
                let text = self.line(attribute.span);
                self.program.funcs[func].odd_attribute.get_or_insert(text);
            }
            let f = &mut self.program.funcs[func];
            f.weak |= attribute.kind == Weak;
            f.is_gnu_inline |= attribute.kind == GnuInline;
            f.allocates |= attribute.kind == Malloc && attribute.argument.is_empty();
        }
        let results = attributes
            .iter()
            .find(|one| one.kind == AttributeKind::Results);
        self.program.funcs[func].unread |= results.is_some();
        if let Some((of, given_to)) = results.and_then(|one| one.argument.split_once(';')) {
            let names = |words: &str| words.split_whitespace().map(str::to_owned).collect();
            self.program.funcs[func].results = Some(Results {
                of: names(of),
                given_to: names(given_to),
            });
        }
    }

    /// function-definition
    pub(super) fn function_definition(&mut self, node: &Node<ast::FunctionDefinition>) {
        let specs = self.specifiers(&node.node.specifiers, false);
        let mut declared = self.declarator(specs.base, &node.node.declarator);
        let (Some(name), Some(params)) = (declared.name.clone(), declared.params.take()) else {
            let span = self.span(&node.node.declarator);
            self.error(
                crate::diag::Code::CUnsupported,
                span,
                "a function definition whose parameters cannot be made out",
            );
            return;
        };
        let Params {
            vars,
            scope,
            old_style,
        } = params;
        let span = declared.span;
        declared.params = Some(Params {
            vars: vars.clone(),
            scope: Default::default(),
            old_style: vec![],
        });
        let func = match self.scopes.linked(&name) {
            Some(Entity::Func(func)) => func,
            _ => self.new_func(&name, span),
        };
        self.program.funcs[func].body = None;
        self.update_func(func, declared, &specs);
        let system = self.is_system(span);
        let f = &mut self.program.funcs[func];
        f.params = vars;
        f.is_external |= external(&specs);
        f.span = span;
        f.system = system;
        self.scopes.declare(&name, Entity::Func(func));
        self.item(Item::Func(func));
        let from = self.blanks_before(self.start(node.span));
        let lead = self.attributes_in(from, self.start(node.node.statement.span));
        self.function_attributes(func, &lead.iter().collect::<Vec<_>>());

        self.scopes.reenter(scope);
        let outer = self.function.replace(func);
        if !old_style.is_empty() {
            self.old_style_parameters(func, &old_style, &node.node.declarations);
        }
        for &var in &self.program.funcs[func].params.clone() {
            self.program.vars[var].func = Some(func);
        }
        let body = self.statement(&node.node.statement);
        self.program.funcs[func].body = Some(body);
        self.function = outer;
        self.scopes.leave();
    }

    /// `int f(a, b) double b; { ... }`
    fn old_style_parameters(
        &mut self,
        func: FuncId,
        names: &[(String, Span)],
        declarations: &[Node<ast::Declaration>],
    ) {
        let int = self.int(IntKind::Int);
        let mut vars = vec![];
        for (name, span) in names {
            let var = self.new_var(name, int.into(), Storage::Param, *span);
            self.scopes.declare(name, Entity::Var(var));
            vars.push(var);
        }
        for declaration in declarations {
            let specs = self.specifiers(&declaration.node.specifiers, false);
            for init in &declaration.node.declarators {
                let declared = self.declarator(specs.base, &init.node.declarator);
                let Some(name) = declared.name else { continue };
                let ty = self.adjust_parameter(declared.ty, Quals::default());
                if let Some(index) = names.iter().position(|(n, _)| *n == name) {
                    let var = &mut self.program.vars[vars[index]];
                    var.ty = ty;
                    var.register = specs.is_register;
                    var.span = declared.span;
                }
            }
        }
        let f = &mut self.program.funcs[func];
        f.params = vars;
    }
}
