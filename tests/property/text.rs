//! A case as C: a function with the directives, and the same function without them.

use crate::case::{
    Case, Distributed, Extent, Nest, Place, Reduction, Run, SECTIONS, Scan, Schedule, Tasks, Test,
    Threads,
};
use std::fmt::Write as _;

pub const PRELUDE: &str = include_str!("check.h");

/// A program that runs each case with each of its runs.
pub fn program(cases: &[(usize, &Case, &[Run])]) -> String {
    let mut text = String::from(PRELUDE);
    for (number, case, _) in cases {
        text += &functions(case, *number);
    }
    for (number, _, runs) in cases {
        let _ = writeln!(text, "\nstatic const struct run runs_{number}[] = {{");
        for r in *runs {
            let Run {
                n,
                threads,
                teams,
                chunk,
                part,
                inner,
            } = r;
            let _ = writeln!(
                text,
                "    {{{n}, {threads}, {teams}, {chunk}, {part}, {inner}}},"
            );
        }
        text += "};\n";
    }
    text += "\nint main(void)\n{\n    const int slow = getenv(\"ROMP_PROPERTY_SLOW\") != NULL;\n    double start;\n";
    for (number, _, runs) in cases {
        let _ = writeln!(
            text,
            "    start = omp_get_wtime();\n    for (int at = 0; at < {}; at++)\n        case_{number}(&runs_{number}[at]);\n    \
             if (slow)\n        printf(\"case {number}: %.0f ms\\n\", 1e3 * (omp_get_wtime() - start));",
            runs.len()
        );
    }
    text += "    printf(\"%ld combinations, %d failures\\n\", combinations, failures);\n    return failures != 0;\n}\n";
    text
}

fn functions(case: &Case, number: usize) -> String {
    let mut text = format!("\n/* {case:?} */\n");
    for device in [true, false] {
        let mut writer = Text {
            case,
            number,
            device,
            out: String::new(),
            depth: 0,
        };
        writer.function();
        text += &writer.out;
    }
    let total = total(case);
    let _ = writeln!(
        text,
        "static void case_{number}(const struct run *r)\n{{\n    const int n = r->n, inner = r->inner, total = {total};\n    \
         begin();\n    serial_{number}(r, &want);\n    device_{number}(r, &got);\n    check({number}, r);"
    );
    let asked = match case.threads {
        Threads::Default => None,
        Threads::Variable => Some("r->threads".to_string()),
        Threads::Constant(n) => Some(n.to_string()),
    };
    if case.who {
        let chunk = case.chunk.map_or("r->chunk".to_string(), |n| n.to_string());
        let (rule, chunk) = rule(case, chunk);
        let _ = writeln!(
            text,
            "    check_threads({number}, r, {rule}, total, {chunk}, r->part);"
        );
        if let Some(asked) = &asked {
            let _ = writeln!(
                text,
                "    if (total > 0)\n        check_count({number}, r, \"threads\", got.counts[THREADS], {asked});"
            );
        }
    }
    if let Some(asked) = asked.filter(|_| case.beside) {
        let rounds = rounds(case);
        let _ = writeln!(
            text,
            "    check_count({number}, r, \"criticals\", got.counts[CRITICALS], {rounds} * {asked});"
        );
    }
    text += "}\n";
    text
}

fn rounds(case: &Case) -> u32 {
    if case.place == Place::Sequential {
        2
    } else {
        1
    }
}

fn total(case: &Case) -> &'static str {
    match case.nest {
        _ if case.place == Place::TwoLevels => "n * inner",
        Nest::One => "n",
        Nest::Two => "n * inner",
        Nest::Triangle => "n * (n + 1) / 2",
    }
}

