//! How values and addresses move along one loop.

use super::Stride;
use super::definitions::{Definition, Definitions};
use crate::analyze::facts::Facts;
use crate::ir::constants::int_value;
use crate::ir::nests::CanonicalLoop;
use crate::ir::*;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A remainder by so much or more wraps in few iterations only.
const RARE: i128 = 32;

/// How many calls within each other are followed.
const CALLS: u32 = 3;

/// A loop or a parameter, and what is known so far of the variables in the body.
pub struct Moves<'a> {
    program: &'a Program,
    /// How the values move that variables have when the body is begun; others have the same one each time.
    begins: BTreeMap<VarId, Stride>,
    definitions: Rc<Definitions>,
    known: BTreeMap<VarId, Stride>,
    /// How many calls are under way.
    calls: u32,
}

impl<'a> Moves<'a> {
    /// Moves along `one`.
    pub fn along(facts: &'a Facts<'a>, one: &CanonicalLoop) -> Moves<'a> {
        let definitions = Rc::new(Definitions::in_body(facts, one.body));
        let mut moves = Moves::new(facts.program, definitions);
        let step = one.step.value.and_then(|value| i64::try_from(value).ok());
        let step = step.map_or(Stride::Unknown, Stride::By);
        let step = moves.in_units_of(step, moves.program.vars[one.var].ty.id);
        moves.known.insert(one.var, step);
        moves
    }

    /// Moves along each parameter of a function with this body, where its argument moves by one: a pointer by a byte.
    pub fn along_parameters(
        facts: &'a Facts<'a>,
        params: &[VarId],
        body: StmtId,
    ) -> Vec<Moves<'a>> {
        let definitions = Rc::new(Definitions::in_body(facts, body));
        let one = |moving: &VarId| {
            let begins = |var: &VarId| match var == moving {
                true => (*var, Stride::By(1)),
                false => (*var, Stride::NONE),
            };
            Moves {
                begins: params.iter().map(begins).collect(),
                ..Moves::new(facts.program, definitions.clone())
            }
        };
        params.iter().map(one).collect()
    }

    fn new(program: &'a Program, definitions: Rc<Definitions>) -> Moves<'a> {
        Moves {
            program,
            begins: BTreeMap::new(),
            definitions,
            known: BTreeMap::new(),
            calls: 0,
        }
    }

    /// Of what is added to a value of a type: to a pointer so many elements, in bytes.
    fn in_units_of(&self, added: Stride, ty: TypeId) -> Stride {
        let types = &self.program.types;
        match types.element(ty).filter(|_| types.is_pointer(ty)) {
            Some(element) => added.times(self.size(element.id)),
            None => added,
        }
    }

    fn size(&self, ty: TypeId) -> Option<i64> {
        self.program.size_of(ty).and_then(|n| i64::try_from(n).ok())
    }

    /// How the address of the object that `id` designates moves.
    pub fn place(&mut self, id: ExprId) -> Stride {
        match self.program.lvalue(id) {
            Lvalue::Part(of) => self.place(of),
            Lvalue::Behind {
                pointer,
                index: Some(index),
            } => {
                let element = self.size(self.program.expr(id).ty.id);
                let index = self.value(index).times(element);
                self.value(pointer).plus(index)
            }
            Lvalue::Behind { pointer, .. } => self.value(pointer),
            Lvalue::Var(_) | Lvalue::Other => Stride::NONE,
        }
    }

    /// How a value moves; of a pointer, the address that it holds.
    pub fn value(&mut self, id: ExprId) -> Stride {
        let program = self.program;
        let expr = program.expr(id);
        match &expr.kind {
            ExprKind::Var(var) => self.variable(*var),
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            } => self.place(*arg),
            ExprKind::Convert { arg, .. } => self.value(*arg),
            ExprKind::AddrOf(arg) => self.place(*arg),
            ExprKind::Unary { op, arg } => match op {
                UnOp::Plus => self.value(*arg),
                UnOp::Neg => self.value(*arg).times(Some(-1)),
                UnOp::BitNot | UnOp::Not => self.value(*arg).blurred(),
            },
            ExprKind::Binary { op, lhs, rhs } => self.binary(*op, *lhs, *rhs, expr.ty.id),
            ExprKind::Cond { yes, no, .. } => {
                let no = self.value(*no);
                yes.map_or(Stride::Unknown, |yes| self.value(yes)).or(no)
            }
            ExprKind::Comma { rhs, .. } | ExprKind::Assign { rhs, .. } => self.value(*rhs),
            ExprKind::Index { .. } | ExprKind::Deref(_) | ExprKind::Member { .. } => self.load(id),
            ExprKind::Call { callee, args } => self.call(*callee, args),
            ExprKind::IncDec { arg, .. } => self.value(*arg),
            ExprKind::CompoundAssign { .. } | ExprKind::StmtExpr(_) | ExprKind::Opaque { .. } => {
                Stride::Unknown
            }
            _ => self.blurred_operands(expr),
        }
    }

    fn blurred_operands(&mut self, expr: &Expr) -> Stride {
        let mut moves = Stride::NONE;
        self.program.each_operand(expr, &mut |sub| {
            moves = moves.plus(self.value(sub).blurred());
        });
        moves
    }

    /// Of what a function returns that is one expression, such as one that computes a place in an array.
    fn call(&mut self, callee: ExprId, args: &[ExprId]) -> Stride {
        let program = self.program;
        let given: Vec<Stride> = args.iter().map(|&arg| self.value(arg)).collect();
        let followed = program.callee(callee).filter(|_| self.calls < CALLS);
        let returned = followed.and_then(|func| {
            let func = &program.funcs[func];
            Some((&func.params, only_value(program, func.body?)?))
        });
        match returned {
            // A parameter that is known already is that of a call which is under way.
            Some((params, value)) if !params.iter().any(|var| self.known.contains_key(var)) => {
                self.known.extend(params.iter().copied().zip(given));
                self.calls += 1;
                let moves = self.value(value);
                self.calls -= 1;
                params.iter().for_each(|var| _ = self.known.remove(var));
                moves
            }
            _ => given
                .iter()
                .fold(Stride::NONE, |all, one| all.plus(one.blurred())),
        }
    }

    fn binary(&mut self, op: BinOp, lhs: ExprId, rhs: ExprId, ty: TypeId) -> Stride {
        let constant = |id| int_value(self.program, id);
        let factor = |id| constant(id).and_then(|n| i64::try_from(n).ok());
        let (left_factor, right_factor) = (factor(lhs), factor(rhs));
        let rarely_wraps = constant(rhs).is_none_or(|n| n >= RARE);
        let (left, right) = (self.value(lhs), self.value(rhs));
        let pointer = |id: ExprId| {
            let types = &self.program.types;
            types.is_pointer(self.program.expr(id).ty.id)
        };
        // The integer that is added to a pointer counts elements.
        let units = |id: ExprId, stride| match pointer(id) {
            true => stride,
            false => self.in_units_of(stride, ty),
        };
        match op {
            BinOp::Add => units(lhs, left).plus(units(rhs, right)),
            BinOp::Sub if pointer(lhs) && pointer(rhs) => left.plus(right).blurred(),
            BinOp::Sub => left.plus(units(rhs, right).times(Some(-1))),
            BinOp::Mul if right == Stride::NONE => left.times(right_factor),
            BinOp::Mul if left == Stride::NONE => right.times(left_factor),
            BinOp::Shl if right == Stride::NONE => {
                let power = right_factor.filter(|n| (0..63).contains(n));
                left.times(power.map(|n| 1 << n))
            }
            BinOp::Rem if right == Stride::NONE && rarely_wraps => left,
            BinOp::BitAnd if right == Stride::NONE && low_bits(constant(rhs)) => left,
            BinOp::BitAnd if left == Stride::NONE && low_bits(constant(lhs)) => right,
            BinOp::Div if right == Stride::NONE => divided(left, constant(rhs)),
            BinOp::Shr if right == Stride::NONE => {
                let power = right_factor.filter(|n| (0..63).contains(n));
                power.map_or(left.blurred(), |n| divided(left, Some(1 << n)))
            }
            _ => left.blurred().plus(right.blurred()),
        }
    }

    /// How the value of an object in memory moves: nothing is known of what lies in different places.
    fn load(&mut self, id: ExprId) -> Stride {
        let changes = self.program.part_of(id).is_some_and(|var| {
            self.variable(var) != Stride::NONE || self.definitions.get(var).is_some()
        });
        match self.place(id) {
            same @ (Stride::NONE | Stride::Rarely) if !changes => same,
            _ => Stride::Unknown,
        }
    }

    fn variable(&mut self, var: VarId) -> Stride {
        if let Some(known) = self.known.get(&var) {
            return *known;
        }
        let Some(all) = self.definitions.get(var).map(<[Definition]>::to_vec) else {
            return self.begins.get(&var).copied().unwrap_or(Stride::NONE);
        };
        // Where a variable depends on itself, nothing is known.
        self.known.insert(var, Stride::Unknown);
        let mut moves = self.begins.get(&var).copied();
        let mut steps = Stride::NONE;
        for one in all {
            match one {
                Definition::Value(value) => {
                    let value = self.value(value);
                    moves = Some(moves.map_or(value, |moves| moves.or(value)));
                }
                // Neighbouring iterations take the same steps from where each begins.
                Definition::Step(by) => steps = steps.plus(self.value(by).blurred()),
                Definition::Unknown => steps = Stride::Unknown,
            }
        }
        let moves = moves.map_or(Stride::Unknown, |moves| moves.plus(steps));
        self.known.insert(var, moves);
        moves
    }
}

