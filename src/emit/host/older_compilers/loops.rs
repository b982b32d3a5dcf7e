//! Loop nests that `transform` has changed, in the host text: stock compilers of OpenMP 5.0 know neither `tile` and
//! its relatives nor statements between collapsed loops.
//!
//! The loops made are printed in place of the user's loop headers; bodies stay as they are. Statements that moved
//! into a body are written there in their preprocessed form. Only in device code: what only the host runs is left to
//! its compiler. From the program; cannot fail.

use crate::edit::Edits;
use crate::emit::operands::operand;
use crate::emit::planned::Planned;
use crate::emit::source_text::quoted;
use crate::ir::*;
use crate::omp::Leaf;
use crate::source::{Preprocessed, Span};
use std::collections::BTreeMap;

/// The text that follows the last tokens of bodies, by the places of these tokens.
type Ends = BTreeMap<u32, String>;

pub fn edit(planned: &Planned, edits: &mut Edits) {
    let program = planned.program;
    let mut ends = Ends::new();
    // Inner nests first: a token may end several bodies.
    let mut transformed: Vec<&Transformed> = program.loops.transformed.iter().collect();
    transformed.sort_by_key(|one| std::cmp::Reverse(program.constructs[one.construct].pragma.lo));
    for one in transformed {
        if on_device(planned, one.construct) {
            headers(planned, one, edits, &mut ends);
        }
    }
    let mut moved: Vec<&Moved> = program.loops.moved.iter().collect();
    moved.sort_by_key(|one| std::cmp::Reverse(program.constructs[one.construct].pragma.lo));
    for one in moved {
        if on_device(planned, one.construct) {
            statements(planned, one, edits, &mut ends);
        }
    }
    for (end, text) in ends {
        let last = Span {
            lo: end - 1,
            hi: end,
        };
        edits.replace(last, format!("{}{text}", planned.pre.slice(last)));
    }
}

/// What the loops made for device code replace in the host text.
pub fn made(planned: &Planned) -> Vec<Span> {
    let transformed = planned.program.loops.transformed.iter();
    let on_device = transformed.filter(|one| on_device(planned, one.construct));
    on_device.map(|one| head(planned, one)).collect()
}

/// The text from the directive to the innermost body, which the loops made replace.
fn head(planned: &Planned, one: &Transformed) -> Span {
    let lo = planned.program.constructs[one.construct].pragma.lo;
    let body = planned.program.stmt(one.body).span;
    let hi = before(planned.pre, lo, body.lo);
    Span { lo, hi }
}

/// Whether device code holds the construct.
pub fn on_device(planned: &Planned, id: ConstructId) -> bool {
    let program = planned.program;
    let construct = &program.constructs[id];
    if planned.plan.reach.funcs.contains(&construct.func) {
        return true;
    }
    let mut all = program.around(construct).chain([construct]);
    all.any(|one| one.directive.has(Leaf::Target))
}

/// The last token before a body.
fn before(pre: &Preprocessed, from: u32, body: u32) -> u32 {
    let text = pre.slice(Span { lo: from, hi: body });
    from + text.trim_end().len() as u32
}

