//! Expressions, with the parentheses that precedence needs and a few that readers do.

use super::Printer;
use super::access::Access;
use super::arithmetic::Wanted;
use super::cast::Cxx;
use super::literals::string_literal;
use super::precedence::{Prec, Text, infix, prec_of};
use super::written::Shape;
use crate::ir::characters::wide_string;
use crate::ir::{BinOp, Conversion, EnumId, Expr, ExprId, ExprKind, QualType, Type, UnOp};
use crate::library::prints;

impl Printer<'_> {
    /// The text of an expression that stands alone.
    pub fn expr(&mut self, e: ExprId) -> String {
        self.node(e).text
    }

    /// The text of an expression that stands alone in a list, or behind `=`.
    pub fn argument(&mut self, e: ExprId) -> String {
        self.expr_prec(e, Prec::Assign)
    }

    /// The text of an expression beside operators that bind as tightly as `prec` says.
    pub fn expr_prec(&mut self, e: ExprId, prec: Prec) -> String {
        self.node(e).at_least(prec)
    }

    /// The text of an expression converted to a type as if by assignment.
    pub fn expr_as(&mut self, e: ExprId, want: QualType) -> String {
        self.coerced(e, want).at_least(Prec::Assign)
    }

    /// The text of an expression whose value is not used.
    pub fn effect(&mut self, e: ExprId) -> String {
        self.discarded(e).text
    }

    pub(super) fn discarded(&mut self, e: ExprId) -> Text {
        let expr = self.program.expr(e);
        match &expr.kind {
            ExprKind::IncDec {
                arg,
                increment,
                postfix: true,
            } if self.assigns_specially(*arg) => {
                self.step(*arg, step_of(*increment), Wanted::After)
            }
            ExprKind::Comma { lhs, rhs } => {
                let (lhs, rhs) = (self.discarded(*lhs), self.discarded(*rhs));
                let text = format!("{}, {}", lhs.text, rhs.at_least(Prec::Assign));
                Text::new(text, Prec::Comma, Cxx::Is(expr.ty))
            }
            ExprKind::Call { callee, args } => self.call(expr, *callee, args),
            _ => self.node(e),
        }
    }

    /// The text of an expression of which only the truth value matters.
    pub(super) fn truth(&mut self, e: ExprId) -> Text {
        // <math.h>'s `isinf` also returns the sign.
        if let ExprKind::Call { callee, args } = &self.program.expr(e).kind
            && let Some(func) = self.direct_callee(*callee)
            && self.program.funcs[func].name == "__builtin_isinf_sign"
            && let [arg] = args.as_slice()
        {
            let text = format!("isinf({})", self.test_argument(*arg));
            return Text::new(text, Prec::Postfix, Cxx::Bool);
        }
        self.node(e)
    }

    /// The text of an expression with the type that C++ gives it.
    pub(super) fn node(&mut self, e: ExprId) -> Text {
        let expr = self.program.expr(e);
        let is = Cxx::Is(expr.ty);
        if let Some(flat) = self.flattened(e) {
            return flat;
        }
        let text = self.spelled_out(e, expr, is);
        let text = self.by_its_macro(e, text);
        match self.state.commented {
            true => self.with_comments(e, text),
            false => text,
        }
    }

    fn spelled_out(&mut self, e: ExprId, expr: &Expr, is: Cxx) -> Text {
        match &expr.kind {
            ExprKind::Int { value, text } => self.int(expr, *value, text),
            ExprKind::Imaginary { text } => {
                let number = text.replace(['i', 'j', 'I', 'J'], "");
                Text::new(format!("romp::imaginary({number})"), Prec::Postfix, is)
            }
            ExprKind::Float { value, text } => self.floating(expr, *value, text),
            ExprKind::Str { text } if wide_string(text).is_some() => {
                let pointer = self.declarator(expr.ty, "(*)");
                let text = format!("*({pointer}){}", string_literal(text));
                Text::new(text, Prec::Unary, is)
            }
            ExprKind::Str { text } => Text::primary(string_literal(text), is),
            ExprKind::Var(var) => self.var(*var),
            ExprKind::Func(func) => {
                self.uses.name_function(*func);
                Text::primary(self.names.func(*func), is)
            }
            ExprKind::EnumConst { of, index } => {
                self.uses.enums.add(*of);
                let cxx = self.constant_of(expr, *of);
                Text::primary(self.names.enum_const(*of, *index), cxx)
            }
            ExprKind::Unary { op, arg } => self.unary(expr, *op, *arg),
            ExprKind::Binary { op, lhs, rhs } => self.binary(expr, *op, *lhs, *rhs),
            ExprKind::Assign { lhs, rhs } => self.assign(expr, *lhs, *rhs),
            ExprKind::CompoundAssign { op, lhs, rhs, .. } => {
                self.compound_assign(expr, *op, *lhs, *rhs)
            }
            ExprKind::IncDec {
                arg,
                increment,
                postfix,
            } => self.inc_dec(expr, *arg, step_of(*increment), wanted(*postfix)),
            ExprKind::Cond { cond, yes, no } => self.conditional(expr, *cond, *yes, *no),
            ExprKind::Comma { lhs, rhs } => {
                let (lhs, rhs) = (self.discarded(*lhs), self.typed_null(*rhs));
                let text = format!("{}, {}", lhs.text, rhs.at_least(Prec::Assign));
                Text::new(text, Prec::Comma, rhs.cxx)
            }
            ExprKind::Call { callee, args } => {
                let call = self.call(expr, *callee, args);
                match prints(self.program, *callee) {
                    true => self.counted(call, args),
                    false => call,
                }
            }
            ExprKind::Index { base, index } => {
                self.complete(expr.ty);
                let base = self.node(*base).at_least(Prec::Postfix);
                let index = self.node(*index);
                Text::new(format!("{base}[{}]", index.text), Prec::Postfix, is)
            }
            ExprKind::Member {
                base,
                arrow,
                name,
                path,
            } => {
                let access = match arrow {
                    true => Access::Arrow,
                    false => Access::Dot,
                };
                self.member(expr, *base, access, name, path)
            }
            ExprKind::Deref(arg) => {
                self.complete(expr.ty);
                let arg = self.node(*arg);
                Text::new(format!("*{}", arg.at_least(Prec::Cast)), Prec::Unary, is)
            }
            ExprKind::AddrOf(arg) => self.address(expr, *arg),
            ExprKind::Convert { arg, why } => self.conversion(e, *arg, *why),
            ExprKind::SizeOf {
                measure,
                of,
                value,
                declarator,
                ..
            } => self.size(expr, (*of, *declarator), *value, *measure),
            ExprKind::OffsetOf { value, text } => Text::new(
                format!("(size_t){value} /* {} */", offset_of(text)),
                Prec::Cast,
                is,
            ),
            ExprKind::CompoundLiteral { init } => {
                Text::new(self.literal(init, expr.ty), Prec::Postfix, is)
            }
            ExprKind::StmtExpr(block) => self.statement_expression(expr, *block),
            ExprKind::Opaque { text, .. } => Text::new(text.clone(), Prec::Comma, is),
        }
    }

    /// The text, or the macro by which the source spells this expression.
    fn by_its_macro(&mut self, e: ExprId, mut text: Text) -> Text {
        let written = self.hooks.written();
        let Some(made) = written.made_by(self.program.expr(e).span) else {
            return text;
        };
        let printed = (text.text.as_str(), self.shape(e));
        if let Some(named) = written.named(&mut self.uses.macros, &made, printed) {
            text.text = named.name;
            if named.closed {
                text.prec = Prec::Primary;
            }
        }
        text
    }

    /// What an expression consists of. (One that was made may have the place of another one.)
    fn shape(&self, e: ExprId) -> Shape {
        let expr = self.program.expr(e);
        let below = |e: ExprId| {
            let inner = match self.program.expr(e).kind {
                ExprKind::Convert {
                    arg,
                    why: Conversion::Implicit,
                } => arg,
                _ => e,
            };
            (self.shape(inner), self.program.expr(inner).span)
        };
        let stands = |holds: bool, shape: Shape| match holds {
            true => shape,
            false => Shape::Other,
        };
        match &expr.kind {
            ExprKind::Int { text, .. } => stands(!text.is_empty(), Shape::Arithmetic),
            ExprKind::Float { value, text } => stands(
                !self.misses_its_type(*value, text, expr.ty),
                Shape::Arithmetic,
            ),
            ExprKind::Unary { arg, .. } => {
                let (shape, arg) = below(*arg);
                stands(expr.span.lo < arg.lo, shape)
            }
            ExprKind::Convert {
                arg,
                why: Conversion::Cast,
            } => {
                let (shape, arg) = below(*arg);
                let constant = shape != Shape::Other && expr.span.lo < arg.lo;
                stands(constant, Shape::Constant)
            }
            ExprKind::Binary { lhs, rhs, .. } => {
                let ((of_lhs, lhs), (of_rhs, rhs)) = (below(*lhs), below(*rhs));
                let apart = lhs.hi < rhs.lo && expr.span.contains(lhs.to(rhs));
                stands(apart, of_lhs.max(of_rhs))
            }
            _ => Shape::Other,
        }
    }

    /// The type in C++ of a constant of an enumeration.
    fn constant_of(&self, constant: &Expr, of: EnumId) -> Cxx {
        let kind = match self.program.types.resolve(constant.ty.id) {
            Type::Int(kind) => *kind,
            _ => self.program.enums[of].repr,
        };
        Cxx::Constant { of, kind }
    }

    /// The text of a variable: its own name, or the spelling of the hooks.
    pub(super) fn var(&mut self, var: crate::ir::VarId) -> Text {
        let is = Cxx::Is(self.program.vars[var].ty);
        if let Some(text) = self.hooks.var(var) {
            let prec = prec_of(&text);
            return Text::new(text, prec, is);
        }
        if !self.program.vars[var].storage.is_local() {
            self.uses.vars.add(var);
        }
        match self.is_link(var) {
            true => Text::new(format!("*{}", self.names.var(var)), Prec::Unary, is),
            false => Text::primary(self.names.var(var), is),
        }
    }

    fn unary(&mut self, expr: &Expr, op: UnOp, arg: ExprId) -> Text {
        let mut text = match op {
            UnOp::Not => self.truth(arg),
            _ => self.node(arg),
        };
        if let Some(kind) = self.kind_in_c(text.cxx)
            && op != UnOp::Not
        {
            text = self.as_kind(text, kind);
        }
        let (sign, cxx) = match op {
            UnOp::Plus => ("+", Cxx::Is(expr.ty)),
            UnOp::Neg => ("-", Cxx::Is(expr.ty)),
            UnOp::BitNot => ("~", Cxx::Is(expr.ty)),
            UnOp::Not => ("!", Cxx::Bool),
        };
        let arg = text.at_least(Prec::Cast);
        // `- -x` must not become `--x`.
        let text = if arg.starts_with(sign) && op != UnOp::Not {
            format!("{sign}({arg})")
        } else {
            format!("{sign}{arg}")
        };
        Text::new(text, Prec::Unary, cxx)
    }

    fn binary(&mut self, expr: &Expr, op: BinOp, lhs: ExprId, rhs: ExprId) -> Text {
        if let Some(text) = self.pointer_arithmetic(expr, op, lhs, rhs) {
            return text;
        }
        if matches!(op, BinOp::BitAnd | BinOp::BitOr | BinOp::BitXor) {
            let (l, r) = (self.node(lhs), self.node(rhs));
            let kinds = (self.kind_in_c(l.cxx), self.kind_in_c(r.cxx));
            if let (Some(kind), _) | (_, Some(kind)) = kinds
                && self.is_int_like(l.cxx)
                && self.is_int_like(r.cxx)
            {
                return infix(&l, op, &r, Cxx::Bits(kind));
            }
        }
        let (mut l, mut r) = (self.operand(lhs, op), self.operand(rhs, op));
        let types = &self.program.types;
        let pointer = |cxx| match cxx {
            Cxx::Is(is) => !types.is_arithmetic(is.id),
            Cxx::ConstChars | Cxx::Null => true,
            _ => false,
        };
        let ordered = op.is_comparison() && !matches!(op, BinOp::Eq | BinOp::Ne);
        if op.is_comparison()
            && (pointer(l.cxx) || pointer(r.cxx))
            && (!self.pointers_agree(l.cxx, r.cxx)
                || ordered && (l.cxx == Cxx::Null || r.cxx == Cxx::Null))
        {
            if pointer(l.cxx) && l.cxx != Cxx::Null {
                r = self.cast(r, self.program.expr(lhs).ty);
            } else {
                l = self.cast(l, self.program.expr(rhs).ty);
            }
        }
        let cxx = match op {
            BinOp::And | BinOp::Or => Cxx::Bool,
            op if op.is_comparison() => Cxx::Bool,
            _ => Cxx::Is(expr.ty),
        };
        infix(&l, op, &r, cxx)
    }

    /// An operand of an arithmetic operator.
    fn operand(&mut self, e: ExprId, op: BinOp) -> Text {
        if matches!(op, BinOp::And | BinOp::Or) {
            return self.truth(e);
        }
        let text = self.node(e);
        match self.kind_in_c(text.cxx) {
            // For `==` and `!=` the sign of equal bits does not matter.
            Some(kind) if !matches!(op, BinOp::Eq | BinOp::Ne) => self.as_kind(text, kind),
            _ => text,
        }
    }

    fn conditional(&mut self, expr: &Expr, cond: ExprId, yes: Option<ExprId>, no: ExprId) -> Text {
        let types = &self.program.types;
        let condition = match yes {
            Some(_) => self.truth(cond),
            None => self.node(cond),
        };
        let Some(yes) = yes else {
            let no = self.typed_null(no);
            let text = format!(
                "{} ?: {}",
                condition.at_least(Prec::Or),
                no.at_least(Prec::Cond)
            );
            return Text::new(text, Prec::Cond, Cxx::Is(expr.ty));
        };
        let (mut a, mut b) = (self.node(yes), self.node(no));
        let mut cxx = Cxx::Is(expr.ty);
        match types.resolve(expr.ty.id) {
            Type::Pointer(_) => {
                if !self.pointers_agree(a.cxx, b.cxx) {
                    a = self.cast(a, expr.ty);
                    b = self.cast(b, expr.ty);
                } else if a.cxx == Cxx::ConstChars || b.cxx == Cxx::ConstChars {
                    cxx = Cxx::ConstChars;
                } else if a.cxx == Cxx::Null && b.cxx == Cxx::Null {
                    // In C a choice between null pointer constants is a pointer, in C++ an integer.
                    a = self.cast(a, expr.ty);
                    b = self.cast(b, expr.ty);
                }
            }
            Type::Void => {
                for arm in [&mut a, &mut b] {
                    let is_void = matches!(arm.cxx,
                        Cxx::Is(is) if *types.resolve(is.id) == Type::Void);
                    if !is_void {
                        *arm = Text::new(
                            format!("(void){}", arm.at_least(Prec::Cast)),
                            Prec::Cast,
                            cxx,
                        );
                    }
                }
            }
            Type::Record(_) => {
                let value = QualType::from(types.resolve_qual(expr.ty).id);
                a = self.coerce(a, value);
                b = self.coerce(b, value);
            }
            Type::Complex(_) => {
                for arm in [&mut a, &mut b] {
                    let same = matches!(arm.cxx, Cxx::Is(is) if types.same(is.id, expr.ty.id));
                    if !same {
                        *arm = self.cast(arm.clone(), expr.ty);
                    }
                }
            }
            _ => {
                if a.cxx == b.cxx && !matches!(a.cxx, Cxx::Is(_)) {
                    cxx = a.cxx;
                } else if let (Some(x), Some(y)) = (self.enum_of(a.cxx), self.enum_of(b.cxx))
                    && x == y
                {
                    cxx = match a.cxx {
                        Cxx::Is(_) => a.cxx,
                        _ => b.cxx,
                    };
                } else {
                    for arm in [&mut a, &mut b] {
                        if let Some(kind) = self.kind_in_c(arm.cxx) {
                            *arm = self.as_kind(arm.clone(), kind);
                        }
                    }
                }
            }
        }
        let text = format!(
            "{} ? {} : {}",
            condition.at_least(Prec::Or),
            a.at_least(Prec::Assign),
            b.at_least(Prec::Cond)
        );
        Text::new(text, Prec::Cond, cxx)
    }

    /// The function that a call names directly.
    pub(super) fn direct_callee(&self, callee: ExprId) -> Option<crate::ir::FuncId> {
        self.program.direct_callee(callee)
    }
}

/// What `++` or `--` does with 1.
fn step_of(increment: bool) -> BinOp {
    match increment {
        true => BinOp::Add,
        false => BinOp::Sub,
    }
}

/// Which value of `++` or `--` is wanted.
fn wanted(postfix: bool) -> Wanted {
    match postfix {
        true => Wanted::Before,
        false => Wanted::After,
    }
}

/// What `offsetof` asks for, as C says it, for a comment.
fn offset_of(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let said = words
        .join(" ")
        .replace("__builtin_", "")
        .replace(" ( ", "(");
    said.replace(" , ", ", ")
        .replace(" )", ")")
        .replace("*/", "* /")
}
