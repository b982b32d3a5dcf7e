//! Tests of `launch/shape`: threads of a team and teams of the league, from clauses.

use super::kernel;
use crate::plan::decisions::launch::Shape;
use crate::plan::decisions::loops::Turns;

fn shape(statements: &str) -> Shape {
    let mut found = Shape::default();
    kernel(statements, Default::default(), |_, plan| {
        found = plan.shape.clone()
    });
    found
}

/// A region that is one parallel construct with these clauses.
fn parallel(clauses: &str) -> Shape {
    shape(&format!(
        "#pragma omp target parallel for {clauses} map(tofrom: x[0:n])\nfor (int i = 0; i < n; i++)\nx[i] += i;"
    ))
}

#[test]
fn one_region_gets_the_threads_that_it_asks_for() {
    let three = parallel("num_threads(3)");
    assert_eq!((three.block, three.max_block), (3, 3));
    assert!(three.one_team);
    let most = parallel("num_threads(5000)");
    assert_eq!((most.block, most.max_block), (1024, 1024));
}

#[test]
fn a_computed_number_of_threads_is_the_launch_s() {
    let computed = parallel("num_threads(n)");
    assert!(computed.threads.is_some());
    assert_eq!(computed.max_block, 1024);
    assert!(parallel("if(parallel: n > 4)").condition.is_some());
}

#[test]
fn regions_of_different_sizes_share_a_launch_that_is_large_enough() {
    let two = shape(
        "#pragma omp target map(tofrom: x[0:n])\n{\n#pragma omp parallel num_threads(40)\nx[0] += 1;\nx[1] = x[0];\n\
         #pragma omp parallel num_threads(70)\nx[2] += 1;\n}",
    );
    assert!(two.threads.is_none());
    assert!(two.max_block >= 70);
}

#[test]
fn teams_and_their_limit_are_evaluated_by_the_host() {
    let teams = shape(
        "#pragma omp target teams distribute parallel for num_teams(n / 2) thread_limit(n) map(tofrom: x[0:n])\n\
         for (int i = 0; i < n; i++)\nx[i] += i;",
    );
    assert!(teams.teams.is_some() && teams.limit.is_some());
    assert!(!teams.one_team);
    assert!(teams.iterations.is_some());
}

#[test]
fn limits_and_numbers_known_at_the_launch_leave_nests_their_grid() {
    let nest = |clauses: &str, statement: &str| {
        shape(&format!(
            "#pragma omp target teams distribute parallel for collapse(2) {clauses} map(tofrom: x[0:n])\n\
             for (int i = 0; i < n; i++)\nfor (int j = 0; j < n; j++)\n{statement};"
        ))
    };
    let body = "x[i * n + j] += i";
    for clauses in [
        "",
        "thread_limit(256)",
        "thread_limit(n)",
        "num_threads(n)",
        "num_threads(64)",
    ] {
        assert!(nest(clauses, body).grid_of_nest, "{clauses}");
    }
    // Threads have several iterations that only pass over memory, and one of long ones.
    assert_eq!(nest("", body).turns, Turns::Several);
    let long = "for (int k = 0; k < j; k++) x[i * n + j] += k";
    assert_eq!(nest("", long).turns, Turns::One);
    // Loads behind a store wait for it, and so many loads leave no registers for those of another iteration.
    let twice = "{ x[i * n + j] += i; x[j * n + i] += j; }";
    assert_eq!(nest("", twice).turns, Turns::InSequence);
    let (few, much) = ("x[i] + x[j] + x[0] + x[1] + x[2]", "+ x[3]");
    let (few, much) = (
        format!("x[i * n + j] = {few}"),
        format!("x[i * n + j] = {few} {much}"),
    );
    assert_eq!(nest("", &few).turns, Turns::Several);
    assert_eq!(nest("", &much).turns, Turns::InSequence);
    // A warp has several rows of these, and a thread one iteration at most.
    let narrow = |columns: u32| {
        let shape = shape(&format!(
            "#pragma omp target teams distribute parallel for collapse(2) map(tofrom: x[0:n])\n\
             for (int i = 0; i < n; i++)\nfor (int j = 0; j < {columns}; j++)\n{twice}"
        ));
        shape.turns
    };
    assert_eq!((narrow(63), narrow(64)), (Turns::One, Turns::InSequence));
    let guarded = "if (i < j) x[i * n + j] = 0";
    assert_eq!(nest("num_threads(n)", guarded).turns, Turns::One);
    assert_eq!(nest("thread_limit(n)", body).max_block, 256);
    assert_eq!(nest("thread_limit(700)", body).max_block, 700);
    assert_eq!(nest("num_threads(n)", body).max_block, 1024);
    // The program sees how many threads there are, or asks for a number of teams.
    let observed = nest("thread_limit(n)", "x[i * n + j] = omp_get_num_threads()");
    assert!(!observed.grid_of_nest);
    assert_eq!(observed.max_block, 1024);
    assert!(!nest("thread_limit(n) num_teams(n)", body).grid_of_nest);
}

