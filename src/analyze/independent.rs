//! Whether no iteration of a `simd` loop accesses what another one writes.
//!
//! `simd` alone does not promise that: iterations may depend on each other in the order of the text, which vector
//! instructions keep (`a[j] = a[j + 1]`). From the IR: each piece of memory that the body writes must be written at a
//! place that belongs to the iteration alone, and be accessed there only. Different variables are taken to lead to
//! different memory. Must not know how the loop is executed.

use super::facts::Facts;
use super::footprint::same;
use super::uses::Uses;
use crate::ir::constants::int_value;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use crate::omp::DirectiveKind;
use crate::source::Span;

/// The place of the first access that makes iterations depend on each other; none where they are independent. `own`
/// are the variables of which each iteration has its own, in registers.
pub fn obstacle(
    facts: &Facts,
    inner: &CanonicalLoop,
    outer_body: StmtId,
    own: &dyn Fn(VarId) -> bool,
) -> Option<Span> {
    let program = facts.program;
    let mut walk = Walk {
        program,
        inner,
        outside: facts.uses(outer_body),
        inside: facts.uses(inner.body),
        own,
        found: vec![],
        lost: None,
        unknown: None,
    };
    walk.stmt(inner.body);
    if walk.lost.is_some() {
        return walk.lost;
    }
    let calls = walk
        .inside
        .calls
        .iter()
        .map(|&func| facts.effects.of_func(func));
    let (loads, stores) = calls.fold((false, false), |(loads, stores), one| {
        (loads || one.loads, stores || one.stores)
    });
    let written = walk.found.iter().find(|access| access.written);
    if stores || loads && written.is_some() {
        return Some(program.stmt(inner.body).span);
    }
    if walk.unknown.is_some() && written.is_some() {
        return walk.unknown;
    }
    let mut all = walk.found.iter();
    let bad = all.find(|access| {
        access.written && !walk.has_own_place(access)
            || walk
                .found
                .iter()
                .any(|store| store.written && walk.conflicts(store, access))
    });
    bad.map(|access| access.place)
}

/// An access to an object, or to what a pointer leads to, with its subscripts from the outside in.
struct Access {
    /// The variable that the access names.
    named: VarId,
    /// The variable that the named pointer was computed from, where the iteration has computed it; else the named
    /// one.
    root: VarId,
    ty: TypeId,
    subscripts: Vec<ExprId>,
    written: bool,
    /// The access is atomic: its order among iterations does not matter.
    atomic: bool,
    place: Span,
}

struct Walk<'a> {
    program: &'a Program,
    inner: &'a CanonicalLoop,
    outside: &'a Uses,
    inside: &'a Uses,
    own: &'a dyn Fn(VarId) -> bool,
    found: Vec<Access>,
    /// The first access of which nothing is known.
    lost: Option<Span>,
    /// The first place that reads behind a pointer of which it is not known where it leads: whatever it reads, no other
    /// iteration writes it where none writes any memory.
    unknown: Option<Span>,
}

/// How many definitions of variables are followed, one leading to the next.
const DEPTH: u32 = 8;

