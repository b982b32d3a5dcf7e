//! Which variables every iteration of a loop assigns before it reads them: definite assignment, over one execution of
//! the loop's body.
//!
//! From the IR and the uses of nested constructs. Where the order of accesses is not followed (labels, a `switch` into
//! a loop, constructs that write the variable), nothing is known.

use super::use_table::UseTable;
use crate::ir::*;
use crate::omp::{DirectiveKind, Leaf};
use std::collections::BTreeSet;

/// What holds of each execution of a body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Assigned {
    /// The variables that are not read before they are assigned.
    pub first: BTreeSet<VarId>,
    /// Those of them that are assigned on every path to the end.
    pub always: BTreeSet<VarId>,
}

/// Of the scalars `vars`, whose addresses nothing takes, those that each execution of `body` assigns first; none
/// where the body has code in which the order of accesses is not known.
pub fn in_each_execution(table: &UseTable, body: StmtId, vars: BTreeSet<VarId>) -> Assigned {
    let program = table.program;
    let mut followed = !table.of(body).opaque;
    program.walk_all_stmts(body, &mut |_, stmt| followed &= is_followed(program, stmt));
    if !followed {
        return Assigned::default();
    }
    let mut walk = Walk {
        table,
        first: vars,
        jumps: vec![Jumps::default()],
    };
    let end = walk.stmt(body, Some(BTreeSet::new()));
    let jumps = walk.jumps.pop().expect("the body's own");
    if jumps.breaks.is_some() {
        return Assigned::default();
    }
    let always = join(end, jumps.continues).unwrap_or_default();
    Assigned {
        always: always.intersection(&walk.first).copied().collect(),
        first: walk.first,
    }
}

/// Whether the walk knows the order of what a statement does.
fn is_followed(program: &Program, stmt: &Stmt) -> bool {
    match &stmt.kind {
        StmtKind::Label { .. }
        | StmtKind::Goto { .. }
        | StmtKind::Return(_)
        | StmtKind::Asm { .. }
        | StmtKind::CompilerBarrier
        | StmtKind::DeviceConstruct(_) => false,
        StmtKind::Omp(id) => match &program.constructs[*id].directive {
            DirectiveKind::Construct(leaves) => leaves.iter().all(|leaf| {
                matches!(
                    leaf,
                    Leaf::Parallel | Leaf::For | Leaf::Simd | Leaf::Loop | Leaf::Sections
                )
            }),
            DirectiveKind::Section | DirectiveKind::Unroll | DirectiveKind::Atomic => true,
            _ => false,
        },
        _ => true,
    }
}

/// The variables that are assigned on all paths to a place; none where no path leads there.
type State = Option<BTreeSet<VarId>>;

fn join(a: State, b: State) -> State {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.intersection(&b).copied().collect()),
        (a, b) => a.or(b),
    }
}

/// What is assigned at the jumps out of a loop or `switch`.
#[derive(Default)]
struct Jumps {
    breaks: State,
    continues: State,
    /// For a `switch`, what is assigned in front of its block.
    switch: Option<State>,
    default: bool,
}

struct Walk<'a> {
    table: &'a UseTable<'a>,
    /// The variables of which no early read is found yet.
    first: BTreeSet<VarId>,
    /// The enclosing loops and `switch` statements; the outermost one is the loop of the body itself.
    jumps: Vec<Jumps>,
}

