//! Refuses variables that are one object under two names, by `asm` labels.
//!
//! The device would have an object for each name, and what is known of one of them would be taken to leave the other
//! alone. From the declarations of the unit. Must not know how variables are mapped.

use crate::diag::{Code, Diagnostic};
use crate::ir::{Program, Var};
use std::collections::HashMap;

/// An error for each variable whose symbol another one has.
pub fn of(program: &Program) -> Vec<Diagnostic> {
    let mut found = vec![];
    let labelled = program.vars.iter().any(|(_, var)| var.symbol.is_some());
    let mut by_symbol: HashMap<&str, &Var> = HashMap::new();
    let all = program.vars.iter().map(|(_, var)| var);
    for var in all.filter(|var| labelled && !var.storage.is_local() && !var.name.is_empty()) {
        let symbol = var.symbol.as_deref().unwrap_or(&var.name);
        match by_symbol.get(symbol) {
            Some(other) if other.name != var.name => found.push(same(var, other, symbol)),
            _ => {
                by_symbol.insert(symbol, var);
            }
        }
    }
    found
}

fn same(var: &Var, other: &Var, symbol: &str) -> Diagnostic {
    let message = format!(
        "`{}` and `{}` are one object: both have the symbol `{symbol}`, by an `asm` label",
        other.name, var.name
    );
    Diagnostic::error(Code::DeviceCode, var.span, message)
        .also(other.span, "the other one is declared here")
        .note("device code would have an object for each of them")
        .help("use one of the names in this file, or `#define` one as the other in place of the label")
}