/// The rule of OpenMP that determines the thread of an iteration.
fn rule(case: &Case, chunk: String) -> (&'static str, String) {
    if case.one_team() {
        match case.schedule {
            Schedule::Static => ("PIECES", "1".into()),
            Schedule::StaticChunk => ("CHUNKS", chunk),
            Schedule::DynamicChunk => ("ASKED", chunk),
            _ => ("ANYONE", "1".into()),
        }
    } else if case.distributed == Distributed::Chunk && case.schedule == Schedule::StaticChunk {
        ("PARTS", chunk)
    } else if case.distributed == Distributed::Chunk && !case.has("for") {
        ("PARTS", "MOST".into())
    } else {
        ("ANYONE", "1".into())
    }
}

struct Text<'a> {
    case: &'a Case,
    number: usize,
    device: bool,
    out: String,
    depth: usize,
}

impl Text<'_> {
    fn line(&mut self, text: impl AsRef<str>) {
        let text = text.as_ref();
        let _ = writeln!(self.out, "{:1$}{text}", "", 4 * self.depth);
    }

    fn open(&mut self, text: &str) {
        self.line(text);
        self.depth += 1;
    }

    fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    fn pragma(&mut self, words: &str, clauses: &[String]) {
        if self.device {
            let mut text = format!("#pragma omp {words}");
            for clause in clauses.iter().filter(|clause| !clause.is_empty()) {
                let _ = write!(text, " {clause}");
            }
            self.line(text);
        }
    }

    fn name(&self, what: &str) -> String {
        let side = if self.device { "device" } else { "serial" };
        format!("{side}{what}_{}", self.number)
    }

    fn scalar(&self) -> &'static str {
        self.case.reduction.map_or("int", |r| r.ty)
    }

    fn function(&mut self) {
        let case = self.case;
        if matches!(case.place, Place::Orphan | Place::OrphanRegion) {
            self.orphan();
        }
        let head = format!(
            "static void {}(const struct run *r, struct out *o)",
            self.name("")
        );
        self.line(head);
        self.open("{");
        self.line("int n = r->n, threads = r->threads, teams = r->teams, chunk = r->chunk, part = r->part, inner = r->inner;");
        self.line(
            "int *hits = o->hits, *who = o->who, *order = o->order, *counts = o->counts, bins = BINS;",
        );
        self.line("long long *values = o->values, *second = o->second, *lasts = o->lasts;");
        self.line("unsigned long *others = &o->other;");
        if case.reduction.is_some() {
            self.line(format!("{} results[BINS] = {{0}};", self.scalar()));
        }
        self.line("long long shift = 3;");
        match case.place {
            Place::Target | Place::Region | Place::TwoLevels => {
                self.locals();
                self.construct(true);
                self.copy_results();
            }
            Place::Sequential => {
                let maps = self.maps(&["shift"]);
                self.pragma("target", &[maps]);
                self.open("{");
                self.locals();
                self.open("for (int round = 0; round < 2; round++) {");
                self.line("shift += round;");
                self.construct(false);
                self.line("shift += values[0] % 5;");
                self.close();
                self.copy_results();
                self.close();
            }
            Place::Orphan => {
                if let Some(reduction) = case.reduction {
                    self.line(format!("{} *x = results;", reduction.ty));
                    self.first_values(&reduction, "x");
                }
                let maps = self.maps(&[]);
                let threads = self.threads_clause();
                self.pragma("target parallel", &[threads, maps]);
                self.call();
            }
            Place::OrphanRegion => {
                let maps = self.maps(&[]);
                self.pragma("target", &[maps]);
                self.call();
            }
        }
        if let Some(reduction) = case.reduction {
            let field = if reduction.real() { "real" } else { "whole" };
            self.line("for (int b = 0; b < BINS; b++)");
            let value = exact(&reduction, "results[b]");
            self.line(format!("    o->{field}[b] = {value};"));
        }
        self.close();
    }

    fn orphan(&mut self) {
        let case = self.case;
        let results = match case.reduction {
            Some(reduction) => format!(", {} *results", reduction.ty),
            None => String::new(),
        };
        let name = self.name("_orphan");
        self.line(format!(
            "static void {name}(int n, int threads, int chunk, int inner, int bins, int *hits, int *who, int *order, int *counts, \
             long long *values, long long *second, long long *lasts, unsigned long *others, long long shift{results})"
        ));
        self.open("{");
        if case.place == Place::Orphan {
            if case.reduction.is_some() {
                self.line(format!("{} *x = results;", self.scalar()));
            }
            self.steps();
            self.region();
        } else {
            self.locals();
            self.construct(false);
            self.copy_results();
        }
        self.close();
    }

    fn call(&mut self) {
        let results = if self.case.reduction.is_some() {
            ", results"
        } else {
            ""
        };
        let name = self.name("_orphan");
        self.line(format!(
            "{name}(n, threads, chunk, inner, bins, hits, who, order, counts, values, second, lasts, others, shift{results});"
        ));
    }

    fn maps(&self, also: &[&str]) -> String {
        let case = self.case;
        let mut list = vec![
            "hits[:MOST]".to_string(),
            "values[:MOST]".into(),
            "counts[:6]".into(),
        ];
        let mut add = |when: bool, what: &str| {
            if when {
                list.push(what.into());
            }
        };
        let function = matches!(case.place, Place::Orphan | Place::OrphanRegion);
        let inside = function || case.place == Place::Sequential;
        add(case.who || function, "who[:MOST]");
        add(case.ordered || function, "order[:MOST]");
        add(
            case.second || case.scan != Scan::No || function,
            "second[:MOST]",
        );
        add(inside, "lasts[:4]");
        add(inside, "others[:1]");
        add(inside && case.reduction.is_some(), "results[:BINS]");
        if !inside {
            add(case.lastprivate, "last");
            add(case.linear.is_some(), "lin");
            add(case.outside, "i");
            add(case.outside && case.nest != Nest::One, "j");
            if let Some(reduction) = case.reduction {
                let whole = if reduction.extent == Extent::Behind {
                    "x[:BINS]"
                } else {
                    "x"
                };
                add(true, whole);
                add(reduction.other, "other");
            }
        }
        for what in also {
            list.push(what.to_string());
        }
        let space = if case.header.pointer() {
            " map(tofrom: space)"
        } else {
            ""
        };
        format!("map(tofrom: {}){space}", list.join(", "))
    }

    /// Variables of the construct, where its threads share them.
    fn locals(&mut self) {
        let case = self.case;
        self.steps();
        if case.lastprivate {
            self.line("long long last = -1;");
        }
        if case.linear.is_some() {
            self.line("int lin = 100;");
        }
        if case.outside {
            self.line(format!("{} i = 9;", case.header.ty));
            if case.nest != Nest::One {
                self.line("int j = 9;");
            }
        }
        if let Some(reduction) = case.reduction {
            let ty = reduction.ty;
            match reduction.extent {
                Extent::Scalar => self.line(format!("{ty} x;")),
                Extent::Small => self.line(format!("{ty} x[4];")),
                Extent::Long => self.line(format!("{ty} x[BINS];")),
                Extent::Behind => self.line(format!("{ty} x_array[BINS], *x = x_array;")),
            }
            self.first_values(&reduction, "x");
            if reduction.other {
                self.line("unsigned long other = 1;");
            }
        }
    }

    fn steps(&mut self) {
        if self.case.header.variable_step {
            self.line(format!("int step = {};", self.case.header.step));
        }
    }

    fn first_values(&mut self, reduction: &Reduction, name: &str) {
        let value = match reduction.op {
            "+" | "-" | "*" => "3",
            "&" | "&&" => "1",
            "|" | "||" => "0",
            "^" => "5",
            _ => "20",
        };
        let value = match (reduction.op, reduction.ty) {
            ("&", ty) if ty != "_Bool" => "-1",
            _ => value,
        };
        let ty = reduction.ty;
        match self.elements(reduction) {
            None => self.line(format!("{name} = ({ty}){value};")),
            Some(count) => {
                self.line(format!("for (int b = 0; b < {count}; b++)"));
                self.line(format!("    {name}[b] = ({ty}){value};"));
            }
        }
    }

    fn elements(&self, reduction: &Reduction) -> Option<&'static str> {
        match reduction.extent {
            Extent::Scalar => None,
            Extent::Small => Some("4"),
            _ => Some("BINS"),
        }
    }

    /// Copies the construct's results to where the comparison reads them.
    fn copy_results(&mut self) {
        let case = self.case;
        // No iterations leave nothing definite.
        let total = total(case);
        if case.lastprivate {
            self.line(format!("lasts[0] = {total} > 0 ? last : 0;"));
        }
        if case.linear.is_some() {
            self.line(format!("lasts[1] = {total} > 0 ? lin : 0;"));
        }
        if case.outside {
            self.line(format!("lasts[2] = {total} > 0 ? i : 0;"));
            if case.nest != Nest::One {
                self.line(format!("lasts[3] = {total} > 0 ? j : 0;"));
            }
        }
        if let Some(reduction) = case.reduction {
            match self.elements(&reduction) {
                None => self.line("results[0] = x;"),
                Some(count) => {
                    self.line(format!("for (int b = 0; b < {count}; b++)"));
                    self.line("    results[b] = x[b];");
                }
            }
            if reduction.other {
                self.line("others[0] = other;");
            }
        }
    }

    /// The region and the loop, or both in one directive.
    fn construct(&mut self, with_maps: bool) {
        let case = self.case;
        let maps = if with_maps {
            self.maps(&[])
        } else {
            String::new()
        };
        if case.place == Place::TwoLevels {
            let teams = self.teams_clause();
            let reduction = self.reduction_clause();
            self.pragma("target teams distribute", &[teams, reduction, maps]);
            let (head, number) = self.head();
            self.open(&format!("{head} {{"));
            self.line(format!("const int first = {number} * inner;"));
            let clauses = self.clauses();
            self.pragma(case.words, &clauses);
            self.open("for (int j = 0; j < inner; j++) {");
            self.body("first + j");
            self.close();
            self.close();
        } else if case.apart() {
            let words = match case.place {
                Place::Region => "target parallel",
                _ => "parallel",
            };
            let reduction = match case.reduction {
                Some(reduction) if reduction.on_region => self.reduction_clause(),
                _ => String::new(),
            };
            let threads = self.threads_clause();
            self.pragma(words, &[threads, reduction, maps]);
            self.open("{");
            self.region();
            self.close();
        } else {
            let mut clauses = self.clauses();
            clauses.push(maps);
            self.loops(&clauses);
        }
    }

    /// The statements that all threads of a region execute.
    fn region(&mut self) {
        let case = self.case;
        if case.beside {
            for (words, count) in [
                ("single", "SINGLES"),
                ("masked", "MASKED"),
                ("critical", "CRITICALS"),
            ] {
                self.pragma(words, &[]);
                self.line(format!("counts[{count}]++;"));
            }
        }
        let clauses = self.clauses();
        self.loops(&clauses);
        if !case.second {
            return;
        }
        let mut clauses = vec![self.schedule_clause()];
        if case.nest != Nest::One {
            clauses.push("collapse(2)".into());
        }
        // With the same schedule an iteration's thread is the same.
        let fixed = matches!(case.schedule, Schedule::Static | Schedule::StaticChunk);
        let total = total(case);
        let statement = match (case.nowait, fixed && !case.has("simd")) {
            (false, _) => format!("second[k] = values[{total} - 1 - k] * 2;"),
            (true, true) => "second[k] = values[k] * 2;".into(),
            (true, false) => "second[k] += k + 7;".into(),
        };
        self.pragma("for", &clauses);
        let k = self.open_nest(false);
        self.line(format!("const int k = {k};"));
        self.line(statement);
        self.close();
    }

    fn loops(&mut self, clauses: &[String]) {
        let words = match self.case.words {
            "loop" => "loop bind(parallel)",
            words => words,
        };
        // One thread encounters it.
        if words.starts_with("taskloop") {
            self.pragma("single", &[]);
        }
        if self.case.group && words.starts_with("taskloop") {
            let reduction = self.reduction_clause();
            self.pragma(
                "taskgroup",
                &[reduction.replace("reduction", "task_reduction")],
            );
        }
        self.pragma(words, clauses);
        if self.case.has("sections") {
            self.open("{");
            for section in 0..SECTIONS {
                self.pragma("section", &[]);
                self.open("{");
                self.body(&section.to_string());
                self.close();
            }
            self.close();
            return;
        }
        let k = self.open_nest(self.case.outside);
        match self.case.scan {
            Scan::No => self.body(&k),
            _ => self.phases(&k),
        }
        self.close();
    }

    /// The body of a loop with `scan`: what each iteration adds, and the value so far.
    fn phases(&mut self, number: &str) {
        let case = self.case;
        let Some(reduction) = case.reduction else {
            return;
        };
        let other = if reduction.other { ", other" } else { "" };
        let asked = |text: &mut Self| {
            text.open("{");
            text.line(format!("const int at = {number};"));
            let value = exact(&reduction, "x");
            let sum = if reduction.other { " + other" } else { "" };
            text.line(format!("second[at] = (long long)({value}){sum};"));
            text.close();
        };
        if case.scan == Scan::Inclusive {
            self.open("{");
            self.body(number);
            self.close();
            self.pragma("scan", &[format!("inclusive(x{other})")]);
            asked(self);
        } else {
            asked(self);
            self.pragma("scan", &[format!("exclusive(x{other})")]);
            self.open("{");
            self.body(number);
            self.close();
        }
    }

    /// Opens the loops; the iteration's number.
    fn open_nest(&mut self, outside: bool) -> String {
        let (head, number) = self.head_with(outside);
        let declared = if outside { "" } else { "int " };
        match self.case.nest {
            Nest::One => {
                self.open(&format!("{head} {{"));
                number
            }
            Nest::Two => {
                self.line(head);
                self.open(&format!("for ({declared}j = 0; j < inner; j++) {{"));
                format!("{number} * inner + j")
            }
            Nest::Triangle => {
                self.line(head);
                self.open(&format!("for ({declared}j = 0; j < i + 1; j++) {{"));
                "i * (i + 1) / 2 + j".into()
            }
        }
    }

    fn head(&self) -> (String, String) {
        self.head_with(false)
    }

    /// `for (...)`, and the iteration's number by the variable's value.
    fn head_with(&self, outside: bool) -> (String, String) {
        let header = &self.case.header;
        let (lower, constant) = (header.lower, header.step.to_string());
        let step = if header.variable_step {
            "step"
        } else {
            &constant
        };
        let base = if header.pointer() { "space + " } else { "" };
        let (low, high) = (
            format!("{base}{lower}"),
            format!("{base}{lower} + n * {step}"),
        );
        let declared = if outside {
            String::new()
        } else if header.pointer() {
            header.ty.to_string()
        } else {
            format!("{} ", header.ty)
        };
        let add = match (header.step, header.variable_step) {
            (1, false) => "i++".to_string(),
            _ => format!("i += {step}"),
        };
        let take = match (header.step, header.variable_step) {
            (1, false) => "--i".to_string(),
            _ => format!("i = i - {step}"),
        };
        let head = match header.test {
            Test::Below => format!("for ({declared}i = {low}; i < {high}; {add})"),
            Test::Upto => format!("for ({declared}i = {low}; i <= {high} - 1; {add})"),
            Test::Until => format!("for ({declared}i = {low}; i != {high}; {add})"),
            Test::Above => format!("for ({declared}i = {high}; i > {low}; {take})"),
            Test::Downto => format!("for ({declared}i = {high}; i >= {low} + 1; {take})"),
        };
        let number = match header.test {
            Test::Above | Test::Downto => format!("(int)(({high} - i) / {step})"),
            _ => format!("(int)((i - ({low})) / {step})"),
        };
        (head, number)
    }

    fn body(&mut self, number: &str) {
        let case = self.case;
        self.line(format!("const int k = {number};"));
        self.line("hits[k]++;");
        self.line("values[k] += k * 3 + shift;");
        if case.who && self.device {
            self.line("who[k] = omp_get_team_num() * 1024 + omp_get_thread_num();");
            self.line("if (k == 0)");
            self.line(
                "    counts[THREADS] = omp_get_num_threads(), counts[TEAMS] = omp_get_num_teams();",
            );
        }
        if case.lastprivate {
            self.line("last = k * 5 + 1;");
        }
        if let Some(step) = case.linear {
            self.line("values[k] += lin * 10;");
            self.line(format!("lin += {step};"));
        }
        if case.jump {
            self.line("if (k % 7 == 3)");
            self.line("    continue;");
        }
        if case.ordered {
            self.pragma("ordered", &[]);
            self.line("order[counts[ORDERED]++ % MOST] = k;");
        }
        if let Some(reduction) = case.reduction {
            let x = match reduction.extent {
                Extent::Scalar => "x",
                Extent::Small => "x[k % 4]",
                _ => "x[k % BINS]",
            };
            let update = update(&reduction, x);
            self.line(update);
            if reduction.other {
                self.line("other += k * 11;");
            }
        }
    }

    fn clauses(&self) -> Vec<String> {
        let case = self.case;
        let mut clauses = vec![
            self.schedule_clause(),
            match case.distributed {
                Distributed::No => String::new(),
                Distributed::Static => "dist_schedule(static)".into(),
                Distributed::Chunk => "dist_schedule(static, part)".into(),
            },
        ];
        if case.nest != Nest::One {
            clauses.push("collapse(2)".into());
        }
        if case.has("parallel") {
            clauses.push(self.threads_clause());
        }
        if case.has("teams") {
            clauses.push(self.teams_clause());
        }
        if case.reduction.is_some_and(|reduction| !reduction.on_region) {
            let clause = self.reduction_clause();
            clauses.push(match case.group && case.words.starts_with("taskloop") {
                true => clause.replace("reduction", "in_reduction"),
                false => clause,
            });
        }
        clauses.push(self.tasks_clause());
        if case.lastprivate {
            clauses.push("lastprivate(last)".into());
        }
        if case.outside {
            clauses.push(
                match case.nest {
                    Nest::One => "lastprivate(i)",
                    _ => "lastprivate(i, j)",
                }
                .into(),
            );
        }
        if let Some(step) = case.linear {
            clauses.push(format!("linear(lin: {step})"));
        }
        if case.firstprivate && !case.has("simd") {
            clauses.push("firstprivate(shift)".into());
        }
        if case.ordered {
            clauses.push("ordered".into());
        }
        if case.nowait {
            clauses.push("nowait".into());
        }
        clauses
    }

    fn schedule_clause(&self) -> String {
        let chunk = self
            .case
            .chunk
            .map_or("chunk".to_string(), |n| n.to_string());
        match self.case.schedule {
            Schedule::None => String::new(),
            Schedule::Auto => "schedule(auto)".into(),
            Schedule::Static => "schedule(static)".into(),
            Schedule::StaticChunk => format!("schedule(static, {chunk})"),
            Schedule::Dynamic => "schedule(dynamic)".into(),
            Schedule::DynamicChunk => format!("schedule(dynamic, {chunk})"),
            Schedule::Guided => "schedule(guided)".into(),
            Schedule::GuidedChunk => format!("schedule(guided, {chunk})"),
        }
    }

    fn tasks_clause(&self) -> String {
        let number = self
            .case
            .chunk
            .map_or("chunk".to_string(), |n| n.to_string());
        match self.case.tasks {
            Tasks::Any => String::new(),
            Tasks::Grain => format!("grainsize({number})"),
            Tasks::StrictGrain => format!("grainsize(strict: {number})"),
            Tasks::Number => format!("num_tasks({number})"),
            Tasks::StrictNumber => format!("num_tasks(strict: {number})"),
        }
    }

    fn threads_clause(&self) -> String {
        match self.case.threads {
            Threads::Default => String::new(),
            Threads::Variable => "num_threads(threads)".into(),
            Threads::Constant(n) => format!("num_threads({n})"),
        }
    }

    fn teams_clause(&self) -> String {
        if self.case.teams {
            "num_teams(teams)".into()
        } else {
            String::new()
        }
    }

    fn reduction_clause(&self) -> String {
        let Some(reduction) = self.case.reduction else {
            return String::new();
        };
        let item = match (self.case.place, reduction.extent) {
            (Place::Orphan, Extent::Small) => "x[0:4]",
            (_, Extent::Behind) => "x[:bins]",
            _ => "x",
        };
        let modifier = match self.case.scan {
            Scan::No => "",
            _ => "inscan, ",
        };
        match (reduction.op, reduction.other) {
            ("+", true) => format!("reduction({modifier}+: {item}, other)"),
            (op, true) => {
                format!("reduction({modifier}{op}: {item}) reduction({modifier}+: other)")
            }
            (op, false) => format!("reduction({modifier}{op}: {item})"),
        }
    }
}

