//! Declarators (C11, 6.7.6): from a base type to the type of the name that is declared.

use super::Lower;
use super::scope::{Entity, Scope};
use super::specs::qualify;
use crate::ir::*;
use crate::source::Span;
use lang_c::ast::{self, DeclaratorKind, DerivedDeclarator};
use lang_c::span::Node;

/// What a declarator declares.
pub(super) struct Declared {
    pub name: Option<String>,
    /// The name's place, or the declarator's where there is no name.
    pub span: Span,
    pub ty: QualType,
    /// The parameters, where the name itself is a function (and not a pointer to one).
    pub params: Option<Params>,
}

/// A function declarator's parameters, with the scope that they were declared in.
pub(super) struct Params {
    pub vars: Vec<VarId>,
    pub scope: Scope,
    /// The names of an old-style definition.
    pub old_style: Vec<(String, Span)>,
}

impl Lower<'_> {
    /// declarator, abstract-declarator
    pub(super) fn declarator(&mut self, base: QualType, node: &Node<ast::Declarator>) -> Declared {
        let mut ty = base;
        let mut params = None;
        let derived = &node.node.derived;
        let pointers = derived
            .iter()
            .take_while(|d| {
                matches!(
                    d.node,
                    DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)
                )
            })
            .count();
        for part in derived[..pointers]
            .iter()
            .chain(derived[pointers..].iter().rev())
        {
            params = None;
            ty = match &part.node {
                DerivedDeclarator::Pointer(quals) | DerivedDeclarator::Block(quals) => {
                    let mut to = QualType::from(self.program.types.pointer_to(ty));
                    for qual in quals {
                        if let ast::PointerQualifier::TypeQualifier(qual) = &qual.node {
                            qualify(&mut to.quals, &qual.node);
                        }
                    }
                    to
                }
                DerivedDeclarator::Array(array) => {
                    let len = self.array_len(&array.node.size);
                    self.intern(Type::Array { elem: ty, len }).into()
                }
                DerivedDeclarator::Function(function) => {
                    let (ty, list) = self.function_declarator(ty, &function.node);
                    params = Some(list);
                    ty.into()
                }
                DerivedDeclarator::KRFunction(names) => {
                    let old_style = names.iter().map(|n| (self.name(n), self.span(n))).collect();
                    params = Some(Params {
                        vars: vec![],
                        scope: Scope::default(),
                        old_style,
                    });
                    self.intern(Type::Function {
                        ret: ty.id.into(),
                        params: vec![],
                        variadic: false,
                        prototyped: false,
                    })
                    .into()
                }
            };
        }
        match &node.node.kind.node {
            DeclaratorKind::Declarator(inner) => {
                let mut declared = self.declarator(ty, inner);
                if inner.node.derived.is_empty() && declared.params.is_none() {
                    declared.params = params;
                }
                declared
            }
            DeclaratorKind::Identifier(name) => Declared {
                name: Some(self.name(name)),
                span: self.span(name),
                ty,
                params,
            },
            DeclaratorKind::Abstract => Declared {
                name: None,
                span: self.span(node),
                ty,
                params,
            },
        }
    }

    fn array_len(&mut self, size: &ast::ArraySize) -> ArrayLen {
        let (ast::ArraySize::VariableExpression(size) | ast::ArraySize::StaticExpression(size)) =
            size
        else {
            return ArrayLen::Unknown;
        };
        let id = self.value(size);
        match constants::int_value(&self.program, id) {
            Some(n) => ArrayLen::Known(u64::try_from(n).unwrap_or(0)),
            None => ArrayLen::Vla(id),
        }
    }

    fn function_declarator(
        &mut self,
        ret: QualType,
        node: &ast::FunctionDeclarator,
    ) -> (TypeId, Params) {
        let variadic = node.ellipsis == ast::Ellipsis::Some;
        self.scopes.enter();
        let mut vars = vec![];
        let mut prototyped = variadic || !node.parameters.is_empty();
        for parameter in &node.parameters {
            if let Some(var) = self.parameter(parameter) {
                vars.push(var);
            }
        }
        // `(void)`.
        if let [only] = vars.as_slice() {
            let only = &self.program.vars[*only];
            if only.name.is_empty() && matches!(self.program.types.resolve(only.ty.id), Type::Void)
            {
                vars.clear();
                prototyped = true;
            }
        }
        let scope = self.scopes.leave();
        let params = vars.iter().map(|&v| self.program.vars[v].ty.id.into());
        let ty = Type::Function {
            ret: ret.id.into(),
            params: params.collect(),
            variadic,
            prototyped,
        };
        let list = Params {
            vars,
            scope,
            old_style: vec![],
        };
        (self.intern(ty), list)
    }

    /// parameter-declaration
    fn parameter(&mut self, node: &Node<ast::ParameterDeclaration>) -> Option<VarId> {
        let specs = self.specifiers(&node.node.specifiers, false);
        let (declared, quals) = match &node.node.declarator {
            Some(declarator) => (
                self.declarator(specs.base, declarator),
                array_qualifiers(declarator),
            ),
            None => (
                Declared {
                    name: None,
                    span: self.span(node),
                    ty: specs.base,
                    params: None,
                },
                Quals::default(),
            ),
        };
        let ty = self.adjust_parameter(declared.ty, quals);
        let var = self.new_var(
            declared.name.as_deref().unwrap_or(""),
            ty,
            Storage::Param,
            declared.span,
        );
        self.program.vars[var].register = specs.is_register;
        if let Some(name) = &declared.name {
            self.scopes.declare(name, Entity::Var(var));
        }
        Some(var)
    }

    /// Arrays and functions as parameters are pointers (6.7.6.3); `quals` stood in the brackets.
    pub(super) fn adjust_parameter(&mut self, ty: QualType, quals: Quals) -> QualType {
        let (shape, outer) = self.resolved(ty);
        let id = match shape {
            Type::Array { elem, .. } => {
                let elem = QualType {
                    id: elem.id,
                    quals: elem.quals.union(outer),
                };
                self.program.types.pointer_to(elem)
            }
            Type::Function { .. } => self.program.types.pointer_to(ty.id.into()),
            _ => return ty,
        };
        QualType { id, quals }
    }

    pub(super) fn new_var(
        &mut self,
        name: &str,
        ty: QualType,
        storage: Storage,
        span: Span,
    ) -> VarId {
        let system = self.is_system(span);
        self.program.vars.alloc(Var {
            storage,
            func: self.function,
            construct: self.construct,
            system,
            ..Var::local(name.to_owned(), ty, span)
        })
    }
}

/// The qualifiers in the outermost brackets of a parameter: `int a[const 3]`.
fn array_qualifiers(node: &Node<ast::Declarator>) -> Quals {
    let mut quals = Quals::default();
    let mut node = node;
    while let DeclaratorKind::Declarator(inner) = &node.node.kind.node {
        if inner.node.derived.is_empty() {
            break;
        }
        node = inner;
    }
    let first = node
        .node
        .derived
        .iter()
        .find(|d| !matches!(d.node, DerivedDeclarator::Pointer(_)));
    if let Some(DerivedDeclarator::Array(array)) = first.map(|d| &d.node) {
        for qual in &array.node.qualifiers {
            qualify(&mut quals, &qual.node);
        }
    }
    quals
}
