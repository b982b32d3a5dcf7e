//! Tests of what calls lead to: `call_graph`, `orphans`, `effects`.

use super::known;
use crate::analyze::called_regions::CalledRegions;
use crate::ir::*;

const TARGET: &str = "#pragma omp begin declare target\n";
const END: &str = "#pragma omp end declare target\n";

#[test]
fn functions_stand_behind_those_that_they_call() {
    let text = format!(
        "{TARGET}int c(int);\nint a(int i) {{ return c(i) + 1; }}\nint b(int i) {{ return a(i) + c(i); }}\nint c(int i) {{ return i; }}\n{END}"
    );
    known(&text, |known| {
        let order = &known.facts.calls.bottom_up;
        let place = |name| order.iter().position(|&func| func == known.func(name));
        assert!(place("c") < place("a") && place("a") < place("b"));
    });
}

#[test]
fn circles_of_calls_are_found_wherever_they_begin() {
    let text = format!(
        "{TARGET}int odd(int);\nint even(int i) {{ return i ? odd(i - 1) : 1; }}\nint odd(int i) {{ return i ? even(i - 1) : 0; }}\n\
         int caller(int i) {{ return odd(i); }}\nint own(int i) {{ return i ? own(i - 1) : 0; }}\nint leaf(int i) {{ return i; }}\n\
         int twice(int i) {{ return leaf(i) + leaf(i); }}\n{END}"
    );
    known(&text, |known| {
        let circles = |name| known.facts.calls.of_func(known.func(name)).circles;
        for name in ["odd", "even", "caller", "own"] {
            assert!(circles(name), "{name}");
        }
        for name in ["leaf", "twice"] {
            assert!(!circles(name), "{name}");
        }
    });
}

#[test]
fn a_chain_of_calls_is_as_long_as_it_is() {
    let links: String = (0..3000)
        .map(|i| format!("int g{i}(int i) {{ return g{}(i); }}\n", i + 1))
        .collect();
    let declared: String = (0..=3000).map(|i| format!("int g{i}(int);\n")).collect();
    let last = "int g3000(int i)\n{\n#pragma omp parallel\n    i++;\n    return i;\n}\n";
    known(&format!("{TARGET}{declared}{links}{last}{END}"), |known| {
        let calls = known.facts.calls.of_func(known.func("g0"));
        assert!(!calls.circles && !calls.others());
        assert!(known.facts.orphans.of_func(known.func("g0")).forks);
        let device: Vec<FuncId> = known.program.funcs.iter().map(|(id, _)| id).collect();
        let regions = CalledRegions::of(&known.facts.uses, &known.facts.calls, &device);
        assert_eq!(
            regions.of_func(known.func("g0")),
            Some(known.construct("parallel").id)
        );
    });
}

#[test]
fn pointers_and_other_files_may_lead_anywhere() {
    let text = format!(
        "{TARGET}int elsewhere(int);\ndouble sin(double);\nint sees(int i) {{ return elsewhere(i); }}\n\
         int called(int i) {{ return i; }}\nint through(int (*p)(int)) {{ return p(1); }}\nint (*kept)(int) = called;\n\
         double known_one(double d) {{ return sin(d); }}\n{END}"
    );
    known(&text, |known| {
        let calls = |name| known.facts.calls.of_func(known.func(name));
        assert!(calls("sees").others() && !calls("sees").recursive());
        assert!(calls("through").others() && calls("through").recursive());
        assert!(!calls("known_one").others());
        assert_eq!(known.facts.calls.pointed, [known.func("called")]);
        let body = known.program.funcs[known.func("through")].body;
        let reached = known.facts.calls.reached(&known.facts.uses, body);
        assert!(reached.contains(&known.func("called")));
        assert!(known.facts.orphans.of_func(known.func("sees")).forks);
    });
}

#[test]
fn effects_come_up_through_calls() {
    let text = format!(
        "{TARGET}int read(int *p) {{ return *p; }}\nvoid write(int *p) {{ *p = 1; }}\nint sum(int *p) {{ return read(p) + read(p); }}\n\
         void both(int *p) {{ write(p); }}\nvoid waits(int *p)\n{{\n#pragma omp critical\n    ++*p;\n}}\nvoid team(int *p)\n{{\n#pragma omp barrier\n}}\n\
         int printf(const char *, ...);\ndouble sqrt(double);\nvoid other(int);\n\
         void says(int *p) {{ printf(\"%d\", *p); }}\nvoid told(int *p) {{ says(p); }}\ndouble squares(double x) {{ return sqrt(x); }}\n\
         void elsewhere(int n) {{ other(n); }}\nvoid led(void (*f)(int)) {{ f(1); }}\nvoid fails(int *p) {{ if (!*p) __builtin_trap(); }}\n{END}"
    );
    known(&text, |known| {
        let effects = |name| known.facts.effects.of_func(known.func(name));
        assert!(effects("sum").loads && effects("sum").repeatable());
        assert!(effects("both").stores && !effects("both").repeatable());
        assert!(effects("waits").waits && !effects("waits").constructs);
        assert!(effects("team").constructs);
        let prints: Vec<bool> = [
            "says",
            "told",
            "sum",
            "squares",
            "elsewhere",
            "led",
            "fails",
        ]
        .map(|name| effects(name).prints)
        .into();
        assert_eq!(prints, [true, true, false, false, true, true, false]);
        let needs = |name| known.facts.orphans.of_func(known.func(name));
        assert!(needs("team").team && !needs("team").forks);
        assert!(!needs("waits").any());
    });
}

#[test]
fn calls_lead_to_regions_by_names_and_through_pointers_of_one_type() {
    let text = format!(
        "{TARGET}static int r(int n)\n{{\n#pragma omp parallel\n    n++;\n    return n;\n}}\n\
         static int one(int n)\n{{\n#pragma omp parallel num_threads(1)\n    n++;\n#pragma omp parallel if (0)\n    n++;\n    return n;\n}}\n\
         static double d(double x) {{ return x; }}\nint (*const ints[])(int) = {{r, one}};\ndouble (*const doubles[])(double) = {{d}};\n\
         int direct(int n) {{ return r(n) + one(n); }}\nint through(int n) {{ return ints[n](n); }}\n\
         double other(double x) {{ return doubles[0](x); }}\nint unprototyped(int (*p)()) {{ return p(1); }}\n{END}"
    );
    known(&text, |known| {
        let device: Vec<FuncId> = known.program.funcs.iter().map(|(id, _)| id).collect();
        let regions = CalledRegions::of(&known.facts.uses, &known.facts.calls, &device);
        let leads = |name| regions.of_func(known.func(name)).is_some();
        for name in ["r", "direct", "through", "unprototyped"] {
            assert!(leads(name), "{name}");
        }
        for name in ["one", "d", "other"] {
            assert!(!leads(name), "{name}");
        }
        // No device has the function with the region.
        let device: Vec<FuncId> = device
            .into_iter()
            .filter(|&func| func != known.func("r"))
            .collect();
        assert!(CalledRegions::of(&known.facts.uses, &known.facts.calls, &device).is_empty());
    });
}
