//! Expressions, variables and loops that transformations make.
//!
//! Numbers of iterations are `unsigned long long`, computed from the bounds with unsigned arithmetic that is right
//! for every bound (OpenMP 5.2, 4.4.2), as `romp/ranges.cuh` does. Where a loop counts upward by ones in at most
//! 32 bits, loops over its values in `long long` need no such numbers.

use super::{Done, Transformer};
use crate::analyze::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Test};
use crate::ir::*;
use crate::omp::ClauseKind;
use crate::source::Span;

/// The three expressions in the parentheses of a `for`.
pub(super) struct Header {
    pub init: StmtId,
    pub cond: ExprId,
    pub step: ExprId,
}

/// The place of what is made for a loop, and its function.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub span: Span,
    pub func: FuncId,
    /// The construct that encloses it.
    pub construct: Option<ConstructId>,
}

impl Transformer<'_> {
    fn expr(&mut self, kind: ExprKind, ty: impl Into<QualType>) -> ExprId {
        self.program.exprs.alloc(Expr {
            kind,
            ty: ty.into(),
            span: self.place,
        })
    }

    pub(super) fn stmt(&mut self, kind: StmtKind, span: Span) -> StmtId {
        self.program.stmts.alloc(Stmt { kind, span })
    }

    pub(super) fn wide(&mut self) -> TypeId {
        self.program.types.int(IntKind::LongLong)
    }

    pub(super) fn number_type(&mut self) -> TypeId {
        self.program.types.int(IntKind::ULongLong)
    }

    pub(super) fn int(&mut self, value: i128, ty: TypeId) -> ExprId {
        let text = String::new();
        self.expr(ExprKind::Int { value, text }, ty)
    }

    pub(super) fn var(&mut self, var: VarId) -> ExprId {
        let ty = self.program.vars[var].ty;
        self.expr(ExprKind::Var(var), ty)
    }

    pub(super) fn binary(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId, ty: TypeId) -> ExprId {
        self.expr(ExprKind::Binary { op, lhs, rhs }, ty)
    }

    pub(super) fn compare(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId) -> ExprId {
        let ty = self.program.types.int(IntKind::Int);
        self.binary(op, lhs, rhs, ty)
    }

    pub(super) fn choose(&mut self, cond: ExprId, yes: ExprId, no: ExprId, ty: TypeId) -> ExprId {
        let yes = Some(yes);
        self.expr(ExprKind::Cond { cond, yes, no }, ty)
    }

    /// A conversion that C makes implicitly.
    pub(super) fn implicit(&mut self, arg: ExprId, ty: TypeId) -> ExprId {
        self.convert(arg, ty, Conversion::Implicit)
    }

    pub(super) fn cast(&mut self, arg: ExprId, ty: TypeId) -> ExprId {
        self.convert(arg, ty, Conversion::Cast)
    }

    fn convert(&mut self, arg: ExprId, ty: TypeId, why: Conversion) -> ExprId {
        if self.program.types.same(self.program.expr(arg).ty.id, ty) {
            return arg;
        }
        self.expr(ExprKind::Convert { arg, why }, ty)
    }

    /// A variable with a name that does not occur in the text.
    pub(super) fn variable(&mut self, base: &str, ty: TypeId, at: Place) -> VarId {
        let taken = |name: &str| self.text.contains(name) || self.names.contains(name);
        let mut name = base.to_string();
        let mut count = 1;
        while taken(&name) {
            count += 1;
            name = format!("{base}{count}");
        }
        self.names.insert(name.clone());
        self.named(name, ty.into(), at)
    }

    fn named(&mut self, name: String, ty: QualType, at: Place) -> VarId {
        self.program.vars.alloc(Var {
            func: Some(at.func),
            construct: at.construct,
            ..Var::local(name, ty, at.span)
        })
    }

    /// The declaration `var = init`.
    pub(super) fn declare(&mut self, var: VarId, init: ExprId, at: Place) -> StmtId {
        self.program.vars[var].init = Some(Init::Expr(init));
        self.stmt(StmtKind::Decl(vec![Decl::Var(var)]), at.span)
    }

    pub(super) fn looped(&mut self, header: Header, body: StmtId, at: Place) -> StmtId {
        let kind = StmtKind::For {
            init: Some(header.init),
            cond: Some(header.cond),
            step: Some(header.step),
            body,
        };
        self.stmt(kind, at.span)
    }

    /// The expression `var++` or `var--`.
    pub(super) fn by_one(&mut self, var: VarId, increment: bool) -> ExprId {
        let ty = self.program.vars[var].ty;
        let arg = self.var(var);
        let postfix = true;
        let kind = ExprKind::IncDec {
            arg,
            increment,
            postfix,
        };
        self.expr(kind, ty)
    }

    /// The expression `var += amount`.
    pub(super) fn by(&mut self, var: VarId, amount: ExprId) -> ExprId {
        let ty = self.program.vars[var].ty;
        let lhs = self.var(var);
        let rhs = self.implicit(amount, ty.id);
        let kind = ExprKind::CompoundAssign {
            op: BinOp::Add,
            lhs,
            rhs,
            compute: ty.id,
        };
        self.expr(kind, ty)
    }

    /// Whether the loop counts upward by ones, and compares values of at most 32 bits in their own signedness.
    pub(super) fn is_plain(&self, one: &CanonicalLoop) -> bool {
        let types = &self.program.types;
        let Type::Int(own) = *types.resolve(self.program.vars[one.var].ty.id) else {
            return false;
        };
        let Type::Int(compared) = *self.program.type_of(one.hi) else {
            return false;
        };
        let promoted = if own.size() < 4 { IntKind::Int } else { own };
        let up = matches!(one.test, Test::Lt | Test::Le) && one.step.value == Some(1);
        up && own.size() <= 4 && compared == promoted
    }

    /// The variable that the body uses inside the loops made: the loop's own where the loop declares it, else a new
    /// one that hides it, and that the body is changed to name.
    pub(super) fn own_variable(
        &mut self,
        one: &CanonicalLoop,
        body: StmtId,
        at: Place,
    ) -> Done<VarId> {
        let var = &self.program.vars[one.var];
        if one.declared {
            return Ok(one.var);
        }
        let (name, ty) = (var.name.clone(), var.ty);
        let mut clause = None;
        self.program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(id) = stmt.kind {
                let inner = &self.program.constructs[id];
                let mut used = Uses::of_construct(self.program, id).uses(one.var);
                if let Some(body) = inner.body {
                    used &= !Uses::of_stmt(self.program, body).uses(one.var);
                }
                let named = |c: &Clause| c.items().iter().any(|i| i.var() == Some(one.var));
                if used || inner.clauses.iter().any(named) {
                    clause = clause.or(Some(inner.pragma));
                }
            }
        });
        // The last value is in the new variable, where `lastprivate` of an enclosing construct does not find it.
        let around = self.program.constructs.values().find(|outer| {
            let holds = outer.body.is_some_and(|body| {
                let body = self.program.stmt(body).span;
                body.lo <= one.span.lo && one.span.hi <= body.hi
            });
            let lasts = |c: &Clause| {
                matches!(c.kind, ClauseKind::Lastprivate { .. })
                    && c.items().iter().any(|i| i.var() == Some(one.var))
            };
            holds && outer.func == at.func && outer.clauses.iter().any(lasts)
        });
        if let Some(place) = clause.or(around.map(|outer| outer.pragma)) {
            return Err(Box::new(
                Diagnostic::error(
                    Code::UnsupportedLoop,
                    place,
                    format!("a directive that names `{name}`, the variable of a transformed loop, is not translated yet"),
                )
                .also(one.span, "of this loop")
                .help("declare the variable in its loop: `for (int i = ...`"),
            ));
        }
        let inner = self.named(name, ty, at);
        let mut uses = vec![];
        self.program.walk_exprs_in(body, &mut |id, expr| {
            if matches!(expr.kind, ExprKind::Var(var) if var == one.var) {
                uses.push(id);
            }
        });
        for id in uses {
            self.program.exprs[id].kind = ExprKind::Var(inner);
        }
        Ok(inner)
    }

    /// The number of iterations of the loop.
    pub(super) fn trips(&mut self, one: &CanonicalLoop) -> ExprId {
        let number = self.number_type();
        let zero = self.int(0, number);
        let compared = self.program.expr(one.hi).ty.id;
        let pointers = self.program.types.is_pointer(compared);
        let from = match pointers {
            true => one.lo,
            false => self.cast(one.lo, compared),
        };
        let down = match one.test {
            Test::Gt | Test::Ge => true,
            Test::Ne => one.step.value == Some(-1),
            Test::Lt | Test::Le => false,
        };
        let (low, high) = if down { (one.hi, from) } else { (from, one.hi) };
        let distance = if pointers {
            let difference = self.program.types.int(IntKind::Long);
            let elements = self.binary(BinOp::Sub, high, low, difference);
            self.cast(elements, number)
        } else {
            let (high, low) = (self.cast(high, number), self.cast(low, number));
            match int_value(self.program, low) {
                Some(0) => high,
                _ => self.binary(BinOp::Sub, high, low, number),
            }
        };
        if one.test == Test::Ne {
            // An unsigned variable may wrap around.
            return match *self.program.types.resolve(self.program.vars[one.var].ty.id) {
                Type::Int(kind) => {
                    let width = self.program.types.int(kind.to_unsigned());
                    let within = self.cast(distance, width);
                    self.cast(within, number)
                }
                _ => distance,
            };
        }
        let open = matches!(one.test, Test::Lt | Test::Gt);
        let one_trip = self.int(1, number);
        let count = match (self.amount(one), open) {
            (None, true) => distance,
            (None, false) => self.binary(BinOp::Add, distance, one_trip, number),
            (Some(amount), open) => {
                let last = match open {
                    true => self.binary(BinOp::Sub, distance, one_trip, number),
                    false => distance,
                };
                let steps = self.binary(BinOp::Div, last, amount, number);
                self.binary(BinOp::Add, steps, one_trip, number)
            }
        };
        let op = match one.test {
            Test::Lt => BinOp::Lt,
            Test::Le => BinOp::Le,
            Test::Gt => BinOp::Gt,
            _ => BinOp::Ge,
        };
        let any = self.compare(op, from, one.hi);
        self.choose(any, count, zero, number)
    }

    /// The step's magnitude; none where it is 1.
    fn amount(&mut self, one: &CanonicalLoop) -> Option<ExprId> {
        let number = self.number_type();
        let down = matches!(one.test, Test::Gt | Test::Ge);
        match (one.step.value, one.step.amount) {
            (Some(1 | -1), _) | (None, None) => None,
            (Some(value), _) => Some(self.int(value.abs(), number)),
            (None, Some(amount)) if one.step.subtract == down => Some(self.cast(amount, number)),
            (None, Some(amount)) => {
                let wide = self.wide();
                let amount = self.cast(amount, wide);
                let op = UnOp::Neg;
                let negative = self.expr(ExprKind::Unary { op, arg: amount }, wide);
                Some(self.cast(negative, number))
            }
        }
    }

    /// The value of the user's variable in iteration `k`, which has type `unsigned long long`.
    pub(super) fn value(&mut self, one: &CanonicalLoop, k: ExprId) -> ExprId {
        let number = self.number_type();
        let ty = self.program.vars[one.var].ty.id;
        let down = match one.test {
            Test::Gt | Test::Ge => true,
            Test::Ne => one.step.value == Some(-1),
            Test::Lt | Test::Le => false,
        };
        let way = match self.amount(one) {
            None => k,
            Some(amount) => self.binary(BinOp::Mul, k, amount, number),
        };
        let op = if down { BinOp::Sub } else { BinOp::Add };
        if self.program.types.is_pointer(ty) {
            let wide = self.wide();
            let way = self.cast(way, wide);
            let lo = one.lo;
            return self.binary(op, lo, way, ty);
        }
        if !down && int_value(self.program, one.lo) == Some(0) {
            return self.cast(way, ty);
        }
        let lo = self.cast(one.lo, number);
        let sum = self.binary(op, lo, way, number);
        self.cast(sum, ty)
    }
}
