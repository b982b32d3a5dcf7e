//! Loops with `scan` (OpenMP 5.2, 5.6): what is scanned, over which threads, and how many iterations a thread scans
//! at a time.
//!
//! From the phases (`analyze::scans`) and the items of the reduction clauses. The algorithms are in `romp/scans.cuh`.

use crate::analyze::scans;
use crate::diag::{Code, Diagnostic};
use crate::ir::nests::Phases;
use crate::ir::*;
use crate::omp::Leaf;
use crate::plan::decisions::loops::{LoopPlan, Scan, Spread};
use crate::plan::decisions::reductions::{Extent, Reduction};
use crate::plan::decisions::steps::Step;
use crate::plan::planner::{Context, Planner};

/// The most statements of both phases together that are repeated for several iterations of a thread.
const MOST_STATEMENTS: usize = 12;
/// The size of the largest value of two phases, in bytes: shared memory holds 64 of them.
const MOST_BYTES: u64 = 256;

impl Planner<'_> {
    /// Puts the phases into the plan of a loop with `scan`, in place of a reduction around it.
    pub(in crate::plan) fn scans(
        &mut self,
        construct: &Construct,
        steps: &mut [Step],
        phases: Phases,
        reduction: Reduction,
        context: Context,
    ) {
        let Some(one) = steps.iter_mut().find_map(|step| match step {
            Step::Loop(one) => Some(one),
            _ => None,
        }) else {
            unreachable!("a construct with phases is a loop");
        };
        match plan(self.program, construct, phases, reduction, one) {
            Ok(scan) => {
                if one.spread == Spread::League {
                    self.scratch = scan.bytes_a_team();
                    self.scan_of_league = true;
                    self.notes.push(
                        "one scan over all teams: each tile looks back for what came before it"
                            .into(),
                    );
                }
                one.scan = Some(scan);
            }
            Err(errors) => self.errors.extend(errors),
        }
        self.barriers |= one.spread != Spread::Thread;
        if one.spread == Spread::Thread && !context.parallel {
            self.scan_alone = self.scan_alone.or(Some(construct.pragma));
        }
    }
}

/// The scan of a loop whose plan exists.
fn plan(
    program: &Program,
    construct: &Construct,
    phases: Phases,
    reduction: Reduction,
    one: &LoopPlan,
) -> Result<Scan, Vec<Diagnostic>> {
    let mut errors = vec![];
    for item in &reduction.items {
        if item.extent != Extent::Whole {
            let name = &program.vars[item.var].name;
            let message = format!("the scan of elements of `{name}` is not translated");
            errors.push(
                Diagnostic::error(Code::UnsupportedScan, construct.pragma, message)
                    .note("host compilers have no such scan either, for the host version")
                    .help("scan variables, or a structure by a `declare reduction`"),
            );
        }
    }
    let bytes = reduction.bytes_a_team(program);
    if bytes > MOST_BYTES {
        let message = format!(
            "the scan of these variables is not translated: each iteration has copies of {bytes} bytes, of at most {MOST_BYTES}"
        );
        errors.push(
            Diagnostic::error(Code::UnsupportedScan, construct.pragma, message)
                .help("scan them in several loops"),
        );
    }
    if !one.linear.is_empty() {
        let message = "`linear` on a loop with `scan` is not translated yet";
        errors.push(
            Diagnostic::error(Code::UnsupportedScan, construct.pragma, message)
                .help("compute the variable from the iteration variable"),
        );
    }
    let leaves = construct.directive.leaves();
    let combined = leaves.contains(&Leaf::Teams) || leaves.contains(&Leaf::Target);
    if one.spread == Spread::League && !combined {
        let message = format!(
            "a scan over all teams by `{}` is not translated",
            construct.name()
        );
        errors.push(
            Diagnostic::error(Code::UnsupportedScan, construct.pragma, message)
                .note("OpenMP 5.2, section 5.5.8, allows none; the combined `teams distribute parallel for` is an extension")
                .help("combine the directives, or scan within a team by `parallel for`"),
        );
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let one_each = long(program, &phases);
    let used = |stmts: &[StmtId]| {
        let uses = scans::of_stmts(program, stmts);
        uses.vars.into_keys().collect()
    };
    Ok(Scan {
        used_before: used(&phases.before),
        used_after: used(&phases.after),
        phases,
        items: reduction.items,
        one_each,
        bytes,
    })
}

/// Whether phases hold loops, constructs or calls of the user's functions, or many statements.
fn long(program: &Program, phases: &Phases) -> bool {
    let mut statements = 0;
    let mut branches = false;
    for &stmt in phases.before.iter().chain(&phases.after) {
        program.walk_all_stmts(stmt, &mut |_, s| {
            statements += 1;
            branches |= matches!(
                s.kind,
                StmtKind::For { .. }
                    | StmtKind::While { .. }
                    | StmtKind::DoWhile { .. }
                    | StmtKind::Label { .. }
                    | StmtKind::Omp(_)
            );
        });
    }
    let mut uses = scans::of_stmts(program, &phases.before);
    for &stmt in &phases.after {
        uses.add_stmt(program, stmt);
    }
    let calls = uses
        .calls
        .iter()
        .any(|func| program.funcs[*func].body.is_some());
    branches || calls || uses.calls_unknown || statements > MOST_STATEMENTS
}

/// Errors for what the specification does not have: `inscan` on `distribute`.
pub fn extensions(program: &Program, region: ConstructId) -> Vec<Diagnostic> {
    let mut found = vec![];
    let mut check = |construct: &Construct| {
        if let Some(clause) = construct.inscan()
            && construct.directive.has(Leaf::Distribute)
        {
            found.push(
                Diagnostic::warning(
                    Code::Extension,
                    clause.span,
                    format!(
                        "`inscan` on `{}` is an extension: all teams scan together",
                        construct.name()
                    ),
                )
                .note("OpenMP 5.2, section 5.5.8, allows `inscan` on `for`, `simd` and what is combined with them, without `distribute`")
                .help("other compilers take `target parallel for`, which may use the whole device here, too"),
            );
        }
    };
    let construct = &program.constructs[region];
    check(construct);
    if let Some(body) = construct.body {
        program.walk_all_stmts(body, &mut |_, s| {
            if let StmtKind::Omp(inner) = s.kind {
                check(&program.constructs[inner]);
            }
        });
    }
    found
}
