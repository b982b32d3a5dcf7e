//! Loop transformations (OpenMP 5.2, chapter 9) and imperfect nests: loops of the IR become other loops, before
//! anything else looks at them.
//!
//! From the typed program alone. A directive that cannot be applied stays as it is, with the reason beside it
//! (`ir::Loops`). Loop constructs treat the loops made as if the user had written them. Last, device constructs are
//! taken out of the bodies of functions that devices execute, too (`device_constructs`).

mod bind;
mod device_constructs;
mod doacross;
pub mod flatten;
mod imperfect;
mod last_values;
mod made;
mod reorder;
pub mod restricts;
pub mod shared_scalars;
mod tile;

use crate::analyze::loops;
use crate::diag::{Code, Diagnostic};
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Nest, Test};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind};
use crate::source::Span;
use made::Place;
use std::collections::HashSet;

type Done<T> = Result<T, Box<Diagnostic>>;

/// Transforms all nests of the program. `text` is the translated text: names that occur in it are not used for new
/// variables.
pub fn apply(program: &mut Program, text: &str) {
    let number = |length: usize| u32::try_from(length).expect("ids have 32 bits");
    program.loops.first_made = (number(program.stmts.len()), number(program.exprs.len()));
    let mut places: Vec<(ConstructId, StmtId)> = program
        .stmts
        .iter()
        .filter_map(|(stmt, node)| match node.kind {
            StmtKind::Omp(id) => Some((id, stmt)),
            _ => None,
        })
        .collect();
    // Inner directives first: outer ones apply to the loops that these make.
    places.sort_by_key(|(id, _)| std::cmp::Reverse(program.constructs[*id].pragma.lo));
    let mut transformer = Transformer {
        program,
        text,
        names: HashSet::new(),
        place: Span::default(),
        no_loop_left: false,
    };
    for (id, stmt) in places {
        transformer.no_loop_left = false;
        transformer.place = transformer.program.stmt(stmt).span;
        if let Err(why) = transformer.one(id, stmt) {
            transformer.program.loops.refused.push((id, *why));
        }
    }
    doacross::apply(program);
    bind::apply(program);
    last_values::mark(program);
    device_constructs::apply(program);
}

struct Transformer<'a> {
    program: &'a mut Program,
    text: &'a str,
    /// The names of the variables made so far.
    names: HashSet<String>,
    /// The place of the directive and its loops: messages about the loops made point there.
    place: Span,
    /// Whether the current nest ends with `unroll full`, which leaves no loop.
    no_loop_left: bool,
}

