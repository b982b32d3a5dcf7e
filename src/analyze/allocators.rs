//! What the traits of the program's allocators ask for (OpenMP 5.2, 6.2).
//!
//! From the initialisers of traits and of allocators. A program can observe the alignment in what it allocates, and the
//! pool in what it does not get. Must not know what a device has memory for.

use crate::ir::*;

/// `omp_atk_alignment` of `omp.h`, and its like.
const ALIGNMENT: i128 = 2;
const POOL_SIZE: i128 = 4;
const FALLBACK: i128 = 5;
const FALLBACK_DATA: i128 = 6;
/// `omp_atv_default`, and its like, as a value that may have been converted to an unsigned type.
const DEFAULT: [i128; 2] = [-1, u64::MAX as i128];
const DEFAULT_MEMORY: i128 = 11;
const NULL: i128 = 12;
const ABORT: i128 = 13;
const ALLOCATOR: i128 = 14;

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
    let mut found = Alignment::Default;
    for (_, one) in all {
        match member(program, one, 0) {
            Some(ALIGNMENT) => {
                let bytes = member(program, one, 1).and_then(|value| u32::try_from(value).ok());
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

/// A member of a trait, of which one without an initialiser is zero; none where its value is not known.
fn member(program: &Program, one: &Init, index: u64) -> Option<i128> {
    match one {
        Init::List(fields) => match fields.iter().find(|(field, _)| *field == index) {
            Some((_, Init::Expr(value))) => constants::int_value(program, *value),
            Some(_) => None,
            None => Some(0),
        },
        Init::Expr(_) => None,
    }
}

/// What happens where an allocator cannot fulfil a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// Memory that is not of its pool.
    DefaultMemory,
    /// No memory.
    Null,
    /// The program ends.
    Abort,
}

/// The memory that an allocator has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pool {
    /// None: all that there is.
    pub bytes: Option<u64>,
    /// For requests that this cannot fulfil.
    pub fallback: Fallback,
}

impl Pool {
    const UNLIMITED: Pool = Pool {
        bytes: None,
        fallback: Fallback::DefaultMemory,
    };

    /// Whether a program can tell it from all the memory that there is.
    pub fn is_observable(&self) -> bool {
        self.bytes.is_some() || self.fallback == Fallback::Abort
    }
}

/// The pool for which an array of type `omp_alloctrait_t` asks; none where the initialiser does not say it. That an
/// `omp_atk_fb_data` is a constant means that it names a predefined allocator, which has no pool of its own.
pub fn pool_of_traits(program: &Program, traits: &Init) -> Option<Pool> {
    let Init::List(all) = traits else {
        return None;
    };
    let mut found = Pool::UNLIMITED;
    for (_, one) in all {
        let (key, value) = (member(program, one, 0)?, member(program, one, 1));
        match (key, value) {
            (POOL_SIZE, Some(bytes)) if DEFAULT.contains(&bytes) => found.bytes = None,
            (POOL_SIZE, Some(bytes)) => found.bytes = Some(u64::try_from(bytes).ok()?),
            (FALLBACK, Some(DEFAULT_MEMORY | ALLOCATOR)) => {
                found.fallback = Fallback::DefaultMemory
            }
            (FALLBACK, Some(how)) if DEFAULT.contains(&how) => {
                found.fallback = Fallback::DefaultMemory
            }
            (FALLBACK, Some(NULL)) => found.fallback = Fallback::Null,
            (FALLBACK, Some(ABORT)) => found.fallback = Fallback::Abort,
            (POOL_SIZE | FALLBACK, _) | (FALLBACK_DATA, None) => return None,
            _ => {}
        }
    }
    Some(found)
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
