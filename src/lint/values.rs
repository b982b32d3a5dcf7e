//! Whether threads that share an object have the same value of an expression.
//!
//! From the assignments that a walk has passed, in the order of the text. Depth is that of `threads`. All threads of
//! a depth have the same value where it is computed from what they share; they have different values where it is
//! computed from an iteration's number, a thread's number or an element that such a number selects.

use super::lvalues::alike;
use crate::analyze::facts::Facts;
use crate::analyze::uses::Uses;
use crate::ir::*;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Same {
    Yes,
    No,
    Unknown,
}

impl Same {
    /// Whether threads have the same value of something that is computed from both.
    fn and(self, other: Same) -> Same {
        match (self, other) {
            (Same::No, _) | (_, Same::No) => Same::No,
            (Same::Unknown, _) | (_, Same::Unknown) => Same::Unknown,
            _ => Same::Yes,
        }
    }
}

/// What an lvalue designates, as far as the text determines it.
pub struct Object {
    /// The variable, or the pointer that leads to the object.
    pub var: VarId,
    /// The depth of its copy; 0 for what the host passes.
    pub depth: usize,
    pub behind: bool,
    pub subscripts: Vec<ExprId>,
    /// Whether it is a member, or a part of one.
    pub member: bool,
}

impl Object {
    /// Whether the object is the variable itself.
    pub fn is_whole(&self) -> bool {
        !self.behind && !self.member && self.subscripts.is_empty()
    }
}

/// The depth of a variable's copy, whether threads have the same value of it, and the expression that it points to.
pub type Known = (Option<usize>, Option<Same>, Option<ExprId>);

pub struct Values<'a> {
    pub(super) program: &'a Program,
    pub(super) facts: &'a Facts<'a>,
    /// What the region does to variables, anywhere in it.
    pub(super) uses: Uses,
    /// The depth of each variable's copy.
    depths: BTreeMap<VarId, usize>,
    /// Whether threads that have copies of their own have the same value in them.
    pub(super) values: BTreeMap<VarId, Same>,
    /// Iteration variables of loops whose iterations several threads share.
    pub(super) distributed: BTreeSet<VarId>,
    /// Variables that are true for one thread at most.
    pub(super) selecting: BTreeSet<VarId>,
    /// Variables computed from memory: several threads may have the same number.
    pub(super) from_memory: BTreeSet<VarId>,
    /// Pointers to a part of an object, each with the expression that says to which.
    leads: BTreeMap<VarId, ExprId>,
    /// Whether the current code gives each value to one thread at a time (a ticket).
    pub one_at_a_time: bool,
}

impl<'a> Values<'a> {
    pub fn new(facts: &'a Facts<'a>, region: ConstructId) -> Self {
        let program = facts.program;
        let body = program.constructs[region].body;
        Values {
            program,
            facts,
            uses: body.map_or_else(Uses::default, |body| facts.uses(body).clone()),
            depths: BTreeMap::new(),
            values: BTreeMap::new(),
            distributed: BTreeSet::new(),
            selecting: BTreeSet::new(),
            from_memory: BTreeSet::new(),
            leads: BTreeMap::new(),
            one_at_a_time: false,
        }
    }

    /// What is known of a variable.
    pub fn of(&self, var: VarId) -> Known {
        let at = var;
        (
            self.depths.get(&at).copied(),
            self.values.get(&at).copied(),
            self.leads.get(&at).copied(),
        )
    }

    /// Ends a construct that had copies of a variable. `written`: the original has received a value from a copy.
    pub fn back(&mut self, var: VarId, (depth, value, lead): Known, written: bool) {
        let at = var;
        let inside = self.values.remove(&at).filter(|_| written);
        let value = match (value, inside) {
            (Some(value), Some(inside)) => Some(value.and(inside)),
            (value, inside) => value.or(inside),
        };
        self.depths.remove(&at);
        self.leads.remove(&at);
        self.depths.extend(depth.map(|depth| (at, depth)));
        self.values.extend(value.map(|value| (at, value)));
        let lead = lead.filter(|&lead| !self.leads_to(lead, at));
        self.leads.extend(lead.map(|lead| (at, lead)));
    }

    /// Begins a construct that makes copies of a variable.
    pub fn copied(&mut self, var: VarId, depth: usize, value: Same) {
        self.leads.remove(&var);
        self.depths.insert(var, depth);
        self.values.insert(var, value);
    }

    /// Records an iteration variable whose values are distributed to different threads.
    pub fn distributed(&mut self, var: VarId, depth: usize) {
        self.copied(var, depth, Same::No);
        self.distributed.insert(var);
    }

