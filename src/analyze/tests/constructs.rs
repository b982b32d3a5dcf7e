//! Tests of what constructs are: loops, `atomic`, `scan`, tasks, and which variables they privatise.

use super::{Known, known_in_f};
use crate::analyze::{last_increment, loops, scans, synchronise};
use crate::ir::atomics::{Action, Operand, When};
use crate::ir::nests::Test;
use crate::ir::*;

fn nest(loops_text: &str, clauses: &str, look: impl FnOnce(&Program, nests::Nest) + Send) {
    let text = format!("#pragma omp for {clauses}\n{loops_text}");
    known_in_f(&text, |known| {
        let construct = known.construct("for");
        let nest = loops::nest(known.program, construct).expect("a canonical nest");
        look(known.program, nest);
    });
}

#[test]
fn iterations_are_counted_where_bounds_are_constant() {
    let trips = |head: &str, expected: Option<u128>| {
        nest(&format!("for ({head}) x[i] = 1;"), "", |program, nest| {
            assert_eq!(nest.loops[0].constant_trips(program), expected, "{head}");
        });
    };
    trips("int i = 0; i < 10; i++", Some(10));
    trips("int i = 0; i <= 10; i += 3", Some(4));
    trips("int i = 10; i > 0; i -= 4", Some(3));
    trips("int i = 10; i >= 0; i--", Some(11));
    trips("int i = 5; i < 5; i++", Some(0));
    trips("int i = 9; i < 5; i++", Some(0));
    trips("int i = 0; n > i; i++", None);
    trips("int i = 0; i != 4; i++", None);
}

#[test]
fn the_last_increment_stays_in_the_type_where_bounds_and_step_say_so() {
    let leaves = |head: &str, expected: bool| {
        nest(&format!("for ({head}) ;"), "", |program, nest| {
            let found = last_increment::may_leave(program, &nest.loops[0]);
            assert_eq!(found, expected, "{head}");
        });
    };
    for head in [
        "int i = 0; i < n; i++",
        "int i = n; i >= 0; i--",
        "int i = n; i > 5; i -= 4",
        "int i = 0; i <= n - 1; i++",
        "int i = 0; i < n - 1; i += 2",
        "int i = 0; i < n / 2; i += 1000",
        "int i = 0; i <= n % 64; i += 64",
        "int i = 0; i < (n & 1023); i += 64",
        "int i = 0; i <= (n > 3 ? 3 : 17); i += 5",
        "int i = 0; i < 2147483647; i++",
        "int i = 3; i <= 100; i += 7",
        "long i = 0; i <= n; i += 7",
        "unsigned i = 7; i > 0; i--",
        "unsigned i = 7; i >= 3; i -= 5",
        "unsigned i = n; i != 0; i++",
        "unsigned char i = 0; i < 255; i++",
        "int *q = x; q < x + n; q += 3",
    ] {
        leaves(head, false);
    }
    for head in [
        "int i = 0; i <= n; i++",
        "int i = 0; i < n; i += 2",
        "int i = 0; i < n; i += n",
        "int i = 0; i <= n - 1; i += 2",
        "int i = 0; i <= n * 2; i++",
        "int i = 2147483640; i < 2147483647; i += 4",
        "int i = 0; i >= n; i--",
        "int i = 0; i > n; i -= 2",
        "unsigned i = n; i > 0; i -= 2",
        "unsigned i = n; i >= 3; i -= 4",
        "unsigned long i = 0; i <= n; i++",
        "unsigned char i = 200; i < 255; i += 50",
        "short i = 0; i <= n; i++",
    ] {
        leaves(head, true);
    }
}

#[test]
fn a_test_reads_with_the_variable_on_the_left() {
    let text = "for (int i = 0; n >= i; i = 2 + i) x[i] = 1;";
    nest(text, "", |_, nest| {
        assert_eq!(nest.loops[0].test, Test::Le);
        assert_eq!(nest.loops[0].step.value, Some(2));
        assert!(nest.loops[0].declared);
    });
}

#[test]
fn inner_bounds_name_the_loops_that_they_follow() {
    let text = "for (int i = 0; i < n; i++) for (int j = i; j < n; j++) for (int k = 0; k < i + n; k++) x[k] = j;";
    nest(text, "collapse(3)", |program, nest| {
        assert_eq!(nest.loops.len(), 3);
        assert_eq!(nest.bounds_use(program, 1), [0]);
        assert_eq!(nest.bounds_use(program, 2), [0]);
        assert!(nest.non_rectangular(program).is_some());
    });
    let text = "for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) x[i] = j;";
    nest(text, "collapse(2)", |program, nest| {
        assert!(nest.non_rectangular(program).is_none());
    });
}

#[test]
fn a_loop_that_changes_its_variable_is_none_of_openmp() {
    for text in [
        "for (int i = 0; i < n; i++) x[i++] = 1;",
        "for (int i = 0; i * 2 < n; i++) x[i] = 1;",
        "for (int i = 0; i < n; i *= 2) x[i] = 1;",
    ] {
        known_in_f(&format!("#pragma omp for\n{text}"), |known| {
            assert!(
                loops::nest(known.program, known.construct("for")).is_err(),
                "{text}"
            );
        });
    }
}

