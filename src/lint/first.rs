//! What happens first to a variable, or to the memory behind a pointer: a read or a write.
//!
//! From the IR, in the order in which C evaluates, along all paths: branches, loops that may have no iteration, jumps
//! (`paths` has what they come to). Who asks says what counts where paths disagree. Taking an address counts as a
//! write: nothing is known after it. Must not know which lint asks.

use super::paths::Paths;
use crate::analyze::facts::Facts;
use crate::analyze::loops;
use crate::analyze::uses::Uses;
use crate::ir::*;
use crate::omp::Leaf;
use crate::source::Span;
use std::collections::BTreeSet;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Read(Span),
    Written,
    Neither,
    /// Code that is not followed decides.
    Unknown,
}

/// What counts where paths disagree.
#[derive(Clone, Copy, Debug)]
pub enum Question<'a> {
    /// A read that comes first on each path that does anything.
    Certain(Region<'a>),
    /// A read that comes first on any path.
    Possible,
    /// The same, where each loop has an iteration.
    PossibleAfterLoops,
}

/// The target region that a certain answer is about.
#[derive(Clone, Copy, Debug)]
pub struct Region<'a> {
    /// What it uses.
    pub uses: &'a Uses,
    /// The variables that its clauses name: pointers among them lead to memory of their own.
    pub named: &'a BTreeSet<VarId>,
}

pub struct FirstUse<'a> {
    pub program: &'a Program,
    pub facts: &'a Facts<'a>,
    pub var: VarId,
    /// The question is about the elements of an array, or the memory that a pointer leads to; else about the variable
    /// itself.
    pub elements: bool,
    pub question: Question<'a>,
}

