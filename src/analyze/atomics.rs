//! The `atomic` construct's statement (OpenMP 5.2, section 15.8.4): which location it is about, what is done there,
//! what is captured, in which memory order.
//!
//! From the IR alone. A statement that has none of the forms of `atomic` is an error with its place. Must not know
//! how anything is printed.

mod forms;

use self::forms::{Kind, Shapes};
use crate::diag::{Code, Diagnostic};
use crate::ir::atomics::{Action, Atomic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, MemoryOrder};
use crate::source::Span;
use la_arena::ArenaMap;

/// The operation of each `atomic` construct of a program, or the error that says which form its statement lacks.
pub fn all(program: &Program) -> ArenaMap<ConstructId, Result<Atomic, Box<Diagnostic>>> {
    let atomic =
        |(_, construct): &(ConstructId, &Construct)| construct.directive == DirectiveKind::Atomic;
    let all = program.constructs.iter().filter(atomic);
    all.map(|(id, construct)| (id, of(program, construct)))
        .collect()
}

/// The operation of one `atomic` construct; an error where its statement has none of the forms that its clauses
/// allow.
pub fn of(program: &Program, construct: &Construct) -> Result<Atomic, Box<Diagnostic>> {
    debug_assert!(construct.directive == DirectiveKind::Atomic);
    let has = |wanted: &str| construct.clauses.iter().any(|c| c.kind.name() == wanted);
    let kind = Kind {
        read: has("read"),
        write: has("write"),
        capture: has("capture"),
        compare: has("compare"),
    };
    let shapes = Shapes { program };
    let body = construct.body.expect("`atomic` has a statement");
    let found = shapes.statement(body, kind);
    let Some((x, action, capture, result)) = found else {
        return Err(wrong(
            construct,
            program.stmt(body).span,
            "the statement does not have the form that `atomic` needs",
        )
        .help(kind.forms())
        .into());
    };
    if let Some(bare) = unbraced(program, body) {
        let span = program.stmt(bare).span;
        let message = "the assignment in the `if` of `atomic` stands in braces";
        return Err(wrong(construct, span, message).help(kind.forms()).into());
    }
    let weak = construct
        .clauses
        .iter()
        .find(|c| matches!(c.kind, ClauseKind::Weak));
    if let Some(weak) = weak
        && !matches!(action, Action::Replace { .. })
    {
        let message = "`weak` is for a comparison with `==`";
        return Err(wrong(construct, weak.span, message).into());
    }
    check_location(program, construct, x, action)?;
    Ok(Atomic {
        x,
        action,
        order: order(program, construct, action, capture.is_some()),
        capture,
        result,
    })
}

/// A branch without the braces that the forms of `atomic compare` have (5.2, 15.8.4); host compilers want them.
fn unbraced(program: &Program, stmt: StmtId) -> Option<StmtId> {
    let block = |stmt: StmtId| matches!(program.stmt(stmt).kind, StmtKind::Block(_));
    match &program.stmt(stmt).kind {
        StmtKind::Block(stmts) => stmts.iter().find_map(|&stmt| unbraced(program, stmt)),
        StmtKind::If { then, other, .. } => {
            let mut branches = std::iter::once(then).chain(other);
            branches.find(|branch| !block(**branch)).copied()
        }
        _ => None,
    }
}

/// The location that a statement updates, or replaces by a smaller or larger value, and that action; none where the
/// statement has another form.
pub fn update_of(program: &Program, stmt: StmtId) -> Option<(ExprId, Action)> {
    let shapes = Shapes { program };
    match program.stmt(stmt).kind {
        StmtKind::Expr(expr) => shapes
            .update(expr)
            .or_else(|| shapes.logical(expr))
            .or_else(|| shapes.conditional(stmt)),
        StmtKind::If { .. } => shapes.conditional(stmt),
        _ => None,
    }
}

fn wrong(construct: &Construct, at: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(Code::Placement, at, message)
        .also(construct.pragma, "of this construct")
        .note("OpenMP 5.2, section 15.8.4")
}

/// An error unless `x` is a scalar that hardware, or a lock of the runtime, can change in one step.
fn check_location(
    program: &Program,
    construct: &Construct,
    x: ExprId,
    action: Action,
) -> Result<(), Box<Diagnostic>> {
    let expr = program.expr(x);
    let describe = || program.describe(expr.ty);
    let lvalue = matches!(
        expr.kind,
        ExprKind::Var(_) | ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. }
    );
    if !lvalue {
        return Err(wrong(construct, expr.span, "this is not a location in memory").into());
    }
    let types = &program.types;
    let scalar = match types.resolve(expr.ty.id) {
        Type::Bool | Type::Int(_) | Type::Float(_) | Type::Enum(_) | Type::Pointer(_) => {
            matches!(program.size_of(expr.ty.id), Some(1 | 2 | 4 | 8))
        }
        Type::Complex(part) => part.size() <= 8,
        _ => false,
    };
    if !scalar {
        let message = format!(
            "`atomic` needs a scalar of at most 8 bytes, or a complex number of 16, not `{}`",
            describe()
        );
        let wrong = wrong(construct, expr.span, message);
        return Err(match types.is_integer(expr.ty.id) {
            true => wrong
                .help("put the operation into a `critical` construct")
                .into(),
            false => wrong.into(),
        });
    }
    if program.is_bit_field(x) {
        let message = "`atomic` on a bit-field is not translated yet";
        return Err(
            Diagnostic::error(Code::UnsupportedAtomic, expr.span, message)
                .also(construct.pragma, "of this construct")
                .help("give the member a type of its own")
                .into(),
        );
    }
    if let Type::Pointer(to) = types.resolve(expr.ty.id)
        && types.is_variably_modified(to.id)
        && matches!(action, Action::Update { .. })
    {
        let message = "arithmetic with a pointer to an array of variable length in `atomic`";
        return Err(
            Diagnostic::error(Code::UnsupportedAtomic, expr.span, message)
                .also(construct.pragma, "of this construct")
                .help("count in an integer, and index with it")
                .into(),
        );
    }
    Ok(())
}

/// The memory order of the construct: its own clause's, or that of `requires`, with what a failing comparison needs
/// added to it.
fn order(program: &Program, construct: &Construct, action: Action, captures: bool) -> MemoryOrder {
    use MemoryOrder::*;
    let own = construct.clauses.iter().find_map(|c| match c.kind {
        ClauseKind::SeqCst => Some(SeqCst),
        ClauseKind::AcqRel => Some(AcqRel),
        ClauseKind::Acquire => Some(Acquire),
        ClauseKind::Release => Some(Release),
        ClauseKind::Relaxed => Some(Relaxed),
        _ => None,
    });
    let default = match (program.requires.atomic_default_mem_order, action) {
        (Some(AcqRel), Action::Read) => Acquire,
        (Some(AcqRel), _) if !captures => Release,
        (Some(order), _) => order,
        (None, _) => Relaxed,
    };
    let order = own.unwrap_or(default);
    let fail = construct.clauses.iter().find_map(|c| match c.kind {
        ClauseKind::Fail(order) => Some(order),
        _ => None,
    });
    match (order, fail) {
        (SeqCst, _) | (_, Some(SeqCst)) => SeqCst,
        (Relaxed, Some(Acquire | AcqRel)) => Acquire,
        (Release, Some(Acquire | AcqRel)) => AcqRel,
        (order, _) => order,
    }
}
