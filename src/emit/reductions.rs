//! Reduction clauses: private copies before the code that the threads run, one call of the device header after it.
//!
//! From a [`Reduction`]. The algorithms are in `romp/reductions.cuh` and `romp/league_reductions.cuh`.

mod initial_values;

use self::initial_values::{Start, identity, initialiser, start};
pub(super) use self::initial_values::{begin, declared};
use super::array_reductions::{Arrays, Initial, Of};
use super::context::Context;
use super::cuda::{Printer, Written, unsigned_enum};
use super::kernel::{Inner, Kernel};
use super::synchronise::REDUCTION_TURNS;
use super::tasks;
use crate::device::tree::{Braces, Style};
use crate::device::{Block, Call, Class, DeviceFn, Object, Team};
use crate::ir::*;
use crate::omp::{Leaf, ReductionOp};
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::reductions::{Combine, Extent, Item, Long, Over, Reduction};
use crate::plan::decisions::shared::Member;

/// The kernel's parameter for the launch's scratch memory.
pub const SCRATCH: &str = "scratch";

/// The number of columns beyond which a call gets a line for each list item.
const WIDTH: usize = 100;

/// A construct with a reduction, whose code `inner` builds.
pub fn print(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    construct: ConstructId,
    reduction: &Reduction,
    inner: Inner,
) {
    let braces = if !k.program.constructs[construct].directive.has(Leaf::Target) {
        Braces::Own
    } else {
        Braces::None
    };
    k.in_scope_where(braces, out, |out| {
        k.converge(out);
        let Copies {
            mut names,
            list,
            first,
            arrays,
        } = declare_copies(k, p, out, construct, reduction);
        let shared = !first.is_empty();
        if shared {
            k.barrier(out);
            out.if_then(k.is_first_thread(), |out| out.append(first));
            k.barrier(out);
        }
        names.extend(arrays.names);
        let updates = reduction.items.iter().flat_map(|item| &item.updates);
        let change = |context: &mut Context| {
            context.updates.extend(updates.cloned());
            context.in_shared_memory.extend(arrays.in_shared_memory);
            context.names.extend(names);
        };
        k.within(p, change, |k, p| inner(k, p, out));
        if shared {
            k.barrier(out);
        }
        k.converge(out);
        let line = k.line_for_checks(&k.program.constructs[construct]);
        line.iter().for_each(|line| out.user(line));
        combine(k, p, out, construct, reduction, &list);
        for call in arrays.last {
            line.iter().for_each(|line| out.user(line));
            out.call(call);
        }
        if reduction.barrier && reduction.over != Over::Teams {
            end_barrier(k, out, &k.program.constructs[construct]);
        }
    });
}

/// The copies of a construct's list items.
struct Copies {
    /// How the items are spelled in the construct.
    names: Vec<(VarId, String)>,
    /// The header's values for how they are combined.
    list: Vec<Combination>,
    /// What thread 0 does for all threads.
    first: Block,
    arrays: Arrays,
}

/// How a copy of a list item is combined with the original.
#[derive(Clone)]
struct Combination {
    /// The item's index in the reduction.
    item: usize,
    original: String,
    copy: String,
    /// The header's value that says so.
    value: String,
}

/// Whether the copies belong to the team, not to a thread: all threads are here, or one for all of them.
fn of_team(k: &Kernel, reduction: &Reduction) -> bool {
    !k.is_parallel() && matches!(reduction.over, Over::Teams | Over::Thread)
}

/// Whether several threads of a team execute the sequential part.
fn several_threads(k: &Kernel) -> bool {
    matches!(k.plan.mode, Mode::Spmd | Mode::GuardedSpmd)
}

