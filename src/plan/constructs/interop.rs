//! `interop` on the host (OpenMP 5.2, 14.1): what happens to which variable, in order, and which foreign runtime an
//! object is for.
//!
//! From the program. In device code the construct is refused (`check::support`).

use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::{ClauseKind, DirectiveKind, InitInterop};
use crate::plan::decisions::unit::{ForeignRuntime, InteropAction, InteropPlan};

/// The foreign runtimes of OpenMP's additional definitions, in the order of their numbers, which begin with 1.
const RUNTIMES: [&str; 6] = ["cuda", "cuda_driver", "opencl", "sycl", "hip", "level_zero"];

/// All `interop` constructs of the unit outside of regions.
pub fn plan(
    program: &Program,
    in_region: &dyn Fn(ConstructId) -> bool,
) -> Result<Vec<InteropPlan>, Vec<Diagnostic>> {
    let (mut found, mut errors) = (vec![], vec![]);
    for (id, construct) in program.constructs.iter() {
        if construct.directive != DirectiveKind::Interop || in_region(id) {
            continue;
        }
        let mut actions = vec![];
        for clause in &construct.clauses {
            match action(program, clause) {
                Ok(action) => actions.extend(action),
                Err(error) => errors.push(*error),
            }
        }
        let device = construct.clauses.iter().find_map(|c| match c.kind {
            ClauseKind::Device { device, .. } => Some(device),
            _ => None,
        });
        found.push(InteropPlan {
            construct: id,
            device,
            actions,
        });
    }
    match errors.is_empty() {
        true => Ok(found),
        false => Err(errors),
    }
}

fn action(program: &Program, clause: &Clause) -> Result<Option<InteropAction>, Box<Diagnostic>> {
    let item = match &clause.kind {
        ClauseKind::Init(init) => &init.item,
        ClauseKind::Use(item) | ClauseKind::Destroy(Some(item)) => item,
        _ => return Ok(None),
    };
    if !is_object(program, item) {
        let message = format!("`{}` is no variable of the type `omp_interop_t`", item.text);
        return Err(Box::new(
            Diagnostic::error(Code::Clause, item.span, message).note("OpenMP 5.2, section 14.1"),
        ));
    }
    Ok(Some(match &clause.kind {
        ClauseKind::Init(init) => InteropAction::Init {
            item: item.span,
            targetsync: init.targetsync,
            runtime: runtime(clause, init)?,
        },
        ClauseKind::Use(_) => InteropAction::Use(item.span),
        _ => InteropAction::Destroy(item.span),
    }))
}

/// Whether a list item can hold an object: hosts' compilers declare its type as a pointer or as an integer.
fn is_object(program: &Program, item: &ListItem) -> bool {
    let ty = match &item.kind {
        ItemKind::Var(var) => Some(program.vars[*var].ty),
        ItemKind::Part { elem, dims, .. } if dims.iter().all(|dim| dim.is_index) => Some(*elem),
        _ => None,
    };
    ty.is_some_and(|ty| {
        let scalar = program.types.is_pointer(ty.id) || program.types.is_integer(ty.id);
        !ty.quals.is_const && scalar && program.size_of(ty.id) == Some(8)
    })
}

/// The first foreign runtime that is preferred and known (5.2, 14.1.3); CUDA's runtime where none is.
fn runtime(
    clause: &Clause,
    init: &InitInterop<ListItem>,
) -> Result<ForeignRuntime, Box<Diagnostic>> {
    let mut chosen = None;
    for one in &init.prefer {
        let name = one.trim_matches('"');
        let name = name.strip_prefix("omp_ifr_").unwrap_or(name);
        let number = name.parse().ok().and_then(|n: usize| n.checked_sub(1));
        let named = one.starts_with('"') || RUNTIMES.contains(&name) || name == "last";
        if !named && number.is_none() {
            let message = format!("`{one}` in `prefer_type` is not translated yet");
            return Err(Box::new(
                Diagnostic::error(Code::UnsupportedClause, clause.span, message)
                    .help("write the names of foreign runtimes: \"cuda\", or omp_ifr_cuda"),
            ));
        }
        chosen = chosen.or(
            match number
                .and_then(|at| RUNTIMES.get(at))
                .copied()
                .unwrap_or(name)
            {
                "cuda" => Some(ForeignRuntime::Cuda),
                "cuda_driver" => Some(ForeignRuntime::CudaDriver),
                _ => None,
            },
        );
    }
    Ok(chosen.unwrap_or(ForeignRuntime::Cuda))
}
