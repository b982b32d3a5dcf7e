//! Pointer variables whose values go nowhere else: no other variable, and nothing in memory, leads to what they point
//! into.
//!
//! From all expressions of the unit, wherever they stand: each place where a variable is named must be known to use no
//! more than what the pointer leads to, or whether it is equal to another. In doubt the value leaks.

use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

/// Functions of the library that keep no pointer that they get, and return none or the one that they got.
const KEEP_NOTHING: [&str; 8] = [
    "free",
    "memcpy",
    "memmove",
    "memset",
    "omp_free",
    "omp_target_free",
    "fread",
    "fwrite",
];

/// Whether a function that the unit does not define keeps no pointer which it gets, where its result is not used.
pub fn keeps_nothing(name: &str) -> bool {
    KEEP_NOTHING.contains(&name.trim_start_matches("__builtin_"))
}

/// The pointer variables whose values may go elsewhere.
pub(super) fn leaking(program: &Program) -> BTreeSet<VarId> {
    let mut walk = Walk {
        program,
        taken: BTreeSet::new(),
        harmless: BTreeSet::new(),
        passed: BTreeMap::new(),
    };
    walk.find_taken();
    walk.find_harmless();
    let mut leaks = BTreeSet::new();
    // The variables whose values parameters get.
    let mut givers: BTreeMap<VarId, BTreeSet<VarId>> = BTreeMap::new();
    for (id, expr) in program.exprs.iter() {
        let ExprKind::Var(var) = expr.kind else {
            continue;
        };
        if !program.types.is_pointer(expr.ty.id) || walk.harmless.contains(&id) {
            continue;
        }
        match walk.passed.get(&id) {
            Some(param) => {
                givers.entry(*param).or_default().insert(var);
            }
            None => {
                leaks.insert(var);
            }
        }
    }
    let mut open: Vec<VarId> = leaks.iter().copied().collect();
    while let Some(param) = open.pop() {
        for &giver in givers.get(&param).into_iter().flatten() {
            if leaks.insert(giver) {
                open.push(giver);
            }
        }
    }
    leaks
}

struct Walk<'a> {
    program: &'a Program,
    /// The objects of which an address is taken, or which decay to one.
    taken: BTreeSet<ExprId>,
    /// The places of variables whose values go nowhere from there.
    harmless: BTreeSet<ExprId>,
    /// The places of variables that are arguments, and the parameters.
    passed: BTreeMap<ExprId, VarId>,
}

impl Walk<'_> {
    fn find_taken(&mut self) {
        for (_, expr) in self.program.exprs.iter() {
            let (ExprKind::AddrOf(mut of)
            | ExprKind::Convert {
                arg: mut of,
                why: Conversion::ArrayDecay,
            }) = expr.kind
            else {
                continue;
            };
            self.taken.insert(of);
            while let Lvalue::Part(whole) = self.program.lvalue(of) {
                of = whole;
                self.taken.insert(of);
            }
        }
    }

    fn find_harmless(&mut self) {
        let program = self.program;
        for (id, expr) in program.exprs.iter() {
            match &expr.kind {
                ExprKind::Index { base, .. }
                | ExprKind::Deref(base)
                | ExprKind::Member {
                    base, arrow: true, ..
                } if !program.types.is_array(expr.ty.id) && !self.taken.contains(&id) => {
                    self.forget(*base);
                }
                ExprKind::Binary { op, lhs, rhs }
                    if op.is_comparison() || matches!(op, BinOp::And | BinOp::Or) =>
                {
                    self.forget(*lhs);
                    self.forget(*rhs);
                }
                ExprKind::Unary { op: UnOp::Not, arg } => self.forget(*arg),
                ExprKind::Call { callee, args } => self.call(*callee, args),
                _ => {}
            }
        }
        // The last statement of a statement expression gives a value.
        let values = program
            .exprs
            .iter()
            .filter_map(|(_, expr)| match expr.kind {
                ExprKind::StmtExpr(block) => program.last_value(block).map(|(stmt, _)| stmt),
                _ => None,
            });
        let values: BTreeSet<StmtId> = values.collect();
        for (id, stmt) in program.stmts.iter() {
            if let StmtKind::Expr(expr) = stmt.kind
                && !values.contains(&id)
            {
                self.effect(expr);
            }
        }
        for (_, construct) in program.constructs.iter() {
            for item in construct.clauses.iter().flat_map(|clause| clause.items()) {
                if let ItemKind::Part { base, .. } = item.kind {
                    self.forget(base);
                }
            }
        }
    }

    /// A call of a function of the unit gives its parameters values.
    fn call(&mut self, callee: ExprId, args: &[ExprId]) {
        let program = self.program;
        let Some(func) = program.direct_callee(callee) else {
            return;
        };
        let data = &program.funcs[func];
        let known = data.body.is_some() && !program.gives_way(func) && !data.variadic;
        if !known || data.params.len() != args.len() {
            return;
        }
        for (&param, &arg) in data.params.iter().zip(args) {
            if program.types.is_pointer(program.vars[param].ty.id) {
                let mut places = vec![];
                self.follow(arg, &mut places);
                self.passed.extend(places.into_iter().map(|at| (at, param)));
            }
        }
    }

    /// An assignment or a call whose value is not used.
    fn effect(&mut self, expr: ExprId) {
        let program = self.program;
        let of_library = |callee: ExprId| {
            let func = program
                .direct_callee(callee)
                .map(|func| &program.funcs[func]);
            func.is_some_and(|func| !func.is_defined() && keeps_nothing(&func.name))
        };
        match &program.expr(program.unconverted(expr)).kind {
            ExprKind::Assign { lhs, .. } => self.forget(*lhs),
            ExprKind::Call { callee, args } if of_library(*callee) => {
                args.iter().for_each(|&arg| self.forget(arg));
            }
            _ => {}
        }
    }

    fn forget(&mut self, pointer: ExprId) {
        let mut places = vec![];
        self.follow(pointer, &mut places);
        self.harmless.extend(places);
    }

    /// The places of the variables on whose values a pointer is based.
    fn follow(&self, id: ExprId, places: &mut Vec<ExprId>) {
        let program = self.program;
        let is_pointer = |id: ExprId| program.types.is_pointer(program.expr(id).ty.id);
        match program.expr(id).kind {
            ExprKind::Var(_) => places.push(id),
            // What the variable on the left gets is another question.
            ExprKind::Assign { lhs, .. } => self.follow(lhs, places),
            ExprKind::AddrOf(of)
            | ExprKind::Convert {
                arg: of,
                why: Conversion::ArrayDecay,
            } => self.follow_object(of, places),
            ExprKind::Convert { arg, .. } if is_pointer(arg) => self.follow(arg, places),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                for side in [lhs, rhs] {
                    if is_pointer(side) {
                        self.follow(side, places);
                    }
                }
            }
            _ => {}
        }
    }

    fn follow_object(&self, id: ExprId, places: &mut Vec<ExprId>) {
        match self.program.lvalue(id) {
            Lvalue::Part(of) => self.follow_object(of, places),
            Lvalue::Behind { pointer, .. } => self.follow(pointer, places),
            Lvalue::Var(_) | Lvalue::Other => {}
        }
    }
}
