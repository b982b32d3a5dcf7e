//! What a region does with a structure of which its list items name some members: whether it uses others, too.
//!
//! From the text of the region and its clauses. A member that a list item names, or whose value leads to one, is that
//! item's; of the others the region must see the host's values whatever has brought the structure to the device before
//! (OpenMP 5.2, 5.8.1). Must not know how the structure is passed.

use crate::ir::*;
use crate::omp::ClauseKind;
use crate::plan::items::sections::{same_lvalue, strip_decay};

/// What a region does with the members that no list item names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Others {
    /// Nothing.
    Unused,
    /// It reads them at most.
    Read,
    /// The address of the structure goes somewhere that is not followed.
    Escape,
    /// It writes some.
    Written,
}

/// What a construct does with other members of the structure that `holder` is or leads to: a variable, an array of such
/// structures, or a pointer. The contents of a data environment are regions of their own: what they see may be anything.
pub fn of(program: &Program, construct: &Construct, holder: ExprId) -> Others {
    let is_region = construct.directive.has(crate::omp::Leaf::Target);
    let Some(body) = construct.body.filter(|_| is_region) else {
        return Others::Read;
    };
    let mut members = vec![];
    for clause in &construct.clauses {
        let maps = matches!(
            clause.kind,
            ClauseKind::Map(_) | ClauseKind::Reduction { .. }
        );
        for item in clause.items().iter().filter(|_| maps) {
            if let ItemKind::Part { base, .. } = item.kind {
                named_in(program, holder, base, &mut members);
            }
        }
    }
    let mut search = Search {
        program,
        construct,
        holder,
        leads: program.types.is_pointer(program.expr(holder).ty.id),
        members,
        found: Others::Unused,
    };
    search.stmt(body);
    search.found
}

/// The members of the structure of `holder` that an lvalue of a list item is in, or is reached through.
fn named_in(program: &Program, holder: ExprId, lvalue: ExprId, members: &mut Vec<ExprId>) {
    let top = strip_decay(program, lvalue);
    let mut at = top;
    loop {
        let (of, leads) = match program.expr(at).kind {
            ExprKind::Member { base, arrow, .. } => (base, arrow),
            ExprKind::Index { base, .. } => (base, true),
            ExprKind::Deref(base) => (base, true),
            _ => return,
        };
        let of = strip_decay(program, of);
        let behind = leads && program.types.is_pointer(program.expr(of).ty.id);
        if same_lvalue(program, of, holder) {
            // An element as a whole has no members that others could name.
            let is_member = matches!(program.expr(top).kind, ExprKind::Member { .. });
            if is_member && !members.iter().any(|&one| same_lvalue(program, one, top)) {
                members.push(top);
            }
            return;
        }
        if behind {
            return named_in(program, holder, of, members);
        }
        at = of;
    }
}

/// How an lvalue is used.
type How = Others;

struct Search<'a> {
    program: &'a Program,
    construct: &'a Construct,
    holder: ExprId,
    /// Whether the structure is what the holder points at.
    leads: bool,
    members: Vec<ExprId>,
    found: Others,
}

