//! Allocation on the host: the alignment of `allocate` directives (OpenMP 5.2, 6.3 and 6.5) as an attribute of the
//! variable, and the allocators of `uses_allocators` (6.8).
//!
//! Directive and clause are left out of the text, since gcc before 14 does not know them. The memory itself is the
//! host's own.

use crate::edit::Edits;
use crate::emit::planned::Planned;
use crate::ir::{Construct, VarId};
use crate::omp::ClauseKind;
use crate::omp::uses_allocators::Allocator;
use crate::source::Span;
use std::collections::BTreeMap;

pub fn edit(planned: &Planned, edits: &mut Edits) {
    let mut aligned: BTreeMap<VarId, u32> = BTreeMap::new();
    for allocation in &planned.program.allocations {
        if let Some(bytes) = allocation.bytes {
            let most = aligned.entry(allocation.var).or_default();
            *most = bytes.max(*most);
        }
    }
    for (var, bytes) in aligned {
        let var = &planned.program.vars[var];
        if var.system {
            continue;
        }
        let text = planned.pre.text();
        let span = Span {
            lo: declarator(&text[..var.span.lo as usize]) as u32,
            hi: var.span.hi,
        };
        let attribute = format!("__attribute__((aligned({bytes}))) ");
        edits.replace(span, format!("{attribute}{}", planned.pre.slice(span)));
    }
}

/// The lines that make the allocators of `uses_allocators` for the host version of a construct (5.2, 6.8).
pub fn made_for_host(construct: &Construct) -> Vec<String> {
    let mut lines = vec![];
    for clause in &construct.clauses {
        let ClauseKind::UsesAllocators(text) = &clause.kind else {
            continue;
        };
        for one in Allocator::list(text) {
            if one.is_predefined() {
                continue;
            }
            let name = one.name;
            let space = one.space.unwrap_or("omp_default_mem_space");
            lines.push(match one.traits {
                Some(traits) => format!("ROMP_OWN_ALLOCATOR_WITH({name}, {space}, {traits})"),
                None => format!("ROMP_OWN_ALLOCATOR({name}, {space})"),
            });
        }
    }
    lines
}

/// Where the declarator begins whose name stands behind `text`. An attribute there concerns the variable, and not
/// what it points at or the elements that it has.
fn declarator(text: &str) -> usize {
    let before = text.trim_end();
    if let Some(rest) = before.strip_suffix(['*', '(']) {
        return declarator(rest);
    }
    let word = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || c == '_');
    match &before[word.len()..] {
        "const" | "volatile" | "restrict" | "__restrict" | "__restrict__" => declarator(word),
        _ => text.len(),
    }
}

#[cfg(test)]
mod tests {
    use super::declarator;

    #[test]
    fn the_attribute_stands_before_pointers_and_parentheses() {
        for (text, declarator_at) in [
            ("int ", 4),
            ("int a, ", 7),
            ("int *", 4),
            ("int **const restrict ", 4),
            ("double (* const ", 7),
            ("const int ", 10),
            ("int a[4], (*", 10),
        ] {
            assert_eq!(declarator(text), declarator_at, "{text}");
        }
    }
}
