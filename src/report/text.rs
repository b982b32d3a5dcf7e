//! The report as text: by kernel, tables whose columns are as wide as they must be.

use super::launch::Occupancy;
use super::{Function, Kernel, words};

pub fn render(kernel: &Kernel) -> String {
    let mut out = format!(
        "{}: kernel {}: {}\n",
        kernel.place, kernel.name, kernel.directive
    );
    out.push_str(&format!("  mode: {}\n", kernel.mode));
    for reason in &kernel.why {
        match &reason.place {
            Some(place) => out.push_str(&format!("    {place}: {}\n", reason.text)),
            None => out.push_str(&format!("    {}\n", reason.text)),
        }
        if let Some(help) = &reason.help {
            out.push_str(&format!("      help: {help}\n"));
        }
    }
    out.push_str(&format!("  launch: {}\n", kernel.launch.words()));
    if !kernel.regions.is_empty() {
        out.push_str("  parallel regions:\n");
        table(
            &mut out,
            kernel.regions.iter().map(|region| {
                vec![
                    region.place.clone(),
                    region.directive.clone(),
                    format!("threads: {}", region.threads),
                ]
            }),
        );
    }
    if !kernel.variables.is_empty() {
        out.push_str("  variables:\n");
        let head = [
            "name",
            "declared",
            "attribute",
            "rule",
            "",
            "lives in",
            "bytes",
        ];
        let head = vec![head.map(String::from).to_vec()];
        let rows = kernel.variables.iter().map(|variable| {
            vec![
                variable.name.clone(),
                variable.declared.clone(),
                variable.attribute.clone(),
                variable.kind.to_string(),
                variable.rule.clone(),
                variable.lives.clone(),
                variable.bytes.map_or("?".into(), |n| n.to_string()),
            ]
        });
        table(&mut out, head.into_iter().chain(rows));
    }
    let shared = &kernel.shared;
    let dynamic = match shared.dynamic {
        0 => String::new(),
        dynamic => format!(", {} declared and {dynamic} dynamic", shared.declared),
    };
    out.push_str(&format!(
        "  shared memory: {} a {}{dynamic}; variables have {}, of {}\n",
        shared.words(),
        kernel.launch.owner(),
        shared.variables,
        shared.budget
    ));
    table(
        &mut out,
        kernel.shared.members.iter().map(|member| {
            vec![
                format!("at {}", member.offset),
                member.name.clone(),
                member.what.to_string(),
                format!("{} bytes", member.bytes),
            ]
        }),
    );
    if !shared.own.is_empty() {
        out.push_str("  of which romp's own:\n");
        table(
            &mut out,
            shared
                .own
                .iter()
                .map(|object| vec![object.what.clone(), words(object.bytes, object.open)]),
        );
    }
    out.push_str(match kernel.alone {
        true => "  occupancy (the figures of ptxas are of this file's code alone; a program's kernel has that of other files, too):\n",
        false => "  occupancy:\n",
    });
    table(
        &mut out,
        kernel.occupancy.iter().map(|one| occupancy(kernel, one)),
    );
    if !kernel.tasks.is_empty() {
        out.push_str("  tasks:\n");
        table(
            &mut out,
            kernel.tasks.iter().map(|task| {
                let runs = format!("executed by {}", task.runs);
                vec![task.place.clone(), task.directive.clone(), runs]
            }),
        );
    }
    if kernel.expensive().next().is_some() {
        out.push_str("  what costs time:\n");
    }
    for finding in kernel.expensive() {
        out.push_str(&format!("    {}: {}\n", finding.place, finding.text));
        if let Some(help) = &finding.help {
            out.push_str(&format!("      help: {help}\n"));
        }
    }
    out
}

fn occupancy(kernel: &Kernel, one: &Occupancy) -> Vec<String> {
    let mut row = vec![
        one.architecture.clone(),
        format!("{} an SM{}", one.words(), one.sharing(&kernel.launch)),
        format!("{} of its warps", one.percent),
        format!("by {}", one.limits()),
    ];
    let Some(known) = one.resources else {
        row.push("registers unknown".into());
        return row;
    };
    row.push(format!("{} registers", known.registers));
    if known.stack > 0 {
        row.push(format!("{} bytes stack", known.stack));
    }
    if known.spill_stores + known.spill_loads > 0 {
        let (stores, loads) = (known.spill_stores, known.spill_loads);
        row.push(format!(
            "{stores} bytes spilled, {loads} bytes loaded again"
        ));
    }
    if let Some(shared) = known.shared
        && shared != kernel.shared.declared
    {
        row.push(format!("{shared} static bytes in the image"));
    }
    row
}

/// A device function with what its constructs become.
pub fn render_function(function: &Function) -> String {
    let mut out = format!("{}: device function {}\n", function.place, function.name);
    let callers = match function.kernels.as_slice() {
        [] => "no kernel of this file".into(),
        some => some.join(", "),
    };
    out.push_str(&format!(
        "  called by: {callers}\n  mode: {}\n",
        function.mode
    ));
    let regions = function.regions.iter().map(|region| {
        vec![
            region.place.clone(),
            region.directive.clone(),
            format!("threads: {}", region.threads),
        ]
    });
    let tasks = function.tasks.iter().map(|task| {
        let runs = format!("executed by {}", task.runs);
        vec![task.place.clone(), task.directive.clone(), runs]
    });
    table(&mut out, regions.chain(tasks));
    out
}

fn table(out: &mut String, rows: impl Iterator<Item = Vec<String>>) {
    let rows: Vec<Vec<String>> = rows.collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &rows {
        let mut line = String::from("   ");
        for (cell, width) in row.iter().zip(&widths) {
            line.push_str(&format!(" {cell:width$} "));
        }
        out.push_str(line.trim_end());
        out.push('\n');
    }
}
