//! The host half: what replaces each directive's line in the user's text.
//!
//! A target construct becomes a `ROMP_TARGET(...)` line and, below it, its own directive as the host version
//! (`if(target: 0)`, with the clauses that the host compiler needs). From the plans; expressions are the user's own
//! text. Cannot fail.

use super::context::Host;
use super::expressions::by_macros;
use super::list_items::HostCall;
use super::older_compilers::{nests, scans, split, words};
use super::{allocations, device_variables, launch_shape, list_items, long_lists};
use crate::emit::source_text::{place, quoted};
use crate::ir::*;
use crate::omp::{self, ClauseKind, DirectiveKind, ExprText, ItemText, Leaf, MapKind};
use crate::plan::decisions::host::HostVersion;
use crate::plan::decisions::kernel::KernelPlan;
use crate::plan::decisions::unit::DataPlan;
use askama::Template;

type Directive = omp::Directive;
type Clause = omp::Clause<ExprText, ItemText>;

/// The lines that replace a target construct's pragma.
#[derive(Template)]
#[template(path = "launch.c")]
struct Launch<'a> {
    /// The pragma as the user wrote it.
    pragma: String,
    /// Whether all earlier tasks come first.
    after_tasks: bool,
    /// The directive of the task that waits for dependences.
    task: Option<String>,
    place: String,
    kernel: &'a str,
    arguments: String,
    /// What makes the host version's own allocators.
    allocators: Vec<String>,
    /// The directive of the host version.
    host: Option<String>,
}

/// The lines that replace the pragma of a directive that maps or updates variables.
#[derive(Template)]
#[template(path = "data.c")]
struct Data<'a> {
    /// The pragma as the user wrote it.
    pragma: String,
    /// Whether all earlier tasks come first.
    after_tasks: bool,
    /// The directive of the task that waits for dependences.
    task: Option<String>,
    /// The macro of `romp.h`.
    name: &'a str,
    place: String,
    arguments: String,
    /// Of a directive with a block: variables that stand for device addresses in it.
    use_device: Option<Vec<String>>,
}