impl FirstUse<'_> {
    pub fn expr(&self, id: ExprId) -> First {
        self.answer(self.of_expr(id))
    }

    /// What happens first in a statement that begins at its top.
    pub fn stmt(&self, id: StmtId) -> First {
        self.answer(self.of_stmt(id))
    }

    /// What happens first in a construct: the target construct itself, or one inside of its region.
    pub fn construct(&self, construct: &Construct) -> First {
        self.answer(self.of_construct(construct))
    }

    fn answer(&self, paths: Paths) -> First {
        match self.question {
            Question::Certain(_) => paths.certain(),
            Question::Possible | Question::PossibleAfterLoops => paths.possible(),
        }
    }

    /// What happens first in expressions that are evaluated in this order.
    fn in_order(&self, exprs: &[ExprId]) -> Paths {
        exprs.iter().fold(Paths::NOTHING, |first, &expr| {
            first.then(|| self.of_expr(expr))
        })
    }

    fn of_expr(&self, id: ExprId) -> Paths {
        let program = self.program;
        let expr = program.expr(id);
        if self.is_it(id) {
            return self.subscripts(id).then(|| Paths::read(expr.span));
        }
        match &expr.kind {
            ExprKind::Var(var) if *var == self.var => Paths::WRITTEN,
            ExprKind::Assign { lhs, rhs } => self
                .of_expr(*rhs)
                .then(|| self.subscripts(*lhs))
                .then(|| self.store(*lhs)),
            ExprKind::CompoundAssign { lhs, rhs, .. } => {
                let first = self.in_order(&[*rhs, *lhs]);
                first.then(|| self.store(*lhs))
            }
            ExprKind::IncDec { arg, .. } => self.of_expr(*arg).then(|| self.store(*arg)),
            ExprKind::Cond { cond, yes, no } => self.of_expr(*cond).then(|| {
                let yes = yes.map_or(Paths::NOTHING, |yes| self.of_expr(yes));
                yes.or(self.of_expr(*no))
            }),
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs,
                rhs,
            } => {
                let first = self.of_expr(*lhs);
                first.then(|| Paths::NOTHING.or(self.of_expr(*rhs)))
            }
            // `(void)x` only marks x as used.
            ExprKind::Convert { arg, .. }
                if *program.type_of(id) == Type::Void
                    && matches!(program.expr(*arg).kind, ExprKind::Var(_)) =>
            {
                Paths::NOTHING
            }
            ExprKind::AddrOf(arg) if self.is_it(*arg) => Paths::WRITTEN,
            ExprKind::Call { callee, args } => {
                let first = self.in_order(args);
                let first = first.then(|| match program.callee(*callee) {
                    Some(_) => Paths::NOTHING,
                    None => self.of_expr(*callee),
                });
                first.then(|| self.call(*callee))
            }
            ExprKind::StmtExpr(block) => self.of_stmt(*block),
            _ => {
                let mut parts = vec![];
                program.each_operand(expr, &mut |sub| parts.push(sub));
                self.in_order(&parts)
            }
        }
    }

    /// What a store to an lvalue does, where its operands have been evaluated.
    fn store(&self, lvalue: ExprId) -> Paths {
        match self.is_it(lvalue) {
            true => Paths::WRITTEN,
            false if self.may_be_it(lvalue) => Paths::UNKNOWN,
            false => Paths::NOTHING,
        }
    }

    /// Whether an lvalue may designate the elements by another pointer. Only who asks for certainty wants to know.
    fn may_be_it(&self, lvalue: ExprId) -> bool {
        let Question::Certain(region) = self.question else {
            return false;
        };
        if !self.elements || self.program.part_of(lvalue).is_some() {
            return false;
        }
        match self.pointer(lvalue) {
            Some(pointer) => pointer != self.var && !region.named.contains(&pointer),
            None => true,
        }
    }

    /// The pointer variable by which an lvalue is reached, if it is the only one on the way.
    fn pointer(&self, lvalue: ExprId) -> Option<VarId> {
        let program = self.program;
        let mut at = lvalue;
        let mut followed = false;
        loop {
            at = match program.expr(at).kind {
                ExprKind::Var(var) => return Some(var),
                ExprKind::Index { base, .. }
                | ExprKind::Deref(base)
                | ExprKind::Member {
                    base, arrow: true, ..
                } => match program.decayed(base) {
                    Some(array) => array,
                    None if followed => return None,
                    None => {
                        followed = true;
                        base
                    }
                },
                ExprKind::Member { base, .. } => base,
                ExprKind::Convert { arg, .. } => arg,
                ExprKind::Binary {
                    op: BinOp::Add | BinOp::Sub,
                    lhs,
                    rhs,
                } => program.pointer_of_sum(lhs, rhs),
                _ => return None,
            };
        }
    }

    /// What a called function does that gets nothing of the variable: it may write a global one, and what other
    /// pointers lead to.
    fn call(&self, callee: ExprId) -> Paths {
        let Question::Certain(_) = self.question else {
            return Paths::NOTHING;
        };
        let program = self.program;
        let quiet = program.callee(callee).is_some_and(|func| {
            let effects = self.facts.effects.of_func(func);
            let stores = effects.stores && program.funcs[func].body.is_some();
            !stores && !effects.unknown
        });
        match quiet {
            true => Paths::NOTHING,
            false => Paths::UNKNOWN,
        }
    }

    /// What happens first while the address of the object that an lvalue designates is computed.
    fn subscripts(&self, lvalue: ExprId) -> Paths {
        let program = self.program;
        let expr = program.expr(lvalue);
        if matches!(expr.kind, ExprKind::Var(_)) {
            return Paths::NOTHING;
        }
        let mut parts = vec![];
        program.each_operand(expr, &mut |sub| parts.push(sub));
        let first = |part: ExprId| match &program.expr(part).kind {
            ExprKind::Var(_) => Paths::NOTHING,
            _ if self.is_it(part) => self.subscripts(part),
            ExprKind::Convert { .. } | ExprKind::Index { .. } | ExprKind::Member { .. }
                if self.leads(part) =>
            {
                self.subscripts(part)
            }
            _ => self.of_expr(part),
        };
        parts
            .into_iter()
            .fold(Paths::NOTHING, |found, part| found.then(|| first(part)))
    }

    /// Whether the lvalue designates the variable, or the elements that the question is about.
    fn is_it(&self, lvalue: ExprId) -> bool {
        let program = self.program;
        match &program.expr(lvalue).kind {
            ExprKind::Var(var) => *var == self.var && !self.elements,
            ExprKind::Member { base, arrow, .. } => match arrow {
                true => self.elements && self.leads(*base),
                false => self.is_it(*base),
            },
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                self.elements
                    && self.leads(*base)
                    && !program.types.is_array(program.expr(lvalue).ty.id)
            }
            _ => false,
        }
    }

    /// Whether the pointer leads to the elements that the question is about.
    fn leads(&self, pointer: ExprId) -> bool {
        let program = self.program;
        match &program.expr(pointer).kind {
            ExprKind::Var(var) => *var == self.var,
            ExprKind::Convert { arg, .. } => self.leads(*arg),
            ExprKind::Index { base, .. } | ExprKind::Deref(base) => {
                program.types.is_array(program.expr(pointer).ty.id) && self.leads(*base)
            }
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                ..
            } => self.leads(*lhs),
            _ => false,
        }
    }

    fn some(&self, id: Option<ExprId>) -> Paths {
        id.map_or(Paths::NOTHING, |id| self.of_expr(id))
    }

    fn of_stmt(&self, id: StmtId) -> Paths {
        let program = self.program;
        let node = program.stmt(id);
        match &node.kind {
            StmtKind::Omp(construct) => self.of_construct(&program.constructs[*construct]),
            StmtKind::If { cond, then, other } => self.of_expr(*cond).then(|| {
                let other = other.map_or(Paths::NOTHING, |other| self.of_stmt(other));
                self.of_stmt(*then).or(other)
            }),
            StmtKind::While { cond, body } => {
                let test = self.of_expr(*cond);
                test.then(|| self.iterations(*body, None, Some(*cond), false))
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                let first = init.map_or(Paths::NOTHING, |init| self.of_stmt(init));
                let first = first.then(|| self.some(*cond));
                let certain = cond.is_none() || self.has_iteration(id);
                first.then(|| self.iterations(*body, *step, *cond, certain))
            }
            StmtKind::DoWhile { body, cond } => self.iterations(*body, None, Some(*cond), true),
            StmtKind::Switch { cond, body } => {
                let first = self.of_expr(*cond);
                first.then(|| self.cases(*body).after_switch())
            }
            StmtKind::Break => Paths::BREAKS,
            StmtKind::Continue => Paths::CONTINUES,
            StmtKind::Return(value) => self.some(*value).then(|| Paths::LEAVES),
            StmtKind::Goto { .. } | StmtKind::Asm { .. } => Paths::UNKNOWN,
            _ => {
                let mut first = Paths::NOTHING;
                program.each_expr_of(node, &mut |e| first = first.then(|| self.of_expr(e)));
                program.each_child(node, &mut |s| first = first.then(|| self.of_stmt(s)));
                first
            }
        }
    }

    /// The iterations of a loop whose condition has been evaluated once, where it has one in front.
    fn iterations(
        &self,
        body: StmtId,
        step: Option<ExprId>,
        cond: Option<ExprId>,
        certain: bool,
    ) -> Paths {
        let once = self.of_stmt(body).after_iteration();
        let once = once.then(|| self.some(step));
        let once = once.then(|| self.some(cond)).after_loop(cond.is_some());
        match certain || matches!(self.question, Question::PossibleAfterLoops) {
            true => once,
            false => once.or_no_iteration(),
        }
    }

    /// Whether a `for` loop that may be reached many times has an iteration each time that it decides something: its
    /// bounds are constant, or the same for the whole region. Of those that have none then none ever has one.
    fn has_iteration(&self, id: StmtId) -> bool {
        let Ok(found) = loops::canonical_in(&self.facts.uses, id) else {
            return false;
        };
        match (found.constant_trips(self.program), self.question) {
            (Some(trips), _) => trips > 0,
            (None, Question::Certain(region)) => [found.lo, found.hi]
                .into_iter()
                .all(|bound| self.is_fixed(bound, region.uses)),
            (None, _) => false,
        }
    }

    /// Whether an expression has one value throughout the region.
    fn is_fixed(&self, id: ExprId, uses: &Uses) -> bool {
        let mut fixed = true;
        self.program.walk_expr(id, &mut |_, expr| match expr.kind {
            ExprKind::Var(var) => {
                let data = &self.program.vars[var];
                fixed &= data.storage.is_local()
                    && !uses.get(var).maybe_written()
                    && !uses.declared.contains(&var);
            }
            ExprKind::Int { .. }
            | ExprKind::EnumConst { .. }
            | ExprKind::SizeOf { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Convert { .. } => {}
            _ => fixed = false,
        });
        fixed
    }

    /// The paths through the body of a switch, which begin at any of its cases.
    fn cases(&self, body: StmtId) -> Paths {
        let program = self.program;
        let StmtKind::Block(stmts) = &program.stmt(body).kind else {
            return Paths::UNKNOWN;
        };
        let mut from_here = Paths::NOTHING;
        let mut all: Option<Paths> = None;
        let mut default = false;
        for &stmt in stmts.iter().rev() {
            let behind = from_here;
            from_here = self.of_stmt(stmt).then(|| behind);
            let mut at = stmt;
            let mut is_case = false;
            loop {
                at = match program.stmt(at).kind {
                    StmtKind::Case { body, .. } => body,
                    StmtKind::Default { body } => {
                        default = true;
                        body
                    }
                    _ => break,
                };
                is_case = true;
            }
            if has_cases(program, at) {
                return Paths::UNKNOWN;
            }
            if is_case {
                all = Some(all.map_or(from_here, |all| all.or(from_here)));
            }
        }
        match (all, default) {
            (Some(all), true) => all,
            (Some(all), false) => all.or(Paths::NOTHING),
            (None, _) => Paths::NOTHING,
        }
    }

    fn of_construct(&self, construct: &Construct) -> Paths {
        let copies = self.facts.privatised(construct);
        let copy = copies.iter().find(|(var, _)| *var == self.var);
        let target = construct.directive.has(Leaf::Target);
        match (copy, construct.body) {
            (Some((_, how)), _) if how.reads_original() => {
                let named = construct.clauses.iter().find(|clause| {
                    let data = clause.kind.name() != "map";
                    data && clause
                        .kind
                        .items()
                        .iter()
                        .any(|i| i.var() == Some(self.var))
                });
                match (named, how) {
                    // The copy is made before the region begins.
                    (_, Private::Firstprivate) if target => Paths::NOTHING,
                    (Some(clause), _) => Paths::read(clause.span),
                    (None, _) => Paths::WRITTEN,
                }
            }
            (Some((_, how)), _) if how.writes_original() && !target => Paths::WRITTEN,
            (Some(_), _) | (None, None) => Paths::NOTHING,
            // Sections and tasks may run in another order than that of the text.
            (None, Some(body)) if construct.directive.has(Leaf::Sections) => {
                let mut any = Paths::NOTHING;
                self.program
                    .each_child(self.program.stmt(body), &mut |one| {
                        any = any.or(self.of_stmt(one))
                    });
                any
            }
            (None, Some(body))
                if construct.directive.has(Leaf::Task)
                    || construct.directive.has(Leaf::Taskloop) =>
            {
                Paths::NOTHING.or(self.of_stmt(body))
            }
            (None, Some(body)) => self.of_stmt(body),
        }
    }
}

/// Whether a statement has a `case` of the switch around it.
fn has_cases(program: &Program, id: StmtId) -> bool {
    let node = program.stmt(id);
    match node.kind {
        StmtKind::Case { .. } | StmtKind::Default { .. } => true,
        StmtKind::Switch { .. } => false,
        _ => {
            let mut found = false;
            program.each_child(node, &mut |child| found |= has_cases(program, child));
            found
        }
    }
}
