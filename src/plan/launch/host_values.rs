//! What the host can compute before the launch.
//!
//! The host can evaluate an expression of the region where every variable in it has the same value at the launch: it
//! is captured by value and not changed in the region, or constant.

use crate::analyze::facts::Facts;
use crate::analyze::sharing::{DeviceAttr, DeviceData};
use crate::analyze::uses::Uses;
use crate::ir::nests::Nest;
use crate::ir::*;

/// Whether the expression, evaluated by the host at the directive, has the value that it has in the region.
pub fn known_to_host(facts: &Facts, data: &DeviceData, expr: ExprId) -> bool {
    let program = facts.program;
    let uses = Uses::of_expr(program, expr);
    let what = facts.effects.of_uses(&uses);
    if what.loads
        && uses
            .order
            .iter()
            .all(|v| program.vars[*v].storage.is_local())
        || what.stores
        || what.unknown
        || what.asks_ids
    {
        return false;
    }
    if through_pointer(program, expr) {
        return false;
    }
    uses.order.iter().all(|&var| {
        let v = &program.vars[var];
        if !uses.declared.is_empty() {
            return false;
        }
        match data.get(var) {
            Some(captured) => match captured.attr {
                DeviceAttr::Firstprivate
                | DeviceAttr::PointerLookup
                | DeviceAttr::SectionBase
                | DeviceAttr::IsDevicePtr => !captured.usage.maybe_written(),
                DeviceAttr::ConstantTable => true,
                _ => false,
            },
            // A variable that is not captured is known if it is constant and not declared in the region.
            None => v.ty.quals.is_const && !v.storage.is_local(),
        }
    })
}

/// Whether the host can evaluate an expression as a hint, which may also use mapped scalars: an old value costs speed
/// only.
pub fn hint_on_host(facts: &Facts, data: &DeviceData, expr: ExprId) -> bool {
    let program = facts.program;
    let uses = Uses::of_expr(program, expr);
    let what = facts.effects.of_uses(&uses);
    !what.stores
        && !what.unknown
        && !what.asks_ids
        && !through_pointer(program, expr)
        && uses.declared.is_empty()
        && uses.order.iter().all(|&var| match data.get(var) {
            Some(captured) => !matches!(
                captured.attr,
                DeviceAttr::Private | DeviceAttr::HasDeviceAddr
            ),
            None => program.vars[var].ty.quals.is_const && !program.vars[var].storage.is_local(),
        })
}

/// Whether an expression reads memory behind a pointer, which on the host may be a device address, or memory with old
/// values.
fn through_pointer(program: &Program, expr: ExprId) -> bool {
    let mut found = false;
    program.walk_expr(expr, &mut |_, e| match &e.kind {
        ExprKind::Deref(_) | ExprKind::Member { arrow: true, .. } | ExprKind::StmtExpr(_) => {
            found = true
        }
        ExprKind::Index { base, .. } => {
            found |= !matches!(
                program.expr(*base).kind,
                ExprKind::Convert {
                    why: Conversion::ArrayDecay,
                    ..
                }
            );
        }
        _ => {}
    });
    found
}

/// Whether the host can count the iterations of a nest, as a hint.
pub fn countable(facts: &Facts, data: &DeviceData, nest: &Nest) -> bool {
    nest.non_rectangular(facts.program).is_none()
        && nest.loops.iter().all(|l| {
            [Some(l.lo), Some(l.hi), l.step.amount]
                .into_iter()
                .flatten()
                .all(|e| hint_on_host(facts, data, e))
        })
}