impl Host<'_> {
    fn directive(&self, construct: &Construct) -> &Directive {
        self.directives[&construct.pragma.lo]
    }

    fn place(&self, construct: &Construct) -> String {
        if !self.folders {
            return place(self.pre, construct.pragma);
        }
        let (file, line) = self.pre.location(construct.pragma.lo as usize);
        let path = self.pre.path(file).to_string_lossy();
        format!("{}:{line}", path.replace(['"', '\\'], "_"))
    }

    /// The lines that replace a target construct's pragma.
    pub fn target(&self, plan: &KernelPlan) -> String {
        let construct = &self.program.constructs[plan.construct];
        let directive = self.directive(construct);
        let mut list: Vec<String> = launch_shape::shape(self, construct, plan);
        if let Some((condition, _)) = self.otherwise.get(&construct.pragma.lo) {
            list.push(format!("romp_if({condition})"));
        }
        let args = plan.args.iter();
        let args = args.map(|arg| list_items::arg(self, construct, arg, HostCall::Launch));
        list.extend(long_lists::grouped(
            self.program,
            &plan.args,
            args.collect(),
        ));
        let place = self.place(construct);
        let width = format!("ROMP_TARGET(\"{place}\", {}", plan.name).len();
        let host = match self.otherwise.get(&construct.pragma.lo) {
            Some((_, None)) => None,
            Some((_, Some(other))) => {
                let other = words::known(other).unwrap_or_else(|| (*other).clone());
                Some(other.to_string())
            }
            None => {
                let clauses = host_clauses(
                    directive,
                    self.shared_with_host(construct, &plan.host_version),
                );
                let clauses = nests::clauses(self.program, self.nests, construct, &clauses)
                    .unwrap_or(clauses);
                Some(self.host_version(plan.construct, directive, clauses))
            }
        };
        let launch = Launch {
            pragma: quoted(self.pre, construct.pragma),
            after_tasks: is_after_all_tasks(directive),
            task: self.task(directive),
            place,
            kernel: &plan.name,
            arguments: arguments(width, &list),
            allocators: allocations::made_for_host(construct),
            host,
        };
        self.indented(construct, &launch)
    }

    /// The line that replaces a data directive's pragma.
    pub fn data(&self, plan: &DataPlan) -> String {
        let construct = &self.program.constructs[plan.construct];
        let directive = self.directive(construct);
        let name = match construct.directive {
            DirectiveKind::TargetData => "ROMP_TARGET_DATA",
            DirectiveKind::TargetEnterData => "ROMP_ENTER_DATA",
            DirectiveKind::TargetExitData => "ROMP_EXIT_DATA",
            _ => "ROMP_UPDATE",
        };
        let mut list = launch_shape::choice(self, construct);
        list.extend(
            plan.args
                .iter()
                .map(|arg| list_items::arg(self, construct, arg, HostCall::Data)),
        );
        if list.is_empty() {
            list.push("romp_if(1)".into()); // ISO C has no empty lists
        }
        let place = self.place(construct);
        let width = format!("{name}(\"{place}\"").len();
        let data = Data {
            pragma: quoted(self.pre, construct.pragma),
            after_tasks: is_after_all_tasks(directive),
            task: self.task(directive),
            name,
            place,
            arguments: arguments(width, &list),
            use_device: (construct.directive == DirectiveKind::TargetData)
                .then(|| self.use_device(construct)),
        };
        self.indented(construct, &data)
    }

    /// The text with all lines but the first indented like the pragma.
    fn indented(&self, construct: &Construct, lines: &impl Template) -> String {
        let text = lines.render().expect("the template has no fallible parts");
        text.replace(
            '\n',
            &format!("\n{}", self.pre.indentation(construct.pragma)),
        )
    }

    /// The declarations of variables that stand for device addresses in the block of `target data`.
    fn use_device(&self, construct: &Construct) -> Vec<String> {
        let mut lines = vec![];
        for clause in &construct.clauses {
            let (ClauseKind::UseDevicePtr(items) | ClauseKind::UseDeviceAddr(items)) = &clause.kind
            else {
                continue;
            };
            for item in items {
                let Some(var) = item.var() else { continue };
                let v = &self.program.vars[var];
                if let Some(first) = list_items::first_of(self, item) {
                    lines.push(format!("ROMP_USE_DEVICE_AT({}, {first})", v.name));
                    continue;
                }
                let through_pointer =
                    device_variables::of_construct(self.program, self.pre, construct);
                let name = if through_pointer.contains(&var) {
                    "ROMP_USE_DEVICE_VARIABLE"
                } else if self.program.types.is_array(v.ty.id) {
                    "ROMP_USE_DEVICE_ARRAY"
                } else {
                    "ROMP_USE_DEVICE"
                };
                lines.push(format!("{name}({})", v.name));
            }
        }
        lines
    }

    /// Clauses for variables that the host compiler would privatise, since it does not see `declare target` and
    /// `defaultmap`: on the host the region uses the originals.
    fn shared_with_host(&self, construct: &Construct, version: &HostVersion) -> Vec<Clause> {
        let item = |var: &VarId| {
            let name = ExprText {
                span: construct.pragma,
                text: self.program.vars[*var].name.clone(),
            };
            ItemText {
                span: name.span,
                text: name.text.clone(),
                base: name,
                dims: vec![],
            }
        };
        let mapped: Vec<ItemText> = version.mapped.iter().map(item).collect();
        let copied: Vec<ItemText> = version.copied.iter().map(item).collect();
        let mut clauses = vec![];
        if !mapped.is_empty() {
            clauses.push(ClauseKind::Map(tofrom(mapped)));
        }
        if !copied.is_empty() {
            clauses.push(ClauseKind::Firstprivate {
                saved: false,
                items: copied,
            });
        }
        let clause = |kind| Clause {
            kind,
            span: construct.pragma,
            modifier: None,
        };
        clauses.into_iter().map(clause).collect()
    }

    /// The construct's own directive for the host: it is never offloaded, and maps nothing.
    fn host_version(&self, id: ConstructId, directive: &Directive, clauses: Vec<Clause>) -> String {
        if let Some(scan) = self.scans.iter().find(|scan| scan.construct == id) {
            return scans::split(self.program, scan, directive, clauses);
        }
        let host = Directive {
            clauses: clauses
                .into_iter()
                .map(|clause| by_macros(self, clause))
                .collect(),
            ..directive.clone()
        };
        let host = words::known(&host).unwrap_or(host);
        if let Some(inner) = split::rest(&host.kind, &host.clauses) {
            return split::of_construct(directive, host.clauses, inner);
        }
        format!("{host} /* host version */")
    }

    /// A `task` directive for the construct: `depend` makes it an included task of the host's own dependence graph,
    /// and so does `in_reduction`, whose copies it maps.
    fn task(&self, directive: &Directive) -> Option<String> {
        let depends: Vec<Clause> = directive
            .clauses
            .iter()
            .filter(|c| match c.kind {
                ClauseKind::Depend { .. } => !is_after_all_tasks(directive),
                ClauseKind::InReduction { .. } => true,
                _ => false,
            })
            .map(|clause| by_macros(self, clause.clone()))
            .collect();
        if depends.is_empty() {
            return None;
        }
        let task = Directive {
            kind: DirectiveKind::Construct(vec![Leaf::Task]),
            args: omp::DirectiveArgs::None,
            clauses: depends,
            ..directive.clone()
        };
        let task = words::known(&task).unwrap_or(task);
        Some(task.to_string())
    }
}

