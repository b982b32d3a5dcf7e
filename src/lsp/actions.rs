//! Code actions: what diagnostics at a place suggest, and all of it that may be done unasked.
//!
//! From an analysis. Must not know how suggestions are made.

use super::analysis::Analysis;
use super::messages::{Action, Found};
use super::positions::uri_of;
use crate::diag::Applicability;
use lsp_types as lsp;
use std::collections::HashMap;
use std::path::Path;

/// The kind of the action that does everything that may be done unasked, for editors that do so when a file is saved.
pub const FIX_ALL: &str = "source.fixAll.romp2cuda";

/// The actions for a range of a document, of the kinds that the client asks for.
pub fn at(
    analysis: &Analysis,
    document: &Path,
    range: lsp::Range,
    only: Option<&[lsp::CodeActionKind]>,
) -> Vec<lsp::CodeActionOrCommand> {
    // A kind stands for those below it, too (3.17, `CodeActionKind`).
    let asked = |kind: &str| {
        only.is_none_or(|only| {
            only.iter().any(|one| {
                let below = kind.strip_prefix(one.as_str());
                below.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            })
        })
    };
    let mut actions = vec![];
    let here = analysis.found.iter().filter(|found| found.file == document);
    if asked(lsp::CodeActionKind::QUICKFIX.as_str()) {
        for found in here.filter(|found| overlap(&found.diagnostic.range, &range)) {
            actions.extend(found.actions.iter().map(|action| quick_fix(found, action)));
        }
    }
    let all = unasked(&analysis.found);
    if asked(FIX_ALL) && !all.is_empty() {
        actions.push(lsp::CodeAction {
            title: "Make all changes that romp2cuda is sure of".into(),
            kind: Some(lsp::CodeActionKind::new(FIX_ALL)),
            edit: Some(edit(&all)),
            ..lsp::CodeAction::default()
        });
    }
    let actions = actions.into_iter();
    actions.map(lsp::CodeActionOrCommand::CodeAction).collect()
}

fn quick_fix(found: &Found, action: &Action) -> lsp::CodeAction {
    let edits: Vec<_> = action.edits.iter().collect();
    lsp::CodeAction {
        title: action.title.clone(),
        kind: Some(lsp::CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![found.diagnostic.clone()]),
        edit: Some(edit(&edits)),
        is_preferred: Some(action.applicability == Applicability::MachineApplicable),
        ..lsp::CodeAction::default()
    }
}

type Edited<'a> = &'a (std::path::PathBuf, lsp::TextEdit);

/// The edits of the first suggestion of each diagnostic that may be made unasked. Those that touch what another does are
/// left for the next time.
fn unasked(found: &[Found]) -> Vec<Edited<'_>> {
    let mut taken: Vec<Edited> = vec![];
    for found in found {
        let mut actions = found.actions.iter();
        let sure = |one: &&Action| one.applicability == Applicability::MachineApplicable;
        let Some(action) = actions.find(sure) else {
            continue;
        };
        let free = |edit: Edited| {
            let mut others = taken.iter();
            !others.any(|other| other.0 == edit.0 && overlap(&other.1.range, &edit.1.range))
        };
        if action.edits.iter().all(free) {
            taken.extend(&action.edits);
        }
    }
    taken
}

#[allow(clippy::mutable_key_type)] // the protocol's type; its keys are never changed
fn edit(edits: &[Edited]) -> lsp::WorkspaceEdit {
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for (file, edit) in edits {
        changes.entry(uri_of(file)).or_default().push(edit.clone());
    }
    lsp::WorkspaceEdit {
        changes: Some(changes),
        ..lsp::WorkspaceEdit::default()
    }
}

/// Ranges that have a position in common, their ends included.
fn overlap(one: &lsp::Range, other: &lsp::Range) -> bool {
    one.start <= other.end && other.start <= one.end
}
