//! The arguments of the `ROMP_...` macros: one element a list item, captured variable or clause.
//!
//! From a plan's `Arg`s to romp.h's words. Expressions are the user's text, in parentheses where
//! they are more than a word.

use super::host::Host;
use super::host_device_vars;
use crate::analyze::loops::{CanonicalLoop, Nest, Test};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{self, ClauseKind, DeviceModifier, DirectiveKind, Leaf, MapKind};
use crate::plan::decisions::kernel::{KernelPlan, Mode};
use crate::plan::decisions::launch::{Arg, ArgWhat, Beside, ThreadStacks};
use crate::plan::decisions::reductions::{Long, Rows};
use crate::plan::items::elements::root;
use crate::plan::items::sections::{base_pointer, full, pieces, strip_decay};

/// Launch shape and the choice of device.
pub fn shape(host: &Host, construct: &Construct, plan: &KernelPlan) -> Vec<String> {
    let shape = &plan.shape;
    if plan.mode() == Mode::ForkJoin {
        return fork_join(host, construct, plan);
    }
    if shape.exact_block {
        let mut list = vec![format!("romp_exact_block({})", shape.block)];
        list.extend(teams(host, plan));
        list.extend(stack(plan));
        list.extend(dynamic(plan));
        list.extend(choice(host, construct));
        return list;
    }
    let mut list = vec![format!("romp_block({})", shape.block)];
    if let Some(threads) = shape.threads {
        list.push(match shape.condition {
            Some(cond) => format!(
                "romp_num_threads({} ? {} : 1)",
                paren(host, cond),
                text(host, threads)
            ),
            None => format!("romp_num_threads({})", text(host, threads)),
        });
    } else if let Some(cond) = shape.condition {
        list.push(format!(
            "romp_num_threads({} ? {} : 1)",
            paren(host, cond),
            shape.block
        ));
    }
    if let Some(limit) = shape.limit
        && plan.mode() != Mode::SingleThread
    {
        list.push(format!("romp_thread_limit({})", text(host, limit)));
    }
    list.extend(teams(host, plan));
    list.extend(stack(plan));
    list.extend(dynamic(plan));
    list.extend(choice(host, construct));
    list
}

/// Bytes of stack a thread where functions call themselves, unless ROMP_STACK says otherwise.
const RECURSION: u32 = 16 << 10;
/// Where tasks do: a level that waits for its tasks has five frames, those of who runs them among them.
const RECURSIVE_TASKS: u32 = 32 << 10;

fn stack(plan: &KernelPlan) -> Option<String> {
    let bytes = match plan.code.tasks {
        Some(_) => RECURSIVE_TASKS,
        None => RECURSION,
    };
    plan.recursive.then(|| format!("romp_stack({bytes})"))
}

/// What the team's variables take of shared memory, where that is more than a kernel may declare.
fn dynamic(plan: &KernelPlan) -> Option<String> {
    let bytes = plan.code.shared.packed;
    plan.code
        .dynamic
        .then(|| format!("romp_dynamic_shared({bytes})"))
}

/// The same for a kernel whose last warp is a master's.
fn fork_join(host: &Host, construct: &Construct, plan: &KernelPlan) -> Vec<String> {
    let shape = &plan.shape;
    let mut list = vec![];
    let workers = match shape.threads {
        Some(threads) => text(host, threads),
        None => shape.block.to_string(),
    };
    list.push(match shape.condition {
        Some(cond) => format!("romp_workers({} ? {workers} : 1)", paren(host, cond)),
        None => format!("romp_workers({workers})"),
    });
    if let Some(limit) = shape.limit {
        list.push(format!("romp_thread_limit({})", text(host, limit)));
    }
    list.extend(teams(host, plan));
    list.extend(stack(plan));
    list.extend(dynamic(plan));
    list.extend(choice(host, construct));
    list
}

