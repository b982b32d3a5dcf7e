//! Comparison of lvalues by their text.

use crate::analyze::footprint;
use crate::ir::{Conversion, ExprId, ExprKind, Program};

/// Whether two lvalues have the same text, and so designate the same object where no operand has changed between them.
pub fn alike(program: &Program, a: ExprId, b: ExprId) -> bool {
    use ExprKind::*;
    match (&program.expr(a).kind, &program.expr(b).kind) {
        (
            Index { base, index },
            Index {
                base: other,
                index: i,
            },
        ) => alike(program, *base, *other) && footprint::same(program, *index, *i),
        (Deref(a), Deref(b)) => alike(program, *a, *b),
        (
            Member {
                base, path, arrow, ..
            },
            Member {
                base: other,
                path: p,
                arrow: r,
                ..
            },
        ) => path == p && arrow == r && alike(program, *base, *other),
        (
            Convert {
                arg,
                why: Conversion::ArrayDecay,
            },
            Convert {
                arg: other,
                why: Conversion::ArrayDecay,
            },
        ) => alike(program, *arg, *other),
        _ => footprint::same(program, a, b),
    }
}
