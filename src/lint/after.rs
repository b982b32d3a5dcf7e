//! Whether the host reads a variable after a construct, before it assigns it again.
//!
//! From the body of the function that holds the construct: backwards, from what follows a statement to what stands
//! before it. Loops are taken to run at least once, so that what they assign counts as assigned. What happens after
//! the function has returned is not followed.

use super::first::{First, FirstUse, Question};
use crate::analyze::facts::Facts;
use crate::analyze::uses::Uses;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf, MapKind};
use crate::source::Span;
use std::collections::BTreeMap;

/// The place where `var` is read first after the construct `at`, with the value that it has there.
pub fn read_behind(facts: &Facts, at: ConstructId, var: VarId) -> Option<Span> {
    let program = facts.program;
    let body = program.funcs[program.constructs[at].func].body?;
    let mut walk = Walk {
        program,
        first: FirstUse {
            program,
            facts,
            var,
            elements: false,
            question: Question::PossibleAfterLoops,
        },
        at,
        found: None,
        leave: vec![],
        labels: BTreeMap::new(),
    };
    walk.stmt(body, None);
    // The first walk has recorded the labels, so that jumps backwards find them.
    walk.stmt(body, None);
    walk.found
}

/// The place where the variable is read next; none where it is assigned first, or never read.
type Next = Option<Span>;

struct Walk<'a> {
    program: &'a Program,
    first: FirstUse<'a>,
    at: ConstructId,
    found: Next,
    /// What follows `break` and what follows `continue`, for each enclosing loop and switch.
    leave: Vec<(Next, Next)>,
    labels: BTreeMap<String, Next>,
}