fn teams(host: &Host, plan: &KernelPlan) -> Option<String> {
    let shape = &plan.shape;
    if let Some(teams) = shape.teams {
        return Some(format!("romp_num_teams({})", text(host, teams)));
    }
    if shape.one_team {
        return Some("romp_num_teams(1)".into());
    }
    if let Some(nest) = &shape.iterations
        && shape.few_teams
    {
        return Some(format!("romp_few_iterations({})", busy(host, plan, nest)));
    }
    if let Some(nest) = &shape.iterations
        && shape.grid_of_nest
    {
        let each = |one| format!("romp_iterations({})", trips(host, one));
        let loops: Vec<String> = nest.loops.iter().map(each).collect();
        return Some(loops.join(", "));
    }
    if let Some(nest) = &shape.iterations {
        return Some(format!("romp_iterations({})", busy(host, plan, nest)));
    }
    let nest = shape.team_iterations.as_ref()?;
    Some(format!("romp_teams_open({})", count(host, nest)))
}

/// `if` and `device`.
pub fn choice(host: &Host, construct: &Construct) -> Vec<String> {
    let mut list = vec![];
    for clause in &construct.clauses {
        match &clause.kind {
            ClauseKind::If(cond) => {
                let for_target = clause
                    .modifier
                    .as_ref()
                    .is_none_or(|leaves| leaves.contains(&Leaf::Target));
                let data = construct.directive.leaves().is_empty();
                if for_target || data {
                    list.push(format!("romp_if({})", text(host, *cond)));
                }
            }
            ClauseKind::Device {
                modifier: None | Some(DeviceModifier::DeviceNum),
                device,
            } => {
                list.push(format!("romp_device({})", text(host, *device)));
            }
            _ => {}
        }
    }
    list
}

/// The threads that the iterations of a nest keep busy.
fn busy(host: &Host, plan: &KernelPlan, nest: &Nest) -> String {
    match (plan.shape.lanes, nest.loops.len()) {
        (0, _) => count(host, nest),
        (lanes, 1) => format!("(long long){} * {lanes}", wrap(&count(host, nest))),
        (lanes, _) => format!("{} * {lanes}", count(host, nest)),
    }
}

/// The number of iterations of a nest, as the host counts them before the launch.
fn count(host: &Host, nest: &Nest) -> String {
    let trips: Vec<String> = nest.loops.iter().map(|one| trips(host, one)).collect();
    match trips.as_slice() {
        [one] => one.clone(),
        several => several
            .iter()
            .enumerate()
            .map(|(i, t)| {
                if i == 0 {
                    format!("(long long){}", wrap(t))
                } else {
                    wrap(t)
                }
            })
            .collect::<Vec<_>>()
            .join(" * "),
    }
}

fn trips(host: &Host, one: &CanonicalLoop) -> String {
    let program = host.program;
    let (lo, hi) = (text(host, one.lo), text(host, one.hi));
    let unit = one.step.value.is_some_and(|v| v.abs() == 1);
    let from_zero = int_value(program, one.lo) == Some(0);
    if unit && from_zero && matches!(one.test, Test::Lt | Test::Ne) {
        return hi;
    }
    let pointer = program.types.is_pointer(program.vars[one.var].ty.id);
    let (lo, hi) = if pointer {
        ("0".to_string(), format!("({hi}) - ({lo})"))
    } else {
        (lo, hi)
    };
    let step = match (one.step.value, one.step.amount) {
        (Some(value), _) => value.unsigned_abs().to_string(),
        (None, Some(amount)) => text(host, amount),
        (None, None) => "1".into(),
    };
    let down = match one.test {
        Test::Lt | Test::Le => false,
        Test::Gt | Test::Ge => true,
        Test::Ne => one.step.value.is_some_and(|v| v < 0),
    };
    let inclusive = matches!(one.test, Test::Le | Test::Ge);
    let (from, to) = if down { (hi, lo) } else { (lo, hi) };
    format!("romp_trips({from}, {to}, {step}, {})", u8::from(inclusive))
}

