//! Large programs, a shape for each way in which a program grows. They include no header, so that they are their own
//! preprocessed text.

use std::fmt::Write as _;

/// A way in which a program grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Target regions of one function.
    Regions,
    /// Functions, each with a region of its own that calls a helper.
    Functions,
    /// Device functions with orphaned worksharing constructs and barriers, each called from a region of its own.
    OrphanedFunctions,
    /// Device functions with parallel regions of their own, each called from a region.
    ForkingFunctions,
    /// Device functions that generate tasks, called from one region.
    TaskingFunctions,
    /// Device functions of which each calls the next.
    CallChain,
    /// Tasks in tasks.
    NestedTasks,
    /// Tasks beside each other in one parallel region.
    Tasks,
    /// Loops and statements of one sequential part with parallel regions between.
    ParallelRegions,
    /// Worksharing loops and `single` constructs of one parallel region.
    WorksharingLoops,
    /// Statements of one loop body.
    Statements,
    /// The same on one line.
    StatementsOfALine,
    /// Variables of the sequential part that the threads share.
    SharedVariables,
    /// List items of one `map` clause.
    ListItems,
    /// Variables of file scope that device code uses.
    Globals,
}

impl Shape {
    pub const ALL: [Shape; 15] = [
        Shape::Regions,
        Shape::Functions,
        Shape::OrphanedFunctions,
        Shape::ForkingFunctions,
        Shape::TaskingFunctions,
        Shape::CallChain,
        Shape::NestedTasks,
        Shape::Tasks,
        Shape::ParallelRegions,
        Shape::WorksharingLoops,
        Shape::Statements,
        Shape::StatementsOfALine,
        Shape::SharedVariables,
        Shape::ListItems,
        Shape::Globals,
    ];

    /// For messages: the parts of which [`Shape::program`] has `count`.
    pub fn name(self) -> &'static str {
        match self {
            Shape::Regions => "regions",
            Shape::Functions => "functions",
            Shape::OrphanedFunctions => "orphaned functions",
            Shape::ForkingFunctions => "forking functions",
            Shape::TaskingFunctions => "tasking functions",
            Shape::CallChain => "calls in a chain",
            Shape::NestedTasks => "nested tasks",
            Shape::Tasks => "tasks",
            Shape::ParallelRegions => "parallel regions",
            Shape::WorksharingLoops => "worksharing loops",
            Shape::Statements => "statements",
            Shape::StatementsOfALine => "statements of a line",
            Shape::SharedVariables => "shared variables",
            Shape::ListItems => "list items",
            Shape::Globals => "globals",
        }
    }

    /// A program with so many of them.
    pub fn program(self, count: usize) -> String {
        match self {
            Shape::Regions => regions(count),
            Shape::Functions => (0..count).map(function).collect(),
            Shape::OrphanedFunctions => (0..count).map(orphaned_function).collect(),
            Shape::ForkingFunctions => (0..count).map(forking_function).collect(),
            Shape::TaskingFunctions => tasking_functions(count),
            Shape::CallChain => call_chain(count),
            Shape::NestedTasks => nested_tasks(count),
            Shape::Tasks => in_parallel(count, |number| {
                format!(
                    "int own_{number} = n + {number};\n#pragma omp task shared(x) firstprivate(own_{number})\n\
                     x[own_{number}] += {number};\n"
                )
            }),
            Shape::ParallelRegions => in_target(count, |number| {
                format!(
                    "if (x[{number}] > 0)\nx[{number}] = n;\n#pragma omp parallel for\n\
                     for (int i = 0; i < n; i++)\nx[i] += {number} * i;\n"
                )
            }),
            Shape::WorksharingLoops => in_parallel(count, |number| {
                format!(
                    "#pragma omp for schedule(dynamic)\nfor (int i = 0; i < n; i++)\nx[i] += {number};\n\
                     #pragma omp single\nx[{number}] += 1;\n"
                )
            }),
            Shape::Statements => statements(count),
            Shape::StatementsOfALine => statements_of_a_line(count),
            Shape::SharedVariables => shared_variables(count),
            Shape::ListItems => list_items(count),
            Shape::Globals => globals(count),
        }
    }
}

fn joined(count: usize, part: impl Fn(usize) -> String) -> String {
    (0..count).map(part).collect()
}

fn regions(count: usize) -> String {
    let regions = joined(count, |number| {
        format!(
            "#pragma omp target teams distribute parallel for map(tofrom: x[0:n])\n\
             for (int i = 0; i < n; i++)\nx[i] = x[i] * {number} + 1;\n"
        )
    });
    format!("void all(int n, double *x)\n{{\n{regions}}}\n")
}

/// A function full of arithmetic, and a region that calls it.
pub fn function(number: usize) -> String {
    format!(
        "static double helper_{number}(double x, int k)\n\
         {{\n    double sum = x * {number}.0 + k;\n    \
         for (int j = 0; j < k; j++) {{\n        sum += (j & 1 ? -x : x) / (1.0 + j * j);\n        \
         if (sum > 1e6 && j > {number})\n            sum = sum * 0.5 - (double)(j << 2);\n    }}\n    return sum;\n}}\n\
         void region_{number}(int n, double *a, const double *b)\n{{\n    \
         #pragma omp target teams distribute parallel for map(to: b[0:n]) map(tofrom: a[0:n])\n    \
         for (int i = 0; i < n; i++) {{\n        double t = helper_{number}(b[i], i % 7) + a[i] * {number};\n        \
         a[i] = t > 0 ? t - b[i] : (t + 1.0) * b[n - 1 - i];\n    }}\n}}\n"
    )
}