    pub fn declared(&mut self, var: VarId, depth: usize, init: Option<ExprId>) {
        self.depths.insert(var, depth);
        if self.distributed.contains(&var) {
            return;
        }
        let aggregate = !self.program.types.is_scalar(self.program.vars[var].ty.id);
        let start = match init {
            Some(init) => self.same(init, 0),
            None if aggregate => Same::Unknown,
            None => Same::Yes,
        };
        self.values.insert(var, start);
        if let Some(init) = init {
            self.note(var, init);
            if !self.uses.get(var).maybe_written() {
                self.lead(var, init);
            }
        }
    }

    /// A parameter receives the value of an argument. Returns the variable that the parameter leads to.
    pub fn passed(&mut self, param: VarId, arg: ExprId, depth: usize) -> Option<VarId> {
        self.leads.remove(&param);
        self.selecting.remove(&param);
        self.from_memory.remove(&param);
        self.declared(param, depth, Some(arg));
        let lead = self.leads.get(&param)?;
        self.pointee(*lead).map(|object| object.var)
    }

    fn lead(&mut self, var: VarId, init: ExprId) {
        let pointer = self.program.types.is_pointer(self.program.vars[var].ty.id);
        if pointer && !self.leads_to(init, var) {
            self.leads.insert(var, init);
        }
    }

    /// Whether an expression names a variable, itself or by what its own variables lead to: a parameter of a recursive
    /// function whose argument is the parameter, and `p` in `int *p = p`, lead nowhere.
    fn leads_to(&self, expr: ExprId, var: VarId) -> bool {
        let uses = Uses::of_expr(self.program, expr);
        uses.vars.keys().any(|&named| {
            named == var
                || matches!(self.leads.get(&named), Some(&lead) if self.leads_to(lead, var))
        })
    }

    pub fn assigned(&mut self, lvalue: ExprId, value: ExprId) {
        let ExprKind::Var(var) = self.program.expr(lvalue).kind else {
            return;
        };
        let new = match self.one_at_a_time {
            true => Same::No,
            false => self.same(value, 0),
        };
        let had = self.values.get(&var).copied().unwrap_or(Same::Yes);
        self.values.insert(var, had.and(new));
        self.note(var, value);
    }

    /// Records what is known of a value that a variable receives.
    fn note(&mut self, var: VarId, value: ExprId) {
        if self.one_at_a_time || self.selects(value) {
            self.selecting.insert(var);
        }
        if self.loads(value) {
            self.from_memory.insert(var);
        }
    }

    fn depth(&self, var: VarId) -> usize {
        self.depths.get(&var).copied().unwrap_or(0)
    }

