//! Rules of nesting across calls: barriers and worksharing constructs of functions that are called where only a part
//! of the team encounters the call, or each thread encounters it at its own time (OpenMP 5.2, 10.4, 11.7 and 17.1).
//!
//! From the IR: which constructs a function encounters outside of regions of its own, and, transitively, what the
//! functions do that it calls by name. A construct that each call encounters breaks a rule; one under a condition may
//! be right, and is a warning. Calls through pointers and into other files are not followed. [`Path`] serves
//! `nested_targets`, too.

use super::call_graph::CallGraph;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf, nesting};
use crate::source::Span;
use la_arena::ArenaMap;
use std::collections::BTreeSet;

/// A construct that all threads of the team must encounter, that the threads share, or that waits for others.
fn needs_the_team(directive: &DirectiveKind) -> bool {
    let shares = |leaf: &Leaf| {
        matches!(
            leaf,
            Leaf::For | Leaf::Sections | Leaf::Single | Leaf::Scope
        )
    };
    matches!(directive, DirectiveKind::Barrier | DirectiveKind::Ordered)
        || directive.leaves().first().is_some_and(shares)
}

/// Whether the construct begins a team of its own: what stands inside is not closely nested in what is around it.
fn has_own_team(directive: &DirectiveKind) -> bool {
    directive.has(Leaf::Parallel) || directive.has(Leaf::Teams) || directive.has(Leaf::Target)
}

/// The rule of nesting that the construct `inner` breaks inside of `outer`, if it breaks one.
fn rule(outer: &DirectiveKind, inner: &DirectiveKind) -> Option<nesting::Rule> {
    let rule = nesting::check(&[outer], inner)?;
    matches!(rule.section, "10.4" | "11.7" | "17.1").then_some(rule)
}

fn restricts(directive: &DirectiveKind) -> bool {
    rule(directive, &DirectiveKind::Barrier).is_some()
}

/// A construct that calling a function encounters.
#[derive(Clone, Copy, Debug)]
struct Encountered {
    construct: ConstructId,
    /// Every call of the function encounters it.
    always: bool,
}

/// Adds a construct to those that a function encounters, if it tells more: they are told apart by their directives, on
/// which the rules depend. Whether it was added.
fn add(program: &Program, all: &mut Vec<Encountered>, new: Encountered) -> bool {
    let directive = |one: &Encountered| &program.constructs[one.construct].directive;
    let tells =
        |old: &Encountered| directive(old) == directive(&new) && (old.always || !new.always);
    if all.iter().any(tells) {
        return false;
    }
    match all.iter_mut().find(|old| old.construct == new.construct) {
        Some(old) => old.always = new.always,
        None => all.push(new),
    }
    true
}

/// What the walk through a statement finds.
pub(super) enum Step {
    Call(FuncId, Span),
    Construct(ConstructId),
    /// One that only the host may execute, and not where the code asks whether it is the host that runs it.
    Device(ConstructId),
}

/// The constructs of functions that need the team around the function's call.
#[derive(Debug, Default)]
pub struct NestedCalls {
    /// The constructs that a call of each function encounters; of those with one directive the first ones.
    known: ArenaMap<FuncId, Vec<Encountered>>,
}

impl NestedCalls {
    /// The constructs of all functions: a fixed point from the called functions up to their callers.
    pub fn of(program: &Program, calls: &CallGraph) -> NestedCalls {
        let mut all = NestedCalls::default();
        let mut calling: Vec<(FuncId, Vec<(FuncId, bool)>)> = vec![];
        for &func in &calls.bottom_up {
            let Some(body) = program.funcs[func].body else {
                continue;
            };
            let (mut own, mut callees) = (vec![], vec![]);
            let mut visit = |step, always| match step {
                Step::Construct(construct) => {
                    add(program, &mut own, Encountered { construct, always });
                }
                Step::Call(callee, _) => callees.push((callee, always)),
                Step::Device(_) => {}
            };
            Path::of_team(program, &mut visit).stmt(body);
            all.known.insert(func, own);
            calling.push((func, callees));
        }
        let mut changed = true;
        while changed {
            changed = false;
            for (caller, callees) in &calling {
                let mut own = std::mem::take(&mut all.known[*caller]);
                for (callee, always) in callees {
                    for encountered in all.of_func(*callee) {
                        let always = encountered.always && *always;
                        changed |= add(
                            program,
                            &mut own,
                            Encountered {
                                always,
                                ..*encountered
                            },
                        );
                    }
                }
                all.known[*caller] = own;
            }
        }
        all
    }

