//! The arguments of the `ROMP_...` macros: one element a list item, captured variable or clause.
//!
//! From a plan's `Arg`s to romp.h's words. Expressions are the user's text, in parentheses where
//! they are more than a word.

use super::context::Host;
use super::device_variables;
use super::expressions::{paren, text, wrap, written};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{self, DirectiveKind, MapKind};
use crate::plan::decisions::launch::{Arg, ArgWhat, Beside, ThreadStacks};
use crate::plan::decisions::reductions::{Long, Rows};
use crate::plan::items::elements::root;
use crate::plan::items::sections::{base_pointer, full, pieces, strip_decay};

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
                format!("romp_value({})", name(*var))
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
        ArgWhat::Var(var, kind) => {
            let part_of_aggregate =
                arg.implicit && *kind == MapKind::To && is_aggregate(host, *var);
            let plain = plain_word(construct, arg, *kind)
                .filter(|_| (call == HostCall::Data || arg.param.is_some()) && !part_of_aggregate);
            match plain {
                Some("tofrom") if arg.implicit && is_aggregate(host, *var) => {
                    format!("romp_implicit_var({})", name(*var))
                }
                Some(word) => format!("romp_{word}_var({})", name(*var)),
                None if is_around(construct, arg, *kind, call) => {
                    format!("romp_around({})", name(*var))
                }
                None => {
                    let n = name(*var);
                    map(
                        &n,
                        &format!("&{n}"),
                        &format!("&{n}"),
                        &format!("sizeof({n})"),
                        "0",
                        &flags(construct, arg, *kind),
                    )
                }
            }
        }
        ArgWhat::Pointee(pointer, kind) => {
            let p = text(host, *pointer);
            let attach = match program.expr(*pointer).kind {
                ExprKind::Member { .. } | ExprKind::Index { .. } | ExprKind::Deref(_) => {
                    format!("&({p})")
                }
                _ => "0".into(),
            };
            if attach == "0" && is_around(construct, arg, *kind, call) {
                return format!("romp_around(*{})", wrap(&p));
            }
            map(
                &format!("*{p}"),
                &p,
                &p,
                &format!("sizeof(*{})", wrap(&p)),
                &attach,
                &flags(construct, arg, *kind),
            )
        }
        ArgWhat::Scratch(bytes) => format!("romp_scratch({bytes})"),
        ArgWhat::TeamMemory(bytes) => format!("romp_team_memory({bytes})"),
        ArgWhat::GridPart => "romp_grid()".into(),
        ArgWhat::TeamStack(Some(bytes)) => format!("romp_team_stack({bytes})"),
        ArgWhat::TeamStack(None) => "romp_team_arena(0)".into(),
        ArgWhat::ThreadStacks(stacks) => thread_stacks(host, stacks),
        ArgWhat::TaskMemory => "romp_tasks()".into(),
        ArgWhat::ScratchCopies(bytes, copies) => {
            let each: Vec<String> = copies.iter().map(|long| copy(host, long)).collect();
            format!("romp_scratch_of_threads({bytes}, {})", each.join(" + "))
        }
        ArgWhat::Item(item, kind) => self::item(host, construct, arg, item, *kind, call),
        ArgWhat::Items(iterators, item, kind) => {
            items(host, construct, arg, iterators, item, *kind)
        }
    }
}

/// The bytes of a thread's arrays of variable length.
fn thread_stacks(host: &Host, stacks: &ThreadStacks) -> String {
    let program = host.program;
    let array = |&var: &VarId| {
        let (elem, extents) = vla_element(&program.types, program.vars[var].ty);
        let size = program.size_of(elem.id).unwrap_or(1);
        let factors = extents.iter().map(|len| match *len {
            ArrayLen::Vla(e) => {
                let kept = match program.expr(e).kind {
                    ExprKind::Var(var) => kept_extent(program, var),
                    _ => None,
                };
                let text = kept.map_or_else(|| paren(host, e), |kept| format!("({kept})"));
                format!("(long long){text}")
            }
            ArrayLen::Known(n) => n.to_string(),
            ArrayLen::Unknown => "1".into(),
        });
        let factors: Vec<String> = factors.collect();
        // What its alignment may leave free in front of it.
        let own = array_alignment(program, elem);
        let align = program.vars[var]
            .align
            .map_or(own, |align| own.max(align.into()));
        let front = match align - STACK_ALIGNMENT {
            0 => String::new(),
            bytes => format!(" + {bytes}"),
        };
        format!("romp_array({}, {size}){front}", factors.join(" * "))
    };
    let known: Vec<String> = stacks.known.iter().map(array).collect();
    let known = match known.is_empty() {
        true => "0".into(),
        false => known.join(" + "),
    };
    let name = match stacks.beside {
        Beside::None => "romp_thread_stacks",
        Beside::Some => "romp_thread_arena",
        Beside::Linked => "romp_linked_arena",
    };
    format!("{name}({known})")
}