impl Walk<'_> {
    fn expr(&self, id: ExprId, next: Next) -> Next {
        match self.first.expr(id) {
            First::Read(place) => Some(place),
            First::Written | First::Unknown => None,
            First::Neither => next,
        }
    }

    fn some(&self, id: Option<ExprId>, next: Next) -> Next {
        id.map_or(next, |id| self.expr(id, next))
    }

    fn stmt(&mut self, id: StmtId, next: Next) -> Next {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => self.construct(*construct, next),
            StmtKind::Block(stmts) => {
                let behind_first = stmts.iter().rev();
                behind_first.fold(next, |next, &stmt| self.stmt(stmt, next))
            }
            StmtKind::Decl(decls) => {
                let own = |decl: &Decl| matches!(decl, Decl::Var(var) if *var == self.first.var);
                if decls.iter().any(own) {
                    return None;
                }
                let mut exprs = vec![];
                program.each_expr_of(node, &mut |expr| exprs.push(expr));
                exprs
                    .iter()
                    .rev()
                    .fold(next, |next, &expr| self.expr(expr, next))
            }
            StmtKind::If { cond, then, other } => {
                let no = other.map_or(next, |other| self.stmt(other, next));
                let yes = self.stmt(*then, next);
                let taken = match int_value(program, *cond) {
                    Some(0) => no,
                    Some(_) => yes,
                    None => yes.or(no),
                };
                self.expr(*cond, taken)
            }
            StmtKind::While { cond, body } => self.repeated(Some(*cond), None, *body, next),
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                let start = self.repeated(*cond, *step, *body, next);
                init.map_or(start, |init| self.stmt(init, start))
            }
            StmtKind::DoWhile { body, cond } => {
                let end = self.expr(*cond, next);
                self.leave.push((next, end));
                let once = self.stmt(*body, end);
                let again = self.expr(*cond, next.or(once));
                let start = self.stmt(*body, again);
                self.leave.pop();
                start
            }
            StmtKind::Switch { cond, body } => {
                let around = self.leave.last().and_then(|(_, next)| *next);
                self.leave.push((next, around));
                let inside = self.cases(*body, next);
                self.leave.pop();
                let none = next.filter(|_| !has_default(program, *body));
                self.expr(*cond, inside.or(none))
            }
            StmtKind::Label { name, body } => {
                let start = self.stmt(*body, next);
                self.labels.insert(name.clone(), start);
                start
            }
            StmtKind::Goto { name } => self.labels.get(name).copied().flatten(),
            StmtKind::Break => self.leave.last().and_then(|(behind, _)| *behind),
            StmtKind::Continue => self.leave.last().and_then(|(_, again)| *again),
            StmtKind::Return(value) => self.some(*value, None),
            StmtKind::Case { body, .. } | StmtKind::Default { body } => self.stmt(*body, next),
            StmtKind::Expr(expr) if ends(program, *expr) => self.expr(*expr, None),
            StmtKind::Expr(expr) => self.expr(*expr, next),
            StmtKind::Asm { .. }
            | StmtKind::CompilerBarrier
            | StmtKind::DeviceConstruct(_)
            | StmtKind::Null => next,
        }
    }

    /// The next read from the start of a loop that tests its condition first.
    fn repeated(
        &mut self,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        next: Next,
    ) -> Next {
        let end = self.some(cond, next);
        let mut again = self.some(step, end);
        for _ in 0..2 {
            self.leave.push((next, again));
            let start = self.stmt(body, again);
            self.leave.pop();
            let start = self.some(cond, start);
            again = self.some(step, start.or(end));
        }
        self.leave.push((next, again));
        let start = self.stmt(body, again);
        self.leave.pop();
        self.some(cond, start)
    }

    /// The next read from the start of a switch, which may begin at any case.
    fn cases(&mut self, body: StmtId, next: Next) -> Next {
        let StmtKind::Block(stmts) = &self.program.stmt(body).kind else {
            return self.stmt(body, next);
        };
        let mut any = None;
        let mut next = next;
        for &stmt in stmts.iter().rev() {
            next = self.stmt(stmt, next);
            let is_case = matches!(
                self.program.stmt(stmt).kind,
                StmtKind::Case { .. } | StmtKind::Default { .. }
            );
            any = any.or(next.filter(|_| is_case));
        }
        any
    }

    fn construct(&mut self, id: ConstructId, next: Next) -> Next {
        if id == self.at {
            self.found = self.found.or(next);
        }
        let program = self.program;
        let construct = &program.constructs[id];
        let var = self.first.var;
        for clause in &construct.clauses {
            let named = clause
                .kind
                .items()
                .iter()
                .any(|item| item.var() == Some(var));
            match &clause.kind {
                ClauseKind::Map(map) if named && map.kind == Some(MapKind::From) => return None,
                ClauseKind::Private(_) | ClauseKind::Lastprivate { .. } if named => {}
                _ if named => return Some(clause.span),
                _ => {}
            }
            let exprs = clause.kind.exprs();
            let read = |e: &&ExprId| Uses::of_expr(program, **e).get(var).read;
            if exprs.into_iter().any(|e| read(&e)) {
                return Some(clause.span);
            }
        }
        let copied = self
            .first
            .facts
            .privatised(construct)
            .iter()
            .any(|(v, _)| *v == var);
        let Some(body) = construct.body.filter(|_| !copied) else {
            return next;
        };
        // A region on the device has a copy, of the value that the variable has now.
        match construct.directive.has(Leaf::Target) {
            true => match self.first.stmt(body) {
                First::Read(place) => Some(place),
                _ => next,
            },
            false => self.stmt(body, next),
        }
    }
}

/// Whether a switch has a `default` in its own block.
fn has_default(program: &Program, body: StmtId) -> bool {
    let StmtKind::Block(stmts) = &program.stmt(body).kind else {
        return false;
    };
    stmts.iter().any(|&stmt| {
        let mut at = stmt;
        loop {
            at = match program.stmt(at).kind {
                StmtKind::Case { body, .. } => body,
                StmtKind::Default { .. } => return true,
                _ => return false,
            };
        }
    })
}

/// Whether an expression is a call that never returns.
fn ends(program: &Program, id: ExprId) -> bool {
    let ExprKind::Call { callee, .. } = program.expr(program.unconverted(id)).kind else {
        return false;
    };
    program.callee(callee).is_some_and(|func| {
        let name = program.funcs[func].name.as_str();
        matches!(
            name.strip_prefix("__builtin_").unwrap_or(name),
            "exit" | "_Exit" | "_exit" | "quick_exit" | "abort" | "longjmp" | "unreachable"
        )
    })
}