impl Transformer<'_> {
    fn one(&mut self, id: ConstructId, stmt: StmtId) -> Done<()> {
        let construct = &self.program.constructs[id];
        match construct.directive {
            DirectiveKind::Tile => self.tile(id, stmt),
            DirectiveKind::Interchange => self.interchange(id, stmt),
            DirectiveKind::Reverse => self.reverse(id, stmt),
            // The reason is reported when the construct that distributes the loops asks for them.
            _ if construct.directive.shares_loops() => {
                let depth = loops::depth(self.program, construct);
                match self.nest(id, depth) {
                    Err(why) if self.no_loop_left => return Err(why),
                    Err(_) => self.imperfect(id),
                    Ok(_) => {}
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// The place that everything made for a directive's loops has in messages.
    fn place(&self, id: ConstructId, stmt: StmtId) -> Place {
        Place {
            span: self.program.stmt(stmt).span,
            func: self.program.constructs[id].func,
            construct: self.program.constructs[id].parent,
        }
    }

    /// The `depth` perfectly nested loops behind a directive; those that an inner `unroll partial` generates are made
    /// now.
    fn nest(&mut self, id: ConstructId, depth: usize) -> Done<Nest> {
        let mut found: Vec<CanonicalLoop> = vec![];
        let mut at = self.program.constructs[id].body;
        while found.len() < depth {
            let Some(stmt) = at.and_then(|stmt| self.head(stmt)) else {
                return Err(Box::new(self.too_few(id, depth, found.len(), at)));
            };
            let stmt = self.unrolled(stmt)?;
            if !matches!(self.program.stmt(stmt).kind, StmtKind::For { .. }) {
                return Err(Box::new(self.too_few(id, depth, found.len(), at)));
            }
            let one = loops::canonical(self.program, stmt)?;
            at = Some(one.body);
            found.push(one);
        }
        let body = found.last().expect("a nest has loops").body;
        Ok(Nest { loops: found, body })
    }

    /// The only statement in braces; `stmt` itself where it is no block.
    fn head(&self, stmt: StmtId) -> Option<StmtId> {
        let StmtKind::Block(stmts) = &self.program.stmt(stmt).kind else {
            return Some(stmt);
        };
        let mut real = stmts
            .iter()
            .filter(|s| !matches!(self.program.stmt(**s).kind, StmtKind::Null));
        match (real.next(), real.next()) {
            (Some(one), None) => self.head(*one),
            _ => None,
        }
    }

    /// The loop that another directive finds behind `unroll`: with a factor, one over groups of iterations.
    fn unrolled(&mut self, stmt: StmtId) -> Done<StmtId> {
        let StmtKind::Omp(id) = self.program.stmt(stmt).kind else {
            return Ok(stmt);
        };
        let construct = &self.program.constructs[id];
        if construct.directive != DirectiveKind::Unroll {
            return Ok(stmt);
        }
        let mut factor = None;
        for clause in &construct.clauses {
            match clause.kind {
                ClauseKind::Full => {
                    self.no_loop_left = true;
                    return Err(Box::new(
                        Diagnostic::error(
                            Code::CanonicalLoop,
                            construct.pragma,
                            "`unroll full` leaves no loop for the directive above it",
                        )
                        .note("OpenMP 5.2, section 9.2")
                        .help("write `unroll partial`, or leave one of the two out"),
                    ));
                }
                ClauseKind::Partial(n) => factor = n,
                _ => {}
            }
        }
        let inside = construct.body.and_then(|body| self.head(body));
        match (factor, inside) {
            (Some(factor), Some(_)) => {
                self.unroll(id, stmt, factor)?;
                Ok(stmt)
            }
            // The factor is implementation-defined: the loop is not unrolled.
            (None, Some(inside)) => self.unrolled(inside),
            (_, None) => Ok(stmt),
        }
    }

    fn too_few(
        &self,
        id: ConstructId,
        wanted: usize,
        got: usize,
        at: Option<StmtId>,
    ) -> Diagnostic {
        let construct = &self.program.constructs[id];
        let name = construct.name();
        let place = at.map_or(construct.pragma, |stmt| self.program.stmt(stmt).span);
        let message = match wanted {
            1 => format!("`{name}` must be followed by a canonical `for` loop"),
            _ => format!(
                "`{name}` must be followed by {wanted} perfectly nested `for` loops, of which {got} {} here",
                if got == 1 { "is" } else { "are" }
            ),
        };
        Diagnostic::error(Code::CanonicalLoop, place, message)
            .says("not a `for` loop on its own")
            .also(construct.pragma, "asked for here")
            .note("OpenMP 5.2, sections 4.4.1 and 9")
    }

    /// A nest that is known to have no iterations stays as it is: there is nothing to transform, and compilers refuse
    /// loops whose conditions are constant.
    fn is_empty(&mut self, nest: &Nest) -> bool {
        nest.loops.iter().any(|one| match one.test {
            // Its variable may wrap around.
            Test::Ne => {
                let trips = self.trips(one);
                int_value(self.program, trips) == Some(0)
            }
            _ => one.constant_trips(self.program) == Some(0),
        })
    }

    /// Transformed loops are rectangular (5.2, 9.1).
    fn rectangular(&self, id: ConstructId, nest: &Nest) -> Done<()> {
        let Some(place) = nest.non_rectangular(self.program) else {
            return Ok(());
        };
        let construct = &self.program.constructs[id];
        let name = construct.name();
        Err(Box::new(
            Diagnostic::error(
                Code::CanonicalLoop,
                place,
                format!(
                    "a loop that `{name}` transforms may not depend on another one of the nest"
                ),
            )
            .also(construct.pragma, "transformed here")
            .note("OpenMP 5.2, section 9.1"),
        ))
    }

    /// Puts the outermost loop made in the directive's place.
    fn replace(&mut self, id: ConstructId, stmt: StmtId, outermost: StmtId, nest: &Nest) {
        let mut body = nest.body;
        // Where the nest consists of loops that were made before, its body is the user's body in those.
        self.program.loops.transformed.retain(|old| {
            let inside = nest.loops.iter().any(|one| one.stmt == old.made);
            if inside {
                body = old.body;
            }
            !inside
        });
        self.program.stmts[stmt].kind = self.program.stmts[outermost].kind.clone();
        self.program.constructs[id].body = None;
        self.program.loops.transformed.push(Transformed {
            construct: id,
            made: stmt,
            body,
        });
    }
}
