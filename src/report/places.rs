//! Where the text names what is said of a kernel: its directives, and the variables that its rows are about.
//!
//! From the IR. For editors, which ask what stands at a place. Must not know what is said.

use crate::ir::*;
use crate::plan::decisions::kernel::KernelPlan;
use crate::source::Span;

/// Places of one kernel, in the order of the text where nothing else is said.
#[derive(Clone, Debug, Default)]
pub struct Places {
    /// The target construct's directive.
    pub pragma: Span,
    /// The directives inside, each with its construct.
    pub directives: Vec<(Span, ConstructId)>,
    /// Names of variables in the region and in its directives, outer expressions before those inside of them.
    pub names: Vec<(Span, VarId)>,
}

/// The places of a kernel.
pub fn of(program: &Program, plan: &KernelPlan) -> Places {
    let mut places = Places {
        pragma: program.constructs[plan.construct].pragma,
        ..Places::default()
    };
    places.construct(program, plan.construct);
    places
}

impl Places {
    fn construct(&mut self, program: &Program, id: ConstructId) {
        let construct = &program.constructs[id];
        self.directives.push((construct.pragma, id));
        for clause in &construct.clauses {
            for item in clause.items() {
                if let Some(var) = item.var() {
                    self.names.push((item.span, var));
                }
                if let ItemKind::Part { base, dims, .. } = &item.kind {
                    self.expr(program, *base);
                    let bounds = dims
                        .iter()
                        .flat_map(|dim| [dim.lower, dim.length, dim.stride]);
                    for bound in bounds.flatten() {
                        self.expr(program, bound);
                    }
                }
            }
            for expr in clause.exprs() {
                self.expr(program, *expr);
            }
        }
        if let Some(body) = construct.body {
            self.stmt(program, body);
        }
    }

    fn stmt(&mut self, program: &Program, id: StmtId) {
        let stmt = program.stmt(id);
        match &stmt.kind {
            StmtKind::Omp(construct) => return self.construct(program, *construct),
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl {
                        self.names.push((program.vars[*var].span, *var));
                    }
                }
            }
            _ => {}
        }
        program.each_expr_of(stmt, &mut |expr| self.expr(program, expr));
        program.each_child(stmt, &mut |child| self.stmt(program, child));
    }

    fn expr(&mut self, program: &Program, id: ExprId) {
        program.walk_expr(id, &mut |_, expr| {
            if let ExprKind::Var(var) = expr.kind {
                self.names.push((expr.span, var));
            }
        });
    }
}
