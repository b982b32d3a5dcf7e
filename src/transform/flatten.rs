//! Loops of `teams distribute` whose body is nothing but one `parallel for`: both become the one collapsed loop of
//! `teams distribute parallel for`, whose iterations go to all threads of the league.
//!
//! The program cannot tell the difference. Which team executes an iteration of `distribute` is left open (OpenMP 5.2,
//! 11.6), so that no iteration may depend on another one; iterations of the worksharing loop may not depend on each
//! other either; nothing in them asks for a team, a thread or their numbers; and what stands in front of the inner loop
//! computes values that every thread can compute again (`proof`). It moves into the innermost body, as statements
//! between the loops of a collapsed nest do. Clauses that say how many teams there are, or who gets which iterations,
//! keep the two loops apart.
//!
//! The inner loop need not be independent of the outer one: where it goes through a tile, `for (i = first; i < end; ..)`
//! with an `end` that is at most a known distance behind `first` (`tiles`), the collapsed loop counts the places of a
//! tile, and those of a tile that is shorter do nothing. Tiles that are all of a range (`strips`) become the loop over
//! that range.
//!
//! From the typed program and from facts that are collected of it as the user wrote it, where there are such loops at
//! all. Must not know how nests are distributed.

mod clauses;
mod proof;
mod strips;
mod tiles;

use super::Transformer;
use super::made::{Header, Place};
use crate::analyze::facts::Facts;
use crate::analyze::loops;
use crate::ir::constants::int_value;
use crate::ir::nests::{CanonicalLoop, Nest, Test};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::source::Span;
use std::collections::HashSet;
use strips::{Tiles, Whole};
use tiles::Limit;

/// The most loops of a nest whose short iterations are worth to be distributed one by one: those of longer nests have
/// numbers, and quotients of these say which iterations they are.
const BY_PLACE: usize = 3;

/// Flattens all such loops of the program. `text` is the translated text: names that occur in it are not used for new
/// variables.
pub fn apply(program: &mut Program, text: &str) {
    let ids: Vec<ConstructId> = program.constructs.iter().map(|(id, _)| id).collect();
    let found: Vec<Candidate> = { ids.iter() }
        .filter_map(|&id| Candidate::of(program, id))
        .collect();
    if found.is_empty() {
        return;
    }
    let flat: Vec<Flat> = {
        let facts = Facts::of(program);
        let proven = found.into_iter();
        proven.filter_map(|one| proof::of(&facts, one)).collect()
    };
    let names = program.vars.values().map(|var| var.name.clone());
    let names: HashSet<String> = names.collect();
    let mut transformer = Transformer {
        names: HashSet::new(),
        program,
        text,
        place: Span::default(),
        no_loop_left: false,
    };
    for one in flat {
        // Regions may have the same names.
        transformer.names.clone_from(&names);
        transformer.flatten(one);
    }
}

/// A `distribute` loop with a `parallel for` as the last statement of its body.
struct Candidate {
    outer: ConstructId,
    inner: ConstructId,
    /// The loops of `distribute`.
    teams: Nest,
    /// The loops of `parallel for`.
    threads: Nest,
    /// What stands in front of the inner construct.
    before: Vec<StmtId>,
}

impl Candidate {
    fn of(program: &Program, outer: ConstructId) -> Option<Candidate> {
        let construct = &program.constructs[outer];
        if construct.directive.leaves() != [Leaf::Target, Leaf::Teams, Leaf::Distribute] {
            return None;
        }
        let (inner, before) = parallel_loop(program, nested(program, construct)?)?;
        let parallel = &program.constructs[inner];
        if parallel.directive.leaves() != [Leaf::Parallel, Leaf::For] {
            return None;
        }
        Some(Candidate {
            outer,
            inner,
            teams: loops::nest(program, construct).ok()?,
            threads: loops::nest(program, parallel).ok()?,
            before,
        })
    }
}

/// The body of the innermost loop that a construct distributes.
fn nested(program: &Program, construct: &Construct) -> Option<StmtId> {
    let nest = loops::nest(program, construct).ok()?;
    Some(nest.body)
}

