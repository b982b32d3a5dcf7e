//! Canonical loops and nests (OpenMP 5.2, 4.4.1) behind loop-associated constructs.
//!
//! From the IR: the `for` statement that a construct applies to, and as many below it as `collapse`
//! says. Yields what a schedule needs to know and nothing of how it is laid out on threads.

mod canonical;

pub use self::canonical::{added, canonical, initialised};
use self::canonical::{canonical_with, loop_init};
use super::use_table::UseTable;
use super::uses::Uses;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Nest, Test};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::source::Span;

/// The number in a `collapse` clause; 1 without one.
pub fn collapse(program: &Program, construct: &Construct) -> usize {
    let number = construct.clauses.iter().find_map(|c| match c.kind {
        ClauseKind::Collapse(n) => Some(n),
        _ => None,
    });
    number.map_or(1, |n| count(program, n))
}

/// The number in an `ordered` clause, where one is given.
pub fn ordered(program: &Program, construct: &Construct) -> Option<usize> {
    let number = construct.clauses.iter().find_map(|c| match c.kind {
        ClauseKind::Ordered(Some(n)) => Some(n),
        _ => None,
    });
    number.map(|n| count(program, n))
}

/// The argument of a clause that counts loops (5.2, 4.4.3 and 4.4.4): `sema` has refused what is not a positive constant.
fn count(program: &Program, argument: ExprId) -> usize {
    let value = int_value(program, argument).expect("sema accepts constants only");
    usize::try_from(value).unwrap_or(usize::MAX)
}

/// How many loops a construct names: those whose iterations it distributes, or those whose iterations wait for each
/// other (`ordered(n)`).
pub fn depth(program: &Program, construct: &Construct) -> usize {
    let ordered = ordered(program, construct).unwrap_or(1);
    collapse(program, construct).max(ordered)
}

/// The iteration variables of the loops that a construct distributes, as far as the heads of the loops are canonical;
/// the bodies are not checked.
pub fn iteration_variables(program: &Program, construct: &Construct) -> Vec<VarId> {
    let found = iteration_variables_of(program, construct).into_iter();
    found.map(|(var, _)| var).collect()
}

/// The iteration variables as [`iteration_variables`] gives them, each with whether the loop's own init statement
/// declares it.
pub fn iteration_variables_of(program: &Program, construct: &Construct) -> Vec<(VarId, bool)> {
    let mut found = vec![];
    let mut at = construct.body;
    if !construct.directive.shares_loops() {
        return found;
    }
    for _ in 0..collapse(program, construct) {
        let Some(stmt) = at.and_then(|stmt| nest_head(program, stmt)) else {
            break;
        };
        let StmtKind::For { init, body, .. } = &program.stmt(stmt).kind else {
            break;
        };
        found.extend(
            init.and_then(|init| loop_init(program, init))
                .map(|(var, _, declared)| (var, declared)),
        );
        at = Some(*body);
    }
    found
}

/// The variable that a `for` statement sets in its init statement.
pub fn counter(program: &Program, stmt: &Stmt) -> Option<VarId> {
    match stmt.kind {
        StmtKind::For {
            init: Some(init), ..
        } => loop_init(program, init).map(|(var, _, _)| var),
        _ => None,
    }
}

/// A `loop` without a `bind` clause whose next region outside is that of another `loop`: it cannot bind to the threads
/// that share the iterations of that one (5.2, 11.7), and belongs to the encountering thread.
pub fn within_loop(program: &Program, construct: &Construct) -> bool {
    let bound = |c: &Clause| matches!(c.kind, ClauseKind::Bind(_));
    if construct.directive.leaves() != [Leaf::Loop] || construct.clauses.iter().any(bound) {
        return false;
    }
    for outer in program.around(construct) {
        let leaves = outer.directive.leaves();
        if leaves.last() == Some(&Leaf::Loop) {
            return true;
        }
        if leaves.contains(&Leaf::Parallel) || leaves.contains(&Leaf::Teams) {
            return false;
        }
    }
    false
}

/// The nest that a loop-associated construct distributes.
pub fn nest(program: &Program, construct: &Construct) -> Result<Nest, Diagnostic> {
    nest_of(program, construct, collapse(program, construct))
}

