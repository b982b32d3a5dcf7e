//! What gives the variables of a loop's body their values.

use crate::analyze::facts::Facts;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// One way in which a variable gets a value.
#[derive(Clone, Copy, Debug)]
pub enum Definition {
    /// That of an expression.
    Value(ExprId),
    /// The expression is added to the value or subtracted from it, as in the head of a loop.
    Step(ExprId),
    /// Another one.
    Unknown,
}

/// The definitions of the scalar variables that a loop's body changes or declares.
pub struct Definitions {
    of: BTreeMap<VarId, Vec<Definition>>,
    /// Those that `++` and `--` change, by the same in all iterations.
    counted: BTreeSet<VarId>,
}

impl Definitions {
    /// Those in `body`.
    pub fn in_body(facts: &Facts, body: StmtId) -> Definitions {
        let program = facts.program;
        let mut all = Definitions {
            of: BTreeMap::new(),
            counted: BTreeSet::new(),
        };
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Decl(decls) = &stmt.kind {
                let vars = decls.iter().filter_map(|decl| match decl {
                    Decl::Var(var) => Some(*var),
                    _ => None,
                });
                for var in vars {
                    match program.vars[var].init {
                        Some(Init::Expr(value)) => all.add(var, Definition::Value(value)),
                        Some(Init::List(_)) => all.add(var, Definition::Unknown),
                        None => _ = all.of.entry(var).or_default(),
                    }
                }
            }
            program.each_expr_of(stmt, &mut |expr| all.expr(program, expr));
        });
        for (var, used) in &facts.uses(body).vars {
            if used.escapes {
                all.add(*var, Definition::Unknown);
            }
        }
        all
    }

    /// Those of a variable; none where its value is from before the loop's body.
    pub fn get(&self, var: VarId) -> Option<&[Definition]> {
        self.of.get(&var).map(Vec::as_slice)
    }

    /// The value that a variable has wherever it is used, where there is one.
    pub fn only_value(&self, var: VarId) -> Option<ExprId> {
        match self.get(var)? {
            &[Definition::Value(value)] if !self.counted.contains(&var) => Some(value),
            _ => None,
        }
    }

    fn add(&mut self, var: VarId, one: Definition) {
        self.of.entry(var).or_default().push(one);
    }

    fn expr(&mut self, program: &Program, id: ExprId) {
        let expr = program.expr(id);
        let variable = |id: ExprId| match program.expr(id).kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        };
        match expr.kind {
            ExprKind::Assign { lhs, rhs } => {
                if let Some(var) = variable(lhs) {
                    let added = added_to(program, var, rhs).map(Definition::Step);
                    self.add(var, added.unwrap_or(Definition::Value(rhs)));
                }
            }
            ExprKind::CompoundAssign { op, lhs, rhs, .. } => {
                if let Some(var) = variable(lhs) {
                    self.add(
                        var,
                        match op {
                            BinOp::Add | BinOp::Sub => Definition::Step(rhs),
                            _ => Definition::Unknown,
                        },
                    );
                }
            }
            ExprKind::IncDec { arg, .. } => self.counted.extend(variable(arg)),
            _ => {}
        }
        program.each_operand(expr, &mut |sub| self.expr(program, sub));
    }
}

/// What `value` adds to `var`, where it is a sum of the two or the difference.
fn added_to(program: &Program, var: VarId, value: ExprId) -> Option<ExprId> {
    let is_var = |id: ExprId| {
        let below = &program.expr(program.unconverted(id)).kind;
        matches!(below, ExprKind::Var(v) if *v == var)
    };
    match program.expr(value).kind {
        ExprKind::Convert { arg, .. } => added_to(program, var, arg),
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub,
            lhs,
            rhs,
        } if is_var(lhs) => Some(rhs),
        ExprKind::Binary {
            op: BinOp::Add,
            lhs,
            rhs,
        } if is_var(rhs) => Some(lhs),
        _ => None,
    }
}
