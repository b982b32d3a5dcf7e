//! The `atomic` construct's statement (OpenMP 5.2, section 15.8.4): which location it is about, what is done there,
//! what is captured, in which memory order.
//!
//! From the IR alone. A statement that has none of the forms of `atomic` is an error with its place. Must not know
//! how anything is printed.

use crate::diag::{Code, Diagnostic};
use crate::ir::atomics::{Action, Atomic, Capture, Operand, When};
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
        return Err(wrong(construct, expr.span, message).into());
    }
    if is_bit_field(program, x) {
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

fn is_bit_field(program: &Program, x: ExprId) -> bool {
    let ExprKind::Member {
        base, arrow, path, ..
    } = &program.expr(x).kind
    else {
        return false;
    };
    let mut ty = program.expr(*base).ty;
    if *arrow {
        match program.types.element(ty.id) {
            Some(to) => ty = to,
            None => return false,
        }
    }
    let mut bits = None;
    for &index in path {
        let Type::Record(record) = program.types.resolve(ty.id) else {
            return false;
        };
        let Some(field) = program.records[*record]
            .fields
            .as_ref()
            .and_then(|f| f.get(index))
        else {
            return false;
        };
        (ty, bits) = (field.ty, field.bits);
    }
    bits.is_some()
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

/// What the clauses of a construct say that its statement does: `read`, `write`, `update`, `capture`, `compare`.
#[derive(Clone, Copy)]
struct Kind {
    read: bool,
    write: bool,
    capture: bool,
    compare: bool,
}

impl Kind {
    fn forms(self) -> &'static str {
        match (self.read, self.write, self.capture, self.compare) {
            (true, ..) => "write `v = x;`",
            (_, true, ..) => "write `x = expr;`",
            (_, _, true, true) => {
                "write `{ v = x; if (x < e) { x = e; } }`, `{ v = x; if (x == e) { x = d; } }`, these two with \
                 `v = x;` last, `if (x == e) { x = d; } else { v = x; }`, or \
                 `{ r = x == e; if (r) { x = d; } else { v = x; } }`"
            }
            (_, _, true, _) => {
                "write `v = x++;`, `v = x += e;`, `{ v = x; x = x + e; }`, `{ x += e; v = x; }` or \
                 `{ v = x; x = e; }`, with one of + - * / & ^ | << >>"
            }
            (_, _, _, true) => {
                "write `if (x < e) { x = e; }`, `if (x == e) { x = d; }`, `x = x < e ? e : x;` or \
                 `x = x == e ? d : x;`"
            }
            _ => {
                "write `x++;`, `x += e;`, `x = x + e;` or `x = e + x;`, with one of + - * / & ^ | << >>"
            }
        }
    }
}

/// Location, action, capture, and where to store the result of the comparison.
type Found = (ExprId, Action, Option<Capture>, Option<ExprId>);

struct Shapes<'a> {
    program: &'a Program,
}