impl Walk<'_> {
    fn innermost(&mut self) -> &mut Jumps {
        self.jumps.last_mut().expect("the body's own")
    }

    fn stmt(&mut self, id: StmtId, state: State) -> State {
        let program = self.table.program;
        let stmt = program.stmt(id);
        match &stmt.kind {
            StmtKind::Omp(inner) => self.construct(*inner, state),
            StmtKind::Decl(decls) => {
                let extents = decls.iter().any(|decl| {
                    matches!(decl, Decl::Var(var)
                        if program.types.is_variably_modified(program.vars[*var].ty.id))
                });
                if extents {
                    let uses = self.table.of(id);
                    self.first.retain(|var| !uses.uses(*var));
                }
                self.own(stmt, state)
            }
            StmtKind::If { cond, then, other } => {
                let state = self.expr(*cond, state);
                let yes = self.stmt(*then, state.clone());
                let no = match other {
                    Some(other) => self.stmt(*other, state),
                    None => state,
                };
                join(yes, no)
            }
            StmtKind::While { cond, body } => {
                let state = self.expr(*cond, state);
                let (_, jumps) = self.repeated(*body, state.clone());
                join(state, jumps.breaks)
            }
            StmtKind::DoWhile { body, cond } => {
                let (end, jumps) = self.repeated(*body, state);
                let state = self.expr(*cond, join(end, jumps.continues));
                join(state, jumps.breaks)
            }
            StmtKind::For {
                init,
                cond,
                step,
                body,
            } => {
                let state = match init {
                    Some(init) => self.stmt(*init, state),
                    None => state,
                };
                let state = match cond {
                    Some(cond) => self.expr(*cond, state),
                    None => state,
                };
                let (end, jumps) = self.repeated(*body, state.clone());
                if let Some(step) = step {
                    self.expr(*step, join(end, jumps.continues));
                }
                join(state, jumps.breaks)
            }
            StmtKind::Switch { cond, body } => {
                let state = self.expr(*cond, state);
                self.jumps.push(Jumps {
                    switch: Some(state.clone()),
                    ..Jumps::default()
                });
                // Nothing falls into the block from above.
                let end = self.stmt(*body, None);
                let jumps = self.jumps.pop().expect("pushed above");
                let outer = self.innermost();
                outer.continues = join(outer.continues.take(), jumps.continues);
                let end = join(end, jumps.breaks);
                match jumps.default {
                    true => end,
                    false => join(end, state),
                }
            }
            StmtKind::Case { body, .. } => self.case(*body, state, false),
            StmtKind::Default { body } => self.case(*body, state, true),
            StmtKind::Break => {
                let innermost = self.innermost();
                innermost.breaks = join(innermost.breaks.take(), state);
                None
            }
            StmtKind::Continue => {
                let innermost = self.innermost();
                innermost.continues = join(innermost.continues.take(), state);
                None
            }
            _ => self.own(stmt, state),
        }
    }

    /// A statement that evaluates its expressions, then its sub-statements.
    fn own(&mut self, stmt: &Stmt, mut state: State) -> State {
        let program = self.table.program;
        program.each_expr_of(stmt, &mut |expr| state = self.expr(expr, state.take()));
        program.each_child(stmt, &mut |child| state = self.stmt(child, state.take()));
        state
    }

    /// The body of a loop; the state at its end, and at the jumps out of it.
    fn repeated(&mut self, body: StmtId, state: State) -> (State, Jumps) {
        self.jumps.push(Jumps::default());
        let end = self.stmt(body, state);
        (end, self.jumps.pop().expect("pushed above"))
    }

    fn case(&mut self, body: StmtId, state: State, default: bool) -> State {
        let innermost = self.innermost();
        innermost.default |= default;
        match innermost.switch.clone() {
            Some(entry) => self.stmt(body, join(state, entry)),
            None => {
                // A jump into a loop within the `switch`: nothing is known of any variable.
                self.first.clear();
                self.stmt(body, state)
            }
        }
    }

    fn expr(&mut self, id: ExprId, state: State) -> State {
        let program = self.table.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) => {
                if state.as_ref().is_some_and(|known| !known.contains(var)) {
                    self.first.remove(var);
                }
                state
            }
            ExprKind::Assign { lhs, rhs } => {
                let state = self.expr(*rhs, state);
                match program.expr(*lhs).kind {
                    ExprKind::Var(var) => state.map(|mut known| {
                        known.insert(var);
                        known
                    }),
                    _ => self.expr(*lhs, state),
                }
            }
            ExprKind::Binary {
                op: BinOp::And | BinOp::Or,
                lhs,
                rhs,
            } => {
                let state = self.expr(*lhs, state);
                let both = self.expr(*rhs, state.clone());
                join(state, both)
            }
            ExprKind::Cond { cond, yes, no } => {
                let state = self.expr(*cond, state);
                let yes = match yes {
                    Some(yes) => self.expr(*yes, state.clone()),
                    None => state.clone(),
                };
                join(yes, self.expr(*no, state))
            }
            ExprKind::StmtExpr(block) => self.stmt(*block, state),
            _ => {
                let mut state = state;
                program.each_operand(expr, &mut |sub| state = self.expr(sub, state.take()));
                state
            }
        }
    }

    /// A construct within the body: its threads read what the iteration has assigned; a variable that it writes is not
    /// followed.
    fn construct(&mut self, id: ConstructId, state: State) -> State {
        let uses = self.table.of_construct(id);
        self.first.retain(|var| {
            let how = uses.get(*var);
            let early = state.as_ref().is_some_and(|known| !known.contains(var));
            !(how.maybe_written() || how.read && early)
        });
        state
    }
}
