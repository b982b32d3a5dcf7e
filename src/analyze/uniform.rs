//! Tables whose elements all threads of a warp read together: the hardware reads constant memory once for a warp whose
//! threads ask for the same address, and once for each address otherwise.
//!
//! From the IR of device code: a subscript counts as the same for all where it is made of constants, of variables that
//! the region receives, and of variables that sequential loops or loops over teams step through. Good for an estimate,
//! no proof: how control flow parts the threads of a warp is not asked.

use super::facts::Facts;
use crate::ir::*;
use crate::omp::Leaf;
use std::collections::BTreeSet;

/// Of the constant arrays `tables`, those of which `bodies`, the device code of a unit, reads elements alone, each with
/// subscripts that are the same for all threads of a warp.
pub fn tables(facts: &Facts, bodies: &[StmtId], tables: &[VarId]) -> Vec<VarId> {
    if tables.is_empty() {
        return vec![];
    }
    let varying = Varying::of(facts, bodies);
    let mut reads = Reads {
        varying,
        tables: tables.iter().copied().collect(),
    };
    for &body in bodies {
        facts.program.walk_all_stmts(body, &mut |_, stmt| {
            facts
                .program
                .each_expr_of(stmt, &mut |expr| reads.expr(expr));
        });
    }
    // A pointer to a table, in the initialiser of another one.
    for (id, var) in facts.program.vars.iter() {
        if !var.storage.is_local() {
            for named in facts.program.vars_of_init(id) {
                reads.tables.remove(&named);
            }
        }
    }
    let kept = tables.iter().copied();
    kept.filter(|var| reads.tables.contains(var)).collect()
}

/// The variables whose values may differ between threads of a warp.
struct Varying<'a> {
    program: &'a Program,
    vars: BTreeSet<VarId>,
}

impl<'a> Varying<'a> {
    fn of(facts: &Facts<'a>, bodies: &[StmtId]) -> Varying<'a> {
        let program = facts.program;
        let mut varying = Varying {
            program,
            vars: BTreeSet::new(),
        };
        // What variables are declared with, and get in the heads of loops, which all threads execute together.
        let mut values: Vec<(VarId, ExprId)> = vec![];
        let mut heads: BTreeSet<ExprId> = BTreeSet::new();
        for &body in bodies {
            program.walk_all_stmts(body, &mut |_, stmt| {
                varying.declared(stmt, &mut values, &mut heads);
                program.each_expr_of(stmt, &mut |expr| {
                    program.walk_expr(expr, &mut |id, expr| {
                        varying.assigned(id, expr, &heads, &mut values)
                    });
                });
            });
        }
        let parameters = facts.calls.reached(&facts.uses, bodies.iter().copied());
        let parameters = parameters
            .iter()
            .flat_map(|&func| &program.funcs[func].params);
        varying.vars.extend(parameters);
        let leaves = [Leaf::For, Leaf::Simd, Leaf::Loop, Leaf::Taskloop];
        for construct in program.constructs.values() {
            if leaves.iter().any(|leaf| construct.directive.has(*leaf))
                && let Ok(nest) = facts.nest(construct)
            {
                varying.vars.extend(nest.loops.iter().map(|one| one.var));
            }
        }
        loop {
            let before = varying.vars.len();
            for (var, value) in &values {
                if !varying.is_same(*value) {
                    varying.vars.insert(*var);
                }
            }
            if varying.vars.len() == before {
                return varying;
            }
        }
    }

    /// Variables that a statement declares with a value, and the heads of loops.
    fn declared(
        &self,
        stmt: &Stmt,
        values: &mut Vec<(VarId, ExprId)>,
        heads: &mut BTreeSet<ExprId>,
    ) {
        match &stmt.kind {
            StmtKind::Decl(decls) => {
                for decl in decls {
                    if let Decl::Var(var) = decl
                        && let Some(Init::Expr(value)) = self.program.vars[*var].init
                    {
                        values.push((*var, value));
                    }
                }
            }
            StmtKind::For { init, step, .. } => {
                heads.extend(step);
                if let Some(init) = init
                    && let StmtKind::Expr(first) = self.program.stmt(*init).kind
                {
                    heads.insert(first);
                }
            }
            _ => {}
        }
    }

    fn assigned(
        &mut self,
        id: ExprId,
        expr: &Expr,
        heads: &BTreeSet<ExprId>,
        values: &mut Vec<(VarId, ExprId)>,
    ) {
        let var = |place: ExprId| match self.program.expr(place).kind {
            ExprKind::Var(var) => Some(var),
            _ => None,
        };
        match expr.kind {
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. }
                if heads.contains(&id) =>
            {
                values.extend(var(lhs).map(|var| (var, rhs)));
            }
            ExprKind::IncDec { .. } if heads.contains(&id) => {}
            // Some threads of a warp may execute it, and others not.
            ExprKind::Assign { lhs: place, .. }
            | ExprKind::CompoundAssign { lhs: place, .. }
            | ExprKind::IncDec { arg: place, .. }
            | ExprKind::AddrOf(place) => self.vars.extend(var(place)),
            _ => {}
        }
    }