/// One element of the list. `kernel`: the construct launches a kernel, so that parameters count.
pub fn arg(host: &Host, construct: &Construct, arg: &Arg, kernel: bool) -> String {
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
            if host_device_vars::around(program, host.pre, construct, *var) =>
        {
            format!("romp_address({})", host_device_vars::spelled(&name(*var)))
        }
        // In `use_device_addr` a pointer stands for the array: its first element is the same in both.
        ArgWhat::DeviceAddress(var) if program.types.is_array(program.vars[*var].ty.id) => {
            format!("romp_address({}[0])", name(*var))
        }
        ArgWhat::DeviceAddress(var) => format!("romp_address({})", name(*var)),
        ArgWhat::Var(var, kind) => {
            let part_of_aggregate =
                arg.implicit && *kind == MapKind::To && is_aggregate(host, *var);
            let plain = plain_word(construct, arg, *kind)
                .filter(|_| (!kernel || arg.param.is_some()) && !part_of_aggregate);
            match plain {
                Some("tofrom") if arg.implicit && is_aggregate(host, *var) => {
                    format!("romp_implicit_var({})", name(*var))
                }
                Some(word) => format!("romp_{word}_var({})", name(*var)),
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
        ArgWhat::Item(item, kind) => self::item(host, construct, arg, item, *kind, kernel),
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
        format!("romp_array({}, {size})", factors.join(" * "))
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

/// What an array's type says on the host of an extent that is kept for device code.
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
    kernel: bool,
) -> String {
    let program = host.program;
    let ItemKind::Part { base, dims, .. } = &item.kind else {
        unreachable!("only parts are items")
    };
    let base = strip_decay(program, *base);
    let base_text = text(host, base);
    let words = single_line(&item.text);
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
        return element(host, construct, arg, item, base, kind);
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
        !kernel || arg.param.is_some(),
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
    let name = wrap(&base_text);
    let is_part = program.types.is_array(base_expr.ty.id) && !is_var;
    let (root, attach) = match is_part {
        true => belongs_to(host, base, &format!("&{name}")),
        false => (name.clone(), attach),
    };
    let (mut begin, mut level) = (name.clone(), name);
    let mut bytes: Vec<String> = vec![];
    // Where only the program can tell whether the section is one piece: what must hold, from the first dimension on.
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

/// The sections of iterators: loops of the host's, which collect them.
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
    let one = self::item(host, construct, arg, item, kind, true);
    let words = single_line(&item.text);
    let words = words.replace('\\', "\\\\").replace('"', "\\\"");
    format!("romp_items(\"{words}\", {loops}romp_item({one}))")
}

/// A section of `target update` in pieces: the first of them, and how many there are at which distance in each of
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
    let words = single_line(&item.text);
    let flags = flags(construct, arg, kind);
    let first = map(&words, &root, &format!("&{begin}"), &size, "0", &flags);
    planes.insert(0, first);
    planes.join(", ")
}

/// An item without a section: an element or a member, which belongs to the pointer that it is reached through.
fn element(
    host: &Host,
    construct: &Construct,
    arg: &Arg,
    item: &ListItem,
    lvalue: ExprId,
    kind: MapKind,
) -> String {
    let words = match arg.implicit {
        true => text(host, lvalue),
        false => single_line(&item.text),
    };
    let place = format!("&({words})");
    let size = format!("sizeof({words})");
    let (base, attach) = belongs_to(host, lvalue, &place);
    map(
        &words,
        &base,
        &place,
        &size,
        &attach,
        &flags(construct, arg, kind),
    )
}

/// Of an lvalue at `place`: the base address of its variable or of the pointer that it is reached through, and the
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

/// `to`, `from`, `tofrom` or `alloc`, where the short form says everything.
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

/// The user's text of an expression, in one line.
pub fn text(host: &Host, id: ExprId) -> String {
    let plain = strip_decay(host.program, id);
    if let Some(made) = host.program.spelled.get(&plain.into_raw().into_u32()) {
        return made.clone();
    }
    if host.program.loops.is_made_expr(id) {
        return super::host_loops::expression(host.program, host.pre, id);
    }
    single_line(host.pre.slice(host.program.expr(plain).span))
}

fn paren(host: &Host, id: ExprId) -> String {
    wrap(&text(host, id))
}

/// Without line breaks, and without the line markers that a macro's expansion may hold.
fn single_line(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .flat_map(str::split_whitespace)
        .collect::<Vec<_>>()
        .join(" ")
}

/// In parentheses unless it is one word.
fn wrap(text: &str) -> String {
    if text.chars().all(|c| c.is_alphanumeric() || c == '_') {
        text.to_string()
    } else {
        format!("({text})")
    }
}

/// A part of it may be mapped already, and is then all that an implicit map uses.
fn is_aggregate(host: &Host, var: VarId) -> bool {
    let ty = host.program.vars[var].ty.id;
    host.program.types.is_array(ty) || host.program.types.is_record(ty)
}
