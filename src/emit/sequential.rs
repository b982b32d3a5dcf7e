//! The sequential part of a team with several threads, as the plan's `Sequential` says: repeated by every
//! thread, or done by thread 0 between two barriers.

use super::accesses;
use super::cuda::{CountedLoop, LoopHead, Printer};
use super::kernel::Kernel;
use crate::device::access::By;
use crate::device::tree::Style;
use crate::device::{Block, Team, Value};
use crate::ir::*;
use crate::plan::decisions::sequential::How;
use crate::plan::decisions::shared::Member;

pub fn print(k: &Kernel, p: &mut Printer, out: &mut Block, body: StmtId) {
    match &k.program.stmt(body).kind {
        StmtKind::Block(stmts) => {
            // Before thread 0 has lines of its own.
            let first = stmts.first().unwrap_or(&body);
            p.comment_of_opening(out, k.program.stmt(*first).span.lo);
            block(k, p, out, stmts);
            p.comments_up_to_end(out, body);
        }
        _ => block(k, p, out, &[body]),
    }
}

/// Builds a sequence of statements; neighbours that thread 0 executes share their barriers.
fn block(k: &Kernel, p: &mut Printer, out: &mut Block, stmts: &[StmtId]) {
    let mut guard = Block::at(out.depth() + 1);
    for &stmt in stmts {
        match (&k.program.stmt(stmt).kind, k.plan.sequential.how(stmt)) {
            (StmtKind::Decl(decls), _) if declares_shared(k, decls) => {
                declaration(k, p, out, &mut guard, stmt, decls)
            }
            (StmtKind::Decl(_), _) => {
                flush(k, out, &mut guard);
                by_every(k, p, out, stmt);
            }
            (_, How::Guarded) => {
                let place = guard.len();
                p.stmt(&mut guard, stmt);
                accesses::of_statement(k, &mut guard, place, stmt, By::First);
            }
            (_, How::Every) => {
                flush(k, out, &mut guard);
                by_every(k, p, out, stmt);
            }
            (_, How::Parts) => {
                flush(k, out, &mut guard);
                parts(k, p, out, stmt);
            }
        }
    }
    flush(k, out, &mut guard);
}

/// Builds a statement that every thread executes.
fn by_every(k: &Kernel, p: &mut Printer, out: &mut Block, stmt: StmtId) {
    let place = out.len();
    p.stmt(out, stmt);
    accesses::of_statement(k, out, place, stmt, By::All);
}

/// Adds what thread 0 has to do, with its barriers.
fn flush(k: &Kernel, out: &mut Block, guard: &mut Block) {
    if guard.is_empty() {
        return;
    }
    if k.plan.sequential.reads {
        out.order();
    }
    let depth = guard.depth();
    let body = std::mem::replace(guard, Block::at(depth));
    out.if_then(Value::is_first(Team::Block), |out| out.append(body));
    out.order_behind();
}

fn declares_shared(k: &Kernel, decls: &[Decl]) -> bool {
    decls
        .iter()
        .any(|d| matches!(d, Decl::Var(var) if k.plan.is_shared(*var)))
}

fn declaration(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    guard: &mut Block,
    stmt: StmtId,
    decls: &[Decl],
) {
    for decl in decls {
        let Decl::Var(var) = decl else { continue };
        let v = &k.program.vars[*var];
        if !k.plan.is_shared(*var) {
            flush(k, out, guard);
            let place = out.len();
            p.local(out, *var);
            accesses::of_statement(k, out, place, stmt, By::All);
            continue;
        }
        if let Some(init) = &v.init {
            let place = k.spelling(p, *var);
            p.comments(guard, k.program.stmt(stmt).span.lo);
            let at = guard.len();
            p.assign_init(guard, &place, init, v.ty);
            if decls.len() == 1 {
                p.comment_behind(guard, at, k.program.stmt(stmt).span);
            }
            accesses::of_initialiser(k, guard, at, *var);
        }
    }
}