#[test]
fn long_iterations_get_a_thread_each() {
    let plain = |clauses: &str, statement: &str| {
        shape(&format!(
            "#pragma omp target teams distribute parallel for {clauses} map(tofrom: x[0:n])\n\
             for (int i = 0; i < n; i++)\n{statement}"
        ))
    };
    assert!(!plain("", "x[i] += i;").grid_of_nest);
    let rows = "for (int k = 0; k < n; k++) x[i] += k;";
    for statement in [
        rows,
        "if (x[i] > 0) x[i] = 0;",
        "{ int k = n; while (k > i) k /= 2; x[i] = k; }",
    ] {
        assert!(plain("", statement).grid_of_nest, "{statement}");
        assert!(plain("thread_limit(n)", statement).grid_of_nest);
    }
    // Teams of a number of their own share the iterations, or the results of several are combined.
    assert!(!plain("num_teams(7)", rows).grid_of_nest);
    assert!(!plain("reduction(+: n)", "if (x[i]) n += 1;").grid_of_nest);
    assert!(!plain("schedule(dynamic)", rows).grid_of_nest);
    assert!(!plain("", "if (omp_get_num_teams() > 1) x[i] = 0;").grid_of_nest);
}

#[test]
fn without_a_parallel_construct_a_team_needs_one_thread() {
    let alone = shape("#pragma omp target map(tofrom: x[0:n])\nx[0] = n;");
    assert_eq!(alone.max_block, 1);
    assert!(alone.one_team);
}

/// A region whose teams share a loop in each of their iterations.
fn nested(teams: &str, before: &str, parallel: &str, inner: &str) -> Shape {
    shape(&format!(
        "#pragma omp target teams distribute {teams} map(tofrom: x[0:n])\nfor (int i = 0; i < n; i++) {{\n{before}\n\
         #pragma omp parallel for {parallel}\nfor (int j = 0; j < {inner}; j++)\n\
         for (int k = 0; k < n; k++)\nx[i * n + j] += k;\n}}"
    ))
}

#[test]
fn few_teams_may_be_large() {
    for (teams, inner) in [
        ("", "n"),
        ("num_teams(n)", "n"),
        ("num_teams(40)", "n"),
        ("", "300"),
    ] {
        let open = nested(teams, "", "", inner);
        assert_eq!((open.block, open.max_block), (128, 512), "{teams} {inner}");
        assert_eq!(open.large_teams.len(), 1);
        assert!(!open.exact_block && open.counts_turns());
        assert_eq!(open.most_of_many_teams(), 128);
    }
    // There are many teams, or no loop has use for more threads, or the host cannot count it.
    for (teams, inner) in [
        ("num_teams(2000)", "n"),
        ("", "256"),
        ("", "(int)x[i]"),
        ("thread_limit(128)", "n"),
    ] {
        let shape = nested(teams, "", "", inner);
        assert!(shape.large_teams.is_empty(), "{teams} {inner}");
        assert!(shape.exact_block, "{teams} {inner}");
        assert_eq!(shape.max_block, 128);
    }
    // The program says how many threads there are, or sees it.
    assert!(
        nested("", "", "num_threads(64)", "n")
            .large_teams
            .is_empty()
    );
    assert!(nested("", "", "if(n > 4)", "n").large_teams.is_empty());
    let seen = nested("", "", "", "n + omp_get_max_threads()");
    assert!(seen.large_teams.is_empty());
}

