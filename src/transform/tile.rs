//! `tile` (OpenMP 5.2, 9.1) and `unroll partial` where another directive finds its loop (9.2): a loop over the
//! first iterations of the tiles, and one over the iterations of a tile.

use super::made::{Header, Place};
use super::{Done, Transformer};
use crate::diag::{Code, Diagnostic};
use crate::ir::nests::{CanonicalLoop, Test};
use crate::ir::*;
use crate::omp::ClauseKind;

/// The loops that one loop becomes.
struct Tiled {
    floor: Header,
    tile: Header,
    /// The user's variable and its value, which the body begins with, where the loops count iterations.
    value: Option<(VarId, ExprId)>,
}

impl Transformer<'_> {
    pub(super) fn tile(&mut self, id: ConstructId, stmt: StmtId) -> Done<()> {
        let construct = &self.program.constructs[id];
        let at = self.place(id, stmt);
        let sizes = construct.clauses.iter().find_map(|c| match &c.kind {
            ClauseKind::Sizes(sizes) => Some(sizes.clone()),
            _ => None,
        });
        let sizes = sizes.unwrap_or_default();
        if sizes.is_empty() {
            return Ok(());
        }
        let nest = self.nest(id, sizes.len())?;
        self.rectangular(id, &nest)?;
        if self.is_empty(&nest) {
            self.replace(id, stmt, nest.loops[0].stmt, &nest);
            return Ok(());
        }
        let mut tiled = vec![];
        for (one, size) in nest.loops.iter().zip(&sizes) {
            tiled.push(self.tiled(one, *size, nest.body, at, "tile")?);
        }
        let mut inside = nest.body;
        let values: Vec<(VarId, ExprId)> = tiled.iter().filter_map(|one| one.value).collect();
        if !values.is_empty() {
            let mut stmts: Vec<StmtId> = vec![];
            for (var, init) in values {
                stmts.push(self.declare(var, init, at));
            }
            stmts.push(inside);
            inside = self.stmt(StmtKind::Block(stmts), at.span);
        }
        let mut floors = vec![];
        let mut tiles = vec![];
        for one in tiled {
            floors.push(one.floor);
            tiles.push(one.tile);
        }
        for header in floors.into_iter().chain(tiles).rev() {
            inside = self.looped(header, inside, at);
        }
        self.replace(id, stmt, inside, &nest);
        Ok(())
    }

    /// `unroll partial(factor)`: the inner loop keeps the directive.
    pub(super) fn unroll(&mut self, id: ConstructId, stmt: StmtId, factor: ExprId) -> Done<()> {
        let at = self.place(id, stmt);
        let nest = self.nest(id, 1)?;
        if self.is_empty(&nest) {
            self.replace(id, stmt, nest.loops[0].stmt, &nest);
            return Ok(());
        }
        let one = self.tiled(&nest.loops[0], factor, nest.body, at, "unrolled")?;
        let mut inside = nest.body;
        if let Some((var, init)) = one.value {
            let declared = self.declare(var, init, at);
            inside = self.stmt(StmtKind::Block(vec![declared, inside]), at.span);
        }
        let inner = self.looped(one.tile, inside, at);
        let kept = self.stmt(StmtKind::Omp(id), at.span);
        let outer = self.looped(one.floor, kept, at);
        self.replace(id, stmt, outer, &nest);
        self.program.constructs[id].body = Some(inner);
        Ok(())
    }

    fn tiled(
        &mut self,
        one: &CanonicalLoop,
        size: ExprId,
        body: StmtId,
        at: Place,
        what: &str,
    ) -> Done<Tiled> {
        if !self.program.types.is_integer(self.program.expr(size).ty.id) {
            let span = self.program.expr(size).span;
            let message = "the size of a tile must be an integer";
            return Err(Box::new(
                Diagnostic::error(Code::Clause, span, message).note("OpenMP 5.2, section 9.1.1"),
            ));
        }
        let name = self.program.vars[one.var].name.clone();
        let own = self.own_variable(one, body, at)?;
        Ok(match self.is_plain(one) {
            true => self.tiled_values(one, own, &name, size, at, what),
            false => self.tiled_numbers(one, own, &name, size, at, what),
        })
    }

    /// Loops over the values of the user's variable.
    fn tiled_values(
        &mut self,
        one: &CanonicalLoop,
        own: VarId,
        name: &str,
        size: ExprId,
        at: Place,
        what: &str,
    ) -> Tiled {
        let wide = self.wide();
        let compared = self.program.expr(one.hi).ty.id;
        let op = match one.test {
            Test::Lt => BinOp::Lt,
            _ => BinOp::Le,
        };
        let start = self.variable(&format!("{name}_{what}"), wide, at);
        let lo = self.implicit(one.lo, wide);
        let init = self.declare(start, lo, at);
        let end = self.implicit(one.hi, wide);
        let first = self.var(start);
        let cond = self.compare(op, first, end);
        let step = self.by(start, size);
        let floor = Header { init, cond, step };

        let ty = self.program.vars[own].ty.id;
        let first = self.var(start);
        let first = self.cast(first, ty);
        let init = self.declare(own, first, at);
        let size = self.implicit(size, wide);
        let first = self.var(start);
        let mut next = self.binary(BinOp::Add, first, size, wide);
        if op == BinOp::Le {
            let unit = self.int(1, wide);
            next = self.binary(BinOp::Sub, next, unit, wide);
        }
        let full = self.compare(BinOp::Lt, next, end);
        let bound = self.choose(full, next, end, wide);
        let bound = self.cast(bound, compared);
        let present = self.var(own);
        let present = self.implicit(present, compared);
        let cond = self.compare(op, present, bound);
        let step = self.by_one(own, true);
        let tile = Header { init, cond, step };
        Tiled {
            floor,
            tile,
            value: None,
        }
    }

    /// Loops that count the iterations.
    fn tiled_numbers(
        &mut self,
        one: &CanonicalLoop,
        own: VarId,
        name: &str,
        size: ExprId,
        at: Place,
        what: &str,
    ) -> Tiled {
        let number = self.number_type();
        let start = self.variable(&format!("{name}_{what}"), number, at);
        let zero = self.int(0, number);
        let init = self.declare(start, zero, at);
        let trips = self.trips(one);
        let first = self.var(start);
        let cond = self.compare(BinOp::Lt, first, trips);
        let step = self.by(start, size);
        let floor = Header { init, cond, step };

        let k = self.variable(&format!("{name}_number"), number, at);
        let first = self.var(start);
        let init = self.declare(k, first, at);
        let size = self.cast(size, number);
        let first = self.var(start);
        let left = self.binary(BinOp::Sub, trips, first, number);
        let full = self.compare(BinOp::Gt, left, size);
        let next = self.binary(BinOp::Add, first, size, number);
        let bound = self.choose(full, next, trips, number);
        let present = self.var(k);
        let cond = self.compare(BinOp::Lt, present, bound);
        let step = self.by_one(k, true);
        let tile = Header { init, cond, step };
        let present = self.var(k);
        let value = self.value(one, present);
        Tiled {
            floor,
            tile,
            value: Some((own, value)),
        }
    }
}
