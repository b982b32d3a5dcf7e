//! Walks over expressions and statements.

use super::{Expr, ExprId, ExprKind, Init, Program, Stmt, StmtId, StmtKind, Type, VarId};

impl Program {
    /// Calls `f` on each direct sub-expression of `expr`, in evaluation order as written.
    pub fn each_operand(&self, expr: &Expr, f: &mut dyn FnMut(ExprId)) {
        match &expr.kind {
            ExprKind::Int { .. }
            | ExprKind::Float { .. }
            | ExprKind::Imaginary { .. }
            | ExprKind::Str { .. }
            | ExprKind::Var(_)
            | ExprKind::Func(_)
            | ExprKind::EnumConst { .. }
            | ExprKind::SizeOf { .. }
            | ExprKind::OffsetOf { .. }
            | ExprKind::StmtExpr(_)
            | ExprKind::Opaque { .. } => {}
            ExprKind::Unary { arg, .. }
            | ExprKind::IncDec { arg, .. }
            | ExprKind::Deref(arg)
            | ExprKind::AddrOf(arg)
            | ExprKind::Convert { arg, .. }
            | ExprKind::Member { base: arg, .. } => f(*arg),
            ExprKind::Binary { lhs, rhs, .. }
            | ExprKind::Assign { lhs, rhs }
            | ExprKind::CompoundAssign { lhs, rhs, .. }
            | ExprKind::Comma { lhs, rhs }
            | ExprKind::Index {
                base: lhs,
                index: rhs,
            } => {
                f(*lhs);
                f(*rhs);
            }
            ExprKind::Cond { cond, yes, no } => {
                f(*cond);
                if let Some(yes) = yes {
                    f(*yes);
                }
                f(*no);
            }
            ExprKind::Call { callee, args } => {
                f(*callee);
                args.iter().for_each(|&arg| f(arg));
            }
            ExprKind::CompoundLiteral { init } => each_in_init(init, f),
        }
    }

    /// Calls `f` on `id` and on every expression below it, statement expressions included.
    pub fn walk_expr(&self, id: ExprId, f: &mut dyn FnMut(ExprId, &Expr)) {
        let expr = self.expr(id);
        f(id, expr);
        self.each_operand(expr, &mut |sub| self.walk_expr(sub, f));
        if let ExprKind::StmtExpr(block) = expr.kind {
            self.walk_exprs_in(block, f);
        }
    }

    /// Calls `f` on every expression in a statement, at any depth: initialisers, constructs' bodies
    /// (not their clauses) and statement expressions included.
    pub fn walk_exprs_in(&self, id: StmtId, f: &mut dyn FnMut(ExprId, &Expr)) {
        self.walk_stmts(id, &mut |_, stmt| {
            self.each_expr_of(stmt, &mut |expr| self.walk_expr(expr, f));
        });
    }

    /// The variables that a variable's initialiser names, in order, each as often as it is named.
    pub fn vars_of_init(&self, var: VarId) -> Vec<VarId> {
        let mut found = vec![];
        if let Some(init) = &self.vars[var].init {
            each_in_init(init, &mut |expr| {
                self.walk_expr(expr, &mut |_, expr| {
                    if let ExprKind::Var(named) = expr.kind {
                        found.push(named);
                    }
                });
            });
        }
        found
    }

    /// Whether an expression names a variable.
    pub fn mentions(&self, id: ExprId, var: VarId) -> bool {
        let mut found = false;
        self.walk_expr(id, &mut |_, expr| {
            found |= matches!(expr.kind, ExprKind::Var(one) if one == var)
        });
        found
    }

    /// The last statement of a statement expression and the value that it gives; none where it gives none.
    pub fn last_value(&self, block: StmtId) -> Option<(StmtId, ExprId)> {
        let mut last = match &self.stmt(block).kind {
            StmtKind::Block(stmts) => *stmts.last()?,
            _ => block,
        };
        while let StmtKind::Label { body, .. } = self.stmt(last).kind {
            last = body;
        }
        match self.stmt(last).kind {
            StmtKind::Expr(value) if *self.type_of(value) != Type::Void => Some((last, value)),
            _ => None,
        }
    }

