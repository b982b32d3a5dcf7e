//! Tasks: function objects that any thread of the team may execute, or blocks where they stand; and what waits for
//! tasks.
//!
//! From the plan's steps; `romp/tasks.cuh` has the algorithms. Decides nothing.

mod dependences;
mod originals;

use self::dependences::{dependences, object};
pub use self::originals::{Original, spelled as original};
use super::cancel::Group;
use super::context::{Context, Tasks};
use super::cuda::{Names, Printer};
use super::kernel::{Inner, Kernel};
use super::operands::is_word;
use super::{cancel, loops, reductions};
use crate::device::tree::Braces;
use crate::device::{Block, Call, Class, DeviceFn, Object, Team, Value};
use crate::ir::constants::int_value;
use crate::ir::*;
use crate::omp::{ClauseKind, Leaf};
use crate::plan::decisions::kernel::Mode;
use crate::plan::decisions::launch::Storage;
use crate::plan::decisions::steps::{
    CancellableGroup, Deferred, Discarded, Lowering, Step, Task, Waiting,
};

/// The name of the kernel's parameter with the memory for tasks.
pub fn memory(names: &Names) -> String {
    names.fresh("task_memory")
}

/// The call by which a kernel initialises its tasks; functions ask its state whether it has.
pub fn begin(k: &Kernel, how: DeviceFn) -> Call {
    let call = Call::plain(how, memory(k.names));
    match k.plan.state {
        true => call.and("romp::state().tasks"),
        false => call,
    }
}

/// The team of the object that holds a variable, where tasks of other threads share it.
pub fn task_shared(k: &Kernel, var: VarId) -> Option<Team> {
    let tasks = k.plan.tasks.as_ref()?;
    let here = k.plan.mode == Mode::Function || k.is_parallel();
    let own = here
        && k.defers_tasks()
        && k.shared
            .of(crate::plan::decisions::shared::Member::Var(var))
            .is_none();
    if !own
        || !tasks.task_shared.contains(&var)
        || is_vla(&k.program.types, k.program.vars[var].ty.id)
    {
        return None;
    }
    Some(k.team())
}

/// A copy of a function's parameter that tasks share; the body uses its name.
pub fn parameter(k: &Kernel, p: &mut Printer, out: &mut Block, param: VarId) -> Option<String> {
    let team = task_shared(k, param)?;
    let own = p.names.var(param).to_string();
    let name = k.name_beside(&own, "shared");
    p.task_variable(out, param, &name, team);
    out.assign(&name, &own);
    Some(name)
}

pub fn print(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, task: &Task) {
    let construct = &k.program.constructs[id];
    let Some(body) = construct.body else {
        return;
    };
    let is_final = construct.clauses.iter().find_map(|c| match c.kind {
        ClauseKind::Final(value) => Some(value),
        _ => None,
    });
    let is_final = is_final.filter(|_| task.tasks_deferred);
    if task.tasks_deferred {
        let depends = dependences(k, p, construct);
        if !depends.is_empty() {
            out.call(k.on_team(DeviceFn::TaskwaitFor, &depends.join(", ")));
        }
    }
    let declares = !task.copies.is_empty()
        || is_final.is_some()
        || task.left
        || task.group.is_some()
        || originals::in_group(k, construct)
        || k.declares(body);
    let braces = if declares { Braces::Own } else { Braces::None };
    k.in_scope_where(braces, out, |out| {
        if let Some(value) = is_final {
            let object = Object::new(Class::IncludedTask, k.local_name("included"));
            out.object(object.on(k.team()).braced([p.truth_text(value)]));
        }
        let names: Vec<(VarId, String)> = task
            .copies
            .iter()
            .map(|&(var, how)| (var, k.declare_private(p, out, var, how)))
            .collect();
        let kept = match originals::in_group(k, construct) {
            true => originals::keep(k, p, out, construct),
            false => vec![],
        };
        let group = task.group.map(|how| {
            let name = k.local_name("group");
            out.object(Object::new(Class::UndeferredGroup, name.clone()));
            Group { id, how, name }
        });
        let mut inner = |out: &mut Block| {
            k.renaming_all(p, &names, |k, p| {
                let code: Inner = &mut |k, p, out| k.code(p, out, body);
                let change = originals::inside(group.clone(), kept.clone());
                k.within(p, change, |k, p| match task.left {
                    true => cancel::task(k, p, out, code),
                    false => code(k, p, out),
                })
            })
        };
        let discards = match task.discarded {
            Discarded::Never => None,
            Discarded::ByTeam => Some(k.on_team(DeviceFn::DiscardsTasks, "")),
            Discarded::ByGroup(group) => {
                let group = k.group(group);
                Some(match group.how {
                    CancellableGroup::AtOnce => {
                        Call::plain(DeviceFn::DiscardsUndeferred, group.name.as_str())
                    }
                    CancellableGroup::ByState => k.on_team(DeviceFn::DiscardsTasks, &group.name),
                })
            }
        };
        match discards {
            Some(discards) => out.if_then(Value::Not(discards), inner),
            None => inner(out),
        }
        for (&(var, how), (_, copy)) in task.copies.iter().zip(&names) {
            if how == Private::Lastprivate {
                let original = k.spelling(p, var);
                k.assign(p, out, var, &original, copy);
            }
        }
    });
}

