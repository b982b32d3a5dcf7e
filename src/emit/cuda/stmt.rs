//! Statements.
//!
//! The layout is the printer's own; names, literals and structure are the user's. Declarations of
//! types inside functions print nothing here: `decls.rs` has moved them out.

use super::Printer;
use super::cast::Cxx;
use super::counted::{LoopHead, Opens};
use super::locals::joined;
use crate::device::{Block, Call, DeviceFn, tree};
use crate::emit::operands::operand;
use crate::ir::constants::int_value;
use crate::ir::{Decl, ExprId, ExprKind, IntKind, Stmt, StmtId, StmtKind, Type};
use crate::source::Span;

impl Printer<'_> {
    /// Prints a statement at the end of the block.
    pub fn stmt(&mut self, out: &mut Block, s: StmtId) {
        self.row(out, &[s]);
    }

    /// Prints a sequence of statements: neighbours under the same condition share it.
    fn row(&mut self, out: &mut Block, stmts: &[StmtId]) {
        let mut rest = stmts;
        while let Some((&first, others)) = rest.split_first() {
            rest = others;
            if let Some(line) = self.hooks.before(first) {
                out.user(line);
            }
            let Some(guard) = self.hooks.guard(first) else {
                self.unguarded(out, first);
                continue;
            };
            let same = |s: &&StmtId| {
                self.hooks.before(**s).is_none() && self.hooks.guard(**s).as_ref() == Some(&guard)
            };
            let more = others.iter().take_while(same).count();
            rest = &others[more..];
            let mut body = Block::at(out.depth() + 1);
            self.unguarded(&mut body, first);
            others[..more]
                .iter()
                .for_each(|&s| self.unguarded(&mut body, s));
            // One line needs no braces: the statement under the condition is not a part of an outer `if`.
            if body.lines() > 1 {
                out.if_then(guard, |out| out.append(body));
            } else {
                out.user(format!("if ({guard})"));
                out.nested(|out| out.append(body));
            }
        }
    }

    /// Says that what follows stands for this place of the program, where lines are wanted.
    pub fn line_of(&self, out: &mut Block, span: Span) {
        if self.state.inside_expr == 0
            && let Some(directive) = self.hooks.written().line_directive(span)
        {
            out.directive(directive);
        }
    }

    fn unguarded(&mut self, out: &mut Block, s: StmtId) {
        let outer = self.take_hoisted();
        let stmt = self.program.stmt(s);
        let leaf = matches!(
            stmt.kind,
            StmtKind::Expr(_) | StmtKind::Decl(_) | StmtKind::Return(_)
        );
        let last = stmt.span.hi.saturating_sub(1).max(stmt.span.lo);
        if let StmtKind::Decl(decls) = &stmt.kind {
            self.keep_comments(decls, stmt.span);
        }
        self.comments(out, stmt.span.lo);
        if self.state.inside_expr == 0 && self.hooks.written().is_apart(stmt.span.lo) {
            out.gap();
        }
        let above = out.len();
        self.line_of(out, stmt.span);
        let start = out.len();
        let written = self.hooks.written();
        let commented = leaf
            && self.state.inside_expr == 0
            && written.has_comments_before(&self.uses.comments, last);
        let commented = std::mem::replace(&mut self.state.commented, commented);
        match (self.hooks.update(s), &stmt.kind) {
            (Some(atomic), _) => self.atomic(out, &atomic),
            (None, StmtKind::Expr(e)) if self.state.value_of == Some(s) => {
                out.user(format!("{};", self.valued(*e).text));
            }
            (None, _) => self.bare_stmt(out, stmt),
        }
        self.state.commented = commented;
        self.put_back_comments(out, start);
        let mut remaining = Block::at(out.depth());
        if leaf {
            self.comments(&mut remaining, last);
        }
        self.comment_behind(out, start, stmt.span);
        let hoisted = self.take_hoisted();
        if !hoisted.is_empty() {
            let mut first = Block::at(out.depth());
            hoisted.into_iter().for_each(|line| first.user(line));
            out.insert(start, first);
        }
        if !remaining.is_empty() {
            out.insert(above, remaining);
        }
        self.state.hoisted = outer;
    }

    /// Prints the statements of a block, without its braces, or any other statement as it is.
    pub fn block_contents(&mut self, out: &mut Block, s: StmtId) {
        if let Some(line) = self.hooks.begins(s) {
            out.user(line);
        }
        match &self.program.stmt(s).kind {
            StmtKind::Block(stmts) => {
                self.row(out, stmts);
                self.comments_up_to_end(out, s);
            }
            _ => self.stmt(out, s),
        }
    }

    fn bare_stmt(&mut self, out: &mut Block, stmt: &Stmt) {
        self.unrolling(out, stmt);
        match &stmt.kind {
            StmtKind::Null => out.user(";"),
            StmtKind::Expr(e) => {
                let text = self.assertion_around(*e).unwrap_or_else(|| self.effect(*e));
                out.user(format!("{text};"));
            }
            StmtKind::Decl(decls) => self.decl(out, decls),
            StmtKind::Block(stmts) => {
                out.scope(|out| {
                    self.row(out, stmts);
                    self.comments(out, stmt.span.hi.saturating_sub(1).max(stmt.span.lo));
                });
            }
            StmtKind::If { cond, then, other } => {
                let cond = self.head_condition(out, *cond, *then);
                self.if_stmt(out, &format!("if ({cond})"), *then, *other);
            }
            StmtKind::While { cond, body } => {
                let cond = self.head_condition(out, *cond, *body);
                self.headed(out, &format!("while ({cond})"), *body);
            }
            StmtKind::DoWhile { body, cond } => {
                let cond = self.condition(*cond);
                out.user("do {");
                out.nested(|out| self.block_contents(out, *body));
                out.user(format!("}} while ({cond});"));
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => self.for_stmt(out, *init, *cond, *step, *body),
            StmtKind::Switch { cond, body } => {
                let mut cxx = None;
                let inside = (self.program.expr(*cond).span.hi, *body);
                let text = self.with_comments_of_head(out, inside, |p| {
                    let cond = p.node(*cond);
                    cxx = Some(cond.cxx);
                    cond.text
                });
                let kind = self.promoted(cxx.expect("the condition is printed"));
                let outer = self.state.switch_kind.replace(kind);
                self.headed(out, &format!("switch ({text})"), *body);
                self.state.switch_kind = outer;
            }
            StmtKind::Case { lo, hi, body } => {
                for label in self.case_labels(*lo, *hi) {
                    out.label(&label);
                }
                self.comment_behind_label(out, *body);
                self.labelled(out, *body);
            }
            StmtKind::Default { body } => {
                out.label("default:");
                self.comment_behind_label(out, *body);
                self.labelled(out, *body);
            }
            StmtKind::Label { name, body } => {
                out.label(format!("{}:", self.names.label(name)));
                self.comment_behind_label(out, *body);
                self.labelled(out, *body);
            }
            StmtKind::Goto { name } => out.user(format!("goto {};", self.names.label(name))),
            StmtKind::Break => out.user("break;"),
            StmtKind::Continue => out.user("continue;"),
            StmtKind::Return(None) => out.user("return;"),
            StmtKind::Return(Some(e)) => {
                let text = self.expr_as(*e, self.program.expr(*e).ty);
                out.user(format!("return {text};"));
            }
            StmtKind::Omp(construct) => self.hooks.construct(self, out, *construct),
            StmtKind::DeviceConstruct(construct) => {
                let construct = &self.program.constructs[*construct];
                let message = format!(
                    "{}: a target region reaches this `{}`, which OpenMP does not allow",
                    self.hooks.written().place(construct.pragma),
                    construct.directive.name()
                );
                let message = format!("{message:?}");
                out.call(Call::plain(DeviceFn::Fail, message));
            }
            StmtKind::Asm { text } => out.user(format!("{text};")),
            StmtKind::CompilerBarrier => out.user("asm volatile(\"\" ::: \"memory\");"),
        }
    }

    /// Prints what a label labels: C++ requires a statement that is no declaration.
    fn labelled(&mut self, out: &mut Block, body: StmtId) {
        if matches!(self.program.stmt(body).kind, StmtKind::Decl(_)) {
            out.user(";");
        }
        self.stmt(out, body);
    }

    /// The condition in the head of a statement with this body.
    fn head_condition(&mut self, out: &mut Block, e: ExprId, body: StmtId) -> String {
        let assigns = matches!(self.program.expr(e).kind, ExprKind::Assign { .. });
        let inside = (self.program.expr(e).span.hi, body);
        let text = self.with_comments_of_head(out, inside, |p| p.truth(e).text);
        if assigns { format!("({text})") } else { text }
    }

    fn condition(&mut self, e: ExprId) -> String {
        let assigns = matches!(self.program.expr(e).kind, ExprKind::Assign { .. });
        let text = self.with_comments_within(e, |p| p.truth(e).text);
        if assigns { format!("({text})") } else { text }
    }

    /// A condition in front of `?`.
    pub fn truth_text(&mut self, e: ExprId) -> String {
        operand(self.truth(e).text)
    }

    /// The kind of integer that a switch compares with.
    fn promoted(&mut self, cxx: Cxx) -> IntKind {
        match cxx {
            cxx if self.is_int_like(cxx) => IntKind::Int,
            Cxx::Int(kind) => kind,
            Cxx::Is(is) => match self.program.types.resolve(is.id) {
                Type::Int(kind) => *kind,
                Type::Enum(id) => self.program.enums[*id].repr,
                _ => IntKind::Int,
            },
            _ => IntKind::Int,
        }
    }

    /// The labels for the values of a case: `case -1` of an unsigned switch would narrow. A range of GNU C is printed
    /// value by value: nvcc 13 accepts `case 1 ... 3:` and takes its first value only.
    pub fn case_labels(&mut self, lo: ExprId, hi: Option<ExprId>) -> Vec<String> {
        let bounds =
            hi.and_then(|hi| Some((int_value(self.program, lo)?, int_value(self.program, hi)?)));
        let Some((first, last)) = bounds else {
            return vec![format!("case {}:", self.case_value(lo))];
        };
        let values: Vec<String> = (first..=last)
            .map(|value| format!("case {value}:"))
            .collect();
        values.chunks(8).map(|line| line.join(" ")).collect()
    }

    fn case_value(&mut self, e: ExprId) -> String {
        let e = self.program.below_implicit(e);
        let kind = self.state.switch_kind.unwrap_or(IntKind::Int);
        let fits = int_value(self.program, e).is_none_or(|value| kind.holds(value));
        let text = self.node(e);
        if fits {
            text.text
        } else {
            self.as_kind(text, kind).text
        }
    }

    fn if_stmt(&mut self, out: &mut Block, head: &str, then: StmtId, other: Option<StmtId>) {
        let braces = other.is_some() && self.ends_open(then) || self.needs_braces(then);
        let braced = braces || self.is_block(then);
        if braced {
            out.user(format!("{head} {{"));
            out.nested(|out| self.block_contents(out, then));
        } else {
            out.user(head);
            out.nested(|out| self.stmt(out, then));
        }
        let mut close = if braced { "} " } else { "" };
        let commented = other.is_some_and(|other| {
            self.comments_before_else(out, (then, other), braced.then_some("}"))
        });
        if commented {
            close = "";
        }
        match other {
            None if braced => out.user("}"),
            None => {}
            Some(other) => match &self.program.stmt(other).kind {
                StmtKind::If {
                    cond,
                    then,
                    other: next,
                } if !self.hoists(*cond) && !self.has_code_around(other) => {
                    let (other, cond) = (next, *cond);
                    let cond = self.condition(cond);
                    self.if_stmt(out, &format!("{close}else if ({cond})"), *then, *other);
                }
                _ => self.headed(out, &format!("{close}else"), other),
            },
        }
    }

    /// Whether an expression needs declarations before its statement.
    fn hoists(&self, e: ExprId) -> bool {
        let mut literals = false;
        self.program.walk_expr(e, &mut |_, expr| {
            literals |= matches!(expr.kind, ExprKind::CompoundLiteral { .. });
        });
        literals
    }

    /// What the program's own pragma says of unrolling the loop, in front of it.
    fn unrolling(&mut self, out: &mut Block, stmt: &Stmt) {
        use StmtKind::{DoWhile, For, While};
        if !matches!(stmt.kind, For { .. } | While { .. } | DoWhile { .. }) {
            return;
        }
        match self.program.unrolled.get(&stmt.span.lo) {
            Some(Some(times)) => self.directive(out, &format!("#pragma unroll {times}")),
            Some(None) => self.directive(out, "#pragma unroll"),
            None => {}
        }
    }

    fn for_stmt(
        &mut self,
        out: &mut Block,
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
    ) {
        let decls = match init.map(|init| &self.program.stmt(init).kind) {
            Some(StmtKind::Decl(decls)) => decls.as_slice(),
            _ => &[],
        };
        let of_c = |head: String| format!("for ({head})");
        let last = step.or(cond).map(|e| self.program.expr(e).span.hi);
        let last = last.or(init.map(|init| self.program.stmt(init).span.hi));
        let inside = last.unwrap_or(self.program.stmt(body).span.lo);
        let head = self.with_comments_of_head(out, (inside, body), |p| {
            p.loop_head((init, cond, step), body)
        });
        let head = match head {
            Some(LoopHead::Counted(one)) => {
                let opens = match self.redeclares(decls, body) {
                    true => Opens::Scope,
                    false => Opens::Nothing,
                };
                return self.counted_loop(out, one, decls, (opens, body));
            }
            Some(LoopHead::OfC(head)) => Some(of_c(head)),
            None => None,
        };
        if head.is_some() {
            out.loop_follows();
        }
        match head {
            // In C the body may declare the same name again, in C++ not.
            Some(head) if self.redeclares(decls, body) => self.in_own_scope(out, &head, body),
            Some(head) => self.headed(out, &head, body),
            None => {
                out.scope(|out| {
                    self.decl(out, decls);
                    if let Some(head) = self.for_head(None, cond, step) {
                        self.headed(out, &of_c(head), body);
                    }
                });
            }
        }
    }

    /// `init; cond; step`; none where the declarations need a statement of their own before it.
    pub fn for_head(
        &mut self,
        init: Option<StmtId>,
        cond: Option<ExprId>,
        step: Option<ExprId>,
    ) -> Option<String> {
        let first = match init.map(|init| &self.program.stmt(init).kind) {
            Some(StmtKind::Expr(e)) => self.effect(*e),
            Some(StmtKind::Decl(decls)) => joined(&self.declared(decls)?)?,
            _ => String::new(),
        };
        let part = |text: Option<String>| match text.unwrap_or_default() {
            text if text.is_empty() => text,
            text => format!(" {text}"),
        };
        let cond = part(cond.map(|e| self.truth(e).text));
        let step = part(step.map(|e| self.effect(e)));
        Some(format!("{first};{cond};{step}"))
    }

    fn redeclares(&self, decls: &[Decl], body: StmtId) -> bool {
        let StmtKind::Block(stmts) = &self.program.stmt(body).kind else {
            return false;
        };
        let name = |decl: &Decl| match decl {
            Decl::Var(var) => Some(self.names.var(*var)),
            _ => None,
        };
        let names: Vec<&str> = decls.iter().filter_map(name).collect();
        stmts.iter().any(|&s| match &self.program.stmt(s).kind {
            StmtKind::Decl(inner) => inner.iter().filter_map(name).any(|n| names.contains(&n)),
            _ => false,
        })
    }

    /// Prints a head and the statement below it.
    pub fn headed(&mut self, out: &mut Block, head: &str, body: StmtId) {
        if self.is_block(body) || self.needs_braces(body) {
            out.user(format!("{head} {{"));
            out.nested(|out| self.block_contents(out, body));
            out.user("}");
        } else {
            out.user(head);
            out.nested(|out| self.stmt(out, body));
        }
    }

    /// Prints a loop over iterations of a construct; of several heads each one encloses the next.
    pub fn loop_over(&mut self, out: &mut Block, heads: Vec<tree::Head>, body: StmtId) {
        let braces = self.is_block(body) || self.needs_braces(body);
        let mut inner = Block::at(out.depth() + heads.len());
        match braces {
            true => self.block_contents(&mut inner, body),
            false => self.stmt(&mut inner, body),
        }
        out.push(tree::Stmt::RangeFor {
            heads,
            body: inner,
            style: match braces {
                true => tree::Style::Braces,
                false => tree::Style::Indented,
            },
        });
    }

    fn is_block(&self, s: StmtId) -> bool {
        matches!(self.program.stmt(s).kind, StmtKind::Block(_))
    }

    /// Whether a statement may be printed as several.
    fn needs_braces(&self, s: StmtId) -> bool {
        let stmt = self.program.stmt(s);
        let mut literals = false;
        self.program
            .each_expr_of(stmt, &mut |e| literals |= self.hoists(e));
        literals
            || matches!(
                stmt.kind,
                StmtKind::Omp(_)
                    | StmtKind::Decl(_)
                    | StmtKind::Label { .. }
                    | StmtKind::Case { .. }
                    | StmtKind::Default { .. }
            )
            || self
                .hooks
                .written()
                .has_lines_before(&self.uses.comments, stmt.span.lo)
            || self.has_code_around(s)
            || self.hooks.begins(s).is_some()
    }

    /// Whether something else stands around it, so that it needs braces.
    fn has_code_around(&self, s: StmtId) -> bool {
        self.hooks.before(s).is_some() || self.hooks.guard(s).is_some()
    }

    /// Whether an `else` behind the statement would be taken for a part of it.
    fn ends_open(&mut self, s: StmtId) -> bool {
        match &self.program.stmt(s).kind {
            StmtKind::If { other: None, .. } => true,
            StmtKind::If {
                other: Some(other), ..
            } => self.ends_open(*other),
            StmtKind::While { body, .. }
            | StmtKind::For { body, .. }
            | StmtKind::Switch { body, .. }
            | StmtKind::Label { body, .. } => !self.is_block(*body) && self.ends_open(*body),
            _ => false,
        }
    }
}

impl StmtKind {
    pub(super) fn is_null(&self) -> bool {
        match self {
            StmtKind::Null => true,
            StmtKind::Block(stmts) => stmts.is_empty(),
            _ => false,
        }
    }
}
