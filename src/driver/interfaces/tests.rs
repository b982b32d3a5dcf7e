//! Calls across units: circles, and functions that call themselves.

use super::*;
use crate::translate::interface::Caller;

fn row(unit: &str, kernels_call: &[&str], calls: &[(&str, &[&str], bool)]) -> Row {
    let words = |list: &[&str]| list.iter().map(|word| word.to_string()).collect();
    let callers = calls.iter().map(|&(name, calls, recursive)| Caller {
        name: name.into(),
        calls: words(calls),
        recursive,
    });
    let interface = Interface {
        kernels_call: words(kernels_call),
        calls: callers.collect(),
        ..Interface::default()
    };
    Row {
        unit: unit.into(),
        device: For::Gpus,
        interface,
    }
}

fn program(rows: Vec<Row>) -> Interfaces {
    let mut all = Interfaces::default();
    rows.into_iter().for_each(|row| all.insert(row, ""));
    all
}

#[test]
fn circles_across_units_are_found() {
    let odd = row("u2", &[], &[("odd", &["even"], false)]);
    let all = program(vec![
        row("u1", &["odd"], &[("even", &["odd"], false)]),
        odd.clone(),
        row("u3", &["leaf"], &[("leaf", &[], false)]),
    ]);
    assert!(all.circle());
    assert_eq!(all.recursive(), BTreeSet::from(["u1".to_string()]));
    let all = program(vec![row("u1", &["odd"], &[("even", &[], false)]), odd]);
    assert!(!all.circle());
    assert!(all.recursive().is_empty());
}

#[test]
fn a_function_that_calls_itself_makes_kernels_of_other_units_recursive() {
    let all = program(vec![
        row("u1", &["middle"], &[]),
        row("u2", &[], &[("middle", &["deep"], false)]),
        row("u3", &["deep"], &[("deep", &[], true)]),
    ]);
    // The kernels of u3 know it themselves, too.
    assert_eq!(all.recursive().len(), 2);
    assert!(!all.circle());
}