/// Declares the copies, and gives them their first values.
fn declare_copies(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    construct: ConstructId,
    reduction: &Reduction,
) -> Copies {
    let mut long = vec![];
    for item in &reduction.items {
        if let Extent::Long(array) = item.extent {
            long.push((array, k.spelling(p, item.var)));
        }
    }
    let mut copies = Copies {
        names: vec![],
        list: vec![],
        first: Block::at(out.depth() + 1),
        arrays: Arrays::of(p, long.into_iter()),
    };
    for (index, item) in reduction.items.iter().enumerate() {
        let original = k.spelling(p, item.var);
        if let Extent::Long(long) = item.extent {
            begin_array(k, p, out, &mut copies.arrays, (reduction.over, item, long));
            continue;
        }
        let first = match &item.combine {
            Combine::User(user) => {
                let reduction = &k.program.reductions[*user];
                tasks::original(k, construct, item.var, reduction)
            }
            Combine::Operator(_) => None,
        };
        let first = first.unwrap_or_else(|| original.clone());
        let member = k.shared.of(Member::Copy(construct, item.var));
        let name = match member.filter(|_| of_team(k, reduction)) {
            Some(member) => {
                let name = member.to_string();
                let out = match several_threads(k) {
                    true => &mut copies.first,
                    false => &mut *out,
                };
                begin(k, p, out, item, &first, &name);
                name
            }
            None => {
                let name = k.name_beside(p.names.var(item.var), "private");
                if let (true, Extent::Elements { count, of, .. }) = (item.selected, item.extent) {
                    // An array whose elements code finds by comparison.
                    let Combine::Operator(op) = &item.combine else {
                        unreachable!("planned for operators only")
                    };
                    let first = identity(k.program, p, item, op);
                    let template = format!("{}, {count}", p.type_name(of));
                    let object = Object::new(Class::SelectedArray, &name);
                    out.object(object.of(template).from([first]));
                    copies.list.push(Combination {
                        item: index,
                        value: combination(k, p, item, &original, &format!("{name}.of")),
                        copy: name.clone(),
                        original,
                    });
                    copies.names.push((item.var, name));
                    continue;
                }
                let declared = declared(k, p, item, &name);
                match start(k, p, item, &first, &name) {
                    Start::Value(value) => out.declare_made(&name, declared, Some(value.into())),
                    Start::Statements => {
                        match item.extent {
                            Extent::Whole => out.declare_made(&name, declared, None),
                            // The memory of an array is free again behind its scope.
                            _ => out.declare(declared),
                        }
                        begin(k, p, out, item, &first, &name);
                    }
                }
                name
            }
        };
        copies.list.push(Combination {
            item: index,
            value: combination(k, p, item, &original, &name),
            copy: name.clone(),
            original,
        });
        let spelled = match item.extent {
            Extent::Elements { lower, .. } if lower > 0 => {
                format!("romp::behind({name}, {lower})")
            }
            _ => name,
        };
        copies.names.push((item.var, spelled));
    }
    copies
}

/// Begins the copy of a long array.
fn begin_array(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    arrays: &mut Arrays,
    (over, item, long): (Over, &Item, Long),
) {
    let original = k.spelling(p, item.var);
    let (combine, initial) = match &item.combine {
        Combine::Operator(op) => (
            format!("romp::combiner::{}()", named(k, item, op, "")),
            Initial::Value(identity(k.program, p, item, op)),
        ),
        Combine::User(user) => (
            format!("romp::by({})", combiner(k, p, *user, long.of)),
            Initial::Function(initialiser(k, p, *user, long.of)),
        ),
    };
    let of = Of {
        item,
        long,
        over,
        original: &original,
        combine: &combine,
        initial: &initial,
        slots: k.scratch_slots,
    };
    arrays.begin(k, p, out, of);
}