impl Shapes<'_> {
    fn statement(&self, body: StmtId, kind: Kind) -> Option<Found> {
        let program = self.program;
        let body = self.only(body);
        if kind.read {
            let (v, x) = self.assignment(body)?;
            let capture = Capture {
                v,
                when: When::Before,
            };
            return Some((self.strip(x), Action::Read, Some(capture), None));
        }
        if kind.write {
            let (x, value) = self.assignment(body)?;
            return Some((x, Action::Write(value), None, None));
        }
        if !kind.capture {
            let (x, action) = match kind.compare {
                true => self.conditional(body)?,
                false => self.update(self.expression(body)?)?,
            };
            return Some((x, action, None, None));
        }
        match &program.stmt(body).kind {
            StmtKind::Block(stmts) => match stmts.as_slice() {
                [first, second] => self.pair(*first, *second, kind),
                _ => None,
            },
            StmtKind::If {
                cond,
                then,
                other: Some(other),
            } if kind.compare => {
                let (x, action) = self.replacement(*cond, *then)?;
                let (v, read) = self.assignment(self.only(*other))?;
                self.same(read, x).then_some(())?;
                let when = When::Failing;
                Some((x, action, Some(Capture { v, when }), None))
            }
            StmtKind::Expr(_) => {
                let (v, value) = self.assignment(body)?;
                let value = self.strip(value);
                let (x, action) = self.changing(value, kind)?;
                let old = matches!(
                    program.expr(value).kind,
                    ExprKind::IncDec { postfix: true, .. }
                );
                let when = if old { When::Before } else { When::After };
                Some((x, action, Some(Capture { v, when }), None))
            }
            _ => None,
        }
    }

    /// `{ v = x; change }`, `{ change; v = x; }` or `{ r = x == e; if (r) ... }`.
    fn pair(&self, first: StmtId, second: StmtId, kind: Kind) -> Option<Found> {
        let change = |stmt| match kind.compare {
            true => self.conditional(stmt),
            false => self.changing(self.expression(stmt)?, kind),
        };
        if kind.compare
            && let Some(found) = self.with_result(first, second)
        {
            return Some(found);
        }
        let captures = |stmt, x| {
            let (v, read) = self.assignment(stmt)?;
            self.same(read, x).then_some(v)
        };
        if let Some((x, action)) = change(second)
            && let Some(v) = captures(first, x)
        {
            let when = When::Before;
            return Some((x, action, Some(Capture { v, when }), None));
        }
        let (x, action) = change(first)?;
        let v = captures(second, x)?;
        let when = When::After;
        Some((x, action, Some(Capture { v, when }), None))
    }

    /// `r = x == e; if (r) { x = d; } else { v = x; }`, the last part left out or not.
    fn with_result(&self, first: StmtId, second: StmtId) -> Option<Found> {
        let (r, comparison) = self.assignment(first)?;
        let StmtKind::If { cond, then, other } = self.program.stmt(second).kind else {
            return None;
        };
        self.same(cond, r).then_some(())?;
        let (x, action) = self.replacement(comparison, then)?;
        let capture = match other {
            None => None,
            Some(other) => {
                let (v, read) = self.assignment(self.only(other))?;
                self.same(read, x).then_some(())?;
                let when = When::Failing;
                Some(Capture { v, when })
            }
        };
        Some((x, action, capture, Some(r)))
    }

    /// What an expression does to x: an update, a write, or with `compare` a conditional expression.
    fn changing(&self, expr: ExprId, kind: Kind) -> Option<(ExprId, Action)> {
        if kind.compare {
            return self.conditional_value(expr);
        }
        if let Some(found) = self.update(expr) {
            return Some(found);
        }
        match self.program.expr(expr).kind {
            ExprKind::Assign { lhs, rhs } => Some((lhs, Action::Write(rhs))),
            _ => None,
        }
    }

    /// `x++`, `x op= e`, `x = x op e`, `x = e op x`.
    fn update(&self, expr: ExprId) -> Option<(ExprId, Action)> {
        let update = |op, operand, reversed| Action::Update {
            op,
            operand,
            reversed,
        };
        match self.program.expr(expr).kind {
            ExprKind::IncDec { arg, increment, .. } => {
                let op = if increment { BinOp::Add } else { BinOp::Sub };
                Some((arg, update(op, Operand::One, false)))
            }
            ExprKind::CompoundAssign { op, lhs, rhs, .. } if is_binop(op) => {
                Some((lhs, update(op, Operand::Expr(self.strip(rhs)), false)))
            }
            ExprKind::Assign { lhs: x, rhs } => {
                let ExprKind::Binary { op, lhs, rhs } = self.program.expr(self.strip(rhs)).kind
                else {
                    return None;
                };
                if !is_binop(op) {
                    return None;
                }
                if self.same(lhs, x) {
                    return Some((x, update(op, Operand::Expr(self.strip(rhs)), false)));
                }
                if !self.same(rhs, x) {
                    return None;
                }
                let commutes = !matches!(op, BinOp::Sub | BinOp::Div | BinOp::Shl | BinOp::Shr);
                Some((x, update(op, Operand::Expr(self.strip(lhs)), !commutes)))
            }
            _ => None,
        }
    }

    /// `x = x && e`, `x = x || e`: a reduction into an array may be written so, `atomic` has no such form.
    fn logical(&self, expr: ExprId) -> Option<(ExprId, Action)> {
        let ExprKind::Assign { lhs: x, rhs } = self.program.expr(expr).kind else {
            return None;
        };
        let ExprKind::Binary { op, lhs, rhs } = self.program.expr(self.strip(rhs)).kind else {
            return None;
        };
        let logical = matches!(op, BinOp::And | BinOp::Or) && self.same(self.strip(lhs), x);
        let operand = Operand::Expr(self.strip(rhs));
        let reversed = false;
        logical.then_some((
            x,
            Action::Update {
                op,
                operand,
                reversed,
            },
        ))
    }

    /// `if (x < e) { x = e; }`, `if (x == e) { x = d; }` and their forms with `?:`.
    fn conditional(&self, stmt: StmtId) -> Option<(ExprId, Action)> {
        match self.program.stmt(stmt).kind {
            StmtKind::If {
                cond,
                then,
                other: None,
            } => self.replacement_or_bound(cond, then),
            StmtKind::Expr(expr) => self.conditional_value(expr),
            _ => None,
        }
    }

    fn conditional_value(&self, expr: ExprId) -> Option<(ExprId, Action)> {
        let ExprKind::Assign { lhs: x, rhs } = self.program.expr(expr).kind else {
            return None;
        };
        let ExprKind::Cond {
            cond,
            yes: Some(value),
            no,
        } = self.program.expr(self.strip(rhs)).kind
        else {
            return None;
        };
        self.same(no, x).then_some(())?;
        Some((x, self.compared(cond, x, self.strip(value))?))
    }

    fn replacement_or_bound(&self, cond: ExprId, then: StmtId) -> Option<(ExprId, Action)> {
        let (x, value) = self.assignment(self.only(then))?;
        Some((x, self.compared(cond, x, self.strip(value))?))
    }

    /// `if (x == e) { x = d; }`, the only conditional form in which a result can be stored (`r = x == e`).
    fn replacement(&self, cond: ExprId, then: StmtId) -> Option<(ExprId, Action)> {
        let found = self.replacement_or_bound(cond, then)?;
        matches!(found.1, Action::Replace { .. }).then_some(found)
    }

    /// The action of `x = value` that stands under the condition `cond` on x.
    fn compared(&self, cond: ExprId, x: ExprId, value: ExprId) -> Option<Action> {
        let ExprKind::Binary { op, lhs, rhs } = self.program.expr(self.strip(cond)).kind else {
            return None;
        };
        let (e, x_first) = match (self.same(lhs, x), self.same(rhs, x)) {
            (true, _) => (self.strip(rhs), true),
            (_, true) => (self.strip(lhs), false),
            _ => return None,
        };
        match op {
            BinOp::Eq => Some(Action::Replace {
                expected: e,
                desired: value,
            }),
            BinOp::Lt | BinOp::Gt if self.same(e, value) => {
                // `x < e` and `e > x` replace x by a larger value.
                Some(match (op == BinOp::Lt) == x_first {
                    true => Action::Max(e),
                    false => Action::Min(e),
                })
            }
            _ => None,
        }
    }

    /// The only statement of a block, or the statement itself.
    fn only(&self, stmt: StmtId) -> StmtId {
        match &self.program.stmt(stmt).kind {
            StmtKind::Block(stmts) => match stmts.as_slice() {
                [only] => self.only(*only),
                _ => stmt,
            },
            _ => stmt,
        }
    }

    fn expression(&self, stmt: StmtId) -> Option<ExprId> {
        match self.program.stmt(stmt).kind {
            StmtKind::Expr(expr) => Some(expr),
            _ => None,
        }
    }

    fn assignment(&self, stmt: StmtId) -> Option<(ExprId, ExprId)> {
        match self.program.expr(self.expression(stmt)?).kind {
            ExprKind::Assign { lhs, rhs } => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// The expression without the conversions that C makes implicitly.
    fn strip(&self, mut expr: ExprId) -> ExprId {
        while let ExprKind::Convert {
            arg,
            why: Conversion::Implicit,
        } = self.program.expr(expr).kind
        {
            expr = arg;
        }
        expr
    }

    /// Whether two expressions are written the same, conversions aside.
    fn same(&self, a: ExprId, b: ExprId) -> bool {
        use ExprKind::*;
        let program = self.program;
        let (a, b) = (self.strip(a), self.strip(b));
        let (first, second) = (program.expr(a), program.expr(b));
        let equal = match (&first.kind, &second.kind) {
            (Var(a), Var(b)) => a == b,
            (Func(a), Func(b)) => a == b,
            (Int { value: a, .. }, Int { value: b, .. }) => a == b,
            (Float { text: a, .. }, Float { text: b, .. }) => a == b,
            (EnumConst { of, index }, EnumConst { of: o, index: i }) => of == o && index == i,
            (Unary { op: a, .. }, Unary { op: b, .. }) => a == b,
            (Binary { op: a, .. }, Binary { op: b, .. }) => a == b,
            (
                Member { arrow, path, .. },
                Member {
                    arrow: w, path: p, ..
                },
            ) => arrow == w && path == p,
            (Convert { why: a, .. }, Convert { why: b, .. }) => {
                a == b && program.types.same(first.ty.id, second.ty.id)
            }
            (SizeOf { value: Some(a), .. }, SizeOf { value: Some(b), .. }) => a == b,
            (Call { .. }, Call { .. })
            | (Cond { .. }, Cond { .. })
            | (Index { .. }, Index { .. })
            | (Deref(_), Deref(_))
            | (AddrOf(_), AddrOf(_)) => true,
            _ => false,
        };
        let operands = |expr| {
            let mut list = vec![];
            program.each_operand(expr, &mut |operand| list.push(operand));
            list
        };
        let (left, right) = (operands(first), operands(second));
        equal
            && left.len() == right.len()
            && left.iter().zip(&right).all(|(a, b)| self.same(*a, *b))
    }
}

/// The operators that the forms of `atomic` allow.
fn is_binop(op: BinOp) -> bool {
    use BinOp::*;
    matches!(
        op,
        Add | Sub | Mul | Div | BitAnd | BitXor | BitOr | Shl | Shr
    )
}
