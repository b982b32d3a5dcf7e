//! The name of a directive: which directive the first words of a pragma are, or what was meant.
//!
//! Computes from the words alone. Must not know clauses, but for the words that start them.

use super::list::{Parsed, Run};
use crate::diag::{Code, Diagnostic, Suggestion};
use crate::omp::ast::*;
use crate::omp::{clauses, combine, suggest};
use crate::source::token::shown;

/// A directive's name, and how many tokens it takes.
pub struct Name {
    pub kind: DirectiveKind,
    pub tokens: usize,
}

/// ```text
/// directive-name: word [word ...]                                            (5.2, 3.1)
/// ```
/// 6.0 also writes the words with underscores between (`target_data`).
pub fn directive_name(run: Run) -> Parsed<Name> {
    if run.is_empty() {
        let error = Diagnostic::error(
            Code::Directive,
            run.line.at,
            "`#pragma omp` names no directive",
        );
        return Err(error);
    }
    if let Some(name) = simple(run) {
        if name.kind == DirectiveKind::Allocators {
            return Err(fortran(run, 1));
        }
        return Ok(name);
    }
    let mut leaves = vec![];
    while leaves.len() < 64 {
        let word = run.str(leaves.len());
        match Leaf::of_name(word).filter(|_| run.is_ident(leaves.len())) {
            Some(leaf) => leaves.push(leaf),
            None => break,
        }
    }
    if leaves.is_empty() {
        return Err(unknown(run));
    }
    if leaves.contains(&Leaf::Workshare) {
        return Err(fortran(run, leaves.len()));
    }
    if let Some((at, allowed)) = combine::why_illegal(&leaves) {
        return Err(illegal(run, &leaves, at, allowed));
    }
    let tokens = leaves.len();
    let kind = DirectiveKind::Construct(leaves);
    Ok(Name { kind, tokens })
}

/// The longest name at the start of the run that is no construct of leaves.
fn simple(run: Run) -> Option<Name> {
    let mut words = String::new();
    let mut found = None;
    for index in 0..3 {
        if !run.is_ident(index) {
            break;
        }
        if index > 0 {
            words.push(' ');
        }
        words.push_str(run.str(index));
        let spaced = words.replace('_', " ");
        if let Some(kind) = DirectiveKind::SIMPLE
            .iter()
            .find(|kind| kind.fixed_name() == spaced)
        {
            found = Some(Name {
                kind: kind.clone(),
                tokens: index + 1,
            });
        }
    }
    found
}

/// The leaves that these words are, if they all are one directive's: `target`, `parallel for`.
pub fn leaves(run: Run) -> Option<Vec<Leaf>> {
    if run.is_empty() || run.len() > 8 {
        return None;
    }
    let words = (0..run.len()).map(|index| Leaf::of_name(run.str(index)));
    words.collect()
}

/// Directives that C does not have, or that are not read: with what to say of them.
fn known_elsewhere(words: &str) -> Option<(Code, String)> {
    let first = words.split(' ').next().unwrap_or("");
    let fortran = ["do", "workshare", "workdistribute", "allocators"];
    let later = [
        "split",
        "stripe",
        "taskgraph",
        "task_iteration",
        "declare induction",
        "declare_induction",
        "flatten",
    ];
    let acc = ["kernels", "enter", "exit", "data", "update", "routine"];
    if let Some(name) = later.iter().find(|name| words.starts_with(**name)) {
        let text = format!("`{name}` is a directive of OpenMP 6.0 that is not translated yet");
        Some((Code::UnsupportedDirective, text))
    } else if fortran.contains(&first) {
        Some((
            Code::Directive,
            format!("`{first}` is a directive of Fortran's OpenMP"),
        ))
    } else if acc.contains(&first) {
        let text = format!("`{first}` starts no OpenMP directive (OpenACC has one of that name)");
        Some((Code::Directive, text))
    } else {
        None
    }
}

fn fortran(run: Run, tokens: usize) -> Diagnostic {
    let name = run.to(tokens);
    let text = format!(
        "`{}` is a directive of Fortran's OpenMP; C has none",
        name.text()
    );
    Diagnostic::error(Code::Directive, name.span(), text)
}

fn unknown(run: Run) -> Diagnostic {
    let words = (0..run.len())
        .take_while(|&index| run.is_ident(index))
        .count();
    if words == 0 {
        let place = run.to(1);
        let text = format!("expected the name of a directive, found `{}`", place.text());
        return Diagnostic::error(Code::Directive, place.span(), text);
    }
    let name = run.to(words.min(8));
    if let Some((code, text)) = known_elsewhere(name.text()) {
        let error = Diagnostic::error(code, run.to(1).span(), text);
        return match run.str(0) {
            "do" => error.help("C has `for`"),
            "data" | "enter" | "exit" | "update" => {
                let meant = format!("target {}", run.str(0));
                let title = format!("did you mean `target {}`?", name.text());
                error.suggest(Suggestion::new(title, run.to(1).span(), meant))
            }
            _ => error,
        };
    }
    if run.str(0) == "end" {
        return unknown_end(run, words);
    }
    let wrong = run.to(1);
    let error = Diagnostic::error(
        Code::Directive,
        wrong.span(),
        format!("unknown directive `{}`", shown(wrong.text())),
    );
    match meant(name) {
        Some((words, near)) => {
            let uncertain = !suggest::is_certain(&joined(run, words), &near);
            error.suggest(Suggestion::meant(run.to(words).span(), &near).maybe_if(uncertain))
        }
        None => error,
    }
}

