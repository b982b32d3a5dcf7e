//! Addresses as sums: of what is only known when the program runs, and of a constant number of bytes. Two accesses with
//! the same unknown part are a known distance apart.

use super::definitions::Definitions;
use crate::analyze::footprint::same;
use crate::ir::constants::int_value;
use crate::ir::*;

/// How many variables are replaced by their values within each other.
const DEPTH: u32 = 8;

/// An address, or the value of an integer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Address {
    /// What is not constant: objects, pointers and integers, each as often as its factor says.
    terms: Vec<(ExprId, i64)>,
    /// The constant part, in bytes.
    pub offset: i64,
}

impl Address {
    /// Whether both differ by a constant at most.
    pub fn is_beside(&self, program: &Program, other: &Address) -> bool {
        let has = |all: &[(ExprId, i64)], (expr, factor): (ExprId, i64)| {
            let mut all = all.iter();
            all.any(|&(one, times)| times == factor && alike(program, one, expr))
        };
        self.terms.len() == other.terms.len()
            && self.terms.iter().all(|&term| has(&other.terms, term))
    }

    /// How often a variable is in it; it is taken out.
    pub fn without(&mut self, program: &Program, var: VarId) -> i64 {
        let is = |expr| matches!(program.expr(expr).kind, ExprKind::Var(one) if one == var);
        let factors = self.terms.iter().filter(|(expr, _)| is(*expr));
        let factor = factors.fold(0i64, |sum, (_, factor)| sum.wrapping_add(*factor));
        self.terms.retain(|(expr, _)| !is(*expr));
        factor
    }
}

/// Finds addresses in a loop's body.
pub struct Addresses<'a> {
    pub program: &'a Program,
    pub definitions: &'a Definitions,
}

impl Addresses<'_> {
    /// Of the object that `id` designates.
    pub fn of(&self, id: ExprId) -> Address {
        let mut sum = Address::default();
        self.place(id, 1, DEPTH, &mut sum);
        sum
    }

    fn place(&self, id: ExprId, factor: i64, depth: u32, sum: &mut Address) {
        let program = self.program;
        match &program.expr(id).kind {
            ExprKind::Index { base, index } => {
                self.value(*base, factor, depth, sum);
                let size = self.size(program.expr(id).ty.id);
                self.value(*index, factor.wrapping_mul(size), depth, sum);
            }
            ExprKind::Deref(pointer) => self.value(*pointer, factor, depth, sum),
            ExprKind::Member {
                base, arrow, path, ..
            } => {
                let ty = program.expr(*base).ty.id;
                let record = match arrow {
                    true => program.types.element(ty).map(|to| to.id),
                    false => Some(ty),
                };
                match record.and_then(|record| self.member(record, path)) {
                    Some(bytes) => sum.offset = sum.offset.wrapping_add(bytes.wrapping_mul(factor)),
                    None => return self.term(id, factor, sum),
                }
                match arrow {
                    true => self.value(*base, factor, depth, sum),
                    false => self.place(*base, factor, depth, sum),
                }
            }
            _ => self.term(id, factor, sum),
        }
    }

    fn value(&self, id: ExprId, factor: i64, depth: u32, sum: &mut Address) {
        let program = self.program;
        let expr = program.expr(id);
        if let Some(constant) = int_value(program, id).and_then(|n| i64::try_from(n).ok()) {
            sum.offset = sum.offset.wrapping_add(constant.wrapping_mul(factor));
            return;
        }
        let times = |id| int_value(program, id).and_then(|n| i64::try_from(n).ok());
        match &expr.kind {
            ExprKind::Var(var) => match self.definitions.only_value(*var) {
                Some(value) if depth > 0 => self.value(value, factor, depth - 1, sum),
                _ => self.term(id, factor, sum),
            },
            ExprKind::Convert {
                arg,
                why: Conversion::ArrayDecay,
            }
            | ExprKind::AddrOf(arg) => self.place(*arg, factor, depth, sum),
            ExprKind::Convert { arg, .. } => self.value(*arg, factor, depth, sum),
            ExprKind::Binary {
                op: op @ (BinOp::Add | BinOp::Sub),
                lhs,
                rhs,
            } => {
                let sign = if *op == BinOp::Sub { -1 } else { 1 };
                let units = |side: ExprId| match program.types.is_pointer(expr.ty.id)
                    && !program.types.is_pointer(program.expr(side).ty.id)
                {
                    true => {
                        let element = program.types.element(expr.ty.id);
                        element.map_or(1, |element| self.size(element.id))
                    }
                    false => 1,
                };
                let factors = [units(*lhs), sign * units(*rhs)].map(|n| n.wrapping_mul(factor));
                self.value(*lhs, factors[0], depth, sum);
                self.value(*rhs, factors[1], depth, sum);
            }
            ExprKind::Binary {
                op: BinOp::Mul,
                lhs,
                rhs,
            } => match (times(*lhs), times(*rhs)) {
                (Some(n), _) => self.value(*rhs, factor.wrapping_mul(n), depth, sum),
                (_, Some(n)) => self.value(*lhs, factor.wrapping_mul(n), depth, sum),
                _ => self.term(id, factor, sum),
            },
            ExprKind::Binary {
                op: BinOp::Shl,
                lhs,
                rhs,
            } => match times(*rhs).filter(|n| (0..63).contains(n)) {
                Some(n) => self.value(*lhs, factor.wrapping_mul(1 << n), depth, sum),
                None => self.term(id, factor, sum),
            },
            _ => self.term(id, factor, sum),
        }
    }

    fn term(&self, id: ExprId, factor: i64, sum: &mut Address) {
        let program = self.program;
        let mut terms = sum.terms.iter_mut();
        match terms.find(|(one, _)| alike(program, *one, id)) {
            Some((_, times)) => *times = times.wrapping_add(factor),
            None => sum.terms.push((id, factor)),
        }
        sum.terms.retain(|(_, times)| *times != 0);
    }

    fn size(&self, ty: TypeId) -> i64 {
        let size = self.program.size_of(ty);
        size.and_then(|n| i64::try_from(n).ok()).unwrap_or(1)
    }

    /// Where a member begins in a record.
    fn member(&self, mut ty: TypeId, path: &[usize]) -> Option<i64> {
        let mut offset = 0u64;
        for &index in path {
            let Type::Record(record) = self.program.types.resolve(ty) else {
                return None;
            };
            let field = self.program.records[*record].fields.as_ref()?.get(index)?;
            offset += field.offset;
            ty = field.ty.id;
        }
        i64::try_from(offset).ok()
    }
}

/// Whether two expressions are written alike and name the same variables, or parts of them. What they read may have
/// been assigned in between: enough for an estimate.
fn alike(program: &Program, a: ExprId, b: ExprId) -> bool {
    use ExprKind::*;
    let pairs = (&program.expr(a).kind, &program.expr(b).kind);
    match pairs {
        (Index { base: x, index: i }, Index { base: y, index: j }) => {
            alike(program, *x, *y) && alike(program, *i, *j)
        }
        (Deref(x), Deref(y)) | (AddrOf(x), AddrOf(y)) => alike(program, *x, *y),
        (Convert { arg: x, why: i }, Convert { arg: y, why: j }) => {
            i == j && alike(program, *x, *y)
        }
        (
            Member {
                base: x,
                arrow: i,
                path: p,
                ..
            },
            Member {
                base: y,
                arrow: j,
                path: q,
                ..
            },
        ) => (i, p) == (j, q) && alike(program, *x, *y),
        _ => same(program, a, b),
    }
}