/// Builds `taskwait`, `taskyield`, `taskgroup` and `depobj`.
pub fn waiting(k: &Kernel, p: &mut Printer, out: &mut Block, id: ConstructId, how: Waiting) {
    let construct = &k.program.constructs[id];
    match how {
        Waiting::Yield => out.call(k.on_team(DeviceFn::Taskyield, "")),
        Waiting::Wait => {
            let depends = dependences(k, p, construct);
            if construct.nowait() {
                // An empty task with the dependences (5.2, 15.5).
                let clauses = format!("romp::clauses({})", depends.join(", "));
                out.call(k.on_team(DeviceFn::Task, &format!("{clauses}, [] {{}}")));
                return;
            }
            out.call(match depends.is_empty() {
                true => k.on_team(DeviceFn::Taskwait, ""),
                false => k.on_team(DeviceFn::TaskwaitFor, &depends.join(", ")),
            });
        }
        Waiting::Object => object(k, p, out, construct),
        Waiting::Group(group) => {
            k.in_scope(out, |out| {
                let kept = originals::keep(k, p, out, construct);
                let group = waiting_group(k, out, id, group);
                let change = originals::inside(group, kept);
                k.within(p, change, |k, p| {
                    if let Some(body) = construct.body {
                        k.code(p, out, body);
                    }
                });
            });
        }
    }
}

/// Builds a task that any thread of the team may execute; its steps from `at + 1` on are its body.
pub fn deferred(
    k: &Kernel,
    p: &mut Printer,
    out: &mut Block,
    id: ConstructId,
    lowering: &Lowering,
    at: usize,
    task: &Deferred,
) {
    let construct = &k.program.constructs[id];
    let Some(body) = construct.body else { return };
    let copied = copied_first(k, p, task);
    let has_group = task.nest.is_some()
        && !construct
            .clauses
            .iter()
            .any(|c| matches!(c.kind, ClauseKind::Nogroup));
    let braces = match !copied.is_empty() || task.nest.is_some() {
        true => Braces::Own,
        false => Braces::None,
    };
    k.in_scope_where(braces, out, |out| {
        let event = event(k, p, construct);
        if let Some((name, ty)) = &event {
            out.assign(name, k.on_team(DeviceFn::NewEvent, "").of(ty));
        }
        let numbered = task
            .nest
            .as_ref()
            .map(|plan| loops::numbered(k, p, out, plan));
        // Outside of the group that begins here.
        let discards = match task.discarded {
            Discarded::ByGroup(group) => {
                let name = k.group(group).name.as_str();
                Some(k.on_team(DeviceFn::DiscardsUndeferred, name))
            }
            _ => None,
        };
        let group = match has_group {
            true => waiting_group(k, out, id, task.group),
            false => None,
        };
        let names: Vec<(VarId, String)> = copied
            .iter()
            .map(|&var| (var, own_copy(k, p, out, var, "private")))
            .collect();
        let kept = originals::keep(k, p, out, construct);
        let change = originals::inside(group, kept);
        let generate = |out: &mut Block| {
            k.within(p, change, |k, p| {
                k.renaming_all(p, &names, |k, p| {
                    let captures = captures(k, p, task);
                    let mutable = match task.changed.is_empty() {
                        true => "",
                        false => " mutable",
                    };
                    let (from, to) = (k.names.fresh("from"), k.names.fresh("to"));
                    let event = event.as_ref().map(|(name, _)| name.as_str());
                    let trips = numbered.as_ref().map(|one| one.trips.as_str());
                    let call = request(k, p, construct, event, trips);
                    let parameters = match &numbered {
                        Some(_) => format!("auto {from}, auto {to}"),
                        None => String::new(),
                    };
                    let head = format!("[{captures}]({parameters}){mutable}");
                    out.call_with(call, head, |out| {
                        let code: Inner = &mut |k, p, out| match (&numbered, &task.nest) {
                            (Some(numbered), Some(plan)) => {
                                loops::chunk(k, p, out, plan, numbered, (&from, &to));
                            }
                            _ => {
                                let own: Vec<(VarId, String)> = task
                                    .private
                                    .iter()
                                    .filter(|(_, how)| *how != Private::Reduction)
                                    .map(|&(var, how)| (var, k.declare_private(p, out, var, how)))
                                    .collect();
                                k.renaming_all(p, &own, |k, p| k.code(p, out, body));
                            }
                        };
                        let inner: Inner = &mut |k, p, out| match task.left {
                            true => cancel::task(k, p, out, code),
                            false => code(k, p, out),
                        };
                        k.as_task_of_caller(p, |k, p| match lowering.steps.get(at + 1) {
                            Some(Step::Reduce(reduction)) => {
                                reductions::print(k, p, out, id, reduction, inner);
                            }
                            _ => inner(k, p, out),
                        });
                    });
                })
            })
        };
        match discards {
            Some(discards) => out.if_then(Value::Not(discards), generate),
            None => generate(out),
        }
    });
}

