//! Constructs of several teams beside the plain ones, and several target regions at once.

use super::loops;
use super::scope::{Type, Variable};
use super::writer::Writer;
use super::{Maps, SCALARS, add_scalars, keep_scalars, pointers, scalars};

/// `target teams` with several `distribute` loops. Nothing orders the teams, so that no loop reads what
/// another one writes.
pub fn distributed(w: &mut Writer, maps: Maps) {
    scalars(w);
    let maps = match maps {
        Maps::Structure | Maps::Members => Maps::Sections,
        other => other,
    };
    maps.around(w, |w, clause| {
        if maps != Maps::Sections {
            pointers(w, "d->", "");
        }
        let width = w.width;
        w.scope.add_arrays("", width);
        add_scalars(w);
        let summed = w.tape.once_in(2);
        let reduction = if summed { " reduction(+: s0)" } else { "" };
        let teams = w.tape.pick(&[
            "",
            " num_teams(3)",
            " num_teams(1)",
            " thread_limit(33)",
            " num_teams(2) thread_limit(1)",
        ]);
        w.pragma(format!("target teams{teams}{clause}{SCALARS}{reduction}"));
        w.open("{");
        w.scope.hide("s0");
        w.scope.members = false;
        // No loop reads what another one writes.
        let mut arrays = vec![];
        for _ in 0..1 + w.tape.below(3) {
            if let Some(array) = w.scope.array(w.tape, 256) {
                w.scope.hide(&array.name);
                arrays.push(array);
            }
        }
        for _ in 0..w.tape.below(3) {
            // Every team computes the same.
            let name = w.fresh("same");
            let value = w.scope.unsigned(w.tape, 2);
            w.line(format!("unsigned {name} = {value};"));
            if w.tape.once_in(2) {
                w.line(format!("{name} += {name} >> 3;"));
            }
            w.scope.add_constant(name, Type::Unsigned);
        }
        for array in &arrays {
            distribute(w, array, summed);
        }
        w.close();
    });
    keep_scalars(w);
}

fn distribute(w: &mut Writer, array: &Variable, summed: bool) {
    let words = w.tape.pick(&[
        "distribute",
        "distribute parallel for",
        "distribute simd",
        "distribute parallel for simd",
    ]);
    let header = loops::header(w, array.length);
    let mut clauses = header.clause();
    clauses += w
        .tape
        .pick(&["", " dist_schedule(static, 2)", " dist_schedule(static)"]);
    if words.contains("for") {
        clauses += loops::schedule(w);
        if summed {
            clauses += " reduction(+: s0)";
        }
    }
    w.pragma(format!("{words}{clauses}"));
    loops::body(w, &header, |w| {
        loops::iteration(w, &header, array);
        if summed && !words.contains("simd") {
            let value = w.scope.unsigned(w.tape, 1);
            w.line(format!("s0 += {value};"));
        }
    });
}

/// Several regions in flight, which dependences put in order.
pub fn in_flight(w: &mut Writer) {
    scalars(w);
    w.pragma("target enter data map(to: d[0:1])");
    w.open("{");
    pointers(w, "d->", "");
    w.block(|w| {
        let width = w.width;
        w.scope.add_arrays("", width);
        w.scope.members = false;
        w.scope.add_constant("s0", Type::Unsigned);
        for _ in 0..1 + w.tape.below(5) {
            let Some(array) = w.scope.array_of_arguments(w.tape) else {
                break;
            };
            let order: String = ["A", "B", "C", "E", "H"]
                .iter()
                .map(|name| {
                    let kind = if *name == array.name { "inout" } else { "in" };
                    format!(" depend({kind}: {name}[0])")
                })
                .collect();
            let words = w.tape.pick(&[
                "target teams distribute parallel for",
                "target parallel for",
                "target teams loop",
            ]);
            w.scope.hide(&array.name);
            // The host waits for nothing here, so that it must not read the data for a number of iterations.
            let i = w.fresh("i");
            let header = loops::constant_header(w, i, array.length);
            let clauses = format!("{order} nowait");
            w.pragma(format!("{words}{clauses}"));
            loops::body(w, &header, |w| loops::iteration(w, &header, &array));
            w.scope.show_shared();
            if w.tape.once_in(6) {
                w.pragma("taskwait");
            }
        }
    });
    w.pragma("taskwait");
    w.close();
    w.pragma("target exit data map(from: d[0:1])");
    keep_scalars(w);
}
