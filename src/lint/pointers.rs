//! What the functions of a unit do with pointers: which of them lead to memory that a clause maps, and which only to
//! memory that the function has allocated.
//!
//! From the IR of the functions with device constructs; other functions may do anything with the pointers that they
//! receive.

use super::behind;
use crate::analyze::facts::Facts;
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::library::c;
use crate::omp::ClauseKind;
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub struct Pointers {
    /// Pointers of which a clause names a section, or says that they hold device addresses.
    mapped: BTreeSet<VarId>,
    /// Pointers whose first value is memory of the host: that value.
    allocated: BTreeMap<VarId, ExprId>,
    /// Pointers of which the function uses more than what they point at.
    used_otherwise: BTreeSet<VarId>,
    /// Whether the unit asks for device memory.
    device_memory: bool,
}

/// Functions that use what a pointer leads to, and keep no copy of it.
const USE: [&str; 9] = [
    "free", "memcmp", "printf", "fprintf", "puts", "fread", "fwrite", "strlen", "strcmp",
];
/// Functions that return a pointer that they got, and do so, too, where nobody wants to know what they return.
const RETURN: [&str; 3] = ["memset", "memcpy", "memmove"];
/// Functions that allocate device memory, or associate it with host memory.
const DEVICE: [&str; 6] = [
    "omp_target_alloc",
    "omp_target_associate_ptr",
    "omp_get_mapped_ptr",
    "cudaMalloc",
    "cudaMallocManaged",
    "acc_malloc",
];

impl Pointers {
    pub fn of(program: &Program) -> Pointers {
        let mut found = Pointers::default();
        for construct in program.constructs.values() {
            for clause in &construct.clauses {
                for item in clause.kind.items() {
                    let named = match clause.kind {
                        ClauseKind::Map(_) => match item.kind {
                            ItemKind::Var(_) => None,
                            _ => behind(program, item).or(item.var()),
                        },
                        ClauseKind::IsDevicePtr(_)
                        | ClauseKind::HasDeviceAddr(_)
                        | ClauseKind::UseDevicePtr(_)
                        | ClauseKind::UseDeviceAddr(_) => item.var(),
                        _ => None,
                    };
                    found.mapped.extend(named);
                }
            }
        }
        found.device_memory = program
            .funcs
            .values()
            .any(|f| DEVICE.contains(&f.name.as_str()));
        for func in program.funcs.values() {
            if let Some(body) = func.body {
                found.stmt(program, body);
            }
        }
        found
    }

    pub fn is_mapped(&self, var: VarId) -> bool {
        self.mapped.contains(&var)
    }

    /// Whether the unit asks for device memory, or associates some with memory of the host.
    pub fn device_memory(&self) -> bool {
        self.device_memory
    }

    /// Whether the pointer may hold a device address.
    pub fn may_be_of_device(&self, var: VarId) -> bool {
        self.device_memory && !self.allocated.contains_key(&var)
    }

    /// The memory of the host that a local pointer got, if it points nowhere else and no other pointer points there.
    pub fn allocated(&self, var: VarId) -> Option<ExprId> {
        match self.used_otherwise.contains(&var) {
            true => None,
            false => self.allocated.get(&var).copied(),
        }
    }

