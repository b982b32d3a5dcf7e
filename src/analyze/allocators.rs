//! The alignment that allocators of the program ask for (OpenMP 5.2, 6.2).
//!
//! From the initialisers of traits and of allocators. The alignment is the one trait of an allocator that a program
//! can observe in what it allocates. Must not know what a device has memory for.

use crate::ir::*;

/// `omp_atk_alignment` of `omp.h`.
const ALIGNMENT: i128 = 2;

/// What an array of traits says of the alignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alignment {
    /// Nothing.
    Default,
    /// So many bytes.
    Bytes(u32),
    /// The initialiser does not say it.
    Unknown,
}

/// The alignment for which an array of type `omp_alloctrait_t` asks.
pub fn of_traits(program: &Program, traits: &Init) -> Alignment {
    let Init::List(all) = traits else {
        return Alignment::Unknown;
    };
    // A member without an initialiser is zero.
    let member = |one: &Init, index: u64| match one {
        Init::List(fields) => match fields.iter().find(|(field, _)| *field == index) {
            Some((_, Init::Expr(value))) => constants::int_value(program, *value),
            Some(_) => None,
            None => Some(0),
        },
        Init::Expr(_) => None,
    };
    let mut found = Alignment::Default;
    for (_, one) in all {
        match member(one, 0) {
            Some(ALIGNMENT) => {
                let bytes = member(one, 1).and_then(|value| u32::try_from(value).ok());
                match bytes.filter(|bytes| bytes.is_power_of_two()) {
                    Some(bytes) => found = Alignment::Bytes(bytes),
                    None => return Alignment::Unknown,
                }
            }
            Some(_) => {}
            None => return Alignment::Unknown,
        }
    }
    found
}

/// The alignment, in bytes, of the memory of an allocator: a variable that `omp_init_allocator` initialises with
/// constant traits. None where no such trait is known.
pub fn of_allocator(program: &Program, allocator: ExprId) -> Option<u32> {
    let below = |expr: ExprId| &program.expr(program.unconverted(expr)).kind;
    let named = |expr: ExprId| match below(expr) {
        ExprKind::Var(var) => Some(&program.vars[*var]),
        _ => None,
    };
    let Some(Init::Expr(value)) = &named(allocator)?.init else {
        return None;
    };
    let ExprKind::Call { callee, args } = below(*value) else {
        return None;
    };
    let callee = program.callee(*callee)?;
    let (true, Some(traits)) = (
        program.funcs[callee].name == "omp_init_allocator",
        args.get(2),
    ) else {
        return None;
    };
    match of_traits(program, named(*traits)?.init.as_ref()?) {
        Alignment::Bytes(bytes) => Some(bytes),
        Alignment::Default | Alignment::Unknown => None,
    }
}