/// The variables that are copied before a task is built, since no function object can capture them under their names.
fn copied_first(k: &Kernel, p: &mut Printer, task: &Deferred) -> Vec<VarId> {
    let captured = task.captured.iter().copied();
    captured
        .filter(|var| !plain(k, p, *var) || task.changed.contains(var) && is_broadcast(k, *var))
        .collect()
}

/// The call that takes a task's body: of a task, of one with `event`, or of a taskloop with so many `trips`.
fn request(
    k: &Kernel,
    p: &mut Printer,
    construct: &Construct,
    event: Option<&str>,
    trips: Option<&str>,
) -> Call {
    let clauses = clauses(k, p, construct);
    match (trips, event) {
        (None, None) => k.on_team(DeviceFn::Task, &clauses.unwrap_or_default()),
        (None, Some(event)) => {
            let clauses = clauses.unwrap_or("romp::clauses()".into());
            k.on_team(DeviceFn::DetachedTask, &format!("{event}, {clauses}"))
        }
        (Some(trips), _) => {
            let clauses = clauses.map_or(String::new(), |clauses| clauses + ", ");
            let call = k.on_team(DeviceFn::Taskloop, &format!("{clauses}{trips}"));
            call.and(chunks(k, p, construct, trips))
        }
    }
}

/// Declares a taskgroup's object; returns what constructs in its text name, if they do.
fn waiting_group(
    k: &Kernel,
    out: &mut Block,
    id: ConstructId,
    how: Option<CancellableGroup>,
) -> Option<Group> {
    let name = k.local_name("group");
    let group = Object::new(Class::Taskgroup, name.clone());
    out.object(match k.team() {
        Team::Block => group,
        team => group.on(team).braced([""; 0]),
    });
    how.map(|how| Group { id, how, name })
}

/// The variable that receives a task's event, and its type.
fn event(k: &Kernel, p: &mut Printer, construct: &Construct) -> Option<(String, String)> {
    let var = construct.clauses.iter().find_map(|c| match &c.kind {
        ClauseKind::Detach(item) => item.var(),
        _ => None,
    })?;
    let ty = super::kernel::unqualified(k.program.vars[var].ty);
    Some((k.spelling(p, var), p.type_name(ty)))
}

/// Whether a function object that captures by value captures this variable as it is.
fn plain(k: &Kernel, p: &mut Printer, var: VarId) -> bool {
    if p.has_volatile_records(k.program.vars[var].ty) {
        return false;
    }
    let spelled = k.spelling(p, var);
    let name = is_word(&spelled);
    let stored = matches!(
        k.plan.storage_of(var),
        Some(Storage::Array | Storage::Symbol | Storage::Reference)
    );
    name && k.program.vars[var].storage.is_local() && (k.renamed(var).is_some() || !stored)
}

/// Whether workers have the variable's value in a constant.
fn is_broadcast(k: &Kernel, var: VarId) -> bool {
    let regions = &k.plan.fork_join.regions;
    regions
        .iter()
        .any(|region| region.broadcast.contains(&var) || region.recomputed.contains(&var))
}

/// A copy of a variable for the function object to capture: how the function object spells it. C++ captures no
/// volatile structure, so the copy of one is not volatile, and the function object uses it as one that is.
fn own_copy(k: &Kernel, p: &mut Printer, out: &mut Block, var: VarId, what: &str) -> String {
    let original = k.spelling(p, var);
    let name = k.name_beside(p.names.var(var), what);
    let ty = k.program.vars[var].ty;
    let volatile = p.has_volatile_records(ty);
    let declared = match volatile {
        true => super::copies::capturable(p, &k.program.types, ty, &name),
        false => super::copies::writable(p, &k.program.types, ty, &name),
    };
    if k.program.types.is_array(ty.id) {
        out.declare(declared);
        out.effect(p.copy_array(ty, &name, &original, &format!("sizeof({name})")));
    } else {
        out.declare_as(declared, p.value_in(ty, &original));
    }
    match volatile {
        true => format!("romp::as_volatile({name})"),
        false => name,
    }
}

