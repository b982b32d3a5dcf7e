//! `dispatch` on the host (OpenMP 5.2, 7.6): which variant its call means, and which arguments become device
//! pointers.
//!
//! From the program. The host's text gets the call of that variant, since compilers of OpenMP 5.1 know neither the
//! directive nor its trait. In regions the directive is refused, and so are selectors that the construct does not
//! decide.

use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::context::{self, Context, Match};
use crate::omp::{ClauseKind, DirectiveKind};
use crate::plan::decisions::unit::VariantCall;
use crate::plan::items::sections::strip_decay;
use crate::source::Span;

/// The calls of all `dispatch` constructs of the unit outside of regions.
pub fn plan(
    program: &Program,
    in_region: &dyn Fn(ConstructId) -> bool,
) -> Result<Vec<VariantCall>, Vec<Diagnostic>> {
    let (mut found, mut errors) = (vec![], vec![]);
    for (id, construct) in program.constructs.iter() {
        if construct.directive == DirectiveKind::Dispatch && !in_region(id) {
            match one(program, id, construct) {
                Ok(one) => found.push(one),
                Err(error) => errors.push(*error),
            }
        }
    }
    match errors.is_empty() {
        true => Ok(found),
        false => Err(errors),
    }
}

fn one(
    program: &Program,
    id: ConstructId,
    construct: &Construct,
) -> Result<VariantCall, Box<Diagnostic>> {
    let refused = |span, what: &str| {
        let message = format!("{what} is not translated yet");
        let error = Diagnostic::error(Code::OpenVariant, span, message);
        Box::new(error.help("call the variant itself"))
    };
    let called = construct.body.and_then(|body| call(program, body));
    let Some((callee, base, args)) = called else {
        let message = "`dispatch` takes a statement `f(...);` or `x = f(...);` that calls a function by its name";
        return Err(Box::new(
            Diagnostic::error(Code::Directive, construct.pragma, message)
                .note("OpenMP 5.2, section 7.6"),
        ));
    };
    let mut unless = None;
    for clause in &construct.clauses {
        match &clause.kind {
            ClauseKind::Novariants(cond) | ClauseKind::Nocontext(cond) if unless.is_none() => {
                unless = Some(*cond);
            }
            ClauseKind::Novariants(_) | ClauseKind::Nocontext(_) => {
                return Err(refused(clause.span, "both `novariants` and `nocontext`"));
            }
            ClauseKind::Interop(_) => return Err(refused(clause.span, "`interop` on `dispatch`")),
            _ => {}
        }
    }
    let mut best: Option<(u64, &Variant)> = None;
    for variant in program.variants.iter().filter(|v| v.base == base) {
        let Some(rest) = without_dispatch(&variant.selector) else {
            continue;
        };
        let host = Context {
            constructs: vec![],
            device: false,
        };
        let score = match context::matches(&rest, &host) {
            _ if rest.trim().is_empty() => 1,
            Match::Yes(score) => score,
            Match::No => continue,
            Match::Open(why) => {
                let error = refused(variant.span, "a variant that only a run can choose");
                return Err(Box::new(
                    error.note(why).also(construct.pragma, "for this directive"),
                ));
            }
        };
        if best.is_none_or(|(had, _)| score > had) {
            best = Some((score, variant));
        }
    }
    let mut device_pointers = vec![];
    if let Some((_, variant)) = best {
        if variant.appends {
            let error = refused(variant.span, "`append_args`");
            return Err(Box::new(error.also(construct.pragma, "for this directive")));
        }
        let is_already = |var: VarId| {
            construct.clauses.iter().any(|clause| {
                matches!(&clause.kind, ClauseKind::IsDevicePtr(items) if items.iter().any(|i| i.var() == Some(var)))
            })
        };
        for &at in &variant.device_pointers {
            let Some(&arg) = args.get(at) else { continue };
            let arg = strip_decay(program, arg);
            match program.expr(arg).kind {
                ExprKind::Var(var) if is_already(var) => {}
                _ => device_pointers.push(arg),
            }
        }
    }
    Ok(VariantCall {
        construct: id,
        callee,
        variant: best.map(|(_, variant)| variant.variant),
        unless,
        device_pointers,
    })
}

/// The selector without `dispatch`, for calls in a `dispatch` construct; none where it does not name the construct.
pub fn without_dispatch(selector: &str) -> Option<String> {
    let text: String = selector.split_whitespace().collect();
    let (before, after) = text.split_once("construct={dispatch}")?;
    Some(match (before.strip_suffix(','), after.strip_prefix(',')) {
        (None, Some(after)) => format!("{before}{after}"),
        (Some(before), _) => format!("{before}{after}"),
        (None, None) => format!("{before}{after}"),
    })
}

/// The call in `f(...);` or `x = f(...);`: the place of the function's name, the function, and the arguments.
fn call(program: &Program, body: StmtId) -> Option<(Span, FuncId, Vec<ExprId>)> {
    let mut stmt = program.stmt(body);
    while let StmtKind::Block(stmts) = &stmt.kind
        && let [only] = stmts.as_slice()
    {
        stmt = program.stmt(*only);
    }
    let StmtKind::Expr(mut at) = stmt.kind else {
        return None;
    };
    loop {
        match &program.expr(at).kind {
            ExprKind::Convert { arg, .. } => at = *arg,
            ExprKind::Assign { rhs, .. } => at = *rhs,
            ExprKind::Call { callee, args } => {
                let callee = program.expr(strip_decay(program, *callee));
                let ExprKind::Func(func) = callee.kind else {
                    return None;
                };
                return Some((callee.span, func, args.clone()));
            }
            _ => return None,
        }
    }
}
