//! The steps of `ordered(n)` loops and of the directives in them (OpenMP 5.2, 15.10.1).
//!
//! The outermost loop, or as many as `collapse` says, is distributed by whatever schedule: every thread executes its
//! iterations in increasing order, so that the first unfinished one waits for none. A vector names iterations by a
//! constant distance from the current one.

use crate::analyze::loops;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DependKind, Leaf};
use crate::plan::decisions::loops::{Across, Doacross, Spread};
use crate::plan::decisions::steps::Step;
use crate::plan::planner::{Context, Planner};

type Found<T> = Result<T, Box<Diagnostic>>;

fn refuse<T>(at: crate::source::Span, message: &str, help: &str) -> Found<T> {
    Err(Box::new(
        Diagnostic::error(Code::UnsupportedLoop, at, message)
            .note("OpenMP 5.2, sections 15.9.6 and 15.10.1")
            .help(help),
    ))
}

/// The loops of `ordered(n)`; none where the clause has no number.
fn loops_of(program: &Program, construct: &Construct) -> Found<Option<Across>> {
    let Some(wanted) = loops::ordered(program, construct) else {
        return Ok(None);
    };
    let collapsed = loops::collapse(program, construct);
    if wanted < collapsed {
        let clause = construct
            .clauses
            .iter()
            .find(|c| c.kind.name() == "ordered");
        return Err(Box::new(
            Diagnostic::error(
                Code::CanonicalLoop,
                clause.map_or(construct.pragma, |clause| clause.span),
                format!("`ordered({wanted})` beside `collapse({collapsed})`: the number must not be smaller"),
            )
            .note("OpenMP 5.2, section 4.4.4"),
        ));
    }
    let nest = loops::nest_of(program, construct, wanted)?;
    if let Some(place) = nest.non_rectangular(program) {
        let message = "the bounds of the loops of `ordered(n)` may not depend on each other";
        return refuse(place, message, "let all rows be as long as the longest one");
    }
    if let Some(outside) = nest.loops[collapsed..].iter().find(|one| !one.declared) {
        let message = "an inner loop of `ordered(n)` whose variable is declared outside is not translated yet";
        return refuse(
            outside.span,
            message,
            "declare the variable in the loop: `for (int j = ...`",
        );
    }
    for one in &nest.loops {
        if one.step.value.is_none() || !program.types.is_integer(program.vars[one.var].ty.id) {
            let message =
                "in a loop of `ordered(n)` the variable must be an integer with a constant step";
            let help = "count the iterations by an integer in steps of one";
            return refuse(
                one.span,
                &format!("{message}: others are not translated yet"),
                help,
            );
        }
    }
    Ok(Some(Across { loops: nest.loops }))
}

