//! What a construct's reduction clauses combine, and over which threads (OpenMP 5.2, 5.5.8).
//!
//! From the clauses and the distribution of the construct's iterations. Any construct with the clause gets a
//! [`Step::Reduce`] around what its threads run; `place` adds it.

pub mod array_copies;
mod array_sections;
mod selected;

use crate::analyze::facts::Facts;
use crate::analyze::thread_arrays::LARGEST_COPY;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, Leaf};
use crate::plan::check::foreign_types;
use crate::plan::check::rules::{SHARED, private_outside, private_to_team};
use crate::plan::decisions::loops::Spread;
use crate::plan::decisions::reductions::{Combine, Extent, Item, Long, Over, Reduction};
use crate::plan::decisions::steps::{Parallel, Step};
use crate::plan::items::sections::strip_decay;
use crate::plan::planner::Context;

/// The reductions of `construct`, of which `over` is not decided yet; none where it has no such clause.
pub fn of(facts: &Facts, construct: &Construct) -> Result<Option<Reduction>, Vec<Diagnostic>> {
    let mut items: Vec<Item> = vec![];
    let mut errors = vec![];
    for (at, clause) in construct.clauses.iter().enumerate() {
        let (op, list) = match &clause.kind {
            ClauseKind::Reduction { op, items, .. } => (op, items),
            // A copy for each task is combined where the task ends (5.2, 5.5.10 leaves the number of copies open).
            ClauseKind::InReduction { op, items } => (op, items),
            _ => continue,
        };
        for (index, item) in list.iter().enumerate() {
            let user = construct
                .user_reductions
                .iter()
                .find(|used| used.clause == at && used.item == index);
            let combine = match user {
                Some(used) => Combine::User(used.what),
                None => Combine::Operator(op.clone()),
            };
            match check(facts, construct, item, combine) {
                Ok(item) => items.push(item),
                Err(error) => errors.push(*error),
            }
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    Ok((!items.is_empty()).then_some(Reduction {
        items,
        over: Over::Team,
        by_turns: false,
        barrier: false,
    }))
}

/// What a list item combines, or an error.
fn check(
    facts: &Facts,
    construct: &Construct,
    item: &ListItem,
    combine: Combine,
) -> Result<Item, Box<Diagnostic>> {
    let program = facts.program;
    let not_yet = |message: String, help: &str| {
        Box::new(
            Diagnostic::error(Code::UnsupportedReduction, item.span, message)
                .also(construct.pragma, "in this construct")
                .help(help),
        )
    };
    let long = || array_sections::of(program, construct, item);
    let Some((var, extent)) = kept(program, item).or_else(long) else {
        return Err(not_yet(
            format!("the reduction of `{}` is not translated yet", item.text),
            "reduce a variable, or a contiguous part of an array",
        ));
    };
    let v = &program.vars[var];
    no_original(facts, construct, item, (var, extent))?;
    let by_user = matches!(combine, Combine::User(_));
    let extent = match extent {
        Extent::Whole if by_user && program.size_of(v.ty.id).is_some_and(|n| n > LARGEST_COPY) => {
            array_sections::of_one(v.ty)
        }
        found => found,
    };
    if extent != Extent::Whole && construct.body.is_some_and(|body| moves(facts, body, var)) {
        return Err(not_yet(
            format!("`{}` is changed where its elements are reduced", v.name),
            "let another pointer walk",
        ));
    }
    let whole = QualType {
        quals: v.ty.quals,
        id: v.ty.id,
    };
    let ty = match extent {
        Extent::Whole => whole,
        Extent::Elements { of, .. } | Extent::Long(Long { of, .. }) => of,
    };
    let size = program.size_of(ty.id);
    let known = match program.types.resolve(ty.id) {
        Type::Bool | Type::Enum(_) => true,
        // Elements of a long array are updated by atomic operations, which GPUs have up to 64 bits.
        Type::Int(kind) => kind.size() <= 8 || !matches!(extent, Extent::Long(_)),
        Type::Complex(Part::Int(kind)) => kind.size() <= 8,
        Type::Float(kind) | Type::Complex(Part::Float(kind)) => {
            matches!(kind, FloatKind::Float | FloatKind::Double)
        }
        Type::Record(_) | Type::Pointer(_) => by_user,
        _ => false,
    };
    // No device has the types that only the host compiler has, in reductions or elsewhere.
    if let (Type::Opaque(_), Some(foreign)) = (
        program.types.resolve(ty.id),
        foreign_types::why(program, ty),
    ) {
        let message = foreign.message(&format!("`{}` is", item.text));
        return Err(Box::new(
            Diagnostic::error(Code::DeviceCode, item.span, message)
                .also(v.span, "declared here")
                .help(foreign.help),
        ));
    }
    if !known || ty.quals.is_atomic {
        return Err(not_yet(
            format!(
                "the reduction of `{}`, which has type `{}`, is not translated yet",
                item.text,
                program.describe(v.ty)
            ),
            match program.types.resolve(ty.id) {
                Type::Int(_) => "reduce a variable, or an array of at most 256 bytes",
                _ => {
                    "reduce a variable of an integer type, of `float` or `double`, or a complex one of these types"
                }
            },
        ));
    }
    let item_of = Item {
        var,
        combine,
        extent,
        updates: vec![],
        selected: false,
    };
    if size.is_none() || item_of.bytes(program) > LARGEST_COPY {
        return Err(not_yet(
            format!(
                "the reduction of `{}` is not translated yet: a copy has {} bytes, a thread keeps at most {LARGEST_COPY}",
                item.text,
                item_of.bytes(program)
            ),
            "update the elements with `atomic`",
        ));
    }
    Ok(Item {
        selected: selected::is_selected(program, construct, &item_of),
        ..item_of
    })
}

/// An error for a variable of which those that reduce it each have one of their own.
fn no_original(
    facts: &Facts,
    construct: &Construct,
    item: &ListItem,
    (var, extent): (VarId, Extent),
) -> Result<(), Box<Diagnostic>> {
    let v = &facts.program.vars[var];
    let found = |who: &str| {
        let name = &v.name;
        let message =
            format!("each {who} has a `{name}` of its own: there is no original to reduce into");
        Diagnostic::error(Code::DataSharing, item.span, message)
    };
    if let Some((outer, region)) = private_outside(facts, construct, var) {
        return Err(Box::new(
            found("thread")
                .also(outer, region)
                .note("OpenMP 5.2, section 5.5.8")
                .help(SHARED),
        ));
    }
    // What a pointer points at is as shared as it was where the pointer got its value.
    let named = extent == Extent::Whole || !facts.program.types.is_pointer(v.ty.id);
    if named && let Some(outer) = private_to_team(facts, construct, var) {
        return Err(Box::new(
            found("team")
                .also(
                    outer,
                    "in this region, or in this function, which a team executes",
                )
                .note("OpenMP 5.2, sections 5.5.8 and 11.7")
                .help("declare the variable outside of the `teams` region, where it is shared, and map it"),
        ));
    }
    Ok(())
}

/// The part of a variable that an item names, if a thread can have a copy of it in registers.
fn kept(program: &Program, item: &ListItem) -> Option<(VarId, Extent)> {
    let found = extent(program, item)?;
    match found.1 {
        Extent::Elements { count, of, .. } => {
            let bytes = program.size_of(of.id)?.saturating_mul(count);
            (bytes <= LARGEST_COPY).then_some(found)
        }
        _ => Some(found),
    }
}

/// The variable at which an item begins, and how much of it is reduced; none where that is known at run time only.
fn extent(program: &Program, item: &ListItem) -> Option<(VarId, Extent)> {
    match &item.kind {
        ItemKind::Var(var) => {
            let ty = program.types.resolve(program.vars[*var].ty.id);
            let Type::Array { elem, len } = ty else {
                return Some((*var, Extent::Whole));
            };
            let ArrayLen::Known(count) = *len else {
                return None;
            };
            elements(program, *var, 0, count, *elem)
        }
        ItemKind::Part {
            base, dims, elem, ..
        } => {
            let ExprKind::Var(var) = program.expr(strip_decay(program, *base)).kind else {
                return None;
            };
            let [dim] = dims.as_slice() else {
                return None;
            };
            let constant = |e: ExprId| {
                let value = constants::int_value(program, e)?;
                u64::try_from(value).ok()
            };
            let lower = dim.lower.map_or(Some(0), constant)?;
            let count = match (dim.is_index, dim.length, dim.extent) {
                (true, ..) => 1,
                (_, Some(length), _) => constant(length)?,
                (_, None, Some(ArrayLen::Known(all))) => all.checked_sub(lower)?,
                _ => return None,
            };
            if let Some(stride) = dim.stride
                && constant(stride) != Some(1)
            {
                return None;
            }
            elements(program, var, lower, count, *elem)
        }
        _ => None,
    }
}

fn elements(
    program: &Program,
    var: VarId,
    lower: u64,
    count: u64,
    of: QualType,
) -> Option<(VarId, Extent)> {
    let flat = !program.types.is_array(of.id) && count > 0;
    flat.then_some((var, Extent::Elements { lower, count, of }))
}

/// Whether the code assigns, or takes the address of, a pointer whose name stands for a copy of the section.
fn moves(facts: &Facts, body: StmtId, var: VarId) -> bool {
    let program = facts.program;
    if !program.types.is_pointer(program.vars[var].ty.id)
        || !facts.uses(body).get(var).maybe_written()
    {
        return false;
    }
    // Constructs inside that reduce the same elements do not change the pointer.
    let mut moves = false;
    let is = |e: ExprId| matches!(program.expr(strip_decay(program, e)).kind, ExprKind::Var(v) if v == var);
    program.walk_exprs_in(body, &mut |_, e| match e.kind {
        ExprKind::Assign { lhs: to, .. }
        | ExprKind::CompoundAssign { lhs: to, .. }
        | ExprKind::IncDec { arg: to, .. }
        | ExprKind::AddrOf(to) => moves |= is(to),
        _ => {}
    });
    program.walk_all_stmts(body, &mut |_, s| {
        let StmtKind::Omp(id) = s.kind else { return };
        for clause in &program.constructs[id].clauses {
            let writes = matches!(
                clause.kind,
                ClauseKind::Lastprivate { .. } | ClauseKind::Linear { .. }
            );
            let mut items = clause.kind.items().iter();
            moves |= writes && items.any(|item| item.var() == Some(var));
        }
    });
    moves
}

/// Whether an item is a part of an array, or what a pointer points at: a team's copy under the variable's own type
/// cannot hold it.
pub fn is_part(program: &Program, item: &Item) -> bool {
    match item.extent {
        Extent::Whole | Extent::Long(_) => false,
        Extent::Elements { count, .. } => match program.types.resolve(program.vars[item.var].ty.id)
        {
            Type::Array { len, .. } => *len != ArrayLen::Known(count),
            _ => true,
        },
    }
}

/// Makes some items long arrays, whose originals are updated.
pub fn lengthen(
    program: &Program,
    construct: &Construct,
    reduction: &mut Reduction,
    which: &dyn Fn(&Item) -> bool,
) {
    for item in &mut reduction.items {
        let kept = matches!(item.extent, Extent::Elements { .. });
        if !kept || !which(item) || matches!(item.combine, Combine::User(_)) {
            continue;
        }
        let clauses = construct.clauses.iter();
        let mut named = clauses.flat_map(|clause| match &clause.kind {
            ClauseKind::Reduction { items, .. } | ClauseKind::InReduction { items, .. } => {
                items.as_slice()
            }
            _ => &[],
        });
        let named = named.find(|one| one.var() == Some(item.var));
        if let Some((_, long)) = named.and_then(|one| array_sections::of(program, construct, one)) {
            item.extent = long;
        }
    }
}

/// An error for items that a team's copy under the variable's own type cannot hold.
pub fn refuse_parts(
    program: &Program,
    construct: &Construct,
    reduction: &Reduction,
) -> Option<Diagnostic> {
    let mut items = reduction.items.iter();
    let item = items.find(|item| is_part(program, item))?;
    let name = &program.vars[item.var].name;
    Some(
        Diagnostic::error(
            Code::UnsupportedReduction,
            construct.pragma,
            format!(
                "the reduction of a part of `{name}` on `{}` is not translated yet",
                construct.name()
            ),
        )
        .help("reduce a whole array, or on a construct that has `parallel`"),
    )
}

/// Into which originals a construct reduces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::plan) enum Originals {
    /// Those of all teams, or of the only one; the construct's directive says whose copies are combined.
    ByDirective,
    /// Those of all teams, among which a `loop` distributes its iterations; the launch's scratch memory has the results
    /// of teams.
    OfLeague,
    /// The same, but teams take turns.
    OfLeagueByTurns,
}

/// Adds the reduction to a construct's steps: around what the threads run whose copies it combines. `context`: the
/// surroundings of the construct.
pub(in crate::plan) fn place(
    construct: &Construct,
    steps: &mut Vec<Step>,
    mut reduction: Reduction,
    originals: Originals,
    context: Context,
) -> Over {
    if steps.iter().any(|s| matches!(s, Step::Deferred(_))) {
        // The thread that executes the task combines its copy, one task at a time.
        reduction.over = Over::Task;
        steps.push(Step::Reduce(reduction));
        return Over::Task;
    }
    let task = steps.iter().enumerate().find_map(|(at, step)| match step {
        Step::Task(task) => Some((at, task.tasks_deferred)),
        _ => None,
    });
    if let Some((at, beside_others)) = task {
        // The thread that executes the task combines its copy, beside tasks that others execute maybe.
        reduction.over = match beside_others {
            true => Over::Task,
            false => Over::Thread,
        };
        let over = reduction.over;
        steps.insert(at, Step::Reduce(reduction));
        return over;
    }
    let own_teams = construct.directive.has(Leaf::Teams);
    let own_target = construct.directive.has(Leaf::Target);
    let mut spread = None;
    for step in steps.iter_mut() {
        // The results are combined behind what the step runs, and the barrier stands behind that.
        match step {
            Step::Loop(one) => {
                spread = Some(one.spread);
                one.barrier = false;
            }
            Step::Sections(one) => one.barrier = false,
            Step::Scope(one) => one.barrier = false,
            _ => {}
        }
    }
    let fork = steps
        .iter()
        .position(|step| matches!(step, Step::Parallel(_)));
    let of_league = originals != Originals::ByDirective;
    reduction.over = match spread {
        Some(Spread::League) if own_teams || own_target || of_league => Over::League,
        Some(Spread::Teams) if own_teams || of_league => Over::Teams,
        None if own_teams => Over::Teams,
        Some(Spread::Thread | Spread::Teams) => Over::Thread,
        None if fork.is_none() && !context.parallel => Over::Thread,
        _ => Over::Team,
    };
    debug_assert!(
        !of_league || reduction.over.crosses_teams(),
        "teams would update their common original without regard to each other"
    );
    reduction.by_turns = reduction.over.crosses_teams() && originals == Originals::OfLeagueByTurns;
    // Behind a `loop` of the league other code of the region may follow.
    let follows = reduction.over.crosses_teams() && of_league;
    reduction.barrier = reduction.over == Over::Team && !own_target || follows;
    let over = reduction.over;
    let at = match over {
        Over::Teams => 0,
        _ => fork.map_or(0, |fork| fork + 1),
    };
    steps.insert(at, Step::Reduce(reduction));
    over
}

/// Removes the barrier of a reduction in a fork that waits at its end.
pub fn join_once(steps: &mut [Step]) {
    if forks(steps).any(|fork| fork.join_barrier) {
        remove_barriers(steps);
    }
}

/// Removes the barrier of a reduction in a fork of a master, which always waits at the fork's end.
pub fn join_with_master(steps: &mut [Step]) {
    if forks(steps).next().is_some() {
        remove_barriers(steps);
    }
}

fn forks(steps: &[Step]) -> impl Iterator<Item = &Parallel> {
    steps.iter().filter_map(|step| match step {
        Step::Parallel(parallel) => Some(parallel),
        _ => None,
    })
}

fn remove_barriers(steps: &mut [Step]) {
    for step in steps {
        if let Step::Reduce(reduction) = step {
            reduction.barrier = false;
        }
    }
}

/// The variables whose originals one thread of the sequential part updates for all: those of constructs in the
/// sequential part that one thread executes.
pub fn updated_in_place(construct: &Construct) -> Vec<VarId> {
    // A reduction over teams: nothing in the region uses the original.
    if construct.directive.has(Leaf::Teams)
        || !matches!(construct.directive, DirectiveKind::Construct(_))
    {
        return vec![];
    }
    let clauses = construct.clauses.iter();
    clauses
        .filter(|c| {
            matches!(
                c.kind,
                ClauseKind::Reduction { .. } | ClauseKind::InReduction { .. }
            )
        })
        .flat_map(|c| c.kind.items())
        .filter_map(|item| item.var())
        .collect()
}