/// The captures of the function object: copies of the variables that it names, and references to what it shares.
fn captures(k: &Kernel, p: &mut Printer, task: &Deferred) -> String {
    let mut list: Vec<String> = vec!["=".into()];
    let groups = k.context.groups.iter();
    list.extend(groups.map(|group| format!("&{}", group.name)));
    for &var in &task.shared {
        let spelled = k.spelling(p, var);
        let task_shared = k
            .plan
            .tasks
            .as_ref()
            .is_some_and(|tasks| tasks.task_shared.contains(&var));
        let name = match spelled.split_once('.') {
            // The kernel's struct is a reference as well: without this it would be copied.
            Some((object, _)) => object.to_string(),
            None if !is_word(&spelled) => continue,
            None if is_vla(&k.program.types, k.program.vars[var].ty.id) => continue,
            None if k.plan.storage_of(var) == Some(&Storage::Reference) => spelled,
            None if !k.program.vars[var].storage.is_local() => continue,
            None if task_shared && k.plan.storage_of(var).is_none() => spelled,
            None => continue,
        };
        let name = format!("&{name}");
        if !list.contains(&name) {
            list.push(name);
        }
    }
    list.join(", ")
}

/// Whether an `if` clause applies to the tasks: to them only, or to all leaves.
fn of_task(clause: &Clause, construct: &Construct) -> bool {
    match &clause.modifier {
        Some(leaves) => leaves.contains(&Leaf::Task) || leaves.contains(&Leaf::Taskloop),
        None => construct.directive.has(Leaf::Task) || construct.directive.has(Leaf::Taskloop),
    }
}

/// The header's value for the clauses of a task; none where there is nothing to say.
fn clauses(k: &Kernel, p: &mut Printer, construct: &Construct) -> Option<String> {
    let mut all = vec![];
    for clause in &construct.clauses {
        match clause.kind {
            ClauseKind::If(condition) if of_task(clause, construct) => {
                all.push(format!("romp::deferred_if({})", p.truth_text(condition)));
            }
            ClauseKind::Final(condition) => {
                all.push(format!("romp::final_if({})", p.truth_text(condition)));
            }
            // The tasks of a loop are all alike.
            ClauseKind::Priority(value)
                if construct.directive.has(Leaf::Task)
                    && int_value(k.program, value).is_some_and(|value| value > 0) =>
            {
                all.push(format!("romp::priority({})", p.argument(value)));
            }
            _ => {}
        }
    }
    all.extend(dependences(k, p, construct));
    (!all.is_empty()).then(|| format!("romp::clauses({})", all.join(", ")))
}

/// The number of tasks into which a loop is divided.
fn chunks(k: &Kernel, p: &mut Printer, construct: &Construct, trips: &str) -> Value {
    for clause in &construct.clauses {
        match &clause.kind {
            ClauseKind::Grainsize { strict, size } => {
                let word = if *strict {
                    "tasks_of_strict_grain"
                } else {
                    "tasks_of_grain"
                };
                return format!("romp::{word}({trips}, {})", p.argument(*size)).into();
            }
            ClauseKind::NumTasks { count, .. } => {
                let count = p.argument(*count);
                return format!("romp::tasks_of_number({trips}, {count})").into();
            }
            _ => {}
        }
    }
    k.on_team(DeviceFn::TasksOfTeam, trips).into()
}

impl Kernel<'_> {
    /// Builds the code of a region whose threads may execute tasks of each other; all tasks are complete at its end.
    pub fn with_tasks(
        &self,
        p: &mut Printer,
        out: &mut Block,
        region: ConstructId,
        f: impl FnOnce(&Kernel, &mut Printer, &mut Block),
    ) {
        let tasks = self.plan.tasks.as_ref();
        if !tasks.is_some_and(|tasks| tasks.regions.contains(&region)) {
            return f(self, p, out);
        }
        let change = |context: &mut Context| context.tasks = Tasks::OfTeam;
        self.within(p, change, |k, p| {
            out.call(k.on_team(DeviceFn::BeginTasks, ""));
            f(k, p, out);
            out.call(k.on_team(DeviceFn::EndTasks, ""));
        })
    }

    /// A call with the current team as its first argument, also where that is all of the block.
    pub fn on_task_team(&self, function: DeviceFn, arguments: &str) -> Call {
        Call::naming_team(function, &self.team(), arguments)
    }
}