/// The same of a program that changes no more.
pub(super) fn nest_in(table: &UseTable, construct: &Construct) -> Result<Nest, Diagnostic> {
    let program = table.program;
    let writes = |body, var| table.of(body).get(var).written;
    outermost(program, construct, collapse(program, construct), &writes)
}

/// The canonical form of one `for` statement of a program that changes no more.
pub fn canonical_in(table: &UseTable, stmt: StmtId) -> Result<CanonicalLoop, Diagnostic> {
    canonical_with(table.program, stmt, &|body, var| {
        table.of(body).get(var).written
    })
}

/// The outermost `wanted` loops of the nest that the construct applies to; an error where they are not canonical
/// loops.
pub fn nest_of(
    program: &Program,
    construct: &Construct,
    wanted: usize,
) -> Result<Nest, Diagnostic> {
    outermost(program, construct, wanted, &|body, var| {
        Uses::of_stmt(program, body).get(var).written
    })
}

/// Whether a statement writes a variable.
type Writes<'a> = &'a dyn Fn(StmtId, VarId) -> bool;

fn outermost(
    program: &Program,
    construct: &Construct,
    wanted: usize,
    writes: Writes,
) -> Result<Nest, Diagnostic> {
    let mut loops: Vec<CanonicalLoop> = vec![];
    let mut at = construct.body;
    while loops.len() < wanted {
        // The outermost loop follows its directive directly; an inner one may stand in braces.
        let bare = |stmt: &StmtId| !matches!(program.stmt(*stmt).kind, StmtKind::Block(_));
        let head = match loops.is_empty() {
            true => at.filter(bare).and_then(|stmt| nest_head(program, stmt)),
            false => at.and_then(|stmt| nest_head(program, stmt)),
        };
        let Some(stmt) = head else {
            return Err(not_deep_enough(program, construct, wanted, loops.len(), at));
        };
        let mut one = canonical_with(program, stmt, writes)?;
        at = Some(one.body);
        count_row(program, &loops, &mut one);
        loops.push(one);
    }
    let body = loops.last().expect("collapse is at least one").body;
    Ok(Nest { loops, body })
}

/// Has a loop with `!=` whose bounds depend on a loop around it compare by order: rows without iterations have no
/// negative number of them. A signed variable, or a pointer, that is to reach its end lies on this side of it; an
/// unsigned one may wrap around.
fn count_row(program: &Program, around: &[CanonicalLoop], one: &mut CanonicalLoop) {
    let depends = |outer: &CanonicalLoop| {
        program.mentions(one.lo, outer.var) || program.mentions(one.hi, outer.var)
    };
    let ordered = |ty: TypeId| match program.types.resolve(ty) {
        Type::Int(kind) => kind.signed(),
        Type::Pointer(_) => true,
        _ => false,
    };
    let types = [program.vars[one.var].ty.id, program.expr(one.hi).ty.id];
    if one.test != Test::Ne || !types.into_iter().all(ordered) || !around.iter().any(depends) {
        return;
    }
    match one.step.value {
        Some(1) => one.test = Test::Lt,
        Some(-1) => one.test = Test::Gt,
        _ => {}
    }
}

/// The `for` statement that is the only statement in `stmt`, braces aside.
pub fn nest_head(program: &Program, stmt: StmtId) -> Option<StmtId> {
    only_statement(program, stmt).filter(|s| matches!(program.stmt(*s).kind, StmtKind::For { .. }))
}

/// The one statement in nested braces, empty statements aside; `stmt` itself where it is no block.
fn only_statement(program: &Program, stmt: StmtId) -> Option<StmtId> {
    match &program.stmt(stmt).kind {
        StmtKind::Block(stmts) => {
            let mut real = stmts
                .iter()
                .filter(|s| !matches!(program.stmt(**s).kind, StmtKind::Null));
            match (real.next(), real.next()) {
                (Some(one), None) => only_statement(program, *one),
                _ => None,
            }
        }
        // An `unroll` directive without effect on the number of iterations: the loop behind it counts.
        StmtKind::Omp(id) if program.constructs[*id].directive == DirectiveKind::Unroll => {
            only_statement(program, program.constructs[*id].body?)
        }
        _ => Some(stmt),
    }
}

