//! What the host does in a loop, its regions for devices left out: whether it may access an object there, by its name or
//! through another pointer that leads to it.
//!
//! From the program's text: where an address goes that no access follows at once, another pointer is supposed to have it.
//! An estimate for the report: nothing is decided by it.

use crate::analyze::read_only;
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};
use std::collections::BTreeSet;

/// What the host itself does in a loop.
#[derive(Default)]
pub(super) struct Host {
    named: BTreeSet<VarId>,
    /// It calls something, and something that is no function of the C library or of OpenMP.
    calls: bool,
    calls_users: bool,
    /// Where the addresses come from through which it accesses memory, or which it hands to functions.
    through: Vec<Root>,
}

/// Where an address comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Root {
    /// It is that of a variable, or of a part of one.
    Object(VarId),
    /// It is a pointer's value.
    Pointer(VarId),
    Unknown,
}

impl Host {
    /// What it does in a loop.
    pub fn of(program: &Program, looped: StmtId) -> Host {
        let mut found = Host::default();
        found.add(program, looped, &|_| true);
        found
    }

    /// What it does there besides data directives, which name variables for what regions do with them.
    pub fn besides_data_directives(program: &Program, looped: StmtId) -> Host {
        let mut found = Host::default();
        found.add(program, looped, &|construct| {
            !is_data_directive(&construct.directive)
        });
        found
    }

    /// Adds what a statement does; `names`: whether the list items of a construct count.
    fn add(&mut self, program: &Program, id: StmtId, names: &dyn Fn(&Construct) -> bool) {
        let stmt = program.stmt(id);
        if let StmtKind::Omp(id) = stmt.kind {
            let construct = &program.constructs[id];
            if construct.directive.has(Leaf::Target) {
                return;
            }
            if names(construct) {
                let items = construct.clauses.iter().flat_map(|one| one.items());
                self.named.extend(items.filter_map(ListItem::var));
            }
        }
        if let StmtKind::Asm { .. } = stmt.kind {
            self.through.push(Root::Unknown);
        }
        program.each_expr_of(stmt, &mut |expr| {
            program.walk_expr(expr, &mut |_, expr| self.add_expr(program, expr));
        });
        program.each_child(stmt, &mut |child| self.add(program, child, names));
    }

    fn add_expr(&mut self, program: &Program, expr: &Expr) {
        match &expr.kind {
            ExprKind::Var(var) => drop(self.named.insert(*var)),
            ExprKind::Index { base: pointer, .. }
            | ExprKind::Deref(pointer)
            | ExprKind::Member {
                base: pointer,
                arrow: true,
                ..
            } => self.through.extend(root(program, *pointer)),
            ExprKind::Call { callee, args } => {
                self.calls = true;
                self.calls_users |= !is_library(program, *callee);
                self.through
                    .extend(args.iter().filter_map(|&arg| root(program, arg)));
            }
            ExprKind::Opaque { .. } => self.through.push(Root::Unknown),
            _ => {}
        }
    }

    /// Whether the host may access a variable, or what it points at, in the loop: by its name, in a function that it
    /// calls, or through another pointer, of which some function may know.
    pub fn may_use(&self, program: &Program, func: FuncId, var: VarId) -> bool {
        if self.named.contains(&var) || self.calls && !program.vars[var].storage.is_local() {
            return true;
        }
        let mut through = self.through.iter();
        let reaches = self.calls_users || through.any(|root| leads_elsewhere(program, func, *root));
        reaches && !is_only_way(program, func, var)
    }
}

/// Whether a directive only says what of the host's data is where.
pub(super) fn is_data_directive(directive: &DirectiveKind) -> bool {
    matches!(
        directive,
        DirectiveKind::TargetData
            | DirectiveKind::TargetEnterData
            | DirectiveKind::TargetExitData
            | DirectiveKind::TargetUpdate
    )
}

/// Whether an address may be that of an object that has another name.
fn leads_elsewhere(program: &Program, func: FuncId, root: Root) -> bool {
    match root {
        Root::Object(var) | Root::Pointer(var) => !is_only_way(program, func, var),
        Root::Unknown => true,
    }
}

