//! What the lvalues and sections in clauses say of memory: the base pointer of one (OpenMP 5.2, 3.2.1), whether two
//! are the same, whether a section is one piece of storage (5.2, 3.2.5 and 5.8.3).
//!
//! From the IR. Must not know which construct maps them.

use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::plan::items::elements;

/// The base pointer of an lvalue (5.2, 3.2.1), through which it is reached: `p` in `p[2]`, `p[1].m`, `*p` and `p->m`,
/// `s.q` in `s.q[1].m`; none where the lvalue is a variable or a part of one.
pub fn base_pointer(program: &Program, lvalue: ExprId) -> Option<ExprId> {
    match program.lvalue(lvalue) {
        Lvalue::Part(of) => base_pointer(program, of),
        Lvalue::Behind { pointer, .. } => pointer_operand(program, pointer),
        Lvalue::Var(_) => None,
        Lvalue::Other => match program.expr(lvalue).kind {
            ExprKind::Convert { arg, .. } => base_pointer(program, arg),
            _ => None,
        },
    }
}

/// The pointer in pointer arithmetic; for a decayed array, the base pointer of the array itself.
fn pointer_operand(program: &Program, id: ExprId) -> Option<ExprId> {
    let is_pointer = |e: &ExprId| {
        let ty = program.expr(*e).ty.id;
        program.types.is_pointer(ty)
    };
    match program.expr(id).kind {
        ExprKind::Convert {
            arg,
            why: Conversion::ArrayDecay,
        } => base_pointer(program, arg),
        ExprKind::Convert {
            arg,
            why: Conversion::Implicit,
        } => pointer_operand(program, arg),
        ExprKind::Binary {
            op: BinOp::Add | BinOp::Sub,
            lhs,
            rhs,
        } => [lhs, rhs]
            .into_iter()
            .find(is_pointer)
            .and_then(|side| pointer_operand(program, side)),
        _ => Some(id),
    }
}

/// The expression without decay and other conversions.
pub fn strip_decay(program: &Program, id: ExprId) -> ExprId {
    match program.expr(id).kind {
        ExprKind::Convert {
            arg,
            why: Conversion::ArrayDecay | Conversion::Implicit,
        } => strip_decay(program, arg),
        _ => id,
    }
}

/// Whether two lvalues without side effects are written alike.
pub(in crate::plan) fn same_lvalue(program: &Program, a: ExprId, b: ExprId) -> bool {
    let (a, b) = (strip_decay(program, a), strip_decay(program, b));
    match (&program.expr(a).kind, &program.expr(b).kind) {
        (ExprKind::Var(x), ExprKind::Var(y)) => x == y,
        (
            ExprKind::Member {
                base: x, path: p, ..
            },
            ExprKind::Member {
                base: y, path: q, ..
            },
        ) => p == q && same_lvalue(program, *x, *y),
        (ExprKind::Deref(x), ExprKind::Deref(y)) => same_lvalue(program, *x, *y),
        (ExprKind::Index { base: x, index: i }, ExprKind::Index { base: y, index: j }) => {
            let constant = |e: ExprId| constants::int_value(program, e);
            let var = |e: ExprId| match program.expr(strip_decay(program, e)).kind {
                ExprKind::Var(var) => Some(var),
                _ => None,
            };
            same_lvalue(program, *x, *y)
                && (constant(*i).is_some_and(|i| constant(*j) == Some(i))
                    || var(*i).is_some_and(|i| var(*j) == Some(i)))
        }
        _ => false,
    }
}

/// For a section that `target update` copies piece by piece (5.2, 13.9): how many of its dimensions, the outer ones,
/// give pieces at equal distances; the other dimensions are one piece. None where pointers stand between the
/// dimensions.
pub fn pieces(program: &Program, item: &ListItem) -> Option<usize> {
    let ItemKind::Part { dims, .. } = &item.kind else {
        return None;
    };
    if dims.iter().skip(1).any(|dim| dim.extent.is_none()) {
        return None;
    }
    let one = |e: Option<ExprId>| e.and_then(|e| constants::int_value(program, e)) == Some(1);
    for (at, dim) in dims.iter().enumerate().rev() {
        if dim.stride.is_some() && !one(dim.stride) {
            return Some(at + 1);
        }
        if !full(program, dim) {
            return Some(at);
        }
    }
    Some(0)
}

/// Whether a section of several dimensions is one piece of memory, which it has to be to be mapped.
pub enum Contiguity {
    /// It is, whatever the values at run time.
    Proved,
    /// It is if, at run time, this dimension and all behind it are whole, or those before it have one element each.
    Asked,
    /// It is not: the error.
    Not(Box<Diagnostic>),
}