/// Builds a compound statement part by part: every thread evaluates its conditions, or thread 0 does for all.
fn parts(k: &Kernel, p: &mut Printer, out: &mut Block, stmt: StmtId) {
    let program = k.program;
    let start = out.len();
    if !matches!(program.stmt(stmt).kind, StmtKind::Block(_)) {
        p.line_of(out, program.stmt(stmt).span);
    }
    match &program.stmt(stmt).kind {
        StmtKind::Block(stmts) => out.scope(|out| block(k, p, out, stmts)),
        StmtKind::Omp(construct) => super::cuda::Hooks::construct(k, p, out, *construct),
        StmtKind::If { cond, then, other } => {
            let cond = condition(k, p, out, *cond);
            let then = out.below(|out| print(k, p, out, *then));
            let other = other.map(|other| out.below(|out| print(k, p, out, other)));
            out.if_else(cond, then, other);
        }
        StmtKind::While { cond, body } if !k.plan.sequential.is_guarded_expr(*cond) => {
            out.while_loop(p.expr(*cond), Style::Braces, |out| print(k, p, out, *body));
        }
        StmtKind::DoWhile { body, cond } if !k.plan.sequential.is_guarded_expr(*cond) => {
            let body = out.below(|out| print(k, p, out, *body));
            out.do_while(p.expr(*cond), body);
        }
        StmtKind::For {
            init,
            cond,
            step,
            body,
        } => for_loop(k, p, out, *init, *cond, *step, *body),
        StmtKind::While { cond, body } => {
            out.endless(|out| {
                let cond = condition(k, p, out, *cond);
                out.break_unless(&cond);
                print(k, p, out, *body);
            });
        }
        StmtKind::DoWhile { body, cond } => {
            out.endless(|out| {
                print(k, p, out, *body);
                let cond = condition(k, p, out, *cond);
                out.break_unless(&cond);
            });
        }
        StmtKind::Switch { cond, body } => {
            let cond = condition(k, p, out, *cond);
            out.switch(cond, |out| print(k, p, out, *body));
        }
        StmtKind::Case { lo, hi, body } => {
            for label in p.case_labels(*lo, *hi) {
                out.label(&label);
            }
            p.comment_behind_label(out, *body);
            block(k, p, out, &[*body]);
        }
        StmtKind::Default { body } => {
            out.label("default:");
            p.comment_behind_label(out, *body);
            block(k, p, out, &[*body]);
        }
        StmtKind::Label { name, body } => {
            out.label(format!("{}:", p.names.label(name)));
            p.comment_behind_label(out, *body);
            block(k, p, out, &[*body]);
        }
        _ => p.stmt(out, stmt),
    }
    p.comment_behind(out, start, program.stmt(stmt).span);
}

fn for_loop(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    init: Option<StmtId>,
    cond: Option<ExprId>,
    step: Option<ExprId>,
    body: StmtId,
) {
    let sequential = &k.plan.sequential;
    let shared_init = init.is_some_and(|init| match &k.program.stmt(init).kind {
        StmtKind::Decl(decls) => declares_shared(k, decls),
        _ => sequential.how(init) == How::Guarded,
    });
    let plain = !shared_init
        && cond.is_none_or(|c| !sequential.is_guarded_expr(c))
        && step.is_none_or(|s| !sequential.is_guarded_expr(s));
    let last = step.or(cond).map(|e| k.program.expr(e).span.hi);
    let inside = last.unwrap_or(k.program.stmt(body).span.lo);
    let head = |p: &mut Printer| p.loop_head((init, cond, step), body);
    let head = plain.then(|| p.with_comments_of_head(out, (inside, body), head));
    match head.flatten() {
        Some(LoopHead::OfC(head)) => {
            return out.for_loop(head, Style::Braces, |out| print(k, p, out, body));
        }
        Some(LoopHead::Counted(one)) => return counted_loop(k, p, out, one, (init, body)),
        None => {}
    }
    out.scope(|out| {
        if let Some(init) = init {
            block(k, p, out, &[init]);
        }
        out.endless(|out| {
            if let Some(cond) = cond {
                let cond = condition(k, p, out, cond);
                out.break_unless(&cond);
            }
            print(k, p, out, body);
            if let Some(step) = step {
                if sequential.is_guarded_expr(step) {
                    let mut guard = Block::at(out.depth() + 1);
                    guard.effect(p.expr(step));
                    flush(k, out, &mut guard);
                } else {
                    out.effect(p.expr(step));
                }
            }
        });
    });
}

/// A loop over its iterations, whose variable each thread has.
fn counted_loop(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    one: CountedLoop,
    (init, body): (Option<StmtId>, StmtId),
) {
    let Some(around) = one.around else {
        return out.for_loop(one.head, Style::Braces, |out| print(k, p, out, body));
    };
    let is_decl = |init: &StmtId| matches!(k.program.stmt(*init).kind, StmtKind::Decl(_));
    out.scope(|out| {
        if let Some(init) = init.filter(is_decl) {
            block(k, p, out, &[init]);
        }
        out.user(around.before);
        out.for_loop(one.head, Style::Braces, |out| {
            out.user(around.first);
            print(k, p, out, body);
        });
        around.behind.into_iter().for_each(|line| out.user(line));
    });
}

/// A condition that every thread can evaluate, or a shared variable that thread 0 has set.
pub fn condition(k: &Kernel, p: &mut Printer, out: &mut Block, cond: ExprId) -> String {
    if !k.plan.sequential.is_guarded_expr(cond) {
        return p.argument(cond);
    }
    by_thread_0(k, out, cond, &p.argument(cond))
}

/// The place where thread 0 stores the value of an expression for all threads.
pub fn by_thread_0(k: &Kernel, out: &mut Block, place: ExprId, value: &str) -> String {
    let name = k.shared.place(Member::Value(place));
    super::shared::by_thread_0(out, |out| out.assign(name, value));
    name.to_string()
}
