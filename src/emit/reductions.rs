//! Reduction clauses: private copies before the code that the threads run, one call of the device header after it.
//!
//! From a [`Reduction`]. The algorithms are in `romp/reductions.cuh`.

use super::array_reductions::{Arrays, Initial, Of};
use super::context::Context;
use super::cuda::Printer;
use super::kernel::{Inner, Kernel};
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
        combine(k, p, out, (construct, reduction), &list);
        for call in arrays.last {
            line.iter().for_each(|line| out.user(line));
            out.call(call);
        }
        if reduction.barrier {
            end_barrier(k, out, &k.program.constructs[construct]);
        }
    });
}

/// The copies of a construct's list items.
struct Copies {
    /// How the items are spelled in the construct.
    names: Vec<(VarId, String)>,
    /// The header's values for how they are combined.
    list: Vec<String>,
    /// What thread 0 does for all threads.
    first: Block,
    arrays: Arrays,
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
    let mut copies = Copies {
        names: vec![],
        list: vec![],
        first: Block::at(out.depth() + 1),
        arrays: Arrays::default(),
    };
    for item in &reduction.items {
        let original = k.spelling(p, item.var);
        if let Extent::Long(long) = item.extent {
            begin_array(k, p, out, &mut copies.arrays, (reduction.over, item, long));
            continue;
        }
        let member = k.shared.of(Member::Copy(construct, item.var));
        let name = match member.filter(|_| of_team(k, reduction)) {
            Some(member) => {
                let name = member.to_string();
                let out = match several_threads(k) {
                    true => &mut copies.first,
                    false => &mut *out,
                };
                begin(k, p, out, item, &original, &name);
                name
            }
            None => {
                let name = k.name_beside(p.names.var(item.var), "private");
                let declared = declared(k, p, item, &name);
                match start(k, p, item, &original, &name) {
                    Start::Value(value) => out.declare_as(declared, value),
                    Start::Statements => {
                        out.declare(declared);
                        begin(k, p, out, item, &original, &name);
                    }
                }
                name
            }
        };
        copies.list.push(combination(k, p, item, &original, &name));
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
            format!("romp::combiner::{}()", word(op)),
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
    (construct, reduction): (ConstructId, &Reduction),
    list: &[String],
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
            out.if_styled(k.is_first_thread(), Style::Indented, |out| alone(out, list));
            k.barrier(out);
        }
        Over::Thread => alone(out, list),
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

/// Assigns one thread's copies to the originals.
fn alone(out: &mut Block, list: &[String]) {
    call(
        out,
        |list| Call::new(DeviceFn::Reduce, &Team::OneThread, list),
        list,
    );
}

fn call(out: &mut Block, with: impl Fn(&str) -> Call, list: &[String]) {
    let line = with(&list.join(", "));
    let width = line.to_string().len() + 4 * out.depth();
    out.call(match width < WIDTH || list.len() == 1 {
        true => line,
        false => with(&list.join(",\n    ")),
    });
}

/// The declaration of a copy, without its initialiser and semicolon.
pub(super) fn declared(k: &Kernel, p: &mut Printer, item: &Item, name: &str) -> String {
    let plain = |ty: QualType| QualType::from(ty.id);
    match item.extent {
        Extent::Whole => p.declarator(plain(k.program.vars[item.var].ty), name),
        Extent::Elements { count, of, .. } => p.declarator(plain(of), &format!("{name}[{count}]")),
        Extent::Long(_) => unreachable!("printed by `array_reductions`"),
    }
}

/// How a copy is initialised: by a value behind its declaration, or by statements.
enum Start {
    Value(String),
    Statements,
}

fn start(k: &Kernel, p: &mut Printer, item: &Item, original: &str, name: &str) -> Start {
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
pub(super) fn begin(
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
    let word = word(op);
    match item.extent {
        Extent::Whole => format!("romp::{word}({original}, {name})"),
        Extent::Elements { lower, .. } => {
            let from = elements(original, lower);
            format!("romp::{word}_each({from}, {name})")
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

/// The initialiser of a `declare reduction` as a function.
fn initialiser(k: &Kernel, p: &mut Printer, user: ReductionId, of: QualType) -> String {
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

/// The header's name for an operator.
pub(super) fn word(op: &ReductionOp) -> &'static str {
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

/// The initial value of a copy (5.2, table 5.1).
fn identity(program: &Program, p: &mut Printer, item: &Item, op: &ReductionOp) -> String {
    let ty = element_type(program, item).id;
    let name = p.type_name(ty.into());
    let number = match op {
        ReductionOp::Mul | ReductionOp::And => "1",
        ReductionOp::BitAnd if *program.types.resolve(ty) == Type::Bool => "1",
        ReductionOp::BitAnd if signed(program.types.resolve(ty)) => "-1",
        // All bits of an unsigned type are set.
        ReductionOp::BitAnd | ReductionOp::Min => return format!("romp::highest<{name}>"),
        ReductionOp::Max => return format!("romp::lowest<{name}>"),
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
