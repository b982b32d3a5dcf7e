//! Statements (C11, 6.8).

use super::Lower;
use super::copies::OpenLoop;
use crate::analyze::loops;
use crate::front::{AttributeKind, Unit};
use crate::ir::*;
use lang_c::ast::{self, BlockItem, ForInitializer, Label, Statement};
use lang_c::span::Node;

impl Lower<'_> {
    /// statement
    pub(super) fn statement(&mut self, node: &Node<Statement>) -> StmtId {
        let span = self.span(node);
        let kind = match &node.node {
            Statement::Labeled(labeled) => return self.labeled(labeled, node),
            Statement::Compound(items) => {
                self.scopes.enter();
                let stmts = self.block_items(items, span.hi as usize);
                self.scopes.leave();
                StmtKind::Block(stmts)
            }
            Statement::Expression(None) => self.rewritten_statement(span),
            Statement::Expression(Some(e)) => {
                let id = self.expression(e);
                StmtKind::Expr(self.decay(id))
            }
            Statement::If(node) => {
                let cond = self.value(&node.node.condition);
                let then = self.statement(&node.node.then_statement);
                let other = node.node.else_statement.as_ref();
                StmtKind::If {
                    cond,
                    then,
                    other: other.map(|s| self.statement(s)),
                }
            }
            Statement::Switch(node) => {
                let cond = self.value(&node.node.expression);
                StmtKind::Switch {
                    cond: self.promote(cond),
                    body: self.statement(&node.node.statement),
                }
            }
            Statement::While(node) => StmtKind::While {
                cond: self.value(&node.node.expression),
                body: self.statement(&node.node.statement),
            },
            Statement::DoWhile(node) => StmtKind::DoWhile {
                body: self.statement(&node.node.statement),
                cond: self.value(&node.node.expression),
            },
            Statement::For(node) => return self.for_statement(&node.node, span),
            Statement::Goto(name) => StmtKind::Goto {
                name: self.name(name),
            },
            Statement::Continue => StmtKind::Continue,
            Statement::Break => StmtKind::Break,
            Statement::Return(value) => {
                let value = value.as_ref().map(|e| {
                    let id = self.value(e);
                    match self.function.map(|f| self.program.funcs[f].ret) {
                        Some(ret) if !matches!(self.program.types.resolve(ret.id), Type::Void) => {
                            self.coerce(id, ret)
                        }
                        _ => id,
                    }
                });
                StmtKind::Return(value)
            }
            Statement::Asm(_) => self.inline_asm(span),
        };
        self.stmt_of(kind, span)
    }

    /// The statement for which an empty one of the tree stands.
    fn rewritten_statement(&mut self, span: crate::source::Span) -> StmtKind {
        let from = self
            .input
            .attributes
            .partition_point(|a| a.span.lo <= span.lo);
        let before = from
            .checked_sub(1)
            .and_then(|at| self.input.attributes.get(at));
        let Some(attribute) = before.filter(|_| self.fragment.is_none()) else {
            return StmtKind::Null;
        };
        let between = attribute.span.lo as usize..span.lo as usize;
        let blank = self
            .input
            .text
            .get(between)
            .is_some_and(|t| t.trim().is_empty());
        match attribute.kind {
            AttributeKind::AsmStatement if blank => self.inline_asm(attribute.span),
            AttributeKind::ComputedGoto if blank => {
                let void = self.intern(Type::Void);
                StmtKind::Expr(self.opaque(attribute.span, void, "a computed goto"))
            }
            _ => StmtKind::Null,
        }
    }

    /// block-item-list, up to `end`
    fn block_items(&mut self, items: &[Node<BlockItem>], end: usize) -> Vec<StmtId> {
        let mut stmts = vec![];
        for item in items {
            if self.fragment.is_none() {
                self.declaratives_before(item.span.start);
            }
            match &item.node {
                BlockItem::Declaration(declaration) => {
                    let decls = self.declaration(declaration);
                    let span = self.span(declaration);
                    stmts.push(self.stmt_of(StmtKind::Decl(decls), span));
                }
                BlockItem::StaticAssert(_) => {}
                BlockItem::Statement(statement) => {
                    let outer = std::mem::take(&mut self.local_types);
                    let stmt = self.statement(statement);
                    let types = std::mem::replace(&mut self.local_types, outer);
                    if !types.is_empty() {
                        // An expression declares it: `(union { int i; float f; }){ x }.f`.
                        let span = self.program.stmts[stmt].span;
                        stmts.push(self.stmt_of(StmtKind::Decl(types), span));
                    }
                    stmts.push(stmt);
                }
            }
        }
        if self.fragment.is_none() {
            self.declaratives_before(end);
        }
        stmts
    }

    /// labeled-statement; a label of ours is a directive.
    fn labeled(&mut self, node: &Node<ast::LabeledStatement>, outer: &Node<Statement>) -> StmtId {
        let span = self.span(outer);
        let kind = match &node.node.label.node {
            Label::Identifier(name) => {
                if let Some(index) = Unit::directive_of_label(&name.node.name)
                    && self.input.directives.get(index).is_some()
                {
                    return self.construct(index, &node.node.statement, span);
                }
                StmtKind::Label {
                    name: self.name(name),
                    body: self.statement(&node.node.statement),
                }
            }
            Label::Case(value) => StmtKind::Case {
                lo: self.value(value),
                hi: None,
                body: self.statement(&node.node.statement),
            },
            Label::CaseRange(range) => StmtKind::Case {
                lo: self.value(&range.node.low),
                hi: Some(self.value(&range.node.high)),
                body: self.statement(&node.node.statement),
            },
            Label::Default => StmtKind::Default {
                body: self.statement(&node.node.statement),
            },
        };
        self.stmt_of(kind, span)
    }

    /// `for`, whose declaration has a scope of its own
    fn for_statement(&mut self, node: &ast::ForStatement, span: crate::source::Span) -> StmtId {
        self.scopes.enter();
        let init = match &node.initializer.node {
            ForInitializer::Empty | ForInitializer::StaticAssert(_) => None,
            ForInitializer::Expression(e) => {
                let id = self.value(e);
                let at = self.span(e);
                Some(self.stmt_of(StmtKind::Expr(id), at))
            }
            ForInitializer::Declaration(declaration) => {
                let decls = self.declaration(declaration);
                let at = self.span(declaration);
                Some(self.stmt_of(StmtKind::Decl(decls), at))
            }
        };
        let (cond, step) = (node.condition.as_ref(), node.step.as_ref());
        let (cond, step) = (cond.map(|e| self.value(e)), step.map(|e| self.value(e)));
        if let Some(cond) = cond {
            self.loop_test(cond);
        }
        let var = init.and_then(|init| loops::initialised(&self.program, init));
        self.omp.loops.push(OpenLoop { span, var });
        let kind = StmtKind::For {
            init,
            cond,
            step,
            body: self.statement(&node.statement),
        };
        self.omp.loops.pop();
        self.scopes.leave();
        self.stmt_of(kind, span)
    }
}
