//! The report as text: by kernel, tables whose columns are as wide as they must be.

use super::Kernel;

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
    let teams = if kernel.one_team { "one team" } else { "teams" };
    out.push_str(&format!(
        "  launch: {teams} of {} threads\n",
        kernel.threads
    ));
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
        "  shared memory: {} bytes a team{dynamic}; variables have {}, of {}\n",
        shared.bytes, shared.variables, shared.budget
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
                .map(|object| vec![object.what.clone(), format!("{} bytes", object.bytes)]),
        );
    }
    out.push_str("  occupancy:\n");
    table(
        &mut out,
        kernel.occupancy.iter().map(|one| {
            let registers = one
                .registers
                .map_or("registers unknown".into(), |n| format!("{n} registers"));
            let mut row = vec![
                one.architecture.clone(),
                format!("{} teams an SM", one.teams),
                format!("by {}", one.limited_by.name()),
                registers,
            ];
            let differs = |bytes: &u64| *bytes != kernel.shared.declared;
            row.extend(
                one.ptxas_shared
                    .filter(differs)
                    .map(|bytes| format!("{bytes} static bytes in the image")),
            );
            row
        }),
    );
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