    /// Whether an expression names a volatile object, each access to which is observable.
    pub fn is_volatile(&self, expr: &Expr) -> bool {
        match expr.kind {
            ExprKind::Var(var) => self.vars[var].ty.quals.is_volatile,
            _ => expr.ty.quals.is_volatile,
        }
    }

    /// Calls `f` on a statement and every statement below it, constructs' bodies included
    /// (statements inside statement expressions are not visited).
    pub fn walk_stmts(&self, id: StmtId, f: &mut dyn FnMut(StmtId, &Stmt)) {
        let stmt = self.stmt(id);
        f(id, stmt);
        self.each_child(stmt, &mut |child| self.walk_stmts(child, f));
    }

    /// Calls `f` on a statement and every statement below it, those inside of statement expressions included.
    pub fn walk_all_stmts(&self, id: StmtId, f: &mut dyn FnMut(StmtId, &Stmt)) {
        let stmt = self.stmt(id);
        f(id, stmt);
        self.each_child(stmt, &mut |child| self.walk_all_stmts(child, f));
        self.each_block_of(stmt, &mut |block| self.walk_all_stmts(block, f));
    }

    /// The blocks of the outermost statement expressions that stand directly in a statement.
    pub fn each_block_of(&self, stmt: &Stmt, f: &mut dyn FnMut(StmtId)) {
        self.each_expr_of(stmt, &mut |expr| self.each_block_in(expr, f));
    }

    fn each_block_in(&self, id: ExprId, f: &mut dyn FnMut(StmtId)) {
        let expr = self.expr(id);
        if let ExprKind::StmtExpr(block) = expr.kind {
            f(block);
        }
        self.each_operand(expr, &mut |sub| self.each_block_in(sub, f));
    }

    /// Calls `f` on the direct sub-statements.
    pub fn each_child(&self, stmt: &Stmt, f: &mut dyn FnMut(StmtId)) {
        match &stmt.kind {
            StmtKind::Block(stmts) => stmts.iter().for_each(|&s| f(s)),
            StmtKind::If { then, other, .. } => {
                f(*then);
                if let Some(other) = other {
                    f(*other);
                }
            }
            StmtKind::For { init, body, .. } => {
                if let Some(init) = init {
                    f(*init);
                }
                f(*body);
            }
            StmtKind::While { body, .. }
            | StmtKind::DoWhile { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Case { body, .. }
            | StmtKind::Default { body }
            | StmtKind::Label { body, .. } => f(*body),
            StmtKind::Omp(construct) => {
                if let Some(body) = self.constructs[*construct].body {
                    f(body);
                }
            }
            _ => {}
        }
    }

    /// Calls `f` on the expressions that stand directly in a statement.
    pub fn each_expr_of(&self, stmt: &Stmt, f: &mut dyn FnMut(ExprId)) {
        match &stmt.kind {
            StmtKind::Expr(expr) => f(*expr),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let super::Decl::Var(var) = decl
                        && let Some(init) = &self.vars[*var].init
                    {
                        each_in_init(init, f);
                    }
                }
            }
            StmtKind::If { cond, .. }
            | StmtKind::While { cond, .. }
            | StmtKind::DoWhile { cond, .. }
            | StmtKind::Switch { cond, .. } => f(*cond),
            StmtKind::For { cond, step, .. } => {
                if let Some(cond) = cond {
                    f(*cond);
                }
                if let Some(step) = step {
                    f(*step);
                }
            }
            StmtKind::Case { lo, hi, .. } => {
                f(*lo);
                if let Some(hi) = hi {
                    f(*hi);
                }
            }
            StmtKind::Return(Some(expr)) => f(*expr),
            _ => {}
        }
    }
}

/// Calls `f` on every expression of an initialiser.
pub fn each_in_init(init: &Init, f: &mut dyn FnMut(ExprId)) {
    match init {
        Init::Expr(expr) => f(*expr),
        Init::List(items) => items.iter().for_each(|(_, item)| each_in_init(item, f)),
    }
}