#[test]
fn atomic_statements_have_one_meaning_in_every_form() {
    let action = |clauses: &str, text: &str, look: fn(&Known, &atomics::Atomic)| {
        known_in_f(&format!("#pragma omp atomic {clauses}\n{text}"), |known| {
            let id = known.all("atomic")[0];
            let atomic = known.facts.atomics[id].as_ref().expect("it has the form");
            look(known, atomic);
        });
    };
    action("", "x[0]++;", |_, atomic| {
        let one = |action| {
            matches!(
                action,
                Action::Update {
                    op: BinOp::Add,
                    operand: Operand::One,
                    ..
                }
            )
        };
        assert!(one(atomic.action) && atomic.capture.is_none());
    });
    action("", "x[0] = n - x[0];", |_, atomic| {
        let is = matches!(
            atomic.action,
            Action::Update {
                op: BinOp::Sub,
                reversed: true,
                ..
            }
        );
        assert!(is, "{:?}", atomic.action);
    });
    action("read", "n = x[0];", |_, atomic| {
        assert_eq!(atomic.action, Action::Read);
    });
    action("capture", "n = x[0]++;", |_, atomic| {
        assert_eq!(atomic.capture.expect("it captures").when, When::Before);
    });
    action("capture", "n = ++x[0];", |_, atomic| {
        assert_eq!(atomic.capture.expect("it captures").when, When::After);
    });
    action("compare", "if (n < x[0]) { x[0] = n; }", |_, atomic| {
        assert!(
            matches!(atomic.action, Action::Min(_)),
            "{:?}",
            atomic.action
        );
    });
}

#[test]
fn critical_sections_that_wait_for_nobody_are_brief() {
    let brief = |block: &str| {
        let mut found = false;
        known_in_f(&format!("#pragma omp critical\n{block}"), |known| {
            let construct = known.construct("critical");
            found = synchronise::is_brief(&known.facts.uses, construct);
        });
        found
    };
    assert!(brief("x[0]++;"));
    assert!(!brief("{ volatile int *p = x; while (*p) ; }"));
    assert!(!brief("{\n#pragma omp atomic\nx[0]++;\n}"));
}

#[test]
fn privatised_variables_say_how() {
    let text = "int a, b, c = 0, d = 0, i;\n\
                #pragma omp parallel for private(a) firstprivate(b) firstprivate(c) lastprivate(c) reduction(+: d)\n\
                for (i = 0; i < n; i++) { a = i; c = a + b; d += c; x[i] = c; }";
    known_in_f(text, |known| {
        let found = known.facts.privatised(known.construct("parallel for"));
        let how = |name| {
            let var = known.var(name);
            found
                .iter()
                .find(|(one, _)| *one == var)
                .map(|(_, how)| *how)
        };
        assert_eq!(how("a"), Some(Private::Private));
        assert_eq!(how("b"), Some(Private::Firstprivate));
        assert_eq!(how("c"), Some(Private::FirstLastprivate));
        assert_eq!(how("d"), Some(Private::Reduction));
        assert_eq!(how("i"), Some(Private::LoopVar));
        assert_eq!(how("x"), None);
    });
}

#[test]
fn phases_stand_before_and_behind_scan() {
    let text = |kind: &str| {
        format!(
            "int s = 0;\n#pragma omp for reduction(inscan, +: s)\nfor (int i = 0; i < n; i++) {{\n\
             s += i;\n#pragma omp scan {kind}(s)\nx[i] = s;\n}}"
        )
    };
    for (kind, inclusive) in [("inclusive", true), ("exclusive", false)] {
        known_in_f(&text(kind), |known| {
            let found = scans::of(
                &known.facts.uses,
                &known.facts.nests,
                known.construct("for"),
            );
            let phases = found.expect("no error").expect("phases");
            assert_eq!(phases.inclusive, inclusive);
            let before = scans::of_stmts(known.program, phases.input());
            assert_eq!(before.uses(known.var("x")), !inclusive);
        });
    }
}

#[test]
fn tasks_that_nothing_keeps_are_deferred() {
    let kept = |directive: &str| {
        let mut found = None;
        let text = format!(
            "#pragma omp parallel\n#pragma omp single\n{{\nint a[n];\nint b = 0;\n{directive}\nx[n] = b;\n}}"
        );
        known_in_f(&text, |known| {
            let construct = known.construct("task");
            found = known.facts.deferral.undeferred.why(construct.id);
        });
        found
    };
    assert_eq!(kept("#pragma omp task"), None);
    assert!(kept("#pragma omp task if(0)").is_some());
    assert!(kept("#pragma omp task final(1)").is_some());
    assert!(kept("#pragma omp task firstprivate(a)").is_some());
    assert!(kept("#pragma omp parallel\n#pragma omp task").is_some());
}

#[test]
fn cancelled_groups_leave_the_task_around_the_point() {
    let text = |inner: &str| {
        format!(
            "#pragma omp taskgroup\n{{\n#pragma omp task\n{{\nif (n) {{\n{inner}\n}}\n#pragma omp task\nx[0]++;\n}}\n}}"
        )
    };
    let leaves = |inner: &str| {
        let mut found = vec![];
        known_in_f(&text(inner), |known| {
            let tasks = known.all("task").into_iter();
            let leaves = |id| {
                known
                    .facts
                    .cancellation
                    .leaves(&known.program.constructs[id])
            };
            found = tasks.map(leaves).collect();
        });
        found
    };
    assert_eq!(leaves("#pragma omp cancel taskgroup"), [true, false]);
    assert_eq!(
        leaves("#pragma omp cancellation point taskgroup"),
        [false, false]
    );
    assert_eq!(leaves("x[1] = 0;"), [false, false]);
}