/// The host's expression for an extent that is stored for device code.
fn kept_extent(program: &Program, var: VarId) -> Option<String> {
    let of = program.vars[var].extent_of?;
    let at = format!("{}{}", program.vars[of.var].name, "[0]".repeat(of.depth));
    Some(format!("sizeof({at}) / sizeof({at}[0])"))
}

/// The bytes of a thread's copy of an array.
fn copy(host: &Host, long: &Long) -> String {
    let size = host.program.size_of(long.row.id).unwrap_or(1);
    match long.rows {
        Rows::Length(e) => {
            let kept = match host.program.expr(strip_decay(host.program, e)).kind {
                ExprKind::Var(var) => kept_extent(host.program, var),
                _ => None,
            };
            let rows = kept.unwrap_or_else(|| text(host, e));
            format!("romp_copy({rows}, {size})")
        }
        Rows::Constant(n) => format!("romp_copy({n}, {size})"),
        Rows::Unknown => unreachable!("such arrays have no copies"),
    }
}

fn item(
    host: &Host,
    construct: &Construct,
    arg: &Arg,
    item: &ListItem,
    kind: MapKind,
    call: HostCall,
) -> String {
    let program = host.program;
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        unreachable!("only parts are items")
    };
    let base = strip_decay(program, *base);
    let base_text = text(host, base);
    let words = written(host, item);
    let base_expr = program.expr(base);
    let is_var = matches!(base_expr.kind, ExprKind::Var(_));
    let attach = match base_expr.kind {
        _ if !program.types.is_pointer(base_expr.ty.id) || dims.is_empty() => "0".to_string(),
        ExprKind::Var(var) if !host.may_be_mapped(var) => "0".to_string(),
        ExprKind::Call { .. }
        | ExprKind::Convert { .. }
        | ExprKind::Binary { .. }
        | ExprKind::AddrOf(_) => "0".to_string(),
        _ => format!("&({base_text})"),
    };
    if dims.is_empty() {
        return element(host, construct, arg, item, base, (kind, call));
    }
    if construct.directive == DirectiveKind::TargetUpdate
        && let Some(outer @ 1..) = pieces(program, item)
    {
        return rows(
            host,
            construct,
            arg,
            (item, base_text.as_str()),
            kind,
            outer,
        );
    }
    if let ([dim], true, "0", true) = (
        dims.as_slice(),
        is_var,
        attach.as_str(),
        call == HostCall::Data || arg.param.is_some(),
    ) && let Some(word) = plain_word(construct, arg, kind)
        && (dim.length.is_some() || dim.is_index)
    {
        let lower = dim.lower.map_or("0".into(), |e| text(host, e));
        let length = if dim.is_index {
            "1".into()
        } else {
            dim.length.map_or("0".into(), |e| text(host, e))
        };
        return format!("romp_{word}({base_text}, {lower}, {length})");
    }
    if let ([dim], false) = (dims.as_slice(), attach == "0")
        && let (Some(length), Some(word)) = (dim.length, plain_word(construct, arg, kind))
        && !arg.implicit
        && !arg.around
    {
        let lower = dim.lower.map_or("0".into(), |e| text(host, e));
        let length = text(host, length);
        let way = match arg.param.is_some() {
            true => "through",
            false => "attached",
        };
        if is_said(&words, &format!("{base_text}[{lower}:{length}]")) {
            return format!("romp_{word}_{way}({base_text}, {lower}, {length})");
        }
    }
    let name = wrap(&base_text);
    let is_part = program.types.is_array(base_expr.ty.id) && !is_var;
    let (root, attach) = match is_part {
        true => belongs_to(host, base, &format!("&{name}")),
        false => (name.clone(), attach),
    };
    let (mut begin, mut level) = (name.clone(), name);
    let mut bytes: Vec<String> = vec![];
    // Whether the section is one piece is known at run time only: the conditions, from the first dimension on.
    let mut whole: Vec<String> = vec![];
    for dim in dims {
        let lower = dim.lower.map_or("0".into(), |e| text(host, e));
        let length = match dim.length {
            _ if dim.is_index => "1".to_string(),
            Some(length) => wrap(&text(host, length)),
            None if lower == "0" => format!("sizeof({level}) / sizeof({level}[0])"),
            None => format!("(sizeof({level}) / sizeof({level}[0]) - {})", wrap(&lower)),
        };
        if !bytes.is_empty() && !full(program, dim) {
            let taken = format!("(romp_size){length} == sizeof({level}) / sizeof({level}[0])");
            whole.push(format!("({} <= 1 || {taken})", bytes.join(" * ")));
        }
        begin.push_str(&format!("[{lower}]"));
        level.push_str("[0]");
        if length != "1" {
            bytes.push(length);
        }
    }
    let size = bytes
        .iter()
        .fold(format!("sizeof({level})"), |all, n| format!("{all} * {n}"));
    let section = map(
        &words,
        &root,
        &format!("&{begin}"),
        &size,
        &attach,
        &flags(construct, arg, kind),
    );
    match whole.is_empty() {
        true => section,
        false => {
            let words = words.replace('\\', "\\\\").replace('"', "\\\"");
            format!("romp_whole(\"{words}\", {}), {section}", whole.join(" && "))
        }
    }
}