/// Whether a function reaches a variable, or what it points at, by this variable alone, and no other function does.
fn is_only_way(program: &Program, func: FuncId, var: VarId) -> bool {
    let data = &program.vars[var];
    let Some(body) = program.funcs[func].body else {
        return false;
    };
    let is_own = match program.types.resolve(data.ty.id) {
        Type::Pointer(_) => {
            program.is_restricted(var)
                || data.storage == Storage::Auto && is_allocated(program, body, var)
        }
        // Its members may point at anything.
        Type::Record(_) => false,
        _ => data.storage.is_local(),
    };
    is_own && !goes_elsewhere(program, body, var)
}

/// Whether all that a pointer gets is memory that was allocated for it, or none.
fn is_allocated(program: &Program, body: StmtId, var: VarId) -> bool {
    let is_fresh = |value: ExprId| match &program.expr(program.unconverted(value)).kind {
        ExprKind::Int { value: 0, .. } => true,
        ExprKind::Call { callee, .. } => {
            let called = program.callee(*callee);
            called.is_some_and(|func| read_only::allocates(&program.funcs[func]))
        }
        _ => false,
    };
    let mut all = true;
    if let Some(init) = &program.vars[var].init {
        walk::each_in_init(init, &mut |value| all &= is_fresh(value));
    }
    let is_it =
        |lvalue: ExprId| matches!(program.expr(lvalue).kind, ExprKind::Var(one) if one == var);
    program.walk_exprs_in(body, &mut |_, expr| match expr.kind {
        ExprKind::Assign { lhs, rhs } if is_it(lhs) => all &= is_fresh(rhs),
        ExprKind::CompoundAssign { lhs, .. } if is_it(lhs) => all = false,
        ExprKind::IncDec { arg, .. } if is_it(arg) => all = false,
        _ => {}
    });
    all
}

/// Whether a function hands on the address of a variable, or the address that a pointer holds: to another variable, to a
/// function, to its caller. Regions for devices keep no addresses of the host.
pub(super) fn goes_elsewhere(program: &Program, id: StmtId, var: VarId) -> bool {
    let stmt = program.stmt(id);
    if let StmtKind::Omp(id) = stmt.kind
        && program.constructs[id].directive.has(Leaf::Target)
    {
        return false;
    }
    let used = match stmt.kind {
        StmtKind::Decl(_) | StmtKind::Return(_) => Value::Kept,
        _ => Value::Followed,
    };
    let mut found = false;
    program.each_expr_of(stmt, &mut |expr| {
        found |= hands_on(program, expr, var, used)
    });
    program.each_child(stmt, &mut |child| {
        found |= goes_elsewhere(program, child, var)
    });
    found
}

/// What becomes of an expression's value.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// It is an address by which memory is accessed at once, it is compared, or it is not used.
    Followed,
    /// It may be anywhere afterwards.
    Kept,
}