/// Combines the copies.
fn combine(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    construct: ConstructId,
    reduction: &Reduction,
    list: &[Combination],
) {
    let for_all = k.plan.sequential.for_all.contains(&construct);
    let registers = matches!(reduction.over, Over::Thread | Over::Lanes | Over::FirstLane);
    let slots = match list.is_empty() || registers {
        true => None,
        false => k.slots(p, reduction),
    };
    let by_team =
        |function: DeviceFn, list: &str| k.on_team(function, list).reserving(slots.clone());
    match reduction.over {
        _ if list.is_empty() => {}
        Over::Lanes => call(out, |list| k.on_team(DeviceFn::ReduceForAll, list), list),
        Over::Team if for_all => call(out, |list| by_team(DeviceFn::ReduceToAll, list), list),
        Over::Team | Over::FirstLane => call(out, |list| by_team(DeviceFn::Reduce, list), list),
        Over::Thread if of_team(k, reduction) && several_threads(k) => {
            let style = match list.len() {
                1 => Style::Indented,
                _ => Style::Braces,
            };
            out.if_styled(k.is_first_thread(), style, |out| {
                alone(k, out, reduction, list)
            });
            k.barrier(out);
        }
        Over::League if reduction.by_turns => {
            let with = |list: &str| {
                let list = format!("{REDUCTION_TURNS}, {list}");
                by_team(DeviceFn::ReduceByTurns, &list)
            };
            call(out, with, list)
        }
        Over::Teams if reduction.by_turns => {
            let one = |list: &str| {
                let list = format!("{REDUCTION_TURNS}, {list}");
                Call::new(DeviceFn::ReduceByTurns, &Team::OneThread, list)
            };
            match several_threads(k) {
                true => {
                    out.if_then(k.is_first_thread(), |out| call(out, one, list));
                    k.barrier(out);
                }
                false => call(out, one, list),
            }
        }
        Over::Thread => alone(k, out, reduction, list),
        Over::Task => call(out, |list| k.on_task_team(DeviceFn::ReduceTask, list), list),
        Over::League => {
            let scratch = k.names.fresh(SCRATCH);
            let with = |list: &str| by_team(DeviceFn::ReduceLeague, &format!("{scratch}, {list}"));
            call(out, with, list);
        }
        Over::Teams => {
            let scratch = k.names.fresh(SCRATCH);
            let team = match several_threads(k) {
                true => Team::Block,
                false => Team::OneThread,
            };
            let with = |list: &str| {
                let list = format!("{scratch}, {list}");
                Call::new(DeviceFn::ReduceTeams, &team, list).reserving(slots.clone())
            };
            call(out, with, list);
            if reduction.barrier && several_threads(k) {
                k.barrier(out);
            }
        }
    }
}

/// The barrier at the end of a construct, which may be the device code's own.
fn end_barrier(k: &Kernel, out: &mut Block, construct: &Construct) {
    if !construct.nowait() || !k.text.is_checked() {
        k.barrier(out);
    } else {
        // The scope is the device code's, not the program's: checks take it for no order.
        out.scope(|out| {
            out.object(Object::new(Class::OwnCode, k.names.fresh("own")));
            k.barrier(out);
        });
    }
}

/// Assigns one thread's copies to the originals: numbers as C does it, others by the device header.
fn alone(k: &Kernel, out: &mut Block, reduction: &Reduction, list: &[Combination]) {
    let mut others = vec![];
    for one in list {
        let item = &reduction.items[one.item];
        let ty = k.program.types.resolve(element_type(k.program, item).id);
        match (&item.combine, item.extent, ty) {
            (
                Combine::Operator(op),
                Extent::Whole,
                Type::Int(_) | Type::Float(FloatKind::Float | FloatKind::Double),
            ) => assign(out, op, &one.original, &one.copy),
            _ => others.push(one.clone()),
        }
    }
    if !others.is_empty() {
        let with = |list: &str| Call::new(DeviceFn::Reduce, &Team::OneThread, list);
        call(out, with, &others);
    }
}

/// `original = original op copy;` for numbers (5.2, table 5.1).
fn assign(out: &mut Block, op: &ReductionOp, original: &str, copy: &str) {
    let sign = match op {
        ReductionOp::Add | ReductionOp::Sub => "+",
        ReductionOp::Mul => "*",
        ReductionOp::BitAnd => "&",
        ReductionOp::BitOr => "|",
        ReductionOp::BitXor => "^",
        ReductionOp::And => return out.assign(original, format!("{original} && {copy}")),
        ReductionOp::Or => return out.assign(original, format!("{original} || {copy}")),
        ReductionOp::Min | ReductionOp::Max => {
            let relation = if *op == ReductionOp::Min { "<" } else { ">" };
            let nearer = format!("{copy} {relation} {original}");
            return out.if_styled(nearer, Style::Indented, |out| out.assign(original, copy));
        }
        ReductionOp::User(_) => unreachable!("resolved to its declaration"),
    };
    out.effect(format!("{original} {sign}= {copy}"));
}