/// The first element of a part that a list item names.
pub fn first_of(host: &Host, item: &ListItem) -> Option<String> {
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        return None;
    };
    let base = strip_decay(host.program, *base);
    let mut first = wrap(&text(host, base));
    for dim in dims {
        let lower = dim.lower.map_or("0".into(), |e| text(host, e));
        first.push_str(&format!("[{lower}]"));
    }
    Some(first)
}

/// Sections of iterators: a loop on the host collects them.
fn items(
    host: &Host,
    construct: &Construct,
    arg: &Arg,
    iterators: &[omp::Iterator<ExprId>],
    item: &ListItem,
    kind: MapKind,
) -> String {
    let mut loops = String::new();
    for it in iterators {
        let (ty, name) = (it.ty.as_deref().unwrap_or("int"), &it.name);
        let (begin, end) = (text(host, it.begin), paren(host, it.end));
        let step = it.step.map_or("1".into(), |step| paren(host, step));
        let test = match it.step.map(|step| int_value(host.program, step)) {
            None | Some(Some(1..)) => format!("{name} < {end}"),
            Some(Some(_)) => format!("{name} > {end}"),
            Some(None) => format!("{step} > 0 ? {name} < {end} : {name} > {end}"),
        };
        loops.push_str(&format!(
            "for ({ty} {name} = {begin}; {test}; {name} += {step}) "
        ));
    }
    let one = self::item(host, construct, arg, item, kind, HostCall::Launch);
    let words = written(host, item);
    let words = words.replace('\\', "\\\\").replace('"', "\\\"");
    format!("romp_items(\"{words}\", {loops}romp_item({one}))")
}

/// A section of `target update` in pieces: the first of them, and the number and distance of the pieces in each of
/// the `outer` dimensions.
fn rows(
    host: &Host,
    construct: &Construct,
    arg: &Arg,
    (item, base): (&ListItem, &str),
    kind: MapKind,
    outer: usize,
) -> String {
    let ItemKind::Part { dims, .. } = &item.kind else {
        unreachable!("only parts are items")
    };
    let root = wrap(base);
    let (mut begin, mut level) = (root.clone(), root.clone());
    let (mut pieces, mut planes) = (vec![], vec![]);
    for (at, dim) in dims.iter().enumerate() {
        let lower = dim.lower.map_or("0".into(), |e| text(host, e));
        let stride = dim.stride.map(|e| wrap(&text(host, e)));
        let extent = format!("sizeof({level}) / sizeof({level}[0])");
        let length = match (dim.length, &stride) {
            _ if dim.is_index => "1".to_string(),
            (Some(length), _) => wrap(&text(host, length)),
            (None, Some(stride)) => {
                format!("({extent} - {} + {stride} - 1) / {stride}", wrap(&lower))
            }
            (None, None) => format!("({extent} - {})", wrap(&lower)),
        };
        begin.push_str(&format!("[{lower}]"));
        level.push_str("[0]");
        if at >= outer && length != "1" {
            pieces.push(length);
        } else if at < outer && !dim.is_index {
            let pitch = match stride {
                Some(stride) => format!("{stride} * sizeof({level})"),
                None => format!("sizeof({level})"),
            };
            planes.push(format!("romp_rows({length}, {pitch})"));
        }
    }
    let size = pieces
        .iter()
        .fold(format!("sizeof({level})"), |all, n| format!("{all} * {n}"));
    let words = written(host, item);
    let flags = flags(construct, arg, kind);
    let first = map(&words, &root, &format!("&{begin}"), &size, "0", &flags);
    planes.insert(0, first);
    planes.join(", ")
}