fn hands_on(program: &Program, id: ExprId, var: VarId, used: Value) -> bool {
    let expr = program.expr(id);
    let is_kept = used == Value::Kept;
    let of = |id: ExprId, used: Value| hands_on(program, id, var, used);
    let is_pointer = matches!(program.type_of(id), Type::Pointer(_));
    match &expr.kind {
        ExprKind::Var(one) => *one == var && is_kept && is_pointer,
        ExprKind::Convert {
            arg,
            why: Conversion::ArrayDecay,
        }
        | ExprKind::AddrOf(arg) => {
            is_kept && program.part_of(*arg) == Some(var)
                || match program.lvalue(*arg) {
                    Lvalue::Behind { pointer, index } => {
                        of(pointer, used) || index.is_some_and(|index| of(index, Value::Kept))
                    }
                    Lvalue::Var(_) => false,
                    _ => of(*arg, Value::Followed),
                }
        }
        ExprKind::Convert { arg, .. } => of(*arg, if is_pointer { used } else { Value::Kept }),
        ExprKind::Index { base, index } => of(*base, Value::Followed) || of(*index, Value::Kept),
        ExprKind::Deref(pointer) => of(*pointer, Value::Followed),
        ExprKind::Member { base, .. } => of(*base, Value::Followed),
        ExprKind::Binary { op, lhs, rhs } => {
            let compares = matches!(
                op,
                BinOp::Lt | BinOp::Gt | BinOp::Le | BinOp::Ge | BinOp::Eq | BinOp::Ne
            );
            let used = match compares || !is_pointer {
                true => Value::Followed,
                false => used,
            };
            of(*lhs, used) || of(*rhs, used)
        }
        ExprKind::Assign { lhs, rhs } => of(*lhs, Value::Followed) || of(*rhs, Value::Kept),
        ExprKind::Cond { cond, yes, no } => {
            of(*cond, Value::Followed) || yes.is_some_and(|yes| of(yes, used)) || of(*no, used)
        }
        ExprKind::Comma { lhs, rhs } => of(*lhs, Value::Followed) || of(*rhs, used),
        ExprKind::Unary { arg, .. } => of(*arg, Value::Followed),
        ExprKind::CompoundAssign { lhs, rhs, .. } => {
            of(*lhs, Value::Followed) || of(*rhs, Value::Kept)
        }
        ExprKind::IncDec { arg, .. } => of(*arg, used),
        ExprKind::Call { callee, args } => {
            let used = match keeps_nothing(program, *callee) {
                true => Value::Followed,
                false => Value::Kept,
            };
            args.iter().any(|&arg| of(arg, used))
        }
        ExprKind::StmtExpr(block) => goes_elsewhere(program, *block, var),
        _ => {
            let mut found = false;
            program.each_operand(expr, &mut |operand| found |= of(operand, Value::Kept));
            found
        }
    }
}

/// Where an address comes from; none for what is no address of the program's memory.
fn root(program: &Program, address: ExprId) -> Option<Root> {
    if !matches!(program.type_of(address), Type::Pointer(_)) {
        return None;
    }
    match program.expr(address).kind {
        ExprKind::Var(var) => Some(Root::Pointer(var)),
        ExprKind::Convert {
            arg,
            why: Conversion::ArrayDecay,
        }
        | ExprKind::AddrOf(arg) => match (program.part_of(arg), program.lvalue(arg)) {
            (Some(var), _) => Some(Root::Object(var)),
            (None, Lvalue::Behind { pointer, .. }) => root(program, pointer),
            (None, Lvalue::Other) if matches!(program.expr(arg).kind, ExprKind::Str { .. }) => None,
            _ => Some(Root::Unknown),
        },
        ExprKind::Convert { arg, .. } => match program.expr(program.unconverted(arg)).kind {
            ExprKind::Int { .. } | ExprKind::Func(_) => None,
            _ => root(program, arg).or(Some(Root::Unknown)),
        },
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub,
            lhs,
            rhs,
        } => root(program, lhs).or_else(|| root(program, rhs)),
        ExprKind::Int { .. } | ExprKind::Func(_) => None,
        _ => Some(Root::Unknown),
    }
}

/// Whether a call is one of a function of the C library, or of a routine of OpenMP: what it accesses of the program's
/// memory it gets as an argument.
fn is_library(program: &Program, callee: ExprId) -> bool {
    program.callee(callee).is_some_and(|func| {
        let function = &program.funcs[func];
        !function.is_defined() && (function.system || function.name.starts_with("omp_"))
    })
}

fn keeps_nothing(program: &Program, callee: ExprId) -> bool {
    let returns_none = |func: FuncId| !returns_pointer(program, func);
    is_library(program, callee)
        && program.callee(callee).is_some_and(|func| {
            read_only::keeps_nothing(&program.funcs[func].name) || returns_none(func)
        })
}

fn returns_pointer(program: &Program, func: FuncId) -> bool {
    let returned = program.types.resolve(program.funcs[func].ret.id);
    matches!(returned, Type::Pointer(_))
}