fn not_deep_enough(
    program: &Program,
    construct: &Construct,
    wanted: usize,
    got: usize,
    at: Option<StmtId>,
) -> Diagnostic {
    let name = construct.name();
    let word = match wanted > collapse(program, construct) {
        true => "ordered",
        false => "collapse",
    };
    let message = match (wanted, got) {
        (1, _) => format!("`{name}` must be followed by a canonical `for` loop"),
        (_, 0) => format!(
            "`{word}({wanted})` on `{name}` must be followed by {wanted} nested `for` loops"
        ),
        _ => format!(
            "`{word}({wanted})` needs {wanted} nested `for` loops, but {got} {} here",
            if got == 1 { "is" } else { "are" }
        ),
    };
    let place = at.map_or(construct.pragma, |stmt| program.stmt(stmt).span);
    let clause = construct.clauses.iter().find(|c| c.kind.name() == word);
    let asked = clause.map_or(construct.pragma, |clause| clause.span);
    let section = match word {
        "ordered" => "sections 4.4.1 and 4.4.4",
        _ => "section 4.4.1",
    };
    let diagnostic = Diagnostic::error(Code::CanonicalLoop, place, message)
        .says("not a `for` loop on its own")
        .also(asked, "asked for here")
        .note(format!("OpenMP 5.2, {section}"));
    if word == "ordered" && got > 0 {
        diagnostic.help(format!(
            "the number counts the loops whose iterations wait for each other, and the parts of each vector: write `ordered({got})`, or `ordered` alone for regions in the loop's order"
        ))
    } else if got > 0 {
        diagnostic.help(format!(
            "move the statements beside the inner loop into it, or use `collapse({got})`"
        ))
    } else {
        diagnostic
    }
}

/// The place of a statement that leaves a loop's body: a `break` of the loop itself, a `return`, a `goto` to a label
/// outside.
fn leaves(program: &Program, body: StmtId) -> Option<Span> {
    jumps(program, body, true)
}

/// A statement that jumps out of a structured block (5.2, 4.1): `return`, `break` or `continue` of
/// a loop around it, `goto` to a label outside.
pub fn jumps_out(program: &Program, block: StmtId) -> Option<Span> {
    jumps(program, block, false)
}

fn jumps(program: &Program, block: StmtId, is_loop_body: bool) -> Option<Span> {
    let inside = labels_and_gotos(program, block).0;
    let exits = Exits {
        program,
        labels: inside.iter().map(|(name, _)| name.as_str()).collect(),
    };
    let inside = Inside {
        breaks: false,
        continues: is_loop_body,
    };
    exits.find(block, inside)
}

/// Names and where they stand.
type Places = Vec<(String, Span)>;

/// The labels and the `goto`s of a statement, statement expressions included.
pub fn labels_and_gotos(program: &Program, block: StmtId) -> (Places, Places) {
    let (mut labels, mut gotos) = (vec![], vec![]);
    program.walk_all_stmts(block, &mut |_, stmt| match &stmt.kind {
        StmtKind::Label { name, .. } => labels.push((name.clone(), stmt.span)),
        StmtKind::Goto { name } => gotos.push((name.clone(), stmt.span)),
        _ => {}
    });
    (labels, gotos)
}

/// The search for statements that leave a block.
struct Exits<'a> {
    program: &'a Program,
    /// The labels inside the block, to which a `goto` may jump.
    labels: Vec<&'a str>,
}

/// Which jumps a statement inside of the block catches.
#[derive(Clone, Copy)]
struct Inside {
    breaks: bool,
    continues: bool,
}

impl Exits<'_> {
    /// The first statement in `id` that leaves the block. `around`: the jumps that statements of the block around `id`
    /// catch.
    fn find(&self, id: StmtId, around: Inside) -> Option<Span> {
        use StmtKind::*;
        let stmt = self.program.stmt(id);
        let leaves = match &stmt.kind {
            Break => !around.breaks,
            Continue => !around.continues,
            Return(_) => true,
            Goto { name } => !self.labels.contains(&name.as_str()),
            _ => false,
        };
        if leaves {
            return Some(stmt.span);
        }
        let is_loop = matches!(stmt.kind, For { .. } | While { .. } | DoWhile { .. });
        let inside = Inside {
            breaks: around.breaks || is_loop || matches!(stmt.kind, Switch { .. }),
            continues: around.continues || is_loop,
        };
        let mut found = None;
        let mut search = |child| {
            if found.is_none() {
                found = self.find(child, inside);
            }
        };
        self.program.each_child(stmt, &mut search);
        self.program.each_block_of(stmt, &mut search);
        found
    }
}