/// Of a quotient with a divisor that is the same everywhere, which is not known where it is no constant: the length of
/// a row, as a rule, by which an index is taken apart.
fn divided(dividend: Stride, divisor: Option<i128>) -> Stride {
    match (dividend, divisor) {
        (Stride::By(0), _) => Stride::NONE,
        (Stride::By(1 | -1), None) => Stride::Rarely,
        (Stride::By(by), Some(n)) if i128::from(by).abs() * RARE <= n => Stride::Rarely,
        (Stride::By(by), Some(n)) if n > 0 && i128::from(by) % n == 0 => {
            i64::try_from(i128::from(by) / n).map_or(Stride::Unknown, Stride::By)
        }
        _ => dividend.blurred(),
    }
}

/// Whether a mask keeps the bits of a number below a power of two that is [`RARE`] at least.
fn low_bits(mask: Option<i128>) -> bool {
    mask.is_some_and(|mask| mask >= RARE - 1 && mask & (mask + 1) == 0)
}

/// The value that a function's body returns, where it does nothing else.
fn only_value(program: &Program, body: StmtId) -> Option<ExprId> {
    match &program.stmt(body).kind {
        StmtKind::Return(value) => *value,
        StmtKind::Block(stmts) => match stmts.as_slice() {
            [one] => only_value(program, *one),
            _ => None,
        },
        _ => None,
    }
}
