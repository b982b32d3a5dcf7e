//! Data-sharing and data-mapping attributes (OpenMP 5.2, 5.1 to 5.8).
//!
//! Two facts. [`privatised`]: which variables a construct gives its threads (teams, lanes) copies of.
//! [`DeviceData`]: what becomes of every variable that a `target` region captures, and the rule that
//! says so. From the IR and the uses; must not know where a variable will live on the device.

mod private;

pub(super) use self::private::privatised_of;
pub use self::private::{copies_pointers, privatised};
use super::use_table::UseTable;
use super::uses::{Use, Uses};
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::ir::*;
use crate::omp::{ClauseKind, DefaultmapBehavior, Leaf, MapKind, VariableCategory};
use crate::source::Span;

/// What to write for a variable of which every thread of the host has a copy. `declare target` does not take it (5.2,
/// 7.8).
pub const INSTEAD_OF_THREADPRIVATE: &str = "a GPU has no copy of it for each thread: copy it to a local variable in \
     front of the target region, use that one in the region and its clauses, and pass it to functions as an argument";

/// What a captured variable is in the device data environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeviceAttr {
    /// A `map` clause names the variable itself, or the implicit rules map it, or a clause maps a section of this
    /// array.
    Map(MapKind),
    /// Initialised with the host's value.
    Firstprivate,
    /// Uninitialised.
    Private,
    /// A pointer that no clause maps: as if a section of length zero were mapped (5.8.1).
    PointerLookup,
    /// A pointer that is the base of a mapped section: its device copy is the section's device address.
    SectionBase,
    /// Named by `is_device_ptr`: its value is a device address.
    IsDevicePtr,
    /// Named by `has_device_addr`: its address is a device address.
    HasDeviceAddr,
    /// `declare target`: the device image holds it.
    DeclareTarget,
    /// Of static storage duration, `const`, and initialised by constants: the device image has a copy.
    ConstantTable,
}