/// Whether the construct depends on all memory, and so on all earlier tasks: host compilers of OpenMP 5.1 do not know
/// `omp_all_memory`. Later tasks find it done.
fn is_after_all_tasks(directive: &Directive) -> bool {
    let depends = |c: &&Clause| matches!(c.kind, ClauseKind::Depend { .. });
    let mut items = directive
        .clauses
        .iter()
        .filter(depends)
        .flat_map(|c| c.items());
    items.any(|item| item.text == "omp_all_memory")
}

/// `, a, b`, broken over lines where that and the `width` characters in front of it are long.
fn arguments(width: usize, list: &[String]) -> String {
    let one: String = list.iter().map(|item| format!(", {item}")).collect();
    if width + one.len() <= 110 {
        return one;
    }
    let mut text = String::from(",");
    let mut line = String::new();
    for (i, item) in list.iter().enumerate() {
        let end = if i + 1 == list.len() { "" } else { ", " };
        if !line.is_empty() && line.len() + item.len() > 100 {
            text.push_str(&format!("\n    {}", line.trim_end()));
            line.clear();
        }
        line.push_str(item);
        line.push_str(end);
    }
    format!("{text}\n    {line}")
}

/// Whether a list item is a whole variable: sections have no meaning where nothing is mapped.
fn is_name(text: &str) -> bool {
    // A backslash begins a universal character name.
    text.chars()
        .all(|c| c.is_alphanumeric() || c == '_' || c == '\\')
}

fn tofrom(items: Vec<ItemText>) -> omp::Map<ExprText, ItemText> {
    omp::Map::of(MapKind::Tofrom, items)
}

/// The clauses of the host version.
fn host_clauses(directive: &Directive, shared: Vec<Clause>) -> Vec<Clause> {
    let never: Clause = Clause {
        kind: ClauseKind::If(ExprText {
            span: directive.span,
            text: "0".into(),
        }),
        span: directive.span,
        modifier: Some(vec![Leaf::Target]),
    };
    let mut clauses: Vec<Clause> = vec![never];
    // A list item may stand in several clauses of the device directive (5.2, 5.8.3).
    let mut mapped = std::collections::HashSet::new();
    let leaves = directive.kind.leaves();
    for clause in &directive.clauses {
        match &clause.kind {
            ClauseKind::Device { .. }
            | ClauseKind::Depend { .. }
            | ClauseKind::Nowait(_)
            | ClauseKind::UsesAllocators(_)
            | ClauseKind::Allocate { .. }
            | ClauseKind::Priority(_)
            // `shared_with_host` has clauses for the variables.
            | ClauseKind::Defaultmap { .. }
            | ClauseKind::IsDevicePtr(_)
            | ClauseKind::HasDeviceAddr(_)
            | ClauseKind::Order { .. } => {}
            ClauseKind::If(_) if clause.modifier.as_deref() == Some(&[Leaf::Target]) => {}
            ClauseKind::If(_) if clause.modifier.iter().flatten().any(|l| *l == Leaf::Target) => {
                let named = clause.modifier.iter().flatten().copied();
                clauses.push(Clause {
                    modifier: Some(named.filter(|leaf| *leaf != Leaf::Target).collect()),
                    ..clause.clone()
                });
            }
            ClauseKind::If(cond) if clause.modifier.is_none() => {
                if leaves.contains(&Leaf::Parallel) {
                    clauses.push(Clause {
                        kind: ClauseKind::If(cond.clone()),
                        span: clause.span,
                        modifier: Some(vec![Leaf::Parallel]),
                    });
                }
            }
            ClauseKind::Map(map) => {
                let names = map
                    .items
                    .iter()
                    .filter(|item| is_name(&item.text) && mapped.insert(item.text.as_str()));
                let plain = tofrom(names.cloned().collect());
                if plain.items.is_empty() {
                    continue;
                }
                clauses.push(Clause {
                    kind: ClauseKind::Map(plain),
                    span: clause.span,
                    modifier: None,
                });
            }
            ClauseKind::InReduction { items, .. } => clauses.push(Clause {
                kind: ClauseKind::Map(tofrom(items.clone())),
                ..clause.clone()
            }),
            ClauseKind::NumTeams { upper, .. } => {
                clauses.push(Clause {
                    kind: ClauseKind::NumTeams {
                        lower: None,
                        upper: upper.clone(),
                    },
                    ..clause.clone()
                });
            }
            _ => clauses.push(clause.clone()),
        }
    }
    clauses.extend(shared);
    clauses
}