impl Search<'_> {
    fn note(&mut self, how: How) {
        self.found = self.found.max(how);
    }

    fn stmt(&mut self, id: StmtId) {
        let program = self.program;
        let stmt = program.stmt(id);
        if let StmtKind::Omp(inner) = stmt.kind {
            self.clauses(&program.constructs[inner]);
        }
        if matches!(stmt.kind, StmtKind::Asm { .. }) {
            self.note(How::Escape);
        }
        program.each_expr_of(stmt, &mut |expr| self.expr(expr, How::Read));
        program.each_child(stmt, &mut |child| self.stmt(child));
    }

    /// The clauses of a construct within the region.
    fn clauses(&mut self, inner: &Construct) {
        for clause in &inner.clauses {
            for &expr in clause.kind.exprs() {
                self.expr(expr, How::Read);
            }
            for item in clause.items() {
                match &item.kind {
                    ItemKind::Part { base, dims, .. } => {
                        self.expr(*base, How::Written);
                        let exprs = dims.iter().flat_map(|d| [d.lower, d.length, d.stride]);
                        exprs.flatten().for_each(|e| self.expr(e, How::Read));
                    }
                    _ => {
                        let holder = &self.program.expr(self.holder).kind;
                        let is_it =
                            matches!(holder, ExprKind::Var(var) if item.var() == Some(*var));
                        if is_it && !self.leads {
                            self.note(How::Escape);
                        }
                    }
                }
            }
        }
    }

    fn is_holder(&self, id: ExprId) -> bool {
        !matches!(self.program.expr(id).kind, ExprKind::Convert { .. })
            && same_lvalue(self.program, id, self.holder)
    }

    fn is_member(&self, id: ExprId) -> bool {
        let is_lvalue = matches!(self.program.expr(id).kind, ExprKind::Member { .. });
        let mut members = self.members.iter();
        is_lvalue && members.any(|&one| self.same_member(id, one))
    }

    /// Whether an lvalue is a member that a list item is or is reached through. A mapper says the same of each element.
    fn same_member(&self, id: ExprId, of_item: ExprId) -> bool {
        let program = self.program;
        let (a, b) = (strip_decay(program, id), strip_decay(program, of_item));
        let each = |index: ExprId| match program.expr(strip_decay(program, index)).kind {
            ExprKind::Var(var) => {
                let name = &program.vars[var].name;
                self.construct.iterators.contains(&var) && name.starts_with(MADE_ITERATOR)
            }
            _ => false,
        };
        match (&program.expr(a).kind, &program.expr(b).kind) {
            (
                ExprKind::Member {
                    base: x, path: p, ..
                },
                ExprKind::Member {
                    base: y, path: q, ..
                },
            ) => p == q && self.same_member(*x, *y),
            (ExprKind::Index { base: x, .. }, ExprKind::Index { base: y, index })
                if each(*index) =>
            {
                same_lvalue(program, *x, *y)
            }
            _ => same_lvalue(program, a, b),
        }
    }

    fn expr(&mut self, id: ExprId, how: How) {
        let program = self.program;
        let expr = program.expr(id);
        if self.is_member(id) {
            return self.subscripts(id);
        }
        if self.is_holder(id) {
            // The value of a pointer goes somewhere; what of the structure is used there is not known.
            return self.note(if self.leads { How::Escape } else { how });
        }
        match &expr.kind {
            ExprKind::Member { base, arrow, .. } => self.reached(*base, *arrow, how),
            ExprKind::Deref(base) => self.reached(*base, true, how),
            ExprKind::Index { base, index } => {
                self.reached(*base, true, how);
                self.expr(*index, How::Read);
            }
            ExprKind::Assign { lhs, rhs } | ExprKind::CompoundAssign { lhs, rhs, .. } => {
                self.expr(*lhs, How::Written);
                self.expr(*rhs, How::Read);
            }
            ExprKind::IncDec { arg, .. } => self.expr(*arg, How::Written),
            ExprKind::AddrOf(arg)
            | ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.expr(*arg, How::Escape),
            ExprKind::StmtExpr(block) => self.stmt(*block),
            _ => program.each_operand(expr, &mut |sub| self.expr(sub, How::Read)),
        }
    }

    /// An lvalue that lies in `base`, or where it points.
    fn reached(&mut self, base: ExprId, through: bool, how: How) {
        let of = strip_decay(self.program, base);
        let is_pointer = self.program.types.is_pointer(self.program.expr(of).ty.id);
        match through && is_pointer {
            true if self.leads && self.is_holder(of) => self.note(how),
            true => self.expr(of, How::Read),
            false => self.expr(of, how),
        }
    }

    /// The subscripts in a member of a list item.
    fn subscripts(&mut self, id: ExprId) {
        let program = self.program;
        match program.expr(id).kind {
            ExprKind::Member { base, .. } | ExprKind::Deref(base) => self.subscripts(base),
            ExprKind::Convert { arg, .. } => self.subscripts(arg),
            ExprKind::Index { base, index } => {
                self.subscripts(base);
                self.expr(index, How::Read);
            }
            _ => {}
        }
    }
}
