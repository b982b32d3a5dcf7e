//! What a region's constructs and their structured blocks must be, beyond the nesting of directives: blocks are
//! entered at the top and left at the end, `teams` stands alone in its `target`.
//!
//! From the IR. Must not know how work is distributed to threads.

use crate::analyze::loops;
use crate::analyze::regions::Region;
use crate::diag::{Code, Diagnostic};
use crate::ir::*;
use crate::omp::Leaf;
use crate::source::Span;
use std::collections::BTreeSet;

/// The errors for everything in a device region that breaks such a rule.
pub fn check(program: &Program, region: &Region) -> Vec<Diagnostic> {
    let mut found = vec![];
    let outer = &program.constructs[region.construct];
    found.extend(structured(program, outer));
    if !outer.directive.has(Leaf::Target) {
        return found;
    }
    found.extend(teams_alone(program, outer));
    let Some(body) = outer.body else {
        return found;
    };
    program.walk_all_stmts(body, &mut |_, stmt| {
        if let StmtKind::Omp(inner) = stmt.kind {
            found.extend(structured(program, &program.constructs[inner]));
        }
    });
    // A jump out of several nested blocks is one error.
    let mut seen = BTreeSet::new();
    found.retain(|d| seen.insert(d.labels.first().map(|label| label.span)));
    found
}

/// An error unless control enters a structured block at its top and leaves it at its end (5.2, 4.1). The bodies of
/// loops have the rules of the canonical form.
pub fn structured(program: &Program, construct: &Construct) -> Option<Diagnostic> {
    let body = construct.body?;
    let name = construct.name();
    let refuse = |at, message: String, says: &str| {
        Diagnostic::error(Code::Placement, at, message)
            .says(says)
            .also(construct.pragma, "of this construct")
            .note("OpenMP 5.2, section 4.1: a structured block is entered at the top and left at the end")
    };
    if !construct.directive.shares_loops()
        && let Some(at) = loops::jumps_out(program, body)
    {
        let message = format!("a jump out of the structured block of `{name}`");
        let help = "let the block run to its end, and jump behind it: a flag can say whether to";
        return Some(refuse(at, message, "leaves the block").help(help));
    }
    if let Some(at) = entered_by_case(program, body) {
        let message = format!("a `switch` enters the structured block of `{name}` here");
        let help = "put the construct behind the label, or the whole `switch` into the block";
        return Some(refuse(at, message, "enters the block").help(help));
    }
    let (labels, gotos) = loops::labels_and_gotos(program, body);
    if labels.is_empty() {
        return None;
    }
    let whole = program.funcs[construct.func].body?;
    let (_, all) = loops::labels_and_gotos(program, whole);
    let inside: BTreeSet<_> = gotos.iter().map(|(_, at)| *at).collect();
    let (label, at) = all
        .iter()
        .find(|(name, at)| !inside.contains(at) && labels.iter().any(|(label, _)| label == name))?;
    let message = format!("a jump to `{label}`, into the structured block of `{name}`");
    let help = "move the label in front of the construct, or the `goto` into the block";
    Some(refuse(*at, message, "enters the block").help(help))
}

/// The place of a label in the statement that belongs to an enclosing `switch`.
pub fn entered_by_case(program: &Program, id: StmtId) -> Option<Span> {
    let node = program.stmt(id);
    match node.kind {
        StmtKind::Case { .. } | StmtKind::Default { .. } => return Some(node.span),
        StmtKind::Switch { .. } => return None,
        _ => {}
    }
    let mut found = None;
    program.each_child(node, &mut |child| {
        found = found.or_else(|| entered_by_case(program, child));
    });
    found
}

/// An error for anything beside `teams` in a `target` region (5.2, 10.2).
fn teams_alone(program: &Program, target: &Construct) -> Option<Diagnostic> {
    let body = target.body?;
    let is_teams = |id: StmtId| match program.stmt(id).kind {
        StmtKind::Omp(inner) => {
            let construct = &program.constructs[inner];
            (construct.directive.leaves().first() == Some(&Leaf::Teams)).then_some(construct)
        }
        _ => None,
    };
    let mut teams = None;
    program.walk_all_stmts(body, &mut |id, _| {
        teams = teams.or(is_teams(id));
    });
    let teams = teams?;
    let beside = beside(program, body, &|id| is_teams(id).is_some())?;
    Some(
        Diagnostic::error(
            Code::Nesting,
            teams.pragma,
            format!("`{}` must stand alone in its `target` region", teams.name()),
        )
        .says("not alone")
        .also(program.stmt(beside).span, "this stands beside it")
        .also(target.pragma, "in this region")
        .note("OpenMP 5.2, section 10.2: no statement, declaration or directive of the region stands outside of `teams`")
        .help("move what stands beside it in front of the target region, or into one of its own"),
    )
}

/// The first statement of a block, braces aside, that is not `wanted`.
fn beside(program: &Program, block: StmtId, wanted: &dyn Fn(StmtId) -> bool) -> Option<StmtId> {
    match &program.stmt(block).kind {
        _ if wanted(block) => None,
        StmtKind::Null => None,
        StmtKind::Block(stmts) => stmts.iter().find_map(|&s| beside(program, s, wanted)),
        _ => Some(block),
    }
}
