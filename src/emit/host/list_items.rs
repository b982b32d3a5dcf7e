//! The arguments of the `ROMP_...` macros: one element a list item, captured variable or clause.
//!
//! From a plan's `Arg`s to romp.h's words. Expressions are the user's text, in parentheses where
//! they are more than a word.

mod memory;
mod parts;

use self::memory::{copy, kept_extent, thread_stacks};
use super::context::Host;
use super::device_variables;
use super::expressions::text;
use crate::emit::operands::operand;
use crate::ir::*;
use crate::omp::{DirectiveKind, MapKind};
use crate::plan::check::allocators::{self, Fallback, Traits};
use crate::plan::decisions::launch::{Arg, ArgWhat};
use crate::plan::decisions::loops::Turns;

pub use self::parts::first_of;

/// What the host calls for a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HostCall {
    /// It launches a kernel, whose parameters count.
    Launch,
    /// It maps data, or moves it.
    Data,
}

/// One argument of the macro. `call`: what the macro is an argument of.
pub fn arg(host: &Host, construct: &Construct, arg: &Arg, call: HostCall) -> String {
    let program = host.program;
    let name = |var: VarId| program.vars[var].name.clone();
    let mapped = |kind| Mapped {
        host,
        construct,
        arg,
        kind,
        call,
    };
    match &arg.what {
        ArgWhat::Value(var) if program.vars[*var].extent => {
            let kind = match program.types.resolve(program.vars[*var].ty.id) {
                Type::Int(kind) => kind.spelling(),
                _ => unreachable!("an extent is an integer"),
            };
            let value = kept_extent(program, *var).expect("the host declares the array");
            format!("romp_value((({kind}){{{value}}}))")
        }
        ArgWhat::Value(var) | ArgWhat::DevicePointer(var) => {
            if program.vars[*var].register {
                format!("romp_register({})", name(*var))
            } else {
                match allocators::traits_of(program, construct, *var) {
                    Some(traits) => own_allocator(&name(*var), traits),
                    None => format!("romp_value({})", name(*var)),
                }
            }
        }
        ArgWhat::PrivateCopy(var) => format!("romp_private_copy({})", name(*var)),
        ArgWhat::PrivateSpace(var) => format!("romp_private_space({})", name(*var)),
        ArgWhat::Pointer(var) => format!("romp_pointer({})", name(*var)),
        ArgWhat::DeviceAddress(var)
            if device_variables::around(program, host.pre, construct, *var) =>
        {
            format!("romp_address({})", device_variables::spelled(&name(*var)))
        }
        // With `use_device_addr` a pointer stands for the array: both have the same first element.
        ArgWhat::DeviceAddress(var) if program.types.is_array(program.vars[*var].ty.id) => {
            format!("romp_address({}[0])", name(*var))
        }
        ArgWhat::DeviceAddress(var) => format!("romp_address({})", name(*var)),
        ArgWhat::Var(var, kind) => variable(&mapped(*kind), *var),
        ArgWhat::Pointee(pointer, kind) => pointee(&mapped(*kind), *pointer),
        ArgWhat::Scratch(bytes) => format!("romp_scratch({bytes})"),
        ArgWhat::TeamMemory(bytes) => format!("romp_team_memory({bytes})"),
        ArgWhat::GridPart(Turns::One) => "romp_grid()".into(),
        ArgWhat::GridPart(Turns::Several | Turns::InSequence) => "romp_several_grid()".into(),
        ArgWhat::TeamStack(Some(bytes)) => format!("romp_team_stack({bytes})"),
        ArgWhat::TeamStack(None) => "romp_team_arena(0)".into(),
        ArgWhat::ThreadStacks(stacks) => thread_stacks(host, stacks),
        ArgWhat::TaskMemory => "romp_tasks()".into(),
        ArgWhat::ScratchCopies(bytes, copies) => {
            let each: Vec<String> = copies.iter().map(|long| copy(host, long)).collect();
            format!("romp_scratch_of_threads({bytes}, {})", each.join(" + "))
        }
        ArgWhat::Item(item, kind) => parts::item(&mapped(*kind), item),
        ArgWhat::Items(iterators, item, kind) => parts::items(&mapped(*kind), iterators, item),
    }
}

/// What a kernel gets of an allocator that the construct makes.
fn own_allocator(name: &str, traits: Traits) -> String {
    let Some(pool) = traits.pool else {
        return match traits.alignment {
            Some(bytes) => format!("romp_value(ROMP_ALIGNED_ALLOCATOR({bytes}))"),
            // The host's variable holds nothing that counts.
            None => "romp_value(ROMP_PLAIN_ALLOCATOR)".into(),
        };
    };
    let bytes = match pool.bytes {
        Some(bytes) => bytes.to_string(),
        None => "~0ull".into(),
    };
    let fallback = match pool.fallback {
        Fallback::DefaultMemory => "omp_atv_default_mem_fb",
        Fallback::Null => "omp_atv_null_fb",
        Fallback::Abort => "omp_atv_abort_fb",
    };
    let alignment = traits.alignment.unwrap_or(1);
    format!("romp_pool({name}, {bytes}, {fallback}, {alignment})")
}

