//! Functions with constructs: called by regions, and with regions of their own.

use super::regions::{self, Team};
use super::scope::{Scope, Type, Variable};
use super::statements::{self, Part};
use super::writer::Writer;

/// The arrays and the members, as a function's parameters have them.
const PARAMETERS: &str = "int *A, unsigned *B, long long *C, double *E, unsigned char *H, struct pair *P, unsigned given";

/// The variables that a function sees.
fn function_scope(w: &Writer) -> Scope {
    let mut scope = Scope::default();
    scope.add_arrays("", w.width);
    scope.add_constant("given", Type::Unsigned);
    // A reduction's original variable, which its region takes out of the scope, is nobody's until the region ends
    // (5.2, 5.5.8): gcc keeps it elsewhere meanwhile.
    let in_scope = |global: &&Variable| w.scope.variables.iter().any(|v| v.name == global.name);
    let globals = w.globals.iter().filter(in_scope).cloned();
    scope.variables.extend(globals);
    scope
}

/// A function with worksharing constructs that bind to the caller's region.
pub fn orphan(w: &mut Writer) {
    let name = w.function_name();
    let scope = function_scope(w);
    let lock = w.lock.take();
    w.function(scope, format!("${name}({PARAMETERS})"), |w| {
        let phases = 1 + w.tape.below(2);
        for at in 0..phases {
            regions::phase(w, &Team::unknown(), at + 1 == phases);
        }
    });
    w.lock = lock;
    // A number that all threads know before one of them writes.
    let number = w.tape.below(100);
    call(w, &name, &format!("{number}u"));
}

/// A function with parallel regions, called by a sequential part.
pub fn called_parallel(w: &mut Writer) {
    let name = w.function_name();
    let scope = function_scope(w);
    w.function(scope, format!("${name}({PARAMETERS})"), |w| {
        regions::locals(w);
        regions::parallel(w);
        statements::list(w, Part::Sequential, 2);
        regions::results(w);
    });
    let value = w.scope.unsigned(w.tape, 1);
    call(w, &name, &value);
}

/// A call with the arrays in sight and a number.
fn call(w: &mut Writer, name: &str, number: &str) {
    let s = w.scope.suffix;
    w.line(format!(
        "${name}(A{s}, B{s}, C{s}, E{s}, H{s}, P{s}, {number});"
    ));
}