/// Whether a section is one piece of memory; strides are refused.
pub fn contiguity(program: &Program, construct: &Construct, item: &ListItem) -> Contiguity {
    let ItemKind::Part { dims, .. } = &item.kind else {
        return Contiguity::Proved;
    };
    let constant = |e: Option<ExprId>| e.and_then(|e| constants::int_value(program, e));
    let one = |e: Option<ExprId>| constant(e) == Some(1);
    if let Some(dim) = dims.iter().find(|d| d.stride.is_some() && !one(d.stride)) {
        let place = dim.stride.map_or(item.span, |e| program.expr(e).span);
        return Contiguity::Not(Box::new(
            Diagnostic::error(
                Code::UnsupportedSection,
                place,
                "array sections with a stride are not translated yet",
            )
            .help("map the whole range, or copy the parts that are needed"),
        ));
    }
    // Whether dimensions before this one have several elements: certainly, and possibly.
    let (mut several, mut perhaps, mut asked) = (false, false, false);
    for dim in dims {
        if perhaps && !full(program, dim) {
            if several && is_part(program, dim) {
                return Contiguity::Not(Box::new(
                    Diagnostic::error(
                        Code::UnsupportedSection,
                        item.span,
                        format!("`{}` is not one piece of memory", item.text),
                    )
                    .also(construct.pragma, "named here")
                    .note("OpenMP 5.2, 5.8.3: a mapped section is contiguous storage")
                    .help("take inner dimensions whole, `[:]`, or map the rows one by one"),
                ));
            }
            asked = true;
        }
        let known = match dim.is_index {
            true => Some(1),
            false => constant(dim.length),
        };
        perhaps |= known != Some(1);
        several |= known.is_some_and(|n| n > 1);
    }
    match asked {
        true => Contiguity::Asked,
        false => Contiguity::Proved,
    }
}

/// Whether the section certainly has only a part of the dimension.
fn is_part(program: &Program, dim: &SectionDim) -> bool {
    let constant = |e: ExprId| constants::int_value(program, e);
    let extent = match dim.extent {
        Some(ArrayLen::Known(n)) => Some(i128::from(n)),
        _ => None,
    };
    let length = match dim.is_index {
        true => Some(1),
        false => dim.length.and_then(constant),
    };
    let starts_later = dim.lower.and_then(constant).is_some_and(|n| n > 0);
    starts_later && !dim.is_index || extent.is_some() && length.is_some() && extent != length
}

/// Whether the section certainly has the whole dimension.
pub fn full(program: &Program, dim: &SectionDim) -> bool {
    let constant = |e: ExprId| constants::int_value(program, e);
    let from_zero = dim.lower.is_none_or(|e| constant(e) == Some(0));
    if !from_zero || dim.is_index {
        return false;
    }
    match (dim.length, &dim.extent) {
        (None, _) => true,
        (Some(len), Some(ArrayLen::Known(n))) => constant(len) == Some(i128::from(*n)),
        (Some(len), Some(ArrayLen::Vla(extent))) => {
            let kept = match program.expr(*extent).kind {
                ExprKind::Var(var) => program.vars[var].extent_of,
                _ => None,
            };
            let extent = kept.map_or(*extent, |kept| kept.written);
            elements::same_value(program, len, extent)
        }
        _ => false,
    }
}

/// An error for a flexible array member of which no length is said, or which is reached through no pointer: it lies
/// behind its structure, whose size does not count it (C17, 6.7.2.1).
pub(in crate::plan) fn flexible(
    program: &Program,
    construct: &Construct,
    item: &ListItem,
) -> Option<Diagnostic> {
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        return None;
    };
    let array = strip_decay(program, *base);
    let Expr { kind, ty, .. } = program.expr(array);
    let member = matches!(kind, ExprKind::Member { .. });
    let flexible = matches!(
        program.types.resolve(ty.id),
        Type::Array {
            len: ArrayLen::Unknown | ArrayLen::Known(0),
            ..
        }
    );
    if !member || !flexible {
        return None;
    }
    let error = |message: String| {
        Diagnostic::error(Code::UnsupportedSection, item.span, message)
            .also(construct.pragma, "on this directive")
    };
    if dims.first().is_none_or(|dim| dim.length.is_none()) {
        return Some(
            error(format!(
                "`{}` is a flexible array member, whose length the program alone knows",
                item.text
            ))
            .help("name a section with the number of its elements: `[0:n]`"),
        );
    }
    base_pointer(program, array).is_none().then(|| {
        error(format!(
            "`{}` is a section of a flexible array member of a variable, whose type has no room for it on the device",
            item.text
        ))
        .help("allocate the structure with its elements, and reach both through a pointer")
    })
}