/// The construct at the end of a body, and the statements in front of it.
fn parallel_loop(program: &Program, body: StmtId) -> Option<(ConstructId, Vec<StmtId>)> {
    match &program.stmt(body).kind {
        StmtKind::Omp(id) => Some((*id, vec![])),
        StmtKind::Block(stmts) => {
            let real = |stmt: &StmtId| !matches!(program.stmt(*stmt).kind, StmtKind::Null);
            let mut real: Vec<StmtId> = stmts.iter().copied().filter(real).collect();
            let last = real.pop()?;
            match program.stmt(last).kind {
                StmtKind::Omp(id) => Some((id, real)),
                StmtKind::Block(_) if real.is_empty() => parallel_loop(program, last),
                _ => None,
            }
        }
        _ => None,
    }
}

/// A candidate that may be flattened.
struct Flat {
    of: Candidate,
    /// How far each inner loop goes.
    bounds: Vec<Bounds>,
    /// Whether anything needs what the statements in front of the inner construct compute.
    keeps_before: bool,
    /// The variables of the outer loops that anything needs inside.
    used: HashSet<VarId>,
    /// Scalars that the inner loop's threads have for themselves.
    scalars: Vec<(VarId, Private)>,
    /// Clauses of the inner construct that the collapsed loop keeps.
    clauses: Vec<Clause>,
}

/// How far an inner loop goes.
enum Bounds {
    /// Its bounds have one value for the whole region.
    Own,
    /// It goes through a tile of at most so many values.
    Tile(Limit),
    /// It goes through the tiles of a whole range, one after the other, of at most so many values.
    Whole(Whole, Limit),
}