#[test]
fn short_iterations_keep_the_constant_size_of_their_teams() {
    let plain = |before: &str| {
        shape(&format!(
            "#pragma omp target teams distribute map(tofrom: x[0:n])\nfor (int i = 0; i < n; i++) {{\n{before}\n\
             #pragma omp parallel for\nfor (int j = 0; j < n; j++)\nx[i * n + j] += j;\n}}"
        ))
    };
    let constant = plain("");
    assert!(constant.exact_block && constant.large_teams.is_empty());
    // The size is open already where sequential parts make teams wait.
    let open = plain("x[i] = 1;");
    assert!(!open.small_teams.is_empty() && !open.large_teams.is_empty());
}

#[test]
fn constant_clauses_tell_a_size_that_the_program_sees() {
    let seen = |teams: &str, parallel: &str| {
        shape(&format!(
            "#pragma omp target teams {teams} map(tofrom: x[0:n])\n{{\n#pragma omp parallel {parallel}\n\
             x[omp_get_thread_num()] = n;\n}}"
        ))
    };
    for (teams, parallel, threads) in [
        ("thread_limit(32)", "num_threads(32)", 32),
        ("thread_limit(20)", "num_threads(40)", 20),
        ("thread_limit(64)", "num_threads(33)", 33),
        ("thread_limit(96)", "", 96),
    ] {
        let told = seen(teams, parallel);
        assert!(told.exact_block, "{teams} {parallel}");
        assert_eq!(told.block, threads, "{teams} {parallel}");
    }
    // The environment may limit the threads, or only the launch knows how many there are.
    for (teams, parallel) in [
        ("", "num_threads(32)"),
        ("", ""),
        ("thread_limit(n)", "num_threads(32)"),
        ("thread_limit(32)", "num_threads(n)"),
        ("thread_limit(32)", "if(n > 4)"),
    ] {
        assert!(!seen(teams, parallel).exact_block, "{teams} {parallel}");
    }
}

/// A region whose teams, of so many threads, share a loop; `after` follows it.
fn of_limit(clauses: &str, inner: &str, after: &str) -> Shape {
    shape(&format!(
        "#pragma omp target teams distribute {clauses} map(tofrom: x[0:n])\nfor (int i = 0; i < n; i++) {{\n\
         int all = 0;\n#pragma omp parallel for reduction(+: all)\nfor (int j = 0; j < 100; j++)\n{inner}\n\
         x[i] = all;\n{after}\n}}"
    ))
}

#[test]
fn several_teams_of_a_warp_are_in_a_block() {
    let sum = "all += j % 7;";
    let packed = of_limit("thread_limit(32)", sum, "");
    assert_eq!((packed.block, packed.teams_of_block), (32, 8));
    assert_eq!((packed.max_block, packed.most_of_block()), (32, 256));
    let two = of_limit(
        "thread_limit(32)",
        sum,
        "#pragma omp parallel for\nfor (int j = 0; j < 32; j++)\nx[i] = x[i];",
    );
    assert_eq!(two.teams_of_block, 8);
    // What the program asks for beyond the limit is no reason for a larger block.
    let more = shape(
        "#pragma omp target teams distribute thread_limit(32) map(tofrom: x[0:n])\nfor (int i = 0; i < n; i += 8) {\n\
         #pragma omp parallel for num_threads(256)\nfor (int j = 0; j < 8; j++)\nx[i + j] = j;\n}",
    );
    assert_eq!((more.teams_of_block, more.most_of_block()), (8, 256));
    // Teams are no warps, the program says or asks how many there are, or they wait for something else.
    for (clauses, inner, after) in [
        ("thread_limit(31)", sum, ""),
        ("thread_limit(64)", sum, ""),
        ("thread_limit(n)", sum, ""),
        ("", sum, ""),
        ("thread_limit(32) num_teams(5000)", sum, ""),
        ("thread_limit(32)", "all += omp_get_team_num();", ""),
        ("thread_limit(32)", "all += omp_get_thread_num();", ""),
        ("thread_limit(32)", sum, "printf(\"%d\", i);"),
        ("thread_limit(32)", sum, "#pragma omp critical\nx[0] += 1;"),
        (
            "thread_limit(32)",
            sum,
            "int shared[40];\n#pragma omp parallel for\nfor (int j = 0; j < 40; j++)\nshared[j] = i;\nx[i] = shared[3];",
        ),
    ] {
        let own = of_limit(clauses, inner, after);
        assert_eq!(own.teams_of_block, 0, "{clauses} {inner} {after}");
        assert_eq!(own.most_of_block(), own.max_block);
    }
}