impl Planner<'_> {
    /// How the construct's iterations wait for each other; none where they do not.
    pub(in crate::plan) fn across(
        &self,
        construct: &Construct,
        spread: Spread,
    ) -> Found<Option<Across>> {
        let Some(across) = loops_of(self.program, construct)? else {
            return Ok(None);
        };
        match spread {
            Spread::Team => Ok(Some(across)),
            Spread::Lanes | Spread::Thread => Ok(None),
            _ => refuse(
                construct.pragma,
                "dependences between iterations that are spread over teams are not translated yet",
                "use `parallel for` without `distribute`",
            ),
        }
    }

    /// The steps of `ordered` with `source` or `sink`.
    pub(in crate::plan) fn doacross(
        &self,
        construct: &Construct,
        context: Context,
    ) -> Found<Vec<Step>> {
        let program = self.program;
        let around = self.named_by(construct, Leaf::For);
        let of = match around {
            Some(around) => loops_of(program, around)?,
            None => None,
        };
        let Some(of) = of else {
            return Err(Box::new(
                Diagnostic::error(
                    Code::Nesting,
                    construct.pragma,
                    "the loop around it has no `ordered` clause with a number",
                )
                .note("OpenMP 5.2, section 15.10.1")
                .help("write `ordered(n)` on the `for` directive, n loops deep"),
            ));
        };
        let mut found = Doacross::default();
        for clause in &construct.clauses {
            match &clause.kind {
                ClauseKind::Depend {
                    kind: DependKind::Source,
                    ..
                }
                | ClauseKind::Doacross { source: true, .. } => found.source = true,
                ClauseKind::Depend {
                    kind: DependKind::Sink(vector),
                    ..
                }
                | ClauseKind::Doacross {
                    vector: Some(vector),
                    ..
                } => {
                    found.sinks.extend(self.distances(&of, *vector)?);
                }
                // Of a loop with a constant step a vector stands in its place.
                ClauseKind::Doacross { current: true, .. } => {
                    return refuse(
                        clause.span,
                        "`omp_cur_iteration - 1` in a nest of several loops is not translated yet",
                        "name the iteration by its vector",
                    );
                }
                _ => {}
            }
        }
        // A single thread executes the iterations in their order: none has to wait.
        let several = context.parallel;
        Ok(if several {
            vec![Step::Doacross(found)]
        } else {
            vec![]
        })
    }

    /// The distance of the vector from the current iteration in each loop; none where it names no iteration.
    fn distances(&self, of: &Across, vector: ExprId) -> Found<Option<Vec<i64>>> {
        let program = self.program;
        let mut parts = vec![];
        listed(program, vector, &mut parts);
        let place = program.expr(vector).span;
        if parts.len() != of.loops.len() {
            return Err(Box::new(
                Diagnostic::error(
                    Code::Clause,
                    place,
                    format!(
                        "the vector has {} parts, for {} loops",
                        parts.len(),
                        of.loops.len()
                    ),
                )
                .note("OpenMP 5.2, section 15.9.6"),
            ));
        }
        let mut distances = vec![];
        for (part, one) in parts.iter().zip(&of.loops) {
            let Some(by) = offset(program, *part, one.var) else {
                return Err(Box::new(
                    Diagnostic::error(
                        Code::Clause,
                        program.expr(*part).span,
                        format!(
                            "a part of the vector must be `{}`, plus or minus a constant",
                            program.vars[one.var].name
                        ),
                    )
                    .note("OpenMP 5.2, section 15.9.6"),
                ));
            };
            let step = one.step.value.unwrap_or(1);
            if by % step != 0 {
                return Ok(None);
            }
            distances.push((by / step) as i64);
        }
        let first = distances.iter().find(|d| **d != 0);
        match first {
            Some(d) if *d < 0 => Ok(Some(distances)),
            _ => Err(Box::new(
                Diagnostic::error(
                    Code::Clause,
                    place,
                    "the iteration does not come before this one",
                )
                .note("OpenMP 5.2, section 15.9.6: a sink is lexicographically earlier"),
            )),
        }
    }
}

/// The expressions of `a, b, c`.
fn listed(program: &Program, id: ExprId, parts: &mut Vec<ExprId>) {
    match program.expr(id).kind {
        ExprKind::Comma { lhs, rhs } => {
            listed(program, lhs, parts);
            listed(program, rhs, parts);
        }
        ExprKind::Convert { arg, .. } => match program.expr(arg).kind {
            ExprKind::Comma { .. } | ExprKind::Convert { .. } => listed(program, arg, parts),
            _ => parts.push(id),
        },
        _ => parts.push(id),
    }
}

/// The constant that an expression adds to the variable.
fn offset(program: &Program, id: ExprId, var: VarId) -> Option<i128> {
    match program.expr(id).kind {
        ExprKind::Var(found) => (found == var).then_some(0),
        ExprKind::Convert { arg, .. } => offset(program, arg, var),
        ExprKind::Binary {
            op: BinOp::Add,
            lhs,
            rhs,
        } => match loops::added(program, rhs) {
            Some(by) => Some(offset(program, lhs, var)? + by),
            None => Some(offset(program, rhs, var)? + loops::added(program, lhs)?),
        },
        ExprKind::Binary {
            op: BinOp::Sub,
            lhs,
            rhs,
        } => Some(offset(program, lhs, var)? - loops::added(program, rhs)?),
        _ => None,
    }
}
