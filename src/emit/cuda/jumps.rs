//! Local variables past whose initialisation a `goto` or a `switch` jumps: C allows that, C++ does not. From function
//! bodies alone.

use crate::ir::{Decl, ExprKind, Program, StmtId, StmtKind, VarId};
use std::collections::{HashMap, HashSet};

/// The variables with an initialiser past whose declaration some jump enters their scope.
pub fn crossed(program: &Program) -> HashSet<VarId> {
    let mut crossed = HashSet::new();
    for (_, func) in program.funcs.iter() {
        let Some(body) = func.body else { continue };
        let mut all = Jumps::default();
        all.collect(program, body, true);
        if all.labels.is_empty() && !all.switches {
            continue;
        }
        each_statement(program, body, &mut |id| {
            scopes(program, id, &all, &mut crossed)
        });
    }
    crossed
}

#[derive(Default)]
struct Jumps {
    labels: HashSet<String>,
    /// How many `goto`s name a label.
    gotos: HashMap<String, usize>,
    switches: bool,
    /// There is a `case` or `default` of a switch that is outside.
    open_case: bool,
}

impl Jumps {
    fn collect(&mut self, program: &Program, id: StmtId, outermost: bool) {
        let stmt = program.stmt(id);
        let mut inner = outermost;
        match &stmt.kind {
            StmtKind::Label { name, .. } => {
                self.labels.insert(name.clone());
            }
            StmtKind::Goto { name } => *self.gotos.entry(name.clone()).or_default() += 1,
            StmtKind::Switch { .. } => {
                self.switches = true;
                inner = false;
            }
            StmtKind::Case { .. } | StmtKind::Default { .. } => self.open_case |= outermost,
            _ => {}
        }
        program.each_child(stmt, &mut |child| self.collect(program, child, inner));
        program.each_block_of(stmt, &mut |block| self.collect(program, block, false));
    }
}

fn each_statement(program: &Program, body: StmtId, f: &mut dyn FnMut(StmtId)) {
    let mut blocks = vec![];
    program.walk_stmts(body, &mut |id, _| f(id));
    program.walk_exprs_in(body, &mut |_, e| {
        if let ExprKind::StmtExpr(block) = e.kind {
            blocks.push(block);
        }
    });
    for block in blocks {
        program.walk_stmts(block, &mut |id, _| f(id));
    }
}

/// Marks the variables declared directly in `id` into whose scope a jump leads.
fn scopes(program: &Program, id: StmtId, all: &Jumps, crossed: &mut HashSet<VarId>) {
    match &program.stmt(id).kind {
        StmtKind::Block(stmts) => {
            for (i, &stmt) in stmts.iter().enumerate() {
                // `case 1:` stands before the first statement that it labels, which is no declaration.
                if let StmtKind::Decl(decls) = &program.stmt(stmt).kind
                    && jumped_into(program, &stmts[i + 1..], all)
                {
                    mark(program, decls, crossed);
                }
            }
        }
        StmtKind::For {
            init: Some(init),
            body,
            ..
        } => {
            if let StmtKind::Decl(decls) = &program.stmt(*init).kind
                && jumped_into(program, &[*body], all)
            {
                mark(program, decls, crossed);
            }
        }
        _ => {}
    }
}

fn jumped_into(program: &Program, scope: &[StmtId], all: &Jumps) -> bool {
    let mut inside = Jumps::default();
    for &stmt in scope {
        inside.collect(program, stmt, true);
    }
    inside.open_case
        || inside.labels.iter().any(|label| {
            all.gotos.get(label).copied().unwrap_or(0)
                > inside.gotos.get(label).copied().unwrap_or(0)
        })
}

fn mark(program: &Program, decls: &[Decl], crossed: &mut HashSet<VarId>) {
    for decl in decls {
        if let Decl::Var(var) = decl
            && program.vars[*var].storage.is_local()
            && program.vars[*var].init.is_some()
        {
            crossed.insert(*var);
        }
    }
}