    fn of_func(&self, func: FuncId) -> &[Encountered] {
        self.known.get(func).map_or(&[], Vec::as_slice)
    }

    /// Diagnostics for everything that device code nests where the specification forbids it. `bodies` are those of
    /// regions and functions; `regions` are the constructs of the former.
    pub fn check(
        &self,
        program: &Program,
        bodies: &[StmtId],
        regions: &[ConstructId],
    ) -> Vec<Diagnostic> {
        let mut constructs: BTreeSet<ConstructId> = regions.iter().copied().collect();
        for &body in bodies {
            program.walk_all_stmts(body, &mut |_, stmt| {
                if let StmtKind::Omp(id) = stmt.kind {
                    constructs.insert(id);
                }
            });
        }
        let all = constructs.into_iter().map(|id| &program.constructs[id]);
        let restricting = all.filter(|construct| restricts(&construct.directive));
        let found = restricting.flat_map(|construct| self.construct(program, construct));
        found.collect()
    }

    /// The rules that calls inside of a construct break.
    fn construct(&self, program: &Program, construct: &Construct) -> Vec<Diagnostic> {
        let Some(body) = construct.body else {
            return vec![];
        };
        let mut calls = vec![];
        let mut visit = |step, _| {
            if let Step::Call(func, at) = step {
                calls.push((func, at));
            }
        };
        Path::of_team(program, &mut visit).stmt(body);
        let mut found: Vec<Diagnostic> = vec![];
        for (func, at) in calls {
            let broken = self.of_func(func).iter().filter_map(|encountered| {
                let inner = &program.constructs[encountered.construct];
                Some((
                    encountered,
                    inner,
                    rule(&construct.directive, &inner.directive)?,
                ))
            });
            // Of several the one that every call encounters.
            let worst = broken.min_by_key(|(encountered, ..)| !encountered.always);
            if let Some((encountered, inner, rule)) = worst {
                found.push(diagnostic(
                    program,
                    construct,
                    (func, at),
                    encountered,
                    inner,
                    &rule,
                ));
            }
        }
        found
    }
}

/// The diagnostic for a call, and its place, inside of `outer`.
fn diagnostic(
    program: &Program,
    outer: &Construct,
    (func, at): (FuncId, Span),
    encountered: &Encountered,
    inner: &Construct,
    rule: &nesting::Rule,
) -> Diagnostic {
    let name = &program.funcs[func].name;
    let what = inner.name();
    let (verb, make): (_, fn(Code, Span, String) -> Diagnostic) = match encountered.always {
        true => ("comes", Diagnostic::error),
        false => ("may come", Diagnostic::warning),
    };
    let code = match encountered.always {
        true => Code::Nesting,
        false => Code::PossibleNesting,
    };
    let message = format!("this call of `{name}` {verb} to `{what}`: {}", rule.message);
    make(code, at, message)
        .also(outer.pragma, "called in this construct")
        .also(inner.pragma, format!("`{what}` is here"))
        .note(format!("OpenMP 5.2, section {}", rule.section))
        .help(match inner.directive {
            DirectiveKind::Ordered => "call it in the loop, outside of this construct",
            _ => "call it where all threads of the team do",
        })
}

/// The walk through the code that a statement has executed.
pub(super) struct Path<'a, 'b> {
    program: &'a Program,
    /// Receives each step, with whether it is always reached: no condition encloses it, and nothing before it may
    /// leave.
    visit: &'b mut dyn FnMut(Step, bool),
    /// Whether it goes into constructs with a team of their own.
    all_teams: bool,
    /// How many conditions enclose the current statement.
    depth: u32,
    /// A statement before the current one may have left the code.
    left: bool,
    /// The current statement is reached by an answer to `omp_is_initial_device()`.
    asked: bool,
}