/// Replaces the user's headers by the loops made.
fn headers(planned: &Planned, one: &Transformed, edits: &mut Edits, ends: &mut Ends) {
    let (program, pre) = (planned.program, planned.pre);
    let construct = &program.constructs[one.construct];
    let indent = pre.indentation(construct.pragma);
    let body = program.stmt(one.body).span;
    let whole = program.stmt(one.made).span;
    let head = head(planned, one);
    let c = HostC { program, pre };
    let mut text = String::new();
    // All directives whose loops these are.
    for inner in program.constructs.values() {
        if head.lo <= inner.pragma.lo && inner.pragma.hi <= head.hi {
            text.push_str(&format!("/* {} */\n{indent}", quoted(pre, inner.pragma)));
        }
    }
    let mut braces = 0;
    let mut at = one.made;
    while at != one.body {
        match &program.stmt(at).kind {
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                let init = init.map_or(String::new(), |init| c.init(init));
                let cond = cond.map_or(String::new(), |e| c.whole(e));
                let step = step.map_or(String::new(), |e| c.whole(e));
                text.push_str(&format!("for ({init}; {cond}; {step})\n{indent}"));
                at = *body;
            }
            StmtKind::Block(stmts) => {
                let Some((last, declared)) = stmts.split_last() else {
                    break;
                };
                if program.loops.is_made_stmt(at) {
                    braces += 1;
                    text.push_str("{\n");
                    for stmt in declared {
                        text.push_str(&format!("{indent}    {};\n", c.init(*stmt)));
                    }
                    text.push_str(indent);
                }
                at = *last;
            }
            StmtKind::Omp(id) => match program.constructs[*id].body {
                Some(body) => at = body,
                None => break,
            },
            _ => break,
        }
    }
    edits.replace(head, text.trim_end());
    // The user's braces between the loops are replaced with them.
    let rest = Span {
        lo: body.hi,
        hi: whole.hi,
    };
    let closing = pre.slice(rest);
    let first = body.hi + (closing.len() - closing.trim_start().len()) as u32;
    if first < whole.hi {
        edits.replace(
            Span {
                lo: first,
                hi: whole.hi,
            },
            " ",
        );
    }
    ends.entry(body.hi)
        .or_default()
        .push_str(&"\n}".repeat(braces));
}

/// Moves the statements between the loops into the innermost body.
fn statements(planned: &Planned, one: &Moved, edits: &mut Edits, ends: &mut Ends) {
    let (program, pre) = (planned.program, planned.pre);
    let construct = &program.constructs[one.construct];
    let body = program.stmt(one.body).span;
    let (mut front, mut back) = (String::new(), String::new());
    let inner = format!("{}    ", pre.indentation(body));
    let mut take = |stmts: &[StmtId]| -> String {
        let (Some(first), Some(last)) = (stmts.first(), stmts.last()) else {
            return String::new();
        };
        let span = Span {
            lo: program.stmt(*first).span.lo,
            hi: program.stmt(*last).span.hi,
        };
        edits.replace(span, "");
        let lines = pre.slice(span).lines();
        let kept = lines.filter(|line| !line.starts_with("# ") && !line.trim().is_empty());
        kept.map(|line| format!("\n{inner}{}", line.trim()))
            .collect()
    };
    for (before, behind) in &one.levels {
        front.push_str(&format!(" {{{}", take(before)));
        back.insert_str(0, &format!("{} }}", take(behind)));
    }
    if one.continues {
        front.push_str(&format!("\n{inner}do"));
        back.insert_str(0, " while (0);");
    }
    let hi = before(pre, construct.pragma.lo, body.lo);
    let last = Span { lo: hi - 1, hi };
    edits.replace(last, format!("{}{front}", pre.slice(last)));
    ends.entry(body.hi).or_default().push_str(&back);
}

/// The text of an expression that `transform` made.
pub fn expression(program: &Program, pre: &Preprocessed, e: ExprId) -> String {
    HostC { program, pre }.whole(e)
}

/// Prints C for the host compiler: what `transform` made is printed, what the user wrote is quoted.
struct HostC<'a> {
    program: &'a Program,
    pre: &'a Preprocessed,
}

