//! Tests of `memory/budget` and `memory/scopes`: which variables a team shares, where they lie, and which leave.

use super::{kernel, offset};
use crate::plan::architectures::STATIC_LIMIT;
use crate::plan::decisions::launch::Shape;
use crate::plan::memory::budget;
use crate::plan::options::{Options, SequentialMode, SharedBudget};

/// A budget, and the sequential part with a master thread: what it declares and regions use is shared.
fn options(shared_budget: SharedBudget) -> Options {
    Options {
        shared_budget,
        sequential: SequentialMode::ForkJoin,
        ..Options::default()
    }
}

#[test]
fn a_budget_is_at_most_what_a_team_may_have() {
    let shape = |max_block, one_team| Shape {
        max_block,
        one_team,
        ..Shape::default()
    };
    let bytes = |chosen, shape: Shape| budget::bytes(&options(chosen), &shape);
    assert_eq!(bytes(SharedBudget::Bytes(1000), shape(128, false)), 1000);
    assert_eq!(bytes(SharedBudget::Bytes(0), shape(128, false)), 0);
    let limit = bytes(SharedBudget::Bytes(u64::MAX), shape(128, false));
    assert!(limit >= STATIC_LIMIT);
    // A kernel with one team has an SM to itself.
    assert_eq!(bytes(SharedBudget::Auto, shape(128, true)), limit);
    let auto = bytes(SharedBudget::Auto, shape(128, false));
    assert!((STATIC_LIMIT..=limit).contains(&auto));
    // The more threads a team has, the fewer teams have to share an SM.
    let small = bytes(SharedBudget::Occupancy, shape(32, false));
    let large = bytes(SharedBudget::Occupancy, shape(1024, false));
    assert!(small <= large && large <= limit && small < auto);
}

const TWO_SIZES: &str = "#pragma omp target map(tofrom: x[0:n])\n{\nint large[100], small = n;\nx[1] = large[n] = n;\n\
    #pragma omp parallel\nx[large[n]] += small + large[0];\n}";

#[test]
fn the_largest_variables_leave_shared_memory_first() {
    kernel(TWO_SIZES, options(SharedBudget::Auto), |known, plan| {
        assert!(plan.code.spilled.is_empty());
        assert!(offset(&plan.code.shared, known.var("large")).is_some());
    });
    kernel(
        TWO_SIZES,
        options(SharedBudget::Bytes(256)),
        |known, plan| {
            assert!(offset(&plan.code.spilled, known.var("large")).is_some());
            assert!(offset(&plan.code.shared, known.var("large")).is_none());
            assert!(offset(&plan.code.spilled, known.var("small")).is_none());
        },
    );
}

#[test]
fn variables_of_blocks_that_never_live_together_share_their_place() {
    let block = |name: &str| {
        format!(
            "{{\nint {name}[64];\nx[1] = {name}[n] = n;\n#pragma omp parallel\nx[{name}[n]] += {name}[0];\n}}\n"
        )
    };
    let region =
        |inside: String| format!("#pragma omp target map(tofrom: x[0:n])\n{{\n{inside}\n}}");
    let beside = region(block("a") + &block("b"));
    kernel(&beside, options(SharedBudget::Auto), |known, plan| {
        let place = |name| offset(&plan.code.shared, known.var(name));
        assert!(place("a").is_some());
        assert_eq!(place("a"), place("b"));
    });
    let nested = region(format!(
        "int a[64];\nx[1] = a[n] = n;\n#pragma omp parallel\nx[a[n]] += a[0];\n{}",
        block("b")
    ));
    kernel(&nested, options(SharedBudget::Auto), |known, plan| {
        let place = |name| offset(&plan.code.shared, known.var(name)).expect("it is shared");
        assert!(place("a").abs_diff(place("b")) >= 64 * 4);
    });
}

#[test]
fn what_only_one_side_uses_is_not_shared() {
    let alone = "#pragma omp target map(tofrom: x[0:n])\n{\nint own = n;\nx[own] = 1;\n#pragma omp parallel\n\
        {\nint each = n;\nx[each] += 1;\n}\n}";
    kernel(alone, options(SharedBudget::Auto), |known, plan| {
        for name in ["own", "each"] {
            assert_eq!(offset(&plan.code.shared, known.var(name)), None, "{name}");
        }
    });
}