impl<'a, 'b> Path<'a, 'b> {
    /// Through what the surrounding team executes.
    fn of_team(program: &'a Program, visit: &'b mut dyn FnMut(Step, bool)) -> Path<'a, 'b> {
        Path {
            program,
            visit,
            all_teams: false,
            depth: 0,
            left: false,
            asked: false,
        }
    }

    /// Through what any team executes.
    pub(super) fn of_all(
        program: &'a Program,
        visit: &'b mut dyn FnMut(Step, bool),
    ) -> Path<'a, 'b> {
        Path {
            all_teams: true,
            ..Path::of_team(program, visit)
        }
    }

    /// Whether an expression asks which device executes it.
    fn asks(&self, cond: ExprId) -> bool {
        let mut asks = false;
        self.program.walk_expr(cond, &mut |_, expr| {
            if let ExprKind::Func(func) = expr.kind {
                asks |= self.program.funcs[func].name == "omp_is_initial_device";
            }
        });
        asks
    }

    fn visit(&mut self, step: Step) {
        let always = self.depth == 0 && !self.left;
        (self.visit)(step, always);
    }

    pub(super) fn stmt(&mut self, id: StmtId) {
        let program = self.program;
        let stmt = program.stmt(id);
        match &stmt.kind {
            StmtKind::Omp(inner) => {
                let construct = &program.constructs[*inner];
                if needs_the_team(&construct.directive) {
                    self.visit(Step::Construct(*inner));
                }
                // Constructs inside of those are reported with them.
                let own = has_own_team(&construct.directive) || restricts(&construct.directive);
                if let Some(body) = construct.body.filter(|_| !own || self.all_teams) {
                    self.stmt(body);
                }
            }
            StmtKind::DeviceConstruct(construct) => {
                if !self.asked {
                    self.visit(Step::Device(*construct));
                }
            }
            StmtKind::If { cond, then, other } => {
                self.expr(*cond);
                let (asked, left) = (self.asked, self.left);
                self.asked |= self.asks(*cond);
                self.depth += 1;
                self.stmt(*then);
                other.iter().for_each(|other| self.stmt(*other));
                self.depth -= 1;
                // Behind it, too, where one of the answers leads elsewhere.
                self.asked = asked || self.asked && self.left && !left;
            }
            StmtKind::Switch { cond, body } => {
                self.expr(*cond);
                self.depth += 1;
                self.stmt(*body);
                self.depth -= 1;
            }
            StmtKind::For { .. } | StmtKind::While { .. } if self.all_teams => {
                self.depth += 1;
                self.parts(stmt);
                self.depth -= 1;
            }
            StmtKind::Return(_) | StmtKind::Goto { .. } => {
                program.each_expr_of(stmt, &mut |e| self.expr(e));
                self.left |= self.depth > 0;
            }
            _ => self.parts(stmt),
        }
    }

    fn parts(&mut self, stmt: &Stmt) {
        let program = self.program;
        program.each_expr_of(stmt, &mut |e| self.expr(e));
        let mut children = vec![];
        program.each_child(stmt, &mut |child| children.push(child));
        children.into_iter().for_each(|child| self.stmt(child));
    }

    fn expr(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Call { callee, args } => {
                args.iter().for_each(|&arg| self.expr(arg));
                match program.callee(*callee) {
                    // What the host alone executes is of no interest where device constructs are.
                    Some(_) if self.all_teams && self.asked => {}
                    Some(func) => self.visit(Step::Call(func, expr.span)),
                    None => self.expr(*callee),
                }
            }
            ExprKind::Cond { cond, yes, no } => {
                self.expr(*cond);
                self.depth += 1;
                yes.iter().for_each(|yes| self.expr(*yes));
                self.expr(*no);
                self.depth -= 1;
            }
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs,
                rhs,
            } => {
                self.expr(*lhs);
                self.depth += 1;
                self.expr(*rhs);
                self.depth -= 1;
            }
            ExprKind::StmtExpr(block) => self.stmt(*block),
            _ => program.each_operand(expr, &mut |e| self.expr(e)),
        }
    }
}