    /// Whether threads that share a copy made at `depth` have the same value of an expression.
    pub fn same(&self, id: ExprId, depth: usize) -> Same {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) if program.types.is_array(expr.ty.id) => match self.depth(*var) {
                own if own > depth => Same::Unknown,
                _ => self.unwritten(*var),
            },
            ExprKind::Var(var) if self.depth(*var) <= depth => self.unwritten(*var),
            ExprKind::Var(var) => *self.values.get(var).unwrap_or(&Same::Unknown),
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.address(*arg, depth),
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => {
                match self.object(id) {
                    Some(object) => {
                        let chosen = object.subscripts.iter();
                        let chosen = chosen.fold(Same::Yes, |s, &e| s.and(self.same(e, depth)));
                        let own = object.depth > depth;
                        chosen.and(match (own, object.behind) {
                            (true, _) => Same::Unknown,
                            (_, true) if self.uses.stores => Same::Unknown,
                            (_, true) => Same::Yes,
                            _ => self.unwritten(object.var),
                        })
                    }
                    None => {
                        let mut all = Same::Unknown;
                        program.each_operand(expr, &mut |sub| all = all.and(self.same(sub, depth)));
                        all
                    }
                }
            }
            ExprKind::Call { callee, args } => {
                let args = args.iter();
                let args = args.fold(Same::Yes, |s, &arg| s.and(self.same(arg, depth)));
                let Some(func) = program.callee(*callee) else {
                    return Same::Unknown;
                };
                match program.funcs[func].name.as_str() {
                    "omp_get_thread_num" | "omp_get_team_num" => return Same::No,
                    name if name.starts_with("omp_get_") => return args,
                    _ => {}
                }
                let what = self.facts.effects.of_func(func);
                match what.repeatable() && !what.asks_ids && !what.loads {
                    true => args,
                    false => args.and(Same::Unknown),
                }
            }
            ExprKind::StmtExpr(_) | ExprKind::Opaque { .. } => Same::Unknown,
            _ => {
                let mut all = Same::Yes;
                program.each_operand(expr, &mut |sub| all = all.and(self.same(sub, depth)));
                all
            }
        }
    }

    fn address(&self, lvalue: ExprId, depth: usize) -> Same {
        match self.object(lvalue) {
            Some(object) if object.depth <= depth => {
                let chosen = object.subscripts.iter();
                chosen.fold(Same::Yes, |s, &e| s.and(self.same(e, depth)))
            }
            _ => Same::Unknown,
        }
    }

    fn unwritten(&self, var: VarId) -> Same {
        match self.uses.get(var).maybe_written() {
            true => Same::Unknown,
            false => Same::Yes,
        }
    }

    /// The object that an lvalue designates.
    pub fn object(&self, lvalue: ExprId) -> Option<Object> {
        match &self.program.expr(lvalue).kind {
            ExprKind::Var(var) => Some(Object {
                var: *var,
                depth: self.depth(*var),
                behind: false,
                subscripts: vec![],
                member: false,
            }),
            ExprKind::Member { base, arrow, .. } => {
                let mut object = match arrow {
                    true => self.pointee(*base)?,
                    false => self.object(*base)?,
                };
                object.member = true;
                Some(object)
            }
            ExprKind::Deref(base) => self.pointee(*base),
            ExprKind::Index { base, index } => {
                let mut object = self.pointee(*base)?;
                object.subscripts.push(*index);
                Some(object)
            }
            _ => None,
        }
    }

    /// The object that a pointer's value points at.
    fn pointee(&self, pointer: ExprId) -> Option<Object> {
        let program = self.program;
        match &program.expr(pointer).kind {
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.object(*arg),
            ExprKind::Convert { arg, .. } => self.pointee(*arg),
            ExprKind::Binary {
                op: BinOp::Add | BinOp::Sub,
                lhs,
                rhs,
            } => {
                let (pointer, offset) = match program.types.is_pointer(program.expr(*lhs).ty.id) {
                    true => (*lhs, *rhs),
                    false => (*rhs, *lhs),
                };
                let mut object = self.pointee(pointer)?;
                object.subscripts.push(offset);
                Some(object)
            }
            ExprKind::Var(var) => {
                if let Some(&lead) = self.leads.get(var) {
                    return self.pointee(lead);
                }
                // The host passes it, and no code changes it.
                let given = !self.depths.contains_key(var) && !self.uses.get(*var).maybe_written();
                given.then(|| Object {
                    var: *var,
                    depth: 0,
                    behind: true,
                    subscripts: vec![],
                    member: false,
                })
            }
            _ => None,
        }
    }

    pub fn same_object(&self, a: ExprId, b: ExprId) -> bool {
        alike(self.program, a, b)
    }

    pub(super) fn loads(&self, id: ExprId) -> bool {
        let mut found = false;
        self.program.walk_expr(id, &mut |_, expr| match expr.kind {
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => found = true,
            ExprKind::Var(var) => found |= self.from_memory.contains(&var),
            _ => {}
        });
        found
    }

    /// Whether the element's number is computed from data so that different data give the same one: `data[i] % bins`,
    /// `(int)(x[i] / width)`.
    pub fn is_scattered(&self, id: ExprId, depth: usize) -> bool {
        let program = self.program;
        let expr = program.expr(id);
        let mut ticket = false;
        program.walk_expr(id, &mut |_, expr| {
            ticket |= matches!(expr.kind, ExprKind::Var(var) if self.selecting.contains(&var))
        });
        if ticket {
            return false;
        }
        match &expr.kind {
            ExprKind::Convert { arg, .. } => {
                let to_whole = program.types.is_integer(expr.ty.id)
                    && program.types.is_floating(program.expr(*arg).ty.id);
                to_whole && self.loads(*arg) && self.same(*arg, depth) == Same::No
                    || self.is_scattered(*arg, depth)
            }
            ExprKind::Binary {
                op: BinOp::Rem | BinOp::BitAnd | BinOp::Div | BinOp::Shr,
                lhs,
                rhs,
            } => {
                self.same(*rhs, depth) == Same::Yes
                    && self.same(*lhs, depth) == Same::No
                    && self.loads(*lhs)
            }
            ExprKind::Var(var) if self.depth(*var) > depth => {
                let written = self.uses.get(*var).maybe_written();
                match &program.vars[*var].init {
                    Some(Init::Expr(init)) if !written => self.is_scattered(*init, depth),
                    _ => false,
                }
            }
            _ => false,
        }
    }
}
