//! Iteration variables whose last values may be read (OpenMP 5.2, 5.1.1 and 10.4): a `simd` loop leaves them in
//! variables that are declared in front of it, also where threads, teams or tasks share its iterations.
//!
//! From the IR: what else in the region, or in the function, reads the variable. Where nothing does, it stays
//! private, as in loops without `simd`, and costs nothing.

use crate::analyze::loops;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};

/// Records such variables in their constructs (`Construct::last_values`).
pub fn mark(program: &mut Program) {
    let ids: Vec<ConstructId> = program.constructs.iter().map(|(id, _)| id).collect();
    for id in ids {
        let mut vars = variables(program, id);
        if !vars.is_empty() {
            vars.retain(|&var| is_read(program, id, var));
            program.constructs[id].last_values = vars;
        }
    }
}

/// The iteration variables of a `simd` loop that are declared in front of it.
fn variables(program: &Program, id: ConstructId) -> Vec<VarId> {
    let construct = &program.constructs[id];
    if !construct.directive.has(Leaf::Simd) {
        return vec![];
    }
    let mut found = vec![];
    let mut at = construct.body;
    for _ in 0..loops::collapse(program, construct) {
        let head = at.and_then(|stmt| loops::nest_head(program, stmt));
        let Some(one) = head.and_then(|stmt| loops::canonical(program, stmt).ok()) else {
            break;
        };
        if !one.declared {
            found.push(one.var);
        }
        at = Some(one.body);
    }
    found
}

/// Whether code of the enclosing target region reads the variable; outside of target regions, code of the function.
fn is_read(program: &Program, id: ConstructId, var: VarId) -> bool {
    let construct = &program.constructs[id];
    let mut around = program.around(construct);
    let region = around.find(|outer| outer.directive.has(Leaf::Target));
    let body = match region {
        _ if construct.directive.has(Leaf::Target) => None,
        Some(region) => region.body,
        None => program.funcs[construct.func].body,
    };
    let search = Search { program, id, var };
    body.is_some_and(|body| search.stmt(body))
}

struct Search<'a> {
    program: &'a Program,
    /// The construct whose iteration variable it is.
    id: ConstructId,
    var: VarId,
}

impl Search<'_> {
    fn stmt(&self, id: StmtId) -> bool {
        let program = self.program;
        let stmt = program.stmt(id);
        match &stmt.kind {
            StmtKind::Omp(inner) if *inner == self.id => return false,
            StmtKind::Omp(inner) => {
                let construct = &program.constructs[*inner];
                match self.named(construct) {
                    Named::Reads => return true,
                    Named::Own => return false,
                    Named::Not => {}
                }
                let own = variables(program, *inner);
                if own.contains(&self.var) {
                    return false;
                }
            }
            // The loop gives it a new value: what follows does not read the old one.
            StmtKind::For {
                init: Some(init), ..
            } if self.sets(*init) && !self.holds_loop(stmt) => return self.stmt(*init),
            _ => {}
        }
        let mut found = false;
        program.each_expr_of(stmt, &mut |e| found |= self.expr(e));
        program.each_child(stmt, &mut |child| found = found || self.stmt(child));
        found
    }

    fn expr(&self, id: ExprId) -> bool {
        let program = self.program;
        let expr = program.expr(id);
        match expr.kind {
            ExprKind::Var(var) => return var == self.var,
            ExprKind::Assign { lhs, rhs } if self.is_it(lhs) => return self.expr(rhs),
            ExprKind::StmtExpr(block) => return self.stmt(block),
            _ => {}
        }
        let mut found = false;
        program.each_operand(expr, &mut |e| found = found || self.expr(e));
        found
    }

    fn is_it(&self, e: ExprId) -> bool {
        matches!(self.program.expr(e).kind, ExprKind::Var(var) if var == self.var)
    }

    /// Whether the init statement of a loop is `i = e` with this variable.
    fn sets(&self, init: StmtId) -> bool {
        let StmtKind::Expr(e) = self.program.stmt(init).kind else {
            return false;
        };
        let e = self.program.expr(e);
        matches!(e.kind, ExprKind::Assign { lhs, rhs } if self.is_it(lhs) && !self.expr(rhs))
    }

    fn holds_loop(&self, stmt: &Stmt) -> bool {
        let pragma = self.program.constructs[self.id].pragma;
        stmt.span.lo <= pragma.lo && pragma.hi <= stmt.span.hi
    }

    fn named(&self, construct: &Construct) -> Named {
        let mut found = Named::Not;
        for clause in &construct.clauses {
            if clause.kind.exprs().iter().any(|e| self.expr(**e)) {
                return Named::Reads;
            }
            let listed = clause.kind.items();
            if !listed.iter().any(|item| item.var() == Some(self.var)) {
                continue;
            }
            match clause.kind {
                ClauseKind::Private(_) | ClauseKind::Lastprivate { .. } => found = Named::Own,
                ClauseKind::Shared(_) => {}
                _ => return Named::Reads,
            }
        }
        found
    }
}

/// How a construct's clauses name the variable.
enum Named {
    Not,
    Reads,
    /// Inside the construct, the name means another variable.
    Own,
}