    fn stmt(&mut self, program: &Program, body: StmtId) {
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Decl(decls) = &stmt.kind {
                for decl in decls {
                    if let Decl::Var(var) = decl
                        && let Some(Init::Expr(init)) = &program.vars[*var].init
                    {
                        self.given(program, *var, *init);
                    }
                }
            }
            if let StmtKind::Expr(expr) = stmt.kind
                && let ExprKind::Call { callee, args } =
                    &program.expr(program.unconverted(expr)).kind
                && is_named(program, *callee, &RETURN)
            {
                args.iter().for_each(|&arg| self.through(program, arg));
                return;
            }
            program.each_expr_of(stmt, &mut |expr| self.expr(program, expr));
        });
    }

    /// An expression whose value goes somewhere: pointers in it are used otherwise.
    fn expr(&mut self, program: &Program, id: ExprId) {
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) if program.types.is_pointer(expr.ty.id) => {
                self.used_otherwise.insert(*var);
            }
            ExprKind::Assign { lhs, rhs } => {
                self.expr(program, *rhs);
                match program.expr(*lhs).kind {
                    ExprKind::Var(var) => self.given(program, var, *rhs),
                    _ => self.expr(program, *lhs),
                }
            }
            ExprKind::Index { base, index } => {
                self.expr(program, *index);
                self.through(program, *base);
            }
            ExprKind::Deref(base)
            | ExprKind::Member {
                base, arrow: true, ..
            } => self.through(program, *base),
            ExprKind::Binary { op, lhs, rhs } if op.is_comparison() => {
                self.through(program, *lhs);
                self.through(program, *rhs);
            }
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs,
                rhs,
            } => {
                self.through(program, *lhs);
                self.through(program, *rhs);
            }
            ExprKind::Unary { op: UnOp::Not, arg } => self.through(program, *arg),
            ExprKind::Call { callee, args } => {
                let plain = is_named(program, *callee, &USE);
                for &arg in args {
                    match plain {
                        true => self.through(program, arg),
                        false => self.expr(program, arg),
                    }
                }
            }
            ExprKind::StmtExpr(_) => {}
            _ => program.each_operand(expr, &mut |sub| self.expr(program, sub)),
        }
    }

    /// A pointer expression of which only the target is used.
    fn through(&mut self, program: &Program, id: ExprId) {
        match program.expr(id).kind {
            ExprKind::Var(_) => {}
            ExprKind::Convert { arg, .. } => self.through(program, arg),
            _ => self.expr(program, id),
        }
    }

    fn given(&mut self, program: &Program, var: VarId, value: ExprId) {
        let data = &program.vars[var];
        if !program.types.is_pointer(data.ty.id) {
            return;
        }
        if data.storage == Storage::Auto && is_host_memory(program, value) {
            self.allocated.entry(var).or_insert(value);
        } else if int_value(program, value) != Some(0) {
            self.used_otherwise.insert(var);
        }
    }
}

/// Whether a call is of one of these functions.
fn is_named(program: &Program, callee: ExprId, names: &[&str]) -> bool {
    program.callee(callee).is_some_and(|func| {
        let name = program.funcs[func].name.as_str();
        names.contains(&name.strip_prefix("__builtin_").unwrap_or(name))
    })
}

/// Whether the value is host memory to which no other pointer points.
fn is_host_memory(program: &Program, value: ExprId) -> bool {
    match &program.expr(program.unconverted(value)).kind {
        ExprKind::Str { .. } => true,
        ExprKind::Call { callee, .. } => {
            let func = program.callee(*callee).map(|func| &program.funcs[func]);
            func.is_some_and(|func| c::allocates(&func.name))
        }
        _ => false,
    }
}

/// The place where a region uses what a pointer points at. Constructs inside that make copies without the pointer's
/// value use other memory.
pub fn used(facts: &Facts, construct: &Construct, var: VarId) -> Option<Span> {
    let program = facts.program;
    let body = construct.body?;
    let mut hidden = vec![];
    program.walk_all_stmts(body, &mut |_, stmt| {
        if let StmtKind::Omp(id) = stmt.kind {
            let copies = facts.privatised(&program.constructs[id]);
            let own = |&(copy, how): &(VarId, Private)| copy == var && !how.reads_original();
            hidden.extend(copies.iter().any(own).then_some(stmt.span));
        }
    });
    let own = |at: Span| {
        hidden
            .iter()
            .any(|span| span.lo <= at.lo && at.hi <= span.hi)
    };
    let mut found = None;
    let mut leads = |id: ExprId, base: ExprId| {
        if found.is_none() && is_through(program, base, var) && !own(program.expr(id).span) {
            found = Some(program.expr(id).span);
        }
    };
    program.walk_exprs_in(body, &mut |id, expr| match expr.kind {
        ExprKind::Index { base, .. }
        | ExprKind::Deref(base)
        | ExprKind::Member {
            base, arrow: true, ..
        } => leads(id, base),
        _ => {}
    });
    found
}

fn is_through(program: &Program, pointer: ExprId, var: VarId) -> bool {
    match program.expr(pointer).kind {
        ExprKind::Var(v) => v == var,
        ExprKind::Convert { arg, .. } => is_through(program, arg, var),
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub,
            lhs,
            rhs,
        } => is_through(program, lhs, var) || is_through(program, rhs, var),
        _ => false,
    }
}