fn call(out: &mut Block, with: impl Fn(&str) -> Call, list: &[Combination]) {
    let list: Vec<&str> = list.iter().map(|one| one.value.as_str()).collect();
    let line = with(&list.join(", "));
    let width = line.to_string().len() + 4 * out.depth();
    out.call(match width < WIDTH || list.len() == 1 {
        true => line,
        false => with(&list.join(",\n    ")),
    });
}

/// The header's value that says how an item is combined: the original, and the copy.
fn combination(k: &Kernel, p: &mut Printer, item: &Item, original: &str, name: &str) -> String {
    let op = match &item.combine {
        Combine::Operator(op) => op,
        Combine::User(user) => {
            let combiner = combiner(k, p, *user, element_type(k.program, item));
            return match item.extent {
                Extent::Elements { lower, .. } => {
                    let from = elements(original, lower);
                    format!("romp::by_each({from}, {name}, {combiner})")
                }
                _ => format!("romp::by({original}, {name}, {combiner})"),
            };
        }
    };
    match item.extent {
        Extent::Whole => format!("romp::{}({original}, {name})", named(k, item, op, "")),
        Extent::Elements { lower, .. } => {
            let from = elements(original, lower);
            format!("romp::{}({from}, {name})", named(k, item, op, "_each"))
        }
        Extent::Long(_) => unreachable!("printed by `array_reductions`"),
    }
}

/// A pointer to the first element of a part.
fn elements(original: &str, lower: u64) -> String {
    match lower {
        0 => original.to_string(),
        _ => format!("{original} + {lower}"),
    }
}

/// The type of what is combined.
pub(super) fn element_type(program: &Program, item: &Item) -> QualType {
    match item.extent {
        Extent::Whole => program.vars[item.var].ty,
        Extent::Elements { of, .. } | Extent::Long(Long { of, .. }) => of,
    }
}

/// The combiner of a `declare reduction` as a function.
pub(super) fn combiner(k: &Kernel, p: &mut Printer, user: ReductionId, of: QualType) -> String {
    let reduction = &k.program.reductions[user];
    let ty = p.type_name(QualType::from(of.id));
    let names = [
        (reduction.omp_out, "omp_out".to_string()),
        (reduction.omp_in, "omp_in".to_string()),
    ];
    let body = k.renaming_all(p, &names, |_, p| p.body_of(reduction.combiner));
    format!("[]({ty} &omp_out, {ty} &omp_in) {{ {body} }}")
}

/// The header's name for an item's operator, with what stands behind the name; where C compares the values as unsigned
/// ones and C++ does not, as a template of C's type.
pub(super) fn named(k: &Kernel, item: &Item, op: &ReductionOp, behind: &str) -> String {
    let word = word(op);
    let compares = matches!(op, ReductionOp::Min | ReductionOp::Max);
    let kind = unsigned_enum(k.program, element_type(k.program, item).id);
    match kind.filter(|_| compares) {
        Some(kind) => format!("{word}_as{behind}<{}>", kind.spelling()),
        None => format!("{word}{behind}"),
    }
}

fn word(op: &ReductionOp) -> &'static str {
    match op {
        // 5.2, table 5.1: the copies of `-` are added, too.
        ReductionOp::Add | ReductionOp::Sub => "plus",
        ReductionOp::Mul => "times",
        ReductionOp::BitAnd => "bit_and",
        ReductionOp::BitOr => "bit_or",
        ReductionOp::BitXor => "bit_xor",
        ReductionOp::And => "logical_and",
        ReductionOp::Or => "logical_or",
        ReductionOp::Min => "minimum",
        ReductionOp::Max => "maximum",
        ReductionOp::User(_) => unreachable!("resolved to its declaration"),
    }
}