impl Transformer<'_> {
    fn flatten(&mut self, one: Flat) {
        let Candidate {
            outer,
            inner,
            teams,
            threads,
            before,
        } = one.of;
        let span = self.program.stmt(threads.body).span;
        self.place = self.program.stmt(threads.loops[0].stmt).span;
        let at = Place {
            span: self.place,
            func: self.program.constructs[outer].func,
            construct: Some(outer),
        };
        let mut body = threads.body;
        let mut headers = vec![];
        let mut joined = vec![];
        let mut tiles = vec![];
        for (inner, bounds) in threads.loops.iter().zip(&one.bounds).rev() {
            headers.push(match bounds {
                Bounds::Own => None,
                Bounds::Tile(limit) => {
                    let (header, inside) = self.places(inner, limit, body, at);
                    body = inside;
                    Some(header)
                }
                Bounds::Whole(whole, _) => {
                    let over = &teams.loops[whole.outer];
                    joined.push(whole.outer);
                    let header = self.range(inner, over, whole, at);
                    if one.used.contains(&over.var) {
                        tiles.push(self.tile_of(inner, over, whole, at));
                    }
                    Some(header)
                }
            });
        }
        if one.keeps_before {
            tiles.extend(&before);
        }
        if !tiles.is_empty() {
            body = self.joined(&tiles, body, span);
        }
        for (inner, header) in threads.loops.iter().rev().zip(headers) {
            body = match header {
                Some(header) => self.looped(header, body, at),
                None => {
                    self.set_body(inner.stmt, body);
                    inner.stmt
                }
            };
        }
        for (place, over) in teams.loops.iter().enumerate().rev() {
            if !joined.contains(&place) {
                self.set_body(over.stmt, body);
                body = over.stmt;
            }
        }
        // The nest keeps its place in the text.
        let nest = self.program.constructs[outer].body;
        if let Some(nest) = nest.filter(|nest| *nest != body) {
            self.program.stmts[nest].kind = self.program.stmts[body].kind.clone();
        }
        let depth = teams.loops.len() + threads.loops.len() - joined.len();
        self.combine(outer, inner, depth, (one.scalars, one.clauses));
    }

    /// The header of the loop over the range that the tiles of `over` are.
    fn range(
        &mut self,
        one: &CanonicalLoop,
        over: &CanonicalLoop,
        whole: &Whole,
        at: Place,
    ) -> Header {
        let ty = self.program.vars[one.var].ty.id;
        let bound = match whole.tiles {
            Tiles::First => whole.end,
            Tiles::Number => {
                // The number of tiles may have been computed for another range.
                let wide = self.wide();
                // The host's text has casts alone.
                let (length, tiles) = (self.int(whole.length, wide), self.cast(over.hi, wide));
                let all = self.binary(BinOp::Mul, tiles, length, wide);
                let end = self.cast(whole.end, wide);
                let fewer = self.compare(BinOp::Lt, all, end);
                let all = self.cast(all, ty);
                self.choose(fewer, all, whole.end, ty)
            }
        };
        let init = self.declare(one.var, over.lo, at);
        let present = self.var(one.var);
        let cond = self.compare(BinOp::Lt, present, bound);
        let step = self.by_one(one.var, true);
        Header { init, cond, step }
    }

    /// The declaration of the variable of the loop over tiles, from a value in its tile.
    fn tile_of(
        &mut self,
        one: &CanonicalLoop,
        over: &CanonicalLoop,
        whole: &Whole,
        at: Place,
    ) -> StmtId {
        let ty = self.program.vars[one.var].ty.id;
        let value = match whole.tiles {
            Tiles::Number => {
                let (present, length) = (self.var(one.var), self.int(whole.length, ty));
                self.binary(BinOp::Div, present, length, ty)
            }
            Tiles::First => {
                // Differences of unsigned numbers of the same width do not overflow.
                let number = match *self.program.types.resolve(ty) {
                    Type::Int(kind) => self.program.types.int(kind.to_unsigned()),
                    _ => self.number_type(),
                };
                let present = self.var(one.var);
                let (present, first) = (self.cast(present, number), self.cast(over.lo, number));
                let distance = self.binary(BinOp::Sub, present, first, number);
                let length = self.int(whole.length, number);
                let within = self.binary(BinOp::Rem, distance, length, number);
                let within = self.cast(within, ty);
                let present = self.var(one.var);
                self.binary(BinOp::Sub, present, within, ty)
            }
        };
        self.declare(over.var, value, at)
    }

    fn set_body(&mut self, of: StmtId, new: StmtId) {
        if let StmtKind::For { body, .. } = &mut self.program.stmts[of].kind {
            *body = new;
        }
    }

    /// The block of some statements and of a body behind them, whose own braces go where its names are others.
    fn joined(&mut self, before: &[StmtId], body: StmtId, span: Span) -> StmtId {
        let program = &self.program;
        let names = |stmts: &[StmtId]| -> Option<HashSet<String>> {
            let mut found = HashSet::new();
            for &stmt in stmts {
                if let StmtKind::Decl(decls) = &program.stmt(stmt).kind {
                    for decl in decls {
                        let Decl::Var(var) = decl else { return None };
                        found.insert(program.vars[*var].name.clone());
                    }
                }
            }
            Some(found)
        };
        let inside = match &program.stmt(body).kind {
            StmtKind::Block(stmts) => match (names(before), names(stmts)) {
                (Some(a), Some(b)) if a.is_disjoint(&b) => stmts.clone(),
                _ => vec![body],
            },
            _ => vec![body],
        };
        let stmts = before.iter().copied().chain(inside).collect();
        self.stmt(StmtKind::Block(stmts), span)
    }

    /// The header of a loop over the places of a tile, and what it does at each: the body of the loop `one` where the
    /// tile is so long.
    fn places(
        &mut self,
        one: &CanonicalLoop,
        limit: &Limit,
        body: StmtId,
        at: Place,
    ) -> (Header, StmtId) {
        let (wide, number) = (self.wide(), self.number_type());
        let compared = self.program.expr(one.hi).ty.id;
        let narrow = self.is_plain(one);
        let (counted, bound, within) = self.most_places(one, limit);
        let name = format!("{}_place", self.program.vars[one.var].name);
        let place = self.variable(&name, counted, at);
        let zero = self.int(0, counted);
        let init = self.declare(place, zero, at);
        let op = relation(one.test);
        let present = self.var(place);
        let cond = self.compare(within, present, bound);
        let step = self.by_one(place, true);
        let header = Header { init, cond, step };

        let present = self.var(place);
        let (lo, hi) = (one.lo, one.hi);
        let exists = match narrow {
            true => {
                let (high, low) = (self.implicit(hi, wide), self.cast(lo, wide));
                let distance = self.binary(BinOp::Sub, high, low, wide);
                let present = self.implicit(present, wide);
                self.compare(op, present, distance)
            }
            false => {
                let (high, low) = (self.cast(hi, number), self.cast(lo, compared));
                let any = self.compare(op, low, hi);
                let low = self.cast(low, number);
                let distance = self.binary(BinOp::Sub, high, low, number);
                let present = self.cast(present, number);
                let inside = self.compare(op, present, distance);
                let ty = self.program.types.int(IntKind::Int);
                self.binary(BinOp::And, any, inside, ty)
            }
        };
        let ty = self.program.vars[one.var].ty.id;
        let present = self.var(place);
        let (low, present) = (self.implicit(lo, ty), self.cast(present, ty));
        let value = self.binary(BinOp::Add, low, present, ty);
        let declared = self.declare(one.var, value, at);
        let inside = self.joined(&[declared], body, at.span);
        let then = StmtKind::If {
            cond: exists,
            then: inside,
            other: None,
        };
        (header, self.stmt(then, at.span))
    }

    /// The type of a tile's places, and the bound and the relation of the loop over them.
    fn most_places(&mut self, one: &CanonicalLoop, limit: &Limit) -> (TypeId, ExprId, BinOp) {
        let counted = self.program.expr(limit.distance).ty.id;
        // `place <= distance - 1` is `place < distance`.
        let (less, op) = match (one.test, limit.less) {
            (Test::Le, 1..) => (limit.less - 1, BinOp::Lt),
            (test, less) => (less, relation(test)),
        };
        if less == 0 {
            return (counted, limit.distance, op);
        }
        let bound = match int_value(self.program, limit.distance) {
            Some(value) if value >= less => self.int(value - less, counted),
            // What is above the distance does no harm: such places do not exist.
            _ => limit.distance,
        };
        (counted, bound, op)
    }

    /// Makes one construct of both.
    fn combine(
        &mut self,
        outer: ConstructId,
        inner: ConstructId,
        depth: usize,
        (scalars, clauses): (Vec<(VarId, Private)>, Vec<Clause>),
    ) {
        let ty = self.program.types.int(IntKind::Int);
        let number = self.int(depth as i128, ty);
        let parallel = &mut self.program.constructs[inner];
        let pragma = parallel.pragma;
        parallel.written = Some(std::mem::replace(
            &mut parallel.directive,
            DirectiveKind::Nothing,
        ));
        parallel.clauses.clear();
        parallel.shared_scalars.clear();
        parallel.body = None;
        let construct = &mut self.program.constructs[outer];
        let leaves = construct.directive.leaves().iter().copied();
        let leaves = leaves.chain([Leaf::Parallel, Leaf::For]).collect();
        let combined = DirectiveKind::Construct(leaves);
        construct.written = Some(std::mem::replace(&mut construct.directive, combined));
        construct.clauses.extend(clauses);
        for (var, how) in scalars {
            if !construct.shared_scalars.iter().any(|(one, _)| *one == var) {
                construct.shared_scalars.push((var, how));
            }
        }
        let collapse = ClauseKind::Collapse(number);
        let old = { construct.clauses.iter_mut() }
            .find(|clause| matches!(clause.kind, ClauseKind::Collapse(_)));
        match old {
            Some(old) => old.kind = collapse,
            None => construct.clauses.push(Clause {
                kind: collapse,
                span: pragma,
                modifier: None,
            }),
        }
        self.program.loops.flattened.push(Flattened {
            construct: outer,
            inner: pragma,
        });
    }
}

fn relation(test: Test) -> BinOp {
    match test {
        Test::Le => BinOp::Le,
        _ => BinOp::Lt,
    }
}