/// Why a variable has its attribute, for the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// A clause at this place says so.
    Explicit(Span),
    /// Predetermined by a rule of section 5.1.1, which the text names.
    Predetermined(&'static str),
    /// Determined implicitly by a rule, which the text names.
    Implicit(&'static str),
    /// A `defaultmap` clause at this place says so.
    Defaultmap(Span),
}

/// A variable that a `target` construct captures.
#[derive(Clone, Debug)]
pub struct Captured {
    /// The variable.
    pub var: VarId,
    /// Its attribute.
    pub attr: DeviceAttr,
    /// Why it has it.
    pub rule: Rule,
    /// How the region uses it outside of constructs that privatise it.
    pub usage: Use,
}

/// The captured variables of a `target` construct, in the order in which clauses, then the text, first name them.
#[derive(Clone, Debug, Default)]
pub struct DeviceData {
    /// The variables.
    pub vars: Vec<Captured>,
}

impl DeviceData {
    /// What is known of a variable; none where the construct does not capture it.
    pub fn get(&self, var: VarId) -> Option<&Captured> {
        self.vars.iter().find(|c| c.var == var)
    }
}

impl Captured {
    /// Whether its value at the end of the region is copied back to the host.
    pub fn goes_back(&self) -> bool {
        matches!(self.attr, DeviceAttr::Map(MapKind::From | MapKind::Tofrom))
    }
}

/// The iteration variables of `simd` loops, which are linear (5.2, 5.1.1): their final values are observable.
fn simd_variables(uses: &UseTable, id: ConstructId) -> Vec<VarId> {
    let program = uses.program;
    let mut found = vec![];
    let mut add = |construct: &Construct| {
        if construct.directive.has(Leaf::Simd) {
            let copies = privatised(uses, construct).into_iter();
            found.extend(copies.filter_map(|(var, how)| (how == Private::LoopVar).then_some(var)));
        }
    };
    let construct = &program.constructs[id];
    add(construct);
    if let Some(body) = construct.body {
        program.walk_all_stmts(body, &mut |_, stmt| {
            if let StmtKind::Omp(inner) = stmt.kind {
                add(&program.constructs[inner]);
            }
        });
    }
    found
}

/// Works out the attributes of everything that the target construct `id` captures.
pub fn device_data(table: &UseTable, id: ConstructId) -> Result<DeviceData, Vec<Diagnostic>> {
    let program = table.program;
    let construct = &program.constructs[id];
    let uses = table.of_construct(id);
    let mut order: Vec<VarId> = vec![];
    for clause in &construct.clauses {
        let names_data = matches!(
            clause.kind,
            ClauseKind::Map(_)
                | ClauseKind::Firstprivate { .. }
                | ClauseKind::IsDevicePtr(_)
                | ClauseKind::HasDeviceAddr(_)
                | ClauseKind::Reduction { .. }
                | ClauseKind::Lastprivate { .. }
        );
        if names_data {
            order.extend(clause.kind.items().iter().filter_map(|item| item.var()));
        }
    }
    order.extend(uses.captured());
    let mut data = DeviceData::default();
    let mut errors = vec![];
    for var in order {
        if data.get(var).is_some() {
            continue;
        }
        match attribute(program, construct, var, &uses) {
            Ok((attr, rule)) => data.vars.push(Captured {
                var,
                attr,
                rule,
                usage: uses.get(var),
            }),
            Err(error) => errors.push(error),
        }
    }
    let of_simd = simd_variables(table, id);
    for one in &mut data.vars {
        one.usage.written |= one.goes_back() && of_simd.contains(&one.var);
    }
    if errors.is_empty() {
        Ok(data)
    } else {
        Err(errors)
    }
}

fn attribute(
    program: &Program,
    construct: &Construct,
    var: VarId,
    uses: &Uses,
) -> Result<(DeviceAttr, Rule), Diagnostic> {
    let v = &program.vars[var];
    if (v.threadprivate || v.thread_local) && v.declare_target.is_none() {
        return Err(Diagnostic::error(
            Code::ThreadprivateVariable,
            construct.pragma,
            format!("the region uses the threadprivate variable `{}`", v.name),
        )
        .also(v.span, "declared here")
        .help(INSTEAD_OF_THREADPRIVATE));
    }
    if let Some(found) = explicit(program, construct, var)? {
        return Ok(found);
    }
    let ty = v.ty.id;
    // A copy that a host construct around the region has is mapped like any other variable.
    if let Some(target) = v
        .declare_target
        .filter(|_| !construct.copied.contains(&var))
    {
        if target.kind == DeclareTargetKind::Link {
            return Ok((
                DeviceAttr::Map(MapKind::Tofrom),
                Rule::Predetermined("declare target link (5.2, 5.8.1)"),
            ));
        }
        return Ok((
            DeviceAttr::DeclareTarget,
            Rule::Predetermined("declare target (5.2, 7.8)"),
        ));
    }
    let category = category(program, ty);
    if let Some((behavior, span)) = construct
        .defaultmap(category)
        .filter(|_| !v.extent && uses.names(var))
    {
        let rule = Rule::Defaultmap(span);
        match behavior {
            DefaultmapBehavior::Alloc | DefaultmapBehavior::Storage => {
                return Ok((DeviceAttr::Map(MapKind::Alloc), rule));
            }
            DefaultmapBehavior::To => return Ok((DeviceAttr::Map(MapKind::To), rule)),
            DefaultmapBehavior::From => return Ok((DeviceAttr::Map(MapKind::From), rule)),
            DefaultmapBehavior::Tofrom => return Ok((DeviceAttr::Map(MapKind::Tofrom), rule)),
            DefaultmapBehavior::Present | DefaultmapBehavior::SelfMap => {
                return Ok((DeviceAttr::Map(MapKind::Alloc), rule));
            }
            DefaultmapBehavior::Firstprivate => return Ok((DeviceAttr::Firstprivate, rule)),
            DefaultmapBehavior::Private => return Ok((DeviceAttr::Private, rule)),
            DefaultmapBehavior::None => {
                let written = uses.get(var).maybe_written();
                return Err(has_none(construct, v, category, written, span));
            }
            DefaultmapBehavior::Default => {}
        }
    }
    let constant = program.is_constant(v.ty);
    if constant && !v.storage.is_local() && v.init.is_some() && !uses.get(var).written {
        return Ok((
            DeviceAttr::ConstantTable,
            Rule::Implicit("constant of static storage: read-only"),
        ));
    }
    Ok(match category {
        VariableCategory::Pointer => (
            DeviceAttr::PointerLookup,
            Rule::Implicit("pointer: zero-length section (5.2, 5.8.1)"),
        ),
        VariableCategory::Scalar => (
            DeviceAttr::Firstprivate,
            Rule::Implicit("scalar: firstprivate (5.2, 5.1.1)"),
        ),
        // A constant: its value is not copied back.
        _ if constant => (
            DeviceAttr::Map(MapKind::To),
            Rule::Implicit("constant aggregate: map(to)"),
        ),
        _ => (
            DeviceAttr::Map(MapKind::Tofrom),
            Rule::Implicit("aggregate: map(tofrom) (5.2, 5.8.1)"),
        ),
    })
}

/// The refusal of a variable under `defaultmap(none)`, with the clause to add.
fn has_none(
    construct: &Construct,
    var: &Var,
    category: VariableCategory,
    written: bool,
    asked: Span,
) -> Diagnostic {
    let name = &var.name;
    let clause = match (category, written) {
        (VariableCategory::Scalar, false) => format!("firstprivate({name})"),
        (_, false) => format!("map(to: {name})"),
        (_, true) => format!("map(tofrom: {name})"),
    };
    let title = format!("add `{clause}`");
    let suggestion = Suggestion::clause(title, construct.pragma, &clause);
    // What a pointer leads to has a length that only the user knows.
    let suggestion = (category != VariableCategory::Pointer).then_some(suggestion);
    Diagnostic::error(
        Code::DataSharing,
        construct.pragma,
        format!("`{name}` has no data-mapping attribute under `defaultmap(none)`"),
    )
    .also(asked, "asked for here")
    .also(var.span, "declared here")
    .help(match category {
        VariableCategory::Pointer => format!(
            "map what it points at, such as `map(tofrom: {name}[0:LENGTH])` with the number of elements, or name it \
             in `is_device_ptr({name})` where it holds an address of the device"
        ),
        _ => format!(
            "name it in a clause, such as `map(tofrom: {name})` or `firstprivate({name})`"
        ),
    })
    .offer(suggestion)
}

/// What the clauses of the construct itself say of `var`.
fn explicit(
    program: &Program,
    construct: &Construct,
    var: VarId,
) -> Result<Option<(DeviceAttr, Rule)>, Diagnostic> {
    let mut found: Option<(DeviceAttr, Rule, u8)> = None;
    for clause in &construct.clauses {
        for item in clause
            .kind
            .items()
            .iter()
            .filter(|item| item.var() == Some(var))
        {
            let attr = match (&clause.kind, &item.kind) {
                (ClauseKind::Map(map), ItemKind::Var(_)) => {
                    DeviceAttr::Map(map.kind.unwrap_or(MapKind::Tofrom))
                }
                (ClauseKind::Map(map), ItemKind::Part { base, dims, .. }) => {
                    match part_of(program, *base) {
                        // What a pointer of the array leads to is mapped as the clause says; the array holds the
                        // pointer, and its other elements keep their values.
                        Part::Array if leads_through_pointer(program, *base, dims.len()) => {
                            DeviceAttr::Map(MapKind::Tofrom)
                        }
                        Part::Array => DeviceAttr::Map(map.kind.unwrap_or(MapKind::Tofrom)),
                        Part::Pointer => DeviceAttr::SectionBase,
                        // A member: the record is mapped whole, see `mapping`.
                        Part::Record => DeviceAttr::Map(MapKind::Tofrom),
                    }
                }
                (ClauseKind::Firstprivate { .. }, _) => DeviceAttr::Firstprivate,
                (ClauseKind::Private(_), _) if construct.directive.leaves() == [Leaf::Target] => {
                    DeviceAttr::Private
                }
                (ClauseKind::IsDevicePtr(_), _) => DeviceAttr::IsDevicePtr,
                // The section is on the device: its base pointer holds a device address.
                (ClauseKind::HasDeviceAddr(_), ItemKind::Part { base, .. })
                    if matches!(part_of(program, *base), Part::Pointer) =>
                {
                    DeviceAttr::IsDevicePtr
                }
                (ClauseKind::HasDeviceAddr(_), _) => DeviceAttr::HasDeviceAddr,
                (
                    ClauseKind::Lastprivate { .. }
                    | ClauseKind::Reduction { .. }
                    | ClauseKind::Linear { .. },
                    _,
                ) if construct.directive.leaves().len() > 1 => {
                    // 5.2, 17.2: as if map(tofrom) stood on the target construct.
                    match &item.kind {
                        ItemKind::Part { base, .. }
                            if matches!(part_of(program, *base), Part::Pointer) =>
                        {
                            DeviceAttr::SectionBase
                        }
                        _ => DeviceAttr::Map(MapKind::Tofrom),
                    }
                }
                _ => continue,
            };
            let rule = Rule::Explicit(clause.span);
            let rank = rank(&clause.kind);
            found = match found {
                Some((DeviceAttr::Map(a), _, had)) if had == rank => match attr {
                    DeviceAttr::Map(b) => Some((DeviceAttr::Map(join(a, b)), rule, rank)),
                    _ => Some((DeviceAttr::Map(a), rule, rank)),
                },
                Some((DeviceAttr::SectionBase, _, had))
                    if had == rank && matches!(attr, DeviceAttr::Map(_)) =>
                {
                    Some((attr, rule, rank))
                }
                Some(have) if have.2 >= rank => Some(have),
                _ => Some((attr, rule, rank)),
            };
        }
    }
    Ok(found.map(|(attr, rule, _)| (attr, rule)))
}

/// Which clause decides where several name a variable (5.2, 17.2): an explicit map, then what implies
/// one, then a copy.
fn rank(clause: &ClauseKind<ExprId, ListItem>) -> u8 {
    match clause {
        ClauseKind::Map(_) => 3,
        ClauseKind::Lastprivate { .. }
        | ClauseKind::Reduction { .. }
        | ClauseKind::Linear { .. } => 2,
        _ => 1,
    }
}

/// The type of variable that a list item names a part of.
pub enum Part {
    /// The item is a section or an element of an array.
    Array,
    /// The item is what a pointer points at.
    Pointer,
    /// The item is a member of a structure or union.
    Record,
}

/// Looks through a list item's base to the kind of its root variable.
pub fn part_of(program: &Program, base: ExprId) -> Part {
    match &program.expr(base).kind {
        ExprKind::Var(_) if program.types.is_pointer(program.expr(base).ty.id) => Part::Pointer,
        ExprKind::Var(_) if program.types.is_array(program.expr(base).ty.id) => Part::Array,
        ExprKind::Var(_) => Part::Record,
        ExprKind::Convert { arg, .. } | ExprKind::AddrOf(arg) => part_of(program, *arg),
        ExprKind::Member { base, .. } | ExprKind::Deref(base) | ExprKind::Index { base, .. } => {
            part_of(program, *base)
        }
        ExprKind::Binary { lhs, rhs, .. } => {
            if program.types.is_pointer(program.expr(*lhs).ty.id) {
                part_of(program, *lhs)
            } else {
                part_of(program, *rhs)
            }
        }
        _ => Part::Pointer,
    }
}

/// Whether a list item with this base, and so many dimensions of a section behind it, is reached by a pointer that stands
/// in the storage of its root: `k[x][0:n]` of an array of pointers.
fn leads_through_pointer(program: &Program, base: ExprId, dims: usize) -> bool {
    let expr = program.expr(base);
    (dims > 0 && program.types.is_pointer(expr.ty.id))
        || match &expr.kind {
            ExprKind::Member {
                base, arrow: false, ..
            } => leads_through_pointer(program, *base, 0),
            ExprKind::Member { base, .. }
            | ExprKind::Deref(base)
            | ExprKind::Index { base, .. } => is_loaded(program, *base),
            _ => false,
        }
}

/// Whether an address is the value of a pointer in memory, and no array's own place.
fn is_loaded(program: &Program, address: ExprId) -> bool {
    match &program.expr(address).kind {
        ExprKind::Convert { arg, .. } if program.types.is_array(program.expr(*arg).ty.id) => {
            leads_through_pointer(program, *arg, 0)
        }
        ExprKind::Convert { arg, .. } => is_loaded(program, *arg),
        ExprKind::AddrOf(place) => leads_through_pointer(program, *place, 0),
        ExprKind::Binary { lhs, rhs, .. } => {
            let is_pointer = program.types.is_pointer(program.expr(*lhs).ty.id);
            is_loaded(program, if is_pointer { *lhs } else { *rhs })
        }
        _ => true,
    }
}

fn join(a: MapKind, b: MapKind) -> MapKind {
    let to = |k| matches!(k, MapKind::To | MapKind::Tofrom);
    let from = |k| matches!(k, MapKind::From | MapKind::Tofrom);
    match (to(a) || to(b), from(a) || from(b)) {
        (true, true) => MapKind::Tofrom,
        (true, false) => MapKind::To,
        (false, true) => MapKind::From,
        _ => a,
    }
}

fn category(program: &Program, ty: TypeId) -> VariableCategory {
    if program.types.is_pointer(ty) {
        VariableCategory::Pointer
    } else if program.types.is_scalar(ty) {
        VariableCategory::Scalar
    } else {
        VariableCategory::Aggregate
    }
}

/// Whether `defaultmap(present)` says that the variable is on the device already (5.2, 5.8.7).
pub fn asks_presence(program: &Program, construct: &Construct, captured: &Captured) -> bool {
    let category = category(program, program.vars[captured.var].ty.id);
    matches!(captured.rule, Rule::Defaultmap(_))
        && matches!(
            construct.defaultmap(category),
            Some((DefaultmapBehavior::Present | DefaultmapBehavior::SelfMap, _))
        )
}