/// `end` and words behind it that are no name together.
fn unknown_end(run: Run, words: usize) -> Diagnostic {
    const ENDS: [&str; 4] = [
        "end declare target",
        "end declare variant",
        "end assumes",
        "end metadirective",
    ];
    for words in (2..=words.min(3)).rev() {
        let as_long = ENDS
            .into_iter()
            .filter(|name| name.split(' ').count() == words);
        if let Some(near) = suggest::nearest(&joined(run, words), as_long) {
            let written = run.to(words);
            let text = format!("unknown directive `{}`", written.text());
            let error = Diagnostic::error(Code::Directive, written.span(), text);
            return error.suggest(Suggestion::meant(written.span(), near));
        }
    }
    let text = format!("`{}` ends nothing in C", run.to(words.min(2)).text());
    let error = Diagnostic::error(Code::Directive, run.to(words.min(2)).span(), text);
    error.note(
        "C has `end declare target`, `end declare variant`, `end assumes` and `end metadirective`",
    )
}

/// The first words, with a blank between two.
fn joined(run: Run, words: usize) -> String {
    let written: Vec<_> = (0..words).map(|index| run.str(index)).collect();
    written.join(" ")
}

/// How many of the first words can belong to a name: those in front of the first one that is a clause's alone.
fn words_of_name(run: Run, names: &[String]) -> usize {
    let in_a_name = |word: &str| {
        names
            .iter()
            .any(|name| name.split(' ').any(|other| other == word))
    };
    let clause = |word: &str| clauses::row(word).is_some() && !in_a_name(word);
    let idents = (0..run.len()).take_while(|&index| run.is_ident(index));
    idents
        .take_while(|&index| index == 0 || !clause(&run.str(index).to_ascii_lowercase()))
        .count()
}

/// The directive nearest to what is written, and how many words stand for it: as many as a name has are compared.
fn meant(run: Run) -> Option<(usize, String)> {
    let names: Vec<String> = combine::directives()
        .iter()
        .map(|kind| kind.name())
        .collect();
    let most = words_of_name(run, &names);
    // In capitals, or some of the letters.
    for words in (1..=most).rev() {
        let written = joined(run, words).to_ascii_lowercase();
        if let Some(exact) = names.iter().find(|name| **name == written) {
            return Some((words, exact.clone()));
        }
    }
    for words in (1..=most.min(5)).rev() {
        let written = joined(run, words);
        let as_long = names.iter().map(String::as_str);
        let as_long = as_long.filter(|name| name.split(' ').count() == words);
        if let Some(near) = suggest::nearest(&written, as_long) {
            return Some((words, near.to_string()));
        }
    }
    let near = suggest::nearest(run.str(0), names.iter().map(String::as_str))?;
    Some((1, near.to_string()))
}

fn illegal(run: Run, leaves: &[Leaf], at: usize, allowed: &[Leaf]) -> Diagnostic {
    let whole = run.to(leaves.len());
    let text = format!("`{}` is not a directive", whole.text());
    let error = Diagnostic::error(Code::Directive, whole.span(), text);
    let names: Vec<_> = allowed.iter().map(|leaf| leaf.name()).collect();
    let before: Vec<_> = leaves[..at].iter().map(|leaf| leaf.name()).collect();
    let before = before.join(" ");
    let error = match (leaves.get(at), names.is_empty()) {
        (Some(leaf), true) => error.says(format!(
            "nothing can be combined behind `{before}`, so not `{}`",
            leaf.name()
        )),
        (Some(leaf), false) => error.says(format!(
            "`{}` cannot follow `{before}`; {} can",
            leaf.name(),
            suggest::one_of(&names)
        )),
        (None, _) => error.says(format!("`{}` must follow", names.join(" "))),
    };
    match combine::repaired(leaves) {
        Some(repaired) => {
            let name = DirectiveKind::Construct(repaired).name();
            // The words may have been meant in another order, or some of them not at all.
            error.suggest(Suggestion::meant(whole.span(), &name).maybe())
        }
        None => error.note("combined directives are listed in OpenMP 5.2, section 17.3"),
    }
}

/// The word behind a name that is no clause may belong to a longer name: `target dta`, `parallel fro`.
pub fn longer_name(kind: &DirectiveKind, word: &str) -> Option<String> {
    let name = kind.name();
    let names: Vec<String> = combine::directives()
        .iter()
        .map(|kind| kind.name())
        .collect();
    let prefix = format!("{name} ");
    let next = names.iter().filter_map(|full| full.strip_prefix(&prefix));
    let next = next.filter_map(|rest| rest.split(' ').next());
    suggest::nearest(word, next).map(|near| format!("{name} {near}"))
}