impl HostC<'_> {
    /// A declaration or an expression, without its semicolon.
    fn init(&self, stmt: StmtId) -> String {
        let node = self.program.stmt(stmt);
        if !self.program.loops.is_made_stmt(stmt) {
            return self.quote(node.span).trim_end_matches(';').to_string();
        }
        let StmtKind::Decl(decls) = &node.kind else {
            return String::new();
        };
        let Some(Decl::Var(var)) = decls.first() else {
            return String::new();
        };
        let v = &self.program.vars[*var];
        let value = match &v.init {
            Some(Init::Expr(e)) => self.whole(*e),
            _ => "0".into(),
        };
        format!("{} = {value}", self.declarator(v))
    }

    /// `type name`, in the user's words where the user declared the variable.
    fn declarator(&self, v: &Var) -> String {
        match self.program.types.get(v.ty.id) {
            Type::Int(kind) => format!("{} {}", kind.spelling(), v.name),
            Type::Alias(alias) => format!("{} {}", self.program.aliases[*alias].name, v.name),
            Type::Pointer(_) => {
                let stars = self.pointer(v.ty);
                format!("{stars}{}", v.name)
            }
            _ => format!("__typeof__({0}) {0}", v.name),
        }
    }

    fn pointer(&self, ty: QualType) -> String {
        let qualified = |ty: QualType| if ty.quals.is_const { "const " } else { "" };
        match self.program.types.get(ty.id) {
            Type::Pointer(to) => {
                let own = if ty.quals.is_const { "const " } else { "" };
                format!("{}*{own}", self.pointer(*to))
            }
            Type::Int(kind) => format!("{}{} ", qualified(ty), kind.spelling()),
            Type::Float(FloatKind::Float) => format!("{}float ", qualified(ty)),
            Type::Float(FloatKind::Double) => format!("{}double ", qualified(ty)),
            Type::Alias(alias) => {
                format!("{}{} ", qualified(ty), self.program.aliases[*alias].name)
            }
            Type::Record(record) => {
                let record = &self.program.records[*record];
                let word = if record.is_union { "union" } else { "struct" };
                let tag = record.tag.as_deref().unwrap_or_default();
                format!("{}{word} {tag} ", qualified(ty))
            }
            Type::Bool => format!("{}_Bool ", qualified(ty)),
            _ => format!("{}void ", qualified(ty)),
        }
    }

    /// The text of an expression that stands alone, without parentheses around it.
    fn whole(&self, e: ExprId) -> String {
        let expr = self.program.expr(e);
        if !self.program.loops.is_made_expr(e) {
            return self.quote(expr.span);
        }
        match &expr.kind {
            ExprKind::Binary { op, lhs, rhs } => {
                format!("{} {} {}", self.expr(*lhs), op.spelling(), self.expr(*rhs))
            }
            ExprKind::Convert {
                arg,
                why: Conversion::Implicit,
            } => self.whole(*arg),
            _ => self.expr(e),
        }
    }

    fn expr(&self, e: ExprId) -> String {
        let expr = self.program.expr(e);
        if !self.program.loops.is_made_expr(e) {
            return operand(self.quote(expr.span));
        }
        match &expr.kind {
            ExprKind::Int { value, .. } => format!("{value}"),
            ExprKind::Var(var) => self.program.vars[*var].name.clone(),
            ExprKind::Unary { arg, .. } => format!("(-{})", self.expr(*arg)),
            ExprKind::Binary { op, lhs, rhs } => {
                format!(
                    "({} {} {})",
                    self.expr(*lhs),
                    op.spelling(),
                    self.expr(*rhs)
                )
            }
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                format!("{} += {}", self.expr(*lhs), self.expr(*rhs))
            }
            ExprKind::IncDec { arg, increment, .. } => {
                format!(
                    "{}{}",
                    self.expr(*arg),
                    if *increment { "++" } else { "--" }
                )
            }
            ExprKind::Cond { cond, yes, no } => {
                let yes = yes.map_or(String::new(), |yes| self.expr(yes));
                format!("({} ? {yes} : {})", self.expr(*cond), self.expr(*no))
            }
            // C converts implicitly: no text.
            ExprKind::Convert {
                arg,
                why: Conversion::Implicit,
            } => self.expr(*arg),
            ExprKind::Convert { arg, .. } => {
                let ty = match self.program.types.get(expr.ty.id) {
                    Type::Int(kind) => kind.spelling().to_string(),
                    Type::Alias(alias) => self.program.aliases[*alias].name.clone(),
                    _ => return self.expr(*arg),
                };
                format!("(({ty}){})", self.expr(*arg))
            }
            _ => String::new(),
        }
    }

    /// The user's text in one line.
    fn quote(&self, span: Span) -> String {
        let lines = self.pre.slice(span).lines();
        let kept = lines.filter(|line| !line.starts_with("# "));
        kept.map(str::trim).collect::<Vec<_>>().join(" ")
    }
}