/// A number that tells all of the value.
fn exact(reduction: &Reduction, x: &str) -> String {
    match (reduction.complex(), reduction.real()) {
        (true, _) => format!("creal({x}) * 4 + cimag({x}) * 16384"),
        (_, true) => format!("{x} * 4"),
        _ => x.to_string(),
    }
}

/// Combines a value that depends on the iteration `k`; exact in the type, whatever the order.
fn update(reduction: &Reduction, x: &str) -> String {
    let ty = reduction.ty;
    let value = match (reduction.op, ty) {
        ("+" | "-", "float" | "double") => "k % 16 * 0.25 - 1.5".to_string(),
        ("+" | "-", "float _Complex" | "double _Complex") => {
            "k % 16 * 0.25 - 1.5 + k % 5 * I".into()
        }
        ("*", "float _Complex" | "double _Complex") => {
            "(k % 397 == 5 ? 2 : k % 3 == 1 ? I : 1)".into()
        }
        ("+", "_Bool") => "k % 997 == 400".into(),
        ("+" | "-", _) => format!("({ty})(k * 7 % 13 - 5)"),
        ("*", "float" | "double") => {
            "(k % 397 == 5 ? 2 : k % 397 == 6 ? 0.5 : k % 3 == 1 ? -1 : 1)".into()
        }
        ("*", "_Bool") => "(k % 997 != 400)".into(),
        ("*", ty) if ty.starts_with("unsigned") => format!("({ty})(k * 2 + 3)"),
        ("*", _) => "(k % 397 == 5 ? 2 : k % 3 == 1 ? -1 : 1)".into(),
        ("&", "_Bool") => "(k % 997 != 400)".into(),
        ("|" | "^", "_Bool") => "(k % 997 == 400)".into(),
        ("&", _) => format!("({ty})~(k % 61 < 7 ? 1 << k % 61 : 0)"),
        ("|", _) => format!("({ty})(k % 61 < 7 ? 1 << k % 61 : 0)"),
        ("^", _) => format!("({ty})(k * 4053 + 7)"),
        ("&&", _) => "(k % 997 != 400)".into(),
        ("||", _) => "(k % 997 == 400)".into(),
        _ => format!("({ty})(k * 37 % 101 - 50)"),
    };
    match reduction.op {
        "&&" | "||" => format!("{x} = {x} {} {value};", reduction.op),
        "min" => format!("{x} = {x} < {value} ? {x} : {value};"),
        "max" => format!("{x} = {x} > {value} ? {x} : {value};"),
        op => format!("{x} {op}= {value};"),
    }
}