    /// Whether all threads of a warp compute the same value.
    fn is_same(&self, id: ExprId) -> bool {
        let expr = self.program.expr(id);
        match &expr.kind {
            ExprKind::Int { .. } | ExprKind::EnumConst { .. } | ExprKind::SizeOf { .. } => true,
            ExprKind::Var(var) => {
                self.program.types.is_arithmetic(expr.ty.id) && !self.vars.contains(var)
            }
            ExprKind::Unary { .. } | ExprKind::Binary { .. } | ExprKind::Convert { .. } => {
                let mut same = true;
                self.program
                    .each_operand(expr, &mut |operand| same &= self.is_same(operand));
                same
            }
            _ => false,
        }
    }
}

/// The search for other uses of tables than to read elements together.
struct Reads<'a> {
    varying: Varying<'a>,
    tables: BTreeSet<VarId>,
}

impl Reads<'_> {
    fn expr(&mut self, id: ExprId) {
        let program = self.varying.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) => {
                self.tables.remove(var);
            }
            ExprKind::Index { .. } | ExprKind::Member { arrow: false, .. }
                if !program.types.is_array(expr.ty.id)
                    && let Some(table) = self.element(id) =>
            {
                self.subscripts(id, table);
            }
            ExprKind::AddrOf(of) => {
                if let Some(table) = self.element(*of) {
                    self.tables.remove(&table);
                }
                self.expr(*of);
            }
            // Its statements are walked like all others.
            ExprKind::StmtExpr(_) => {}
            _ => program.each_operand(expr, &mut |operand| self.expr(operand)),
        }
    }

    /// The table of which the lvalue `id` is a part.
    fn element(&self, id: ExprId) -> Option<VarId> {
        let program = self.varying.program;
        match program.expr(id).kind {
            ExprKind::Var(var) => self.tables.contains(&var).then_some(var),
            ExprKind::Index { base: part, .. }
            | ExprKind::Member {
                base: part,
                arrow: false,
                ..
            }
            | ExprKind::Convert {
                arg: part,
                why: Conversion::ArrayDecay,
            } => self.element(part),
            _ => None,
        }
    }

    fn subscripts(&mut self, id: ExprId, table: VarId) {
        let program = self.varying.program;
        match program.expr(id).kind {
            ExprKind::Index { base, index } => {
                if !self.varying.is_same(index) {
                    self.tables.remove(&table);
                }
                self.expr(index);
                self.subscripts(base, table);
            }
            ExprKind::Member { base: part, .. } | ExprKind::Convert { arg: part, .. } => {
                self.subscripts(part, table)
            }
            _ => {}
        }
    }
}
