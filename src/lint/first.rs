//! What happens first to a variable, or to the memory behind a pointer: a read or a write.
//!
//! From the IR, in the order in which C evaluates. Where branches disagree, `may` decides whether the answer is what
//! can happen, or only what must. Taking an address counts as a write: nothing is known after it.

use crate::analyze::facts::Facts;
use crate::ir::*;
use crate::omp::Leaf;
use crate::source::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Read(Span),
    Written,
    Neither,
}

pub struct FirstUse<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts<'a>,
    pub var: VarId,
    /// The question is about the elements of an array, or the memory that a pointer leads to; else about the variable
    /// itself.
    pub elements: bool,
    /// A read in one of several branches counts.
    pub may: bool,
}

impl FirstUse<'_> {
    /// What happens first in expressions that are evaluated in this order.
    fn in_order(&self, exprs: &[ExprId]) -> First {
        exprs.iter().fold(First::Neither, |first, &expr| {
            self.then(first, || self.expr(expr))
        })
    }

    fn then(&self, first: First, next: impl FnOnce() -> First) -> First {
        match first {
            First::Neither => next(),
            first => first,
        }
    }

    /// What happens first where one of two branches is taken.
    fn either(&self, a: First, b: First) -> First {
        use First::*;
        match (a, b) {
            (Neither, Neither) => Neither,
            (Read(place), Read(_)) => Read(place),
            (Read(place), _) | (_, Read(place)) if self.may => Read(place),
            (Written, Neither) | (Neither, Written) if self.may => Neither,
            _ => Written,
        }
    }

    pub fn expr(&self, id: ExprId) -> First {
        let program = self.program;
        let expr = program.expr(id);
        if self.is_it(id) {
            let first = self.subscripts(id);
            return self.then(first, || First::Read(expr.span));
        }
        match &expr.kind {
            ExprKind::Var(var) if *var == self.var => First::Written,
            ExprKind::Assign { lhs, rhs } => {
                let first = self.in_order(&[*rhs]);
                let first = self.then(first, || self.subscripts(*lhs));
                self.then(first, || match self.is_it(*lhs) {
                    true => First::Written,
                    false => First::Neither,
                })
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => self.in_order(&[*rhs, *lhs]),
            ExprKind::Cond { cond, yes, no } => {
                let first = self.expr(*cond);
                self.then(first, || {
                    let yes = yes.map_or(First::Neither, |yes| self.expr(yes));
                    self.either(yes, self.expr(*no))
                })
            }
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs,
                rhs,
            } => {
                let first = self.expr(*lhs);
                self.then(first, || self.either(First::Neither, self.expr(*rhs)))
            }
            // `(void)x` only marks x as used.
            ExprKind::Convert { arg, .. }
                if *program.type_of(id) == Type::Void
                    && matches!(program.expr(*arg).kind, ExprKind::Var(_)) =>
            {
                First::Neither
            }
            ExprKind::AddrOf(arg) if self.is_it(*arg) => First::Written,
            ExprKind::StmtExpr(_) => {
                let mut named = false;
                program.walk_expr(id, &mut |_, expr| {
                    named |= matches!(expr.kind, ExprKind::Var(var) if var == self.var)
                });
                match named {
                    true => First::Written,
                    false => First::Neither,
                }
            }
            _ => {
                let mut parts = vec![];
                program.each_operand(expr, &mut |sub| parts.push(sub));
                self.in_order(&parts)
            }
        }
    }

    /// What happens first while the address of the object that an lvalue designates is computed.
    fn subscripts(&self, lvalue: ExprId) -> First {
        let program = self.program;
        let expr = program.expr(lvalue);
        if matches!(expr.kind, ExprKind::Var(_)) {
            return First::Neither;
        }
        let mut parts = vec![];
        program.each_operand(expr, &mut |sub| parts.push(sub));
        let first = |part: ExprId| match &program.expr(part).kind {
            ExprKind::Var(_) => First::Neither,
            _ if self.is_it(part) => self.subscripts(part),
            ExprKind::Convert { .. } | ExprKind::Index { .. } | ExprKind::Member { .. }
                if self.leads(part) =>
            {
                self.subscripts(part)
            }
            _ => self.expr(part),
        };
        parts.into_iter().fold(First::Neither, |found, part| {
            self.then(found, || first(part))
        })
    }

    /// Whether the lvalue designates the variable, or the elements that the question is about.
    fn is_it(&self, lvalue: ExprId) -> bool {
        let program = self.program;
        match &program.expr(lvalue).kind {
            ExprKind::Var(var) => *var == self.var && !self.elements,
            ExprKind::Member { base, arrow, .. } => match arrow {
                true => self.elements && self.leads(*base),
                false => self.is_it(*base),
            },
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                self.elements
                    && self.leads(*base)
                    && !program.types.is_array(program.expr(lvalue).ty.id)
            }
            _ => false,
        }
    }

    /// Whether the pointer leads to the elements that the question is about.
    fn leads(&self, pointer: ExprId) -> bool {
        let program = self.program;
        match &program.expr(pointer).kind {
            ExprKind::Var(var) => *var == self.var,
            ExprKind::Convert { arg, .. } => self.leads(*arg),
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                program.types.is_array(program.expr(pointer).ty.id) && self.leads(*base)
            }
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                ..
            } => self.leads(*lhs),
            _ => false,
        }
    }

    /// What happens first in a statement that begins at its top. A jump ends what is known.
    pub fn stmt(&self, id: StmtId) -> First {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(&program.constructs[*construct]),
            StmtKind::If { cond, then, other } => {
                let first = self.expr(*cond);
                self.then(first, || {
                    let other = other.map_or(First::Neither, |other| self.stmt(other));
                    self.either(self.stmt(*then), other)
                })
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                let first = init.map_or(First::Neither, |init| self.stmt(init));
                let first = self.then(first, || cond.map_or(First::Neither, |e| self.expr(e)));
                let first = self.then(first, || self.stmt(*body));
                self.then(first, || step.map_or(First::Neither, |e| self.expr(e)))
            }
            StmtKind::DoWhile { body, cond } => {
                let first = self.stmt(*body);
                self.then(first, || self.expr(*cond))
            }
            StmtKind::Return(Some(value)) => {
                let first = self.expr(*value);
                self.then(first, || First::Written)
            }
            StmtKind::Switch { .. }
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(None)
            | StmtKind::Goto { .. }
            | StmtKind::Label { .. }
            | StmtKind::Asm { .. } => First::Written,
            _ => {
                let mut first = First::Neither;
                program.each_expr_of(node, &mut |e| first = self.then(first, || self.expr(e)));
                program.each_child(node, &mut |s| first = self.then(first, || self.stmt(s)));
                first
            }
        }
    }

    /// What happens first in a construct: the target construct itself, or one inside of its region.
    pub fn construct(&self, construct: &Construct) -> First {
        let copies = self.facts.privatised(construct);
        let copy = copies.iter().find(|(var, _)| *var == self.var);
        match (copy, construct.body) {
            (Some((_, how)), _) if how.reads_original() => {
                let named = construct.clauses.iter().find(|clause| {
                    let data = clause.kind.name() != "map";
                    data && clause
                        .kind
                        .items()
                        .iter()
                        .any(|i| i.var() == Some(self.var))
                });
                let target = construct.directive.has(Leaf::Target);
                match (named, how) {
                    // The copy is made before the region begins.
                    (_, Private::Firstprivate) if target => First::Neither,
                    (Some(clause), _) => First::Read(clause.span),
                    (None, _) => First::Written,
                }
            }
            (Some(_), _) | (None, None) => First::Neither,
            (None, Some(body)) => self.stmt(body),
        }
    }
}