fn orphaned_function(number: usize) -> String {
    format!(
        "static void part_{number}(int n, double *x)\n{{\nint last = n - 1;\n#pragma omp for\n\
         for (int i = 0; i < n; i++)\nx[i] += {number};\n#pragma omp single\nx[last] = 0;\n#pragma omp barrier\n}}\n\
         void whole_{number}(int n, double *x)\n{{\n#pragma omp target map(tofrom: x[0:n])\n{{\nx[0] = 1;\n\
         #pragma omp parallel\npart_{number}(n, x);\n}}\n}}\n"
    )
}

fn forking_function(number: usize) -> String {
    format!(
        "static void part_{number}(int n, double *x)\n{{\ndouble sum = 0;\n#pragma omp parallel for reduction(+: sum)\n\
         for (int i = 0; i < n; i++)\nsum += x[i];\nx[0] = sum;\n}}\n\
         void whole_{number}(int n, double *x)\n{{\n#pragma omp target map(tofrom: x[0:n])\n{{\nx[1] = {number};\n\
         part_{number}(n, x);\n}}\n}}\n"
    )
}

fn tasking_functions(count: usize) -> String {
    let functions = joined(count, |number| {
        format!(
            "static void part_{number}(int n, double *x)\n{{\nint own = n + {number};\n#pragma omp task shared(own)\n\
             x[own] += 1;\n#pragma omp taskwait\n}}\n"
        )
    });
    let calls = joined(count, |number| format!("part_{number}(n, x);\n"));
    format!(
        "{functions}void all(int n, double *x)\n{{\n#pragma omp target parallel map(tofrom: x[0:n])\n\
         #pragma omp single\n{{\n{calls}}}\n}}\n"
    )
}

fn call_chain(count: usize) -> String {
    let functions = joined(count, |number| {
        let next = match number {
            0 => "x[n] = 1".to_string(),
            _ => format!("step_{}(n + 1, x)", number - 1),
        };
        format!(
            "static void step_{number}(int n, double *x)\n{{\nif (x[n] > {number})\n{next};\n#pragma omp atomic\n\
             x[n] += {number};\n}}\n"
        )
    });
    let last = count - 1;
    format!(
        "{functions}void all(int n, double *x)\n{{\n#pragma omp target parallel map(tofrom: x[0:n])\n\
         step_{last}(n, x);\n}}\n"
    )
}

fn nested_tasks(count: usize) -> String {
    let mut text = String::from(
        "void all(int n, double *x)\n{\n#pragma omp target parallel map(tofrom: x[0:n])\n#pragma omp single\n{\n",
    );
    for number in 0..count {
        write!(
            text,
            "int own_{number} = n + {number};\n#pragma omp task shared(x) firstprivate(n)\n{{\nx[own_{number}] += n;\n"
        )
        .expect("a string grows");
    }
    text + &"#pragma omp taskwait\n}\n".repeat(count) + "}\n}\n"
}

/// A program of one target region, with `count` parts in its sequential part.
fn in_target(count: usize, part: impl Fn(usize) -> String) -> String {
    let parts = joined(count, part);
    format!(
        "void all(int n, double *x)\n{{\n#pragma omp target map(tofrom: x[0:n])\n{{\n{parts}}}\n}}\n"
    )
}

/// A program of one target region with a parallel region, with `count` parts in that.
fn in_parallel(count: usize, part: impl Fn(usize) -> String) -> String {
    let parts = joined(count, part);
    format!(
        "void all(int n, double *x)\n{{\n#pragma omp target parallel map(tofrom: x[0:n])\n{{\n{parts}}}\n}}\n"
    )
}

fn statements(count: usize) -> String {
    let parts = joined(count, |number| {
        format!(
            "double t_{number} = x[i] * {number};\nif (t_{number} > 1)\nx[i] -= t_{number} / 2;\n"
        )
    });
    format!(
        "void all(int n, double *x)\n{{\n#pragma omp target teams distribute parallel for map(tofrom: x[0:n])\n\
         for (int i = 0; i < n; i++) {{\n{parts}}}\n}}\n"
    )
}

fn statements_of_a_line(count: usize) -> String {
    let parts = joined(count, |number| format!("x[{number}] += {number}; "));
    format!(
        "void all(double *x)\n{{\n#pragma omp target map(tofrom: x[0:{count}])\n{{ {parts}}}\n}}\n"
    )
}

fn shared_variables(count: usize) -> String {
    let declared = joined(count, |number| {
        format!("double v_{number} = n * {number};\n")
    });
    let used = joined(count, |number| format!("x[i] += v_{number};\n"));
    format!(
        "void all(int n, double *x)\n{{\n#pragma omp target map(tofrom: x[0:n])\n{{\n{declared}\
         #pragma omp parallel for\nfor (int i = 0; i < n; i++) {{\n{used}}}\n}}\n}}\n"
    )
}

fn list_items(count: usize) -> String {
    let params = joined(count, |number| format!(", double *a_{number}"));
    let items: Vec<String> = (0..count)
        .map(|number| format!("a_{number}[0:n]"))
        .collect();
    let items = items.join(", ");
    let used = joined(count, |number| format!("a_{number}[i] += {number};\n"));
    format!(
        "void all(int n{params})\n{{\n#pragma omp target teams distribute parallel for map(tofrom: {items})\n\
         for (int i = 0; i < n; i++) {{\n{used}}}\n}}\n"
    )
}

fn globals(count: usize) -> String {
    let declared = joined(count, |number| {
        format!("double g_{number};\n#pragma omp declare target(g_{number})\n")
    });
    let used = joined(count, |number| format!("g_{number} += x[i];\n"));
    format!(
        "{declared}void all(int n, double *x)\n{{\n#pragma omp target map(to: x[0:n])\n\
         for (int i = 0; i < n; i++) {{\n{used}}}\n}}\n"
    )
}