impl Walk<'_> {
    fn stmt(&mut self, id: StmtId) {
        let program = self.program;
        let node = program.stmt(id);
        if let StmtKind::Omp(inner) = node.kind
            && program.constructs[inner].directive == DirectiveKind::Atomic
        {
            let before = self.found.len();
            program.each_child(node, &mut |child| self.stmt(child));
            self.found[before..]
                .iter_mut()
                .for_each(|access| access.atomic = true);
            return;
        }
        program.each_expr_of(node, &mut |expr| self.expr(expr));
        program.each_child(node, &mut |child| self.stmt(child));
    }

    fn expr(&mut self, id: ExprId) {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.expr(*rhs);
                self.access(*lhs, true);
            }
            ExprKind::IncDec { arg, .. } => self.access(*arg, true),
            ExprKind::Var(_)
            | ExprKind::Index { .. }
            | ExprKind::Deref(_)
            | ExprKind::Member { .. } => self.access(id, false),
            ExprKind::StmtExpr(_) | ExprKind::Opaque { .. } => self.lost = Some(expr.span),
            _ => program.each_operand(expr, &mut |sub| self.expr(sub)),
        }
    }

    fn access(&mut self, id: ExprId, written: bool) {
        let place = self.program.expr(id).span;
        let mut subscripts = vec![];
        match self.chain(id, &mut subscripts) {
            // Each lane has its own copy of the variable.
            Some((named, false)) if (self.own)(named) => {}
            Some((named, behind)) => {
                let root = match behind {
                    true => self.origin(named, DEPTH),
                    false => Some(named),
                };
                let Some(root) = root else {
                    let kept = match written {
                        true => &mut self.lost,
                        false => &mut self.unknown,
                    };
                    *kept = kept.or(Some(place));
                    return;
                };
                subscripts.reverse();
                self.found.push(Access {
                    named,
                    root,
                    ty: self.program.expr(id).ty.id,
                    subscripts,
                    written,
                    atomic: false,
                    place,
                });
            }
            None => self.lost = self.lost.or(Some(place)),
        }
    }

    /// The variable that an access names, and whether the access is to memory behind that pointer. Pushes the
    /// subscripts, innermost first, and visits the accesses that they make themselves.
    fn chain(&mut self, id: ExprId, subscripts: &mut Vec<ExprId>) -> Option<(VarId, bool)> {
        let program = self.program;
        match program.expr(id).kind {
            ExprKind::Var(var) => Some((var, false)),
            ExprKind::Member { base, arrow, .. } => {
                let of = program.expr(base).ty.id;
                let of = match program.types.resolve(of) {
                    Type::Pointer(to) => to.id,
                    _ => of,
                };
                if let Type::Record(record) = program.types.resolve(of)
                    && program.records[*record].is_union
                {
                    return None;
                }
                match arrow {
                    false => self.chain(base, subscripts),
                    true => self.pointer(base, subscripts),
                }
            }
            ExprKind::Deref(base) => self.pointer(base, subscripts),
            ExprKind::Index { base, index } => {
                self.expr(index);
                subscripts.push(index);
                self.pointer(base, subscripts)
            }
            _ => None,
        }
    }

    fn pointer(&mut self, id: ExprId, subscripts: &mut Vec<ExprId>) -> Option<(VarId, bool)> {
        let program = self.program;
        match program.expr(id).kind {
            ExprKind::Var(var) => Some((var, true)),
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.chain(arg, subscripts),
            ExprKind::Convert { arg, .. } => self.pointer(arg, subscripts),
            ExprKind::Binary {
                op: BinOp::Add,
                lhs,
                rhs,
            } => {
                let points = |e: ExprId| program.types.is_pointer(program.expr(e).ty.id);
                let (base, index) = if points(lhs) { (lhs, rhs) } else { (rhs, lhs) };
                self.expr(index);
                subscripts.push(index);
                self.pointer(base, subscripts)
            }
            // A pointer that lies in memory.
            ExprKind::Index { .. } | ExprKind::Member { .. } | ExprKind::Deref(_) => {
                self.access(id, false);
                let (named, _) = self.chain(id, subscripts)?;
                Some((named, true))
            }
            _ => None,
        }
    }

    /// The variable that a pointer of the iteration was computed from, at a distance that is the same in every
    /// iteration. A pointer that has been moved is not followed.
    fn origin(&self, var: VarId, depth: u32) -> Option<VarId> {
        let program = self.program;
        let depth = depth.checked_sub(1)?;
        if self.inside.get(var).maybe_written() {
            return None;
        }
        if !self.outside.declared.contains(&var) {
            return Some(var);
        }
        if self.outside.get(var).maybe_written() {
            return None;
        }
        match &program.vars[var].init {
            Some(Init::Expr(init)) => self.origin_of(*init, depth),
            _ => None,
        }
    }

    fn origin_of(&self, id: ExprId, depth: u32) -> Option<VarId> {
        let program = self.program;
        match program.expr(id).kind {
            ExprKind::Var(var) if program.types.is_array(program.vars[var].ty.id) => Some(var),
            ExprKind::Var(var) => self.origin(var, depth),
            ExprKind::Convert { arg, .. } | ExprKind::AddrOf(arg) | ExprKind::Deref(arg) => {
                self.origin_of(arg, depth)
            }
            ExprKind::Index { base, .. } | ExprKind::Member { base, .. } => {
                self.origin_of(base, depth)
            }
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                let points = |e: ExprId| program.types.is_pointer(program.expr(e).ty.id);
                self.origin_of(if points(lhs) { lhs } else { rhs }, depth)
            }
            _ => None,
        }
    }

    /// Whether each iteration accesses an element of its own: exactly one subscript moves with the iteration.
    fn has_own_place(&self, access: &Access) -> bool {
        access.atomic || self.moving(access).is_some()
    }

    fn moving(&self, access: &Access) -> Option<usize> {
        let mut found = None;
        for (at, &subscript) in access.subscripts.iter().enumerate() {
            match self.moves(subscript, DEPTH)? {
                true if found.is_some() => return None,
                true => found = Some(at),
                false => {}
            }
        }
        found
    }

    /// Whether the two may access the same element in different iterations.
    fn conflicts(&self, store: &Access, other: &Access) -> bool {
        if store.root != other.root
            || store.atomic && other.atomic
            || self.must_differ(store, other)
        {
            return false;
        }
        let at = match (store.atomic || other.atomic, self.moving(store)) {
            (false, Some(at)) => at,
            _ => return true,
        };
        // The subscripts before this one choose among arrays; those at the same depth choose among elements.
        let subscript = other.subscripts.get(at);
        let alike = subscript.is_some_and(|&one| same(self.program, store.subscripts[at], one));
        !alike || self.moving(other) != Some(at) || store.named != other.named
    }

    /// Whether the types alone say that the two accesses are to different objects (C11, 6.5, paragraph 7): a byte may
    /// be part of any object.
    fn must_differ(&self, a: &Access, b: &Access) -> bool {
        let types = &self.program.types;
        let scalar = |ty: TypeId| {
            let whole = types.is_integer(ty) || types.is_pointer(ty);
            whole || matches!(types.resolve(ty), Type::Float(_))
        };
        let bytes = |ty: TypeId| self.program.size_of(ty) == Some(1);
        scalar(a.ty) && scalar(b.ty) && !bytes(a.ty) && !bytes(b.ty) && !types.same(a.ty, b.ty)
    }

    /// Whether a subscript moves by a constant distance in each iteration (or does not move at all); none where that
    /// is not known.
    fn moves(&self, id: ExprId, depth: u32) -> Option<bool> {
        let program = self.program;
        let depth = depth.checked_sub(1)?;
        match program.expr(id).kind {
            ExprKind::Var(var) if var == self.inner.var => Some(true),
            ExprKind::Var(var) => {
                if self.inside.get(var).maybe_written() {
                    return None;
                }
                match &program.vars[var].init {
                    Some(Init::Expr(init)) if self.inside.declared.contains(&var) => {
                        self.moves(*init, depth)
                    }
                    _ if self.inside.declared.contains(&var) => None,
                    _ => Some(false),
                }
            }
            ExprKind::Int { .. } | ExprKind::EnumConst { .. } | ExprKind::SizeOf { .. } => {
                Some(false)
            }
            ExprKind::Convert { arg, .. } => {
                let moves = self.moves(arg, depth)?;
                let bytes = |e: ExprId| program.size_of(program.expr(e).ty.id);
                (!moves || bytes(id) >= bytes(arg)).then_some(moves)
            }
            ExprKind::Unary {
                op: UnOp::Neg | UnOp::Plus,
                arg,
            } => self.moves(arg, depth),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => match (self.moves(lhs, depth)?, self.moves(rhs, depth)?) {
                (true, true) => None,
                (left, right) => Some(left || right),
            },
            ExprKind::Binary {
                op: BinOp::Mul,
                lhs,
                rhs,
            } => match (self.moves(lhs, depth)?, self.moves(rhs, depth)?) {
                (false, false) => Some(false),
                (true, false) => int_value(program, rhs).filter(|n| *n != 0).map(|_| true),
                (false, true) => int_value(program, lhs).filter(|n| *n != 0).map(|_| true),
                (true, true) => None,
            },
            _ => {
                // The value is the same in all iterations, if nothing in it changes.
                let uses = Uses::of_expr(program, id);
                let fixed = uses.order.iter().all(|&var| {
                    var != self.inner.var
                        && !self.inside.declared.contains(&var)
                        && !self.inside.get(var).maybe_written()
                });
                (fixed && !uses.loads && uses.calls.is_empty() && !uses.calls_unknown)
                    .then_some(false)
            }
        }
    }
}