/// A variable as a whole.
fn variable(mapped: &Mapped, var: VarId) -> String {
    let Mapped { host, arg, .. } = *mapped;
    let name = &host.program.vars[var].name;
    let is_aggregate = is_aggregate(host, var);
    // Its parts alone may be present.
    let for_parts = arg.implicit && mapped.kind == MapKind::To && is_aggregate;
    match mapped.short_word() {
        Some(word) if mapped.is_complete() && !for_parts => match word {
            "tofrom" if arg.implicit && is_aggregate => format!("romp_implicit_var({name})"),
            word => format!("romp_{word}_var({name})"),
        },
        _ => {
            if let Some(word) = mapped.around() {
                return format!("{word}({name})");
            }
            let place = format!("&{name}");
            mapped.map(name, &place, &place, &format!("sizeof({name})"), "0")
        }
    }
}

/// What a pointer leads to, as a whole.
fn pointee(mapped: &Mapped, pointer: ExprId) -> String {
    let p = text(mapped.host, pointer);
    let attach = match mapped.host.program.expr(pointer).kind {
        ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => format!("&({p})"),
        _ => "0".into(),
    };
    let of = operand(&p);
    match mapped.around().filter(|_| attach == "0") {
        Some(word) => format!("{word}(*{of})"),
        None => mapped.map(&format!("*{p}"), &p, &p, &format!("sizeof(*{of})"), &attach),
    }
}

/// What is mapped by an argument, and how.
#[derive(Clone, Copy)]
struct Mapped<'a> {
    host: &'a Host<'a>,
    construct: &'a Construct,
    arg: &'a Arg,
    kind: MapKind,
    call: HostCall,
}

impl Mapped<'_> {
    /// The same as an argument of a launch.
    fn of_launch(self) -> Self {
        Mapped {
            call: HostCall::Launch,
            ..self
        }
    }

    /// `to`, `from`, `tofrom` or `alloc`, where a short form says all that there is to say.
    fn short_word(&self) -> Option<&'static str> {
        let by_itself = self.construct.directive.leaves().is_empty();
        if self.is_modified() || (by_itself && self.arg.implicit) {
            return None;
        }
        match self.kind {
            MapKind::To => Some("to"),
            MapKind::From => Some("from"),
            MapKind::Tofrom => Some("tofrom"),
            MapKind::Alloc | MapKind::Storage => Some("alloc"),
            _ => None,
        }
    }

    /// Whether the map clause has modifiers.
    fn is_modified(&self) -> bool {
        self.arg.always || self.arg.present || self.arg.close
    }

    /// Whether it gives the kernel a parameter, where there is a kernel: the short forms of variables do.
    fn is_complete(&self) -> bool {
        self.call == HostCall::Data || self.arg.param.is_some()
    }

    /// The short form of the structure or array around list items, where this is one and no more.
    fn around(&self) -> Option<&'static str> {
        let plain = self.arg.implicit && !self.arg.present && !self.arg.close;
        if !self.arg.around || !plain || !self.is_complete() {
            return None;
        }
        match (self.kind, self.arg.always) {
            (MapKind::To, true) => Some("romp_around"),
            (MapKind::Tofrom, true) => Some("romp_around_tofrom"),
            (MapKind::To, false) => Some("romp_pointers_in"),
            _ => None,
        }
    }

    /// The form that says everything.
    fn map(&self, words: &str, base: &str, begin: &str, bytes: &str, pointer: &str) -> String {
        let (words, flags) = (quoted(words), self.flags());
        format!("romp_map({words}, {base}, {begin}, {bytes}, {pointer}, {flags})")
    }

    fn flags(&self) -> String {
        let mut words: Vec<&str> = match self.kind {
            MapKind::To => vec!["ROMP_TO"],
            MapKind::From => vec!["ROMP_FROM"],
            MapKind::Tofrom => vec!["ROMP_TO", "ROMP_FROM"],
            MapKind::Alloc => vec![],
            MapKind::Storage if self.construct.directive == DirectiveKind::TargetExitData => {
                vec!["ROMP_RELEASE"]
            }
            MapKind::Storage => vec![],
            MapKind::Release => vec!["ROMP_RELEASE"],
            MapKind::Delete => vec!["ROMP_DELETE"],
        };
        for (on, word) in [
            (self.arg.always, "ROMP_ALWAYS"),
            (self.arg.present, "ROMP_PRESENT"),
            (self.arg.close, "ROMP_CLOSE"),
            (self.arg.implicit, "ROMP_IMPLICIT"),
            (self.arg.around, "ROMP_AROUND"),
            (self.arg.param.is_some(), "ROMP_PARAM"),
        ] {
            if on {
                words.push(word);
            }
        }
        if words.is_empty() {
            "0".into()
        } else {
            words.join(" | ")
        }
    }
}

/// The text as a string of C.
fn quoted(words: &str) -> String {
    let words = words.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{words}\"")
}

/// Whether a list item is said as a short form says it.
fn is_said(words: &str, short: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    plain(words) == plain(short) && is_one_argument(words)
}

/// Whether a macro takes the words as one argument.
fn is_one_argument(words: &str) -> bool {
    !words.contains(',')
}

/// Whether the variable is an aggregate, a part of which may be mapped already: an implicit map then uses only that
/// part.
fn is_aggregate(host: &Host, var: VarId) -> bool {
    let ty = host.program.vars[var].ty.id;
    host.program.types.is_array(ty) || host.program.types.is_record(ty)
}