/// An item without a section: an element or a member, and the pointer through which it is reached.
fn element(
    host: &Host,
    construct: &Construct,
    arg: &Arg,
    item: &ListItem,
    lvalue: ExprId,
    (kind, call): (MapKind, HostCall),
) -> String {
    let words = match arg.implicit {
        true => text(host, lvalue),
        false => written(host, item),
    };
    let place = format!("&({words})");
    let size = format!("sizeof({words})");
    let (base, attach) = belongs_to(host, lvalue, &place);
    if attach == "0" && is_said(&words, &words) {
        let whole = match base.strip_prefix('&') {
            Some(variable) => variable.to_string(),
            None => format!("*{}", wrap(&base)),
        };
        if base == place || is_said(&whole, &words) {
            if is_around(construct, arg, kind, call) {
                return format!("romp_around({words})");
            }
        } else if let Some(word) = plain_word(construct, arg, kind)
            && !arg.implicit
            && !arg.around
            && arg.param.is_none()
        {
            return format!("romp_{word}_member({whole}, {words})");
        }
    }
    map(
        &words,
        &base,
        &place,
        &size,
        &attach,
        &flags(construct, arg, kind),
    )
}

/// For an lvalue at `place` the base address of its variable or of the pointer through which it is reached, and the
/// object of that pointer where it may be on the device.
fn belongs_to(host: &Host, lvalue: ExprId, place: &str) -> (String, String) {
    let program = host.program;
    match (base_pointer(program, lvalue), root(program, lvalue)) {
        (None, Some(var)) => (format!("&{}", program.vars[var].name), "0".to_string()),
        (None, None) => (place.to_string(), "0".to_string()),
        (Some(pointer), _) => {
            let name = text(host, pointer);
            let attach = match program.expr(pointer).kind {
                ExprKind::Var(var) if !host.may_be_mapped(var) => "0".to_string(),
                ExprKind::Var(_)
                | ExprKind::Member { .. }
                | ExprKind::Index { .. }
                | ExprKind::Deref(_) => {
                    format!("&({name})")
                }
                _ => "0".to_string(),
            };
            (name, attach)
        }
    }
}

fn map(words: &str, base: &str, begin: &str, bytes: &str, pointer: &str, flags: &str) -> String {
    let words = words.replace('\\', "\\\\").replace('"', "\\\"");
    format!("romp_map(\"{words}\", {base}, {begin}, {bytes}, {pointer}, {flags})")
}

/// Whether a list item is said as the short form says it, which is one argument of a macro.
fn is_said(words: &str, short: &str) -> bool {
    let plain = |text: &str| text.split_whitespace().collect::<String>();
    plain(words) == plain(short) && !words.contains(',')
}

/// Whether an argument is the structure or array around list items, and no more.
fn is_around(construct: &Construct, arg: &Arg, kind: MapKind, call: HostCall) -> bool {
    let flags = flags(construct, arg, kind);
    flags == "ROMP_TO | ROMP_IMPLICIT | ROMP_AROUND | ROMP_PARAM"
        || flags == "ROMP_TO | ROMP_IMPLICIT | ROMP_AROUND" && call == HostCall::Data
}

/// `to`, `from`, `tofrom` or `alloc`, where the short form is complete.
fn plain_word(construct: &Construct, arg: &Arg, kind: MapKind) -> Option<&'static str> {
    if arg.always
        || arg.present
        || arg.close
        || (construct.directive.leaves().is_empty() && arg.implicit)
    {
        return None;
    }
    match kind {
        MapKind::To => Some("to"),
        MapKind::From => Some("from"),
        MapKind::Tofrom => Some("tofrom"),
        MapKind::Alloc | MapKind::Storage => Some("alloc"),
        _ => None,
    }
}

fn flags(construct: &Construct, arg: &Arg, kind: MapKind) -> String {
    let mut words: Vec<&str> = match kind {
        MapKind::To => vec!["ROMP_TO"],
        MapKind::From => vec!["ROMP_FROM"],
        MapKind::Tofrom => vec!["ROMP_TO", "ROMP_FROM"],
        MapKind::Alloc => vec![],
        MapKind::Storage if construct.directive == DirectiveKind::TargetExitData => {
            vec!["ROMP_RELEASE"]
        }
        MapKind::Storage => vec![],
        MapKind::Release => vec!["ROMP_RELEASE"],
        MapKind::Delete => vec!["ROMP_DELETE"],
    };
    for (on, word) in [
        (arg.always, "ROMP_ALWAYS"),
        (arg.present, "ROMP_PRESENT"),
        (arg.close, "ROMP_CLOSE"),
        (arg.implicit, "ROMP_IMPLICIT"),
        (arg.around, "ROMP_AROUND"),
        (arg.param.is_some(), "ROMP_PARAM"),
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

/// Whether the variable is an aggregate, a part of which may be mapped already: an implicit map then uses only that
/// part.
fn is_aggregate(host: &Host, var: VarId) -> bool {
    let ty = host.program.vars[var].ty.id;
    host.program.types.is_array(ty) || host.program.types.is_record(ty)
}
