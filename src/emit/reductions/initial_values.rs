//! The private copies of a reduction's list items: how they are declared, and the values with which they begin (OpenMP 5.2,
//! 5.5.3 and 5.5.4).

use super::{element_type, elements};
use crate::device::{Block, Call, DeviceFn};
use crate::emit::cuda::{Printer, unsigned_enum};
use crate::emit::kernel::Kernel;
use crate::ir::*;
use crate::omp::ReductionOp;
use crate::plan::decisions::reductions::{Combine, Extent, Item};

/// The declaration of a copy, without its initialiser and semicolon.
pub(in crate::emit) fn declared(k: &Kernel, p: &mut Printer, item: &Item, name: &str) -> String {
    let plain = |ty: QualType| QualType::from(ty.id);
    match item.extent {
        Extent::Whole => {
            let v = &k.program.vars[item.var];
            p.declaring(v.span, v.ty, |p| p.declarator(plain(v.ty), name))
        }
        Extent::Elements { count, of, .. } => p.declarator(plain(of), &format!("{name}[{count}]")),
        Extent::Long(_) => unreachable!("printed by `array_reductions`"),
    }
}

/// How a copy is initialised: by a value behind its declaration, or by statements.
pub(super) enum Start {
    Value(String),
    Statements,
}

/// How the copy of an item is initialised.
pub(super) fn start(k: &Kernel, p: &mut Printer, item: &Item, original: &str, name: &str) -> Start {
    let Extent::Whole = item.extent else {
        return Start::Statements;
    };
    match &item.combine {
        Combine::Operator(op) => Start::Value(identity(k.program, p, item, op)),
        Combine::User(user) => {
            let reduction = &k.program.reductions[*user];
            match &reduction.initializer {
                None => Start::Value("{}".into()),
                Some(ReductionInit::Value(init)) => {
                    Start::Value(in_initializer(k, p, reduction, original, name, |p| {
                        p.initialiser(init, k.program.vars[item.var].ty)
                    }))
                }
                Some(ReductionInit::Call(_)) => Start::Statements,
            }
        }
    }
}

/// Initialises a copy that is declared already.
pub(in crate::emit) fn begin(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    item: &Item,
    original: &str,
    name: &str,
) {
    let ty = k.program.vars[item.var].ty;
    match &item.combine {
        Combine::Operator(op) => {
            let value = identity(k.program, p, item, op);
            match item.extent {
                Extent::Whole => out.assign(name, value),
                _ => out.call(Call::plain(DeviceFn::Fill, format!("{name}, {value}"))),
            }
        }
        Combine::User(user) => {
            let reduction = &k.program.reductions[*user];
            if let Extent::Elements { lower, of, .. } = item.extent {
                let from = elements(original, lower);
                let initial = initialiser(k, p, *user, of);
                let arguments = format!("{name}, {from}, {initial}");
                return out.call(Call::plain(DeviceFn::StartEach, arguments));
            }
            match &reduction.initializer {
                None => out.assign(name, "{}"),
                Some(ReductionInit::Value(init)) => {
                    in_initializer(k, p, reduction, original, name, |p| {
                        p.assign_init(out, name, init, ty)
                    })
                }
                Some(ReductionInit::Call(call)) => {
                    let text = in_initializer(k, p, reduction, original, name, |p| p.effect(*call));
                    out.effect(text);
                }
            }
        }
    }
}

/// Spells `omp_priv` and `omp_orig` in what `f` builds.
fn in_initializer<R>(
    k: &Kernel,
    p: &mut Printer,
    reduction: &UserReduction,
    original: &str,
    name: &str,
    f: impl FnOnce(&mut Printer) -> R,
) -> R {
    let names = [
        (reduction.omp_priv, name.to_string()),
        (reduction.omp_orig, original.to_string()),
    ];
    k.renaming_all(p, &names, |_, p| f(p))
}

/// The initialiser of a `declare reduction` as a function.
pub(super) fn initialiser(k: &Kernel, p: &mut Printer, user: ReductionId, of: QualType) -> String {
    let reduction = &k.program.reductions[user];
    let name = p.type_name(QualType::from(of.id));
    let names = [
        (reduction.omp_priv, "omp_priv".to_string()),
        (reduction.omp_orig, "omp_orig".to_string()),
    ];
    let body = k.renaming_all(p, &names, |_, p| match &reduction.initializer {
        None => "omp_priv = {};".to_string(),
        Some(ReductionInit::Value(init)) => {
            p.body_with(|p, out| p.assign_init(out, "omp_priv", init, of))
        }
        Some(ReductionInit::Call(call)) => p.body_of(*call),
    });
    format!("[]({name} &omp_priv, {name} &omp_orig) {{ {body} }}")
}

/// The initial value of a copy (5.2, table 5.1).
pub(super) fn identity(
    program: &Program,
    p: &mut Printer,
    item: &Item,
    op: &ReductionOp,
) -> String {
    let ty = element_type(program, item).id;
    let name = p.type_name(ty.into());
    let number = match op {
        ReductionOp::Mul | ReductionOp::And => "1",
        ReductionOp::BitAnd if *program.types.resolve(ty) == Type::Bool => "1",
        ReductionOp::BitAnd if signed(program.types.resolve(ty)) => "-1",
        // All bits of an unsigned type are set.
        ReductionOp::BitAnd | ReductionOp::Min => {
            return match unsigned_enum(program, ty) {
                Some(kind) => format!("({name})romp::highest<{}>", kind.spelling()),
                None => format!("romp::highest<{name}>"),
            };
        }
        ReductionOp::Max if unsigned_enum(program, ty).is_none() => {
            return format!("romp::lowest<{name}>");
        }
        _ => "0",
    };
    match program.types.resolve(ty) {
        Type::Enum(_) => format!("({name}){number}"),
        _ => number.to_string(),
    }
}

fn signed(ty: &Type) -> bool {
    match ty {
        Type::Int(kind) => kind.signed(),
        _ => true,
    }
}
